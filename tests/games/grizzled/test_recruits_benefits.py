"""The ten kinds of benefit: what each of the 21 Recruits is good for when it has played its last card (ruling 67)."""

from __future__ import annotations

import pytest

from arena.games.grizzled import State
from arena.games.grizzled.deck import RECRUITS
from arena.games.grizzled.events import (
    CharmReady,
    Cleared,
    PutUnder,
    Removed,
    ShedCard,
    SpeechToken,
)
from arena.games.grizzled.moves import (
    DONE,
    Clear,
    Pick,
    Remove,
    pick,
    play,
    remove,
    shed,
)
from arena.games.grizzled.no_mans_land import luck
from tests.games.grizzled.recruits_table import ALL, its_turn, same_world, thanks_to
from tests.games.grizzled.table import do, do_at_once, legal, of_kind


def goes_on(state: State) -> bool:
    """Whether the benefit is over: it is the next veteran's turn in the same mission."""
    return (state.stage, state.active, state.thanks) == ("action", 0, None)


@pytest.mark.parametrize("recruit", ["albert", "denis", "georges"])
def test_one_charm(recruit: str) -> None:
    """The leader has one turned face up, anybody's, withdrawn or not, once."""
    state = thanks_to(recruit, used=[1, 2], leader=3, withdrawn=[2])
    assert (state.stage, state.to_act(), legal(state)) == ("benefit", (3,), (pick(1), pick(2)))
    assert do(state, pick(2)) == [CharmReady(2)]
    assert state.ready == [True, False, True, True]
    assert goes_on(state)
    assert goes_on(thanks_to(recruit))


@pytest.mark.parametrize("recruit", ["jules", "sylvain"])
def test_all_charms(recruit: str) -> None:
    """Everybody's; nobody is asked."""
    state = thanks_to(recruit, used=[0, 2, 3], withdrawn=[3])
    assert (state.ready, goes_on(state)) == ([True] * 4, True)


@pytest.mark.parametrize("recruit", ["basile", "clement", "fernand", "urbain"])
def test_one_hard_knock(recruit: str) -> None:
    """The leader takes one off anybody, once, and must."""
    state = thanks_to(recruit, knocks={0: ["mute"], 2: ["wounded", "selfish"]}, withdrawn=[2], leader=1)
    assert (state.stage, state.to_act()) == ("remove", (1,))
    assert legal(state) == (remove(0, "mute"), remove(2, "wounded"), remove(2, "selfish"))
    assert do(state, remove(2, "wounded")) == [Removed(2, "wounded")]
    assert (state.knocks[2], state.discarded, goes_on(state)) == (("selfish",), ("wounded",), True)
    assert goes_on(thanks_to(recruit))


@pytest.mark.parametrize("recruit", ["isidore", "leon"])
def test_two_hard_knocks(recruit: str) -> None:
    """Up to two, of one or of two veterans."""
    state = thanks_to(recruit, knocks={0: ["mute"], 2: ["selfish", "fragile"]})
    none, one = state.clone(), state.clone()
    assert legal(state) == (remove(0, "mute"), remove(2, "selfish"), remove(2, "fragile"), DONE)
    do(none, DONE)
    do(one, remove(2, "fragile"))
    same_world(one)
    assert legal(one) == (remove(0, "mute"), remove(2, "selfish"), DONE)
    do(one, DONE)
    do(state, remove(2, "selfish"), remove(2, "fragile"))
    assert (none.knocks[0], one.knocks[2], state.knocks[2]) == (("mute",), ("selfish",), ())
    assert [goes_on(each) for each in (none, one, state)] == [True] * 3
    assert goes_on(thanks_to(recruit))
    last = thanks_to(recruit, knocks={3: ["mute"]})
    do(last, remove(3, "mute"))
    assert goes_on(last)


@pytest.mark.parametrize("recruit", ["emile", "henri", "marcel"])
def test_a_speech_token(recruit: str) -> None:
    """For the leader, withdrawn or mute, from the supply, if there is one left."""
    state = thanks_to(recruit, leader=2, withdrawn=[2], knocks={2: ["mute"]}, supply=1)
    assert (state.speeches, state.supply, goes_on(state)) == ([0, 0, 1, 0], 0, True)
    empty = thanks_to(recruit, supply=0)
    assert (empty.speeches, empty.supply, goes_on(empty)) == ([0] * 4, 0, True)


@pytest.mark.parametrize(("supply", "token"), [(5, 1), (0, 0)])
def test_a_speech_token_and_a_charm(supply: int, token: int) -> None:
    """Both; the charm also if there is no token, of any veteran."""
    state = its_turn(["rain whistle"], "marcel", used=[1, 3], supply=supply, leader=1)
    events = do(state, play("rain whistle"))
    assert of_kind(events, SpeechToken) == [SpeechToken(1)] * token
    assert (state.stage, legal(state)) == ("benefit", (pick(1), pick(3)))
    same_world(state)
    do(state, pick(3))
    assert (state.ready, state.speeches[1], goes_on(state)) == ([True, False, True, True], token, True)


@pytest.mark.parametrize("recruit", ["noel", "quentin"])
def test_a_card_from_no_mans_land(recruit: str) -> None:
    """The leader discards one, the last one played among them; equal ones are one choice; it is out of the chapter."""
    state = thanks_to(recruit, land=["night shell", "night shell", "snow mask"], leader=2)
    assert (state.to_act(), legal(state)) == (
        (2,),
        (Clear("night shell"), Clear("snow mask"), Clear("rain whistle")),
    )
    assert do(state, Clear("night shell")) == [Cleared("night shell")]
    assert (state.land, state.discarded) == (("night shell", "snow mask", "rain whistle"), ("night shell",))
    assert (goes_on(state), state.ready) == (True, [True] * 4)
    assert goes_on(thanks_to(recruit, "mute"))


def test_a_luck_card_from_no_mans_land() -> None:
    """Its unused symbol goes with it (ruling 44)."""
    state = thanks_to("noel", land=["night luck"])
    assert luck(state) == ("night luck",)
    do(state, Clear("night luck"))
    assert luck(state) == ()


@pytest.mark.parametrize("recruit", ["octave", "raoul"])
def test_a_card_of_one_hand(recruit: str) -> None:
    """The leader says whose; that one chooses which and must; not those without cards."""
    state = thanks_to(recruit, hands=[["mute"], [], ["clumsy", "night shell"]], leader=3, withdrawn=[2])
    assert (state.stage, state.to_act(), legal(state)) == ("benefit", (3,), (pick(0), pick(2)))
    do(state, pick(2))
    assert (state.stage, state.to_act(), legal(state)) == ("shed", (2,), (shed("clumsy"), shed("night shell")))
    same_world(state)
    assert do(state, shed("night shell")) == [ShedCard(2, "night shell")]
    assert (state.hands[2], state.discarded, goes_on(state)) == (("clumsy",), ("night shell",), True)
    assert goes_on(thanks_to(recruit))


def test_a_card_of_each_hand() -> None:
    """All with cards at once, withdrawn or not, each may discard one."""
    state = thanks_to("paul", hands=[["mute"], ["clumsy", "night shell"], [], ["selfish"]], withdrawn=[1])
    assert (state.stage, state.to_act()) == ("shed", (0, 1, 3))
    assert (state.legal(1), state.legal(3)) == (
        (shed("clumsy"), shed("night shell"), DONE),
        (shed("selfish"), DONE),
    )
    events = do_at_once(state, {0: DONE, 1: shed("clumsy"), 3: shed("selfish")})
    assert sorted(events, key=repr) == [ShedCard(1, "clumsy"), ShedCard(3, "selfish")]
    assert state.hands == [("mute",), ("night shell",), (), ()]
    assert (state.discarded, goes_on(state)) == (("clumsy", "selfish"), True)
    assert goes_on(thanks_to("paul"))


def test_a_card_of_each_hand_with_two_players() -> None:
    """Each player for one veteran after the other."""
    hands = [["mute"], ["clumsy"], ["selfish"], ["fragile"]]
    state = thanks_to("paul", seats=2, hands=hands)
    asked = []
    while state.stage == "shed":
        same_world(state)
        asked += sorted(state.asked.values())
        do_at_once(state, {seat: state.legal(seat)[0] for seat in state.to_act()})
    assert (sorted(asked), state.hands) == ([0, 1, 2, 3], [()] * 4)


@pytest.mark.parametrize("recruit", ["kleber", "theo"])
@pytest.mark.parametrize("pile", [0, 1, 2, 3])
def test_two_cards_under_the_reserve(recruit: str, pile: int) -> None:
    """From the top of the Trials pile, unseen, as far as there are any."""
    trials = ["night shell", "snow mask", "mute"][:pile]
    state = its_turn(["rain whistle"], recruit, trials=trials, reserve=["clumsy", "selfish"])
    events = do(state, play("rain whistle"))
    assert of_kind(events, PutUnder) == [PutUnder(min(2, pile))]
    assert state.reserve == ("clumsy", "selfish", *trials[:2])
    assert (state.trials, goes_on(state)) == (tuple(trials[2:]), True)


@pytest.mark.parametrize("recruit", RECRUITS)
def test_no_benefit_before_the_last_card(recruit: str) -> None:
    """With one card left nothing comes of it, whatever there would be to choose."""
    state = its_turn(
        ["rain whistle", "mute"],
        recruit,
        used=ALL,
        knocks={1: ["clumsy"]},
        hands=[["selfish"], ["fragile"]],
        trials=["night shell"] * 2,
    )
    do(state, play("rain whistle"))
    assert (state.recruit, state.ready, state.speeches, len(state.trials)) == (recruit, [False] * 4, [0] * 4, 2)
    assert goes_on(state)


@pytest.mark.parametrize("recruit", RECRUITS)
def test_the_benefit_of_a_recruit_with_two_players(recruit: str) -> None:
    """The leader's player decides all of it; each decision looks the same from every possible world."""
    state = its_turn(
        ["rain whistle"],
        recruit,
        seats=2,
        leader=2,
        used=[1, 2],
        knocks={3: ["clumsy", "mute"]},
        hands=[["selfish"], ["fragile"], ["wounded"], []],
        trials=["night shell"] * 2,
    )
    do(state, play("rain whistle"))
    while state.stage != "action":
        same_world(state)
        if state.stage != "shed":
            assert (state.to_act(), tuple(state.asked.values())) == ((1,), (2,))
            assert all(isinstance(move, Pick | Clear | Remove) or move == DONE for move in legal(state))
        do_at_once(state, {seat: state.legal(seat)[0] for seat in state.to_act()})
    assert (state.recruit, state.thanks, state.view(0).pending.shedding) == (None, None, ())
