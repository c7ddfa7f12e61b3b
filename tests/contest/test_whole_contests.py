"""Every format, played to its end by workers that need no time, broken off at any game and gone on with."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import Raw

from arena.contest import Plan
from arena.contest.run import End, run_games
from arena.pairing.formats import FORMATS, FormatName, adaptive
from arena.pairing.seatings import Seatings
from arena.players import TimeControl
from arena.referee import FaultPolicy
from arena.referee.worker_messages import Setup
from arena.sandbox import Limits
from arena.standings import Standings, compute
from arena.standings.format_ranking import FormatRanking, ranking_of
from arena.store import Store
from tests.contest.fake_workers import FakeWorkers, PowerCut
from tests.contest.test_run import Log
from tests.facts import made_facts

OPPONENTS = [name for name in FORMATS if name in ("round-robin", "gauntlet", "swiss", "knock-out", "ladder")]
SIZES = (3, 4, 5, 8, 33)


def plan(format: FormatName, seats: int = 2, seatings: Seatings = "rotations") -> Plan:
    seeds = ("bot0",) if format == "gauntlet" else ()
    deals = 1 if adaptive(format) else None
    return Plan(format=format, seats=seats, seatings=seatings, line_ups=None, seeded=seeds, rounds=None, deals=deals,
                sprt=None, settled=None)  # fmt: skip


def play(
    db: Path, plan: Plan, bots: int, jobs: int = 2, cut: int | None = None, games: int | None = None
) -> tuple[End, FakeWorkers]:
    """The contest's end, and who played; PowerCut where it came before."""
    names = [f"bot{i}" for i in range(bots)]
    facts = {"contest": msgspec.to_builtins(plan), "seed": "s", "bots": names, "anchors": []}
    workers = FakeWorkers(jobs, cut)
    with Store.open(db, write=True) if db.exists() else Store.create(db, made_facts(facts)) as store:
        schedule = plan.schedule(names, "s", 1, games, store.stages())
        return run_games(SETUP, schedule, store, workers, Log(), plan.pairer(names, "s")), workers


SETUP = Setup(
    game="toy", options=Raw(b"{}"), time=TimeControl(), limits=Limits(), policy=FaultPolicy(), sandbox="none",
    keep=True, ponder=True, programs={}, hashes={}, logs="", core=None,
)  # fmt: skip


def table(db: Path) -> tuple[Standings, FormatRanking | None]:
    """The standings by ratings, and those by the format itself."""
    with Store.open(db) as store:
        facts, ledger = store.facts(), store.ledger()
        return compute(ledger, facts.bots), ranking_of(store, ledger)


@pytest.mark.parametrize("bots", SIZES)
@pytest.mark.parametrize("format", OPPONENTS)
def test_a_contest_that_was_broken_off_ends_as_one_in_peace(tmp_path: Path, format: FormatName, bots: int) -> None:
    """D41, D42: power cuts at random games, any number of workers: the same games, each once, and the same tables."""
    seats = 2 if bots < 5 else 3
    games = 60 if format == "ladder" else 400 if (format, bots) == ("round-robin", 33) else None
    whole, broken = tmp_path / "whole.db", tmp_path / "broken.db"
    _, workers = play(whole, plan(format, seats), bots, 1, games=games)
    rng = Random(bots)
    for jobs in (3, 2):
        with pytest.raises((PowerCut, BaseExceptionGroup)):
            play(broken, plan(format, seats), bots, jobs, rng.randrange(len(workers.played) // 2 + 1), games)
    end, _ = play(broken, plan(format, seats), bots, 4, games=games)
    assert end == "finished"
    with Store.open(whole) as one, Store.open(broken) as other:
        assert list(one.records()) == list(other.records())
        assert one.stages() == other.stages()
        assert bool(one.stages()) == adaptive(format)
        assert len(workers.played) == len(list(one.records())) == sum(one.count().values()) > 0
    assert table(whole) == table(broken)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("format", OPPONENTS)
def test_seats_are_balanced_in_every_deal_group(tmp_path: Path, format: FormatName, seats: int) -> None:
    """A bot's seats within a deal group differ by one at most, with rotations not at all."""
    play(tmp_path / "x.db", plan(format, seats), 8, games=96 if format == "ladder" else None)
    with Store.open(tmp_path / "x.db") as store:
        seen: dict[tuple[int, str], Counter[int]] = {}
        for record in store.records():
            for seat, bot in enumerate(record.seating):
                seen.setdefault((record.group, bot), Counter())[seat] += 1
    assert all(len(set(counts.values())) == 1 and len(counts) == seats for counts in seen.values())
