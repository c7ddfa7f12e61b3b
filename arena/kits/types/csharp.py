"""A game's forms as C#'s types: sealed classes, and for the moves an abstract one that `is` takes apart.

No records and no `switch` over types: the compiler of Mono has neither.
"""

from __future__ import annotations

import textwrap

from arena.kits.forms import Field, Form, Forms, Items, Kind, Maybe, Named, Plain, Row, Table, Words
from arena.kits.types.comments import slashes

_PLAIN = {"int": "int", "float": "double", "str": "string", "bool": "bool", "any": "Json"}
_VALUES = frozenset({"int", "double", "bool"})
_READERS = {"int": "AsInt", "float": "AsDouble", "str": "AsText", "bool": "AsBool"}
_OF_OBJECT = frozenset({
    "Equals", "Finalize", "Game", "GetHashCode", "GetType", "MemberwiseClone", "Of", "ReferenceEquals", "ToString",
})  # fmt: skip
"""What every object has already, what each form has here, and what its reader says."""


def write(forms: Forms) -> str:
    """`Game.cs`."""
    body = [_class(form, "") for form in forms.parts]
    body += [_move(forms.moves), *[_class(form, " : Move") for form in forms.moves]]
    inside = textwrap.indent("\n".join(body), "    ")
    return (
        "using System;\nusing System.Collections.Generic;\n\n"
        f"/// <summary>What a bot of {_text(forms.title)} reads. Written by `arena kit`.</summary>\n"
        f"static class Game {{\n{inside}}}\n"
    )


def _move(moves: tuple[Form, ...]) -> str:
    (first, *_) = moves
    if first.tag is None:
        reading = f"        return {first.name}.Read(json);\n"
    else:
        cases = "".join(
            f'            case "{form.tag[1]}": return {form.name}.Of(json);\n' for form in moves if form.tag
        )
        cases += '            default: throw new FormatException("an unknown move: " + json["do"].AsText());\n'
        reading = f'        switch (json["{first.tag[0]}"].AsText()) {{\n{cases}        }}\n'
    return f"""\
/// <summary>One of the moves: `if (move is Game.{first.name} it)` tells them apart.</summary>
public abstract class Move {{
    public static Move Of(Json json) {{
{reading}    }}
}}
"""


def _class(form: Form, base: str) -> str:
    names = [_name(field.name, form.name) for field in form.fields]
    fresh = "new " if base else ""  # than the reader of any move
    properties = "".join(
        f"    public {_kind(field.kind)} {name} {{ get; private set; }}\n"
        for field, name in zip(form.fields, names, strict=True)
    )
    values = "".join(f"            {name} = {_field(field)},\n" for field, name in zip(form.fields, names, strict=True))
    made = f"new {form.name} {{\n{values}        }}" if values else f"new {form.name}()"
    summary = slashes(f"<summary>{_text(form.words)}</summary>", "///") if form.words else ""
    return f"""\
{summary}public sealed class {form.name}{base} {{
{properties}{properties and chr(10)}    public static {fresh}{form.name} Of(Json json) {{
        return {made};
    }}
}}
"""


def _field(field: Field) -> str:
    return _read(field.kind, f'json["{field.name}"]', 0)


def _read(kind: Kind, json: str, depth: int) -> str:
    """What reads a value of that kind out of an expression."""
    match kind:
        case Plain("any"):
            return json
        case Plain(name):
            return f"{json}.{_READERS[name]}()"
        case Words():
            return f"{json}.AsText()"
        case Items(item):
            return f"{json}.AsList({_reader(item, depth)})"
        case Row(items):
            return f"{json}.AsList({_reader(_common(items), depth)})"
        case Table(value):
            return f"{json}.AsMap({_reader(value, depth)})"
        case Maybe(some) if _kind(some) in _VALUES:
            return f"{json}.OrNone({_reader(some, depth)})"
        case Maybe(some):
            return f"{json}.OrNull({_reader(some, depth)})"
        case Named(name):
            return f"Game.{name}.Of({json})"


def _reader(kind: Kind, depth: int) -> str:
    if isinstance(kind, Named):
        return f"Game.{kind.name}.Of"
    item = f"item{depth or ''}"
    return f"{item} => {_read(kind, item, depth + 1)}"


def _common(items: tuple[Kind, ...]) -> Kind:
    return items[0] if len(set(items)) == 1 else Plain("any")


def _name(name: str, form: str) -> str:
    """A property must not be named as its class is."""
    joined = "".join(part[:1].upper() + part[1:] for part in name.split("_"))
    return f"{joined}_" if joined == form or joined in _OF_OBJECT else joined


def _kind(kind: Kind) -> str:
    match kind:
        case Plain(name):
            return _PLAIN[name]
        case Words():
            return "string"
        case Items(item):
            return f"List<{_kind(item)}>"
        case Row(items):
            return f"List<{_kind(_common(items))}>"
        case Table(value):
            return f"Dictionary<string, {_kind(value)}>"
        case Maybe(some):
            return f"{_kind(some)}?" if _kind(some) in _VALUES else _kind(some)
        case Named(name):
            return name


def _text(words: str) -> str:
    """As it may stand in XML."""
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
