"""Tells whoever wants to know what happens in a game while it happens, and defines the words in which a worker says it.

An observer is told the same steps that a replay gives, so that what draws one draws the other. It is told everything:
it asks `telling` what it may hand on to its audience. What the record will say of a step it gets when it asks for it,
of many steps at once if it likes: so an observer that is in no hurry costs a game next to nothing.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection, Sequence
from typing import Protocol, TypeAlias, TypeVarTuple

from msgspec import Struct

from arena.games import Move, State
from arena.referee.fixture import Fixture
from arena.referee.record import GameRecord, Given, SeatFault, Status
from arena.referee.replaying import Step


class Began(Struct, frozen=True, tag="began", tag_field="told"):
    """A game begins, or begins again because it was void."""

    number: int


class Decided(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="decided", tag_field="told"):
    """One step of the game with that number, or some in a row; the first step of a game, in which nobody decides
    anything, is the set-up, and others may follow it at once. The rules say where one step ends and the next begins.

    `decisions`, `substituted`, `faults` and `forfeited` are what these steps add to those of the record, and `first` is
    the position of their first decision there. `ms` is what each decision was charged, in milliseconds, and `given` is
    the part of their time that was not charged.
    """

    number: int
    first: int
    decisions: tuple[tuple[int, int], ...] = ()
    ms: tuple[float | None, ...] = ()
    given: tuple[Given, ...] = ()
    substituted: tuple[int, ...] = ()
    faults: tuple[SeatFault, ...] = ()
    forfeited: tuple[int, ...] = ()


class Ended(Struct, frozen=True, tag="ended", tag_field="told"):
    """The game is over, and its record follows; a void game may begin again first."""

    number: int
    status: Status


T = TypeVarTuple("T")
Told: TypeAlias = Began | Decided | Ended


News: TypeAlias = Callable[[], Decided | None]
"""All steps since it was called last; None where there was none."""


class Observer(Protocol):
    """Is told of a game while it is played. The game waits until a method returns; no bot's clock runs meanwhile, but
    for `waits`. One that raises is told nothing more of that game."""

    def began(self, fixture: Fixture, news: News) -> None:
        """Told that the seats are about to get ready. `news` may be called until the game is over."""

    def decided(self, step: Step) -> None:
        """Told of the set-up, or that all that were to act have acted. The step's position goes on changing
        afterwards.
        """

    def waits(self) -> None:
        """Told that those who were asked have not answered at once, and that their clocks run: it should take no
        longer than to hand on what was kept back.
        """

    def ended(self, record: GameRecord) -> None:
        """Told that the game is over."""


class Watch:
    """Tells an observer about one game, each time what is new. The collections are those that the game is adding to."""

    def __init__(
        self,
        observer: Observer,
        fixture: Fixture,
        decisions: Sequence[tuple[int, int]],
        ms: Sequence[float | None],
        given: Sequence[Given],
        substituted: Sequence[int],
        faults: Sequence[SeatFault],
        forfeited: Collection[int],
    ) -> None:
        self._observer: Observer | None = observer
        self._fixture = fixture
        self._decisions = decisions
        self._ms = ms
        self._given = given
        self._substituted = substituted
        self._faults = faults
        self._forfeited = forfeited
        self._at = self._gifts = self._substitutions = self._charged = self._out = 0
        """How much of each has been told."""
        self._steps = 0
        """That have not been told."""

    def began(self) -> None:
        if self._observer is not None:
            self._tell(self._observer.began, self._fixture, self._news)

    def decided(self, state: State, moves: dict[int, Move]) -> None:
        if self._observer is not None:
            self._steps += 1
            step = Step(state, moves, tuple(state.events), len(self._decisions) - len(moves))
            self._tell(self._observer.decided, step)

    def waits(self) -> None:
        if self._observer is not None:
            self._tell(self._observer.waits)

    def _news(self) -> Decided | None:
        if not self._steps:
            return None
        decided = Decided(
            number=self._fixture.number,
            first=self._at,
            decisions=tuple(self._decisions[self._at :]),
            ms=tuple([None if ms is None else round(ms * 1000) / 1000 for ms in self._ms[self._at :]]),
            given=tuple(self._given[self._gifts :]),
            substituted=tuple(self._substituted[self._substitutions :]),
            faults=tuple(self._faults[self._charged :]),
            forfeited=tuple(self._forfeited)[self._out :],
        )
        self._at, self._gifts, self._substitutions = len(self._decisions), len(self._given), len(self._substituted)
        self._charged, self._out = len(self._faults), len(self._forfeited)
        self._steps = 0
        return decided

    def ended(self, record: GameRecord) -> None:
        if self._observer is not None:
            self._tell(self._observer.ended, record)

    def _tell(self, told: Callable[[*T], None], *what: *T) -> None:
        try:
            told(*what)
        except Exception:  # who looks on must not decide a game: this is neither a bot's fault nor the rules'
            self._observer = None
            traceback.print_exc()
