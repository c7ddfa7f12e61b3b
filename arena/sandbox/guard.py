"""A guard for a process that starts bots: where the parent cannot look after what such a process leaves behind.

The parent of a worker is its guard where it can be: it adopts the orphans of a worker that was killed. A process that
serves others as well, such as a worker of Dask, cannot, for it could not tell which of its children are whose. So
between the two stands the guard. What it guards has its input and output for itself.
"""

from __future__ import annotations

import os
import select
import signal

from arena.sandbox.tree import children, kill_all, take_charge

GRACE = 5.0
"""The seconds that the guarded process has to end by itself once its stdin has ended."""


def stand_guard() -> None:
    """Fork. This returns in the child, which goes on as the program. The parent becomes its guard: it waits for the
    child's end, removes all that it left, and ends with its exit code (128 + the number of the signal that killed it).
    Call it before anything starts a thread."""
    take_charge()
    pid = os.fork()
    if pid == 0:
        return
    try:
        code = _watch(pid)
        while left := children(os.getpid()):
            kill_all(left)
    finally:
        os._exit(code if code >= 0 else 128 - code)


def _watch(pid: int) -> int:
    """Wait until the guarded process has ended, not much longer than its stdin lasts."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 1)  # its reader sees the end of the output when the child has gone
    ended = os.pidfd_open(pid)
    events = select.poll()
    events.register(ended, select.POLLIN)
    events.register(0, 0)  # nothing is read here: only that no writer is left is of interest
    if all(fd != ended for fd, _ in events.poll()):
        events.unregister(0)
        if not events.poll(GRACE * 1000):
            os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)
