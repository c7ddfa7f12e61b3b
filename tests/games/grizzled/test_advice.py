"""Ruling 86: players may advise each other on support (p.13); bots only with the option, by a veteran's number."""

from __future__ import annotations

import pytest

from arena.games import Deal, laws
from arena.games.grizzled import GAME, Options, new
from arena.games.grizzled.events import Advised, Withdrew
from arena.games.grizzled.moves import DONE, WITHDRAW, Advise, Place
from tests.games.grizzled.chapters import same_world
from tests.games.grizzled.table import do, legal, of_kind, table

ADVICE = Options(advice=True)
TILES = {veteran: ["left 1", "right 1"] for veteran in range(4)}


def test_ruling_86_who_withdraws_may_say_whom_to_support() -> None:
    """Any veteran, itself too, for all to see until the mission is over; the tile is its own affair."""
    state = table(4, hands=[["mute"]] * 0, tiles=TILES, options=ADVICE, trials=["clumsy"])
    do(state, WITHDRAW)
    assert (state.stage, legal(state)) == ("advise", (Advise(0), Advise(1), Advise(2), Advise(3), DONE))
    assert state.default(0) == DONE
    same_world(state)
    assert do(state, Advise(2)) == [Advised(0, 2)]
    assert (state.stage, [one.advice for one in state.view(3).veterans]) == ("place", [2, None, None, None])
    same_world(state)
    do(state, Place("right 1"), WITHDRAW, DONE, Place("left 1"))
    assert [one.advice for one in state.view(3).veterans] == [2, None, None, None]


def test_ruling_86_none_without_the_option() -> None:
    """The tile is placed at once."""
    state = table(4, tiles=TILES, trials=["clumsy"])
    do(state, WITHDRAW)
    assert state.stage == "place"


def test_ruling_86_forgotten_in_the_next_mission() -> None:
    """As the figures come back."""
    state = table(3, withdrawn=[1, 2], options=ADVICE, trials=["mute", "clumsy", "selfish"])
    state.advice[1] = 0
    events = do(state, WITHDRAW, Advise(1))
    assert of_kind(events, Withdrew) == [Withdrew(0, False)]
    do(state, legal(state)[0])
    assert (state.mission, state.advice) == (3, [None] * 3)


@pytest.mark.parametrize("seats", [2, 3])
def test_with_advice_no_seat_knows_more_than_it_may(seats: int) -> None:
    """Twin worlds."""
    assert laws.check_twins(GAME, seats, 2, options=ADVICE) > 0


def test_one_seat_has_nobody_to_advise() -> None:
    """Its options are refused."""
    with pytest.raises(ValueError, match="nobody to advise"):
        new(ADVICE, 1, Deal("a"))
