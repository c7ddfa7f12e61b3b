"""The one line of steps that a mission is: what rules name is there, and each decision has its step."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from arena.games import grizzled
from arena.games.grizzled import State, deck
from arena.games.grizzled.deck import HELPING_HANDS, ORDERS, RECRUITS, TRIALS
from arena.games.grizzled.imagine import MOMENTS, STEPS
from arena.games.grizzled.moves import Stage
from arena.games.grizzled.state import MISSION
from arena.games.steps import never_asked

RULES = sorted(Path(grizzled.__file__).parent.glob("*.py"))


def calls(name: str) -> Iterator[tuple[Path, ast.expr]]:
    """The first arguments of all calls of a method in the files of the rules."""
    for path in RULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name:
                yield path, node.args[0]


def test_every_step_that_a_rule_goes_to_is_in_the_line() -> None:
    """Steps are named, so that no file imports those that come after it; a name that there is not would end a game."""
    names = [(path, step.value) for path, step in calls("go_to") if isinstance(step, ast.Constant)]
    assert len(names) > 20
    assert [(path.name, name) for path, name in names if name not in State.line.places] == []


def test_every_decision_is_asked_for_by_a_step_of_the_line() -> None:
    """A position is imagined at the step that asks: for all decisions but the end, and for all events that are
    offered."""
    assert {*STEPS} == {*get_args(Stage)} - {"help", "over"}
    assert {*MOMENTS} == {name for name, hand in HELPING_HANDS.items() if hand.category == "event"}
    asking = {step.take.__name__ for step in MISSION if step.make is not never_asked}
    assert {*STEPS.values(), *MOMENTS.values()} == asking


def test_every_kind_of_decision_is_asked_for_somewhere() -> None:
    """And none that is not a stage of the game."""
    stages = {stage.value for _, stage in calls("ask") if isinstance(stage, ast.Constant)}
    assert stages == {*get_args(Stage)} - {"over"}


def test_every_card_that_a_rule_names_is_in_the_deck() -> None:
    """A name with a slip of the pen would be a card that never comes."""
    cards = {*TRIALS, *ORDERS, *RECRUITS, *HELPING_HANDS}
    named = {name: card for name, card in vars(deck).items() if name.isupper() and isinstance(card, str)}
    tiles = {"LEFT", "RIGHT"}
    assert len(named) > 70
    assert {name: card for name, card in named.items() if card not in cards and name not in tiles} == {}
