"""How long a contest will take still, said of made-up contests whose games take a known time."""

from __future__ import annotations

import heapq
from random import Random

import pytest

from arena.contest.pace import Pace


def ends(jobs: int, games: int, start: float, seconds: float, spread: float) -> list[float]:
    """When games end that run side by side: each takes so long, more or less, and the first of a place longer."""
    rng, places = Random(1), [0.0] * jobs
    found = []
    for game in range(games):
        took = seconds * rng.uniform(1 - spread, 1 + spread) + (start if game < jobs else 0)
        found.append(heapq.heapreplace(places, places[0] + took) + took)
    return sorted(found)


@pytest.mark.parametrize("jobs", [1, 2, 16])
@pytest.mark.parametrize("spread", [0.0, 0.9])
def test_what_it_says_is_near_to_what_comes(jobs: int, spread: float) -> None:
    """However slowly bots start: near enough from the first word on, and nearer in the second half."""
    games, pace, said = 400, Pace(jobs), 0
    times = ends(jobs, games, start=60, seconds=1, spread=spread)
    for done, now in enumerate(times, 1):
        pace.stored(1, now)
        if now in times[done:]:
            continue  # of those that end in the same instant, whoever looks sees all
        left, truth = pace.left(games - done, now), times[-1] - now
        if left is None:
            assert done < 3 * jobs + 8
            continue
        said += 1
        bound = 0.4 if done < games / 2 else 0.15
        assert abs(left - truth) <= bound * truth + 2, (done, left, truth)
    assert said > games / (2 * jobs)


def test_it_is_silent_until_each_place_has_played_more_than_its_first_game() -> None:
    pace = Pace(4)
    for game in range(1, 8):
        pace.stored(1, 10 + game)
        assert pace.left(100, 10 + game) is None
    pace.stored(1, 18)
    assert pace.left(100, 18) == 100


def test_games_that_end_together_say_nothing_of_each_other() -> None:
    """A pace is a time between games: without one, there is none."""
    pace = Pace(1)
    pace.stored(50, 10)
    assert pace.left(50, 10) is None


def test_the_time_goes_by_between_games_and_not_below_nothing() -> None:
    pace = Pace(1)
    for game in range(1, 11):
        pace.stored(1, float(game))
    assert [pace.left(5, now) for now in (10, 12.5, 60)] == [5, 2.5, 0]


def test_a_machine_that_becomes_slower_is_noticed() -> None:
    """Of a long run that was quick once, what was measured lately counts."""
    pace, now = Pace(2), 0.0
    for game in range(1000):
        now += 1 if game < 300 else 5
        pace.stored(1, now)
    assert pace.left(100, now) == pytest.approx(500, rel=0.05)
