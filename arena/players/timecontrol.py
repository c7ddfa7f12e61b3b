"""How long a seat may think."""

from __future__ import annotations

from msgspec import Struct


class TimeControl(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All in milliseconds; None is no limit.

    start_ms      from the start of the program, or of a game, to the bot's word that it is ready
    move_ms       for one decision
    bank_ms       for all decisions of a game together
    increment_ms  added to the bank after each decision that was in time
    send_ms       until the whole of a request is in the bot's pipe
    margin_ms     measuring error that is allowed past a limit; never told to the bot and never added to its bank
    """

    start_ms: int = 10_000
    move_ms: int | None = 1_000
    bank_ms: int | None = None
    increment_ms: int = 0
    send_ms: int = 1_000
    margin_ms: int = 20

    def __post_init__(self) -> None:
        for name in ("start_ms", "move_ms", "bank_ms", "send_ms"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"{name} must be at least 1, not {value}")
        for name in ("increment_ms", "margin_ms"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must not be negative, not {getattr(self, name)}")
        if self.increment_ms and self.bank_ms is None:
            raise ValueError("increment_ms needs a bank_ms to add to")
