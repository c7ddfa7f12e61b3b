"""The nine Helping Hands that are actions: what each does, what it costs, and what it beats. Rulings 35, 69, 70, 72."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arena.games.grizzled import Options, State, imagine
from arena.games.grizzled.deck import HELPING_HANDS, THREATS
from arena.games.grizzled.events import (
    CharmReady,
    Cleared,
    GameOver,
    HandUsed,
    MissionEnded,
    PutUnder,
    Removed,
    ShedCard,
    Spoke,
)
from arena.games.grizzled.moves import (
    DONE,
    WITHDRAW,
    Charm,
    Speech,
    Use,
    play,
    remove,
    shed,
    use,
)
from arena.games.grizzled.no_mans_land import luck, threats
from tests.games.grizzled.table import do, do_at_once, legal, may_leave, moves_of, of_kind, table

ACTIONS = [name for name, hand in HELPING_HANDS.items() if hand.category == "action"]
TWO_NIGHTS = ["night shell", "night mask"]
SONG = [Speech(threat, "marching song") for threat in THREATS]


def same_world(state: State) -> State:
    """Check that each seat can imagine this position from what it sees and remembers; the state itself."""
    for seat in range(state.seats):
        seen = (state.view(seat), state.memory(seat), state.to_act(), list(state.legal(seat)))
        for draw in range(2):
            twin = imagine(seat, seen[0], seen[1], Random(draw), state.options)
            assert (twin.view(seat), twin.memory(seat), twin.to_act(), list(twin.legal(seat))) == seen
    return state


def offered(state: State, hand: str, *ways: Use, veteran: int = 3) -> bool:
    """Whether this event can be used now, by that veteran, in these ways, or let pass; and all can imagine it."""
    if state.moment is None:
        return False
    same_world(state)
    assert (state.stage, state.moment, list(state.asked.values())) == ("help", hand, [veteran])
    assert (legal(state), state.default(state.seat_of[veteran])) == ((*(ways or (use(hand),)), DONE), DONE)
    return True


def kept(state: State, hand: str) -> bool:
    """Whether the last veteran has it still; then it is not among those that were used."""
    assert (hand in state.helping[-1]) is (hand not in state.helped)
    return hand in state.helping[-1]


def with_hand(hand: str, **more: Any) -> State:
    """Four seats, and the first has that Helping Hand, two cards, and a lot around it to use it on."""
    laid: dict[str, Any] = {
        "hands": [["snow mask", "rain whistle"], ["night mask"]],
        "land": ["night shell"],
        "trials": ["snow shell", "rain mask", "selfish"],
        "knocks": {1: ["demoralized"]},
        "used": [0],
    }
    return table(4, **{**laid, **more}, helping={0: [hand]})


def ways(state: State) -> list[Use | Speech]:
    """The legal moves that use a Helping Hand."""
    found = [*moves_of(state, Use), *moves_of(state, Speech)]
    return [move for move in found if move.hand is not None]


# What holds for all of them


@pytest.mark.parametrize("hand", ACTIONS)
def test_ruling_69_replaces_the_action_and_is_used_once(hand: str) -> None:
    """Who has it can use it in its turn; afterwards it is the next one's turn, and the card lies with those used."""
    state = with_hand(hand)
    before = state.turn
    events = do(state, ways(state)[0])
    assert of_kind(events, HandUsed)[0].hand == hand
    assert (state.helping[0], state.helped) == ((), (hand,))
    while same_world(state).turn == before:
        state.apply({seat: state.legal(seat)[0] for seat in state.to_act()})
    assert (state.stage, state.to_act(), state.view(2).helped) == ("action", (1,), (hand,))


@pytest.mark.parametrize("hand", ACTIONS)
def test_ruling_69_only_its_holder_in_its_own_turn(hand: str) -> None:
    """Neither another veteran nor, with two seats, the other veteran of the same player."""
    assert ways(with_hand(hand, active=1)) == []
    hands = [["snow mask", "rain whistle"], ["night mask", "clumsy"], ["mute", "fragile"]]
    for active, can in ((0, True), (1, False), (2, False)):
        state = table(2, hands=hands, active=active, land=["night shell"], trials=["snow shell"], used=[0, 1, 2],
                      knocks={1: ["demoralized"]}, helping={0: [hand]})  # fmt: skip
        assert bool(ways(state)) is can


@pytest.mark.parametrize("hand", ACTIONS)
def test_ruling_69_a_withdrawn_veteran_cannot(hand: str) -> None:
    """It has no turn any more; the card is kept for another mission."""
    state = with_hand(hand)
    do(state, WITHDRAW)
    for _ in range(3):
        assert state.to_act() != (0,)
        do(state, WITHDRAW)
    assert (state.mission, state.helping[0], state.helped) == (3, (hand,), ())


@pytest.mark.parametrize("hand", ACTIONS)
def test_ruling_70_held_openly(hand: str) -> None:
    """Every seat sees it, and it is no card in hand (p.9)."""
    state = with_hand(hand)
    for seat in range(4):
        (held,) = state.view(seat).veterans[0].helping
        assert held is not None
        assert (held.hand, held.category, state.view(seat).veterans[0].hand) == (hand, "action", 2)


@pytest.mark.parametrize("hand", ACTIONS)
def test_ruling_35_beats_fearful(hand: str) -> None:
    """Who must withdraw can use it instead, but do nothing else."""
    hands = [["mute", "rain whistle"], ["night whistle"]]
    state = with_hand(hand, land=TWO_NIGHTS, knocks={0: ["fearful"]}, hands=hands)
    assert set(legal(state)) == {*ways(state), WITHDRAW}
    assert ways(state)
    without = table(4, land=TWO_NIGHTS, knocks={0: ["fearful"]}, hands=hands, used=[0])
    assert may_leave(without) is True


@pytest.mark.parametrize(
    ("hand", "laid"),
    [
        ("hot coffee", {"used": []}),
        ("field dressing", {"knocks": {}}),
        ("covering fire", {"land": []}),
        ("lookout", {"trials": []}),
        ("fair swap", {"hands": [[], ["mute"]]}),
        ("fair swap", {"hands": [["mute"]]}),
        ("fair swap", {"withdrawn": [1]}),
        ("shared burden", {"knocks": {}}),
        ("smuggled rations", {"trials": []}),
        ("second wind", {"hands": [["mute"]]}),
    ],
)
def test_not_where_there_is_nothing_to_do(hand: str, laid: dict[str, Any]) -> None:
    """A charm that is up, no Hard Knock, no land, no pile, no partner with cards in the mission, a single card."""
    assert ways(with_hand(hand, **laid)) == []


# Hot coffee


@pytest.mark.parametrize("more", [{}, {"order": "no trinkets"}, {"recruit": "leon", "recruit_hand": ["mute"]},
                                  {"knocks": {0: ["superstitious"]}}])  # fmt: skip
def test_hot_coffee(more: dict[str, Any]) -> None:
    """The own charm, and no other, whatever forbids to use one; that stays forbidden."""
    state = with_hand("hot coffee", used=[0, 1], **more)
    assert do(state, use("hot coffee")) == [HandUsed(0, "hot coffee"), CharmReady(0)]
    assert state.ready == [True, False, True, True]
    later = table(4, land=["night shell"], **more)
    assert bool(moves_of(later, Charm)) is (not more)


# Field dressing


@pytest.mark.parametrize("veteran", [0, 1, 2])
def test_field_dressing(veteran: int) -> None:
    """One card off anybody, itself or a withdrawn veteran, is discarded; Wounded goes with both bolts."""
    knocks = {0: ["mute"], 1: ["wounded"], 2: ["fragile"]}
    state = with_hand("field dressing", knocks=knocks, withdrawn=[2], order="full infirmary")
    do(state, use("field dressing"))
    assert (state.stage, state.to_act()) == ("remove", (0,))
    assert legal(same_world(state)) == (remove(0, "mute"), remove(1, "wounded"), remove(2, "fragile"))
    (knock,) = knocks[veteran]
    assert do(state, remove(veteran, knock)) == [Removed(veteran, knock)]
    assert (state.knocks[veteran], state.discarded, state.to_act()) == ((), (knock,), (1,))


# Covering fire


def test_covering_fire() -> None:
    """Any Threat card of the land is discarded, of whatever threats, and the charm stays up."""
    state = with_hand("covering fire", land=["night shell", "rain mask", "rain mask"], used=[])
    assert ways(state) == [use("covering fire", "night shell"), use("covering fire", "rain mask")]
    events = do(state, use("covering fire", "rain mask"))
    assert events == [HandUsed(0, "covering fire", "rain mask"), Cleared("rain mask")]
    assert (state.land, state.discarded, state.ready[0]) == (("night shell", "rain mask"), ("rain mask",), True)


def test_covering_fire_under_nothing_forgotten() -> None:
    """That Order speaks of charms and Speeches only: the card is discarded."""
    state = with_hand("covering fire", order="nothing forgotten", used=[])
    do(state, use("covering fire", "night shell"))
    assert (state.discarded, len(state.trials)) == (("night shell",), 3)


def test_covering_fire_on_a_threat_of_an_order_or_a_trauma() -> None:
    """They are no Threat cards: nothing to discard."""
    more: dict[str, Any] = {"lasting": ["endless night"], "knocks": {1: ["trauma snow"]}}
    assert ways(with_hand("covering fire", land=[], **more)) == []


def test_ruling_44_covering_fire_on_a_luck_card() -> None:
    """Its unused symbol goes with it."""
    state = with_hand("covering fire", land=["rain luck"])
    assert luck(state) == ("rain luck",)
    do(state, use("covering fire", "rain luck"))
    assert luck(state) == ()


# Marching song


def test_marching_song() -> None:
    """A Speech without a token: all others still in may discard one such card each."""
    state = table(4, hands=[["night shell"], ["night mask", "trauma night"], [], ["night whistle"]],
                  helping={0: ["marching song"]}, withdrawn=[3], speeches={0: 1})  # fmt: skip
    assert ways(state) == SONG
    assert do(state, SONG[0]) == [HandUsed(0, "marching song"), Spoke(0, "night")]
    assert (state.to_act(), state.speeches[0], state.supply) == ((1, 2), 1, 5)
    assert state.legal(1) == (shed("night mask"), shed("trauma night"), DONE)
    same_world(state)
    assert do_at_once(state, {1: shed("trauma night"), 2: DONE}) == [ShedCard(1, "trauma night")]
    assert (state.stage, state.to_act(), state.discarded) == ("action", (1,), ("trauma night",))


@pytest.mark.parametrize(
    "more",
    [
        {"knocks": {0: ["mute"]}},
        {"order": "silence in the ranks"},
        {"recruit": "marcel", "recruit_hand": ["clumsy"]},
        {"knocks": {0: ["mute"]}, "order": "silence in the ranks", "recruit": "marcel", "recruit_hand": ["clumsy"]},
    ],
)
def test_ruling_35_marching_song_beats_what_forbids_speeches(more: dict[str, Any]) -> None:
    """A Hard Knock, an Order and a Recruit silence the token, not the song."""
    state = table(4, hands=[["snow mask"], ["night mask"]], speeches={0: 1}, helping={0: ["marching song"]}, **more)
    assert moves_of(state, Speech) == SONG
    do(state, SONG[0])
    do_at_once(state, {1: shed("night mask"), 2: DONE, 3: DONE})
    assert (state.discarded, state.speeches[0]) == (("night mask",), 1)
    without = table(4, hands=[["snow mask"], ["night mask"]], speeches={0: 1}, **more)
    assert moves_of(without, Speech) == []


def test_marching_song_brings_no_token_back() -> None:
    """None is spent, so where spent ones return the supply stays."""
    state = with_hand("marching song", options=Options(speech_tokens="returned"), supply=3)
    do(state, SONG[2])
    assert state.supply == 3


def test_ruling_80_marching_song_of_one_of_two_seats() -> None:
    """It reaches the other player's two veterans, one after the other, not the own one."""
    state = table(2, hands=[["mute"], ["night mask"], ["night shell"], []], helping={0: ["marching song"]})
    do(state, SONG[0])
    assert (state.listeners, state.to_act(), state.asked) == ((2, 3), (1,), {1: 2})
    do(same_world(state), shed("night shell"))
    assert state.asked == {1: 3}
    do(same_world(state), DONE)
    assert (state.to_act(), state.active, state.hands[1]) == ((0,), 1, ("night mask",))


# Shared burden


def test_shared_burden() -> None:
    """Any attached Hard Knock, from anybody to anybody else, withdrawn or not; nothing is discarded."""
    state = with_hand("shared burden", knocks={1: ["wounded", "mute"], 3: ["fragile"]}, withdrawn=[3])
    assert len(ways(state)) == 9
    events = do(state, use("shared burden", "mute", 1, 3))
    assert events == [HandUsed(0, "shared burden", "mute", 1, 3)]
    # As they were laid, veteran 1's were played before veteran 3's, and so they lie.
    assert (state.knocks, state.discarded) == ([(), ("wounded",), (), ("mute", "fragile")], ())


@pytest.mark.parametrize(
    ("older", "newer", "leaves"), [("fearful", "hardheaded", True), ("hardheaded", "fearful", False)]
)
def test_ruling_35_shared_burden_keeps_the_order_in_which_hard_knocks_were_played(
    older: str, newer: str, leaves: bool
) -> None:
    """p.13: on one veteran the card that was *played* first goes before the other, also if it was moved there later."""
    hands = [["mute"], ["clumsy"], ["rain whistle", "snow mask"]]
    more: dict[str, Any] = {"hands": hands, "land": TWO_NIGHTS, "helping": {0: ["shared burden"]}}
    state = table(3, knocks={1: [older], 2: [newer]}, **more)
    do(state, use("shared burden", older, 1, 2))
    assert (state.knocks[2], state.view(1).attached) == ((older, newer), (older, newer))
    same_world(state)
    do(state, play("clumsy"))
    assert (state.active, may_leave(state)) == (2, leaves)


def test_shared_burden_puts_a_trauma_to_sleep() -> None:
    """With a withdrawn veteran it does not count (ruling 27); with one still in it does, and can fail the mission."""
    land = TWO_NIGHTS
    state = with_hand("shared burden", land=["night shell"], knocks={0: ["trauma night"]}, withdrawn=[3])
    do(state, use("shared burden", "trauma night", 0, 3))
    assert threats(state)["night"] == 1
    state = with_hand("shared burden", land=land, knocks={3: ["trauma night"]}, hands=[["mute"]], withdrawn=[3])
    events = do(state, use("shared burden", "trauma night", 3, 2))
    assert of_kind(events, MissionEnded) == [MissionEnded(False, ("night",))]


def test_shared_burden_moves_tyranny() -> None:
    """The new holder leads at once (ruling 37), and the turns go on."""
    state = with_hand("shared burden", knocks={0: ["tyrannical"]}, leader=0)
    do(state, use("shared burden", "tyrannical", 0, 2))
    assert (state.leader, state.to_act()) == (2, (1,))


def test_shared_burden_saves_from_four_bolts() -> None:
    """Only what each has in step 2 counts (ruling 24)."""
    knocks = {0: ["wounded", "mute", "clumsy"]}
    lost = with_hand("shared burden", knocks=knocks, withdrawn=[1, 2, 3], trials=[])
    do(lost, WITHDRAW)
    assert lost.outcome() is not None
    saved = with_hand("shared burden", knocks=knocks, withdrawn=[1, 2, 3], trials=[])
    do(saved, use("shared burden", "wounded", 0, 1), WITHDRAW)
    assert saved.outcome() is None


# Smuggled rations


def test_smuggled_rations() -> None:
    """The two top Trial cards go under the reserve, and nobody sees them."""
    state = with_hand("smuggled rations")
    reserve = state.reserve
    assert do(state, use("smuggled rations")) == [HandUsed(0, "smuggled rations"), PutUnder(2)]
    assert (state.trials, state.reserve[: len(reserve)]) == (("selfish",), reserve)
    assert sorted(state.reserve[len(reserve) :]) == ["rain mask", "snow shell"]


def test_smuggled_rations_of_the_last_cards_can_bring_peace() -> None:
    """Only one card was left: with the pile and all hands empty the mission wins, and the reserve has one more."""
    state = with_hand("smuggled rations", hands=[], trials=["mute"], withdrawn=[1, 2, 3])
    reserve = len(state.reserve)
    events = do(state, use("smuggled rations"), WITHDRAW)
    assert of_kind(events, PutUnder) == [PutUnder(1)]
    assert of_kind(events, GameOver) == [GameOver(True, 100 + reserve + 1)]


def test_smuggled_rations_after_a_look() -> None:
    """What its player knows of the pile moves up; cards that came back may be in the reserve now."""
    state = with_hand("smuggled rations", trials=["snow shell", "rain mask", "mute", "clumsy"])
    state.known_top = [("snow shell", "rain mask", "mute"), ("snow shell",), (), (None, None, None, "clumsy")]
    state.returned = ("rain mask",)
    do(state, use("smuggled rations"))
    assert [state.memory(seat).top for seat in range(4)] == [("mute",), (), (), (None, "clumsy")]
    assert state.memory(0).returned == ()
    same_world(state)
