"""Before the first game: can every bot be started in the sandbox that was asked for? Never less than that."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from arena.contest.entries import copies_of
from arena.sandbox import Limits, Program, SandboxName, can_make_groups, sandbox_of

UNPROTECTED = (
    "bots run unprotected (sandbox: none): they can read your files and disturb each other. "
    "For bots that you do not trust: --sandbox bwrap"
)
AS_ROOT = (
    "bots run as root (sandbox: {}): they cannot reach into the referee's memory, but can change any file on this "
    "machine. Start arena as an ordinary user, or with --sandbox bwrap"
)
UNCOUNTED = (
    "memory: counted by looking at processes; no control group can be made here, so what no process maps, such as "
    "buffers of sockets, is not seen. Start arena as root, or in a scope of its own: "
    "systemd-run --user --scope -p Delegate=yes arena run ..."
)


def unprotected(sandbox: SandboxName) -> list[str]:
    """What its protection lacks on this machine, for whoever starts a contest; a line each, with what to do."""
    told = [UNPROTECTED] if sandbox == "none" else []
    if sandbox != "bwrap" and os.geteuid() == 0:
        told.append(AS_ROOT.format(sandbox))
    if sandbox != "none" and not can_make_groups():
        told.append(UNCOUNTED)
    return told


class SandboxError(Exception):
    """The sandbox cannot be had, for some bot or for any; a line for each reason, with what to do about it."""


def protect(
    sandbox: SandboxName,
    limits: Limits,
    bind: Sequence[str],
    programs: Mapping[str, Program],
    never: Sequence[Path] = (),
    among: Sequence[Path] = (),
) -> dict[str, Program]:
    """The programs with all that they must see to run. `bind` is what all of them may see besides, `never` what none of
    them may: the contest's own files. Another bot's folder is seen by none but those who share it, nor is any of the
    copies of bots that lie in the folders `among`, but for the one that a bot is started in. Raises SandboxError."""
    backend = sandbox_of(sandbox, limits)
    problems = backend.problems([])
    if problems:
        raise SandboxError("\n".join(problems))
    ready: dict[str, Program] = {}
    own, copies = ([str(path.absolute()) for path in paths] for paths in (never, among))
    folders = {program.folder for program in programs.values()}
    for name, program in programs.items():
        others = folders - {program.folder}  # bots may share a folder, but none looks into another's
        ready[name], wrong = backend.equip(replace(program, bind=(*program.bind, *bind)), [*own, *others], copies)
        problems += wrong
    problems = problems or backend.problems(list(ready.values()))
    if problems:
        raise SandboxError("\n".join(problems))
    return ready


def own_files(config: Path, db: Path) -> list[Path]:
    """What belongs to the contest and no bot may see: seeds, results, what the others said."""
    stores = [db.parent / (db.name + end) for end in ("-wal", "-shm", "-journal")]
    return [config, db, *stores, logs_of(db)]


def copies_beside(db: Path) -> list[Path]:
    """The folders beside the store in which copies of bots lie side by side: those of a ladder, of bots that play now,
    and builds."""
    return [copies_of(db), playing_of(db), builds_of(db)]


def playing_of(db: Path) -> Path:
    """The folder of the copies that bots of a contest that is no ladder play from while it runs, beside the store."""
    return (db.parent / (db.name.removesuffix(".db") + ".playing")).absolute()


def builds_of(db: Path) -> Path:
    """The folder of the copies in which bots are built, beside the store."""
    return (db.parent / (db.name.removesuffix(".db") + ".builds")).absolute()


def logs_of(db: Path) -> Path:
    """The folder for what bots write to stderr, beside the store."""
    return db.parent / (db.name.removesuffix(".db") + ".logs")
