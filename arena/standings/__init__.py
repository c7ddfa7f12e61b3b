"""From game records to ratings with honest error bars, and to tables, JSON and CSV."""

from arena.standings.report import Anchor, Pair, Row, Seat, Standings, compute
from arena.standings.tables import FORMATS, Format, printable, render

__all__ = ["FORMATS", "Anchor", "Format", "Pair", "Row", "Seat", "Standings", "compute", "printable", "render"]
