"""Helping Hands about cards that go down: two of them, a Hard Knock, a Trap, the third threat. Rulings 20, 35, 69."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.grizzled import Options, State
from arena.games.grizzled.events import (
    Cleared,
    HandUsed,
    MissionEnded,
    MoraleDropped,
    Played,
    Removed,
    TrapStopped,
)
from arena.games.grizzled.moves import (
    DONE,
    WITHDRAW,
    AnyMove,
    Play,
    deal,
    play,
    remove,
    use,
)
from tests.games.grizzled.table import do, legal, may_leave, moves_of, of_kind, shown, table
from tests.games.grizzled.test_helping_actions import kept, offered, same_world, with_hand

TWO_NIGHTS = ["night shell", "night mask"]
ONE = use("narrow escape", "night whistle")


# Second wind


def test_second_wind() -> None:
    """Two cards, chosen one after the other; the mission is judged after both (ruling 20)."""
    hands = [["night whistle", "snow mask", "merry christmas", "mute"], ["clumsy"]]
    state = with_hand("second wind", land=TWO_NIGHTS, knocks={0: ["trauma rain"]}, hands=hands)
    do(state, use("second wind"))
    assert (state.stage, state.plays, len(moves_of(state, Play))) == ("second", 2, 4)
    events = do(same_world(state), play("snow mask"))
    assert (events, state.stage, state.plays) == ([Played(0, "snow mask")], "second", 1)
    do(same_world(state), play("mute"))
    assert (state.land[2:], state.knocks[0], state.to_act()) == (("snow mask",), ("trauma rain", "mute"), (1,))


def test_second_wind_fails_after_both() -> None:
    """The first makes three nights, and the second is played all the same."""
    state = with_hand("second wind", land=TWO_NIGHTS, hands=[["night whistle", "snow mask", "mute"]])
    do(state, use("second wind"))
    assert of_kind(do(state, play("night whistle")), MissionEnded) == []
    events = do(state, play("snow mask"))
    assert of_kind(events, MissionEnded) == [MissionEnded(False, ("night",))]
    assert {"night whistle", "snow mask"} <= {*state.returned}


def test_second_wind_with_a_trap() -> None:
    """The Trap of the first springs before the second is chosen; both can spring one."""
    state = with_hand("second wind", hands=[["snow mask trap", "rain mask trap"]], trials=["mute", "clumsy"], land=[])
    do(state, use("second wind"))
    events = do(state, play("snow mask trap"))
    assert events == [Played(0, "snow mask trap"), Played(0, "mute", "trap")]
    events = do(state, play("rain mask trap"))
    assert of_kind(events, Played) == [Played(0, "rain mask trap"), Played(0, "clumsy", "trap")]


@pytest.mark.parametrize("first", ["merry christmas", "night shell trap"])
def test_second_wind_finishes_the_first_card_first(first: str) -> None:
    """ "One after the other": a Merry Christmas, played or from the Trap, takes a Hard Knock off before the next."""
    drawn = ["merry christmas"] if first != "merry christmas" else []
    state = with_hand("second wind", hands=[[first, "wounded"]], trials=drawn, land=[])
    do(state, use("second wind"), play(first))
    assert (state.stage, legal(state)) == ("remove", (remove(1, "demoralized"),))
    do(same_world(state), remove(1, "demoralized"))
    assert (state.stage, legal(state)) == ("second", (play("wounded"),))


def test_ruling_26_second_wind_with_merry_christmas_first() -> None:
    """With no Hard Knock attached it has no effect: it cannot take off the one that is played after it."""
    state = with_hand("second wind", hands=[["merry christmas", "wounded"]], knocks={})
    do(state, use("second wind"), play("merry christmas"), play("wounded"))
    assert (state.stage, state.to_act(), state.knocks[0]) == ("action", (1,), ("wounded",))


def test_second_wind_is_a_choice_even_in_confusion() -> None:
    """Ruling 35: the Order would have the first card picked at random."""
    state = with_hand("second wind", order="confusion")
    assert moves_of(state, Play) == []
    do(state, use("second wind"))
    assert moves_of(state, Play) == [play("rain whistle"), play("snow mask")]


def test_second_wind_counts_as_having_played() -> None:
    """Every Man Forward then lets its player leave."""
    state = with_hand("second wind", order="every man forward", hands=[["snow mask", "rain whistle", "mute"]],
                      withdrawn=[1, 2, 3])  # fmt: skip
    assert may_leave(state) is False
    do(state, use("second wind"), play("snow mask"), play("rain whistle"))
    assert may_leave(state) is None


# Close shave


def shaved(hand: str | None = "close shave", **more: Any) -> State:
    """The last of four holds it and is to act."""
    laid: dict[str, Any] = {"active": 3, "hands": [["mute"], [], [], ["wounded", "night shell trap"]]}
    return table(4, helping={3: [hand]} if hand else {}, **{**laid, **more})


def test_close_shave() -> None:
    """An own Hard Knock from the hand is discarded instead of attached; let pass, it is attached."""
    state = shaved()
    do(state, play("wounded"))
    assert offered(state, "close shave")
    assert (state.knocks[3], state.discarded) == ((), ())
    other = state.clone()
    assert do(state, use("close shave")) == [Played(3, "wounded"), HandUsed(3, "close shave")]
    assert (state.knocks[3], state.discarded, kept(state, "close shave")) == ((), ("wounded",), False)
    do(other, DONE)
    assert (other.knocks[3], other.discarded, kept(other, "close shave")) == (("wounded",), (), True)


@pytest.mark.parametrize(
    ("laid", "move", "left"),
    [
        ({"trials": ["clumsy"]}, play("night shell trap"), ()),
        ({"knocks": {3: ["clumsy"]}, "trials": ["fragile"]}, WITHDRAW, ("clumsy",)),
        ({"recruit": "albert", "recruit_hand": ["clumsy"], "active": -1, "leader": 3}, play("clumsy"), ()),
        ({"recruit": "urbain", "recruit_hand": ["clumsy"], "active": -1, "recruit_after": 2}, play("clumsy"), ()),
        ({"recruit": "albert", "recruit_hand": ["rain mask trap"], "active": -1, "leader": 3, "withdrawn": [3],
          "trials": ["clumsy"]}, play("rain mask trap"), ()),
    ],
)  # fmt: skip
def test_close_shave_from_wherever_it_comes(laid: dict[str, Any], move: AnyMove, left: tuple[str, ...]) -> None:
    """From a Trap, its own clumsiness, a Recruit under its lead or on its right, the Recruit's Trap when it is out."""
    state = shaved(**laid)
    do(state, move)
    assert offered(state, "close shave")
    (knock,) = [card.card for card in state.landing]
    do(state, use("close shave"))
    assert (state.knocks[3], knock in state.discarded) == (left, True)


def test_close_shave_from_an_order() -> None:
    """Blind Start plays its Hard Knock to the leader who holds it."""
    pile = ["rain mask", "snow shell", "night mask", "snow mask", "rain shell", "night shell", "snow whistle",
            "rain whistle", "night whistle", "clumsy"]  # fmt: skip
    options = Options(orders="experienced")
    state = table(3, options=options, order_deck=["blind start"], trials=pile, leader=2, helping={2: ["close shave"]},
                  step="draw_orders")  # fmt: skip
    do(state, deal(3))
    assert (state.moment, state.to_act()) == ("close shave", (2,))
    do(state, use("close shave"))
    assert (state.knocks[2], state.discarded) == ((), ("clumsy",))


def test_close_shave_not_for_others_or_threats_or_christmas() -> None:
    """Another's Hard Knock, a Threat, and Merry Christmas, which is never attached."""
    assert Played(0, "mute") in do(state := shaved(active=0), play("mute"))
    assert (state.moment, state.knocks[0]) == (None, ("mute",))
    assert (do(state := shaved(), play("night shell trap")), state.moment)[1] is None
    state = shaved(hands=[[], [], [], ["merry christmas"]], knocks={0: ["mute"]})
    do(state, play("merry christmas"))
    assert state.stage == "remove"


@pytest.mark.parametrize("knock", ["tyrannical", "trauma night", "fragile"])
def test_close_shave_and_what_attaching_sets_off(knock: str) -> None:
    """No new leader, no third night, no morale lost under Broken Spirits, no token for Octave."""
    state = shaved(hands=[[], [], [], [knock]], land=TWO_NIGHTS, order="broken spirits", recruit="octave",
                   recruit_hand=["mute"])  # fmt: skip
    do(state, play(knock))
    events = do(state, use("close shave"))
    assert of_kind(events, MissionEnded) + of_kind(events, MoraleDropped) == []
    assert (state.leader, state.tokens, state.success) == (0, 0, None)


def test_close_shave_with_two_seats() -> None:
    """It is the veteran's, not the player's: its other veteran gets the Hard Knock."""
    hands = [["clumsy"], ["mute"]]
    state = table(2, hands=hands, helping={1: ["close shave"]})
    do(state, play("clumsy"))
    assert (state.knocks[0], state.active) == (("clumsy",), 1)
    do(state, play("mute"))
    assert offered(state, "close shave", veteran=1)


# Sharp eyes


def trapped(hand: str | None = "sharp eyes", **more: Any) -> State:
    """The first plays a Threat that may spring a Trap; the last holds the card."""
    laid: dict[str, Any] = {"hands": [["night shell trap", "rain mask"], ["mute"]], "trials": ["clumsy", "snow shell"]}
    card = more.pop("card", "night shell trap")
    state = table(4, helping={3: [hand]} if hand else {}, **{**laid, **more})
    do(state, play(card))
    return state


@pytest.mark.parametrize(
    "laid",
    [
        {},
        {"withdrawn": [3]},
        {"knocks": {0: ["aggressive"]}, "card": "rain mask"},
        {"recruit": "quentin", "recruit_hand": ["rain mask trap"], "active": -1, "land": ["night luck"],
         "card": "rain mask trap"},
    ],
)  # fmt: skip
def test_sharp_eyes(laid: dict[str, Any]) -> None:
    """A Trap of anybody does not spring: the drawn card stays where it is; let pass, it springs."""
    state = trapped(**laid)
    assert offered(state, "sharp eyes")
    assert state.trap == state.active
    other = state.clone()
    do(state, use("sharp eyes"))
    assert (state.trials, kept(state, "sharp eyes")) == (("clumsy", "snow shell"), False)
    do(other, DONE)
    assert (other.trials, kept(other, "sharp eyes")) == (("snow shell",), True)
    assert trapped(None, **laid).trials == ("snow shell",)
    assert (state.view(0).pending.trap, other.view(0).pending.trap) == (None, None)


@pytest.mark.parametrize(
    "laid",
    [
        {"card": "rain mask"},
        {"trials": []},
        {"land": ["night luck"]},
        {"options": Options(traps=False)},
        {"options": Options(trials="base", traps=False)},
    ],
)
def test_sharp_eyes_need_a_trap_that_would_spring(laid: dict[str, Any]) -> None:
    """None, an empty pile, one that luck stops (and luck comes first), a game without Traps."""
    state = trapped(**laid)
    assert (state.moment, kept(state, "sharp eyes"), state.to_act()) == (None, True, (1,))
    assert (TrapStopped(0, "night luck") in shown(state)) is ("land" in laid)


def test_sharp_eyes_not_for_the_trap_of_a_drawn_card() -> None:
    """It is ignored anyway (ruling 41)."""
    state = trapped(trials=["rain mask trap", "clumsy"])
    assert offered(state, "sharp eyes")
    do(state, DONE)
    assert (state.stage, state.to_act(), state.trials) == ("action", (1,), ("clumsy",))


# Narrow escape


def escaping(hand: str | None = "narrow escape", **more: Any) -> State:
    """Two nights lie there, and the first holds more."""
    laid: dict[str, Any] = {"hands": [["night whistle", "trauma night", "rain mask"], ["mute"]], "land": TWO_NIGHTS}
    return table(4, helping={3: [hand]} if hand else {}, **{**laid, **more})


@pytest.mark.parametrize("withdrawn", [[], [3]])
def test_narrow_escape(withdrawn: list[int]) -> None:
    """The third night is discarded and the mission goes on; let pass, it fails; not used where it does not."""
    state = escaping(withdrawn=withdrawn)
    do(state, play("night whistle"))
    assert offered(state, "narrow escape", ONE)
    other = state.clone()
    assert do(state, ONE) == [HandUsed(3, "narrow escape"), Cleared("night whistle")]
    assert (state.land, state.discarded, state.success) == (tuple(TWO_NIGHTS), ("night whistle",), None)
    assert (state.stage, state.active, kept(state, "narrow escape")) == ("action", 1, False)
    assert of_kind(do(other, DONE), MissionEnded) == [MissionEnded(False, ("night",))]
    assert kept(other, "narrow escape")
    do(safe := escaping(withdrawn=withdrawn), play("rain mask"))
    assert (safe.moment, safe.active) == (None, 1)


def test_narrow_escape_from_a_trauma() -> None:
    """The attached card that makes the third is discarded."""
    state = escaping()
    do(state, play("trauma night"))
    assert offered(state, "narrow escape", use("narrow escape", "trauma night"))
    events = do(state, use("narrow escape", "trauma night"))
    assert events[-1] == Removed(0, "trauma night")
    assert (state.knocks[0], state.discarded) == ((), ("trauma night",))


@pytest.mark.parametrize(
    ("laid", "move", "ways"),
    [
        ({"hands": [["rain mask trap"]], "trials": ["night whistle"]}, play("rain mask trap"), ["night whistle"]),
        ({"hands": [["night mask trap"]], "trials": ["snow shell"]}, play("night mask trap"), ["night mask trap"]),
        ({"hands": [["mute"]], "knocks": {0: ["clumsy"]}, "trials": ["night whistle"]}, WITHDRAW, ["night whistle"]),
        ({"hands": [["mute"]], "knocks": {0: ["clumsy"]}, "trials": ["night whistle"], "withdrawn": [1, 2, 3]},
         WITHDRAW, ["night whistle"]),
        ({"recruit": "albert", "recruit_hand": ["night whistle"], "active": -1, "hands": []}, play("night whistle"),
         ["night whistle"]),
        ({"land": ["night shell", "rain shell"], "hands": [["night shell trap"]], "trials": ["snow mask"]},
         play("night shell trap"), ["night shell trap"]),
        ({"land": ["night rain"], "hands": [], "lasting": ["endless night"], "recruit": "albert",
          "recruit_hand": ["night mask", "rain mask"], "active": -1}, play("night mask"), ["night mask"]),
    ],
)  # fmt: skip
def test_narrow_escape_from_wherever_it_comes(laid: dict[str, Any], move: AnyMove, ways: list[str]) -> None:
    """The card of a Trap, of clumsiness (even of the last to leave), of a Recruit; only what saves the mission."""
    state = escaping(**laid)
    do(state, move)
    assert offered(state, "narrow escape", *[use("narrow escape", card) for card in ways])
    events = do(state, use("narrow escape", ways[0]))
    assert MissionEnded(False, ("night",)) not in events
    assert ways[0] in state.discarded


def test_narrow_escape_needs_one_card_that_is_enough() -> None:
    """Two cards that each make three alike cannot both be discarded: the mission fails unasked."""
    state = escaping(land=["night shell", "night mask", "snow whistle", "snow whistle"],
                     hands=[["night mask trap"]], trials=["snow shell"])  # fmt: skip
    events = do(state, play("night mask trap"))
    assert of_kind(events, MissionEnded) == [MissionEnded(False, ("night", "snow"))]
    assert kept(state, "narrow escape")


def test_narrow_escape_only_from_a_card_of_this_action() -> None:
    """The threat that an Order adds is no card that went down: nothing can be discarded."""
    state = escaping(hands=[["mute"]], lasting=["endless night"], step="check")
    assert of_kind(shown(state), MissionEnded) == [MissionEnded(False, ("night",))]
    assert kept(state, "narrow escape")


def test_narrow_escape_on_a_second_wind() -> None:
    """Either of the two nights of one action may go."""
    state = table(4, hands=[["night whistle", "night mask"]], land=["night shell"],
                  helping={0: ["second wind"], 3: ["narrow escape"]})  # fmt: skip
    do(state, use("second wind"), play("night mask"), play("night whistle"))
    assert offered(state, "narrow escape", use("narrow escape", "night mask"), ONE)


def test_narrow_escape_after_a_fresh_trauma_was_taken_off() -> None:
    """Of one second wind: a Trauma, then a Trap with Merry Christmas that takes it off, and the third night."""
    state = table(4, hands=[["trauma snow", "night mask trap"]], land=["night shell", "night mask"],
                  trials=["merry christmas"], helping={0: ["second wind"], 3: ["narrow escape"]})  # fmt: skip
    do(state, use("second wind"), play("trauma snow"), play("night mask trap"), remove(0, "trauma snow"))
    assert offered(state, "narrow escape", use("narrow escape", "night mask trap"))


def test_narrow_escape_after_a_shared_burden() -> None:
    """The moved Trauma makes the third and is discarded."""
    state = table(4, hands=[["mute"]], land=TWO_NIGHTS, knocks={1: ["trauma night"]}, withdrawn=[1],
                  helping={0: ["shared burden"], 3: ["narrow escape"]})  # fmt: skip
    do(state, use("shared burden", "trauma night", 1, 2))
    assert offered(state, "narrow escape", use("narrow escape", "trauma night"))
    do(state, use("narrow escape", "trauma night"))
    assert (state.knocks[2], state.active, state.success) == ((), 2, None)
