"""A zip file that may be a stranger's: how much is in it has a bound, which is checked before any of it is unpacked.

The sizes that the file itself states are what counts: no more than that is ever read of a member, and less is damage.
"""

from __future__ import annotations

import io
import os
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeVar
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from arena.errors import WrongInput
from arena.files.descent import BLOCK, MOST_DEPTH
from arena.files.members import is_link, is_plain
from arena.files.regular_file import MIB

TIMES = 50
"""How many times its own size a bundle may have when it is unpacked. Records of games have 5 to 11 times."""
LEAST_MIB, MOST_MIB = 64, 8192
"""The MiB that even a small bundle may have unpacked, and the MiB that no large one may exceed unless somebody allows
it."""
MOST_LISTED, LISTED = 16 * MIB, 46
"""The most bytes of the list of members, which is read in one go; and the bytes of each member in it, beside its
name."""
PIECE = 1 << 20

_DAMAGE = (BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, LookupError, ValueError)
"""Every exception that reading a damaged zip file is known to raise."""

A = TypeVar("A", bound="Archive")


class BundleError(WrongInput):
    """The bundle cannot be made or read; the text says which file, why, and what to do."""


class _Frugal(io.BufferedReader):
    """Gives the library that reads zip files no list of members that would fill the memory."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > MOST_LISTED:
            said = f"its list of members has {size} bytes, more than the {MOST_LISTED} that are read"
            raise BundleError(f"{self.name}: {said}: it holds too many files")
        return super().read(size)


class Archive:
    """An open zip file. `unpacked` is the number of bytes that it would take on a disk, unpacked."""

    def __init__(self, path: Path, file: ZipFile, unpacked: int) -> None:
        self.path = path
        self.unpacked = unpacked
        self._file = file

    @classmethod
    @contextmanager
    def open(cls: type[A], path: Path, most_mib: int | None = None) -> Iterator[A]:
        """Open the file at `path`. Raises BundleError if it is no zip file, is damaged, or would have more than
        `most_mib` MiB unpacked, by default more than `TIMES` times its size."""
        try:
            raw = _Frugal(io.FileIO(path))
        except (OSError, ValueError) as problem:
            raise BundleError(f"{path}: cannot be read: {problem}") from problem
        with raw:
            try:
                file = ZipFile(raw)
            except _DAMAGE as problem:
                raise BundleError(f"{path}: damaged, or cut short: {problem}; fetch it again") from problem
            with file:
                yield cls(path, file, _measured(path, file, os.fstat(raw.fileno()).st_size, most_mib))

    def info(self, name: str, links: bool = False) -> ZipInfo:
        """What the file states of a member that may be unpacked under its name; a link only with `links`. Raises
        BundleError."""
        try:
            info = self._file.getinfo(name)
        except KeyError:
            raise BundleError(f"{self.path}: {name} is missing") from None
        if {"", ".", ".."} & {*name.removesuffix("/").split("/")}:
            raise BundleError(f"{self.path}: {name} is refused: a name that leads to somewhere else")
        if name.count("/") > MOST_DEPTH:
            raise BundleError(f"{self.path}: {name[:80]}... is refused: more than {MOST_DEPTH} folders in each other")
        if not is_plain(info) and not (links and is_link(info)):
            raise BundleError(f"{self.path}: {name} is refused: it is no file and no folder")
        return info

    @contextmanager
    def opened(self, name: str, links: bool = False) -> Iterator[IO[bytes]]:
        """Open a member to be read. Raises BundleError, at once and while it is read."""
        info = self.info(name, links)
        try:
            if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise BadZipFile(f"packed by method {info.compress_type}")
            with self._file.open(info) as member:
                yield member
        except _DAMAGE as problem:
            raise BundleError(f"{self.path}: {name} is damaged: {problem}") from problem

    def pieces(self, name: str, links: bool = False) -> Iterator[bytes]:
        """The content of a member, piece by piece. Raises BundleError."""
        with self.opened(name, links) as member:
            while piece := member.read(PIECE):
                yield piece

    def whole(self, name: str, most: int) -> bytes:
        """The whole content of a member. Raises BundleError if it is damaged or has more than `most` bytes."""
        content = bytearray()
        for piece in self.pieces(name):
            content += piece
            if len(content) > most:
                raise BundleError(f"{self.path}: {name} has more than {most} bytes")
        return bytes(content)


def _measured(path: Path, file: ZipFile, size: int, most_mib: int | None) -> int:
    """The bytes of all members on a disk. Raises BundleError where they are too many."""
    unpacked = sum(info.file_size + BLOCK for info in file.infolist())
    usual = min(max(TIMES * size, LEAST_MIB * MIB), MOST_MIB * MIB)
    most = usual if most_mib is None else most_mib * MIB
    if unpacked > most:
        rule = f"{TIMES} times its size, and from {LEAST_MIB} to {MOST_MIB} MiB" if most_mib is None else "--unpacked"
        raise BundleError(
            f"{path}: it has {size / MIB:.1f} MiB and would have {unpacked / MIB:.0f} unpacked, more than "
            f"{most / MIB:.0f} ({rule}), so nothing of it is unpacked: if you trust it, say "
            f"--unpacked {-(-unpacked // MIB)}"
        )
    return unpacked
