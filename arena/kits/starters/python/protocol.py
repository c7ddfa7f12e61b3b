"""The talk with the referee: a line in, a line out. There is no need to open this file."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

View = TypeVar("View")
Memory = TypeVar("Memory")
Move = TypeVar("Move")


class Random:
    """Random numbers that a seed decides: the same seed gives the same game again, in every kit's language."""

    def __init__(self, seed: int) -> None:
        self._state = 2166136261  # FNV-1a with 32 bits, over the digits of the seed
        for digit in str(seed).encode():
            self._state = (self._state ^ digit) * 16777619 & 0xFFFFFFFF
        self._state = self._state or 1

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        self._state ^= self._state << 13 & 0xFFFFFFFF  # Marsaglia's xorshift with 32 bits
        self._state ^= self._state >> 17
        self._state ^= self._state << 5 & 0xFFFFFFFF
        return self._state % limit


@dataclass(frozen=True)
class Start:
    """What is known as a game begins."""

    game: str
    game_id: str
    seat: int
    """The bot's own, from 0."""
    seats: int
    options: dict[str, Any]
    time: dict[str, float | None]
    """The limits: start_ms, move_ms, bank_ms, increment_ms; None is no limit."""
    random: Random


@dataclass(frozen=True)
class Turn(Generic[View, Memory, Move]):
    """A decision to be made."""

    legal: list[Move]
    """All legal moves, at least one."""
    view: View
    memory: Memory
    events: list[Any]
    """What happened since the last turn, oldest first."""
    last_ms: float | None
    """How long the last decision took."""
    left_ms: float | None
    """What is left in the bank."""


class Bot(Protocol):
    """One game of the bot."""

    def choose(self, turn: Any, /) -> int:
        """The index of a move in `turn.legal`."""


class MakesBot(Protocol):
    """What makes a bot for a game that starts: its class, usually."""

    def __call__(self, start: Start, /) -> Bot: ...


def play(name: str, make_bot: MakesBot) -> None:
    """Play games until the referee has no more."""
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    game, bot = "", None
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                game = message["game"]
                _say({"type": "ready", "id": message["id"], "protocol": 1, "name": name})
            case "start":
                known = {key: message[key] for key in ("game_id", "seat", "seats", "options", "time")}
                bot = make_bot(Start(game=game, random=Random(message["seed"]), **known))
                _say({"type": "ready", "id": message["id"]})
            case "turn" if bot is not None:
                known = {key: message[key] for key in Turn.__dataclass_fields__}
                _say({"id": message["id"], "choice": bot.choose(Turn(**known))})
            case "quit":
                return


def _say(answer: dict[str, Any]) -> None:
    print(json.dumps(answer), flush=True)
