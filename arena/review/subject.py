"""Which bot of a contest's file somebody means, and which version of it came before."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from arena.errors import WrongInput
from arena.protocol import printable
from arena.store import Entry, Facts

MOST_NAMED = 20
"""Bots that an error names."""


class Subject(NamedTuple):
    """A bot by its name in the standings; of a ladder the version before it as well, None where there is none."""

    bot: str
    before: str | None


def subject_of(facts: Facts, name: str, path: Path) -> Subject:
    """The bot of that name. In a ladder it may be the name of its file, which stands for its last version, or that of a
    version, the first of which is `NAME v1`. Raises WrongInput where there is none."""
    of_base = sorted((entry for entry in facts.entered if entry.base == name), key=lambda entry: entry.version)
    if of_base:
        playing = [entry for entry in of_base if entry.state == "playing"]
        return _version(facts, (playing or of_base)[-1])
    for entry in facts.entered:
        if name in (entry.name, f"{entry.base} v{entry.version}"):
            return _version(facts, entry)
    if name in facts.bots:
        return Subject(name, None)
    known = list(dict.fromkeys([*facts.bots, *(entry.base for entry in facts.entered)]))
    close = get_close_matches(name, known, 1)
    there = ", ".join(map(printable, known[:MOST_NAMED])) or "none yet"
    more = f" and {len(known) - MOST_NAMED} more" if len(known) > MOST_NAMED else ""
    hint = f"; did you mean {printable(close[0])!r}?" if close else ""
    raise WrongInput(f"there is no bot {printable(name)!r} in {path}; it has {there}{more}{hint}")


def _version(facts: Facts, entry: Entry) -> Subject:
    earlier = [one for one in facts.entered if one.base == entry.base and one.version < entry.version]
    before = max(earlier, key=lambda one: one.version, default=None)
    return Subject(entry.name, before.name if before else None)
