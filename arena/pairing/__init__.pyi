from .formats import COOPERATIVE, DEALS, FormatName, adaptive, round_of
from .knockout import KnockOut
from .ladder import LADDER_RULES, Ladder
from .line_ups import LineUp
from .luck import digest
from .numbers import Numbers
from .schedule import BLOCK, Pairing, Schedule
from .seatings import Seatings, seating_count
from .stages import FIRST_RULE, Match, Pairer, PastStage, Stage
from .swiss import Swiss

__all__ = [
    "BLOCK",
    "COOPERATIVE",
    "DEALS",
    "FIRST_RULE",
    "LADDER_RULES",
    "FormatName",
    "KnockOut",
    "Ladder",
    "LineUp",
    "Match",
    "Numbers",
    "Pairer",
    "Pairing",
    "PastStage",
    "Schedule",
    "Seatings",
    "Stage",
    "Swiss",
    "adaptive",
    "digest",
    "round_of",
    "seating_count",
]
