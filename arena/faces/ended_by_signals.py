"""Work that ends when somebody says so: Ctrl-C, or whatever else ends a program politely."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from signal import SIGHUP, SIGINT, SIGTERM

import trio

from arena.errors import ArenaError


async def until_signal(work: Callable[[], Awaitable[None]]) -> None:
    """Do the work until it ends, or until one of the signals SIGINT, SIGTERM and SIGHUP, which cancel it. Raises the
    ArenaError with which it ends, alone."""
    ended: list[ArenaError] = []

    async def run() -> None:
        try:
            await work()
        except ArenaError as problem:
            ended.append(problem)
        nursery.cancel_scope.cancel()

    with trio.open_signal_receiver(SIGINT, SIGTERM, SIGHUP) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run)
            await anext(signals)
            nursery.cancel_scope.cancel()
    if ended:
        raise ended[0]
