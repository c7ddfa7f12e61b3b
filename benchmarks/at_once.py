"""How many times as many games two jobs play as one, and what keeps them from twice as many.

    python -m benchmarks.at_once [--game gunrunners] [--seats 4] [--games 1200] [--rounds 5] [--json]

Each round plays whole contests with one job and with a job on each core, between bots in C that answer at once, and
before them a loop in Python that does nothing else, on each core alone and on all of them at once: that is what the
machine itself can do. A contest of a second says too little: at its end, and until every bot has started, a job waits
for the other. The ratios of a round are of the same minute, and their medians are shown.

The processor time of a game is told by who took it: the process that hands out games and stores them (which shares the
cores with the jobs, unless there is one job and a core to spare), the workers, and the bots. What is left of the time
of the cores on which games are played nobody of the contest has used. Where others use the machine, too, the shares of
that time tell more than games by the clock.

Figures of different machines, or of different runs on a shared one, cannot be compared. With `--json` the last line is
one object with the same figures.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import NamedTuple

from msgspec import Raw

from arena.contest import LocalWorkers, Reporter, load_contest, prepare, programs_of, run_games, schedule_of
from arena.games import Game, find_game
from arena.sandbox import children
from arena.store import Facts, Store
from benchmarks.metered import CORES, instant_bots

LOOP = """
import time
began, turns = time.perf_counter(), 0
while time.perf_counter() - began < 0.3:
    for turn in range(1000):
        turns += 1
print(turns / (time.perf_counter() - began))
"""


class Mark(NamedTuple):
    """When games were stored: seconds, how many are by then, and the processor seconds of this process and of its
    workers so far."""

    at: float
    games: int
    parent: float
    workers: float


class Marks(Reporter):
    """Takes a mark whenever games were stored, while all workers are there, instead of telling a person."""

    def __init__(self, jobs: int) -> None:
        super().__init__(None, 0)
        self._jobs = jobs
        self._games = 0
        self.marks: list[Mark] = []

    def __enter__(self) -> Marks:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def say(self, text: str) -> None:
        raise SystemExit(text)

    def stored(self, games: int, faults: int) -> None:
        self._games += games
        workers = children(os.getpid())
        if len(workers) == self._jobs:
            self.marks.append(Mark(time.perf_counter(), self._games, time.process_time(), sum(map(used_s, workers))))


def used_s(process: int) -> float:
    """Processor seconds that a process has used."""
    used = 0
    with suppress(OSError):  # it has ended
        for task in os.listdir(f"/proc/{process}/task"):
            used += int(Path(f"/proc/{process}/task/{task}/schedstat").read_text().split()[0])
    return used / 1e9


class Contest(NamedTuple):
    """Games and decisions a second, from the first games that were stored to the last; and microseconds of processor
    time per game of the parent, the workers and the bots."""

    games_per_s: float
    decisions_per_s: float
    parent_us: float
    workers_us: float
    bots_us: float


def contest(game: Game, seats: int, games: int, jobs: int) -> Contest:
    """Play a whole contest with that many jobs."""
    with tempfile.TemporaryDirectory() as folder:
        (bot,) = instant_bots(Path(folder))["C"]
        config = Path(folder) / "contest.yaml"
        bots = "".join(f"  bot{i}: {bot}\n" for i in range(seats))
        # Of a cooperative game each bot plays with itself: mixed line-ups start processes all the time.
        format = "self-play" if game.cooperative else "round-robin"
        head = f"game: {game.name}\nformat: {format}\nseats: {seats}\nseed: 1\ndeals: {-(-games // seats)}\n"
        config.write_text(f"{head}bots:\n{bots}")
        loaded = load_contest(config)
        path = Path(folder) / "contest.db"
        reporter = Marks(jobs)
        with Store.create(path, Facts(contest=Raw(b"{}"), seed="", bots=(), anchors=())) as store:
            setup = prepare(loaded, path, programs_of(loaded))
            schedule = schedule_of(loaded, "1")
            run_games(setup, schedule, store, LocalWorkers(jobs), reporter)
            lengths, bots_ms = [], 0.0
            for record in store.records():
                lengths.append(len(record.decisions))
                bots_ms += sum(usage.on_ms + usage.off_ms for usage in record.measured.usage if usage)
    first, last = reporter.marks[0], reporter.marks[-1]
    counted = last.games - first.games
    rate = counted / (last.at - first.at)
    return Contest(
        rate,
        rate * sum(lengths) / len(lengths),
        (last.parent - first.parent) / counted * 1e6,
        (last.workers - first.workers) / counted * 1e6,
        1000 * bots_ms / len(lengths),
    )


def left_to_jobs(played: Contest) -> float:
    """How many times the time of one core is left for games on all cores, where the parent takes its own from them:
    what the ratio would be on a machine whose speed is steady and whose caches nobody shares."""
    games = played.workers_us + played.bots_us
    return CORES * games / (games + played.parent_us)


def loops(cores: Sequence[int]) -> float:
    """Turns a second of loops that run at once, one on each of these cores."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", f"import os; os.sched_setaffinity(0, {{{core}}}){LOOP}"], stdout=subprocess.PIPE
        )
        for core in cores
    ]
    return sum(float(process.communicate()[0]) for process in processes)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--game", default="gunrunners")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=1200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    game, cores = find_game(asked.game), sorted(os.sched_getaffinity(0))
    limits: list[float] = []
    contests: dict[int, list[Contest]] = {1: [], CORES: []}
    for _ in range(asked.rounds):
        limits.append(loops(cores) / (sum(loops([core]) for core in cores) / CORES))
        for jobs, played in contests.items():
            played.append(contest(game, asked.seats, asked.games * jobs, jobs))
    ratios = [many.games_per_s / one.games_per_s for one, many in zip(contests[1], contests[CORES], strict=True)]
    print(f"{asked.game}, {asked.seats} seats: {CORES} jobs play ", end="")
    print(f"{median(ratios):.2f} times as many games as one ({min(ratios):.2f} to {max(ratios):.2f}); ", end="")
    print(f"{CORES} loops that do nothing else {median(limits):.2f} ({min(limits):.2f} to {max(limits):.2f})")
    figures: dict[str, object] = {"ratios": ratios, "limits": limits}
    for jobs, played in contests.items():
        all_in_all = Contest(*map(median, zip(*played, strict=True)))
        core_us = jobs * 1e6 / all_in_all.games_per_s
        print(f"{jobs} job{'s' * (jobs > 1)}: {all_in_all.games_per_s:,.0f} games/s, ", end="")
        print(f"{all_in_all.decisions_per_s:,.0f} decisions/s; of {core_us:,.0f} us of a core for a game ", end="")
        print(f"workers {all_in_all.workers_us:,.0f}, bots {all_in_all.bots_us:,.0f}; ", end="")
        print(f"the process that stores them {all_in_all.parent_us:,.0f}")
        figures[str(jobs)] = [each._asdict() for each in played]
    kept = median(map(left_to_jobs, contests[CORES]))
    print(f"by processor time: {CORES} jobs have {kept:.2f} times the time of one for their games")
    figures["by_processor_time"] = kept
    if asked.json:
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
