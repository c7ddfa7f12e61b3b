"""Bots that have to be built: once, before the first game, in the contest's sandbox.

A build may hold anything that a bot may, so it is treated like one. It works on a copy of the bot's folder, in a place
of its own, and the bot is started from what came of it; the folder itself is never written to. Copies lie beside the
store, in `NAME.builds`, under a
name that changes with what is built: one that is there with its stamp is used again. The stamp lies beside the copy,
where no build can write, and comes last, so what was half-made when the power failed is made anew. Of copies that no
bot of a contest needs any more the last few are kept. Those of a ladder all stay: a version may come back.

A bot that cannot be built is out from the start, and which bots these are is a fact of the contest: it is settled once.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from arena.errors import WrongInput
from arena.files import LEFT_OUT, MIB, Item, digest, keep_private, remove, walk
from arena.programs.bot import Bot
from arena.programs.build_place import NoRoom, Work, place_of
from arena.programs.build_run import LAST_LINES, run
from arena.programs.conditions import Conditions
from arena.programs.protection import SandboxError, protect
from arena.protocol import printable
from arena.sandbox import Limits, Program, StderrLog, sandbox_of
from arena.store import FailedBuild, Store, builds_of, logs_of

KEPT_BYTES = 65_536
"""How many bytes of a build's output are kept, at the head and again at the tail."""
KEPT = 4
"""How many builds are kept that no bot needs any more, but may need again if somebody puts files back."""
STAMPED = ".built"

Say = Callable[[str], object]


class BuildError(WrongInput):
    """The contest cannot be built, for reasons that are no bot's own; a line for each, with what to do about it."""


class BuildFailed(BuildError):
    """The build of one bot went wrong, and it is the bot's own fault. The others can play."""


class Build(Struct, frozen=True):
    """The build of one bot: `items` of the folder `source` are copied to `copy`, where `program` makes what `bot`
    starts."""

    source: Path
    items: list[Item]
    copy: Path
    program: Program
    bot: Program

    @property
    def name(self) -> str:
        return self.bot.name

    @property
    def stamp(self) -> Path:
        """The file that is there once the copy is built."""
        return self.copy.with_name(self.copy.name + STAMPED)


class Built(NamedTuple):
    """What came of all builds, by name: how to start each bot that needs a build, and which of them could not be
    built.
    """

    programs: dict[str, Program]
    failures: dict[str, FailedBuild]


def sources_of(bots: Mapping[str, Bot]) -> list[Path]:
    """The folders of bots that are built, which no other bot may see; without those in which others are started."""
    started_in = {bot.folder for bot in bots.values() if not bot.build}
    return [bot.folder for bot in bots.values() if bot.folder not in started_in]


def maker_of(copy: Path) -> str:
    """The name of the bot that was built in that copy, "" if it is not known."""
    try:
        return copy.with_name(copy.name + STAMPED).read_text()
    except (OSError, ValueError):
        return ""


def plan_builds(bots: Mapping[str, Bot], conditions: Conditions, db: Path) -> list[Build]:
    """What has to be built for these bots; `db` is the path of the contest's store. Nothing is written yet. Raises
    BuildError."""
    planned, problems = [], []
    for name, bot in bots.items():
        if bot.build:
            try:
                planned.append(_plan(name, bots, conditions, db))
            except (OSError, BuildError) as problem:
                problems.append(str(problem) if isinstance(problem, BuildError) else f"bot {name}: {problem}")
    if problems:
        raise BuildError("\n".join(problems))
    return planned


def _plan(name: str, bots: Mapping[str, Bot], conditions: Conditions, db: Path) -> Build:
    bot, most = bots[name], conditions.limits.build.disk_mb
    own = [db.absolute().with_name(db.name + end) for end in ("", "-wal", "-shm", "-journal")]
    items, size = [], 0
    # The contest's own files change while it runs, and copies would go into copies.
    for item in walk(bot.folder, [*own, logs_of(db).absolute(), builds_of(db)], LEFT_OUT):
        items.append(item)
        size += item.size
        if size > most * MIB:
            raise BuildError(
                f"bot {name}: its folder {bot.folder}, which is copied for its build, has more than the {most} MiB "
                "of limits.build.disk_mb: give the bot a dir of its own, or raise the limit"
            )
    program = Program(name, tuple(bot.build_argv()), str(bot.folder), bot.env, conditions.bind)
    others = {str(other.folder) for other in bots.values()} - {program.folder}
    backend = sandbox_of(conditions.sandbox, conditions.limits)
    program, wrong = backend.equip(program, [*conditions.never, *sorted(others)], conditions.among)
    if wrong:
        raise BuildError("\n".join(f"{line} (for its build)" for line in wrong))
    key = digest(bot.folder, items, name, program.argv, sorted(bot.env.items()))
    target = builds_of(db) / f"{re.sub(r'[^A-Za-z0-9._-]', '_', name)}-{key}"
    return Build(bot.folder, items, target, moved(program, target), moved(bot.started_as(name), target))


def moved(program: Program, target: Path) -> Program:
    """The same program in another folder: words that are paths in the old one become paths in the new one."""

    def new(word: str) -> str:
        old = program.folder
        return str(target) + word[len(old) :] if word == old or word.startswith(old.rstrip("/") + "/") else word

    return replace(program, argv=tuple(map(new, program.argv)), folder=str(target))


def build_for(store: Store, builds: Sequence[Build], conditions: Conditions, say: Say) -> Built:
    """Build what a new or a continued contest needs. Which bots fail is decided once, when all have been tried for the
    first time, and kept as a fact of the store. Raises BuildError, StoreError, and KeyboardInterrupt if
    it is stopped."""
    if not builds:
        return Built({}, {})
    known = store.facts().builds
    failed = known or {}
    built = build_all([build for build in builds if build.name not in failed], conditions, store.path, say)
    if known is None:
        store.change_facts(lambda facts: replace(facts, builds=built.failures))
    elif built.failures:
        # Its games are in the schedule, and half of them may have been played.
        raise BuildError(
            f"{', '.join(built.failures)}: built when this contest began, and not any more: mend what has changed on "
            "this machine, or begin anew with --force-new"
        )
    failures = built.failures | failed
    for name, failure in failures.items():
        say(
            f"{name} is out of this contest: its build failed as it began (log in {failure.log}); "
            "once it is mended, begin anew with --force-new"
        )
    _tidy_up(store.path, builds)
    out = {build.name: build.bot for build in builds if build.name in failed}
    return Built(built.programs | out, failures)


def _tidy_up(db: Path, needed: Sequence[Build]) -> None:
    """Removes what is half-made, and what is not `needed`, but for the last. Whoever may write to the store is alone in
    the folder."""
    names = {build.copy.name for build in needed}
    with suppress(OSError):  # what cannot be removed does no harm
        old = [path for path in builds_of(db).iterdir() if path.is_dir() and path.name not in names]
        stamps = {path: path.with_name(path.name + STAMPED) for path in old}
        whole = [path for path in old if stamps[path].exists()]
        whole.sort(key=lambda path: stamps[path].stat().st_mtime_ns)
        for path in {*old} - {*whole[-KEPT:]}:
            stamps[path].unlink(missing_ok=True)
            remove(path)


def build_all(builds: Sequence[Build], conditions: Conditions, db: Path, say: Say) -> Built:
    """Do one build after another; what has been built before is used again. `say` is told how it goes. Raises
    BuildError if the machine does not allow it, and KeyboardInterrupt if it is stopped."""
    programs, failures = {}, {}
    for build in builds:
        try:
            keep_private(builds_of(db))
            if build.stamp.exists():
                build.stamp.touch()
                ready: Program | FailedBuild = _ready(build, conditions)
            else:
                ready = _build(build, conditions, db, say)
        except (OSError, SandboxError, NoRoom) as problem:
            raise BuildError(f"bot {build.name} cannot be built here: {problem}") from problem
        if isinstance(ready, FailedBuild):
            failures[build.name], programs[build.name] = ready, build.bot
        else:
            programs[build.name] = ready
    return Built(programs, failures)


def _ready(build: Build, conditions: Conditions) -> Program:
    """How the bot is started in the sandbox, now that it is built. Raises SandboxError."""
    return protect(conditions, {build.name: build.bot})[build.name]


def _build(build: Build, conditions: Conditions, db: Path, say: Say) -> Program | FailedBuild:
    began = time.monotonic()
    say(f"building {build.name} ...")
    log = StderrLog(KEPT_BYTES)
    remove(build.copy)
    trouble = _make(build, conditions, log)
    path = logs_of(db) / f"build-{build.name.replace('%', '%25').replace('/', '%2F')}.log"
    path.parent.mkdir(0o700, exist_ok=True)
    path.write_bytes(log.content())
    if trouble is None:
        try:
            program = _ready(build, conditions)
            build.stamp.write_text(build.name)
            say(f"building {build.name} ... ok in {time.monotonic() - began:.1f} s")
            return program
        except SandboxError as problem:
            trouble = f"it ended well, but {problem}"
    remove(build.copy)
    failure = FailedBuild(
        printable(trouble), printable(str(path.relative_to(db.parent))), tuple(log.last_lines(LAST_LINES))
    )
    say("\n  ".join([f"building {build.name} ... FAILED: {failure.text}", *failure.last]))
    return failure


def _make(build: Build, conditions: Conditions, log: StderrLog) -> str | None:
    """Runs the build, brings what it made to its copy, and says what went wrong."""
    most = conditions.limits.build
    limits = Limits(
        memory_mb=most.memory_mb,
        processes=most.processes,
        disk_mb=most.disk_mb,
        cpu_s=most.seconds * most.processes,  # as much as the clock allows
    )
    if wrong := sandbox_of(conditions.sandbox, limits).problems([]):
        raise BuildError("\n".join(line.replace("limits.", "limits.build.") for line in wrong))
    with place_of(conditions.sandbox, Work(build.source, build.items, build.copy), limits) as place:
        try:
            trouble = run(build.program, place, limits, most.seconds, log) or place.take()
        except NoRoom:
            # By whose fault is seen when it stands still.
            trouble = place.exceeded(place.wrote())
            if trouble is None:
                raise
    start = Path(build.bot.argv[0])
    if trouble is None and start.is_relative_to(build.copy) and not (start.is_file() and os.access(start, os.X_OK)):
        what = "is no program that can be started" if start.exists() else "is not there"
        trouble = f"it ended well, but ./{start.relative_to(build.copy)} {what}"
    return trouble
