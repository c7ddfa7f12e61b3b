"""What lies face down in Gangsta! is nowhere in what a seat is sent; a leak planted in any message is found.

That the game itself has none is also tested with all other games, in `tests/games/test_laws.py` (D59).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from arena.games import PUBLIC, Deal, Event, Game, Viewer
from arena.games.gangsta import GAME, AnyMove, Memory, Options, PublicView, State, View
from arena.games.gangsta.deck import CARDS
from arena.games.gangsta.events import Peeked, Reshuffled, Revealed
from arena.games.gangsta.position import Kept
from arena.games.laws import BrokenLaw, check_twins
from tests.games.variants import VARIANTS
from tests.planted import of_class

SHORT = Options(resources=True, turn_limit=30)
AT_ONCE = Options(resources=True, turn_limit=1)
"""For what happens in the set-up: many deals, and no game after it."""


class PaddedView(View, frozen=True):
    pad: str = ""


class TopHeistLength(State):
    """A field that nobody reads is as long as the name of the heist on top of the pile."""

    def view(self, seat: int) -> View:
        shown = super().view(seat)
        fields = {field: getattr(shown, field) for field in View.__struct_fields__}
        return PaddedView(**fields, pad="." * sum(map(len, self.heist_pile[:1])))


class SnitchOnTop(State):
    """It shows in the view whether a snitch comes next."""

    def view(self, seat: int) -> View:
        return replace(super().view(seat), extra=any(card in CARDS.snitches for card in self.heist_pile[:1]))


class TopGangster(State):
    """The reserve's next one is named as soon as anybody has looked at it."""

    def memory(self, seat: int) -> Memory:
        memory = super().memory(seat)
        return replace(memory, top_gangster=self._top()) if self.gangster_seen_by is not None else memory

    def _top(self) -> Any:
        return CARDS.gangsters[self.gangster_pile[0]]


class TopHeist(State):
    """So is the next heist."""

    def memory(self, seat: int) -> Memory:
        memory = super().memory(seat)
        if self.heist_seen_by is None:
            return memory
        top = self.heist_pile[0]
        return replace(memory, top_heist=CARDS.heists.get(top), top_snitch=CARDS.snitches.get(top))


class PeekedAloud(State):
    """What one seat saw on top of a pile is told to all."""

    def say(self, event: Event) -> None:
        if isinstance(event.shown, Peeked) and event.private:
            (body,) = event.private.values()
            event = Event(body)
        super().say(event)


class UnkeptAloud(State):
    """All are told what the last seat did not keep."""

    def say(self, event: Event) -> None:
        if isinstance(event.shown, Revealed):
            event = Event(event.shown, {seat: event.seen_by(self.seats - 1) for seat in range(self.seats)})
        super().say(event)


class RivalsUnkept(State):
    """A seat remembers what its neighbour did not keep."""

    def memory(self, seat: int) -> Memory:
        return replace(super().memory(seat), unkept=self.unkept[(seat + 1) % self.seats])


class RivalsOffer(State):
    """The own two resources stand in another order while the neighbour is offered a heavy one."""

    def legal(self, seat: int) -> Sequence[AnyMove]:
        moves = super().legal(seat)
        rival = self.offered[(seat + 1) % self.seats]
        return moves[::-1] if any(card.influence == 4 for card in rival) else moves


class PileOrder(State):
    """The moves come in another order if the next two gangsters stand in the order of their names."""

    def legal(self, seat: int) -> Sequence[AnyMove]:
        moves = super().legal(seat)
        return moves[::-1] if list(self.gangster_pile[:2]) == sorted(self.gangster_pile[:2]) else moves


class HeistOrder(State):
    """There is a move fewer if the next heist is worth influence."""

    def legal(self, seat: int) -> Sequence[AnyMove]:
        moves = super().legal(seat)
        top = CARDS.heists.get(self.heist_pile[0]) if self.heist_pile else None
        return moves[1:] if top is not None and top.influence and len(moves) > 2 else moves


class PublicTop(State):
    """The public sees a snitch that comes next."""

    def public(self) -> PublicView:
        return replace(super().public(), extra=any(card in CARDS.snitches for card in self.heist_pile[:1]))


class PublicPeek(State):
    """The public sees what an informer network has seen on top of the gangsters."""

    def public(self) -> PublicView:
        seen = self.gangster_pile[:1] if self.gangster_seen_by is not None else ()
        return replace(super().public(), discarded_gangsters=tuple([CARDS.gangsters[card] for card in seen]))


class PublicOffer(State):
    """The public sees how heavy the resources are that seat 0 was offered, or did not keep."""

    def public(self) -> PublicView:
        unkept = self.unkept[0]
        cards = [*self.offered[0], *([CARDS.resources[unkept]] if unkept is not None else [])]
        return replace(super().public(), left=sum([card.influence for card in cards]))


def leaky(kind: type[State]) -> Game:
    """The game with states of another class."""
    return of_class(GAME, kind)


def looking(kind: type[State]) -> Game:
    """It begins with two resources kept and active that look at the piles."""
    plain = leaky(kind)

    def new(options: Options, seats: int, deal: Deal) -> State:
        state = plain.new(options, seats, deal)
        assert isinstance(state, State)
        names = ["bikers gang", "informer network", "media", "private jet"][:seats]
        kept = [CARDS.resources[name] for name in names]
        state.resources = [Kept(card.card, card.need, card.influence, True) for card in kept]
        state.unkept[:] = ["bank", "hospital", "headquarters", "black market"][:seats]
        state.offered = [()] * seats
        state.choices, state.events = {}, []
        state.go_on()
        state.advance()
        return state

    return dataclasses.replace(plain, new=new)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize(
    ("game", "where"),
    [
        (leaky(TopHeistLength), "can tell its twin: view"),
        (leaky(SnitchOnTop), "can tell its twin: view"),
        (looking(TopGangster), "was shown the same .* memory"),
        (looking(TopHeist), "was shown the same .* memory"),
        (looking(PeekedAloud), "is told what .* events"),
        (leaky(RivalsUnkept), "can tell its twin: memory"),
        (leaky(PileOrder), "can tell its twin: legal"),
        (leaky(HeistOrder), "can tell its twin: legal"),
        (leaky(PublicTop), "does not know: public view"),
        (looking(PublicPeek), "does not know: public view"),
        (leaky(PublicOffer), "does not know: public view"),
    ],
)
def test_a_planted_leak_is_found(game: Game, where: str, seats: int) -> None:
    """Within a few games; the message names the seat and the kind of message."""
    with pytest.raises(BrokenLaw, match=rf"law of twins: gangsta, {seats} seats, .*seat [0-3] {where}"):
        check_twins(game, seats, 5, options=SHORT, event_share=1.0)


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_planted_leak_of_the_offer_is_found(seats: int) -> None:
    """The one decision in which there is one."""
    with pytest.raises(
        BrokenLaw, match=rf"law of twins: gangsta, {seats} seats, .*seat [0-3] can tell its twin: legal"
    ):
        check_twins(leaky(RivalsOffer), seats, 40, options=AT_ONCE)


@pytest.mark.parametrize("seats", GAME.seats)
def test_without_a_leak_the_same_games_are_sound(seats: int) -> None:
    """It is the leaks that were found, not the states that carry them."""
    assert check_twins(looking(State), seats, 1, options=SHORT, event_share=1 / 4) > 0


def texts(message: Any) -> Iterator[str]:
    """All texts that stand in a message as values."""
    if isinstance(message, str):
        yield message
    elif isinstance(message, dict):
        yield from chain.from_iterable(map(texts, message.values()))
    elif isinstance(message, list):
        yield from chain.from_iterable(map(texts, message))


def sent(state: State, audience: Viewer) -> set[str]:
    """Every text that a seat, or the public, is sent now."""
    parts: list[Any] = [[event.seen_by(audience) for event in state.events]]
    if audience is PUBLIC:
        parts.append(state.public())
    else:
        parts += [state.view(audience), state.memory(audience), list(state.legal(audience))]
    return set(texts(msgspec.json.decode(msgspec.json.encode(parts))))


def check_hidden(game: Game, seats: int, options: Options, number: int) -> int:
    """In one random game; AssertionError if a card that a seat cannot know is named to it. The number of positions.

    The law of twins does not see what is said in a move that also brings new cards: no twin has the same ones.
    """
    rng, positions = Random(number), 0
    state = game.new(options, seats, Deal(f"hidden {number}"))
    assert isinstance(state, State)
    while True:
        positions += 1
        # Those that make a new pile were seen by all, some in this very move.
        if not any(isinstance(event.shown, Reshuffled) for event in state.events):
            audiences: list[Viewer] = [*range(seats), PUBLIC]
            for audience in audiences:
                named = hidden(state, audience) & sent(state, audience)
                assert not named, f"game {number}, {state.stage}: {audience} is told of {named}"
        if not state.to_act():
            return positions
        state.apply({seat: rng.choice(state.legal(seat)) for seat in state.to_act()})


def hidden(state: State, audience: Viewer) -> set[str]:
    """Both piles but for a top that the seat has seen; what other seats are offered or have not kept."""
    seen = [by == audience for by in (state.heist_seen_by, state.gangster_seen_by)]
    cards = {*state.heist_pile[seen[0] :], *state.gangster_pile[seen[1] :]}
    for other in range(state.seats):
        unkept = state.unkept[other]
        if other != audience:
            cards |= {card.card for card in state.offered[other]} | ({unkept} if unkept is not None else set())
    return cards


@pytest.mark.parametrize("options", VARIANTS["gangsta"].values(), ids=VARIANTS["gangsta"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_no_card_that_lies_face_down_is_in_anybodys_bytes(seats: int, options: Options) -> None:
    """The public's neither."""
    for number in range(2):
        assert check_hidden(GAME, seats, options, number) > 20


@pytest.mark.parametrize(
    "game", [leaky(UnkeptAloud), looking(PeekedAloud), looking(TopHeist), looking(TopGangster), leaky(RivalsUnkept)]
)
def test_a_planted_name_is_found(game: Game) -> None:
    """In the first games."""
    with pytest.raises(AssertionError, match="is told of"):
        sum(check_hidden(game, 3, SHORT, number) for number in range(5))


def test_no_planted_name_is_found_where_there_is_none() -> None:
    """The looks at the piles are in order."""
    assert check_hidden(looking(State), 3, SHORT, 0) > 20
