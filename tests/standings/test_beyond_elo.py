"""Who beats whom beyond Elo: the line that says so, residuals, and a ranking that copies of a bot do not move."""

from __future__ import annotations

import numpy as np

from arena.referee.record import GameRecord
from arena.standings import Standings, compute, render
from tests.standings.helpers import make_record

# What the first takes from the second, of ten points: a beats d most and has the most Elo, but b beats a.
SHARES = {("a", "b"): 4.5, ("a", "c"): 6, ("b", "c"): 5, ("a", "d"): 8, ("b", "d"): 6, ("c", "d"): 6.5}


def field(copies: str = "") -> list[GameRecord]:
    """Twenty deals for each pair, with exactly these shares; `copies` are all as d, and level with each other."""
    bots, records = "abcd" + copies, list[GameRecord]()
    for index, one in enumerate(bots):
        for other in bots[index + 1 :]:
            first, second = ("d" if bot in copies else bot for bot in (one, other))
            share = 5.0 if first == second else SHARES[first, second]
            for number in range(20):
                # Won, in an order that is the same for all: 7 is prime to 20.
                won = number * 7 % 20 < 2 * share
                seating, places = ((one, other), (1, 2) if won else (2, 1))
                if number % 2:
                    seating, places = (other, one), (places[1], places[0])
                records.append(make_record(len(records), len(records), seating, places))
    return records


def by_mix(standings: Standings) -> list[str]:
    return [row.bot for row in standings.beyond_elo.against_strongest_mix if row.bot in "abc"]


def by_elo(standings: Standings) -> list[str]:
    return [row.bot for row in standings.rows if row.bot in "abc"]


def test_eight_copies_of_a_bot_move_elo_and_not_the_ranking_against_the_mix() -> None:
    """c beats d by more than b does: with eight more of d its Elo passes that of b. Against the mix, nobody moves."""
    alone, crowded = (compute(field(copies), "abcd" + copies) for copies in ("", "efghijkl"))
    assert (by_elo(alone), by_elo(crowded)) == (["a", "b", "c"], ["a", "c", "b"])
    assert by_mix(alone) == by_mix(crowded) == ["b", "c", "a"]
    scores = [
        {row.bot: row.percent_against_mix for row in one.beyond_elo.against_strongest_mix} for one in (alone, crowded)
    ]
    assert all(scores[0][bot] == scores[1][bot] for bot in "abcd")
    assert "Against the strongest mix" in render(crowded, "text", details=True)


def circle(groups: int = 120) -> list[GameRecord]:
    """r beats p beats s beats r, four times of five; they change seats."""
    rng = np.random.default_rng(1)
    pairs = [("r", "p"), ("p", "s"), ("s", "r")]
    records = []
    for group in range(groups):
        one, other = pairs[group % 3]
        won = rng.random() < 0.8
        seating, places = ((one, other), (1, 2) if won else (2, 1))
        if group // 3 % 2:
            seating, places = (other, one), (places[1], places[0])
        records.append(make_record(group, group, seating, places))
    return records


def test_rock_paper_and_scissors_are_said() -> None:
    """The main page has a line that names the pairs; with details there are residuals, marked."""
    standings = compute(circle(), "rps")
    assert standings.beyond_elo.pairs_off == 3
    text = " ".join(render(standings, "text").split())
    assert "Elo does not say all: in 3 of 3 pairs results are further off the ratings than luck allows" in text
    assert "took 80 % from" in text or "% expected" in text
    details = render(standings, "text", details=True)
    assert "Beyond Elo" in details
    assert "!" in details[details.index("Beyond Elo") :]
    (pair,) = [pair for pair in standings.pairs if (pair.bot, pair.opponent) == ("r", "p")]
    (turned,) = [pair for pair in standings.pairs if (pair.bot, pair.opponent) == ("p", "r")]
    assert pair.is_off
    assert pair.expected_percent_of_bot is not None
    assert turned.expected_percent_of_bot is not None
    assert round(pair.expected_percent_of_bot + turned.expected_percent_of_bot, 1) == 100


def test_where_elo_is_right_nothing_is_said() -> None:
    """Level bots: no line, and nothing marked."""
    standings = compute(field("ef"), "abcdef")
    assert standings.beyond_elo.pairs_off == 0
    assert "Elo does not say all" not in render(standings, "text", details=True)


def test_bots_that_did_not_all_meet_have_no_mix() -> None:
    records = [record for record in field() if set(record.seating) != {"a", "b"}]
    assert compute(records, "abcd").beyond_elo.against_strongest_mix == ()
