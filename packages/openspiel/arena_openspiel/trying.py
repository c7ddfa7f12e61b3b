"""One game of OpenSpiel tried: played to its end many times, and held to the laws of arena, as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from random import Random
from statistics import median
from time import monotonic
from typing import Any, Final

from arena.games import CannotImagine, Deal, Game
from arena.games.laws import LAWS, Twin, report_on
from msgspec import Struct
from msgspec.structs import fields, replace

from arena_openspiel.family import NAME, find, table_of
from arena_openspiel.found import GameTried, Sight
from arena_openspiel.options import SEES
from arena_openspiel.sights import sights as sights_of
from arena_openspiel.twins import Remembered, changed, resampled, resamples, untried

EXAMPLES: Final[Mapping[str, Mapping[str, Any]]] = {
    "add_noise": {"game": "kuhn_poker()"},
    "bridge": {"use_double_dummy_result": False},
    "cached_tree": {"game": "kuhn_poker()"},
    "coop_to_1p": {"game": "tiny_hanabi()"},
    "gin_rummy": {"hand_size": 3},
    "misere": {"game": "tic_tac_toe()"},
    "normal_form_extensive_game": {"game": "kuhn_poker()"},
    "repeated_game": {"stage_game": "matrix_pd()", "num_repetitions": 10},
    "repeated_poker": {"universal_poker_game_string": "universal_poker()", "max_num_hands": 3},
    "restricted_nash_response": {"game": "kuhn_poker()"},
    "start_at": {"game": "tic_tac_toe()", "history": "4;0"},
    "turn_based_simultaneous_game": {"game": "goofspiel(num_cards=4)"},
    "zerosum": {"game": "kuhn_poker()"},
}
"""Options for the games that cannot do without; `efg_game` and `nfg_game` would need a file. Two others could: in
bridge perfect play is else computed again for every deal that is looked at, and in gin rummy random games with ten
cards hardly ever come to a knock."""

FEW: Final = 8
MANY: Final = 60
"""About so many positions of the first game, and of later ones, are held to the law of secrecy, spread over the game:
few at first, so that something is known of slow games too."""
TWINS: Final = "twins"
LONGEST: Final = 20_000
"""A random game with more decisions is taken to have no end."""


def try_game(name: str, games: int, law_games: int, seconds: float) -> Iterator[GameTried]:
    """Tries the game of that name of OpenSpiel, and gives what was found so far again and again, at last all of it.

    It plays `games` games to their end, or as many as `seconds` allow; then it holds `law_games` to each law with each
    number of seats, or as many as `seconds` allow, but one at the least.
    """
    when = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    options_given = EXAMPLES.get(name, {})
    found = GameTried(name=name, when=when, options=dict(options_given), wanted=games)
    try:
        game = find(f"{NAME}.{name}")
        found = replace(found, title=game.title)
        options = game.options_type(**options_given)
        seats = _seats(game, options)
        table = table_of(name, options, seats[0])
        found = replace(found, seats=seats, hidden=table.hidden)
        played = found
        for played in _played(found, game, options, seconds):
            yield played
    except ValueError as problem:
        yield replace(found, refused=str(problem))
        return
    resampling = table.hidden and resamples(table.game)
    judged = played = replace(played, resamples=resampling)
    for judged in _judged(played, game, options, law_games, seconds):
        yield judged
    yield replace(judged, imagines=table.hidden and _imagines(game, options, seats[0]))


def _played(found: GameTried, game: Game, options: Any, seconds: float) -> Iterator[GameTried]:
    lengths: list[int] = []
    start = monotonic()
    while len(lengths) < found.wanted and (not lengths or monotonic() - start < seconds):
        number = len(lengths)
        lengths.append(_length(game, options, found.seats[number % len(found.seats)], number))
        if number % 50 == 0 or len(lengths) == found.wanted:
            yield _counted(found, lengths, monotonic() - start)
    yield _counted(found, lengths, monotonic() - start)


def _counted(found: GameTried, lengths: Sequence[int], seconds: float) -> GameTried:
    decisions = min(lengths), median(lengths), max(lengths)
    return replace(found, games=len(lengths), seconds=round(seconds, 1), decisions=decisions)


class _Trial(Struct, frozen=True):
    """Some laws that are tried together: the place of their sight, what makes twins, the options."""

    sight: int
    laws: tuple[str, ...]
    twin: Twin
    options: Any


def _judged(found: GameTried, game: Game, options: Any, law_games: int, seconds: float) -> Iterator[GameTried]:
    """One game under each law in turn, so that whenever it ends all of them were tried about as often."""
    usual = _usual(game, found, options)
    sights = [Sight(usual, "changes")]
    trials = [_Trial(0, (TWINS,), changed, options)]
    for sees in _other_sights(game) if found.hidden else ():
        trials.append(_Trial(len(sights), (TWINS,), changed, replace(options, **{SEES: sees})))
        sights.append(Sight(sees, "changes"))
    if found.resamples:
        trials.append(_Trial(len(sights), (TWINS,), resampled, options))
        sights.append(Sight(usual, "resampling"))
    trials += [_Trial(0, (law,), untried, options) for law in LAWS if law != TWINS]
    start = monotonic()
    for number in range(law_games):
        share = min(1.0, min(MANY, FEW << min(number, 8)) / max(1.0, found.decisions[1]))
        for seats in found.seats:
            for trial in trials:
                if number and monotonic() - start > seconds:
                    return
                twin = Remembered(trial.twin)
                report = report_on(
                    game,
                    1,
                    seed=number,
                    options=trial.options,
                    seats=(seats,),
                    twin=twin,
                    laws=trial.laws,
                    share=share,
                    watch=False,
                )
                sights[trial.sight] = sights[trial.sight].joined(report, twin.worlds)
                yield replace(found, sights=tuple(sights))


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


def _length(game: Game, options: Any, seats: int, number: int) -> int:
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


def _usual(game: Game, found: GameTried, options: Any) -> str:
    """What the first sight of the game is called."""
    table = table_of(found.name, options, found.seats[0])
    there = next(iter(sights_of(table.game.get_type(), False)), "all")
    return str(getattr(options, SEES, there))


def _other_sights(game: Game) -> Sequence[str]:
    for field in fields(game.options_type):
        if field.name == SEES:
            return [str(one) for one in field.type.__args__[1:]]
    return ()
