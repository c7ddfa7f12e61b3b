"""What a jail reports, and how all in it ends; its reports are written by the test."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator

import pytest

from arena.sandbox.namespace import Namespace

Pipe = tuple[Namespace, int]


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    """A namespace, and where its jail writes."""
    reading, writing = os.pipe()
    namespace = Namespace(reading)
    yield namespace, writing
    namespace.close()
    os.close(writing)


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    """The first process of a namespace."""
    with subprocess.Popen(["sleep", "1000"]) as process:
        yield process
        process.kill()


def test_reports_come_in_pieces(pipe: Pipe, sleeper: subprocess.Popen[bytes]) -> None:
    """As pipes have it; unknown keys and lines are a later version's."""
    namespace, writing = pipe
    said = b'{"child-pid": %d, "net-namespace": 4026532}\n[]\n{"later": 1}\n{"exit-code": 139}\n' % sleeper.pid
    seen = []
    for at in range(0, len(said), 7):
        os.write(writing, said[at : at + 7])
        seen.append((namespace.first, namespace.exit_code))
    assert sorted(set(seen), key=seen.index) == [(None, None), (sleeper.pid, None), (sleeper.pid, 139)]


def test_nothing_new_is_no_end(pipe: Pipe) -> None:
    """Nobody waits for a report either."""
    namespace, _ = pipe
    assert (namespace.first, namespace.exit_code) == (None, None)


def test_the_end_of_the_reports() -> None:
    """The jail is gone, or could not be made."""
    reading, writing = os.pipe()
    namespace = Namespace(reading)
    os.write(writing, b'{"exit-code": 3}\n')
    os.close(writing)
    assert (namespace.exit_code, namespace.first) == (3, None)
    namespace.kill(1000)  # there is nobody to wait for
    namespace.close()


def test_kill_waits_for_the_report(pipe: Pipe, sleeper: subprocess.Popen[bytes]) -> None:
    """A jail that is just being made tells whom to kill; when it returns, that one is dead."""
    namespace, writing = pipe
    os.write(writing, b'{"child-pid": %d}\n' % sleeper.pid)
    namespace.kill(1000)
    assert sleeper.wait() == -9


def test_kill_does_not_wait_for_ever(pipe: Pipe) -> None:
    """For a jail that says nothing."""
    namespace, _ = pipe
    namespace.kill(0)
    assert namespace.first is None


def test_a_first_process_that_is_gone_is_nobody_else(pipe: Pipe) -> None:
    """Its number is not used any more, whoever has it by then."""
    namespace, writing = pipe
    ended = subprocess.Popen(["true"])
    ended.wait()
    os.write(writing, b'{"child-pid": %d}\n' % ended.pid)
    assert namespace.first == ended.pid
    namespace.signal_first()
    namespace.kill(1000)


def test_a_first_process_that_ends_in_between_is_no_trouble(pipe: Pipe, sleeper: subprocess.Popen[bytes]) -> None:
    """Its descriptor means that process and no other."""
    namespace, writing = pipe
    os.write(writing, b'{"child-pid": %d}\n' % sleeper.pid)
    assert namespace.first == sleeper.pid
    sleeper.kill()
    sleeper.wait()
    namespace.signal_first()
    namespace.kill(1000)
