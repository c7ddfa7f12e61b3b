"""Rulings 27 to 31: Hard Knocks that act when a veteran withdraws, or after the mission, though it is out."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.grizzled.events import Drew, Dropped, MissionEnded, MoraleDropped, Played, Supported, Withdrew
from arena.games.grizzled.moves import DONE, WITHDRAW, Drop, Place, deal, drop, play, remove
from arena.games.grizzled.no_mans_land import luck, threats
from tests.games.grizzled.table import do, leave, legal, of_kind, shown, table

THREE = ["left 1", "left 2", "right 1"]


def test_ruling_28_the_sequence() -> None:
    """Absent-minded removes a tile, one is drawn by the panicked, the veteran is out, the clumsy one plays a card."""
    knocks = {0: ["clumsy", "panicked", "absent-minded"]}
    state = table(3, hands=[["mute"]], knocks=knocks, tiles={0: THREE}, trials=["night shell trap", "wounded"])
    do(state, WITHDRAW)
    assert (state.stage, legal(state)) == ("drop", (drop("left 1"), drop("left 2"), drop("right 1")))
    assert not state.withdrawn[0]
    events = do(state, Drop("left 2"))
    assert events == [Dropped(0, "left 2"), Withdrew(0, True), Played(0, "night shell trap", "clumsy")]
    assert state.placed[0] in ("left 1", "right 1")
    assert (state.tiles[0], state.trials, state.to_act()) == (("left 1", "right 1"), ("wounded",), (1,))


def test_ruling_29_absent_minded_with_one_tile() -> None:
    """It is removed and none is placed."""
    state = table(3, hands=[["mute"]], knocks={0: ["absent-minded"]}, tiles={0: ["left 1"]})
    events = do(state, WITHDRAW, Drop("left 1"))
    assert events == [Dropped(0, "left 1"), Withdrew(0, False)]
    assert (state.tiles[0], state.placed[0]) == ((), None)


def test_ruling_29_absent_minded_without_a_tile() -> None:
    """Nothing is removed."""
    state = table(3, hands=[["mute"]], knocks={0: ["absent-minded"]})
    assert do(state, WITHDRAW) == [Withdrew(0, False)]


def test_ruling_29_absent_minded_acts_at_every_withdrawal() -> None:
    """In the next mission another goes."""
    more: dict[str, Any] = {"tiles": {0: THREE}, "withdrawn": [1, 2], "trials": ["mute"], "leader": 2}
    state = table(3, knocks={0: ["absent-minded"]}, **more)
    do(state, WITHDRAW, Drop("left 1"), Place("left 2"), deal(1))
    assert (state.to_act(), state.withdrawn[0], state.tiles[0]) == ((0,), False, ("right 1",))
    do(state, WITHDRAW)
    assert legal(state) == (drop("right 1"),)


@pytest.mark.parametrize("knock", ["absent-minded", "panicked", "clumsy"])
def test_at_the_withdrawal_of_another_they_do_nothing(knock: str) -> None:
    """Veteran 0 withdraws, its neighbour has the Hard Knock; or it was removed before."""
    state = table(3, hands=[["mute"]], knocks={1: [knock]}, tiles={0: THREE}, trials=["night shell"])
    events = leave(state, "left 2")
    assert events == [Withdrew(0, True)]
    hands = [["mute"], [], ["merry christmas"]]
    state = table(3, hands=hands, knocks={0: [knock]}, tiles={0: THREE}, trials=["night shell"], active=2)
    do(state, play("merry christmas"), remove(0, knock))
    assert leave(state, "left 2") == [Withdrew(0, True)]
    assert state.trials == ("night shell",)


def test_panicked_draws_at_random() -> None:
    """Any of the tiles can come, without a choice; the same deal draws the same."""
    placed = []
    for number in range(40):
        state = table(3, hands=[["mute"]], knocks={0: ["panicked"]}, tiles={0: THREE}, seed=str(number // 2))
        assert do(state, WITHDRAW) == [Withdrew(0, True)]
        placed.append(state.placed[0])
    assert {*placed} == {*THREE}
    assert placed[::2] == placed[1::2]


def test_panicked_without_a_tile() -> None:
    """It withdraws with none."""
    state = table(3, hands=[["mute"]], knocks={0: ["panicked"]})
    assert do(state, WITHDRAW) == [Withdrew(0, False)]


# Clumsy


def test_ruling_31_clumsy_plays_a_threat_without_its_trap() -> None:
    """To No Man's Land; no Luck is used."""
    state = table(
        3, hands=[["mute"]], knocks={0: ["clumsy"]}, trials=["night shell trap", "wounded"], land=["rain luck"]
    )
    events = leave(state)
    assert events == [Withdrew(0, False), Played(0, "night shell trap", "clumsy")]
    assert (state.land, state.trials, luck(state)) == (("rain luck", "night shell trap"), ("wounded",), ("rain luck",))


def test_ruling_31_clumsy_attaches_a_hard_knock_that_does_not_count_now() -> None:
    """The holder is out: its new Trauma is not active, a Fragile keeps nobody in."""
    land = ["night shell", "night mask"]
    state = table(3, hands=[["mute"], ["snow mask"]], knocks={0: ["clumsy"]}, trials=["trauma night"], land=land)
    assert of_kind(leave(state), MissionEnded) == []
    assert (state.knocks[0], threats(state)["night"]) == (("clumsy", "trauma night"), 2)
    state = table(3, hands=[["mute"], ["snow mask"]], knocks={0: ["clumsy"]}, trials=["fragile"])
    leave(state)
    assert WITHDRAW in legal(state)


@pytest.mark.parametrize("withdrawn", [[], [1, 2]])
def test_ruling_31_clumsy_fails_the_mission(withdrawn: list[int]) -> None:
    """Also as the last withdrawal; the holder's tile is revealed."""
    state = table(
        3,
        hands=[["mute"], ["snow mask"]],
        knocks={0: ["clumsy"]},
        land=["night shell", "night mask"],
        trials=["night whistle", "wounded"],
        tiles={0: ["left 1"]},
        withdrawn=withdrawn,
    )
    events = leave(state, "left 1")
    assert of_kind(events, MissionEnded) == [MissionEnded(False, ("night",))]
    assert of_kind(events, Supported) == [Supported(("left 1", None, None), 1)]
    assert state.tiles == [(), ("left 1",), ()]


def test_ruling_31_clumsy_with_an_empty_pile() -> None:
    """Nothing is played."""
    state = table(3, hands=[["mute"]], knocks={0: ["clumsy"]})
    assert leave(state) == [Withdrew(0, False)]


def test_ruling_31_clumsy_takes_its_own_trauma_out_first() -> None:
    """The holder is out before its card is looked at: two and not three."""
    state = table(
        3,
        hands=[["mute"], ["snow mask"]],
        knocks={0: ["clumsy", "trauma night"]},
        land=["night shell"],
        trials=["night whistle"],
    )
    assert of_kind(leave(state), MissionEnded) == []
    assert threats(state)["night"] == 2


# After the mission


def test_ruling_30_selfish() -> None:
    """Its tile goes to its owner and counts as Support received; with it removed, to the neighbour."""
    more: dict[str, Any] = {"tiles": {0: ["left 1"]}, "placed": {0: "left 1"}, "withdrawn": [0, 1, 2], "success": True}
    state = table(3, hands=[["mute"]], knocks={0: ["selfish"]}, used=[0], step="reveal", **more)
    assert of_kind(shown(state), Supported) == [Supported(("left 1", None, None), 0)]
    assert (state.tiles[0], state.ready[0], state.to_act()) == (("left 1",), True, (0,))
    assert legal(state) == (remove(0, "selfish"), DONE)
    other = table(3, hands=[["mute"]], knocks={1: ["selfish"]}, step="reveal", **more)
    assert of_kind(shown(other), Supported) == [Supported(("left 1", None, None), 1)]


def test_ruling_30_selfish_makes_a_tie() -> None:
    """One kept and one given to another: nobody wins."""
    state = table(
        3,
        hands=[["mute"]],
        knocks={0: ["selfish"]},
        tiles={0: ["left 1"], 2: ["right 1"]},
        placed={0: "left 1", 2: "right 1"},
        withdrawn=[0, 1, 2],
        success=True,
        step="reveal",
    )
    assert of_kind(shown(state), Supported) == [Supported(("left 1", None, "right 1"), None)]


@pytest.mark.parametrize(("success", "removals"), [(True, 1), (False, 0)])
def test_listless(success: bool, removals: int) -> None:
    """One Hard Knock fewer may be removed, never under none; the charm recovers still."""
    state = table(
        3,
        hands=[["night shell"]],
        knocks={1: ["listless", "mute"]},
        used=[1],
        tiles={0: ["left 1"]},
        placed={0: "left 1"},
        withdrawn=[0, 1, 2],
        success=success,
        step="reveal",
    )
    assert state.ready[1]
    assert (state.stage == "support") == bool(removals)
    if removals:
        do(state, remove(1, "listless"))
        assert (state.stage, state.knocks[1]) == ("intensity", ("mute",))


def test_listless_of_another_takes_nothing() -> None:
    """Two may be removed."""
    state = table(
        3,
        hands=[["night shell"]],
        knocks={1: ["mute", "clumsy"], 0: ["listless"]},
        tiles={0: ["left 1"]},
        placed={0: "left 1"},
        withdrawn=[0, 1, 2],
        success=True,
        step="reveal",
    )
    do(state, remove(1, "mute"), remove(1, "clumsy"))
    assert state.knocks[1] == ()


@pytest.mark.parametrize(("knocks", "drop"), [({2: ["demoralized"]}, 4), ({}, 3)])
def test_ruling_27_demoralized_acts_though_withdrawn(knocks: dict[int, list[str]], drop: int) -> None:
    """One card more; removed, not."""
    state = table(3, hands=[["mute"]], knocks=knocks, withdrawn=[0, 1, 2], step="judge")
    assert of_kind(shown(state), MoraleDropped) == [MoraleDropped(drop)]


def test_ruling_38_demoralized_healed_in_the_support() -> None:
    """The drop comes after it and is not greater."""
    state = table(
        3,
        hands=[["mute"]],
        knocks={1: ["demoralized"]},
        tiles={0: ["left 1"]},
        placed={0: "left 1"},
        withdrawn=[0, 1, 2],
        success=True,
        step="reveal",
    )
    assert of_kind(do(state, remove(1, "demoralized")), MoraleDropped) == [MoraleDropped(3)]


def test_ruling_39_frenzied_draws_in_every_mission() -> None:
    """Two more; removed in the Support, no more."""
    pile = ["night shell"] * 3 + ["snow whistle"] * 3 + ["rain mask"] * 3
    state = table(3, knocks={1: ["frenzied"]}, trials=pile, step="choose_intensity")
    do(state, deal(1))
    assert [len(hand) for hand in state.hands] == [1, 3, 1]
    state = table(
        3,
        hands=[["mute"]],
        trials=pile,
        knocks={1: ["frenzied"]},
        tiles={0: ["left 1"]},
        placed={0: "left 1"},
        withdrawn=[0, 1, 2],
        success=True,
        step="reveal",
    )
    events = do(state, remove(1, "frenzied"), deal(1))
    assert [event.count for event in of_kind(events, Drew)] == [1, 1, 1]
