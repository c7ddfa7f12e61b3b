"""Orders of the Day that last one mission: what each does, beside what would be without it, and that it ends with it.

What is before the first turn, and what comes of a withdrawal, is in
`test_orders_moments`; the drop of morale and the cards are in `test_orders_effects_later`.
"""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.grizzled import Options, State
from arena.games.grizzled.events import MissionEnded, Removed, ShedCard, Supported
from arena.games.grizzled.moves import (
    DONE,
    WITHDRAW,
    Charm,
    Order,
    Speech,
    charm,
    play,
    remove,
    shed,
    speech,
    use,
)
from tests.games.grizzled.orders_table import ordered, same_world
from tests.games.grizzled.table import do, do_at_once, leave, legal, may_leave, moves_of, of_kind, shown

LEFT_OUT = {
    "masks issued": "mask",
    "moonlit ground": "night",
    "hard frost": "snow",
    "waterproof capes": "rain",
    "deep shelters": "shell",
    "steady nerves": "whistle",
}
THREE = {
    "mask": ["night mask", "snow mask", "rain mask"],
    "night": ["night shell", "night mask", "night whistle"],
    "snow": ["snow shell", "snow mask", "snow whistle"],
    "rain": ["rain shell", "rain mask", "rain whistle"],
    "shell": ["night shell", "snow shell", "rain shell"],
    "whistle": ["night whistle", "snow whistle", "rain whistle"],
}
TWO = ["night shell", "snow mask"]
ALL_SIX = "night snow rain shell mask whistle"
WITH_RECRUITS = Options(orders="experienced", recruits=5)


def after(order: str, **more: Any) -> State:
    """The action of veteran 1, which leads the mission after that of this Order; the one of this is Cut Off."""
    state = ordered(3, order, top=["mail call", "cut off"], success=True, step="reveal", **more)
    do(state, Order("cut off", ("mail call",)))
    do(state, legal(state)[0])
    assert (state.to_act(), state.order) == ((1,), "cut off")
    return state


# Threats left out of the failure check


@pytest.mark.parametrize("threat", THREE)
@pytest.mark.parametrize("order", [None, *LEFT_OUT])
def test_ruling_22_a_threat_left_out_of_the_check(order: str | None, threat: str) -> None:
    """The third of it does not fail the mission under its Order; under another's, or none, it does."""
    first, second, third = THREE[threat]
    state = ordered(order=order, hands=[[third, "mute"]], land=[first, second])
    ended = of_kind(do(state, play(third)), MissionEnded)
    assert ended == ([] if LEFT_OUT.get(order or "") == threat else [MissionEnded(False, (threat,))])


@pytest.mark.parametrize(("order", "threat"), LEFT_OUT.items())
def test_ruling_22_only_the_check_leaves_it_out(order: str, threat: str) -> None:
    """Fearful still sees it, it is shown as active, and a charm finds it."""
    more: dict[str, Any] = {"hands": [["mute"]], "land": THREE[threat][:2], "charms": [threat, "night", "snow"]}
    state = ordered(order=order, knocks={0: ["fearful"]}, **more)
    assert (may_leave(state), state.view(0).threats[threat]) == (True, 2)
    assert moves_of(ordered(order=order, **more), Charm) == [charm(card) for card in THREE[threat][:2]]


@pytest.mark.parametrize(("order", "threat"), LEFT_OUT.items())
def test_ruling_22_another_threat_fails_beside_it(order: str, threat: str) -> None:
    """Only the one that is not left out is named."""
    other = "night" if threat != "night" else "snow"
    land = [*dict.fromkeys([*THREE[threat], *THREE[other][:2]])]
    (ended,) = of_kind(do(ordered(order=order, hands=[[ALL_SIX]], land=land), play(ALL_SIX)), MissionEnded)
    assert other in ended.threats
    assert threat not in ended.threats


@pytest.mark.parametrize("order", ["masks issued", "sleepless"])
def test_ruling_22_a_threat_of_all_sources_is_left_out(order: str) -> None:
    """A card, a Phobia, an Order that adds one and a Recruit make four."""
    state = ordered(
        order=order, lasting=["gas cloud"], land=["night mask"], hands=[["snow mask"]], knocks={1: ["phobia mask"]},
        recruit="georges", recruit_hand=["mute"], options=WITH_RECRUITS, step="check",
    )  # fmt: skip
    assert (of_kind(shown(state), MissionEnded) == []) is (order == "masks issued")
    if state.order is not None:
        assert state.view(0).threats["mask"] == 4


@pytest.mark.parametrize(("order", "threat"), LEFT_OUT.items())
def test_a_threat_counts_again_in_the_after(order: str, threat: str) -> None:
    """With the Order gone three fail."""
    first, second, third = THREE[threat]
    state = after(order, hands=[[], [first, second, third]])
    do(state, play(first), WITHDRAW, WITHDRAW, play(second))
    assert of_kind(do(state, play(third)), MissionEnded) == [MissionEnded(False, (threat,))]


# No Trinkets, Silence in the Ranks


def test_no_trinkets() -> None:
    """No charm is used by anybody; Speeches are given, and in the next mission charms are ready as before."""
    for active in (0, 1):
        more: dict[str, Any] = {"hands": [TWO, TWO], "active": active, "land": ["night mask", "snow shell"]}
        more |= {"speeches": {active: 1}}
        assert moves_of(ordered(order="no trinkets", **more), Charm) == []
        assert len(moves_of(ordered(order="no trinkets", **more), Speech)) == 6
        assert len(moves_of(ordered(order="sleepless", **more), Charm)) == 1
    state = after("no trinkets", hands=[[], TWO])
    do(state, play("snow mask"), WITHDRAW, WITHDRAW)
    assert moves_of(state, Charm) == [charm("snow mask")]


def test_silence_in_the_ranks() -> None:
    """No Speech is given by anybody; charms are used, and the tokens serve in the next mission."""
    for active in (0, 1):
        more: dict[str, Any] = {"hands": [TWO, TWO], "active": active, "land": ["night mask", "snow shell"]}
        more |= {"speeches": {active: 1}}
        assert moves_of(ordered(order="silence in the ranks", **more), Speech) == []
        assert len(moves_of(ordered(order="silence in the ranks", **more), Charm)) == 1
        assert len(moves_of(ordered(order="sleepless", **more), Speech)) == 6
    assert len(moves_of(after("silence in the ranks", hands=[[], TWO], speeches={1: 1}), Speech)) == 6


def test_ruling_35_helping_hands_beat_orders() -> None:
    """Covering fire where no charm may be used, a marching song where no Speech may be given."""
    helping = {0: ["covering fire", "marching song"]}
    state = ordered(order="silence in the ranks", hands=[TWO, ["rain mask"], []], helping=helping)
    assert len(moves_of(state, Speech)) == 6
    do(state, speech("mask", "marching song"))
    assert do_at_once(state, {1: shed("rain mask"), 2: DONE}) == [ShedCard(1, "rain mask")]
    state = ordered(order="no trinkets", hands=[TWO], land=["night mask"], helping=helping)
    do(state, use("covering fire", "night mask"))
    assert state.land == ()


# Who may not withdraw


def test_every_man_forward() -> None:
    """With cards, only after having played one in this mission, be it a Hard Knock; without cards at any time."""
    assert may_leave(ordered(order="every man forward", hands=[TWO], speeches={0: 1})) is False
    assert may_leave(ordered(order="every man forward", hands=[[], TWO])) is not False
    assert may_leave(ordered(order="sleepless", hands=[TWO])) is None
    for card in ("mute", "night shell"):
        state = ordered(order="every man forward", hands=[["mute", *TWO], TWO], withdrawn=[2])
        do(state, play(card))
        assert may_leave(state) is False  # it is the other's turn
        do(state, play("snow mask"))
        assert may_leave(state) is None


def test_every_man_forward_counts_no_other_action() -> None:
    """Neither a charm, nor a card discarded on a Speech, nor one of an earlier mission."""
    state = ordered(order="every man forward", hands=[TWO], land=["night mask"], withdrawn=[1, 2])
    do(state, charm("night mask"))
    assert may_leave(state) is False
    state = ordered(order="every man forward", hands=[["mute"], TWO], speeches={0: 1}, withdrawn=[2])
    do(state, speech("night"), shed("night shell"))
    assert may_leave(state) is False
    state = ordered(3, "sleepless", hands=[["mute"], TWO], top=["mail call", "every man forward"], active=1)
    do(state, play("night shell"), WITHDRAW, WITHDRAW, WITHDRAW)
    do(state, Order("every man forward", ("mail call",)))
    do(state, legal(state)[0])
    assert (state.to_act(), may_leave(state)) == ((1,), False)


def test_lead_from_the_front() -> None:
    """The leader with cards stays until it is the last veteran; others, and a leader without cards, are free."""
    order = "lead from the front"
    assert may_leave(ordered(order=order, hands=[TWO])) is False
    assert may_leave(ordered(order=order, hands=[TWO], withdrawn=[1])) is False
    assert may_leave(ordered(order=order, hands=[TWO], withdrawn=[1, 2])) is None
    assert may_leave(ordered(order=order, hands=[TWO], leader=1)) is None
    assert may_leave(ordered(order=order, hands=[[], TWO])) is not False
    recruit: dict[str, Any] = {"recruit": "theo", "recruit_hand": ["mute"], "options": WITH_RECRUITS}
    assert may_leave(ordered(order=order, hands=[TWO], withdrawn=[1, 2], **recruit)) is None


def test_lead_from_the_front_with_two_players() -> None:
    """The own other veteran is another, too (p.15: rules as for four)."""
    assert may_leave(ordered(2, "lead from the front", hands=[TWO], withdrawn=[2, 3])) is False
    assert may_leave(ordered(2, "lead from the front", hands=[TWO], withdrawn=[1, 2, 3])) is None


def test_lead_from_the_front_follows_the_leader() -> None:
    """A tyrant becomes leader at once (ruling 37): it is kept in and the old leader may go."""
    state = ordered(order="lead from the front", hands=[TWO, ["tyrannical", *TWO]], active=1, withdrawn=[2])
    do(state, play("tyrannical"))
    assert (state.to_act(), may_leave(state)) == ((0,), None)
    do(state, play("night shell"))
    assert (state.to_act(), may_leave(state)) == ((1,), False)


@pytest.mark.parametrize(("cards", "leaves"), [(2, None), (3, False), (4, False)])
def test_hold_the_line(cards: int, leaves: bool | None) -> None:
    """Nobody with three or more cards withdraws."""
    hand = [*TWO, "mute", "rain mask"][:cards]
    assert may_leave(ordered(order="hold the line", hands=[[], hand], active=1)) is leaves
    assert may_leave(ordered(order="sleepless", hands=[[], hand], active=1)) is None


@pytest.mark.parametrize("order", ["every man forward", "lead from the front", "hold the line"])
def test_nobody_is_kept_in_the_mission_after(order: str) -> None:
    """The leader with three cards, none played, may leave."""
    assert may_leave(after(order, hands=[[], ["night shell", "mute", "snow mask"]])) is None


@pytest.mark.parametrize("order", ["every man forward", "lead from the front", "hold the line"])
def test_ruling_35_an_order_beats_a_hard_knock(order: str) -> None:
    """Fearful would drive it out, but it stays and has its other actions; when the Order says nothing it must go."""
    more: dict[str, Any] = {
        "land": ["night mask", "night whistle"], "knocks": {0: ["fearful"]}, "speeches": {0: 1}
    }  # fmt: skip
    state = ordered(order=order, hands=[["night shell", "snow mask", "mute"]], **more)
    assert may_leave(state) is False
    assert [len(moves_of(state, kind)) for kind in (Charm, Speech)] == [2, 6]
    assert may_leave(ordered(order=order, hands=[[]], **more)) is True
    assert may_leave(ordered(order="sleepless", hands=[TWO], **more)) is True


def test_ruling_35_what_an_order_allows_a_hard_knock_forbids() -> None:
    """No conflict: Hold the Line says nothing of two cards, and Hardheaded does."""
    assert may_leave(ordered(order="hold the line", hands=[TWO], knocks={0: ["hardheaded"]})) is False


# The Support


def supported(order: str | None, knocks: list[str], success: bool = True, **more: Any) -> State:
    """One tile goes from veteran 0 to veteran 1; somebody has a card, so that the game goes on."""
    return ordered(
        4, order, hands=[["rain mask"]], tiles={0: ["left 1"]}, placed={0: "left 1"}, used=[1], success=success,
        knocks={1: knocks}, withdrawn=[0, 1, 2, 3] if success else [0], step="reveal", **more,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("order", "after_success", "after_failure"),
    [(None, 2, 1), ("sleepless", 2, 1), ("aid post", 3, 2), ("full infirmary", 1, 1)],
)
def test_aid_post_and_full_infirmary(order: str | None, after_success: int, after_failure: int) -> None:
    """One Hard Knock more than usual; one at most; the charm recovers as ever."""
    knocks = ["mute", "fragile", "clumsy", "selfish"]
    for success, most in ((True, after_success), (False, after_failure)):
        state = supported(order, [*knocks[: 4 if most > 1 else 3]], success, supply=0)
        events = []
        for knock in knocks[:most]:
            assert (state.stage, state.to_act()) == ("support", (1,))
            same_world(state)
            events += do(state, remove(1, knock))
        assert len(of_kind(events, Removed)) == most
        assert (state.stage, state.ready[1]) == ("order", True)


def test_aid_post_with_listless() -> None:
    """One more and one fewer are two."""
    assert supported("aid post", ["listless", "mute", "clumsy"]).removals == 2


def test_full_infirmary_is_about_the_support_alone() -> None:
    """Merry Christmas still takes one off."""
    state = ordered(order="full infirmary", hands=[["merry christmas"]], knocks={1: ["mute"]})
    do(state, play("merry christmas"), remove(1, "mute"))
    assert state.knocks[1] == ()


@pytest.mark.parametrize("success", [True, False])
def test_cut_off(success: bool) -> None:
    """Tiles travel, but nobody is supported: no charm, no Hard Knock; in a tie neither."""
    state = supported("cut off", ["mute"], success)
    assert of_kind(shown(state), Supported) == [Supported(("left 1", None, None, None), None)]
    assert (state.ready[1], state.knocks[1], state.tiles[1], state.stage) == (False, ("mute",), ("left 1",), "order")
    assert supported("sleepless", ["mute"], success).stage == "support"


def test_cut_off_ends() -> None:
    """Support of the next mission is gained."""
    state = ordered(
        3, "cut off", top=["mail call", "sleepless"], success=True, step="reveal", hands=[["rain mask"]],
        tiles={1: ["left 1"]}, used=[2],
    )  # fmt: skip
    do(state, Order("mail call", ("sleepless",)))
    do(state, legal(state)[0])
    leave(state, "left 1")
    leave(state), leave(state)
    assert state.ready[2]
