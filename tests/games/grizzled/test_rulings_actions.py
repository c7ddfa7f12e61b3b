"""Rulings 9 to 18 and 41 to 45: the turns, the four actions, Traps and Luck."""

from __future__ import annotations

from typing import Literal

import pytest

from arena.games import IllegalMove
from arena.games.grizzled import AnyMove, Options
from arena.games.grizzled.deck import THREATS
from arena.games.grizzled.events import CharmUsed, MissionEnded, Played, ShedCard, Spoke, TrapStopped, Withdrew
from arena.games.grizzled.moves import (
    DONE,
    WITHDRAW,
    Charm,
    Place,
    Play,
    Shed,
    Speech,
    Withdraw,
    charm,
    place,
    play,
    remove,
    shed,
    speech,
)
from arena.games.grizzled.no_mans_land import luck, threats
from tests.games.grizzled.table import deck_of, do, do_at_once, leave, legal, moves_of, of_kind, table, told

SIX = "night snow rain shell mask whistle"

# Turns


def test_ruling_9_clockwise_from_the_leader_without_the_withdrawn() -> None:
    """Round the table; who is out is passed over."""
    hands = [["night shell", "mute"], ["snow mask", "fearful"], ["rain whistle"], ["selfish", "panicked"]]
    state = table(4, hands=hands, leader=2, active=2)
    acting: list[int] = []
    moves: list[AnyMove] = [play("rain whistle"), play("selfish"), play("night shell"), WITHDRAW, WITHDRAW, WITHDRAW]
    for move in moves:
        acting += state.to_act()
        do(state, move)
    assert acting == [2, 3, 0, 1, 2, 3]
    assert state.to_act() == (0,)
    do(state, WITHDRAW)
    assert state.stage == "intensity"


def test_ruling_9_the_last_one_acts_again_and_again() -> None:
    """Alone in the mission, after each of its actions it is its turn."""
    state = table(3, hands=[["night shell", "snow mask", "rain whistle"]], withdrawn=[1, 2])
    do(state, play("night shell"), play("snow mask"), play("rain whistle"))
    assert (state.stage, state.to_act()) == ("action", (0,))


def test_ruling_9_exactly_four_actions_and_no_pass() -> None:
    """What can be chosen: each card, the charm, the Speech, withdrawing."""
    state = table(3, hands=[["mute", "snow mask"]], land=["night shell"], speeches={0: 1})
    assert {type(move) for move in legal(state)} == {Play, Charm, Speech, Withdraw}
    assert DONE not in legal(state)
    with pytest.raises(IllegalMove):
        do(state, DONE)


@pytest.mark.parametrize("card", deck_of(Options(), 3))
def test_ruling_10_any_card_can_be_played(card: str) -> None:
    """Whatever lies there already, and from the hand of a veteran with knocks against other actions."""
    land = [other for other in ("night shell trap", "snow mask trap", "rain whistle trap") if other != card]
    knocks = [knock for knock in ("mute", "prideful", "hardheaded") if knock != card]
    state = table(3, hands=[[card], ["night mask"]], land=land, knocks={0: knocks})
    assert play(card) in legal(state)
    do(state, play(card))
    assert card not in state.hands[0]


def test_ruling_11_the_third_threat_on_purpose() -> None:
    """It is legal and ends the mission."""
    state = table(3, hands=[["night shell"], ["mute"]], land=["night mask", "night whistle"])
    (ended,) = of_kind(do(state, play("night shell")), MissionEnded)
    assert not ended.success


@pytest.mark.parametrize("knocks", [["hardheaded"], ["prideful"], ["prideful", "hardheaded", "mute"]])
def test_ruling_10_an_empty_hand_can_always_withdraw(knocks: list[str]) -> None:
    """Whatever Hard Knocks say, its own or another's Fragile."""
    state = table(3, hands=[[], ["night shell"]], knocks={0: knocks, 1: ["fragile"]})
    assert WITHDRAW in legal(state)


# The charm


def test_ruling_12_the_charm() -> None:
    """One Threat card that shows its type, with more threats, too; it is discarded, not shuffled."""
    land = ["night shell", "snow mask", SIX, "night luck", "snow rain"]
    state = table(3, hands=[["mute"]], land=land, charms=["night", "snow", "rain"])
    assert moves_of(state, Charm) == [charm("night shell"), charm(SIX), charm("night luck")]
    events = do(state, charm(SIX))
    assert events == [CharmUsed(0, SIX)]
    assert (state.discarded, state.ready, state.to_act()) == ((SIX,), [False, True, True], (1,))
    assert sorted(state.land) == sorted(["night shell", "snow mask", "night luck", "snow rain"])


def test_ruling_12_only_cards_in_no_mans_land() -> None:
    """Not a Phobia, and not without a card to discard, nor face down."""
    phobia = table(
        3, hands=[["mute"]], land=["snow mask"], knocks={1: ["phobia shell"]}, charms=["shell", "rain", "snow"]
    )
    assert moves_of(phobia, Charm) == []
    used = table(3, hands=[["mute"]], land=["night shell"], used=[0])
    assert moves_of(used, Charm) == []


def test_ruling_12_only_one_of_equal_cards_goes() -> None:
    """The other stays active."""
    state = table(3, hands=[["mute"]], land=["night shell", "night shell"])
    assert moves_of(state, Charm) == [charm("night shell")]
    do(state, charm("night shell"))
    assert (state.land, threats(state)["night"]) == (("night shell",), 1)


# Speeches


def speaking() -> tuple[list[list[str]], dict[int, int]]:
    """Hands with night on Threats and on a Trauma, and one without."""
    return [["night shell"], ["night shell", SIX, "mute"], ["trauma night", "snow mask"], ["snow mask"]], {0: 1}


def test_ruling_13_a_speech() -> None:
    """Each other veteran may discard one card that shows the threat: Threat or Trauma; the speaker may not."""
    hands, tokens = speaking()
    state = table(4, hands=hands, speeches=tokens)
    assert moves_of(state, Speech) == [speech(threat) for threat in THREATS]
    assert do(state, speech("night")) == [Spoke(0, "night")]
    assert (state.stage, state.to_act()) == ("speech", (1, 2, 3))
    assert {*state.legal(1)} == {shed("night shell"), shed(SIX), DONE}
    assert {*state.legal(2)} == {shed("trauma night"), DONE}
    assert state.legal(3) == (DONE,)
    events = do_at_once(state, {1: shed(SIX), 2: shed("trauma night"), 3: DONE})
    assert sorted(of_kind(events, ShedCard), key=str) == [ShedCard(1, SIX), ShedCard(2, "trauma night")]
    assert (state.discarded, state.speeches[0]) == ((SIX, "trauma night"), 0)
    assert state.knocks == [()] * 4
    assert (state.stage, state.to_act()) == ("action", (1,))


def test_rulings_13_and_17_the_withdrawn_gain_nothing() -> None:
    """They are not asked."""
    hands, tokens = speaking()
    state = table(4, hands=hands, speeches=tokens, withdrawn=[1])
    do(state, speech("night"))
    assert state.to_act() == (2, 3)


def test_ruling_13_nobody_to_hear_it() -> None:
    """The token is spent, and the speaker's next turn comes."""
    state = table(3, hands=[["night shell"], ["night mask"]], speeches={0: 2}, withdrawn=[1, 2])
    do(state, speech("night"))
    assert (state.stage, state.to_act(), state.speeches[0]) == ("action", (0,), 1)


def test_ruling_13_empty_hands() -> None:
    """Nothing happens, the token is spent anyway."""
    state = table(3, hands=[["night shell"]], speeches={0: 1})
    do(state, speech("rain"))
    do_at_once(state, {1: DONE, 2: DONE})
    assert (state.speeches[0], state.discarded, state.to_act()) == (0, (), (1,))


def test_ruling_13_a_token_is_needed() -> None:
    """Another's does not help."""
    state = table(3, hands=[["night shell"]], speeches={1: 3})
    assert moves_of(state, Speech) == []


@pytest.mark.parametrize(("option", "supply"), [("spent", 2), ("returned", 3)])
def test_ruling_14_a_used_token(option: Literal["spent", "returned"], supply: int) -> None:
    """It is gone, or comes back to the supply under the option."""
    state = table(3, speeches={0: 1}, supply=2, options=Options(speech_tokens=option))
    do(state, speech("rain"))
    assert (state.supply, state.speeches[0]) == (supply, 0)


def test_ruling_15_replies_are_hidden_until_all_have_chosen() -> None:
    """All are asked at once, and not one may answer before the others."""
    hands, tokens = speaking()
    state = table(4, hands=hands, speeches=tokens)
    do(state, speech("night"))
    with pytest.raises(IllegalMove):
        state.apply({1: DONE})
    assert state.view(2).speech == "night"


def test_ruling_16_discarded_cards_stay_out() -> None:
    """They are in no pile after a failed mission."""
    state = table(
        3,
        hands=[["mute"], ["night mask"]],
        land=["night shell", "night whistle", "snow rain"],
        charms=["rain", "night", "snow"],
    )
    do(state, charm("snow rain"), play("night mask"))
    assert (state.stage, state.discarded) == ("intensity", ("snow rain",))
    assert "snow rain" not in (*state.trials, *state.reserve)


def test_ruling_16_a_success_discards_no_mans_land() -> None:
    """Its cards are out; Hard Knocks stay on the veterans."""
    state = table(3, land=["night shell", "snow mask"], withdrawn=[1, 2], trials=["mute"], knocks={0: ["fragile"]})
    leave(state)
    assert (state.discarded, state.land, state.knocks[0]) == (("night shell", "snow mask"), (), ("fragile",))


# Withdrawing


def test_ruling_17_a_tile_must_be_placed_in_secret() -> None:
    """One of one's own, if there is one; the others see only that."""
    state = table(3, hands=[["mute"]], tiles={0: ["left 1", "right 1", "right 1"]})
    do(state, WITHDRAW)
    assert (state.stage, state.to_act(), legal(state)) == ("place", (0,), (place("left 1"), place("right 1")))
    assert not state.withdrawn[0]
    events = do(state, Place("right 1"))
    assert events == [Withdrew(0, True)]
    assert (told(state, 0), told(state, 1)) == ([Withdrew(0, True, "right 1")], [Withdrew(0, True)])
    assert (state.placed[0], state.withdrawn[0]) == ("right 1", True)


def test_ruling_17_no_tile_left() -> None:
    """One withdraws without one."""
    state = table(3, hands=[["mute"]])
    assert do(state, WITHDRAW) == [Withdrew(0, False)]
    assert (state.placed[0], state.to_act()) == (None, (1,))


def test_ruling_18_the_mission_succeeds_when_all_are_out() -> None:
    """With cards in hands, too."""
    state = table(3, hands=[["mute"], ["clumsy"], ["night shell"]])
    assert of_kind([*leave(state), *leave(state)], MissionEnded) == []
    assert of_kind(leave(state), MissionEnded) == [MissionEnded(True)]


# Traps


def test_ruling_41_a_trap_draws_and_plays_a_threat() -> None:
    """The drawn card's own Trap is ignored."""
    state = table(3, hands=[["night shell trap"]], trials=["snow mask trap", "wounded"])
    events = do(state, play("night shell trap"))
    assert events == [Played(0, "night shell trap"), Played(0, "snow mask trap", "trap")]
    assert (state.land, state.trials) == (("night shell trap", "snow mask trap"), ("wounded",))


def test_ruling_41_a_trap_attaches_a_hard_knock() -> None:
    """To the one who sprang it; it takes effect."""
    state = table(3, hands=[["night shell trap", "mute"]], trials=["fragile"])
    do(state, play("night shell trap"))
    assert (state.knocks, state.land) == ([("fragile",), (), ()], ("night shell trap",))


def test_ruling_41_only_a_threat_from_the_hand_springs_it() -> None:
    """A Hard Knock does not, nor a Threat without a Trap."""
    state = table(3, hands=[["mute"], ["night shell"]], trials=["wounded"])
    do(state, play("mute"), play("night shell"))
    assert state.trials == ("wounded",)


def test_ruling_42_an_empty_pile() -> None:
    """The Trap does nothing, and uses no Luck (ruling 44)."""
    state = table(3, hands=[["night shell trap"]], land=["rain luck"])
    assert do(state, play("night shell trap")) == [Played(0, "night shell trap")]
    assert luck(state) == ("rain luck",)


def test_ruling_43_a_card_that_is_removed_springs_nothing() -> None:
    """By a charm or on a Speech."""
    charmed = table(3, hands=[["mute"]], land=["night shell trap"], trials=["wounded"])
    do(charmed, charm("night shell trap"))
    assert (charmed.trials, charmed.discarded) == (("wounded",), ("night shell trap",))
    state = table(3, hands=[["night mask trap"]], trials=["wounded"], speeches={2: 1}, active=2)
    do(state, speech("mask"))
    do_at_once(state, {0: Shed("night mask trap"), 1: DONE})
    assert (state.trials, state.discarded) == (("wounded",), ("night mask trap",))


def test_ruling_44_each_luck_symbol_stops_one_trap() -> None:
    """By itself; the card stays but is used up for the mission."""
    hands = [["night shell trap"], ["snow mask trap"]]
    state = table(3, hands=hands, land=["rain luck"], trials=["wounded", "mute"])
    assert do(state, play("night shell trap")) == [Played(0, "night shell trap"), TrapStopped(0, "rain luck")]
    assert (luck(state), state.land) == ((), ("rain luck", "night shell trap"))
    do(state, play("snow mask trap"))
    assert (state.knocks[1], state.trials) == (("wounded",), ("mute",))


def test_ruling_44_two_symbols_stop_two() -> None:
    """They add up, and the oldest goes first."""
    hands = [["night shell trap"], ["snow mask trap"], ["rain whistle trap"]]
    state = table(3, hands=hands, land=["rain luck", "snow luck"], trials=["wounded"])
    events = do(state, play("night shell trap"), play("snow mask trap"), play("rain whistle trap"))
    assert of_kind(events, TrapStopped) == [TrapStopped(0, "rain luck"), TrapStopped(1, "snow luck")]
    assert state.knocks[2] == ("wounded",)


def test_ruling_44_a_removed_luck_card_takes_its_unused_symbol_with_it() -> None:
    """The next Trap works."""
    state = table(3, hands=[["mute"], ["snow mask trap"]], land=["night luck"], trials=["wounded"])
    do(state, charm("night luck"))
    assert luck(state) == ()
    do(state, play("snow mask trap"))
    assert state.knocks[1] == ("wounded",)


def test_ruling_44_a_used_luck_card_that_is_removed_takes_none_of_another() -> None:
    """A symbol that comes after it is whole."""
    hands = [["snow mask trap"], ["mute"], ["rain luck"]]
    state = table(3, hands=hands, land=["snow luck"], trials=["wounded"])
    do(state, play("snow mask trap"), charm("snow luck"), play("rain luck"))
    assert luck(state) == ("rain luck",)


def test_ruling_44_a_used_luck_card_that_is_removed_leaves_an_unused_one_whole() -> None:
    """p.12, each symbol cancels one Trap: rain luck has, and goes; snow luck has not, and does."""
    hands = [["night shell trap"], ["snow luck"], ["mute"], ["snow mask trap"]]
    state = table(4, hands=hands, land=["rain luck"], trials=["wounded"])
    do(state, play("night shell trap"), play("snow luck"))
    assert (luck(state), state.view(0).luck) == (("snow luck",), ("snow luck",))
    do(state, charm("rain luck"))
    assert (luck(state), state.view(1).luck) == (("snow luck",), ("snow luck",))
    assert do(state, play("snow mask trap"))[1:] == [TrapStopped(3, "snow luck")]
    assert (luck(state), state.trials) == ((), ("wounded",))


def test_ruling_44_an_unused_luck_card_that_is_removed_leaves_the_used_one_used() -> None:
    """The other way round: snow luck, which has cancelled none, goes; rain luck has, and the next Trap springs."""
    hands = [["night shell trap"], ["clumsy"], ["snow mask trap"]]
    state = table(3, hands=hands, land=["rain luck", "snow luck"], trials=["wounded"])
    do(state, play("night shell trap"), charm("snow luck"))
    assert luck(state) == ()
    do(state, play("snow mask trap"))
    assert state.knocks[2] == ("wounded",)


def test_ruling_44_luck_is_fresh_in_the_next_mission() -> None:
    """What was used up in one mission does not count in another."""
    state = table(3, hands=[["snow mask trap"], ["snow luck"]], land=["rain luck"], trials=["wounded"], withdrawn=[2])
    do(state, play("snow mask trap"), WITHDRAW, WITHDRAW)
    assert state.stage == "intensity"
    do(state, legal(state)[0])
    assert luck(state) == ()
    do(state, play("snow luck"))
    assert luck(state) == ("snow luck",)


@pytest.mark.parametrize("drawn", ["snow mask", "wounded"])
def test_ruling_45_without_traps(drawn: str) -> None:
    """Neither symbol means anything."""
    options = Options(traps=False)
    state = table(3, hands=[["night shell trap"]], land=["rain luck"], trials=[drawn], options=options)
    assert do(state, play("night shell trap")) == [Played(0, "night shell trap")]
    assert (state.trials, luck(state)) == ((drawn,), ())


def test_luck_can_be_left_out() -> None:
    """Under the option the symbols stop no Trap."""
    options = Options(luck=False)
    state = table(3, hands=[["night shell trap"]], land=["rain luck"], trials=["wounded"], options=options)
    do(state, play("night shell trap"))
    assert state.knocks[0] == ("wounded",)


def test_a_trap_can_draw_merry_christmas() -> None:
    """Who sprang it takes a Hard Knock off anybody (ruling 26)."""
    state = table(3, hands=[["night shell trap"]], trials=["merry christmas"], knocks={1: ["mute"], 2: ["clumsy"]})
    do(state, play("night shell trap"))
    assert (state.to_act(), legal(state)) == ((0,), (remove(1, "mute"), remove(2, "clumsy")))
