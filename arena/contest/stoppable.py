"""An event loop that ends where this process is told to: what runs in it is cancelled, and so can clean up."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable
from signal import SIGHUP, SIGINT, SIGTERM
from typing import TypeVar, cast

import trio

Result = TypeVar("Result")


def obeyed() -> list[signal.Signals]:
    """The signals that ask for an end. What is ignored stays so, as after nohup."""
    return [number for number in (SIGINT, SIGTERM, SIGHUP) if signal.getsignal(number) is not signal.SIG_IGN]


def run_stoppable(call: Callable[[], Awaitable[Result]]) -> Result:
    """What `trio.run` gives, or raises. Raises KeyboardInterrupt when it was stopped, by whichever signal."""
    return trio.run(_run, call)


async def _run(call: Callable[[], Awaitable[Result]]) -> Result:
    result: Result | None = None
    problem: Exception | None = None
    stopped = False
    with trio.open_signal_receiver(*obeyed()) as signals:
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def stop() -> None:
                nonlocal stopped
                async for _ in signals:
                    stopped = True
                    nursery.cancel_scope.cancel()

            try:
                result = await call()
            except Exception as raised:  # as it is: not in the group of a nursery
                problem = raised
            nursery.cancel_scope.cancel()
    if stopped:
        raise KeyboardInterrupt
    if problem is not None:
        raise problem
    return cast("Result", result)
