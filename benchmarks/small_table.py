"""What `arena table` of a small file takes, beside what Python takes to load numpy.

    python -m benchmarks.small_table [--games 144] [--bots 4] [--repeats 15]

stores that many games of Gunrunners, and runs each command so many times in turn, in a process of its own: processor
time (user and system) in the least and the median run, and its ratio to `import numpy`, without which there are no
ratings. Nearly all of it is loading: what a command does not use it should not load. Figures of different machines, or
of different runs on a shared one, cannot be compared; ratios inside one run can.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from statistics import median

from arena.store import Store
from benchmarks.scale import contest, fill, measured


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--games", type=int, default=144)
    parser.add_argument("--bots", type=int, default=4)
    parser.add_argument("--repeats", type=int, default=15)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        _, path, schedule = contest(Path(folder), "small", asked.bots, asked.games)
        with Store.open(path, write=True) as store:
            fill(store, schedule, asked.games)
        commands: dict[str, tuple[object, ...]] = {
            "python, doing nothing": ("-c", "pass"),
            "import numpy": ("-c", "import numpy"),
            "arena --version": ("-m", "arena", "--version"),
            "arena table": ("-m", "arena", "table", path),
        }
        took: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(asked.repeats):
            for name, words in commands.items():
                took[name].append(measured(*words).cpu)
    numpy = took["import numpy"]
    for name, seconds in took.items():
        ratios = median(one / other for one, other in zip(seconds, numpy, strict=True))
        print(f"{name:<22} {min(seconds):.3f} s CPU (median {median(seconds):.3f}), {ratios:.2f} of import numpy")


if __name__ == "__main__":
    main()
