"""The plan of a contest, read back from facts that may come from anybody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arena.contest import stored_pairer, stored_schedule
from arena.contest.config import load_contest
from arena.contest.identity import fingerprint
from arena.store import Store, StoreError


@pytest.fixture
def facts(tmp_path: Path) -> dict[str, Any]:
    """Of a Swiss of four bots."""
    path = tmp_path / "c.yaml"
    path.write_text("game: gunrunners\nseats: 2\nformat: swiss\nbots: {a: sh, b: sh, c: sh, d: sh}\n")
    with Store.create(tmp_path / "c.db", {"contest": fingerprint(load_contest(path)), "seed": "s"}) as store:
        return store.facts() | {"bots": list("abcd"), "anchors": []}


def test_what_was_stored_is_read_back(facts: dict[str, Any]) -> None:
    assert stored_schedule(facts, ()).seats == 2
    pairer = stored_pairer(facts)
    assert pairer is not None
    assert pairer.most_games == 4 * 2 * 2


@pytest.mark.parametrize("seats", [0, -1, 10**9, 2**70])
def test_a_table_that_no_game_has_is_refused_at_once(facts: dict[str, Any], seats: int) -> None:
    """And nothing is made that would be as large."""
    facts["contest"]["seats"] = seats
    with pytest.raises(StoreError, match="what the file says of its contest cannot be used"):
        stored_schedule(facts, ())


def test_many_bots_are_put_in_order_in_a_moment(facts: dict[str, Any]) -> None:
    """As many as anybody may write into a bundle; it took hours."""
    facts |= {"bots": list(map(str, range(300_000)))}
    facts["contest"]["format"] = "ladder"
    assert stored_pairer(facts) is not None


def test_seeds_that_are_no_bots_are_refused(facts: dict[str, Any]) -> None:
    facts["contest"]["seeded"] = ["nobody"]
    with pytest.raises(StoreError, match="seeded are no bots"):
        stored_pairer(facts)
