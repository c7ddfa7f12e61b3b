"""The bots of a contest as they are when a run of it begins: read, hashed, and played from copies.

Whatever happens to their files while games are played, it is these versions that play: no bot is started where its
author keeps it. The copies lie beside the store in `NAME.playing`, cannot be written, and go when the run ends. A later
run makes them anew, and is refused if a bot has changed by then (see `identity`). Bots with the same files share a
copy. A ladder's bots have copies that last, see `entrants`; both are made by `versions`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec.structs import replace

from arena.contest.config import Contest
from arena.files import freeze, remove
from arena.programs import SPARED, Changing, SandboxError, Unfit, Version, Versions, beside_of, free, relocated
from arena.sandbox import mib
from arena.store import Facts, copies_beside, own_files, playing_of

_COPY = re.compile(r".*-[0-9a-f]{16}|\.[0-9]+\.new")


def take_all(contest: Contest, config: Path, db: Path, facts: Facts | None = None) -> dict[str, Version]:
    """Read the bots of a contest that is no ladder as they are now, by name; `facts` are those of its store, if there
    is one. Raises SandboxError with all that is wrong."""
    beside = beside_of(contest.bots, facts)
    versions = _versions(contest, config, db)
    found, wrong = {}, []
    for name, bot in contest.bots.items():
        try:
            found[name] = versions.take(name, bot, shared=True, beside=beside[name])
        except Changing as problem:
            wrong.append(f"bot {name}: {problem}: wait for that to end")
        except Unfit as problem:
            wrong.append(f"bot {name}: {problem}")
    if wrong:
        raise SandboxError("\n".join(wrong))
    return found


@contextmanager
def copied(contest: Contest, versions: Mapping[str, Version], config: Path, db: Path) -> Iterator[Contest]:
    """Yields the contest with its bots in copies of these versions, which last as long as it is played; only the
    process that may write to the store may do this. Raises SandboxError if the copies cannot be made, or the bots have
    changed since they were taken."""
    copies = playing_of(db)
    maker = _versions(contest, config, db)
    try:
        _clear(copies)  # of a run that was killed
        _check_room(versions, copies)
        bots, wrong = {}, []
        for name, version in versions.items():
            target = copies / version.entry.copy
            try:
                if not target.exists():
                    maker.copy(version, copies, sealed=contest.sandbox == "bwrap")
                    freeze(target)
                bots[name] = relocated(version.bot, target, version.entry.inside)
            except Changing as problem:
                wrong.append(f"bot {name}: {problem}: wait for that to end")
            except (Unfit, ValueError, OSError) as problem:
                wrong.append(f"bot {name}: {problem}")
        if wrong:
            raise SandboxError("\n".join(wrong))
        yield replace(contest, bots=bots)
    finally:
        _clear(copies)


def _versions(contest: Contest, config: Path, db: Path) -> Versions:
    own = [path.absolute() for path in (*own_files(config, db), *copies_beside(db))]
    return Versions(own, (), contest.limits.build.disk_mb)


def _check_room(versions: Mapping[str, Version], copies: Path) -> None:
    """Raises SandboxError."""
    sizes = {version.entry.copy: sum(item.size for item in version.items) for version in versions.values()}
    wanted, left = sum(sizes.values()), free(copies.parent)
    if left - wanted < min(SPARED, left // 2):
        raise SandboxError(
            f"the disk of {copies} has {mib(left)} left, of which the last is the contest's own, and the copies that "
            f"the bots play from take {mib(wanted)}: make room there, or give each bot a dir with only what it needs"
        )


def _clear(copies: Path) -> None:
    """Remove the copies, and nothing else that might lie there. What cannot be removed does no harm."""
    with suppress(OSError):
        for path in copies.iterdir():
            if _COPY.fullmatch(path.name):
                remove(path)
        copies.rmdir()
