"""A configuration -> schedule -> games side by side -> store."""

from arena.contest.config import ConfigErrors, Contest, differences, fingerprint, hash_files, load_contest
from arena.contest.prepare import group_size_of, prepare, program_of, schedule_of
from arena.contest.progress import Reporter
from arena.contest.run import run_games, usable_cores
from arena.contest.schedule import Pairing, Schedule
from arena.contest.store import Store, StoreError

__all__ = [
    "ConfigErrors",
    "Contest",
    "Pairing",
    "Reporter",
    "Schedule",
    "Store",
    "StoreError",
    "differences",
    "fingerprint",
    "group_size_of",
    "hash_files",
    "load_contest",
    "prepare",
    "program_of",
    "run_games",
    "schedule_of",
    "usable_cores",
]
