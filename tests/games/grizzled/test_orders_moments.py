"""Orders of the Day that act at one moment of the mission: at its start, or when a veteran withdraws."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.grizzled import Options, State
from arena.games.grizzled.events import CharmReady, Drew, Gave, MissionBegan, MissionEnded, Played, Removed, SpeechToken
from arena.games.grizzled.moves import DONE, Order, deal, give, play, remove, use
from tests.games.grizzled.orders_table import ordered, same_world
from tests.games.grizzled.table import do, do_at_once, leave, legal, of_kind, shown, told

PILE = [
    "night shell",
    "snow mask",
    "rain whistle",
    "night mask",
    "snow shell",
    "rain mask",
    "snow whistle",
    "rain shell",
]
KNOCKED = ["hardheaded", "prideful", "fearful", "clumsy", "wounded"]
KNOCKS = ["mute", "fragile", "selfish"]
HELD = [["night shell", "hardheaded"], ["snow mask", "absent-minded"], ["rain whistle", "wounded"]]


def started(order: str, *trials: str, seats: int = 3, **more: Any) -> State:
    """A mission under the Order begins, in which no cards are dealt: the hands are those that are laid."""
    return ordered(seats, order, trials=trials, **{"step": "deal_cards", **more})


def dealt(order: str, *trials: str, cards: int, **more: Any) -> State:
    """The leader has dealt that many."""
    state = started(order, *trials, step="choose_intensity", **more)
    do(state, deal(cards))
    return state


# Mail Call


def test_mail_call() -> None:
    """The leader gets a token from the supply, a mute one as well (ruling 36); nobody does under another Order."""
    state = started("mail call", knocks={1: ["mute"]}, leader=1, active=1)
    assert (state.speeches, state.supply) == ([0, 1, 0], 4)
    assert SpeechToken(1) in shown(state)
    assert started("sleepless").speeches == [0, 0, 0]


def test_mail_call_with_an_empty_supply() -> None:
    """If one is left."""
    state = started("mail call", supply=0)
    assert (state.speeches, state.supply, of_kind(shown(state), SpeechToken)) == ([0, 0, 0], 0, [])


def test_mail_call_comes_once() -> None:
    """The next mission has none; only the change of the leader brings one."""
    state = started("mail call", *PILE, top=["cut off", "sleepless"], hands=[["mute"]])
    leave(state), leave(state), leave(state)
    do(state, Order("cut off", ("sleepless",)))
    do(state, legal(state)[0])
    assert (state.speeches, state.supply) == ([2, 0, 0], 3)


# Empathy


def test_empathy() -> None:
    """After the deal all pass a card to the left at once; what was just received cannot be passed on."""
    state = started("empathy", hands=HELD)
    assert (state.stage, state.to_act()) == ("give", (0, 1, 2))
    assert [state.legal(seat) for seat in range(3)] == [tuple(map(give, sorted(hand))) for hand in HELD]
    same_world(state)
    events = do_at_once(state, {0: give("hardheaded"), 1: give("absent-minded"), 2: give("wounded")})
    assert events == [Gave(0, 1), Gave(1, 2), Gave(2, 0)]
    assert told(state, 0) == [Gave(0, 1, "hardheaded"), Gave(1, 2), Gave(2, 0, "wounded")]
    assert state.hands == [("night shell", "wounded"), ("hardheaded", "snow mask"), ("absent-minded", "rain whistle")]
    assert (state.stage, state.to_act()) == ("action", (0,))
    same_world(state)


def test_empathy_is_remembered() -> None:
    """A card that was passed is surely in that hand: what went on from there at the same time was another."""
    state = started("empathy", hands=HELD)
    do_at_once(state, {0: give("hardheaded"), 1: give("absent-minded"), 2: give("wounded")})
    assert [[(seen.veteran, seen.cards) for seen in state.memory(seat).hands] for seat in range(3)] == [
        [(1, ("hardheaded",))],
        [(2, ("absent-minded",))],
        [(0, ("wounded",))],
    ]


def test_empathy_includes_the_cards_of_the_deal() -> None:
    """It comes after the deal."""
    state = dealt("empathy", "night shell", "snow mask", "rain whistle", cards=3)
    assert [state.legal(seat) for seat in range(3)] == [
        (give("night shell"),),
        (give("snow mask"),),
        (give("rain whistle"),),
    ]


def test_empathy_with_empty_hands() -> None:
    """Who has no card gives none, but gets one; if nobody has, nobody is asked."""
    state = started("empathy", hands=[[], ["hardheaded"]])
    assert state.to_act() == (1,)
    do(state, give("hardheaded"))
    assert (state.hands, state.stage) == ([(), (), ("hardheaded",)], "action")
    assert started("empathy").stage == "action"


def test_empathy_with_two_players() -> None:
    """Each chooses for one veteran after the other; the first card is kept back, also from the own second hand."""
    state = started("empathy", seats=2, hands=[*HELD, ["rain mask"]])
    assert state.view(0).asked == (0, 2)
    same_world(state)
    do_at_once(state, {0: give("hardheaded"), 1: give("wounded")})
    assert (state.view(0).asked, state.view(0).pending.picked) == ((1, 3), (0, 2))
    assert state.legal(0) == (give("absent-minded"), give("snow mask"))
    assert (state.memory(0).picked, state.memory(1).picked) == (("hardheaded", None), ("wounded", None))
    same_world(state)
    do_at_once(state, {0: give("absent-minded"), 1: give("rain mask")})
    assert state.hands == [
        ("night shell", "rain mask"),
        ("hardheaded", "snow mask"),
        ("absent-minded", "rain whistle"),
        ("wounded",),
    ]
    same_world(state)


def test_empathy_comes_once() -> None:
    """Not in the middle of the mission, nor under another Order."""
    state = started("empathy", hands=HELD)
    do_at_once(state, {0: give("hardheaded"), 1: give("absent-minded"), 2: give("wounded")})
    do(state, play("night shell"))
    assert (state.stage, state.to_act()) == ("action", (1,))
    assert started("sleepless", hands=HELD).stage == "action"


# Overreach


@pytest.mark.parametrize(("order", "each"), [("overreach", 3), ("barrage", 2)])
def test_overreach(order: str, each: int) -> None:
    """Everybody is dealt one more than was chosen, as far as there are cards."""
    state = dealt(order, *PILE, *KNOCKS, cards=2)
    (began,) = of_kind(shown(state), MissionBegan)
    assert (began.intensity, began.dealt) == (2, (each,) * 3)
    assert [len(hand) for hand in state.hands] == [each] * 3
    state = dealt("overreach", *PILE[:7], cards=2)
    assert [len(hand) for hand in state.hands] == [3, 2, 2]


def test_overreach_and_thirteen_cards_at_once() -> None:
    """Under that reading of the rules 4 x 4 lose as they are dealt (ruling 56)."""
    for order, lost in (("overreach", True), ("barrage", False)):
        options = Options(orders="experienced", hand_limit_check="always")
        state = dealt(order, *PILE, *KNOCKS, *KNOCKED, seats=4, cards=3, options=options)
        assert (state.result is not None) is lost


# Blind Start, Creeping Fire


BLIND = [("blind start", 1), ("creeping fire", 2), ("sleepless", 0)]


@pytest.mark.parametrize(("order", "count"), BLIND)
def test_threats_go_to_the_land_before_the_first_turn(order: str, count: int) -> None:
    """The top one, or two; their Traps are ignored, even for an aggressive leader, and use up no Luck."""
    pile = ["night shell trap", "rain luck", "selfish"]
    state = started(order, *pile, knocks={1: ["aggressive"]}, hands=HELD, leader=1)
    assert of_kind(shown(state), Played) == [Played(1, card, "order") for card in pile[:count]]
    assert (state.land, list(state.trials)) == (tuple(pile[:count]), pile[count:])
    assert (state.stage, state.to_act(), state.has_played) == ("action", (1,), [False] * 3)


@pytest.mark.parametrize(("order", "count"), BLIND)
def test_hard_knocks_go_to_the_leader(order: str, count: int) -> None:
    """Whoever leads; if it is a tyrant it stays the leader."""
    state = started(order, "tyrannical", "mute", "selfish", hands=HELD, leader=2)
    assert state.knocks == [(), (), ("tyrannical", "mute")[:count]]
    assert (state.leader, state.to_act()) == (2, (2,))


@pytest.mark.parametrize(("order", "count"), BLIND)
def test_a_mission_that_fails_before_the_first_turn(order: str, count: int) -> None:
    """A Phobia and the cards of a creeping fire; nobody has acted, and the Order is gone."""
    state = started(order, "night mask", "snow mask", "selfish", knocks={1: ["phobia mask"]}, hands=HELD)
    assert (of_kind(shown(state), MissionEnded) == [MissionEnded(False, ("mask",))]) is (count == 2)
    assert state.mission == (3 if count == 2 else 2)


@pytest.mark.parametrize(("order", "count"), BLIND)
def test_as_many_as_there_are(order: str, count: int) -> None:
    """From a pile of one, and of none."""
    assert started(order, "mute", hands=HELD).trials == (() if count else ("mute",))
    assert started(order, hands=HELD).stage == "action"


def test_blind_start_with_merry_christmas() -> None:
    """The leader takes one off, from anybody."""
    state = started("blind start", "merry christmas", knocks={1: ["mute"]}, hands=HELD)
    same_world(state)
    assert legal(state) == (remove(1, "mute"),)
    do(state, remove(1, "mute"))
    assert (state.discarded, state.stage, state.to_act()) == (("merry christmas", "mute"), "action", (0,))


def test_blind_start_and_a_close_shave() -> None:
    """A Helping Hand beats the Order (ruling 35)."""
    state = started("blind start", "mute", hands=HELD, helping={0: ["close shave"]})
    same_world(state)
    do(state, use("close shave"))
    assert (state.knocks[0], state.discarded, state.stage) == ((), ("mute",), "action")


def test_creeping_fire_and_a_close_shave() -> None:
    """While it is asked, the second card is on its way."""
    state = started("creeping fire", "mute", "night shell", hands=HELD, helping={0: ["close shave"]})
    same_world(state)
    do(state, DONE)
    assert (state.knocks[0], state.land) == (("mute",), ("night shell",))


# Hot Soup


@pytest.mark.parametrize(
    ("order", "hand", "ready"), [("hot soup", [], True), ("hot soup", ["mute"], False), ("sleepless", [], False)]
)
def test_hot_soup(order: str, hand: list[str], ready: bool) -> None:
    """Who withdraws with an empty hand has its charm again; with a card not."""
    state = ordered(3, order, hands=[hand, ["clumsy"]], used=[0, 1])
    assert of_kind(leave(state), CharmReady) == [CharmReady(0)] * ready
    assert (state.ready[0], state.ready[1]) == (ready, False)


def test_hot_soup_is_about_the_hand_at_the_withdrawal() -> None:
    """A card of the last turn played is enough, and one drawn for a Barrage is too late to matter."""
    state = ordered(3, "hot soup", lasting=["barrage"], hands=[[], ["clumsy"]], used=[0], trials=PILE)
    assert of_kind(leave(state), CharmReady) == [CharmReady(0)]


# Relief


def test_relief() -> None:
    """The first veteran to withdraw may take off one of its own Hard Knocks; the second may not."""
    knocks = {0: ["mute", "selfish"], 1: ["clumsy"]}
    state = ordered(3, "relief", hands=HELD, knocks=knocks)
    leave(state)
    assert (state.stage, legal(state)) == ("remove", (remove(0, "mute"), remove(0, "selfish"), DONE))
    same_world(state)
    kept = state.clone()
    assert of_kind(do(state, remove(0, "mute")), Removed) == [Removed(0, "mute")]
    assert (state.knocks[0], state.discarded, state.to_act()) == (("selfish",), ("mute",), (1,))
    leave(state)
    assert (state.stage, state.to_act(), state.knocks[1]) == ("action", (2,), ("clumsy",))
    do(kept, DONE)
    assert (kept.knocks[0], kept.stage) == (("mute", "selfish"), "action")


def test_relief_where_there_is_none() -> None:
    """Without a Hard Knock of its own the first is not asked, and the second is not the first."""
    state = ordered(3, "relief", hands=HELD, knocks={1: ["mute"]})
    leave(state)
    assert (state.stage, state.to_act()) == ("action", (1,))
    leave(state)
    assert (state.stage, state.to_act()) == ("action", (2,))
    assert leave(ordered(3, "sleepless", hands=HELD, knocks={0: ["mute"]})) is not None


def test_relief_after_a_recruit_has_withdrawn() -> None:
    """The Recruit is no player: the first veteran is still the first."""
    options = Options(orders="experienced", recruits=5)
    more: dict[str, Any] = {"recruit": "theo", "recruit_hand": ["mute"], "recruit_inside": False, "options": options}
    state = ordered(3, "relief", hands=HELD, knocks={0: ["selfish"]}, **more)
    leave(state)
    assert state.stage == "remove"


# Pass It Along


def test_pass_it_along() -> None:
    """Who withdraws with cards gives one to the next who is still in; only these two see which."""
    state = ordered(4, "pass it along", hands=HELD, withdrawn=[1])
    leave(state)
    assert (state.stage, legal(state)) == ("give", (give("hardheaded"), give("night shell")))
    same_world(state)
    assert do(state, give("hardheaded")) == [Gave(0, 2)]
    assert told(state, 2) == told(state, 0) == [Gave(0, 2, "hardheaded")]
    assert (state.hands[0], state.hands[2]) == (("night shell",), ("hardheaded", "rain whistle", "wounded"))
    assert state.to_act() == (2,)
    same_world(state)


def test_pass_it_along_with_nothing_or_nobody() -> None:
    """Without cards, or as the last one, nothing is given; nor under another Order."""
    for state in (
        ordered(3, "pass it along", hands=[[], *HELD[:2]]),
        ordered(3, "pass it along", hands=[[*HELD[0]]], withdrawn=[1, 2]),
        ordered(3, "sleepless", hands=HELD),
    ):
        assert of_kind(leave(state), Gave) == []
        assert state.stage != "give"


def test_pass_it_along_with_two_players() -> None:
    """The next veteran in playing order, be it the own one."""
    state = ordered(2, "pass it along", hands=HELD, active=0)
    leave(state)
    same_world(state)
    do(state, give("hardheaded"))
    assert state.hands[1] == ("absent-minded", "hardheaded", "snow mask")
    same_world(state)
    leave(state)
    do(state, give("hardheaded"))
    assert state.hands[2] == ("hardheaded", "rain whistle", "wounded")
    same_world(state)


# Stragglers


@pytest.mark.parametrize(
    ("order", "hand", "drawn"), [("stragglers", ["mute"], 1), ("stragglers", [], 0), ("sleepless", ["mute"], 0)]
)
def test_stragglers(order: str, hand: list[str], drawn: int) -> None:
    """Who withdraws with cards draws one, which only it sees."""
    state = ordered(3, order, hands=[hand, ["clumsy"]], trials=["night shell", "snow mask"])
    leave(state)
    assert told(state, 0)[1:2] == [Drew(0, 1, ("night shell",))] * drawn
    assert of_kind(shown(state), Drew) == [Drew(0, 1)] * drawn
    assert (len(state.hands[0]), len(state.trials)) == (len(hand) + drawn, 2 - drawn)


def test_stragglers_with_an_empty_pile() -> None:
    """Nothing is drawn."""
    state = ordered(3, "stragglers", hands=[["mute"]])
    assert of_kind(leave(state), Drew) == []


@pytest.mark.parametrize("order", ["hot soup", "relief", "pass it along", "stragglers"])
def test_withdrawals_of_the_next_mission_are_as_ever(order: str) -> None:
    """The Order has ended."""
    state = ordered(
        3, order, hands=[[], ["night shell"]], knocks={1: ["mute"]}, used=[0, 1, 2], withdrawn=[0, 1], active=2,
        top=["cut off", "mail call"],
    )  # fmt: skip
    leave(state)
    do(state, Order("cut off", ("mail call",)))
    do(state, legal(state)[0])
    held = len(state.hands[1])
    events = leave(state)
    assert (state.stage, state.to_act(), len(state.hands[1])) == ("action", (2,), held)
    assert (of_kind(events, Drew), of_kind(events, CharmReady)) == ([], [])
