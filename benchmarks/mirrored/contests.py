"""Contests that are put together from games that were played, and how far their ratings scatter.

Out of the same games two kinds of smaller contests with equally many games are made. Mirrored: whole deal groups. Not
mirrored: one part of each of as many times more deal groups, the parts in turn, so that every line-up plays equally
often from each of its seatings; then no two of its games share a deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np
from msgspec.structs import replace

from arena.pairing import Numbers
from arena.standings import Standings, compute
from arena.statistics import Bools, Floats, Ints
from arena.store import Ledger, Table
from benchmarks.mirrored.played import SEED, Setting, Split

SHUFFLES = 20
"""So often the deals are put together anew."""


def contest_of_each(deal: Ints, part: Ints, parts: int, deals: int) -> Ints:
    """Shape (games,): the contest that each game is in, -1 if in none.

    `deal` counts the deals of each game's line-up from 0, and `part` says which of the `parts` of its deal group a game
    is in. In a contest every part is played at `deals` deals, and no deal is there for two of them.
    """
    contest = deal // (deals * parts)
    whole = (int(deal.max()) + 1) // (deals * parts)
    return np.where((deal % parts == part) & (contest < whole), contest, -1)


@dataclass(frozen=True)
class Games:
    """The games of a setting. `kind` are the line-ups that have deals of their own, `deal` counts these from 0, `parts`
    has for each split how many parts a deal group has, and in which each game is."""

    setting: Setting
    ledger: Ledger
    kind: Ints
    deal: Ints
    parts: Mapping[Split, tuple[int, Ints]]

    @classmethod
    def of(cls, setting: Setting, ledger: Ledger) -> Games:
        (games,) = ledger.tables
        (stage,) = setting.schedule.parts
        _, line_up = np.unique(np.sort(games.bots, axis=1), axis=0, return_inverse=True)
        deal, kind = np.divmod(games.group, stage.round.groups)
        size = stage.round.group_size
        parts: dict[Split, tuple[int, Ints]] = {
            "whole": (1, np.zeros(len(games), dtype=np.int64)),
            "line-ups": (int(line_up.max()) + 1, line_up.astype(np.int64).ravel()),
            "games": (size, games.number % size),
        }
        return cls(setting, ledger, kind, deal, parts)

    def figures(self, which: Bools, group: Ints) -> tuple[Floats, Floats]:
        """Shapes (bots,): Elo, or points added, from these games alone, and half the width of their 95 % intervals.
        `group`, of shape (games,), is what counts as the deal group of each game."""
        (games,) = self.ledger.tables
        games = replace(games, group=group).part(which)
        found = compute(_ledger(self.ledger, games), self.setting.names, cooperative=self.setting.cooperative)
        if isinstance(found, Standings):
            rows = {row.bot: (row.elo_of_bot, row.elo_error_95) for row in found.rows}
        else:
            rows = {row.bot: (row.points_added, row.points_added_error_95) for row in found.rows}
        values, errors = np.array([rows[name] for name in self.setting.names], dtype=np.float64).T
        return values, errors

    def luck_percent(self) -> float | None:
        """How much of the spread of a game's points is luck of the deal, by the standings of all games."""
        if self.setting.cooperative:
            return None
        (variance,) = compute(self.ledger, self.setting.names).variance
        return variance.deal_percent


def _ledger(ledger: Ledger, games: Table) -> Ledger:
    return replace(ledger, tables=(games,), numbers=Numbers(games.number))


@dataclass(frozen=True)
class Widths:
    """Of one kind of contest: the mean half width of a bot's 95 % interval, and what it would be by how the ratings
    scatter from one contest to another: 1.96 standard deviations."""

    interval: float
    scatter: float


def put_together(games: Games, split: Split, deals: int, among: Bools) -> Iterator[tuple[Floats, Floats]]:
    """Values and half widths, each of shape (contests, bots), of contests without a common deal in which every part of
    a deal group is played at `deals` deals; again and again, with the deals shuffled. `among`, of shape (games,), are
    all games of some deals."""
    rng = np.random.default_rng(SEED)
    parts, part = games.parts[split]
    left = np.unique(games.deal[among])
    place = np.searchsorted(left, games.deal).clip(max=len(left) - 1)
    kinds = int(games.kind.max()) + 1
    for _ in range(SHUFFLES):
        order = np.array([rng.permutation(len(left)) for _ in range(kinds)])
        deal = order[games.kind, place]
        # The deals of a round, one for each part, are the group of a cooperative game. Its standings ask what line-ups
        # make of the same group, and could say nothing of groups with a single one.
        group = deal // parts if games.setting.cooperative else games.ledger.tables[0].group
        # With another part of each deal the same deals make other contests.
        for phase in range(parts):
            contest = np.where(among, contest_of_each(deal, (part + phase) % parts, parts, deals), -1)
            figures = np.array([games.figures(contest == each, group) for each in range(int(contest.max()) + 1)])
            yield figures[:, 0], figures[:, 1]


def measure(games: Games, split: Split, deals: int, among: Bools) -> Widths:
    """Of contests of that size. The scatter is measured in those of a quarter of it, of which there are more, and whose
    ratings scatter twice as far."""
    quarter = deals // 4
    intervals = [errors.mean() for _, errors in put_together(games, split, deals, among)]
    variances = [values.var(axis=0, ddof=1).mean() for values, _ in put_together(games, split, quarter, among)]
    return Widths(float(np.mean(intervals)), 1.96 * sqrt(np.mean(variances) * quarter / deals))


@dataclass(frozen=True)
class Pair:
    """The same contests with mirrored deals, and with deals apart."""

    mirrored: Widths
    apart: Widths

    @property
    def intervals(self) -> float:
        """The ratio."""
        return self.mirrored.interval / self.apart.interval

    @property
    def scatters(self) -> float:
        """The ratio."""
        return self.mirrored.scatter / self.apart.scatter
