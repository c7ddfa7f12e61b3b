"""The game: a position that always stands at a decision or at the end, and the course of a turn.

The set-up and phase 1 of the rulebook are told in `delivery`, phase 2 in `sending`, phase 3 in `powers`, phase 4 and
the end of the game in `busts`. What they change is in `position`. Whatever needs no decision happens at once.

This is no line of steps as in `arena.games.steps`: one seat decides at a time and little interrupts a turn, and the
machine would add a twelfth to the time that these rules take.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final, Self

from arena.games.deal import Deal
from arena.games.gunrunners import busts, delivery, powers, sending
from arena.games.gunrunners.deck import Options
from arena.games.gunrunners.moves import AnyMove, Raid
from arena.games.gunrunners.position import Position, draw_luck
from arena.games.gunrunners.view import build_memory, build_public, build_view
from arena.games.interface import IllegalMove, Move, Ranking

SEATS: Final = (2, 3, 4)


class State(Position):
    """A position at a decision, or at the end; see `arena.games.interface.State`."""

    # -- what the referee asks

    view, memory, public = build_view, build_memory, build_public

    def legal(self, seat: int) -> Sequence[AnyMove]:
        """Every move of the seat, in a fixed order; () for a seat that is not to act."""
        return self._moves() if seat == self.chooser else ()

    def default(self, seat: int) -> AnyMove:
        """The mildest move: a power is declined, an informant puts the agent back where it was and a spy leaves all as
        they were; else it is the first legal one."""
        moves = self.legal(seat)
        return moves[self.held[0]] if self.held is not None else moves[0]

    def outcome(self) -> Ranking | None:
        """The places by crates and by what decides ties; None before the end."""
        return self.ranked

    def clone(self) -> Self:
        """An independent copy."""
        twin = copy(self)
        for name in self.lists:
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def apply(self, moves: Mapping[int, Move]) -> None:
        """Make the move of the seat that is to act, and all that follows from it without a decision."""
        seat = self.chooser
        if seat is None or len(moves) != 1 or seat not in moves:
            raise IllegalMove(f"moves of seats {sorted(moves)}, but to act: {list(self.to_act())}")
        legal = self.moves or self._moves()
        try:
            # The equal one from the list: it has the right types whoever made the other.
            move: Any = legal[legal.index(moves[seat])]
        except ValueError:
            raise IllegalMove(f"seat {seat} cannot {moves[seat]!r} now ({self.stage})") from None
        self.events = []
        self.moves = None
        match self.stage:
            case "turn":
                flipped = sending.send(self, seat, move)
                if flipped is None or not powers.offer(self, flipped.owner, flipped.card):
                    self._finish_turn()
            case "setup":
                delivery.deploy(self, seat, move)
            case "raid":
                busts.bust(self, move.at)
                self._finish_turn()
            case _:
                if powers.use(self, seat, move):
                    self._finish_turn()

    # -- the course of a turn

    def _moves(self) -> tuple[AnyMove, ...]:
        """The legal moves, found once for each decision."""
        if self.moves is None:
            match self.stage:
                case "turn":
                    self.moves = sending.ways_to_send(self, self.active)
                case "setup":
                    self.moves = delivery.ways_to_deploy(self)
                case "raid":
                    self.moves = tuple([Raid(at) for at in busts.due(self)])
                case _:
                    self.moves = powers.moves(self)
        return self.moves

    def _finish_turn(self) -> None:
        """Phase 4, and then the next turn or the end of the game; or the question which of two busts comes first."""
        due = busts.due(self)
        if len(due) > 1:
            self.ask("raid", self.active)
            return
        for at in due:
            busts.bust(self, at)
        if self.marker >= busts.LAST_SPACE:
            busts.end(self, "busts")
        elif any(self.hands):
            delivery.deliver(self)
        else:
            busts.last_busts(self)
            busts.end(self, "cards out")


def new(options: Options, seats: int, deal: Deal) -> State:
    """The first decision of the set-up. Raises ValueError for a number of seats or a first seat there is not."""
    if seats not in SEATS:
        raise ValueError(f"gunrunners is for 2, 3 or 4 seats, not {seats}")
    if options.first is not None and options.first >= seats:
        raise ValueError(f"first: there is no seat {options.first} at a table of {seats}; seats count from 0")
    return State(options.deck, seats, draw_luck(options.deck, seats, options.first, deal))
