from .account import Account
from .backends import sandbox_of
from .bwrap import ROOM, SYSTEM, Bubblewrap, Room, fresh_user
from .cgroup import Cgroup, can_make_groups
from .environ import check_startable, environment
from .guard import GRACE
from .interface import Sandbox
from .meter import Meter, mib
from .process import BotProcess, spawn
from .program import BuildLimits, Limits, Program, SandboxName
from .stderr_log import StderrLog
from .tree import children, descendants, kill_all, remove_bots, take_charge
from .usage import Doing, Rest, Source, Usage

__all__ = [
    "GRACE",
    "ROOM",
    "SYSTEM",
    "Account",
    "BotProcess",
    "Bubblewrap",
    "BuildLimits",
    "Cgroup",
    "Doing",
    "Limits",
    "Meter",
    "Program",
    "Rest",
    "Room",
    "Sandbox",
    "SandboxName",
    "Source",
    "StderrLog",
    "Usage",
    "can_make_groups",
    "check_startable",
    "children",
    "descendants",
    "environment",
    "fresh_user",
    "kill_all",
    "mib",
    "remove_bots",
    "sandbox_of",
    "spawn",
    "take_charge",
]
