"""From game records to ratings with honest error bars, and to tables, JSON and CSV."""

from arena.standings.report import Anchor, Pair, Row, Seat, Standings, compute
from arena.standings.resources import Resources
from arena.standings.tables import FORMATS, Format, render
from arena.standings.team_report import Cell, Played, TeamRow, TeamStandings

__all__ = [
    "FORMATS",
    "Anchor",
    "Cell",
    "Format",
    "Pair",
    "Played",
    "Resources",
    "Row",
    "Seat",
    "Standings",
    "TeamRow",
    "TeamStandings",
    "compute",
    "render",
]
