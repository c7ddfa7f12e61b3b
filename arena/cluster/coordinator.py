"""Games on several machines: the workers of a Dask cluster play, this process alone writes the store.

A game is a task; Dask finds a worker with a free thread for it, and another one when that worker dies. On each worker
an outpost (`arena.cluster.outpost`) keeps the bots. A worker that is new to the contest, at its beginning or later,
says so instead of playing; then it is told what the contest is, and sent the folders of bots that it does not have.

Dask's client lives in an event loop of asyncio, in a thread of its own; trio's tasks wait for what they ask of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

import msgspec
import trio
from msgspec.structs import replace

import arena
from arena.cluster.asyncio_thread import AsyncioThread
from arena.cluster.dask_tasks import close_here, play_here, prepare_here, unpack_here, version_here
from arena.cluster.outpost import GameReply, OutpostSetup, Unprepared
from arena.cluster.shipping import ShippingError, hash_folder, pack, shipment
from arena.contest import Contest
from arena.errors import WrongInput
from arena.games import find_game
from arena.programs import sources_of
from arena.referee import Assignment, Setup
from arena.store import builds_of, own_files

PATIENCE = 10.0
"""The seconds that a scheduler has to answer, and to have a worker."""
LEAVING = 30.0
"""The seconds in which the outposts of a contest are closed; those of lost machines are not waited for."""
PAUSE = 1.0
"""The seconds between two looks for a worker that can play, while there is none."""
VISITS = 3
"""How often a worker is told what to get ready before it is given up: folders may change while they are sent."""


class ClusterError(WrongInput):
    """The cluster cannot be used; the text says which, why, and what to do."""


class ClusterWorkers:
    """Implements `Workforce`: the workers of the Dask cluster whose scheduler is at `address` (tcp://host:8786).

    `jobs` is how many games are played at once; if it is not given, as many as the cluster has threads when this
    begins. Raises ClusterError. Close it: that ends whatever of the contest is left on the workers.
    """

    def __init__(self, address: str, contest: Contest, config: Path, db: Path, jobs: int | None = None) -> None:
        self._address = address
        self._bind = [str(path) for path in contest.bind]
        own = own_files(config, db)
        self._never = [str(path.absolute()) for path in (*own, *sources_of(contest.bots))]
        # What changes while the contest runs is no part of a bot, though it may lie in the same folder.
        self._apart = [path.absolute() for path in (*own, builds_of(db))]
        self._run = token_hex(8)
        self._say: Callable[[str], object]
        """The `say` of whoever hires. It is called in the thread of the client."""
        self._setup: Setup | None = None
        self._order: OutpostSetup | None = None
        self._turn = 0
        self._tasks = 0
        self._hiring = trio.Lock()
        self._visits: dict[tuple[str, int], asyncio.Task[list[str]]] = {}
        """The visits that are going on, by address and the set-up's turn."""
        self._refused: dict[str, list[str]] = {}
        """What is wrong with a worker, by its address."""
        self._lost = ""
        self._quiet = True
        """Whether no worker has heard of the contest since its outposts were closed."""
        self._loop = AsyncioThread()
        self._client: Any  # a Client, most of which has no types
        try:
            self._client = self._loop.wait(_connect(address))
            threads = self._loop.wait(_look_around(self._client, address))
        except BaseException:
            self._loop.close()
            raise
        self.jobs = jobs or threads

    def __enter__(self) -> ClusterWorkers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End what is left on the workers, and close the connection."""
        try:
            self._loop.wait(self._disconnect())
        finally:
            self._loop.close()

    async def hire(self, setup: Setup, place: int, say: Callable[[str], object]) -> _Player:
        """Get a worker, see `Workforce`."""
        if self._lost:
            raise OSError(self._lost)
        self._say = say
        async with self._hiring:
            if setup is not self._setup:
                self._turn += 1
                try:
                    order = await trio.to_thread.run_sync(self._order_for, setup)
                except ShippingError as problem:
                    raise OSError(str(problem)) from problem
                await self._loop.run(self._announce(order))
                self._setup, self._order = setup, order
        assert self._order is not None
        return _Player(self, self._order, Path(setup.logs))

    async def play(self, order: OutpostSetup, assignment: Assignment) -> GameReply:
        """Play one game, wherever there is room for it."""
        self._quiet = False
        return await self._loop.run(self._play(order, assignment))

    async def give_up(self) -> None:
        """End the games that nobody waits for any more."""
        await self._loop.run(self._leave())

    def _order_for(self, setup: Setup) -> OutpostSetup:
        """Raises ShippingError and OSError for a folder."""
        bots = {name: sent for name, program in setup.programs.items() if (sent := shipment(program, self._bind))}
        folders = {sent.program.folder for sent in bots.values()}
        return OutpostSetup(
            turn=self._turn,
            setup=setup,
            game_version=find_game(setup.game).version,
            bots=bots,
            folders={folder: hash_folder(Path(folder), self._apart) for folder in sorted(folders)},
            apart=[str(path) for path in self._apart],
            never=self._never,
        )

    # All that follows runs in the client's event loop.

    async def _announce(self, order: OutpostSetup) -> None:
        """Get all workers ready. Raises OSError where none can be."""
        self._quiet = False
        there = await self._client.nthreads()
        await asyncio.gather(*(self._visit(address, order) for address in there))
        if there and not there.keys() - self._refused.keys():
            problems = dict.fromkeys(problem for address in there for problem in self._refused[address])
            raise OSError(f"no worker of {self._address} can play:\n  " + "\n  ".join(problems))

    async def _play(self, order: OutpostSetup, assignment: Assignment) -> GameReply:
        from distributed import KilledWorker

        try:
            while not isinstance(answer := await self._submit(order, assignment), GameReply):
                if answer.problem:
                    self._refuse(answer.address, [answer.problem])
                await self._visit(answer.address, order)
            return answer
        except KilledWorker:
            return GameReply(None, {}, "the workers of the cluster that played it died one after another")
        except (CancelledError, OSError) as problem:
            if self._client.status != "running":
                self._lost = f"the scheduler at {self._address} is lost; finished games are safe: run again to go on"
            return GameReply(None, {}, str(problem))

    async def _submit(self, order: OutpostSetup, assignment: Assignment) -> GameReply | Unprepared:
        """A task, wherever there is room. Raises KilledWorker; CancelledError and OSError where the scheduler is lost,
        or has forgotten it."""
        fit = await self._fit() if self._refused else None
        self._tasks += 1
        future = self._client.submit(
            play_here,
            self._run,
            order.turn,
            assignment.number,
            msgspec.json.encode(assignment),
            key=f"game-{self._run}-{assignment.number}-{self._tasks}",
            pure=False,
            workers=fit,
            # Those that are fit may be gone before it begins.
            allow_other_workers=fit is not None,
        )
        try:
            answer: GameReply | Unprepared = await future
            return answer
        finally:
            future.release()

    async def _fit(self) -> list[str]:
        """The workers that can play, once there are any."""
        while not (fit := [address for address in await self._client.nthreads() if address not in self._refused]):
            await asyncio.sleep(PAUSE)
        return fit

    async def _visit(self, address: str, order: OutpostSetup) -> None:
        """Get that worker ready, or refuse it. Several games may find at once that it is not."""
        key = address, order.turn
        if address in self._refused:
            return
        if key not in self._visits:
            self._visits[key] = asyncio.create_task(self._prepare(address, order))
            self._visits[key].add_done_callback(lambda _: self._visits.pop(key))
        if problems := await asyncio.shield(self._visits[key]):
            self._refuse(address, problems)

    def _refuse(self, address: str, problems: list[str]) -> None:
        if address not in self._refused:
            self._refused[address] = problems
            self._say(f"the worker {address} is not used: " + "\n  ".join(problems))

    async def _prepare(self, address: str, order: OutpostSetup) -> list[str]:
        """What keeps that worker from being used; nothing, too, where it has gone."""
        for _ in range(VISITS):
            report = await self._ask(address, prepare_here, self._run, arena.__version__, msgspec.json.encode(order))
            if isinstance(report, Exception):
                return [_explained(report)] if address in await self._client.nthreads() else []
            if not report.missing:
                return list(report.problems)
            for folder in report.missing:
                try:
                    hash, packed = await asyncio.to_thread(pack, Path(folder), self._apart)
                except (OSError, ShippingError) as problem:
                    return [f"a bot's folder cannot be sent: {problem}"]
                order = replace(order, folders=order.folders | {folder: hash})
                if (answer := await self._ask(address, unpack_here, hash, packed)) is not None:
                    return [f"the folder {folder} cannot be kept there: {answer}"]
        return [f"the folders of bots do not arrive as they are here ({', '.join(report.missing)}): do they change?"]

    async def _ask(self, address: str, function: Callable[..., object], *words: object) -> Any:
        """What that function says there, or the Exception that it raises."""
        return (await self._client.run(function, *words, workers=[address], on_error="return"))[address]

    async def _leave(self) -> None:
        if not self._quiet and self._client.status == "running":
            self._quiet = True
            with suppress(TimeoutError, OSError):
                await asyncio.wait_for(self._client.run(close_here, self._run, on_error="ignore"), LEAVING)

    async def _disconnect(self) -> None:
        await self._leave()
        await self._client.close()


class _Player:
    """Implements `Hand`."""

    wants = 1
    """A worker of the cluster is found for each game: there are tasks enough."""

    def __init__(self, workers: ClusterWorkers, order: OutpostSetup, logs: Path) -> None:
        self._workers = workers
        self._order = order
        self._logs = logs
        self._end = ""
        self._playing = False

    async def play(
        self, games: Sequence[Assignment], meanwhile: Callable[[], object] = lambda: None
    ) -> list[bytes] | None:
        """Play the first of these games, see `Hand`. What the bots wrote to stderr is then in the contest's folder for
        logs."""
        self._playing = True
        played = await self._workers.play(self._order, games[0])
        self._playing, self._end = False, played.end
        if played.logs:
            await trio.to_thread.run_sync(_write, played.logs, self._logs)
        return None if played.line is None else [played.line]

    async def close(self) -> str:
        """Let the worker go, see `Hand`. Bots are kept for the next game of anybody, except those of a game that was
        given up.
        """
        if self._playing:
            with trio.CancelScope(shield=True):
                await self._workers.give_up()
        return self._end


async def _connect(address: str) -> Any:
    """A Client of Dask. Raises ClusterError."""
    try:
        import distributed
    except ModuleNotFoundError:
        raise ClusterError(
            "a cluster needs the package distributed, which is not installed: pip install 'arena-referee[dask]'"
        ) from None
    client: Any = None
    make: Any = distributed.Client
    try:
        client = make(address, asynchronous=True, timeout=PATIENCE, set_as_default=False)
        await client
    except (OSError, ValueError) as problem:
        if client is not None:
            await client.close()
        raise ClusterError(
            f"the scheduler at {address} cannot be reached: {problem}. Is it running (dask scheduler), is that its "
            "address (tcp://HOST:8786), and does a firewall let you through?"
        ) from problem
    return client


async def _look_around(client: Any, address: str) -> int:
    """How many threads the cluster has. Raises ClusterError where it cannot play."""
    try:
        try:
            # It reads every task that it hands on.
            version = await client.run_on_scheduler(version_here)
        except Exception as problem:
            version = _explained(problem)
        if version != arena.__version__:
            raise ClusterError(
                f"the scheduler at {address} has another arena ({version}): install {arena.__version__} there"
            )
        try:
            await client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise ClusterError(
                f"the scheduler at {address} has no workers: start them on each machine: "
                f"dask worker {address} --nworkers N --nthreads 1, with a core for each of the N"
            ) from None
        return int(sum((await client.nthreads()).values()))
    except BaseException:
        await client.close()
        raise


def _explained(problem: Exception) -> str:
    return f"{type(problem).__name__}: {problem}"


def _write(logs: dict[str, bytes], folder: Path) -> None:
    with suppress(OSError):  # a full disk takes no log; whether it takes the game is the store's to say
        folder.mkdir(0o700, parents=True, exist_ok=True)
        for name, content in logs.items():
            (folder / Path(name).name).write_bytes(content)
