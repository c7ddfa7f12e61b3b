"""Bots that somebody has retired, or disqualified, while their contest runs: they play no further, and what they have
played counts.

That is a fact of the store, which `arena retire` writes from another process and the run comes to hear of: it notes
before which stage that was. Games that are under way then are played to their end. Of those that were still to come the
formats that look at results take each for lost by the bot that is gone, see `arena.contest.course`; others drop them.
In a ladder it is all versions of the bot, by their base, and the stage is played to its end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from arena.programs import ENTRIES, Entry, entries_of
from arena.store import StoreError

RETIRED = "retired"
MOST_WORDS = 200
"""Characters of a reason."""


class Retired(Struct, frozen=True, omit_defaults=True):
    """Why a bot was retired, "" where nobody said, and before which stage, from 0; None while no run has heard of
    it."""

    why: str = ""
    stage: int | None = None

    def __str__(self) -> str:
        return f"was retired: {self.why}" if self.why else "was retired"


def from_facts(facts: Mapping[str, Any]) -> dict[str, Retired]:
    """Of a store, by the names of bots, in a ladder by their bases. Raises StoreError."""
    try:
        return msgspec.convert(facts.get(RETIRED, {}), dict[str, Retired])
    except msgspec.ValidationError as problem:
        raise StoreError(f"what the file says of retired bots cannot be used: {problem}") from problem


def by_name(facts: Mapping[str, Any]) -> dict[str, Retired]:
    """The same by the names in the standings. Raises StoreError, also for bots that the contest does not have."""
    retired = from_facts(facts)
    if not retired:
        return {}
    names = {name: name for name in facts.get("bots", [])} | {entry.name: entry.base for entry in _entries(facts)}
    if strangers := retired.keys() - set(names.values()):
        raise StoreError(f"bots are said to be retired that are none of the contest's: {', '.join(sorted(strangers))}")
    return {name: retired[base] for name, base in names.items() if base in retired}


def base_of(name: str, facts: Mapping[str, Any]) -> str | None:
    """What a bot is retired by, named as in the standings or the configuration; None where there is none of that
    name. Raises StoreError."""
    if entries := _entries(facts):
        bases = {entry.base for entry in entries}
        return name if name in bases else next((entry.base for entry in entries if entry.name == name), None)
    return name if name in facts.get("bots", []) else None


def retire(base: str, why: str) -> Callable[[Any], Any]:
    """For `change_fact`: who is retired already stays so as it was."""
    return lambda known: {base: msgspec.to_builtins(Retired(why)), **(known or {})}


def heard(stage: int) -> Callable[[Any], Any]:
    """For `change_fact`: those that nobody had heard of are retired before that stage."""
    return lambda known: {base: {"stage": stage, **said} for base, said in (known or {}).items()}


def _entries(facts: Mapping[str, Any]) -> list[Entry]:
    try:
        return entries_of(facts.get(ENTRIES))[1]
    except ValueError as problem:
        raise StoreError(f"what the file says of its entries cannot be read: {problem}") from problem
