"""The table in words: any game's structs by their form alone, for one who reads them in a terminal.

Single values stand in lines, lists of like objects in tables where these have room, else each object in lines of its
own; which numbers are seats the types of the game say. What is empty is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from arena.games import SeatFields, seat_fields
from arena.layout import flowing, table_width
from arena.protocol import printable
from arena.standings import text_style

_INDENT = "  "
_EMPTY: tuple[Any, ...] = (None, "", [], {})
_IN_LINE = 60
"""The most letters of a value that shares its line with others."""


class TableWords:
    """Writes one game's structs for people. `names[seat]` is who sits there; lines are at most as long as `width`, the
    columns of a terminal, or as long as they are without one."""

    def __init__(self, names: Sequence[str], width: int | None) -> None:
        self._names = names
        self._width = width
        self._fields: dict[type, SeatFields] = {}

    def lines(self, title: str, struct: Struct) -> list[str]:
        """A struct under its title; nothing if the struct is empty."""
        kind = type(struct)
        if kind not in self._fields:
            self._fields[kind] = seat_fields(kind)
        plain = msgspec.json.decode(msgspec.json.encode(struct))
        body = list(_Words(self._names, self._fields[kind], self._width).object("", plain, 1))
        return [title, *body] if body else []


class _Words:
    def __init__(self, names: Sequence[str], fields: SeatFields, width: int | None) -> None:
        self._names = names
        self._seat = frozenset(fields.seat)
        self._by_seat = frozenset(fields.by_seat)
        self._width = width

    def object(self, path: str, value: Mapping[str, Any], depth: int) -> Iterator[str]:
        """The fields in their order; short ones that follow each other share a line."""
        shared: list[str] = []
        for key, item in value.items():
            if item in _EMPTY:
                continue
            at = f"{path}.{key}".lstrip(".")
            said = None if _is_list_of_objects(item) else f"{_label(key)} {self.phrase(at, item)}"
            if said is not None and len(said) <= _IN_LINE:
                shared.append(said)
                continue
            yield from self._flow(shared, depth)
            shared = []
            if said is not None:
                yield from self._flow([said], depth)
            else:
                yield from self._list(at, item, _label(key), depth)
        yield from self._flow(shared, depth)

    def _flow(self, said: Sequence[str], depth: int) -> Iterator[str]:
        if said:
            yield from flowing(_INDENT * depth + "; ".join(said), self._width).split("\n")

    def _list(self, path: str, items: Sequence[Mapping[str, Any]], title: str, depth: int) -> Iterator[str]:
        yield _INDENT * depth + title
        names = [self._called(path, at, len(items)) for at in range(len(items))]
        columns = list(dict.fromkeys(key for item in items for key in self._there(item)))
        rows = [
            [name, *(self.phrase(f"{path}.{key}", item[key]) if key in item else "" for key in columns)]
            for name, item in zip(names, items, strict=True)
        ]
        heads = ["", *map(_label, columns)]
        indent = _INDENT * (depth + 1)
        if self._width is None or table_width(heads, rows) + len(indent) <= self._width:
            numbers = {key for key in columns if all(_is_number(item.get(key)) for item in items)}
            align = "l" + "".join("r" if key in numbers else "l" for key in columns)
            text = text_style().table(heads, rows, align)
            yield from (f"{indent}{line}".rstrip() for line in text.split("\n"))
        else:
            for name, item in zip(names, items, strict=True):
                if any(map(_is_list_of_objects, item.values())):
                    yield f"{indent}{name}"
                    yield from self.object(path, item, depth + 2)
                else:
                    told = [f"{_label(key)} {self.phrase(f'{path}.{key}', item[key])}" for key in self._there(item)]
                    yield from self._flow([f"{name}: {'; '.join(told)}"], depth + 1)

    @staticmethod
    def _there(item: Mapping[str, Any]) -> list[str]:
        return [key for key, value in item.items() if value not in _EMPTY]

    def _called(self, path: str, at: int, count: int) -> str:
        """What a row is called: its seat, or its number, as moves name it."""
        return self._who(at) if path in self._by_seat and count == len(self._names) else str(at)

    def _who(self, seat: int) -> str:
        return printable(self._names[seat])

    def phrase(self, path: str, value: Any) -> str:
        """Any value in one line."""
        if value in _EMPTY:
            return "-"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int) and path in self._seat and 0 <= value < len(self._names):
            return self._who(value)
        if isinstance(value, Mapping):
            return self._object_phrase(path, value)
        if isinstance(value, list):
            return self._list_phrase(path, value)
        return printable(str(value))

    def _list_phrase(self, path: str, items: list[Any]) -> str:
        if path in self._by_seat and len(items) == len(self._names):
            # A list in it is of the same path, and is one seat's.
            own = [", ".join(map(str, item)) if isinstance(item, list) else self.phrase("", item) for item in items]
            return ", ".join(f"{self._who(seat)} {printable(one) or '-'}" for seat, one in enumerate(own))
        return ", ".join(self._inner(path, item) for item in items)

    def _inner(self, path: str, value: Any) -> str:
        said = self.phrase(path, value)
        return f"({said})" if isinstance(value, list) and value else said

    def _object_phrase(self, path: str, value: Mapping[str, Any]) -> str:
        """A text that comes first is what the object is called: `mafia 2 (skills L, cost 6)`."""
        told = {key: self._inner(f"{path}.{key}".lstrip("."), one) for key, one in value.items() if one not in _EMPTY}
        if not told:
            return "-"
        first = next(iter(told))
        called = told.pop(first) if isinstance(value[first], str) else None
        rest = ", ".join(f"{_label(key)} {one}" for key, one in told.items())
        if called is None:
            return f"({rest})"
        return f"{called} ({rest})" if rest else called


def _is_list_of_objects(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _label(key: str) -> str:
    return printable(key.replace("_", " "))
