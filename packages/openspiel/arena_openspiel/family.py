"""Every game of OpenSpiel that arena can play, made when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import version
from random import Random
from typing import Any, Final

import pyspiel
from arena.games import Deal, Game, GameFamily, Seat
from msgspec import Struct

from arena_openspiel.loading import kinds, load, specification
from arena_openspiel.options import PLAYERS, SEES, options_type, parameters_of
from arena_openspiel.sights import hides, look, public_look, sights
from arena_openspiel.state import SpielState, Table
from arena_openspiel.structs import CHANCE, SpielActed, SpielMemory, SpielMove, SpielPublic, SpielView
from arena_openspiel.worlds import imagine

NAME: Final = "openspiel"
BRIDGE: Final = 1
"""The version of the bridge itself: raise it whenever the same deal and moves could lead elsewhere than before."""

FAULTY: Final[Mapping[str, str]] = {
    "morpion_solitaire": "a copy of a position whose original is gone reads memory that is no longer its own in "
    "OpenSpiel 2.0.2, which can end the process"
}
"""Games that no care of arena's makes safe, and why."""

_Chance = pyspiel.GameType.ChanceMode
_Dynamics = pyspiel.GameType.Dynamics
_Utility = pyspiel.GameType.Utility


def names() -> Sequence[str]:
    """The full names of all games that can be played."""
    return sorted(f"{NAME}.{name}" for name in kinds() if not refusal(name))


def find(name: str) -> Game:
    """The game of that full name. Raises ValueError for one that cannot be played, LookupError where there is none."""
    _, _, short = name.partition(".")
    if short not in kinds():
        raise LookupError(name)
    if why := refusal(short):
        raise ValueError(why)
    return _game(short)


def refusal(name: str) -> str:
    """Why a game cannot be played; "" if it can. `name` is OpenSpiel's."""
    if name in FAULTY:
        return FAULTY[name]
    kind = kinds()[name]
    # What is made of another game, a parameter, has the chance of that game: `new` looks at it.
    return _refused(kind) if kind.default_loadable else ""


def _refused(kind: Any) -> str:
    if kind.dynamics == _Dynamics.MEAN_FIELD:
        return "it is a mean-field game, in which one plays against the crowd of all others and not against seats"
    if kind.chance_mode == _Chance.SAMPLED_STOCHASTIC:
        return "its chance is sampled inside of OpenSpiel and not drawn from a deal, so that no game could be had twice"
    if kind.action_structs_only:
        return "its actions have no numbers, and nothing lists which of them are legal"
    return ""


@cache
def _game(name: str) -> Game:
    kind = kinds()[name]
    seats = _seats(name)
    options = options_type(name, sights(kind, _has_struct(name, kind)))

    def new(chosen: Struct, number: int, deal: Deal) -> SpielState:
        table = table_of(name, chosen, number)
        return SpielState(table, table.begin(), deal)

    def imagined(seat: int, view: SpielView, memory: SpielMemory, rng: Random, chosen: Struct) -> SpielState:
        return imagine(table_of(name, chosen, view.seats), seat, view, memory, rng)

    return Game(
        name=f"{NAME}.{name}",
        title=kind.long_name,
        version=_version(),
        seats=seats,
        cooperative=_is_team(kind),
        notes=_notes(kind),
        options_type=options,
        move_type=SpielMove,
        view_type=SpielView,
        memory_type=SpielMemory,
        public_type=SpielPublic,
        new=new,
        imagine=imagined,
        tell=tell,
        tell_move=tell_move,
    )


def tell(event: SpielActed) -> str:
    """The one event as a sentence."""
    who = "chance" if event.seat == CHANCE else f"{Seat(event.seat)}"
    return f"{who} acts" if event.text is None else f"{who}: {event.text}"


def tell_move(view: SpielView, move: SpielMove) -> str:
    """The move in OpenSpiel's own words."""
    return move.text


@cache
def table_of(name: str, options: Struct, seats: int) -> Table:
    """The game with those options, as pyspiel has it, and how it is looked at. Raises ValueError where none is."""
    if seats not in _seats(name):
        raise ValueError(f"{NAME}.{name} is not for {seats} seats")
    parameters = parameters_of(name, options, seats)
    for faulty, why in FAULTY.items():
        if any(faulty in str(value) for value in parameters.values()):
            raise ValueError(f"{NAME}.{name} cannot be played with {faulty}: {why}")
    game = load(name, parameters)
    kind = game.get_type()
    if why := _refused(kind):
        raise ValueError(f"{NAME}.{name} cannot be played with these options: {why}")
    if game.num_players() != seats:
        raise ValueError(f"with these options {NAME}.{name} is for {game.num_players()} seats, not {seats}")
    sees = getattr(options, SEES, None)
    team = _is_team(kinds()[name])
    return Table(game, seats, hides(game), team, look(game, sees), public_look(game), game.new_initial_state())


def _is_team(kind: Any) -> bool:
    """Whether all seats have one result, as one seat alone has."""
    return bool(kind.utility == _Utility.IDENTICAL or kind.max_num_players == 1)


@cache
def _seats(name: str) -> tuple[int, ...]:
    """Those that OpenSpiel names; where the number is a parameter, those with which the game can be made."""
    kind = kinds()[name]
    numbers = range(kind.min_num_players, kind.max_num_players + 1)
    if PLAYERS not in specification(name) or not kind.default_loadable:
        return tuple(numbers)
    return tuple(number for number in numbers if _loads(name, number))


def _loads(name: str, players: int) -> bool:
    try:
        load(name, {PLAYERS: players}).new_initial_state()
    except (ValueError, pyspiel.SpielError):
        return False
    return True


def _has_struct(name: str, kind: Any) -> bool:
    """Whether the game shows a seat a struct, too; a few do, from OpenSpiel 2 on."""
    return bool(kind.default_loadable) and hasattr(load(name, {}), "ObservationStruct")


def _version() -> int:
    """OpenSpiel's, three digits for each of its parts, after this bridge's own: 1002000002 for its 2.0.2."""
    parts = [int(part) for part in version("open_spiel").split(".")[:3] if part.isdigit()]
    number = BRIDGE
    for part in (*parts, 0, 0, 0)[:3]:
        number = number * 1000 + part
    return number


def _notes(kind: Any) -> str:
    notes = [f"The rules are those of OpenSpiel {version('open_spiel')}, and so are all words."]
    if hides(kind):
        notes.append("What each seat may see is as OpenSpiel says, too; that all seats see who acts is arena's.")
    notes.append("A seat that makes no move makes the first of the legal ones.")
    return " ".join(notes)


FAMILY: Final = GameFamily(name=NAME, title=f"the games of OpenSpiel {version('open_spiel')}", names=names, find=find)
