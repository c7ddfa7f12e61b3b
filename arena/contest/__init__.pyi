from .bench import Benched, Benchings, Roster, benchings_of, rules_of
from .commanded import contest_of, renamed
from .config import Contest, load_contest
from .course import Past, Places
from .duel import duel_of
from .front import Front
from .identity import differences, fingerprint
from .making_ready import startable
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
from .publishing import Released, released, released_of
from .retired import by_name, retire_bot
from .run import End, Stopping, StopRule, run_games
from .shown import what_is_shown, what_is_watched
from .stops import SettledPlan, SprtPlan, Stop
from .workforce import LocalWorkers, Workforce, own_python, usable_cores

__all__ = [
    "Benched",
    "Benchings",
    "Contest",
    "End",
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
    "benchings_of",
    "by_name",
    "contest_of",
    "copied",
    "differences",
    "duel_of",
    "fingerprint",
    "group_size_of",
    "load_contest",
    "own_python",
    "plan_of",
    "plan_of_facts",
    "prepare",
    "programs_of",
    "released",
    "released_of",
    "renamed",
    "repair",
    "retire_bot",
    "rules_of",
    "run_games",
    "schedule_of",
    "startable",
    "stored_pairer",
    "stored_schedule",
    "take_all",
    "time_of",
    "usable_cores",
    "what_is_shown",
    "what_is_watched",
]
