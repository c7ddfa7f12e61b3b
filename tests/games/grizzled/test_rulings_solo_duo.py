"""Rulings 73 to 82: one player with three veterans and one hand; two players with two veterans each."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arena.games import Deal
from arena.games.grizzled import AnyMove, Options, State, imagine, new
from arena.games.grizzled.events import Drew, LeaderChanged, MissionEnded, Played, Spoke, Supported, Withdrew
from arena.games.grizzled.moves import DONE, FILL, WITHDRAW, Fill, Speech, charm, deal, play, remove, shed, speech
from tests.games.grizzled.table import do, leave, legal, may_leave, moves_of, new_game, of_kind, shown, table, told

PILE = ["rain mask", "rain mask", "snow whistle", "snow whistle", "mute"]
SOLO_PILE = ["rain mask", "rain mask", "snow whistle", "snow whistle", "rain whistle"]


def solo(*hand: str, **more: Any) -> State:
    """One player with that hand."""
    return table(1, hands=[hand], **more)


# One player


def test_ruling_73_set_up() -> None:
    """Three veterans, a hand of three, no Support tiles of the others, no Speech tokens."""
    state = new_game(Options(), 1, Deal("a"))
    assert (len(state.names), len(state.hands[0]), state.supply, state.to_act()) == (3, 3, 0, (0,))
    assert [len(veteran.tiles) for veteran in state.view(0).veterans] == [0, 0, 0]
    assert (len(state.trials), len(state.reserve)) == (27, 32)


def test_ruling_73_no_speech_is_ever_given() -> None:
    """Not for a leader either, when the mission is over."""
    state = solo(trials=["wounded"], withdrawn=[1, 2])
    leave(state)
    assert (state.mission, state.speeches, state.supply) == (3, [0, 0, 0], 5)
    assert moves_of(state, Speech) == []


def test_ruling_74_after_each_action_the_next_veteran() -> None:
    """Not withdrawn; any action, not only a card."""
    state = solo("snow mask", "rain shell", "clumsy", land=["night shell"])
    active = []
    moves: list[AnyMove] = [charm("night shell"), play("snow mask"), WITHDRAW, play("clumsy"), play("rain shell")]
    for move in moves:
        active.append(state.active)
        do(state, move)
    assert active == [0, 1, 2, 0, 1]
    assert (state.active, state.withdrawn, state.knocks[0]) == (0, [False, False, True], ("clumsy",))


@pytest.mark.parametrize(("last", "next_one"), [(0, 1), (1, 2), (2, 0)])
def test_ruling_74_the_next_mission_begins_with_the_next_in_line(last: int, next_one: int) -> None:
    """After the veteran that acted last, also if the mission failed."""
    state = solo("wounded", active=last, withdrawn=[one for one in range(3) if one != last])
    events = leave(state)
    assert of_kind(events, LeaderChanged) == [LeaderChanged(next_one)]
    assert (state.active, state.leader, state.withdrawn) == (next_one, next_one, [False] * 3)
    failed = solo("night shell", active=last, land=["night mask", "night whistle"], solo_tiles=["nobody"])
    do(failed, play("night shell"))
    assert (failed.active, failed.mission) == (next_one, 3)


def test_ruling_75_filling_after_a_card() -> None:
    """Up to three; it can be done again and again."""
    state = solo("snow mask", "rain shell", trials=SOLO_PILE)
    do(state, play("snow mask"))
    assert (state.stage, legal(state)) == ("fill", (FILL, DONE))
    assert of_kind(do(state, FILL), Drew) == [Drew(0, 2)]
    assert (state.hands[0], state.trials, state.active) == (
        ("rain mask", "rain mask", "rain shell"),
        ("snow whistle", "snow whistle", "rain whistle"),
        1,
    )
    do(state, play("rain shell"))
    assert state.stage == "fill"


def test_ruling_75_declining_once_ends_it_for_the_mission() -> None:
    """In the next mission the hand is filled again."""
    state = solo("snow mask", "rain shell", "wounded", trials=SOLO_PILE)
    do(state, play("snow mask"), DONE, play("rain shell"))
    assert (state.stage, state.filling, len(state.hands[0])) == ("action", False, 1)
    do(state, WITHDRAW, WITHDRAW, WITHDRAW)
    assert (state.mission, state.filling, len(state.hands[0])) == (3, True, 3)


def test_ruling_75_charm_and_withdrawal_give_no_fill() -> None:
    """Nor does a Threat that a clumsy veteran plays."""
    state = solo("snow mask", land=["night shell"], knocks={1: ["clumsy"]}, trials=SOLO_PILE)
    do(state, charm("night shell"))
    assert state.stage == "action"
    leave(state)
    assert (state.stage, state.active, state.land) == ("action", 2, ("rain mask",))


def test_ruling_75_nothing_to_fill_with() -> None:
    """With an empty pile nobody is asked."""
    state = solo("snow mask", "rain shell")
    do(state, play("snow mask"))
    assert (state.stage, state.active) == ("action", 1)


def test_ruling_75_a_card_that_fails_the_mission_gives_no_fill_before_the_next() -> None:
    """p.5: three Threats alike end the mission, and turns are over; the hand is filled when the next one begins."""
    state = solo(
        "night shell", "wounded", land=["night mask", "night whistle"], solo_tiles=["nobody"], trials=SOLO_PILE
    )
    events = do(state, play("night shell"))
    assert [type(event) for event in events[:3]] == [Played, MissionEnded, Supported]
    assert (state.stage, state.mission, len(state.hands[0]), state.intensity) == ("action", 3, 3, 3)


def test_ruling_75_with_a_full_hand_nothing_is_dealt() -> None:
    """Three cards kept are three cards."""
    state = solo("wounded", "snow mask", "rain shell", withdrawn=[1, 2])
    leave(state)
    assert state.hands[0] == ("rain shell", "snow mask", "wounded")


def test_ruling_76_the_hand_is_shared() -> None:
    """Whoever is active plays any card of it; a Hard Knock sticks to that one."""
    state = solo("snow mask", "fearful", active=2)
    assert {play("snow mask"), play("fearful")} <= {*legal(state)}
    do(state, play("fearful"))
    assert state.knocks == [(), (), ("fearful",)]


@pytest.mark.parametrize(
    ("hand", "knocks", "leaves"),
    [
        (["wounded"], {0: ["prideful"]}, False),
        ([], {0: ["prideful"]}, True),
        (["wounded"], {1: ["fragile"]}, False),
        (["wounded"], {0: ["fragile"]}, None),
        ([], {1: ["fragile"]}, True),
        (["wounded", "snow mask"], {0: ["hardheaded"]}, False),
        (["wounded"], {0: ["hardheaded"]}, None),
    ],
)
def test_ruling_76_an_empty_hand_is_the_shared_one(
    hand: list[str], knocks: dict[int, list[str]], leaves: bool | None
) -> None:
    """For Prideful, Fragile and Hardheaded; with nothing to play or to use, withdrawing is all that is left."""
    assert may_leave(solo(*hand, knocks=knocks)) is leaves


@pytest.mark.parametrize(("tile", "veteran"), [("left", 0), ("centre", 1), ("right", 2), ("nobody", None)])
@pytest.mark.parametrize("success", [True, False])
def test_rulings_77_and_78_the_solo_tile(tile: str, veteran: int | None, success: bool) -> None:
    """It names the first, second or third veteran: two Hard Knocks may go, after a failure one; and the charm."""
    knocks = {0: ["trauma night", "fearful"], 1: ["clumsy", "fragile"], 2: ["prideful", "hardheaded"]}
    state = solo("wounded", knocks=knocks, used=[0, 1, 2], solo_tiles=[tile], success=success, step="reveal")
    assert of_kind(shown(state), Supported) == [Supported((None, None, None), veteran, tile)]
    assert state.ready == [one == veteran for one in range(3)]
    if veteran is not None:
        assert (state.stage, state.removals, state.to_act()) == ("support", 2 if success else 1, (0,))
        assert legal(state) == (*[remove(veteran, knock) for knock in knocks[veteran]], DONE)
    else:
        assert state.mission == 3


def test_ruling_77_four_different_tiles_then_mixed_again() -> None:
    """In any order; the fifth can be any."""
    orders = set()
    for number in range(20):
        state = new_game(Options(), 1, Deal(str(number)))
        drawn: list[str] = []
        while len(drawn) < 5 and state.to_act():
            events = do(state, next((one for one in (WITHDRAW, DONE) if one in legal(state)), legal(state)[0]))
            drawn += [event.drawn for event in of_kind(events, Supported)]
            state.knocks = [(), (), ()]
        assert {*drawn[:4]} == {"left", "centre", "right", "nobody"}
        orders.add(tuple(drawn[:5]))
    assert len({order[0] for order in orders}) == 4


# Two players


def test_ruling_79_two_veterans_each() -> None:
    """Side by side, four hands, as for four; turns one after the other."""
    state = new_game(Options(first=1), 2, Deal("a"))
    assert [veteran.seat for veteran in state.view(0).veterans] == [0, 0, 1, 1]
    assert [len(hand) for hand in state.hands] == [3] * 4
    state = table(2, hands=[["snow mask"], ["rain shell"], ["night whistle"], ["mute"]], leader=3, active=3)
    acting = []
    for card in ["mute", "snow mask", "rain shell", "night whistle"]:
        acting.append((state.to_act(), state.active))
        do(state, play(card))
    assert acting == [((1,), 3), ((0,), 0), ((0,), 1), ((1,), 2)]


def test_ruling_79_the_leader_goes_from_veteran_to_veteran() -> None:
    """And the Speech token to the veteran who led."""
    state = table(2, leader=0, trials=["mute"], step="hand_over")
    assert of_kind(shown(state), LeaderChanged) == [LeaderChanged(1, 0)]
    assert (state.to_act(), state.speeches) == ((0,), [1, 0, 0, 0])


def test_ruling_80_a_speech_reaches_the_other_player_only() -> None:
    """Both of the other's veterans, one card each; not one's own other veteran."""
    hands = [["clumsy"], ["night shell"], ["night mask", "mute"], ["night whistle", "trauma night"]]
    state = table(2, hands=hands, speeches={0: 1})
    assert do(state, speech("night")) == [Spoke(0, "night")]
    assert (state.to_act(), legal(state)) == ((1,), (shed("night mask"), DONE))
    do(state, shed("night mask"))
    assert {*legal(state)} == {shed("night whistle"), shed("trauma night"), DONE}
    do(state, shed("trauma night"))
    assert (state.stage, state.to_act(), state.active) == ("action", (0,), 1)
    assert (state.hands[1], state.discarded) == (("night shell",), ("night mask", "trauma night"))


def test_ruling_80_only_those_who_are_in() -> None:
    """With both of the other player's out, nobody is asked."""
    hands = [["clumsy"], ["night shell"], ["night mask"], ["night whistle"]]
    one = table(2, hands=hands, speeches={1: 1}, active=1, withdrawn=[2])
    do(one, speech("night"))
    assert legal(one) == (shed("night whistle"), DONE)
    none = table(2, hands=hands, speeches={1: 1}, active=1, withdrawn=[2, 3])
    do(none, speech("night"))
    assert (none.stage, none.active) == ("action", 0)


def seen_hands(state: State, seat: int) -> list[int]:
    """Whose hands a seat may look at now."""
    return [hand.veteran for hand in state.view(seat).hands]


def test_ruling_81_one_hand_at_a_time() -> None:
    """That of the veteran decided for; the other player sees none."""
    state = table(2, hands=[["snow mask"], ["rain shell"], ["night whistle"], ["mute"]])
    assert (seen_hands(state, 0), seen_hands(state, 1)) == ([0], [])
    do(state, play("snow mask"))
    assert (seen_hands(state, 0), seen_hands(state, 1)) == ([1], [])
    do(state, play("rain shell"))
    assert (seen_hands(state, 0), seen_hands(state, 1)) == ([], [2])


def test_ruling_81_at_a_speech_the_listener_looks_at_both() -> None:
    """p.15: one hand at a time, unless a special situation comes up, as a Speech is."""
    hands = [["mute"], ["clumsy"], ["night shell"], ["night mask", "snow mask"]]
    state = table(2, hands=hands, speeches={0: 1})
    do(state, speech("night"))
    assert (state.stage, state.asked) == ("speech", {1: 2})
    assert [(hand.veteran, len(hand.cards)) for hand in state.view(1).hands] == [(2, 1), (3, 2)]
    assert state.view(0).hands == ()
    twin = imagine(1, state.view(1), state.memory(1), Random(1), state.options)
    assert (twin.view(1), twin.memory(1)) == (state.view(1), state.memory(1))
    do(state, DONE, DONE)
    assert [hand.veteran for hand in state.view(0).hands] == [1]
    assert state.view(1).hands == ()
    assert state.memory(1).hands[-1].cards == ("night mask", "snow mask")


@pytest.mark.parametrize("first", [None, 0, 1])
def test_any_of_the_four_may_lead_first(first: int | None) -> None:
    """p.4 and p.15: the leader is drawn among the veterans; with `first`, among those of that seat."""
    leaders = {new(Options(first=first), 2, Deal(str(number))).leader for number in range(40)}
    assert leaders == ({0, 1, 2, 3} if first is None else {2 * first, 2 * first + 1})


def test_ruling_81_the_option_opens_both() -> None:
    """Of one's own."""
    state = table(2, hands=[["snow mask"], ["rain shell"]], options=Options(see_both_hands=True))
    assert (seen_hands(state, 0), seen_hands(state, 1)) == ([0, 1], [2, 3])


def test_ruling_81_dealt_cards_are_not_told_before_they_are_looked_at() -> None:
    """The leader's hand is open in its first turn, no other."""
    state = table(2, trials=PILE, step="choose_intensity")
    do(state, deal(1))
    assert all(event.cards is None for seat in (0, 1) for event in of_kind(told(state, seat), Drew))
    assert (seen_hands(state, 0), seen_hands(state, 1)) == ([0], [])


def test_ruling_82_support_to_ones_own_other_veteran() -> None:
    """Tiles go along the four; the player decides for the one who is supported."""
    state = table(
        2,
        hands=[["rain mask"]],
        tiles={0: ["left 1"]},
        placed={0: "left 1"},
        knocks={1: ["mute"]},
        withdrawn=[0, 1, 2, 3],
        success=True,
        step="reveal",
    )
    assert of_kind(shown(state), Supported) == [Supported(("left 1", None, None, None), 1)]
    assert (state.to_act(), legal(state)) == ((0,), (remove(1, "mute"), DONE))


def test_ruling_79_fragile_keeps_ones_own_other_veteran_in() -> None:
    """As for four players."""
    state = table(2, hands=[["mute"], ["night shell"]], knocks={0: ["fragile"]}, active=1)
    assert WITHDRAW not in legal(state)


def test_ruling_79_the_mission_ends_when_all_four_are_out() -> None:
    """Each veteran withdraws for itself."""
    state = table(2, hands=[["mute"], ["night shell"], ["clumsy"]])
    events = [event for _ in range(4) for event in leave(state)]
    assert [event.veteran for event in of_kind(events, Withdrew)] == [0, 1, 2, 3]
    assert of_kind(events, MissionEnded) == [MissionEnded(True)]
    assert moves_of(state, Fill) == []
