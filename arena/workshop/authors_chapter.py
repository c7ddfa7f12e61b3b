"""The chapter on a game for authors of bots, made from its structs and what their docstrings say.

The meaning of a field is the text below it, as Python's own tools for documentation have it:

    class View(Struct, frozen=True):
        \"\"\"What a seat may look at.\"\"\"

        hand: tuple[int, ...]
        \"\"\"The seat's own cards, sorted.\"\"\"
"""

from __future__ import annotations

import ast
import json
import re
import textwrap
from collections.abc import Iterator
from inspect import getdoc, getmodule, getsource
from typing import Any, get_type_hints

import msgspec
from msgspec import MsgspecError, Struct, inspect

from arena.games import Deal, Game, seat_fields
from arena.layout import counted
from arena.protocol import Turn, encode_line

PAGE = 120
"""Letters of a row of the example."""
_ROWS_OF_THEIR_OWN = ('"view":', '"memory":', '"legal":', '"last_ms":')


def chapter(game: Game) -> str:
    """A page of Markdown: how the game goes, its options, and all that a bot on it is sent and may answer."""
    rules = getdoc(getmodule(game.new)) or ""
    seats = f"{game.seats[0]} to {game.seats[-1]} seats" if len(game.seats) > 1 else counted(game.seats[0], "seat")
    shown: dict[type, str] = {}
    parts = [
        f"# {game.title}",
        rules,
        f'`"game": "{game.name}"`, version {game.version}, for {seats}; '
        f"{'cooperative' if game.cooperative else 'every seat for itself'}. How a bot is asked and answers is the same "
        "in all games: see protocol.md of arena. This page is made from the rules; do not change it by hand.",
        game.notes,
        *_section("Options", game.options_type, shown),
        *_section("View", game.view_type, shown),
        *_section("Memory", game.memory_type, shown),
        *_section("Moves", game.move_type, shown),
        *_section("Events", _event_type(game), shown),
        "## The first decision",
        f"As its seat is sent it in a game of {game.seats[0]}, in rows that are one line on the wire:",
        f"```\n{_example(game)}\n```",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _event_type(game: Game) -> Any:
    """What `tell` says it can tell; None where it does not."""
    try:
        return next((kind for name, kind in get_type_hints(game.tell).items() if name != "return"), None)
    except (NameError, TypeError):
        return None


def _section(title: str, kind: Any, shown: dict[type, str]) -> Iterator[str]:
    """The structs of a union one after another, then those that they are made of. `shown` are those of the page so far
    with the sections that have them."""
    try:
        node = inspect.type_info(kind)
    except (MsgspecError, TypeError):
        return
    yield f"## {title}"
    waiting, done = list(_structs(node)), list[type]()
    while waiting:
        one = waiting.pop(0)
        if one.cls in done or one.cls is Struct:
            continue
        done.append(one.cls)
        if one.cls in shown:
            yield _heading(one)
            yield f"As in the [{shown[one.cls].lower()}](#{shown[one.cls].lower()})."
            continue
        shown[one.cls] = title
        yield from _struct(one, only=isinstance(node, inspect.StructType) and one.cls is node.cls)
        waiting += [inner for field in one.fields for inner in _structs(field.type)]


def _structs(node: inspect.Type) -> Iterator[inspect.StructType]:
    match node:
        case inspect.Metadata():
            yield from _structs(node.type)
        case inspect.StructType():
            yield node
        case inspect.UnionType():
            for one in node.types:
                yield from _structs(one)
        case inspect.TupleType():
            for one in node.item_types:
                yield from _structs(one)
        case inspect.CollectionType():
            yield from _structs(node.item_type)
        case inspect.DictType():
            yield from _structs(node.value_type)


def _struct(node: inspect.StructType, only: bool) -> Iterator[str]:
    meanings, written = _meanings(node.cls), getdoc(node.cls) or ""
    if not only:
        yield _heading(node)
    yield " ".join(written.split())
    if not node.fields:
        return
    seats = seat_fields(node.cls)
    rows = ["| field | what it is | meaning |", "|---|---|---|"]
    for field in node.fields:
        what = _what(field.type)
        if field.encode_name in seats.seat:
            what = what.replace("number", "seat")
        if field.encode_name in seats.by_seat:
            what = what.replace("list of", "by seat,")
        default = "" if field.required else f", by default {json.dumps(_default(field))}"
        rows.append(
            f"| `{field.encode_name}` | {what}{default} | {meanings.get(field.name, '')} |".replace("  |", " |")
        )
    yield "\n".join(rows)


def _heading(node: inspect.StructType) -> str:
    tag = "" if node.tag is None else f': `"{node.tag_field}": "{node.tag}"`'
    return f"### {node.cls.__name__}{tag}"


def _default(field: inspect.Field) -> Any:
    made = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return msgspec.to_builtins(made)


def _what(node: inspect.Type) -> str:
    """A type in words, as it is seen in JSON."""
    match node:
        case inspect.Metadata():
            return _what(node.type)
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.StrType():
            return "text"
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "null"
        case inspect.LiteralType():
            return " or ".join(f"`{json.dumps(value)}`" for value in node.values)
        case inspect.EnumType():
            return " or ".join(f"`{json.dumps(member.value)}`" for member in node.cls)
        case inspect.StructType():
            return node.cls.__name__
        case inspect.UnionType():
            return " or ".join(map(_what, node.types))
        case inspect.TupleType():
            return f"list of {', '.join(map(_what, node.item_types))}"
        case inspect.CollectionType():
            return f"list of {_what(node.item_type)}"
        case inspect.DictType():
            return f"{_what(node.value_type)} by name"
    return "any value"


def _meanings(kind: type) -> dict[str, str]:
    """The text below each field, by its name in Python; those of a parent where the child says nothing."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if one.__module__ in ("builtins", "msgspec", "msgspec._core"):
            continue
        try:
            body = ast.parse(textwrap.dedent(getsource(one))).body[0]
        except (OSError, TypeError, SyntaxError):
            continue  # there is no source
        if isinstance(body, ast.ClassDef):
            for field, below in zip(body.body, body.body[1:], strict=False):
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and (text := _text(below)):
                    found[field.target.id] = " ".join(text.split()).replace("|", "\\|")
    return found


def _text(node: ast.stmt) -> str:
    """What a statement says that is nothing but a text; "" of any other."""
    constant = node.value if isinstance(node, ast.Expr) else None
    return constant.value if isinstance(constant, ast.Constant) and isinstance(constant.value, str) else ""


def _example(game: Game) -> str:
    """The first decision of one deal."""
    state = game.new(game.options_type(), game.seats[0], Deal("chapter"))
    seat = state.to_act()[0]
    events = [msgspec.Raw(msgspec.json.encode(event.seen_by(seat))) for event in state.events]
    turn = Turn(2, events, state.view(seat), state.memory(seat), state.legal(seat), None, None)
    rows = [""]
    for part in re.split(r'(?<=,)(?=["{\[])', f"-> {encode_line(turn).decode().strip()}"):  # where JSON may be broken
        if part.startswith(_ROWS_OF_THEIR_OWN) or len(rows[-1] + part) > PAGE:
            rows.append("     ")
        rows[-1] += part
    return "\n".join(rows)
