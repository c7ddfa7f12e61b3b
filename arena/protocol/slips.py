"""What authors of first bots write instead of an answer, and what to do about each.

A reader that guesses what was meant would be unfair; a referee that guesses what went wrong saves its author an
evening. Nothing here decides anything: a line that comes here was refused already.
"""

from __future__ import annotations

import json
import re
from typing import Any

_LOOKED_AT = 4096
"""The number of bytes of a line that are looked at: what it is shows at its beginning."""

ONLY_ANSWERS = "stdout is for answers alone: print all else to stderr"

_REPR = re.compile(r"[{\[]\s*'|\{\s*\w+\s*:\s*'")
_PYTHON_WORD = re.compile(r"[:\[,]\s*(True|False|None)\b")
_NO_NUMBER = re.compile(r"[:\[,]\s*-?(NaN|nan|Infinity|inf)\b")
_BARE_KEY = re.compile(r"\{\s*[A-Za-z_]\w*\s*:")
_TWO = re.compile(r"\}\s*\{")


def advice(line: bytes) -> str:
    """Say what to do about a line that is no JSON object, or is an object but no answer of this protocol; "" if nobody
    can tell."""
    line = line[:_LOOKED_AT]
    if line.startswith(b"\xef\xbb\xbf"):
        return ""  # the reader says so
    if line.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in line[:4]:
        return "it looks like UTF-16: have stdout written as UTF-8"
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return "have stdout written as UTF-8"
    stripped = text.strip()
    for sign, remedy in (
        (lambda: "[object Object]" in text, "JavaScript prints an object so: JSON.stringify(answer)"),
        (lambda: text.startswith("Traceback (most recent"), f"that is an error message; {ONLY_ANSWERS}"),
        (
            lambda: re.search("[\u201c\u201d\u2018\u2019]", text),
            'these are typographic quotation marks: JSON has " only',
        ),
        (lambda: stripped in ("{", "["), "write the whole answer on one line, without indents"),
        (lambda: _REPR.match(stripped), "Python prints a dictionary so: print(json.dumps(answer), flush=True)"),
        (lambda: _NO_NUMBER.search(text), "JSON has no such number: leave the field out, or write null"),
        (lambda: _PYTHON_WORD.search(text), "in JSON they are true, false and null: use json.dumps"),
        (lambda: _BARE_KEY.match(stripped), "in JSON keys stand in double quotes"),
        (lambda: stripped.endswith("\\n"), r"a backslash and an n stand at its end, and no newline: printf '%s\n'"),
        (lambda: _TWO.search(stripped), "a request gets one answer, and each answer a line of its own"),
    ):
        if sign():
            return remedy
    return _of_value(stripped)


def _of_value(text: str) -> str:
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        if text.startswith(("{", "[")):
            return ""  # the reader says at which character
        return f"something stands before the answer; {ONLY_ANSWERS}" if _hides_answer(text) else ONLY_ANSWERS
    if end < len(text):
        return f"something follows {'the answer' if type(value) is dict else 'a value'}; {ONLY_ANSWERS}"
    return _of_kind(value)


def _hides_answer(text: str) -> bool:
    at = text.find("{")
    return at > 0 and text.rstrip().endswith("}") and '"' in text[at:]


def _of_kind(value: Any) -> str:
    """Advice on JSON that is no object, or an object without what an answer needs."""
    if type(value) is list:
        alone = len(value) == 1 and type(value[0]) is dict
        return "write the object alone, without a list around it" if alone else "a request gets one answer: an object"
    if type(value) is str:
        coded = value.lstrip().startswith("{")
        return "it was made JSON twice: encode the answer once" if coded else 'write {"id": 17, "choice": 3}'
    if type(value) is int:
        return f'write {{"id": 17, "choice": {value}}}, with the id of the request' if 0 <= value < 1000 else ""
    if value is None:
        return "nobody can pass so: choose one of `legal`"
    if type(value) is not dict:
        return 'write {"id": 17, "choice": 3}'
    return _of_object(value)


def _of_object(fields: dict[str, Any]) -> str:
    if fields.get("type") in ("hello", "start", "turn", "end", "quit"):
        return "that is the request itself: write an answer to it"
    choice, move = fields.get("choice"), fields.get("move")
    if type(choice) is dict:
        return 'a move that is written out goes under "move"'
    if type(move) is int:
        return 'an index into `legal` goes under "choice"'
    if any(type(fields.get(name)) is str and fields[name].isdigit() for name in ("id", "choice")):
        return "write the number without quotes"
    if any(type(fields.get(name)) is float for name in ("id", "choice")):
        return "write the number without a fraction"
    if any(type(value) is dict and {"choice", "id"} & value.keys() for value in fields.values()) and "id" not in fields:
        return "write the inner object alone"
    if "id" in fields and not {"choice", "move", "type"} & fields.keys():
        return 'write {"id": 17, "choice": 3}, or the whole move under "move"'
    return ""
