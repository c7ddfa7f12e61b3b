"""From game records to ratings with honest error bars, and to tables, JSON and CSV."""

from arena.standings.compute import compute
from arena.standings.ranking import rank_opponents
from arena.standings.report import (
    AgainstMix,
    Anchor,
    Anchored,
    BeyondElo,
    Claim,
    Claimed,
    Draws,
    GroupCounts,
    Likelihoods,
    Pair,
    Row,
    Seat,
    Standings,
    Variance,
)
from arena.standings.resources import Resources
from arena.standings.tables import FORMATS, Format, render
from arena.standings.team_report import Cell, Played, TeamRow, TeamStandings

__all__ = [
    "FORMATS",
    "AgainstMix",
    "Anchor",
    "Anchored",
    "BeyondElo",
    "Cell",
    "Claim",
    "Claimed",
    "Draws",
    "Format",
    "GroupCounts",
    "Likelihoods",
    "Pair",
    "Played",
    "Resources",
    "Row",
    "Seat",
    "Standings",
    "TeamRow",
    "TeamStandings",
    "Variance",
    "compute",
    "rank_opponents",
    "render",
]
