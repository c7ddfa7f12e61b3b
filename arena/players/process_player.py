"""A seat on which a program decides: one process, kept for game after game, asked through the protocol."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from errno import E2BIG, EACCES, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR
from functools import partial
from pathlib import Path

from msgspec import Raw

from arena.games import Outcome
from arena.players.asked import Asked
from arena.players.choosing import index_of
from arena.players.clock import Clock
from arena.players.interface import DONE, Answer, GameStart, MachineTrouble, Question, SeatReport
from arena.players.machine_time import NOTHING_BACK, GivenBack
from arena.players.neighbours import Neighbours
from arena.players.process import Process
from arena.players.stderr_file import StderrFile
from arena.players.timecontrol import TimeControl
from arena.players.timed_exchange import Failed, Pending, TimedExchange, whole
from arena.protocol import (
    LIMIT_VERDICTS,
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
)
from arena.sandbox import Limits, Program, Usage

QUIT_GRACE = 0.5  # seconds for a bot to go by itself after `quit`

LATE_ROOM = 1 << 20
"""The bytes of the disk for what bots' processes write about games whose records are made: nobody counts those any
more."""

AFTER = 1 << 30
"""More questions than any game asks: what is written after the last question is written down as after so many."""

OWN_TROUBLES = (ENOENT, EACCES, ENOTDIR, ELOOP, ENAMETOOLONG)
"""The errors that can come from what is wrong with a bot's own program and folder."""


class ProcessPlayer:
    """Implements `Player`. `logs` is the folder for stderr files; `keep` is whether the process is kept after a game,
    and `ponder` whether it may run while its seat is not on turn. `neighbours` are the bots with which it shares the
    processor, none by default. `clock` makes the clock of a game."""

    def __init__(
        self,
        program: Program,
        control: TimeControl,
        limits: Limits,
        logs: Path,
        spawn: Callable[[Program], Process],
        keep: bool = True,
        ponder: bool = True,
        neighbours: Neighbours | None = None,
        clock: Callable[[TimeControl], Clock] = Clock,
    ) -> None:
        self.program = program
        self._usage: Usage | None = None
        self._name: str | None = None
        self._control = control
        self._announced_limits = TimeLimits(control.start_ms, control.move_ms, control.bank_ms, control.increment_ms)
        self._limits = limits
        self._logs = logs
        self._spawn = spawn
        self._keep = keep
        self._ponder = ponder
        self._neighbours = neighbours or Neighbours()
        self._clock_for = clock
        self._talk: TimedExchange | None = None
        self._heard: TimedExchange | None = None
        """The talk of this game, also when its process is gone."""
        self._deals: set[str] = set()
        self._late_room = LATE_ROOM
        self._new_game(-1, -1, logged=True)

    @property
    def last_ms(self) -> float | None:
        """The milliseconds that the last request of this game was charged."""
        return None if self._heard is None else self._heard.last_ms

    @property
    def given_back(self) -> GivenBack:
        """The part of the last request's time that was not charged."""
        return NOTHING_BACK if self._heard is None else self._heard.given_back

    @property
    def running(self) -> bool:
        """Whether there is a process; it may have ended without anybody noticing yet."""
        return self._talk is not None

    def report(self) -> SeatReport:
        talk = self._heard
        if talk is None:
            return SeatReport(self._usage, log=self._stderr.written, name=self._name)
        stray, log = talk.dialogue.stray - self._stray_before, self._stderr.written
        said = () if log is None else tuple(self._stderr.log.chapters)
        return SeatReport(self._usage, stray, log, talk.lag_ms, self._name, said, talk.dialogue.remark)

    def start(self, start: GameStart) -> Awaitable[Fault | None]:
        earlier = self._stderr
        self._new_game(start.number, start.seat, start.logged)
        ready: Ready | Awaitable[Ready] | None = None
        # A process that has played a deal may remember it, and would know what lies in the others' piles.
        if self._talk is not None and _met(start) not in self._deals:
            ready = self._begin(self._talk, start)
            if isinstance(ready, Ready):
                self._has_started(earlier)
                return DONE
        return self._start(start, ready, earlier)

    async def _start(
        self, start: GameStart, ready: Ready | Awaitable[Ready] | None, earlier: StderrFile
    ) -> Fault | None:
        try:
            if ready is None:
                await self.stop()
                return await self._get_ready(start)
            fault = await self._get_ready(start, ready)
            if fault is not None:
                # No game's record may depend on which games its processes have played before: only a new one can fail.
                self.kill()
                fault = await self._get_ready(start)
            return fault
        finally:
            self._has_started(earlier)

    async def _get_ready(self, start: GameStart, ready: Ready | Awaitable[Ready] | None = None) -> Fault | None:
        try:
            await whole(ready or self._begin(await self._launch(start), start))
        except (Failed, ProtocolError) as failed:
            if failed.verdict in LIMIT_VERDICTS:
                return self._fault(failed.verdict, str(failed))
            return self._fault("start-failure", f"not ready for the game: {failed}")
        return None

    def _begin(self, talk: TimedExchange, start: GameStart) -> Ready | Awaitable[Ready]:
        self._deals.add(_met(start))
        self._enter(talk)
        unasked = talk.process.look(0)
        return self._tell_start(talk, start) if unasked is None else self._hear_and_tell_start(talk, start, unasked)

    async def _hear_and_tell_start(self, talk: TimedExchange, start: GameStart, unasked: bytes) -> Ready:
        await talk.hear(unasked)
        return await whole(self._tell_start(talk, start))

    def _tell_start(self, talk: TimedExchange, start: GameStart) -> Ready | Awaitable[Ready]:
        talk.turn_page(self._stderr.log)
        number = talk.dialogue.request(Ready)
        limits, options, seed = self._announced_limits, start.options, start.seed
        line = encode_line(Start(number, str(start.number), start.seat, start.seats, options, limits, seed))
        # Seats start side by side, but most are ready at once: to look first costs the others next to nothing.
        return talk.ask(line, self._control.start_ms, Ready, alone=True)

    def _has_started(self, earlier: StderrFile) -> None:
        if self._heard is not None:
            self._heard.last_ms, self._heard.given_back = None, NOTHING_BACK  # to be ready was no decision
        # What it said of its last game after that was over; of one that is played anew nothing is to be left.
        if earlier.game != self._number:
            self._late_room -= earlier.save(self._late_room)

    def decide(self, question: Question) -> Awaitable[Answer]:
        talk = self._talk
        unasked = None if talk is None else talk.process.look(0)
        if talk is None or unasked is not None:
            return self._decide(question, unasked, None)
        choice = self._tell_turn(talk, question)
        if isinstance(choice, Choice):
            return self._chosen(talk, question, choice)
        return Asked(choice, partial(self._chosen, talk, question), partial(self._decide, question, None, choice))

    async def _decide(
        self, question: Question, unasked: bytes | None, choice: Choice | Pending[Choice] | None
    ) -> Answer:
        """The answer to a question that was not answered at once: `choice` is what is waited for. None where it was not
        asked yet, since there is no process, or it had something to say `unasked`."""
        talk, clock = self._talk, self._clock
        try:
            if talk is None:
                raise Failed("exited", "is no longer running")
            if choice is None:
                await talk.hear(unasked)
                choice = self._tell_turn(talk, question)
            choice = await whole(choice)
        except (Failed, ProtocolError) as failed:
            if choice is None:
                return Answer(self._fault(failed.verdict, str(failed)))
            ms: float | None = None
            if failed.verdict == "time":
                ms = clock.exhaust()
            elif failed.verdict == "malformed" and (ms := self.last_ms) is not None:
                ms = clock.spend(ms)  # no answer is cheaper than one that the rules forbid
            return Answer(self._fault(failed.verdict, str(failed)), ms, self.given_back)
        return self._chosen(talk, question, choice)

    def _tell_turn(self, talk: TimedExchange, question: Question) -> Choice | Pending[Choice]:
        clock = self._clock
        line = encode_line(
            Turn(
                talk.dialogue.request(Choice),
                question.events,
                question.view,
                question.memory,
                question.legal,
                clock.told_ms,
                clock.left_ms,
            )
        )
        return talk.ask(line, clock.limit_ms, Choice, question.alone)

    def _chosen(self, talk: TimedExchange, question: Question, choice: Choice) -> Answer:
        assert talk.last_ms is not None  # it has been answered
        ms, index = self._clock.spend(talk.last_ms), choice.index
        if index is None or index >= len(question.legal):
            found = index_of(choice, question.legal)
            chosen = found if type(found) is int else self._fault("illegal", str(found))
            return Answer(chosen, ms, talk.given_back, choice.note)
        return Answer(index, ms, talk.given_back, choice.note)

    def end(self, events: Sequence[Raw], outcome: Outcome | None) -> Awaitable[None]:
        self._settle()
        talk, heard, complete = self._talk, None, True
        if talk is not None:
            # Nothing depends on whether a bot hears how the game went: no waiting for one that does not listen.
            with suppress(BrokenPipeError):
                line = encode_line(End(events, outcome))
                complete = talk.process.send_now(line) == len(line)
                if complete and self._keep:
                    heard = talk.hear_out()
        if heard is DONE:
            self._stderr.save()
            return DONE
        return self._end(heard, complete)

    async def _end(self, heard: Awaitable[None] | None, complete: bool) -> None:
        if heard is not None:
            await heard
        if not complete or not self._keep:  # half a line is in its pipe: it can never be in step again
            await self.stop()
        self._write_log()

    async def forfeit(self) -> None:
        self._settle()
        self.kill()
        self._write_log()

    async def stop(self) -> None:
        """Ask the bot to leave, wait for it a moment, then remove whatever is left of it."""
        try:
            if self._talk is not None:
                process = self._talk.process
                self._talk.go_on()
                with suppress(BrokenPipeError):
                    process.send_now(encode_line(Quit()))
                process.close_stdin()
                await process.wait_exit(QUIT_GRACE)
        finally:  # also where nobody has a moment left to wait
            self.kill()
        self._late_room -= self._stderr.save(self._late_room)

    def kill(self) -> None:
        """Remove the bot at once; the next game starts a new process."""
        talk, self._talk = self._talk, None
        self._deals.clear()
        if talk is not None:
            talk.kill()

    def _new_game(self, number: int, seat: int, logged: bool) -> None:
        self._number, self._seat = number, seat
        self._clock = self._clock_for(self._control)
        self._stderr = StderrFile(self._logs, number, seat, self._limits.stderr_bytes, logged)
        self._heard = None
        self._usage = None

    async def _launch(self, start: GameStart) -> TimedExchange:
        try:
            process = self._spawn(self.program)
        except OSError as problem:
            program, named = self.program, problem.filename
            # All else, the limits of the kernel that other bots may have reached among it, is nobody's own.
            own = problem.errno in OWN_TROUBLES and named in (program.folder, program.argv[0])
            if not own and problem.errno != E2BIG:
                raise MachineTrouble(f"seat {self._seat}: no bot can be started: {problem.strerror}") from None
            command = " ".join(program.argv)
            raise Failed("start-failure", f"{command} (in {program.folder}): {named}: {problem.strerror}") from None
        dialogue = Dialogue(self._limits.answer_bytes)
        self._talk = talk = TimedExchange(process, dialogue, self._control, self._ponder, self._neighbours)
        self._enter(talk)
        process.begin_game(self._stderr.log)  # all that it has said is of this game, also what came already
        hello = Hello(dialogue.request(Ready), PROTOCOL, start.game.name, start.game.version)
        try:
            ready = await whole(talk.ask(encode_line(hello), self._control.start_ms, Ready, alone=False))
        except Failed:
            if not process.never_began():
                raise
            said = " | ".join(process.stderr.last_lines()) or "nothing"
            self.kill()
            raise MachineTrouble(f"seat {self._seat}: its jail could not be made: {said}") from None
        self._name = ready.name
        process.meter.sample()  # else what it used to get ready would be found in the middle of its first decision
        return talk

    def _enter(self, talk: TimedExchange) -> None:
        """The talk is this game's from now on."""
        if self._heard is not talk:
            self._heard = talk
            talk.begin_game(self._seat, self._stderr.told)
            self._stray_before, self._heard_before = talk.dialogue.stray, talk.dialogue.heard_in_all

    def _settle(self) -> None:
        """Add up what the bot used in this game; once, before its process is gone."""
        talk = self._talk
        if talk is None or talk is not self._heard or self._usage is not None:
            return
        meter, dialogue, account = talk.process.meter, talk.dialogue, talk.account
        talk.process.drain_stderr()
        self._stderr.log.chapter = AFTER
        talk.end_game()
        self._usage = Usage(
            on_ms=_ms(account.on_s),
            off_ms=_ms(account.off_s),
            off_wall_ms=_ms(account.off_wall_s),
            memory_kib=meter.peak_memory // 1024,
            out_bytes=dialogue.heard_in_all - self._heard_before + self._stderr.log.size,
            source=meter.source,
        )

    def _fault(self, verdict: Verdict, text: str) -> Fault:
        request = -1 if self._talk is None else self._talk.dialogue.last_id
        return Fault(verdict, f"seat {self._seat}, request {request}: {text}")

    def _write_log(self) -> None:
        if self._talk is not None:
            self._talk.process.drain_stderr()
        self._stderr.save()


def _met(start: GameStart) -> str:
    """What a process may remember of a game's deal: its card, which others have, too, once a deck is used up."""
    return start.deal.card or start.deal.text


def _ms(seconds: float) -> float:
    """Milliseconds to three places; `round(ms, 3)` takes four times as long."""
    return round(seconds * 1e6) / 1000
