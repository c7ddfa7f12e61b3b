"""A configuration -> schedule -> games side by side -> store."""

from arena.contest.bench import Conducts, Settled, settled
from arena.contest.builds import BuildError, build_all, build_for, plan_builds, sources_of
from arena.contest.config import ConfigErrors, Contest, differences, fingerprint, hash_files, load_contest
from arena.contest.prepare import group_size_of, prepare, program_of, programs_of, schedule_of
from arena.contest.progress import Reporter
from arena.contest.protect import UNPROTECTED, SandboxError, own_files, protect
from arena.contest.run import run_games, usable_cores
from arena.contest.schedule import Pairing, Schedule
from arena.contest.store import Store, StoreError

__all__ = [
    "UNPROTECTED",
    "BuildError",
    "Conducts",
    "ConfigErrors",
    "Contest",
    "Pairing",
    "Reporter",
    "SandboxError",
    "Schedule",
    "Settled",
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
    "prepare",
    "program_of",
    "programs_of",
    "protect",
    "run_games",
    "schedule_of",
    "settled",
    "sources_of",
    "usable_cores",
]
