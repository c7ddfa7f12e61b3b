"""Builds of arena beside each other, and beside referees of chess: the same games in one run on one machine.

    python -m benchmarks.builds --arena before=OLD/.venv/bin/python --arena now=.venv/bin/python [--arena NAME=PYTHON]
                                [--fastchess PROGRAM] [--cutechess PROGRAM] [--games gunrunners,gangsta,grizzled]
                                [--bots C,Python] [--jobs 1,2] [--seconds 2] [--repeats 4] [--json]

A build is the Python of an environment that has an arena. Each plays whole contests, `arena run` with workers, store
and standings, of tables of four that answer at once, in C and in Python; the referees of chess play as in
`benchmarks.peers`, one game of 60 plies. The processor time of a whole tree of processes less what the bots have used
is the referee's own, for all of them.

How many games last `--seconds` is found out with the first build, and then all play as many. After that all settings
take turns, `--repeats` times, and those that are compared come one after the other: first few games, then many, and
what the many take more counts. Ratios are those of the pairs, of which the median is shown.

The games of a setting must be the same in all builds, however many are played at once: the same moves, faults and
outcomes. The records are compared byte by byte but for what was measured, the version of arena, and how it hashes the
files of bots; a build whose records differ from those of the first is trouble.

Needs a C compiler (`cc`). With `--json` the last line is one object with all figures.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from tabulate import tabulate

from arena.games import find_game
from benchmarks.metered import CHESS, CORES, MOVES, Cost, Figures, Trouble, chess_runs, figures_of, instant_bots, run

SEATS = 4
DIFFER = ("measured", "arena_version", "hashes")
"""What may differ between two records of the same game: not every version has hashed the files of bots alike."""
MOST_GAMES = 20_000


class Played(NamedTuple):
    """A run: what it cost, how many decisions were made, and a hash of all games, "" where none is compared."""

    cost: Cost
    decisions: int
    games: str


class Setting(NamedTuple):
    """What is compared in all builds: a game, the bots' language and how many games are played at once."""

    game: str
    bots: str
    at_once: int


Play = Callable[[int], Played]
"""Plays so many games in a run of its own. Raises Trouble."""


def arena_runs(folder: Path, python: Path, setting: Setting, bot: Sequence[str]) -> Play:
    """`arena run` of that build."""
    config, path = folder / f"{setting.game}.yaml", folder / f"{setting.game}.db"

    def play(games: int) -> Played:
        # One bot on all seats of a cooperative game: mixed line-ups start more processes than are measured.
        format, seated = ("self-play", 1) if find_game(setting.game).cooperative else ("round-robin", SEATS)
        bots = {f"bot{seat}": list(bot) for seat in range(seated)}
        keys = {"game": setting.game, "seats": SEATS, "seed": "1", "format": format, "deals": games, "bots": bots}
        config.write_text(json.dumps(keys))  # JSON is YAML
        words = (python, "-m", "arena", "run", config, "--db", path, "--jobs", setting.at_once, "--games", games)
        wall, cpu = run(folder, [words])
        used, decisions, lasting, stored = 0.0, 0, hashlib.sha256(), 0
        for record in records(path):
            if record["status"] != "finished" or record["faults"]:
                raise Trouble(f"game {record['number']} went wrong: {record['measured']}")
            stored += 1
            decisions += len(record["decisions"])
            used += sum(usage["on_ms"] + usage["off_ms"] for usage in record["measured"]["usage"])
            same = {name: value for name, value in record.items() if name not in DIFFER}
            lasting.update(json.dumps(same, sort_keys=True).encode() + b"\n")
        if stored != games:
            raise Trouble(f"{stored} games are stored, not {games}")
        path.unlink()
        return Played(Cost(wall, cpu, used / 1000), decisions, lasting.hexdigest())

    return play


def records(path: Path) -> Iterator[Any]:
    """The records in a contest's file, whichever version of arena has written it, in the order of the schedule."""
    with closing(sqlite3.connect(path)) as db:
        for (record,) in db.execute("SELECT record FROM game ORDER BY number"):
            yield json.loads(record)


def chess_plays(folder: Path, referee: str, program: Path, at_once: int) -> Play:
    """A referee of chess, as one more build."""
    play = chess_runs(folder, referee, program, at_once)
    return lambda games: Played(play(games), games * MOVES, "")


def lengths(play: Play, seconds: float) -> tuple[int, int]:
    """How many games are few and how many are many: those after the few take about so many seconds."""
    few = 2 * SEATS * CORES
    play(few)  # warms up
    start = play(few).cost.wall
    for games in (few * 4**power for power in count(1)):
        took = play(few + games).cost.wall - start
        if took > 0.3 * seconds or games > MOST_GAMES:
            # Whole deal groups, from all four seats.
            return few, few + SEATS * max(1, round(games * seconds / max(took, 0.01) / SEATS))
    raise AssertionError


class Comparison:
    """The runs of all builds in all settings. `plays` holds who plays what; the first build of a setting is the one
    that the others are compared with."""

    def __init__(self, plays: dict[Setting, dict[str, Play]], seconds: float) -> None:
        self._plays = plays
        self._seconds = seconds
        self._games: dict[tuple[str, str], tuple[int, int]] = {}
        """Of a game and bots, however many are played at once."""
        self._truth: dict[tuple[str, str, int], Played] = {}
        """The first run of so many games of a game and bots."""
        self.compared = 0
        """How many runs had the records of another one."""
        self.runs: dict[Setting, dict[str, list[tuple[Cost, Cost]]]] = {}
        self.troubles: dict[tuple[Setting, str], str] = {}

    def play_round(self, turn: int) -> None:
        """All settings once; who comes first changes from turn to turn."""
        for setting, plays in self._plays.items():
            names = list(plays)[:: 1 if turn % 2 == 0 else -1]
            for name in names:
                if (setting, name) not in self.troubles:
                    try:
                        self._play_pair(setting, name, plays)
                    except Trouble as trouble:
                        self.troubles[setting, name] = str(trouble)
                        tell(setting, name, str(trouble))

    def _play_pair(self, setting: Setting, name: str, plays: dict[str, Play]) -> None:
        kind = setting.game, setting.bots
        if kind not in self._games:
            self._games[kind] = lengths(next(iter(plays.values())), self._seconds)
        few, many = (self._played(setting, plays[name], games) for games in self._games[kind])
        self.runs.setdefault(setting, {}).setdefault(name, []).append((few.cost, many.cost))
        tell(setting, name, f"{self._games[kind][1]} games, {many.cost.wall - few.cost.wall:.1f} s")

    def _played(self, setting: Setting, play: Play, games: int) -> Played:
        """Raises Trouble, also where the games are not those that others have played."""
        played = play(games)
        key = (setting.game, setting.bots, games)
        if key not in self._truth:
            self._truth[key] = played
        elif played.games != self._truth[key].games:
            raise Trouble("its records are not those of the first build")
        else:
            self.compared += bool(played.games)
        return played

    def figures(self) -> dict[Setting, dict[str, list[Figures]]]:
        """Of each setting and build, a figure for each repeat."""
        return {
            setting: {name: figures_of(self._decisions(setting), runs) for name, runs in builds.items()}
            for setting, builds in self.runs.items()
        }

    def _decisions(self, setting: Setting) -> int:
        """How many more there are in many games than in few."""
        kind = setting.game, setting.bots
        few, many = (self._truth[*kind, games].decisions for games in self._games[kind])
        return many - few


def ratio(numbers: Sequence[float], base: Sequence[float]) -> str:
    """The median of the pairs."""
    return f"{median(one / other for one, other in zip(numbers, base, strict=False)):.2f}"


def beside(figures: dict[Setting, dict[str, list[Figures]]], title: str, number: Callable[[Figures], float]) -> str:
    """A number of each build with its ratio to the first build's, and beside it that of the referees of chess with the
    ratio of the last build's to theirs; in Markdown."""
    rows = []
    chess = {setting.at_once: by_name for setting, by_name in figures.items() if setting.game == "chess"}
    arena = {setting: by_name for setting, by_name in figures.items() if setting.game != "chess"}
    builds = list(dict.fromkeys(name for by_name in arena.values() for name in by_name))
    referees = list(dict.fromkeys(name for by_name in chess.values() for name in by_name))
    for setting, by_name in arena.items():
        numbers = {name: list(map(number, by_name[name])) for name in builds if name in by_name}
        row = [setting.game, setting.bots, str(setting.at_once)]
        for name in builds:
            row.append(f"{median(numbers[name]):,.0f}" if name in numbers else "-")
            if name in numbers and builds[0] in numbers and name != builds[0]:
                row[-1] += f" ({ratio(numbers[name], numbers[builds[0]])})"
        for name in referees:
            theirs = list(map(number, chess.get(setting.at_once, {}).get(name, [])))
            row.append(f"{median(theirs):,.0f}" if theirs else "-")
            if theirs and builds[-1] in numbers:
                row[-1] += f" ({ratio(numbers[builds[-1]], theirs)})"
        rows.append(row)
    heads = [title, "bots", "at once", *builds, *referees]
    return tabulate(rows, heads, tablefmt="pipe", disable_numparse=True)


def more_at_once(figures: dict[Setting, dict[str, list[Figures]]]) -> str:
    """How many times as many moves a second are made with more games at once as with the fewest, in Markdown."""
    fewest, *others = sorted({setting.at_once for setting in figures})
    names = list(dict.fromkeys(name for by_name in figures.values() for name in by_name))
    rows = []
    for setting, by_name in figures.items():
        for more in others if setting.at_once == fewest else ():
            there = figures.get(setting._replace(at_once=more), {})
            row = [setting.game, setting.bots, f"{more} to {fewest}"]
            for name in names:
                one, many = ([1 / each.wall for each in side.get(name, [])] for side in (by_name, there))
                row.append(ratio(many, one) if one and many else "-")
            rows.append(row)
    return tabulate(rows, ["moves a second", "bots", "at once", *names], tablefmt="pipe", disable_numparse=True)


def tell(setting: Setting, name: str, text: str) -> None:
    print(f"{setting.game}, {setting.bots}, {setting.at_once} at once, {name}: {text}", file=sys.stderr, flush=True)


def said_version(program: Path, *words: str) -> str:
    """The first line that a program says of its version. Raises Trouble."""
    command: list[str | Path] = [program, *words, "--version"]
    try:
        # Python looks for modules in the current folder, where there may be another arena.
        said = subprocess.run(command, check=True, capture_output=True, text=True, cwd=program.parent).stdout
    except (OSError, subprocess.CalledProcessError) as problem:
        raise Trouble(f"{program} does not say its version: {problem}") from problem
    return said.partition("\n")[0].strip()


def program_named(text: str) -> tuple[str, Path]:
    """NAME=PROGRAM, as an option has it."""
    name, equals, program = text.partition("=")
    if not (name and equals and os.access(program, os.X_OK)):
        raise argparse.ArgumentTypeError(f"{text}: NAME=PYTHON, with a program that may be started")
    # Not resolved: an environment's Python is a link, and knows by its own name which environment it is of.
    return name, Path(program).absolute()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--arena", type=program_named, action="append", required=True, metavar="NAME=PYTHON")
    for referee in CHESS:
        parser.add_argument(f"--{referee}", type=Path, metavar="PROGRAM")
    parser.add_argument("--games", default="gunrunners,gangsta,grizzled")
    parser.add_argument("--bots", default="C,Python")
    parser.add_argument("--jobs", default=f"1,{CORES}")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--repeats", type=int, default=4)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    at_once = sorted(set(map(int, asked.jobs.split(","))))
    referees = {referee: path.absolute() for referee in CHESS if (path := getattr(asked, referee))}
    builds = dict(asked.arena)
    try:
        versions = {name: said_version(python, "-m", "arena") for name, python in builds.items()}
        versions |= {referee: said_version(program) for referee, program in referees.items()}
    except Trouble as trouble:
        parser.error(str(trouble))
    loads = [os.getloadavg()[0]]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bots = instant_bots(folder)
        plays: dict[Setting, dict[str, Play]] = {}
        for setting in (
            Setting(game, language, jobs)
            for game in asked.games.split(",")
            for language in asked.bots.split(",")
            for jobs in at_once
        ):
            plays[setting] = {
                build: arena_runs(folder, python, setting, bots[setting.bots]) for build, python in builds.items()
            }
        for jobs in at_once if referees else ():
            plays[Setting("chess", "C", jobs)] = {
                referee: chess_plays(folder, referee, program, jobs) for referee, program in referees.items()
            }
        comparison = Comparison(plays, asked.seconds)
        for turn in range(asked.repeats):
            comparison.play_round(turn)
    loads.append(os.getloadavg()[0])
    figures = comparison.figures()
    print(
        f"Python {platform.python_version()}, {CORES} cores, load {loads[0]:.1f} before and {loads[1]:.1f} after; ",
        end="",
    )
    print(", ".join(f"{name}: {its}" for name, its in versions.items()), end="\n\n")
    print(beside(figures, "own CPU per decision, us", lambda each: each.own), end="\n\n")
    print(beside(figures, "decisions a second", lambda each: 1e6 / each.wall), end="\n\n")
    if len(at_once) > 1:
        print(more_at_once(figures), end="\n\n")
    print(f"{comparison.compared} runs had the same records, byte by byte, as the first of their game and bots.")
    for (setting, name), why in comparison.troubles.items():
        print(f"{setting.game}, {setting.bots}, {setting.at_once} at once, {name}: {why}")
    if asked.json:
        rows = [
            setting._asdict() | {"build": name, "repeats": [each._asdict() for each in repeats]}
            for setting, by_name in figures.items()
            for name, repeats in by_name.items()
        ]
        troubles = [[*setting, name, why] for (setting, name), why in comparison.troubles.items()]
        print(json.dumps({"versions": versions, "load": loads, "settings": rows, "troubles": troubles}))
    if comparison.troubles:
        sys.exit(1)


if __name__ == "__main__":
    main()
