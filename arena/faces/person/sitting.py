"""Plays one game with a person at the table, in this process: bots play as in any other game, and there is no
worker.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Protocol

import msgspec
import trio
from msgspec import Struct

from arena.games import Game, find_game
from arena.players import Host, PersonPlayer, Player, PlayerFactory, Resumed, program_players
from arena.programs import orders_to_end
from arena.referee import Assignment, FaultPolicy, Fixture, GameMaker, GameRecord, News, Setup, Step, replay
from arena.replays import Frame, Telling
from arena.sandbox import children, kill_all, take_charge


class Table(Host, Protocol):
    """What a person sits at: it shows the game, and learns what is chosen."""

    def told(self, frame: Frame) -> None:
        """Told what the person's seat sees happen, and the table then; the set-up comes first."""

    def ended(self, record: GameRecord) -> None:
        """Told that the game is over. The person may still be looking at it: `run` ends when they have seen how it
        ended."""

    def leave(self) -> None:
        """Ask the person nothing more: whoever asks is told that they have left."""

    async def run(self) -> None:
        """Do what the table does by itself, until it has shown how the game ended."""


class PersonSeat(Struct, frozen=True, kw_only=True):
    """The place of a person in a game: the seat, and the milliseconds for a move, None for no limit. `earlier[seat]`
    are choices of a recorded game, from which this one goes on."""

    number: int
    move_ms: int | None = None
    earlier: Mapping[int, Sequence[int]] = {}

    @property
    def resumed(self) -> int:
        """The number of decisions that are made before anybody is asked."""
        return sum(map(len, self.earlier.values()))


def choices_before(record: GameRecord, game: Game, decision: int) -> dict[int, list[int]]:
    """What each seat chose in a record before that decision; of several seats that decide at once, before all of
    them. Raises Mismatch where the record cannot be followed so far."""
    choices: dict[int, list[int]] = {seat: [] for seat in range(record.seats)}
    for step in replay(record, game):
        end = step.first + len(step.moves)
        if end > decision:
            break
        for seat, choice in record.decisions[step.first : end]:
            choices[seat].append(choice)
    return choices


def sit(
    setup: Setup, assignment: Assignment, seat: PersonSeat, table: Table, keep: Callable[[GameRecord], object]
) -> tuple[GameRecord, bool]:
    """Play the game. Returns its record, and whether it was ended by a signal, which is how a terminal says that it is
    closed: the person has left then. The record is given to `keep` as soon as the game is over. Raises
    KeyboardInterrupt at a second signal."""
    take_charge()  # so that what a bot starts is found and removed with it
    before = children(os.getpid())
    try:
        return trio.run(_sit, setup, assignment, seat, table, keep)
    finally:
        kill_all(children(os.getpid()) - before)


async def _sit(
    setup: Setup, assignment: Assignment, seat: PersonSeat, table: Table, keep: Callable[[GameRecord], object]
) -> tuple[GameRecord, bool]:
    game, interrupted = find_game(setup.game), False
    maker = _maker(setup, game, assignment.seating, seat, table)

    async def obey(signals: AsyncIterator[int]) -> None:
        nonlocal interrupted
        async for _ in signals:
            if interrupted:
                raise KeyboardInterrupt
            interrupted = True
            table.leave()

    with orders_to_end() as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(obey, signals)
            async with trio.open_nursery() as showing:
                showing.start_soon(table.run)
                try:
                    with redirect_stdout(StringIO()):  # what rules print is none of the talk
                        record = await maker.play(assignment, Listening(table, game, seat.number))
                    keep(record)
                finally:
                    with trio.CancelScope(shield=True):
                        await maker.stop()
                    maker.kill()
                table.ended(record)
            nursery.cancel_scope.cancel()
    return record, interrupted


def _maker(setup: Setup, game: Game, seating: Sequence[str], seat: PersonSeat, table: Table) -> GameMaker:
    logs = Path(setup.logs)
    factories: dict[str, PlayerFactory] = program_players(
        setup.programs, setup.time, setup.limits, setup.sandbox, logs, keep=setup.keep, ponder=setup.ponder
    )
    person = seating[seat.number]
    factories[person] = partial(PersonPlayer, table, seat.move_ms)
    if seat.resumed:
        factories = {
            name: partial(_resumed, factories[name], seat.earlier.get(at, ())) for at, name in enumerate(seating)
        }
    options = msgspec.json.decode(setup.options, type=game.options_type)
    hashes = {**setup.hashes, person: ""}
    return GameMaker(game, options, FaultPolicy(), factories, hashes, setup.sandbox, logs, attempts=1)


def _resumed(factory: PlayerFactory, choices: Sequence[int]) -> Player:
    return Resumed(factory(), choices)


class Listening:
    """Implements `Observer`: hands on what the person's seat may know."""

    def __init__(self, table: Table, game: Game, seat: int) -> None:
        self._table = table
        self._game = game
        self._seat = seat

    def began(self, fixture: Fixture, news: News) -> None:
        self._news = news
        self._telling = Telling(self._seat, self._game, len(fixture.seating))

    def decided(self, step: Step) -> None:
        if (decided := self._news()) is not None:
            self._telling.heard(decided, [None] * len(decided.faults))
        self._table.told(self._telling.frame(step))

    def waits(self) -> None:
        pass

    def ended(self, record: GameRecord) -> None:
        pass
