"""The structs of a game as plain values, for whoever writes them down as types of another language.

Read from the game's own types, so that what a kit says of a game is what travels, also for games that are plugged in.
"""

from __future__ import annotations

import inspect as python
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import inspect

from arena.games import Game


@dataclass(frozen=True)
class Plain:
    """A number, a text, a truth, or anything at all."""

    name: Literal["int", "float", "str", "bool", "any"]


@dataclass(frozen=True)
class Words:
    """One of these texts."""

    values: tuple[str, ...]


@dataclass(frozen=True)
class Items:
    """A list of any length."""

    item: Kind


@dataclass(frozen=True)
class Row:
    """A list with one kind for each place."""

    items: tuple[Kind, ...]


@dataclass(frozen=True)
class Table:
    """An object whose keys are names, such as those of cards."""

    value: Kind


@dataclass(frozen=True)
class Maybe:
    """That, or null."""

    kind: Kind


@dataclass(frozen=True)
class Named:
    """A form, by its name."""

    name: str


Kind: TypeAlias = Plain | Words | Items | Row | Table | Maybe | Named


@dataclass(frozen=True)
class Field:
    """Of a form. Where it `may_lack`, it is absent when it is empty, 0, null or false."""

    name: str
    kind: Kind
    may_lack: bool


@dataclass(frozen=True)
class Form:
    """An object with these fields; `tag` is the field that tells the forms of a union apart, with its value here."""

    name: str
    words: str
    tag: tuple[str, str] | None
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Forms:
    """All forms of a game, each after those that it holds: `View`, `Memory` and `Options` are among them. A move is any
    of `moves`."""

    title: str
    parts: tuple[Form, ...]
    moves: tuple[Form, ...]


def forms_of(game: Game) -> Forms:
    """What a bot of the game reads. Raises ValueError for a type that has no place in such a list."""
    reading = _Reading()
    for name, root in ("View", game.view_type), ("Memory", game.memory_type), ("Options", game.options_type):
        reading.read(inspect.type_info(root), name)
    moves = inspect.type_info(game.move_type)
    kinds = moves.types if isinstance(moves, inspect.UnionType) else (moves,)
    parts = tuple(reading.forms)
    for kind in kinds:
        reading.read(kind, None)
    fresh = reading.forms[len(parts) :]
    names = {reading.names[kind.cls] for kind in kinds if isinstance(kind, inspect.StructType)}
    inner = tuple(form for form in fresh if form.name not in names)
    return Forms(game.title, (*parts, *inner), tuple(form for form in fresh if form.name in names))


class _Reading:
    """Forms by the structs that were met so far."""

    def __init__(self) -> None:
        self.forms: list[Form] = []
        self.names: dict[type[Any], str] = {}

    def read(self, kind: inspect.Type, name: str | None) -> Kind:
        """The kind of a type; `name` is that of its form, where it is to have another than its struct."""
        match kind:
            case inspect.Metadata():
                return self.read(kind.type, name)
            case inspect.IntType():
                return Plain("int")
            case inspect.FloatType():
                return Plain("float")
            case inspect.BoolType():
                return Plain("bool")
            case inspect.StrType():
                return Plain("str")
            case inspect.AnyType():
                return Plain("any")
            case inspect.LiteralType(values) if all(isinstance(value, str) for value in values):
                return Words(tuple(map(str, values)))
            case inspect.TupleType():
                return Row(tuple(self.read(item, None) for item in kind.item_types))
            case inspect.CollectionType():
                return Items(self.read(kind.item_type, None))
            case inspect.DictType():
                return Table(self.read(kind.value_type, None))
            case inspect.UnionType() if kind.includes_none and len(kind.types) == 2:
                (some,) = (one for one in kind.types if not isinstance(one, inspect.NoneType))
                return Maybe(self.read(some, name))
            case inspect.StructType():
                return Named(self._struct(kind, name))
        raise ValueError(f"{kind} has no place in a kit's types")

    def _struct(self, kind: inspect.StructType, name: str | None) -> str:
        if kind.cls in self.names and name is None:
            return self.names[kind.cls]
        name = name or kind.cls.__name__
        if name == "Move" or name in self.names.values():
            name += "Move" if kind.tag_field else "Part"
        self.names[kind.cls] = name
        fields = tuple(self._fields(kind))
        tag = (kind.tag_field, str(kind.tag)) if kind.tag_field else None
        self.forms.append(Form(name, _words(kind.cls), tag, fields))
        return name

    def _fields(self, kind: inspect.StructType) -> Iterator[Field]:
        omits = kind.cls.__struct_config__.omit_defaults
        for field in kind.fields:
            made = Field(field.encode_name, self.read(field.type, None), omits and not field.required)
            if made.may_lack and _default(field) and not isinstance(made.kind, Maybe):
                # Absent is not empty here: it stays to be seen as null.
                made = replace(made, kind=Maybe(made.kind))
            yield made


def _default(field: inspect.Field) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _words(cls: type[Any]) -> str:
    """What the struct says of itself, as one paragraph each."""
    text = python.cleandoc(cls.__doc__ or "")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))
