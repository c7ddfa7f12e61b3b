"""Runs an event loop that ends when this process is told to: what runs in it is cancelled, and so can clean up.

A loop hears of a signal when it gets to that. What runs in it may not let it: a file system that hangs, a computation
without an end. So a signal that comes while the loop has not even noticed an earlier one interrupts what is running.
"""

from __future__ import annotations

import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from math import inf
from signal import SIGHUP, SIGINT, SIGTERM
from types import FrameType
from typing import TypeVar, cast

import trio

Result = TypeVar("Result")

ECHO = 0.2
"""The seconds in which a repeated termination or hang-up counts as the same one: timeout(1) sends it to the process and
to its group, and a shell passes on what the terminal sends as well. Nobody's finger is that quick, but an interrupt
always counts."""


def obeyed() -> list[signal.Signals]:
    """The signals that ask this process to end. One that is ignored stays ignored, as after nohup."""
    return [number for number in (SIGINT, SIGTERM, SIGHUP) if signal.getsignal(number) is not signal.SIG_IGN]


@contextmanager
def orders_to_end() -> Iterator[AsyncIterator[int]]:
    """The signals that ask for an end, as they come. If one comes before the loop has heard of the one before,
    KeyboardInterrupt is raised in whatever runs, but never in the loop's own work, which does not last. It is also
    raised at the end, if none was heard."""
    orders, heard = trio.open_memory_channel[int](inf)
    token = trio.lowlevel.current_trio_token()
    unheard, interrupted = 0, False
    last: dict[int, float] = {}

    def come(number: int, frame: FrameType | None) -> None:
        nonlocal unheard, interrupted
        now = time.monotonic()
        if number != SIGINT and now - last.get(number, -inf) < ECHO:
            return
        last[number] = now
        unheard += 1
        if unheard > 1 and not trio.lowlevel.currently_ki_protected():
            interrupted = True
            raise KeyboardInterrupt
        token.run_sync_soon(orders.send_nowait, number)

    async def hear() -> AsyncIterator[int]:
        nonlocal unheard
        async for number in heard:
            unheard = 0
            yield number

    before = {number: signal.signal(number, come) for number in obeyed()}
    try:
        yield hear()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if unheard and not interrupted:
        raise KeyboardInterrupt


def run_stoppable(call: Callable[[], Awaitable[Result]]) -> Result:
    """Run `call` as `trio.run` does, with its result or exception. Raises KeyboardInterrupt if it was stopped, by
    whichever signal."""
    try:
        return trio.run(_run, call)
    except* KeyboardInterrupt:
        pass  # raised anew, in nobody's group
    raise KeyboardInterrupt


async def _run(call: Callable[[], Awaitable[Result]]) -> Result:
    result: Result | None = None
    problem: Exception | None = None
    stopped = False
    with orders_to_end() as signals:
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
