"""An event loop in which something is stopped by a signal."""

from __future__ import annotations

import os
import signal
from signal import SIGHUP, SIGINT, SIGTERM

import pytest
import trio

from arena.programs.stoppable import obeyed, run_stoppable


@pytest.mark.parametrize("number", [SIGINT, SIGTERM, SIGHUP])
def test_a_signal_stops_what_runs_and_lets_it_clean_up(number: signal.Signals) -> None:
    """It looks like an interrupt, whichever it was."""
    before = signal.getsignal(number)
    said: list[str] = []

    async def runs() -> None:
        try:
            os.kill(os.getpid(), number)
            with trio.move_on_after(60):
                await trio.sleep_forever()
            said.append("nobody stopped it")
        finally:
            said.append("cleaned up")

    with pytest.raises(KeyboardInterrupt):
        run_stoppable(runs)
    assert said == ["cleaned up"]
    assert signal.getsignal(number) == before


def test_what_comes_of_it_is_handed_on() -> None:
    """A result as it is, and an exception in nobody's group."""

    async def gives() -> int:
        await trio.sleep(0)
        return 7

    async def raises() -> None:
        await trio.sleep(0)
        raise OSError("no more processes")

    assert run_stoppable(gives) == 7
    with pytest.raises(OSError, match="no more processes"):
        run_stoppable(raises)


def test_what_is_ignored_stays_so() -> None:
    """As after nohup."""
    before = signal.signal(SIGHUP, signal.SIG_IGN)
    try:
        assert obeyed() == [SIGINT, SIGTERM]
    finally:
        signal.signal(SIGHUP, before)
    assert obeyed() == [SIGINT, SIGTERM, SIGHUP]
