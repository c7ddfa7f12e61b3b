"""The backends by name."""

from __future__ import annotations

from arena.sandbox.bwrap import Bubblewrap
from arena.sandbox.interface import Sandbox
from arena.sandbox.plain import Rlimits, Unprotected
from arena.sandbox.program import Limits, SandboxName


def sandbox_of(name: SandboxName, limits: Limits) -> Sandbox:
    """The backend of that name, for bots with these limits."""
    match name:
        case "none":
            return Unprotected()
        case "rlimit":
            return Rlimits(limits)
        case "bwrap":
            return Bubblewrap(limits)
