"""One seat's clock in one game, in milliseconds; it is told times and never reads any."""

from __future__ import annotations

from arena.players.timecontrol import TimeControl


class Clock:
    """Counts a seat's thinking time against its time control."""

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self._bank = None if control.bank_ms is None else float(control.bank_ms)

    @property
    def left_ms(self) -> int | None:
        """What is left of the bank, rounded down; None without one."""
        return None if self._bank is None else int(self._bank)

    def limit_ms(self) -> float | None:
        """The most that the next decision may take: the lesser of the move's limit and the bank; None is no limit."""
        move = self._control.move_ms
        if self._bank is None:
            return move
        return self._bank if move is None else min(move, self._bank)

    def spend(self, ms: float) -> None:
        """A decision was made in time. The increment comes after it: it cannot pay for the decision that earns it."""
        limit = self.limit_ms()
        if self._bank is not None and limit is not None:
            # Time within the margin is measuring error, not thinking time: it is not paid for.
            self._bank = self._bank - min(ms, limit) + self._control.increment_ms

    def exhaust(self) -> None:
        """A decision was not made in time: what it could have taken is gone, and it earns no increment."""
        limit = self.limit_ms()
        if self._bank is not None and limit is not None:
            self._bank -= limit
