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
"""Raised when a bot written for the number before could misunderstand a message."""


class Hello(Struct, frozen=True, tag="hello"):
    """First line to a new process. Answer: ready, with the same protocol number."""

    id: int
    protocol: int
    game: str
    game_version: int


class TimeLimits(Struct, frozen=True):
    """Milliseconds; null is no limit."""

    start_ms: int | None
    move_ms: int | None
    bank_ms: int | None
    increment_ms: int


class Start(Struct, frozen=True, tag="start"):
    """A game begins. Answer: ready, once everything is prepared; the first turn's clock starts only after it.

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
    """A decision. Answer: `choice`, an index into `legal`, or `move`, the move itself.

    `events` is all that this seat saw happen since its last message, oldest first. `last_ms` is the referee's measure
    of the seat's answer before (null before the first), `left_ms` what is left of its bank (null without one).
    """

    id: int
    events: Sequence[Raw]
    view: Struct
    memory: Struct
    legal: Sequence[Any]
    last_ms: int | None
    left_ms: int | None


class End(Struct, frozen=True, tag="end"):
    """The game is over; `outcome` is null when it has none (the game was void). No answer."""

    events: Sequence[Raw]
    outcome: Outcome | None


class Quit(Struct, frozen=True, tag="quit"):
    """No more games: please exit. No answer."""


Message = Hello | Start | Turn | End | Quit

_encoder = msgspec.json.Encoder()
encode_body = _encoder.encode


def encode_line(message: Message) -> bytes:
    """The message as it goes into the pipe, newline included."""
    return _encoder.encode_lines((message,))  # to add a newline to what is made already would copy it
