"""A person's table in a terminal, or in whatever lines come from and go to."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TextIO

import trio

from arena.faces.person.dialogue import Dialogue
from arena.layout import terminal_width
from arena.players import Left, Question
from arena.protocol import printable
from arena.referee import GameRecord
from arena.replays import Frame

_SHOWN = 100
"""The most letters of a line that did not come from a terminal which are shown."""
MOST_WAITING = 1 << 16
"""The most bytes of a line that has no end yet; when there are more, they are taken as a line."""


class Terminal:
    """Implements `Table`: lines are read from `descriptor`, and what is told is written to `output`. `names[seat]` is
    who sits there, the person on `seat`; `resumed` decisions were made before anybody is asked; `move_ms` is told."""

    def __init__(
        self,
        names: Sequence[str],
        seat: int,
        descriptor: int,
        output: TextIO,
        resumed: int = 0,
        move_ms: int | None = None,
    ) -> None:
        self._dialogue = Dialogue(names, seat, terminal_width, resumed, move_ms)
        self._descriptor = descriptor
        self._output = output
        self._waiting = b""
        self._left = False
        self._reading: trio.CancelScope | None = None

    def told(self, frame: Frame) -> None:
        self._say(self._dialogue.told(frame))

    def ended(self, record: GameRecord) -> None:
        self._say(self._dialogue.ended(record))

    def leave(self) -> None:
        self._left = True
        if self._reading is not None:
            self._reading.cancel()

    async def run(self) -> None:
        pass

    async def choose(self, question: Question) -> int:
        self._say(self._dialogue.asked())
        while True:
            self._say(self._dialogue.prompt, end="")
            heard = self._dialogue.heard(await self._line())
            if heard.choice is not None:
                return heard.choice
            self._say(heard.said)

    async def _line(self) -> str:
        """What was typed next. Raises Left."""
        while b"\n" not in self._waiting and len(self._waiting) < MOST_WAITING:
            data = b"" if self._left else await self._more()
            if not data:
                self._left = True
                self._say("\n", end="")  # behind the question that has got no answer
                raise Left
            self._waiting += data
        line, _, self._waiting = self._waiting.partition(b"\n")
        typed = line.decode("utf-8", "replace")
        if not os.isatty(self._descriptor):  # which shows what is typed
            self._say(printable(typed[:_SHOWN]))
        return typed

    async def _more(self) -> bytes:
        """What there is to read; nothing at its end, or where the person has left."""
        with trio.CancelScope() as self._reading:
            try:
                await trio.lowlevel.wait_readable(self._descriptor)
            except PermissionError:  # of a file on a disk, which never lets anybody wait
                await trio.lowlevel.checkpoint()
            except OSError:
                return b""
            try:
                return os.read(self._descriptor, MOST_WAITING)
            except OSError:  # the terminal is gone
                return b""
        return b""

    def _say(self, text: str, end: str = "\n") -> None:
        if not text:
            return
        try:
            self._output.write(text + end)
            self._output.flush()
        except (OSError, ValueError):  # nobody is there to read it
            self._left = True
