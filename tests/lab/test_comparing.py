"""A bot that does as it did shows no difference, and one that was broken at a decision is found there."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from arena.games import Game
from arena.lab import Compared, Fed, Stop, compare, feed
from arena.players import FunctionPlayer, Question, TimeControl, choose_at_random
from arena.referee import GameRecord
from arena.sandbox import Program
from tests.faces.games import GAMES
from tests.lab.sittings import sitting
from tests.referee.helpers import at_random

BOT = """
import json, sys, time
from random import Random
breaks, after = sys.argv[1], int(sys.argv[2])
rng, turns = Random(), 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("hello", "start"):
        rng.seed(message.get("seed", 0))
        print(json.dumps({"type": "ready", "id": message["id"]}), flush=True)
    elif message["type"] == "turn":
        choice = rng.randrange(len(message["legal"]))
        if turns == after:
            if breaks == "crash":
                raise KeyError("planted")
            if breaks == "late":
                time.sleep(3600)
            choice = {"other": (choice + 1) % len(message["legal"]), "illegal": 1000}.get(breaks, choice)
        turns += 1
        print(json.dumps({"id": message["id"], "choice": choice}), flush=True)
    elif message["type"] == "quit":
        break
"""


async def fed_to(record: GameRecord, game: Game, seat: int, choose: Callable[[Question, Random], int]) -> list[Fed]:
    """All answers of a function on that seat, up to the first that is otherwise."""
    found: list[Fed] = []

    def hear(fed: Fed) -> bool:
        found.append(fed)
        return fed.same

    await feed(sitting(record, game, seat), FunctionPlayer(choose), hear)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
async def test_no_difference_is_found_where_there_is_none(game: Game) -> None:
    """Hundreds of games, each seat of each; see tests/repro_all.py for real bots."""
    for at in range(60 if game.name in ("bids", "lanterns") else 4):
        for seats in game.seats:
            record = await at_random(game, seats, f"deal {at}")
            for seat in range(seats):
                found = await fed_to(record, game, seat, choose_at_random)
                assert all(fed.same for fed in found)
                assert [fed.asked.decision for fed in found] == [
                    decision for decision, (who, _) in enumerate(record.decisions) if who == seat
                ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
async def test_a_difference_is_found_at_its_decision(game: Game) -> None:
    """At each at which there was a choice."""
    record = await at_random(game, 2)
    own = [decision for decision, (seat, _) in enumerate(record.decisions) if seat == 1]
    for broken in range(0, len(own), 1 + len(own) // 12):
        count = 0

        def choose(question: Question, rng: Random, broken: int = broken) -> int:
            nonlocal count
            count += 1
            choice = choose_at_random(question, rng)
            return (choice + 1) % len(question.legal) if count == broken + 1 else choice

        found = await fed_to(record, game, 1, choose)
        if len(found[-1].asked.question.legal) > 1 or found[-1].asked.decision != own[broken]:
            assert found[-1].asked.decision == own[broken]
            assert [fed.same for fed in found] == [True] * broken + [False]


@pytest.fixture
def program(tmp_path: Path) -> Callable[..., Program]:
    """A bot that moves at random, and breaks after so many turns."""
    path = tmp_path / "bot.py"
    path.write_text(BOT)

    def made(breaks: str = "no", after: int = -1) -> Program:
        return Program("bot", (sys.executable, "-S", str(path), breaks, str(after)), str(tmp_path), {})

    return made


QUICK = TimeControl(move_ms=400)


async def compared(program: Program, game: Game, logs: Path, stop: Stop | None = None) -> tuple[Compared, list[int]]:
    """And the decisions of the seat."""
    record = await at_random(game, 3)
    own = [decision for decision, (seat, _) in enumerate(record.decisions) if seat == 2]
    return await compare(sitting(record, game, 2, QUICK), program, "none", logs, stop), own


GUNRUNNERS = next(game for game in GAMES if game.name == "gunrunners")


async def test_a_program_that_does_the_same(program: Callable[..., Program], tmp_path: Path) -> None:
    found, own = await compared(program(), GUNRUNNERS, tmp_path)
    assert found.as_recorded
    assert found.same == len(own)
    assert found.fault is None


@pytest.mark.parametrize(
    ("breaks", "verdict"), [("crash", "exited"), ("late", "time"), ("illegal", "illegal"), ("other", None)]
)
async def test_a_program_that_was_broken_is_found_there(
    program: Callable[..., Program], tmp_path: Path, breaks: str, verdict: str | None
) -> None:
    """With the request that it got, and what it said to it."""
    found, own = await compared(program(breaks, 5), GUNRUNNERS, tmp_path)
    assert not found.as_recorded
    assert found.same == 5
    assert found.last is not None
    assert found.last.asked.decision == own[5]
    assert getattr(found.last.answer.choice, "verdict", None) == verdict
    assert found.request.startswith(b'{"type":"turn","id":7,')
    assert (b'"choice"' in found.said) == (verdict not in ("exited", "time"))


async def test_it_goes_no_further_than_it_was_told(program: Callable[..., Program], tmp_path: Path) -> None:
    """What breaks later is not reached; and whoever waits there has all the time of the world."""
    waited = []

    async def wait(pid: int | None) -> None:
        waited.append(pid)

    _, own = await compared(program(), GUNRUNNERS, tmp_path)
    found, _ = await compared(program("crash", 5), GUNRUNNERS, tmp_path, Stop(own[4]))
    assert (found.as_recorded, found.same) == (True, 5)
    found, _ = await compared(program("crash", 5), GUNRUNNERS, tmp_path, Stop(own[4], wait))
    assert (found.as_recorded, found.same) == (True, 5)
    assert len(waited) == 1
    assert waited[0]


async def test_a_program_that_does_not_start(tmp_path: Path) -> None:
    program = Program("bot", (sys.executable, "-c", "pass"), str(tmp_path), {})
    found, _ = await compared(program, GUNRUNNERS, tmp_path)
    assert not found.as_recorded
    assert found.fault is not None
    assert found.fault.verdict == "start-failure"
