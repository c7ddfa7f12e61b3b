"""A configuration -> schedule -> games side by side -> store."""

from arena.contest.bench import Settled, settled
from arena.contest.bots import hash_files
from arena.contest.builds import BuildError, build_all, build_for, plan_builds, sources_of
from arena.contest.config import ConfigErrors, Contest, load_contest
from arena.contest.identity import differences, fingerprint
from arena.contest.prepare import (
    Plan,
    group_size_of,
    plan_of,
    plan_of_facts,
    prepare,
    program_of,
    programs_of,
    schedule_of,
    stored_pairer,
    stored_schedule,
)
from arena.contest.progress import Reporter
from arena.contest.protect import UNPROTECTED, SandboxError, own_files, protect
from arena.contest.run import Stopping, run_games
from arena.contest.schedule import Pairing, Schedule
from arena.contest.store import Store, StoreError
from arena.contest.workforce import LocalWorkers, usable_cores

__all__ = [
    "UNPROTECTED",
    "BuildError",
    "ConfigErrors",
    "Contest",
    "LocalWorkers",
    "Pairing",
    "Plan",
    "Reporter",
    "SandboxError",
    "Schedule",
    "Settled",
    "Stopping",
    "Store",
    "StoreError",
    "build_all",
    "build_for",
    "differences",
    "fingerprint",
    "group_size_of",
    "hash_files",
    "load_contest",
    "own_files",
    "plan_builds",
    "plan_of",
    "plan_of_facts",
    "prepare",
    "program_of",
    "programs_of",
    "protect",
    "run_games",
    "schedule_of",
    "settled",
    "sources_of",
    "stored_pairer",
    "stored_schedule",
    "usable_cores",
]
