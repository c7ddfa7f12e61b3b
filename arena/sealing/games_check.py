"""Checks that every game of a contest is as its record says, by the rules and by the plan of the contest."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from contextlib import redirect_stdout

from arena.games import GameCannotLoad, UnknownGame
from arena.referee import GameRecord, Mismatch, lasting_bytes, verify
from arena.sealing.audit import Audit
from arena.store import Store, StoreError


class GamesCheck:
    """Plays all records of a store again through the rules, and compares each with what the contest's facts say of it.

    `good` and `bad` are how many games hold and do not, as far as `problems` has come.
    """

    def __init__(self, store: Store) -> None:
        self.good = self.bad = 0
        self._store = store
        self._digest = hashlib.sha256()

    @property
    def digest(self) -> str:
        """A hash of all that must be equal in every run of the same contest between deterministic bots."""
        return self._digest.hexdigest()

    def problems(self) -> Iterator[str]:
        """Everything that does not hold, a line each. Raises UnknownGame and GameCannotLoad if the rules are not
        installed, and StoreError if no further record can be read."""
        audit = None
        try:
            facts = self._store.facts()
            if not facts.people:  # who plays chooses deals, and may go on from another's game
                audit = Audit(facts, self._store.stages(), self._store.ledger().end)
        except StoreError as problem:
            yield str(problem)
        for record in self._store.records():
            self._digest.update(lasting_bytes(record) + b"\n")
            objections = list(_objections(record, audit))
            yield from (f"game {record.number}: {objection}" for objection in objections)
            if objections:
                self.bad += 1
            else:
                self.good += 1


def _objections(record: GameRecord, audit: Audit | None) -> Iterator[str]:
    if audit is not None:
        yield from audit.objections(record)
    try:
        with redirect_stdout(io.StringIO()):  # of rules that print
            verify(record)
    except (UnknownGame, GameCannotLoad):
        raise
    except Mismatch as problem:
        yield str(problem)
    except Exception as problem:  # options or moves that no rules have given may break rules
        yield f"the rules cannot play it: {problem!r}"
