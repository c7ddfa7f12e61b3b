"""The law of rules: a game ends, and whatever it answers has the promised shape."""

from __future__ import annotations

from math import isfinite
from typing import Any

import msgspec

from arena.games.deal import Deal
from arena.games.interface import Game, Ranking, TeamResult
from arena.games.laws.play import Play, encode, plays
from arena.games.words import parts
from arena.layout import counted


def check_rules(game: Game, seats: int, games: int, seed: int = 0, options: Any = None) -> int:
    """Every game ends and every answer of the rules has the shape that `interface` promises.

    `new` refuses a seat too many; `to_act` is ascending and empty exactly when there is an outcome; legal moves are
    there, all different, and come back equal through JSON, as all views and memories do; the default is legal; all who
    see an event are told of it in one line, and whoever may make a move in a line that no other legal move has; the
    outcome fits the seats.
    """
    return sum(map(rules_kept, plays("rules", game, seats, games, seed, options)))


def rules_kept(play: Play) -> int:
    """The law in one game; how many positions it checked."""
    with play:
        _check_beginning(play)
        while play.running():
            check_answers(play)
            play.step(play.choose(play.state))
        _check_messages(play)
        check_outcome(play)
    return play.decision


def check_answers(play: Play) -> None:
    """Check the law at one position."""
    acting = play.state.to_act()
    if list(acting) != sorted(set(acting) & set(range(play.seats))):
        play.broken(f"to_act() must be ascending seats below {play.seats}, not {acting!r}", of="to_act")
    if play.state.outcome() is not None:
        play.broken(f"there is an outcome while seats {acting} must still move", of="outcome")
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
        raise play.breach(f"new() with {too_many} seats must raise ValueError, not {problem!r}", problem) from problem
    play.broken(f"new() with {too_many} seats must raise ValueError: `seats` is {game.seats}", of="new")


def _check_messages(play: Play) -> None:
    for seat in range(play.seats):
        _round_trip(play, f"the view of seat {seat}", play.state.view(seat), play.game.view_type)
        _round_trip(play, f"the memory of seat {seat}", play.state.memory(seat), play.game.memory_type)
    _round_trip(play, "the public view", play.state.public(), play.game.public_type)
    for event in play.state.events:
        private = event.private or {}
        if not set(private) <= set(range(play.seats)):
            play.broken(f"an event is private to seats {sorted(private)} of {play.seats}: {event!r}", of="events")
        for body in (event.shown, *private.values()):
            _encoded(play, f"the event {body!r}", body)
            _check_sentence(play, "tell", play.game.tell(body), repr(body))


def _check_sentence(play: Play, who: str, told: Any, of: str) -> None:
    if not isinstance(told, str) or len(told.splitlines()) != 1 or not told.strip():
        play.broken(f"{who}() must give one line that is not empty for {of}, not {told!r}", of=who)
    if strangers := [part for part in parts(told) if type(part) is int and part >= play.seats]:
        play.broken(f"{who}() names seats {strangers} of {play.seats} for {of}", of=who)


def _check_moves(play: Play, seat: int) -> None:
    legal = play.state.legal(seat)
    if not legal:
        play.broken(f"seat {seat} must move and has no legal move", of="legal")
    for move in legal:
        back = _round_trip(play, f"the move {move!r} of seat {seat}", move, play.game.move_type)
        if back != move:
            play.broken(f"the move {move!r} of seat {seat} comes back through JSON as {back!r}", of="legal")
    if len({encode(move) for move in legal}) != len(legal):
        play.broken(f"seat {seat} has the same legal move twice: {legal!r}", of="legal")
    sentences: dict[str, Any] = {}
    view = play.state.view(seat)
    for move in legal:
        told = play.game.tell_move(view, move)
        _check_sentence(play, "tell_move", told, f"{move!r} of seat {seat}")
        if (other := sentences.setdefault(told, move)) is not move:
            play.broken(
                f"tell_move() gives seat {seat} the same sentence for two moves, {other!r} and {move!r}: {told}",
                of="tell_move",
                remedy="put into the sentence what tells them apart",
            )
    if (default := play.state.default(seat)) not in legal:
        play.broken(f"the default {default!r} of seat {seat} is not among its legal moves {legal!r}", of="default")


def check_outcome(play: Play) -> None:
    """Check the law at the end of a game."""
    outcome = play.state.outcome()
    if outcome is None:
        play.broken("nobody is to act and there is no outcome", of="outcome")
    if not isinstance(outcome, TeamResult if play.game.cooperative else Ranking):
        kind = "TeamResult" if play.game.cooperative else "Ranking"
        play.broken(
            f"`cooperative` is {play.game.cooperative} and the outcome {outcome!r}",
            of="outcome",
            remedy=f"give a {kind}",
        )
    scores = outcome.scores if isinstance(outcome, Ranking) else (outcome.score,)
    # Before the way through JSON, which has no such numbers and would only say that `null` is none.
    if any(isinstance(score, float) and not isfinite(score) for score in scores):
        play.broken(f"a score is not a finite number in {outcome!r}", of="outcome")
    _round_trip(play, "the outcome", outcome, type(outcome))
    if isinstance(outcome, Ranking):
        if not len(outcome.places) == len(outcome.scores) == play.seats:
            play.broken(
                f"{counted(play.seats, 'seat')}, and as many places and scores are needed: {outcome!r}", of="outcome"
            )
        fair = tuple(1 + sum(other < place for other in outcome.places) for place in outcome.places)
        if outcome.places != fair:
            wrong = f"places {outcome.places} must be {fair}: ties share the better place (1, 2, 2, 4)"
            play.broken(wrong, of="outcome")


def _round_trip(play: Play, what: str, value: Any, kind: Any) -> Any:
    line = _encoded(play, what, value)
    try:
        back = msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, TypeError) as problem:  # TypeError: of a type that cannot be decoded
        raise play.breach(f"{what} does not decode as {kind!r}: {problem}; it was {line!r}", of=what) from problem
    play.same({what: line}, {what: encode(back)}, "through JSON and back,")
    return back


def _encoded(play: Play, what: str, value: Any) -> bytes:
    try:
        return encode(value)
    except (TypeError, ValueError, OverflowError, msgspec.MsgspecError) as problem:
        raise play.breach(f"{what} cannot be written as JSON: {problem}; it is {value!r}", of=what) from problem
