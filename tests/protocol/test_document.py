"""`protocol.md` and the pages of games are complete: whatever can be on the wire is named in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, get_args

import pytest
from msgspec import Struct, inspect

from arena.games import Ranking, TeamResult, find_game, game_names
from arena.players import TimeControl
from arena.protocol import FINAL_VERDICTS, VERDICTS, Choice, Message, Ready, TimeLimits
from arena.sandbox import Limits
from tests.make_transcripts import GAMES, PAGES, PROTOCOL

GENERAL = PROTOCOL.read_text()
BOX = [name for name in game_names() if type(find_game(name)).__module__.startswith("arena.games.")]
"""The games that come with the referee. Installed ones are documented elsewhere."""


def wire_names(kind: type[Struct]) -> tuple[str, ...]:
    """A struct's fields as they are written."""
    return kind.__struct_encode_fields__


def section(text: str, title: str) -> str:
    """What stands under a heading, up to the next of any level."""
    return re.split(r"\n#+ ", text.split(f"# {title}\n", 1)[1], maxsplit=1)[0]


def row(text: str, first: str) -> str:
    """The one row of a table whose first cell is that name."""
    rows = [line for line in text.splitlines() if line.startswith(f"| `{first}` |")]
    assert len(rows) == 1, f"{len(rows)} rows for `{first}`"
    return rows[0]


def tag(kind: type[Struct]) -> str:
    """What tells a struct from others of its union."""
    return str(kind.__struct_config__.tag)


@pytest.mark.parametrize("kind", get_args(Message), ids=tag)
def test_every_field_of_every_message(kind: type[Struct]) -> None:
    """Each message has a heading, each field of it a row there, and no row is of a field that is gone."""
    text = section(GENERAL, tag(kind))
    for name in wire_names(kind):
        row(text, name)
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == list(wire_names(kind))


def test_every_field_of_the_limits() -> None:
    """In the table on time."""
    assert re.findall(r"^\| `(\w+)` \|", section(GENERAL, "Time"), re.MULTILINE) == list(wire_names(TimeLimits))


def test_every_field_of_the_answers() -> None:
    """`index` is `choice` on the wire, and a remark is the referee's."""
    text = section(GENERAL, "Answers")
    for name in {*wire_names(Ready), *wire_names(Choice), "type", "choice"} - {"index", "remark"}:
        assert f"| `{name}` |" in text


@pytest.mark.parametrize("kind", [Ranking, TeamResult])
def test_every_field_of_the_outcomes(kind: type[Struct]) -> None:
    """Under `end`, where they are sent."""
    text = section(GENERAL, "end")
    assert f'"kind": "{tag(kind)}"' in text
    for name in wire_names(kind):
        assert f'"{name}":' in text


def test_every_verdict() -> None:
    """In a row of its own, which says whether it is final."""
    text = section(GENERAL, "Verdicts")
    assert re.findall(r"^\| `([\w-]+)` \|", text, re.MULTILINE) == list(VERDICTS)
    assert {name for name in VERDICTS if "| yes |" in row(text, name)} == FINAL_VERDICTS


def test_the_default_limits() -> None:
    """Numbers in the text are those of the code."""
    text = " ".join(GENERAL.split())
    assert f"{Limits().answer_bytes:,} bytes in all (the contest's limit `answer_bytes`)" in text
    assert f"last {Limits().stderr_bytes:,} bytes (`stderr_bytes`)" in text
    assert f"within {TimeControl().send_ms:,} ms (`send_ms`; null is no limit)" in text


def chapter(name: str) -> str:
    """What the document says about one game."""
    return (PAGES / f"{name}.md").read_text()


def table(text: str, head: str) -> list[list[str]]:
    """The cells of the rows of all tables whose first column is headed so."""
    rows, inside = [], False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if not cells or cells[0].strip("`") == head:
            inside = bool(cells)
        elif inside and not cells[0].startswith("---"):
            rows.append(cells)
    return rows


def words(cell: str) -> list[str]:
    """What a cell names."""
    return re.findall(r"`(\w+)`", cell)


def moves_of(name: str) -> list[type[Struct]]:
    """Every kind of move."""
    kinds = find_game(name).move_type
    return list(get_args(kinds)) or [kinds]


def events_of(name: str) -> list[type[Struct]]:
    """Every kind of event."""
    found = vars(import_module(f"arena.games.{name}.events")).values()
    return [kind for kind in found if isinstance(kind, type) and issubclass(kind, Struct) and is_event(kind)]


def is_event(kind: type[Struct]) -> bool:
    """Not a part of one."""
    return kind.__struct_config__.tag_field == "event"


def within(node: Any) -> Iterator[inspect.Type]:
    """A type, as msgspec describes it, and all the types in it."""
    if isinstance(node, inspect.Type):
        yield node
    if isinstance(node, inspect.Type | inspect.Field):
        node = [getattr(node, name) for name in node.__struct_fields__]
    if isinstance(node, list | tuple):
        for inner in node:
            yield from within(inner)


def on_the_wire(name: str) -> list[inspect.Type]:
    """All that a game can send or be sent."""
    game = find_game(name)
    kinds = (game.options_type, game.view_type, game.memory_type, *moves_of(name), *events_of(name))
    return [node for kind in inspect.multi_type_info(kinds) for node in within(kind)]


def test_every_game_in_the_box_has_a_transcript() -> None:
    """And so the place for it in a chapter."""
    assert sorted(GAMES) == BOX


@pytest.mark.parametrize("name", BOX)
@pytest.mark.parametrize("title", ["Options", "View", "Memory"])
def test_every_field_of_a_game(name: str, title: str) -> None:
    """Each field of what travels in every message has a row, and no row is of a field that is gone."""
    game = find_game(name)
    kind = {"Options": game.options_type, "View": game.view_type, "Memory": game.memory_type}[title]
    rows = table(section(chapter(name), title), "field")
    assert sorted(word for cells in rows for word in words(cells[0])) == sorted(wire_names(kind))


@pytest.mark.parametrize("name", BOX)
def test_every_part_of_a_game(name: str) -> None:
    """Structs within structs, each field in a row, under the struct's name in small letters; and none that is gone."""
    rows: dict[str, list[str]] = {}
    for part, field, _ in table(chapter(name), "part"):
        rows.setdefault(part or list(rows)[-1], []).extend(words(field))
    game = find_game(name)
    whole = {game.options_type, game.view_type, game.memory_type, *moves_of(name), *events_of(name)}
    kinds = {node.cls for node in on_the_wire(name) if isinstance(node, inspect.StructType)} - whole
    assert rows == {
        " ".join(re.findall("[A-Z][a-z]*", kind.__name__)).lower(): list(wire_names(kind)) for kind in kinds
    }
    assert len(rows) == len(kinds)


@pytest.mark.parametrize("name", BOX)
def test_every_word_of_a_game(name: str) -> None:
    """Every stage, every reason for the end, and whatever else is one word of a few."""
    values = {value for node in on_the_wire(name) if isinstance(node, inspect.LiteralType) for value in node.values}
    assert values
    text = chapter(name)
    assert [value for value in values if f"`{value}`" not in text] == []


@pytest.mark.parametrize("name", BOX)
@pytest.mark.parametrize(("title", "head", "kinds"), [("Moves", "do", moves_of), ("Events", "event", events_of)])
def test_every_move_and_event_of_a_game(
    name: str, title: str, head: str, kinds: Callable[[str], list[type[Struct]]]
) -> None:
    """Each has a row with exactly its fields, and no row is of one that is gone."""
    rows = [(words(cells[0]), words(cells[1])) for cells in table(section(chapter(name), title), head)]
    assert sorted(rows) == sorted(([tag(kind)], list(wire_names(kind))) for kind in kinds(name))
