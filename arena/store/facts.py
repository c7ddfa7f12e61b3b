"""What a contest's file says about its contest, as one value.

In the file every fact is a row of its own: its name, and its value in JSON. `Facts` is what this version of arena
understands of them. A file may come from anybody, and its rows may hold anything that JSON can hold. So they are read
here, once, and what is no fact is refused with a sentence. A row whose name this version does not know stays in the
file as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Raw, Struct

from arena.store.layout import StoreError

T = TypeVar("T")

_RENAMED = {"seeds": "seeded"}
"""Keys of the fact `contest` as earlier versions named them, and as they are named now."""

Written: TypeAlias = Mapping[str, Raw]
"""Facts as they are written in a file: the JSON of each, by its name."""

EntryState: TypeAlias = Literal["playing", "updated", "retired"]


class Anchor(Struct, frozen=True, kw_only=True):
    """A bot whose rating is fixed, so that ratings of several contests can be compared."""

    bot: str
    elo: float = 1500.0


class FailedBuild(Struct, frozen=True):
    """Why a bot could not be built: `text` follows "its build failed: ", `log` is a path relative to the store's
    folder, and `last` are the last lines of the build's output, made printable."""

    text: str
    log: str | None = None
    last: tuple[str, ...] = ()


class Retired(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A bot that somebody has retired. `stage` is the stage, from 0, before which the run heard of it, or None while no
    run has; `why` is the reason that was given, "" if none was."""

    stage: int | None = None
    why: str = ""

    def __str__(self) -> str:
        return f"was retired: {self.why}" if self.why else "was retired"


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One version of a bot.

    name     in the contest: that of its file, or in `bots`; of later versions with " v2", " v3", ...
    base     the name of its file, or in `bots`
    version  counts from 1
    hash     16 hex digits
    since    the stage before which it entered, from 0
    state    playing; updated, a later (or earlier) version plays; retired, its file is gone
    folder   where its author keeps it; its copy plays, named `copy` in the folder beside the store
    inside   where in the copy it is started, and so how much further up the copy begins than the folder
    command, env, files, build: as they were written
    """

    name: str
    base: str
    version: int = 1
    hash: str
    since: int = 0
    state: EntryState = "playing"
    folder: str
    copy: str
    inside: str = "."
    command: tuple[str, ...]
    env: dict[str, str] = {}
    files: tuple[str, ...] = ()
    build: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """What identifies this version of this bot."""
        return self.base, self.hash


class Entries(Struct, frozen=True):
    """All versions of bots that ever entered a ladder, in the order that numbers them, and the folder in which the
    files of further bots lie, None if there is none."""

    folder: str | None
    bots: tuple[Entry, ...]


class Looked(Struct, frozen=True):
    """What one needs to read a ladder's files as the run does, and what it has found that is no entry: the ladder's own
    paths, the names of the bots of the configuration, which no file can have, and why versions of bots cannot play, by
    their base and hash."""

    apart: tuple[str, ...] = ()
    configured: tuple[str, ...] = ()
    failed: dict[str, dict[str, str]] = {}


class Facts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a contest's file says of its contest.

    contest  what it plays and how, as `arena.contest.fingerprint` wrote it; `of_contest` reads it
    seed     text of the master seed
    bots     the names of all bots, in the order that numbers them; those of a ladder come as they enter
    anchors  the bots whose rating is fixed
    beside   of bots without a folder of their own, what lay beside their files when the contest began, by name; None
             where that was not written down
    builds   the bots that could not be built, by name; None before it was tried, or where no bot needs a build
    entries  the versions of a ladder's bots; None before the first has entered, and in all other formats
    looked   what the last look at a ladder's folder of entries has found
    retired  the bots that play no further because somebody said so, by name, in a ladder by their base
    over     no game with a lower number is played any more: a run says so when it has come to its end, by its last game
             or by a rule, and takes it back (0) before such a game is played after all, as where deals were added; None
             while no run has said anything
    people   those of the names in `bots` that are people's: where they play nobody is rated, and deals are theirs
    """

    contest: Raw
    seed: str
    bots: tuple[str, ...]
    anchors: tuple[Anchor, ...]
    beside: dict[str, tuple[str, ...]] | None = None
    builds: dict[str, FailedBuild] | None = None
    entries: Entries | None = None
    looked: Looked = Looked()
    retired: dict[str, Retired] = {}
    over: int | None = None
    people: tuple[str, ...] = ()

    @property
    def entered(self) -> tuple[Entry, ...]:
        """The versions of a ladder's bots; () before the first has entered, and in all other formats."""
        return self.entries.bots if self.entries else ()

    def of_contest(self, part: type[T]) -> T:
        """What the fact `contest` says, as far as the type `part` asks for it. Raises StoreError if it says nothing of
        the kind."""
        try:
            said = msgspec.json.decode(self.contest, type=dict[str, Raw])
            for old, new in _RENAMED.items():
                if old in said:
                    said.setdefault(new, said.pop(old))
            return msgspec.json.decode(msgspec.json.encode(said), type=part)
        except msgspec.MsgspecError as problem:
            raise unusable(f"contest: {problem}") from problem

    def written(self) -> dict[str, Raw]:
        """These facts as they are written in a file. A fact that is still what a contest begins with has no row."""
        return msgspec.json.decode(msgspec.json.encode(self), type=dict[str, Raw])


def read_facts(written: Written) -> Facts:
    """Read all rows of a file as facts. Raises StoreError if they say something else than facts."""
    try:
        return msgspec.json.decode(msgspec.json.encode(written), type=Facts)
    except msgspec.MsgspecError as problem:
        raise unusable(problem) from problem


def unusable(problem: object) -> StoreError:
    """The error for what is in a sound file but cannot be used by this version of arena."""
    return StoreError(
        f"what the file says of its contest cannot be used: {problem}; "
        "another version of arena wrote it: use that version, or play the contest again in another file"
    )
