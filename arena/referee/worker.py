"""A worker process: plays one game after another with bots of its own, and hands each record to its parent.

Started by whoever has games to play: `arena.contest.workforce`, and `outpost` on a cluster. It reads a line of JSON
with the `Setup` from stdin, and then lines that each have a list of `Assignment`s. It plays them in turn until all are
played, `HAND_IN_EVERY` seconds have passed or a bot has made a fault, and writes the lines of their records to what was
stdout, and an empty line after the last: games of which there is no record were not begun. The end of its input tells
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
from pathlib import Path

import msgspec
import trio

from arena.games import find_game
from arena.players import program_players
from arena.protocol import printable_lines
from arena.referee.live import GameFiles
from arena.referee.making import GameMaker
from arena.referee.record import GameRecord, encode_record
from arena.referee.worker_messages import HAND_IN_EVERY, Assignment, Setup
from arena.sandbox import children, kill_all, take_charge

ATTEMPTS = 3
"""The number of times that a game is played before it stays void."""


def maker_of(setup: Setup) -> GameMaker:
    """Make the object that plays these games, with programs as players."""
    game, logs = find_game(setup.game), Path(setup.logs)
    options = msgspec.json.decode(setup.options, type=game.options_type)
    players = program_players(
        setup.programs, setup.time, setup.limits, setup.sandbox, logs, keep=setup.keep, ponder=setup.ponder
    )
    return GameMaker(game, options, setup.policy, players, setup.hashes, setup.sandbox, logs, ATTEMPTS)


class Worker:
    """Plays assignments, and keeps what the rules print apart in `logs`; nothing that was started is left behind. If
    somebody listens, games are told in `files`."""

    def __init__(self, maker: GameMaker, logs: Path, files: GameFiles | None = None) -> None:
        self._maker = maker
        self._logs = logs
        self._files = files

    async def play(self, assignment: Assignment) -> GameRecord:
        """Play a game. Returns its record."""
        printed = io.StringIO()
        files = self._files if self._files is not None and self._files.wanted else None
        with redirect_stdout(printed):
            record = await self._maker.play(assignment, files)
        self._keep_print(assignment.number, printed.getvalue())
        return record

    async def stop(self) -> None:
        """Let every bot go politely; nothing of them is left afterwards."""
        await self._maker.stop()
        self.kill()

    def kill(self) -> None:
        """Remove every bot now."""
        self._maker.kill()
        # What left its session, lost its parents and hid its token is still a child of this process.
        kill_all(children(os.getpid()))

    def _keep_print(self, number: int, text: str) -> None:
        """Printed by the rules, which may quote anything."""
        if text:
            self._logs.mkdir(0o700, parents=True, exist_ok=True)
            (self._logs / f"{number}-game.log").write_text(printable_lines(text), "utf-8")


async def serve(orders: int, results: int) -> None:
    """Work until `orders` (a descriptor) ends; records go to the descriptor `results`."""
    stdin, stdout = trio.lowlevel.FdStream(orders), trio.lowlevel.FdStream(results)
    said = _lines(stdin)
    first = await anext(said, None)
    if first is None:
        return  # the parent was stopped before it could say what to do
    setup = msgspec.json.decode(first, type=Setup)
    if setup.core is not None:
        os.sched_setaffinity(0, {setup.core})  # before any bot is started: they inherit it
    worker = Worker(maker_of(setup), Path(setup.logs), GameFiles(setup.live) if setup.live else None)
    send, receive = trio.open_memory_channel[list[Assignment]](1)

    async def read_orders() -> None:
        async for line in said:
            await send.send(msgspec.json.decode(line, type=list[Assignment]))
        nursery.cancel_scope.cancel()

    idle = True
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(read_orders)
            async for assignments in receive:
                idle = False
                until, lines = trio.current_time() + HAND_IN_EVERY, list[bytes]()
                for assignment in assignments:
                    record = await worker.play(assignment)
                    lines.append(encode_record(record))
                    # Whoever stores a fault may want none of the others to be played.
                    if record.faults or trio.current_time() >= until:
                        break
                await stdout.send_all(b"\n".join(lines) + b"\n\n")
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
    """The entry point of the process: it takes over its descriptors and serves."""
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
