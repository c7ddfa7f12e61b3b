"""The Grizzled as a game: a position, and the one line of steps that every mission is, `MISSION`.

See `arena.games.steps` for what a step is. Each has two functions: the first does what needs no decision or asks for
one, the second makes of it what was chosen. The steps are told where the rulebook tells them, and one that goes to
another names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from arena.games.deal import Deal
from arena.games.grizzled import (
    actions,
    campaign,
    chapters,
    effects,
    failure,
    helping,
    landing,
    missions,
    morale,
    orders,
    recruits,
    support,
    withdrawal,
)
from arena.games.grizzled.moves import DONE, WITHDRAW, AnyMove
from arena.games.grizzled.options import Options, check_seats
from arena.games.grizzled.position import Position
from arena.games.grizzled.view import build_memory, build_public, build_view
from arena.games.interface import Move, TeamResult
from arena.games.steps import Line, Step

MISSION: Final = (
    # how a chapter begins
    Step(chapters.choose_veterans, chapters.veteran_chosen),
    Step(chapters.choose_first, chapters.first_chosen),
    Step(helping.keep, helping.kept),
    # how a mission begins
    Step(orders.draw_more_orders, orders.more_orders_drawn),
    Step(orders.draw_orders, orders.order_chosen),
    Step(missions.choose_intensity, missions.intensity_chosen),
    Step(missions.deal_cards),
    Step(recruits.arrive),
    Step(missions.open_up, missions.opened_up),
    # each turn, until all have withdrawn or three threats are alike
    Step(actions.act, actions.acted),
    Step(actions.listen, actions.listened),
    Step(withdrawal.advise, withdrawal.advised),
    Step(withdrawal.lose_tile, withdrawal.tile_lost),
    Step(withdrawal.place_tile, withdrawal.tile_placed),
    Step(withdrawal.leave),
    # what an action has set off
    Step(orders.buy_off, orders.bought_off),
    Step(effects.ask_gift, effects.take_gift),
    Step(effects.arrange, effects.arranged),
    Step(landing.land, landing.landed),
    Step(landing.spring, landing.sprung),
    Step(effects.relieve, effects.relieved),
    Step(withdrawal.stumble),
    Step(landing.play_on, landing.played_on),
    Step(effects.ask_shed, effects.take_shed),
    Step(failure.check, failure.escaped),
    Step(recruits.depart, recruits.thanked),
    Step(actions.fill, actions.filled),
    Step(actions.next_turn),
    # how a mission ends
    Step(support.offer_stretchers, support.stretchers_used),
    Step(support.reveal),
    Step(support.vote, support.voted),
    Step(support.take_back, support.taken_back),
    Step(support.settle),
    Step(support.comfort, support.comforted),
    Step(morale.judge),
    Step(morale.drop_morale, morale.softened),
    Step(morale.hand_over),
    # how a chapter ends, and what lies between two of them
    Step(campaign.end_chapter),
    Step(campaign.reward, campaign.rewarded),
    Step(campaign.ask_banishment, campaign.take_banishment),
    Step(campaign.play_again, campaign.played_again),
    Step(campaign.next_chapter),
)
"""The steps of a mission. After `hand_over` the next one begins; a chapter is won or lost at `end_chapter`."""


class State(Position):
    """A position that takes its steps by itself; see `arena.games.interface.State`."""

    line = Line(MISSION)

    # -- what the referee asks

    view, memory, public = build_view, build_memory, build_public

    def default(self, seat: int) -> AnyMove:
        """The mildest move: to withdraw where possible, else to do nothing more, else the first legal move."""
        moves = self.choices[seat]
        return next((move for move in (WITHDRAW, DONE) if move in moves), moves[0])

    def outcome(self) -> TeamResult | None:
        """Peace or defeat, and a score (see `results` and `campaign`); None before the end."""
        return self.result

    def apply(self, moves: Mapping[int, Move]) -> None:
        """Make the moves of all seats that are to act, and all that follows from them without a decision."""
        chosen = {self.asked[seat]: move for seat, move in self.answers(moves).items()}
        self.events = []
        self.choices, self.asked, self.moment = {}, {}, None
        MISSION[self.at].make(self, chosen)
        self.advance()

    def advance(self) -> None:
        """Take step after step until somebody is asked, or the game is over.

        A decision is asked for even if the hand leaves no choice: to skip it would tell what the hand holds.
        """
        while not self.choices and self.result is None:
            MISSION[self.at].take(self)


def new(options: Options, seats: int, deal: Deal) -> State:
    """A game at its first decision. Raises ValueError for a number of seats that the game is not for, and for options
    that do not fit it."""
    check_seats(options, seats)
    state = State(options, seats, deal)
    chapters.begin_game(state)
    state.advance()
    return state
