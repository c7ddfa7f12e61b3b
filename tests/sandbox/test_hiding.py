"""Who hides what he uses of the processor, and who cannot be stopped: found by looks, without a control group."""

from __future__ import annotations

import os
from itertools import count

import pytest

from arena.sandbox import family
from arena.sandbox.cgroup import Cgroup
from arena.sandbox.meter import _Birth, _some_vanished
from tests.processes import wait_for
from tests.sandbox.conftest import EVERYWHERE, Start, hear, limits, until

everywhere = pytest.mark.parametrize("name", EVERYWHERE)
GONE = 2**22  # no process has that number


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No control groups."""
    monkeypatch.setattr(Cgroup, "make", lambda *_: None)


HIDES = """
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
say('here')
while True:
    if not os.fork():
        end = time.process_time() + .02
        while time.process_time() < end: pass
        os._exit(0)
    time.sleep(.01)
"""
REAPS = """
say('here')
for line in sys.stdin:
    for _ in range(3):
        if not os.fork():
            time.sleep(.02)
            os._exit(0)
        os.wait()
    say('done')
"""


@everywhere
async def test_children_that_nobody_collects_are_noticed(start: Start, name: str, alone: None) -> None:
    """Their time is in no account, so their parent is known to hide it."""
    process = start(name, HIDES, limits(processes=40))
    assert hear(process) == ["here"]
    until(lambda: process.meter.hides, process)


@everywhere
async def test_children_that_are_collected_hide_nothing(start: Start, name: str, alone: None) -> None:
    """However often somebody looks while they come and go."""
    process = start(name, REAPS)
    assert hear(process) == ["here"]
    process.send_now(b"go\n")
    while process.look(0.003) is None:
        process.meter.sample()
    process.meter.sample()
    assert not process.meter.hides


def births(**parents: tuple[int, int]) -> dict[int, _Birth]:
    """This process with children of these numbers, each with its own page faults and those it has collected."""
    own = os.getpid()
    found = {own: _Birth(1, 7, 500, parents.pop("own")[1])}
    return found | {GONE + int(name[1:]): _Birth(own, 8, faults, 0) for name, (faults, _) in parents.items()}


def test_a_child_is_collected_when_its_parent_has_its_faults() -> None:
    """The kernel adds them up together with its time."""
    before = births(own=(0, 100), c1=(60, 0), c2=(40, 0))
    assert not _some_vanished(before, before)
    assert not _some_vanished(before, births(own=(0, 200)))
    assert not _some_vanished(before, births(own=(0, 160), c2=(40, 0)))
    assert _some_vanished(before, births(own=(0, 199)))
    assert _some_vanished(before, births(own=(0, 100), c1=(60, 0)))


def test_whose_parent_has_gone_proves_nothing() -> None:
    """It has another one since, who may collect it or not; so has one whose parent's number somebody else has now."""
    before = births(own=(0, 100), c1=(60, 0))
    assert not _some_vanished(before, {})
    own = os.getpid()
    assert not _some_vanished(before, {own: before[own]._replace(began=9)})


def test_a_list_that_misses_one_that_lives_proves_nothing() -> None:
    """The kernel's lists of children can."""
    own = os.getpid()
    before = births(own=(0, 100)) | {os.getppid(): _Birth(own, 8, 60, 0)}
    assert not _some_vanished(before, births(own=(0, 100)))


@pytest.mark.parametrize("name", ["none", "rlimit"])
async def test_who_starts_processes_faster_than_they_are_stopped_loses_by_it(
    start: Start, name: str, alone: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a jail a family is stopped one by one: one that runs away from that is nobody else's trouble."""
    process = start(name, "say('here'); input()")
    assert hear(process) == ["here"]
    numbers = count(GONE)
    with monkeypatch.context() as running_away:
        running_away.setattr(family.Family, "members", lambda self, lost=None: {next(numbers)})
        process.freeze()
    overrun = process.overrun()
    assert overrun is not None
    assert overrun[0] == "processes"
    assert "faster than they could be stopped while it was not on turn" in overrun[1]


CHAINS = """
say('here')
for _ in range(4):
    if not os.fork():
        while True:
            os.setsid() if os.getpid() != os.getsid(0) else None
            end = time.process_time() + .001
            while time.process_time() < end: pass
            if os.fork(): os._exit(0)
for line in sys.stdin: say(line.strip())
"""


@everywhere
async def test_chains_of_processes_that_hand_over_can_be_stopped(start: Start, name: str, alone: None) -> None:
    """Each lives for a millisecond: no list of them is ever up to date. Of a jail all stand at one signal; the others
    are caught one after another, for they do not run while somebody on their own core looks for them."""
    affinity = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(affinity)})
    try:
        process = start(name, CHAINS, limits(processes=60))
        assert hear(process) == ["here"]
        process.freeze()
        if process.overrun() is None:
            wait_for(lambda: all(map(_stands, process._family.members() or [GONE])))
            process.thaw()
            process.send_now(b"well?\n")
            assert hear(process) == ["well?"]
        else:
            assert name != "bwrap"
    finally:
        os.sched_setaffinity(0, affinity)


def _stands(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] in "TZX"
    except OSError:
        return True
