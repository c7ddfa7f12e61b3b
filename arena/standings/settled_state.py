"""Are the first bots of the table in order? Asked after whole rounds of a contest, whatever the order of their games.

After a round every line-up has played equally many deals, so all bots are known about equally well; the looks are those
that `arena.statistics.settled_order` plans for the deals that the contest may have at most. A look uses the games of
its rounds and no later one: with any number of workers, and after any break, it says the same.

A bot that is benched (see `arena.contest.bench`) plays no more, and the rounds go on without it: a round is whole when
each of its games is stored, or is known not to come because one of its bots was out before it. Who is out at a look,
and which games are not rated for that, follows from the games up to the last of the look's rounds in the order of the
schedule (`arena.contest.front`). Those that are out are not put in order; what the others have from earlier games with
them counts as it does in the table. The plan of looks stays that for all bots, which asks for no less than one for
fewer would. A planned look is left out while those that are left have met too few deals; and there is none any more
once every line-up has lost a bot.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import ceil, comb

import numpy as np
from msgspec import Struct

from arena.contest import Benchings, Front, SettledPlan, by_name, rules_of
from arena.pairing import Schedule
from arena.referee import GameRecord
from arena.standings.figures import rounded
from arena.standings.pairs import results_of_pairs
from arena.standings.results import reduce_ledger
from arena.statistics import SettledOrder, Verdict, rate
from arena.store import Ledger, Store, Table

GROUPS_BEFORE = 10
"""How many deal groups each bot has played before the first look."""


class SettledState(Struct, frozen=True, kw_only=True):
    """What the last look said: the look number `look` (from 1) of `looks`, at `deals` deals of each line-up.

    `order` are the bots that were not benched by then, by their ratings, best first. Of the first `in_order` it is
    claimed, at `confidence` per cent and counting all looks together, that each is stronger than all below it.
    `still_open` are pairs that had to be told apart and were not. `critical` is how many standard errors apart two
    ratings had to be.
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
    """Ends a contest of one stage by its plan; `schedule` is all of it, with as many deals as it may have."""

    def __init__(self, plan: SettledPlan, schedule: Schedule, store: Store) -> None:
        self._first = plan.first or len(schedule.bots)
        self._confidence = plan.confidence
        self._schedule = schedule
        self._store = store
        self._bench = rules_of(store.facts())
        self._retired = set(by_name(store.facts()))
        self._round = schedule.parts[0].round.games
        before = ceil(GROUPS_BEFORE / self._groups_in_a_round(len(schedule.bots)))
        self._rule = SettledOrder(self._first, schedule.deals, min(before, schedule.deals), plan.confidence / 100)
        self._looked = 0
        """The looks that are over, taken or left out."""
        self._known = 0
        """The games of their rounds."""
        self._front: Front | None = None
        """The way to the next look, once somebody has asked."""
        self._state: SettledState | None = None

    def heard(self, records: Sequence[GameRecord]) -> str | None:
        """Told of games that were just stored, see `arena.contest.run.StopRule.heard`."""
        if not self._over() and (self._front is None or self._front.hear(records)):
            self._look(self._store.ledger())
        return str(self._state) if self._state is not None and self._state.settled else None

    def retire(self, bots: Collection[str]) -> None:
        """Wait no longer for games of these bots, see `arena.contest.run.StopRule.retire`."""
        self._retired.update(bots)
        if self._front is not None:
            self._front.retire(bots)

    def state(self, ledger: Ledger) -> SettledState | None:
        """What the last look at these games says; None before the first."""
        self._look(ledger)
        return self._state

    def _groups_in_a_round(self, bots: int) -> int:
        """Deal groups of each of so many bots."""
        # In a gauntlet a deal is the same for all, and each of its bots plays it.
        return 1 if self._schedule.parts[0].round.same_deal else comb(bots - 1, self._schedule.seats - 1)

    def _over(self) -> bool:
        return self._looked == len(self._rule.looks) or (self._state is not None and self._state.settled)

    def _look(self, ledger: Ledger) -> None:
        while not self._over():
            deals = self._rule.looks[self._looked]
            end = deals * self._round
            self._front = Front(self._schedule, *self._bench, ledger, end, self._known, self._retired)
            if not self._front.hear():
                return
            self._looked, self._known = self._looked + 1, end
            out = {*self._front.out, *self._retired}
            left = [bot for bot in self._schedule.bots if bot not in out]
            if not self._goes_on(out):
                self._looked = len(self._rule.looks)
            elif deals * self._groups_in_a_round(len(left)) >= GROUPS_BEFORE or deals == self._schedule.deals:
                self._state = self._stated(deals, left, self._verdict(ledger, end, left, self._front))

    def _goes_on(self, out: Collection[str]) -> bool:
        """Whether a line-up has none that is out."""
        return any(not any(bot in out for bot in self._schedule.seating(game)) for game in range(self._round))

    def _verdict(self, ledger: Ledger, games: int, left: Sequence[str], front: Front) -> Verdict:
        tables = tuple(_before(table, games) for table in ledger.tables)
        settled = Benchings(unrated=front.unrated(ledger))
        results = reduce_ledger(
            Ledger(ledger.names, ledger.tallies, tables, ledger.numbers),
            self._schedule.bots,
            benched=lambda _: settled,
        )
        ratings = rate(results_of_pairs(results), 0.0)
        bots = [results.names.index(name) for name in left]
        elo = np.where(ratings.known[bots], ratings.elo[bots], np.nan)
        return self._rule.look(elo, ratings.deviates[np.ix_(bots, bots)], ratings.freedom[bots])

    def _stated(self, deals: int, bots: Sequence[str], verdict: Verdict) -> SettledState:
        return SettledState(
            first=self._first,
            confidence=self._confidence,
            deals=deals,
            look=self._looked,
            looks=len(self._rule.looks),
            critical=rounded(self._rule.critical, 3),
            order=tuple(bots[bot] for bot in verdict.order),
            in_order=verdict.in_order,
            settled=verdict.settled,
            still_open=tuple((bots[one], bots[other]) for one, other in verdict.open),
        )


def _before(table: Table, number: int) -> Table:
    return table.part(slice(0, int(np.searchsorted(table.number, number))))
