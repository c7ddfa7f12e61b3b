"""Bots that change on the way: found where they do, and hardly ever where they do not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arena.statistics.arrays import Floats, Ints
from arena.statistics.drift import FALSE_ALARMS, changes, part_starts
from arena.statistics.pairs import Games, pair_results
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
    assert found[0].elo == pytest.approx(150, abs=2 * found[0].error)
    assert found[0].groups == 240
    weaker = contest(better, FOUR, 80, 1).changes()
    assert (weaker[0].bot, weaker[0].elo < 0) == (1, True)


def course(gains: Floats, seed: int) -> Ratings:
    """One round of all four for each of `gains`, by which bot 1 is stronger in it."""
    rng = np.random.default_rng(seed)
    played = []
    for number, gain in enumerate(gains.tolist()):
        world = replace(FOUR, strengths=(80.0, gain, 0.0, -80.0))
        games = play(world, round_robin(world, 1), rng)
        played.append(Games(games.group + 6 * number, games.bots, games.places))
    joined = [np.concatenate([getattr(games, name) for games in played]) for name in ("group", "bots", "places")]
    return rate(pair_results(4, [Games(*joined)]), mean=0)


ROUND_OF_GROUP = np.arange(6 * 64) // 6


def test_an_hour_of_weakness_is_found_with_its_rounds() -> None:
    """A bot 400 Elo weaker in one eighth of 64 rounds, as on an overloaded machine: when, and by how much. The halves
    of the contest differ by an eighth of that, which nobody could tell."""
    gains = np.where((np.arange(64) >= 24) & (np.arange(64) < 32), -400.0, 0.0)
    (found,) = course(gains, 2).changes(ROUND_OF_GROUP)
    assert (found.bot, found.kind, found.first, found.last) == (1, "spell", 24, 31)
    assert found.elo == pytest.approx(-400, abs=found.error)


def test_opponents_of_a_bot_that_changed_did_not() -> None:
    """One of four gains 400 Elo half-way, so all others lose points to it: it alone is named."""
    found = course(np.where(np.arange(256) >= 128, 400.0, 0.0), 6).changes(np.arange(6 * 256) // 6)
    assert [(change.bot, change.kind, change.first) for change in found] == [(1, "step", 128)]


def test_groups_of_void_games_at_the_end_are_no_trouble() -> None:
    """Stages of more deal groups than have a result, and of none at all."""
    ratings = course(np.zeros(20), 1)
    assert ratings.changes(np.arange(6 * 20 + 5) // 6) == ratings.changes(np.arange(6 * 20) // 6)
    nothing = rate(pair_results(2, []), mean=0)
    assert nothing.changes(np.arange(3)) == nothing.changes(np.arange(0)) == []


def test_learning_is_a_trend() -> None:
    """A bot that gains 400 Elo bit by bit is said to have gained them from the beginning to the end."""
    (found,) = course(np.linspace(0, 400, 64), 5).changes(ROUND_OF_GROUP)
    assert (found.bot, found.kind, found.first, found.last) == (1, "trend", 0, 63)
    assert found.elo == pytest.approx(400, abs=found.error)


def test_late_updates_are_found_where_they_were() -> None:
    """A step in the last quarter is dated to the round in which it was."""
    (found,) = course(np.where(np.arange(64) >= 48, 300.0, 0.0), 3).changes(ROUND_OF_GROUP)
    assert (found.bot, found.kind, found.first) == (1, "step", 48)


def test_parts_are_whole_stages() -> None:
    """A part begins where a stage does, as near to equal parts as that allows; one stage has no parts."""
    stage = np.repeat([0, 1, 2, 3], [10, 30, 10, 10])
    assert part_starts(stage, 4) == [0, 10, 40]
    assert part_starts(stage, 2) == [0, 40]
    assert part_starts(np.zeros(60, dtype=np.int64), 4) == [0]
    assert part_starts(np.arange(60), 3) == [0, 20, 40]


def test_a_few_events_prove_nothing() -> None:
    """Of 200 deal groups three were lost, all in the last quarter: three events, whatever the groups are."""
    lost = np.zeros((200, 1))
    lost[[160, 170, 190]] = -1.0
    assert changes(lost, np.ones_like(lost, dtype=np.bool_), np.ones((1, 1)), np.ones(1), [0]) == []


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
    assert changes(by_group, by_group != 0, np.ones((1, 1)), np.ones(1), [0]) == []
    assert [change.bot for change in changes(twice, twice != 0, np.ones((1, 1)), np.ones(1), [0])] == [0]
