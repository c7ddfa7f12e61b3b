"""The talk with one bot process: a request out, its answer in, each within its limit.

The clock of a request starts when the whole of it is in the bot's pipe and stops when the newline of its answer has
been read.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import trio

from arena.players.deadline import Deadline, Overloaded
from arena.players.interface import MachineTrouble
from arena.players.machine_time import NOTHING, NOTHING_BACK, Load, Reading, Taken, given_back, read, taken_since
from arena.players.neighbours import Neighbours
from arena.players.timecontrol import TimeControl
from arena.protocol import Choice, Dialogue, Ready, Verdict, quoted
from arena.sandbox import Account, Source, StderrLog

FIRST_LOOK = 0.001  # seconds in which an answer is read without the event loop
CROWDED_SLICE = 0.01  # seconds after which it is looked whether those that are not on turn are in the way
PROMPT = 0.002  # seconds up to which nobody asks what of them the machine took
SEND_SLICE = 0.01  # the same while sending; how soon a bot that is stuck in a print is read
EXIT_GRACE = 0.2  # seconds between the end of a bot's output and its exit code

A = TypeVar("A", Ready, Choice)


class Meter(Load, Protocol):
    """What is asked of a bot's meter; `arena.sandbox.Meter` is the real one."""

    @property
    def source(self) -> Source: ...
    @property
    def peak_memory(self) -> int: ...
    def cpu_s(self) -> float: ...
    def sample(self) -> object: ...
    def glance(self) -> None: ...


class Process(Protocol):
    """What a player needs of a process; `arena.sandbox.BotProcess` is the real one."""

    stderr: StderrLog

    @property
    def meter(self) -> Meter: ...
    def begin_game(self, log: StderrLog) -> None: ...
    def send_now(self, data: bytes) -> int: ...
    async def wait_writable(self) -> None: ...
    def look(self, patience: float) -> bytes | None: ...
    async def wait_readable(self) -> None: ...
    def drain_stderr(self) -> None: ...
    def overrun(self) -> tuple[Verdict, str] | None: ...
    def how_it_ended(self, closed: str) -> str: ...
    def never_began(self) -> bool: ...
    async def wait_exit(self, seconds: float) -> bool: ...
    def close_stdin(self) -> None: ...
    def freeze(self) -> None: ...
    def thaw(self) -> None: ...
    def kill(self) -> None: ...


class Failed(Exception):
    """The open request ends with this fault."""

    def __init__(self, verdict: Verdict, text: str) -> None:
        super().__init__(text)
        self.verdict: Verdict = verdict


class Talk:
    """One process's, from its start to its end, in one game after another: `begin_game` comes first.

    `ponder` is whether the process may run while it has no request open. Implements `Neighbour`.
    """

    def __init__(
        self, process: Process, dialogue: Dialogue, control: TimeControl, ponder: bool, neighbours: Neighbours
    ) -> None:
        self.process = process
        self.dialogue = dialogue
        self.on_turn = False
        self._control = control
        self._ponder = ponder
        self._neighbours = neighbours
        self._plays = False
        self._limit_ms: float | None = None
        self.held = False
        # The same as `trio.current_time` without looking the clock up for each decision.
        self._now: Callable[[], float] = trio.lowlevel.current_clock().current_time
        self._last: Reading | None = None
        """The figures of the machine after a request that took longer than others."""
        neighbours.join(self)

    def begin_game(self, seat: int, log: StderrLog, log_name: str) -> None:
        """What the process writes and uses from now on belongs to that game; `log_name` is the file in which its stderr
        will be found."""
        self.process.begin_game(log)
        self.account = Account(self.process.meter.cpu_s, self._now())
        """Of the processor time that it uses in this game."""
        self.last_ms: float | None = None
        """What the last request was charged, answered in time or not; None where it was cut short by something else."""
        self.given_back = NOTHING_BACK
        """What of it was not charged."""
        self.lag_ms = 0.0
        """The most by which the referee itself was late in this game."""
        self._seat = seat
        self._log_name = log_name
        self._plays = True

    def end_game(self) -> None:
        """Close the account."""
        self.account.close(self._now(), self.process.meter.glance)
        self._plays = False

    def kill(self) -> None:
        """Remove the process at once."""
        self._neighbours.leave(self)
        self.process.kill()

    def hold(self) -> None:
        """Stop the process where it is; again does nothing."""
        if not self.held:
            self.held = True
            self.process.freeze()

    def let_go(self) -> None:
        """Let it go on, if it may do so while it is not on turn."""
        if self._ponder and self._plays:
            self.go_on()

    def go_on(self) -> None:
        """Let it go on."""
        if self.held:
            self.held = False
            self.process.thaw()

    async def ask(self, line: bytes, limit_ms: float | None, kind: type[A], alone: bool) -> A:
        """The answer to the request that the dialogue has open and `line` states. Raises Failed, ProtocolError and
        MachineTrouble."""
        process, now = self.process, self._now
        self.last_ms, self.given_back, self._limit_ms = None, NOTHING_BACK, limit_ms
        self.on_turn = True
        if self.held:
            self.go_on()
        self.account.turn(True, now())
        ended: float | None = None
        try:
            sent = process.send_now(line)
            if sent < len(line):
                await self._send_rest(line, sent)
            began, patience = now(), FIRST_LOOK if alone else 0.0
            deadline: Deadline | None = None
            while True:
                data = process.look(patience)
                if data:
                    answer = self.dialogue.receive(data)
                    if answer is not None:
                        ended = now()
                        self.last_ms = (ended - began) * 1000
                        if ended - began > PROMPT:
                            self._give_back(began, ended, deadline, answered=True)
                        assert isinstance(answer, kind)  # the dialogue lets nothing else answer an open request
                        return answer
                elif data is not None:
                    raise await self._gone()
                # Most answers come at once: what follows is for the others, and made only for them.
                if deadline is None:
                    early = self._early(began, now(), answered=False)
                    margin_ms = self._control.margin_ms
                    deadline, patience = Deadline(process.meter, limit_ms, margin_ms, now, began, early), 0.0
                if self._passed(deadline):
                    self.dialogue.abandon()
                    self._give_back(began, now(), deadline, answered=False)
                    raise Failed("time", self._time_text(limit_ms))
                await self._wait(deadline, process.wait_readable)
        except BrokenPipeError:
            raise await self._gone("input") from None
        finally:
            self.account.turn(False, now() if ended is None else ended)
            self.on_turn = False
            if not self._ponder:
                self.hold()
            if self._neighbours.stopped:
                self._neighbours.answered()

    @property
    def told_ms(self) -> int | None:
        """What the bot is told that its last request took: never more than its limit, whose margin nobody tells."""
        if self.last_ms is None:
            return None
        return round(self.last_ms if self._limit_ms is None else min(self.last_ms, self._limit_ms))

    def _give_back(self, began: float, ended: float, deadline: Deadline | None, answered: bool) -> None:
        """What of the time by the clock is the bot's own, and what the machine took of it."""
        if deadline is None:
            self.given_back = given_back(self._early(began, ended, answered))
        else:
            self.given_back = deadline.given_back(answered)
        self.last_ms = max(0.0, (ended - began) * 1000 - self.given_back.all_ms)
        self._last = read(self.process.meter, self._now)

    def _early(self, began: float, now: float, answered: bool) -> Taken:
        """What the machine took of the first look at an answer, which has found one or not. To know it exactly would
        mean to read its figures before each request, and that costs more than most answers take; so what it took since
        they were read last is counted, though never more than the look was too long."""
        if now - began <= PROMPT or self._last is None:
            return NOTHING
        meter, before = self.process.meter, self._last._replace(at=began, used=self.account.cpu_s)
        return taken_since(meter, before, now, unread=meter.referee_waited_s() - before.referee if answered else 0.0)

    async def hear(self, unasked: bytes | None) -> None:
        """Take what has come without being asked for, if anything, and all that comes after it, so that it cannot be
        mistaken for an answer. Raises Failed and ProtocolError."""
        while unasked is not None:
            if not unasked:
                raise await self._gone(when="before it was asked")
            self.dialogue.receive(unasked)
            unasked = self.process.look(0)

    async def _send_rest(self, line: bytes, sent: int) -> None:
        deadline = Deadline(self.process.meter, self._control.send_ms, 0, self._now, self._now())
        while sent < len(line):
            if self._passed(deadline):
                raise Failed(
                    "stalled",
                    f"did not read its input: {sent} of {len(line)} bytes of the request were taken within "
                    f"{self._control.send_ms} ms",
                )
            # The bot may be stuck in a print of its own: what it writes is taken while it is written to.
            await self._wait(deadline, self.process.wait_writable, SEND_SLICE)
            await self.hear(self.process.look(0))
            sent += self.process.send_now(line[sent:])

    async def _wait(self, deadline: Deadline, ready: Callable[[], Awaitable[None]], *most: float) -> None:
        crowded = self._neighbours.crowd(self)
        try:
            await deadline.wait(ready, *((CROWDED_SLICE,) if crowded else most))
        except (
            OSError
        ) as problem:  # a user may wait for so much at a time, and another bot of his may wait for all of it
            self.dialogue.abandon()
            raise MachineTrouble(f"{self._request()}: its answer cannot be waited for: {problem.strerror}") from None
        if crowded and deadline.starved():
            began = self._now()
            self._neighbours.make_room()
            deadline.add_lag(self._now() - began)
        self.lag_ms = max(self.lag_ms, deadline.lag * 1000)

    def _passed(self, deadline: Deadline) -> bool:
        try:
            return deadline.passed()
        except Overloaded as problem:
            self.dialogue.abandon()
            raise MachineTrouble(f"{self._request()}: the machine took {problem}") from None

    def _request(self) -> str:
        return f"seat {self._seat}, request {self.dialogue.last_id}"

    def _time_text(self, limit_ms: float | None) -> str:
        assert limit_ms is not None
        assert self.last_ms is not None
        waited_ms = self.last_ms + self.given_back.all_ms
        part, heard = self.dialogue.unfinished, self.dialogue.heard
        if part:
            seen = f"{heard} bytes received, the last line has no newline yet: {quoted(part)}"
        elif heard:
            seen = f"{heard} bytes received, no line that answers"
        else:
            seen = "0 bytes received; is stdout flushed after each line? see protocol.md#flush"
        machine = f", of which the machine took {self.given_back.all_ms:.0f} ms" if self.given_back.all_ms >= 1 else ""
        if self.process.meter.hides:
            machine = "; nothing of it is given back to a bot that hides from the account what it uses"
        return (
            f"no answer within {limit_ms:.0f} ms (waited {waited_ms:.0f} ms{machine}; {seen}; "
            f"the referee's own lag was {self.lag_ms:.0f} ms)"
        )

    async def _gone(self, closed: str = "output", when: str = "before it answered") -> Failed:
        """The failure of a process that has ended, or can be talked to no more."""
        await self.process.wait_exit(EXIT_GRACE)
        overrun = self.process.overrun()
        if overrun is not None:
            return Failed(overrun[0], f"{overrun[1]}; it was stopped")
        part = self.dialogue.unfinished
        if part:
            when = f"in the middle of a line: {quoted(part)}"
        return Failed("exited", f"{self.process.how_it_ended(closed)} {when}{self._last_words()}")

    def _last_words(self) -> str:
        self.process.drain_stderr()
        log = self.process.stderr
        if not log.size:
            return "; it wrote nothing to stderr"
        return f"; its stderr ({self._log_name}) ends: " + " | ".join(log.last_lines())
