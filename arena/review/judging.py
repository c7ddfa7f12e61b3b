"""What another move would have brought: the moves of a recorded decision tried by play-outs.

A play-out goes on from the position after a move, to the end of the game, with random moves of all seats. All moves of
a decision are tried with the same luck, and their differences counted, play-out by play-out.

It is done in two kinds of worlds. **Here**: the position as it was, with all hands and the very deal; that says what
changed this game. **Imagined**: positions that the seat could not tell from it (`Game.imagine`), another for each
play-out; that says what the seat could have known. A move that is bad here alone was bad luck.

Random movers are weak judges: they miss what only a good player could have made of a position, and take for good what a
good player would refute. What they say of a move is worth a look at the game, and no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from arena.games import Game, Move, Outcome, State, TeamResult
from arena.referee import GameRecord, replay

MOST_MOVES = 10_000
"""Steps of a play-out, after which it counts as if nobody had won: no game of the box comes near it."""
LEAD = 0.4
"""What a lead as large as the mean score is worth where places alone would say too little; to beat all is worth 1."""


class Position(Struct, frozen=True):
    """A decision of a recorded game, as it was before it: `state` is nobody else's, `played` is the index of the move
    that was made, and `together` are the moves that other seats made at the same time."""

    number: int
    seat: int
    decision: int
    state: State
    legal: Sequence[Move]
    played: int
    together: Mapping[int, Move]


def positions(record: GameRecord, game: Game, seat: int) -> Iterator[Position]:
    """The decisions of the seat in which it had a choice, and made it itself. Raises Mismatch where the rules cannot
    follow the record, and whatever they raise."""
    faulty = {fault.decision for fault in record.faults if fault.seat == seat} | {*record.substituted}
    for step in replay(record, game):
        acting, first = step.state.to_act(), step.first + len(step.moves)
        made = record.decisions[first : first + len(acting)]
        at = next((at for at, (who, _) in enumerate(made, first) if who == seat), None)
        if at is None or at in faulty or len(made) < len(acting):
            continue
        legal = step.state.legal(seat)
        if len(legal) > 1:
            others = {who: step.state.legal(who)[index] for who, index in made if who != seat}
            yield Position(record.number, seat, at, step.state.clone(), legal, record.decisions[at][1], others)


def tried_here(position: Position, moves: Sequence[int], luck: str) -> list[Outcome | None]:
    """How a play-out ended after each of these legal moves, from the position as it was; the same `luck`, any text, is
    the same play-out. None where it came to no end."""
    return [_tried(position.state, position, move, position.together, luck) for move in moves]


def tried_imagined(
    position: Position, game: Game, options: Any, moves: Sequence[int], luck: str
) -> list[Outcome | None]:
    """The same from a position that the seat could not tell from this one; others that decide at the same time do that
    at random."""
    state, seat, random = position.state, position.seat, Random(f"world {luck}")
    world = game.imagine(seat, state.view(seat), state.memory(seat), random, options)
    others = {who: random.choice(world.legal(who)) for who in world.to_act() if who != seat}
    return [_tried(world, position, move, others, luck) for move in moves]


def _tried(state: State, position: Position, move: int, others: Mapping[int, Move], luck: str) -> Outcome | None:
    after = state.clone()
    after.apply({**others, position.seat: position.legal[move]})
    return play_out(after, Random(luck))


def play_out(state: State, random: Random) -> Outcome | None:
    """Plays on at random, to the end; the state is changed."""
    draw = random.random
    for _ in range(MOST_MOVES):
        acting = state.to_act()
        if not acting:
            return state.outcome()
        moves = {}
        for seat in acting:
            legal = state.legal(seat)
            moves[seat] = legal[int(draw() * len(legal))]
        state.apply(moves)
    return None


def points_of(outcome: Outcome | None, seat: int) -> float:
    """What the seat has of a game: between opponents the share of the others that it beat, ties counting half; in a
    team the score."""
    if outcome is None:
        return 0.0
    if isinstance(outcome, TeamResult):
        return outcome.score
    own, others = outcome.places[seat], len(outcome.places) - 1
    if not others:
        return outcome.scores[seat]
    # The seat itself is counted as a tie, and taken off again.
    return (sum(0.5 * (place >= own) + 0.5 * (place > own) for place in outcome.places) - 0.5) / others


def promise_of(outcome: Outcome | None, seat: int) -> float:
    """The points and a little for the lead, which tells moves apart in fewer play-outs."""
    points = points_of(outcome, seat)
    if outcome is None or isinstance(outcome, TeamResult) or len(outcome.places) < 2:
        return points
    scores = outcome.scores
    lead = scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)
    scale = sum(map(abs, scores)) / len(scores) or 1.0
    return points + LEAD * max(-1.0, min(1.0, lead / scale))


def options_of(record: GameRecord, game: Game) -> Any:
    """The options that the game was played with."""
    return msgspec.json.decode(record.options, type=game.options_type)
