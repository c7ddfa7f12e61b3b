"""What anybody sees who stands at the table: all that lies open, and nothing that a seat may not know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import json, to_builtins

from arena.games import Deal
from arena.games.grizzled import GAME, Options, PublicView, State, View, imagine, new
from arena.games.grizzled.deck import HELPING_HANDS
from arena.games.grizzled.moves import Keep
from tests.games.grizzled.table import choose_veterans, leave, table
from tests.games.variants import VARIANTS, tables

EVERY = VARIANTS["grizzled"] | {
    "no traps": Options(traps=False, veterans="dealt"),
    "open hands": Options(helping_hands=True, open_helping_hands=True),
    "both hands": Options(see_both_hands=True, orders="experienced", recruits=5, helping_hands=True),
    "chapter": Options(campaign="chapter", chapter=9),
}
TABLES = [(name, seats) for name, options in EVERY.items() for seats in tables(GAME, options)]
FACE_DOWN = ("helping", "offered")
"""What a seat sees more of than others do, besides its hand."""


def blind(view: dict[str, Any]) -> dict[str, Any]:
    """A view without all that some seats may see and others may not."""
    view = {name: value for name, value in view.items() if name != "hands"}
    view["pending"] = {name: value for name, value in view["pending"].items() if name not in FACE_DOWN}
    view["veterans"] = [
        {name: value for name, value in veteran.items() if name not in FACE_DOWN} for veteran in view["veterans"]
    ]
    return view


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_whoever_stands_at_the_table_sees_what_every_seat_knows(variant: str, seats: int) -> None:
    """At every decision, whatever is hidden from a seat could be otherwise and the public would see the same bytes."""
    options = EVERY[variant]
    for number in range(2):
        rng = Random(number)
        state = new(options, seats, Deal(f"public {number}"))
        for _ in range(150):
            seen = json.encode(state.public())
            for seat in range(seats):
                twin = imagine(seat, state.view(seat), state.memory(seat), rng, options)
                assert json.encode(twin.public()) == seen
            if not (acting := state.to_act()):
                break
            state.apply({seat: rng.choice(state.legal(seat)) for seat in acting})


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_the_public_sees_all_that_lies_open(variant: str, seats: int) -> None:
    """It is a seat's view but for the hands and for what lies face down before that seat."""
    state = new(EVERY[variant], seats, Deal("open"))
    rng = Random(1)
    for _ in range(60):
        public = state.public()
        assert type(public) is PublicView
        for seat in range(seats):
            assert blind(to_builtins(state.view(seat))) == blind(to_builtins(public))
        if not (acting := state.to_act()):
            break
        state.apply({seat: rng.choice(state.legal(seat)) for seat in acting})


def offered() -> State:
    """A game with Helping Hands at the moment when each of three seats chooses one of two."""
    state = new(Options(helping_hands=True), 3, Deal("helping"))
    choose_veterans(state)
    assert state.stage == "keep"
    return state


def test_the_public_sees_that_helping_hands_are_offered_but_not_which() -> None:
    """Two to each seat, and a seat's own two are in its view alone (ruling 70)."""
    state = offered()
    assert state.public().pending.offered == ((None, None),) * 3
    view = state.view(1)
    assert view.pending.offered[1] == state.offered[1]
    assert view.pending.offered[0] == (None, None)


def test_the_public_sees_no_helping_hand_that_lies_face_down() -> None:
    """Only that there is one; a friendship is played at once and lies open (p.9)."""
    state = offered()
    kept = {seat: state.offered[seat][0] for seat in range(3)}
    state.apply({seat: Keep(hand) for seat, hand in kept.items()})
    for seat, veteran in enumerate(state.public().veterans):
        (seen,) = veteran.helping
        hand = HELPING_HANDS[kept[seat]]
        assert seen == (hand if hand.category == "friendship" else None)
        assert state.view(seat).veterans[seat].helping == (hand,)


def test_the_public_sees_open_helping_hands() -> None:
    """In a campaign, and with the option, they lie open for all."""
    state = table(3, helping={1: ["lookout"]})
    assert state.public().veterans[1].helping == (HELPING_HANDS["lookout"],)


def test_the_public_sees_the_hand_of_a_recruit_and_no_other() -> None:
    """A Recruit's hand lies open (p.11); of the players' hands anybody sees the number of cards."""
    state = table(3, hands=[["mute"], ["clumsy", "wounded"]], recruit="albert", recruit_hand=["fearful"])
    public = state.public()
    assert public.recruit is not None
    assert [card.card for card in public.recruit.hand] == ["fearful"]
    assert [veteran.hand for veteran in public.veterans] == [1, 2, 0]
    assert not any(card in json.encode(public) for card in (b"mute", b"clumsy", b"wounded"))


def test_the_public_does_not_see_a_support_tile_that_lies_face_down() -> None:
    """Only that one was placed, among the tiles of the veteran (p.6)."""
    state = table(3, tiles={0: ["left 1", "right 1"]}, hands=[[], ["mute"]])
    leave(state, "right 1")
    seen = state.public().veterans[0]
    assert (seen.tiles, seen.placed) == (("left 1", "right 1"), True)


def test_a_view_is_the_public_view_and_the_hands() -> None:
    """In the order in which they travel."""
    assert View.__struct_fields__ == (*PublicView.__struct_fields__, "hands")
