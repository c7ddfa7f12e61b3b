"""A game's forms as TypeScript's types; JavaScript reads the same."""

from __future__ import annotations

from collections.abc import Iterator
from json import dumps

from arena.kits.forms import Form, Forms, Items, Kind, Maybe, Named, Plain, Row, Table, Words
from arena.kits.types.comments import star

_PLAIN = {"int": "number", "float": "number", "str": "string", "bool": "boolean", "any": "unknown"}


def write(forms: Forms) -> str:
    """`game.ts`: an interface for each form, and `Move`, the union that `do` tells apart."""
    head = f"// What a bot of {forms.title} reads. Written by `arena kit`.\n"
    body = [_form(form) for form in (*forms.parts, *forms.moves)]
    body.append("export type Move =\n" + "\n".join(f"  | {form.name}" for form in forms.moves) + ";")
    return "\n\n".join([head.rstrip(), *body]) + "\n"


def _form(form: Form) -> str:
    inside = "\n".join(f"  readonly {line};" for line in _fields(form))
    return f"{star(form.words)}export interface {form.name} {{\n{inside}\n}}"


def _fields(form: Form) -> Iterator[str]:
    if form.tag:
        yield f"{form.tag[0]}: {dumps(form.tag[1])}"
    for field in form.fields:
        yield f"{field.name}{'?' if field.may_lack else ''}: {_kind(field.kind)}"


def _kind(kind: Kind) -> str:
    match kind:
        case Plain(name):
            return _PLAIN[name]
        case Words(values):
            return " | ".join(map(dumps, values))
        case Items(item):
            inner = _kind(item)
            return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
        case Row(items):
            return f"readonly [{', '.join(map(_kind, items))}]"
        case Table(value):
            return f"Readonly<Record<string, {_kind(value)}>>"
        case Maybe(some):
            return f"{_kind(some)} | null"
        case Named(name):
            return name
