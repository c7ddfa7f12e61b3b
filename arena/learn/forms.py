"""What kinds of values a struct's type promises, as far as numbers are made of them.

A form is a type without what only the wire needs. Each has a path, by which a layout keeps what was seen there:
`view.hand` is a field, `view.hand[]` any item of a list, `view.job?Job` the value where a union holds a `Job`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from msgspec import inspect

from arena.games import SeatFields, seat_fields


@dataclass(frozen=True)
class Flag:
    """True or false."""

    path: str


@dataclass(frozen=True)
class Number:
    """A number; `low` and `high` as its type declares them, None where it does not."""

    path: str
    whole: bool
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Word:
    """One of some words (or of other single values); `declared` by its type, None where it may be any text."""

    path: str
    declared: tuple[Any, ...] | None


@dataclass(frozen=True)
class SeatForm:
    """The number of a seat, or of none."""

    path: str


@dataclass(frozen=True)
class Record:
    """A struct: the names of its attributes with their forms."""

    path: str
    fields: tuple[tuple[str, Form], ...]


@dataclass(frozen=True)
class Either:
    """One of several kinds, told apart by the Python types that each has. None, the kind without a value, is left
    out."""

    path: str
    kinds: tuple[tuple[str, tuple[type, ...], Form], ...]


@dataclass(frozen=True)
class Items:
    """A list. `by_seat`: an item for each seat, in their order."""

    path: str
    item: Form
    by_seat: bool


@dataclass(frozen=True)
class Row:
    """A list with a kind of its own at each place."""

    path: str
    items: tuple[Form, ...]


@dataclass(frozen=True)
class Named:
    """Values by name."""

    path: str
    value: Form


@dataclass(frozen=True)
class Nothing:
    """A kind of value that no numbers are made of: raw bytes, times, a struct within one of its own kind."""

    path: str


Form: TypeAlias = Flag | Number | Word | SeatForm | Record | Either | Items | Row | Named | Nothing

_PYTHON: dict[type[inspect.Type], tuple[type, ...]] = {
    inspect.BoolType: (bool,),
    inspect.IntType: (int,),
    inspect.FloatType: (float, int),
    inspect.StrType: (str,),
    inspect.DictType: (dict,),
    inspect.ListType: (list,),
    inspect.TupleType: (tuple,),
    inspect.VarTupleType: (tuple,),
    inspect.SetType: (set,),
    inspect.FrozenSetType: (frozenset,),
}


def form_of(kind: Any, path: str) -> Form:
    """The form of a struct's type, or of a union of them."""
    return _Forms(seat_fields(kind)).of(inspect.type_info(kind), path, "", ())


class _Forms:
    def __init__(self, seats: SeatFields) -> None:
        self._seats = seats

    def of(self, node: inspect.Type, path: str, field: str, inside: tuple[type, ...]) -> Form:
        """`field` is the path as `SeatFields` has it, and `inside` the structs on the way."""
        match node:
            case inspect.Metadata(type=inner):
                return self.of(inner, path, field, inside)
            case inspect.UnionType(types=types):
                return Either(path, tuple(self._kind(one, path, field, inside) for one in types if _has_value(one)))
            case inspect.StructType(cls=cls, fields=fields) if cls not in inside:
                within = (*inside, cls)
                return Record(
                    path,
                    tuple(
                        (
                            one.name,
                            self.of(one.type, f"{path}.{one.name}", f"{field}.{one.encode_name}".lstrip("."), within),
                        )
                        for one in fields
                    ),
                )
            case inspect.TupleType(item_types=types):
                return Row(path, tuple(self.of(one, f"{path}[{at}]", field, inside) for at, one in enumerate(types)))
            case inspect.CollectionType(item_type=item):
                return Items(path, self.of(item, f"{path}[]", field, inside), field in self._seats.by_seat)
            case inspect.DictType(value_type=value):
                return Named(path, self.of(value, f"{path}{{}}", field, inside))
            case inspect.BoolType():
                return Flag(path)
            case inspect.IntType() if field in self._seats.seat:
                return SeatForm(path)
            case inspect.IntType(ge=low, le=high):
                return Number(path, True, low, high)
            case inspect.FloatType(ge=low, le=high):
                return Number(path, False, low, high)
            case inspect.LiteralType(values=values):
                return Word(path, tuple(values))
            case inspect.EnumType(cls=cls):
                return Word(path, tuple(cls))
            case inspect.StrType():
                return Word(path, None)
        return Nothing(path)

    def _kind(
        self, node: inspect.Type, path: str, field: str, inside: tuple[type, ...]
    ) -> tuple[str, tuple[type, ...], Form]:
        bare = node.type if isinstance(node, inspect.Metadata) else node
        if isinstance(bare, inspect.StructType | inspect.EnumType):
            types: tuple[type, ...] = (bare.cls,)
        elif isinstance(bare, inspect.LiteralType):
            types = tuple({type(value) for value in bare.values})
        else:
            types = _PYTHON.get(type(bare), ())
        name = bare.cls.__name__ if isinstance(bare, inspect.StructType) else types[0].__name__ if types else "other"
        return name, types, self.of(node, f"{path}?{name}", field, inside)


def _has_value(node: inspect.Type) -> bool:
    return not isinstance(node, inspect.NoneType)


def plain(value: Any) -> Any:
    """A word as JSON has it."""
    return value.value if isinstance(value, Enum) else value
