"""Folders of strangers: weighed, digested, copied, handed over and taken back.

All of it goes by descriptors, as `descent` explains: no link that lies in such a folder is followed and no pipe is
waited for, and what has changed since it was looked at is refused.
"""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from errno import EFBIG
from hashlib import sha256
from pathlib import Path

from arena.files.descent import (
    BLOCK,
    INTO,
    LEFT_OUT,
    MOST_DEPTH,
    NEW,
    Above,
    Below,
    Changed,
    Folder,
    Found,
    Identity,
    Item,
    again,
    descend,
    named,
    opened,
    target_of,
    walk,
)
from arena.files.regular_file import PIECE

__all__ = [
    "BLOCK",
    "LEFT_OUT",
    "MOST_DEPTH",
    "Below",
    "Changed",
    "Folder",
    "Item",
    "copy",
    "digest",
    "freeze",
    "give",
    "keep_private",
    "named",
    "pieces",
    "remove",
    "seal",
    "walk",
    "weight",
]


def weight(folder: Folder) -> int:
    """The bytes that the folder takes on a disk. Raises OSError if something in it cannot be looked at."""
    return sum(found.item.size for found in descend(folder))


def digest(folder: Folder, items: Sequence[Item], *more: object, known: dict[Identity, str] | None = None) -> str:
    """A hash, 16 hex digits, of these items of the folder (names, modes, contents, where links lead) and of what `more`
    says besides. `known` holds hashes of files that were read before; those of others are added to it. Raises OSError,
    and Changed."""
    total = sha256(repr(more).encode())
    for found in again(folder, items):
        item, content = found.item, None
        if item.is_link:
            content = target_of(found)
        elif item.is_file:
            content = None if known is None else known.get(item.identity)
            content = content or _content(found)
            if known is not None:
                known[item.identity] = content
        # A link's own mode says nothing. `repr` tells all lists apart, and can write any name.
        total.update(repr((item.name, 0 if item.is_link else item.mode, content)).encode())
    return total.hexdigest()[:16]


def _content(found: Found) -> str:
    """The hash of a file."""
    total = sha256()
    with opened(found) as fd:
        for piece in pieces(fd, found.item):
            total.update(piece)
    return total.hexdigest()


def pieces(fd: int, item: Item) -> Iterator[bytes]:
    """The content of an opened file, piece by piece. Raises OSError if it is longer than it was: somebody writes to it,
    or it has no end."""
    most = item.size
    while piece := os.read(fd, PIECE):
        most -= len(piece)
        if most < 0:
            raise OSError(EFBIG, "it is longer than it says", item.name)
        yield piece


def copy(source: Folder, items: Sequence[Item], target: Folder, loose: Container[str] = ()) -> None:
    """Make a new folder with these items of the source; pipes and sockets are left out. Raises OSError, and Changed.

    Links stay links, wherever they lead. Times are kept, as `make` looks at them; special rights are not. Files and
    links that are `loose` are left out if they have changed.
    """
    name, within = named(target)
    if isinstance(target, Path):
        target.parent.mkdir(parents=True, exist_ok=True)
    os.mkdir(name, dir_fd=within)
    above = Above(os.open(name, INTO, dir_fd=within))
    try:
        for found in again(source, items):
            item = found.item
            parent, last = above.of(item.name)
            try:
                if item.is_folder:
                    os.mkdir(last, dir_fd=parent)
                    above.enter(item.name, os.open(last, INTO, dir_fd=parent))
                elif item.is_link:
                    os.symlink(target_of(found), last, dir_fd=parent)
                elif item.is_file:
                    _copy_file(found, parent)
            except OSError:
                if item.is_folder or item.name not in loose:
                    raise
                with suppress(FileNotFoundError):
                    os.unlink(last, dir_fd=parent)
    finally:
        above.close()


def _copy_file(found: Found, parent: int) -> None:
    with opened(found) as old, open(os.open(found.last, NEW, 0o600, dir_fd=parent), "wb") as file:
        for piece in pieces(old, found.item):
            file.write(piece)
        file.flush()
        status = os.fstat(old)
        os.fchmod(file.fileno(), status.st_mode & 0o777 | 0o600)
        os.utime(file.fileno(), ns=(status.st_atime_ns, status.st_mtime_ns))


def keep_private(folder: Path) -> None:
    """Make that folder if it is not there yet, and close it to all other users: nobody else gets at what it holds,
    however open that is. A jail can still be shown what lies in it. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        if stat.S_IMODE(os.fstat(fd).st_mode) != 0o700:
            os.fchmod(fd, 0o700)
    finally:
        os.close(fd)


def give(folder: Folder, user: int) -> None:
    """Make the folder and everything in it that user's own. Only root can do this."""
    name, within = named(folder)
    os.chown(name, user, user, dir_fd=within, follow_symlinks=False)
    for found in descend(folder):
        os.chown(found.last, user, user, dir_fd=found.parent, follow_symlinks=False)


def seal(folder: Folder) -> None:
    """Take the folder back from a build that has ended: it becomes this user's own, readable for all who get there and
    writable for nobody else.

    Special rights are taken away, and pipes and sockets removed: two of a bot's processes could talk through them.
    Raises OSError.
    """
    user, group = os.getuid(), os.getgid()
    name, within = named(folder)
    _permit(name, within, 0o755)
    os.chown(name, user, group, dir_fd=within, follow_symlinks=False)
    for item, parent, last in descend(folder):
        if not (item.is_folder or item.is_link or item.is_file):
            os.unlink(last, dir_fd=parent)
            continue
        os.chown(last, user, group, dir_fd=parent, follow_symlinks=False)
        if not item.is_link:
            # Before the walk goes into it, which it may have been closed for.
            _permit(last, parent, 0o755 if item.is_folder or item.mode & 0o111 else 0o644)


def freeze(folder: Folder) -> None:
    """Let nobody write into these files and folders any more, not even this user unless he is root. Raises OSError."""
    name, within = named(folder)
    for item, parent, last in descend(folder):
        if item.is_file or item.is_folder:
            _permit(last, parent, stat.S_IMODE(item.mode) & 0o555)
    _permit(name, within, stat.S_IMODE(os.stat(name, dir_fd=within).st_mode) & 0o555)


def _permit(last: str, parent: int | None, mode: int) -> None:
    """Change who may read and write what has that name in an open folder; not of a link. It may be closed to all."""
    fd = os.open(last, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
    try:
        if not stat.S_ISLNK(os.fstat(fd).st_mode):
            os.chmod(f"/proc/self/fd/{fd}", mode)
    finally:
        os.close(fd)


def remove(folder: Path) -> None:
    """Remove a folder with everything in it, however deep and however closed; of a link only the link. Raises
    OSError.
    """
    if folder.is_symlink():
        folder.unlink()
    if not folder.exists():
        return
    # The tools of the system can go deeper than any path is long.
    with suppress(subprocess.CalledProcessError):
        subprocess.run(["chmod", "-R", "u+rwX", "--", folder], check=True, capture_output=True)
    done = subprocess.run(["rm", "-rf", "--", folder], check=False, capture_output=True, text=True)
    if done.returncode:
        raise OSError(f"{folder} cannot be removed: {done.stderr.strip()}")
