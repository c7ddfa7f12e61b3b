"""The standings of a contest's file: a ladder's are ordered by what its bots have at least."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.referee import encode_record
from arena.standings import Standings
from arena.standings.of_store import standings_of
from arena.store import Store
from tests.standings.helpers import duels

RECORDS = [
    *duels("old", "weak", "wwwlwl" * 20, per_group=2),
    *duels("new", "weak", "wlwwlw" * 3 + "wwwl", first_group=400, per_group=2),
]


@pytest.mark.parametrize(("format", "first"), [("ladder", "old"), ("round-robin", "new")])
def test_a_ladder_is_ordered_by_the_lower_bound(tmp_path: Path, format: str, first: str) -> None:
    """A bot of eleven deals, with the better rating and the wider interval, does not lead it; it would a contest."""
    contest = {
        "game": "gunrunners", "format": format, "seats": 2, "seatings": "rotations", "line_ups": None, "seeded": [],
        "rounds": None, "deals": 1, "sprt": None, "settled": None, "bench": {},
    }  # fmt: skip
    facts = {"contest": contest, "seed": "s", "bots": ["old", "new", "weak"], "anchors": []}
    with Store.create(tmp_path / "c.db", facts) as store:
        store.add([encode_record(record) for record in RECORDS])
        standings = standings_of(store)
    assert isinstance(standings, Standings)
    assert standings.rows[0].bot == first
    assert standings.ordered_by == ("lower bound" if format == "ladder" else "rating")
