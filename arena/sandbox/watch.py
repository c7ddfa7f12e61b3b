"""Watches the limits: a thread looks at every running bot a few times a second.

It is a thread because the event loop is not always free: it waits without sleeping for a bot that answers at once, and
somebody's rules may compute for a long time.
"""

from __future__ import annotations

import time
from contextlib import suppress
from threading import Event, Thread
from typing import Protocol

from arena.sandbox.tree import adopted

PERIOD = 0.05
"""The seconds between two looks at a bot."""
SHARE = 0.02
"""The share of this process's time that the looks may take: with many processes to look at they come less often."""
LONGEST = 0.25
"""The most seconds between two looks, however many processes there are: one bot's bomb must not hide what others do."""


class Watched(Protocol):
    """Something whose limits are watched."""

    def check(self, lost: set[int]) -> None:
        """Look, and act where a limit is exceeded. Called from the thread of the watch, with the `adopted` children of
        this process: among them is what lost its parents."""


class Watch:
    """Checks everything that it is given until it is taken back. The thread runs while there is anything to check."""

    def __init__(self) -> None:
        self._all: set[Watched] = set()
        self._some = Event()
        self._thread: Thread | None = None

    def add(self, watched: Watched) -> None:
        self._all.add(watched)
        self._some.set()
        if self._thread is None:
            self._thread = Thread(target=self._look, name="watch", daemon=True)
            self._thread.start()

    def remove(self, watched: Watched) -> None:
        self._all.discard(watched)

    def _look(self) -> None:
        while True:
            if not self._all:
                self._some.clear()
                # Somebody may have been added between the two lines before.
                if not self._all:
                    self._some.wait()
                    time.sleep(PERIOD)  # a bot has enough to do while it starts
            began = time.thread_time()
            lost = adopted()  # the same for every bot
            for watched in self._all.copy():
                with suppress(OSError):  # it ended while it was looked at
                    watched.check(lost)
            time.sleep(min(LONGEST, max(PERIOD, (time.thread_time() - began) / SHARE)))


WATCH = Watch()
"""The watch of this process."""
