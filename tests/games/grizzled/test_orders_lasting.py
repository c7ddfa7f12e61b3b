"""When Orders of the Day leave; those that last until a condition is met: what they add, and each way to be rid of
them. Rulings 58 and 59."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.grizzled import Options, State
from arena.games.grizzled.deck import ORDERS
from arena.games.grizzled.events import Drew, MissionEnded, MoraleDropped, OrderLeft
from arena.games.grizzled.moves import DONE, WITHDRAW, Cancel, Charm, Order, Speech, play
from arena.games.grizzled.no_mans_land import threats
from tests.games.grizzled.orders_table import ordered, same_world
from tests.games.grizzled.table import do, leave, legal, may_leave, moves_of, of_kind, shown, told

ADDS = {
    "endless night": "night",
    "deep winter": "snow",
    "flooded trench": "rain",
    "barrage": "shell",
    "gas cloud": "mask",
    "endless assault": "whistle",
}
OF = {
    "night": ["night mask", "night shell"],
    "snow": ["snow mask", "snow shell"],
    "rain": ["rain mask", "rain shell"],
    "shell": ["night shell", "snow shell"],
    "mask": ["night mask", "snow mask"],
    "whistle": ["night whistle", "snow whistle"],
}
HELD = [["night shell", "mute"], ["snow mask"], ["rain whistle"]]
THREE = ["snow shell", "rain mask", "selfish"]
ALWAYS = Options(orders="experienced", hand_limit_check="always")
PILE = ["night mask", "snow shell", "rain mask", "selfish"]


@pytest.mark.parametrize(("order", "threat"), ADDS.items())
@pytest.mark.parametrize("earlier", [False, True])
def test_ruling_19_a_threat_is_active(order: str, threat: str, earlier: bool) -> None:
    """One more of it, in the mission of the Order and later: two cards fail, and Fearful sees it."""
    one, two = OF[threat]
    more: dict[str, Any] = {"hands": [[two, "mute"]], "land": [one], "charms": [threat, "night", "snow"]}
    in_force = {"lasting": [order]} if earlier else {"order": order}
    assert of_kind(do(ordered(**in_force, **more), play(two)), MissionEnded) == [MissionEnded(False, (threat,))]
    assert of_kind(do(ordered(order="sleepless", **more), play(two)), MissionEnded) == []
    assert may_leave(ordered(**in_force, **more, knocks={0: ["fearful"]})) is True
    assert ordered(**in_force, **more).view(1).threats[threat] == 2


@pytest.mark.parametrize(("order", "threat"), ADDS.items())
def test_ruling_12_an_order_is_no_target_of_a_charm(order: str, threat: str) -> None:
    """There must be a card."""
    state = ordered(order=order, hands=HELD, charms=[threat, "night", "snow"])
    assert moves_of(state, Charm) == []


# When they leave


@pytest.mark.parametrize("success", [True, False])
@pytest.mark.parametrize("order", [name for name, order in ORDERS.items() if order.until is None])
def test_ruling_58_without_a_condition_it_leaves_with_the_mission(order: str, success: bool) -> None:
    """After success and after failure, never to come back."""
    state = ordered(order=order, hands=[["mute"]], success=success, step="reveal")
    assert (state.order, state.orders, state.orders_gone) == (None, (), (order,))
    assert OrderLeft(order) in shown(state)
    assert order not in state.order_deck
    same_world(state)


LASTING = ["endless night", "deep winter", "flooded trench", "barrage", "gas cloud", "endless assault"]


def test_which_orders_last() -> None:
    """Those with a condition: one for each threat."""
    assert sorted(LASTING) == sorted(name for name, order in ORDERS.items() if order.until is not None)


@pytest.mark.parametrize("order", LASTING)
def test_ruling_58_a_condition_that_is_not_met(order: str) -> None:
    """It stays after a failure with cards in hands, and the next Order comes beside it."""
    state = ordered(order=order, hands=[["mute"]], success=False, top=["cut off", "sleepless"], step="reveal")
    assert (state.order, state.orders, state.orders_gone) == (None, (order,), ())
    same_world(state)
    do(state, Order("sleepless", ("cut off",)))
    assert (state.order, state.orders) == ("sleepless", (order, "sleepless"))


def test_ruling_58_effects_of_several_add_up() -> None:
    """A lasting shell and the threats of the next Order; and what one leaves out another cannot put in."""
    state = ordered(order="gas cloud", lasting=["barrage", "endless night"], hands=[["mute"]])
    assert threats(state) == {"night": 1, "snow": 0, "rain": 0, "shell": 1, "mask": 1, "whistle": 0}
    assert [order.order for order in state.view(1).orders] == ["barrage", "endless night", "gas cloud"]


def test_only_the_order_of_this_mission_is_spent() -> None:
    """The lasting ones of earlier missions that are left are still there."""
    state = ordered(order="cut off", lasting=["barrage", "gas cloud"], hands=[["mute"]], success=True, step="reveal")
    assert (state.orders, state.orders_gone) == (("barrage", "gas cloud"), ("cut off",))


def test_victory_needs_no_end_of_the_orders() -> None:
    """Peace comes with one still in force (ruling 53 does not ask for it)."""
    state = ordered(order="barrage", withdrawn=[0, 1], active=2)
    do(state, WITHDRAW, DONE)
    assert state.result is not None
    assert state.result.won


# By an action: Endless Night and Deep Winter


@pytest.mark.parametrize("order", ["endless night", "deep winter"])
def test_given_away_unused(order: str) -> None:
    """The charm is turned, or the token is spent, without any effect; it is the whole action."""
    state = ordered(lasting=[order], hands=HELD, land=["night mask"], speeches={0: 1}, trials=["clumsy"])
    assert moves_of(state, Cancel) == [Cancel(order)]
    events = do(state, Cancel(order))
    assert events == [OrderLeft(order, 0)]
    assert (state.orders, state.orders_gone, threats(state)[ADDS[order]]) == ((), (order,), int(order[0] == "e"))
    assert (state.ready[0], state.speeches[0], state.supply) == ((False, 1, 5) if order[0] == "e" else (True, 0, 5))
    assert (state.land, state.to_act(), state.stage) == (("night mask",), (1,), "action")
    assert moves_of(state, Cancel) == []
    same_world(state)


def test_without_the_price_no_action() -> None:
    """A used charm, no token; another's do not help."""
    assert moves_of(ordered(lasting=["endless night"], hands=HELD, used=[0]), Cancel) == []
    assert moves_of(ordered(lasting=["deep winter"], hands=HELD, speeches={1: 1}), Cancel) == []
    assert moves_of(ordered(lasting=["flooded trench", "endless assault"], hands=HELD, speeches={0: 1}), Cancel) == []
    assert moves_of(ordered(order="sleepless", hands=HELD, speeches={0: 1}), Cancel) == []


def test_unused_is_not_used() -> None:
    """No Trinkets, Superstitious, Silence in the Ranks and Mute forbid the use alone."""
    land = ["night mask"]
    state = ordered(order="no trinkets", lasting=["endless night"], hands=HELD, land=land)
    assert moves_of(state, Cancel) == [Cancel("endless night")]
    state = ordered(lasting=["endless night"], hands=HELD, land=land, knocks={0: ["superstitious"]})
    assert moves_of(state, Cancel) == [Cancel("endless night")]
    state = ordered(order="silence in the ranks", lasting=["deep winter"], hands=HELD, speeches={0: 1})
    assert (moves_of(state, Cancel), moves_of(state, Speech)) == ([Cancel("deep winter")], [])
    state = ordered(lasting=["deep winter"], hands=HELD[1:], speeches={0: 1}, knocks={0: ["mute"]})
    assert moves_of(state, Cancel) == [Cancel("deep winter")]


def test_who_must_withdraw_cannot_cancel() -> None:
    """Fearful leaves no other action (ruling 33)."""
    state = ordered(lasting=["endless night"], hands=HELD, land=["night mask"], knocks={0: ["fearful"]})
    assert legal(state) == (WITHDRAW,)


def test_ruling_14_a_token_given_away() -> None:
    """It is spent like that of a Speech: back to the supply only by that option."""
    options = Options(orders="experienced", speech_tokens="returned")
    state = ordered(lasting=["deep winter"], hands=HELD, speeches={0: 2}, supply=3, options=options)
    do(state, Cancel("deep winter"))
    assert (state.speeches[0], state.supply) == (1, 4)


# By a withdrawal: Barrage and Gas Cloud


def test_ruling_59_barrage() -> None:
    """Who withdraws may draw three, which only it sees, and cannot play them any more."""
    state = ordered(lasting=["barrage"], hands=HELD, trials=PILE)
    leave(state)
    assert (state.stage, state.to_act(), legal(state)) == ("cancel", (0,), (Cancel("barrage"), DONE))
    same_world(state)
    assert do(state, Cancel("barrage")) == [OrderLeft("barrage", 0), Drew(0, 3)]
    assert told(state, 0)[1] == Drew(0, 3, ("night mask", "rain mask", "snow shell"))
    assert (len(state.hands[0]), state.trials, state.orders, threats(state)["shell"]) == (5, ("selfish",), (), 0)
    assert (state.stage, state.to_act()) == ("action", (1,))
    leave(state)
    assert (state.stage, state.to_act()) == ("action", (2,))


def test_barrage_can_be_left_to_the_next() -> None:
    """Nobody must; each is asked, the last one too, without any card as well."""
    state = ordered(lasting=["barrage"], hands=[["mute"], [], ["clumsy"]], trials=PILE)
    for seat in (0, 1):
        leave(state)
        assert state.to_act() == (seat,)
        do(state, DONE)
        assert (state.stage, state.orders, len(state.trials)) == ("action", ("barrage",), 4)
    leave(state)
    do(state, Cancel("barrage"))
    assert (state.orders, len(state.hands[2])) == ((), 4)


@pytest.mark.parametrize("cards", [0, 1, 2])
def test_ruling_59_a_short_pile(cards: int) -> None:
    """What there is is drawn, and the Order still goes."""
    state = ordered(lasting=["barrage"], hands=HELD, trials=PILE[:cards])
    do(state, WITHDRAW, Cancel("barrage"))
    assert (state.orders, len(state.hands[0]), state.trials) == ((), 2 + cards, ())


def test_gas_cloud() -> None:
    """Two cards of the reserve go on top of the pile, as a drop of morale does."""
    state = ordered(lasting=["gas cloud"], hands=HELD, trials=["clumsy"], reserve=["rain mask", "wounded", "snow rain"])
    leave(state)
    assert legal(state) == (Cancel("gas cloud"), DONE)
    same_world(state)
    assert do(state, Cancel("gas cloud")) == [OrderLeft("gas cloud", 0), MoraleDropped(2)]
    assert (state.trials, state.reserve) == (("rain mask", "wounded", "clumsy"), ("snow rain",))
    assert (state.orders, threats(state)["mask"], state.to_act()) == ((), 0, (1,))


@pytest.mark.parametrize("cards", [0, 1, 2])
def test_gas_cloud_with_a_short_reserve(cards: int) -> None:
    """The Order goes all the same; that the reserve is empty is seen at the drop (section 6 on ruling 55)."""
    state = ordered(lasting=["gas cloud"], hands=HELD, reserve=["rain mask", "wounded"][:cards])
    do(state, WITHDRAW, Cancel("gas cloud"))
    assert (state.orders, state.reserve, len(state.trials), state.result) == ((), (), cards, None)
    leave(state), leave(state)
    assert state.result is not None
    assert not state.result.won


@pytest.mark.parametrize("first", ["barrage", "gas cloud"])
def test_both_can_be_bought_off_at_one_withdrawal(first: str) -> None:
    """In any order: the drawn cards may be those of the reserve."""
    both = ["barrage", "gas cloud"]
    (second,) = (order for order in both if order != first)
    state = ordered(lasting=both, hands=HELD, trials=PILE, reserve=["wounded", "snow rain", "clumsy"])
    leave(state)
    assert legal(state) == (Cancel("barrage"), Cancel("gas cloud"), DONE)
    do(state, Cancel(first))
    assert legal(state) == (Cancel(second), DONE)
    same_world(state)
    do(state, Cancel(second))
    assert (state.stage, state.orders, state.to_act()) == ("action", (), (1,))
    assert ("wounded" in state.hands[0]) is (first == "gas cloud")


def test_other_actions_buy_nothing_off() -> None:
    """Only a withdrawal, and a Recruit's is none of a player."""
    state = ordered(lasting=["barrage"], hands=HELD, trials=PILE)
    do(state, play("night shell"))
    assert state.stage == "action"
    state = ordered(
        lasting=["barrage"], hands=HELD, trials=PILE, recruit="theo", recruit_hand=["clumsy"], recruit_after=0,
        options=Options(orders="experienced", recruits=5),
    )  # fmt: skip
    do(state, play("mute"), WITHDRAW)
    assert (state.stage, state.to_act()) == ("action", (1,))


def test_barrage_under_always_thirteen() -> None:
    """Under that reading the drawn cards can lose at once (ruling 56)."""
    hands = [
        ["night shell", "mute", "clumsy", "wounded"],
        ["fragile", "snow mask", "fearful"],
        ["prideful", "night mask"],
    ]
    hands.append(["hardheaded"])
    for state, lost in (
        (ordered(4, lasting=["barrage"], hands=hands, trials=THREE, options=ALWAYS), True),
        (ordered(4, lasting=["barrage"], hands=hands, trials=THREE), False),
    ):
        do(state, WITHDRAW, Cancel("barrage"))
        assert (state.result is not None) is lost


def test_barrage_with_two_players() -> None:
    """The player does not look at the drawn cards before that veteran is asked again (ruling 81)."""
    state = ordered(2, lasting=["barrage"], hands=HELD, trials=PILE)
    leave(state)
    same_world(state)
    do(state, Cancel("barrage"))
    assert told(state, 0) == [OrderLeft("barrage", 0), Drew(0, 3)]
    assert state.memory(0).hands[0].cards == ("mute", "night shell")
    same_world(state)


# By the end of a mission: Flooded Trench and Endless Assault


def ended(order: str, success: bool, hands: list[list[str]], earlier: bool) -> State:
    """A mission has ended; somebody's pile goes on."""
    in_force = {"lasting": [order]} if earlier else {"order": order}
    return ordered(**in_force, hands=hands, trials=["clumsy"], success=success, step="reveal")


@pytest.mark.parametrize("earlier", [False, True])
@pytest.mark.parametrize(
    ("order", "success", "hands", "leaves"),
    [
        ("flooded trench", True, HELD, True),
        ("flooded trench", True, [], True),
        ("flooded trench", False, HELD, False),
        ("flooded trench", False, [], False),
        ("endless assault", True, HELD, False),
        ("endless assault", True, [[], [], ["mute"]], False),
        ("endless assault", True, [], True),
        ("endless assault", False, [], True),
        ("endless assault", False, HELD, False),
    ],
)
def test_conditions_at_the_end(order: str, success: bool, hands: list[list[str]], leaves: bool, earlier: bool) -> None:
    """A success; every hand empty, however it ended; already in the mission that the Order came in."""
    state = ended(order, success, hands, earlier)
    assert (state.orders, state.orders_gone) == (((), (order,)) if leaves else ((order,), ()))
    assert of_kind(shown(state), OrderLeft) == [OrderLeft(order)] * leaves
    assert threats(state)[ADDS[order]] == (not leaves)


def test_a_recruit_with_cards_does_not_keep_the_assault_going() -> None:
    """Every hand is every player's: cards of a Recruit never count (ruling 56)."""
    state = ordered(
        lasting=["endless assault"], recruit="theo", recruit_hand=["mute"], trials=["clumsy"], success=True,
        options=Options(orders="experienced", recruits=5), step="reveal",
    )  # fmt: skip
    assert state.orders == ()


@pytest.mark.parametrize("order", ["endless night", "deep winter", "barrage", "gas cloud"])
def test_no_other_condition_is_met_by_an_end(order: str) -> None:
    """Not by a success with every hand empty."""
    assert ended(order, True, [], True).orders == (order,)
