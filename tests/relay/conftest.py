"""The contest's end of a relay: two pipes of this process."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from arena.relay.joined import Ends


class Contest:
    """Asks through one pipe and is answered through another one; neither may block a test."""

    def __init__(self) -> None:
        asked, self._asks = os.pipe()
        self._answers, answer = os.pipe()
        os.set_blocking(self._answers, False)
        self.ends = Ends(asked, answer)

    def ask(self, line: bytes) -> None:
        """Say something, which waits to be read."""
        os.write(self._asks, line)

    def leave(self) -> None:
        """Say no more."""
        os.close(self._asks)
        self._asks = -1

    def heard(self) -> bytes:
        """What was answered."""
        try:
            return os.read(self._answers, 1 << 20)
        except BlockingIOError:
            return b""

    def close(self) -> None:
        for fd in (*self.ends, self._answers, self._asks):
            if fd >= 0:
                os.close(fd)


@pytest.fixture
def contest() -> Iterator[Contest]:
    contest = Contest()
    yield contest
    contest.close()
