from .allowance import Allowance, numbers_of
from .anew import play_with_bots
from .audit import Audit
from .bundle import STANDINGS, Bundle, is_bundle, record_line, write_bundle
from .games_check import GamesCheck
from .packing import pack
from .stage_audit import odd_stages

__all__ = [
    "STANDINGS",
    "Allowance",
    "Audit",
    "Bundle",
    "GamesCheck",
    "is_bundle",
    "numbers_of",
    "odd_stages",
    "pack",
    "play_with_bots",
    "record_line",
    "write_bundle",
]
