"""`arena ladder`: who plays in a ladder, said from another terminal while it runs."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from arena.cli.errors import wrong_input
from arena.protocol import printable

if TYPE_CHECKING:
    from arena.contest.bots import Bot
    from arena.contest.entries import Entry

F = TypeVar("F", bound=Callable[..., Any])

LADDER = click.argument("ladder", metavar="DB_OR_FOLDER", type=click.Path(path_type=Path))
NAME = click.argument("name")


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
    configuration says. DB_OR_FOLDER is the ladder's file, or that folder.
    """


def bot_options(command: F) -> F:
    """What a bot is, as in a configuration."""
    for option in (
        click.argument("command", nargs=-1),
        click.option("--build", help="Command that builds it in a copy of its folder."),
        click.option("--files", multiple=True, help="Further file outside of its folder that is the bot's."),
        click.option("--env", multiple=True, metavar="KEY=VALUE", help="Variable of its environment."),
        click.option("--dir", "folder", type=click.Path(path_type=Path), help="Its own folder.  [default: this one]"),
    ):
        command = option(command)
    return command


@ladder.command(epilog="\b\nExample:\n  arena ladder add league.db mine --dir bots/mine -- ./mine --depth 3\n")
@LADDER
@NAME
@bot_options
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
    from arena.contest.bots import name_problem
    from arena.contest.entries import taken_by
    from arena.contest.entry_files import entry_paths

    entries_folder, entries = _ladder(ladder)
    wrong = [name_problem(name)]
    if "/" in name or name.startswith("."):
        wrong.append(f"{name!r} cannot be the name of a file that is seen: leave out '/', and '.' at its beginning")
    stems = [path.stem for path in entry_paths(entries_folder)]
    if name in stems:
        wrong.append(f"{entries_folder / name}.yaml is there: `arena ladder update` changes it")
    elif other := taken_by(name, entries, stems):
        wrong.append(f"the name is taken by the bot {other!r}: choose another")
    elif any(entry.base == name and entry.state == "playing" for entry in entries):
        wrong.append(f"the name is taken: {name!r} plays, as a bot of the configuration")
    if not command:
        wrong.append("the command is missing: it comes last, after --")
    text = {"command": list(command), "dir": str((folder or Path()).absolute()), "env": _variables(env, wrong)}
    text |= {"files": list(files)} | ({"build": build} if build is not None else {})
    bot = _write(entries_folder, name, text, list(filter(None, wrong)), new=True)
    click.echo(printable(f"{name} enters with the next stage, once nothing has changed in {bot.folder} for a moment"))


@ladder.command(epilog="\b\nExample:\n  arena ladder update league.db mine -- ./mine --depth 4\n")
@LADDER
@NAME
@bot_options
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
    from arena.contest.entry_files import Unfit, read_entry

    entries_folder, entries = _ladder(ladder)
    path = _file(entries_folder, name, entries)
    if not (folder or env or files or command) and build is None:
        wrong_input("nothing to change: give an option or a command; what changes in its folder is noticed without")
    try:
        bot = read_entry(path)
    except Unfit as problem:
        wrong_input(f"{problem}\nMend that first, or retire {name} and add it anew.")
    wrong: list[str | None] = []
    text = {
        "command": list(command or bot.command),
        "dir": str(folder.absolute() if folder else bot.folder),
        "env": _variables(env, wrong) if env else bot.env,
        "files": list(files or bot.files),
    }
    if build is not None or bot.build:
        text["build"] = list(bot.build) if build is None else build
    _write(entries_folder, name, text, list(filter(None, wrong)), new=False)
    click.echo(printable(f"{name} is a new entry with the next stage, if that changes it; the old one plays till then"))


@ladder.command(epilog="\b\nExample:\n  arena ladder retire league.db mine\n")
@LADDER
@NAME
def retire(ladder: Path, name: str) -> None:
    """Let the bot NAME play no further; it stays in the standings."""
    entries_folder, entries = _ladder(ladder)
    path = _file(entries_folder, name, entries)
    try:
        path.unlink()
    except OSError as problem:
        wrong_input(f"{path} cannot be removed: {problem.strerror}")
    click.echo(printable(f"{name} retires with the next stage; the games of this one are played to their end"))


@ladder.command("list", epilog="\b\nExample:\n  arena ladder list league.db\n")
@LADDER
def list_entries(ladder: Path) -> None:
    """List every entry that ever played, and the files that are none yet, with what is wrong with them."""
    from tabulate import tabulate

    from arena.contest.entry_files import Unfit, entry_paths, read_entry

    entries_folder, entries = _ladder(ladder)
    if entries:
        rows = _rows(ladder, entries)
        headers = ["entry", "version", "hash", "state", "since stage", "games"]
        align = ("left", "right", "left", "left", "right", "right")
        click.echo(tabulate(rows, headers, disable_numparse=True, colalign=align))
    playing = {entry.base for entry in entries if entry.state == "playing"}
    for path in entry_paths(entries_folder):
        try:
            read_entry(path)
            if path.stem not in playing:
                click.echo(printable(f"{path.stem}: has not entered yet"))
        except Unfit as problem:
            for line in str(problem).splitlines():
                click.echo(printable(f"{path.stem}: {line}"))


def _ladder(path: Path) -> tuple[Path, list[Entry]]:
    """The folder of entries, and all that ever played, where that is known."""
    from arena.contest import Store, StoreError
    from arena.contest.entries import FACT, from_fact

    if path.is_dir():
        return path.absolute(), []
    try:
        with Store.open(path) as store:
            folder, entries = from_fact(store.facts().get(FACT))
    except (StoreError, ValueError) as problem:
        wrong_input(problem if isinstance(problem, StoreError) else f"{path}: its entries cannot be read: {problem}")
    if folder is None:
        wrong_input(f"{path} names no folder of entries: is it a ladder with `entries:`, and was it started?")
    if not Path(folder).is_dir():
        wrong_input(f"the folder of entries {folder} is not there any more")
    return Path(folder), entries


def _rows(path: Path, entries: list[Entry]) -> list[list[str]]:
    from arena.contest import Store, StoreError, settled

    try:
        with Store.open(path) as store:
            ledger = store.ledger()
            benched = settled(store, ledger).reasons
            games = {entry.name: len(ledger.games_of(entry.name)) for entry in entries}
    except StoreError as problem:
        wrong_input(problem)

    def state(entry: Entry) -> str:
        return f"benched: {benched[entry.name]}" if entry.name in benched and entry.state == "playing" else entry.state

    return [
        [
            printable(entry.name),
            str(entry.version),
            entry.hash,
            printable(state(entry)),
            str(entry.since + 1),
            str(games[entry.name]),
        ]
        for entry in entries
    ]


def _file(folder: Path, name: str, entries: list[Entry]) -> Path:
    """The file of that bot. Exits where there is none."""
    from arena.contest.entry_files import entry_paths

    found = {path.stem: path for path in entry_paths(folder)}
    if name not in found:
        if any(entry.base == name and entry.state == "playing" for entry in entries):
            wrong_input(f"{name!r} is a bot of the configuration, and changes when that is changed and started again")
        there = ", ".join(map(printable, found)) or "none"
        wrong_input(f"there is no bot {name!r} in {folder}; there are: {there}")
    return found[name]


def _variables(words: tuple[str, ...], wrong: list[str | None]) -> dict[str, str]:
    wrong += [f"--env {word!r} is not KEY=VALUE" for word in words if "=" not in word]
    return {key: value for key, _, value in (word.partition("=") for word in words)}


def _write(folder: Path, name: str, text: dict[str, Any], wrong: list[str], new: bool) -> Bot:
    """Check the bot as a configuration's, and put its file in place, whole. Exits with all that is wrong."""
    import yaml

    from arena.contest.entry_files import Unfit, read_entry

    # A hidden file is no entry, and paths are relative to it as they will be.
    half = folder / f".{os.getpid()}.yaml"
    try:
        if text["command"]:
            half.write_text(yaml.safe_dump(text, allow_unicode=True, sort_keys=False), "utf-8")
            try:
                bot = read_entry(half)
            except Unfit as problem:
                wrong += [line.removeprefix(f"{half}:") for line in str(problem).splitlines()]
        if wrong:
            _exit(name, wrong)
        target = folder / f"{name}.yaml"
        if new:
            os.link(half, target)  # never over what somebody else has just put there
        else:
            half.replace(target)
    except OSError as problem:
        wrong_input(f"{folder}: {name}.yaml cannot be written: {problem.strerror}")
    finally:
        half.unlink(missing_ok=True)
    return bot


def _exit(name: str, wrong: list[str]) -> NoReturn:
    wrong_input("\n".join(f"{name}: {line}" for line in wrong))
