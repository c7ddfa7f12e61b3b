from .bench import Benched, Benchings, Roster, benchings_of, rules_of
from .config import Contest, load_contest
from .course import Past, Places
from .front import Front
from .identity import differences, fingerprint
from .mending import repair
from .plan import (
    Plan,
    group_size_of,
    plan_of,
    plan_of_facts,
    prepare,
    programs_of,
    schedule_of,
    stored_pairer,
    stored_schedule,
    time_of,
)
from .playing import copied, take_all
from .progress import Reporter
from .publishing import Released, released
from .retired import MOST_WORDS, base_of, by_name, retire
from .run import Stopping, StopRule, run_games
from .shown import what_is_shown, what_is_watched
from .stops import SettledPlan, SprtPlan, Stop
from .workforce import LocalWorkers, Workforce, own_python, usable_cores

__all__ = [
    "MOST_WORDS",
    "Benched",
    "Benchings",
    "Contest",
    "Front",
    "LocalWorkers",
    "Past",
    "Places",
    "Plan",
    "Released",
    "Reporter",
    "Roster",
    "SettledPlan",
    "SprtPlan",
    "Stop",
    "StopRule",
    "Stopping",
    "Workforce",
    "base_of",
    "benchings_of",
    "by_name",
    "copied",
    "differences",
    "fingerprint",
    "group_size_of",
    "load_contest",
    "own_python",
    "plan_of",
    "plan_of_facts",
    "prepare",
    "programs_of",
    "released",
    "repair",
    "retire",
    "rules_of",
    "run_games",
    "schedule_of",
    "stored_pairer",
    "stored_schedule",
    "take_all",
    "time_of",
    "usable_cores",
    "what_is_shown",
    "what_is_watched",
]
