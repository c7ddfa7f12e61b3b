"""Marks, by their types, which numbers in a game's structs are seats, so that whoever shows them can say who sits
there.

This changes nothing of what is sent: a `SeatNumber` is a whole number, and a `BySeat` a list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, TypeAlias, TypeVar

from msgspec import Meta, Struct, inspect

_Item = TypeVar("_Item")
_SEAT, _BY_SEAT = "seat", "by_seat"

SeatNumber: TypeAlias = Annotated[int, Meta(extra={"shown_as": _SEAT})]
"""The type of a struct's field that holds a seat's number, or a number that stands for no seat, such as -1."""

BySeat: TypeAlias = Annotated[tuple[_Item, ...], Meta(extra={"shown_as": _BY_SEAT})]
"""In a struct: one item for each seat, in their order."""


class SeatFields(Struct, frozen=True):
    """The fields of a struct's type that are seats, or lists of seats, and those with an item for each seat.

    A field within others is named by their names, joined with dots; lists on the way are not counted as steps, and what
    is inside of mappings is not looked at.
    """

    seat: tuple[str, ...]
    by_seat: tuple[str, ...]


def seat_fields(kind: type[Any]) -> SeatFields:
    """What the type says of the numbers in it."""
    found = set(_marked(inspect.type_info(kind), "", ()))
    return SeatFields(
        tuple(sorted(path for path, mark in found if mark == _SEAT)),
        tuple(sorted(path for path, mark in found if mark == _BY_SEAT)),
    )


def _marked(node: inspect.Type, path: str, inside: tuple[type, ...]) -> Iterator[tuple[str, str]]:
    """Paths with the mark that is there."""
    if isinstance(node, inspect.Metadata):
        if node.extra is not None and "shown_as" in node.extra:
            yield path, node.extra["shown_as"]
        yield from _marked(node.type, path, inside)
    elif isinstance(node, inspect.UnionType):
        for one in node.types:
            yield from _marked(one, path, inside)
    elif isinstance(node, inspect.StructType):
        if node.cls not in inside:  # a struct that holds others of its kind says the same of each
            for field in node.fields:
                yield from _marked(field.type, f"{path}.{field.encode_name}".lstrip("."), (*inside, node.cls))
    elif isinstance(node, inspect.TupleType):
        for one in node.item_types:
            yield from _marked(one, path, inside)
    elif isinstance(node, inspect.CollectionType):
        yield from _marked(node.item_type, path, inside)
