"""YAML that is read by what is expected, never by what YAML would guess.

YAML itself takes `no` for false, `1:30` for 90 and `0123` for 83, and lets the second of two equal keys win. Here a
type says what each value must be, and the text is read as that: where text is expected, `no` and `007` are text. All
errors are collected, each with its file, line and key path.

The types that can be read are msgspec Structs, `list`, `tuple`, `dict`, `str`, `int`, `float`, `bool`, `Literal`,
unions of these and None, with msgspec's constraints. A value of type `Any` stays a `Place`, to be converted later.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, TypeVar

import msgspec.inspect as mi
import yaml
from msgspec import NODEFAULT

from arena.errors import WrongInput
from arena.strict_yaml.yaml_tree import ConfigError, Place, Unread, compose, compose_alone, pairs

__all__ = ["WRONG", "ConfigError", "ConfigErrors", "Place", "Reader", "load"]

T = TypeVar("T")

WRONG: Final[Any] = object()
"""The result of a conversion that has reported an error."""

_COLLECTIONS = (mi.ListType, mi.VarTupleType, mi.TupleType, mi.DictType, mi.StructType)
_NULLS = ("", "~", "null")
_MOST_DIGITS = 18  # so that it fits 64 bits anywhere
_INT = re.compile(r"[+-]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_MERGE = "tag:yaml.org,2002:merge"
# What PyYAML gives to values without a tag. Which of them it chose is its guess, and not looked at.
_GUESSES = ("null", "bool", "int", "float", "str", "timestamp", "value", "seq", "map", "merge")
_GUESSED = {f"tag:yaml.org,2002:{name}" for name in _GUESSES}


class ConfigErrors(WrongInput, ValueError):
    """Everything that is wrong with a configuration, sorted by file and line; as text, one error a line."""

    def __init__(self, errors: list[ConfigError]) -> None:
        self.errors = sorted(errors)
        super().__init__("\n".join(map(str, self.errors)))


def load(path: str | Path, kind: type[T]) -> T:
    """Read a file as a `kind`. Raises ConfigErrors, and TypeError for a type that is not listed above."""
    reader = Reader()
    root = reader.document(path)
    value = WRONG if root is None else reader.convert(root, kind)
    reader.finish()
    result: T = value
    return result


class Reader:
    """Reads and converts values, and collects errors in `errors`; `finish` raises them all at once.

    With `within` the file may be a stranger's: then nothing outside of that folder is looked at because the file names
    it.
    """

    def __init__(self, within: Path | None = None) -> None:
        self.errors: list[ConfigError] = []
        self.within = within
        self.notes: list[str] = []
        """What whoever wrote the file should know though it is no error, a line each."""

    def finish(self) -> None:
        """Raise ConfigErrors if there were any errors."""
        if self.errors:
            raise ConfigErrors(self.errors)

    def wrong(self, place: Place, text: str) -> Any:
        """Report an error; returns WRONG."""
        self.errors.append(place.error(text))
        return WRONG

    def document(self, path: str | Path) -> Place | None:
        """Read the whole of a file; None after an error that leaves nothing to convert."""
        return compose(path, self.errors, alone=self.within is not None)

    def given(self, path: Path, data: bytes, most_text: int) -> Place | None:
        """Read the content `data` of a stranger's file: it may include no other file, and has at most `most_text`
        characters. None after an error that leaves nothing to convert."""
        return compose_alone(path, data, most_text, self.errors)

    def convert(self, place: Place, kind: Any) -> Any:
        """Convert the value to a `kind`; WRONG, reported, if it is none."""
        return self._convert(place, mi.type_info(kind))

    def fields(self, place: Place, struct: type) -> dict[str, Any]:
        """Convert the fields of a Struct. Those that are right or have a default are returned; the others are reported
        and left out."""
        kind = mi.type_info(struct)
        assert isinstance(kind, mi.StructType)
        return self._fields(place, kind)

    def known(self, place: Place | None, kind: Any) -> Any:
        """Convert the value to a `kind`, or return WRONG without reporting it: for a part of a value that is read as a
        whole elsewhere."""
        return WRONG if place is None else Reader().convert(place, kind)

    def is_mapping(self, place: Place) -> bool:
        """Whether the value is written as a mapping, with keys and values."""
        return isinstance(place.node, yaml.MappingNode)

    def entries(self, place: Place) -> dict[str, Place] | None:
        """The values of a mapping by the text of their keys; None, reported, if the value is no mapping."""
        if not isinstance(place.node, yaml.MappingNode) or place.node.tag not in _GUESSED:
            self._mismatch(place, "a mapping of keys and values")
            return None
        found: dict[str, Place] = {}
        for key, child in pairs(place):
            at_key = Place(key, place.keys, key.start_mark.line + 1)
            if key.tag == _MERGE:
                self.wrong(at_key, "merging with '<<' is not supported: write the keys out")
            elif not isinstance(key, yaml.ScalarNode) or key.tag not in _GUESSED:
                self.wrong(at_key, f"a key must be plain text, not {_seen(key)}")
            elif key.value in found:
                first = found[key.value].line
                text = f"the key is there twice, first at line {first}: remove one"
                self.wrong(at_key._replace(keys=child.keys), text)
            else:
                found[key.value] = child
        return found

    def at(self, place: Place, *keys: str) -> Place:
        """The place to name for the value that the keys lead to; if that is not written, the place of the mapping it
        would be in."""
        for number, key in enumerate(keys):
            child = self.written(place, key)
            if child is None:
                return place._replace(keys=place.keys + keys[number:])
            place = child
        return place

    def rename(self, place: Place, names: Mapping[str, str]) -> None:
        """Read old names of a mapping's keys as the new ones that `names` gives for them, with a note that says so. It
        is an error if both stand there."""
        keys = {key.value: key for key, _ in pairs(place) if isinstance(key, yaml.ScalarNode)}
        for old, new in names.items():
            if old not in keys:
                continue
            line = keys[old].start_mark.line + 1
            if new in keys:
                self.wrong(place._replace(line=line), f"{old!r} is what {new!r} was called before: remove one of them")
            else:
                keys[old].value = new
                self.notes.append(f"{place.file}:{line}: the key {old!r} is called {new!r} now; it is still understood")

    def written(self, place: Place, key: str) -> Place | None:
        """The value of a mapping's key; None if it is not written."""
        return next((child for _, child in pairs(place) if child.keys[-1] == key), None)

    def items(self, place: Place) -> list[Place]:
        """The values of a list; [] if the value is no list."""
        if not isinstance(place.node, yaml.SequenceNode):
            return []
        nodes = enumerate(place.node.value)
        return [Place(node, (*place.keys, number), node.start_mark.line + 1) for number, node in nodes]

    def _convert(self, place: Place, kind: mi.Type) -> Any:
        node = place.node
        if isinstance(node, Unread):
            return WRONG
        if node.tag not in _GUESSED:
            return self.wrong(place, f"the tag {node.tag!r} has no meaning here: the only tag is !file")
        if isinstance(kind, mi.AnyType):
            return place
        options = kind.types if isinstance(kind, mi.UnionType) else (kind,)
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(place, options)
        if isinstance(node, yaml.SequenceNode):
            for option in options:
                if isinstance(option, mi.ListType | mi.VarTupleType | mi.TupleType):
                    return self._items(place, option)
        structs = [option for option in options if isinstance(option, mi.StructType)]
        if isinstance(node, yaml.MappingNode):
            if len(structs) > 1:
                return self._tagged(place, structs)
            for option in options:
                if isinstance(option, mi.StructType):
                    return self._struct(place, option)
                if isinstance(option, mi.DictType):
                    return self._dict(place, option)
        return self._mismatch(place, _any_of(options))

    def _mismatch(self, place: Place, expected: str, hint: str = "") -> Any:
        return self.wrong(place, f"expected {expected}, found {_seen(place.node)}{hint}")

    def _scalar(self, place: Place, options: tuple[mi.Type, ...]) -> Any:
        assert isinstance(place.node, yaml.ScalarNode)
        # Text comes last: it takes whatever a narrower type of the union has refused.
        for option in sorted(options, key=lambda option: isinstance(option, mi.StrType)):
            value = _parse(place.node, option)
            if value is not WRONG:
                return value
        return self._mismatch(place, _any_of(options), _hint(place.node, options))

    def _items(self, place: Place, kind: mi.ListType | mi.VarTupleType | mi.TupleType) -> Any:
        items = self.items(place)
        if isinstance(kind, mi.TupleType):
            kinds, fits = kind.item_types, len(items) == len(kind.item_types)
        else:
            kinds, fits = (kind.item_type,) * len(items), _within(len(items), kind)
        if not fits:
            return self._mismatch(place, _words(kind))
        values = [self._convert(item, expected) for item, expected in zip(items, kinds, strict=True)]
        if any(value is WRONG for value in values):
            return WRONG
        return values if isinstance(kind, mi.ListType) else tuple(values)

    def _dict(self, place: Place, kind: mi.DictType) -> Any:
        result: dict[Any, Any] = {}
        right = True
        for key, child in (self.entries(place) or {}).items():
            name = _parse(yaml.ScalarNode("", key, style='"' if key in _NULLS else None), kind.key_type)
            value = self._convert(child, kind.value_type)
            if name is WRONG:
                self.wrong(child, f"expected {_words(kind.key_type)} as a key, found {key!r}")
            elif name in result:
                self.wrong(child, "the key is there twice, written differently: remove one")
            if name is WRONG or value is WRONG or name in result:
                right = False
            else:
                result[name] = value
        if right and not _within(len(result), kind):
            return self._mismatch(place, _words(kind))
        return result if right else WRONG

    def _tagged(self, place: Place, kinds: list[mi.StructType]) -> Any:
        field = kinds[0].tag_field or "type"
        child = (self.entries(place) or {}).get(field)
        by_tag = {str(kind.tag): kind for kind in kinds}
        if child is None:
            return self.wrong(place, f"the key {field!r} is missing: it is one of {', '.join(by_tag)}")
        tag = self._convert(child, mi.LiteralType(tuple(by_tag)))
        return WRONG if tag is WRONG else self._struct(place, by_tag[tag])

    def _struct(self, place: Place, kind: mi.StructType) -> Any:
        values = self._fields(place, kind)
        try:
            if len(values) == len(kind.fields):
                return kind.cls(**values)
            _check(kind.cls, values)
        except (ValueError, TypeError) as problem:  # the Struct's own checks
            return self.wrong(place, str(problem))
        return WRONG

    def _fields(self, place: Place, kind: mi.StructType) -> dict[str, Any]:
        entries = self.entries(place)
        if entries is None:
            return {}
        values: dict[str, Any] = {}
        for field in kind.fields:
            child = entries.pop(field.encode_name, None)
            if child is not None:
                value = self._convert(child, field.type)
                if value is not WRONG:
                    values[field.name] = value
            elif field.required:
                self.wrong(place, f"the key {field.encode_name!r} is missing")
            else:
                made = field.default_factory
                values[field.name] = field.default if made is NODEFAULT else made()
        if kind.tag_field is not None and kind.tag_field in entries:
            self._convert(entries.pop(kind.tag_field), mi.LiteralType((str(kind.tag),)))
        known = [field.encode_name for field in kind.fields]
        keys = [key for key, _ in pairs(place) if isinstance(key, yaml.ScalarNode)] if entries else []
        lines = {key.value: key.start_mark.line + 1 for key in reversed(keys)}
        for key in entries:
            text = f"there is no key {key!r}{_did_you_mean(key, known)} (keys: {', '.join(known)})"
            self.wrong(place._replace(line=lines[key]), text)
            # Whoever mistypes a key does not want its default.
            meant = get_close_matches(key, known, 1)
            if meant and meant[0] not in lines:
                values.pop(kind.fields[known.index(meant[0])].name, None)
        return values


def _parse(node: yaml.ScalarNode, kind: mi.Type) -> Any:
    """The scalar as a `kind`, or WRONG; only text may be quoted."""
    text: str = node.value
    plain = node.style is None
    match kind:
        case mi.NoneType():
            return None if plain and text in _NULLS else WRONG
        case mi.BoolType():
            return text == "true" if plain and text in ("true", "false") else WRONG
        case mi.IntType():
            return int(text) if plain and _whole(text) and _within(int(text), kind) else WRONG
        case mi.FloatType():
            number = float(text) if plain and _FLOAT.fullmatch(text) else math.nan
            return number if math.isfinite(number) and _within(number, kind) else WRONG
        case mi.LiteralType():
            choices = {str(value): value for value in kind.values}
            value = choices.get(text, WRONG)
            return value if plain or isinstance(value, str) else WRONG
        case mi.StrType():
            fits = _within(len(text), kind) and (kind.pattern is None or re.search(kind.pattern, text))
            return text if fits and _is_text(text) and (text or not plain) else WRONG
        case _ if isinstance(kind, _COLLECTIONS):
            return WRONG
    raise TypeError(f"{kind} cannot be read from YAML")


def _whole(text: str) -> bool:
    return _INT.fullmatch(text) is not None and len(text.lstrip("+-")) <= _MOST_DIGITS


def _check(struct: Any, right: dict[str, Any]) -> None:
    """What a Struct's own check says of the fields that are right: it is over as soon as it looks at another, for which
    nothing is made up."""
    with suppress(AttributeError):  # of the field, or of a Struct without a check
        struct.__post_init__(SimpleNamespace(**right))


def _limits(kind: mi.Type) -> list[tuple[str, Any, Callable[[Any, Any], bool]]]:
    """The constraints of a type, in words, for numbers or for lengths."""
    tests: list[tuple[str, str, Callable[[Any, Any], bool]]] = [
        ("ge", "at least", lambda seen, limit: seen >= limit),
        ("gt", "more than", lambda seen, limit: seen > limit),
        ("le", "at most", lambda seen, limit: seen <= limit),
        ("lt", "less than", lambda seen, limit: seen < limit),
        ("multiple_of", "a multiple of", lambda seen, limit: seen % limit == 0),
        ("min_length", "at least", lambda seen, limit: seen >= limit),
        ("max_length", "at most", lambda seen, limit: seen <= limit),
    ]
    found = [(words, getattr(kind, name, None), test) for name, words, test in tests]
    return [limit for limit in found if limit[1] is not None]


def _within(seen: float, kind: mi.Type) -> bool:
    return all(test(seen, limit) for _, limit, test in _limits(kind))


def _words(kind: mi.Type) -> str:
    """What a type expects, for people."""
    limits = " and ".join(f"{words} {limit}" for words, limit, _ in _limits(kind))
    match kind:
        case mi.NoneType():
            return "null"
        case mi.BoolType():
            return "true or false"
        case mi.IntType():
            return f"a whole number in plain digits{limits and ', ' + limits}"
        case mi.FloatType():
            return f"a number{limits and ', ' + limits}"
        case mi.LiteralType():
            return "one of " + ", ".join(map(str, kind.values))
        case mi.StrType():
            pattern = f" that matches {kind.pattern}" if kind.pattern else ""
            return f"text{limits and ' of ' + limits + ' characters'}{pattern}"
        case mi.TupleType():
            return f"a list of {len(kind.item_types)} values"
        case mi.ListType() | mi.VarTupleType():
            return f"a list{limits and ' of ' + limits + ' values'}"
    return f"a mapping of keys and values{limits and ', ' + limits}"


def _any_of(kinds: tuple[mi.Type, ...]) -> str:
    return " or ".join(dict.fromkeys(map(_words, kinds)))


def _seen(node: yaml.Node) -> str:
    if isinstance(node, yaml.ScalarNode):
        text = node.value if len(node.value) <= 60 else node.value[:60] + "..."
        if node.style is None:
            return repr(text) if text else "nothing"
        return f"the quoted text {text!r}"
    what = "mapping" if isinstance(node, yaml.MappingNode) else "list"
    return f"a {what} of {len(node.value)}"


def _hint(node: yaml.ScalarNode, kinds: tuple[mi.Type, ...]) -> str:
    """What to do about a scalar that fits none of the types, where that is clear."""
    if any(isinstance(kind, mi.StrType) for kind in kinds):
        if not _is_text(node.value):
            return ": no program can be given such a character"
        return "" if node.value or node.style is not None else ": write '' if empty text is meant"
    is_int = any(isinstance(kind, mi.IntType) for kind in kinds)
    if is_int and node.style is None and _INT.fullmatch(node.value) and not _whole(node.value):
        return f": a whole number has at most {_MOST_DIGITS} digits"
    choices = [str(value) for kind in kinds if isinstance(kind, mi.LiteralType) for value in kind.values]
    hint = _did_you_mean(node.value, choices)
    return hint or ("" if node.style is None else ": leave the quotes out")


def _is_text(text: str) -> bool:
    """Neither a command line nor a file name can hold the others, and YAML can write them ("\\0", "\\ud800")."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _did_you_mean(word: str, known: list[str]) -> str:
    close = get_close_matches(word, known, 1)
    return f"; did you mean {close[0]!r}?" if close else ""
