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
"""The rule of stages that name none."""


class Stage(Struct, frozen=True, omit_defaults=True):
    """Line-ups that play now: `deals` deal groups each, over all seatings of the contest; each line-up has deals of its
    own.

    A bot is a number, its place among all bots of the contest. `byes` are bots that sit out; how that counts is for the
    format to document. `title` is for people, as "round 2 of 5". `rule` says by which rule of its format the stage was
    made: a format may get a better rule later, and what is stored stays what it is.
    """

    line_ups: tuple[LineUp, ...]
    deals: int
    byes: tuple[int, ...] = ()
    title: str = ""
    rule: int = FIRST_RULE


class Match(Struct, frozen=True):
    """What came of a line-up in a stage, from its `games` that are rated.

    `taken[i][j]` are the half points that `line_up[i]` took from `line_up[j]`: two for a better place in a game, one
    for a shared one. They are whole numbers, so that no sum depends on an order. A game that stayed void is not among
    them.
    """

    line_up: LineUp
    games: int
    taken: tuple[tuple[int, ...], ...]

    def half_points(self, place: int) -> int:
        """The sum of the half points of the bot at that place of the line-up; the most is 2 * games * (seats - 1)."""
        return sum(self.taken[place])


class PastStage(Struct, frozen=True):
    """A stage all games of which are over; `matches[i]` is what came of `stage.line_ups[i]`."""

    stage: Stage
    matches: tuple[Match, ...]


class FormatRanking(Struct, frozen=True):
    """How a format itself ranks the bots: `rows` hold (rank, bot, a value for each further header), the best first."""

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
        """How the format ranks its bots after these stages; None if the ratings alone do. `playing` are the bots that
        are not benched, None for all."""

    @property
    def least_games(self) -> int:
        """The number of games that are played in any case; 0 if nobody can know."""

    @property
    def most_games(self) -> int | None:
        """The number of games of which never more are played; None if there is no end."""

    def describe(self) -> list[str]:
        """The plan in a few lines of text: rounds, byes, tie-breaks, how many games (`--dry-run` shows it)."""
