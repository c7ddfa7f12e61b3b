"""Started, listened to, measured, stopped for a while, removed: the same in every sandbox."""

from __future__ import annotations

import os
import resource
import select
import time
from collections.abc import Iterator
from contextlib import suppress
from errno import ENOSPC
from pathlib import Path
from random import Random

import pytest
import trio
import trio.testing

from arena.sandbox import Limits, SandboxName, children, family, sandbox_of
from arena.sandbox.process import BotProcess, spawn
from arena.sandbox.tree import reap_orphans
from tests.processes import descriptors, wait_for
from tests.sandbox.conftest import ECHO, EVERYWHERE, Start, hear, jailed, limits, program

KILLS = 100
"""Bots that are killed as soon as they are started, in each sandbox."""
FAMILIES = 21
"""Bots with many descendants that are started and removed, in each sandbox."""
IDLE_S = 12.0

everywhere = pytest.mark.parametrize("name", EVERYWHERE)


@pytest.fixture(scope="module", autouse=True)
def idler(tmp_path_factory: pytest.TempPathFactory, in_charge: None) -> Iterator[tuple[float, BotProcess] | None]:
    """A bot in a jail that nobody speaks to while the tests of this file run, and since when."""
    if sandbox_of("bwrap", Limits()).problems([]):
        yield None
        return
    folder = tmp_path_factory.mktemp("idler")
    folder.chmod(0o755)
    process = spawn(program("bwrap", folder, ECHO), sandbox_of("bwrap", Limits()))
    # Its group, and the descriptor for its first process, would be taken for what a test leaves.
    wait_for(lambda: process._family._grouped and process._family.jailed)
    yield time.monotonic(), process

    async def kill() -> None:
        process.kill()

    trio.run(kill)


# ---- removed


@everywhere
async def test_killed_at_any_moment_of_its_start(start: Start, name: SandboxName) -> None:
    """Before its jail is made, while it is made, after; `kill` returns when nothing is left."""
    random, before = Random(1), children(os.getpid())
    for _ in range(KILLS):
        process = start(name, "time.sleep(1000)")
        await trio.sleep(random.uniform(0, 0.02))
        process.kill()
        assert children(os.getpid()) == before


@jailed
async def test_a_jail_that_is_too_slow_to_be_ended_properly(
    start: Start, monkeypatch: pytest.MonkeyPatch, cgroup: bool
) -> None:
    """On a machine that stands still nobody waits for ever, and yet nothing is left."""
    monkeypatch.setattr(family, "JAIL_GRACE", 0.0)
    before = children(os.getpid())
    for at in range(40):
        process = start("bwrap", "time.sleep(1000)")
        await trio.sleep(at / 4000)
        process.kill()
        assert children(os.getpid()) == before


FAMILIAR = {
    "forks": "for _ in range(3): os.fork()\nsay('here'); time.sleep(1000)",
    "daemons": """
for _ in range(3):
    if not os.fork():
        os.setsid()
        if os.fork(): os._exit(0)
        break
say('here'); time.sleep(1000)
""",
    "deaf": """
for number in set(signal.valid_signals()) - {9, 19}:
    try: signal.signal(number, signal.SIG_IGN)
    except OSError: pass
os.fork(); say('here')
while True: time.sleep(1000)
""",
    "stopped": "os.fork(); say('here'); os.kill(os.getpid(), signal.SIGSTOP)",
    "wanders": """
say('here')
while True:
    if os.fork(): os._exit(0)
    os.setsid(); time.sleep(.001)
""",
    "breeds": """
say('here')
while True:
    if not os.fork():
        if not os.fork(): time.sleep(1000)
        os._exit(0)
    time.sleep(.005)
""",
    "leaves": "os.fork() or time.sleep(1000); say('here')",
}


@everywhere
async def test_families_go_with_their_bots(start: Start, name: SandboxName, cgroup: bool) -> None:
    """Whatever they do, and however many there were before: processes, descriptors and memory stay as they were."""
    before, open_before, used = children(os.getpid()), descriptors(), 0
    codes = list(FAMILIAR.values())
    for at in range(FAMILIES):
        process = start(name, codes[at % len(codes)], limits(processes=1000))
        assert hear(process)[0] == "here"
        process.kill()
        assert children(os.getpid()) == before
        assert descriptors() == open_before
        if at == len(codes):
            used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - used < 16 * 1024


@everywhere
async def test_what_cannot_be_started_leaves_nothing(start: Start, name: SandboxName, folder: Path) -> None:
    """Neither a pipe nor a group."""
    bot = program(name, folder, ECHO)
    folder.rmdir()
    with pytest.raises(FileNotFoundError):
        spawn(bot, sandbox_of(name, Limits()))


@everywhere
async def test_a_start_that_the_machine_cuts_short_leaves_nothing(
    start: Start, name: SandboxName, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where another bot has used up what a user may watch: no process and no descriptor."""

    class Full:
        def register(self, fd: int, events: int) -> None:
            raise OSError(ENOSPC, "No space left on device")

        def close(self) -> None: ...

    before = (children(os.getpid()), descriptors())
    monkeypatch.setattr(select, "epoll", Full)
    for _ in range(5):
        with pytest.raises(OSError, match="No space left"):
            spawn(program(name, folder, "time.sleep(1000)"), sandbox_of(name, Limits()))
    monkeypatch.undo()
    reap_orphans()
    assert (children(os.getpid()), descriptors()) == before


# ---- how it ended


@everywhere
@pytest.mark.parametrize(
    ("sin", "how"),
    [
        ("sys.exit(3)", "exited with code 3"),
        ("1 / 0", "exited with code 1"),
        ("os._exit(255)", "exited with code 255"),
        ("os.kill(os.getpid(), signal.SIGABRT)", "was killed by SIGABRT"),
        ("os.kill(os.getpid(), 40)", "was killed by signal 40"),
    ],
)
async def test_an_end_is_told_by_code_or_signal(start: Start, name: SandboxName, sin: str, how: str) -> None:
    """From outside of a jail a signal looks like a code above 128, and is told as both."""
    process = start(name, sin)
    assert hear(process) == []
    assert await process.wait_exit(20)
    assert process.how_it_ended("output").split(", or ")[0] == how
    assert (", or exited with code" in process.how_it_ended("output")) == (name == "bwrap" and "kill" in sin)
    assert process.overrun() is None


@everywhere
async def test_137_is_not_called_memory(start: Start, name: SandboxName) -> None:
    """It is what the kernel's end of a bot looks like from outside; only the kernel's own count is believed."""
    process = start(name, "os._exit(137)")
    assert hear(process) == []
    assert await process.wait_exit(20)
    assert process.overrun() is None
    assert process.how_it_ended("output").endswith("exited with code 137")


@everywhere
async def test_closed_output_is_heard_at_once(start: Start, name: SandboxName) -> None:
    """Nobody else holds the pipe: not the jail either."""
    process = start(name, "os.close(1); time.sleep(1000)")
    assert hear(process) == []
    assert process.how_it_ended("output") == "closed its output"


@everywhere
async def test_closed_input_is_found_by_writing(start: Start, name: SandboxName) -> None:
    """The jail does not hold it either."""
    process = start(name, "os.close(0); say('here'); time.sleep(1000)")
    assert hear(process) == ["here"]
    with pytest.raises(BrokenPipeError):
        process.send_now(b"anybody?\n")
    assert process.how_it_ended("input") == "closed its input"


@everywhere
async def test_the_end_of_its_input_is_heard_by_the_bot(start: Start, name: SandboxName) -> None:
    """So an honest one ends by itself."""
    process = start(name, ECHO)
    process.send_now(b"hello\n")
    assert hear(process, 2) == ["here", "hello"]
    process.close_stdin()
    assert await process.wait_exit(20)
    assert process.how_it_ended("output") == "exited with code 0"


@everywhere
async def test_an_input_that_is_closed_is_nobody_elses(
    start: Start, name: SandboxName, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its number is given away again: who waits for its new owner is not disturbed when the bot is killed."""
    process = start(name, ECHO)
    assert hear(process) == ["here"]
    reading, writing = os.pipe()
    close = os.close

    def close_and_give_away(fd: int) -> None:
        """In one step, since the watch's thread may open a file at any moment, and would be given the number."""
        if fd == process._in:
            os.dup2(writing, fd, inheritable=False)
        else:
            close(fd)

    with monkeypatch.context() as patched:
        patched.setattr(os, "close", close_and_give_away)
        process.close_stdin()
    os.set_blocking(writing, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writing, bytes(4096))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.lowlevel.wait_writable, process._in)
        await trio.testing.wait_all_tasks_blocked()
        process.kill()
        os.read(reading, 1 << 20)
    for fd in {reading, writing, process._in}:
        os.close(fd)


# ---- last, since it takes time


@jailed
async def test_a_jailed_bot_may_be_idle_for_long(idler: tuple[float, BotProcess]) -> None:
    """Its death is tied to the thread that started it, and no idle thread of some pool is that."""
    since, process = idler
    await trio.sleep(max(0.0, since + IDLE_S - time.monotonic()))
    process.send_now(b"still here\n")
    assert hear(process, 2) == ["here", "still here"]
