"""One seat's clock in one game, in milliseconds; it is told how long things took and never looks at a clock itself."""

from __future__ import annotations

from arena.players.timecontrol import TimeControl


class Clock:
    """Counts a seat's thinking time against its time control."""

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self._bank = None if control.bank_ms is None else float(control.bank_ms)
        self.told_ms: int | None = None
        """What the bot is told that its last decision took: never more than its limit, whose margin nobody tells. None
        before the first."""
        self.limit_ms: float | None
        """The most that the next decision may take: the lesser of the move's limit and the bank; None is no limit."""
        self.left_ms: int | None
        """The milliseconds that are left of the bank, rounded down; None without a bank."""
        self._limit()

    def spend(self, ms: float) -> float:
        """Note that a decision was made in time. The increment is added after it: it cannot pay for the decision that
        earns it. Returns `ms` in whole microseconds, as it counts and as a record has it: so what a bot was told can be
        computed from its record.
        """
        counted = paid = round(ms * 1000) / 1000
        if self.limit_ms is not None and paid > self.limit_ms:
            paid = self.limit_ms  # time within the margin is measuring error, not thinking time: it is not paid for
        self.told_ms = round(paid)
        if self._bank is not None:
            self._bank = self._bank - paid + self._control.increment_ms
            self._limit()
        return counted

    def exhaust(self) -> float | None:
        """Note that a decision was not made in time: the time that it could have taken is gone, and it earns no
        increment. Returns that time in whole microseconds, None where there is no limit.
        """
        if self.limit_ms is None:
            return None
        counted = round(self.limit_ms * 1000) / 1000
        self.told_ms = round(self.limit_ms)
        if self._bank is not None:
            self._bank -= self.limit_ms
            self._limit()
        return counted

    def _limit(self) -> None:
        move, bank = self._control.move_ms, self._bank
        self.limit_ms = move if bank is None else bank if move is None else min(move, bank)
        self.left_ms = None if bank is None else int(bank)
