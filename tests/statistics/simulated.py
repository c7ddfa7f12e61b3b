"""Contests of players of known strength, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from arena.statistics.arrays import Floats, Ints
from arena.statistics.pairs import Games, PairResults, pair_results


def contest(
    rng: np.random.Generator,
    strengths: Sequence[float],
    seats: int,
    groups: int,
    *,
    luck: float = 0.0,
    advantage: Sequence[float] = (),
    draws: float = 0.0,
    circle: float = 0.0,
) -> PairResults:
    """Deal groups of all rotations of a line-up, the line-ups of `seats` of all bots taking turns.

    A seat's performance is the strength of its bot, the advantage of the seat, the luck of the deal for that seat
    (standard deviation `luck`), and a Gumbel noise: so far exactly the rating model. Performances within a
    step of `draws` share a place. Each bot gains `circle` against the next one round a circle of three, and loses it
    against the one before: no strengths can say that.
    """
    bots = len(strengths)
    all_line_ups = np.array(list(combinations(range(bots), seats)))
    line_ups = all_line_ups[np.arange(groups) % len(all_line_ups)]
    dealt = rng.normal(0, luck, (groups, seats))
    seated = np.stack([np.roll(line_ups, turn, axis=1) for turn in range(seats)], axis=1)
    performance = np.array(strengths)[seated] + dealt[:, None, :] + rng.gumbel(size=seated.shape)
    performance += np.array(advantage) if len(advantage) else 0.0
    ahead = (seated[..., None, :] - seated[..., :, None]) % 3
    performance += circle * ((ahead == 1).sum(axis=-1) - (ahead == 2).sum(axis=-1))
    places = places_of(performance, draws).reshape(-1, seats)
    group = np.repeat(np.arange(groups), seats)
    return pair_results(bots, [Games(group, seated.reshape(-1, seats), places)])


def places_of(performance: Floats, draws: float) -> Ints:
    """Places of performances on the last axis, more being better; those in the same step of `draws` share one."""
    stepped = np.floor(performance / draws) if draws else performance
    places: Ints = 1 + (stepped[..., None, :] > stepped[..., :, None]).sum(axis=-1)
    return places


def duels(results: Sequence[tuple[int, int, int, int]]) -> PairResults:
    """Games of two: (group, bot on seat 0, bot on seat 1, half points of seat 0)."""
    table = np.array(results, dtype=np.int64).reshape(-1, 4)
    places = np.stack([2 - (table[:, 3] > 0), 2 - (table[:, 3] < 2)], axis=1)
    return pair_results(int(table[:, 1:3].max(initial=-1)) + 1, [Games(table[:, 0], table[:, 1:3], places)])
