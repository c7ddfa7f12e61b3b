"""What OpenSpiel shows of a position: to a seat, and to whoever stands at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pyspiel
from open_spiel.python.observation import make_observation

from arena_openspiel.structs import Sees

Look: TypeAlias = Callable[[Any, int], str]
"""`look(state, seat)`: a text for that seat."""


def hides(game: Any) -> bool:
    """Whether something is hidden in a game, or in a kind of games. Where all choose at once and that is all, nothing
    is."""
    kind = game if isinstance(game, pyspiel.GameType) else game.get_type()
    return bool(kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION)


def sights(kind: Any, has_struct: bool) -> tuple[Sees, ...]:
    """What a seat can be shown where something is hidden, the fullest first; elsewhere the board is enough."""
    if not hides(kind):
        return ()
    found: list[Sees] = []
    if kind.provides_information_state_string:
        found.append("information state")
    if kind.provides_observation_string:
        found.append("observation")
    if has_struct:
        found.append("struct")
    return tuple(found)


def look(game: Any, sees: Sees | None) -> Look:
    """How a seat looks at the positions of a game."""
    kind = game.get_type()
    if sees == "struct":
        return lambda state, seat: str(state.to_observation_struct(seat).to_json())
    if sees is None:
        sees = next(iter(sights(kind, False)), "observation")
    if sees == "observation" and kind.provides_observation_string:
        return lambda state, seat: str(state.observation_string(seat))
    if kind.provides_information_state_string:
        return lambda state, seat: str(state.information_state_string(seat))
    return lambda state, seat: str(state)


def public_look(game: Any) -> Callable[[Any], str]:
    """What anybody sees: the whole position where nothing is hidden, else the game's public observation; nothing where
    it has none."""
    if not hides(game):
        return str
    nobody = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    observation = make_observation(game, nobody)
    if observation is None or observation.string_from(game.new_initial_state(), 0) is None:
        return lambda state: ""
    return lambda state: str(observation.string_from(state, 0))
