"""The machine of steps: a position goes on from step to step, or to one that is named."""

from __future__ import annotations

import pytest

from arena.games.steps import Line, Step, Stepwise


def deal(state: Stepwise) -> None:
    """A step that needs no decision."""
    state.go_on()


def play(state: Stepwise) -> None:
    """One that begins again."""
    state.go_to("deal")


class Endless(Stepwise):
    """A line of two steps."""

    line = Line((Step(deal), Step(play)))


def test_a_step_is_gone_to_by_the_name_of_its_function() -> None:
    """Where rules point forward they name a step, as they do not know the file that comes after them."""
    state = Endless()
    state.go_to("play")
    assert state.at == 1
    Endless.line.steps[state.at].take(state)
    assert state.at == 0


def test_a_step_that_there_is_not_cannot_be_gone_to() -> None:
    """The slip is found where it is made, not at the next step."""
    with pytest.raises(KeyError, match="shuffle"):
        Endless().go_to("shuffle")


def test_no_two_steps_of_a_line_have_the_same_name() -> None:
    """Else a name would not say which."""
    with pytest.raises(TypeError, match="two steps of one name: deal"):
        Line((Step(deal), Step(play), Step(deal)))
