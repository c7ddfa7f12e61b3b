"""What the machine takes, and what of it a bot gets back: figures in, figures out."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.players.machine_time import NOTHING, Reading, given_back, read, taken_since
from tests.players.fake_process import FakeMeter

seconds = st.floats(0, 1000, allow_nan=False)
BEGAN = Reading(100.0, 5.0, 7.0, 3.0)


def machine(used: float = 0.0, waited: float = 0.0, hides: bool = False) -> FakeMeter:
    """A bot that has used and waited for so much since `BEGAN`."""
    meter = FakeMeter()
    meter.cpu, meter.waited, meter.referee_waited, meter.hides = 5.0 + used, 7.0 + waited, 3.0, hides
    return meter


@pytest.fixture(autouse=True)
def one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a worker has it."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0})


def test_who_had_to_wait_gets_that_back() -> None:
    """30 ms of work in a second by the clock: 970 ms were the machine's, whoever of the two had to wait."""
    taken = taken_since(machine(0.03, 0.9), BEGAN, 101.0, unread=0.07)
    assert (taken.bot, taken.referee, taken.all) == pytest.approx((0.9, 0.07, 0.97))
    assert given_back(taken, NOTHING) == pytest.approx((900, 70))


def test_a_referee_that_was_late_was_late_whatever_the_kernel_counts() -> None:
    """A machine that stood still counts nothing for anybody; and where the bot had to wait meanwhile, that is the same
    time."""
    assert taken_since(machine(), BEGAN, 101.0, late=0.4).all == pytest.approx(0.4)
    taken = taken_since(machine(waited=0.3), BEGAN, 101.0, late=0.4, unread=0.05)
    assert (taken.bot, taken.referee) == pytest.approx((0.3, 0.15))
    assert taken_since(machine(waited=0.5), BEGAN, 101.0, late=0.4).all == pytest.approx(0.5)


def test_nobody_gets_back_what_he_used() -> None:
    """The threads of a bot that fill the processor wait for each other."""
    assert taken_since(machine(1.0, 39.0), BEGAN, 101.0, unread=0.5).all == 0
    assert taken_since(machine(0.75, 39.0), BEGAN, 101.0, unread=0.5).all == pytest.approx(0.25)


def test_who_hides_what_he_uses_gets_nothing_back() -> None:
    """Nobody can tell what of his waiting was for himself."""
    assert taken_since(machine(0.01, 0.9, hides=True), BEGAN, 101.0, late=0.5, unread=0.09) == NOTHING


@given(seconds, seconds, seconds, seconds, seconds)
def test_never_more_than_there_was(span: float, used: float, waited: float, unread: float, late: float) -> None:
    """What is given back and what was used are together no more than the time that went by."""
    taken = taken_since(machine(used, waited), BEGAN, 100.0 + span, late, unread)
    assert taken.bot >= 0
    assert taken.referee >= 0
    assert taken.all <= taken.most + 1e-9
    assert taken.all <= max(0.0, span - used) + 1e-9


def test_a_reading_is_all_figures_at_one_moment() -> None:
    """In the order of its fields."""
    assert read(machine(), lambda: 100.0) == BEGAN
