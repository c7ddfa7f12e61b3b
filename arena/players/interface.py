"""What the referee knows of a seat's other end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Raw, Struct

from arena.errors import Trouble
from arena.games import Game, Outcome
from arena.players.machine_time import GivenBack
from arena.protocol import Fault
from arena.sandbox import Usage


class MachineTrouble(Trouble):
    """The machine, not the bot, failed: it kept the referee from its clock for so long that nobody can say whether the
    bot was in time, or had no room for another process. The game is void."""


class GameStart(Struct, frozen=True):
    """What a seat is told when a game begins. `options` is their JSON; `seed` is for the bot's own random numbers."""

    game: Game
    number: int
    deal: str
    seat: int
    seats: int
    options: Raw
    seed: int


class Question(Struct, frozen=True):
    """One decision: all that this seat may see, and its legal moves.

    `alone` says that no other seat is asked at the same time, so nobody's clock suffers from a busy wait.
    """

    events: Sequence[Raw]
    view: Struct
    memory: Struct
    legal: Sequence[Any]
    alone: bool


class Player(Protocol):
    """A seat's other end, for one game after another; its methods are called one at a time."""

    @property
    def last_ms(self) -> float | None:
        """What the last decision was charged, in time or not; None where it was cut short by something else."""

    @property
    def given_back(self) -> GivenBack:
        """What of the last decision's time was not charged, since the machine took it."""

    @property
    def lag_ms(self) -> float:
        """The most by which the referee itself was late in this player's waits in this game."""

    @property
    def stray(self) -> int:
        """Lines in this game that answered nothing."""

    @property
    def usage(self) -> Usage | None:
        """What the bot used of the machine in this game; None where that means nothing."""

    @property
    def log(self) -> str | None:
        """Where the stderr of this game was written, None where there was none."""

    async def start(self, start: GameStart) -> Fault | None:
        """Get ready for a game. Raises MachineTrouble."""

    async def decide(self, question: Question) -> int | Fault:
        """The index of the chosen move in `question.legal`. Raises MachineTrouble."""

    async def end(self, events: Sequence[Raw], outcome: Outcome | None) -> None:
        """The game is over."""

    async def forfeit(self) -> None:
        """The seat has lost its game by a fault; nothing more will be asked in it."""
