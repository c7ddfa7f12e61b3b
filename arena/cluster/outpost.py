"""Works on a machine for a contest that runs elsewhere: it gets the bots ready and plays games that come one by one.

There is one outpost for each contest, in a process that serves others as well (a worker of Dask). It keeps worker
processes, and with them their bots, from game to game. They are closed when the contest says so, when their bots are
not those of the contest any more, when nobody has wanted them for a while (the contest may have been killed), and with
this process, however it ends.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from subprocess import PIPE
from tempfile import mkdtemp
from threading import Event, Lock, Thread

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arena.cluster.shipping import Shipment, cache_folder, find, held, settle
from arena.contest import own_python
from arena.games import find_game
from arena.programs import Conditions, SandboxError, protect
from arena.referee import Setup
from arena.sandbox import GRACE, Program

IDLE = 60.0
"""The seconds for which a worker process that has nothing to do is kept."""

# In a guard's care: this process cannot be told apart what a dead worker leaves, and what is another's.
GUARDED_WORKER = own_python(
    "from arena.sandbox.guard import stand_guard; stand_guard(); from arena.referee.worker import main; main()"
)


class OutpostSetup(Struct, frozen=True, kw_only=True):
    """What an outpost is to get ready: the `turn`-th set-up of a contest. `bots` are by name; `folders` are theirs,
    with their hashes, in which what is `apart` does not count. `never` are paths that no bot may see."""

    turn: int
    setup: Setup
    game_version: int
    bots: dict[str, Shipment]
    folders: dict[str, str]
    apart: list[str]
    never: list[str]


class Report(Struct, frozen=True):
    """What keeps the outpost from playing: problems, in words for people, and folders that have to be sent."""

    problems: list[str] = []
    missing: list[str] = []


class GameReply(Struct, frozen=True):
    """What came of a game: the line of its record, None if the worker died; then `end` says how. `logs` are the files
    that it wrote."""

    line: bytes | None
    logs: dict[str, bytes]
    end: str


class Unprepared(Struct, frozen=True):
    """The outpost at that address does not know the set-up, or has a `problem` with it."""

    address: str
    problem: str = ""


class Outpost:
    """Plays for one contest; several threads may use it. What it writes is in the folder `scratch`."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch
        self._lock = Lock()
        self._setups: dict[int, Setup] = {}
        self._idle: list[tuple[float, int, _GuardedWorker]] = []
        """Since when, and for which setup; the last is the next to play."""
        self._busy: set[_GuardedWorker] = set()
        self._held: dict[int, ExitStack] = {}
        """What keeps the folders of each set-up in the cache."""
        self._wanted = time.monotonic()
        self._closed = Event()
        Thread(target=self._tidy_up, daemon=True).start()

    def prepare(self, order: OutpostSetup) -> Report:
        """Get everything ready for a set-up."""
        setup = order.setup
        try:
            version = find_game(setup.game).version
        except (LookupError, ImportError) as problem:
            return Report([str(problem)])
        if version != order.game_version:
            return Report([f"version {version} of the game {setup.game} is installed, not {order.game_version}"])
        apart, cache = [Path(path) for path in order.apart], cache_folder()
        folders = order.folders.items()
        places = {folder: find(Path(folder), hash, cache, apart) for folder, hash in folders}
        found = {folder: place for folder, place in places.items() if place is not None}
        if len(found) < len(places):
            return Report(missing=[folder for folder in places if folder not in found])
        cached = [folder for folder, place in found.items() if place != Path(folder)]
        with ExitStack() as stack:
            try:
                stack.enter_context(held(found[folder] for folder in cached))
            except OSError:  # it was old, and somebody has just removed it
                return Report(missing=cached)
            problems = self._settle(order, found, stack)
        return Report(problems)

    def _settle(self, order: OutpostSetup, found: Mapping[str, Path], holding: ExitStack) -> list[str]:
        """What is wrong; nothing once it is ready, and keeps what is held for it."""
        setup, programs, problems = order.setup, dict[str, Program](), list[str]()
        for name, shipped in order.bots.items():
            programs[name], wrong = settle(shipped, found[shipped.program.folder])
            problems += wrong
        try:
            conditions = Conditions(
                setup.sandbox, setup.limits, (), tuple(order.never), (str(cache_folder().absolute()),)
            )
            programs = protect(conditions.hiding([self._scratch]), programs)
        except SandboxError as problem:
            problems.append(str(problem))
        if not problems:
            with self._lock:
                self._wanted = time.monotonic()
                newest = max(self._setups, default=order.turn)
                kept = {turn: kept for turn, kept in self._setups.items() if turn == newest}
                self._setups = kept | {order.turn: replace(setup, programs=setup.programs | programs)}
                self._let_go(self._held.keys() - kept.keys() | {order.turn})
                self._held[order.turn] = holding.pop_all()
            self._close_idle(lambda since, turn: turn < order.turn)
        return problems

    def _let_go(self, turns: Iterable[int]) -> None:
        for turn in turns:
            if turn in self._held:
                self._held.pop(turn).close()

    def play(self, turn: int, number: int, assignment: bytes) -> GameReply | None:
        """Play that game, given as JSON; None if that set-up was not prepared. Raises OSError."""
        with self._lock:
            if self._closed.is_set() or turn not in self._setups:
                return None
            mine = [place for place, (_, other, _) in enumerate(self._idle) if other == turn]
            worker = self._idle.pop(mine[-1])[2] if mine else _GuardedWorker(self._setups[turn], self._scratch)
            self._busy.add(worker)
        line = worker.play(assignment)
        logs = worker.take_logs(number)
        with self._lock:
            self._wanted = time.monotonic()
            self._busy.discard(worker)
            kept = line is not None and not self._closed.is_set() and turn == max(self._setups)
            if kept:
                self._idle.append((time.monotonic(), turn, worker))
        return GameReply(line, logs, "" if kept else worker.close())

    def tidy_up(self, now: float) -> None:
        """Close what nobody has wanted for `IDLE` seconds; if that is everything, close the outpost for good."""
        self._close_idle(lambda since, turn: since < now - IDLE)
        with self._lock:
            left = bool(self._idle or self._busy or self._wanted >= now - IDLE)
        if not left:
            self.close()

    def close(self) -> None:
        """End what is going on; when this returns, nothing of any bot is left."""
        with self._lock:
            self._closed.set()
            workers = [*self._busy, *(worker for _, _, worker in self._idle)]
            self._idle = []
        for worker in workers:
            worker.let_go()
        for worker in workers:
            worker.close()
        with self._lock:
            self._let_go([*self._held])

    @property
    def closed(self) -> bool:
        return self._closed.is_set()

    def _close_idle(self, unwanted: Callable[[float, int], bool]) -> None:
        with self._lock:
            gone = [worker for since, turn, worker in self._idle if unwanted(since, turn)]
            self._idle = [entry for entry in self._idle if entry[2] not in gone]
        for worker in gone:
            worker.close()

    def _tidy_up(self) -> None:
        while not self._closed.wait(IDLE / 4):
            self.tidy_up(time.monotonic())


class _GuardedWorker:
    """A worker process (`arena.referee.worker`) with a folder of its own. Raises OSError where none can be had."""

    def __init__(self, setup: Setup, scratch: Path) -> None:
        self._folder = Path(mkdtemp(prefix="arena-", dir=scratch))
        # Records name the files in it as those beside the store are called.
        self._logs = self._folder / Path(setup.logs).name
        try:
            self._process = subprocess.Popen(GUARDED_WORKER, stdin=PIPE, stdout=PIPE, start_new_session=True)
        except OSError:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        self._send(msgspec.json.encode(replace(setup, logs=str(self._logs), core=None, live="")))

    def play(self, assignment: bytes) -> bytes | None:
        """Play one game. Returns the record's line; None if the worker dies, or was let go."""
        self._send(b"[" + assignment + b"]")
        assert self._process.stdout is not None
        with suppress(ValueError):  # it was closed in the meantime
            line, end = self._process.stdout.readline(), self._process.stdout.readline()
            return line[:-1] if end == b"\n" else None
        return None

    def take_logs(self, number: int) -> dict[str, bytes]:
        """The files that a game has left in the folder for logs, by name; they are removed there."""
        found = {}
        for path in self._logs.glob(f"{number}-*"):
            with suppress(OSError):  # it has been let go, with its folder
                found[path.name] = path.read_bytes()
                path.unlink()
        return found

    def let_go(self) -> None:
        """End the worker now, whatever it is doing."""
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended already
            self._process.stdin.close()

    def close(self) -> str:
        """Wait until nothing of the worker is left. Returns how it ended, in words."""
        self.let_go()
        try:
            self._process.wait(2 * GRACE)
        except subprocess.TimeoutExpired:  # the guard itself was stopped
            self._process.kill()
            self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        shutil.rmtree(self._folder, ignore_errors=True)
        return f"exit status {self._process.returncode}"

    def _send(self, line: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):  # it has died or was let go: the missing answer will say so
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()
