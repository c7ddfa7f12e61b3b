"""Processor time on turn and off turn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.sandbox import Account

# Seconds by the clock, whether on turn, processor time used.
STRETCH = st.tuples(st.floats(0, 3), st.booleans(), st.floats(0, 3))


class Spent:
    """A bot's meter and a clock."""

    def __init__(self) -> None:
        self.now, self.cpu, self.read = 100.0, 7.0, 0

    def __call__(self) -> float:
        self.read += 1
        return self.cpu

    def through(self, account: Account, wall: float, on: bool, cpu: float) -> None:
        began = self.now
        if on and began >= account.due:
            account.rest(began)
        self.now += wall
        self.cpu += cpu
        if on:
            account.turn(began, self.now)


@given(st.lists(STRETCH, max_size=40), st.booleans())
def test_nothing_is_lost_and_nothing_is_counted_twice(stretches: list[tuple[float, bool, float]], on: bool) -> None:
    """On turn and off turn together are all that was used since the account was opened, and none is negative."""
    spent = Spent()
    account = Account(spent, spent.now)
    for stretch in stretches:
        spent.through(account, *stretch)
    account.close(spent.now, lambda: False)
    assert account.on_s + account.off_s == pytest.approx(spent.cpu - 7, abs=1e-9)
    assert min(account.on_s, account.off_s) >= 0
    assert account.off_wall_s == pytest.approx(sum(wall for wall, on, _ in stretches if not on), abs=1e-9)


@given(st.lists(st.tuples(st.floats(0.021, 3), st.booleans(), st.floats(0, 30)), max_size=40))
def test_long_stretches_are_told_exactly(stretches: list[tuple[float, bool, float]]) -> None:
    """However much was used in them, by however many threads."""
    spent = Spent()
    account = Account(spent, spent.now)
    for stretch in stretches:
        spent.through(account, *stretch)
    account.close(spent.now, lambda: False)
    assert account.on_s == pytest.approx(sum(cpu for _, on, cpu in stretches if on), abs=1e-9)
    assert account.off_s == pytest.approx(sum(cpu for _, on, cpu in stretches if not on), abs=1e-9)


@given(st.lists(st.tuples(st.floats(0, 0.1), st.floats(0, 0.1)), max_size=40))
def test_an_honest_bot_with_one_thread_uses_nothing_off_turn(turns: list[tuple[float, float]]) -> None:
    """It cannot use more than the clock shows, however short its turns are."""
    spent = Spent()
    account = Account(spent, spent.now)
    for waiting, thinking in turns:
        spent.through(account, waiting, False, 0.0)
        spent.through(account, thinking, True, thinking)
    account.close(spent.now, lambda: False)
    assert account.off_s == pytest.approx(0, abs=1e-9)


@given(st.lists(st.tuples(st.floats(0.001, 0.1), st.floats(0.001, 0.1)), max_size=40))
def test_what_one_thread_cannot_do_on_turn_was_done_off_turn(turns: list[tuple[float, float]]) -> None:
    """One that computes all the time is charged at least for the time that it was not on turn."""
    spent = Spent()
    account = Account(spent, spent.now)
    for waiting, thinking in turns:
        spent.through(account, waiting, False, waiting)
        spent.through(account, thinking, True, thinking)
    account.close(spent.now, lambda: False)
    assert account.off_s >= account.off_wall_s - 1e-9


def test_short_turns_are_not_read_one_by_one() -> None:
    """Reading costs something, and a hundred turns in ten milliseconds are a mixed stretch anyway."""
    spent = Spent()
    account = Account(spent, spent.now)
    for at in range(100):
        spent.through(account, 0.0001, bool(at % 2), 0.0)
    assert spent.now < account.due
    account.close(spent.now, lambda: False)
    assert spent.read == 2  # to open it and to close it


def test_what_only_the_last_look_finds_was_thought_on_turn() -> None:
    """The time of children that have ended, since the watch came by."""
    spent = Spent()
    account = Account(spent, spent.now)
    spent.through(account, 1.0, False, 0.0)

    def look() -> bool:
        spent.cpu += 0.25
        return True

    account.close(spent.now, look)
    assert (account.on_s, account.off_s) == (0.25, 0.0)


def test_what_was_used_between_two_turns_is_told_apart_before_the_second() -> None:
    """However many threads used it: it was not thought on turn."""
    spent = Spent()
    account = Account(spent, spent.now)
    spent.through(account, 0.5, False, 2.0)
    spent.through(account, 0.5, True, 0.25)
    account.close(spent.now, lambda: False)
    assert (account.on_s, account.off_s, account.off_wall_s) == (0.25, 2.0, 0.5)
