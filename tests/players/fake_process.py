"""A bot without a process: it answers by a script, at the times of trio's clock, so that a mock clock rules it all."""

from __future__ import annotations

import json
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Any, TypeAlias

import trio

from arena.protocol import Verdict
from arena.sandbox import Doing, Rest, Source, StderrLog

Reply: TypeAlias = Callable[["FakeProcess", dict[str, Any]], None]
"""What the bot does when it has read a message."""


class FakeMeter:
    """Implements `Meter`: what it tells is set by the test."""

    source: Source = "samples"

    def __init__(self) -> None:
        self.peak_memory = 0
        self.cpu = 0.0
        self.waited = 0.0
        self.queued: frozenset[str] = frozenset()
        self.samples = 0
        self.hides = False
        self.referee_waited = 0.0

    def cpu_s(self) -> float:
        return self.cpu

    def used_s(self) -> float:
        return self.cpu_s()

    def waited_s(self) -> float:
        return self.waited

    def referee_waited_s(self) -> float:
        return self.referee_waited

    def queue(self) -> frozenset[str]:
        """Threads that could run, each as the number of times it has."""
        return self.queued

    def sample(self) -> None:
        pass

    def glance(self) -> bool:
        self.samples += 1
        return True


class FakeProcess:
    """Implements `Process`. The n-th turn is answered by `turns[n]`, those after the last by nothing at all.

    `room` is what its pipe takes before somebody reads it, `rate` how many bytes a second are read from it. A bot that
    `prints_first` reads nothing while it has output that was not taken.
    """

    def __init__(
        self,
        *turns: Reply,
        hello: Reply | None = None,
        start: Reply | None = None,
        end: Reply | None = None,
        room: int = 1 << 40,
        rate: int = 0,
        prints_first: bool = False,
    ) -> None:
        self.stderr = StderrLog(0)
        self.meter = FakeMeter()
        self.games = 0
        """That it has begun."""
        self.frozen = False
        self.beyond: tuple[Verdict, str] | None = None
        """The limit for which it was stopped."""
        self.messages: list[dict[str, Any]] = []
        """All that it was sent, in order."""
        self.ended: str | None = None
        """How it ended, once it has."""
        self.began = True
        """The bot was in its jail."""
        self.deaf = False
        """It has closed its input."""
        self.input_closed = False
        self.killed = False
        self._turns = list(turns)
        self._hello, self._start, self._end = hello or ready(), start or ready(), end or silent
        self._room, self._rate, self._prints_first = room, rate, prints_first
        self._input = b""
        self._taken = 0
        self._began = trio.current_time()
        self._output: list[tuple[float, int, bytes]] = []
        self._said = trio.Event()
        self._numbers = count()
        self._errors: list[bytes] = []
        self._later: list[tuple[float, bytes]] = []
        self.does: Doing | None = "reading"
        """What it is said to do."""
        self.busy: Rest = "not"
        self.busy_until = 0.0
        """Until when it is busy in that way with what it was sent."""
        self.unheard = 0
        """Bytes of what it was sent that it has not read."""
        self.near: list[str] = []
        """Limits to which it came near."""
        self.means = ""
        """What the way in which it ended says."""

    def say(self, data: bytes, after: float = 0.0) -> None:
        """Write to stdout in `after` seconds; b"" closes it."""
        heappush(self._output, (trio.current_time() + after, next(self._numbers), data))
        self._said.set()

    def complain(self, data: bytes) -> None:
        """Write to stderr."""
        self._errors.append(data)

    def complain_at(self, time: float, data: bytes) -> None:
        """Write to stderr at that time."""
        heappush(self._later, (time, data))

    def exit(self, how: str = "exited with code 0", after: float = 0.0) -> None:
        """End, as far as anybody who looks can tell, in `after` seconds."""
        self.ended = how
        self.say(b"", after)

    def send_now(self, data: bytes) -> int:
        if self.deaf or self.ended:
            raise BrokenPipeError
        data = data[: max(0, self._free())]
        self._taken += len(data)
        *lines, self._input = (self._input + data).split(b"\n")
        for line in lines:
            self._read(json.loads(line))
        return len(data)

    def _free(self) -> int:
        if self._prints_first and self._output:
            return 0
        return self._room + int(self._rate * (trio.current_time() - self._began)) - self._taken

    def _read(self, message: dict[str, Any]) -> None:
        self.messages.append(message)
        kind = message["type"]
        if kind == "hello":
            self._hello(self, message)
        elif kind == "start":
            self._start(self, message)
        elif kind == "turn" and self._turns:
            self._turns.pop(0)(self, message)
        elif kind == "end":
            self._end(self, message)
        elif kind == "quit":
            self.exit()

    async def wait_writable(self) -> None:
        await trio.lowlevel.checkpoint()
        while self._free() < 1:
            await (trio.sleep(0.001) if self._rate else trio.sleep_forever())

    def look(self, patience: float, asked: bool = False) -> bytes | None:
        self.drain_stderr()
        if self._output and self._output[0][0] <= trio.current_time():
            data = self._output[0][2]
            if data:
                heappop(self._output)
            return data
        return None

    async def wait_readable(self) -> None:
        while not self._output or self._output[0][0] > trio.current_time():
            self._said = trio.Event()
            with trio.move_on_at(self._output[0][0] if self._output else inf):
                await self._said.wait()
        await trio.lowlevel.checkpoint()

    def descriptor(self) -> int | None:
        return None

    def drain_stderr(self) -> None:
        while self._later and self._later[0][0] <= trio.current_time():
            self._errors.append(heappop(self._later)[1])
        for data in self._errors:
            self.stderr.feed(data)
        self._errors.clear()

    def unread(self) -> int:
        return self.unheard

    def rests(self) -> Rest:
        return "wholly" if trio.current_time() >= self.busy_until else self.busy

    def doing(self) -> Doing | None:
        return self.does

    def wants(self, said: str) -> list[str]:
        return self.near

    def end_means(self) -> str:
        return self.means

    def never_began(self) -> bool:
        return not self.began

    def how_it_ended(self, closed: str) -> str:
        return self.ended or f"closed its {closed}"

    async def wait_exit(self, seconds: float) -> bool:
        if not self.ended:
            await trio.sleep(seconds)
        return bool(self.ended)

    def close_stdin(self) -> None:
        self.input_closed = True

    def begin_game(self, log: StderrLog) -> None:
        self.stderr = log
        self.games += 1

    def overrun(self) -> tuple[Verdict, str] | None:
        return self.beyond

    def freeze(self) -> None:
        self.frozen = True

    def thaw(self) -> None:
        self.frozen = False

    def kill(self) -> None:
        self.drain_stderr()
        self.killed = True


def ready(after: float = 0.0) -> Reply:
    """Ready after so many seconds."""

    def reply(bot: FakeProcess, message: dict[str, Any]) -> None:
        bot.say(json.dumps({"id": message["id"], "type": "ready", "name": "fake"}).encode() + b"\n", after)

    return reply


def choose(index: int, after: float = 0.0) -> Reply:
    """That choice after so many seconds."""

    def reply(bot: FakeProcess, message: dict[str, Any]) -> None:
        bot.say(b'{"id": %d, "choice": %d}\n' % (message["id"], index), after)

    return reply


def write(*pieces: tuple[float, bytes]) -> Reply:
    """These bytes to stdout, each so many seconds after the request; b"" closes it."""

    def reply(bot: FakeProcess, message: dict[str, Any]) -> None:
        for after, data in pieces:
            bot.say(data, after)

    return reply


def exits(how: str, after: float = 0.0, last: bytes = b"", error: bytes = b"") -> Reply:
    """A last word, and the end."""

    def reply(bot: FakeProcess, message: dict[str, Any]) -> None:
        if last:
            bot.say(last.replace(b"ID", str(message["id"]).encode()), after)
        bot.complain(error)
        bot.exit(how, after)

    return reply


def silent(bot: FakeProcess, message: dict[str, Any]) -> None:
    """Nothing."""
