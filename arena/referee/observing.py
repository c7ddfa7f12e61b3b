"""Whoever wants to know what happens in a game while it happens, and the lines in which a worker says it.

An observer is told the same steps that a replay gives, so what draws one draws the other. It is told everything: what
it hands on it asks of `telling`, for its audience.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Collection, Sequence
from typing import Protocol, TypeAlias, TypeVarTuple

import msgspec
from msgspec import Struct

from arena.games import Move, State
from arena.referee.fixture import Fixture
from arena.referee.record import GameRecord, SeatFault, Status
from arena.referee.replaying import Step

MOST_WAITING = 1 << 20
"""Bytes of lines that wait for a reader who does not read; the lines after these are lost to it."""


class Began(Struct, frozen=True, tag="began", tag_field="told"):
    """A game begins, or begins again because it was void."""

    number: int


class Decided(Struct, frozen=True, kw_only=True, tag="decided", tag_field="told"):
    """One step of the game with that number; the first, in which nobody decides anything, is the set-up.

    `decisions`, `substituted`, `faults` and `forfeited` are what this step adds to those of the record, `first` is the
    position of its first decision there. `ms` is what each decision was charged.
    """

    number: int
    first: int
    decisions: tuple[tuple[int, int], ...]
    ms: tuple[float | None, ...]
    substituted: tuple[int, ...]
    faults: tuple[SeatFault, ...]
    forfeited: tuple[int, ...]


class Ended(Struct, frozen=True, tag="ended", tag_field="told"):
    """The game is over, and its record follows; a void one may begin again first."""

    number: int
    status: Status


T = TypeVarTuple("T")
Told: TypeAlias = Began | Decided | Ended

_decoder: msgspec.json.Decoder[Told] = msgspec.json.Decoder(Told)
_MARK = b'{"told":'


def is_told(line: bytes) -> bool:
    """Whether a worker's line tells of a game that is being played; else it is a game's record."""
    return line.startswith(_MARK)


def decode_told(line: bytes) -> Told:
    """Raises msgspec.DecodeError for any other line."""
    return _decoder.decode(line)


class Observer(Protocol):
    """Is told of a game while it is played. The game waits until a method returns, but no bot's clock runs meanwhile.
    One that raises is told nothing more of that game."""

    def began(self, fixture: Fixture) -> None:
        """The seats are about to get ready."""

    def decided(self, step: Step, decided: Decided) -> None:
        """The set-up, or all that were to act have acted. The step's position goes on changing afterwards."""

    def ended(self, record: GameRecord) -> None:
        """The game is over."""


class Watch:
    """Tells an observer of one game, each time what is new. The collections are those that the game is adding to."""

    def __init__(
        self,
        observer: Observer,
        fixture: Fixture,
        decisions: Sequence[tuple[int, int]],
        ms: Sequence[float | None],
        substituted: Sequence[int],
        faults: Sequence[SeatFault],
        forfeited: Collection[int],
    ) -> None:
        self._observer: Observer | None = observer
        self._fixture = fixture
        self._decisions = decisions
        self._ms = ms
        self._substituted = substituted
        self._faults = faults
        self._forfeited = forfeited
        self._at = self._substitutions = self._charged = self._out = 0
        """How much of each has been told."""

    def began(self) -> None:
        if self._observer is not None:
            self._tell(self._observer.began, self._fixture)

    def decided(self, state: State, moves: dict[int, Move]) -> None:
        if self._observer is None:
            return
        step = Step(state, moves, tuple(state.events), self._at)
        decided = Decided(
            number=self._fixture.number,
            first=self._at,
            decisions=tuple(self._decisions[self._at :]),
            ms=tuple([None if ms is None else round(ms, 3) for ms in self._ms[self._at :]]),
            substituted=tuple(self._substituted[self._substitutions :]),
            faults=tuple(self._faults[self._charged :]),
            forfeited=tuple(self._forfeited)[self._out :],
        )
        self._at, self._substitutions = len(self._decisions), len(self._substituted)
        self._charged, self._out = len(self._faults), len(self._forfeited)
        self._tell(self._observer.decided, step, decided)

    def ended(self, record: GameRecord) -> None:
        if self._observer is not None:
            self._tell(self._observer.ended, record)

    def _tell(self, told: Callable[[*T], None], *what: *T) -> None:
        try:
            told(*what)
        except Exception:  # who looks on must not decide a game: this is neither a bot's fault nor the rules'
            self._observer = None
            traceback.print_exc()


class Lines:
    """Implements `Observer`: writes lines to a pipe that does not block. They say enough to follow the game with
    `Follower`, and everything in it, so they are for the referee alone."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._waiting = bytearray()

    def began(self, fixture: Fixture) -> None:
        self._write(Began(fixture.number))

    def decided(self, step: Step, decided: Decided) -> None:
        self._write(decided)

    def ended(self, record: GameRecord) -> None:
        self._write(Ended(record.number, record.status))

    def take_waiting(self) -> bytes:
        """What is still to be written, whole lines but for the first; it is the caller's now."""
        waiting, self._waiting = bytes(self._waiting), bytearray()
        return waiting

    def _write(self, told: Told) -> None:
        # A reader who is slow must not keep a game waiting, and one who does not read at all must not cost its memory.
        if len(self._waiting) > MOST_WAITING:
            return
        self._waiting += msgspec.json.encode(told) + b"\n"
        try:
            del self._waiting[: os.write(self._pipe, self._waiting)]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # who sends the record will find that nobody is there
            self._waiting.clear()
