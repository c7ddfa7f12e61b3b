"""A bot that changes on the way is said to have: in the text and in JSON."""

from __future__ import annotations

from arena.referee import GameRecord
from arena.standings import compute
from arena.standings.tables import render
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
    assert "ann changed: in the second half of its 80 deal groups it was" in " ".join(text.split())
    assert '"changed"' in render(standings, "json")
    steady = compute(games(0), ["ann", "bob"])
    assert steady.changed == ()
    assert "changed" not in render(steady, "text")
