"""A game's parameters as options: a struct made from what OpenSpiel says of them, in its names, types and defaults."""

from __future__ import annotations

from collections.abc import Sequence
from keyword import iskeyword
from typing import Any, Final, Literal

import msgspec

from arena_openspiel.loading import Parameters, default_loadable, specification
from arena_openspiel.structs import Sees

PLAYERS: Final = "players"
"""The parameter that says how many play. It is no option: the number of seats is it."""
SEES: Final = "sees"
"""The one option that is not OpenSpiel's."""


def options_type(name: str, sights: Sequence[Sees]) -> type[msgspec.Struct]:
    """The options of a game: its parameters, and `sees` where there are several sights. A parameter that is itself a
    game is a text in OpenSpiel's words, "" if there is none by default."""
    fields: list[tuple[str, Any, Any]] = [
        (_field(key), _kind(default), "" if isinstance(default, dict) else default)
        for key, default in specification(name).items()
        if key != PLAYERS
    ]
    if len(sights) > 1:
        fields.append((SEES, Literal[tuple(sights)], sights[0]))
    return msgspec.defstruct(
        f"Options_{name}",
        fields,
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
        rename={_field(key): key for key in specification(name)},
    )


def parameters_of(name: str, options: msgspec.Struct, seats: int) -> Parameters:
    """What those options change of the game's defaults, and the number of seats where that is a parameter. One that
    cannot do without parameters is given all that there are: OpenSpiel has defaults for them and does not use them.
    """
    spec = specification(name)
    chosen: dict[str, Any] = {PLAYERS: seats} if PLAYERS in spec else {}
    for key, default in spec.items():
        if key != PLAYERS:
            value = getattr(options, _field(key))
            usual = "" if isinstance(default, dict) else default
            if value != usual or (value != "" and not default_loadable(name)):
                chosen[key] = value
    return chosen


def _field(parameter: str) -> str:
    """Its name in Python: one of chess's begins with a digit."""
    return parameter if parameter.isidentifier() and not iskeyword(parameter) else f"p_{parameter}"


def _kind(default: Any) -> type:
    return str if isinstance(default, dict) else type(default)
