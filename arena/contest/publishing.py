"""Decides what of a contest may be shown to others while games of it are still to be played.

A deal is played from several seats. Whoever sees all of one of its games sees the cards that other bots hold in the
others, and in a copy for one seat the cards that another bot holds there. So a game is shown whole, or as a seat saw
it, only once no game of its deal group is to be played any more; before that as the public saw it. No two deal groups
share a deal, neither within a stage nor from one stage to the next. A card of a deck may come again in another group
where there are more groups than cards; then nothing is shown whole before all games of the contest are over.

Whether a game is still to be played is read from the ledger alone, so it may be asked of a file that is being written.
A game that is not there will never be played if its number is below `Ledger.complete_below` (a bot of it is benched or
retired), or if a run has said that the contest is over (`Facts.over`). Between a benching and either of these a game
may be under way.
"""

from __future__ import annotations

from arena.contest.plan import stored_schedule
from arena.games import EVERYTHING, PUBLIC, Audience
from arena.pairing import Numbers, Schedule, adaptive
from arena.store import Facts, Ledger, Store


class Released:
    """Which games may be shown whole, of those in a ledger; with its `complete_below`, and `Facts.over`."""

    def __init__(self, schedule: Schedule, there: Numbers, complete_below: int = 0, over: int = 0) -> None:
        self._schedule = schedule
        self._there = there
        self._settled = max(complete_below, over)
        self._over = over >= schedule.full

    def whole(self, number: int) -> bool:
        """Whether a game may be shown whole, and as each of its seats saw it."""
        if number not in self._there or not 0 <= number < self._schedule.full:
            return False
        group = self._same_luck(number)
        return group is not None and self._there.covers(max(group.start, self._settled), group.stop)

    def audience(self, number: int) -> Audience:
        """To whom a game may be told, where anybody may listen: EVERYTHING or PUBLIC."""
        return EVERYTHING if self.whole(number) else PUBLIC

    def awaited(self, number: int) -> list[int]:
        """The games that have its luck and are still to be played, or are not known to be over; none if it may be
        shown whole."""
        if not 0 <= number < self._schedule.full:
            return [number]
        group = self._same_luck(number)
        if group is None:
            return [self._schedule.full]
        return [mate for mate in group if mate not in self._there and (mate == number or mate >= self._settled)]

    def _same_luck(self, number: int) -> range | None:
        """The numbers of all games that may have the luck of a known one; None where nobody knows all of them yet."""
        if not self._schedule.cards_return:
            return self._schedule.deal_mates(number)
        return None if adaptive(self._schedule.format) and not self._over else range(self._schedule.full)


def released(store: Store) -> Released:
    """What may be shown of the games of a contest's file, also while a run writes to it. Raises StoreError."""
    # Facts and stages first: games of a stage that is not known yet are not shown whole.
    facts, stages = store.facts(), store.stages()
    return released_of(facts, stages, store.ledger())


def released_of(facts: Facts, stages: list[bytes], ledger: Ledger) -> Released:
    """What may be shown, from `Store.facts()` and `Store.stages()`, both read before the ledger. Raises StoreError."""
    schedule = stored_schedule(facts, stages, max(ledger.end, 1))
    return Released(schedule, ledger.numbers, ledger.complete_below, facts.over or 0)
