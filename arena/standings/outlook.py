"""Says what a contest's plan can find out, before the first game, when it can still be changed."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt

import numpy as np

from arena.contest import Plan
from arena.pairing import Schedule
from arena.standings.settled_state import GROUPS_BEFORE
from arena.statistics import (
    ELO,
    FEWEST_GROUPS,
    LARGEST_ELO,
    Z_975,
    Z_POWER,
    Floats,
    Games,
    SettledOrder,
    Sprt,
    claims,
    length,
    pair_results,
    rate,
    variances,
)

_MOST_GAMES = 50_000
"""The most games of a round that are looked at; in a larger round these stand for all."""
_MOST_BOTS = 500
"""The most bots for which all distances are computed."""
_CERTAIN_GROUPS = 100
"""The number of deal groups of each bot in which clean sweeps settle anything."""
_MOST_SWEPT = 16
"""The most bots for which it is tried what clean sweeps settle: with more it would keep a run waiting."""
_AHEAD = 600
"""A distance in Elo: bots that are further apart are told apart by any games, and shares say little of how far they
are."""


class Outlook:
    """The outlook for a contest of these bots, which plays `deals` of each line-up, or of each line-up of a stage."""

    def __init__(self, plan: Plan, schedule: Schedule, cooperative: bool, elo: float) -> None:
        self._plan = plan
        self._schedule = schedule
        self._cooperative = cooperative
        self._elo = elo
        self._bots = len(schedule.bots)
        self._known = bool(schedule.parts)
        """Whether all line-ups are known before the first game."""

    def lines(self) -> Iterator[str]:
        """What it takes to tell bots apart, and what this plan has, in lines for people."""
        if self._cooperative:
            yield "power: a cooperative game has no Elo; how sure a table is, `arena table` says after the first deals"
        elif self._known and self._bots > 1 and self._schedule.seats > 1:
            yield from self._of_rounds()
        elif self._schedule.seats > 1:
            yield from self._of_each_bot()
        if self._plan.sprt is not None:
            yield from self._of_test()
        if self._plan.settled is not None:
            yield from self._of_order()
        yield from self.warnings()

    def warnings(self) -> Iterator[str]:
        """A warning for each rule that cannot end the contest before its last game, whatever the bots do."""
        if self._plan.sprt is not None:
            test, groups = self._test(), self._schedule.deals
            clear = [end for end, share in (("H1", 1.0), ("H0", 0.0)) if test.decide({share: groups}) is not None]
            if len(clear) < 2:
                what = "cannot decide anything" if not clear else f"can accept {clear[0]} alone"
                yield (
                    f"warning: in {groups} deal groups the SPRT {what}, even if one bot wins every game: "
                    "raise deals, or set elo0 and elo1 further apart"
                )
        elif self._plan.settled is not None and not self._can_settle():
            yield (
                f"warning: in {_deals(self._schedule.deals)} of each line-up no order is ever settled, even if the "
                f"better bot wins every game: raise deals (each bot needs {FEWEST_GROUPS} deal groups at least, and "
                f"{GROUPS_BEFORE} before the first look), or lower confidence"
            )

    def _of_rounds(self) -> Iterator[str]:
        if self._bots > _MOST_BOTS:
            yield f"power: not computed for more than {_MOST_BOTS} bots"
            return
        part, deals = self._schedule.parts[0], self._schedule.deals
        games = min(part.round.games, _MOST_GAMES)
        step = part.round.games / games
        seatings = np.array([part.round.seating(int(game * step)) for game in range(games)])
        one_round = variances(self._bots, seatings) / step
        pair = float(one_round.max())
        needed = _deals_for(pair, Z_975, self._elo)
        yield (
            f"power: two bots {self._elo:g} Elo apart are told apart (95 %), in four contests of five, after "
            f"{_deals(needed)} of each line-up, {needed * part.round.games:,} games"
        )
        yield f"       {_deals(deals)}, as planned, will do for bots that are {_apart(pair / deals, Z_975)} apart"
        if self._bots > 2:
            critical = _critical(one_round)
            all_at_once = _deals(_deals_for(pair, critical, self._elo))
            yield (
                f"       for claims about all {self._bots} bots at once it takes {all_at_once}; those planned do for "
                f"{_apart(pair / deals, critical)}"
            )
        yield from _assumed()

    def _of_each_bot(self) -> Iterator[str]:
        groups = _deals_for(8 / self._schedule.group_size * ELO**2, Z_975, self._elo)
        yield (
            f"power: two bots {self._elo:g} Elo apart are told apart (95 %), in four contests of five, when each has "
            f"played about {groups:,} deal groups, {groups * self._schedule.group_size:,} games"
        )
        if self._plan.format == "swiss" and self._plan.rounds is not None:
            has = self._plan.rounds * self._schedule.deals
            variance = 8 / self._schedule.group_size / has * ELO**2
            yield f"       in {has} deal groups, as planned, bots that are {_apart(variance, Z_975)} apart"
        yield from _assumed()

    def _of_test(self) -> Iterator[str]:
        test, games = self._test(), self._schedule.group_size
        cap = self._schedule.deals
        old, new = self._schedule.bots
        begins = f"sprt:  how long it takes, in deal groups of {games} games (up to {cap:,} are planned)"
        yield begins + (", without draws" if test.model == "logistic" else "")
        for elo in (test.elo0, (test.elo0 + test.elo1) / 2, test.elo1):
            planned = length(test, elo)
            low, middle, high = (max(planned.quantile(at), float(FEWEST_GROUPS)) for at in (0.05, 0.5, 0.95))
            over = planned.over_by(cap)
            yield (
                f"       {new} stronger than {old} by {elo:g}: {_rough(planned.mean)} in the mean, half by "
                f"{_rough(middle)}, nine of ten between {_rough(low)} and {_rough(high)}; "
                f"{100 * over:.0f} % end within the plan"
            )

    def _of_order(self) -> Iterator[str]:
        deals, part = self._schedule.deals, self._schedule.parts[0]
        if self._bots > _MOST_BOTS or part.round.games > _MOST_GAMES:
            return
        rule = self._rule()
        seatings = np.array([part.round.seating(game) for game in range(part.round.games)])
        variance = float(variances(self._bots, seatings).max()) / deals
        yield (
            f"settled: the last of {len(rule.looks)} looks, at {_deals(deals)}, tells neighbours apart, four times of "
            f"five, that are {_apart(variance, rule.critical)} apart"
        )

    def _can_settle(self) -> bool:
        """Whether the last look would settle the order if in every game the bots came in that order."""
        assert self._plan.settled is not None
        part, deals = self._schedule.parts[0], self._schedule.deals
        groups = self._groups_in_a_round() * deals
        if self._bots > _MOST_SWEPT or groups > _CERTAIN_GROUPS or part.round.games * deals > _MOST_GAMES:
            return groups >= FEWEST_GROUPS
        games = np.arange(part.round.games * deals)
        bots = np.array([part.seating(int(game)) for game in games])
        places = 1 + (bots[:, :, None] > bots[:, None, :]).sum(axis=2)
        group = np.array([part.group(int(game)) for game in games])
        rated = rate(pair_results(self._bots, [Games(group, bots, places)]), 0.0)
        verdict = self._rule().look(rated.elo[: self._bots], rated.deviates, rated.freedom[: self._bots])
        return verdict.settled

    def _rule(self) -> SettledOrder:
        assert self._plan.settled is not None
        deals, ranks = self._schedule.deals, self._plan.settled.first or self._bots
        first_look = min(ceil(GROUPS_BEFORE / self._groups_in_a_round()), deals)
        return SettledOrder(ranks, deals, first_look, self._plan.settled.confidence / 100)

    def _test(self) -> Sprt:
        assert self._plan.sprt is not None
        plan = self._plan.sprt
        games = 1 if self._cooperative else self._schedule.group_size
        return Sprt(plan.elo0, plan.elo1, plan.alpha, plan.beta, plan.model, games)

    def _groups_in_a_round(self) -> int:
        """Deal groups of the bot that has the fewest."""
        part = self._schedule.parts[0]
        if part.round.same_deal:
            return 1
        games = min(part.round.games, _MOST_GAMES)
        sat = np.bincount(np.array([part.round.seating(game) for game in range(games)]).ravel(), minlength=self._bots)
        return max(int(sat.min()) // part.round.group_size, 1)


def _critical(distances: Floats) -> float:
    """How many errors apart two of all bots have to be, to be told apart in claims about everybody at once."""
    bots = len(distances)
    around_mean = np.eye(bots) - 1 / bots
    covariance = -0.5 * around_mean @ distances @ around_mean
    return claims(
        np.zeros((bots, bots)), covariance, np.full(bots, 1e9), np.ones((bots, bots), dtype=np.bool_)
    ).critical


def _deals_for(variance: float, critical: float, elo: float) -> int:
    """How many times that is needed which leaves a distance with this variance."""
    return max(ceil(variance * ((critical + Z_POWER) / elo) ** 2), FEWEST_GROUPS)


def _apart(variance: float, critical: float) -> str:
    """What is told apart, with the power of four in five."""
    elo = (critical + Z_POWER) * sqrt(variance)
    return f"{elo:.0f} Elo" if elo <= min(_AHEAD, LARGEST_ELO) else f"over {_AHEAD} Elo"


def _deals(number: int) -> str:
    return f"{number:,} deal{'' if number == 1 else 's'}"


def _rough(number: float) -> str:
    """Two figures that count: the rest would be a promise."""
    digits = len(str(round(number))) - 2
    return f"{round(round(number), -digits) if digits > 0 else round(number):,}"


def _assumed() -> Iterator[str]:
    yield (
        "       (as if bots were equal, no game drawn, and all independent: draws and mirrored deals make it fewer, "
        "bots far apart and deterministic ones make it more)"
    )
