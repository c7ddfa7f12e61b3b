"""A process of the author's bot, on the author's machine: his own program, so nothing is kept from it."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress

import trio

from arena.errors import Trouble, WrongInput
from arena.protocol import printable
from arena.relay.words import message

LEAVE_SECONDS = 0.5
"""The seconds for a bot to leave by itself once its input has ended; protocol.md promises so many."""
MOST_LINE = 1 << 20
"""The most bytes of a line of the bot's that are taken."""


class OwnBot:
    """A running bot; its stderr is the author's terminal."""

    def __init__(self, process: trio.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.stdin = process.stdin
        self.stdout = process.stdout
        self._process = process
        self._heard = bytearray()

    async def tell(self, line: bytes | bytearray) -> None:
        """Send it a line. Raises Trouble if it has gone."""
        try:
            await self.stdin.send_all(line)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            raise Trouble(await self.end()) from None

    async def answer(self, id: int) -> bytes:
        """All that it writes until it has answered the request with that id, or written a line that answers nothing at
        all: whole lines. Raises Trouble if it ends before."""
        at = 0
        while True:
            while (end := self._heard.find(b"\n", at)) >= 0:
                said, at = message(bytes(self._heard[at:end])), end + 1
                # An answer to an earlier request is for the referee to count, and the right one may follow.
                if said is None or said.id is None or said.id >= id:
                    lines = bytes(self._heard[:at])
                    del self._heard[:at]
                    return lines
            if len(self._heard) > MOST_LINE:
                raise Trouble(f"the bot wrote {len(self._heard)} bytes, and nothing of it answers the request")
            try:
                more = await self.stdout.receive_some()
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                more = b""
            if not more:
                raise Trouble(await self.end())
            self._heard += more

    async def end(self) -> str:
        """Say how it ended, or that it only closed its pipes."""
        with trio.move_on_after(LEAVE_SECONDS):
            await self._process.wait()
        code = self._process.returncode
        if code is None:
            return "the bot closed its pipes"
        if code >= 0:
            return f"the bot exited with code {code}"
        return f"the bot was killed by {signal.Signals(-code).name}"


def check_startable(command: Sequence[str]) -> None:
    """Raises WrongInput if no program of that name can be started here."""
    import shutil

    if shutil.which(command[0]) is None:
        raise WrongInput(f"{printable(command[0])} is no program that can be started here")


@asynccontextmanager
async def running(command: Sequence[str]) -> AsyncGenerator[OwnBot]:
    """A bot in a session of its own; afterwards nothing is left that did not leave that session. Raises Trouble if it
    cannot be started."""
    try:
        process = await trio.lowlevel.open_process(
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
    except OSError as problem:
        raise Trouble(f"{printable(command[0])} cannot be started: {problem.strerror}") from None
    bot = OwnBot(process)
    try:
        yield bot
    finally:
        with trio.CancelScope(shield=True):
            await bot.stdin.aclose()
            with trio.move_on_after(LEAVE_SECONDS):
                await process.wait()
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
            await bot.stdout.aclose()
