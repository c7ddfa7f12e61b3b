"""Plays random games to see what numbers, words and lengths there are in what a game's seats are sent.

The deals and the moves come from fixed seeds, so the same rules give the same layout. It says nothing about any game to
come but what anybody can know of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from random import Random
from typing import Any, TypeAlias

import msgspec

from arena.errors import WrongInput
from arena.games import Deal, Game, find_game
from arena.learn.forms import Either, Flag, Form, Items, Named, Nothing, Number, Record, Row, SeatForm, Word, form_of
from arena.learn.layout import FORMAT, Layout, Seen

GAMES, POSITIONS = 40, 4_000
"""A survey ends after so many games or positions, whichever comes first, but not within a game."""
WORDS = 256
"""The most words of one place that are told apart; the first ones by the alphabet."""
ROOM = 2
"""There is room for so many times as many legal moves as were ever seen, rounded up to a power of two."""

_See: TypeAlias = Callable[[Any], None]


def layout_of(game: Game | str, seats: int, options: Mapping[str, Any] | None = None) -> Layout:
    """The layout of a game with so many seats and these options (its defaults for None). Takes a second or two, the
    first time in a process. Raises WrongInput for options or seats that the game has not."""
    rules = find_game(game) if isinstance(game, str) else game
    return _survey(rules, seats, encoded_options(rules, options))


def encoded_options(game: Game, options: Mapping[str, Any] | None) -> bytes:
    """Options as they were given, made whole and written as JSON. Raises WrongInput."""
    try:
        made = msgspec.json.decode(msgspec.json.encode(options or {}), type=game.options_type)
    except (msgspec.ValidationError, ValueError, TypeError) as problem:
        raise WrongInput(f"these are no options of {game.name}: {problem}") from None
    return msgspec.json.encode(made)


@lru_cache(maxsize=64)
def _survey(game: Game, seats: int, encoded: bytes) -> Layout:
    if seats not in game.seats:
        raise WrongInput(f"{game.name} is for {', '.join(map(str, game.seats))} seats, not {seats}")
    options = msgspec.json.decode(encoded, type=game.options_type)
    seen: dict[str, Seen] = {}
    view, memory, move = (
        _see(form_of(kind, path), seen)
        for kind, path in ((game.view_type, "view"), (game.memory_type, "memory"), (game.move_type, "move"))
    )
    positions = longest = 0
    together = True
    for number in range(GAMES):
        rng = Random(f"survey {number}")
        try:
            state = game.new(options, seats, Deal(f"survey/{number}"))
        except ValueError as problem:
            raise WrongInput(f"{game.name} cannot be set up: {problem}") from None
        while acting := state.to_act():
            together = together and len(acting) == seats
            moves = {}
            for seat in acting:
                view(state.view(seat))
                memory(state.memory(seat))
                legal = state.legal(seat)
                longest = max(longest, len(legal))
                for one in legal:
                    move(one)
                moves[seat] = rng.choice(legal)
            state.apply(moves)
            positions += 1
        for seat in range(seats):
            view(state.view(seat))
            memory(state.memory(seat))
        if positions >= POSITIONS:
            break
    for one in seen.values():
        one.words = tuple(sorted(one.words)[:WORDS])
    return Layout(
        format=FORMAT,
        game=game.name,
        game_version=game.version,
        seats=seats,
        options=msgspec.Raw(encoded),
        moves=1 << (ROOM * longest - 1).bit_length(),
        together=together,
        seen=dict(sorted(seen.items())),
    )


def _see(form: Form, seen: dict[str, Seen]) -> _See:
    """A function that notes what it is shown of this form."""
    match form:
        case Number(path=path):

            def number(value: float) -> None:
                one = seen.get(path)
                if one is None or one.low is None or one.high is None:
                    seen[path] = Seen(low=float(value), high=float(value))
                elif not one.low <= value <= one.high:
                    one.low, one.high = min(one.low, float(value)), max(one.high, float(value))

            return number
        case Word(path=path, declared=None):
            words: set[str] = set()

            def word(value: str) -> None:
                if value not in words:
                    words.add(value)
                    seen[path] = Seen(words=tuple(words))

            return word
        case Record(fields=fields):
            parts = [(name, _see(inner, seen)) for name, inner in fields if not isinstance(inner, Flag | SeatForm)]

            def record(value: Any) -> None:
                for name, see in parts:
                    see(getattr(value, name))

            return record
        case Either(kinds=kinds):
            by_type = {kind: (inner.path, _see(inner, seen)) for _, types, inner in kinds for kind in types}

            def either(value: Any) -> None:
                if type(value) in by_type:
                    path, see = by_type[type(value)]
                    if path not in seen:
                        seen[path] = Seen()
                    see(value)

            return either
        case Items(path=path, item=item):
            see_item = _see(item, seen)

            def items(value: Any) -> None:
                one, length = seen.get(path), len(value)
                if one is None or one.shortest is None or one.longest is None:
                    seen[path] = Seen(shortest=length, longest=length)
                elif not one.shortest <= length <= one.longest:
                    one.shortest, one.longest = min(one.shortest, length), max(one.longest, length)
                for each in value:
                    see_item(each)

            return items
        case Row(items=kinds_of_items):
            sees = [_see(inner, seen) for inner in kinds_of_items]

            def row(value: Any) -> None:
                for see, each in zip(sees, value, strict=True):
                    see(each)

            return row
        case Named(path=path, value=inner):
            see_value, names = _see(inner, seen), set[str]()

            def named(value: Any) -> None:
                for key, each in value.items():
                    if str(key) not in names:
                        names.add(str(key))
                        seen[path] = Seen(words=tuple(names))
                    see_value(each)

            return named
        case Flag() | SeatForm() | Word() | Nothing():
            return lambda value: None
