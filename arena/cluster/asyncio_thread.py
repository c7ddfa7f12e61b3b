"""Lets trio's tasks ask something of a library that is made for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from threading import Thread
from typing import Any, TypeVar

import trio

T = TypeVar("T")


class AsyncioThread:
    """An event loop of asyncio in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for the result of `work`; for callers that have no event loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for the result of `work` in a task of trio; `work` is cancelled with that task."""
        token, done = trio.lowlevel.current_trio_token(), trio.Event()

        def tell(_: object) -> None:
            with suppress(trio.RunFinishedError):
                token.run_sync_soon(done.set)

        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        future.add_done_callback(tell)
        try:
            await done.wait()
        except trio.Cancelled:
            future.cancel()
            raise
        return future.result()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
