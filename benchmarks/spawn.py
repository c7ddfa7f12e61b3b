"""What a sandbox costs: for each start of a bot, for its end, and for each decision.

    python benchmarks/spawn.py [--bot c|python] [--rounds 40] [--decisions 200] [--json]

Each backend, with a control group for each bot and without, beside a plain `Popen` of the same bot. A round starts and
ends each of them once, so that all meet the same noise. Medians are printed, and of starts the least: noise only adds.

- start: from the first step to the first answer (`hello` to `ready`), in ms;
- kill: until nothing of the bot is left, in ms;
- decision: a request and its answer through a whole `ProcessPlayer`, in us, by the clock; bots that are kept are asked
  in turn, so many times a round. What plain Popen has there is one write and one read.

Everything is pinned to one core, as a worker is with its bots. What a jail costs depends on who makes it: run it as
root and as an ordinary user, `setpriv --reuid 65534 --regid 65534 --clear-groups -- python benchmarks/spawn.py`.
Figures of different runs cannot be compared; ratios inside one run can. With `--json` the last line is one object with
them.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import get_args
from unittest.mock import patch

import trio
from msgspec import Raw

from arena.games import Deal, find_game
from arena.players import GameStart, ProcessPlayer, Question, TimeControl
from arena.sandbox import BotProcess, Cgroup, Limits, Program, Sandbox, SandboxName, sandbox_of, spawn

HERE = Path(__file__).parent
PAUSE = 0.05
"""Seconds before each start. To enter a control group takes the kernel a while, unless somebody has just done it."""
HELLO = b'{"type":"hello","id":0,"protocol":1,"game":"gunrunners","game_version":1}\n'
TURN = b'{"type":"turn","id":%d,"legal":[{"a":1},{"a":2}]}\n'


@dataclass
class Row:
    """The figures of one way to start a bot: milliseconds for each start and kill, microseconds for a decision."""

    name: str
    start: list[float] = field(default_factory=list)
    kill: list[float] = field(default_factory=list)
    decision: list[float] = field(default_factory=list)


class Plain:
    """The bot as a child like any other."""

    def __init__(self, program: Program) -> None:
        self.row = Row("Popen")
        self._program = program

    def _popen(self) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        argv = self._program.argv
        return subprocess.Popen(argv, stdin=pipe, stdout=pipe, stderr=pipe, cwd=self._program.folder, bufsize=0)

    async def once(self) -> None:
        began = time.perf_counter()
        popen = self._popen()
        _exchange(popen, HELLO)
        ready = time.perf_counter()
        popen.kill()
        popen.communicate()
        gone = time.perf_counter()
        self.row.start.append((ready - began) * 1e3)
        self.row.kill.append((gone - ready) * 1e3)

    async def begin(self, logs: Path) -> None:
        self._kept = self._popen()
        _exchange(self._kept, HELLO)

    async def decide(self, times: int) -> None:
        began = time.perf_counter()
        for number in range(times):
            _exchange(self._kept, TURN % number)
        self.row.decision.append((time.perf_counter() - began) / times * 1e6)

    async def end(self) -> None:
        self._kept.communicate()


class Jailed:
    """The bot as a contest starts it."""

    def __init__(self, sandbox: Sandbox, program: Program, limits: Limits, group: bool) -> None:
        self.row = Row(f"{sandbox.name}, {'a' if group else 'no'} control group")
        self._program, self._limits, self._group = program, limits, group
        self._spawn = partial(spawn, sandbox=sandbox, limits=limits)

    def _start(self, program: Program) -> BotProcess:
        if self._group:
            return self._spawn(program)
        with patch.object(Cgroup, "make", return_value=None):
            return self._spawn(program)

    async def once(self) -> None:
        began = time.perf_counter()
        process = self._start(self._program)
        process.send_now(HELLO)
        answer = b""
        while not answer.endswith(b"\n"):
            heard = process.look(1)
            if heard == b"":
                raise SystemExit(f"{self.row.name}: the bot {process.how_it_ended('output')}")
            answer += heard or b""
        ready = time.perf_counter()
        process.kill()
        gone = time.perf_counter()
        self.row.start.append((ready - began) * 1e3)
        self.row.kill.append((gone - ready) * 1e3)

    async def begin(self, logs: Path) -> None:
        game = find_game("gunrunners")
        self._player = ProcessPlayer(self._program, TimeControl(), self._limits, logs, self._start)
        fault = await self._player.start(GameStart(game, 0, Deal("deal"), 0, 2, Raw(b"{}"), 0))
        if fault is not None:
            raise SystemExit(f"{self.row.name}: {fault.text}")

    async def decide(self, times: int) -> None:
        move = Limits()  # any two objects: nobody plays
        question = Question([], move, move, [move, move], alone=True)
        began = time.perf_counter()
        for _ in range(times):
            index = (await self._player.decide(question)).choice
            if not isinstance(index, int):
                raise SystemExit(f"{self.row.name}: {index.text}")
        self.row.decision.append((time.perf_counter() - began) / times * 1e6)

    async def end(self) -> None:
        await self._player.stop()


def _exchange(popen: subprocess.Popen[bytes], line: bytes) -> None:
    assert popen.stdin is not None
    assert popen.stdout is not None
    os.write(popen.stdin.fileno(), line)
    while not os.read(popen.stdout.fileno(), 65536).endswith(b"\n"):
        pass


def make_bot(kind: str, folder: Path) -> Program:
    """A bot in a folder of its own."""
    folder.chmod(0o755)  # a jailed bot is another user
    if kind == "c":
        subprocess.run(["cc", "-O2", "-o", folder / "bot", HERE / "instant_bot.c"], check=True)
        return Program("bot", (str(folder / "bot"),), str(folder), {})
    shutil.copy(HERE.parent / "bots" / "random_bot.py", folder / "bot.py")
    return Program("bot", (sys.executable, "bot.py"), str(folder), {})


def with_groups() -> bool:
    """Whether this user may make control groups here."""
    group = Cgroup.make("benchmark", 1 << 30)
    if group is not None:
        group.remove()
    return group is not None


async def measure(ways: Sequence[Plain | Jailed], rounds: int, decisions: int, logs: Path) -> None:
    for way in ways:
        await way.once()  # reads all files once, and is not counted
        way.row.start.clear()
        way.row.kill.clear()
        await way.begin(logs)
    for _ in range(rounds):
        for way in ways:
            await trio.sleep(PAUSE)
            await way.once()
        for way in ways:
            await way.decide(decisions)
    for way in ways:
        await way.end()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--bot", choices=("c", "python"), default="c")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--decisions", type=int, default=200, help="of each bot in each round")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    limits = Limits()
    with TemporaryDirectory() as folder, TemporaryDirectory() as logs:
        program = make_bot(asked.bot, Path(folder))
        plain = Plain(program)
        ways: list[Plain | Jailed] = [plain]
        groups = (False, True) if with_groups() else (False,)
        for name in get_args(SandboxName):
            sandbox = sandbox_of(name, limits)
            equipped, _ = sandbox.equip(program, [])
            if problems := sandbox.problems([equipped]):
                print("\n".join(problems))
                continue
            ways += [Jailed(sandbox, equipped, limits, group) for group in groups]
        trio.run(measure, ways, asked.rounds, asked.decisions, Path(logs))
    base, unprotected = plain.row, ways[1].row
    figures = {}
    user = "root" if os.geteuid() == 0 else "an ordinary user"
    print(f"as {user}, {asked.bot} bot, medians of {asked.rounds}:")
    print(f"{'':26}{'start (least)':>18}{'over Popen':>19}{'kill':>9}{'a decision':>14}{'of none':>9}")
    for row in (way.row for way in ways):
        start, kill, decision = median(row.start), median(row.kill), median(row.decision)
        # Of each pair in one round: what disturbs a round disturbs both.
        over = median(ours - theirs for ours, theirs in zip(row.start, base.start, strict=True))
        ratio = median(ours / theirs for ours, theirs in zip(row.decision, unprotected.decision, strict=True))
        least, over_least = min(row.start), min(row.start) - min(base.start)
        print(f"{row.name:26}{start:7.2f} ({least:5.2f}) ms{over:8.2f} ({over_least:5.2f}) ms", end="")
        print(f"{kill:6.2f} ms{decision:11.1f} us{ratio:8.2f}x")
        figures[row.name] = {
            "start_ms": round(start, 3),
            "start_least_ms": round(least, 3),
            "over_popen_ms": round(over, 3),
            "over_popen_least_ms": round(over_least, 3),
            "kill_ms": round(kill, 3),
            "us_per_decision": round(decision, 2),
            "ratio_to_none": round(ratio, 3),
        }
    if asked.json:
        print(json.dumps({"user": user, "bot": asked.bot, **figures}))


if __name__ == "__main__":
    main()
