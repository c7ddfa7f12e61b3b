"""Games with states of another class, in which a test has planted a fault."""

from __future__ import annotations

from dataclasses import replace
from inspect import isgetsetdescriptor
from typing import Any

from arena.games import Game
from arena.games.toys import BIDS, LANTERNS, BidsState, LanternsState, bids, lanterns


def bids_of(kind: type[BidsState], **facts: Any) -> Game:
    """Bids whose states are of that class, and which says this about itself."""

    def planted(honest: BidsState) -> BidsState:
        return kind(honest.options, honest.hands, honest.rounds)

    made: dict[str, Any] = {
        "new": lambda *given: planted(bids.new(*given)),
        "imagine": lambda *given: planted(bids.imagine(*given)),
    }
    return replace(BIDS, **made | facts)


def lanterns_of(kind: type[LanternsState], **facts: Any) -> Game:
    """Lanterns whose states are of that class, and which says this about itself."""

    def planted(honest: LanternsState) -> LanternsState:
        return kind(honest.hands, honest.box, honest.table)

    made: dict[str, Any] = {
        "new": lambda *given: planted(lanterns.new(*given)),
        "imagine": lambda *given: planted(lanterns.imagine(*given)),
    }
    return replace(LANTERNS, **made | facts)


def parts(state: object) -> dict[str, Any]:
    """What a state consists of: its attributes by their names, also where its class is compiled and they have types."""
    places = {name for kind in type(state).__mro__ for name, thing in vars(kind).items() if isgetsetdescriptor(thing)}
    typed = {name: getattr(state, name) for name in places if not name.startswith("__")}
    return getattr(state, "__dict__", {}) | typed


def of_class(game: Game, kind: type[Any], **facts: Any) -> Game:
    """Any game whose states are turned into that class once they are made."""

    make: Any = kind.__new__  # a state is not always made from what it consists of

    def planted(state: Any) -> Any:
        twin = make(kind)
        for name, part in parts(state).items():
            setattr(twin, name, part)
        return twin

    new, imagine = game.new, game.imagine
    made: dict[str, Any] = {
        "new": lambda *given: planted(new(*given)),
        "imagine": lambda *given: planted(imagine(*given)),
    }
    return replace(game, **made | facts)
