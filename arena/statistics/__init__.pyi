from .arrays import AnyInts, Bools, Floats, Ints
from .bradley_terry import ELO, fit, information, joined, one_sided, share
from .deal_luck import variance_components
from .draws import draws_between_equals, nu_of
from .drift import FALSE_ALARMS, MOST_PARTS, Change, Kind, part_starts
from .joint_model import joint_fit
from .lack_of_fit import Residuals, residuals
from .mixes import strongest_mix
from .pairs import Games, PairResults, compact, pair_results
from .power import Z_975, Z_POWER, Length, length, variances
from .ratings import Ratings, rate
from .reference import ESTABLISHED_GROUPS, about, established
from .repeatability import reliability
from .separable import NOTHING, separation
from .settled_order import SettledOrder, Verdict
from .simultaneous import CONFIDENCE, Claims, as_normal, claims
from .sprt import LARGEST_ELO, MODELS, Decision, Model, Sprt, decision, difference, expected_share
from .student import DOUBT, FEWEST_GROUPS, student_975, student_below

__all__ = [
    "CONFIDENCE",
    "DOUBT",
    "ELO",
    "ESTABLISHED_GROUPS",
    "FALSE_ALARMS",
    "FEWEST_GROUPS",
    "LARGEST_ELO",
    "MODELS",
    "MOST_PARTS",
    "NOTHING",
    "Z_975",
    "Z_POWER",
    "AnyInts",
    "Bools",
    "Change",
    "Claims",
    "Decision",
    "Floats",
    "Games",
    "Ints",
    "Kind",
    "Length",
    "Model",
    "PairResults",
    "Ratings",
    "Residuals",
    "SettledOrder",
    "Sprt",
    "Verdict",
    "about",
    "as_normal",
    "claims",
    "compact",
    "decision",
    "difference",
    "draws_between_equals",
    "established",
    "expected_share",
    "fit",
    "information",
    "joined",
    "joint_fit",
    "length",
    "nu_of",
    "one_sided",
    "pair_results",
    "part_starts",
    "rate",
    "reliability",
    "residuals",
    "separation",
    "share",
    "strongest_mix",
    "student_975",
    "student_below",
    "variance_components",
    "variances",
]
