"""The plan of a contest, read back from facts that may come from anybody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from arena.contest import stored_pairer, stored_schedule
from arena.contest.config import load_contest
from arena.contest.identity import fingerprint
from arena.store import Facts, Store, StoreError
from tests.facts import made_facts, plain, raw


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    """Of a Swiss of four bots."""
    path = tmp_path / "c.yaml"
    path.write_text("game: gunrunners\nseats: 2\nformat: swiss\nbots: {a: sh, b: sh, c: sh, d: sh}\n")
    said = {"contest": fingerprint(load_contest(path)), "bots": list("abcd")}
    with Store.create(tmp_path / "c.db", made_facts(said)) as store:
        return store.facts()


def saying(facts: Facts, **changed: Any) -> Facts:
    """The same of another contest."""
    return replace(facts, contest=raw(plain(facts.contest) | changed))


def test_what_was_stored_is_read_back(facts: Facts) -> None:
    assert stored_schedule(facts, ()).seats == 2
    pairer = stored_pairer(facts)
    assert pairer is not None
    assert pairer.most_games == 4 * 2 * 2


@pytest.mark.parametrize("seats", [0, -1, 10**9, 2**70])
def test_a_table_that_no_game_has_is_refused_at_once(facts: Facts, seats: int) -> None:
    """And nothing is made that would be as large."""
    facts = saying(facts, seats=seats)
    with pytest.raises(StoreError, match="what the file says of its contest cannot be used"):
        stored_schedule(facts, ())


def test_many_bots_are_put_in_order_in_a_moment(facts: Facts) -> None:
    """As many as anybody may write into a bundle; it took hours."""
    facts = replace(saying(facts, format="ladder"), bots=tuple(map(str, range(300_000))))
    assert stored_pairer(facts) is not None


def test_seeds_that_are_no_bots_are_refused(facts: Facts) -> None:
    facts = saying(facts, seeded=["nobody"])
    with pytest.raises(StoreError, match="seeded are no bots"):
        stored_pairer(facts)
