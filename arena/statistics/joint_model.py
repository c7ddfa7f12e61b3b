"""The rating model: one joint fit of bots and seats to all pair results.

A bot of strength a on a seat of advantage c is expected to take the share 1 / (1 + exp(b + d - a - c)) of the points
from a bot of strength b on a seat of advantage d (R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block
designs", Biometrika 39, 1952; the advantage of an order of presentation inside the model: R. R. Davidson and R. J.
Beaver, Biometrics 33, 1977). A shared place is half a point for each: the model is one of expected shares, right
whatever makes the draws (a quasi-likelihood: R. W. M. Wedderburn, Biometrika 61, 1974); how many draws there are is
another question, see `draws`. Seats have advantages of their own for each number of seats in a game, around 0. Because
bots and seats are fitted together, a bot that sat on the better seat more often is not rated for it.

Strengths are natural logarithms and become Elo with the factor 400 / ln 10.

Results alone may have no finite fit (6-0; a beats b beats c; two groups that never met). So each bot has also drawn one
game against a virtual opponent in the middle of the field, and each seat against a virtual seat without advantage.
Among a hundred real games that moves a rating by little, and it makes the fit unique and finite whatever the results
are. Where bots are fixed at given strengths (anchors), the middle of the field is fitted as well: a single anchor moves
all ratings and no distance.

Seats can be told from bots only where bots change seats. If a seat's advantage has less than a twentieth of the
information that it would have if the bots were known, all advantages of that number of seats are 0 and unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass

import numpy as np

from arena.statistics.arrays import Bools, Floats
from arena.statistics.bradley_terry import PRIOR_GAMES, joined, share
from arena.statistics.pairs import PairResults

_CONVERGED = 1e-9
_LEAST_INFORMATION = 1 / 20
_SLIGHT = 1e-6
_SLOPE = 1e-12
_SIGNS = np.array([1.0, -1.0, 1.0, -1.0])


@dataclass(frozen=True)
class Point:
    """What the model says at some strengths: `expected` (cells,), the expected share of the row; `slope`, by how many
    points the results and the virtual games are above what is expected, and `information`, how fast that falls, of
    which `virtual` is the virtual games' part (a diagonal). The last parameter is the middle of the field."""

    expected: Floats
    slope: Floats
    information: Floats
    virtual: Floats


class Model:
    """The results with their virtual games, at any strengths: bots, then seats, then the middle of the field.

    `free` (bots + seats + 1,) marks what is to be fitted: all but the bots of `fixed`, seats that cannot be told, and
    the middle where no bot is fixed. `drawn_to` (bots + seats,) is 1 for bots, whose virtual opponent stands in the
    middle, and 0 for seats. `met` and `taken` (cells,) are the pair results and their points.
    """

    def __init__(self, results: PairResults, fixed: Mapping[int, float]) -> None:
        self.virtual_games = PRIOR_GAMES
        self.size = results.bots + results.seats
        self.told = _told(results)
        self.free = np.concatenate([np.ones(results.bots, dtype=np.bool_), self.told, [bool(fixed)]])
        self.free[list(fixed)] = False
        self._design = _Design(results)
        self._weights = results.weight
        self.met, self.taken = results.met.astype(np.float64), results.taken
        self.drawn_to = np.where(np.arange(self.size) < results.bots, 1.0, 0.0)
        self._weight, self._taken = self.met * results.weight, self.taken * results.weight

    def hardly_held(self) -> Model:
        """The same model with a twentieth of the virtual games, in which results decide nearly everything, as far as
        they say anything.
        """
        model = copy(self)
        model.virtual_games = PRIOR_GAMES / 20
        return model

    def at(self, values: Floats) -> Point:
        """The model at these values, of shape (bots + seats + 1,)."""
        size, drawn_to = self.size, self.drawn_to
        expected = share(self._design.differences(values))
        pull = share(values[:size] - drawn_to * values[-1])
        slope = np.append(
            self._design.sums(self._taken - self._weight * expected) + self.virtual_games * (0.5 - pull), 0.0
        )
        slope[-1] = -self.virtual_games * (drawn_to * (0.5 - pull)).sum()
        information = np.zeros((size + 1, size + 1))
        information[:size, :size] = self._design.information(self._weight * _slope(expected))
        virtual = self.virtual_games * _slope(pull)
        information[np.arange(size), np.arange(size)] += virtual
        information[:size, -1] = information[-1, :size] = -drawn_to * virtual
        information[-1, -1] = (drawn_to * virtual).sum()
        return Point(expected, slope, information, virtual)

    def jumps(self, along: Floats) -> Floats:
        """By how much a pair result that is won instead of lost moves the score along a direction: shape (cells, ...),
        for directions of shape (bots + seats, ...)."""
        jumps: Floats = (self._design.differences(along).T * self._weights).T
        return jumps

    def differences(self, values: Floats) -> Floats:
        """The difference of row and column in each cell, of shape (cells,), from values of shape (bots + seats,)."""
        return self._design.differences(values)

    def virtual_pull(self, values: Floats) -> Floats:
        """By how many points the virtual games pull at what is free, of shape (bots + seats,)."""
        pull = self.virtual_games * (0.5 - share(values[: self.size] - self.drawn_to * values[-1]))
        result: Floats = np.where(self.free[:-1], pull, 0.0)
        return result

    def moved(self, values: Floats, step: Floats) -> tuple[Floats, float]:
        """The values after one step of Newton's method, and how far that step reaches.

        A Newton step on logistic curves surely goes downhill if no difference of two sides moves by more than 1; one
        that reaches further is cut.
        """
        reach = max(
            float(np.abs(self._design.differences(step)).max(initial=0.0)),
            float(np.abs(step[: self.size] - self.drawn_to * step[-1]).max(initial=0.0)),
        )
        return values + step / max(reach, 1.0), reach


@dataclass(frozen=True)
class JointFit:
    """`bots` (bots,) and `seats` (seats,): strengths and advantages; `told` (seats,): whether they could be told.

    `expected` (cells,): the expected share of the row. `free` (bots + seats,) marks what was fitted, bots and then
    seats; `inverse_information`, of shape (bots + seats, bots + seats), is 0 elsewhere. `values` and `at` are the
    same fit as `model` has it.
    """

    bots: Floats
    seats: Floats
    told: Bools
    expected: Floats
    free: Bools
    inverse_information: Floats
    model: Model
    values: Floats
    at: Point


def joint_fit(results: PairResults, fixed: Mapping[int, float] | None = None) -> JointFit:
    """Fit the model, with the bots of `fixed` at these strengths; without any, strengths are around the middle of the
    field.

    This is Newton's method on a strictly convex function: there is one answer, independent of order.
    """
    fixed = fixed or {}
    bots, size = results.bots, results.bots + results.seats
    model = Model(results, fixed)
    free = model.free
    values = np.zeros(size + 1)
    for bot, strength in fixed.items():
        values[bot] = strength
    if fixed:
        values[:bots][free[:bots]] = values[-1] = np.mean(list(fixed.values()))
    while True:
        point = model.at(values)
        inner = point.information[np.ix_(free, free)]
        step = np.zeros(size + 1)
        step[free] = np.linalg.solve(inner, point.slope[free])
        values, reach = model.moved(values, step)
        if reach < _CONVERGED:
            break
    inverse = np.zeros_like(point.information)
    inverse[np.ix_(free, free)] = np.linalg.inv(inner)
    seats = values[bots:size].copy()
    for first, games in zip(results.first_seat, results.tables, strict=True):
        seats[first : first + games.seats] -= seats[first : first + games.seats].mean()
    strengths = values[:bots].copy()
    strengths[free[:bots]] = joined(strengths[free[:bots]])
    return JointFit(
        bots=strengths,
        seats=joined(seats),
        told=model.told,
        expected=point.expected,
        free=free[:size],
        inverse_information=inverse[:size, :size],
        model=model,
        values=values,
        at=point,
    )


def _slope(shares: Floats) -> Floats:
    """The derivative of shares; not 0 between anchors that are absurdly far apart, or nothing could be solved."""
    slope: Floats = np.maximum(shares * (1 - shares), _SLOPE)
    return slope


class _Design:
    """Every cell is a difference: row and its seat against column and its seat."""

    def __init__(self, results: PairResults) -> None:
        self._size = results.bots + results.seats
        self._ends = np.stack(
            [results.row, results.column, results.bots + results.row_seat, results.bots + results.column_seat]
        )
        self._places = (self._ends[:, None] * self._size + self._ends).ravel()

    def differences(self, values: Floats) -> Floats:
        """The difference in each cell, from the values of bots and seats."""
        row, column, row_seat, column_seat = self._ends
        total: Floats = values[row] - values[column] + values[row_seat] - values[column_seat]
        return total

    def sums(self, of_cells: Floats) -> Floats:
        """The transpose of `differences`: for each bot and seat the sum over its cells, with their signs."""
        total = np.bincount(self._ends.ravel(), np.outer(_SIGNS, of_cells).ravel(), self._size)
        return total.astype(np.float64, copy=False)

    def information(self, weight: Floats) -> Floats:
        """The sum over cells of weight times the design's outer product, of shape (bots + seats, bots + seats)."""
        both = np.outer(np.outer(_SIGNS, _SIGNS).ravel(), weight).ravel()
        total = np.bincount(self._places, both, self._size**2).astype(np.float64, copy=False)
        return total.reshape(self._size, self._size)


def _told(results: PairResults) -> Bools:
    """Shape (seats,): whether seats can be told from bots, alike for all seats of a table."""
    told = np.zeros(results.seats, dtype=np.bool_)
    information = _Design(results).information(results.met * results.weight)
    of_bots = information[: results.bots, : results.bots].copy()
    # Singular, since all bots of a component can move together; what seats have in common with bots is not touched.
    of_bots[np.diag_indices_from(of_bots)] += _SLIGHT
    for first, games in zip(results.first_seat, results.tables, strict=True):
        seats = slice(results.bots + first, results.bots + first + games.seats)
        alone, with_bots = information[seats, seats], information[seats, : results.bots]
        left = alone - with_bots @ np.linalg.solve(of_bots, with_bots.T)
        # The least eigenvalue is 0 in both, that of moving all seats alike.
        told[first : first + games.seats] = (
            np.linalg.eigvalsh(left)[1] >= _LEAST_INFORMATION * np.linalg.eigvalsh(alone)[1]
        )
    return told
