"""A bot that changes on the way is said to have: in the text and in JSON."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from arena.pairing.stages import Stage
from arena.referee import GameRecord
from arena.standings import compute
from arena.standings.report import Changed
from arena.standings.rounds import rounds_of
from arena.standings.tables import render
from arena.statistics.drift import Kind
from tests.facts import made_facts
from tests.standings.helpers import make_record


def games(turn: int) -> list[GameRecord]:
    """80 mirrored deals of two: ann takes one game in four at first, from deal `turn` on three in four."""
    records = []
    for deal in range(80):
        for seat in range(2):
            lucky = (2 * deal + seat) % 4 == 0
            won = lucky if deal < turn else not lucky
            names = ["ann", "bob"] if seat == 0 else ["bob", "ann"]
            places = [1, 2] if won == (seat == 0) else [2, 1]
            records.append(make_record(2 * deal + seat, deal, names, places))
    return records


def test_a_change_is_said() -> None:
    """Both are named, since each is measured against the other; whoever stays the same is not."""
    standings = compute(games(40), ["ann", "bob"])
    assert {change.bot: change.elo_gained > 0 for change in standings.changed} == {"ann": True, "bob": False}
    text = render(standings, "text")
    assert "ann changed: from deal group 41 on it was" in " ".join(text.split())
    assert '"changed"' in render(standings, "json")
    steady = compute(games(0), ["ann", "bob"])
    assert steady.changed == ()
    assert "changed" not in render(steady, "text")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("step", 5, 9), "from round 5 on it was 80 +/- 30 Elo weaker than before"),
        (("spell", 3, 4), "in rounds 3-4 it was 80 +/- 30 Elo weaker than in all others"),
        (("spell", 3, 3), "in round 3 it was 80 +/- 30 Elo weaker than in all others"),
        (("trend", 1, 9), "steadily, from the first round to the last it became 80 +/- 30 Elo weaker"),
    ],
)
def test_each_kind_of_change_has_its_words(change: tuple[Kind, int, int], words: str) -> None:
    """When it was, counted as the contest counts, how much, and in which direction."""
    kind, first, last = change
    found = Changed(
        bot="ann", kind=kind, first=first, last=last, unit="round", elo_gained=-80, elo_error_95=30, deal_groups=90
    )
    text = render(replace(compute(games(0), ["ann", "bob"]), changed=(found,)), "text")
    assert f"ann changed: {words}, measured against those" in " ".join(text.split())


def test_stored_contests_count_rounds_and_stages() -> None:
    """Three bots have three pairs, so three deal groups are a round; in a ladder stages are those stored."""
    contest = {
        "game": "gunrunners", "format": "round-robin", "seats": 2, "seatings": "rotations", "line_ups": None,
        "seeded": [], "rounds": None, "deals": 4, "sprt": None, "settled": None, "bench": {},
    }  # fmt: skip
    facts = {"contest": contest, "seed": "s", "bots": ["a", "b", "c"], "anchors": []}
    rounds = rounds_of(made_facts(facts), (), 11)
    assert (rounds.unit, rounds.of(np.arange(12)).tolist()) == ("round", [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3])
    stages = [msgspec.json.encode(Stage(((0, 1), (0, 2)), 1)), msgspec.json.encode(Stage(((1, 2),), 3))]
    ladder = rounds_of(made_facts(facts | {"contest": contest | {"format": "ladder"}}), stages, 4)
    assert (ladder.unit, ladder.of(np.arange(5)).tolist()) == ("stage", [0, 0, 1, 1, 1])
