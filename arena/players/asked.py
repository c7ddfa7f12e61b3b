"""Seats that are asked at the same time: most bots answer at once, so all are looked at before anybody is waited for.

Who is looked at alone may be given a moment, and nobody else's clock suffers. Here the first who answers ends the wait,
and its clock stops at once, whoever else still thinks.
"""

from __future__ import annotations

import select
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator, Sequence
from typing import Any

from arena.players.interface import Answer
from arena.players.timed_exchange import FIRST_LOOK, Pending
from arena.protocol import Choice


class Asked:
    """A question that was not answered at once. `chosen` makes the answer of what was chosen, and `wait` waits for
    it."""

    def __init__(
        self,
        pending: Pending[Choice],
        chosen: Callable[[Choice], Answer],
        wait: Callable[[], Coroutine[Any, Any, Answer]],
    ) -> None:
        self.descriptor = pending.descriptor
        self._pending = pending
        self._chosen = chosen
        self._wait = wait

    def look(self) -> Answer | None:
        """The answer if it is there."""
        choice = self._pending.look()
        return None if choice is None else self._chosen(choice)

    def __await__(self) -> Generator[Any, Any, Answer]:
        return self._wait().__await__()


def first_answers(asked: Sequence[Awaitable[Answer | None]]) -> list[Awaitable[Answer | None]]:
    """The same, with the answers of those who give one within `FIRST_LOOK` seconds; the others are still to be waited
    for."""
    given = list(asked)
    waiting: dict[int, tuple[int, Asked]] = {}
    poll = select.poll()
    for at, each in enumerate(asked):
        if isinstance(each, Asked) and (descriptor := each.descriptor()) is not None:
            waiting[descriptor] = at, each
            poll.register(descriptor, select.POLLIN)
    last = time.monotonic() + FIRST_LOOK
    while waiting and (ready := poll.poll(FIRST_LOOK * 1000)):
        for descriptor, _ in ready:
            at, each = waiting[descriptor]
            answer = each.look()
            if answer is not None:
                given[at] = answer
            if answer is not None or each.descriptor() is None:
                del waiting[descriptor]
                poll.unregister(descriptor)
        if time.monotonic() > last:  # one that writes something else all the time must not keep the others waiting
            break
    return given
