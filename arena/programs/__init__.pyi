from .bot import Absent, Bot, files_of, find_program, name_problem, read_bot, read_bots, relocated
from .build_place import SPARED, free
from .build_run import stand_back
from .builds import BuildError, BuildFailed, build_all, build_for, maker_of, moved, plan_builds, sources_of
from .commands import commanded
from .conditions import Conditions
from .entries import (
    bot_of,
    original_of,
    settle,
    still_out,
    taken_by,
)
from .naming import apart, names_of
from .protection import SandboxError, protect, unprotected
from .stoppable import orders_to_end, run_stoppable
from .versions import (
    Beside,
    Changing,
    Marks,
    Unfit,
    Version,
    Versions,
    beside_of,
    hash_bot,
    hash_bots,
    hash_of,
    lying_beside,
    mark,
)

__all__ = [
    "SPARED",
    "Absent",
    "Beside",
    "Bot",
    "BuildError",
    "BuildFailed",
    "Changing",
    "Conditions",
    "Marks",
    "SandboxError",
    "Unfit",
    "Version",
    "Versions",
    "apart",
    "beside_of",
    "bot_of",
    "build_all",
    "build_for",
    "commanded",
    "files_of",
    "find_program",
    "free",
    "hash_bot",
    "hash_bots",
    "hash_of",
    "lying_beside",
    "maker_of",
    "mark",
    "moved",
    "name_problem",
    "names_of",
    "orders_to_end",
    "original_of",
    "plan_builds",
    "protect",
    "read_bot",
    "read_bots",
    "relocated",
    "run_stoppable",
    "settle",
    "sources_of",
    "stand_back",
    "still_out",
    "taken_by",
    "unprotected",
]
