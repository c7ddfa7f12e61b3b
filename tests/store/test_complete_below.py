"""How far a contest has come is noted in its file: whoever goes on with a long one need not ask that of each game."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import trio

from arena.contest.bench import Roster
from arena.contest.run import run_games
from arena.pairing.schedule import BLOCK
from arena.referee import encode_record
from arena.referee.worker_messages import Assignment
from arena.store import Store
from tests.contest.fake_workers import PowerCut
from tests.contest.test_run import Log
from tests.contest.test_settled_bench import BOTS, Workers
from tests.contest.test_whole_contests import SETUP, plan
from tests.facts import made_facts
from tests.standings.helpers import make_record

DEALS = 150


class Counting(Log):
    """Knows how many games were stored."""

    count = 0

    def stored(self, games: int, faults: int) -> None:
        self.count += games


class Patient(Workers):
    """As real ones do, they take so long for a game that those before it can be stored."""

    def __init__(self, jobs: int, games: int | None, log: Counting) -> None:
        super().__init__(jobs, games, ["bot0"], 0)
        self._log = log
        self._begun = 0

    @property
    def together(self) -> int:
        return 1

    async def play(self, assignment: Assignment) -> bytes:
        self._begun += 1
        while self._begun - self._log.count > 20:
            await trio.lowlevel.checkpoint()
        return await super().play(assignment)


class Dawdling(Patient):
    """The first game is still under way when the others have come far, and then there is a power cut."""

    async def play(self, assignment: Assignment) -> bytes:
        if assignment.number == 0:
            while self._log.count <= 2 * 2 * BLOCK:
                await trio.lowlevel.checkpoint()
            raise PowerCut
        return await super().play(assignment)


def run(db: Path, jobs: int, games: int | None, workers: type[Patient] = Patient) -> None:
    """Of a round-robin whose `bot0` only fails; until a power cut after so many games."""
    with Store.open(db, write=True) as store:
        schedule, log = plan("round-robin").schedule(list(BOTS), "s", DEALS), Counting()
        run_games(SETUP, schedule, store, workers(jobs, games, log), log)


def make(db: Path) -> Path:
    about = msgspec.to_builtins(plan("round-robin")) | {"bench": {"starts": 3, "games": 4}}
    Store.create(db, made_facts({"contest": about, "seed": "s", "bots": list(BOTS), "anchors": []})).close()
    return db


def broken_off(db: Path, jobs: int, games: int) -> None:
    with pytest.raises((PowerCut, BaseExceptionGroup)):
        run(db, jobs, games)


@pytest.mark.parametrize("jobs", [1, 3])
def test_what_is_complete_is_stored_or_left_out(tmp_path: Path, jobs: int) -> None:
    """After every power cut; and nothing is missing in the end."""
    db = make(tmp_path / "x.db")
    schedule = plan("round-robin").schedule(list(BOTS), "s", DEALS)
    came = []
    for games in (100, 400, 3, 200):
        broken_off(db, jobs, games)
        with Store.open(db) as store:
            ledger = store.ledger()
        came.append(ledger.complete_below)
        assert all(n in ledger or "bot0" in schedule.seating(n) for n in range(ledger.complete_below))
    assert came == sorted(came)
    assert came[-1] > 2 * BLOCK
    run(db, jobs, None)
    with Store.open(db) as store:
        ledger = store.ledger()
    left_out = [n for n in range(len(schedule)) if n not in ledger]
    assert len(left_out) > len(schedule) / 3
    assert all("bot0" in schedule.seating(n) for n in left_out)


def test_nothing_is_complete_while_an_earlier_game_is_under_way(tmp_path: Path) -> None:
    """Its power cut must not lose it."""
    db = make(tmp_path / "x.db")
    with pytest.raises((PowerCut, BaseExceptionGroup)):
        run(db, 2, None, Dawdling)
    with Store.open(db) as store:
        ledger = store.ledger()
    assert len(ledger) > 2 * 2 * BLOCK
    assert 0 not in ledger
    assert ledger.complete_below == 0
    run(db, 2, None)
    with Store.open(db) as store:
        assert 0 in store.ledger()


def test_who_goes_on_asks_of_few_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the blocks in which somebody played last, though games are missing from the first one on."""
    db = make(tmp_path / "x.db")
    broken_off(db, 2, 700)
    asked: list[int] = []
    plain = Roster.next

    def ask(roster: Roster, number: int) -> bool:
        asked.append(number)
        return plain(roster, number)

    monkeypatch.setattr(Roster, "next", ask)
    broken_off(db, 1, 0)
    assert 0 < len(asked) <= 2 * 2 * BLOCK
    with Store.open(db) as store:
        assert store.numbers().first_missing() < BLOCK


def test_a_file_never_forgets_how_far_it_was(tmp_path: Path) -> None:
    """A lesser number, or none, changes nothing."""
    with Store.create(tmp_path / "x.db", made_facts()) as store:
        assert store.ledger().complete_below == 0
        for number, below, then in (0, 0, 0), (1, 5, 5), (2, 3, 5), (3, 0, 5), (4, 7, 7):
            store.add([encode_record(make_record(number, 0, ("ann", "bob"), (1, 2)))], below)
            assert store.ledger().complete_below == then
    with Store.open(tmp_path / "x.db") as store:
        assert store.ledger().complete_below == 7
