"""What a bot adds to a team of strangers: one joint least-squares fit over the mixed line-ups, and the price of faults.

The model says that the score of a game is the effect of its deal plus, for each seat, the effect of the bot on it.
Only games in which nobody forfeited are fitted. All line-ups of a deal share its effect, so a bot is measured against
what others did with the same luck; and in many teams, so that good partners are not mistaken for its own merit.

Effects are known up to what the line-ups can tell apart. Two bots are comparable if the difference of their effects
follows from differences between line-ups of the same deal: A and B are in A A B and A B B, and in A C and B C, but
not in A B alone, nor in A B and C D. Being comparable is transitive; within each such set the effects add up to 0.

A bot that forfeits is charged afterwards. The result says nothing of its partners then, and is in no figure of theirs.
The team lost what its line-up was expected to score on that deal (by the fit, and not below 0); the seats that
forfeited pay for it in equal parts. What a bot paid, spread over all seats that it had (in clean games and in those
that it forfeited), is taken off its effect. For a bot that always forfeits alone the effect cancels out: what is left
is what its partners would have scored without it. So its unknown effect may be taken as 0, the field's average.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from arena.standings.spread import Spread, blocks, per_deal, renumbered, spread
from arena.statistics import Bools, Floats, Ints, joined

# Eigenvalues of the scaled normal matrix and squared counts: below this share they are rounding.
_NOTHING = 1e-9
_APART = 1e-6


@dataclass(frozen=True)
class Games:
    """Mixed games sorted by deal. `deal` counts the deals from 0 without gaps; `bots` is as in `Teams`.

    `answers`, of shape (games, seats), marks the seats whose bots the game counts for: all in a clean game, else those
    of a bot that forfeited in it.
    """

    deal: Ints
    bots: Ints
    forfeited: Bools
    answers: Bools

    @property
    def clean(self) -> Bools:
        clean: Bools = np.logical_not(np.any(self.forfeited, axis=1))
        return clean


@dataclass(frozen=True)
class Design:
    """What line-ups can tell. `sets` are the sets of comparable bots with two bots or more, the largest first.

    `inverse`, of shape (bots, bots), turns the sums over a bot's seats of scores less their deal's mean into effects.
    `deals`, of shape (bots,), counts the deals that a bot's figure rests on; it is 0 for a bot without a figure.
    """

    sets: list[list[int]]
    inverse: Floats
    deals: Ints


def design(games: Games, size: int) -> Design:
    """The design of the clean games; `size` is the number of bots."""
    deal, bots = renumbered(games.deal[games.clean]), games.bots[games.clean]
    met = np.zeros((size + 1) ** 2)
    for one in bots.T:
        for two in bots.T:
            met += np.bincount(one * (size + 1) + two, minlength=(size + 1) ** 2)
    seats = met.reshape(size + 1, size + 1)[:size, :size]
    normal = seats.copy()
    for part, first, count in blocks(deal, size + 1):
        where = np.repeat(deal[part] - first, bots.shape[1])
        sums = per_deal(where, bots[part].ravel(), None, count, size + 1)[:, :size]
        games_of_deal = np.bincount(deal[part] - first, minlength=count)
        normal -= sums.T @ (sums / games_of_deal[:, None])
    # A bot that sat alike in all games of each deal has shown nothing: its own entry is 0, but for rounding.
    shown = np.diagonal(normal) > _NOTHING * np.diagonal(seats)
    scale = np.where(shown, 1 / np.sqrt(np.where(shown, np.diagonal(normal), 1)), 0.0)
    values, vectors = np.linalg.eigh(normal * scale * scale[:, None])
    told = values > _NOTHING
    inverse = (vectors[:, told] / values[told]) @ vectors[:, told].T * scale * scale[:, None]
    # Two bots are comparable if nothing that leaves all results as they are moves them apart.
    silent = vectors[:, ~told] * np.where(shown, scale, 1.0)[:, None]
    basis, _ = np.linalg.qr(silent)
    left = np.flatnonzero(shown).tolist()
    sets = []
    while left:
        alike = [bot for bot in left if np.abs(basis[bot] - basis[left[0]]).max(initial=0.0) < _APART]
        sets.append(alike)
        left = [bot for bot in left if bot not in alike]
    sets = sorted((bots for bots in sets if len(bots) > 1), key=lambda bots: (-len(bots), bots))
    for bots_of_set in sets:
        inverse[bots_of_set] -= inverse[bots_of_set].mean(axis=0)
    return Design(sets, inverse, _deals_of_each(games, sets, size))


def added(games: Games, plan: Design, result: Floats, ceiling: float, stake: float) -> Spread:
    """What each bot adds to `result`, of shape (games,), with forfeits charged. No game is expected to bring more than
    `ceiling`.
    """
    size, seats, clean = len(plan.inverse), games.bots.shape[1], games.clean
    deals = int(games.deal[-1]) + 1 if len(games.deal) else 0
    scale = float(np.abs(result).max(initial=0.0))

    def mean_of_deal(value: Floats) -> Floats:
        """Over the clean games; the mean of all deals for one that has none."""
        played = np.bincount(games.deal[clean], minlength=deals)
        mean: Floats = np.bincount(games.deal[clean], value[clean], deals) / np.maximum(played, 1)
        mean[played == 0] = mean[played > 0].mean() if clean.any() else 0.0
        return mean[games.deal]

    def over_seats(value: Floats, which: Bools) -> Floats:
        """Shape (bots,): sums of `value`, of shape (games, seats), over the seats of each bot."""
        sums: Floats = np.bincount(games.bots[which], value[which], size + 1)[:size].astype(np.float64)
        return sums

    def on_seats(value: Floats) -> Floats:
        wide: Floats = np.broadcast_to(value[:, None], (len(value), seats))
        return wide

    in_clean: Bools = np.broadcast_to(clean[:, None], games.bots.shape)
    effects = plan.inverse @ over_seats(on_seats(result - mean_of_deal(result)), in_clean)
    if scale:
        effects = joined(effects / scale) * scale
    team = np.append(effects, 0.0)[games.bots].sum(axis=1)
    expected = mean_of_deal(result - team) + team
    miss = np.where(clean, result - expected, 0.0)

    guilty = games.forfeited.sum(axis=1)
    cost = on_seats(np.clip(expected, 0.0, ceiling) / np.maximum(guilty, 1))
    taken = over_seats(np.ones(games.bots.shape), games.answers)
    charge = over_seats(cost, games.forfeited) / np.maximum(taken, 1)

    def moves() -> Iterator[Floats]:
        """Of each deal: what its clean games say beyond the effects, and its costs beyond the mean charge."""
        owed = games.forfeited * cost - games.answers * np.append(charge, 0.0)[games.bots]
        for part, first, count in blocks(games.deal, size + 1):
            where, who = np.repeat(games.deal[part] - first, seats), games.bots[part].ravel()
            missed = per_deal(where, who, on_seats(miss[part]).ravel(), count, size + 1)[:, :size]
            charged = per_deal(where, who, owed[part].ravel(), count, size + 1)[:, :size]
            yield missed @ plan.inverse.T - charged / np.maximum(taken, 1)

    alike = np.rint(plan.deals * _alike(games.deal[clean], result[clean])).astype(np.int64)
    return spread(effects - charge, plan.deals, alike, moves(), stake, scale)


def _deals_of_each(games: Games, sets: list[list[int]], size: int) -> Ints:
    deals = np.zeros(size, dtype=np.int64)
    for part, first, count in blocks(games.deal, size + 1):
        where = np.repeat(games.deal[part] - first, games.bots.shape[1])
        taken = per_deal(where, games.bots[part].ravel(), games.answers[part].ravel(), count, size + 1)
        deals += np.count_nonzero(taken[:, :size], axis=0)
    known = np.zeros(size, dtype=np.bool_)
    known[[bot for bots in sets for bot in bots]] = True
    if len(sets) == 1:
        clean = np.bincount(games.bots[games.clean].ravel(), minlength=size + 1)[:size]
        known |= clean == 0
    counted: Ints = np.where(known, deals, 0)
    return counted


def _alike(deal: Ints, result: Floats) -> float:
    """The share of deals whose games all ended alike: they tell nothing of the bots."""
    starts = np.flatnonzero(np.diff(deal, prepend=-1))
    if not len(starts):
        return 1.0
    return float(np.mean(np.maximum.reduceat(result, starts) == np.minimum.reduceat(result, starts)))
