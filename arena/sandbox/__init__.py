"""Programs started, jailed, measured, and removed with all that they started; they are started in `process`."""

from arena.sandbox.account import Account
from arena.sandbox.backends import sandbox_of
from arena.sandbox.bwrap import Bubblewrap, Room, fresh_user
from arena.sandbox.cgroup import can_make_groups
from arena.sandbox.interface import Command, Sandbox
from arena.sandbox.meter import Meter
from arena.sandbox.program import BuildLimits, Limits, Program, SandboxName
from arena.sandbox.stderr_log import StderrLog
from arena.sandbox.tree import children, descendants, kill_all, remove_bots, take_charge
from arena.sandbox.usage import Doing, Rest, Source, Usage

__all__ = [
    "Account",
    "Bubblewrap",
    "BuildLimits",
    "Command",
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
    "children",
    "descendants",
    "fresh_user",
    "kill_all",
    "remove_bots",
    "sandbox_of",
    "take_charge",
]
