"""A game's forms as Rust's types: structs, and for the moves an enum."""

from __future__ import annotations

from arena.kits.forms import Field, Form, Forms, Items, Kind, Maybe, Named, Plain, Row, Table, Words
from arena.kits.types.comments import slashes

_PLAIN = {"int": "i64", "float": "f64", "str": "String", "bool": "bool", "any": "Json"}
_RESERVED = frozenset({
    "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern", "false",
    "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return",
    "self", "static", "struct", "super", "trait", "true", "type", "unsafe", "use", "where", "while", "abstract",
    "become", "box", "do", "final", "macro", "override", "priv", "try", "typeof", "unsized", "virtual", "yield",
})  # fmt: skip
_DERIVED = "#[derive(Clone, Debug, PartialEq)]\n"


def write(forms: Forms) -> str:
    """`game.rs`."""
    head = f"//! What a bot of {forms.title} reads. Written by `arena kit`.\n\n"
    kinds = "".join(_kind(field.kind) for form in (*forms.parts, *forms.moves) for field in form.fields)
    head += "use crate::json::{FromJson, Json, Result};\n"
    if "BTreeMap" in kinds:
        head += "use std::collections::BTreeMap;\n"
    return "\n".join([head, *map(_struct, forms.parts), _moves(forms.moves)])


def _struct(form: Form) -> str:
    inside = "".join(f"    pub {_name(field.name)}: {_kind(field.kind)},\n" for field in form.fields)
    read = "".join(f"            {_name(field.name)}: {_read(field)},\n" for field in form.fields)
    json = "json" if form.fields else "_"
    return f"""\
{slashes(form.words, "///")}{_DERIVED}pub struct {form.name} {{
{inside}}}

impl FromJson for {form.name} {{
    fn from_json({json}: &Json) -> Result<Self> {{
        Ok(Self {{
{read}        }})
    }}
}}
"""


def _moves(moves: tuple[Form, ...]) -> str:
    (first, *_) = moves
    variants = "".join(f"{slashes(form.words, '///', '    ')}    {_variant(form)}{_inside(form)},\n" for form in moves)
    if first.tag is None:
        reading = f"        Ok({_made(first)})\n"
    else:
        cases = "".join(f'            "{form.tag[1]}" => Ok({_made(form)}),\n' for form in moves if form.tag)
        reading = f'        match json.field::<String>("{first.tag[0]}")?.as_str() {{\n{cases}'
        reading += '            other => Err(format!("an unknown move: {other}")),\n        }\n'
    return f"""\
/// One of the moves.
{_DERIVED}pub enum Move {{
{variants}}}

impl FromJson for Move {{
    fn from_json(json: &Json) -> Result<Self> {{
{reading}    }}
}}
"""


def _variant(form: Form) -> str:
    """Named as on the wire, where that is said."""
    return "".join(part[:1].upper() + part[1:] for part in form.tag[1].split("_")) if form.tag else form.name


def _inside(form: Form) -> str:
    fields = ", ".join(f"{_name(field.name)}: {_kind(field.kind)}" for field in form.fields)
    return f" {{ {fields} }}" if fields else ""


def _made(form: Form) -> str:
    fields = ", ".join(f"{_name(field.name)}: {_read(field)}" for field in form.fields)
    return f"Self::{_variant(form)} {{ {fields} }}" if fields else f"Self::{_variant(form)}"


def _read(field: Field) -> str:
    return f'json.{"field_or_default" if field.may_lack else "field"}("{field.name}")?'


def _name(name: str) -> str:
    if name in ("self", "super", "crate"):
        return f"{name}_"
    return f"r#{name}" if name in _RESERVED else name


def _kind(kind: Kind) -> str:
    match kind:
        case Plain(name):
            return _PLAIN[name]
        case Words():
            return "String"
        case Items(item):
            return f"Vec<{_kind(item)}>"
        case Row(items):
            kinds = set(map(_kind, items))
            return f"Vec<{kinds.pop() if len(kinds) == 1 else 'Json'}>"
        case Table(value):
            return f"BTreeMap<String, {_kind(value)}>"
        case Maybe(some):
            return f"Option<{_kind(some)}>"
        case Named(name):
            return name
