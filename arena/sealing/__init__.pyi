from .allowance import Allowance, allowed, numbers_of
from .audit import Audit
from .bundle import BOTS, STANDINGS, Bundle, is_bundle, record_line, write_bundle
from .games_check import GamesCheck
from .packing import pack
from .rerun import conditions, first_difference, play_anew
from .stage_audit import odd_stages
from .unpacking import unpack_bots

__all__ = [
    "BOTS",
    "STANDINGS",
    "Allowance",
    "Audit",
    "Bundle",
    "GamesCheck",
    "allowed",
    "conditions",
    "first_difference",
    "is_bundle",
    "numbers_of",
    "odd_stages",
    "pack",
    "play_anew",
    "record_line",
    "unpack_bots",
    "write_bundle",
]
