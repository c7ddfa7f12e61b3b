"""Finds what is still whole in a damaged file: every row whose checksum is right, wherever it lies.

SQLite comes to a row from the first page by way of others; if one of these is damaged, it finds none of the rows behind
it, however sound they are. Here every page of the file is looked at by itself, and every row in it is taken for what
its own checksum says. The layout of pages, rows and the log is that of https://www.sqlite.org/fileformat2.html.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from arena.store.layout import COLUMNS, PAGE, beside, holds

_INNER_INDEX, _LEAF_INDEX, _LEAF_TABLE = 2, 10, 13
"""The kinds of pages that have rows, by their first byte. Those of `fact`, which has no row numbers, are like those of
an index."""
_FIRST_PAGE = 100  # bytes of the file's own header before those of page 1
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # kinds of values, and their bytes
_FRAME = 24  # bytes before each page in the log
_LOG_HEAD = 32
_BROKEN = (IndexError, ValueError, struct.error)
"""The exceptions that following damaged numbers raises."""

Row = tuple[Any, ...]


class Wreck:
    """The pages of a contest's file, and of the log beside it; use it as a context manager. Raises OSError."""

    def __init__(self, path: Path) -> None:
        self._files = ExitStack()
        try:
            self._bytes = self._mapped(path)
            self._size = -(-len(self._bytes) // PAGE)
            log = beside(path)[0]
            self._log = self._mapped(log) if log.exists() else b""
            self._newer = _pages_of_log(self._log)
        except BaseException:
            self._files.close()
            raise

    def __enter__(self) -> Wreck:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, at: TracebackType | None
    ) -> None:
        self._files.close()

    def rows(self, table: str) -> Iterator[Row]:
        """All rows of a table whose checksum is right, in the order of the pages, without the checksums. A row may come
        twice if a kill has left it in two pages."""
        for number in range(1, max([self._size, *self._newer]) + 1):
            yield from self._rows(number, table)

    def _mapped(self, path: Path) -> bytes | mmap.mmap:
        file = self._files.enter_context(path.open("rb"))
        if not path.stat().st_size:
            return b""
        return self._files.enter_context(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))

    def _page(self, number: int) -> bytes:
        """Its bytes; what was cut off is 0. Raises ValueError where there is none."""
        if number in self._newer:
            begin = self._newer[number]
            return self._log[begin : begin + PAGE]
        if not 1 <= number <= self._size:
            raise ValueError(f"there is no page {number}")
        return self._bytes[(number - 1) * PAGE : number * PAGE].ljust(PAGE, b"\0")

    def _rows(self, number: int, table: str) -> Iterator[Row]:
        page = self._page(number)
        at = _FIRST_PAGE if number == 1 else 0
        kind = page[at]
        if kind != _LEAF_TABLE and (table != "fact" or kind not in (_INNER_INDEX, _LEAF_INDEX)):
            return
        (cells,) = struct.unpack_from(">H", page, at + 3)
        first = at + (12 if kind == _INNER_INDEX else 8)
        for place in range(min(cells, (PAGE - first) // 2)):
            with suppress(*_BROKEN):
                (begin,) = struct.unpack_from(">H", page, first + 2 * place)
                row = self._row(page, begin + (4 if kind == _INNER_INDEX else 0), kind, COLUMNS[table])
                if holds(table, row):
                    yield row[:-1]

    def _row(self, page: bytes, at: int, kind: int, columns: int) -> Row:
        size, at = _varint(page, at)
        key = None
        if kind == _LEAF_TABLE:
            key, at = _varint(page, at)
        # How much of a row is in its own page; the rest is in a chain of others.
        most = PAGE - 35 if kind == _LEAF_TABLE else (PAGE - 12) * 64 // 255 - 23
        here = size
        if size > most:
            least = (PAGE - 12) * 32 // 255 - 23
            here = least + (size - least) % (PAGE - 4)
            here = here if here <= most else least
        body = page[at : at + here]
        if size > here:
            (next,) = struct.unpack_from(">I", page, at + here)
            body += self._chain(next, size - here)
        return _values(body, key, columns)

    def _chain(self, number: int, size: int) -> bytes:
        parts = list[bytes]()
        if size > len(self._bytes) + len(self._log):
            raise ValueError("longer than the file")
        while size > 0:
            page = self._page(number)
            (number,) = struct.unpack_from(">I", page)
            parts.append(page[4 : 4 + size])
            size -= PAGE - 4
        return b"".join(parts)


def _pages_of_log(log: bytes | mmap.mmap) -> dict[int, int]:
    """Where in the log the last version of each page begins, up to the last transaction that came to its end."""
    newer, open = dict[int, int](), dict[int, int]()
    if len(log) < _LOG_HEAD or log[8:12] != PAGE.to_bytes(4, "big"):
        return newer
    salt = log[16:24]
    for begin in range(_LOG_HEAD, len(log) - _FRAME - PAGE + 1, _FRAME + PAGE):
        number, whole = struct.unpack_from(">II", log, begin)
        if log[begin + 8 : begin + 16] != salt:  # of an earlier round of the log
            break
        open[number] = begin + _FRAME
        if whole:
            newer |= open
            open.clear()
    return newer


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9


def _values(body: bytes, key: int | None, columns: int) -> Row:
    """The values of a row, whose number stands for the column that is left empty for it."""
    begin, at = _varint(body, 0)
    values = list[Any]()
    value: Any
    for _ in range(columns):
        kind, at = _varint(body, at)
        if kind == 0:
            value, end = key, begin
        elif kind in _INTEGERS:
            end = begin + _INTEGERS[kind]
            value = int.from_bytes(body[begin:end], "big", signed=True)
        elif kind in (8, 9):
            value, end = kind - 8, begin
        elif kind >= 12:
            end = begin + (kind - 12) // 2
            value = body[begin:end] if kind % 2 == 0 else body[begin:end].decode()
        else:
            raise ValueError(f"no value of a contest's file is of kind {kind}")
        if end > len(body):
            raise ValueError("it ends before its last value")
        values.append(value)
        begin = end
    return tuple(values)
