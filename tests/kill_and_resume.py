"""Kills a contest at random moments, again and again, and compares what is left of it with a run in peace.

Start, with any configuration of deterministic bots: python tests/kill_and_resume.py CONFIG [--kills 20] [--seed 1]
A ladder has no end: for it give --games as well.

Every kill takes the referee, its workers and all bots at once, as a power cut would. Exits with 1 when a game is
missing or differs, when the contest took another course, when the file is damaged, or when anything is left running.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from arena.referee import lasting_bytes
from arena.sandbox import descendants
from arena.standings import Standings, TeamStandings
from arena.standings.of_store import standings_of
from arena.standings.resources import stated
from arena.store import Store
from arena.store.tally import Spent

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Report:
    """`stored` are the numbers of games that were safe after each kill."""

    games: int = 0
    stages: int = 0
    stored: list[int] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        kills = f"{len(self.stored)} kills (games safe after each: {', '.join(map(str, self.stored)) or 'none'})"
        course = f" in {self.stages} stages" if self.stages else ""
        return f"{self.games} games{course}, {kills}: " + ("; ".join(self.problems) or "all games once, as in peace")


def kill_and_resume(
    config: Path,
    folder: Path,
    kills: int,
    seed: int,
    environment: Mapping[str, str] | None = None,
    games: int | None = None,
) -> Report:
    """Makes `whole.db` and `killed.db` in `folder`. Fewer kills come about when the contest ends before them. `games`
    is how many there shall be at most, for a contest without an end."""
    rng, report = Random(seed), Report()
    whole, killed = folder / "whole.db", folder / "killed.db"
    bound = () if games is None else ("--games", str(games))

    def run(db: Path) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "arena", "run", str(config), "--db", str(db), *bound],
            env={**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def finish(db: Path) -> None:
        process = run(db)
        out, _ = process.communicate()
        if process.returncode:
            report.problems.append(f"`arena run` exited with {process.returncode}: {out[-500:]}")

    began = time.monotonic()
    finish(whole)
    playing = time.monotonic() - began
    began = time.monotonic()
    finish(whole)
    starting = time.monotonic() - began
    playing -= starting

    for _ in range(kills):
        process = run(killed)
        patience = rng.uniform(0, starting)
        if rng.random() < 0.75:  # the others may hit a contest that has hardly begun, or not even its file
            assert process.stdout is not None
            while "master seed" not in process.stdout.readline() and process.poll() is None:
                pass
            # Mostly past the start of the workers, and on the average not past this kill's share of the games.
            patience = rng.uniform(0, starting + 2 * playing / kills)
        with suppress(subprocess.TimeoutExpired):
            process.wait(patience)
        if process.poll() is None:
            _kill_family(process, report)
            report.stored.append(_stored(killed, report))
        process.communicate()
    finish(killed)

    expected, found = _lasting(whole), _lasting(killed)
    report.games = len(expected)
    if expected.keys() != found.keys():
        report.problems.append(f"games missing or too many: {sorted(expected.keys() ^ found.keys())[:10]}")
    different = [number for number in expected.keys() & found.keys() if expected[number] != found[number]]
    if different:
        report.problems.append(f"games differ: {sorted(different)[:10]}")
    stages = _stages(whole)
    report.stages = len(stages)
    if stages != _stages(killed):
        report.problems.append("the stages differ")
    if _standings(whole) != _standings(killed):
        report.problems.append("the standings differ")
    left = sorted(path.name for path in folder.glob("killed.db-*"))
    if left:
        report.problems.append(f"files left beside the store: {left}")
    return report


def _kill_family(process: subprocess.Popen[str], report: Report) -> None:
    # Stopped first, the referee before its workers: none of them can start anybody or clean up meanwhile.
    family: list[int] = [process.pid]
    os.kill(process.pid, signal.SIGSTOP)
    while new := descendants(process.pid) - set(family):
        family += new
        for pid in new:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
    for pid in family:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    process.wait()
    deadline = time.monotonic() + 10
    while running := [pid for pid in family if _runs(pid)]:
        if time.monotonic() > deadline:
            report.problems.append(f"still running after a kill: {running}")
            return
        time.sleep(0.001)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _stored(db: Path, report: Report) -> int:
    if not db.exists():
        return 0
    # Of a copy: to look at what a kill has left mends it, and that is for the next run to do.
    with TemporaryDirectory() as folder:
        for file in db.parent.glob(f"{db.name}*"):
            shutil.copy(file, folder)
        with closing(sqlite3.connect(Path(folder, db.name))) as connection:
            ((verdict,),) = connection.execute("PRAGMA integrity_check")
            ((games,),) = connection.execute("SELECT count(*) FROM game")
    if verdict != "ok":
        report.problems.append(f"the file is damaged: {verdict}")
    return int(games)


def _lasting(db: Path) -> dict[int, bytes]:
    with Store.open(db) as store:
        return {record.number: lasting_bytes(record) for record in store.records()}


def _stages(db: Path) -> list[bytes]:
    with Store.open(db) as store:
        return store.stages()


def _standings(db: Path) -> Standings | TeamStandings:
    with Store.open(db) as store:
        standings = standings_of(store)
    # What the clock and the meter showed differs from run to run.
    timeless = (replace(row, median_ms=None, max_ms=None, resources=stated(Spent())) for row in standings.rows)
    return replace(standings, rows=tuple(timeless))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("config", type=Path)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int)
    given = parser.parse_args()
    with TemporaryDirectory(prefix="kill-and-resume-") as folder:
        report = kill_and_resume(given.config, Path(folder), given.kills, given.seed, games=given.games)
    print(report)
    return 1 if report.problems else 0


if __name__ == "__main__":
    sys.exit(main())
