"""Helping Hands that move cards unseen: what they do, and who knows of it. Rulings 35, 69 and 70."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.grizzled import Options, State
from arena.games.grizzled.events import (
    Arranged,
    Gave,
    HandUsed,
    LookedAtPile,
)
from arena.games.grizzled.moves import (
    DONE,
    WITHDRAW,
    Arrange,
    Give,
    deal,
    give,
    use,
)
from tests.games.grizzled.table import do, do_at_once, legal, table, told
from tests.games.grizzled.test_helping_actions import kept, offered, same_world, ways, with_hand

# Lookout


def test_lookout() -> None:
    """The three top cards in any order; the rest stays where it is."""
    pile = ["snow shell", "rain mask", "mute", "clumsy"]
    state = with_hand("lookout", trials=pile, knocks={})
    do(state, use("lookout"))
    assert (state.stage, state.to_act(), state.trials, len(legal(state))) == ("arrange", (0,), tuple(pile), 6)
    assert {*legal(state)[0].cards} == {*pile[:3]}  # type: ignore[union-attr]
    order = ("mute", "snow shell", "rain mask")
    do(same_world(state), Arrange(order))
    assert state.trials == (*order, "clumsy")
    assert (state.stage, state.to_act()) == ("action", (1,))
    same_world(state)


@pytest.mark.parametrize(("pile", "orders"), [(["mute"], 1), (["mute", "clumsy"], 2), (["rain mask"] * 3, 1),
                                              (["rain mask", "rain mask", "mute", "clumsy"], 3)])  # fmt: skip
def test_lookout_of_few_or_equal_cards(pile: list[str], orders: int) -> None:
    """As many as there are; equal cards give no different orders."""
    state = with_hand("lookout", trials=pile, knocks={})
    do(state, use("lookout"))
    assert len(legal(state)) == orders


def test_lookout_of_one_card_changes_nothing_for_those_who_know_it() -> None:
    """It can be put back in one way only."""
    state = with_hand("lookout", trials=["mute"], knocks={})
    state.known_top = [(), ("mute",), (), ()]
    do(state, use("lookout"), Arrange(("mute",)))
    assert state.known_top[1] == ("mute",)
    same_world(state)


def test_lookout_only_its_player_knows() -> None:
    """What was seen and how it was arranged; others lose what they knew of these cards, but not of those below."""
    state = with_hand("lookout", trials=["snow shell", "rain mask", "mute", "clumsy"], knocks={})
    state.known_top = [(), ("snow shell", "rain mask", "mute", "clumsy"), ("snow shell",), ()]
    do(state, use("lookout"))
    seen = ("snow shell", "rain mask", "mute")
    assert told(state, 0)[1] == LookedAtPile(0, seen)
    assert [told(state, seat)[1] for seat in (1, 2, 3)] == [LookedAtPile(0)] * 3
    assert (state.memory(0).top, state.memory(3).top) == (seen, ())
    order = ("mute", "snow shell", "rain mask")
    do(state, Arrange(order))
    assert told(state, 0) == [Arranged(0, order)]
    assert [told(state, seat) for seat in (1, 2, 3)] == [[Arranged(0)]] * 3
    assert [state.memory(seat).top for seat in range(4)] == [order, (None, None, None, "clumsy"), (), ()]
    same_world(state)


# Fair swap


def swapped(seats: int = 4, **more: Any) -> State:
    """The first veteran offers the third a card for one."""
    hands = [["snow mask", "rain whistle"], ["mute"], ["night mask", "clumsy"], []]
    state = table(seats, hands=hands, helping={0: ["fair swap"]}, **more)
    assert do(state, use("fair swap", None, 2)) == [HandUsed(0, "fair swap", None, 2)]
    return state


def test_fair_swap() -> None:
    """Both choose at once, then the cards change hands; what came can be played in a later turn."""
    state = swapped()
    assert (state.stage, state.to_act()) == ("give", (0, 2))
    assert state.legal(0) == (give("rain whistle"), give("snow mask"))
    assert state.legal(2) == (give("clumsy"), give("night mask"))
    do_at_once(same_world(state), {0: give("snow mask"), 2: give("clumsy")})
    assert (state.hands[0], state.hands[2]) == (("clumsy", "rain whistle"), ("night mask", "snow mask"))
    assert (state.knocks, state.to_act(), state.picks) == ([()] * 4, (1,), [None] * 4)
    same_world(state)


def test_fair_swap_only_the_two_see_the_cards() -> None:
    """Others see that cards went; each of the two remembers what it gave, and a third what it knew no more."""
    state = swapped()
    state.known[1] = (("snow mask",), (), ("night mask",), ())
    do_at_once(state, {0: give("snow mask"), 2: give("clumsy")})
    for seat in (0, 2):
        assert told(state, seat) == [Gave(0, 2, "snow mask"), Gave(2, 0, "clumsy")]
    for seat in (1, 3):
        assert told(state, seat) == [Gave(0, 2), Gave(2, 0)]
    held = [{seen.veteran: seen.cards for seen in state.memory(seat).hands} for seat in range(4)]
    assert held == [{2: ("snow mask",)}, {}, {0: ("clumsy",)}, {}]


def test_fair_swap_of_equal_cards_is_remembered() -> None:
    """Both chose before either card moved: each knows that the other holds such a card."""
    state = table(3, hands=[["rain mask"], [], ["rain mask", "clumsy"]], helping={0: ["fair swap"]})
    do(state, use("fair swap", None, 2))
    do_at_once(state, {0: give("rain mask"), 2: give("rain mask")})
    assert [seen.cards for seen in state.memory(0).hands] == [("rain mask",)]
    assert [seen.cards for seen in state.memory(2).hands] == [("rain mask",)]


def test_fair_swap_partners() -> None:
    """Other players in the mission who have cards; with two seats not the own other veteran."""
    hands = [["mute"], ["clumsy"], ["fragile"], ["selfish"]]
    assert ways(table(4, hands=hands, withdrawn=[2], helping={0: ["fair swap"]})) == [
        use("fair swap", None, 1),
        use("fair swap", None, 3),
    ]
    assert ways(table(2, hands=hands, helping={0: ["fair swap"]})) == [
        use("fair swap", None, 2),
        use("fair swap", None, 3),
    ]


def test_fair_swap_with_two_seats() -> None:
    """Each player looks at the one hand that it gives from, and remembers what came and went."""
    state = swapped(2)
    assert (state.to_act(), state.asked) == ((0, 1), {0: 0, 1: 2})
    do_at_once(same_world(state), {0: give("rain whistle"), 1: give("night mask")})
    assert state.asked == {0: 1}
    mine = {seen.veteran: seen.cards for seen in state.memory(0).hands}
    theirs = {seen.veteran: seen.cards for seen in state.memory(1).hands}
    assert (mine[0], mine[2]) == (("night mask", "snow mask"), ("rain whistle",))
    assert (theirs[2], theirs[0]) == (("clumsy", "rain whistle"), ("night mask",))
    same_world(state)


def test_fair_swap_asks_only_the_two() -> None:
    """A card each, and nothing else."""
    state = swapped()
    assert all(isinstance(move, Give) for seat in state.to_act() for move in state.legal(seat))
    assert state.legal(1) == ()


# Light pack


def packing(hand: list[str], *friends: str, seats: int = 4, **more: Any) -> State:
    """Cards have been dealt, the last of `hand` was among them; the last veteran holds the card, after `friends`."""
    pile = ["panicked", "mute", "selfish", *hand[-1:], "rain mask", "snow shell"] if hand else []
    state = table(seats, hands=[[], [], [], hand[:-1]], trials=pile, helping={3: [*friends, "light pack"]},
                  step="choose_intensity", **more)  # fmt: skip
    do(state, legal(state)[0])
    return state


def test_light_pack() -> None:
    """A card of its choice goes on top of the pile, before the first turn; let pass, it stays."""
    state = packing(["clumsy", "night shell"])
    ways = [use("light pack", "clumsy"), use("light pack", "night shell")]
    assert offered(state, "light pack", *ways)
    other = state.clone()
    do(state, ways[0])
    assert (state.hands[3], state.trials[0], len(state.trials)) == (("night shell",), "clumsy", 3)
    assert (state.stage, state.active, kept(state, "light pack")) == ("action", 0, False)
    same_world(state)
    do(other, DONE)
    assert (other.hands[3], len(other.trials), kept(other, "light pack")) == (("clumsy", "night shell"), 2, True)


def test_light_pack_only_its_player_knows_the_card() -> None:
    """It knows the top; the others lose what they knew of that hand, and what they knew of the top lies deeper."""
    state = packing(["clumsy", "night shell"])
    state.known[1] = ((), (), (), ("night shell",))
    state.known_top = [(), ("rain mask",), (), (None, "snow shell")]
    do(state, use("light pack", "clumsy"))
    assert told(state, 3)[:2] == [HandUsed(3, "light pack"), Arranged(3, ("clumsy",))]
    for seat in range(3):
        assert told(state, seat)[:2] == [HandUsed(3, "light pack"), Arranged(3)]
    tops = [state.memory(seat).top for seat in range(4)]
    assert tops == [(), (None, "rain mask"), (), ("clumsy", None, "snow shell")]
    assert state.memory(1).hands == ()


def test_light_pack_is_remembered_in_the_hand_that_draws_it() -> None:
    """A straggler draws the card: who packed it knows of it, nobody else but the straggler."""
    options = Options(orders="experienced")
    pile = ["panicked", "mute", "selfish", "wounded", "fragile", "clumsy", "night mask", "night shell", "rain mask"]
    state = table(4, options=options, order_deck=["stragglers"], trials=pile, helping={3: ["light pack"]},
                  step="draw_orders")  # fmt: skip
    do(state, deal(2), use("light pack", "wounded"), WITHDRAW)
    assert state.hands[0] == ("fragile", "panicked", "wounded")
    held = [[(seen.veteran, seen.cards) for seen in state.memory(seat).hands] for seat in range(4)]
    assert held == [[], [], [], [(0, ("wounded",))]]


def test_light_pack_without_cards() -> None:
    """Nothing is asked."""
    state = packing([])
    assert (state.moment, state.land, state.stage) == (None, (), "action")
    assert kept(state, "light pack")


def test_light_pack_after_the_last_card_went_to_a_friend() -> None:
    """Its holder has nothing left to put back: nothing is asked, and no card comes from the pile."""
    state = packing(["clumsy"], "like brothers")
    do(state, give("clumsy"))
    assert (state.stage, state.trials, state.land) == ("action", ("rain mask", "snow shell"), ())
    assert (state.hands[0], kept(state, "light pack")) == (("clumsy", "panicked"), True)


def test_light_pack_with_two_seats() -> None:
    """Its player looks at that one hand, and remembers it without the card."""
    state = packing(["clumsy", "night shell"], seats=2)
    assert offered(state, "light pack", use("light pack", "clumsy"), use("light pack", "night shell"))
    assert [hand.veteran for hand in state.view(1).hands] == [3]
    do(state, use("light pack", "clumsy"))
    assert (state.memory(1).top, state.memory(0).top) == (("clumsy",), ())
    assert {seen.veteran: seen.cards for seen in state.memory(1).hands}[3] == ("night shell",)
    same_world(state)
