"""Folders of strangers, gone through by descriptors: what was looked at is what is opened, whoever writes there.

Between a look and its use the owner of a folder may put something else under the same name: a link to somebody's
private folder, a pipe at which a reader would wait. So nothing is opened by a path. Each item is opened by its last
name in the opened folder that it lies in, without following links and without waiting, and is compared with what was
looked at; what is another one is refused.

A folder's own path is not the arena's either, and the arena may read more than those who write there. So nobody is
read what he may not read himself: neither the user to whom the folder belongs, nor whoever has named it, nor whoever
has made a link on the way to it. Each thing has to belong to him, or to be open to everybody. Root, and the user whom
the arena runs as, may do as they like.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from errno import EACCES, EFBIG, EINVAL, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR, ENXIO, ESTALE, EWOULDBLOCK
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeAlias

from arena.errors import Trouble
from arena.files.regular_file import NEVER_WAIT

MOST_DEPTH = 200
"""The most folders inside each other. Deeper ones are made to break programs that walk them."""
MOST_NAMES = 1_000_000
"""The most names in one folder, all of which are in memory at a time."""
LEFT_OUT = ("__pycache__", ".git")
"""Names of files and folders that are no part of a bot: they change when nobody has changed anything in it."""
BLOCK = 4096
"""The least bytes that a file or folder takes on a disk, even an empty one."""

INTO = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
"""The flags with which a new folder is opened, to make things in it."""
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
"""The flags with which a new file is made, where there must be neither a file nor a link yet."""

_MOST_LINKS = 40  # as in the kernel
_OPEN = NEVER_WAIT | os.O_NOFOLLOW
_OPEN_FOLDER = _OPEN | os.O_DIRECTORY
_LOOK = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC
_SOMETHING_ELSE = (ENOENT, ENOTDIR, ELOOP, ENXIO, EWOULDBLOCK)
"""The errors of opening something that has gone, or is now a link, a socket or a file that somebody holds."""


class Changed(Trouble, OSError):
    """Something is no longer what was looked at, since somebody writes there. Look again."""

    def __init__(self, name: str) -> None:
        super().__init__(ESTALE, "it has changed since it was looked at", name)


class Identity(NamedTuple):
    """What makes a thing on a disk the same one, and unchanged; times are in nanoseconds. Of a folder nothing counts
    that changes with its content."""

    device: int
    inode: int
    length: int
    modified: int
    changed: int


class Item(NamedTuple):
    """Something in a folder. `name` is relative to that folder; all else describes a link itself, never what it leads
    to."""

    name: str
    mode: int
    size: int
    """The bytes that it takes on the disk; for a file at least its length, since whoever reads it reads its holes,
    too."""
    owner: int
    identity: Identity

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.mode)

    @property
    def is_link(self) -> bool:
        return stat.S_ISLNK(self.mode)

    @property
    def is_file(self) -> bool:
        return stat.S_ISREG(self.mode)


class Found(NamedTuple):
    """An item, and where it lies: `last` is its name in the folder that is open as `parent`."""

    item: Item
    parent: int
    last: str


class Below(NamedTuple):
    """A folder of the arena's own, given by its `name` in a folder that is open as `fd`."""

    fd: int
    name: str


Folder: TypeAlias = Path | Below


def named(folder: Folder) -> tuple[str, int | None]:
    """The folder's name, and the open folder in which it has that name (None if there is none), as system calls want
    them."""
    return (str(folder), None) if isinstance(folder, Path) else (folder.name, folder.fd)


def walk(
    folder: Folder,
    apart: Sequence[Path] = (),
    skipped: Sequence[str] = (),
    owner: int | None = None,
    only: Sequence[str] | None = None,
) -> Iterator[Item]:
    """Yield everything in a folder, in order, each folder before what is in it; a folder is opened only after it was
    yielded.

    The folder itself may be a link to one. `apart` are absolute paths and `skipped` are names that are passed over with
    all that is in them; ".*" stands for all names that start with a dot. `owner` is the user who named the folder. With
    `only`, nothing is yielded but those relative paths, all that is in them, and the folders on the way. Raises
    OSError.
    """
    if isinstance(folder, Below):
        top, strangers, real = open_folder(folder), set[int](), folder.name
    else:
        top, strangers = _open_named(str(folder), owner, os.O_DIRECTORY)
        strangers |= {os.fstat(top).st_uid} - _trusted()
        real = os.path.realpath(folder)
    try:
        # By whatever links they are named.
        away = {os.path.join(os.path.realpath(path.parent), path.name) for path in apart}
        for item, _, _ in _descend(top, "", away, skipped, real, 0, only):
            for user in strangers:
                if not item.is_link and not _may_read(user, item.mode, item.owner):
                    text = (
                        f"it is of user {item.owner}, and user {user}, at whose word it is read, may not be "
                        "able to read it: give it to him, or let everybody read it"
                    )
                    raise PermissionError(EACCES, text, os.path.join(real, item.name))
            yield item
    finally:
        os.close(top)


def descend(folder: Folder) -> Iterator[Found]:
    """Yield everything in a folder of the arena's own, whoever has written there, with where it lies. Raises
    OSError.
    """
    top = open_folder(folder)
    try:
        yield from _descend(top, "", set(), (), named(folder)[0], 0)
    finally:
        os.close(top)


def _descend(
    fd: int,
    within: str,
    apart: set[str],
    skipped: Sequence[str],
    top: str,
    depth: int,
    only: Sequence[str] | None = None,
) -> Iterator[Found]:
    if depth > MOST_DEPTH:
        raise OSError(ENAMETOOLONG, f"more than {MOST_DEPTH} folders inside each other", top)
    for name in _names(fd, os.path.join(top, within)):
        path = os.path.join(within, name)
        below = None if only is None or path in only else [other for other in only if other.startswith(path + "/")]
        # What was asked for by name, and what is on the way there, is not passed over.
        passed_over = only is None and (name in skipped or (".*" in skipped and name.startswith(".")))
        if passed_over or below == [] or os.path.join(top, path) in apart:
            continue
        try:
            status = os.stat(name, dir_fd=fd, follow_symlinks=False)
        except FileNotFoundError:
            continue  # it has just gone
        length = status.st_size if stat.S_ISREG(status.st_mode) else 0
        size = max(status.st_blocks * 512, length, BLOCK)
        item = Item(path, status.st_mode, size, status.st_uid, identity_of(status))
        yield Found(item, fd, name)
        if item.is_folder:
            try:
                inner = _open(item, fd, name)
            except Changed:
                continue
            try:
                yield from _descend(inner, path, apart, skipped, top, depth + 1, below)
            finally:
                os.close(inner)


def _names(fd: int, path: str) -> list[str]:
    with os.scandir(fd) as entries:
        names = [entry.name for entry in islice(entries, MOST_NAMES + 1)]
    if len(names) > MOST_NAMES:
        raise OSError(EFBIG, f"more than {MOST_NAMES:,} names in one folder", path)
    return sorted(names)


class Above:
    """The opened folders above an item, for items in the order of a walk. `top` is the folder that all of them are
    in.
    """

    def __init__(self, top: int) -> None:
        self._open = [("", top)]

    def of(self, name: str) -> tuple[int, str]:
        """The open folder in which the item of that name lies, and its name there. Raises Changed if that folder was
        not entered."""
        within, last = os.path.split(name)
        while self._open[-1][0] != within:
            if len(self._open) == 1:
                raise Changed(name)
            os.close(self._open.pop()[1])
        return self._open[-1][1], last

    def enter(self, name: str, fd: int) -> None:
        """Say that the next items lie in that folder, which was opened as `fd`."""
        self._open.append((name, fd))

    def close(self) -> None:
        """Close all of these folders."""
        while self._open:
            os.close(self._open.pop()[1])


def again(folder: Folder, items: Iterable[Item]) -> Iterator[Found]:
    """Go once more through items that a walk has yielded, in its order; their folders are opened as `opened` opens
    files. Raises OSError, and Changed if a folder is not the one that was looked at."""
    above = Above(open_folder(folder))
    try:
        for item in items:
            parent, last = above.of(item.name)
            yield Found(item, parent, last)
            if item.is_folder:
                above.enter(item.name, _open(item, parent, last))
    finally:
        above.close()


@contextmanager
def opened(found: Found) -> Iterator[int]:
    """Open a file that was looked at, to be read. What is read is what the file held at that look, or Changed is raised
    at the end. Raises OSError."""
    fd = _open(*found)
    try:
        yield fd
        if identity_of(os.fstat(fd)) != found.item.identity:
            raise Changed(found.item.name)
    finally:
        os.close(fd)


def target_of(found: Found) -> str:
    """Where a link that was looked at leads. Raises OSError, and Changed if it is another link now."""
    fd = _open(*found)
    try:
        return os.readlink("", dir_fd=fd)
    finally:
        os.close(fd)


def _open(item: Item, parent: int, last: str) -> int:
    flags = _LOOK if item.is_link else _OPEN_FOLDER if item.is_folder else _OPEN
    try:
        fd = os.open(last, flags, dir_fd=parent)
    except OSError as problem:
        if problem.errno in _SOMETHING_ELSE:
            raise Changed(item.name) from problem
        raise
    status = os.fstat(fd)
    if stat.S_IFMT(status.st_mode) != stat.S_IFMT(item.mode) or identity_of(status) != item.identity:
        os.close(fd)
        raise Changed(item.name)
    return fd


def identity_of(status: os.stat_result) -> Identity:
    """The identity of a thing, from what the kernel says of it."""
    if stat.S_ISDIR(status.st_mode):
        return Identity(status.st_dev, status.st_ino, 0, 0, 0)
    return Identity(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def _trusted() -> set[int]:
    return {0, os.geteuid()}


def _may_read(user: int, mode: int, owner: int) -> bool:
    """Whether it is his, or everybody may read it, who gets there."""
    everybody = stat.S_IROTH | (stat.S_IXOTH if stat.S_ISDIR(mode) else 0)
    return user == owner or mode & everybody == everybody


def open_folder(folder: Folder) -> int:
    """Open a folder by its path, if whoever made a link on the way to it may read it himself. Raises OSError."""
    if isinstance(folder, Below):
        return os.open(folder.name, _OPEN_FOLDER, dir_fd=folder.fd)
    return _open_named(str(folder), None, os.O_DIRECTORY)[0]


def open_file(path: Path, owner: int | None = None) -> int:
    """Open a regular file in the same way, to be read; `owner` is the user who named it."""
    fd, _ = _open_named(str(path), owner, 0)
    if stat.S_ISREG(os.fstat(fd).st_mode):
        return fd
    os.close(fd)
    raise OSError(EINVAL, "it is not a file", str(path))


def _open_named(path: str, owner: int | None, flags: int) -> tuple[int, set[int]]:
    """Opened, and the strangers at whose word it is."""
    users = set() if owner is None else {owner}
    closed: set[int] = set()
    """The owners of folders on the way that not everybody may go through."""
    todo = [*reversed(os.path.abspath(path).split("/"))]
    links, folder = 0, os.open("/", _LOOK | os.O_DIRECTORY)
    try:
        while True:
            name = todo.pop() or "."
            here = os.open(name, _LOOK, dir_fd=folder)
            try:
                status = os.fstat(here)
                if stat.S_ISLNK(status.st_mode):
                    links += 1
                    if links > _MOST_LINKS:
                        raise OSError(ELOOP, os.strerror(ELOOP), path)
                    users.add(status.st_uid)
                    target = os.readlink("", dir_fd=here)
                    todo += reversed(target.split("/"))
                    if target.startswith("/"):
                        folder, here = os.open("/", _LOOK | os.O_DIRECTORY), folder
                elif todo:
                    closed |= set() if status.st_mode & stat.S_IXOTH else {status.st_uid}
                    folder, here = here, folder
                else:
                    strangers = users - _trusted()
                    _refuse(strangers, status, closed, path)
                    return _same(os.open(name, _OPEN | flags, dir_fd=folder), status, path), strangers
            finally:
                os.close(here)
    except OSError as problem:
        problem.filename = path  # not only its last name
        raise
    finally:
        os.close(folder)


def _refuse(strangers: set[int], status: os.stat_result, closed: set[int], path: str) -> None:
    """Raises PermissionError unless all of them may read it."""
    for user in strangers:
        gets_there = user == status.st_uid or closed <= {user}
        if not (gets_there and _may_read(user, status.st_mode, status.st_uid)):
            text = (
                f"it is of user {status.st_uid}, and user {user}, who has named it or made a link to it, may not be "
                "able to read it: so it is not read at his word"
            )
            raise PermissionError(EACCES, text, path)


def _same(fd: int, looked: os.stat_result, path: str) -> int:
    if os.path.samestat(os.fstat(fd), looked):
        return fd
    os.close(fd)
    raise Changed(path)
