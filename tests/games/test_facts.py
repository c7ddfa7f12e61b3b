"""What a game says about itself is held against what `Game` promises, everything at once."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from msgspec import Struct

from arena.games import Game, find_game, game_names, laws
from arena.games.facts import facts_wrong
from arena.games.toys import BIDS, LANTERNS, Bid, Cover, Light, bids


def stating(**facts: Any) -> Game:
    """Bids that says this about itself."""
    return replace(BIDS, **facts)


class Needy(Struct, frozen=True):
    rounds: int


class Doomed(Struct, frozen=True):
    def __post_init__(self) -> None:
        raise RuntimeError("no licence")


class NoJson(Struct, frozen=True):
    rounds: Any = object()


class Listed(Struct, frozen=True, array_like=True):
    card: int


class Bids:
    """All facts of a game, but not as the one value that they should be."""

    name, title, version, seats, cooperative, notes = "bids", "Bids", 1, (2,), False, ""
    options_type, move_type, view_type, memory_type = (dict,) * 4


@pytest.mark.parametrize("game", [BIDS, LANTERNS, *map(find_game, game_names())], ids=lambda game: str(game.title))
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
        ("public_type", dict),
        ("new", None),
        ("imagine", None),
        ("tell", "a text"),
        ("tell_move", None),
        ("deck", ("a card",)),
        ("drawing", ""),
        ("drawing", "table.js"),
        ("drawing", "a.game:table.css"),
        ("drawing", "a.game:../table.js"),
        ("drawing", "a-game:table.js"),
        ("printed", {}),
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


@pytest.mark.parametrize(
    ("offered", "what"),
    [
        (Game, "the class Game"),
        (Bids, "the class Bids"),
        (Bids(), "a Bids"),
        ([], "a list"),
        (None, "a NoneType"),
        (bids, "a module"),
    ],
)
def test_what_is_no_game_is_told_how_to_make_one(offered: object, what: str) -> None:
    """Also an object with attributes of those names, and a class: a game is one value."""
    (wrong,) = facts_wrong(offered)
    assert wrong.startswith(f"it is {what} and must be an instance of `arena.games.Game`, `Game(name=..., title=..., ")
    assert wrong.endswith("public_type=..., new=..., imagine=..., tell=..., tell_move=...)`")


def test_a_fact_that_is_not_stated_is_named() -> None:
    """Python's own words for it, which `find_game` hands on."""
    with pytest.raises(TypeError, match="missing 2 required keyword-only arguments: 'title' and 'tell'"):
        Game(**{field.name: getattr(BIDS, field.name) for field in fields(Game) if field.name not in ("title", "tell")})


def test_all_that_is_wrong_is_told_at_once() -> None:
    wrong = facts_wrong(stating(version="1.0", seats=(), options_type=Needy))
    assert [phrase.split()[0] for phrase in wrong] == ["`version`", "`seats`", "`options_type()`"]


@pytest.mark.parametrize("game", [stating(version="1.0"), stating(seats=None), stating(options_type=Needy), Bids(), []])
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
