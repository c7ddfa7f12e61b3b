"""Bots that answer 1 ms before their limit, on a machine that has far too much to do: is an honest one ever charged?

Start, on any machine: python tests/under_load.py [--games 200] [--hogs 4] [--limit 100] [--sandbox none] [--rogue ...]

Many games are played at once, with processes beside them that spin on the same cores. Two bots are honest: one sleeps
until 1 ms before its limit, one computes until then, both by a clock of their own. A rogue can be set against them:

off-turn    computes in threads whenever it is not on turn, and answers at once
on-turn     computes in forty threads while it is on turn, and the other seat with it, and answers far past its limit

Exits with 1 when an honest bot is charged with anything, when a game with the second rogue ends without charging it, or
when a game stays void where each has a core of its own (`--hogs 0 --jobs 2` on two): no bot can bring that about. Where
the machine has more to do, a void game is nobody's loss, and tells how much it can bear. Shown too: what each bot used
of a processor while it was not on turn, which `--ponder off` brings down to nothing.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, get_args

import yaml

from arena.contest.workforce import usable_cores
from arena.referee import GameRecord
from arena.sandbox import SandboxName
from arena.store import Store
from tests.contest.contests import install_plug_in

ROOT = Path(__file__).resolve().parent.parent
HONEST = ("sleeps", "computes")

Rogue = Literal["off-turn", "on-turn"]

BOT = """
import hashlib, json, sys, threading, time

habit, limit = sys.argv[1], int(sys.argv[2]) / 1000
block = bytes(1 << 18)  # hashing lets the other threads run, the one that plays too
busy = threading.Event()

def spin():
    while busy.wait():
        hashlib.sha256(block)

for _ in range({"off-turn": 4, "on-turn": 40}.get(habit, 0)):
    threading.Thread(target=spin, daemon=True).start()
for line in sys.stdin:
    began = time.monotonic()
    message = json.loads(line)
    if message["type"] == "quit":
        break
    if message["type"] in ("hello", "start"):
        print(json.dumps({"type": "ready", "id": message["id"], "protocol": 1, "name": habit}), flush=True)
    if message["type"] != "turn":
        continue
    if habit == "sleeps":
        time.sleep(began + limit - 0.001 - time.monotonic())
    if habit == "computes":
        while time.monotonic() < began + limit - 0.001:
            pass
    if habit == "off-turn":
        busy.clear()
    if habit == "on-turn":
        busy.set()
        time.sleep(20 * limit)
        busy.clear()
    print(json.dumps({"id": message["id"], "choice": 0}), flush=True)
    if habit == "off-turn":
        busy.set()
"""


@dataclass
class Report:
    """`decisions` and `charged` are by bot, and by bot and verdict; `replays` are games played again since they were
    void, `void` those that stayed it. `off_ms` and `off_wall_ms` are as in `arena.sandbox.Usage`, by bot."""

    games: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    charged: Counter[tuple[str, str]] = field(default_factory=Counter)
    off_ms: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    off_wall_ms: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    void: int = 0
    replays: int = 0
    lag_ms: float = 0.0
    problems: list[str] = field(default_factory=list)

    def add(self, record: GameRecord) -> None:
        self.games += 1
        self.replays += record.measured.attempts - 1
        self.void += record.status == "void"
        self.lag_ms = max(self.lag_ms, record.measured.lag_ms)
        self.decisions.update(record.seating[seat] for seat, _ in record.decisions)
        for fault, text in zip(record.faults, record.measured.texts, strict=True):
            name = record.seating[fault.seat]
            self.charged[name, fault.verdict] += 1
            if name in HONEST:
                self.problems.append(f"game {record.number}: {name} was charged: {text}")
        for name, usage in zip(record.seating, record.measured.usage, strict=True):
            if usage is not None:
                self.off_ms[name] += usage.off_ms
                self.off_wall_ms[name] += usage.off_wall_ms
        if "on-turn" in record.seating and record.status == "finished" and not record.faults:
            self.problems.append(f"game {record.number}: the rogue was not charged")
        if record.status == "error":
            self.problems.append(f"game {record.number}: {record.measured.trouble}")

    def off_turn(self, name: str) -> float:
        """The share of a processor that it used while it was not on turn."""
        return self.off_ms[name] / self.off_wall_ms[name]

    def __str__(self) -> str:
        decisions = ", ".join(f"{name} {count}" for name, count in sorted(self.decisions.items()))
        charged = ", ".join(f"{name} {verdict} {count}" for (name, verdict), count in sorted(self.charged.items()))
        off = ", ".join(f"{name} {self.off_turn(name):.0%}" for name in sorted(self.off_wall_ms))
        return (
            f"{self.games} games, {self.decisions.total()} decisions ({decisions}); charged: {charged or 'nobody'}; "
            f"{self.replays} replays, {self.void} void in the end; largest lag {self.lag_ms:.0f} ms; "
            f"of a processor while not on turn: {off}"
        )


def under_load(
    folder: Path,
    games: int,
    jobs: int,
    hogs: int,
    limit_ms: int,
    environment: Mapping[str, str],
    rogue: Rogue | None = None,
    sandbox: str = "none",
    ponder: str = "on",
) -> Report:
    """Plays them in `folder`, which must be empty; `environment` is that of a process that finds the toy games."""
    bots = folder / "bots"  # a folder of their own: a jailed bot sees all of it
    bots.mkdir()
    (bots / "bot.py").write_text(BOT)
    names = [*HONEST, *([rogue] if rogue else [])]
    contest: dict[str, Any] = {
        "game": "bids",
        "options": {"rounds": 5},
        "seats": 2,
        "seed": "load",
        "deals": games,
        "time": {"move_ms": limit_ms, "start_ms": 60_000},
        "faults": {"then": "end"},
        "bench": {"starts": None, "games": None},
        "sandbox": sandbox,
        "ponder": ponder,
        "bots": {name: {"command": f"{{python}} -S bot.py {name} {limit_ms}", "dir": str(bots)} for name in names},
    }
    config, db = folder / "load.yaml", folder / "load.db"
    config.write_text(yaml.safe_dump(contest))
    words = ["run", str(config), "--db", str(db), "--jobs", str(jobs), "--games", str(games)]
    with _spinning(hogs):
        done = subprocess.run(
            [sys.executable, "-m", "arena", *words], env=dict(environment), capture_output=True, text=True
        )
    report = Report()
    if db.exists():
        with Store.open(db) as store:
            for record in store.records():
                report.add(record)
    if report.void and not hogs and jobs <= len(usable_cores()):
        report.problems.append(f"{report.void} games stayed void, though each had a core")
    if report.games != games:
        report.problems.append(f"{report.games} of {games} games were played: {(done.stdout + done.stderr)[-1000:]}")
    return report


@contextmanager
def _spinning(hogs: int) -> Iterator[None]:
    """So many processes with nothing to do but that. Each in a session of its own: the kernel may share the processor
    out by sessions."""
    words = [sys.executable, "-S", "-c", "while True: pass"]
    processes = [subprocess.Popen(words, start_new_session=True) for _ in range(hogs)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=8, help="games at once")
    parser.add_argument("--hogs", type=int, default=4, help="spinning processes beside them")
    parser.add_argument("--limit", type=int, default=100, help="ms for a move")
    parser.add_argument("--rogue", choices=get_args(Rogue))
    parser.add_argument("--sandbox", choices=get_args(SandboxName), default="none")
    parser.add_argument("--ponder", choices=("on", "off"), default="on")
    given = parser.parse_args()
    with TemporaryDirectory(prefix="under-load-") as plug_in, TemporaryDirectory(prefix="under-load-") as folder:
        install_plug_in(Path(plug_in))
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([plug_in, str(ROOT)])}
        conditions = given.sandbox, given.ponder
        report = under_load(
            Path(folder), given.games, given.jobs, given.hogs, given.limit, environment, given.rogue, *conditions
        )
    print("\n".join([str(report), *report.problems]))
    return 1 if report.problems else 0


if __name__ == "__main__":
    sys.exit(main())
