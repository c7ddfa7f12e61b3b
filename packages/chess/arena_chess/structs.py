"""What is agreed on before a game of chess, what is chosen in it, and what is seen of it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from arena.games import BySeat, SeatNumber
from msgspec import Struct

Says: TypeAlias = Literal["level", "lost", "won"]
"""What a seat may say of the position with its move, for adjudication."""

Reason: TypeAlias = Literal[
    "checkmate",
    "stalemate",
    "insufficient material",
    "quiet moves",
    "repetition",
    "adjudicated win",
    "adjudicated draw",
    "too many moves",
]


class Draw(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that both seats call level for long is a draw."""

    number: int = 34
    """From the end of this move on, as a FEN counts them."""
    count: int = 8
    """So many moves of each seat in a row; a capture or a move of a pawn begins the row anew."""
    score: int = 20
    """The hundredths of a pawn at which a seat shall say `level`. The rules do not look at it: seats are told."""

    def __post_init__(self) -> None:
        if self.number < 0 or self.count < 1 or self.score < 0:
            raise ValueError(f"draw needs number >= 0, count >= 1 and score >= 0, not {self}")


class Resign(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that a seat calls lost for long is lost for it."""

    count: int = 3
    """So many of its moves in a row."""
    score: int = 600
    """The hundredths of a pawn from which on a seat shall say `lost` or `won`. The rules do not look at it: seats are
    told."""
    both: bool = False
    """Whether the other seat must have called it `won` in as many moves."""

    def __post_init__(self) -> None:
        if self.count < 1 or self.score < 1:
            raise ValueError(f"resign needs count >= 1 and score >= 1, not {self}")


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is agreed on before the game."""

    variant: Literal["standard", "chess960"] = "standard"
    """In chess960 castling is written as king takes rook, and without a deck the start position is drawn."""
    repetition: int = 3
    """The game is a draw when a position is there for the third time; 5: only for the fifth, which no player need claim
    by the Laws of Chess."""
    quiet_moves: int = 50
    """The game is a draw after so many moves of each seat without a capture or a move of a pawn; 75: what no player
    need claim."""
    draw: Draw | None = None
    """When a game is ended as a draw by what the seats say; null: never."""
    resign: Resign | None = None
    """When a game is ended as a win by what the seats say; null: never."""
    max_moves: int | None = None
    """The game is a draw after so many moves of each seat, the opening's not counted; null: no such limit."""

    def __post_init__(self) -> None:
        if self.repetition not in (3, 5):
            raise ValueError(f"repetition must be 3 or 5, not {self.repetition}")
        if self.quiet_moves not in (50, 75):
            raise ValueError(f"quiet_moves must be 50 or 75, not {self.quiet_moves}")
        if self.max_moves is not None and self.max_moves < 1:
            raise ValueError(f"max_moves must be at least 1, or null, not {self.max_moves}")
        if self.draw and self.resign and self.draw.score >= self.resign.score:
            raise ValueError(f"draw.score must be below resign.score: {self.draw.score}, {self.resign.score}")

    @property
    def sayings(self) -> tuple[Says | None, ...]:
        """What a seat may say with a move; None is nothing."""
        level: tuple[Says, ...] = ("level",) if self.draw else ()
        decided: tuple[Says, ...] = () if not self.resign else ("lost", "won") if self.resign.both else ("lost",)
        return (None, *level, *decided)


class Play(Struct, frozen=True, omit_defaults=True, gc=False):
    """A move, and what the seat says of the position with it."""

    uci: str
    """As UCI writes it: `e2e4`, `e7e8q`, `e1g1`; in chess960 castling is king takes rook, `e1h1`."""
    says: Says | None = None
    """`level`, `lost` or `won`, where the options have a use for it; without this key nothing is said."""


class Played(Struct, frozen=True, tag="played", gc=False):
    """A seat has moved."""

    seat: SeatNumber
    uci: str
    san: str
    """The move as people write it."""
    says: Says | None


class Over(Struct, frozen=True, tag="over", gc=False):
    """The game has ended."""

    reason: Reason
    winner: SeatNumber | None
    """Null for a draw."""


class View(Struct, frozen=True, gc=False):
    """What everybody sees: the board, how it came about, and what counts for adjudication. Seat 0 is White."""

    fen: str
    """The position now."""
    start: str
    """The position before the first of `moves`."""
    moves: tuple[str, ...]
    """All moves, also those of the opening, as UCI writes them."""
    opening: int
    """How many of them are the opening's."""
    level: int
    """How many moves in a row, of both seats together, called the position level."""
    lost: BySeat[int]
    """How many of its moves in a row each seat called lost."""
    won: BySeat[int]
    """How many of its moves in a row each seat called won."""


class Memory(Struct, frozen=True):
    """Nothing is hidden, so there is nothing to remember."""
