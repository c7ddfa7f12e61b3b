"""The parts of a contest: stages, and who says what the next one is.

A stage is a set of games that are all known before the first of them is played. A format that looks at results
(Swiss, knock-out, ladder) makes the next stage once every game of the last is over, by a pure function of the stages
so far and of what came of them: so the same contest takes the same course whatever runs at once, and after any break.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from msgspec import Struct

from arena.pairing.line_ups import LineUp

FIRST_RULE = 1
"""That of stages which name none."""


class Stage(Struct, frozen=True, omit_defaults=True):
    """Line-ups that play now, `deals` deal groups each, over all seatings of the contest; each has deals of its own.

    A bot is a number, its place among all bots of the contest. `byes` are bots that sit out, for whom the format
    counts that as it documents. `title` is for people, as "round 2 of 5". `rule` says by which rule of its format it
    was made: a format may get a better one, and what is stored stays what it is.
    """

    line_ups: tuple[LineUp, ...]
    deals: int
    byes: tuple[int, ...] = ()
    title: str = ""
    rule: int = FIRST_RULE


class Match(Struct, frozen=True):
    """What came of a line-up in a stage, from its `games` that are rated.

    `taken[i][j]` are half points of `line_up[i]` against `line_up[j]`: two for a better place in a game, one for a
    shared one. Whole numbers, so that no sum depends on an order. A game that stayed void is not among them.
    """

    line_up: LineUp
    games: int
    taken: tuple[tuple[int, ...], ...]

    def half_points(self, place: int) -> int:
        """All half points of the bot at that place of the line-up; the most is 2 * games * (seats - 1)."""
        return sum(self.taken[place])


class PastStage(Struct, frozen=True):
    """A stage of which every game is over; `matches[i]` is what came of `stage.line_ups[i]`."""

    stage: Stage
    matches: tuple[Match, ...]


class FormatRanking(Struct, frozen=True):
    """How a format itself ranks the bots: `rows` hold (rank, bot, a value for each further header), best first."""

    title: str
    headers: tuple[str, ...]
    rows: tuple[tuple[int, int, tuple[str, ...]], ...]


Bots: TypeAlias = Sequence[int]


class Pairer(Protocol):
    """A format that looks at results."""

    def next(self, past: Sequence[PastStage], playing: Bots) -> Stage | None:
        """The stage after `past`, None when the contest is over.

        `playing` are the bots that may be scheduled now, ascending: in a ladder it grows and shrinks; elsewhere it
        loses those that are benched. Nothing but the arguments decides; what an object keeps is for speed only.
        """

    def ranking(self, past: Sequence[PastStage], playing: Bots | None = None) -> FormatRanking | None:
        """How the format ranks its bots after these stages; None where the ratings alone say it. `playing` are the bots
        that are not benched, None for all."""

    @property
    def least_games(self) -> int:
        """Games that are played in any case; 0 where nobody can know."""

    @property
    def most_games(self) -> int | None:
        """More are never played; None where there is no end."""

    def describe(self) -> list[str]:
        """The plan in a few lines, for people: rounds, byes, tie-breaks, how many games (`--dry-run`)."""
