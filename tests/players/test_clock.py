"""Time controls and the clock that counts against them."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.players import Clock, TimeControl


def test_without_a_bank_every_decision_has_the_limit_of_a_move() -> None:
    """What earlier decisions took does not matter, and there is nothing left to tell."""
    clock = Clock(TimeControl(move_ms=300))
    clock.spend(299.5)
    assert clock.limit_ms == 300
    assert clock.left_ms is None


def test_no_limits_at_all() -> None:
    """None is no limit, and neither time in use nor a fault makes one."""
    clock = Clock(TimeControl(move_ms=None))
    clock.spend(1e9)
    clock.exhaust()
    assert clock.limit_ms is None
    assert clock.left_ms is None


@pytest.mark.parametrize(("move_ms", "limit"), [(None, 1000), (300, 300), (5000, 1000)])
def test_the_lesser_of_move_and_bank_is_the_limit(move_ms: int | None, limit: int) -> None:
    """A decision may take neither more than a move nor more than what is left."""
    assert Clock(TimeControl(move_ms=move_ms, bank_ms=1000)).limit_ms == limit


def test_the_increment_cannot_pay_for_the_decision_that_earns_it() -> None:
    """D32: a bank of 1 s with 1 s a move allows 1 s, not 2, for the first decision."""
    clock = Clock(TimeControl(move_ms=None, bank_ms=1000, increment_ms=1000))
    assert clock.limit_ms == 1000
    clock.spend(400)
    assert clock.limit_ms == 1600


def test_the_bot_is_told_what_its_last_decision_took_within_its_limit() -> None:
    """Never the margin; and nothing before the first."""
    clock = Clock(TimeControl(move_ms=300, bank_ms=1000))
    assert clock.told_ms is None
    clock.spend(12.6)
    assert clock.told_ms == 13
    clock.spend(315)
    assert clock.told_ms == 300
    clock.spend(1)
    clock.exhaust()
    assert clock.told_ms == 300


def test_what_a_bot_is_told_can_be_computed_from_what_is_recorded() -> None:
    """A record has microseconds, rounded; half a millisecond that only these make must not be told otherwise."""
    exact, recorded = Clock(TimeControl(bank_ms=1000)), Clock(TimeControl(bank_ms=1000))
    for ms in (13.4996, 0.0004, 7.4999):
        exact.spend(ms)
        recorded.spend(round(ms, 3))
        assert (exact.told_ms, exact.left_ms) == (recorded.told_ms, recorded.left_ms)


def test_a_decision_that_was_late_earns_no_increment() -> None:
    """D32: only a move in time does; what the late one could have taken is gone."""
    clock = Clock(TimeControl(move_ms=300, bank_ms=1000, increment_ms=50))
    clock.exhaust()
    assert clock.left_ms == 700
    clock = Clock(TimeControl(move_ms=None, bank_ms=1000, increment_ms=50))
    clock.exhaust()
    assert clock.left_ms == 0


def test_the_margin_does_not_overdraw_the_bank() -> None:
    """Time past the bank that was let pass as measuring error is not owed."""
    clock = Clock(TimeControl(move_ms=None, bank_ms=1000, increment_ms=10))
    clock.spend(1015)
    assert clock.left_ms == 10


def test_what_is_left_is_told_rounded_down() -> None:
    """A bot that uses all it was told is in time."""
    clock = Clock(TimeControl(bank_ms=1000))
    clock.spend(0.001)
    assert clock.left_ms == 999


@given(
    bank=st.integers(1, 5000),
    move=st.none() | st.integers(1, 5000),
    increment=st.integers(0, 500),
    uses=st.lists(st.floats(0, 1) | st.none(), max_size=30),
)
def test_the_bank_is_an_account(bank: int, move: int | None, increment: int, uses: list[float | None]) -> None:
    """Never negative; a decision in time takes what it took and earns the increment; a late one takes its limit."""
    clock = Clock(TimeControl(move_ms=move, bank_ms=bank, increment_ms=increment))
    left = float(bank)
    for use in uses:
        limit = clock.limit_ms
        assert limit is not None
        assert limit == pytest.approx(min(left, left if move is None else move))
        if use is None:
            clock.exhaust()
            left -= limit
        else:
            used = round(limit * use * 1000) / 1000  # what it took is counted in whole microseconds
            clock.spend(limit * use)
            left += increment - used
        left = max(left, 0.0)
        assert clock.left_ms is not None
        assert clock.left_ms >= 0
        assert left - 1.001 < clock.left_ms < left + 0.001


@pytest.mark.parametrize(
    "wrong",
    [
        {"start_ms": 0},
        {"move_ms": 0},
        {"bank_ms": 0},
        {"send_ms": 0},
        {"bank_ms": 1, "increment_ms": -1},
        {"margin_ms": -1},
        {"increment_ms": 5},
    ],
)
def test_a_time_control_that_makes_no_sense_is_refused_by_the_name_of_its_field(wrong: dict[str, int]) -> None:
    """Wherever it is read from. An increment without a bank has nothing to be added to."""
    with pytest.raises(ValueError, match=list(wrong)[-1]):
        msgspec.convert(wrong, TimeControl)
