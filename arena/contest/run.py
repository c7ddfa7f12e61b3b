"""Games side by side: workers play, this process alone writes the store.

Which worker plays a game, and in which order games end, changes nothing about any game. A worker that dies takes only
the games with it that it has not handed in: they are played again by a new one. The first interrupt, termination or
hang-up lets the running games finish; a second interrupt or termination ends them, also where nobody has come to hear
the first. In all cases every bot is gone before `run_games` returns.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from functools import partial
from signal import SIGHUP
from typing import Literal, Protocol

import trio
from msgspec import Raw
from msgspec.structs import replace

import arena
from arena.contest import retired as retirements
from arena.contest.bench import Benched, Roster, cause, clipped, rules_of
from arena.contest.course import Course, Pause, Places, TooFew
from arena.contest.handing_out import WORKER_TRIES, HandingOut
from arena.contest.log_room import LogRoom
from arena.contest.progress import Reporter
from arena.contest.workforce import Hand, Workforce
from arena.games import find_game
from arena.pairing import Pairer, Schedule
from arena.programs import orders_to_end
from arena.referee import Assignment, GameRecord, Measured, Setup, encode_record
from arena.sandbox import children, kill_all, take_charge
from arena.store import Facts, Store, StoreError, listed

End = Literal["finished", "interrupted", "failed"]

STOPPING_NOW = "stopping now; finished games are safe"
GATHER = 0.1  # seconds in which games that end are stored together, where nobody waits for one of them
LISTEN_EVERY = 0.5  # seconds between two looks whether another process has written to the file
LOOK_EVERY = 1.0  # seconds between two looks for new entries of a ladder in which nobody can play


class Entrants(Protocol):
    """The bots of a ladder, which come and go; this is what a run asks of them."""

    @property
    def grows(self) -> bool:
        """Whether further bots may come while the contest runs."""

    def enter(
        self, setup: Setup, schedule: Schedule, stage: int, benched: Mapping[str, Benched]
    ) -> tuple[Setup, Sequence[int]]:
        """Called before that stage. Returns the set-up with all bots that may play, and the numbers of those that do,
        ascending; the `benched` ones are not left out yet. New bots are appended to `schedule.bots`, and stored."""

    def retire(self, bases: Collection[str]) -> None:
        """Let these bots play no further, from the next stage on."""


class StopRule(Protocol):
    """Says when enough is known."""

    def heard(self, records: Sequence[GameRecord]) -> str | None:
        """Told of games that were just stored. Returns why the contest is over, None while it is not."""

    def retire(self, bots: Collection[str]) -> None:
        """Wait no longer for games of these bots."""


class Stopping:
    """What may end a contest before its last game: so many `minutes` of one run, or a rule."""

    def __init__(self, minutes: float | None = None, rule: StopRule | None = None) -> None:
        self.minutes = minutes
        self.rule = rule


def run_games(
    setup: Setup,
    schedule: Schedule,
    store: Store,
    workforce: Workforce,
    reporter: Reporter,
    pairer: Pairer | None = None,
    entrants: Entrants | None = None,
    stopping: Stopping | None = None,
) -> End:
    """Play every game of the schedule that the store does not have, and the stages that `pairer` makes. `entrants` are
    the bots of a ladder, and `stopping` may end the contest before its last game. Returns how it ended; `failed` means
    that the store could not be written, or that no workers could be had: what the reporter was told says why."""
    store.patience.say = reporter.say
    take_charge()  # so that the bots of a worker that is killed become children of this process
    before = children(os.getpid())
    end: End = "interrupted"
    try:
        end = trio.run(_Run(setup, schedule, store, workforce, reporter, pairer, entrants, stopping).run)
    except* KeyboardInterrupt:  # in the middle of what kept it from being heard
        reporter.say(STOPPING_NOW)
    finally:
        kill_all(children(os.getpid()) - before)
    return end


class _Run:
    def __init__(
        self,
        setup: Setup,
        schedule: Schedule,
        store: Store,
        workforce: Workforce,
        reporter: Reporter,
        pairer: Pairer | None,
        entrants: Entrants | None,
        stopping: Stopping | None,
    ) -> None:
        self._setup = setup
        self._schedule = schedule
        self._store = store
        self._workforce = workforce
        self._reporter = reporter
        self._entrants = entrants
        self._ending = stopping or Stopping()
        ledger, facts = store.ledger(), store.facts()
        self._roster = Roster(schedule, *rules_of(facts), ledger, self._benched)
        self._said_over = facts.over or 0
        self._all_named = False
        """Whether the course has named its last game."""
        self._enough = False
        """Whether a rule has ended the contest."""
        self._faulted = set[tuple[str, str]]()
        """The bots and verdicts that this run has told of."""
        self._retired = set[str]()
        """The bots of which this run has said that they are retired."""
        self._places = Places(ledger, schedule.seats)
        grows = entrants is not None and entrants.grows
        self._course = Course(schedule, store, self._roster, self._places, pairer, self._playing, reporter, grows)
        self._numbers = self._course.numbers(ledger.numbers, ledger.complete_below)
        self._log_room = LogRoom(setup, schedule, reporter.say)
        self._handing_out = HandingOut(
            workforce.jobs, self._next, lambda: self._course.left, self._assignment, self._as_it_is_played
        )
        self._stored = trio.Event()
        """Set, and replaced, whenever games were stored."""
        self._awaited = trio.Event()
        """Set when somebody waits for what is not stored yet; replaced when games are taken to be."""
        self._stopping = False
        self._end: End = "finished"
        self._workers = trio.CancelScope()
        self._results, self._to_store = trio.open_memory_channel[list[tuple[int, bytes]]](1000)

    async def run(self) -> End:
        self._retire(self._store.facts())
        self._ask_the_rule(())
        with orders_to_end() as signals:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._obey, signals)
                nursery.start_soon(self._watch_the_clock)
                nursery.start_soon(self._listen)
                async with trio.open_nursery() as writing:
                    writing.start_soon(self._write)
                    with self._workers:
                        await self._play()
                    await self._results.aclose()
                    self._awaited.set()
                nursery.cancel_scope.cancel()
        if self._end == "finished" and (over := self._over_below()) > self._said_over:
            try:
                self._say_over(over)
            except StoreError as problem:
                self._fail(problem)
        return self._end

    async def _play(self) -> None:
        try:
            async with trio.open_nursery() as working:
                for place in range(self._workforce.jobs):
                    working.start_soon(self._work, place)
        except* KeyboardInterrupt:  # a look at entries that takes too long: what was played is stored nevertheless
            self._end = "interrupted"
            self._reporter.say(STOPPING_NOW)

    async def _obey(self, signals: AsyncIterator[int]) -> None:
        async for number in signals:
            if self._end == "finished":
                self._end = "interrupted"
            if not self._stopping:
                self._stop("stopping after the games that are running; interrupt again to stop now")
            elif number != SIGHUP:  # which comes from a terminal and its shell, each on its own: nobody is impatient
                self._workers.cancel()
                self._store.patience.seconds = 0
                self._reporter.say(STOPPING_NOW)

    async def _watch_the_clock(self) -> None:
        if self._ending.minutes is not None:
            await trio.sleep(60 * self._ending.minutes)
            self._stop(f"the time is up ({self._ending.minutes:g} minutes); run again to go on")

    async def _listen(self) -> None:
        """Listen for what other processes write into the file while the games are played."""
        while True:
            await trio.sleep(LISTEN_EVERY)
            try:
                if await trio.to_thread.run_sync(self._store.changed):
                    self._retire(self._store.facts())
            except StoreError as problem:
                self._fail(problem)
                return

    def _retire(self, facts: Facts) -> None:
        """Who is to play no further. From which stage on is kept at once, before there is another."""
        retired = facts.retired
        if any(said.stage is None for said in retired.values()):
            self._store.change_facts(retirements.heard(len(self._schedule.parts)))
        if self._entrants is not None:
            self._entrants.retire(retired)
        else:
            self._roster.retired.update(retired)
            if self._ending.rule is not None:
                self._ending.rule.retire(retired)
                self._ask_the_rule(())
        for name, said in retired.items():
            if name not in self._retired:
                self._retired.add(name)
                self._reporter.say(f"retire: {name} {said}: left out of the games that follow; what it played counts")

    def _ask_the_rule(self, records: Sequence[GameRecord]) -> None:
        if self._ending.rule is not None and (why := self._ending.rule.heard(records)):
            self._enough = True
            self._stop(why)

    def _stop(self, why: str) -> None:
        """No further game begins."""
        if not self._stopping:
            self._stopping = True
            self._reporter.say(why)

    def _next(self) -> int | Pause | None:
        """The next game; None when there is none."""
        try:
            number = next(self._numbers, None)
            if number is None:
                self._all_named = True
            elif isinstance(number, int) and number < self._said_over:
                self._say_over(0)
            return number
        except (StoreError, TooFew) as problem:  # a stage, or who has come to play in it
            self._fail(problem)
            return None

    def _over_below(self) -> int:
        """The number below which no game is played any more that is not stored, once nobody plays; 0 if some wait."""
        if self._enough:
            return self._schedule.full
        return len(self._schedule) if self._all_named and not self._handing_out.waiting else 0

    def _say_over(self, over: int) -> None:
        """In the file, for those who show games of it while it is being written. Raises StoreError."""
        self._store.change_facts(lambda facts: replace(facts, over=over))
        self._said_over = over

    async def _work(self, place: int) -> None:
        setup = self._setup
        hand: Hand | None = None
        try:
            while not self._stopping and (games := self._take(place, hand)) is not None:
                if isinstance(games, Pause):
                    await self._pause(games)
                    continue
                if hand is not None and setup is not self._setup:  # bots have come or gone
                    await hand.close()
                    hand = None
                setup = self._setup
                try:
                    hand = hand or await self._workforce.hire(setup, place, self._reporter.say)
                except OSError as problem:
                    self._fail(problem)
                    return
                # Else it would wait for that before it plays its next games.
                lines = await hand.play(games, meanwhile=partial(self._handing_out.prepare, hand.wants))
                if lines is None:
                    self._say_died(games, await hand.close())
                    hand = None
                    games = self._handing_out.died(games)
                    lines = list(map(self._lost, games))
                over = games[: len(lines)]
                self._handing_out.put_back(games[len(lines) :])
                self._log_room.add(over)
                if lines:
                    await self._results.send([(game.number, line) for game, line in zip(over, lines, strict=True)])
        finally:
            if hand is not None:
                await hand.close()

    def _take(self, place: int, hand: Hand | None) -> list[Assignment] | Pause | None:
        """What that worker plays next, a new one if there is none yet; one game at a time while a log room fills."""
        return self._handing_out.take(place, 1 if hand is None or self._log_room.fills else hand.wants)

    async def _pause(self, why: Pause) -> None:
        match why:
            case Pause.TURN:
                await trio.lowlevel.checkpoint()
            case Pause.RESULT:
                self._awaited.set()
                await self._stored.wait()
            case Pause.ENTRIES:
                await trio.sleep(LOOK_EVERY)

    async def _write(self) -> None:
        async with self._to_store:
            async for first in self._to_store:
                # A transaction costs as much as several games in it, of a core on which games are played, too: those
                # that end in the same blink share one.
                with trio.move_on_after(GATHER):
                    await self._awaited.wait()
                self._awaited = trio.Event()
                batch = first
                while self._to_store.statistics().current_buffer_used:
                    batch += self._to_store.receive_nowait()
                lines = [line for _, line in batch]
                complete_below = self._course.complete_below(number for number, _ in batch)
                try:
                    records = await trio.to_thread.run_sync(self._store.add, lines, complete_below)
                except StoreError as problem:
                    self._fail(problem)
                    return
                self._reporter.stored(len(records), sum(len(record.faults) for record in records))
                for record in records:
                    self._roster.end(record)
                    self._places.add(record)
                    self._course.end(record.number)
                    self._say_faults(record)
                    if record.status != "finished":
                        why = record.measured.trouble.strip().splitlines() or ["it does not say why"]
                        self._reporter.say(f"game {record.number} is not rated ({record.status}): {why[-1]}")
                self._stored.set()
                self._stored = trio.Event()
                self._ask_the_rule(records)

    def _playing(self, stage: int) -> Sequence[int]:
        """Who may be scheduled in that stage, the benched ones not left out yet."""
        if self._entrants is None:
            return range(len(self._schedule.bots))
        self._setup, playing = self._entrants.enter(self._setup, self._schedule, stage, self._roster.out)
        return playing

    def _say_faults(self, record: GameRecord) -> None:
        """The first of each kind that a bot makes: who looks at the run knows what to mend."""
        for fault, text in zip(record.faults, record.measured.texts, strict=False):
            bot = record.seating[fault.seat]
            if (bot, fault.verdict) not in self._faulted:
                self._faulted.add((bot, fault.verdict))
                self._reporter.say(f"game {record.number}: {bot}: {fault.verdict}: {clipped(text)}")

    def _say_died(self, games: Sequence[Assignment], how: str) -> None:
        """A worker, with these games on its hands."""
        numbers = listed([game.number for game in games])
        which, them = ("game", "it") if len(games) == 1 else ("games", "them, each alone")
        self._reporter.say(f"{which} {numbers}: the worker died ({how}); a new one plays {them}")

    def _benched(self, benched: Benched) -> None:
        self._reporter.say(f"bench: {benched}: left out of the games that follow")
        if why := cause(self._store, benched):
            self._reporter.say(f"  the last of them, game {benched.games[-1]}: {why}")

    def _fail(self, problem: object) -> None:
        self._end = "failed"
        self._workers.cancel()
        self._reporter.say(f"stopping: {problem}")

    def _assignment(self, number: int) -> Assignment:
        pairing = self._schedule.pairing(number)
        seeds = tuple(self._schedule.bot_seed(number, seat) for seat in range(len(pairing.seating)))
        return Assignment(
            number=number,
            group=pairing.group,
            deal=pairing.deal,
            seating=pairing.seating,
            bot_seeds=seeds,
        )

    def _as_it_is_played(self, assignment: Assignment) -> Assignment | None:
        """The game as it is handed out now, with the rooms for logs as they are; None if one of its bots has been
        benched or retired since it was to be played."""
        if not self._roster.still(assignment.number):
            self._course.leave_out(assignment.number)
            return None
        unlogged = self._log_room.full(assignment.seating)
        return replace(assignment, unlogged=unlogged) if unlogged else assignment

    def _lost(self, assignment: Assignment) -> bytes:
        """The record of a game that no worker survived."""
        setup = self._setup
        return encode_record(
            GameRecord(
                number=assignment.number,
                group=assignment.group,
                game=setup.game,
                game_version=find_game(setup.game).version,
                options=Raw(setup.options),
                deal=assignment.deal,
                seating=assignment.seating,
                hashes=tuple(setup.hashes[name] for name in assignment.seating),
                sandbox=setup.sandbox,
                status="error",
                outcome=None,
                decisions=(),
                arena_version=arena.__version__,
                measured=Measured(trouble=f"{WORKER_TRIES} worker processes died while they played it"),
            )
        )
