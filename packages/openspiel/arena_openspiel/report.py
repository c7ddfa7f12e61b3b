"""The report over all games of OpenSpiel: which can be played, which of arena's laws they keep, which tell a secret.

    python -m arena_openspiel.report --games 1000 --law-games 10 --into .

The games are tried in a process apart, which a fault inside of OpenSpiel may end: then the next goes on with the rest.
"""

from __future__ import annotations

import signal
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
"""Seconds of a processor that one game may take; then the process is ended by signal 27."""


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
    while len(tried) < len(names):
        left = names[len(tried) :]
        command = [sys.executable, "-m", "arena_openspiel.report", "--data", *left]
        command += ["--games", str(games), "--law-games", str(law_games)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
            assert child.stdout is not None
            for line in child.stdout:
                tried.append(msgspec.json.decode(line, type=GameTried))
                click.echo(f"{len(tried)} of {len(names)}: {tried[-1].name}", err=True)
        if child.returncode:
            ended = f"the process that tried it was ended by signal {-child.returncode}"
            if child.returncode > 0:
                ended = f"the process that tried it ended with status {child.returncode}"
            tried.append(GameTried(name=names[len(tried)], refused=f"{ended}, which is no doing of arena's"))
    return Report(version("open_spiel"), games, law_games, tuple(tried))


@click.command()
@click.option("--games", default=20, show_default=True, help="Random games to the end, of each.")
@click.option("--law-games", default=2, show_default=True, help="Games for each law, fewer where they are long.")
@click.option("--into", type=click.Path(path_type=Path), help="Folder for REPORT.md and report.json.")
@click.option("--data", is_flag=True, help="Print what was found in each game as a line of JSON, and nothing else.")
@click.argument("names", nargs=-1)
def main(games: int, law_games: int, into: Path | None, data: bool, names: tuple[str, ...]) -> None:
    """Try the games of OpenSpiel of these NAMES, or all, and write what was found."""
    chosen = list(names) or sorted(pyspiel.registered_names())
    if data:
        for name in chosen:
            signal.setitimer(signal.ITIMER_PROF, PATIENCE)
            sys.stdout.buffer.write(msgspec.json.encode(try_game(name, games, law_games)) + b"\n")
            sys.stdout.flush()
        return
    found = report(chosen, games, law_games)
    if into is None:
        click.echo(page(found.openspiel, found.law_games, found.tried))
        return
    (into / "report.json").write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    (into / "REPORT.md").write_text(page(found.openspiel, found.law_games, found.tried), "utf-8")


if __name__ == "__main__":
    main()
