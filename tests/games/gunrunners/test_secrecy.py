"""A secret of Gunrunners that leaks anywhere is found by the twin worlds: one leak planted for each kind of message.

That the game itself has none is tested with all other games, in `tests/games/test_laws.py` (D59).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from arena.games import Deal, Event
from arena.games.gunrunners import GAME, AnyMove, Memory, PublicView, State, View
from arena.games.gunrunners.deck import Options
from arena.games.gunrunners.events import Trained, WarehouseOpened, WentUndercover
from arena.games.gunrunners.state import new as new_game
from arena.games.laws import BrokenLaw, check_twins
from tests.planted import of_class


class ViewLeak(State):
    """The active seat's best card shows in everybody's number of lost crates."""

    def view(self, seat: int) -> View:
        best = max((self.values[card] for card in self.hands[self.active]), default=0)
        return replace(super().view(seat), discarded=self.discarded + best)


class LengthLeak(State):
    """A message is longer while the next seat holds its director, though it says nothing."""

    def view(self, seat: int) -> View:
        rival = (seat + 1) % self.seats
        view = super().view(seat)
        return replace(view, special=" ") if "director" in self.hands[rival] and view.special is None else view


class LegalLeak(State):
    """The legal moves stand in another order while the next seat holds its director."""

    def legal(self, seat: int) -> Sequence[AnyMove]:
        moves = super().legal(seat)
        return tuple(reversed(moves)) if "director" in self.hands[(seat + 1) % self.seats] else moves


class MemoryLeak(State):
    """The discards are remembered in another order while the next seat holds its director."""

    def memory(self, seat: int) -> Memory:
        memory = super().memory(seat)
        if "director" not in self.hands[(seat + 1) % self.seats]:
            return memory
        return replace(memory, discarded=tuple(tuple(reversed(cards)) for cards in memory.discarded))


class EventLeak(State):
    """Everybody is told which card a seat has put down."""

    def say(self, event: Event) -> None:
        shown = event.shown
        if event.private and isinstance(shown, Trained | WentUndercover):
            (body,) = event.private.values()
            assert isinstance(body, Trained | WentUndercover)
            event = Event(replace(shown, card=body.card), event.private)
        super().say(event)


class PublicHandLeak(State):
    """The public sees as lost crates how many directors the seats hold."""

    def public(self) -> PublicView:
        return replace(super().public(), discarded=sum("director" in hand for hand in self.hands))


class PublicKnowledgeLeak(State):
    """The public sees how many undercover agents somebody beside their owners knows."""

    def public(self) -> PublicView:
        spied = [agent.known.bit_count() > 1 and agent.card == "director" for row in self.rows for agent in row.agents]
        return replace(super().public(), discarded=self.discarded + sum(spied))


class PublicPileLeak(State):
    """The public sees the top of the first draw pile."""

    def public(self) -> PublicView:
        pile = self.luck.piles[0][self.drawn[0] :]
        return replace(super().public(), special=pile[0] if pile else None)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize(
    ("kind", "where"),
    [
        (ViewLeak, "view"),
        (LengthLeak, "view"),
        (LegalLeak, "legal"),
        (MemoryLeak, "memory"),
        (EventLeak, "events"),
        (PublicHandLeak, "public view"),
        (PublicKnowledgeLeak, "public view"),
        (PublicPileLeak, "public view"),
    ],
)
def test_a_planted_leak_is_found(kind: type[State], where: str, seats: int) -> None:
    """Within a few games; the message names the seat and the kind of message."""
    with pytest.raises(BrokenLaw, match=rf"law of twins: gunrunners, {seats} seats, .*seat [0-3] .*{where}"):
        check_twins(of_class(GAME, kind), seats, 20, event_share=1.0)


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_die_to_come_that_the_set_up_tells_is_found(seats: int) -> None:
    """Dice are drawn many at once, and each is a piece of luck all the same."""

    def new(options: Options, seats: int, deal: Deal) -> State:
        state = new_game(options, seats, deal)
        state.say(Event(WarehouseOpened(state.luck.dice[-1])))
        return state

    with pytest.raises(BrokenLaw, match=rf"twins: gunrunners, {seats} seats, .*in the set-up seat [0-3] is told"):
        check_twins(dataclasses.replace(GAME, new=new), seats, 20, event_share=1.0)
