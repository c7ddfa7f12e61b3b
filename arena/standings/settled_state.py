"""Are the first bots of the table in order? Asked after whole rounds of a contest, whatever the order of their games.

After a round every line-up has played equally many deals, so all bots are known about equally well; the looks are those
that `arena.statistics.settled_order` plans for the deals that the contest may have at most. A look uses the games of
its rounds and no later one: with any number of workers, and after any break, it says the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, comb

import numpy as np
from msgspec import Struct

from arena.contest.ledger import Ledger, Table
from arena.contest.schedule import Schedule
from arena.contest.stops import SettledPlan
from arena.contest.store import Store
from arena.referee import GameRecord
from arena.standings.figures import rounded
from arena.standings.pairs import results_of_pairs
from arena.standings.results import reduce_ledger
from arena.statistics.ratings import rate
from arena.statistics.settled_order import SettledOrder, Verdict

GROUPS_BEFORE = 10
"""Deal groups that each bot has played before anybody looks."""


class SettledState(Struct, frozen=True, kw_only=True):
    """What the last look said: at `deals` of each line-up, the look number `look` (from 1) of `looks`.

    `order` are the bots by their ratings then, best first; of the first `in_order` it is claimed, at `confidence` per
    cent and counting all looks together, that each is stronger than all below it. `still_open` are pairs that had to be
    told apart and were not. `critical` is how many standard errors apart two ratings had to be.
    """

    first: int
    confidence: float
    deals: int
    look: int
    looks: int
    critical: float
    order: tuple[str, ...]
    in_order: int
    settled: bool
    still_open: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        sure = f"at {self.confidence:g} % after {self.deals} deals for each line-up, look {self.look} of {self.looks}"
        claimed = " > ".join(self.order[: self.in_order])
        if self.settled:
            rest = "" if self.in_order == len(self.order) else " > all others"
            return f"settled {sure}: {claimed}{rest}"
        pair = f"{self.still_open[0][0]} and {self.still_open[0][1]} are not told apart"
        more = f" ({len(self.still_open)} pairs are open)" if len(self.still_open) > 1 else ""
        return f"not settled {sure}: {pair}{more}" + (f"; in order: {claimed}" if claimed else "")


class SettledRule:
    """Ends a contest of one stage by its plan: `schedule` is all of it, with as many deals as it may have."""

    def __init__(self, plan: SettledPlan, schedule: Schedule, store: Store) -> None:
        bots, (part,) = len(schedule.bots), schedule.parts
        self._first = plan.first or bots
        self._confidence = plan.confidence
        self._bots = schedule.bots
        self._store = store
        self._round = part.round.games
        # In a gauntlet a deal is the same for all, and each of its bots plays it.
        in_a_round = 1 if part.round.same_deal else comb(bots - 1, schedule.seats - 1)
        self._rule = SettledOrder(
            self._first, schedule.deals, min(ceil(GROUPS_BEFORE / in_a_round), schedule.deals), plan.confidence / 100
        )
        self._looked = 0
        self._state: SettledState | None = None

    def heard(self, records: Sequence[GameRecord]) -> str | None:
        """See `arena.contest.run.StopRule`."""
        if not self._over() and self._rounds() >= self._rule.looks[self._looked]:
            self._look(self._store.ledger())
        return str(self._state) if self._state is not None and self._state.settled else None

    def state(self, ledger: Ledger) -> SettledState | None:
        """What the last look at these games says; None before the first."""
        self._look(ledger)
        return self._state

    def _over(self) -> bool:
        return self._looked == len(self._rule.looks) or (self._state is not None and self._state.settled)

    def _rounds(self) -> int:
        return self._store.numbers().first_missing() // self._round

    def _look(self, ledger: Ledger) -> None:
        rounds = ledger.numbers.first_missing() // self._round
        while not self._over() and rounds >= (deals := self._rule.looks[self._looked]):
            self._looked += 1
            self._state = self._stated(deals, self._verdict(ledger, deals * self._round))

    def _verdict(self, ledger: Ledger, games: int) -> Verdict:
        tables = tuple(_before(table, games) for table in ledger.tables)
        results = reduce_ledger(Ledger(ledger.names, ledger.tallies, tables, ledger.numbers), self._bots)
        ratings = rate(results_of_pairs(results), 0.0)
        bots = [results.names.index(name) for name in self._bots]
        elo = np.where(ratings.known[bots], ratings.elo[bots], np.nan)
        return self._rule.look(elo, ratings.covariance[np.ix_(bots, bots)], ratings.freedom[bots])

    def _stated(self, deals: int, verdict: Verdict) -> SettledState:
        return SettledState(
            first=self._first,
            confidence=self._confidence,
            deals=deals,
            look=self._looked,
            looks=len(self._rule.looks),
            critical=rounded(self._rule.critical, 3),
            order=tuple(self._bots[bot] for bot in verdict.order),
            in_order=verdict.in_order,
            settled=verdict.settled,
            still_open=tuple((self._bots[one], self._bots[other]) for one, other in verdict.open),
        )


def _before(table: Table, number: int) -> Table:
    return table.part(slice(0, int(np.searchsorted(table.number, number))))
