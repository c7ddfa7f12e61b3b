"""What the machine takes from a bot that is on turn, and from the referee who waits for its answer.

The kernel counts for every thread how long it could have run while others had the processor. A bot that waited for it
has not thought, and a referee that waited for it has not read an answer that may have been there: that time is given
back. What the bot itself took of the processor never is, else one that keeps the machine busy could make its own time
longer; and nothing is given back to a bot that hides from the account what it uses.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple, Protocol


class Load(Protocol):
    """What is asked of a bot's meter here, see `arena.sandbox.Meter`."""

    @property
    def hides(self) -> bool: ...
    def used_s(self) -> float: ...
    def waited_s(self) -> float: ...
    def referee_waited_s(self) -> float: ...
    def queue(self) -> frozenset[str]: ...


class Reading(NamedTuple):
    """The figures at one moment, all in seconds: the time, what the bot has used of the processor, for how long its
    threads have waited for it, and for how long the referee has."""

    at: float
    used: float
    waited: float
    referee: float


class Taken(NamedTuple):
    """The seconds that the machine has taken: from the bot; from the referee, besides what it took from the bot; and
    the most that both together can be."""

    bot: float
    referee: float
    most: float

    @property
    def all(self) -> float:
        return self.bot + self.referee


NOTHING = Taken(0.0, 0.0, 0.0)


class GivenBack(NamedTuple):
    """The milliseconds of one wait that are not charged: those in which the bot, and those in which the referee, could
    have run and had no processor."""

    bot_ms: float
    referee_ms: float

    @property
    def all_ms(self) -> float:
        return self.bot_ms + self.referee_ms


NOTHING_BACK = GivenBack(0.0, 0.0)


def read(load: Load, now: Callable[[], float]) -> Reading:
    """Read all figures now."""
    return Reading(now(), load.used_s(), load.waited_s(), load.referee_waited_s())


def taken_since(load: Load, before: Reading, now: float, late: float = 0.0, unread: float = 0.0) -> Taken:
    """What the machine has taken since the reading `before`. The referee was `late` by so many seconds, in which nobody
    could be heard: the bot may have waited then as well, so that counts once. And an answer may have lain there
    `unread` for so many seconds, while the referee waited for the processor."""
    span, used = now - before.at, load.used_s() - before.used
    # The bots of a worker run on the cores that it has.
    most = 0.0 if load.hides else max(0.0, min(len(os.sched_getaffinity(0)) * span - used, span))
    bot = min(max(0.0, load.waited_s() - before.waited), most)
    return Taken(bot, min(max(late - bot, 0.0) + unread, most - bot), most)


def given_back(*parts: Taken) -> GivenBack:
    """The sum of what was taken in milliseconds, to whole microseconds as records have them."""
    return GivenBack(
        round(sum(part.bot for part in parts) * 1e3, 3), round(sum(part.referee for part in parts) * 1e3, 3)
    )
