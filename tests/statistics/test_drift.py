"""Bots that change on the way: found where they do, and hardly ever where they do not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arena.statistics.arrays import Ints
from arena.statistics.drift import FALSE_ALARMS, changes
from arena.statistics.pair_results import Games, pair_results
from arena.statistics.ratings import Ratings, rate
from benchmarks.known_truth.players import World, play, round_robin

FOUR = World("", (80.0, 0.0, 0.0, -80.0), (40.0, -40.0), luck=100)


def contest(first: World, second: World, deals: int, seed: int) -> Ratings:
    """Half the deals in one world, the rest in another, in this order."""
    rng = np.random.default_rng(seed)
    halves = [play(world, round_robin(world, deals // 2), rng) for world in (first, second)]
    return together(halves[0], halves[1], len(first.strengths))


def together(first: Games, second: Games, bots: int) -> Ratings:
    later: Ints = second.group + int(first.group.max()) + 1
    games = Games(
        group=np.concatenate([first.group, later]),
        bots=np.concatenate([first.bots, second.bots]),
        places=np.concatenate([first.places, second.places]),
    )
    return rate(pair_results(bots, [games]), mean=0)


def test_a_bot_that_was_mended_is_named_with_how_much() -> None:
    """150 Elo better in the second half: found, and the change is what it was, to the mean of all."""
    better = replace(FOUR, strengths=(80.0, 150.0, 0.0, -80.0))
    found = contest(FOUR, better, 80, 1).changes()
    assert found[0].bot == 1
    # The mean of all moves by a quarter of it.
    assert found[0].elo == pytest.approx(150 * 0.75, abs=2 * found[0].error)
    assert found[0].first + found[0].second == 240
    weaker = contest(better, FOUR, 80, 1).changes()
    assert (weaker[0].bot, weaker[0].elo < 0) == (1, True)


@pytest.mark.parametrize(
    "world",
    [
        FOUR,
        World("", (0.0,) * 6, (0.0,) * 4, luck=150, taste=100, draw=80),
        World("", (0.0, 0.0), (338.0, -338.0)),
        World("", (300.0, -300.0), (0.0, 0.0)),
    ],
)
def test_no_change_is_no_alarm(world: World) -> None:
    """Of a hundred contests without a change one may name a bot; the bound allows for the noise of 150."""
    alarms = sum(bool(contest(world, world, 60, seed).changes()) for seed in range(100, 250))
    assert alarms <= 150 * FALSE_ALARMS + 5


def test_stronger_opponents_later_are_no_change() -> None:
    """A bot meets the weakest in the first half and the strongest in the second, and stays what it is."""
    rng = np.random.default_rng(4)
    world = World("", (0.0, 0.0, 250.0, -250.0), (0.0, 0.0))

    def rounds(*pairs: tuple[int, int]) -> Games:
        return play(world, np.tile(pairs, (60, 1)), rng)

    ratings = together(rounds((0, 3), (1, 2), (2, 3)), rounds((0, 2), (1, 3), (2, 3)), 4)
    assert ratings.changes() == []


def test_few_groups_are_not_compared() -> None:
    """With 19 groups no half has ten."""
    by_group = np.concatenate([np.full(9, -1.0), np.full(10, 1.0)])[:, None]
    twice = np.repeat(by_group, 2, axis=0)
    assert changes(by_group, by_group != 0, np.ones((1, 1)), [0]) == []
    assert [change.bot for change in changes(twice, twice != 0, np.ones((1, 1)), [0])] == [0]
