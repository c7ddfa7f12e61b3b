"""What benchmarks of whole referees share: the meter, bots that answer at once, and referees of chess as the measure.

Processor time is that of the whole tree of processes, as the kernel hands it to who waits for them. What a referee
takes to start and to stop is told apart by two runs, of few games and of many.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

HERE = Path(__file__).parent.absolute()
KIT = HERE / "peer_kit"
CHESS = {"fastchess": ("args", "file=games.pgn"), "cutechess": ("arg", "games.pgn")}
"""Those that play chess, each with its words for an engine's argument and for the file of all games."""
MOVES = 60
"""The plies of the game of chess that both engines know by heart."""
CORES = len(os.sched_getaffinity(0))

# An interpreter that looks for no packages: it starts in a quarter of the time.
BARE_PYTHON = (sys.executable, "-S", "-E")


class Trouble(Exception):
    """A referee cannot be had, or its run failed; the message is for its row."""


class Cost(NamedTuple):
    """Of a run, in seconds: by the clock, processor time of all processes, and the bots' part of it."""

    wall: float
    cpu: float
    bots: float


class Figures(NamedTuple):
    """Of one repeat, microseconds per move: by the clock, processor time of all, and the referee's part of it."""

    wall: float
    cpu: float
    own: float


def run(folder: Path, commands: Sequence[Sequence[object]], paths: Sequence[Path] = ()) -> tuple[float, float]:
    """Wall and processor seconds of commands that run side by side, with all that they start and wait for."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths))}
    cpu = 0.0
    began = time.perf_counter()
    with open(folder / "output", "w+") as output:
        processes = [
            subprocess.Popen(list(map(str, words)), cwd=folder, env=environment, stdout=output, stderr=output)
            for words in commands
        ]
        try:
            for process in processes:
                _, status, used = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                cpu += used.ru_utime + used.ru_stime
        except BaseException:  # an interrupt: nothing may go on in a folder that is about to be removed
            for process in processes:
                process.kill()
                process.wait()
            raise
        wall = time.perf_counter() - began
        if any(process.returncode for process in processes):
            output.seek(0)
            raise Trouble(f"{last_line(output.read())} (exit {[process.returncode for process in processes]})")
    return wall, cpu


def last_line(text: str) -> str:
    return (text.strip().splitlines() or ["it said nothing"])[-1].strip()


def figures_of(moves: int, runs: Sequence[tuple[Cost, Cost]]) -> list[Figures]:
    """One for each pair of runs, of few games and of many, which have so many `moves` more than the few."""
    start = Cost(*map(median, zip(*(start for start, _ in runs), strict=True)))
    us_per_move = 1e6 / moves
    figures = []
    for _, whole in runs:
        wall, cpu, bots = (us_per_move * (long - short) for long, short in zip(whole, start, strict=True))
        figures.append(Figures(wall, cpu, cpu - bots))
    return figures


def instant_bots(folder: Path) -> dict[str, list[str]]:
    """The commands of the bots by language."""
    program = folder / "instant_bot"
    subprocess.run(["cc", "-O2", "-o", program, HERE / "instant_bot.c"], check=True)
    return {"C": [str(program)], "Python": [*BARE_PYTHON, str(KIT / "instant_bot.py")]}


def chess_runs(folder: Path, peer: str, program: Path, at_once: int) -> Callable[[int], Cost]:
    """Fastchess, or cutechess at the command line, with engines that are kept from game to game. The time by the clock
    is that until the last game was written."""
    argument, record = CHESS[peer]
    engine = folder / "instant_chess"
    subprocess.run(["cc", "-O2", "-o", engine, KIT / "instant_chess.c"], check=True)

    def play(games: int) -> Cost:
        with tempfile.TemporaryDirectory(dir=folder) as name:
            here, used = Path(name), Path(name, "used")
            words: list[object] = [program]
            for each in ("one", "other"):
                words += ["-engine", f"name={each}", f"cmd={engine}", f"{argument}={used}"]
            words += ["-each", "proto=uci", "tc=60+0.6", "-maxmoves", MOVES // 2, "-pgnout", record]
            words += ["-rounds", games // 2, "-games", 2, "-concurrency", at_once]
            began = time.time()
            _, cpu = run(here, [words])
            # Fastchess ends on a beat of a second after that.
            wall = (here / "games.pgn").stat().st_mtime - began
            played = (here / "games.pgn").read_text().count(f'[PlyCount "{MOVES}"]')
            spent = list(map(int, used.read_text().split()))
        if played != games:
            raise Trouble(f"{played} games of {MOVES} plies are in its file, not {games}")
        if len(spent) < 2 * at_once:
            raise Trouble(f"{len(spent)} engines have said what they used, and {2 * at_once} played")
        return Cost(wall, cpu, sum(spent) / 1e6)

    return play
