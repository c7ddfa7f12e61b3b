"""What is nasty and legal is found for any game."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.games import Deal, find_game
from arena.games.toys import BIDS, LANTERNS
from arena.protocol import encode_body
from arena.referee import Retelling
from arena.rehearsal.nasty import search, variants


@pytest.mark.parametrize("name", ["gangsta", "grizzled", "gunrunners"])
def test_each_variant_can_be_played_and_differs_in_one_option(name: str) -> None:
    game = find_game(name)
    found = list(variants(game, game.seats))
    usual = encode_body(game.options_type())
    for _, options, seats in found:
        assert encode_body(options) != usual
        assert game.new(options, seats, Deal("any")).to_act()
    assert len({encode_body(options) for _, options, _ in found}) == len(found)
    assert (name == "gunrunners") == (not found)


def test_variants_are_named() -> None:
    assert [(what, seats) for what, _, seats in variants(BIDS, (3, 2))] == [("double_last: true", 3)]
    assert list(variants(LANTERNS, LANTERNS.seats)) == []


async def test_the_nastiest_is_where_it_is_said_to_be(tmp_path: Path) -> None:
    """Its seat is asked so much there, when the record is told to it once more."""
    game = find_game("gunrunners")
    found = await search(game, game.options_type(), (2, 3), "any", tmp_path)
    assert found is not None
    assert found.searched == 16
    assert found.longest.size == len(found.longest.record.decisions)
    asked = [one.question for one in Retelling(found.widest.record, game, found.widest.seat, 0)]
    assert max(len(question.legal) for question in asked) == found.widest.size
    asked = [one.question for one in Retelling(found.biggest.record, game, found.biggest.seat, 0)]
    parts = [(question.events, question.view, question.memory, question.legal) for question in asked]
    assert max(sum(len(encode_body(part)) for part in four) for four in parts) == found.biggest.size
    fewer = await search(game, game.options_type(), (2,), "any", tmp_path)
    assert fewer is not None
    assert all(
        one.size > other.size for one, other in zip(found[:3], fewer[:3], strict=True)
    )  # three are more than two
    again = await search(game, game.options_type(), (2, 3), "any", tmp_path)
    assert again is not None
    assert again.biggest.record == found.biggest.record
