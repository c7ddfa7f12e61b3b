"""Bots of a few lines in every sandbox; nothing of any may be left when its test is done."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from secrets import token_hex

import pytest
from msgspec.structs import replace

from arena.sandbox import Limits, Program, SandboxName, children, sandbox_of, take_charge
from arena.sandbox import cgroup as cgroups
from arena.sandbox.cgroup import Cgroup
from arena.sandbox.process import BotProcess, spawn
from arena.sandbox.tree import reap_orphans
from tests.plug_in import mark, plug_in
from tests.processes import a_moment, alive, descriptors, wait_for

__all__ = ["mark", "plug_in"]

NO_JAIL = "\n".join(sandbox_of("bwrap", Limits()).problems([]))
jailed = pytest.mark.skipif(bool(NO_JAIL), reason=NO_JAIL)
EVERYWHERE = ["none", "rlimit", pytest.param("bwrap", marks=jailed)]

HEAD = """
import ctypes, json, mmap, os, signal, socket, sys, time
from threading import Thread
def say(*words): print(*words, flush=True)
"""
ECHO = "say('here')\nfor line in sys.stdin: say(line.strip())"
"""What an honest bot does."""

Start = Callable[..., BotProcess]


def limits(**changes: int) -> Limits:
    """Small ones."""
    return replace(Limits(memory_mb=96, processes=12, disk_mb=8), **changes)


def hear(process: BotProcess, lines: int = 1, patience: float = 30) -> list[str]:
    """The next lines of its output, or what there is of them at its end."""
    end, text = time.monotonic() + patience, b""
    while text.count(b"\n") < lines:
        assert time.monotonic() < end, f"only {text!r}"
        data = process.look(0.05)
        if data == b"":
            break
        text += data or b""
    return text.decode().splitlines()


def until(what: Callable[[], object], process: BotProcess) -> None:
    """Wait until it is so, listening to a bot meanwhile."""

    def listen() -> None:
        if process.look(0.005) == b"":
            a_moment()

    wait_for(what, pause=listen)


def groups() -> set[Path]:
    """The control groups of this process's bots."""
    places = {place for controller in ("", "memory", "cpuacct") for place in cgroups._places(controller)}
    return {folder for place in places for folder in place.glob(cgroups._prefix(os.getpid()) + "*")}


@pytest.fixture(scope="module")
def in_charge() -> Iterator[None]:
    """Orphans come to the test process as they come to a worker, and no longer once these tests are done."""
    take_charge()
    yield
    ctypes.CDLL(None).prctl(36, 0, 0, 0, 0)
    ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)


@pytest.fixture(params=[True, False], ids=["cgroup", "alone"])
def cgroup(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """With control groups, where these may be made, and without."""
    if not request.param:
        monkeypatch.setattr(Cgroup, "make", lambda *_: None)
    elif (group := Cgroup.make("test", 1 << 30)) is None:
        pytest.skip("no control groups may be made here")
    else:
        group.remove()
    return bool(request.param)


@pytest.fixture
def search_path(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Changes the PATH in which the arena finds the system's programs."""
    return lambda path: monkeypatch.setenv("PATH", path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Of a bot; anybody may read it."""
    folder = tmp_path / "bot"
    folder.mkdir(mode=0o755)
    return folder


def program(name: SandboxName, folder: Path, code: str, *words: str, **env: str) -> Program:
    """A bot of Python, with all that it must see in that sandbox."""
    bot = Program("bot", (sys.executable, "-I", "-S", "-c", HEAD + code, *words), str(folder), env)
    equipped, problems = sandbox_of(name, Limits()).equip(bot, [])
    assert problems == []
    return equipped


@pytest.fixture
async def start(folder: Path, in_charge: None) -> AsyncIterator[Start]:
    """`start("bwrap", code)`: that bot, running. At the end of the test all are killed; what is left is an error."""
    reap_orphans()  # those of earlier tests, which would be collected in between
    word = token_hex(8)
    before = (alive(word), children(os.getpid()), descriptors(), groups())
    started: list[BotProcess] = []

    def make(name: SandboxName, code: str, held: Limits | None = None, **env: str) -> BotProcess:
        held = held or limits()
        started.append(spawn(program(name, folder, code, word, **env), sandbox_of(name, held), held))
        return started[-1]

    yield make
    for process in started:
        if not process._ended:
            process.kill()
    assert (alive(word), children(os.getpid()), descriptors(), groups()) == before
