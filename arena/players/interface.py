"""What the referee knows of a seat's other end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator, Sequence
from typing import Any, Final, Protocol, TypeAlias

from msgspec import Raw, Struct

from arena.errors import Trouble
from arena.games import Game, Outcome
from arena.players.machine_time import NOTHING_BACK, GivenBack
from arena.protocol import Fault
from arena.sandbox import Usage


class MachineTrouble(Trouble):
    """The machine, not the bot, failed: it kept the referee from its clock for so long that nobody can say whether the
    bot was in time, or had no room for another process. The game is void."""


class GameStart(Struct, frozen=True):
    """What a seat is told when a game begins. `options` is their JSON; `seed` is for the bot's own random numbers;
    `logged` is whether what it writes to stderr is kept in a file."""

    game: Game
    number: int
    deal: str
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

    `ms` is what the decision was charged, in milliseconds, the whole limit where no answer came within it; None where
    nobody measured, or something else cut it short. `given_back` is what of its time was not charged, since the machine
    took it. `note` is what the seat says of it, None where it says nothing.
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
"""What a player gives that has done at once what it was to do: there is nothing to wait for."""


class SeatReport(Struct, frozen=True):
    """What a seat's other end used and said in one game.

    `usage` is what it used of the machine, None where nobody measured. `stray` counts its lines that answered nothing.
    `log` is the file with its stderr, relative to the store, None where it wrote none. `lag_ms` is the most by which
    the referee itself was late while it waited for this seat. `name` is what it calls itself, None before it said so.
    `said` tells when the log was written: (how many questions it had been asked by then, the first line that came after
    the last of these, from 0), ascending; more questions than it was asked mean that the game was over. `remark` is
    what its author should know of how it answers, though nothing came of it.
    """

    usage: Usage | None = None
    stray: int = 0
    log: str | None = None
    lag_ms: float = 0.0
    name: str | None = None
    said: tuple[tuple[int, int], ...] = ()
    remark: str | None = None


class Player(Protocol):
    """A seat's other end, for one game after another; its methods are called one at a time.

    Most bots answer at once, and to go to sleep for each costs more than its answer. So a player may be done when its
    method returns, and gives `DONE` or the `Answer` itself; else it gives what has to be awaited, an ordinary coroutine
    for example, and only that may raise anything."""

    @property
    def running(self) -> bool:
        """Whether something of the machine is held for it between games, such as a process."""

    def start(self, start: GameStart) -> Awaitable[Fault | None]:
        """Get ready for a game. Raises MachineTrouble."""

    def decide(self, question: Question) -> Awaitable[Answer]:
        """The seat's answer to the question. Raises MachineTrouble."""

    def end(self, events: Sequence[Raw], outcome: Outcome | None) -> Awaitable[None]:
        """The game is over."""

    async def forfeit(self) -> None:
        """The seat has lost its game by a fault; nothing more will be asked in it."""

    def report(self) -> SeatReport:
        """What was used and said in this game, whole once it has ended or was forfeited."""

    async def stop(self) -> None:
        """Part politely, and let go of all that is held for it; the next game gets it anew."""

    def kill(self) -> None:
        """Let go of it at once."""


PlayerFactory: TypeAlias = Callable[[], Player]
"""Makes the player of one more seat: of a program, a function, or whoever else is to sit there."""
