"""The bots of a ladder, made ready while games run: read, copied, built, tried in the sandbox, entered.

All of a ladder's bots are entries, those of the configuration as well: these are read once a run, the files of the
folder before each stage. Each plays from a copy, so that its author may overwrite what is his at any time, and a run
that goes on after a break plays the very version that it began with.

A bot is entered when it can play, and not before: of one that cannot be read, copied, built or started people are told
once, and what played before it plays on. Builds of newcomers run beside the games, one after another.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from math import inf
from pathlib import Path

from msgspec.structs import replace

from arena.contest import Benched, Contest
from arena.files import keep_private
from arena.league.entry_build import Building, BuildRequest, is_built, make
from arena.league.entry_files import EntryFiles, Taken
from arena.league.entry_room import Full, check_room
from arena.pairing import Schedule
from arena.programs import (
    Bot,
    BuildError,
    BuildFailed,
    Changing,
    Conditions,
    SandboxError,
    Unfit,
    Version,
    original_of,
    settle,
)
from arena.referee import Setup
from arena.sandbox import Program, sandbox_of
from arena.store import Entries, Entry, Looked, Store, builds_of, copies_beside, copies_of, logs_of, own_files

Key = tuple[str, str]

PATIENCE = 60.0
"""The seconds for which the files of a bot may go on changing before people are told that the ladder waits for that to
end."""

_FOLDER = ""  # no bot has that name


class Entrants:
    """The entries of the ladder in `store`, which is kept up to date. `config` is the file of the contest, and `say` is
    told of bots that come and go.

    `begin` comes before the first game, `enter` before each further stage, `close` at the end. Raises StoreError.
    """

    def __init__(
        self,
        store: Store,
        contest: Contest,
        config: Path,
        say: Callable[[str], object],
        now: Callable[[], float] = time.time,
    ) -> None:
        db, config = store.path.absolute(), config.absolute()
        self._store = store
        # In a ladder a bot is its whole folder, whether it names one or not.
        self._contest = replace(contest, bots={name: replace(bot, own=True) for name, bot in contest.bots.items()})
        self._say = say
        self._db = db
        self._copies = copies_of(db)
        self._folder = Path(contest.entries) if contest.entries else None
        self._at_home = contest.conditions(config, db)
        """Where its author keeps it, which may be in the folder of entries."""
        self._conditions = self._at_home.hiding([self._folder] if self._folder else [])
        self._apart = [*own_files(config, db), *copies_beside(db)]
        self._files = EntryFiles(self._folder, self._apart, contest.limits.build.disk_mb, now)
        self._configured: dict[str, Entry] = {}
        self._ready: dict[Key, Program] = {}
        self._failed: dict[Key, str] = {}
        self.failures = False
        """Whether a bot of the configuration could not be built and is missing for that reason."""
        self._unbuilt: set[Key] = set()
        """The bots among those that failed whose build went wrong."""
        self._building: tuple[Key, Building] | None = None
        self._told: dict[str, str] = {}
        """What was last said of a bot, by its base, while it is so."""
        self._now = now
        self._changing: dict[str, float] = {}
        """Since when the files of a bot have been changing, by its base; infinite once that was said."""
        self._stored = store.facts()
        self._retired = set(self._stored.retired)
        self.entries = list(self._stored.entered)

    def begin(self, setup: Setup, schedule: Schedule) -> Setup:
        """Called before the first game of a run. Returns the set-up with all bots that are needed by a stage that was
        not finished.

        The bots of the configuration are made ready, so that what is wrong with them is known before anybody plays.
        Raises SandboxError with all that is wrong, and KeyboardInterrupt if a build is stopped.
        """
        if problems := sandbox_of(self._contest.sandbox, self._contest.limits).problems([]):
            raise SandboxError("\n".join(problems))
        wrong = []
        if self._folder is not None:
            real = os.path.realpath(self._folder)
            for what, made in folders_of_runs(self._db).items():
                if Path(real).is_relative_to(os.path.realpath(made)):
                    wrong.append(f"entries: {self._folder} is where the {what} of bots go: name another folder")
        try:
            keep_private(self._copies)
        except OSError as problem:
            wrong.append(f"{self._copies}, where bots play from, cannot be closed to others: {problem.strerror}")
        for name, bot in self._contest.bots.items():
            if name in self._retired:
                continue
            try:
                version = self._files.take(name, bot)
                self._configured[name] = version.entry
                self._copy(version, [other.folder for other in self._contest.bots.values()])
                self._make(version.entry, self._say)
                trouble = self._failed.get(version.entry.key)
                if version.entry.key in self._unbuilt:  # the others play, as in any contest
                    self.failures = True
                    self._tell(name, f"{name} is out of this run: {trouble}; mend it, and run again")
                    trouble = None
            except Changing:
                trouble = f"somebody is writing in its folder {bot.folder}: wait for that to end"
            except Unfit as problem:
                trouble = str(problem)
            if trouble:
                wrong.append(f"bot {name}: {trouble}")
        last = schedule.stages[-1].line_ups if schedule.stages else ()
        going_on = [self.entries[bot] for bot in sorted({bot for line_up in last for bot in line_up})]
        for entry in going_on:
            lost = self._put_back(entry)
            self._make(entry, self._say)
            if entry.key in self._failed:
                advice = f"; {lost}" if lost else ""
                wrong.append(f"bot {entry.name}, in the stage that is to go on: {self._failed[entry.key]}{advice}")
        if wrong:
            raise SandboxError("\n".join(wrong))
        if self.entries:
            schedule.bots[:] = [entry.name for entry in self.entries]
        return self._equipped(setup, going_on)

    @property
    def grows(self) -> bool:
        """Whether further bots may come while the ladder runs."""
        return self._folder is not None

    def enter(
        self, setup: Setup, schedule: Schedule, stage: int, benched: Mapping[str, Benched]
    ) -> tuple[Setup, Sequence[int]]:
        """Called before that stage. Returns the set-up with all bots that may play, and the numbers of those that do,
        ascending; the `benched` ones are not left out yet. New bots are appended to `schedule.bots`, and stored. Raises
        StoreError."""
        present = {base: self._if_ready(entry) for base, entry in self._configured.items()} | self._look()
        for entry in self.entries:
            if entry.state == "playing" and entry.base in present:
                self._prepare(entry)  # it may play from its copy, whatever has become of its files
                if entry.key in self._failed and entry.base not in self._told:
                    self._tell(entry.base, f"{entry.name} cannot play: {self._failed[entry.key]}")
        present = {base: entry for base, entry in present.items() if base not in self._retired}
        entries, changes = settle(self.entries, present, stage)
        names = [entry.name for entry in entries]
        failed: dict[str, dict[str, str]] = {}
        for (base, hash), why in self._failed.items():
            failed.setdefault(base, {})[hash] = why
        self._keep(
            Entries(str(self._folder) if self._folder else None, tuple(entries)),
            Looked(tuple(map(str, self._apart)), tuple(self._configured), failed),
        )
        self.entries = entries
        schedule.bots[:] = names
        for line in changes.lines({name: out.what for name, out in benched.items()}):
            self._say(f"entries: {line}")
        playing = [at for at, entry in enumerate(entries) if entry.state == "playing" and entry.key in self._ready]
        return self._equipped(setup, [entries[at] for at in playing]), playing

    def retire(self, bases: Collection[str]) -> None:
        """Let these bots play no further, from the next stage on, whatever files are in the folder."""
        self._retired.update(bases)

    def close(self) -> None:
        """Stop the build that is running."""
        if self._building is not None:
            self._building[1].stop()
            self._building = None

    def _keep(self, entries: Entries, looked: Looked) -> None:
        """What is new of it goes into the store."""
        if (entries, looked) != (self._stored.entries, self._stored.looked):
            new = {"entries": entries, "bots": tuple(entry.name for entry in entries.bots), "looked": looked}
            self._store.change_facts(lambda facts: replace(facts, **new))
            self._stored = replace(self._stored, **new)

    def _equipped(self, setup: Setup, playing: Sequence[Entry]) -> Setup:
        programs = {entry.name: replace(self._ready[entry.key], name=entry.name) for entry in playing}
        hashes = {entry.name: entry.hash for entry in playing}
        same = programs == setup.programs and hashes == setup.hashes
        return setup if same else replace(setup, programs=programs, hashes=hashes)

    def _look(self) -> dict[str, Entry | None]:
        """What is in the folder, by base, as `settle` wants it."""
        if self._folder is None:
            return {}
        try:
            seen = self._files.look(self._folder, self.entries, self._configured)
        except OSError as problem:  # which does not mean that everybody retires
            self._tell(_FOLDER, f"the folder {self._folder} cannot be read: {problem.strerror}; everybody plays on")
            return {entry.base: None for entry in self.entries if entry.base not in self._configured}
        present: dict[str, Entry | None] = {base: None for base, what in seen.items() if not isinstance(what, Taken)}
        versions = [what for what in seen.values() if isinstance(what, Version)]
        for base, what in seen.items():
            if isinstance(what, Unfit):
                self._tell(base, str(what))
        self._wait_for({base: what for base, what in seen.items() if isinstance(what, Changing)})
        self._forget(present, {version.entry.key for version in versions}, set(seen))
        # Of two that want a folder, or one within the other's, it belongs to whoever was there first.
        folders = [bot.folder for bot in self._contest.bots.values()]
        folders += [Path(entry.folder) for entry in self.entries if entry.state == "playing"]
        for version in versions:
            present[version.entry.base] = self._admitted(version, folders)
            if version.entry.key in self._ready:
                folders.append(version.bot.folder)
        return present

    def _wait_for(self, changing: Mapping[str, Changing]) -> None:
        """Leave these for a later look; a bot that keeps people waiting is named once."""
        now = self._now()
        self._changing = {base: self._changing.get(base, now) for base in changing}
        for base, since in self._changing.items():
            if now - since >= PATIENCE:
                self._changing[base] = inf
                self._say(f"entries: {base} waits: {changing[base]}")

    def _forget(self, present: dict[str, Entry | None], keys: set[Key], bases: set[str]) -> None:
        """What is not there any more: who comes back gets another try."""
        self._told = {base: text for base, text in self._told.items() if base in bases}
        there = present.keys() | self._configured.keys()
        self._failed = {key: why for key, why in self._failed.items() if key[0] in there}
        if self._building is not None and self._building[0] not in keys:
            self.close()

    def _admitted(self, version: Version, folders: Sequence[Path]) -> Entry | None:
        """The draft, once it is ready to play."""
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
        """Copy what the bot may be shown; `folders` are those of others. Raises Unfit and Changing."""
        # The copy holds what its folder holds, and might be a copy of what nobody may see.
        _, problems = _equipped(version.entry.base, version.bot, self._at_home, folders)
        if problems:
            raise Unfit("\n".join(problems))
        size = sum(item.size for item in version.items)
        most = self._contest.limits.versions_mb
        try:
            check_room(version.entry, size, self.entries, self._copies, builds_of(self._db), most)
        except Full as problem:
            raise Unfit(str(problem)) from problem
        self._files.copy(version, self._copies, sealed=self._contest.sandbox == "bwrap")

    def _put_back(self, entry: Entry) -> str | None:
        """Where the copy of an entry is gone, make it again of what its author has; what to do where that is not the
        version any more."""
        if (self._copies / entry.copy).exists():
            return None
        try:
            version = self._files.take(entry.base, original_of(entry))
            if (version.entry.hash, version.entry.copy) == (entry.hash, entry.copy):
                self._copy(version, [other.folder for other in self._contest.bots.values()])
                self._say(f"entries: the copy of {entry.name} was gone, and is made again of {entry.folder}")
                return None
            found = f"has another version now ({version.entry.hash})"
        except (ValueError, Unfit, Changing) as problem:
            found = f"cannot be used ({problem})"
        return (
            f"its author's folder {entry.folder} {found}: put the copy back from a backup, or the version {entry.hash} "
            "into that folder, and run again"
        )

    def _prepare(self, entry: Entry) -> None:
        """Make it ready, or failed, now or later: a build gets a process of its own."""
        if entry.key in self._ready or entry.key in self._failed:
            return
        if entry.build and not is_built(self._order(entry)):
            if self._building is None:
                self._say(f"entries: building {entry.base} ({entry.hash}) beside the games ...")
                self._building = entry.key, Building(self._order(entry))
            key, building = self._building
            if key != entry.key or (problem := building.problem()) is None:
                return
            self._building = None
            if problem:
                self._failed[key] = problem
                return
        elif self._building is not None and self._building[0] == entry.key:
            self.close()
        self._make(entry, lambda line: None)

    def _make(self, entry: Entry, say: Callable[[str], object]) -> None:
        """Make it ready, or failed, here and now."""
        try:
            self._ready[entry.key] = make(self._order(entry), say)
        except (ValueError, OSError, SandboxError, BuildError) as problem:
            self._failed[entry.key] = str(problem)
            if isinstance(problem, BuildFailed):
                self._unbuilt.add(entry.key)

    def _order(self, entry: Entry) -> BuildRequest:
        return BuildRequest(
            entry=entry,
            copies=str(self._copies),
            db=str(self._db),
            conditions=self._conditions,
        )


def equipped(bots: Mapping[str, Bot], conditions: Conditions) -> dict[str, Program]:
    """The programs of these bots of a ladder, or of their builds, where their authors keep them, with all that they are
    shown. Raises SandboxError."""
    folders = [bot.folder for bot in bots.values()]
    found = {name: _equipped(name, bot, conditions, folders) for name, bot in bots.items()}
    if problems := [problem for _, wrong in found.values() for problem in wrong]:
        raise SandboxError("\n".join(problems))
    return {name: program for name, (program, _) in found.items()}


def _equipped(name: str, bot: Bot, conditions: Conditions, folders: Sequence[Path]) -> tuple[Program, list[str]]:
    """The bot where its author keeps it, and what is wrong with that; `folders` are those of others."""
    real = os.path.realpath(bot.folder)
    others = {str(folder) for folder in folders if os.path.realpath(folder) != real}
    never = [*conditions.never, *conditions.among, *sorted(others)]
    argv = bot.build_argv() if bot.build else bot.argv()
    program = Program(name, tuple(argv), str(bot.folder), bot.env, conditions.bind)
    return sandbox_of(conditions.sandbox, conditions.limits).equip(program, never)


def folders_of_runs(db: Path) -> dict[str, Path]:
    """The folders beside the store of a ladder, by what is kept in them."""
    return {"copies": copies_of(db), "builds": builds_of(db), "logs": logs_of(db).absolute()}
