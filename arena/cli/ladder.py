"""`arena ladder`: who plays in a ladder, said from another terminal while it runs."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import inf
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
import msgspec

import arena.contest
import arena.league
import arena.programs
import arena.sandbox
import arena.store
from arena.cli.completion import ContestFile, bots_of_file
from arena.cli.reading import reading
from arena.cli.retire import retired
from arena.cli.saying import say, say_table
from arena.errors import WrongInput
from arena.protocol import printable

if TYPE_CHECKING:
    from arena.league import EntryFiles
    from arena.programs import Entry, Looked, Version

F = TypeVar("F", bound=Callable[..., Any])

LADDER = click.argument("ladder", metavar="DB_OR_FOLDER", type=ContestFile())
NAME = click.argument("name", shell_complete=bots_of_file)


@click.group(
    epilog="""\b
Example:
  arena ladder add league.db mine --dir bots/mine -- ./mine --depth 3
  arena ladder list league.db
"""
)
def ladder() -> None:
    """Add, update, retire and list the bots of a ladder, also while it runs.

    They only write and remove files in its folder of entries, as anybody may: NAME.yaml there says what a bot of a
    configuration says. DB_OR_FOLDER is the ladder's file, or that folder; of a folder the ladder's file is looked for
    beside it and here.
    """


def bot_options(default: str) -> Callable[[F], F]:
    """What a bot is, as in a configuration; `default` says what its folder is where that is not given."""

    def decorate(command: F) -> F:
        folder = f"Its own folder.  [default: {default}]"
        for option in (
            click.argument("command", nargs=-1),
            click.option("--build", help="Command that builds it in a copy of its folder."),
            click.option("--files", multiple=True, help="Further file outside of its folder that is the bot's."),
            click.option("--env", multiple=True, metavar="KEY=VALUE", help="Variable of its environment."),
            click.option("--dir", "folder", type=click.Path(path_type=Path), help=folder),
        ):
            command = option(command)
        return command

    return decorate


@ladder.command(epilog="\b\nExample:\n  arena ladder add league.db mine --dir bots/mine -- ./mine --depth 3\n")
@LADDER
@NAME
@bot_options("this one")
def add(
    ladder: Path,
    name: str,
    folder: Path | None,
    env: tuple[str, ...],
    files: tuple[str, ...],
    build: str | None,
    command: tuple[str, ...],
) -> None:
    """Add the bot NAME, which is started with COMMAND: it enters with the next stage."""
    league = _ladder(ladder)
    wrong = [arena.programs.name_problem(name)]
    if "/" in name or name.startswith("."):
        wrong.append(f"{name!r} cannot be the name of a file that is seen: leave out '/', and '.' at its beginning")
    stems = [*_paths(league)]
    if name in league.configured:
        wrong.append(f"the name is taken: {name!r} plays, as a bot of the configuration")
    elif name in stems:
        wrong.append(f"{league.folder / name}.yaml is there: `arena ladder update` changes it")
    elif other := arena.programs.taken_by(name, league.entries, [*league.configured, *stems]):
        wrong.append(f"the name is taken by the bot {other!r}: choose another")
    if not command:
        wrong.append("the command is missing: it comes last, after --")
    text = {"command": list(command), "dir": str((folder or Path()).absolute()), "env": _variables(env, wrong)}
    text |= {"files": list(files)} | ({"build": build} if build is not None else {})
    version = _write(league, name, text, list(filter(None, wrong)), new=True)
    back = _back(league, version)
    where = os.path.abspath(str(text["dir"]))
    enters = f"{name} enters with the next stage, once nothing has changed in {where} for a moment"
    say(back or enters)


@ladder.command(epilog="\b\nExample:\n  arena ladder update league.db mine -- ./mine --depth 4\n")
@LADDER
@NAME
@bot_options("as it was")
def update(
    ladder: Path,
    name: str,
    folder: Path | None,
    env: tuple[str, ...],
    files: tuple[str, ...],
    build: str | None,
    command: tuple[str, ...],
) -> None:
    """Change how the bot NAME is started; what is not given stays as it was.

    What changes in its own folder needs no command. In any case the changed bot is a new entry, and the old one stays
    in the standings and plays no further; the same version put back plays on.
    """
    league = _ladder(ladder)
    path = _file(league, name)
    if name in league.configured:
        raise WrongInput(f"{path} is no entry: {name!r} is a bot of the configuration; retire it")
    if not (folder or env or files or command) and build is None:
        raise WrongInput(
            "nothing to change: give an option or a command; what changes in its folder is noticed without"
        )
    try:
        bot = arena.league.read_entry(path)
    except arena.programs.Unfit as problem:
        raise WrongInput(f"{problem}\nMend that first, or retire {name} and add it anew.") from None
    wrong: list[str | None] = []
    text = {
        "command": list(command or bot.command),
        "dir": str(folder.absolute() if folder else bot.folder),
        "env": _variables(env, wrong) if env else bot.env,
        "files": list(files or bot.files),
    }
    if build is not None or bot.build:
        text["build"] = list(bot.build) if build is None else build
    version = _write(league, name, text, list(filter(None, wrong)), new=False)
    new = f"{name} is a new entry with the next stage, if that changes it; the old one plays till then"
    say(_back(league, version) or new)


@ladder.command(epilog="\b\nExample:\n  arena ladder retire league.db mine\n")
@LADDER
@NAME
def retire(ladder: Path, name: str) -> None:
    """Let the bot NAME play no further; it stays in the standings.

    Its file is removed, and may be put back. A bot of the configuration has none: it is retired for good, as by `arena
    retire`.
    """
    league = _ladder(ladder)
    if league.db is not None and name in league.configured and name not in _paths(league):
        click.echo(printable(retired(league.db, name, "")))
        return
    path = _file(league, name)
    try:
        path.unlink()
    except OSError as problem:
        raise WrongInput(f"{path} cannot be removed: {problem.strerror}") from None
    say(f"{name} retires with the next stage; the games of this one are played to their end")


@ladder.command("list", epilog="\b\nExample:\n  arena ladder list league.db\n")
@LADDER
def list_entries(ladder: Path) -> None:
    """List every entry that ever played, and the files that are none yet, with what is wrong with them."""
    league = _ladder(ladder)
    if league.entries:
        benched, games = _settled(league)
        rows = [_row(entry, benched, games) for entry in league.entries]
        say_table(["entry", "version", "hash", "state", "since\nstage", "games"], rows, "lrllrr", "023010")
        for entry in league.entries:
            if entry.state == "playing" and entry.name in benched:
                say(f"{entry.name} is benched: {benched[entry.name]}")
    playing = {entry.base: entry for entry in league.entries if entry.state == "playing"}
    # What is wrong with a file is told also while somebody writes it.
    _paths(league)  # which says what keeps them from being read
    hasty, patient = _files(league, lambda: inf), _files(league)
    for base, what in hasty.look(league.folder, league.entries, league.configured).items():
        if not isinstance(what, arena.programs.Version):
            text = str(what)
        elif failed := league.looked.failed.get(base, {}).get(what.entry.hash):
            text = f"{what.entry.hash} cannot enter: {failed}"
        elif base in playing and playing[base].hash == what.entry.hash:
            continue
        else:
            text = (
                f"the new version ({what.entry.hash}) has not entered yet" if base in playing else "has not entered yet"
            )
            try:
                patient.read(league.folder / f"{base}.yaml")
            except (arena.programs.Changing, arena.programs.Unfit) as problem:
                text += f": {problem}"
        for line in text.splitlines():
            say(f"{base}: {line}")


class _Ladder(NamedTuple):
    """The folder of entries; the ladder's file, all that ever played and what the last look has found, where known;
    and how large a bot's folder may be."""

    folder: Path
    db: Path | None
    entries: list[Entry]
    looked: Looked
    most_mb: int

    @property
    def configured(self) -> list[str]:
        """The bots that have no file, by name."""
        return self.looked.configured


def _ladder(path: Path) -> _Ladder:
    """By its file, or by its folder of entries. Exits where it is none."""
    if path.is_dir():
        folder = Path(os.path.abspath(path))
        none = _Ladder(folder, None, [], arena.programs.Looked(), arena.sandbox.Limits().build.disk_mb)
        return [*_beside(folder), none][0]
    try:
        league = _read(path)
    except ValueError as problem:
        raise WrongInput(f"{path}: its entries cannot be read: {problem}") from None
    if league is None:
        raise WrongInput(f"{path} names no folder of entries: is it a ladder with `entries:`, and was it started?")
    if not league.folder.is_dir():
        raise WrongInput(f"the folder of entries {league.folder} is not there any more")
    return league


def _read(path: Path) -> _Ladder | None:
    """What the file of a ladder says, None where that names no folder. Raises StoreError and ValueError."""
    with arena.store.Store.open(path) as store:
        facts = store.facts()
    folder, entries = arena.programs.entries_of(facts.get(arena.programs.ENTRIES))
    looked = msgspec.convert(facts.get(arena.programs.LOOKED, {}), arena.programs.Looked)
    limits = msgspec.convert(facts.get("contest", {}).get("limits", {}), arena.sandbox.Limits)
    return None if folder is None else _Ladder(Path(folder), path.absolute(), entries, looked, limits.build.disk_mb)


def _beside(folder: Path) -> list[_Ladder]:
    """The ladders that have that folder of entries and whose file lies beside it, or here; the last written one first.

    They may know names that are taken, and who is benched; no more depends on their being found."""
    found = []
    for path in {*folder.parent.glob("*.db"), *Path().absolute().glob("*.db")}:
        with suppress(arena.store.StoreError, ValueError, OSError):
            league = _read(path) if path.is_file() else None
            if league is not None and league.folder.samefile(folder):
                found.append((path.stat().st_mtime_ns, league))
    return [league for _, league in sorted(found, key=lambda pair: -pair[0])]


def _files(league: _Ladder, now: Callable[[], float] = time.time) -> EntryFiles:
    """Reads files of entries as the run does."""
    return arena.league.EntryFiles(league.folder, [*map(Path, league.looked.apart)], league.most_mb, now)


def _back(league: _Ladder, version: Version | None) -> str | None:
    """What there is to say of a version that has played before, and does not now or is benched."""
    if version is None or league.db is None:
        return None
    entry = next((entry for entry in league.entries if entry.key == version.entry.key), None)
    if entry is None:
        return None
    benched = _settled(league)[0].get(entry.name)
    if entry.state == "playing" and benched is None:
        return None
    return f"{entry.name} ({entry.hash}) is back with the next stage{arena.programs.still_out(benched)}"


def _settled(league: _Ladder) -> tuple[dict[str, str], dict[str, int]]:
    """Why entries are benched, and the games of each, by name."""
    assert league.db is not None
    with reading(league.db) as store:
        ledger = store.ledger()
        games = {entry.name: len(ledger.games_of(entry.name)) for entry in league.entries}
        return arena.contest.benchings_of(store, ledger).reasons, games


def _row(entry: Entry, benched: Mapping[str, str], games: Mapping[str, int]) -> list[str]:
    state = "benched" if entry.state == "playing" and entry.name in benched else entry.state
    return [entry.name, str(entry.version), entry.hash, state, str(entry.since + 1), str(games[entry.name])]


def _file(league: _Ladder, name: str) -> Path:
    """The file of that bot. Exits where there is none."""
    found = _paths(league)
    if name not in found:
        if name in league.configured:
            raise WrongInput(
                f"{name!r} is a bot of the configuration, and changes when that is changed and started again"
            )
        there = ", ".join(map(printable, found)) or "none"
        raise WrongInput(f"there is no bot {name!r} in {league.folder}; there are: {there}")
    return found[name]


def _paths(league: _Ladder) -> dict[str, Path]:
    """The files of the entries, by the names of their bots. Exits where these cannot be looked through."""
    try:
        return {path.stem: path for path in arena.league.entry_paths(league.folder)}
    except OSError as problem:
        raise WrongInput(f"the folder of entries {league.folder} cannot be read: {problem.strerror}") from None


def _variables(words: tuple[str, ...], wrong: list[str | None]) -> dict[str, str]:
    wrong += [f"--env {word!r} is not KEY=VALUE" for word in words if "=" not in word]
    return {key: value for key, _, value in (word.partition("=") for word in words)}


def _write(league: _Ladder, name: str, text: dict[str, Any], wrong: list[str], new: bool) -> Version | None:
    """Check the bot as a configuration's, and put its file in place, whole. Exits with all that is wrong. The version,
    where nothing changes just now."""
    import yaml

    # A hidden file is no entry, and paths are relative to it as they will be.
    folder, version = league.folder, None
    # Others may write there and lay a link: so it is nobody's before, under a name that nobody knows.
    half = folder / f".{token_hex(8)}.yaml"
    try:
        if text["command"]:
            with half.open("x", encoding="utf-8") as file:
                file.write(yaml.safe_dump(text, allow_unicode=True, sort_keys=False))
            try:
                version = _files(league).take(name, arena.league.read_entry(half))
            except arena.programs.Unfit as problem:
                wrong += [line.removeprefix(f"{half}:") for line in str(problem).splitlines()]
            except arena.programs.Changing:
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
