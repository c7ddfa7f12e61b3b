"""The report over all games of OpenSpiel: which can be played, which of arena's laws they keep, which tell a secret.

    python -m arena_openspiel.report --games 1000 --law-games 10 --into .

Each game is tried in a process of its own, which a fault inside of OpenSpiel may end.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Final

import click
import msgspec
import pyspiel

from arena_openspiel.report_text import page
from arena_openspiel.trying import GameTried, try_game

PATIENCE: Final = 3_600
"""Seconds that one game may take."""


class Report(msgspec.Struct, frozen=True):
    """All that was found."""

    openspiel: str
    """The version of OpenSpiel."""
    games: int
    law_games: int
    tried: tuple[GameTried, ...]


def report(names: list[str], games: int, law_games: int) -> Report:
    """Tries the games of those names, one after the other."""
    tried: list[GameTried] = []
    for name in names:
        tried.append(_apart(name, games, law_games))
        click.echo(f"{len(tried)} of {len(names)}: {name}", err=True)
    return Report(version("open_spiel"), games, law_games, tuple(tried))


def _apart(name: str, games: int, law_games: int) -> GameTried:
    command = [sys.executable, "-m", "arena_openspiel.report", "--one", name]
    command += ["--games", str(games), "--law-games", str(law_games)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return GameTried(name=name, refused=f"it was not tried through after {PATIENCE} seconds")
    if done.returncode:
        last = " ".join(done.stderr.decode(errors="replace").split())[-200:]
        return GameTried(name=name, refused=f"the process that tried it ended with {done.returncode}: {last}")
    return msgspec.json.decode(done.stdout, type=GameTried)


@click.command()
@click.option("--games", default=20, show_default=True, help="Random games to the end, of each.")
@click.option("--law-games", default=2, show_default=True, help="Games for each law, fewer where they are long.")
@click.option("--into", type=click.Path(path_type=Path), help="Folder for REPORT.md and report.json.")
@click.option("--one", help="Try this game alone, and print what was found as JSON.")
@click.argument("names", nargs=-1)
def main(games: int, law_games: int, into: Path | None, one: str | None, names: tuple[str, ...]) -> None:
    """Try the games of OpenSpiel of these NAMES, or all, and write what was found."""
    if one is not None:
        sys.stdout.buffer.write(msgspec.json.encode(try_game(one, games, law_games)))
        return
    found = report(list(names) or sorted(pyspiel.registered_names()), games, law_games)
    if into is None:
        click.echo(page(found.openspiel, found.games, found.law_games, found.tried))
        return
    (into / "report.json").write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    (into / "REPORT.md").write_text(page(found.openspiel, found.games, found.law_games, found.tried), "utf-8")


if __name__ == "__main__":
    main()
