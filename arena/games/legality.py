"""The one check that every `apply` begins with."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.interface import IllegalMove, Move, State


def require_legal(state: State, moves: Mapping[int, Move]) -> None:
    """Raises IllegalMove unless `moves` holds a legal move of each seat that is to act, and of no other.

    A game on `arena.games.steps` has it from there.
    """
    if not moves or tuple(sorted(moves)) != state.to_act():
        raise IllegalMove(f"moves of seats {sorted(moves)}, but to act: {list(state.to_act())}")
    for seat, move in moves.items():
        if move not in state.legal(seat):
            raise IllegalMove(f"seat {seat} cannot make the move {move!r} now")
