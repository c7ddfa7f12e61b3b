"""A game's forms as Python's types: dictionaries whose keys a type checker knows."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from json import dumps
from keyword import iskeyword

from arena.kits.forms import Field, Form, Forms, Items, Kind, Maybe, Named, Plain, Row, Table, Words

_WIDTH = 120


def write(forms: Forms) -> str:
    """`game.py`: a TypedDict for each form, and `Move`, the union of the moves."""
    head = f'"""What a bot of {forms.title} reads, as it comes: dictionaries. Written by `arena kit`."""\n\n'
    head += "from __future__ import annotations\n\n"
    body = [_form(form) for form in (*forms.parts, *forms.moves)]
    union = " | ".join(form.name for form in forms.moves)
    if len(union) > _WIDTH - 4:
        union = union.replace(" | ", "\n    | ")
    body.append(f"Move: TypeAlias = (\n    {union}\n)" if len(forms.moves) > 3 else f"Move: TypeAlias = {union}")
    text = "\n\n\n".join(body)
    used = [name for name in ("Any", "Literal", "NotRequired", "TypeAlias", "TypedDict") if f"{name}" in text]
    return f"{head}from typing import {', '.join(used)}\n\n\n{text}\n"


def _form(form: Form) -> str:
    lines = list(_fields(form))
    words = "\n\n".join(textwrap.fill(part, _WIDTH - 12) for part in form.words.split("\n\n"))
    if any(iskeyword(field.name) or not field.name.isidentifier() for field in form.fields):
        # A key that is a word of Python cannot stand in a class.
        inside = "\n".join(f'        "{name}": {kind},' for name, kind in lines)
        comment = "\n".join(f"# {line}".rstrip() for line in words.splitlines())
        return f'{comment}\n{form.name} = TypedDict(\n    "{form.name}",\n    {{\n{inside}\n    }},\n)'
    said = textwrap.indent(f'"""{words}"""', "    ") if words else ""
    inside = "\n".join(map(_broken, (f"    {name}: {kind}" for name, kind in lines)))
    parts = [part for part in (said, inside) if part] or ["    pass"]
    return f"class {form.name}(TypedDict):\n" + "\n\n".join(parts)


def _broken(line: str) -> str:
    """A line, or several where it is too long: one for each word that a text can be."""
    if len(line) <= _WIDTH:
        return line
    head, _, rest = line.partition("Literal[")
    words, _, tail = rest.partition("]")
    inside = "".join(f"        {word},\n" for word in words.split(", "))
    return f"{head}Literal[\n{inside}    ]{tail}"


def _fields(form: Form) -> Iterator[tuple[str, str]]:
    if form.tag:
        yield form.tag[0], f"Literal[{dumps(form.tag[1])}]"
    for field in form.fields:
        yield field.name, _field(field)


def _field(field: Field) -> str:
    kind = _kind(field.kind)
    return f"NotRequired[{kind}]" if field.may_lack else kind


def _kind(kind: Kind) -> str:
    match kind:
        case Plain(name):
            return "Any" if name == "any" else name
        case Words(values):
            return f"Literal[{', '.join(map(dumps, values))}]"
        case Items(item):
            return f"list[{_kind(item)}]"
        case Row(items):
            return f"list[{' | '.join(dict.fromkeys(map(_kind, items)))}]"
        case Table(value):
            return f"dict[str, {_kind(value)}]"
        case Maybe(some):
            return f"{_kind(some)} | None"
        case Named(name):
            return name
