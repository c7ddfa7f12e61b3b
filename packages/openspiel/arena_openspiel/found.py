"""What is found where the games of OpenSpiel are tried, as data."""

from __future__ import annotations

from typing import Any

from arena.games.laws import Breach, Report, Tried
from msgspec import Struct
from msgspec.structs import replace


class Worlds(Struct, frozen=True):
    """Two positions that one seat cannot tell apart, as what was done in them, chance's actions too: OpenSpiel's own
    `history()`."""

    game: str
    """The game with its parameters, in OpenSpiel's words."""
    seat: int
    true: tuple[int, ...]
    twin: tuple[int, ...]


class Case(Struct, frozen=True):
    """The smallest case in which a law broke."""

    breach: Breach
    story: tuple[str, ...]
    """The moves that led to it."""
    worlds: Worlds | None
    """Of the law of twins: what can be told apart and should not be."""


class Sight(Struct, frozen=True):
    """What the laws found while a seat was shown that `sight`; `twins` says who made its twins."""

    sight: str
    twins: str
    tried: tuple[Tried, ...] = ()
    cases: tuple[Case, ...] = ()
    """One for each law that broke."""

    @property
    def broken(self) -> list[str]:
        """The laws that broke."""
        return list(dict.fromkeys(one.law for one in self.tried if one.broken))

    def joined(self, report: Report, worlds: Worlds | None = None) -> Sight:
        """With what the laws found in more games; `worlds` are those of its breach, if there is one."""
        tried = {(one.law, one.seats): one for one in self.tried}
        for one in report.tried:
            before = tried.get((one.law, one.seats), Tried(one.law, one.seats, 0, 0, 0, 0))
            tried[one.law, one.seats] = Tried(
                one.law,
                one.seats,
                before.games + one.games,
                before.positions + one.positions,
                before.broken + one.broken,
                before.unimagined + one.unimagined,
            )
        smallest = {case.breach.law: case for case in self.cases}
        for broken in report.broken:
            law = broken.breach.law
            if law not in smallest or broken.breach.size < smallest[law].breach.size:
                smallest[law] = Case(broken.breach, broken.story, worlds)
        return replace(self, tried=tuple(tried.values()), cases=tuple(smallest.values()))


class GameTried(Struct, frozen=True, kw_only=True):
    """What was found in one game."""

    name: str
    """OpenSpiel's."""
    title: str = ""
    when: str = ""
    """When it was tried, as `2026-01-31T12:00:00Z`."""
    refused: str = ""
    """Why it cannot be played; "" if it can."""
    cut: str = ""
    """Why its trial came to no proper end; "" if it did. What had been found by then stands."""
    options: dict[str, Any] = {}
    seats: tuple[int, ...] = ()
    """The numbers of seats that were tried."""
    hidden: bool = False
    wanted: int = 0
    """How many random games were to be played."""
    games: int = 0
    """How many were played to their end."""
    seconds: float = 0
    """How long that took."""
    decisions: tuple[int, float, int] = (0, 0, 0)
    """Of a game: the fewest, the median, the most."""
    resamples: bool = False
    """Whether OpenSpiel can resample its worlds."""
    imagines: bool = False
    """Whether a world could be imagined at every position that was tried, from what a bot is shown."""
    sights: tuple[Sight, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether it was played and no law broke."""
        return not self.refused and not any(sight.broken for sight in self.sights)


class Found(Struct, frozen=True):
    """The whole report."""

    openspiel: str
    """The version of OpenSpiel."""
    tried: tuple[GameTried, ...] = ()
    """Every game that was, by name."""
