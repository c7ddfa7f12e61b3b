"""The report over all games of OpenSpiel: which can be played, which of arena's laws they keep, which tell a secret.

    python -m arena_openspiel.report --games 1000 --seconds 20 --into .

Each game is tried in a process of its own, with a limit: one that hangs, or ends its process, is a line of the report.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final

import click
import msgspec
import pyspiel
from msgspec.structs import replace

from arena_openspiel.found import Found, GameTried
from arena_openspiel.report_text import page
from arena_openspiel.trying import try_game

PATIENCE: Final = 60.0
"""Seconds that a game is given beyond twice what was asked for: it is loaded, and one game under each law is played
whole."""


def in_order(names: Sequence[str], before: Sequence[GameTried]) -> list[str]:
    """Those names, first what was never tried, then what was tried longest ago."""
    when = {one.name: one.when for one in before}
    return sorted(names, key=lambda name: (when.get(name, ""), name))


def tried_apart(name: str, games: int, law_games: int, seconds: float) -> GameTried:
    """What a process of its own finds in the game of that name; what it had found if it is ended before its time."""
    command = [sys.executable, "-m", "arena_openspiel.report", "--data", name]
    command += ["--games", str(games), "--law-games", str(law_games), "--seconds", str(seconds)]
    return found_by(command, name, 2 * seconds + PATIENCE)


def found_by(command: Sequence[str], name: str, limit: float) -> GameTried:
    """The last line that a program writes, as what was found in the game of that name; with a word on how it ended if
    that was by a fault, or by us after `limit` seconds."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        try:
            written, complaint = child.communicate(timeout=limit)
            cut = _ending(child.returncode, complaint)
        except subprocess.TimeoutExpired:
            child.kill()
            written, _ = child.communicate()
            cut = f"it was not done after {limit:.0f} seconds"
    whole = written.decode().rpartition("\n")[0].rpartition("\n")[2]  # what was cut off in the middle is none
    found = msgspec.json.decode(whole, type=GameTried) if whole else GameTried(name=name)
    if cut and not found.games:
        return replace(found, refused=f"{cut}, before one game of it was played")
    return replace(found, cut=cut)


def _ending(status: int, complaint: bytes) -> str:
    if status < 0:
        return f"its process was ended by signal {-status}, which is no doing of arena's"
    last = complaint.decode(errors="replace").strip().rpartition("\n")[2][:200]
    return f"its process ended with status {status}: {last}" if status else ""


def _tell(found: GameTried) -> str:
    if found.refused:
        return f"{found.name}: {found.refused}"
    broken = [law for sight in found.sights for law in sight.broken]
    judged = sum(tried.games for sight in found.sights for tried in sight.tried)
    said = f"{found.name}: {found.games:,} games in {found.seconds:.0f} s, {judged:,} under laws"
    return said + (f", broken: {', '.join(broken)}" if broken else "") + (f"; {found.cut}" if found.cut else "")


def _kept(into: Path | None) -> Found:
    """What is there already of the same OpenSpiel."""
    path = into / "report.json" if into else None
    if path is not None and path.exists():
        kept = msgspec.json.decode(path.read_bytes(), type=Found)
        if kept.openspiel == version("open_spiel"):
            return kept
    return Found(version("open_spiel"))


def _with(kept: Found, found: GameTried) -> Found:
    others = (one for one in kept.tried if one.name != found.name)
    return replace(kept, tried=tuple(sorted((*others, found), key=lambda one: one.name)))


def _write(into: Path, found: Found) -> None:
    (into / "report.json").write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    (into / "REPORT.md").write_text(page(found), "utf-8")


@click.command()
@click.option("--games", default=1000, show_default=True, help="Random games to the end, of each.")
@click.option("--law-games", default=100, show_default=True, help="Games for each law with each number of seats.")
@click.option("--seconds", default=20.0, show_default=True, help="For the games of each, and as many for its laws.")
@click.option("--into", type=click.Path(path_type=Path), help="Folder of REPORT.md and report.json; others stay there.")
@click.option("--only", multiple=True, metavar="NAME", help="Try this game; as often as you like. All if not given.")
@click.option("--data", metavar="NAME", help="Print what is found in this game so far, as lines of JSON.")
def main(
    games: int, law_games: int, seconds: float, into: Path | None, only: tuple[str, ...], data: str | None
) -> None:
    """Try the games of OpenSpiel, and write what was found. With --into what is there stays until its game is tried
    again, those first that were tried longest ago: a run that was ended goes on where it was."""
    if data is not None:
        for line in _lines(try_game(data, games, law_games, seconds)):
            sys.stdout.buffer.write(line)
            sys.stdout.flush()
        return
    registered = sorted(pyspiel.registered_names())
    if unknown := sorted(set(only) - set(registered)):
        raise click.UsageError(f"OpenSpiel has no game called {', '.join(unknown)}")
    found = _kept(into)
    names = in_order(only or registered, found.tried)
    for number, name in enumerate(names, 1):
        one = tried_apart(name, games, law_games, seconds)
        found = _with(found, one)
        click.echo(f"{number} of {len(names)}: {_tell(one)}", err=True)
        if into is not None:
            _write(into, found)
    if into is None:
        click.echo(page(found))


def _lines(found: Iterator[GameTried]) -> Iterator[bytes]:
    return (msgspec.json.encode(one) + b"\n" for one in found)


if __name__ == "__main__":
    main()
