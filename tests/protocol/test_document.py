"""`protocol.md` is complete: whatever can be on the wire is named in it, and its example is a bot."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct

from arena.games import Ranking, TeamResult, find_game
from arena.games.gunrunners import AnyMove, Memory, Options, View, deck, events, knowledge, view
from arena.players import (
    FunctionPlayer,
    Limits,
    ProcessPlayer,
    Program,
    TimeControl,
    choose_at_random,
    spawn,
)
from arena.protocol import FINAL_VERDICTS, VERDICTS, Choice, Message, Ready, TimeLimits, parse_answer
from arena.referee import FaultPolicy, Fixture, play
from tests.make_transcripts import PROTOCOL

GENERAL, GUNRUNNERS = PROTOCOL.read_text().split("\n# Gunrunners\n")
EVENTS = [
    kind
    for kind in vars(events).values()
    if isinstance(kind, type) and issubclass(kind, Struct) and kind.__struct_config__.tag_field == "event"
]


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
    """`index` is `choice` on the wire."""
    text = section(GENERAL, "Answers")
    for name in {*wire_names(Ready), *wire_names(Choice), "type", "choice"} - {"index"}:
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
    assert f"within {TimeControl().send_ms:,} ms (`send_ms`)" in text


def test_links_lead_somewhere() -> None:
    """Every `#...` link has a heading or an anchor; `#flush` is what time losses point at."""
    text = PROTOCOL.read_text()
    titles = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    headings = {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}
    anchors = set(re.findall(r'<a id="(.*?)">', text))
    assert "flush" in anchors
    assert set(re.findall(r"\]\(#(.*?)\)", text)) <= headings | anchors


@pytest.mark.parametrize(("title", "kind"), [("Options", Options), ("View", View), ("Memory", Memory)])
def test_gunrunners_fields(title: str, kind: type[Struct]) -> None:
    """Each field of what travels in every message has a row, and no row is of a field that is gone."""
    names = re.findall(r"^\| `(\w+)` \|", section(GUNRUNNERS, title), re.MULTILINE)
    assert sorted(names) == sorted(wire_names(kind))


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("View", view.Location),
        ("View", view.Agent),
        ("View", view.Player),
        ("View", view.Spot),
        ("Memory", knowledge.Group),
        ("Memory", view.Undercover),
        ("Options", deck.Deck),
    ],
)
def test_gunrunners_inner_fields(title: str, kind: type[Struct]) -> None:
    """Structs within structs are told in the same section."""
    text = section(GUNRUNNERS, title)
    for name in wire_names(kind):
        assert f"`{name}`" in text or f'"{name}"' in text


def test_gunrunners_words() -> None:
    """Every stage, every special agent, both ends."""
    words = [*get_args(view.Stage), *wire_names(deck.Specials), "busts", "cards out"]
    assert [word for word in words if f"`{word}`" not in GUNRUNNERS] == []


@pytest.mark.parametrize("kind", get_args(AnyMove), ids=tag)
def test_gunrunners_moves(kind: type[Struct]) -> None:
    """Each has a row with exactly its fields, and the stage in which it is legal."""
    cells = row(section(GUNRUNNERS, "Moves"), tag(kind)).split("|")
    assert re.findall(r"`(\w+)`", cells[2]) == list(wire_names(kind))
    assert re.findall(r"`(\w+)`", cells[3])[0] in get_args(view.Stage)


@pytest.mark.parametrize("kind", EVENTS, ids=tag)
def test_gunrunners_events(kind: type[Struct]) -> None:
    """Each has a row with exactly its fields."""
    cells = row(section(GUNRUNNERS, "Events"), tag(kind)).split("|")
    assert re.findall(r"`(\w+)`", cells[2]) == list(wire_names(kind))


def test_no_event_or_move_is_made_up() -> None:
    """Rows and kinds are as many."""
    for title, kinds in (("Events", EVENTS), ("Moves", get_args(AnyMove))):
        rows = re.findall(r"^\| `(\w+)` \|", section(GUNRUNNERS, title), re.MULTILINE)
        # The heads of the tables are written in the same way.
        assert set(rows) - {"event", "do"} == {tag(kind) for kind in kinds}


def example() -> str:
    """The bot in the document."""
    found = re.search(r"```python\n(.*?)```", GENERAL, re.DOTALL)
    assert found
    return found[1]


def test_the_example_is_short() -> None:
    """Fifteen lines."""
    assert len(example().splitlines()) == 15


async def test_the_example_plays(tmp_path: Path) -> None:
    """As a real process, in two whole games, without a fault and without a stray line."""
    (tmp_path / "bot.py").write_text(example())
    program = Program("example", (sys.executable, "bot.py"), str(tmp_path), {})
    player = ProcessPlayer(program, TimeControl(start_ms=60_000, move_ms=60_000), Limits(), tmp_path, spawn)
    game = find_game("gunrunners")
    try:
        for number in range(2):
            fixture = Fixture(
                number=number,
                group=number,
                game=game,
                options=game.options_type(),
                deal=f"deal {number}",
                seating=("example", "random"),
                hashes=("", ""),
                seeds=(1, 2),
            )
            record = await play(fixture, [player, FunctionPlayer(choose_at_random)], FaultPolicy())
            assert record.status == "finished", record.measured.trouble
            assert record.faults == (), record.measured.texts
            assert record.measured.stray == (0, 0)
            assert record.measured.logs == (None, None)
        assert player.name == "fifteen lines"
        await player.stop()
    finally:
        player.kill()


def test_examples_of_answers_are_answers() -> None:
    """Whatever the document writes as an answer is read as one."""
    written = re.findall(r"`(\{\"(?:id|type)\".*?\})`", section(GENERAL, "Answers"))
    assert [type(parse_answer(line.encode())) for line in written] == [Ready, Choice, Choice]
