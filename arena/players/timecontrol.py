"""The time control: how long a bot may take for what."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

AtLeast0 = Annotated[int, Meta(ge=0)]
AtLeast1 = Annotated[int, Meta(ge=1)]


class TimeControl(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The limits of a bot's time, all in milliseconds; None is no limit.

        start_ms      from the start of the program, or of a game, to the bot's word that it is ready
        move_ms       for one decision
        bank_ms       for all decisions of a game together
        increment_ms  added to the bank after each decision that was answered in time
        send_ms       until the whole of a request is in the bot's pipe
        margin_ms     measuring error that is allowed past a limit; never told to the bot and never added to its bank

    Bounds of single fields hold for whatever is read from a file.
    """

    start_ms: AtLeast1 | None = 10_000
    move_ms: AtLeast1 | None = 1_000
    bank_ms: AtLeast1 | None = None
    increment_ms: AtLeast0 = 0
    send_ms: AtLeast1 | None = 1_000
    margin_ms: AtLeast0 = 20

    def __post_init__(self) -> None:
        if self.increment_ms and self.bank_ms is None:
            raise ValueError("increment_ms needs a bank_ms to add to")
