"""One game from its set-up to its end in words, to be kept beside the rules: what changes it shows in review."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from arena.games import PUBLIC, Deal, Game, State, plain
from arena.layout import counted


def playthrough(game: Game, seats: int | None = None, deal: str = "playthrough", options: Any = None) -> str:
    """All that happens in a game of random moves, as every audience sees it; equal rules give equal texts.

    `seats` is by default the smallest number that the rules allow. The deal chooses the moves, too.
    """
    chosen = game.options_type() if options is None else options
    number = game.seats[0] if seats is None else seats
    return "\n".join(_lines(game, number, deal, chosen)) + "\n"


def _lines(game: Game, seats: int, deal: str, options: Any) -> Iterator[str]:
    rng = Random(deal)
    yield f"{game.title}, version {game.version}, {counted(seats, 'seat')}, deal {deal!r}, options {_json(options)}"
    state = game.new(options, seats, Deal(deal))
    yield from _happened(game, state, seats)
    decision = 0
    while acting := state.to_act():
        yield ""
        yield f"decision {decision}"
        yield f"  public: {_json(state.public())}"
        for seat in range(seats):
            yield f"  seat {seat} sees: {_json(state.view(seat))}"
            yield f"  seat {seat} remembers: {_json(state.memory(seat))}"
        moves = {seat: rng.choice(list(state.legal(seat))) for seat in acting}
        for seat, move in moves.items():
            legal = [plain(game.tell_move(state.view(seat), one)) for one in state.legal(seat)]
            yield f"  seat {seat} may: {'; '.join(legal)}"
            yield f"  seat {seat} does: {plain(game.tell_move(state.view(seat), move))}  {_json(move)}"
        state.apply(moves)
        yield from _happened(game, state, seats)
        decision += 1
    yield ""
    yield f"public: {_json(state.public())}"
    yield f"outcome: {_json(state.outcome())}"


def _happened(game: Game, state: State, seats: int) -> Iterator[str]:
    """The events in words, for the public and for each seat that is told otherwise."""
    for event in state.events:
        public = event.seen_by(PUBLIC)
        yield f"  {plain(game.tell(public))}  {_json(public)}"
        for seat in range(seats):
            if (own := event.seen_by(seat)) != public:
                yield f"    for seat {seat}: {plain(game.tell(own))}  {_json(own)}"


def _json(value: Any) -> str:
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=False)
