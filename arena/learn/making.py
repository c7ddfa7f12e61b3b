"""Makes an environment by a game's name; what is not there is told by the name of the extra that has it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from arena.errors import WrongInput
from arena.games import Game, find_game
from arena.learn.layout import Layout
from arena.learn.survey import encoded_options, layout_of

if TYPE_CHECKING:
    from arena.learn.environment import Environment


class NeedsPettingZoo(WrongInput, ImportError):
    """An environment was asked for, and what it stands on is not installed."""


def env(
    game: Game | str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    layout: Layout | None = None,
    render_mode: str | None = None,
) -> Environment:
    """A game as an AEC environment of PettingZoo: `agents` are `seat_0`, `seat_1`, ... in playing order.

    `game` is a game's name, or a game; `seats` is the smallest number that it allows, and `options` are its defaults
    where they are not given. `layout` is one that was kept; else a survey makes it, which takes a second or two.
    `render_mode` is None, "ansi" (`render` returns text) or "human" (it prints it). Raises NeedsPettingZoo,
    UnknownGame, WrongInput for seats or options that the game has not, and NoLayout for a layout of another game.
    """
    missing = [package for package in ("pettingzoo", "gymnasium") if find_spec(package) is None]
    if missing:
        raise NeedsPettingZoo(
            f"an environment for training needs {' and '.join(missing)}, not installed here: "
            "pip install 'arena-referee[learn]'"
        )
    from arena.learn.environment import Environment

    rules = find_game(game) if isinstance(game, str) else game
    places = min(rules.seats) if seats is None else seats
    if layout is None:
        layout = layout_of(rules, places, options)
    else:
        layout.fits(rules)
        asked, made = encoded_options(rules, options), bytes(layout.options)
        if places != layout.seats or asked != made:
            raise WrongInput(
                f"the layout is for {layout.seats} seats and the options {made.decode()}, "
                f"and asked for are {places} and {asked.decode()}"
            )
    return Environment(rules, layout, render_mode)
