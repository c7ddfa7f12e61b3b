"""The ledger: what it says of games whatever their order and their seats, and the set of their numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from arena.games import TeamResult
from arena.pairing.numbers import Numbers
from arena.referee import GameRecord
from arena.store.ledger import CLEAN, FAULT, NOT_STARTED, NOTHING, Ledger, Rows
from arena.store.tally import Tally
from tests.standings.helpers import make_record

GAMES = [
    make_record(0, 0, ["ann", "bob"], [1, 2], ms=[(0, 3.0)]),
    make_record(7, 1, ["bob", "cyd", "ann"], [3, 1, 2], faults=[(0, "time"), (2, "start-failure")], forfeited=[0]),
    make_record(8, 1, ["cyd", "bob", "ann"], None, faults=[(0, "time")], status="void"),
    make_record(9, 2, ["ann", "dan"], TeamResult(True, 6.5)),
    make_record(2**40, 2, ["dan", "dan"], None, status="error"),
]


@given(st.permutations(GAMES))
def test_a_ledger_says_the_same_in_whatever_order_the_games_came(games: list[GameRecord]) -> None:
    ledger = Ledger.of(games)
    assert ledger.differing(Ledger.of(GAMES)) == []
    assert (len(ledger), ledger.end) == (5, 2**40 + 1)
    assert ledger.count() == {"finished": 3, "void": 1, "error": 1}
    assert ledger.get(0) == {"ann": CLEAN, "bob": CLEAN}
    assert ledger.get(7) == {"bob": FAULT, "cyd": CLEAN, "ann": NOT_STARTED}
    assert ledger.get(8) == {"cyd": NOTHING, "bob": NOTHING, "ann": NOTHING}
    assert ledger.get(10) is None
    assert [number for number in range(11) if number in ledger] == [0, 7, 8, 9]
    assert ledger.games_of("ann").tolist() == [0, 7, 8, 9]
    assert ledger.games_of_any({"ann"}).tolist() == [0, 7, 8, 9]
    assert ledger.games_of("ann", "bob").tolist() == [0, 7, 8]
    assert ledger.games_of("eve").tolist() == []
    assert dict(zip(ledger.names, ledger.faulty().tolist(), strict=True)) == {"ann": 1, "bob": 1, "cyd": 0, "dan": 0}
    two, three = ledger.tables
    assert (two.seats, three.seats) == (2, 3)
    assert two.number.tolist() == [0, 9, 2**40]
    assert (two.won.tolist(), two.score.tolist()) == ([False, True, False], [0, 6.5, 0])
    assert three.places.tolist() == [[3, 1, 2], [0, 0, 0]]
    assert three.forfeited.tolist() == [[True, False, False], [False] * 3]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"group": 5}, ["game 0"]),
        ({"seating": ("bob", "ann")}, ["game 0", "the tally of ann", "the tally of bob"]),
        ({"number": 1}, ["game 0", "game 1"]),
        ({"forfeited": (1,)}, ["game 0"]),
        ({"status": "void", "outcome": None}, ["game 0", "the tally of ann"]),
        ({"decisions": ()}, ["the tally of ann"]),
    ],
)
def test_whatever_differs_is_named(change: dict[str, object], what: list[str]) -> None:
    """Also where a bot or a game is missing on one side."""
    one, other = Ledger.of(GAMES), Ledger.of([replace(GAMES[0], **change), *GAMES[1:]])
    assert one.differing(other) == other.differing(one) == what
    assert one.differing(Ledger.of(GAMES[:-1])) == [f"game {2**40}"]


def test_damaged_rows_are_refused() -> None:
    """A row too few, half a row, a bot that nobody has heard of."""
    rows = Rows()
    rows.add(GAMES[0], {"ann": 0, "bob": 1})
    tallies = {"ann": Tally(), "bob": Tally()}
    heads, cells = bytes(rows.heads), bytes(rows.cells)
    assert len(Ledger.read(heads, cells, tallies)) == 1
    for damaged, bots in ((heads, cells[:4]), 2), ((heads[:5], cells), 2), ((heads, cells), 1):
        with pytest.raises(ValueError, match=r"do not fit|buffer size"):
            Ledger.read(*damaged, dict(list(tallies.items())[:bots]))


def test_a_game_that_no_row_is_made_for_is_refused() -> None:
    rows = Rows()
    with pytest.raises(ValueError, match="game 3 is too large, of at most 65,536 bots and 255 seats"):
        rows.add(make_record(3, 0, ["ann"], [1]), {"ann": 65536})
    with pytest.raises(ValueError, match="game 3 has 2 seats, but 1 places"):
        rows.add(make_record(3, 0, ["ann", "bob"], [1]), {"ann": 0, "bob": 1})
    assert len(rows) == 0


@given(st.sets(st.integers(0, 30)), st.integers(0, 31), st.integers(0, 31))
def test_numbers_are_a_set(there: set[int], begin: int, end: int) -> None:
    """Of which questions about a stretch cost nothing, however long it is."""
    numbers = Numbers(np.array(sorted(there), dtype=np.int64))
    assert len(numbers) == len(there)
    assert {number for number in range(-2, 33) if number in numbers} == there
    assert numbers.covers(begin, end) == (set(range(begin, end)) <= there)
    assert numbers.first_missing(begin) == next(n for n in range(begin, 99) if n not in there)
    assert numbers.count(begin, end) == len(there & set(range(begin, end)))
