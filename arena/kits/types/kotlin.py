"""A game's forms as Kotlin's types: data classes, and for the moves a sealed class."""

from __future__ import annotations

import textwrap

from arena.kits.forms import Field, Form, Forms, Items, Kind, Maybe, Named, Plain, Row, Table, Words
from arena.kits.types.comments import star

_PLAIN = {"int": "Int", "float": "Double", "str": "String", "bool": "Boolean", "any": "Json"}
_READERS = {"int": "int", "float": "double", "str": "text", "bool": "boolean"}
_RESERVED = frozenset({
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in", "interface", "is", "null",
    "object", "package", "return", "super", "this", "throw", "true", "try", "typealias", "typeof", "val", "var", "when",
    "while",
})  # fmt: skip


def write(forms: Forms) -> str:
    """`Game.kt`."""
    body = [*(_class(form, "") for form in forms.parts), _move(forms.moves)]
    inside = textwrap.indent("\n".join(body), "    ")
    return f"/** What a bot of {forms.title} reads. Written by `arena kit`. */\nobject Game {{\n{inside}}}\n"


def _move(moves: tuple[Form, ...]) -> str:
    (first, *_) = moves
    if first.tag is None:
        reading = f"{first.name}.of(json)"
    else:
        cases = "".join(f'            "{form.tag[1]}" -> {form.name}.of(json)\n' for form in moves if form.tag)
        cases += '            else -> throw IllegalArgumentException("an unknown move: $json")\n'
        reading = f'when (json["{first.tag[0]}"].text) {{\n{cases}        }}'
    kinds = textwrap.indent("\n".join(_class(form, " : Move()") for form in moves), "    ")
    return f"""\
/** One of the moves: `when` tells them apart. */
sealed class Move {{
{kinds}
    companion object {{
        fun of(json: Json): Move = {reading}
    }}
}}
"""


def _class(form: Form, extends: str) -> str:
    if not form.fields:
        of = f'fun of(@Suppress("UNUSED_PARAMETER") json: Json): {form.name} = this'
        return f"{star(form.words)}object {form.name}{extends} {{\n    {of}\n}}\n"
    fields = ",\n".join(f"    val {_name(field.name)}: {_kind(field.kind)}" for field in form.fields)
    read = ",\n".join(f"            {_field(field)}" for field in form.fields)
    return f"""\
{star(form.words)}data class {form.name}(
{fields}
){extends} {{
    companion object {{
        fun of(json: Json) = {form.name}(
{read}
        )
    }}
}}
"""


def _field(field: Field) -> str:
    return f'{_name(field.name)} = {_read(field.kind, f"""json["{field.name}"]""", 0)}'


def _read(kind: Kind, json: str, depth: int) -> str:
    """What reads a value of that kind out of an expression."""
    match kind:
        case Plain("any"):
            return json
        case Plain(name):
            return f"{json}.{_READERS[name]}"
        case Words():
            return f"{json}.text"
        case Items(item):
            return f"{json}.list {_reader(item, depth)}"
        case Row(items):
            return f"{json}.list {_reader(_common(items), depth)}"
        case Table(value):
            return f"{json}.map {_reader(value, depth)}"
        case Maybe(some):
            return f"{json}.orNull {_reader(some, depth)}"
        case Named(name):
            return f"{name}.of({json})"


def _reader(kind: Kind, depth: int) -> str:
    if isinstance(kind, Plain | Words | Named):
        return f"{{ {_read(kind, 'it', depth)} }}"
    item = f"item{depth or ''}"
    return f"{{ {item} -> {_read(kind, item, depth + 1)} }}"


def _common(items: tuple[Kind, ...]) -> Kind:
    return items[0] if len(set(items)) == 1 else Plain("any")


def _name(name: str) -> str:
    first, *others = name.split("_")
    joined = first + "".join(other[:1].upper() + other[1:] for other in others)
    return f"`{joined}`" if joined in _RESERVED else joined


def _kind(kind: Kind) -> str:
    match kind:
        case Plain(name):
            return _PLAIN[name]
        case Words():
            return "String"
        case Items(item):
            return f"List<{_kind(item)}>"
        case Row(items):
            return f"List<{_kind(_common(items))}>"
        case Table(value):
            return f"Map<String, {_kind(value)}>"
        case Maybe(some):
            return f"{_kind(some)}?"
        case Named(name):
            return name
