"""What is found where the games of OpenSpiel are tried, as data."""

from __future__ import annotations

from typing import Any

from arena.games.laws import Breach, Report, Tried
from msgspec import Struct
from msgspec.structs import replace


class Sight(Struct, frozen=True):
    """What the laws found while a seat was shown that `sight`; `twins` says who made its twins."""

    sight: str
    twins: str
    tried: tuple[Tried, ...] = ()
    breaches: tuple[Breach, ...] = ()
    """The smallest of each law that broke."""
    stories: tuple[tuple[str, ...], ...] = ()
    """The moves that led to each of them."""

    @property
    def broken(self) -> list[str]:
        """The laws that broke."""
        return list(dict.fromkeys(one.law for one in self.tried if one.broken))

    def joined(self, report: Report) -> Sight:
        """With what the laws found in more games."""
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
        smallest = {breach.law: (breach, story) for breach, story in zip(self.breaches, self.stories, strict=True)}
        for case in report.broken:
            law = case.breach.law
            if law not in smallest or case.breach.size < smallest[law][0].size:
                smallest[law] = case.breach, case.story
        breaches, stories = tuple(one for one, _ in smallest.values()), tuple(story for _, story in smallest.values())
        return replace(self, tried=tuple(tried.values()), breaches=breaches, stories=stories)


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
