"""A game's forms as Go's types: structs, and for the moves an interface with one struct for each."""

from __future__ import annotations

from arena.kits.forms import Field, Form, Forms, Items, Kind, Maybe, Named, Plain, Row, Table, Words
from arena.kits.types.comments import slashes

_PLAIN = {"int": "int", "float": "float64", "str": "string", "bool": "bool", "any": "any"}
_READING = """\
// Moves are read from a list of them.
type Moves []Move

// UnmarshalJSON finds out which move each is.
func (moves *Moves) UnmarshalJSON(data []byte) error {
	var items []json.RawMessage
	if err := json.Unmarshal(data, &items); err != nil {
		return err
	}
	*moves = make(Moves, len(items))
	for at, item := range items {
		move, err := readMove(item)
		if err != nil {
			return err
		}
		(*moves)[at] = move
	}
	return nil
}

func readAs[M Move](data []byte) (Move, error) {
	var move M
	err := json.Unmarshal(data, &move)
	return move, err
}
"""


def write(forms: Forms) -> str:
    """`game/game.go`, a package of its own."""
    moves = forms.moves
    tagged = moves[0].tag is not None
    head = f"// What a bot of {forms.title} reads. Written by `arena kit`.\n\npackage game\n\n"
    head += 'import (\n\t"encoding/json"\n\t"fmt"\n)\n' if tagged else 'import "encoding/json"\n'
    names = ", ".join(form.name for form in moves)
    move = slashes(f"Move is one of {names}: a switch on its type tells them apart.", "//")
    longest = max(len(form.name) for form in moves)
    marks = [f"func ({form.name}) isMove() {' ' * (longest - len(form.name))}{{}}" for form in moves]
    move += "type Move interface{ isMove() }\n\n" + "\n".join(marks)
    body = [_form(form) for form in (*forms.parts, *moves)]
    return "\n".join([head, *body, move + "\n", _READING, _reader(forms)])


def _reader(forms: Forms) -> str:
    (first, *_) = forms.moves
    if first.tag is None:
        return f"func readMove(data []byte) (Move, error) {{\n\treturn readAs[{first.name}](data)\n}}\n"
    cases = "".join(
        f'\tcase "{form.tag[1]}":\n\t\treturn readAs[{form.name}](data)\n' for form in forms.moves if form.tag
    )
    return f"""\
func readMove(data []byte) (Move, error) {{
	var head struct {{
		Kind string `json:"{first.tag[0]}"`
	}}
	if err := json.Unmarshal(data, &head); err != nil {{
		return nil, err
	}}
	switch head.Kind {{
{cases}\t}}
	return nil, fmt.Errorf("an unknown move: %s", data)
}}
"""


def _form(form: Form) -> str:
    said = slashes(f"{form.name}: {form.words}" if form.words else "", "//")
    fields = list(map(_field, form.fields))
    if not fields:
        return f"{said}type {form.name} struct{{}}\n"
    name, kind = (max(len(field[column]) for field in fields) for column in (0, 1))
    inside = "".join(f"\t{field[0]:{name}} {field[1]:{kind}} {field[2]}\n" for field in fields)
    return f"{said}type {form.name} struct {{\n{inside}}}\n"


def _field(field: Field) -> tuple[str, str, str]:
    exported = "".join(part[:1].upper() + part[1:] for part in field.name.split("_"))
    return exported, _kind(field.kind), f'`json:"{field.name}"`'


def _kind(kind: Kind) -> str:
    match kind:
        case Plain(name):
            return _PLAIN[name]
        case Words():
            return "string"
        case Items(item):
            return f"[]{_kind(item)}"
        case Row(items):
            kinds = set(map(_kind, items))
            return f"[{len(items)}]{kinds.pop() if len(kinds) == 1 else 'any'}"
        case Table(value):
            return f"map[string]{_kind(value)}"
        case Maybe(some):
            return f"*{_kind(some)}"
        case Named(name):
            return name
