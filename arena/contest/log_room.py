"""Limits what the logs of a contest take of the disk: each bot has a room of its own, so that nobody's words use
another's.

Both ends of what a bot writes to stderr in a game are kept in a file, and a contest may have a million games. Once the
files of a bot fill its room, `limits.logs_mb`, no more of them are written; a fault quotes its last lines all the same.
Games that are being played when a room becomes full still keep their files.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from os.path import isdir
from pathlib import Path

from arena.files import BLOCK, MIB
from arena.pairing import Schedule
from arena.players import log_name
from arena.referee import Assignment, Setup

_LOG = re.compile(r"(\d+)-seat(\d+)\.err")  # see `log_name`

_VERSION = re.compile(r" v\d+\Z")


class LogRoom:
    """The rooms for the logs of the bots in a schedule. `say` is told once of each bot whose room is full."""

    def __init__(self, setup: Setup, schedule: Schedule, say: Callable[[str], object]) -> None:
        self._folder = Path(setup.logs)
        self._most_mb = setup.limits.logs_mb
        self._say = say
        self._versions = schedule.format == "ladder"
        self._taken: Counter[str] = Counter()
        self._told: set[str] = set()
        with suppress(FileNotFoundError), os.scandir(self._folder) as files:
            for file in files:
                # Of games that are not in the schedule nobody knows whose they were.
                if (found := _LOG.fullmatch(file.name)) and int(found[1]) < len(schedule):
                    seating = schedule.seating(int(found[1]))
                    if int(found[2]) < len(seating):
                        self._taken[self._whose(seating[int(found[2])])] += _size(file.stat(follow_symlinks=False))

    def add(self, games: Sequence[Assignment]) -> None:
        """Count the logs of games that have ended, however they did."""
        if not isdir(self._folder):
            return  # nobody has written anything
        for game in games:
            for seat, name in enumerate(game.seating):
                with suppress(OSError):  # it has written nothing
                    self._taken[self._whose(name)] += _size(os.stat(f"{self._folder}/{log_name(game.number, seat)}"))

    @property
    def fills(self) -> bool:
        """Whether half of a bot's room is taken, and not all of it: its games are to be looked at one by one."""
        return any(MIB * self._most_mb / 2 <= taken < MIB * self._most_mb for taken in self._taken.values())

    def full(self, seating: Sequence[str]) -> tuple[int, ...]:
        """The seats that keep no log in a game with that seating."""
        bots = [self._whose(name) for name in seating]
        full = tuple(seat for seat, bot in enumerate(bots) if self._taken[bot] >= self._most_mb * MIB)
        for name in dict.fromkeys(bots[seat] for seat in full):
            if name not in self._told:
                self._told.add(name)
                self._say(
                    f"{name} has filled the {self._most_mb} MiB that logs of one bot may take in {self._folder} "
                    "(limits.logs_mb): of its further games none is kept; raise the limit to keep more"
                )
        return full

    def _whose(self, name: str) -> str:
        """All versions of a ladder's bot have one room: an author who changes it gets no further one."""
        return _VERSION.sub("", name) if self._versions else name


def _size(status: os.stat_result) -> int:
    """Bytes of the disk: the smallest file takes a block."""
    return max(status.st_blocks * 512, status.st_size, BLOCK)
