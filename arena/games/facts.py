"""What a package offers as a game, and what that says about itself, held against what `interface.Game` promises."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from inspect import getsourcefile, getsourcelines
from typing import Any, TypeAlias, get_args

import msgspec
from msgspec import Struct

from arena.games.interface import Game

Fits: TypeAlias = Callable[[Any], bool]


def facts_wrong(game: object) -> list[str]:
    """Everything in which `game` is not as `interface.Game` promises, a phrase for each fault; empty for a proper game.

    The rules themselves are not called: a game that states its facts well may still play badly, which
    `arena.games.laws` finds.
    """
    if not isinstance(game, Game):
        made = f"`Game({', '.join(f'{fact.name}=...' for fact in fields(Game) if fact.default is MISSING)})`"
        what = f"the class {game.__name__}" if isinstance(game, type) else f"a {type(game).__name__}"
        return [f"it is {what} and must be an instance of `arena.games.Game`, {made}"]
    wrong = [
        f"`{fact}` must be {what}, not {_shown(value)}"
        for fact, (fits, what) in _PROMISED.items()
        if not fits(value := getattr(game, fact))
    ]
    wrong += [
        f"`{fact}` cannot be read from JSON: {problem!r}{_place(kind)}"
        for fact in ("move_type", "options_type", "view_type", "memory_type", "public_type")
        if _are_objects(kind := getattr(game, fact)) and (problem := _unreadable(kind))
    ]
    if _is_struct(game.options_type) and not _unreadable(game.options_type):
        try:
            msgspec.json.decode(msgspec.json.encode(game.options_type()), type=game.options_type)
        except Exception as problem:  # a plug-in's __post_init__ may raise anything
            wrong.append(f"`options_type()` must make the default options, as JSON can hold them: {problem!r}")
    return wrong


def _unreadable(kind: Any) -> Exception | None:
    """What is raised where a field's type does not exist, or is none that JSON can hold."""
    try:
        msgspec.json.Decoder(kind)
    except Exception as problem:  # it is a plug-in's
        return problem
    return None


def _place(kind: Any) -> str:
    try:
        return f", in {kind.__name__}, {getsourcefile(kind)}:{getsourcelines(kind)[1]}"
    except (AttributeError, OSError, TypeError):  # a union, or no source
        return ""


def _shown(value: object) -> str:
    try:
        return repr(value)
    except Exception as problem:  # it is a plug-in's
        return f"a {type(value).__name__} that cannot be shown: {problem!r}"


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value) and value == "".join(value.lower().split())


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_drawing(value: Any) -> bool:
    package, colon, path = value.partition(":") if isinstance(value, str) else ("", "", "")
    named = all(part.isidentifier() for part in package.split("."))
    return value is None or (named and colon == ":" and path.endswith(".js") and ".." not in path)


def _is_whole(value: Any) -> bool:
    return type(value) is int  # True is an int


def _are_seats(value: Any) -> bool:
    numbers = isinstance(value, tuple) and len(value) > 0 and all(map(_is_whole, value))
    return numbers and value[0] >= 1 and list(value) == sorted(set(value))


def _is_struct(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, Struct)


def _are_objects(value: Any) -> bool:
    kinds = get_args(value) or (value,)
    return all(_is_struct(kind) and not kind.__struct_config__.array_like for kind in kinds)


_PROMISED: Mapping[str, tuple[Fits, str]] = {
    "name": (_is_name, "lower case without spaces"),
    "title": (_is_text, "a text"),
    "version": (_is_whole, "a whole number"),
    "seats": (_are_seats, "a tuple of one or more whole numbers, ascending, from 1"),
    "cooperative": (lambda value: isinstance(value, bool), "True or False"),
    "notes": (_is_text, "a text"),
    "move_type": (_are_objects, "a Struct class or a union of them, objects in JSON"),
    "options_type": (_is_struct, "a Struct class"),
    "view_type": (_is_struct, "a Struct class"),
    "memory_type": (_is_struct, "a Struct class"),
    "public_type": (_is_struct, "a Struct class"),
    "new": (callable, "a function"),
    "imagine": (callable, "a function"),
    "tell": (callable, "a function"),
    "tell_move": (callable, "a function"),
    "deck": (lambda value: value is None or callable(value), "None or a function"),
    "drawing": (_is_drawing, "None or a module of a package, as `package:path/table.js`"),
    "printed": (lambda value: value is None or callable(value), "None or a function"),
}
