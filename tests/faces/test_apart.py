"""What looks on gives way to all others, and its terminal knows nothing of that."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.processes import wait_for

# As where the kernel shares by sessions, whether it does here or not.
CODE = """
import os, signal, sys, time
from pathlib import Path
from arena.faces import apart
signal.signal(signal.SIGTERM, signal.default_int_handler)
apart._shared_by_sessions = lambda: True
apart.come_last(10)
share = Path("/proc/self/autogroup")
of_all = share.read_text().split()[-1] if share.exists() else "10"
try:
    print(os.getpid(), os.getsid(0), os.nice(0), of_all, flush=True)
    while sys.argv[1:]:
        time.sleep(3600)
except KeyboardInterrupt:
    print("heard", flush=True)
    sys.exit(7)
sys.exit(3)
"""


class Started:
    def __init__(self, *more: str) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", CODE, *more], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.out = self.process.stdout
        self.pid, self.session, self.nice, self.share = map(int, self.out.readline().split())


@pytest.fixture
def waiting() -> Iterator[Started]:
    started = Started("wait")
    yield started
    with suppress(ProcessLookupError):
        os.kill(started.process.pid, signal.SIGKILL)
    started.process.wait()
    started.out.close()


def test_it_is_a_session_of_its_own_which_gives_way(waiting: Started) -> None:
    """As a whole; the session that it was started from does not."""
    assert waiting.pid != waiting.process.pid
    assert waiting.session == waiting.pid
    assert os.getsid(waiting.process.pid) == os.getsid(0)
    assert (waiting.nice, waiting.share) == (min(19, 10 + os.nice(0)), 10)
    own = Path(f"/proc/{waiting.process.pid}/autogroup")
    assert not own.exists() or own.read_text() == Path("/proc/self/autogroup").read_text()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_its_terminal_says_reaches_it(waiting: Started, number: int) -> None:
    """And the command ends as it has ended."""
    waiting.process.send_signal(number)
    assert waiting.out.readline() == "heard\n"
    assert waiting.process.wait() == 7


def test_the_command_has_its_exit_status() -> None:
    started = Started()
    assert started.process.wait() == 3
    assert started.out.read() == ""
    started.out.close()


def test_one_that_is_killed_leaves_nobody(waiting: Started) -> None:
    """Its output ends when both are gone."""
    waiting.process.kill()
    assert waiting.out.read() in ("", "heard\n")


def test_a_child_that_is_killed_ends_the_command(waiting: Started) -> None:
    """With the status that a shell gives."""
    os.kill(waiting.pid, signal.SIGKILL)
    assert waiting.process.wait() == 128 + signal.SIGKILL


def state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_it_stops_and_goes_on_with_its_command(waiting: Started) -> None:
    """As Ctrl-Z and fg do."""
    waiting.process.send_signal(signal.SIGTSTP)
    os.waitpid(waiting.process.pid, os.WUNTRACED)
    wait_for(lambda: state(waiting.pid) == "T")  # it is sent before the command stops, and takes a moment to come
    waiting.process.send_signal(signal.SIGCONT)
    waiting.process.send_signal(signal.SIGINT)
    assert waiting.out.readline() == "heard\n"


def test_one_that_leads_its_session_stays_where_it_is() -> None:
    """As one that a service manager has started: there is nobody else in it."""
    done = subprocess.run([sys.executable, "-c", CODE], stdout=subprocess.PIPE, text=True, start_new_session=True)
    pid, session, _, share = map(int, done.stdout.split())
    assert pid == session
    assert share == 10
