"""A worker process: plays one game after another with bots of its own, and hands each record to its parent.

Started by whoever has games to play: `arena.contest.workforce`, and `outpost` on a cluster. It reads a `Setup` and then
`Assignment`s, one JSON line each, from stdin and writes a record's line to what was stdout; the end of its input tells
it to go, whatever it is doing. Stdout itself is led to stderr before any rules run, so that a game that prints cannot
speak to the parent. It loads nothing of the layers above, as every job starts one.

One game at a time: a worker and its bots share a core (a wake-up across cores costs more than a whole exchange of
messages), and no bot's clock suffers from another game in the same event loop.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path

import msgspec
import trio

from arena.games import Game, find_game
from arena.players import Neighbours, ProcessPlayer
from arena.protocol import printable_lines
from arena.referee.fixture import Fixture
from arena.referee.game_loop import play
from arena.referee.record import GameRecord, encode_record
from arena.referee.worker_messages import Assignment, Setup
from arena.sandbox import children, kill_all, sandbox_of, spawn, take_charge

ATTEMPTS = 3
"""How often a game is played before it stays void."""
KEPT = 16
"""Processes of bots that a worker keeps between games, if the game needs no more: a hundred that each hold a runtime of
a hundred megabytes are too many for a laptop, and starting one costs less than what they take."""


class Worker:
    """Plays assignments with one kept process for each bot, and one more for each further seat that it has in a game:
    a process sees one seat of a game, however many of them its bot fills."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._logs = Path(setup.logs)
        self._game: Game = find_game(setup.game)
        self._options = msgspec.json.decode(setup.options, type=self._game.options_type)
        sandbox = sandbox_of(setup.sandbox, setup.limits)
        self._spawn = partial(spawn, sandbox=sandbox, limits=setup.limits)
        self._neighbours = Neighbours()
        self._players: dict[tuple[str, int], ProcessPlayer] = {}
        """By the bot's name and how many earlier seats of a game are its own, in the order of last use."""

    async def play(self, assignment: Assignment) -> GameRecord:
        """The game's record; a void game is played again, at most `ATTEMPTS` times in all."""
        setup = self._setup
        fixture = Fixture(
            number=assignment.number,
            group=assignment.group,
            game=self._game,
            options=self._options,
            deal=assignment.deal,
            seating=assignment.seating,
            hashes=tuple(setup.hashes[name] for name in assignment.seating),
            seeds=assignment.seeds,
            sandbox=setup.sandbox,
        )
        players = await self._seated(assignment.seating)
        for seat, player in enumerate(players):
            player.keeps_log = seat not in assignment.unlogged
        printed = io.StringIO()
        attempts = 0
        with redirect_stdout(printed):
            while True:
                attempts += 1
                record = await play(fixture, players, setup.policy)
                if record.status != "void" or attempts == ATTEMPTS:
                    break
                for log in self._logs.glob(f"{assignment.number}-seat*.err"):
                    log.unlink()  # the next attempt may write none
        self._keep_print(assignment.number, printed.getvalue())
        measured = msgspec.structs.replace(record.measured, attempts=attempts)
        return msgspec.structs.replace(record, measured=measured)

    async def _seated(self, seating: tuple[str, ...]) -> list[ProcessPlayer]:
        """Each seat's player. Those that have not played for longest are stopped, so that with these not more than
        `KEPT` are running."""
        keys = [(name, seating[:seat].count(name)) for seat, name in enumerate(seating)]
        players = [self._players.pop(key) if key in self._players else self._new_player(key[0]) for key in keys]
        waiting = [player for player in self._players.values() if player.running]
        self._players.update(zip(keys, players, strict=True))
        for player in waiting[: max(0, len(waiting) + len(players) - KEPT)]:
            await player.stop()
        return players

    def _new_player(self, name: str) -> ProcessPlayer:
        setup = self._setup
        return ProcessPlayer(
            setup.programs[name],
            setup.time,
            setup.limits,
            self._logs,
            self._spawn,
            setup.keep,
            setup.ponder,
            self._neighbours,
        )

    async def stop(self) -> None:
        """Let every bot go politely; nothing of them is left afterwards."""
        async with trio.open_nursery() as nursery:
            for player in self._players.values():
                nursery.start_soon(player.stop)
        self.kill()

    def kill(self) -> None:
        """Remove every bot now."""
        for player in self._players.values():
            player.kill()
        # What left its session, lost its parents and hid its token is still a child of this process.
        kill_all(children(os.getpid()))

    def _keep_print(self, number: int, text: str) -> None:
        """Printed by the rules, which may quote anything."""
        if text:
            self._logs.mkdir(0o700, parents=True, exist_ok=True)
            (self._logs / f"{number}-game.log").write_text(printable_lines(text), "utf-8")


async def serve(orders: int, results: int) -> None:
    """Works until `orders` (a descriptor) ends."""
    stdin, stdout = trio.lowlevel.FdStream(orders), trio.lowlevel.FdStream(results)
    lines = _lines(stdin)
    first = await anext(lines, None)
    if first is None:
        return  # the parent was stopped before it could say what to do
    setup = msgspec.json.decode(first, type=Setup)
    if setup.core is not None:
        os.sched_setaffinity(0, {setup.core})  # before any bot is started: they inherit it
    worker = Worker(setup)
    send, receive = trio.open_memory_channel[Assignment](1)

    async def read_orders() -> None:
        async for line in lines:
            await send.send(msgspec.json.decode(line, type=Assignment))
        nursery.cancel_scope.cancel()

    idle = True
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(read_orders)
            async for assignment in receive:
                idle = False
                record = await worker.play(assignment)
                await stdout.send_all(encode_record(record) + b"\n")
                idle = True
        if idle:
            await worker.stop()
    finally:
        worker.kill()


async def _lines(stream: trio.abc.ReceiveStream) -> AsyncIterator[bytes]:
    buffer = b""
    async for data in stream:
        *lines, buffer = (buffer + data).split(b"\n")
        for line in lines:
            yield line


def main() -> None:
    """The process's own entry: takes over its descriptors and serves."""
    orders, results = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    for number in signal.valid_signals() - {signal.SIGPIPE, signal.SIGXFSZ}:  # Python ignores these two itself
        if signal.getsignal(number) is signal.SIG_IGN:
            # By nohup, say. Bots would ignore it as well, but not what is heard here and does nothing.
            signal.signal(number, lambda *_: None)
    take_charge()
    trio.run(serve, orders, results)
