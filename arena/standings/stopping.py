"""What ends a contest before its last game: the clock, or a rule that has seen enough."""

from __future__ import annotations

from arena.contest import Contest, Stopping
from arena.games import find_game
from arena.standings.of_store import rule_of
from arena.store import Store


def stopping_of(contest: Contest, store: Store) -> Stopping:
    """What ends the contest before its last game. Raises StoreError."""
    return Stopping(contest.stop.minutes, rule_of(store, store.ledger(), find_game(contest.game).cooperative))
