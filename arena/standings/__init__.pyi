from .comparison import compare
from .comparison_tables import comparison_page
from .differences import FirstDifference, done, first_differences
from .format_ranking import FormatRow
from .of_ledger import compute
from .of_store import standings_of
from .outlook import Outlook
from .parts import About, Lines, Named, Paragraph, Part, Table, Title
from .printing import MARKDOWN, Style, csv_text, text_style
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
    "Standings",
    "Style",
    "Table",
    "TeamRow",
    "TeamStandings",
    "Title",
    "Variance",
    "compare",
    "comparison_page",
    "compute",
    "csv_text",
    "done",
    "first_differences",
    "not_as_sealed",
    "parts_of",
    "rank_opponents",
    "render",
    "standings_of",
    "stopping_of",
    "text_style",
]
