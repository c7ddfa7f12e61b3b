"""Rulings 46 to 51: where Support tiles go, who wins the Support, and what it brings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import pytest

from arena.games.grizzled import State
from arena.games.grizzled.events import MissionEnded, Removed, Supported
from arena.games.grizzled.moves import DONE, AnyMove, place, play, remove
from tests.games.grizzled.table import do, leave, legal, of_kind, shown, table

ALL = (0, 1, 2, 3)


def revealed(
    placed: Mapping[int, str],
    *,
    seats: int = 4,
    knocks: Mapping[int, Sequence[str]] | None = None,
    success: bool = True,
    used: Collection[int] = ALL,
    tiles: Mapping[int, Sequence[str]] | None = None,
) -> State:
    """The mission is over and these tiles are revealed; one card is still in a hand, so that the game goes on."""
    own = {veteran: [tile, *(tiles or {}).get(veteran, ())] for veteran, tile in placed.items()}
    return table(
        seats,
        hands=[["rain mask"]],
        placed=placed,
        tiles={**(tiles or {}), **own},
        knocks=knocks,
        used=used,
        withdrawn=ALL if success else list(placed),
        success=success,
        step="reveal",
    )


def winner(state: State) -> int | None:
    """Who was supported in the last step."""
    (event,) = of_kind(shown(state), Supported)
    assert isinstance(event, Supported)
    return event.winner


@pytest.mark.parametrize(
    ("seats", "veteran", "tile", "to"),
    [
        (4, 0, "left 1", 1),
        (4, 0, "right 1", 3),
        (4, 3, "left 1", 0),
        (4, 1, "right 1", 0),
        (4, 0, "left 2", 2),
        (4, 0, "right 2", 2),
        (4, 3, "left 2", 1),
        (4, 1, "right 2", 3),
        (3, 0, "left 1", 1),
        (3, 0, "right 1", 2),
        (3, 2, "left 1", 0),
    ],
)
def test_ruling_46_where_tiles_go(seats: int, veteran: int, tile: str, to: int) -> None:
    """Left is the next in playing order; double tiles skip one; all are withdrawn here."""
    state = revealed({veteran: tile}, seats=seats)
    assert winner(state) == to
    assert [len(tiles) for tiles in state.tiles] == [int(other == to) for other in state.veterans]


def test_ruling_46_two_to_the_left_and_two_to_the_right_meet() -> None:
    """At four they reach the same seat; two from two veterans win over one."""
    state = revealed({0: "right 2", 1: "left 1", 2: "right 1"})
    assert winner(state) == 2
    assert state.tiles == [(), ("right 1",), ("left 1", "right 2"), ()]


@pytest.mark.parametrize(
    ("placed", "wins"),
    [
        ({}, None),
        ({0: "left 1"}, 1),
        ({0: "left 1", 1: "left 1"}, None),
        ({0: "left 1", 2: "right 1"}, 1),
        ({0: "left 1", 2: "right 1", 1: "left 1"}, 1),
        ({0: "left 1", 2: "right 1", 1: "left 1", 3: "right 1"}, None),
        ({0: "left 1", 1: "left 1", 2: "left 1", 3: "left 1"}, None),
        ({0: "left 1", 2: "right 1", 3: "left 2"}, 1),
    ],
)
def test_ruling_47_a_strict_majority_wins(placed: dict[int, str], wins: int | None) -> None:
    """Any tie for the first place: nobody."""
    state = revealed(placed)
    assert winner(state) == wins
    assert state.ready == [veteran == wins for veteran in range(4)]


def test_ruling_47_only_tiles_of_this_reveal_count() -> None:
    """Not those that are owned."""
    state = revealed({0: "left 1"}, tiles={2: ["left 1", "right 1", "right 2", "left 2"]})
    assert winner(state) == 1


def test_ruling_48_tiles_stay_where_they_came_to() -> None:
    """The receiver can place them in a later mission; those not placed stay where they are."""
    state = revealed({0: "left 1", 1: "left 2"}, tiles={0: ["right 1"], 3: ["left 1", "right 1"]})
    assert state.tiles == [("right 1",), ("left 1",), (), ("left 1", "left 2", "right 1")]
    assert state.placed == [None] * 4


def test_ruling_48_a_received_tile_of_the_same_kind_is_not_mixed_up() -> None:
    """Round the table everybody passes one on and gets one."""
    state = revealed(dict.fromkeys(range(4), "left 1"), tiles={1: ["right 1"]})
    assert state.tiles == [("left 1",), ("left 1", "right 1"), ("left 1",), ("left 1",)]


@pytest.mark.parametrize(("success", "most"), [(True, 2), (False, 1)])
def test_ruling_49_how_many_hard_knocks_go(success: bool, most: int) -> None:
    """Up to two after a success, one after a failure, of the winner's choice; and the charm recovers."""
    knocks = {1: ["mute", "fragile", "clumsy"], 2: ["selfish"]}
    state = revealed({0: "left 1"}, knocks=knocks, success=success)
    assert (state.to_act(), state.ready[1], state.removals) == ((1,), True, most)
    assert legal(state) == (remove(1, "mute"), remove(1, "fragile"), remove(1, "clumsy"), DONE)
    events = do(state, remove(1, "fragile"))
    assert (state.stage == "support") == (most == 2)
    if most == 2:
        events += do(state, remove(1, "mute"))
    assert len(of_kind(events, Removed)) == most
    assert (state.stage, len(state.knocks[1]), state.knocks[2]) == ("intensity", 3 - most, ("selfish",))


@pytest.mark.parametrize("first", [[], [remove(1, "mute")]])
def test_ruling_49_none_or_one_is_enough(first: list[AnyMove]) -> None:
    """The winner may stop; the charm recovers anyway."""
    state = revealed({0: "left 1"}, knocks={1: ["mute", "clumsy"]})
    do(state, *first, DONE)
    assert (state.stage, len(state.knocks[1]), state.ready[1]) == ("intensity", 2 - len(first), True)


def test_ruling_49_without_hard_knocks_only_the_charm() -> None:
    """Nobody is asked."""
    state = revealed({0: "left 1"})
    assert (state.stage, state.ready) == ("intensity", [False, True, False, False])


def test_rulings_49_and_51_after_a_failure_only_tiles_of_the_withdrawn_count() -> None:
    """One who has not withdrawn can win, but has placed nothing."""
    state = table(
        4,
        hands=[["night shell"], ["mute"], ["night mask", "rain mask"]],
        land=["night whistle", "night mask"],
        tiles={0: ["left 1", "left 2"], 1: ["left 1"], 2: ["left 1", "right 1"]},
        knocks={2: ["clumsy"]},
        used=[2],
    )
    leave(state, "left 2")
    do(state, play("mute"))
    events = do(state, play("night mask"))
    assert of_kind(events, MissionEnded) == [MissionEnded(False, ("night",))]
    assert of_kind(events, Supported) == [Supported(("left 2", None, None, None), 2)]
    assert (state.tiles[1], state.tiles[2]) == (("left 1",), ("left 1", "left 2", "right 1"))
    assert (state.to_act(), state.removals, state.ready[2]) == ((2,), 1, True)


def test_ruling_50_removed_hard_knocks_are_discarded() -> None:
    """For the chapter: they are in no pile."""
    state = revealed({0: "left 1"}, knocks={1: ["mute", "clumsy"]})
    do(state, remove(1, "mute"), DONE)
    assert state.discarded == ("mute",)
    assert "mute" not in (*state.trials, *state.reserve)


def test_ruling_51_a_tile_is_chosen_only_on_withdrawal() -> None:
    """Before, nothing lies there; afterwards it does until the mission ends."""
    state = table(3, hands=[["mute"], ["clumsy"]], tiles={0: ["left 1"], 1: ["left 1"]})
    assert state.placed == [None] * 3
    leave(state, "left 1")
    assert (state.placed, state.tiles[0]) == (["left 1", None, None], ("left 1",))
    assert place("left 1") not in legal(state)
