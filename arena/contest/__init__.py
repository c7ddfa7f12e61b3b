"""A configuration -> schedule -> games side by side -> store.

What starts programs is not told here but imported from where it is (`run`, `workforce`, `builds`): to read a contest's
file, nobody needs to wait for an event loop to load.
"""

from arena.contest.bench import Settled, settled
from arena.contest.config import ConfigErrors, Contest, load_contest
from arena.contest.identity import differences, fingerprint
from arena.contest.paths import own_files
from arena.contest.prepare import (
    Plan,
    group_size_of,
    plan_of,
    plan_of_facts,
    prepare,
    programs_of,
    schedule_of,
    stored_pairer,
    stored_schedule,
)
from arena.contest.progress import Reporter
from arena.contest.protect import SandboxError, protect, unprotected
from arena.contest.schedule import Pairing, Schedule
from arena.contest.store import Store, StoreError
from arena.contest.versions import hash_bot

__all__ = [
    "ConfigErrors",
    "Contest",
    "Pairing",
    "Plan",
    "Reporter",
    "SandboxError",
    "Schedule",
    "Settled",
    "Store",
    "StoreError",
    "differences",
    "fingerprint",
    "group_size_of",
    "hash_bot",
    "load_contest",
    "own_files",
    "plan_of",
    "plan_of_facts",
    "prepare",
    "programs_of",
    "protect",
    "schedule_of",
    "settled",
    "stored_pairer",
    "stored_schedule",
    "unprotected",
]
