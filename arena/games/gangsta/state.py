"""The game: a position that always stands at a decision or at the end, and the one line of steps that every turn is.

See `arena.games.steps` for what a step is. The steps are told where the rulebook tells them: the turn's in `turns`,
those of a heist in `heists`, what interrupts it (snitches, the end of a chapter) in `chapters`, and what the
resources variant adds in `resources`. What they change is in `position`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from arena.games.deal import Deal
from arena.games.gangsta import chapters, heists, resources, turns
from arena.games.gangsta.deck import CARDS, Options
from arena.games.gangsta.events import Began
from arena.games.gangsta.moves import DONE, PASS, AnyMove
from arena.games.gangsta.position import Position, member
from arena.games.gangsta.view import build_memory, build_public, build_view
from arena.games.interface import Event, Move, Ranking
from arena.games.steps import Line, Step

SEATS: Final = (2, 3, 4)

TURN: Final = (
    # set-up
    Step(resources.offer, resources.keep),
    Step(chapters.lay_out),
    # each turn
    Step(turns.begin),
    Step(turns.mobilise, turns.woke),
    Step(turns.act, turns.acted),
    # a heist
    Step(heists.activate, heists.activated),
    Step(heists.learn, heists.learned),
    Step(heists.hire, heists.hired),
    Step(heists.rob, heists.robbed),
    Step(heists.assassinate, heists.targeted),
    Step(heists.victim, heists.gave_up),
    Step(heists.divert, heists.diverted),
    Step(heists.rally),
    # a pass
    Step(resources.hospital, resources.discharged),
    Step(turns.discard, turns.discarded),
    # after every action
    Step(chapters.refill, chapters.gave_up_to_snitch),
    # only when a chapter has ended
    Step(chapters.end_chapter, chapters.gave_up_in_war),
    Step(chapters.next_chapter),
    # the end of the turn
    Step(resources.jet, resources.woken),
    Step(resources.society, resources.woken),
    Step(turns.offer_again, turns.chosen_again),
)
"""The steps of the set-up, and those of a turn: after the last comes `begin` again. A step may go to a later one."""


class State(Position):
    """A position at a decision, or at the end; see `arena.games.interface.State`."""

    line = Line(TURN)

    # -- what the referee asks

    view, memory, public = build_view, build_memory, build_public

    def default(self, seat: int) -> AnyMove:
        """The mildest move: to do nothing more where possible, else to pass, else the first legal one."""
        moves = self.choices[seat]
        return next((move for move in (DONE, PASS) if move in moves), moves[0])

    def outcome(self) -> Ranking | None:
        """The places by influence; None before the end."""
        return self.ranked

    def apply(self, moves: Mapping[int, Move]) -> None:
        """Make the moves of all seats that are to act, and all that follows from them without a decision."""
        chosen = self.answers(moves)
        self.events = []
        self._make(chosen)
        self.advance()

    # -- the course of a turn

    def advance(self) -> None:
        """Take step after step until somebody has a choice, or the game is over."""
        while True:
            TURN[self.at].take(self)
            if self.choices:
                for moves in self.choices.values():
                    if len(moves) > 1:
                        return
                # What can only be done in one way is done.
                self._make({seat: moves[0] for seat, moves in self.choices.items()})
            elif self.stage == "over":
                return

    def _make(self, chosen: dict[int, Any]) -> None:
        self.choices = {}
        TURN[self.at].make(self, chosen)


def new(options: Options, seats: int, deal: Deal) -> State:
    """The first decision of a game: bosses and money are dealt, then the turn's steps run. Raises ValueError for a
    number of seats or a first seat there is not."""
    if seats not in SEATS:
        raise ValueError(f"gangsta is for 2, 3 or 4 seats, not {seats}")
    if options.first is not None and options.first >= seats:
        raise ValueError(f"first: there is no seat {options.first} at a table of {seats}; seats count from 0")
    state = State(options, seats, deal)
    state.active = deal.stream("first").below(seats) if options.first is None else options.first
    bosses = [CARDS.bosses[card] for card in deal.stream("bosses").shuffled(CARDS.bosses)[:seats]]
    state.gangs = [(member(boss.card),) for boss in bosses]
    state.dollars = [boss.dollars for boss in bosses]
    if options.starting_money:
        for later, seat in enumerate(state.clockwise(state.active)):
            state.dollars[seat] += later
    state.say(Event(Began(tuple([boss.card for boss in bosses]), tuple(state.dollars))))
    state.advance()
    return state
