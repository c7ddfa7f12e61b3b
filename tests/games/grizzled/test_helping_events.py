"""Helping Hands that are used when a mission ends or begins: when offered, what they change. Rulings 35, 69."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from arena.games import Deal
from arena.games.grizzled import Options, Saved, State
from arena.games.grizzled.events import (
    Defeat,
    GameOver,
    HandUsed,
    MoraleDropped,
    Ordered,
    OrdersDrawn,
)
from arena.games.grizzled.moves import (
    DONE,
    AnyMove,
    Order,
    Speech,
    Use,
    play,
    use,
)
from tests.games.grizzled.table import deck_of, do, legal, moves_of, new_game, of_kind, shown, table, told
from tests.games.grizzled.test_helping_actions import kept, offered, same_world

TWO_NIGHTS = ["night shell", "night mask"]


# Stretcher bearers


def failed(**more: Any) -> State:
    """A mission has failed with two cards in No Man's Land."""
    return table(
        4, hands=[["mute"]], land=TWO_NIGHTS, trials=["clumsy"], success=False, step="offer_stretchers", **more
    )


def test_stretcher_bearers() -> None:
    """The land of a failed mission is discarded; let pass, it is shuffled back and the card stays."""
    state = failed(helping={3: ["stretcher bearers"]}, withdrawn=[3])
    assert offered(state, "stretcher bearers")
    other = state.clone()
    do(state, use("stretcher bearers"))
    assert (state.discarded, state.returned, kept(state, "stretcher bearers")) == (
        ("night mask", "night shell"), (), False)  # fmt: skip
    do(other, DONE)
    assert (other.discarded, other.returned, kept(other, "stretcher bearers")) == (
        (), ("night mask", "night shell"), True)  # fmt: skip
    assert len(other.trials) == len(state.trials) + 2


def test_stretcher_bearers_when_not() -> None:
    """Not after a success, nor over an empty land, nor without the card."""
    helping = {3: ["stretcher bearers"]}
    assert not offered(table(4, hands=[["mute"]], land=TWO_NIGHTS, success=True, withdrawn=range(4), helping=helping,
                             step="offer_stretchers"), "")  # fmt: skip
    knocks = {0: ["trauma night"]}
    bare = table(4, hands=[["mute"]], knocks=knocks, success=False, helping=helping, step="offer_stretchers")
    assert not offered(bare, "")
    assert not offered(failed(), "")


def test_stretcher_bearers_once() -> None:
    """The next failed mission is shuffled back."""
    state = failed(helping={3: ["stretcher bearers"]})
    do(state, use("stretcher bearers"))
    state.land, state.success, state.choices, state.asked = ("rain mask",), False, {}, {}
    state.go_to("offer_stretchers")
    state.advance()
    assert not state.land
    assert ("rain mask" in state.returned, state.view(0).pending.spared) == (True, False)


# Letter from home


def dropping(cards: int, hand: str | None = "letter from home", reserve: int = 20, **more: Any) -> State:
    """Morale is about to drop, with so many cards in hands; the reserve is that large."""
    options = more.pop("options", Options())
    taken = {card for of in more.get("knocks", {}).values() for card in of}
    deck = [card for card in deck_of(options, 4) if card not in taken]
    return table(4, options=options, hands=[deck[:cards]], reserve=deck[-reserve:], discarded=deck[cards:-reserve],
                 success=more.pop("success", True), withdrawn=range(4), helping={3: [hand]} if hand else {},
                 step="drop_morale", **more)  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "more", "drop", "softer"),
    [
        (1, {}, 3, 1),
        (4, {}, 4, 2),
        (9, {}, 6, 4),
        (2, {"order": "quiet sector"}, 2, 1),
        (2, {"order": "sleepless"}, 4, 2),
        (8, {"order": "no reprieve"}, 8, 6),
        (2, {"order": "costly failure", "success": False}, 5, 3),
        (2, {"knocks": {0: ["demoralized"]}}, 4, 2),
        (1, {"recruit": "albert", "tokens": 4}, 5, 3),
        (2, {"options": Options(campaign="chapter", chapter=6)}, 4, 2),
    ],
)
def test_letter_from_home(cards: int, more: dict[str, Any], drop: int, softer: int) -> None:
    """Two cards fewer, never under one; against whatever sets a least drop (ruling 35)."""
    state = dropping(cards, **more)
    assert state.moment == "letter from home"
    other = state.clone()
    assert of_kind(do(state, use("letter from home")), MoraleDropped) == [MoraleDropped(softer)]
    assert of_kind(do(other, DONE), MoraleDropped) == [MoraleDropped(drop)]
    assert (kept(state, "letter from home"), kept(other, "letter from home")) == (False, True)
    assert of_kind(shown(dropping(cards, None, **more)), MoraleDropped) == [MoraleDropped(drop)]


@pytest.mark.parametrize(
    ("reserve", "cards", "move", "defeat"),
    [
        (3, 1, DONE, "monument"),
        (3, 1, use("letter from home"), None),
        (1, 1, use("letter from home"), "monument"),
        (20, 13, use("letter from home"), "thirteen cards"),
    ],
)
def test_letter_from_home_and_defeat(reserve: int, cards: int, move: AnyMove, defeat: Defeat | None) -> None:
    """It can keep the Monument covered (ruling 55), but takes no cards out of hands."""
    events = do(dropping(cards, reserve=reserve), move)
    assert [event.defeat for event in of_kind(events, GameOver)] == ([] if defeat is None else [defeat])


def test_letter_from_home_is_for_the_drop_alone() -> None:
    """Not for cards that the reserve loses in a mission, nor when there is peace or defeat before."""
    state = table(4, hands=[["mute"]], order="broken spirits", helping={3: ["letter from home"]})
    assert MoraleDropped(1) in do(state, play("mute"))
    assert (state.stage, kept(state, "letter from home")) == ("action", True)
    for knocks in ({}, {0: ["wounded", "mute", "clumsy"]}):
        state = table(4, knocks=knocks, success=True, withdrawn=range(4), step="judge",
                      helping={3: ["letter from home"]})  # fmt: skip
        assert state.outcome() is not None


# Casting vote


def tied(hand: str | None = "casting vote", success: bool = True, **more: Any) -> State:
    """The first two have a tile each from the two others."""
    placed = {2: "right 1", 3: "left 1"}
    tiles = {veteran: [tile] for veteran, tile in placed.items()}
    laid: dict[str, Any] = {"placed": placed, "tiles": tiles, "knocks": {0: ["mute"], 1: ["clumsy"]}}
    return table(4, hands=[["rain mask"]], used=[0, 1, 3], success=success, withdrawn=range(4), step="reveal",
                 helping={3: [hand]} if hand else {}, **{**laid, **more})  # fmt: skip


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("success", [True, False])
def test_casting_vote(winner: int, success: bool) -> None:
    """Either of the tied wins it, with all that comes of it; the tiles have gone where they point."""
    state = tied(success=success)
    ways = [use("casting vote", None, 0), use("casting vote", None, 1)]
    assert offered(state, "casting vote", *ways)
    assert state.tiles == [("left 1",), ("right 1",), (), ()]
    assert do(state, ways[winner])[0] == HandUsed(3, "casting vote", None, winner)
    assert (state.stage, state.to_act(), state.removals) == ("support", (winner,), 1 + success)
    assert (state.ready[:2], kept(state, "casting vote")) == ([winner == 0, winner == 1], False)


def test_casting_vote_not_given() -> None:
    """Nobody wins, as without the card (ruling 47)."""
    state = tied()
    do(state, DONE)
    assert (state.stage, state.ready[:2], kept(state, "casting vote")) == ("intensity", [False, False], True)
    assert tied(None).stage == "intensity"


@pytest.mark.parametrize("placed", [{}, {2: "right 1"}, {0: "left 1", 2: "right 1", 3: "left 1"}])
def test_casting_vote_needs_a_tie(placed: dict[int, str]) -> None:
    """Not if one has most, nor without any tile: four have as many then, but none."""
    state = tied(placed=placed, tiles={veteran: [tile] for veteran, tile in placed.items()}, knocks={})
    assert (state.moment, kept(state, "casting vote")) == (None, True)


def test_casting_vote_of_a_tied_holder_of_three() -> None:
    """The holder may be among them, and chooses itself."""
    placed = {0: "left 1", 2: "left 1", 1: "left 1"}
    state = tied(placed=placed, tiles={veteran: [tile] for veteran, tile in placed.items()}, knocks={})
    ways = [use("casting vote", None, veteran) for veteran in (1, 2, 3)]
    assert offered(state, "casting vote", *ways)
    do(state, ways[2])
    assert state.ready == [False, False, True, True]


def test_ruling_35_casting_vote_when_cut_off() -> None:
    """The tiles still travel and tie; the Order says that nobody gains, the vote that one wins: the vote prevails."""
    state = tied(order="cut off")
    assert state.moment == "casting vote"
    do(state, use("casting vote", None, 0))
    assert state.ready[0]


# Kept promise


@pytest.mark.parametrize("success", [True, False])
def test_kept_promise(success: bool) -> None:
    """The own tile comes back, and the one it went to has won nevertheless."""
    state = tied("kept promise", success, placed={3: "left 2"}, tiles={3: ["left 2", "right 1"], 1: ["left 2"]})
    assert offered(state, "kept promise")
    assert state.tiles == [(), ("left 2", "left 2"), (), ("right 1",)]
    other = state.clone()
    do(state, use("kept promise"))
    assert (state.tiles, state.ready[1]) == ([(), ("left 2",), (), ("left 2", "right 1")], True)
    do(other, DONE)
    assert (other.tiles[3], other.ready[1]) == (("right 1",), True)
    assert (kept(state, "kept promise"), kept(other, "kept promise")) == (False, True)


def test_kept_promise_needs_a_tile_that_went_away() -> None:
    """Not if none was placed, nor if a selfish holder has it already; others' tiles are not taken."""
    assert tied("kept promise", placed={2: "right 1"}, tiles={2: ["right 1"]}, knocks={}).moment is None
    assert tied("kept promise", knocks={3: ["selfish"]}).moment is None
    state = tied("kept promise", knocks={2: ["selfish"]})
    assert offered(state, "kept promise")
    do(state, use("kept promise"))
    assert state.tiles == [(), (), ("right 1",), ("left 1",)]


def test_casting_vote_before_kept_promise() -> None:
    """Both can be used at one reveal: the tile counts in the tie before it comes back."""
    state = tied()
    state.helping[3] = ("kept promise", "casting vote")
    do(state, use("casting vote", None, 0))
    assert offered(state, "kept promise")
    do(state, use("kept promise"))
    assert (state.tiles[3], state.helped, state.ready[0]) == (("left 1",), ("casting vote", "kept promise"), True)


# Friend at headquarters


def headquarters(chapter: int = 4, veteran: int = 1, seats: int = 3, seed: str = "hq") -> State:
    """A chapter with Orders begins; a friend is that veteran's."""
    hands: list[tuple[str, ...]] = [()] * (3 if seats == 3 else 4)
    hands[veteran] = ("friend at headquarters",)
    saved = Saved(hands=tuple(hands), earned=("friend at headquarters",))
    return new_game(Options(campaign="chapter", chapter=chapter, saved=saved, first=0), seats, Deal(seed))


def test_friend_at_headquarters() -> None:
    """The leader draws three, and the two others go back on top in the order that it chooses."""
    state = headquarters()
    deck = state.order_deck
    assert offered(state, "friend at headquarters", veteran=1)
    do(state, use("friend at headquarters"))
    assert (state.stage, state.to_act(), state.helped) == ("order", (0,), ("friend at headquarters",))
    assert len(legal(same_world(state))) == 6
    assert {move.order for move in moves_of(state, Order)} == {*deck[:3]}
    first, second, third = deck[:3]
    events = do(state, Order(second, (third, first)))
    assert (state.order, state.order_deck) == (second, (third, first, *deck[3:]))
    assert of_kind(events, Ordered) == [Ordered(second)]
    same_world(state)


def test_friend_at_headquarters_only_the_leader_sees_the_orders() -> None:
    """The friend's holder does not; the leader remembers how they lie."""
    state = headquarters()
    deck = state.order_deck
    do(state, use("friend at headquarters"))
    assert of_kind(told(state, 0), OrdersDrawn) == [OrdersDrawn(0, 3, deck[:3])]
    assert [of_kind(told(state, seat), OrdersDrawn) for seat in (1, 2)] == [[OrdersDrawn(0, 3)]] * 2
    do(state, Order(deck[0], (deck[2], deck[1])))
    known = [tuple(order.order for order in state.memory(seat).orders) for seat in range(3)]
    assert known == [(deck[2], deck[1]), (), ()]


def test_friend_at_headquarters_not_used() -> None:
    """Two are drawn, and it is kept for another mission."""
    state = headquarters()
    do(state, DONE)
    assert (len(legal(state)), state.helping[1]) == (2, ("friend at headquarters",))


@pytest.mark.parametrize(("left", "can"), [(0, False), (1, False), (2, False), (3, True)])
def test_friend_at_headquarters_needs_one_more(left: int, can: bool) -> None:
    """With two Orders or fewer there is no further one to draw."""
    state = headquarters()
    state.order_deck, state.choices, state.asked, state.moment = state.order_deck[:left], {}, {}, None
    state.advance()
    assert (state.moment is not None) is can


def test_friend_at_headquarters_without_orders() -> None:
    """In a chapter without them it is not offered."""
    assert headquarters(1).moment is None


def test_friend_at_headquarters_for_one_mission() -> None:
    """The next leader draws two again, the two on top."""
    state = headquarters()
    do(state, use("friend at headquarters"))
    order = moves_of(state, Order)[0]
    do(state, order)
    while state.mission == 1:
        state.apply({seat: state.default(seat) for seat in state.to_act()})
    assert {move.order for move in moves_of(state, Order)} == {*order.back}


def test_ruling_35_friend_at_headquarters_and_a_blind_order() -> None:
    """ "One card only" is what the chapter says of its first Order; the friend's "one more" prevails."""
    state = headquarters(5)
    deck = state.order_deck
    assert state.moment == "friend at headquarters"
    do(state, use("friend at headquarters"))
    assert {move.order for move in moves_of(state, Order)} == {*deck[:2]}


# All of them


EVENTS: list[tuple[str, Callable[[str | None], State]]] = [
    ("letter from home", lambda hand: dropping(4, hand)),
    ("casting vote", tied),
    ("kept promise", tied),
]


@pytest.mark.parametrize(("hand", "lay"), EVENTS)
def test_ruling_69_no_action_in_a_turn(hand: str, lay: Callable[[str | None], State]) -> None:
    """An event is used at its moment only: it is no move in its holder's turn."""
    assert lay(hand).moment == hand
    turn = table(4, hands=[[], [], [], ["mute"]], land=TWO_NIGHTS, active=3, helping={3: [hand]})
    assert moves_of(turn, Use) + moves_of(turn, Speech) == []
