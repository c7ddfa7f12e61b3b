"""Rulings 23 to 36: what each Hard Knock does during a mission, when that ends, and which of two wins."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.grizzled.deck import ATTACKS, TRIALS, WEATHERS
from arena.games.grizzled.events import MissionEnded, Played, ShedCard, TrapStopped
from arena.games.grizzled.moves import DONE, WITHDRAW, Charm, Remove, Speech, charm, play, remove, shed, speech
from arena.games.grizzled.no_mans_land import threats
from tests.games.grizzled.table import do, do_at_once, leave, legal, may_leave, moves_of, of_kind, table

TWO = ["night shell", "snow mask"]
HEALED = "merry christmas"


def healed(hands: list[list[str]], knock: str, veteran: int = 0, **more: Any) -> bool | None:
    """Whether `veteran` 0 may leave after the last one has taken its Hard Knock off with Merry Christmas."""
    state = table(3, hands=[*hands, [HEALED]], knocks={veteran: [knock]}, active=2, **more)
    do(state, play(HEALED), remove(veteran, knock))
    return may_leave(state)


# Traumas and Phobias


@pytest.mark.parametrize("threat", [*WEATHERS, *ATTACKS])
def test_ruling_19_and_27_trauma_and_phobia(threat: str) -> None:
    """One active threat, as long as its holder is in the mission and has it."""
    knock = f"{'trauma' if threat in WEATHERS else 'phobia'} {threat}"
    state = table(3, knocks={0: [knock]}, hands=[[], ["mute", HEALED]])
    assert threats(state) == {one: int(one == threat) for one in (*WEATHERS, *ATTACKS)}
    out = state.clone()
    leave(out)
    assert sum(threats(out).values()) == 0
    state = table(3, knocks={0: [knock]}, hands=[["mute"], [HEALED]], active=1)
    do(state, play(HEALED), remove(0, knock))
    assert sum(threats(state).values()) == 0


def test_trauma_from_a_speech() -> None:
    """In the hand it can be discarded; attached it cannot (rulings 13 and 23)."""
    state = table(3, knocks={1: ["trauma night"]}, hands=[["mute"], ["clumsy"], []], speeches={0: 1})
    do(state, speech("night"))
    assert state.legal(1) == (DONE,)


# Wounded and Merry Christmas


def test_ruling_25_wounded_is_one_card_for_removal() -> None:
    """After a failure one card may go, and both bolts with it."""
    state = table(
        3,
        knocks={1: ["mute", "clumsy", "wounded"]},
        tiles={0: ["left 1"]},
        placed={0: "left 1"},
        withdrawn=[0],
        hands=[["night shell"]],
        step="reveal",
    )
    do(state, remove(1, "wounded"))
    assert (state.result, state.knocks[1]) == (None, ("mute", "clumsy"))


def test_ruling_26_merry_christmas_must_remove_one() -> None:
    """From anybody, withdrawn or not, itself included; it is discarded and no bolt."""
    knocks = {0: ["mute"], 1: ["wounded", "clumsy"], 2: ["fragile"]}
    state = table(3, hands=[[HEALED], ["night shell"]], knocks=knocks, withdrawn=[1])
    do(state, play(HEALED))
    assert (state.stage, state.to_act()) == ("remove", (0,))
    assert legal(state) == (remove(0, "mute"), remove(1, "wounded"), remove(1, "clumsy"), remove(2, "fragile"))
    do(state, remove(1, "clumsy"))
    assert state.knocks == [("mute",), ("wounded",), ("fragile",)]
    assert state.discarded == ("clumsy", HEALED)
    assert (TRIALS[HEALED].bolts, state.to_act()) == (0, (2,))


def test_ruling_26_without_a_hard_knock() -> None:
    """No effect, and it is discarded."""
    state = table(3, hands=[[HEALED]])
    do(state, play(HEALED))
    assert (state.stage, state.to_act(), state.discarded, state.knocks) == ("action", (1,), (HEALED,), [()] * 3)


def test_ruling_26_it_carries_no_threat() -> None:
    """A Speech cannot discard it."""
    state = table(3, hands=[["mute"], [HEALED]], speeches={0: 1})
    do(state, speech("snow"))
    assert state.legal(1) == (DONE,)


def test_ruling_26_by_clumsiness() -> None:
    """The veteran who is out takes one off; it can be its own Clumsy."""
    state = table(3, hands=[["mute"]], knocks={0: ["clumsy"]}, trials=[HEALED])
    do(state, WITHDRAW)
    assert (state.stage, legal(state), state.withdrawn[0]) == ("remove", (remove(0, "clumsy"),), True)
    do(state, remove(0, "clumsy"))
    assert (state.knocks[0], state.to_act()) == ((), (1,))


# Those about withdrawing


def test_ruling_32_fragile() -> None:
    """Others with cards stay in while its holder is; with an empty hand they may leave, and the holder may at will."""
    hands = [["mute"], TWO, []]
    assert may_leave(table(3, hands=hands, knocks={0: ["fragile"]})) is None
    assert may_leave(table(3, hands=hands, knocks={0: ["fragile"]}, active=1)) is False
    assert may_leave(table(3, hands=hands, knocks={0: ["fragile"]}, active=2)) is not False


def test_ruling_32_fragile_ends() -> None:
    """When the holder has withdrawn, or has lost it."""
    assert may_leave(table(3, hands=[TWO, ["mute"]], knocks={1: ["fragile"]}, withdrawn=[1])) is None
    assert healed([TWO, ["mute"]], "fragile", 1) is None
    assert may_leave(table(3, hands=[TWO, ["mute"]], knocks={1: ["fragile"]})) is False


def test_ruling_32_two_veterans_keep_each_other_in() -> None:
    """A second Fragile there is not; but the holder's leave frees all at once."""
    state = table(3, hands=[["mute"], TWO, ["night mask"]], knocks={0: ["fragile"]})
    leave(state)
    assert may_leave(state) is None


@pytest.mark.parametrize(
    ("land", "knocks", "leaves"),
    [
        (["night shell"], {0: ["fearful"]}, None),
        (["night shell", "night mask"], {0: ["fearful"]}, True),
        (["night shell"], {0: ["fearful", "trauma night"]}, True),
        (["night shell"], {0: ["fearful"], 2: ["trauma night"]}, True),
        ([], {0: ["fearful", "trauma night"]}, None),
        (["night shell", "night mask"], {1: ["fearful"]}, None),
    ],
)
def test_ruling_33_fearful(land: list[str], knocks: dict[int, list[str]], leaves: bool | None) -> None:
    """Two of any active threat leave nothing but to withdraw: no charm, no Speech; only for its holder."""
    state = table(3, hands=[TWO, ["mute"]], land=land, knocks=knocks, speeches={0: 1})
    assert may_leave(state) is leaves


def test_ruling_33_fearful_ends() -> None:
    """Removed, it forces nobody; a withdrawn veteran's Trauma frightens nobody (ruling 27)."""
    land = ["night shell", "night mask"]
    assert healed([["snow mask"], ["mute"]], "fearful", land=land) is None
    knocks = {0: ["fearful"], 1: ["trauma night"]}
    assert may_leave(table(3, hands=[["snow mask"]], land=land[:1], knocks=knocks, withdrawn=[1])) is None


def test_ruling_33_fearful_looks_at_the_start_of_the_turn() -> None:
    """Its own card that makes two does not drive it out until its next turn."""
    state = table(3, hands=[["night mask", "mute"]], land=["night shell"], knocks={0: ["fearful"]}, withdrawn=[1, 2])
    do(state, play("night mask"))
    assert may_leave(state) is True


@pytest.mark.parametrize(("cards", "leaves"), [(0, None), (1, None), (2, False), (3, False)])
def test_hardheaded(cards: int, leaves: bool | None) -> None:
    """It may not withdraw with two or more cards in hand."""
    state = table(3, hands=[["night shell", "snow mask", "mute"][:cards]], knocks={0: ["hardheaded"]}, speeches={0: 1})
    assert may_leave(state) is leaves


def test_hardheaded_ends() -> None:
    """Removed, or another's, it keeps nobody in."""
    assert healed([TWO, ["mute"]], "hardheaded") is None
    assert may_leave(table(3, hands=[TWO], knocks={1: ["hardheaded"]})) is None


@pytest.mark.parametrize(
    ("hand", "withdrawn", "leaves"),
    [
        (["mute"], [], False),
        (["mute"], [1], False),
        (["mute"], [1, 2], None),
        ([], [], None),
    ],
)
def test_ruling_34_prideful(hand: list[str], withdrawn: list[int], leaves: bool | None) -> None:
    """Only with an empty hand or as the last one."""
    state = table(3, hands=[hand], withdrawn=withdrawn, knocks={0: ["prideful"]}, speeches={0: 1})
    assert may_leave(state) is leaves


def test_prideful_ends() -> None:
    """Removed, or another's, it keeps nobody in."""
    assert healed([TWO, ["mute"]], "prideful") is None
    assert may_leave(table(3, hands=[TWO], knocks={1: ["prideful"]})) is None


@pytest.mark.parametrize(
    ("knocks", "leaves"),
    [
        ({0: ["fearful", "hardheaded"]}, True),
        ({0: ["hardheaded", "fearful"]}, False),
        ({0: ["fearful", "prideful"]}, True),
        ({0: ["prideful", "fearful"]}, False),
        ({0: ["mute", "fearful", "wounded", "prideful"]}, True),
        ({0: ["fearful"], 1: ["fragile"]}, True),
        ({0: ["fearful", "fragile"], 1: ["mute"]}, True),
    ],
)
def test_ruling_35_conflicts(knocks: dict[int, list[str]], leaves: bool) -> None:
    """On one veteran the earlier card wins; between two, that of the active one."""
    state = table(3, hands=[TWO, ["clumsy"]], land=["night mask", "night whistle"], knocks=knocks)
    assert may_leave(state) is leaves


def test_ruling_35_the_order_is_that_of_playing() -> None:
    """Hardheaded is played, then Fearful comes: it may not withdraw; and after two cards it must."""
    state = table(
        3,
        hands=[["hardheaded", "fearful", "snow mask", "snow shell"]],
        land=["night mask", "night whistle"],
        withdrawn=[1, 2],
    )
    do(state, play("hardheaded"), play("fearful"))
    assert may_leave(state) is False
    do(state, play("snow shell"))
    assert may_leave(state) is True


def test_ruling_35_a_hard_knock_that_says_nothing_now_is_no_conflict() -> None:
    """The earlier Hardheaded lets a veteran with one card go, the later Fearful drives it out; and Fragile binds one
    whose Fearful sees nothing."""
    land = ["night mask", "night whistle"]
    state = table(3, hands=[["snow mask"]], land=land, knocks={0: ["hardheaded", "fearful"]})
    assert may_leave(state) is True
    state = table(3, hands=[["snow mask"], ["mute"]], knocks={0: ["fearful"], 1: ["fragile"]})
    assert may_leave(state) is False


# Others that act while the holder is in


def test_ruling_36_mute() -> None:
    """No Speech; but it hears those of others, and gets tokens."""
    assert moves_of(table(3, hands=[TWO], knocks={0: ["mute"]}, speeches={0: 1}), Speech) == []
    state = table(3, hands=[["clumsy"], ["night shell"]], knocks={1: ["mute"]}, speeches={0: 1})
    do(state, speech("night"))
    events = do_at_once(state, {1: shed("night shell"), 2: DONE})
    assert events == [ShedCard(1, "night shell")]
    state = table(3, knocks={0: ["mute"]}, withdrawn=[1, 2], trials=["clumsy"])
    leave(state)
    assert state.speeches == [1, 0, 0]


def test_mute_ends() -> None:
    """Removed, the veteran can speak."""
    state = table(3, hands=[[HEALED, "night shell"]], knocks={0: ["mute"]}, speeches={0: 1}, withdrawn=[1, 2])
    do(state, play(HEALED), remove(0, "mute"))
    assert speech("night") in legal(state)


def test_superstitious() -> None:
    """No charm while it is attached, and then again; another's does not matter."""
    land, hands = ["night shell", "night mask"], [[HEALED, "mute"]]
    state = table(3, hands=hands, land=land, knocks={0: ["superstitious"]}, withdrawn=[1, 2])
    assert moves_of(state, Charm) == []
    do(state, play(HEALED), remove(0, "superstitious"))
    assert moves_of(state, Charm) == [charm("night shell"), charm("night mask")]
    assert moves_of(table(3, hands=hands, land=land, knocks={1: ["superstitious"]}), Charm) != []


def test_aggressive() -> None:
    """Every Threat from its holder's hand springs a Trap; another's, a Hard Knock and a drawn card do not."""
    state = table(3, hands=[["night shell"]], trials=["snow mask", "mute"], knocks={0: ["aggressive"]})
    events = do(state, play("night shell"))
    assert events == [Played(0, "night shell"), Played(0, "snow mask", "trap")]
    other = table(3, hands=[["night shell"]], trials=["snow mask"], knocks={1: ["aggressive"]})
    assert do(other, play("night shell")) == [Played(0, "night shell")]
    knock = table(3, hands=[["clumsy"]], trials=["snow mask"], knocks={0: ["aggressive"]})
    assert do(knock, play("clumsy")) == [Played(0, "clumsy")]


def test_aggressive_with_luck_and_without_cards() -> None:
    """Luck stops it once; one Threat with a Trap springs one Trap only."""
    state = table(3, hands=[["night shell"]], land=["rain luck"], trials=["snow mask"], knocks={0: ["aggressive"]})
    assert do(state, play("night shell")) == [Played(0, "night shell"), TrapStopped(0, "rain luck")]
    twice = table(3, hands=[["night shell trap"]], trials=["snow mask", "mute"], knocks={0: ["aggressive"]})
    do(twice, play("night shell trap"))
    assert twice.trials == ("mute",)


def test_aggressive_ends() -> None:
    """Removed, a Threat is what is printed on it."""
    state = table(3, hands=[[HEALED, "night shell"]], trials=["mute"], knocks={0: ["aggressive"]}, withdrawn=[1, 2])
    do(state, play(HEALED), remove(0, "aggressive"), play("night shell"))
    assert state.trials == ("mute",)


def test_ruling_19_a_mission_that_a_fearful_veteran_saves() -> None:
    """Its leave takes its own Trauma with it: the next threat makes two, not three."""
    state = table(
        3, hands=[["mute"], ["night mask", "clumsy"]], land=["night shell"], knocks={0: ["fearful", "trauma night"]}
    )
    leave(state)
    assert of_kind(do(state, play("night mask")), MissionEnded) == []
    assert moves_of(state, Remove) == []
