"""`protocol.md` is complete: whatever can be on the wire is named in it, and its example is a bot."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from msgspec import Struct, inspect, to_builtins

from arena.games import Deal, Move, Ranking, State, TeamResult, find_game, game_names, grizzled
from arena.games.grizzled.deck import (
    CHAPTERS,
    HELPING_HANDS,
    ORDER_DECKS,
    ORDERS,
    RECRUITS,
    SURE,
    TRIALS,
    Stock,
    trial_cards,
)
from arena.games.grizzled.moves import Use, Withdraw
from arena.players import FunctionPlayer, ProcessPlayer, TimeControl, choose_at_random
from arena.protocol import FINAL_VERDICTS, VERDICTS, Choice, Message, Ready, TimeLimits, parse_answer
from arena.referee import FaultPolicy, Fixture, play
from arena.sandbox import Limits, Program, spawn
from tests.games.grizzled.table import table as laid_table
from tests.games.variants import VARIANTS, tables
from tests.make_transcripts import GAMES, PROTOCOL
from tests.soak import POLICIES

GENERAL, *_ = PROTOCOL.read_text().split("\n# ")
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


def chapter(name: str) -> str:
    """What the document says about one game."""
    return re.split(r"\n# ", PROTOCOL.read_text().split(f"\n# {find_game(name).title}\n", 1)[1], maxsplit=1)[0]


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


ROUNDS = 30
"""Games with each number of seats, shared among the variants of a game."""
FEWEST_ROUNDS = 8
"""But so many of each variant."""


def positions(name: str) -> Iterator[State]:
    """Those of games of each variant with each number of seats, enough of them to see everything at least once.

    Of a game whose random games do not lead far, every second one is played with a little care.
    """
    game = find_game(name)
    yield from RARE.get(name, list)()
    for options in VARIANTS[name].values():
        for seats in tables(game, options):
            for number in range(max(FEWEST_ROUNDS, ROUNDS // len(VARIANTS[name]))):
                choose = POLICIES.get(name, any_move) if number % 2 else any_move
                rng = Random(f"{name} {number}")
                state = game.new(options, seats, Deal(f"document {number}"))
                yield state
                while acting := state.to_act():
                    state.apply({seat: choose(state, seat, rng) for seat in acting})
                    yield state


def any_move(state: State, seat: int, rng: Random) -> Move:
    """Each legal one equally likely."""
    return rng.choice(state.legal(seat))


def rare_in_grizzled() -> list[State]:
    """A chapter that is won, with rewards to share; two Helping Hands as they are used."""
    peace = laid_table(seats=3, options=grizzled.Options(campaign="chapter"), withdrawn={1, 2})
    peace.apply({0: Withdraw()})
    cards = ["night mask", "snow mask"]
    found: list[State] = [peace]
    for hand in ("lookout", "second wind"):
        state = laid_table(seats=3, hands=[cards], trials=["rain mask", "wounded"], helping={0: [hand]})
        state.apply({0: Use(hand)})
        found.append(state)
    return found


RARE: dict[str, Callable[[], list[State]]] = {"grizzled": rare_in_grizzled}
"""Positions that neither chance nor a little care comes to."""


@cache
def seen_in(name: str) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Which moves are legal in which stage, and which fields of which events others do not see."""
    moves: set[tuple[str, str]] = set()
    secrets: set[tuple[str, str]] = set()
    for state in positions(name):
        for seat in state.to_act():
            view: Any = state.view(seat)
            moves |= {(tag(type(move)), view.stage) for move in state.legal(seat)}
        for event in state.events:
            shown = to_builtins(event.shown)
            for body in map(to_builtins, (event.private or {}).values()):
                secrets |= {(body["event"], field) for field in body if body[field] != shown.get(field)}
    return moves, secrets


@pytest.mark.parametrize("name", BOX)
def test_a_move_is_legal_in_the_stages_that_are_told(name: str) -> None:
    """In each of them, and in no other."""
    rows = table(section(chapter(name), "Moves"), "do")
    told = {(words(row[0])[0], stage) for row in rows for stage in words(row[2])}
    assert seen_in(name)[0] == told


@pytest.mark.parametrize("name", BOX)
def test_a_star_is_a_secret(name: str) -> None:
    """The marked fields of events are those that others do not see."""
    rows = table(section(chapter(name), "Events"), "event")
    marked = {(words(row[0])[0], field) for row in rows for field in re.findall(r"`(\w+)`\*", row[1])}
    assert seen_in(name)[1] == marked


def figures(title: str, head: str) -> list[list[str]]:
    """The table of that head in a section on The Grizzled, without the marks of code."""
    return [[cell.replace("`", "") for cell in cells] for cells in table(section(chapter("grizzled"), title), head)]


def test_the_grizzled_orders_recruits_and_helping_hands() -> None:
    """All of them, in the words and figures of the cards."""
    assert figures("Orders of the Day", "order") == [
        [order.order, order.difficulty, "{} / {}".format(*order.least), order.text, order.until or ""]
        for order in ORDERS.values()
    ]
    assert figures("Recruits", "recruit") == [
        [one.recruit, str(one.hand), str(one.tokens), one.shows or "", one.text, one.benefit]
        for one in RECRUITS.values()
    ]
    assert {cells[0] for cells in figures("Recruits", "benefit")} == {one.benefit for one in RECRUITS.values()}
    assert [cells[:3] for cells in figures("Helping Hands", "helping hand")] == [
        [one.hand, one.category, one.text] for one in HELPING_HANDS.values()
    ]


def test_the_grizzled_hard_knocks_and_how_sure_they_are() -> None:
    """All of them, with their bolts."""
    assert [cells[:3] for cells in figures("Hard Knocks", "hard knock")] == [
        [name, str(TRIALS[name].bolts), sure] for name, sure in SURE["hard knocks"].items()
    ]
    likely = [name for name, sure in SURE["orders"].items() if sure != "reconstructed"]
    text = " ".join(section(chapter("grizzled"), "Orders of the Day").split())
    assert f"{', '.join(likely[:-1])} and {likely[-1]}" in text


def test_the_grizzled_chapters() -> None:
    """All ten, with their figures."""
    assert figures("The campaign", "chapter") == [
        [
            str(number),
            one.name,
            *map(str, (one.trials, one.stock)),
            one.orders or "",
            str(one.recruits or ""),
            str(one.offered),
            one.special or "",
        ]
        for number, one in enumerate(CHAPTERS)
    ]


def test_the_grizzled_threats() -> None:
    """Each is told, and what is said of its copies is the deck."""
    text = chapter("grizzled")
    deck = trial_cards(Stock(len(CHAPTERS) - 1, base=False, traps=True, solo=False))
    threats = [card for card in deck if not TRIALS[card].hard_knock]
    pairs = [f"{weather} {attack}" for weather in ("night", "snow", "rain") for attack in ("shell", "mask", "whistle")]
    thrice = {"night shell", "snow whistle", "rain mask"}
    assert "2 of each, 3 of `night shell`, `snow whistle` and `rain mask`" in text
    told = [card for card in pairs for _ in range(3 if card in thrice else 2)] + [f"{card} trap" for card in pairs]
    singles = sorted({*threats} - {*told})
    assert [card for card in singles if f"`{card}`" not in text] == []
    assert sorted(told + singles) == threats


def test_the_grizzled_order_decks() -> None:
    """How many Orders of each difficulty, in the row of the option."""
    text = row(section(chapter("grizzled"), "Options"), "orders")
    for deck, counts in ORDER_DECKS.items():
        assert f"`{deck}` ({', '.join(f'{count} {kind}' for kind, count in counts.items() if count)})" in text


def example() -> str:
    """The bot in the document."""
    found = re.search(r"```python\n(.*?)```", GENERAL, re.DOTALL)
    assert found
    return found[1]


def test_the_example_is_short() -> None:
    """Fifteen lines."""
    assert len(example().splitlines()) == 15


@pytest.mark.parametrize("name", BOX)
async def test_the_example_plays(name: str, tmp_path: Path) -> None:
    """As a real process, in two whole games of each kind, without a fault and without a stray line."""
    (tmp_path / "bot.py").write_text(example())
    program = Program("example", (sys.executable, "bot.py"), str(tmp_path), {})
    player = ProcessPlayer(program, TimeControl(start_ms=60_000, move_ms=60_000), Limits(), tmp_path, spawn)
    game = find_game(name)
    try:
        for number in range(2):
            fixture = Fixture(
                number=number,
                group=number,
                game=game,
                options=game.options_type(**GAMES[name]),
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
