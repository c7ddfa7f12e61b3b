"""The bots of a ladder, made ready while games run: read, copied, built, tried in the sandbox, entered.

All of a ladder's bots are entries, those of the configuration as well: these are read once a run, the files of the
folder before each stage. Each plays from a copy, so that its author may overwrite what is his at any time, and a run
that goes on after a break plays the very version that it began with.

A bot is entered when it can play, and not before: one that cannot be read, copied, built or started is told of, once,
and what played before it plays on. Builds of newcomers run in a process of their own beside the games.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arena.contest.bots import Bot
from arena.contest.builds import BuildError, build_all, builds_of, plan_builds
from arena.contest.config import Contest
from arena.contest.entries import FACT, Entry, bot_of, copies_of, from_fact, settle, taken_by, to_fact
from arena.contest.entry_files import Changing, EntryFiles, Unfit, Version, entry_paths
from arena.contest.prepare import program_of
from arena.contest.protect import SandboxError, logs_of, own_files, protect
from arena.contest.schedule import Schedule
from arena.contest.store import Store, StoreError
from arena.contest.worker import Setup
from arena.referee import FaultPolicy
from arena.sandbox import Limits, Program, SandboxName, sandbox_of

Key = tuple[str, str]
Say = Callable[[str], object]


class Entrants:
    """The entries of the ladder in `store`, which is kept up to date; `config` is the file of the contest.

    `begin` comes before the first game, `enter` before each further stage, `close` at the end.
    """

    def __init__(
        self, store: Store, contest: Contest, config: Path, say: Say, now: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._contest = contest
        self._say = say
        db = store.path.absolute()
        self._db = db
        self._copies = copies_of(db)
        self._folder = Path(contest.entries) if contest.entries else None
        self._never = [*own_files(config.absolute(), db), *([self._folder] if self._folder else [])]
        own = [db.with_name(db.name + end) for end in ("", "-wal", "-shm", "-journal")]
        apart = [*own, config.absolute(), logs_of(db), builds_of(db), self._copies, *self._never]
        self._files = EntryFiles(apart, contest.limits.build.disk_mb, now)
        self._configured: dict[str, Entry] = {}
        self._ready: dict[Key, Program] = {}
        self._failed: dict[Key, str] = {}
        self._builds: dict[Key, _Building] = {}
        self._told: dict[str, str] = {}
        """What was last said of a bot, by its base."""
        try:
            _, self.entries = from_fact(store.facts().get(FACT))
        except ValueError as problem:
            raise StoreError(f"{store.path}: what it says of its entries cannot be read: {problem}") from problem

    @property
    def names(self) -> list[str]:
        """Of all entries ever, by number."""
        return [entry.name for entry in self.entries]

    def begin(self, setup: Setup, schedule: Schedule) -> Setup:
        """Before the first game of a run: the setup with all that the games of a stage that was not finished need.

        The bots of the configuration are made ready, so that what is wrong with them is known before anybody plays.
        Raises SandboxError and BuildError, and KeyboardInterrupt when a build is stopped.
        """
        sandbox = self._contest.sandbox
        if problems := sandbox_of(sandbox, self._contest.limits).problems([]):
            raise SandboxError("\n".join(problems))
        wrong = []
        for name, bot in self._contest.bots.items():
            try:
                version = self._files.take(name, bot)
                self._configured[name] = version.entry
                self._copy(version, [other.folder for other in self._contest.bots.values()])
            except (Unfit, Changing) as problem:
                wrong.append(f"bot {name}: {problem or 'its folder is being written: wait until nobody does'}")
                continue
            self._prepare(version.entry, here=True)
            if version.entry.key in self._failed:
                wrong.append(f"bot {name}: {self._failed[version.entry.key]}")
        for bot in {bot for line_up in (schedule.stages[-1].line_ups if schedule.stages else ()) for bot in line_up}:
            entry = self.entries[bot]
            self._prepare(entry, here=True)
            if entry.key in self._failed:
                wrong.append(f"bot {entry.name}, which is in the stage that goes on: {self._failed[entry.key]}")
        if wrong:
            raise SandboxError("\n".join(wrong))
        self._enlist(schedule)
        return self._equipped(setup)

    def enter(self, setup: Setup, schedule: Schedule, stage: int) -> tuple[Setup, Sequence[int]]:
        """Before that stage: the setup with all that may play, and who does, ascending. New bots are appended to
        `schedule.bots`, and stored. Raises StoreError."""
        present = {base: self._if_ready(version) for base, version in self._configured.items()} | self._look()
        for entry in self.entries:
            if entry.state == "playing" and entry.base in present:
                self._prepare(entry)
        entries, changes = settle(self.entries, present, stage)
        if entries != self.entries or self._store.facts().get(FACT) is None:
            self._store.set_fact(FACT, to_fact(str(self._folder) if self._folder else None, entries))
            self.entries = entries
        for line in changes.lines():
            self._say(f"entries: {line}")
        self._enlist(schedule)
        ready = [at for at, entry in enumerate(entries) if entry.state == "playing" and entry.key in self._ready]
        return self._equipped(setup), ready

    def close(self) -> None:
        """Stop the builds that are running."""
        for building in self._builds.values():
            building.stop()
        self._builds.clear()

    def _enlist(self, schedule: Schedule) -> None:
        schedule.bots.extend(self.names[len(schedule.bots) :])

    def _equipped(self, setup: Setup) -> Setup:
        able = [entry for entry in self.entries if entry.key in self._ready]
        programs = {entry.name: replace(self._ready[entry.key], name=entry.name) for entry in able}
        hashes = {entry.name: entry.hash for entry in self.entries}
        same = programs == setup.programs and hashes == setup.hashes
        return setup if same else replace(setup, programs=programs, hashes=hashes)

    # From files to bots that are ready.

    def _look(self) -> dict[str, Entry | None]:
        """What is in the folder, by base, as `settle` wants it."""
        present: dict[str, Entry | None] = {}
        if self._folder is None:
            return present
        try:
            paths = entry_paths(self._folder)
        except OSError as problem:  # nobody has retired all of them
            self._tell("", f"the folder {self._folder} cannot be read: {problem.strerror}; everybody plays on")
            return {entry.base: None for entry in self.entries if entry.base not in self._configured}
        self._told.pop("", None)
        versions: list[Version] = []
        for path in paths:
            base, others = path.stem, [*self._configured, *(name for name in present)]
            try:
                if other := taken_by(base, self.entries, others):
                    raise Unfit(f"{path}: the name is taken by the bot {other!r}: choose another")
                present[base] = None
                versions.append(self._files.read(path))
            except Changing:
                continue
            except Unfit as problem:
                self._tell(base, str(problem))
        for version in versions:
            present[version.entry.base] = self._admitted(version, [other.bot.folder for other in versions])
        for base in self._told.keys() - present.keys() - {path.stem for path in paths} - {""}:
            del self._told[base]
        self._failed = {key: why for key, why in self._failed.items() if key[0] in present or key[0] in self._configured}
        return present

    def _admitted(self, version: Version, folders: Sequence[Path]) -> Entry | None:
        """The draft, copied and ready to play, or None."""
        entry = version.entry
        if entry.key not in self._ready and entry.key not in self._failed:
            try:
                self._copy(version, folders)
            except Changing:
                return None
            except Unfit as problem:
                self._failed[entry.key] = str(problem)
            self._prepare(entry)
        if entry.key in self._failed:
            self._tell(entry.base, f"{entry.base} ({entry.hash}) cannot enter: {self._failed[entry.key]}")
        else:
            self._told.pop(entry.base, None)
        return self._if_ready(entry)

    def _if_ready(self, entry: Entry) -> Entry | None:
        return entry if entry.key in self._ready else None

    def _tell(self, base: str, text: str) -> None:
        if self._told.get(base) != text:
            self._told[base] = text
            self._say(f"entries: {text}")

    def _copy(self, version: Version, folders: Sequence[Path]) -> None:
        """Copy what may be shown to the bot. Raises Unfit and Changing."""
        entry, bot, sandbox = version.entry, version.bot, self._contest.sandbox
        others = {str(folder) for folder in folders} - {str(bot.folder)}
        never = [*map(str, self._never), str(self._copies), *sorted(others)]
        argv = bot.build_argv() if bot.build else bot.argv()
        program = Program(entry.base, tuple(argv), str(bot.folder), bot.env, self._contest.bind)
        # What lies in its folder lies in the copy, too: secrets as well.
        _, problems = sandbox_of(sandbox, self._contest.limits).equip(program, never)
        if problems:
            raise Unfit("\n".join(problems))
        self._files.copy(version, self._copies, sealed=sandbox == "bwrap")

    def _prepare(self, entry: Entry, here: bool = False) -> None:
        """Make it `_ready`, or `_failed`, now or later; builds are made `here`, or in another process."""
        key = entry.key
        if key in self._ready or key in self._failed:
            return
        try:
            bot = bot_of(entry, self._copies)
            order = _Order(
                entry=entry,
                copies=str(self._copies),
                db=str(self._db),
                sandbox=self._contest.sandbox,
                limits=self._contest.limits,
                bind=self._contest.bind,
                never=tuple(map(str, self._never)),
            )
            if bot.build and not here and not self._built(order):
                return
            self._ready[key] = _make(order, self._say if here else lambda line: None)
        except (ValueError, OSError, SandboxError, BuildError) as problem:
            self._failed[key] = str(problem)

    def _built(self, order: _Order) -> bool:
        """Whether its build is done; else it is under way. Raises BuildError."""
        building = self._builds.get(order.entry.key)
        if building is None:
            self._say(f"entries: building {order.entry.base} ({order.entry.hash}) beside the games ...")
            self._builds[order.entry.key] = _Building(order)
            return False
        said = building.end()
        if said is None:
            return False
        del self._builds[order.entry.key]
        if building.failed:
            raise BuildError(said)
        return True


class _Order(Struct, frozen=True, kw_only=True):
    """All that is needed to make an entry ready, in another process or here."""

    entry: Entry
    copies: str
    db: str
    sandbox: SandboxName
    limits: Limits
    bind: tuple[str, ...]
    never: tuple[str, ...]


def _make(order: _Order, say: Say) -> Program:
    """Build what has to be built, and see that it can be started. Raises ValueError, BuildError and SandboxError."""
    name, never = order.entry.base, [Path(path) for path in order.never]
    bot: Bot = bot_of(order.entry, Path(order.copies))
    alone = Contest(
        game="",
        options=None,
        seats=1,
        faults=FaultPolicy(),
        sandbox=order.sandbox,
        limits=order.limits,
        bind=order.bind,
        bots={name: bot},
    )
    if not bot.build:
        programs: Mapping[str, Program] = {name: program_of(alone, name)}
        return protect(order.sandbox, order.limits, order.bind, programs, never)[name]
    db = Path(order.db)
    built = build_all(alone, plan_builds(alone, [name], db, never), db, never, say)
    if name in built.failures:
        failure = built.failures[name]
        raise BuildError("\n  ".join([f"its build failed: {failure.text} (log in {failure.log})", *failure.last]))
    return built.programs[name]


class _Building:
    """A build in a process of its own: it may take minutes, and games go on."""

    def __init__(self, order: _Order) -> None:
        self._said: IO[bytes] = TemporaryFile()
        root = str(Path(__file__).parents[2])
        code = f"import sys; sys.path.insert(0, {root!r}); from arena.contest.entrants import main; main()"
        # In a session of its own: an interrupt from the keyboard reaches the run, which decides what it means.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", code],
            stdin=subprocess.PIPE,
            stdout=self._said,
            stderr=self._said,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        with self._process.stdin as pipe:
            pipe.write(msgspec.json.encode(order))

    @property
    def failed(self) -> bool:
        return self._process.returncode != 0

    def end(self) -> str | None:
        """What it said, once it has ended."""
        if self._process.poll() is None:
            return None
        self._said.seek(0)
        said = self._said.read().decode(errors="replace").strip()
        self._said.close()
        return said

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()
        self._said.close()


def main() -> None:
    """The building process: an order on stdin, what went wrong on stderr."""
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=_Order)
    try:
        _make(order, lambda line: None)
    except (ValueError, OSError, SandboxError, BuildError) as problem:
        sys.exit(str(problem))
