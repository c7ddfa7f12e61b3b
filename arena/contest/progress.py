"""Shows a person how a contest goes on: a live bar on a terminal, plain lines elsewhere. Always on stderr."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from arena.contest.pace import Pace
from arena.protocol import printable_lines

if TYPE_CHECKING:
    from rich.progress import Progress

LINE_EVERY = 10.0  # seconds between two plain lines


class Reporter:
    """Counts games towards `total`, None if there is no end; use it as a context manager. `done` games are there from
    an earlier run, and `jobs` run at once."""

    def __init__(self, total: int | None, done: int, jobs: int = 1, stream: TextIO | None = None) -> None:
        self._total, self._done, self._before, self._told = total, done, done, done
        self._pace = Pace(jobs)
        self._faults = self._left_out = 0
        self._stream = stream = stream or sys.stderr
        self._began = self._last_line = time.monotonic()
        self._bar: Progress | None = None
        if stream.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

            self._bar = Progress(
                TextColumn("games"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.percentage:>3.0f} %  faults {task.fields[faults]}{task.fields[left]}"),
                console=Console(file=stream),
            )
            self._task = self._bar.add_task("games", total=total, completed=done, faults=0, left=_Left(self))

    def __enter__(self) -> Reporter:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._show()
            self._bar.stop()
        elif self._done > self._told:
            self._line()

    def say(self, text: str) -> None:
        """Show a message in lines of its own; it may quote bots and rules."""
        text = printable_lines(text)
        # A closed terminal or a broken pipe ends what can be seen of the contest, not the contest.
        with suppress(OSError):
            if self._bar:
                self._bar.console.print(text, markup=False, emoji=False, highlight=False, soft_wrap=True)
            else:
                print(text, file=self._stream, flush=True)

    def stored(self, games: int, faults: int) -> None:
        """Note that so many more games are safe on the disk, with so many faults in them."""
        self._done += games
        self._faults += faults
        self._pace.stored(games, time.monotonic())
        if self._bar:
            self._show()
        elif time.monotonic() - self._last_line >= LINE_EVERY:
            self._line()

    def left_out(self, games: int) -> None:
        """Note that so many games will not be played; the total is made smaller when the next games are stored."""
        self._left_out += games
        if self._total is not None:
            self._total -= games

    def planned(self, games: int) -> None:
        """Note how many games there are in all, as far as is known now, including those that are left out."""
        if self._total is not None:
            self._total = max(self._total, games - self._left_out)

    def _show(self) -> None:
        if self._bar:
            self._bar.update(self._task, total=self._total, completed=self._done, faults=self._faults)

    def _line(self) -> None:
        self._last_line, self._told = time.monotonic(), self._done
        rate = (self._done - self._before) / max(self._last_line - self._began, 0.001)
        if self._total is None:
            self.say(f"{self._done} games, {rate:.1f} games/s, faults {self._faults}")
            return
        self.say(
            f"{self._done} of {self._total} games, {self._done * 100 // max(self._total, 1)} %, "
            f"{rate:.1f} games/s, faults {self._faults}{self.left()}"
        )

    def left(self) -> str:
        """The time until the last game as the end of a line; "" if it is not known."""
        games = 0 if self._total is None else self._total - self._done
        seconds = self._pace.left(games, time.monotonic()) if games > 0 else None
        return "" if seconds is None else f", {_clock(seconds)} left"


class _Left:
    """Is the time left whenever the bar is drawn, not only when a game ends."""

    def __init__(self, reporter: Reporter) -> None:
        self._reporter = reporter

    def __format__(self, _: str) -> str:
        return self._reporter.left()


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
