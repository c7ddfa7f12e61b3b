"""The entries of a ladder: bots that come and go, each version of them a row of its own in the standings for ever.

A version is a hash: of all files in the bot's folder, of its command, build and environment, and of the files outside
that these name by their whole path. A bot that changes is a new entry, `NAME v2`, and the old one is scheduled no
further; so is one whose file is gone. Nothing is ever taken off the list, whose order numbers the bots, and no copy of
an entry is ever removed: a version that comes back plays on, and any game can be played anew.
Everything here is a pure function; files are the business of `arena.league.entry_files`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from arena.programs.bot import MAX_NAME, Bot, looks, relocated
from arena.store import Entry


class Changes(Struct, frozen=True):
    """What a look at a ladder's files has changed: `updated` are pairs of the old entry and the new one, `returned` are
    old ones that play on."""

    added: tuple[Entry, ...] = ()
    updated: tuple[tuple[Entry, Entry], ...] = ()
    returned: tuple[Entry, ...] = ()
    retired: tuple[Entry, ...] = ()

    def lines(self, benched: Mapping[str, str]) -> list[str]:
        """The changes as lines for people. `benched` gives for each entry that is not scheduled, whatever it does, the
        reason."""
        return [
            *(f"{entry.name} ({entry.hash}) enters" for entry in self.added),
            *(f"{new.name} ({new.hash}) enters in place of {old.name}" for old, new in self.updated),
            *(f"{entry.name} ({entry.hash}) is back{still_out(benched.get(entry.name))}" for entry in self.returned),
            *(f"{entry.name} retires" for entry in self.retired),
        ]


def still_out(benched: str | None) -> str:
    """What to add about an entry that is back although it is benched, and why; `benched` is the reason, None if it is
    not."""
    return f", but benched: {benched}: change it, and it is a new entry" if benched else ""


def draft(base: str, bot: Bot, hash: str, copy: str, inside: str = ".") -> Entry:
    """A version of a bot that is no entry yet."""
    return Entry(
        name=base,
        base=base,
        hash=hash,
        folder=str(bot.folder),
        copy=copy,
        inside=inside,
        command=bot.command,
        env=bot.env,
        files=bot.files,
        build=bot.build,
    )


def bot_of(entry: Entry, copies: Path) -> Bot:
    """The bot as it is started from the entry's copy. Raises ValueError if it cannot be."""
    copied = copies / entry.copy
    if entry.copy in ("", ".", "..") or "/" in entry.copy:
        raise ValueError(f"{entry.copy!r} is no name of a copy")
    if not copied.is_dir():
        raise ValueError(f"the copy that it plays from is gone: {copied}")
    return relocated(_as_written(entry), copied, entry.inside)


def original_of(entry: Entry) -> Bot:
    """The bot as it would be started where its author keeps it, whatever is there now. Raises ValueError if it cannot
    be."""
    return relocated(_as_written(entry), top_of(entry), entry.inside)


def top_of(entry: Entry) -> Path:
    """The folder of its author from which the entry's copy was made."""
    ups = [] if entry.inside == "." else [".."] * len(Path(entry.inside).parts)
    return Path(os.path.normpath(os.path.join(entry.folder, *ups)))


def _as_written(entry: Entry) -> Bot:
    source = Path(entry.folder)
    return Bot(
        command=entry.command,
        folder=source,
        program=source,  # found anew
        env=entry.env,
        files=entry.files,
        build=entry.build,
    )


def settle(entries: Sequence[Entry], present: Mapping[str, Entry | None], stage: int) -> tuple[list[Entry], Changes]:
    """The list of entries after a look before that stage, and what changed.

    `present` holds, by base, a draft of what is there now, or None if that is not known or not ready to play: then
    everything stays as it was. A base that is not in it has been removed.
    """
    after = list(entries)
    added, updated, returned, retired = [], [], [], []
    for at, entry in enumerate(entries):
        if entry.state == "playing" and entry.base not in present:
            after[at] = replace(entry, state="retired")
            retired.append(after[at])
    places = {entry.key: at for at, entry in enumerate(after)}
    playing = {entry.base: at for at, entry in enumerate(after) if entry.state == "playing"}
    for base, version in present.items():
        if version is None:
            continue
        before, known = playing.get(base), places.get(version.key)
        if known is not None and known == before:
            continue
        if before is not None:
            after[before] = replace(after[before], state="updated")
        if known is not None:
            after[known] = replace(after[known], state="playing")
            returned.append(after[known])
            continue
        name, number = _name(base, after)
        after.append(replace(version, name=name, version=number, since=stage, state="playing"))
        if before is None:
            added.append(after[-1])
        else:
            updated.append((after[before], after[-1]))
    return after, Changes(tuple(added), tuple(updated), tuple(returned), tuple(retired))


def taken_by(base: str, entries: Iterable[Entry], bases: Iterable[str]) -> str | None:
    """The name of another bot, one that ever played or is among the `bases`, which people would take for this one; None
    if there is none."""
    others = [*bases, *(name for entry in entries if entry.base != base for name in (entry.base, entry.name))]
    return next((name for name in others if looks(name) == looks(base)), None)


def _name(base: str, entries: Sequence[Entry]) -> tuple[str, int]:
    """The name of its next version, and that version's number: the first that is free."""
    taken = {looks(entry.name) for entry in entries}
    number = max((entry.version for entry in entries if entry.base == base), default=0) + 1
    while True:
        suffix = f" v{number}" if number > 1 else ""
        name = base[: MAX_NAME - len(suffix)].rstrip() + suffix
        if looks(name) not in taken:
            return name, number
        number += 1
