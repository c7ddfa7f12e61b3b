"""A game's forms as Java's types: records, and for the moves a sealed interface."""

from __future__ import annotations

import textwrap

from arena.kits.forms import Field, Form, Forms, Items, Kind, Maybe, Named, Plain, Row, Table, Words
from arena.kits.types.comments import star

_PLAIN = {"int": "int", "float": "double", "str": "String", "bool": "boolean", "any": "Json"}
_BOXED = {"int": "Integer", "double": "Double", "boolean": "Boolean"}
_READERS = {"int": "asInt", "float": "asDouble", "str": "asText", "bool": "asBoolean"}
_RESERVED = frozenset({
    "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const", "continue",
    "default", "do", "double", "else", "enum", "extends", "final", "finally", "float", "for", "goto", "if",
    "implements", "import", "instanceof", "int", "interface", "long", "native", "new", "package", "private",
    "protected", "public", "return", "short", "static", "strictfp", "super", "switch", "synchronized", "this",
    "throw", "throws", "transient", "try", "void", "volatile", "while", "true", "false", "null", "clone",
    "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait",
})  # fmt: skip


def write(forms: Forms) -> str:
    """`Game.java`."""
    body = [_record(form, "") for form in forms.parts]
    body += [_move(forms.moves), *[_record(form, " implements Move") for form in forms.moves]]
    inside = textwrap.indent("\n".join(body), "    ")
    return (
        "import java.util.List;\nimport java.util.Map;\n\n"
        f"/** What a bot of {forms.title} reads. Written by `arena kit`. */\n"
        f"final class Game {{\n    private Game() {{}}\n\n{inside}}}\n"
    )


def _move(moves: tuple[Form, ...]) -> str:
    (first, *_) = moves
    if first.tag is None:
        reading = f"        return {first.name}.of(json);\n"
    else:
        cases = "".join(f'            case "{form.tag[1]}" -> {form.name}.of(json);\n' for form in moves if form.tag)
        cases += '            default -> throw new IllegalArgumentException("an unknown move: " + json);\n'
        reading = f'        return switch (json.get("{first.tag[0]}").asText()) {{\n{cases}        }};\n'
    return f"""\
/** One of the moves: `instanceof` tells them apart. */
sealed interface Move {{
    static Move of(Json json) {{
{reading}    }}
}}
"""


def _record(form: Form, implements: str) -> str:
    parts = [f"{_kind(field.kind)} {_name(field.name)}" for field in form.fields]
    fields = ", ".join(parts)
    head = f"record {form.name}({fields}){implements} {{"
    if len(head) > 110:
        head = f"record {form.name}(\n        " + ",\n        ".join(parts) + f"){implements} {{"
    read = ",\n".join(f"                {_field(field)}" for field in form.fields)
    made = f"new {form.name}(\n{read})" if read else f"new {form.name}()"
    return f"""\
{star(form.words)}{head}
    static {form.name} of(Json json) {{
        return {made};
    }}
}}
"""


def _field(field: Field) -> str:
    return _read(field.kind, f'json.get("{field.name}")', 0)


def _read(kind: Kind, json: str, depth: int) -> str:
    """What reads a value of that kind out of an expression."""
    match kind:
        case Plain("any"):
            return json
        case Plain(name):
            return f"{json}.{_READERS[name]}()"
        case Words():
            return f"{json}.asText()"
        case Items(item):
            return f"{json}.asList({_reader(item, depth)})"
        case Row(items):
            return f"{json}.asList({_reader(_common(items), depth)})"
        case Table(value):
            return f"{json}.asMap({_reader(value, depth)})"
        case Maybe(some):
            return f"{json}.orNull({_reader(some, depth)})"
        case Named(name):
            return f"{name}.of({json})"


def _reader(kind: Kind, depth: int) -> str:
    match kind:
        case Plain(name) if name != "any":
            return f"Json::{_READERS[name]}"
        case Words():
            return "Json::asText"
        case Named(name):
            return f"{name}::of"
    item = f"item{depth or ''}"
    return f"{item} -> {_read(kind, item, depth + 1)}"


def _common(items: tuple[Kind, ...]) -> Kind:
    return items[0] if len(set(items)) == 1 else Plain("any")


def _name(name: str) -> str:
    first, *others = name.split("_")
    joined = first + "".join(other[:1].upper() + other[1:] for other in others)
    return f"{joined}_" if joined in _RESERVED else joined


def _kind(kind: Kind) -> str:
    match kind:
        case Plain(name):
            return _PLAIN[name]
        case Words():
            return "String"
        case Items(item):
            return f"List<{_boxed(item)}>"
        case Row(items):
            return f"List<{_boxed(_common(items))}>"
        case Table(value):
            return f"Map<String, {_boxed(value)}>"
        case Maybe(some):
            return _boxed(some)
        case Named(name):
            return name


def _boxed(kind: Kind) -> str:
    return _BOXED.get(_kind(kind), _kind(kind))
