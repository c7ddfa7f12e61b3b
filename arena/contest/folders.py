"""Folders of strangers: walked, digested, copied, handed over and taken back.

Nothing here follows a link that lies in them or waits for a pipe, and a folder may change while it is walked.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from errno import EFBIG, ELOOP, ENAMETOOLONG
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

LEFT_OUT = ("__pycache__", ".git")
"""Names of what is no part of a bot: it changes when nobody has changed anything."""
MOST_DEPTH = 200
"""Folders inside each other. Deeper ones are made to break those who walk them."""
_PIECE = 1 << 20
BLOCK = 4096
"""The least that a file or folder takes of a disk, empty or not."""

_OPEN_TOP = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_OPEN = _OPEN_TOP | os.O_NOFOLLOW


class Item(NamedTuple):
    """Something in a folder: `name` is relative to the folder, `mode` and `size` are those of links themselves."""

    name: str
    mode: int
    size: int
    """Bytes on the disk; of a file at least as many as it is long, for whoever reads it reads its holes, too."""

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.mode)

    @property
    def is_link(self) -> bool:
        return stat.S_ISLNK(self.mode)

    @property
    def is_file(self) -> bool:
        return stat.S_ISREG(self.mode)


def walk(folder: Path, apart: Sequence[Path] = (), skipped: Sequence[str] = ()) -> Iterator[Item]:
    """All that is in a folder, in order, each folder before what is in it; it is opened only after it was given.

    The folder itself may be a link to one. `apart` are absolute paths, `skipped` are names that are passed over with
    all that is in them. Raises OSError.
    """
    top = os.open(folder, _OPEN_TOP)
    try:
        # By whatever links they are named.
        away = {os.path.join(os.path.realpath(path.parent), path.name) for path in apart}
        yield from _walk(top, "", away, skipped, os.path.realpath(folder), 0)
    finally:
        os.close(top)


def _walk(fd: int, within: str, apart: set[str], skipped: Sequence[str], top: str, depth: int) -> Iterator[Item]:
    if depth > MOST_DEPTH:
        raise OSError(ENAMETOOLONG, f"more than {MOST_DEPTH} folders inside each other", top)
    for name in sorted(os.listdir(fd)):
        path = os.path.join(within, name)
        if name in skipped or os.path.join(top, path) in apart:
            continue
        try:
            status = os.stat(name, dir_fd=fd, follow_symlinks=False)
        except FileNotFoundError:
            continue  # it has just gone
        length = status.st_size if stat.S_ISREG(status.st_mode) else 0
        yield Item(path, status.st_mode, max(status.st_blocks * 512, length, BLOCK))
        if stat.S_ISDIR(status.st_mode):
            try:
                inner = os.open(name, _OPEN, dir_fd=fd)
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as problem:
                if problem.errno == ELOOP:  # it has become a link
                    continue
                raise
            try:
                yield from _walk(inner, path, apart, skipped, top, depth + 1)
            finally:
                os.close(inner)


def weight(folder: Path) -> int:
    """Bytes that it takes of a disk. Raises OSError where something in it cannot be looked at."""
    return sum(item.size for item in walk(folder))


def digest(folder: Path, items: Sequence[Item], *more: object) -> str:
    """16 hex digits for these items of the folder (names, modes, contents, where links lead) and for what else `more`
    says. Raises OSError."""
    total = sha256(repr(more).encode())
    for item in items:
        content: str | None = None
        if item.is_link:
            content = os.readlink(folder / item.name)
        elif item.is_file:
            content = _content(folder / item.name, item.size)
        # A link's own mode says nothing. `repr` tells all lists apart, and can write any name.
        total.update(repr((item.name, 0 if item.is_link else item.mode, content)).encode())
    return total.hexdigest()[:16]


def _content(path: Path, most: int) -> str:
    """The hash of a file. Raises OSError where it is longer: somebody writes to it, or it has no end."""
    total = sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            most -= len(piece)
            if most < 0:
                raise OSError(EFBIG, "it is longer than it says", str(path))
            total.update(piece)
    return total.hexdigest()


def copy(source: Path, items: Sequence[Item], target: Path) -> None:
    """A new folder with these items of the source; pipes and sockets are left behind. Raises OSError.

    Links stay links. Times are kept, for `make` looks at them; special rights are not.
    """
    target.mkdir(parents=True)
    for item in items:
        old, new = source / item.name, target / item.name
        if item.is_folder:
            new.mkdir()
        elif item.is_link:
            new.symlink_to(os.readlink(old))
        elif item.is_file:
            shutil.copyfile(old, new, follow_symlinks=False)
            new.chmod(item.mode & 0o777 | 0o600)
            status = old.stat()
            os.utime(new, ns=(status.st_atime_ns, status.st_mtime_ns))


def give(folder: Path, user: int) -> None:
    """Make it and all that is in it that user's own. For root."""
    for path in (folder, *(folder / item.name for item in walk(folder))):
        os.chown(path, user, user, follow_symlinks=False)


def seal(folder: Path) -> None:
    """Take the folder back from a build that has ended: this user's own, read by all and written by nobody else.

    Special rights go, and so do pipes and sockets: two of a bot's processes could talk through them. Raises OSError.
    """
    user, group = os.getuid(), os.getgid()
    folder.chmod(0o755)
    os.chown(folder, user, group)
    for item in walk(folder):
        path = folder / item.name
        if not (item.is_folder or item.is_link or item.is_file):
            path.unlink()
            continue
        os.chown(path, user, group, follow_symlinks=False)
        if not item.is_link:
            # Before the walk goes into it, which it may have been closed for.
            path.chmod(0o755 if item.is_folder or item.mode & 0o111 else 0o644)


def remove(folder: Path) -> None:
    """With everything in it, however deep and however closed. Raises OSError."""
    if not folder.exists():
        return
    # The tools of the system can go deeper than any path is long.
    with suppress(subprocess.CalledProcessError):
        subprocess.run(["chmod", "-R", "u+rwX", "--", folder], check=True, capture_output=True)
    done = subprocess.run(["rm", "-rf", "--", folder], check=False, capture_output=True, text=True)
    if done.returncode:
        raise OSError(f"{folder} cannot be removed: {done.stderr.strip()}")
