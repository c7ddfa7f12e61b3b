"""A process and all that it started: found, stopped for a while, removed.

`killpg` misses what left the group. Descendants are found by walking /proc; those that were orphaned become children of
this process (it is their subreaper) and are recognised by a token in their environment.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Iterable
from contextlib import suppress

from arena.sandbox.proc import read_file

TOKEN = "ARENA_BOT"
EXEC_LOOKS = 10
QUIET = 3
"""How many looks in a row must find nobody before the search ends: the kernel's lists of children can miss some."""
_PF_EXITING = 4
_PR_SET_DUMPABLE = 4
_PR_SET_CHILD_SUBREAPER = 36

mains: set[int] = set()
"""The pids of the main processes of bots. Each is collected by its own object, which must learn how it ended."""


def take_charge() -> None:
    """Call this once in a process that starts bots. Orphaned descendants become its children, so that they can be
    found; and no bot of the same user can read its memory or its environment, or stop it as a debugger would. Linux
    only."""
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def children(pid: int) -> set[int]:
    """The pids of a process's children, the living and those that have ended but were not collected yet."""
    found: set[int] = set()
    with suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError):
                found.update(map(int, read_file(f"/proc/{pid}/task/{task}/children").split()))
    return found


def descendants(pid: int) -> set[int]:
    """The pids of a process's children, their children, and so on."""
    found: set[int] = set()
    todo = [pid]
    while todo:
        new = children(todo.pop()) - found
        found |= new
        todo.extend(new)
    return found


def adopted() -> set[int]:
    """The children of this process that are no bot's main process; all processes that lost their parents are among
    them."""
    return children(os.getpid()) - mains


def orphans(token: str, among: Iterable[int]) -> tuple[set[int], bool]:
    """The processes with that token `among` the adopted ones, with all their descendants; and whether one ended while
    it was looked at, so that nobody knows whose it was, nor what it has left."""
    mark = f"{TOKEN}={token}".encode()
    found: set[int] = set()
    unsure = False
    for pid in among:
        variables = _environment(pid)
        unsure |= variables is None
        if variables and mark in variables:
            found |= {pid} | descendants(pid)
    return found, unsure


def _environment(pid: int) -> list[bytes] | None:
    """Its variables; none of a process that is just becoming another program, for a moment. None if it has ended."""
    for _ in range(EXEC_LOOKS):
        try:
            if text := read_file(f"/proc/{pid}/environ"):
                return text.split(b"\0")
        except OSError:
            return None
        if _is_ending(pid):
            return None
        time.sleep(0.001)
    return []


def _is_bot(pid: int) -> bool:
    """Whether it was started as a bot, or by one, and has not hidden it."""
    return any(word.startswith(f"{TOKEN}=".encode()) for word in _environment(pid) or ())


def send(pids: Iterable[int], number: signal.Signals) -> None:
    """Send a signal to those processes that are still there."""
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def kill_all(pids: set[int]) -> None:
    """Kill these children of this process with all their descendants, and collect them."""
    send(pids | {pid for child in pids for pid in descendants(child)}, signal.SIGKILL)
    reap(pids)


def remove_bots() -> None:
    """Kill the processes that have become children of this one because who started them has died, and what they leave
    in turn."""
    quiet = 0
    while quiet < QUIET:
        bots = {pid for pid in children(os.getpid()) if _is_bot(pid)}
        kill_all(bots)
        quiet = 0 if bots else quiet + 1


def reap(pids: set[int]) -> None:
    """Collect those children of this process that are among `pids`, and wait for their end."""
    for pid in pids:
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)


def reap_orphans() -> None:
    """Collect the processes that came to this one as its subreaper and have ended, or are ending: those carry no token
    any more."""
    ending = {pid for pid in adopted() if _is_ending(pid)}
    send(ending, signal.SIGKILL)  # of some, only the first thread has ended
    reap(ending)


def _is_ending(pid: int) -> bool:
    with suppress(OSError):
        # Behind the program's name, in brackets: state, five numbers, and flags of which one says it.
        return bool(int(read_file(f"/proc/{pid}/stat").rpartition(b")")[2].split()[6]) & _PF_EXITING)
    return False
