"""Programs started, jailed, measured, and removed with all that they started."""

from arena.sandbox.process import BotProcess, become_subreaper, children, descendants, kill_all, spawn
from arena.sandbox.program import BuildLimits, Limits, Program, SandboxName
from arena.sandbox.stderr_log import StderrLog
from arena.sandbox.usage import Source, Usage

__all__ = [
    "BotProcess",
    "BuildLimits",
    "Limits",
    "Program",
    "SandboxName",
    "Source",
    "StderrLog",
    "Usage",
    "become_subreaper",
    "children",
    "descendants",
    "kill_all",
    "spawn",
]
