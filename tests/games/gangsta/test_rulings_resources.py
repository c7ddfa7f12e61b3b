"""Rulings 1 and 30 to 39, in general: which resource to play with, and how it becomes active."""

from __future__ import annotations

import pytest

from arena.games import Deal, IllegalMove
from arena.games.gangsta import GAME, AnyMove, Options, new, scoring, turns
from arena.games.gangsta.deck import CARDS
from arena.games.gangsta.events import (
    Began,
    ChapterBegan,
    Offered,
    ResourceActivated,
    Revealed,
    TurnBegan,
)
from arena.games.gangsta.moves import (
    DONE,
    PASS,
    Discard,
    GiveUp,
    Keep,
    Recruit,
    Teach,
)
from tests.games.gangsta.scenes import pass_on, perform_first
from tests.games.gangsta.table import do, do_at_once, of_kind, table, written

RESOURCES = Options(resources=True)

# Ruling 1: which resource to play with


@pytest.mark.parametrize("seats", GAME.seats)
def test_ruling_1_each_gets_two_and_keeps_one_before_anything_is_laid_out(seats: int) -> None:
    """Bosses and money first; heists and the reserve come after the choice."""
    state = new(RESOURCES, seats, Deal("offer"))
    assert [type(event.shown) for event in state.events] == [Began, Offered]
    assert (state.stage, state.to_act()) == ("resource", tuple(range(seats)))
    view = state.view(0)
    assert (view.turn, view.heists, view.gangsters) == (0, (), ())
    assert (view.heist_pile.cards, view.gangster_pile.cards) == (0, 0)
    offered = [state.view(seat).offered for seat in range(seats)]
    assert len({card.card for cards in offered for card in cards}) == 2 * seats
    for seat, cards in enumerate(offered):
        assert list(state.legal(seat)) == [Keep(card.card) for card in cards]
    kept = {seat: Keep(cards[seat % 2].card) for seat, cards in enumerate(offered)}
    shown = do_at_once(state, {**kept})
    assert [type(event) for event in shown[:3]] == [Revealed, ChapterBegan, TurnBegan]
    for seat, player in enumerate(state.view(0).players):
        assert player.resource is not None
        assert (player.resource.card, player.resource.active) == (kept[seat].resource, False)
        assert state.memory(seat).unkept == offered[seat][1 - seat % 2].card
        assert state.view(seat).offered == ()


def test_ruling_1_nobody_sees_what_another_is_offered_nor_what_it_does_not_keep() -> None:
    """Own cards come in the own body of the event only; what is kept is shown to all at once."""
    state = new(RESOURCES, 3, Deal("offer"))
    (offer,) = [event for event in state.events if isinstance(event.shown, Offered)]
    assert offer.shown == Offered()
    offered = [tuple(card.card for card in state.view(seat).offered) for seat in range(3)]
    assert [offer.seen_by(seat) for seat in range(3)] == [Offered(cards) for cards in offered]
    state.apply({seat: Keep(cards[0]) for seat, cards in enumerate(offered)})
    (reveal,) = [event for event in state.events if isinstance(event.shown, Revealed)]
    kept = tuple(cards[0] for cards in offered)
    assert reveal.shown == Revealed(kept)
    assert [reveal.seen_by(seat) for seat in range(3)] == [Revealed(kept, cards[1]) for cards in offered]


def test_ruling_1_all_at_once() -> None:
    """No seat chooses before or after the others, and none chooses another's card."""
    state = new(RESOURCES, 2, Deal("offer"))
    mine, yours = state.legal(0), state.legal(1)
    for moves in ({0: mine[0]}, {1: yours[0]}, {0: yours[0], 1: mine[0]}):
        with pytest.raises(IllegalMove):
            state.apply(moves)
    assert state.stage == "resource"


def test_ruling_1_without_the_variant_nobody_has_a_resource() -> None:
    """Nothing is offered."""
    state = new(Options(), 2, Deal("offer"))
    assert not [event for event in state.events if isinstance(event.shown, Offered)]
    assert [player.resource for player in state.view(0).players] == [None, None]


# Activation

SINGLES = {"L": "cartel 2", "M": "triads 2", "I": "mafia 1", "S": "cartel 1", "B": "ghetto 1", "H": "triads 1"}
"""Somebody for each skill who has no other."""
GANGS = {
    "police station": ["mafia boss", "L", "M", "I"],
    "black market": ["mafia boss", "M", "S", "B"],
    "headquarters": ["mafia boss", "M", "I", "B"],
    "counterfeit printing": ["cartel boss", "M", "B"],
    "private jet": ["mafia boss", "I", "S"],
    "media": ["bratva boss", "M", "I", "S", "B", "H"],
    "high tech equipment": ["mafia boss", "I", "S", "B"],
    "secret society": ["cartel boss", "M", "I", "H"],
    "bank": ["mafia boss", "H"],
    "bikers gang": ["triads boss", "S", "B", "H"],
    "hospital": ["cartel boss", "M", "S", "H"],
    "informer network": ["triads boss", "I", "H"],
}
"""For each resource, a boss and the skills without any one of which it is not active."""


@pytest.mark.parametrize("resource", GANGS)
def test_activation_is_automatic_with_the_last_skill_of_the_whole_gang(resource: str) -> None:
    """All others are Activated, the boss counts; with any of the skills missing nothing happens."""
    assert GANGS.keys() == CARDS.resources.keys()
    boss, *skills = GANGS[resource]
    for last in skills:
        others = [SINGLES[skill] + "*" for skill in skills if skill != last]
        state = table(
            [boss + "*", *others],
            ["ghetto boss"],
            chapter=3,
            reserve=[SINGLES[last], "bratva 3"],
            gangster_pile=["bratva 4", "bratva 5"],
            idle_resources={0: resource},
            step=turns.act,
        )
        if resource == "counterfeit printing":
            state.chapter = 2
        assert not state.has_active(0, resource)
        assert of_kind(do(state, Recruit(SINGLES[last])), ResourceActivated) == [ResourceActivated(0, resource)]
        assert state.has_active(0, resource)


def test_activation_needs_every_symbol() -> None:
    """Bank needs two Hackers: the boss's alone is not enough, and those of other gangs do not count."""
    state = table(
        ["mafia boss", "cartel 1"],
        ["ghetto boss", "cartel 5"],
        idle_resources={0: "bank"},
        reserve=["ghetto 1", "triads 1"],
    )
    assert not of_kind(do(state, Recruit("ghetto 1")), ResourceActivated)
    assert not state.has_active(0, "bank")


def test_activation_by_a_learned_skill() -> None:
    """The Hacker is learned; the heist itself is over by then."""
    state = table(
        ["mafia boss", "triads 5", "ghetto 1"],
        ["bratva boss"],
        chapter=2,
        heists=["armoured van 2a"],
        idle_resources={0: "bank"},
    )
    shown = perform_first(state, "armoured van 2a") + do(state, Teach("ghetto 1"))
    assert of_kind(shown, ResourceActivated) == [ResourceActivated(0, "bank")]


def test_activation_by_fast_recruitment() -> None:
    """Any way of gaining a gangster."""
    state = table(
        ["mafia boss", "ghetto 1"],
        ["bratva boss"],
        heists=["inmate transfer 1b"],
        reserve=["triads 1"],
        idle_resources={0: "bank"},
    )
    shown = perform_first(state, "inmate transfer 1b") + do(state, Recruit("triads 1"))
    assert of_kind(shown, ResourceActivated) == [ResourceActivated(0, "bank")]


def test_activation_is_for_good() -> None:
    """The Hacker is lost to a snitch, the bank stays and counts; it is not activated twice."""
    state = table(
        ["mafia boss", "triads 1", "ghetto 1"],
        ["bratva boss"],
        chapter=2,
        dollars=[3, 10],
        active=1,
        heist_pile=["snitch 2c", "casino 2a"],
        heists=["jewellery 2a"],
        reserve=["mafia 3"],
        active_resources={0: "bank"},
    )
    do(state, PASS, Discard("jewellery 2a"), GiveUp("triads 1"))
    assert written(state.gangs[0]) == ["mafia boss", "ghetto 1"]
    assert state.has_active(0, "bank")
    assert scoring.count(state)[0].resource == CARDS.resources["bank"].influence
    do(state, DONE)  # its own turn: too poor for anything, it has passed
    pass_on(state)
    state.dollars[0] = 20
    pass_on(state)
    pass_on(state)
    assert not of_kind(do(state, Recruit("mafia 3")), ResourceActivated)


@pytest.mark.parametrize("resource", sorted(CARDS.resources.keys() - {"media"}))
def test_influence_only_if_activated(resource: str) -> None:
    """The printed one, or none."""
    gangs = (["mafia boss"], ["bratva boss"])
    for state, influence in (
        (table(*gangs, active_resources={0: resource}), CARDS.resources[resource].influence),
        (table(*gangs, idle_resources={0: resource}), 0),
    ):
        assert [score.resource for score in scoring.count(state)] == [influence, 0]


def test_resources_of_others_do_nothing_for_a_seat() -> None:
    """Seat 1 owns one of each kind in turn; seat 0's turn goes as if it were idle."""
    told = []
    for resource in ("black market", "headquarters", "counterfeit printing", "bikers gang", "informer network", "bank"):
        state = table(
            ["mafia boss*", "mafia 1*", "cartel 1"], ["bratva boss"], dollars=[0, 9], active_resources={1: resource}
        )
        moves: tuple[AnyMove, ...] = tuple(state.legal(0))
        told.append((moves, state.view(0).players[0], [event.shown for event in state.events]))
    assert told == told[:1] * len(told)
