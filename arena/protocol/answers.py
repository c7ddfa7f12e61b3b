"""What a bot says to the referee: one line, read strictly, because a guess about what was meant would be unfair.

JSON readers differ in what they let pass; two bots that send the same bytes must get the same verdict. So everything
that one reader takes and another refuses is refused here: byte order marks, broken UTF-8, lone surrogates, repeated
keys, NaN and infinity, numbers past 2**53, nesting past 32.
"""

from __future__ import annotations

import json
import math
import re
from difflib import get_close_matches
from typing import Any, NoReturn

from msgspec import Struct

from arena.errors import Misconduct
from arena.protocol.slips import advice

MAX_DEPTH = 32
MAX_INTEGER = 2**53
NOTE_BYTES = 1024
"""The most bytes of a note, in UTF-8, that are kept."""


class BadLine(Misconduct, ValueError):
    """The line is no answer of this protocol; the text says why, in words for the bot's author. `at` is the byte at
    which it goes wrong, None where none does more than others."""

    def __init__(self, text: str, at: int | None = None, key: str | None = None) -> None:
        super().__init__(text)
        self.at = at
        self.key = key
        """The one whose value is wrong, where that is it."""


class Ready(Struct, frozen=True):
    """The answer to a hello and to a start."""

    id: int
    protocol: int | None
    name: str | None


class Choice(Struct, frozen=True, gc=False):
    """The answer to a turn: either `index`, which counts into the legal moves from 0, or `move`, as plain JSON values;
    never both.

    `note` is what the bot says about its choice, None if it says nothing. `remark` is what the bot's author should know
    about the note."""

    id: int
    index: int | None = None
    move: dict[str, Any] | None = None
    note: str | None = None
    remark: str | None = None


# Nearly every answer looks like these and needs no general reader; what they match means the same to `_parse_object`.
_PLAIN_CHOICE = re.compile(rb'\{"id": ?(0|[1-9][0-9]{0,14}), ?"choice": ?(0|[1-9][0-9]{0,14})\}\r?')
_PLAIN_READY = re.compile(
    rb'\{"type": ?"ready", ?"id": ?(0|[1-9][0-9]{0,14}), ?"protocol": ?([0-9])(?:, ?"name": ?"([ !#-\[\]-~]*)")?\}\r?'
)
_PLAIN_LINE = re.compile(_PLAIN_CHOICE.pattern + rb"\n")


def plain_choice(data: bytes) -> Choice | None:
    """The choice that these bytes are, if they are a whole line with its newline in the plainest form; otherwise
    None."""
    plain = _PLAIN_LINE.fullmatch(data)
    return None if plain is None else Choice(int(plain[1]), int(plain[2]))


def parse_answer(line: bytes) -> Ready | Choice:
    """Read one line, given without its newline (a carriage return at its end is allowed). Raises BadLine."""
    plain = _PLAIN_CHOICE.fullmatch(line)
    if plain is not None:
        return Choice(int(plain[1]), int(plain[2]))
    plain = _PLAIN_READY.fullmatch(line)
    if plain is not None:
        return Ready(int(plain[1]), int(plain[2]), None if plain[3] is None else plain[3].decode())
    try:
        return _answer(_parse_object(line.removesuffix(b"\r")))
    except BadLine as problem:
        what_to_do = advice(line)
        at = value_at(line, problem.key) if problem.at is None and problem.key is not None else problem.at
        raise BadLine(f"{problem}; {what_to_do}" if what_to_do else str(problem), at) from None


def value_at(line: bytes, key: str) -> int | None:
    """Where the value of that key begins in a line, None where there is none."""
    found = re.search(rb'"%s"\s*:\s*' % re.escape(key.encode()), line)
    return None if found is None else found.end()


def mistake_in(said: bytes, request: int) -> tuple[bytes, int | None] | None:
    """Of what a bot said to the request with that id, the first line that answers neither it nor an earlier one, or
    else the line that answers it; and the byte at which that is not what was wanted, if it is a legal move that was."""
    for line in said.split(b"\n"):
        if line.strip():
            try:
                answer = parse_answer(line)
            except BadLine as problem:
                return line, problem.at
            if answer.id > request:
                return line, value_at(line, "id")
            if answer.id == request:
                key = "type" if isinstance(answer, Ready) else "move" if answer.index is None else "choice"
                return line, value_at(line, key)
    return None


def _answer(fields: dict[str, Any]) -> Ready | Choice:
    number = fields.get("id")
    if type(number) is not int or number < 0:
        raise BadLine(f'"id" must repeat the number of the request, {_missing_or(fields, "id")}', key="id")
    if fields.get("type") == "ready":
        return _ready(number, fields)
    if "type" in fields:
        raise BadLine(f'"type" can only be "ready" in an answer, not {_shown(fields["type"])}', key="type")
    return _choice(number, fields)


def _ready(number: int, fields: dict[str, Any]) -> Ready:
    protocol, name = fields.get("protocol"), fields.get("name")
    if protocol is not None and type(protocol) is not int:
        raise BadLine(f'"protocol" must be a whole number, not {_shown(protocol)}', key="protocol")
    if name is not None and type(name) is not str:
        raise BadLine(f'"name" must be a text, not {_shown(name)}', key="name")
    return Ready(number, protocol, name)


def _choice(number: int, fields: dict[str, Any]) -> Choice:
    if "choice" in fields and "move" in fields:
        raise BadLine('an answer has "choice" or "move", not both', key="move")
    note, remark = _note(fields.get("note"))
    if "choice" in fields:
        index = fields["choice"]
        if type(index) is not int or index < 0:  # `isinstance` would take true for 1
            raise BadLine(f'"choice" must be a whole number from 0, not {_shown(index)}', key="choice")
        return Choice(number, index, None, note, remark)
    if "move" in fields:
        move = fields["move"]
        if type(move) is not dict:
            raise BadLine(f'"move" must be an object, not {_shown(move)}', key="move")
        return Choice(number, None, move, note, remark)
    raise BadLine(f'the answer needs "choice" or "move", {_missing_or(fields, "choice")}')


def _note(said: object) -> tuple[str | None, str | None]:
    """What is kept of a note, and what its author should know of that. No note can spoil an answer."""
    if said is None or said == "":
        return None, None
    if not isinstance(said, str):
        return None, f'"note" must be a text, not {_shown(said)}: it was ignored'
    encoded = said.encode()
    if len(encoded) <= NOTE_BYTES:
        return said, None
    kept = encoded[:NOTE_BYTES].decode(errors="ignore")
    more = len(encoded) - len(kept.encode())
    return f"{kept} [... {more} bytes cut here ...]", f'"note" has {len(encoded)} bytes, of which {NOTE_BYTES} are kept'


def _parse_object(line: bytes) -> dict[str, Any]:
    if line.startswith(b"\xef\xbb\xbf"):
        raise BadLine("the line begins with a byte order mark; write UTF-8 without one", 0)
    try:
        text = line.decode()
    except UnicodeDecodeError as problem:
        raise BadLine(f"byte {problem.start} (0x{line[problem.start]:02x}) is not UTF-8", problem.start) from None
    try:
        value = json.loads(
            text,
            object_pairs_hook=_no_repeats,
            parse_int=_integer,
            parse_float=_real,
            parse_constant=_no_constant,
        )
        _check_depth_and_text(value, 0)
    except json.JSONDecodeError as problem:
        # Some of its words end in "at", before a place that is told here already.
        what = f"not JSON at character {problem.pos}: {problem.msg.removesuffix(' at')}"
        raise BadLine(what, len(text[: problem.pos].encode())) from None
    except RecursionError:
        raise BadLine(f"nested more than {MAX_DEPTH} deep") from None
    if type(value) is not dict:
        raise BadLine(f"an answer is a JSON object, not {_shown(value)}")
    return value


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise BadLine(f"the key {_shown(name)} stands twice")
        fields[name] = value
    return fields


def _integer(digits: str) -> int:
    # Python refuses to convert thousands of digits and is slow before that; 17 are enough to be too many.
    if len(digits) > 17 or abs(int(digits)) > MAX_INTEGER:
        raise BadLine(f"the number {_clipped(digits)} is larger than 2**53")
    return int(digits)


def _real(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise BadLine(f"the number {_clipped(digits)} is too large")
    return value


def _no_constant(word: str) -> NoReturn:
    raise BadLine(f"{word} is not JSON")


def _check_depth_and_text(value: Any, depth: int) -> None:
    """`depth` is the number of objects and arrays around the value."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise BadLine("a text holds half of a surrogate pair") from None
    elif isinstance(value, dict | list) and depth == MAX_DEPTH:
        raise BadLine(f"nested more than {MAX_DEPTH} deep")
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_depth_and_text(key, depth + 1)
            _check_depth_and_text(item, depth + 1)
    elif isinstance(value, list):
        for item in value:
            _check_depth_and_text(item, depth + 1)


def _missing_or(fields: dict[str, Any], name: str) -> str:
    if name in fields:
        return f"not {_shown(fields[name])}"
    close = get_close_matches(name, list(fields)[:20], 1)  # of thousands of keys none is a slip of the pen
    return f"and it has only {_shown(close[0])}" if close else "and it has none"


def _shown(value: Any) -> str:
    return _clipped(json.dumps(value))


def _clipped(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."
