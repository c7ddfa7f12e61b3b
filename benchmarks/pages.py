"""The site of a large contest: how long its pages take, what they weigh, and what they cost a contest that runs.

    python benchmarks/pages.py [--games 100000] [--bots 200]

plays one game of Gunrunners for two and stores it so many times over, as `benchmarks/scale.py` does. Then, each in a
process of its own, with its time, its own CPU time and its peak memory:

- `arena pages` into an empty folder, and into the same one again, where nothing is new;
- what a transaction of a hundred games costs the run that stores them, alone and while `arena pages --follow` reads the
  same file: their ratio is what whoever watches costs.

Figures of different machines, or of different runs on a shared one, cannot be compared; ratios inside one run can.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from arena.pairing import Schedule
from arena.store import Store
from benchmarks.scale import BATCH, ROOT, contest, fill, games, measured

SEATS = 2
BATCHES = 60


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--bots", type=int, default=200)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        _, path, schedule = contest(Path(folder), "contest", asked.bots, asked.games + 2 * BATCHES * BATCH, SEATS)
        with Store.open(path, write=True) as store:
            fill(store, schedule, asked.games)
        site = Path(folder, "site")
        print(f"{asked.games:,} games of {asked.bots} bots, {path.stat().st_size / 1e6:,.0f} MB")
        print(f"arena pages, all: {measured('-m', 'arena', 'pages', path, '-o', site)}")
        weigh(site)
        print(f"arena pages again, nothing new: {measured('-m', 'arena', 'pages', path, '-o', site)}")
        following(path, site, schedule, asked.games)


def weigh(site: Path) -> None:
    """Prints what the files of a site weigh."""
    sizes = {path.relative_to(site): path.stat().st_size for path in site.rglob("*") if path.is_file()}
    first = sum(sizes[Path(name)] for name in ("index.html", "site.css", "site.js", "status.json"))
    largest = max(sizes, key=sizes.__getitem__)
    print(f"  {len(sizes):,} files, {sum(sizes.values()) / 1e6:,.0f} MB; the first page with all of its own ", end="")
    print(f"{first / 1e3:,.0f} kB; the largest is {largest} with {sizes[largest] / 1e3:,.0f} kB")


def following(path: Path, site: Path, schedule: Schedule, there: int) -> None:
    """Prints what it costs to store games, alone and while somebody follows."""
    lines = list(games(schedule, there + 2 * BATCHES * BATCH, there))
    with Store.open(path, write=True) as store:
        alone = stored(store, lines[: BATCHES * BATCH])
        command = [sys.executable, "-m", "arena", "pages", str(path), "-o", str(site), "--follow"]
        with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as follower:
            assert follower.stderr is not None
            follower.stderr.readline()  # it has written all once
            watched = stored(store, lines[BATCHES * BATCH :])
            follower.terminate()
    for what, one, other in zip(("of CPU", "on the clock"), alone, watched, strict=True):
        print(
            f"storing {BATCH} games: {one:.1f} ms {what} alone, {other:.1f} ms while followed: {other / one:.2f} times"
        )


def stored(store: Store, lines: list[bytes]) -> tuple[float, float]:
    """The median milliseconds of a transaction: of this process's own CPU time, and on the clock."""
    cpu, wall = [], []
    for begin in range(0, len(lines), BATCH):
        began = time.process_time(), time.perf_counter()
        store.add(lines[begin : begin + BATCH])
        cpu.append(1e3 * (time.process_time() - began[0]))
        wall.append(1e3 * (time.perf_counter() - began[1]))
        time.sleep(0.5)  # as games take theirs, so that the follower has something to read
    return median(cpu), median(wall)


if __name__ == "__main__":
    main()
