"""Real bots and their limits, in every sandbox: what they use is measured, bounded, and stopped for a while."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path

import pytest
import trio
import trio.testing

from arena.sandbox import SandboxName, family, meter
from arena.sandbox import process as processes
from arena.sandbox.cgroup import Cgroup
from arena.sandbox.meter import mib
from arena.sandbox.proc import read_file
from arena.sandbox.process import BotProcess
from arena.sandbox.stderr_log import StderrLog
from arena.sandbox.tree import adopted
from tests.processes import wait_for
from tests.sandbox.conftest import ECHO, EVERYWHERE, Start, hear, jailed, limits, until

everywhere = pytest.mark.parametrize("name", EVERYWHERE)


# ---- limits

HOLD = "say('here'); time.sleep(1000)"
MEMORY = {
    "list": "data = [bytearray(1 << 20) for _ in range(150)]\n" + HOLD,
    "shared": "data = mmap.mmap(-1, 150 << 20); data.write(b'x' * (150 << 20))\n" + HOLD,
    "children": "for _ in range(4): os.fork() or (bytearray(b'x') * (50 << 20), time.sleep(1000))\n" + HOLD,
    "thread": "Thread(target=lambda: (bytearray(b'x') * (150 << 20), time.sleep(1000))).start()\n" + HOLD,
}
PROCESSES = {
    "children": "for _ in range(20): os.fork() or time.sleep(1000)\n" + HOLD,
    "threads": "for _ in range(20): Thread(target=time.sleep, args=(1000,)).start()\n" + HOLD,
    "orphans": """
for _ in range(20):
    if not os.fork(): os.fork() and os._exit(0); time.sleep(1000)
    os.wait()
"""
    + HOLD,
}


async def overrun(process: BotProcess) -> tuple[str, str]:
    """What it was stopped for, once it was, and its main process is gone."""
    until(process.overrun, process)
    assert await process.wait_exit(20)
    found = process.overrun()
    assert found is not None
    return found


@everywhere
@pytest.mark.parametrize("what", list(MEMORY))
async def test_too_much_memory(start: Start, name: SandboxName, cgroup: bool, what: str) -> None:
    """Whoever of the family holds it, and of whatever kind it is; the neighbour goes on."""
    neighbour, process = start(name, ECHO), start(name, MEMORY[what])
    verdict, text = await overrun(process)
    assert verdict == "memory"
    if not text.startswith("was out of memory, the limit is 96 MiB"):  # the kernel was quicker
        held, limit = text.removeprefix("held ").split(" MiB of memory, the limit is ")
        assert (float(held) > 96, limit) == (True, "96 MiB")
    neighbour.send_now(b"well\n")
    assert hear(neighbour, 2) == ["here", "well"]
    assert neighbour.overrun() is None


@everywhere
async def test_memory_faster_than_anybody_can_watch(start: Start, name: SandboxName) -> None:
    """The kernel stops it, and its count is what is believed. A bound for each process comes first in a sandbox."""
    code = "say('here'); sys.stdin.readline(); data = mmap.mmap(-1, 400 << 20, mmap.MAP_SHARED | 0x8000)\n"
    process = start(name, code + "time.sleep(1000)")
    family = process._family
    until(lambda: family._grouped and (family.group is None or family._known), process)
    if family.group is None or "memory" not in family.group.parts:
        pytest.skip("no control group bounds memory here")
    process.send_now(b"go\n")
    verdict, text = await overrun(process)
    assert verdict == "memory"
    assert "limit" in text


@everywhere
async def test_memory_that_is_shared_counts_once(start: Start, name: SandboxName, cgroup: bool) -> None:
    """Four processes that look at the same 60 MiB hold 60 MiB."""
    code = "data = bytearray(b'x') * (60 << 20)\nfor _ in range(3): os.fork() or time.sleep(1000)\n" + ECHO
    process = start(name, code)
    assert hear(process) == ["here"]
    for _ in range(3):
        process.check(adopted())
    assert process.overrun() is None
    assert process.meter.peak_memory > 150 << 20


@everywhere
@pytest.mark.parametrize("what", list(PROCESSES))
async def test_too_many_processes(start: Start, name: SandboxName, cgroup: bool, what: str) -> None:
    """Threads are counted like processes, and so are those whose parents have ended."""
    neighbour, process = start(name, ECHO), start(name, PROCESSES[what])
    verdict, text = await overrun(process)
    assert verdict == "processes"
    seen = int(text.split()[1])
    assert text == f"had {seen} processes and threads at a time, the limit is 12"
    assert 12 < seen <= 41
    neighbour.send_now(b"well\n")
    assert hear(neighbour, 2) == ["here", "well"]


@everywhere
async def test_too_much_processor_time(start: Start, name: SandboxName, cgroup: bool) -> None:
    """Of the whole family, in one game: what it used before the game does not count."""
    process = start(name, "while time.process_time() < .5: pass\n" + ECHO, limits(cpu_s=1))
    assert hear(process) == ["here"]
    process.meter.sample()
    process.begin_game(StderrLog(100))
    process.check(adopted())
    assert process.overrun() is None
    process.kill()
    verdict, text = await overrun(start(name, "os.fork()\nwhile True: pass", limits(cpu_s=1)))
    assert verdict == "cpu"
    assert text.startswith("used 1.")
    assert not text.startswith("used 1.0")
    assert text.endswith(" s of processor time in one game, the limit is 1 s")


@pytest.mark.parametrize(
    ("size", "text"),
    [((96 << 20) + 1, "96.1 MiB"), (96 << 20, "96.0 MiB"), ((96 << 20) + (1 << 19), "96.5 MiB"), (0, "0.0 MiB")],
)
def test_what_is_past_a_limit_does_not_read_like_it(size: int, text: str) -> None:
    """A byte more than 96 MiB is said to be more."""
    assert mib(size) == text


@everywhere
async def test_too_much_stderr(start: Start, name: SandboxName) -> None:
    """A flood is cut soon after the limit, and none of it is kept but what was asked for."""
    process = start(name, "while True: os.write(2, b'x' * 65536)", limits(stderr_most_bytes=1 << 20))
    log = StderrLog(100)
    process.begin_game(log)
    verdict, text = await overrun(process)
    assert verdict == "output-limit"
    assert text == f"wrote {text.split()[1]} bytes to stderr in one game, the limit is 1048576"
    assert 1 << 20 < int(text.split()[1]) <= (1 << 20) + processes.READ_SIZE
    process.kill()
    assert log.size <= (1 << 20) + 70 * processes.READ_SIZE


@jailed
@pytest.mark.parametrize("where", ["/tmp", "/dev/shm"])
async def test_too_much_on_disk(start: Start, cgroup: bool, where: str) -> None:
    """In a jail, where the folders are its own."""
    process = start("bwrap", f"for name in 'xy': open('{where}/' + name, 'wb').write(b'x' * (9 << 19))\n" + HOLD)
    verdict, text = await overrun(process)
    assert verdict == "disk"
    # Seen when it had written all, or a moment before.
    assert re.fullmatch(r"wrote [89]\.\d MiB to /tmp and /dev/shm, the limit is 8 MiB", text)


@jailed
async def test_a_full_disk_is_the_bots_own_trouble(start: Start, folder: Path) -> None:
    """What is above the limit for one file, or for all, is not written at all; nothing of it is on the machine."""
    word = f"arena-{os.getpid()}"
    code = f"""
for path in '/tmp/{word}', '/dev/shm/{word}':
    try:
        for _ in range(20): open(path + str(_), 'wb').write(b'x' * (1 << 20))
        say('fits')
    except OSError as problem: say(problem.errno)
"""
    process = start("bwrap", code, limits(disk_mb=1))
    assert hear(process, 2)[0] == "28"
    assert not list(Path("/tmp").glob(word + "*")) + list(Path("/dev/shm").glob(word + "*"))


@jailed
async def test_the_disk_of_the_machine_is_not_the_bots(start: Start) -> None:
    """Looked at before the jail stands, or before anybody has listened to it."""
    process = start("bwrap", ECHO)
    for _ in range(100):
        process.check(adopted())
        await trio.sleep(0.001)
    assert process.overrun() is None
    assert hear(process) == ["here"]
    process.check(adopted())
    assert process.overrun() is None


@pytest.mark.parametrize("name", ["rlimit", pytest.param("bwrap", marks=jailed)])
async def test_a_file_that_is_too_large(start: Start, name: SandboxName, folder: Path) -> None:
    """The kernel ends who does not mind its signal."""
    where = "/tmp/x" if name == "bwrap" else folder / "x"
    ignorant = "signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
    process = start(name, ignorant + f"file = open('{where}', 'wb')\nfile.seek(8 << 20); file.write(b'x' * 9)")
    assert hear(process) == []
    assert await process.wait_exit(20)
    assert process.overrun() == ("disk", "wrote a file of more than the limit of 8 MiB")


@pytest.mark.parametrize("name", ["rlimit", pytest.param("bwrap", marks=jailed)])
async def test_the_kernels_own_limits(start: Start, name: SandboxName) -> None:
    """Of each process: open files, core dumps, the size of files and of memory."""
    names = "r.RLIMIT_NOFILE, r.RLIMIT_CORE, r.RLIMIT_FSIZE, r.RLIMIT_DATA"
    code = f"import resource as r\nsay(*map(r.getrlimit, ({names})))"
    mib = 1 << 20
    expected = [(256, 256), (0, 0), (8 * mib, 8 * mib), (192 * mib, 192 * mib)]
    assert hear(start(name, code)) == [" ".join(map(str, expected))]


# ---- stopped for a while

SPIN = """
for _ in range(2): os.fork()
say('here')
while True: pass
"""
SPINNING_ORPHANS = """
for _ in range(2):
    if not os.fork(): os.fork() and os._exit(0); break
else: [os.wait() for _ in range(2)]
say('here')
while True: pass
"""


def used(process: BotProcess) -> float:
    """Seconds of processor time of all its processes, to the nanosecond."""
    process.meter.sample()
    return process.meter.cpu_s()


async def stands(process: BotProcess) -> float:
    """What it has used when it uses no more: who runs on another core, or waits for one, stops a moment later."""
    end, before = time.monotonic() + 30, -1.0
    while before != (before := used(process)):
        assert time.monotonic() < end, "it never stood still"
        await trio.sleep(0.05)
    return before


@everywhere
@pytest.mark.parametrize("code", [SPIN, SPINNING_ORPHANS], ids=["children", "orphans"])
async def test_the_frozen_use_nothing(start: Start, name: SandboxName, cgroup: bool, code: str) -> None:
    """None of the family; thawed they go on; a frozen one can be removed, and at once."""
    process = start(name, code)
    assert len(hear(process, 3)) >= 3
    for _ in range(2):
        process.freeze()
        before = await stands(process)
        process.thaw()
        wait_for(lambda before=before: used(process) > before + 0.02)  # type: ignore[misc]
    process.freeze()
    process.kill()


@jailed
async def test_a_frozen_jail_is_not_waited_for(start: Start, monkeypatch: pytest.MonkeyPatch, cgroup: bool) -> None:
    """Its starter is frozen with it, and cannot end by itself."""
    monkeypatch.setattr(family, "JAIL_GRACE", 1000.0)
    process = start("bwrap", ECHO)
    assert hear(process) == ["here"]
    process.freeze()
    process.kill()


@everywhere
async def test_a_frozen_bot_answers_what_it_was_asked_when_it_is_thawed(start: Start, name: SandboxName) -> None:
    """Nothing is lost in the meantime."""
    process = start(name, ECHO)
    assert hear(process) == ["here"]
    process.freeze()
    process.send_now(b"well?\n")
    assert process.look(0.05) is None
    process.thaw()
    assert hear(process) == ["well?"]


# ---- measured


@everywhere
async def test_each_game_has_its_own_peak(start: Start, name: SandboxName) -> None:
    """What a bot held in an earlier game does not count."""
    code = "data = bytearray(b'x') * (50 << 20); say('here'); input(); del data; say('gone'); input()"
    process = start(name, code)
    assert hear(process) == ["here"]
    process.meter.sample()
    assert process.meter.peak_memory > 50 << 20
    process.send_now(b"\n")
    assert hear(process) == ["gone"]
    process.begin_game(StderrLog(0))
    process.meter.sample()
    assert 1 << 20 < process.meter.peak_memory < 50 << 20


@everywhere
async def test_a_look_a_moment_ago_is_as_good_as_another(
    start: Start, name: SandboxName, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the end of a game that is shorter than that; else the bot is looked at once more."""
    code = "say('here'); input(); data = bytearray(b'x') * (50 << 20); say('more'); input()"
    process = start(name, code)
    assert hear(process) == ["here"]
    own = meter.Meter(process._family)  # the process's own is read by the watch, too
    own.sample()
    process.send_now(b"\n")
    assert hear(process) == ["more"]
    own.peak_memory = 0  # as when a game begins
    monkeypatch.setattr(meter, "RECENT", float("inf"))
    assert own.glance() is False
    assert 1 << 20 < own.peak_memory < 50 << 20
    monkeypatch.setattr(meter, "RECENT", 0.0)
    assert own.glance() is False
    assert own.peak_memory > 50 << 20


@everywhere
async def test_processor_time_of_children_that_have_ended(start: Start, name: SandboxName, cgroup: bool) -> None:
    """It is in their parents' account, or in the group's."""
    code = """
if not os.fork():
    while time.process_time() < .3: pass
    os._exit(0)
os.wait()
"""
    process = start(name, code + ECHO)
    assert hear(process) == ["here"]
    assert used(process) >= 0.3
    assert process.meter.source == ("cgroup" if cgroup else "samples")


@everywhere
async def test_processor_time_never_falls(start: Start, name: SandboxName, cgroup: bool) -> None:
    """Whatever of the family ends, and when."""
    code = """
say('here')
for _ in range(40): os.fork() or (sum(range(9999)), os._exit(0)); os.wait()
say('done'); input()
"""
    process = start(name, code)
    assert hear(process) == ["here"]
    seen = [process.meter.cpu_s()]
    while process.look(0) is None:
        process.meter.sample()
        seen.append(process.meter.cpu_s())
    assert seen == sorted(seen)


@everywhere
async def test_who_is_not_in_his_group_yet_is_frozen_all_the_same(
    start: Start, name: SandboxName, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have been made before the bot was there; who is in none is stopped by a signal."""
    monkeypatch.setattr(family.Family, "gather", lambda self, *_: self.members())
    process = start(name, ECHO)
    assert hear(process) == ["here"]
    process._family.group = Cgroup.make("early", 1 << 30)
    process.freeze()
    process.send_now(b"well?\n")
    assert process.look(0.05) is None
    process.thaw()
    assert hear(process) == ["well?"]


async def test_who_runs_while_it_is_looked_at_does_not_rest(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it waits and whether it runs are told by two files: one read before it goes to sleep for a while, the other
    after that, and it would seem to have nothing left to do."""
    process = start("none", "say('here'); os.kill(os.getpid(), signal.SIGSTOP); time.sleep(1000)")
    assert hear(process) == ["here"]
    wait_for(lambda: process.doing() == "stopped")
    looks = 0

    def read(path: str) -> bytes:
        nonlocal looks
        content, looks = read_file(path), looks + 1
        if looks == 1:
            os.kill(process.pid, signal.SIGCONT)
            wait_for(lambda: b"nanosleep" in read_file(f"/proc/{process.pid}/wchan"))
        return content

    monkeypatch.setattr(meter, "read_file", read)
    assert process.rests() == "not"
    assert looks > 1
