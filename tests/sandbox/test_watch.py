"""The thread that looks at every running bot."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from queue import Queue
from threading import Event

import pytest

from arena.sandbox.watch import Watch


class Counted:
    """Notes that it was looked at; some cannot be."""

    def __init__(self, problem: OSError | None = None) -> None:
        self.looks: Queue[int] = Queue()
        self._problem = problem

    def check(self, lost: set[int]) -> None:
        self.looks.put(threading.get_ident())
        if self._problem:
            raise self._problem


@pytest.fixture
def watch() -> Iterator[Watch]:
    """One of our own. Its thread sleeps for ever in the end, and is no reason for the process not to end."""
    watch = Watch()
    yield watch
    for watched in watch._all.copy():
        watch.remove(watched)
    assert watch._thread is None or watch._thread.daemon


def test_all_are_looked_at_again_and_again_in_one_other_thread(watch: Watch) -> None:
    """The event loop need not be free for it."""
    both = Counted(), Counted()
    for watched in both:
        watch.add(watched)
    threads = {watched.looks.get(timeout=30) for watched in both for _ in range(2)}
    assert len(threads) == 1
    assert threading.get_ident() not in threads


def test_one_that_ends_while_it_is_looked_at_is_no_trouble_for_others(watch: Watch) -> None:
    """Its files in /proc vanish at any moment."""
    gone, other = Counted(FileNotFoundError()), Counted()
    watch.add(gone)
    watch.add(other)
    for watched in (gone, other, gone, other):
        assert watched.looks.get(timeout=30)


def test_what_was_taken_back_is_left_alone(watch: Watch) -> None:
    """After the round that was on its way; a second time changes nothing."""
    first, second = Counted(), Counted()
    watch.add(first)
    watch.add(second)
    watch.remove(first)
    watch.remove(first)
    second.looks.get(timeout=30)
    second.looks.get(timeout=30)
    seen = first.looks.qsize()
    second.looks.get(timeout=30)
    assert first.looks.qsize() == seen


def test_it_rests_while_there_is_nothing_and_wakes_for_the_next(watch: Watch) -> None:
    """It waits for that, and does not look every now and then."""
    asleep = Event()
    wait = watch._some.wait

    def noted(timeout: float | None = None) -> bool:
        asleep.set()
        return wait(timeout)

    watch._some.wait = noted  # type: ignore[method-assign]
    for _ in range(3):
        watched = Counted()
        watch.add(watched)
        watched.looks.get(timeout=30)
        asleep.clear()
        watch.remove(watched)
        assert asleep.wait(30)
    assert watch._thread is not None
