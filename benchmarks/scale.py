"""A contest of a million games: what its file weighs, and how long a table and the next run take with it.

    python benchmarks/scale.py [--games 1000000] [--bots 20] [--long 10000000]

plays one game of Gunrunners for four, and stores it so many times over with other numbers, seatings, places and now and
then a fault. Then, each in a process of its own (its time, of that its own CPU time, and its peak memory):

- `arena table`, and apart from it what of that is loading Python, the ledger, and the ratings;
- `arena run` as far as its first game: a contest of which so many games are stored, and more are to be played;
- the same with an empty file and a schedule of `--long` games.

The file lies in a temporary folder (2 GB for a million games) and is removed at the end. Figures of different machines,
or of different runs on a shared one, cannot be compared; ratios inside one run can.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import trio
from msgspec.structs import replace

from arena.contest import fingerprint, load_contest, schedule_of
from arena.games import Ranking, find_game
from arena.pairing import Schedule
from arena.players import FunctionPlayer, choose_at_random
from arena.referee import FaultPolicy, Fixture, GameRecord, SeatFault, encode_record, play
from arena.sandbox import Usage
from arena.store import Facts, Store

ROOT = Path(__file__).parent.parent
SEATS = 4
BATCH = 100  # games in a transaction

# Everything that `arena run` does up to the first game that it hands out; then nobody can be hired.
FIRST_GAME = """
import sys, time
from pathlib import Path
from arena.contest import Reporter, load_contest, prepare, programs_of, run_games, schedule_of
from arena.store import Facts, Store
began = time.perf_counter(), time.process_time()

class Nobody:
    jobs = 1
    async def hire(self, setup, place, say):
        print(time.perf_counter() - began[0], time.process_time() - began[1])
        raise OSError("nobody is hired")

config, path = map(Path, sys.argv[1:])
contest = load_contest(config)
with Store.open(path, write=True) as store:
    store.look_through()
    schedule = schedule_of(contest, "1")
    with Reporter(len(schedule), store.numbers().count(0, len(schedule))) as reporter:
        run_games(prepare(contest, path, programs_of(contest)), schedule, store, Nobody(), reporter)
"""

PARTS_OF_A_TABLE = """
import sys, time
from functools import partial
from pathlib import Path
marks = [time.process_time()]
from arena.contest import benchings_of
from arena.standings import compute
from arena.standings.results import reduce_ledger
from arena.store import Store
marks.append(time.process_time())
with Store.open(Path(sys.argv[1])) as store:
    bots, ledger = store.facts().bots, store.ledger()
    marks.append(time.process_time())
    reduce_ledger(ledger, bots, None, False, partial(benchings_of, store))
    marks.append(time.process_time())
    compute(ledger, bots, benched=partial(benchings_of, store))
    marks.append(time.process_time())
print(*(f"{b - a:.2f}" for a, b in zip(marks, marks[1:])))
"""


def one_game(seats: int = SEATS) -> GameRecord:
    """A game as a worker would record it."""
    game = find_game("gunrunners")
    fixture = Fixture(
        number=0,
        group=0,
        game=game,
        options=game.options_type(),
        deal="0",
        seating=("",) * seats,
        hashes=("0" * 64,) * seats,
        bot_seeds=(0,) * seats,
    )
    players = [FunctionPlayer(choose_at_random) for _ in range(seats)]
    record = trio.run(play, fixture, players, FaultPolicy(0, "substitute"))
    usage = Usage(on_ms=31.25, off_ms=0.25, off_wall_ms=401.5, memory_kib=9876, out_bytes=2345)
    ms = tuple(0.01 * (17 + 13 * at % 900) for at in range(len(record.decisions)))
    return replace(record, measured=replace(record.measured, ms=ms, usage=(usage,) * seats, stray=(0,) * seats))


def games(schedule: Schedule, count: int, begin: int = 0) -> Iterator[bytes]:
    """The games of the schedule from number `begin` up to number `count`, as they would be played: the better bots are
    the first ones."""
    model, rng = one_game(schedule.seats), Random(1)
    strength = {name: -2 * at / len(schedule.bots) for at, name in enumerate(schedule.bots)}
    for number in schedule.order():
        if not begin <= number < count:
            continue
        pairing = schedule.pairing(number)
        scores = [rng.gauss(strength[name], 1) for name in pairing.seating]
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        faults = (SeatFault(number % schedule.seats, "time", 9),) if rng.random() < 0.002 else ()
        record = replace(
            model,
            number=number,
            group=pairing.group,
            deal=pairing.deal,
            seating=pairing.seating,
            outcome=Ranking(places, tuple(scores)),
            faults=faults,
            measured=replace(model.measured, texts=("decision 9: no answer within 1000 ms",) * len(faults)),
        )
        yield encode_record(record)


def fill(store: Store, schedule: Schedule, count: int) -> tuple[float, float]:
    """CPU and wall time of storing so many games, in microseconds each."""
    cpu = wall = 0.0
    batch: list[bytes] = []
    stored = 0
    for line in games(schedule, count):
        batch.append(line)
        if len(batch) == BATCH or stored + len(batch) == count:
            cpu -= time.process_time()
            wall -= time.perf_counter()
            store.add(batch)
            cpu += time.process_time()
            wall += time.perf_counter()
            stored += len(batch)
            batch = []
    return 1e6 * cpu / count, 1e6 * wall / count


class Measured(NamedTuple):
    """A Python process: seconds on the clock and of CPU, the most MiB that it held, the first line that it printed."""

    wall: float
    cpu: float
    memory: float
    said: str

    def __str__(self) -> str:
        return f"{self.wall:.2f} s (CPU {self.cpu:.2f} s), {self.memory:.0f} MiB"


def measured(*words: object) -> Measured:
    """What that process takes."""
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, *map(str, words)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        said = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    cpu = usage.ru_utime + usage.ru_stime
    return Measured(time.perf_counter() - began, cpu, usage.ru_maxrss / 1024, said.partition("\n")[0])


def contest(folder: Path, name: str, bots: int, count: int, seats: int = SEATS) -> tuple[Path, Path, Schedule]:
    """A configuration with that many games at least, its file with none of them, and its schedule."""
    config, path = folder / f"{name}.yaml", folder / f"{name}.db"
    entries = "".join(f"  bot{at:02}: /bin/true\n" for at in range(bots))

    def write(deals: int) -> Schedule:
        config.write_text(f"game: gunrunners\nseats: {seats}\nseed: 1\ndeals: {deals}\nbots:\n{entries}")
        return schedule_of(load_contest(config), "1")

    schedule = write(-(-count // len(write(1))))
    loaded = load_contest(config)
    facts = Facts(contest=fingerprint(loaded), seed="1", bots=tuple(loaded.bots), anchors=())
    Store.create(path, facts).close()
    return config, path, schedule


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--bots", type=int, default=20)
    parser.add_argument("--long", type=int, default=10_000_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        config, path, schedule = contest(Path(folder), "short", asked.bots, asked.games + 1000)
        with Store.open(path, write=True) as store:
            cpu, wall = fill(store, schedule, asked.games)
        size = path.stat().st_size
        print(f"{asked.games:,} games of {asked.bots} bots, {SEATS} seats: {size / 1e6:,.0f} MB", end="")
        print(f", {size / asked.games:,.0f} bytes a game")
        print(f"stored {BATCH} at a time: {cpu:.0f} us CPU a game, {wall:.0f} us in all")
        print(f"Python with numpy, doing nothing: {measured('-c', 'import numpy')}")
        print(f"arena table: {measured('-m', 'arena', 'table', path)}")
        parts = measured("-c", PARTS_OF_A_TABLE, path)
        load, ledger, results, table = map(float, parts.said.split())
        print(f"  of CPU: imports {load:.2f} s, ledger {ledger:.2f} s, results {results:.2f} s, ", end="")
        print(f"ratings {table - results:.2f} s")
        print(f"arena run with all of them there, to its next game: {first_game(config, path)}")
        config, path, schedule = contest(Path(folder), "long", asked.bots, asked.long)
        print(f"arena run of {len(schedule):,} games, to its first: {first_game(config, path)}")


def first_game(config: Path, path: Path) -> str:
    """How long a run takes to its first game, apart from loading Python."""
    run = measured("-c", FIRST_GAME, config, path)
    wall, cpu = map(float, run.said.split())
    return f"{wall:.2f} s (CPU {cpu:.2f} s) after its imports, {run.memory:.0f} MiB"


if __name__ == "__main__":
    main()
