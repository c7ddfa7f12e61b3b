"""`arena ladder`: who plays in a ladder, said from another terminal while it runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

import arena.contest
import arena.league
import arena.programs
from arena.cli.completion import ContestFile, bots_of_file
from arena.cli.reading import reading
from arena.cli.saying import say, say_table
from arena.protocol import printable

if TYPE_CHECKING:
    from arena.league import Roster
    from arena.programs import Version
    from arena.store import Entry

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
    """The options that describe a bot, as in a configuration; `default` says which folder it has if none is given."""

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
    roster, wrong = arena.league.Roster.of(ladder), list[str]()
    version = roster.add(name, arena.league.Given(command, folder, _variables(env, wrong), files, build), wrong)
    where = os.path.abspath(str((folder or Path()).absolute()))
    enters = f"{name} enters with the next stage, once nothing has changed in {where} for a moment"
    say(_back(roster, version) or enters)


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
    roster, wrong = arena.league.Roster.of(ladder), list[str]()
    version = roster.update(name, arena.league.Given(command, folder, _variables(env, wrong), files, build), wrong)
    new = f"{name} is a new entry with the next stage, if that changes it; the old one plays till then"
    say(_back(roster, version) or new)


@ladder.command(epilog="\b\nExample:\n  arena ladder retire league.db mine\n")
@LADDER
@NAME
def retire(ladder: Path, name: str) -> None:
    """Let the bot NAME play no further; it stays in the standings.

    Its file is removed, and may be put back. A bot of the configuration has none: it is retired for good, as by `arena
    retire`.
    """
    roster = arena.league.Roster.of(ladder)
    if roster.db is not None and name in roster.configured and name not in roster.paths():
        click.echo(printable(arena.contest.retire_bot(roster.db, name, "")))
        return
    roster.retire(name)
    say(f"{name} retires with the next stage; the games of this one are played to their end")


@ladder.command("list", epilog="\b\nExample:\n  arena ladder list league.db\n")
@LADDER
def list_entries(ladder: Path) -> None:
    """List every entry that ever played, and the files that are none yet, with what is wrong with them."""
    roster = arena.league.Roster.of(ladder)
    if roster.entries:
        benched, games = _history(roster)
        rows = [_row(entry, benched, games) for entry in roster.entries]
        say_table(["entry", "version", "hash", "state", "since\nstage", "games"], rows, "lrllrr", "023010")
        for entry in roster.entries:
            if entry.state == "playing" and entry.name in benched:
                say(f"{entry.name} is benched: {benched[entry.name]}")
    for base, text in roster.waiting():
        for line in text.splitlines():
            say(f"{base}: {line}")


def _back(roster: Roster, version: Version | None) -> str | None:
    """What there is to say of a version that has played before, and does not now or is benched."""
    if version is None or roster.db is None:
        return None
    entry = roster.played(version)
    if entry is None:
        return None
    benched = _history(roster)[0].get(entry.name)
    if entry.state == "playing" and benched is None:
        return None
    return f"{entry.name} ({entry.hash}) is back with the next stage{arena.programs.still_out(benched)}"


def _history(roster: Roster) -> tuple[dict[str, str], dict[str, int]]:
    assert roster.db is not None
    with reading(roster.db) as store:
        return roster.history(store)


def _row(entry: Entry, benched: Mapping[str, str], games: Mapping[str, int]) -> list[str]:
    state = "benched" if entry.state == "playing" and entry.name in benched else entry.state
    return [entry.name, str(entry.version), entry.hash, state, str(entry.since + 1), str(games[entry.name])]


def _variables(words: tuple[str, ...], wrong: list[str]) -> dict[str, str]:
    """The variables that these words set; those that set none are told to `wrong`."""
    wrong += [f"--env {word!r} is not KEY=VALUE" for word in words if "=" not in word]
    return {key: value for key, _, value in (word.partition("=") for word in words)}
