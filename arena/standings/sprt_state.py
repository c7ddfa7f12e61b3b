"""The state of an SPRT: deal groups looked at one after the other in their order, whatever the order of their ends.

So the decision is that of the first group that reached a bound, the same with any number of workers; games that were
under way then, and later ones, are stored and in the tables, but decide nothing.

All finished games count in it, also those that benched a bot, which are rated for nobody: there are only these two, so
no third is given wins that others were not, and a version that fails is not better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct

from arena.contest import SprtPlan
from arena.games import Ranking
from arena.referee import GameRecord
from arena.standings.figures import known, rounded
from arena.statistics import Decision, Model, Sprt, decision, difference
from arena.store import Ledger

_AT_ONCE = 4096


class SprtState(Struct, frozen=True, kw_only=True):
    """Where a sequential test stands, from the view of `bot` (the second of the configuration) against `opponent`.

    `counts` are deal groups by the share of their points that the bot took. `decision` is H1 (stronger by `elo1`), H0
    (by `elo0` at most) or None, and then `llr` is that of the last group, else that of the group that decided.
    `elo_of_bot` and its 95 % interval are estimates from these groups, of the kind of Elo that `model` says.
    """

    bot: str
    opponent: str
    model: Model
    elo0: float
    elo1: float
    alpha: float
    beta: float
    deal_groups: int
    counts: dict[str, int]
    llr: float
    lower: float
    upper: float
    decision: Decision | None
    elo_of_bot: float
    elo_low_95: float | None
    elo_high_95: float | None

    def __str__(self) -> str:
        said = {
            "H1": f"{self.bot} is stronger than {self.opponent}: H1 is accepted",
            "H0": f"{self.bot} is not stronger than {self.opponent} by {self.elo1:g}: H0 is accepted",
            None: "not decided",
        }[self.decision]
        groups = f"{self.deal_groups} deal group{'' if self.deal_groups == 1 else 's'}"
        return (
            f"SPRT ({self.model} Elo, {self.elo0:g} against {self.elo1:g}): {said} after {groups}, LLR {self.llr:.2f} "
            f"({self.lower:.2f} to {self.upper:.2f})"
        )


class SprtRule:
    """Ends a contest of two bots by the test of its plan; `bots` are OLD and NEW, `games` those of a deal group.

    Between opponents a deal group brings NEW its share of the points. In a cooperative game OLD and NEW each play the
    deal with themselves, and NEW takes it, shares it or loses it by whether it won and by its score: then a group is
    one game between the two.
    """

    def __init__(self, plan: SprtPlan, bots: Sequence[str], games: int, cooperative: bool, ledger: Ledger) -> None:
        self._plan = plan
        self._cooperative = cooperative
        self._pairs = 1 if cooperative else games
        self._test = Sprt(plan.elo0, plan.elo1, plan.alpha, plan.beta, plan.model, self._pairs)
        self._opponent, self._bot = bots
        self._games = games
        self._support = [Fraction(half, 2 * self._pairs) for half in range(2 * self._pairs + 1)]
        """The shares that a group can bring."""
        self._waiting: dict[int, list[_Result | None]] = {}
        self._next = 0
        self._counts: Counter[float | Fraction] = Counter()
        self._decision: Decision | None = None
        self._llr = 0.0
        self._catch_up(ledger)

    def retire(self, bots: Collection[str]) -> None:
        """Called by the run, see `arena.contest.run.StopRule.retire`: of two bots neither can go on without the
        other.
        """

    def heard(self, records: Sequence[GameRecord]) -> str | None:
        """Told of games that were just stored, see `arena.contest.run.StopRule.heard`."""
        for record in records:
            result: _Result | None = None
            if isinstance(record.outcome, Ranking):
                result = record.seating, record.outcome.places
            elif record.outcome is not None:
                result = record.seating, (record.outcome.won, record.outcome.score)
            self._waiting.setdefault(record.group, []).append(result)
        self._judge()
        return self.verdict()

    def verdict(self) -> str | None:
        """Why the contest is over, None while it is not."""
        return str(self.state()) if self._decision else None

    def state(self) -> SprtState:
        """Where the test stands."""
        plan = self._plan
        estimate = difference(self._counts, plan.model, self._pairs)
        lower, upper = self._test.bounds
        return SprtState(
            bot=self._bot,
            opponent=self._opponent,
            model=plan.model,
            elo0=plan.elo0,
            elo1=plan.elo1,
            alpha=plan.alpha,
            beta=plan.beta,
            deal_groups=self._counts.total(),
            counts={f"{float(share):g}": self._counts[share] for share in self._support},
            llr=rounded(self._llr, 3),
            lower=rounded(lower, 3),
            upper=rounded(upper, 3),
            decision=self._decision,
            elo_of_bot=rounded(estimate.elo),
            elo_low_95=known(estimate.low),
            elo_high_95=known(estimate.high),
        )

    def _catch_up(self, ledger: Ledger) -> None:
        for table in ledger.tables:
            ends = (
                zip(table.won.tolist(), table.score.tolist(), strict=True)
                if self._cooperative
                else table.places.tolist()
            )
            rows = zip(table.group.tolist(), table.bots.tolist(), ends, table.finished.tolist(), strict=True)
            for group, bots, end, finished in rows:
                result = (tuple(ledger.names[bot] for bot in bots), tuple(end)) if finished else None
                self._waiting.setdefault(group, []).append(result)
        self._judge()

    def _judge(self) -> None:
        """Look at the groups that are whole now, in their order, until one decides; thousands at once."""
        shares = list(self._whole())
        for begin in range(0, len(shares), _AT_ONCE):
            some = shares[begin : begin + _AT_ONCE]
            seen = (np.array(some)[:, None] == np.arange(2 * self._pairs + 1)).cumsum(axis=0)
            counts = seen + [self._counts[share] for share in self._support]
            llrs = self._test.llrs(np.array(self._support, dtype=np.float64), counts.astype(np.float64))
            bounds, groups = self._test.bounds, self._counts.total()
            decisions = [decision(float(llr), bounds, groups + at) for at, llr in enumerate(llrs, start=1)]
            end = next((at for at, decided in enumerate(decisions) if decided), len(some) - 1)
            self._counts = Counter(dict(zip(self._support, counts[end].tolist(), strict=True)))
            self._llr, self._decision = float(llrs[end]), decisions[end]
            if self._decision is not None:
                return

    def _whole(self) -> Iterator[int]:
        """What NEW took of each whole group that nobody has looked at, in half points of its games."""
        while self._decision is None and len(self._waiting.get(self._next, ())) == self._games:
            results = self._waiting.pop(self._next)
            self._next += 1
            rated = [result for result in results if result is not None]
            # A group with a game that stayed void is no evidence: what is left of it is not mirrored.
            if len(rated) == self._games:
                yield self._half_points(rated)

    def _half_points(self, results: Sequence[_Result]) -> int:
        if self._cooperative:
            made = {seating[0]: end for seating, end in results}
            return _half_points(made[self._bot], made[self._opponent])
        taken = 0
        for seating, places in results:
            seat = seating.index(self._bot)
            taken += _half_points(places[1 - seat], places[seat])  # a lower place is a better one
        return taken


_Result: TypeAlias = tuple[tuple[str, ...], tuple[float, ...]]
"""Who sat where, with the places of the seats; in a cooperative game with whether they won, and the score."""


def _half_points(own: Any, other: Any) -> int:
    return int(1 + (own > other) - (own < other))
