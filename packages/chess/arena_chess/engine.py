"""An engine that speaks UCI, as a process: lines to it, lines from it, and what happened where none comes."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Sequence

MOST_LINE = 1 << 20
"""The most bytes of a line: an engine that writes without end is stopped there."""


class EngineGone(Exception):
    """The engine did not start, has ended, or does not say what it must; as text: what, and the last that it said."""


class Late(Exception):
    """What was waited for did not come in time."""


class Engine:
    """A running engine. Its stderr is ours."""

    def __init__(self, command: Sequence[str]) -> None:
        """Raises EngineGone if it cannot be started."""
        self._name = os.path.basename(command[0])
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as problem:
            raise EngineGone(f"{command[0]} cannot be started: {problem.strerror}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        self._ready = select.poll()
        self._ready.register(self._out, select.POLLIN)
        self._bytes = b""
        self._last = ""

    def tell(self, line: str) -> None:
        """Raises EngineGone."""
        left = line.encode() + b"\n"
        try:
            while left:
                left = left[self._in.write(left) :]
        except OSError:
            raise self._gone() from None

    def hear(self, until: Callable[[str], bool], within: float | None = None) -> None:
        """Give all lines to `until`, till it is content. Raises Late after so many seconds, and EngineGone."""
        end = None if within is None else time.monotonic() + within
        while True:
            line, newline, rest = self._bytes.partition(b"\n")
            if newline:
                self._bytes = rest
                text = line.decode(errors="replace").strip()
                self._last = text or self._last
                if until(text):
                    return
                continue
            if len(self._bytes) > MOST_LINE:
                raise EngineGone(f"{self._name} writes a line of more than {MOST_LINE:,} bytes")
            left = None if end is None else 1000 * max(0.0, end - time.monotonic())
            if not self._ready.poll(left):
                raise Late
            piece = self._out.read(65536)
            if not piece:
                raise self._gone()
            self._bytes += piece

    def close(self) -> None:
        """Ask it to go, and see to it that it does."""
        try:
            self.tell("quit")
            self._process.wait(0.3)
        except (EngineGone, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._in.close()
        self._out.close()

    def _gone(self) -> EngineGone:
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return EngineGone(f"{self._name} has closed its stdout, and runs on; the last it said: {self._said}")
        how = f"with code {code}" if code >= 0 else f"by the signal {signal.Signals(-code).name}"
        return EngineGone(f"{self._name} has ended {how}; the last it said: {self._said}")

    @property
    def _said(self) -> str:
        return repr(self._last[:200]) if self._last else "nothing"
