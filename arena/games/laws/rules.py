"""The law of rules: a game ends, and whatever it answers has the promised shape."""

from __future__ import annotations

from math import isfinite
from typing import Any

import msgspec

from arena.games.deal import Deal
from arena.games.interface import Game, Ranking, TeamResult
from arena.games.laws.play import Play, encode, plays
from arena.games.words import parts


def check_rules(game: Game, seats: int, games: int, seed: int = 0, options: Any = None) -> int:
    """Every game ends and every answer of the rules has the shape that `interface` promises.

    `new` refuses a seat too many; `to_act` is ascending and empty exactly when there is an outcome; legal moves are
    there, all different, and come back equal through JSON, as all views and memories do; the default is legal; all who
    see an event are told of it in one line, and whoever may make a move in a line that no other legal move has; the
    outcome fits the seats.
    """
    checked = 0
    for play in plays("rules", game, seats, games, seed, options):
        with play:
            _check_beginning(play)
            while play.running():
                check_answers(play)
                play.step(play.choose(play.state))
                checked += 1
            _check_messages(play)
            check_outcome(play)
    return checked


def check_answers(play: Play) -> None:
    """Check the law at one position."""
    acting = play.state.to_act()
    if list(acting) != sorted(set(acting) & set(range(play.seats))):
        play.broken(f"to_act() must be ascending seats below {play.seats}, not {acting!r}")
    if play.state.outcome() is not None:
        play.broken(f"there is an outcome while seats {acting} must still move")
    _check_messages(play)
    for seat in acting:
        _check_moves(play, seat)


def _check_beginning(play: Play) -> None:
    game = play.game
    _round_trip(play, "the options", play.options, game.options_type)
    too_many = game.seats[-1] + 1
    try:
        game.new(play.options, too_many, Deal(play.deal))
    except ValueError:
        return
    except Exception as problem:
        raise play.breach(f"new() with {too_many} seats must raise ValueError, not {problem!r}") from problem
    play.broken(f"new() with {too_many} seats must raise ValueError: `seats` is {game.seats}")


def _check_messages(play: Play) -> None:
    for seat in range(play.seats):
        _round_trip(play, f"the view of seat {seat}", play.state.view(seat), play.game.view_type)
        _round_trip(play, f"the memory of seat {seat}", play.state.memory(seat), play.game.memory_type)
    _round_trip(play, "the public view", play.state.public(), play.game.public_type)
    for event in play.state.events:
        private = event.private or {}
        if not set(private) <= set(range(play.seats)):
            play.broken(f"an event is private to seats {sorted(private)} of {play.seats}: {event!r}")
        for body in (event.shown, *private.values()):
            _encoded(play, f"the event {body!r}", body)
            _check_sentence(play, "tell()", play.game.tell(body), repr(body))


def _check_sentence(play: Play, who: str, told: Any, of: str) -> None:
    if not isinstance(told, str) or len(told.splitlines()) != 1 or not told.strip():
        play.broken(f"{who} must give one line that is not empty for {of}, not {told!r}")
    if strangers := [part for part in parts(told) if type(part) is int and part >= play.seats]:
        play.broken(f"{who} names seats {strangers} of {play.seats} for {of}")


def _check_moves(play: Play, seat: int) -> None:
    legal = play.state.legal(seat)
    if not legal:
        play.broken(f"seat {seat} must move and has no legal move")
    for move in legal:
        back = _round_trip(play, f"the move {move!r} of seat {seat}", move, play.game.move_type)
        if back != move:
            play.broken(f"the move {move!r} of seat {seat} comes back through JSON as {back!r}")
    if len({encode(move) for move in legal}) != len(legal):
        play.broken(f"seat {seat} has the same legal move twice: {legal!r}")
    sentences: dict[str, Any] = {}
    for move in legal:
        told = play.game.tell_move(play.state.view(seat), move)
        _check_sentence(play, "tell_move()", told, f"{move!r} of seat {seat}")
        if (other := sentences.setdefault(told, move)) is not move:
            play.broken(
                f"tell_move() gives seat {seat} the same sentence for two moves, {other!r} and {move!r}: {told}"
            )
    if (default := play.state.default(seat)) not in legal:
        play.broken(f"the default {default!r} of seat {seat} is not among its legal moves {legal!r}")


def check_outcome(play: Play) -> None:
    """Check the law at the end of a game."""
    outcome = play.state.outcome()
    if outcome is None:
        play.broken("nobody is to act and there is no outcome")
    if not isinstance(outcome, TeamResult if play.game.cooperative else Ranking):
        play.broken(f"`cooperative` is {play.game.cooperative} and the outcome {outcome!r}")
    scores = outcome.scores if isinstance(outcome, Ranking) else (outcome.score,)
    # Before the way through JSON, which has no such numbers and would only say that `null` is none.
    if any(isinstance(score, float) and not isfinite(score) for score in scores):
        play.broken(f"a score is not a finite number in {outcome!r}")
    _round_trip(play, "the outcome", outcome, type(outcome))
    if isinstance(outcome, Ranking):
        if not len(outcome.places) == len(outcome.scores) == play.seats:
            play.broken(f"{play.seats} seats need as many places and scores: {outcome!r}")
        fair = tuple(1 + sum(other < place for other in outcome.places) for place in outcome.places)
        if outcome.places != fair:
            play.broken(f"places {outcome.places} must be {fair}: ties share the better place (1, 2, 2, 4)")


def _round_trip(play: Play, what: str, value: Any, kind: Any) -> Any:
    line = _encoded(play, what, value)
    try:
        back = msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, TypeError) as problem:  # TypeError: of a type that cannot be decoded
        raise play.breach(f"{what} does not decode as {kind!r}: {problem}; it was {line!r}") from problem
    play.same({what: line}, {what: encode(back)}, "through JSON and back,")
    return back


def _encoded(play: Play, what: str, value: Any) -> bytes:
    try:
        return encode(value)
    except (TypeError, ValueError, OverflowError, msgspec.MsgspecError) as problem:
        raise play.breach(f"{what} cannot be written as JSON: {problem}; it is {value!r}") from problem
