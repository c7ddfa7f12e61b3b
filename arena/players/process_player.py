"""A seat whose decisions a program makes: one process, kept for game after game, asked through the protocol.

The clock of a request starts when the whole of it is in the bot's pipe and stops when the newline of its answer has
been read. How late the referee itself was is measured in the same waits: it sleeps in short slices, and each slice
that ends late by more than `TOLERANCE` is time that the machine, not the bot, took. At the limit that time is given
back; if it came to half the limit, the game is void.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from errno import EAGAIN, EMFILE, ENFILE, ENOMEM
from math import inf
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec
import trio
from msgspec import Raw

from arena.games import Outcome
from arena.players.clock import Clock
from arena.players.interface import GameStart, MachineTrouble, Question
from arena.players.timecontrol import TimeControl
from arena.protocol import (
    PROTOCOL,
    Choice,
    Dialogue,
    End,
    Fault,
    Hello,
    ProtocolError,
    Quit,
    Ready,
    Start,
    TimeLimits,
    Turn,
    Verdict,
    encode_line,
    quoted,
)
from arena.sandbox.program import Limits, Program
from arena.sandbox.stderr_log import StderrLog
from arena.sandbox.usage import Usage

FIRST_LOOK = 0.001  # seconds in which an answer is read without the event loop
SLICE = 0.05  # seconds between two measurements of the referee's own lag
SEND_SLICE = 0.01  # the same while sending; how soon a bot that is stuck in a print is read
TOLERANCE = 0.02  # seconds by which a slice may end late and still be called punctual
QUIT_GRACE = 0.5  # seconds for a bot to go by itself after `quit`
EXIT_GRACE = 0.2  # seconds between the end of a bot's output and its exit code

A = TypeVar("A", Ready, Choice)

# Two moves are the same when they have the same keys and values, in whatever order a bot writes them.
_canonical = msgspec.json.Encoder(order="sorted").encode


class Process(Protocol):
    """What a player needs of a process; `arena.sandbox.BotProcess` is the real one."""

    stderr: StderrLog

    def send_now(self, data: bytes) -> int: ...
    async def wait_writable(self) -> None: ...
    def look(self, patience: float) -> bytes | None: ...
    async def wait_readable(self) -> None: ...
    def drain_stderr(self) -> None: ...
    def how_it_ended(self, closed: str) -> str: ...
    async def wait_exit(self, seconds: float) -> bool: ...
    def close_stdin(self) -> None: ...
    def peak_memory_kb(self) -> int | None: ...
    def kill(self) -> None: ...


class _Failed(Exception):
    """The open request ends with this fault."""

    def __init__(self, verdict: Verdict, text: str) -> None:
        super().__init__(text)
        self.verdict: Verdict = verdict


class ProcessPlayer:
    """Implements `Player`. `logs` is the folder for stderr files; `keep` is whether the process outlives a game."""

    def __init__(
        self,
        program: Program,
        control: TimeControl,
        limits: Limits,
        logs: Path,
        spawn: Callable[[Program], Process],
        keep: bool = True,
    ) -> None:
        self.program = program
        self.last_ms: float | None = None
        self.lag_ms = 0.0
        self.usage: Usage | None = None
        self.log: str | None = None
        self.name: str | None = None
        """What the bot calls itself, once it has said so."""
        self._control = control
        self._limits = limits
        self._logs = logs
        self._spawn = spawn
        self._keep = keep
        self._process: Process | None = None
        self._now = trio.current_time
        self._dialogue = Dialogue(limits.answer_bytes)
        self._deals: set[str] = set()
        self._new_game(-1, -1)

    @property
    def stray(self) -> int:
        return self._dialogue.stray - self._stray_before

    @property
    def running(self) -> bool:
        """Whether there is a process, which may have ended unseen."""
        return self._process is not None

    @property
    def peak_memory_kb(self) -> int | None:
        """The most memory that the running process has held; None where there is none."""
        return self._process.peak_memory_kb() if self._process else None

    async def start(self, start: GameStart) -> Fault | None:
        self._new_game(start.number, start.seat)
        self._now = trio.lowlevel.current_clock().current_time  # the same without looking it up twice a decision
        # A process that has played a deal may remember it, and would know what lies in the others' piles.
        if start.deal in self._deals:
            await self.stop()
        kept = self._process is not None
        fault = await self._begin(start)
        if fault is not None and kept:
            # No game's record may depend on which games its processes have played before: only a new one can fail.
            self.kill()
            fault = await self._begin(start)
        return fault

    async def _begin(self, start: GameStart) -> Fault | None:
        try:
            if self._process is None:
                await self._launch(start)
            self._deals.add(start.deal)
            process = self._living()
            process.stderr = self._stderr
            await self._hear(process, process.look(0))
            line = encode_line(
                Start(
                    self._dialogue.request_ready(),
                    str(start.number),
                    start.seat,
                    start.seats,
                    start.options,
                    self._announced_limits(),
                    start.seed,
                )
            )
            # Seats start side by side, but most are ready at once: to look first costs the others next to nothing.
            await self._ask(process, line, self._control.start_ms, Ready, alone=True)
        except _Failed as failed:
            return self._fault("start-failure", f"not ready for the game: {failed}")
        self.last_ms = None  # to be ready was no decision
        return None

    async def decide(self, question: Question) -> int | Fault:
        self.last_ms, last_ms = None, self.last_ms
        limit = self._clock.limit_ms()
        try:
            process = self._living()
            if (unasked := process.look(0)) is not None:
                await self._hear(process, unasked)
            line = encode_line(
                Turn(
                    self._dialogue.request_choice(),
                    question.events,
                    question.view,
                    question.memory,
                    question.legal,
                    None if last_ms is None else round(last_ms),
                    self._clock.left_ms,
                )
            )
            answer = await self._ask(process, line, limit, Choice, question.alone)
        except _Failed as failed:
            if failed.verdict == "time":
                self._clock.exhaust()
            return self._fault(failed.verdict, str(failed))
        assert self.last_ms is not None  # set where the answer was heard
        self._clock.spend(self.last_ms)
        if answer.index is not None:
            if answer.index < len(question.legal):
                return answer.index
            return self._fault(
                "illegal", f"choice {answer.index}, but there are {len(question.legal)} legal moves (0 is the first)"
            )
        return self._find(answer, question)

    async def end(self, events: Sequence[Raw], outcome: Outcome | None) -> None:
        if self._process is not None:
            # Nothing depends on whether a bot hears how the game went: no waiting for one that does not listen.
            with suppress(BrokenPipeError):
                line = encode_line(End(events, outcome))
                if self._process.send_now(line) < len(line):
                    await self.stop()  # half a line is in its pipe: it can never be in step again
        if not self._keep:
            await self.stop()
        self._write_log()

    async def forfeit(self) -> None:
        self.kill()
        self._write_log()

    async def stop(self) -> None:
        """Ask the bot to leave, wait for it a moment, then remove whatever is left of it."""
        process = self._process
        if process is not None:
            with suppress(BrokenPipeError):
                process.send_now(encode_line(Quit()))
            process.close_stdin()
            await process.wait_exit(QUIT_GRACE)
        self.kill()

    def kill(self) -> None:
        """Remove the bot at once; the next game starts a new process."""
        process, self._process = self._process, None
        self._deals.clear()
        if process is not None:
            process.kill()

    def _new_game(self, number: int, seat: int) -> None:
        self._number, self._seat = number, seat
        self._clock = Clock(self._control)
        self._stderr = StderrLog(self._limits.stderr_bytes)
        self._stray_before = self._dialogue.stray
        self.last_ms = None
        self.lag_ms = 0.0
        self.log = None

    async def _launch(self, start: GameStart) -> None:
        try:
            process = self._spawn(self.program)
        except OSError as problem:
            if problem.errno in (EAGAIN, EMFILE, ENFILE, ENOMEM):
                raise MachineTrouble(f"seat {self._seat}: no bot can be started: {problem.strerror}") from None
            command, missing = " ".join(self.program.argv), problem.filename
            raise _Failed(
                "start-failure", f"{command} (in {self.program.folder}): {missing}: {problem.strerror}"
            ) from None
        self._process = process
        process.stderr = self._stderr
        self._dialogue = Dialogue(self._limits.answer_bytes)
        self._stray_before = 0
        hello = Hello(self._dialogue.request_ready(), PROTOCOL, start.game.name, start.game.version)
        ready = await self._ask(process, encode_line(hello), self._control.start_ms, Ready, alone=False)
        self.name = ready.name

    def _living(self) -> Process:
        if self._process is None:
            raise _Failed("exited", "is no longer running")
        return self._process

    def _announced_limits(self) -> TimeLimits:
        control = self._control
        return TimeLimits(control.start_ms, control.move_ms, control.bank_ms, control.increment_ms)

    async def _ask(self, process: Process, line: bytes, limit_ms: float | None, kind: type[A], alone: bool) -> A:
        try:
            sent = process.send_now(line)
            if sent < len(line):
                await self._send_rest(process, line, sent)
        except BrokenPipeError:
            raise _Failed("exited", await self._exit_text(process, "input")) from None
        answer = await self._listen(process, limit_ms, FIRST_LOOK if alone else 0.0)
        assert isinstance(answer, kind)  # the dialogue lets nothing else answer an open request
        return answer

    async def _send_rest(self, process: Process, line: bytes, sent: int) -> None:
        limit_ms = self._control.send_ms
        deadline = self._now() + limit_ms / 1000
        stolen = 0.0
        while sent < len(line):
            now = self._now()
            if now >= deadline + stolen:
                raise _Failed(
                    "stalled",
                    f"did not read its input: {sent} of {len(line)} bytes of the request were taken within "
                    f"{limit_ms} ms",
                )
            # The bot may be stuck in a print of its own: what it writes is taken while it is written to.
            stolen += await self._wait(process.wait_writable, min(deadline + stolen, now + SEND_SLICE))
            self._check_lag(stolen, limit_ms)
            await self._hear(process, process.look(0))
            sent += process.send_now(line[sent:])

    async def _hear(self, process: Process, unasked: bytes | None) -> None:
        """Take what came unasked, and what comes after it, so that it cannot be mistaken for an answer."""
        while unasked is not None:
            if not unasked:
                raise _Failed("exited", await self._exit_text(process, when="before it was asked"))
            self._receive(unasked)
            unasked = process.look(0)

    async def _listen(self, process: Process, limit_ms: float | None, patience: float) -> Ready | Choice:
        began = self._now()
        deadline = inf if limit_ms is None else began + (limit_ms + self._control.margin_ms) / 1000
        stolen = given_back = 0.0
        while True:
            data = process.look(patience)
            patience = 0.0
            if data:
                answer = self._receive(data)
                if answer is not None:
                    elapsed = (self._now() - began) * 1000
                    # Past the limit only where the margin or the referee's lag explains it.
                    self.last_ms = elapsed if limit_ms is None else min(elapsed, limit_ms)
                    return answer
            elif data is not None:
                raise _Failed("exited", await self._exit_text(process))
            now = self._now()
            if now >= deadline:
                if not stolen:
                    self._dialogue.abandon()
                    self.last_ms = (now - began) * 1000
                    raise _Failed("time", self._time_text(limit_ms, now - began))
                given_back += stolen
                self._check_lag(given_back, limit_ms)
                deadline, stolen = now + stolen, 0.0
            stolen += await self._wait(process.wait_readable, min(deadline, now + SLICE))

    async def _wait(self, ready: Callable[[], Awaitable[None]], wake: float) -> float:
        """Until `ready` or `wake`, whichever is first; gives the seconds that the machine took beyond that."""
        with trio.CancelScope(deadline=wake):
            await ready()
        late = self._now() - wake
        self.lag_ms = max(self.lag_ms, late * 1000)
        return late if late > TOLERANCE else 0.0

    def _check_lag(self, stolen: float, limit_ms: float | None) -> None:
        if limit_ms is not None and stolen and stolen * 2000 >= limit_ms:
            self._dialogue.abandon()
            raise MachineTrouble(
                f"seat {self._seat}, request {self._dialogue.last_id}: the machine kept the referee from its "
                f"clock for {stolen * 1000:.0f} ms of a limit of {limit_ms:.0f} ms"
            )

    def _receive(self, data: bytes) -> Ready | Choice | None:
        try:
            return self._dialogue.receive(data)
        except ProtocolError as problem:
            raise _Failed(problem.verdict, str(problem)) from None

    def _find(self, answer: Choice, question: Question) -> int | Fault:
        """The index of a move that was written out."""
        wanted = _canonical(answer.move)
        for index, move in enumerate(question.legal):
            if _canonical(move) == wanted:
                return index
        return self._fault("illegal", f"the move {quoted(wanted)} is not among the {len(question.legal)} legal ones")

    def _time_text(self, limit_ms: float | None, waited: float) -> str:
        assert limit_ms is not None
        part, heard = self._dialogue.unfinished, self._dialogue.heard
        if part:
            seen = f"{heard} bytes received, the last line has no newline yet: {quoted(part)}"
        elif heard:
            seen = f"{heard} bytes received, no line that answers"
        else:
            seen = "0 bytes received; is stdout flushed after each line? see protocol.md#flush"
        return (
            f"no answer within {limit_ms:.0f} ms (waited {waited * 1000:.0f} ms; {seen}; "
            f"the referee's own lag was {self.lag_ms:.0f} ms)"
        )

    async def _exit_text(self, process: Process, closed: str = "output", when: str = "before it answered") -> str:
        await process.wait_exit(EXIT_GRACE)
        part = self._dialogue.unfinished
        if part:
            when = f"in the middle of a line: {quoted(part)}"
        return f"{process.how_it_ended(closed)} {when}{self._last_words(process)}"

    def _last_words(self, process: Process) -> str:
        process.drain_stderr()
        if not self._stderr.size:
            return "; it wrote nothing to stderr"
        return f"; its stderr ({self._log_path().name}) ends: " + " | ".join(self._stderr.last_lines())

    def _fault(self, verdict: Verdict, text: str) -> Fault:
        return Fault(verdict, f"seat {self._seat}, request {self._dialogue.last_id}: {text}")

    def _log_path(self) -> Path:
        return self._logs / f"{self._number}-seat{self._seat}.err"

    def _write_log(self) -> None:
        if self._process is not None:
            self._process.drain_stderr()
        if self._stderr.size:
            path = self._log_path()
            with suppress(OSError):  # a full disk takes no log; whether it takes the game is the store's to say
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(self._stderr.content())
                self.log = f"{path.parent.name}/{path.name}"
