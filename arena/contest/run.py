"""Games side by side: workers play, this process alone writes the store.

Which worker plays a game, and in which order games end, changes nothing about any game. A worker that dies takes only
the game on its table with it: the game is played again by a new one. The first interrupt lets the running games finish,
the second ends them; in both cases every bot is gone before `run_games` returns.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from signal import SIGHUP, SIGINT, SIGTERM
from subprocess import PIPE
from typing import Literal

import msgspec
import trio
from msgspec import Raw

import arena
from arena.contest.bench import Benched, Conducts, Roster, rules_of
from arena.contest.progress import Reporter
from arena.contest.schedule import Schedule
from arena.contest.store import Store, StoreError
from arena.contest.worker import Assignment, Setup
from arena.games import find_game
from arena.referee import GameRecord, Measured, decode_record, encode_record
from arena.sandbox import children, is_bot, kill_all, take_charge

End = Literal["finished", "interrupted", "failed"]

WORKER_TRIES = 3  # how often one game may bring a worker down before it is recorded as an error
SKIP_AT_ONCE = 1000  # games of benched bots that are passed over before others get a turn
WORKER_GRACE = 5.0  # seconds for a worker to remove its bots once its input has ended

_ROOT = str(Path(arena.__file__).parent.parent)
# Without -P the current folder comes first on the path: a bot called random.py there would replace the library's. The
# arena itself comes from where this one is, also where another version is installed; for everything else that place is
# the last on the path.
WORKER_COMMAND = (
    sys.executable,
    "-P",
    "-c",
    f"import sys; sys.path.insert(0, {_ROOT!r}); import arena; sys.path.append(sys.path.pop(0)); "
    "from arena.contest.worker import main; main()",
)


def usable_cores() -> list[int]:
    """The cores that this process may run on."""
    return sorted(os.sched_getaffinity(0))


def run_games(setup: Setup, schedule: Schedule, store: Store, jobs: int, reporter: Reporter) -> End:
    """Plays every game of the schedule that the store does not have. `failed`: the store could not be written,
    or workers could not be started; what the reporter was told says why."""
    take_charge()  # so that the bots of a worker that is killed become children of this process
    before = children(os.getpid())
    try:
        return trio.run(_Run(setup, schedule, store, jobs, reporter).run)
    finally:
        kill_all(children(os.getpid()) - before)


class _Run:
    def __init__(self, setup: Setup, schedule: Schedule, store: Store, jobs: int, reporter: Reporter) -> None:
        self._setup = setup
        self._schedule = schedule
        self._store = store
        self._jobs = jobs
        self._reporter = reporter
        self._there = store.numbers()
        stored = Conducts()
        self._roster = Roster(schedule, *rules_of(store.facts()), stored, self._benched)
        if self._roster.judges:
            for record in store.conducts():
                stored.add(record)
        self._numbers = self._games()
        self._stopping = False
        self._end: End = "finished"
        self._workers = trio.CancelScope()
        self._results, self._to_store = trio.open_memory_channel[tuple[int, bytes]](1000)

    async def run(self) -> End:
        cores = usable_cores()
        # What was ignored from the start stays so: nohup, and jobs in the background of a script.
        obeyed = [s for s in (SIGINT, SIGTERM, SIGHUP) if signal.getsignal(s) is not signal.SIG_IGN]
        with trio.open_signal_receiver(*obeyed) as signals:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._obey, signals)
                async with trio.open_nursery() as writing:
                    writing.start_soon(self._write)
                    with self._workers:
                        async with trio.open_nursery() as working:
                            for job in range(self._jobs):
                                core = cores[job % len(cores)] if len(cores) > 1 else None
                                working.start_soon(self._work, core)
                    await self._results.aclose()
                nursery.cancel_scope.cancel()
        return self._end

    async def _obey(self, signals: AsyncIterator[int]) -> None:
        async for number in signals:
            if self._end == "finished":
                self._end = "interrupted"
            if number == SIGINT and not self._stopping:
                self._stopping = True
                self._reporter.say("stopping after the games that are running; interrupt again to stop now")
            else:
                self._workers.cancel()
                self._reporter.say("stopping now; finished games are safe")

    async def _work(self, core: int | None) -> None:
        setup = msgspec.structs.replace(self._setup, core=core)
        worker: _WorkerProcess | None = None
        try:
            for number in self._numbers:
                if self._stopping:
                    break
                if number is None:
                    await trio.lowlevel.checkpoint()
                    continue
                assignment = self._assignment(number)
                line = None
                for _ in range(WORKER_TRIES):
                    try:
                        worker = worker or await _WorkerProcess.start(setup)
                    except OSError as problem:  # the machine has no more processes, or no more memory
                        self._fail(f"a worker process cannot be started: {problem}; try fewer jobs")
                        return
                    line = await worker.play(assignment)
                    if line is not None:
                        break
                    self._reporter.say(f"game {number}: the worker died ({await worker.close()}); a new one plays it")
                    worker = None
                await self._results.send((number, line or self._lost(assignment)))
        finally:
            if worker is not None:
                await worker.close()

    async def _write(self) -> None:
        async with self._to_store:
            async for first in self._to_store:
                batch = [first]
                while self._to_store.statistics().current_buffer_used:
                    batch.append(self._to_store.receive_nowait())
                records = [decode_record(line) for _, line in batch]
                rows = [(n, record.status, line) for (n, line), record in zip(batch, records, strict=True)]
                try:
                    await trio.to_thread.run_sync(self._store.add, rows)
                except StoreError as problem:
                    self._fail(problem)
                    return
                self._reporter.stored(len(records), sum(len(record.faults) for record in records))
                for record in records:
                    self._roster.end(record)
                    if record.status != "finished":
                        last = record.measured.trouble.strip().splitlines()[-1]
                        self._reporter.say(f"game {record.number} is not rated ({record.status}): {last}")

    def _games(self) -> Iterator[int | None]:
        """The games that are to be played, and now and then None: a long way over others must not stop the workers."""
        skipped = 0
        for number in self._schedule.order():
            wanted = self._roster.next(number)
            if number in self._there:
                continue
            if wanted:
                yield number
            else:
                self._reporter.left_out(1)
                skipped += 1
                if skipped % SKIP_AT_ONCE == 0:
                    yield None

    def _benched(self, benched: Benched) -> None:
        self._reporter.say(f"bench: {benched}: left out of the games that follow")

    def _fail(self, problem: object) -> None:
        self._end = "failed"
        self._workers.cancel()
        self._reporter.say(f"stopping: {problem}")

    def _assignment(self, number: int) -> Assignment:
        pairing = self._schedule.pairing(number)
        seeds = tuple(self._schedule.bot_seed(number, seat) for seat in range(len(pairing.seating)))
        return Assignment(number=number, group=pairing.group, deal=pairing.deal, seating=pairing.seating, seeds=seeds)

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


def _remove_orphans() -> None:
    """Kill the bots that a dead worker left: our children now, with its mark in their environment."""
    while orphans := {pid for pid in children(os.getpid()) if is_bot(pid)}:
        kill_all(orphans)  # and what they leave in turn


class _WorkerProcess:
    """A worker as its parent sees it."""

    def __init__(self, process: trio.Process) -> None:
        self._process = process
        self._unread = b""

    @classmethod
    async def start(cls, setup: Setup) -> _WorkerProcess:
        # In a session of its own: an interrupt from the keyboard reaches this process, which decides what it means.
        process = await trio.lowlevel.open_process(
            list(WORKER_COMMAND), stdin=PIPE, stdout=PIPE, start_new_session=True
        )
        worker = cls(process)
        try:
            await worker._send(msgspec.json.encode(setup))
        except trio.Cancelled:
            await worker.close()
            raise
        return worker

    async def play(self, assignment: Assignment) -> bytes | None:
        """The record's line, None where the worker died."""
        await self._send(msgspec.json.encode(assignment))
        assert self._process.stdout is not None
        while b"\n" not in self._unread:
            data = await self._process.stdout.receive_some(65536)
            if not data:
                return None
            self._unread += data
        line, self._unread = self._unread.split(b"\n", 1)
        return line

    async def close(self) -> str:
        """Ends the worker's input, waits for it to remove its bots, and tells how it ended."""
        with trio.CancelScope(shield=True):
            assert self._process.stdin is not None
            await self._process.stdin.aclose()
            with trio.move_on_after(WORKER_GRACE) as grace:
                await self._process.wait()
            if grace.cancelled_caught:
                self._process.kill()
                await self._process.wait()
            assert self._process.stdout is not None
            await self._process.stdout.aclose()
        if self._process.returncode:
            _remove_orphans()
        return f"exit status {self._process.returncode}"

    async def _send(self, line: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(trio.BrokenResourceError):  # it died: the missing answer will say so
            await self._process.stdin.send_all(line + b"\n")
