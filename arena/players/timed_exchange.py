"""The talk with one bot process within its time limits: a request goes out, and its answer comes in.

The clock of a request starts when the whole of it is in the bot's pipe and stops when the newline of its answer has
been read.

Most bots answer at once. So `ask` looks for the answer before it returns; only if there is none yet it returns
something to wait for, which goes on from there.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Generator
from contextlib import suppress
from typing import Any, Generic, TypeVar

import trio

from arena.errors import Misconduct
from arena.players.causes import Late, evidence, gone, last_words, wrong
from arena.players.deadline import Deadline, Overloaded
from arena.players.interface import DONE, MachineTrouble
from arena.players.machine_time import NOTHING, NOTHING_BACK, Reading, Taken, given_back, read, taken_since
from arena.players.neighbours import Neighbours
from arena.players.process import Process
from arena.players.timecontrol import TimeControl
from arena.protocol import Choice, Dialogue, ProtocolError, Ready, Verdict, quoted
from arena.sandbox import Account, StderrLog

FIRST_LOOK = 0.001  # seconds in which an answer is read without the event loop
CROWDED_SLICE = 0.01  # seconds after which it is looked whether those that are not on turn are in the way
PROMPT = 0.002  # seconds up to which nobody asks what of them the machine took
SEND_SLICE = 0.01  # the same while sending; how soon a bot that is stuck in a print is read
EXIT_GRACE = 0.2  # seconds between the end of a bot's output and its exit code
END_GRACE = 1.0  # seconds for what a bot has to say when its game is over
MOST_TAKEN = 0.9  # of that time, that the machine may take from it
IN_VAIN = 3
BUSY_GRACE = 0.02  # seconds for one that goes on computing all the same
END_YIELDS = 50  # so often the processor is offered to it before anybody sleeps
END_LOOK = 0.002  # seconds between two looks then
AFTERMATH_LOOK = 0.005  # seconds between two looks then
AFTERMATH = 0.1  # seconds in which more is heard of a line that was no answer

A = TypeVar("A", Ready, Choice)


class Failed(Misconduct):
    """The open request ends with this fault."""

    def __init__(self, verdict: Verdict, text: str) -> None:
        super().__init__(text)
        self.verdict: Verdict = verdict


async def whole(answer: A | Awaitable[A]) -> A:
    """Wait for the answer that `TimedExchange.ask` gives, now or later."""
    return answer if isinstance(answer, Ready | Choice) else await answer


class _Over(Exception):
    """Nothing more is to be heard: the request was answered by a line that is none, or the output has ended."""

    def __init__(self, problem: ProtocolError | None = None) -> None:
        super().__init__()
        self.problem = problem


class Pending(Generic[A]):
    """A request of `ask` that is not answered yet: wait for its answer, or look first whether it is there. `sent` is
    how much of its `line` the pipe has taken, `asked` when that began; it may be `over` already."""

    def __init__(
        self,
        talk: TimedExchange,
        line: bytes,
        sent: int,
        kind: type[A],
        asked: float,
        over: BrokenPipeError | _Over | None,
    ) -> None:
        self.talk = talk
        self.line = line
        self.sent = sent
        self.kind: type[A] = kind
        self.asked = asked
        self.over = over

    def descriptor(self) -> int | None:
        """What becomes readable when `look` may find the answer; None if it must be waited for."""
        whole = self.sent == len(self.line) and self.over is None
        return self.talk.process.descriptor() if whole else None

    def look(self) -> A | None:
        """The answer if it is there. Whatever else is there is found by who waits."""
        return self.talk.glance(self)

    def __await__(self) -> Generator[Any, Any, A]:
        """Wait for the answer. Raises Failed, ProtocolError and MachineTrouble."""
        return self.talk.hear_answer(self).__await__()


class TimedExchange:
    """The talk with one process, from its start to its end, in one game after another: `begin_game` comes first.

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
        self._speaks = False
        """Whether it has ever written to stderr."""
        self._in_vain = 0
        """For how many games in a row the process was still busy when it had had all the time to learn that they were
        over."""
        self._limit_ms: float | None = None
        self.held = False
        self._began = 0.0
        """When the clock of the last request started."""
        self._ended: float | None = None
        """When it stopped, if something came that stopped it."""
        # The same as `trio.current_time` without looking the clock up for each decision.
        self._now: Callable[[], float] = trio.lowlevel.current_clock().current_time
        self._last: Reading | None = None
        """The figures of the machine after a request that took longer than others."""
        neighbours.join(self)

    def begin_game(self, seat: int, log_name: str) -> None:
        """Begin a game: what the process uses from now on belongs to it; `log_name` is the file in which its stderr
        will be found."""
        self.account = Account(self.process.meter.cpu_s, self._now())
        """The account of the processor time that the process uses in this game."""
        self.last_ms: float | None = None
        """The milliseconds that the last request was charged, answered in time or not; None if something else cut it
        short."""
        self.given_back = NOTHING_BACK
        """The part of the last request's time that was not charged."""
        self.lag_ms = 0.0
        """The most by which the referee itself was late in this game, in milliseconds."""
        self._seat = seat
        self._log_name = log_name
        self._plays = True

    def turn_page(self, log: StderrLog) -> None:
        """From now on keep what the process writes to stderr in `log`; a second call does nothing."""
        process = self.process
        if process.stderr is not log:
            process.drain_stderr()
            self._speaks = self._speaks or process.stderr.size > 0
            process.begin_game(log)

    def end_game(self) -> None:
        """Close the account of what the process used in this game."""
        self.account.close(self._now(), self.process.meter.glance)
        self._plays = False

    def hear_out(self) -> Awaitable[None]:
        """Let the process read that its game is over, and read what it writes about that, until it rests. There is no
        mark that it could write to tell when it is done."""
        process, meter = self.process, self.process.meter
        held = self.held or not self._ponder
        self.go_on()
        # Most share a core with this process, and have read it by now or when they give the core back.
        for _ in range(END_YIELDS):
            if not process.unread():
                break
            os.sched_yield()
        used = meter.cpu_s()
        for _ in range(END_YIELDS):
            os.sched_yield()
            before, used = used, meter.cpu_s()
            if used == before:
                break
        self._hear_strays()
        # To be sure costs as much as a decision or two: that is spent on those that ever say anything.
        self._speaks = self._speaks or process.stderr.size > 0
        if self._speaks:
            return self._hear_to_the_end(held)
        if held:
            self.hold()
        return DONE

    def _hear_strays(self) -> None:
        with suppress(ProtocolError):  # of a flood, which the next look finds again
            if data := self.process.look(0):
                self.dialogue.receive(data)

    async def _hear_to_the_end(self, held: bool) -> None:
        """One that has not rested within `END_GRACE` for `IN_VAIN` games in a row is of the kind that never does, and
        gets `BUSY_GRACE` from then on, as one whose other threads go on after it has read. It is `held` afterwards, if
        it was before."""
        process, meter = self.process, self.process.meter
        before: Reading | None = None
        while True:
            size = process.stderr.size
            process.drain_stderr()
            rest = process.rests()
            if rest == "wholly" and process.stderr.size == size:
                self._in_vain = 0
                break
            before = before or read(meter, self._now)
            span = self._now() - before.at
            # It is not to blame for what the machine took; but nobody waits for a machine for ever.
            passed = span - min(meter.waited_s() - before.waited, MOST_TAKEN * span)
            if passed >= BUSY_GRACE and (rest == "reading" or self._in_vain >= IN_VAIN):
                break
            if passed >= END_GRACE:
                self._in_vain += 1
                break
            await trio.sleep(END_LOOK)
        self._hear_strays()
        if held:
            self.hold()

    def kill(self) -> None:
        """Remove the process at once."""
        self._neighbours.leave(self)
        self.process.kill()

    def hold(self) -> None:
        """Stop the process where it is; a second call does nothing."""
        if not self.held:
            self.held = True
            self.process.freeze()

    def let_go(self) -> None:
        """Let the process go on, if it may do so while it is not on turn."""
        if self._ponder and self._plays:
            self.go_on()

    def go_on(self) -> None:
        """Let the process go on."""
        if self.held:
            self.held = False
            self.process.thaw()

    def ask(self, line: bytes, limit_ms: float | None, kind: type[A], alone: bool) -> A | Pending[A]:
        """Send the request `line`, which the dialogue has open. Returns the answer, or something that gives it when
        awaited."""
        process = self.process
        if kind is Choice:
            process.stderr.chapter += 1
        self.last_ms, self.given_back, self._limit_ms = None, NOTHING_BACK, limit_ms
        if self.held:
            self.go_on()
        asked = self._now()
        if asked >= self.account.due:
            self.account.rest(asked)
        self._ended, sent, over = None, 0, None
        try:
            sent = process.send_now(line)
            self._began = self._now()
            if alone and sent == len(line) and (answer := self._look(kind, FIRST_LOOK)) is not None:
                self._end_turn(asked)
                return answer
        except (BrokenPipeError, _Over) as problem:
            over = problem
        self.on_turn = True
        return Pending(self, line, sent, kind, asked, over)

    def glance(self, pending: Pending[A]) -> A | None:
        """The answer to that request if it is there."""
        try:
            answer = self._look(pending.kind, 0.0)
        except _Over as problem:
            pending.over = problem
            return None
        if answer is not None:
            self._end_turn(pending.asked)
        return answer

    async def hear_answer(self, pending: Pending[A]) -> A:
        """Wait for the answer to that request. Raises Failed, ProtocolError and MachineTrouble."""
        process, limit_ms, line, kind = self.process, self._limit_ms, pending.line, pending.kind
        deadline: Deadline | None = None
        try:
            if pending.over is not None:
                raise pending.over
            if pending.sent < len(line):
                await self._send_rest(line, pending.sent)
                self._began = self._now()
            while (answer := self._look(kind, 0.0, deadline)) is None:
                if deadline is None:
                    began, now = self._began, self._now
                    early = self._early(began, now(), answered=False)
                    deadline = Deadline(process.meter, limit_ms, self._control.margin_ms, now, began, early)
                if self._passed(deadline):
                    self.dialogue.abandon()
                    self._give_back(self._now(), deadline, answered=False)
                    assert limit_ms is not None  # else none has passed
                    raise self._late(limit_ms, kind is Choice and limit_ms != self._control.move_ms, deadline)
                await self._wait(deadline, process.wait_readable)
            return answer
        except BrokenPipeError:
            raise await self._gone("input") from None
        except _Over as end:
            raise await (self._gone() if end.problem is None else self._wrong(end.problem, kind is Choice)) from None
        finally:
            self._end_turn(pending.asked)

    def _look(self, kind: type[A], patience: float, deadline: Deadline | None = None) -> A | None:
        """The answer to the open request if it comes within `patience` seconds; it stops the clock. Raises _Over."""
        data = self.process.look(patience, True)
        if data is None:
            return None
        if not data:
            raise _Over
        try:
            answer = self.dialogue.receive(data)
        except ProtocolError as problem:
            self._ended = self._now()
            self._give_back(self._ended, deadline, answered=True)
            raise _Over(problem) from None
        if answer is None:
            return None
        self._ended = ended = self._now()
        seconds = ended - self._began
        self.last_ms = seconds * 1000
        if seconds > PROMPT:
            self._give_back(ended, deadline, answered=True)
        assert isinstance(answer, kind)  # the dialogue lets nothing else answer an open request
        return answer

    def _end_turn(self, asked: float) -> None:
        """The process has no request open any more."""
        self.account.turn(asked, self._now() if self._ended is None else self._ended)
        self.on_turn = False
        if not self._ponder:
            self.hold()
        if self._neighbours.stopped:
            self._neighbours.answered()

    def _give_back(self, ended: float, deadline: Deadline | None, answered: bool) -> None:
        """What of the time by the clock is the bot's own, and what the machine took of it."""
        began = self._began
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
        """Take what has come `unasked`, if anything, and all that comes after it, so that it cannot be mistaken for an
        answer. Raises Failed and ProtocolError."""
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
                    f"{self._control.send_ms} ms; read each message whole before thinking, also while writing"
                    f"{evidence(self.process, self._log_name, most=3)}",
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

    def _late(self, limit_ms: float, banked: bool, deadline: Deadline) -> Failed:
        assert self.last_ms is not None
        waited_ms = self.last_ms + self.given_back.all_ms
        hides = self.process.meter.hides
        late = Late(limit_ms, banked, waited_ms, self.given_back, self.lag_ms, deadline.used_s(), hides)
        return Failed("time", late.text(self.process, self.dialogue, self._log_name))

    async def _wrong(self, problem: ProtocolError, briefly: bool) -> Failed:
        """The failure of a bot that broke the protocol; `briefly` where it may be forgiven, and others wait."""
        if problem.verdict != "malformed":
            return Failed(problem.verdict, f"{problem}{evidence(self.process, self._log_name, most=3)}")
        await self._listen(briefly)
        return Failed("malformed", wrong(self.process, self.dialogue, self._log_name, str(problem)))

    async def _listen(self, briefly: bool) -> None:
        """A runtime that breaks down tells why in several lines, of which only the first was read: hear the others;
        `briefly`, no longer than until it rests."""
        # A user may wait for so much at a time, see `_wait`: then less is heard.
        with suppress(OSError), trio.move_on_after(AFTERMATH):
            while True:
                data = self.process.look(0)
                if data:
                    try:
                        self.dialogue.receive(data)
                    except ProtocolError:  # of a flood, which the next look finds again
                        return
                elif data is not None or (briefly and self.process.rests() == "wholly"):
                    return
                else:
                    with trio.move_on_after(AFTERMATH_LOOK):
                        await self.process.wait_readable()

    async def _gone(self, closed: str = "output", when: str = "before it answered") -> Failed:
        """The failure of a process that has ended, or can be talked to no more."""
        await self.process.wait_exit(EXIT_GRACE)
        overrun = self.process.overrun()
        if overrun is not None:
            self.process.drain_stderr()
            return Failed(overrun[0], f"{overrun[1]}; it was stopped{last_words(self.process, self._log_name, 3)}")
        part = self.dialogue.unfinished
        if part:
            when = f"in the middle of a line: {quoted(part)}"
        return Failed("exited", gone(self.process, self._log_name, f"{self.process.how_it_ended(closed)} {when}"))
