"""A command that looks on while others play: it gives way to them, and to whatever else runs in its terminal.

Where the kernel shares the processor out by sessions first (`sched_autogroup_enabled`), niceness holds within a session
alone, and each bot is a session of its own. So what looks on becomes one too, which as a whole gives way; the command
that was started stays in its terminal, hands on what is sent to it, and ends as the other one does.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import FrameType

_SHARED_BY_SESSIONS = Path("/proc/sys/kernel/sched_autogroup_enabled")
_OWN_SHARE = Path("/proc/self/autogroup")
_PR_SET_PDEATHSIG = 1
_HANDED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def come_last(niceness: int) -> None:
    """Give way from now on to all others of the machine, also to those of other sessions: on a core with one bot that
    computes, this process gets a tenth with a `niceness` of 10, and a sixtieth with 19. It may go on as a child of the
    process that called, so nothing may be open yet. In that one it raises SystemExit when the child has ended.
    """
    if _shared_by_sessions() and os.getsid(0) != os.getpid():
        _go_on_as_child()
    with suppress(OSError):
        os.nice(niceness)
    if os.getsid(0) == os.getpid():  # who shares a session would make all of it give way
        with suppress(OSError):
            _OWN_SHARE.write_text(str(niceness))


def _shared_by_sessions() -> bool:
    try:
        return _SHARED_BY_SESSIONS.read_text().strip() == "1"
    except OSError:
        return False


def _go_on_as_child() -> None:
    """Returns in a child alone, in a session of its own."""
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HANDED_ON)  # until somebody can hand them on
    child = os.fork()
    if child:
        raise SystemExit(_stand_for(child, before))
    os.setsid()
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    # Whatever becomes of the parent: nobody could find this one to end it.
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
    if os.getppid() != parent:
        raise SystemExit(128 + signal.SIGTERM)


def _stand_for(child: int, mask: Iterable[int]) -> int:
    """Until the child ends: its exit status, as a shell would say it. `mask` are the signals that were blocked before
    it was made."""

    def hand_on(number: int, frame: FrameType | None) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, number)

    def pause(number: int, frame: FrameType | None) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGSTOP)
            os.kill(os.getpid(), signal.SIGSTOP)
            os.kill(child, signal.SIGCONT)  # somebody has let this one go on

    for number in _HANDED_ON:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, hand_on)
    if signal.getsignal(signal.SIGTSTP) is not signal.SIG_IGN:
        signal.signal(signal.SIGTSTP, pause)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return status if status >= 0 else 128 - status
