"""What the referee knows of whoever sits on a seat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator, Sequence
from typing import Any, Final, Protocol, TypeAlias

from msgspec import Raw, Struct

from arena.errors import Trouble
from arena.games import Deal, Game, Outcome
from arena.players.machine_time import NOTHING_BACK, GivenBack
from arena.protocol import Fault
from arena.sandbox import Usage


class MachineTrouble(Trouble):
    """The machine failed, not the bot: it kept the referee from its clock for so long that nobody can say whether the
    bot was in time, or had no room for another process. The game is void."""


class GameStart(Struct, frozen=True):
    """What a seat is told when a game begins. `options` is their JSON; `seed` is for the bot's own random numbers;
    `logged` is whether what it writes to stderr is kept in a file."""

    game: Game
    number: int
    deal: Deal
    seat: int
    seats: int
    options: Raw
    seed: int
    logged: bool = True


class Question(Struct, frozen=True, gc=False):
    """One decision: all that this seat may see, and its legal moves.

    `alone` says that no other seat is asked at the same time, so nobody's clock suffers from a busy wait.
    """

    events: Sequence[Raw]
    view: Struct
    memory: Struct
    legal: Sequence[Any]
    alone: bool


class Answer(Struct, frozen=True, gc=False):
    """What came of a question: the index of the chosen move in `question.legal`, or the seat's fault.

    `ms` is what the decision was charged, in milliseconds to whole microseconds: the whole limit if no answer came
    within it, and None if nobody measured, or something else cut it short. `given_back` is the part of its time that
    was not charged, since the machine took it. `note` is what the seat says about its choice, None if it says nothing.
    """

    choice: int | Fault
    ms: float | None = None
    given_back: GivenBack = NOTHING_BACK
    note: str | None = None

    def __await__(self) -> Generator[None, None, Answer]:
        """It is there: whoever waits for it has it."""
        yield from ()
        return self


class _Done:
    """What is done already can be waited for, too."""

    def __await__(self) -> Generator[None, None, None]:
        yield from ()


DONE: Final[Awaitable[None]] = _Done()
"""What a method of a player returns when it has done everything at once: there is nothing to wait for."""


class SeatReport(Struct, frozen=True):
    """What a player used and said on one seat in one game.

    `usage` is what it used of the machine, None if nobody measured. `stray` counts its lines that answered nothing.
    `log` is the file with its stderr, relative to the store, None if it wrote none. `lag_ms` is the most by which the
    referee itself was late, in milliseconds, while it waited for this seat. `name` is what it calls itself, None before
    it said so. `said` tells when the log was written: (how many questions it had been asked by then, the first line
    that came after the last of these, from 0), ascending; more questions than it was asked mean that the game was over.
    `remark` is what its author should know of how it answers, though nothing came of it.
    """

    usage: Usage | None = None
    stray: int = 0
    log: str | None = None
    lag_ms: float = 0.0
    name: str | None = None
    said: tuple[tuple[int, int], ...] = ()
    remark: str | None = None


class Player(Protocol):
    """Whoever sits on a seat and decides, for one game after another; its methods are called one at a time.

    Most bots answer at once, and to go to sleep for each costs more than its answer. So a method that is done when it
    returns gives `DONE` or the `Answer` itself. Otherwise it gives something to await, an ordinary coroutine for
    example, and only that may raise anything."""

    @property
    def running(self) -> bool:
        """Whether something of the machine, such as a process, is held for the player between games."""

    def start(self, start: GameStart) -> Awaitable[Fault | None]:
        """Get ready for a game. Raises MachineTrouble."""

    def decide(self, question: Question) -> Awaitable[Answer]:
        """Answer a question. Raises MachineTrouble."""

    def end(self, events: Sequence[Raw], outcome: Outcome | None) -> Awaitable[None]:
        """Told that the game is over, with the last events and the outcome."""

    async def forfeit(self) -> None:
        """Told that the seat has lost its game by a fault; it is asked nothing more in this game."""

    def report(self) -> SeatReport:
        """What was used and said in this game; it is complete once the game has ended or was forfeited."""

    async def stop(self) -> None:
        """Let the player go politely, and give back all that is held for it; the next game gets it anew."""

    def kill(self) -> None:
        """Remove the player, and all that is held for it, at once."""


PlayerFactory: TypeAlias = Callable[[], Player]
"""Makes the player of one more seat: of a program, a function, or whoever else is to sit there."""
