"""Bots on other machines: their folders found there by what is in them, or sent and unpacked.

A folder is known by its hash: the names, contents and links in it, and which files are executable. On a machine where
an equal folder lies at the same path (the same machine, or a disk that both share) it is used where it is. Else it is
packed, sent, and unpacked into a cache, and the bot is started there. The cache serves all of a user's contests on the
machine. When it has grown too large, folders go that nobody has used for longest; never one that somebody holds.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arena.errors import Trouble
from arena.files import (
    INTO,
    LEFT_OUT,
    MIB,
    NEW,
    Above,
    Found,
    again,
    hash_regular,
    opened,
    pieces,
    remove,
    target_of,
    walk,
    weight,
)
from arena.programs import moved
from arena.sandbox import Program, check_startable, environment

MOST_MIB = 256
"""The most MiB of one folder, which is in memory while it is sent."""
MOST_CACHED_MIB = 4096
"""The most MiB of the cache on the disk; it may be more while more is in use."""
IN_USE = 3600.0
"""The seconds for which a folder counts as in use after somebody found it: by then it is held, or is not needed."""


DRAFT = "draft-"


class ShippingError(Trouble):
    """A folder cannot be sent, or did not arrive as it was; the text says why and what to do."""


class Entry(Struct, frozen=True, array_like=True):
    """Something in a folder: `content` are the bytes of a file, or where a link leads."""

    name: bytes
    mode: int
    content: bytes


class Shipment(Struct, frozen=True):
    """A bot that is sent to another machine.

    `named` are the words of its command that name a file, with the hash of its content, or a folder, with "": what a
    command names must be the same everywhere. `installed` is whether the program is one of the machine's own, which may
    lie elsewhere there; `python` is the Python of this arena, "" if the bot does not use it.
    """

    program: Program
    named: dict[str, str]
    installed: bool
    python: str


def hash_folder(folder: Path, apart: Sequence[Path] = ()) -> str:
    """The hash, 32 hex digits, of all that is in a folder except what is `apart` (absolute paths). Raises OSError, and
    ShippingError if the folder has more than may be sent."""
    return _hash(_entries(folder, apart))


def pack(folder: Path, apart: Sequence[Path] = ()) -> tuple[str, bytes]:
    """The hash of a folder, and bytes of which `unpack` makes an equal folder: the same bytes for equal folders with
    equal permissions. Raises as `hash_folder`."""
    entries = list(_entries(folder, apart))
    return _hash(entries), msgspec.msgpack.encode(entries)


def find(folder: Path, hash: str, cache: Path, apart: Sequence[Path] = ()) -> Path | None:
    """The path of a folder with that hash on this machine: its own path, or one in the cache; None if there is none."""
    if _is_equal(folder, hash, apart):
        return folder
    for place in sorted(cache.glob(f"{hash}-*")):
        if _is_equal(place, hash):
            with suppress(OSError):  # it is going
                os.utime(place)
                return place
    return None


@contextmanager
def held(places: Iterable[Path]) -> Iterator[None]:
    """Keep folders of the cache from being removed while this context lasts. The end of this process ends it as well.
    Raises OSError if one has just gone."""
    with ExitStack() as stack:
        for place in places:
            fd = os.open(place, os.O_RDONLY | os.O_DIRECTORY)
            stack.callback(os.close, fd)
            fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
            if not os.path.samestat(os.fstat(fd), os.stat(place)):
                raise FileNotFoundError(f"{place} has gone")
            stack.callback(os.utime, fd)
        yield


def tidy_up(cache: Path, most_mib: float = MOST_CACHED_MIB) -> None:
    """Remove folders of the cache, first those that nobody has used for longest, until all take no more than `most_mib`
    MiB of the disk; and unfinished ones of processes that were killed."""
    found, size = [], 0.0
    for path in cache.iterdir():
        with suppress(OSError):  # it has just gone
            mib = weight(path) / MIB
            found.append((path.stat().st_mtime, mib, path))
            size += mib
    for used, mib, path in sorted(found):
        if used > time.time() - IN_USE:
            return
        if (size > most_mib or path.name.startswith(DRAFT)) and _take_away(path):
            size -= mib


def _take_away(path: Path) -> bool:
    """Remove a folder of the cache, unless somebody holds it."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(fd).st_mtime > time.time() - IN_USE:
                return False
            draft = Path(mkdtemp(prefix=DRAFT, dir=path.parent))
            path.rename(draft)  # nobody finds a half of it
            remove(draft)
            return True
        finally:
            os.close(fd)
    except OSError:
        return False


def unpack(hash: str, packed: bytes, cache: Path) -> Path:
    """Unpack a folder into the cache, whole or not at all, whoever else unpacks it at the same time. Returns its path.
    A bot may have written into an earlier copy, and another contest may be using that one: so it is left, and there is
    a new one. Raises OSError, and ShippingError if the folder does not have that hash."""
    entries = msgspec.msgpack.decode(packed, type=list[Entry])
    if _hash(entries) != hash:
        raise ShippingError("a bot's folder did not arrive as it was sent")
    cache.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = Path(mkdtemp(prefix=DRAFT, dir=cache))
    try:
        _write(entries, draft)
        for number in count():
            target = cache / f"{hash}-{number}"
            try:
                # To an empty folder it would be renamed as well: an equal one, as nobody makes any other.
                draft.rename(target)
                break
            except OSError:
                if not target.is_dir():
                    raise
                if _is_equal(target, hash):
                    break
        os.utime(target)
    finally:
        remove(draft)
    tidy_up(cache)
    return target


def cache_folder() -> Path:
    """The folder where this machine keeps the folders that were sent to it, for all of this user's contests."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "arena" / "bots"


def shipment(program: Program, bind: Sequence[str]) -> Shipment | None:
    """How a bot is sent; its jail shows it what is in `bind`, and what else it needs is found anew there. None for a
    bot that cannot be started here: it is out of its contest and never plays."""
    try:
        check_startable(program)
    except OSError:
        return None
    first = program.argv[0]
    python = sys.executable if sys.executable in program.argv else ""
    search = environment(program).get("PATH", os.defpath)
    installed = first == python or (not _inside(first, program.folder) and _which(first, search) == first)
    words = program.argv[1:] if installed else program.argv
    contents = {word: _content(os.path.join(program.folder, word)) for word in words if word != python}
    named = {word: content for word, content in contents.items() if content is not None}
    return Shipment(replace(program, bind=tuple(bind)), named, installed, python)


def settle(shipped: Shipment, folder: Path) -> tuple[Program, list[str]]:
    """How a bot is started on this machine if its folder is `folder`, and what keeps it from being the same bot, in
    words for people; [] if nothing does."""
    program = moved(shipped.program, folder)
    words = dict(zip(shipped.program.argv, program.argv, strict=True))
    problems = [
        f"bot {program.name}: {words[word]}, a word of its command, is not there, or is another file than where the "
        "contest runs: keep what the command names in the bot's dir, and no links out of it"
        for word, content in shipped.named.items()
        if _content(os.path.join(folder, words[word])) != content
    ]
    if shipped.python:
        program = replace(
            program, argv=tuple(sys.executable if word == shipped.python else word for word in program.argv)
        )
    if shipped.installed and not os.access(program.argv[0], os.X_OK):
        found = _which(program.argv[0], environment(program).get("PATH", os.defpath))
        program = replace(program, argv=(found or program.argv[0], *program.argv[1:]))
    try:
        check_startable(program)
    except OSError as problem:
        problems.append(f"bot {program.name} cannot be started: {problem.filename}: {problem.strerror}: install it")
    return program, problems


def _is_equal(folder: Path, hash: str, apart: Sequence[Path] = ()) -> bool:
    try:
        return hash_folder(folder, apart) == hash
    except (OSError, ShippingError):  # it is not there, or is quite another one
        return False


def _entries(folder: Path, apart: Sequence[Path]) -> Iterator[Entry]:
    items, size = [], 0
    for item in walk(folder, apart, LEFT_OUT):
        items.append(item)
        size += item.size
        if size > MOST_MIB * MIB:
            raise ShippingError(
                f"the folder {folder} has more than {MOST_MIB} MiB, which is the most that is sent to other machines: "
                "give its bot a dir of its own, and keep large files outside of it, at the same path on all machines"
            )
    kept = [item for item in items if item.is_folder or item.is_link or item.is_file]
    return (_entry(found) for found in again(folder, kept))


def _entry(found: Found) -> Entry:
    item, content = found.item, b""
    if item.is_link:
        content = os.fsencode(target_of(found))
    elif item.is_file:
        with opened(found) as fd:
            content = b"".join(pieces(fd, item))
    return Entry(os.fsencode(item.name), item.mode, content)


def _hash(entries: Iterable[Entry]) -> str:
    total = sha256()
    for entry in entries:
        kind, program = stat.S_IFMT(entry.mode), stat.S_ISREG(entry.mode) and bool(entry.mode & 0o111)
        total.update(repr((entry.name, kind, program, sha256(entry.content).digest())).encode())
    return total.hexdigest()[:32]


def _write(entries: Sequence[Entry], target: Path) -> None:
    """Permissions are kept, as far as the owner can still read; special rights are not. Raises OSError, also for names
    that lead anywhere else."""
    above = Above(os.open(target, INTO))
    try:
        for entry in entries:
            name = os.fsdecode(entry.name)
            parent, last = above.of(name)
            if stat.S_ISDIR(entry.mode):
                os.mkdir(last, 0o700, dir_fd=parent)
                above.enter(name, os.open(last, INTO, dir_fd=parent))
            elif stat.S_ISLNK(entry.mode):
                os.symlink(os.fsdecode(entry.content), last, dir_fd=parent)
            else:
                with open(os.open(last, NEW, 0o600, dir_fd=parent), "wb") as file:
                    file.write(entry.content)
                    os.fchmod(file.fileno(), entry.mode & 0o777 | 0o400)
    finally:
        above.close()
    for entry in reversed(entries):  # a folder that is closed to writing last of all
        if stat.S_ISDIR(entry.mode):
            (target / os.fsdecode(entry.name)).chmod(entry.mode & 0o777 | 0o500)
    target.chmod(0o755)


def _inside(path: str, folder: str) -> bool:
    return path.startswith(folder.rstrip("/") + "/")


def _which(word: str, search: str) -> str | None:
    """Where a program of that name is installed."""
    return shutil.which(os.path.basename(word), path=search)


def _content(path: str) -> str | None:
    """The hash of a file, "" of a folder, None of what is neither or cannot be read."""
    try:
        if os.path.isfile(path):
            return hash_regular(path)
        return "" if os.path.isdir(path) else None
    except OSError:
        return None
