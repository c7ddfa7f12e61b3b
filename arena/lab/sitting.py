"""A seat of a recorded game with all that it had there, so that another bot can be put on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct

from arena.contest import stored_schedule
from arena.games import Game, find_game
from arena.players import Clock, Player, Process, TimeControl, program_players
from arena.referee import GameRecord, Retelling
from arena.sandbox import Limits, Program, SandboxName
from arena.store import Facts, StoreError


class _Conditions(Struct):
    """What a contest's file says of them; files of other versions may say less."""

    time: TimeControl = TimeControl()
    limits: Limits = Limits()
    ponder: str = "on"
    sandbox: SandboxName = "none"


class Sitting(Struct, frozen=True, kw_only=True):
    """One seat of one record; `seed` is for its bot's own random numbers, and `sandbox` is what its contest's bots ran
    in."""

    record: GameRecord
    game: Game
    seat: int
    seed: int
    control: TimeControl
    limits: Limits
    ponder: bool
    sandbox: SandboxName = "none"

    def decisions(self) -> list[int]:
        """The positions in the record at which something came of a question to this seat."""
        return [asked.decision for asked in self.retelling()]

    def retelling(self) -> Retelling:
        """All that the seat was told, from the beginning."""
        return Retelling(self.record, self.game, self.seat, self.seed)


def sitting_of(record: GameRecord, facts: Facts, stages: Sequence[bytes], seat: int) -> Sitting:
    """That seat of a game of a contest's file, under the conditions of the contest. Raises StoreError, and WrongInput
    where the rules of the game are not here."""
    try:
        conditions = facts.of_contest(_Conditions)
    except StoreError:
        conditions = _Conditions()
    return Sitting(
        record=record,
        game=find_game(record.game),
        seat=seat,
        seed=stored_schedule(facts, stages, record.number + 1).bot_seed(record.number, seat),
        control=conditions.time,
        limits=conditions.limits,
        ponder=conditions.ponder == "on",
        sandbox=conditions.sandbox,
    )


class RecordedClock(Clock):
    """Tells the bot what its seat's clock showed in the recorded game, whatever its own decisions take, and gives it
    for each what the seat had for that one: so each gets the very bytes that were sent then, and none is made to hurry
    for what another spent.

    `spent` is what each decision of the seat was charged, and whether it was late. `patient`: nothing is too late.
    """

    def __init__(self, control: TimeControl, spent: Sequence[tuple[float | None, bool]], patient: bool) -> None:
        super().__init__(control)
        self._spent = iter(spent)
        self._then = Clock(control)
        self._patient = patient
        self._show()

    def spend(self, ms: float) -> float:
        self._go_on()
        return ms

    def exhaust(self) -> float | None:
        limit = self.limit_ms
        self._go_on()
        return limit

    def _go_on(self) -> None:
        ms, late = next(self._spent, (None, False))
        if late:
            self._then.exhaust()
        elif ms is not None:
            self._then.spend(ms)
        self._show()

    def _show(self) -> None:
        self.told_ms, self.left_ms = self._then.told_ms, self._then.left_ms
        self.limit_ms = None if self._patient else self._then.limit_ms


def player_of(
    sitting: Sitting,
    program: Program,
    sandbox: SandboxName,
    logs: Path,
    heard: Callable[[Process], Process] | None = None,
    patient: bool = False,
) -> Player:
    """A player of that program for this seat, with the times that it had. A `patient` one is never too late, and is not
    held while it is not on turn."""
    players = program_players(
        {program.name: program},
        sitting.control,
        sitting.limits,
        sandbox,
        logs,
        ponder=sitting.ponder or patient,
        clock=recorded_clock(sitting, patient),
        heard=heard,
    )
    return players[program.name]()


def recorded_clock(sitting: Sitting, patient: bool = False) -> Callable[[TimeControl], Clock]:
    """What makes the clock of the seat."""
    record = sitting.record
    late = {fault.decision for fault in record.faults if fault.verdict == "time"}
    spent = [
        (ms, at in late)
        for at, ((seat, _), ms) in enumerate(zip(record.decisions, record.measured.ms, strict=False))
        if seat == sitting.seat
    ]
    return partial(RecordedClock, spent=spent, patient=patient)
