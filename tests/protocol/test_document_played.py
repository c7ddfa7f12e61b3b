"""What `protocol.md` says of moves, secrets and bots is what is seen in games that are played."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from arena.games import Deal, Move, State, find_game, grizzled
from arena.games.grizzled.moves import Use, Withdraw
from arena.players import FunctionPlayer, TimeControl, choose_at_random
from arena.players.process_player import ProcessPlayer
from arena.protocol import Choice, Ready, parse_answer
from arena.referee import FaultPolicy, Fixture
from arena.referee.game_loop import play
from arena.sandbox import Limits, Program
from arena.sandbox.process import spawn
from tests.games.grizzled.table import table as laid_table
from tests.games.variants import VARIANTS, tables
from tests.make_transcripts import GAMES
from tests.protocol.test_document import BOX, GENERAL, chapter, section, table, tag, words
from tests.soak import POLICIES

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
                bot_seeds=(1, 2),
            )
            record = await play(fixture, [player, FunctionPlayer(choose_at_random)], FaultPolicy())
            assert record.status == "finished", record.measured.trouble
            assert record.faults == (), record.measured.texts
            assert record.measured.stray == (0, 0)
            assert record.measured.logs == (None, None)
        assert player.report().name == "fifteen lines"
        await player.stop()
    finally:
        player.kill()


def test_examples_of_answers_are_answers() -> None:
    """Whatever the document writes as an answer is read as one."""
    written = re.findall(r"`(\{\"(?:id|type)\".*?\})`", section(GENERAL, "Answers"))
    assert [type(parse_answer(line.encode())) for line in written] == [Ready, Choice, Choice]
