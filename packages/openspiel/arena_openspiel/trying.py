"""One game of OpenSpiel tried: played to its end many times, and held to the laws of arena, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from statistics import median
from typing import Any, Final

from arena.games import CannotImagine, Deal, Game
from arena.games.laws import LAWS, Breach, Report, Tried, Twin, report_on
from msgspec import Struct
from msgspec.structs import fields, replace

from arena_openspiel.family import NAME, find, table_of
from arena_openspiel.options import SEES
from arena_openspiel.sights import sights as sights_of
from arena_openspiel.state import Table
from arena_openspiel.twins import changed, resampled, resamples, untried

EXAMPLES: Final[Mapping[str, Mapping[str, Any]]] = {
    "add_noise": {"game": "kuhn_poker()"},
    "cached_tree": {"game": "kuhn_poker()"},
    "coop_to_1p": {"game": "tiny_hanabi()"},
    "misere": {"game": "tic_tac_toe()"},
    "normal_form_extensive_game": {"game": "kuhn_poker()"},
    "repeated_game": {"stage_game": "matrix_pd()", "num_repetitions": 10},
    "repeated_poker": {"universal_poker_game_string": "universal_poker()", "max_num_hands": 3},
    "restricted_nash_response": {"game": "kuhn_poker()"},
    "start_at": {"game": "tic_tac_toe()", "history": "4;0"},
    "turn_based_simultaneous_game": {"game": "goofspiel(num_cards=4)"},
    "zerosum": {"game": "kuhn_poker()"},
}
"""Options for the games that cannot do without. (`efg_game` and `nfg_game` need a file.)"""

POSITIONS: Final = 150
"""About as many positions are held to each law for each game that was asked for: of long games there are fewer."""
SECRETS: Final = 60
"""About as many are held to the law of secrecy, spread over many games."""
TWINS: Final = "twins"
LONGEST: Final = 20_000
"""A random game with more decisions is taken to have no end."""


class Sight(Struct, frozen=True):
    """What the laws found while a seat was shown that `sight`; `twins` says who made its twins."""

    sight: str
    twins: str
    tried: tuple[Tried, ...]
    breaches: tuple[Breach, ...]
    """The smallest of each law that broke."""
    stories: tuple[tuple[str, ...], ...]
    """The moves that led to each of them."""


class GameTried(Struct, frozen=True, kw_only=True):
    """What was found in one game."""

    name: str
    """OpenSpiel's."""
    title: str = ""
    refused: str = ""
    """Why it cannot be played; "" if it can."""
    options: dict[str, Any] = {}
    seats: tuple[int, ...] = ()
    """The numbers of seats that were tried."""
    hidden: bool = False
    games: int = 0
    """How many random games were played to their end."""
    decisions: tuple[int, float, int] = (0, 0, 0)
    """Of a game: the fewest, the median, the most."""
    resamples: bool = False
    """Whether OpenSpiel can resample its worlds."""
    imagines: bool = False
    """Whether a world could be imagined at every position that was tried, from what a bot is shown."""
    sights: tuple[Sight, ...] = ()


def try_game(name: str, games: int, law_games: int) -> GameTried:
    """Tries the game of that name of OpenSpiel: plays `games` games to their end, and `law_games`, or fewer of a long
    game, under each law."""
    try:
        game = find(f"{NAME}.{name}")
    except ValueError as problem:
        return GameTried(name=name, refused=str(problem))
    examples = EXAMPLES.get(name, {})
    try:
        options = game.options_type(**examples)
        seats = _seats(game, options)
        found = GameTried(name=name, title=game.title, options=dict(examples), seats=seats)
        lengths = [_played(game, options, seats[number % len(seats)], number) for number in range(games)]
    except ValueError as problem:
        return GameTried(name=name, title=game.title, options=dict(examples), refused=str(problem))
    typical = median(lengths)
    table = table_of(name, options, seats[0])
    few = max(1, min(law_games, int(POSITIONS * law_games / typical)))
    many = max(1, min(games, 30 * law_games))
    share = min(1.0, SECRETS * law_games / (many * typical))
    others = [law for law in LAWS if law != TWINS]
    conduct = report_on(game, few, options=options, seats=seats, twin=untried, laws=others, watch=False)
    usual = _usual(table, options)
    sights = [_sight(usual, "changes", conduct, _secrecy(game, many, options, seats, changed, share))]
    for sees in _other_sights(game):
        shown = replace(options, **{SEES: sees})
        sights.append(_sight(sees, "changes", _secrecy(game, many, shown, seats, changed, share)))
    again = table.hidden and resamples(table.game)
    if again:
        sights.append(_sight(usual, "resampling", _secrecy(game, many, options, seats, resampled, share)))
    return replace(
        found,
        hidden=table.hidden,
        games=len(lengths),
        decisions=(min(lengths), typical, max(lengths)),
        resamples=again,
        imagines=_imagines(game, options, seats[0]),
        sights=tuple(sights),
    )


def _seats(game: Game, options: Any) -> tuple[int, ...]:
    """The two smallest numbers of seats that these options allow. Raises ValueError where that is none."""
    found: list[int] = []
    wrong: ValueError | None = None
    for number in game.seats:
        try:
            game.new(options, number, Deal("trying"))
            found.append(number)
        except ValueError as problem:
            wrong = wrong or problem
        if len(found) == 2:
            break
    if not found:
        assert wrong is not None
        raise wrong
    return tuple(found)


def _played(game: Game, options: Any, seats: int, number: int) -> int:
    """How many decisions a random game had."""
    rng = Random(number)
    state = game.new(options, seats, Deal(f"trying/{seats}/{number}"))
    for decision in range(LONGEST):
        if not state.to_act():
            assert state.outcome() is not None
            return decision
        state.apply({seat: rng.choice(state.legal(seat)) for seat in state.to_act()})
    raise ValueError(f"a random game has not ended after {LONGEST} decisions")


def _imagines(game: Game, options: Any, seats: int) -> bool:
    """Whether a world is found for every seat at every position of three random games, from what bots are shown."""
    for number in range(3):
        rng = Random(number)
        state = game.new(options, seats, Deal(f"imagining/{number}"))
        while state.to_act():
            for seat in range(seats):
                try:
                    game.imagine(seat, state.view(seat), state.memory(seat), rng, options)
                except CannotImagine:
                    return False
            state.apply({seat: rng.choice(state.legal(seat)) for seat in state.to_act()})
    return True


def _usual(table: Table, options: Any) -> str:
    """What the first sight of the game is called."""
    there = next(iter(sights_of(table.game.get_type(), False)), "all")
    return str(getattr(options, SEES, there))


def _other_sights(game: Game) -> Sequence[str]:
    for field in fields(game.options_type):
        if field.name == SEES:
            return [str(one) for one in field.type.__args__[1:]]
    return ()


def _secrecy(game: Game, games: int, options: Any, seats: Sequence[int], twin: Twin | None, share: float) -> Report:
    return report_on(game, games, options=options, seats=seats, twin=twin, laws=(TWINS,), share=share, watch=False)


def _sight(sight: str, twins: str, *reports: Report) -> Sight:
    broken = [one for report in reports for one in report.broken]
    return Sight(
        sight,
        twins,
        tuple(one for report in reports for one in report.tried),
        tuple(one.breach for one in broken),
        tuple(one.story for one in broken),
    )
