"""An honest bot beside hogs: what is it charged for 30 ms of work, against what it is charged beside a quiet bot?

Start, on any machine: python tests/beside_hogs.py [--sandbox bwrap] [--ponder on] [--bank] [--decisions 200]

The honest bot computes for 30 ms of processor time in each decision. Beside it plays, for at least so many decisions, a
bot that does nothing, and then each of the hogs:

threads      forty threads that spin while it is not on turn
sessions     forty children, each in a session of its own, that spin for ever
chains       eight processes that hand over to a child of their own every millisecond, each in a session of its own
hidden       on its own turn it never answers, and computes in children that live for a few milliseconds and that nobody
             waits for: their time is in no account of processes

Exits with 1 when the honest bot is charged more than the margin above what it is charged in the quiet run (in the mean;
a single decision is printed, not judged: the machine is not the hog's alone), when it loses a game, when a game is
void, or when the hidden hog is not charged. A hog may be stopped for what it does.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, quantiles
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import yaml

from arena.players import TimeControl
from arena.store import Store

HOGS = ("threads", "sessions", "chains", "hidden")
WORK_MS = 30
MARGIN_MS = TimeControl().margin_ms

BOT = """
import json, os, signal, sys, threading, time

habit = sys.argv[1]
busy = threading.Event()

def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass

def spin(mine):
    while os.getppid() == mine:
        for _ in range(100_000):
            pass

def thread():
    while busy.wait():
        for _ in range(1000):
            pass

def chain(end):
    while time.monotonic() < end:
        work(0.001)
        if os.fork():
            os._exit(0)
        os.setsid()
    os._exit(0)

def begin():
    me = os.getpid()
    for _ in range(40 if habit == "sessions" else 0):
        if os.fork() == 0:
            os.setsid()
            spin(me)
            os._exit(0)
    for _ in range(40 if habit == "threads" else 0):
        threading.Thread(target=thread, daemon=True).start()
    for _ in range(8 if habit == "chains" else 0):
        if os.fork() == 0:
            os.setsid()
            chain(time.monotonic() + 120)
    if habit == "hidden":
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "quit":
        break
    if message["type"] == "hello":
        begin()
    if message["type"] in ("hello", "start"):
        print(json.dumps({"type": "ready", "id": message["id"], "protocol": 1, "name": habit}), flush=True)
    if message["type"] != "turn":
        continue
    if habit == "honest":
        work(0.030)
    busy.clear()
    while habit == "hidden":
        if os.fork() == 0:
            work(0.002)
            os._exit(0)
        work(0.002)
        try:
            os.wait()
        except ChildProcessError:
            pass
    print(json.dumps({"id": message["id"], "choice": 0}), flush=True)
    busy.set()
"""


class Run(NamedTuple):
    """The honest bot beside one other: milliseconds charged in each decision, verdicts by bot, games by status,
    and seconds for all."""

    charged: list[float]
    verdicts: Counter[tuple[str, str]]
    games: Counter[str]
    seconds: float

    def __str__(self) -> str:
        cuts = quantiles(self.charged, n=20) if len(self.charged) > 1 else [0.0] * 19
        verdicts = ", ".join(f"{bot} {verdict} {count}" for (bot, verdict), count in sorted(self.verdicts.items()))
        games = ", ".join(f"{count} {status}" for status, count in sorted(self.games.items()))
        return (
            f"{len(self.charged):4} decisions  mean {mean(self.charged or [0]):7.1f}  median {cuts[9]:7.1f}  "
            f"95 % {cuts[18]:7.1f}  most {max(self.charged, default=0):7.1f} ms; {games}; "
            f"{verdicts or 'no verdicts'}; {self.seconds:.0f} s"
        )


def beside(other: str, decisions: int, sandbox: str, ponder: str | None, bank: bool) -> Run:
    """Games until the honest bot has decided so often; half of them for the hidden hog, which loses at its first."""
    charged: list[float] = []
    verdicts: Counter[tuple[str, str]] = Counter()
    games: Counter[str] = Counter()
    began = time.monotonic()
    number = 0
    while len(charged) < decisions and number < (4 if other == "hidden" else 100):
        number += 1
        with TemporaryDirectory(prefix="beside-hogs-") as name:
            folder = Path(name)
            folder.chmod(0o755)
            for record in _played(folder, f"{other} {number}", other, sandbox, ponder, bank):
                games[record.status] += 1
                honest = record.seating.index("honest")
                for (seat, _), ms in zip(record.decisions, record.measured.ms, strict=True):
                    if seat == honest and ms is not None:
                        charged.append(ms)
                for fault, text in zip(record.faults, record.measured.texts, strict=True):
                    verdicts[record.seating[fault.seat], fault.verdict] += 1
                    if record.seating[fault.seat] == "honest":
                        print(f"  game {record.number}: honest: {text}")
                if record.status != "finished":
                    print(f"  game {record.number}: {record.status}: {record.measured.trouble}")
    return Run(charged[:decisions], verdicts, games, time.monotonic() - began)


def _played(folder: Path, seed: str, other: str, sandbox: str, ponder: str | None, bank: bool) -> Sequence[Any]:
    bots = folder / "bots"
    bots.mkdir()
    (bots / "bot.py").write_text(BOT)
    contest: dict[str, Any] = {
        "game": "gunrunners",
        "seats": 2,
        "seed": seed,
        "deals": 1,
        "jobs": 1,
        "time": {"move_ms": None, "bank_ms": 10_000} if bank else {"move_ms": 300},
        "faults": {"then": "end"},
        "bench": {"starts": None, "games": None},
        "sandbox": sandbox,
        "bots": {name: {"command": f"{{python}} -S bot.py {name}", "dir": str(bots)} for name in ("honest", other)},
    }
    if ponder is not None:
        contest["ponder"] = ponder
    config, db = folder / "hogs.yaml", folder / "hogs.db"
    config.write_text(yaml.safe_dump(contest))
    words = [sys.executable, "-m", "arena", "run", str(config), "--db", str(db)]
    done = subprocess.run(words, capture_output=True, text=True)
    if not db.exists():
        raise SystemExit(done.stdout + done.stderr)
    with Store.open(db) as store:
        return list(store.records())


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--sandbox", default="bwrap")
    parser.add_argument("--ponder", choices=("on", "off"))
    parser.add_argument("--bank", action="store_true", help="a bank for the game, instead of a limit for the move")
    parser.add_argument("--hogs", nargs="*", default=HOGS, choices=HOGS)
    given = parser.parse_args()
    conditions = given.decisions, given.sandbox, given.ponder, given.bank
    print(
        f"sandbox {given.sandbox}, ponder {given.ponder or 'by default'}, {'a bank' if given.bank else 'no bank'}, "
        f"{'root' if os.geteuid() == 0 else 'an ordinary user'}",
        flush=True,
    )
    quiet = beside("quiet", *conditions)
    print(f"quiet     {quiet}", flush=True)
    problems = []
    for hog in given.hogs:
        run = beside(hog, *conditions)
        print(f"{hog:9} {run}", flush=True)
        if hog != "hidden" and mean(run.charged) > mean(quiet.charged) + MARGIN_MS:
            problems.append(f"beside {hog} the honest bot was charged more than the margin above the quiet run")
        if any(bot == "honest" for bot, _ in run.verdicts):
            problems.append(f"beside {hog} the honest bot lost")
        if run.games["void"]:
            problems.append(f"beside {hog} games were void")
        if hog == "hidden" and run.verdicts[hog, "time"] + run.verdicts[hog, "cpu"] < run.games.total():
            problems.append("the hidden hog was not charged")
    print("\n".join(problems) or "fine")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
