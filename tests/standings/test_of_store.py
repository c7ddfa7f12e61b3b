"""The standings of a contest's file: a ladder's are ordered by what its bots have at least."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from arena.pairing import Stage
from arena.programs.bot import Bot
from arena.programs.entries import draft, settle
from arena.referee import encode_record
from arena.standings import Standings
from arena.standings.of_store import standings_of
from arena.store import Entries, Entry, Facts, Store
from tests.facts import made_facts
from tests.standings.helpers import duels

RECORDS = [
    *duels("old", "weak", "wwwlwl" * 20, per_group=2),
    *duels("new", "weak", "wlwwlw" * 3 + "wwwl", first_group=400, per_group=2),
]


def facts_of(format: str) -> Facts:
    """What the file of a contest of that format says."""
    contest = {
        "game": "gunrunners", "format": format, "seats": 2, "seatings": "rotations", "line_ups": None, "seeded": [],
        "rounds": None, "deals": 1, "sprt": None, "settled": None, "bench": {},
    }  # fmt: skip
    return made_facts({"contest": contest, "bots": ["old", "new", "weak"]})


@pytest.mark.parametrize(("format", "first"), [("ladder", "old"), ("round-robin", "new")])
def test_a_ladder_is_ordered_by_the_lower_bound(tmp_path: Path, format: str, first: str) -> None:
    """A bot of eleven deals, with the better rating and the wider interval, does not lead it; it would a contest."""
    with Store.create(tmp_path / "c.db", facts_of(format)) as store:
        store.add([encode_record(record) for record in RECORDS])
        standings = standings_of(store)
    assert isinstance(standings, Standings)
    assert standings.rows[0].bot == first
    assert standings.ordered_by == ("lower bound" if format == "ladder" else "rating")


def test_a_ladders_versions_are_compared_as_they_entered(tmp_path: Path) -> None:
    """Over time each version of a bot is held against the one before it."""
    bot = Bot(command=("x",), folder=Path("/bots"), program=Path("/bin/x"))
    entries: list[Entry] = []
    for stage, hash in enumerate("ab"):
        entries, _ = settle(entries, {"mine": draft("mine", bot, hash * 16, "copy")}, stage)
    records = [*duels("mine", "weak", "wl" * 20, per_group=2), *duels("mine v2", "weak", "wwwl" * 10, first_group=20)]
    facts = replace(facts_of("ladder"), bots=("mine", "weak", "mine v2"), entries=Entries(None, tuple(entries)))
    with Store.create(tmp_path / "c.db", facts) as store:
        store.add([encode_record(record) for record in records])
        store.add_stage(msgspec.json.encode(Stage(((0, 1), (2, 1)), 60)))
        standings = standings_of(store, course=True)
    assert isinstance(standings, Standings)
    assert standings.over_time is not None
    steps = standings.over_time.versions
    assert [(step.bot, step.before, step.since_stage) for step in steps] == [("mine", None, 1), ("mine v2", "mine", 2)]
    assert steps[1].elo_gained is not None
    assert steps[1].elo_gained > 0
