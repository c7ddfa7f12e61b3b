"""What the referee says to a bot. Each message is one line: these fields as a JSON object, then a newline.

The bot's answers are in `answers.py`; `protocol.md` tells both sides with examples.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct

from arena.games import Outcome

PROTOCOL = 1
"""The number of the protocol. Raise it when a bot written for the number before could misunderstand a message."""


class Hello(Struct, frozen=True, tag="hello"):
    """The first line to a new process. Its answer is ready, with the same protocol number."""

    id: int
    protocol: int
    game: str
    game_version: int


class TimeLimits(Struct, frozen=True):
    """The limits of a bot's time, in milliseconds; null where there is no limit."""

    start_ms: int | None
    move_ms: int | None
    bank_ms: int | None
    increment_ms: int


class Start(Struct, frozen=True, tag="start"):
    """A game begins. Its answer is ready, sent once the bot has prepared everything; only then does the first turn's
    clock start.

    `seed` is for the bot's own random numbers: the same in every run of the same contest, and unrelated to the deal.
    """

    id: int
    game_id: str
    seat: int
    seats: int
    options: Raw
    time: TimeLimits
    seed: int


class Turn(Struct, frozen=True, gc=False, tag="turn"):
    """The seat must decide. Its answer is either `choice`, an index into `legal` from 0, or `move`, the move itself.

    `events` is all that this seat saw happen since its last message, oldest first. `last_ms` is how long the seat's
    previous answer took, as the referee measured it (null before the first), and `left_ms` what is left of its bank
    (null without one), both in milliseconds.
    """

    id: int
    events: Sequence[Raw]
    view: Struct
    memory: Struct
    legal: Sequence[Any]
    last_ms: int | None
    left_ms: int | None


class End(Struct, frozen=True, tag="end"):
    """The game is over; `outcome` is null when the game has none (it was void). The bot does not answer."""

    events: Sequence[Raw]
    outcome: Outcome | None


class Quit(Struct, frozen=True, tag="quit"):
    """There will be no more games: please exit. The bot does not answer."""


Message = Hello | Start | Turn | End | Quit

_encoder = msgspec.json.Encoder()
encode_body = _encoder.encode


def encode_line(message: Message) -> bytes:
    """The message as it goes into the pipe, newline included."""
    return _encoder.encode_lines((message,))  # to add a newline to what is made already would copy it
