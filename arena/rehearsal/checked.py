"""What a check found out about a bot, for a person or as JSON."""

from __future__ import annotations

from msgspec import Struct

from arena.lab import ShownFault


class Against(Struct, frozen=True, kw_only=True):
    """How it fared with others of one kind: `firsts` counts first places, or games that the team has won; `score` is
    the mean share of its opponents that it beat, ties counting half, or the mean score of the team. `error` is the
    standard error of that, None of a single game. `score` is None where no game was finished."""

    kind: str
    games: int
    finished: int
    firsts: int
    score: float | None
    error: float | None


class Times(Struct, frozen=True, kw_only=True):
    """Milliseconds of its decisions; of those that were too late at least so many, which `least` counts. `limit` is
    that for one move, and `start` the longest time that it took to be ready for a game."""

    decisions: int
    median: float
    p90: float
    p99: float
    slowest: float
    limit: int | None
    least: int


class Survived(Struct, frozen=True, kw_only=True):
    """What nasty but legal things it was put before: the decisions of the longest game, the legal moves of the widest
    choice and the bytes of the biggest request of `searched` games of random moves, and `variants`, games with options
    that are not the usual. `kept` is how many games its busiest process has played in a row."""

    searched: int
    longest: int
    widest: int
    biggest: int
    variants: tuple[str, ...]
    kept: int


class Checked(Struct, frozen=True, kw_only=True):
    """What a check says. `endings` counts how games ended for it. `stray` are lines that answered nothing, `stderr` the
    games in which it wrote there. `faults` are all of its own, `unrated` games that were nobody's fault, a line each.
    `survived` is None where it was not tried, as there were faults before."""

    game: str
    bot: str
    command: tuple[str, ...]
    folder: str
    name: str | None
    seed: str
    endings: dict[str, int]
    against: tuple[Against, ...]
    times: Times | None
    memory_mib: float | None
    memory_limit_mib: int
    stray: int
    stderr: int
    notes: int
    remark: str | None
    survived: Survived | None
    faults: tuple[ShownFault, ...]
    unrated: tuple[str, ...]

    @property
    def fine(self) -> bool:
        """Whether nothing was wrong."""
        return not self.faults and not self.unrated
