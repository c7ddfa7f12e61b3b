"""Bots that somebody has retired, or disqualified, while their contest runs: they play no further, and what they have
played counts.

A retirement is a fact of the store, which `arena retire` writes from another process and of which the run comes to
hear: it notes before which stage that was. Games that are under way then are played to their end. The formats that look
at results count each game that was still to come as lost by the bot that is gone, see `arena.contest.course`; the other
formats drop these games. In a ladder all versions of the bot are retired, by their base, and the stage is played to its
end.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from arena.errors import WrongInput
from arena.store import Facts, Retired, Store, StoreError, change_facts

MOST_WORDS = 200
"""The most characters of a reason."""


def by_name(facts: Facts) -> dict[str, Retired]:
    """The retired bots, by the names in the standings. Raises StoreError for bots that the contest does not have."""
    if not facts.retired:
        return {}
    names = {name: name for name in facts.bots} | {entry.name: entry.base for entry in facts.entered}
    if strangers := facts.retired.keys() - set(names.values()):
        raise StoreError(f"bots are said to be retired that are none of the contest's: {', '.join(sorted(strangers))}")
    return {name: facts.retired[base] for name, base in names.items() if base in facts.retired}


def base_of(name: str, facts: Facts) -> str | None:
    """The name by which a bot is retired, if it is called `name` in the standings or the configuration; None if there
    is no such bot."""
    if entries := facts.entered:
        bases = {entry.base for entry in entries}
        return name if name in bases else next((entry.base for entry in entries if entry.name == name), None)
    return name if name in facts.bots else None


def retire_bot(db: Path, bot: str, why: str) -> str:
    """Retire a bot of the contest in the file `db`, to which a run may be writing. Returns what was done, in words.
    Raises WrongInput if there is no such bot, and StoreError."""
    why = " ".join(why.split())
    if len(why) > MOST_WORDS:
        raise WrongInput(f"--why has {len(why)} characters, and a table has room for {MOST_WORDS}")
    with Store.open(db) as store:
        facts = store.facts()
    base = base_of(bot, facts)
    if base is None:
        there = ", ".join(facts.bots) or "none yet"
        raise WrongInput(f"there is no bot {bot!r} in {db}; there are: {there}")
    if base in facts.retired:
        return f"{base} {facts.retired[base]} before"
    change_facts(db, retire(base, why))
    return f"{base} is retired: it plays no further games than those that are under way; `arena table {db}` says so"


def retire(base: str, why: str) -> Callable[[Facts], Facts]:
    """The change of facts that retires a bot. One that is retired already stays as it was."""
    return lambda facts: replace(facts, retired={base: Retired(why=why), **facts.retired})


def heard(stage: int) -> Callable[[Facts], Facts]:
    """The change of facts by which bots of whose retirement no run had heard are retired before that stage."""

    def dated(said: Retired) -> Retired:
        return replace(said, stage=stage) if said.stage is None else said

    return lambda facts: replace(facts, retired={base: dated(said) for base, said in facts.retired.items()})
