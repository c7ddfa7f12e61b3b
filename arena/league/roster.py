"""Who plays in a ladder, known and changed from outside of its run: by its folder of entries and its file."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple

import yaml
from msgspec import Struct

from arena.contest import benchings_of
from arena.errors import WrongInput
from arena.league.entry_files import EntryFiles, entry_paths, read_entry
from arena.programs import (
    Changing,
    Unfit,
    Version,
    name_problem,
    taken_by,
)
from arena.protocol import printable
from arena.sandbox import Limits
from arena.store import Entry, Looked, Store, StoreError


class Given(NamedTuple):
    """What is said of a bot that enters or changes, in the words of a configuration; an empty value says nothing."""

    command: Sequence[str]
    folder: Path | None
    env: Mapping[str, str]
    files: Sequence[str]
    build: str | None


class Roster(NamedTuple):
    """The folder of entries; the ladder's file, all that ever played and what the last look has found, as far as these
    are known; and how large a bot's folder may be."""

    folder: Path
    db: Path | None
    entries: Sequence[Entry]
    looked: Looked
    most_mb: int

    @classmethod
    def of(cls, path: Path) -> Roster:
        """The roster of a ladder, found by its file or by its folder of entries. Raises WrongInput if the path is
        neither, and StoreError."""
        if path.is_dir():
            folder = Path(os.path.abspath(path))
            none = cls(folder, None, [], Looked(), Limits().build.disk_mb)
            return [*_beside(folder), none][0]
        roster = _read(path)
        if roster is None:
            raise WrongInput(f"{path} names no folder of entries: is it a ladder with `entries:`, and was it started?")
        if not roster.folder.is_dir():
            raise WrongInput(f"the folder of entries {roster.folder} is not there any more")
        return roster

    @property
    def configured(self) -> Sequence[str]:
        """The names of the bots that have no file."""
        return self.looked.configured

    def paths(self) -> dict[str, Path]:
        """The files of the entries, by the names of their bots. Raises WrongInput if the folder cannot be looked
        through."""
        try:
            return {path.stem: path for path in entry_paths(self.folder)}
        except OSError as problem:
            raise WrongInput(f"the folder of entries {self.folder} cannot be read: {problem.strerror}") from None

    def path(self, name: str) -> Path:
        """The file of that bot. Raises WrongInput if there is none."""
        found = self.paths()
        if name not in found:
            if name in self.configured:
                raise WrongInput(
                    f"{name!r} is a bot of the configuration, and changes when that is changed and started again"
                )
            there = ", ".join(map(printable, found)) or "none"
            raise WrongInput(f"there is no bot {name!r} in {self.folder}; there are: {there}")
        return found[name]

    def add(self, name: str, given: Given, wrong: Sequence[str]) -> Version | None:
        """Put the file of a new bot in place. Returns the version that enters, None if something is changing just now.
        Raises WrongInput with all that is wrong, and with what was `wrong` before."""
        found = [name_problem(name)]
        if "/" in name or name.startswith("."):
            found.append(f"{name!r} cannot be the name of a file that is seen: leave out '/', and '.' at its beginning")
        stems = [*self.paths()]
        if name in self.configured:
            found.append(f"the name is taken: {name!r} plays, as a bot of the configuration")
        elif name in stems:
            found.append(f"{self.folder / name}.yaml is there: `arena ladder update` changes it")
        elif other := taken_by(name, self.entries, [*self.configured, *stems]):
            found.append(f"the name is taken by the bot {other!r}: choose another")
        if not given.command:
            found.append("the command is missing: it comes last, after --")
        text = _text(given, str((given.folder or Path()).absolute()), given.env)
        if given.build is not None:
            text["build"] = given.build
        return self._write(name, text, [*filter(None, found), *wrong], new=True)

    def update(self, name: str, given: Given, wrong: Sequence[str]) -> Version | None:
        """Change the file of a bot that is there; what is not given stays as it was. Returns and raises as `add`
        does."""
        path = self.path(name)
        if name in self.configured:
            raise WrongInput(f"{path} is no entry: {name!r} is a bot of the configuration; retire it")
        if not (given.folder or given.env or wrong or given.files or given.command) and given.build is None:
            raise WrongInput(
                "nothing to change: give an option or a command; what changes in its folder is noticed without"
            )
        try:
            bot = read_entry(path)
        except Unfit as problem:
            raise WrongInput(f"{problem}\nMend that first, or retire {name} and add it anew.") from None
        folder = str(given.folder.absolute() if given.folder else bot.folder)
        command, files = given.command or bot.command, given.files or bot.files
        text = _text(given._replace(command=command, files=files), folder, given.env or bot.env)
        if given.build is not None or bot.build:
            text["build"] = list(bot.build) if given.build is None else given.build
        return self._write(name, text, wrong, new=False)

    def retire(self, name: str) -> None:
        """Remove the file of that bot. Raises WrongInput if there is none, or it cannot be removed."""
        path = self.path(name)
        try:
            path.unlink()
        except OSError as problem:
            raise WrongInput(f"{path} cannot be removed: {problem.strerror}") from None

    def waiting(self) -> Iterator[tuple[str, str]]:
        """The bots whose files are no entries yet, each with the reason, in one line or several. What is wrong with a
        file is told even while somebody writes to it. Raises WrongInput if the files cannot be looked through."""
        self.paths()  # which says what keeps them from being read
        playing = {entry.base: entry for entry in self.entries if entry.state == "playing"}
        hasty, patient = self._files(lambda: inf), self._files()
        for base, what in hasty.look(self.folder, self.entries, self.configured).items():
            if not isinstance(what, Version):
                text = str(what)
            elif failed := self.looked.failed.get(base, {}).get(what.entry.hash):
                text = f"{what.entry.hash} cannot enter: {failed}"
            elif base in playing and playing[base].hash == what.entry.hash:
                continue
            else:
                new = f"the new version ({what.entry.hash}) has not entered yet"
                text = new if base in playing else "has not entered yet"
                try:
                    patient.read(self.folder / f"{base}.yaml")
                except (Changing, Unfit) as problem:
                    text += f": {problem}"
            yield base, text

    def played(self, version: Version) -> Entry | None:
        """The entry that this version was before; None if it never played."""
        return next((entry for entry in self.entries if entry.key == version.entry.key), None)

    def history(self, store: Store) -> tuple[dict[str, str], dict[str, int]]:
        """Why entries are benched, and the number of games of each, by name; `store` is the ladder's open file."""
        ledger = store.ledger()
        games = {entry.name: len(ledger.games_of(entry.name)) for entry in self.entries}
        return benchings_of(store, ledger).reasons, games

    def _files(self, now: Callable[[], float] = time.time) -> EntryFiles:
        """Reads files of entries as the run does."""
        return EntryFiles(self.folder, [*map(Path, self.looked.apart)], self.most_mb, now)

    def _write(self, name: str, text: Mapping[str, Any], before: Sequence[str], new: bool) -> Version | None:
        """Checks the bot as a configuration's, and puts its file in place, whole."""
        # A hidden file is no entry, and paths are relative to it as they will be.
        folder, version, wrong = self.folder, None, [*before]
        # Others may write there and lay a link: so it is nobody's before, under a name that nobody knows.
        half = folder / f".{token_hex(8)}.yaml"
        try:
            if text["command"]:
                with half.open("x", encoding="utf-8") as file:
                    file.write(yaml.safe_dump(text, allow_unicode=True, sort_keys=False))
                try:
                    version = self._files().take(name, read_entry(half))
                except Unfit as problem:
                    wrong += [line.removeprefix(f"{half}:") for line in str(problem).splitlines()]
                except Changing:
                    pass  # the run waits for the end of that
            if wrong:
                raise WrongInput("\n".join(f"{name}: {line}" for line in wrong))
            target = folder / f"{name}.yaml"
            if new:
                os.link(half, target)  # never over what somebody else has just put there
            else:
                half.replace(target)
        except OSError as problem:
            raise WrongInput(f"{folder}: {name}.yaml cannot be written: {problem.strerror}") from None
        finally:
            half.unlink(missing_ok=True)
        return version


def _text(given: Given, folder: str, env: Mapping[str, str]) -> dict[str, Any]:
    """What the file of a bot says, but for its build."""
    return {"command": list(given.command), "dir": folder, "env": dict(env), "files": list(given.files)}


class _Contest(Struct):
    limits: Limits = Limits()


def _read(path: Path) -> Roster | None:
    """What the file of a ladder says, None where that names no folder. Raises StoreError."""
    with Store.open(path) as store:
        facts = store.facts()
    if facts.entries is None or facts.entries.folder is None:
        return None
    most_mb = facts.of_contest(_Contest).limits.build.disk_mb
    return Roster(Path(facts.entries.folder), path.absolute(), facts.entries.bots, facts.looked, most_mb)


def _beside(folder: Path) -> list[Roster]:
    """The ladders that have that folder of entries and whose file lies beside it, or here; the last written one first.

    They may know names that are taken, and who is benched; no more depends on their being found."""
    found = []
    for path in {*folder.parent.glob("*.db"), *Path().absolute().glob("*.db")}:
        with suppress(StoreError, OSError):
            roster = _read(path) if path.is_file() else None
            if roster is not None and roster.folder.samefile(folder):
                found.append((path.stat().st_mtime_ns, roster))
    return [roster for _, roster in sorted(found, key=lambda pair: -pair[0])]
