"""What players took from each other, seat against seat: the data of the rating model and of the cross table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from arena.standings.results import Ranked, Results
from arena.statistics.arrays import Ints
from arena.statistics.pair_points import PairPoints


def bot_points(results: Results) -> PairPoints:
    """Points between bots. Two seats of the same bot have none between them."""
    return _points(len(results.names), [(games, games.bots) for games in results.ranked])


def seat_points(games: Ranked) -> PairPoints:
    """Points between the seats of games with one number of seats, whoever sat there."""
    seats = np.broadcast_to(np.arange(games.seats), games.bots.shape)
    return _points(games.seats, [(games, seats)])


def pair_tallies(results: Results) -> tuple[Ints, Ints]:
    """Pair results counted whole, each of shape (bots, bots): wins of row over column, and draws (symmetric)."""
    size = len(results.names)
    wins, draws = np.zeros(size**2, dtype=np.int64), np.zeros(size**2, dtype=np.int64)
    for games in results.ranked:
        for row, column, half_points, _ in _directed(games, games.bots):
            key = row * size + column
            wins += np.bincount(key[half_points == 2], minlength=size**2)
            draws += np.bincount(key[half_points == 1], minlength=size**2)
    return wins.reshape(size, size), draws.reshape(size, size)


def _points(size: int, blocks: Sequence[tuple[Ranked, Ints]]) -> PairPoints:
    """A point is split over a pair result: 1 to the better place, a half each for a shared one, times 1/(n - 1).

    A seat of an n-seat game has n - 1 pair results from one game. Weighted so, they count together as one game: a
    table of four is no more evidence on a bot than a duel, as far as one game goes.
    """
    keys, values = [np.zeros(0, dtype=np.int64)], [np.zeros(0)]
    for games, players in blocks:
        for row, column, half_points, group in _directed(games, players):
            taken = half_points > 0
            keys.append(((group * size + row) * size + column)[taken])
            values.append(half_points[taken] / 2 / (games.seats - 1))
    # Groups where no pair met are no evidence and not among those that are drawn again.
    key, merged = np.unique(np.concatenate(keys), return_inverse=True)
    group_ids, group = np.unique(key // size**2, return_inverse=True)
    return PairPoints(
        players=size,
        groups=len(group_ids),
        group=group,
        row=key // size % size,
        column=key % size,
        value=np.bincount(merged, np.concatenate(values), len(key)).astype(np.float64),
    )


def _directed(games: Ranked, players: Ints) -> Iterator[tuple[Ints, Ints, Ints, Ints]]:
    """For every two seats: (row player, column player, half points of row: 2, 1 or 0, group), arrays over games."""
    for i in range(games.seats):
        for j in range(games.seats):
            met = players[:, i] != players[:, j]
            if i != j and met.any():
                half_points = 1 + np.sign(games.places[:, j] - games.places[:, i])
                yield players[met, i], players[met, j], half_points[met], games.group[met]
