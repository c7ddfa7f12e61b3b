"""What is said to an engine in UCI and what it says, without any input or output.

UCI is the Universal Chess Interface of Stefan Meyer-Kahlen: lines of text over stdin and stdout.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import chess

STARTPOS: Final = chess.STARTING_FEN


class Score(NamedTuple):
    """What an engine thinks of its position: hundredths of a pawn, or with `mate` so many moves to a mate, its own or,
    below 0 (and at 0: it is mated), the other side's."""

    value: int
    mate: bool = False

    def __str__(self) -> str:
        if self.mate:
            return f"{'-' if self.value <= 0 else '+'}M{abs(self.value)}"
        return f"{self.value / 100:+.2f}"


class Limit(NamedTuple):
    """What bounds each search whatever the clock says; None is no bound."""

    nodes: int | None = None
    movetime: int | None = None
    depth: int | None = None

    @property
    def words(self) -> list[str]:
        return [f"{name} {value}" for name, value in self._asdict().items() if value is not None]


class Clock(NamedTuple):
    """What the referee gives for a decision, in milliseconds; None is no limit. `overhead` is what is kept back for the
    way to the engine and home."""

    left: int | None
    increment: int
    move: int | None
    overhead: int

    @property
    def given(self) -> int | None:
        """How long the referee waits."""
        limits = [limit for limit in (self.left, self.move) if limit is not None]
        return min(limits, default=None)

    @property
    def stop(self) -> int | None:
        """After how long a search that follows the clock must be stopped: UCI has no word for a limit of one move
        beside a clock."""
        if self.left is None or self.move is None:
            return None
        return max(1, self.move - self.overhead)


def position_line(start: str, moves: Sequence[str]) -> str:
    """The game so far: from the position before its first move, so that an engine sees repetitions."""
    place = "startpos" if start == STARTPOS else f"fen {start}"
    return f"position {place}{' moves ' if moves else ''}{' '.join(moves)}"


def go_line(limit: Limit, clock: Clock) -> str:
    """The search that is asked for: what `limit` says, else by the clock, else all of the time for one move.

    The other side's clock is not ours to see. It is said to be like ours, for engines want two.
    """
    if words := limit.words:
        return f"go {' '.join(words)}"
    if clock.left is not None:
        left, increment = max(1, clock.left - clock.overhead), clock.increment
        return f"go wtime {left} btime {left} winc {increment} binc {increment}"
    if clock.move is not None:
        return f"go movetime {max(1, clock.move - clock.overhead)}"
    raise ValueError("the contest sets no limit of time: give the engine --nodes, --movetime or --depth")


@dataclass
class Introduction:
    """What an engine says of itself after `uci`."""

    name: str = "an engine of UCI"
    options: dict[str, str] = field(default_factory=dict)
    """The names of its options as it writes them, by their small letters: UCI tells no case apart."""

    def hear(self, line: str) -> bool:
        """Take in a line; True once it has said all."""
        if line.startswith("id name "):
            self.name = line.removeprefix("id name ").strip()
        elif found := re.match(r"option\s+name\s+(.*?)\s+type\s", line):
            self.options[found[1].lower()] = found[1]
        return line.strip() == "uciok"

    def setting(self, name: str, value: str) -> str:
        """The line that sets an option. Raises ValueError if the engine has none of that name."""
        known = self.options.get(name.lower())
        if known is None:
            raise ValueError(f"{self.name} has no option {name!r} (it has: {', '.join(self.options.values())})")
        return f"setoption name {known} value {value}"


@dataclass
class Search:
    """What an engine says while it searches."""

    score: Score | None = None
    """Of the last line that has one for its best move, one that is exact if there is any."""
    depth: int | None = None
    nodes: int | None = None
    best: str | None = None
    last: str = ""
    """The last line, for whoever wants to know why nothing came of it."""
    _exact: bool = False

    def hear(self, line: str) -> bool:
        """Take in a line; True once it has said its move."""
        words = line.split()
        self.last = line or self.last
        if words[:1] == ["bestmove"]:
            self.best = words[1] if len(words) > 1 else ""
            return True
        if words[:1] == ["info"] and "string" not in words[:2]:
            self._hear_info(words)
        return False

    def _hear_info(self, words: list[str]) -> None:
        said = words[: words.index("pv")] if "pv" in words else words
        numbers = {name: _number(said, name) for name in ("depth", "nodes", "multipv", "cp", "mate")}
        if numbers["multipv"] not in (None, 1) or "score" not in said:
            return
        exact = not {"lowerbound", "upperbound"} & set(said)
        if self._exact and not exact:
            return
        cp, mate = numbers["cp"], numbers["mate"]
        if mate is not None:
            self.score = Score(mate, mate=True)
        elif cp is not None:
            self.score = Score(cp)
        self._exact, self.depth, self.nodes = exact, numbers["depth"], numbers["nodes"]

    @property
    def note(self) -> str | None:
        """The search in a few words, as PGN has them: `+0.35/12`."""
        if self.score is None:
            return None
        return f"{self.score}{'' if self.depth is None else f'/{self.depth}'}"


def _number(words: Sequence[str], name: str) -> int | None:
    try:
        return int(words[words.index(name) + 1])
    except (ValueError, IndexError):
        return None


def says(score: Score | None, options: dict[str, Any]) -> str | None:
    """What a seat that thinks so says with its move in a game with these options; None is nothing."""
    if score is None:
        return None
    draw, resign = options.get("draw"), options.get("resign")
    if draw and not score.mate and abs(score.value) <= draw["score"]:
        return "level"
    if resign:
        if score.value <= 0 if score.mate else score.value <= -resign["score"]:
            return "lost"
        if resign["both"] and (score.mate or score.value >= resign["score"]):
            return "won"
    return None
