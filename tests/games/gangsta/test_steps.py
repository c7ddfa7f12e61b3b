"""The one line of steps that a turn is: what rules name is there, and each decision has its step."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from arena.games import gangsta
from arena.games.gangsta import State
from arena.games.gangsta.imagine import STEPS
from arena.games.gangsta.position import Stage
from arena.games.gangsta.state import TURN
from arena.games.steps import never_asked


def named(method: str) -> Iterator[str]:
    """The text that is the first argument of each call of a method in the files of the rules."""
    for path in sorted(Path(gangsta.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method:
                name = node.args[0]
                if isinstance(name, ast.Constant) and isinstance(name.value, str):
                    yield name.value


def test_every_step_that_a_rule_goes_to_is_in_the_line() -> None:
    """Steps are named, so that no file imports those that come after it; a name that there is not would end a game."""
    assert {"begin", "hospital", "refill", "end_chapter", "jet"} == {*named("go_to")} <= {*State.line.places}


def test_every_decision_is_asked_for_by_a_step_of_the_line() -> None:
    """A position is imagined at the step that asks; the end stands at the last one."""
    assert {*STEPS} == {*get_args(Stage)} == {*named("ask"), "jet", "society", "over"}
    assert {*STEPS.values()} == {step.take.__name__ for step in TURN if step.make is not never_asked}
