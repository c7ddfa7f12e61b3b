"""A contest that is served at a real port, in a thread, while its games are played as the test says."""

from __future__ import annotations

import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import trio

from arena.contest import stored_schedule
from arena.faces.serving import Serving, _read
from arena.games import find_game
from arena.players import Answer, FunctionPlayer, Question, choose_at_random
from arena.referee import FaultPolicy, Fixture, GameFiles, encode_record
from arena.referee.game_loop import play
from arena.store import Store, live_of
from tests.faces.test_serving import facts

GAME = find_game("gunrunners")
ALL = 10_000


class Held(FunctionPlayer):
    """Answers when it may."""

    def __init__(self, gate: trio.Semaphore) -> None:
        super().__init__(choose_at_random)
        self._gate = gate

    async def decide(self, question: Question) -> Answer:
        await self._gate.acquire()
        return await super().decide(question)


class Served:
    """`address` is that of the site. What went wrong in the server is raised when it is left."""

    def __init__(self, folder: Path, names: Sequence[str] = ("ann", "bob")) -> None:
        self._path = folder / "c.db"
        self._names = tuple(names)
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._gates: dict[int, trio.Semaphore] = {}
        self._problem: BaseException | None = None
        self.said: list[str] = []

    def __enter__(self) -> Served:
        self._thread.start()
        assert self._ready.wait(60)
        while not self._shows():  # its first reading is not there yet
            time.sleep(0.05)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(trio.RunFinishedError):
            self._do(self._nursery.cancel_scope.cancel)
        self._thread.join(60)
        if self._problem is not None:
            raise self._problem
        assert self.said == []

    def _shows(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/status.json") as answer:
                return bool(answer.read())
        except urllib.error.HTTPError:
            return False

    def begin(self, number: int) -> None:
        """The game of that number begins; its seats wait."""
        self._gates[number] = trio.Semaphore(0)
        self._do(self._nursery.start_soon, self._play, number)

    def go_on(self, number: int, decisions: int = 1) -> None:
        """So many decisions of it may be made."""
        for _ in range(decisions):
            self._do(self._gates[number].release)

    def _do(self, what: Callable[..., Any], *given: Any) -> None:
        trio.from_thread.run_sync(what, *given, trio_token=self._token)

    def _run(self) -> None:
        try:
            trio.run(self._serve)
        except BaseException as problem:
            self._problem = problem
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        self._token = trio.lowlevel.current_trio_token()
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        host = f"127.0.0.1:{listeners[0].socket.getsockname()[1]}"
        self.address = f"http://{host}"
        with Store.create(self._path, facts(bots=self._names)) as self._store, Store.open(self._path) as reading:
            serving = Serving(self._path, _read, [host], 0.0, False, self.said.append)
            async with trio.open_nursery() as self._nursery:
                self._nursery.start_soon(serving.run, reading, listeners)
                while not live_of(self._path).exists():
                    await trio.sleep(0.01)
                self._ready.set()

    async def _play(self, number: int) -> None:
        pairing = stored_schedule(self._store.facts(), (), number + 1).pairing(number)
        fixture = Fixture(
            number=number,
            group=pairing.group,
            game=GAME,
            options=GAME.options_type(),
            deal=pairing.deal,
            seating=pairing.seating,
            hashes=("", ""),
            bot_seeds=(0, 0),
        )
        gate = self._gates[number]
        files = GameFiles(str(live_of(self._path)))
        record = await play(fixture, [Held(gate), Held(gate)], FaultPolicy(), files)
        self._store.add([encode_record(record)])
