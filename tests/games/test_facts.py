"""What a game says about itself is held against what `Game` promises, everything at once."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from arena.games import find_game, game_names, laws
from arena.games.facts import facts_wrong
from tests.toys import Bid, Bids, Cover, Lanterns, Light


def stating(**facts: Any) -> Bids:
    """Bids that says this about itself."""
    game: Bids = type("Stating", (Bids,), facts)()
    return game


class Needy(Struct, frozen=True):
    rounds: int


class Doomed(Struct, frozen=True):
    def __post_init__(self) -> None:
        raise RuntimeError("no licence")


class NoJson(Struct, frozen=True):
    rounds: Any = object()


class Listed(Struct, frozen=True, array_like=True):
    card: int


class Nameless:
    """Has nothing that a game has but its title."""

    title = "Nameless"


@pytest.mark.parametrize("game", [Bids(), Lanterns(), *map(find_game, game_names())], ids=lambda game: str(game.title))
def test_nothing_is_wrong_with_a_proper_game(game: object) -> None:
    assert facts_wrong(game) == []


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("name", ""),
        ("name", "Bids"),
        ("name", "two words"),
        ("name", 3),
        ("title", None),
        ("version", "1.0"),
        ("version", 1.0),
        ("version", True),
        ("seats", ()),
        ("seats", [2, 3]),
        ("seats", (3, 2)),
        ("seats", (2, 2)),
        ("seats", (0, 1)),
        ("seats", (2.0,)),
        ("seats", (True, 2)),
        ("seats", ("2",)),
        ("seats", 2),
        ("cooperative", 0),
        ("notes", None),
        ("move_type", int),
        ("move_type", Light | int),
        ("move_type", Listed),
        ("options_type", dict),
        ("view_type", Bid(1)),
        ("memory_type", None),
        ("new", None),
        ("imagine", None),
        ("tell", "a text"),
    ],
)
def test_a_fact_of_the_wrong_kind_is_named_with_what_it_must_be(fact: str, value: Any) -> None:
    """And with what it is."""
    (wrong,) = facts_wrong(stating(**{fact: value}))
    assert wrong.startswith(f"`{fact}` must be ")
    assert wrong.endswith(f", not {value!r}")


def test_a_union_of_structs_may_be_the_moves() -> None:
    assert facts_wrong(stating(move_type=Light | Cover)) == []


@pytest.mark.parametrize(
    ("options", "problem"), [(Needy, "Missing required argument"), (Doomed, "no licence"), (NoJson, "object")]
)
def test_default_options_must_be_there_and_fit_into_json(options: type[Struct], problem: str) -> None:
    """A configuration that says nothing of options has them, and a record keeps them."""
    (wrong,) = facts_wrong(stating(options_type=options))
    assert wrong.startswith("`options_type()` must make the default options")
    assert problem in wrong


def test_a_class_is_told_from_its_instance() -> None:
    """It has all facts of a game, and no `self`."""
    assert facts_wrong(Bids) == ["it is the class Bids and must be an instance of it, `Bids()`"]


def test_what_is_missing_is_told_in_one_phrase() -> None:
    """Also of what has nothing of a game."""
    (wrong,) = facts_wrong(Nameless())
    assert wrong.startswith("a Nameless that has no `name`, `version`, ")
    assert wrong.endswith("`new`, `imagine`, `tell`")
    assert facts_wrong([])[0].startswith("a list that has no `name`, `title`")


def test_all_that_is_wrong_is_told_at_once() -> None:
    wrong = facts_wrong(stating(version="1.0", seats=(), options_type=Needy))
    assert [phrase.split()[0] for phrase in wrong] == ["`version`", "`seats`", "`options_type()`"]


@pytest.mark.parametrize("game", [stating(version="1.0"), stating(seats=None), stating(options_type=Needy), Nameless()])
def test_every_check_of_the_laws_begins_with_the_facts(game: Any) -> None:
    """None passes a game that the registry would refuse, nor breaks down over it."""
    (wrong,) = facts_wrong(game)
    checks = (laws.check_rules, laws.check_determinism, laws.check_clone, laws.check_illegal_moves, laws.check_twins)
    for check in (*checks, laws.check_survey, laws.fingerprint):
        with pytest.raises(laws.BrokenLaw) as caught:
            check(game, 2, 1)
        assert str(caught.value).endswith(f": {wrong}")
    with pytest.raises(laws.BrokenLaw):
        laws.check_all(game, 1)
