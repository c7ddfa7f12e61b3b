from .comparison import compare, taken
from .comparison_tables import comparison_page
from .differences import FirstDifference, done, first_differences
from .figures import known, rounded
from .format_ranking import FormatRow
from .of_ledger import compute
from .of_store import standings_of
from .outlook import Outlook
from .parts import About, Lines, Named, Paragraph, Part, Table, TableCell, Title
from .printing import MARKDOWN, Style, Writer, csv_text, likelihood, number, text_style, written
from .ranking import rank_opponents
from .report import (
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
from .resources import Resources
from .sealed import not_as_sealed
from .spread import Spread, deviate, mean_spread, renumbered
from .stopping import stopping_of
from .tables import FORMATS, Format, parts_of, render
from .team_report import Cell, Played, TeamRow, TeamStandings

__all__ = [
    "FORMATS",
    "MARKDOWN",
    "About",
    "AgainstMix",
    "Anchor",
    "Anchored",
    "BeyondElo",
    "Cell",
    "Claim",
    "Claimed",
    "Draws",
    "FirstDifference",
    "Format",
    "FormatRow",
    "GroupCounts",
    "Likelihoods",
    "Lines",
    "Named",
    "Outlook",
    "Pair",
    "Paragraph",
    "Part",
    "Played",
    "Resources",
    "Row",
    "Seat",
    "Spread",
    "Standings",
    "Style",
    "Table",
    "TableCell",
    "TeamRow",
    "TeamStandings",
    "Title",
    "Variance",
    "Writer",
    "compare",
    "comparison_page",
    "compute",
    "csv_text",
    "deviate",
    "done",
    "first_differences",
    "known",
    "likelihood",
    "mean_spread",
    "not_as_sealed",
    "number",
    "parts_of",
    "rank_opponents",
    "render",
    "renumbered",
    "rounded",
    "standings_of",
    "stopping_of",
    "taken",
    "text_style",
    "written",
]
