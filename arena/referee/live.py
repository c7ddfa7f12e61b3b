"""Tells of games in files while they are played: a worker writes, whoever wants to listen reads.

A listener makes a folder beside the contest's file and announces itself in it. A worker looks whether somebody listens
when a game begins; then it keeps a file of that game, named by its number, for as long as it is played. So nobody waits
for anybody: a run does not know how many listen, and a listener that is slow, or dies, keeps no game waiting. Steps
that follow each other closely are written together, and a game that is over before anything had to be written leaves no
file: so it costs next to nothing where bots answer at once. The files say everything about a game, so they are for the
user's own eyes: whoever listens asks `telling` what to hand on.

What is in the folder may come from anybody who runs as the same user, such as a bot without a sandbox: it is bounded,
and links are not followed.
"""

from __future__ import annotations

import fcntl
import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from arena.referee.fixture import Fixture
from arena.referee.observing import Began, Ended, News, Told
from arena.referee.record import GameRecord
from arena.referee.replaying import Step

MOST_TOLD = 4 << 20
"""The most bytes of one game's file; what comes after is not told."""
MOST_GAMES = 1024
"""The most files that are looked at: as many games as may be played at once."""
TOGETHER = 0.1
"""The seconds for which steps are kept back, to be written together, while all that are asked answer at once."""
READ_AT_ONCE = 64 << 10
"""The most bytes that one look reads of each file."""

_LISTENING = "listening"
"""The file that a listener keeps locked; one that dies lets go of it."""
_NAME = re.compile(r"[0-9]{1,16}\Z")
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC

_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[Told] = msgspec.json.Decoder(Told)


def _opened(folder: str) -> int | None:
    """The folder, if it is this user's own and closed to others: else it is somebody's who must hear nothing."""
    try:
        descriptor = os.open(folder, _FOLDER)
    except OSError:
        return None
    found = os.fstat(descriptor)
    if found.st_uid == os.geteuid() and not found.st_mode & 0o077:
        return descriptor
    os.close(descriptor)
    return None


def _is_locked(name: str, folder: int) -> bool:
    try:
        descriptor = os.open(name, _READ, dir_fd=folder)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return False
    except OSError:
        return True
    finally:
        os.close(descriptor)


class GameFiles:
    """Implements `Observer`: it writes a file in that folder for each game. Use it only for games that begin while it
    is `wanted`."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._number = 0
        self._news: News | None = None
        """None where no game is being told."""
        self._due = 0.0
        """When what is kept back has to be written."""
        self._name = ""
        self._file: int | None = None
        self._left = 0

    @property
    def wanted(self) -> bool:
        """Whether somebody listens now."""
        folder = _opened(self._folder)
        if folder is None:
            return False
        try:
            return _is_locked(_LISTENING, folder)
        finally:
            os.close(folder)

    def began(self, fixture: Fixture, news: News) -> None:
        self.close()
        self._number, self._news, self._due = fixture.number, news, time.monotonic() + TOGETHER

    def decided(self, step: Step) -> None:
        if time.monotonic() >= self._due:
            self.waits()

    def waits(self) -> None:
        """Write what has been kept back."""
        if self._news is None or (self._file is None and not self._begin()):
            return
        self._due = time.monotonic() + TOGETHER
        decided = self._news()
        if decided is not None:
            self._write(decided)

    def ended(self, record: GameRecord) -> None:
        if self._file is not None:
            self.waits()
            self._write(Ended(record.number, record.status))
        self.close()

    def close(self) -> None:
        """Stop telling of the game that is being told."""
        self._news = None
        if self._file is None:
            return
        with suppress(OSError):
            os.unlink(self._name)
        os.close(self._file)
        self._file = None

    def _begin(self) -> bool:
        """Whether there is a file now."""
        folder = _opened(self._folder)
        try:
            if folder is not None:
                self._make(str(self._number), folder)
        except OSError:  # a full disk, say: then it is not told
            pass
        finally:
            if folder is not None:
                os.close(folder)
        if self._file is None:
            self._news = None
            return False
        self._write(Began(self._number))
        return True

    def _make(self, name: str, folder: int) -> None:
        # It gets its name when it is locked: one that is not is a dead worker's.
        draft = f".{os.getpid()}"
        with suppress(FileNotFoundError):
            os.unlink(draft, dir_fd=folder)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC
        descriptor = os.open(draft, flags, 0o600, dir_fd=folder)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.rename(draft, name, src_dir_fd=folder, dst_dir_fd=folder)
        except OSError:
            os.close(descriptor)
            raise
        self._name, self._file, self._left = f"{self._folder}/{name}", descriptor, MOST_TOLD

    def _write(self, told: Told) -> None:
        if self._file is None:
            return
        line = _encode(told) + b"\n"
        self._left -= len(line)
        if self._left < 0:
            return
        try:
            os.write(self._file, line)
        except OSError:
            self._left = 0


class Heard(NamedTuple):
    """What is new of a game. `attempt` tells one playing of it from another that began anew. With `over` nothing more
    comes of this playing, whether or not its end was told."""

    number: int
    attempt: int
    told: list[Told]
    over: bool


class Listener:
    """Listens to the games of a contest while they are played, to those that begin from now on. Raises OSError if the
    folder cannot be had."""

    def __init__(self, folder: Path) -> None:
        with suppress(FileExistsError):
            folder.mkdir(0o700)
        opened = _opened(str(folder))
        if opened is None:
            raise PermissionError(f"{folder}: is no folder of your own that is closed to others; remove it")
        self._path = folder
        self._folder = opened
        self._files: dict[str, _File] = {}
        self._attempts = 0
        try:
            self._lock = self._announced()
        except OSError:
            os.close(opened)
            raise

    def _announced(self) -> int:
        while True:
            flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
            descriptor = os.open(_LISTENING, flags, 0o600, dir_fd=self._folder)
            fcntl.flock(descriptor, fcntl.LOCK_SH)  # beside others who listen
            if os.fstat(descriptor).st_nlink:
                return descriptor
            os.close(descriptor)  # the last of those who listened has just removed it

    def close(self) -> None:
        """Stop listening. The last listener to go removes the folder, if nothing is in it."""
        for name in list(self._files):
            self._close(name)
        with suppress(OSError):
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.unlink(_LISTENING, dir_fd=self._folder)
            self._path.rmdir()
        os.close(self._lock)
        os.close(self._folder)

    def look(self) -> Iterator[Heard]:
        """What is new since the last look, game by game."""
        with suppress(OSError):
            for name in [name for name in os.listdir(self._folder) if _NAME.match(name)][:MOST_GAMES]:
                yield from self._open(name)
        for name, file in list(self._files.items()):
            told, over = file.read()
            if told or over:
                yield Heard(int(name), file.attempt, told, over)
            if file.gone:
                self._close(name)

    def _open(self, name: str) -> Iterator[Heard]:
        """A file that is not known yet; that which had its name before is over."""
        try:
            inode = os.stat(name, dir_fd=self._folder, follow_symlinks=False).st_ino
            known = self._files.get(name)
            if known is not None and known.inode == inode:
                return
            if known is not None:
                told, over = known.read()
                self._close(name)
                if told or over:
                    yield Heard(int(name), known.attempt, told, over)
            if _is_locked(name, self._folder):
                self._attempts += 1
                self._files[name] = _File(os.open(name, _READ, dir_fd=self._folder), int(name), self._attempts)
            else:
                os.unlink(name, dir_fd=self._folder)  # of a worker that was killed
        except OSError:  # it is gone meanwhile, or no file
            return

    def _close(self, name: str) -> None:
        os.close(self._files.pop(name).descriptor)


class _File:
    """A game's file that is being read. It is `gone` when its writer has closed it, or was killed, and all of it was
    read."""

    def __init__(self, descriptor: int, number: int, attempt: int) -> None:
        self.descriptor = descriptor
        self.inode = os.fstat(descriptor).st_ino
        self.attempt = attempt
        self.gone = False
        self._number = number
        self._read = 0
        self._torn = b""
        self._over = False

    def read(self) -> tuple[list[Told], bool]:
        """What is new in the file, and whether that was all, which is said only once."""
        # Asked before it is read: what is written last is written before it is gone.
        left = os.fstat(self.descriptor).st_nlink == 0 or not self._is_held()
        data = b"" if self._over else os.read(self.descriptor, READ_AT_ONCE)
        self.gone = left and len(data) < READ_AT_ONCE
        if self._over:
            return [], False
        self._read += len(data)
        *lines, self._torn = (self._torn + data).split(b"\n")
        told: list[Told] = []
        try:
            for line in lines:
                one = _decoder.decode(line)
                if one.number != self._number:
                    raise ValueError("another game's")
                told.append(one)
            self._over = self.gone or self._read > MOST_TOLD
        except (msgspec.MsgspecError, ValueError, RecursionError):  # none of ours: nothing more of it is believed
            self._over = True
        return told, self._over

    def _is_held(self) -> bool:
        try:
            fcntl.flock(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
        fcntl.flock(self.descriptor, fcntl.LOCK_UN)
        return False
