"""Checks before the first game that every bot can be started in the sandbox that was asked for, not in a weaker one."""

from __future__ import annotations

import os
from collections.abc import Mapping

from msgspec.structs import replace

from arena.errors import WrongInput
from arena.programs.conditions import Conditions
from arena.sandbox import Program, SandboxName, can_make_groups, sandbox_of

UNPROTECTED = (
    "bots run unprotected (sandbox: none): they can read your files and disturb each other. "
    "For bots that you do not trust: --sandbox bwrap"
)
AS_ROOT = (
    "bots run as root (sandbox: {}): they cannot reach into the referee's memory, but can change any file on this "
    "machine. Start arena as an ordinary user, or with --sandbox bwrap"
)
UNCOUNTED = (
    "memory: counted by looking at processes; no control group can be made here, so what no process maps, such as "
    "buffers of sockets, is not seen. Start arena as root, or in a scope of its own: "
    "systemd-run --user --scope -p Delegate=yes arena run ..."
)


def unprotected(sandbox: SandboxName) -> list[str]:
    """What the sandbox does not protect from on this machine, for whoever starts a contest; a line each, with what to
    do."""
    told = [UNPROTECTED] if sandbox == "none" else []
    if sandbox != "bwrap" and os.geteuid() == 0:
        told.append(AS_ROOT.format(sandbox))
    if sandbox != "none" and not can_make_groups():
        told.append(UNCOUNTED)
    return told


class SandboxError(WrongInput):
    """The sandbox cannot be used, for some bot or for any; a line for each reason, with what to do about it."""


def protect(conditions: Conditions, programs: Mapping[str, Program]) -> dict[str, Program]:
    """The programs with all that they must see to run. A bot's folder is shown to no other bot, except those that share
    it. Raises SandboxError."""
    backend = sandbox_of(conditions.sandbox, conditions.limits)
    problems = backend.problems([])
    if problems:
        raise SandboxError("\n".join(problems))
    ready: dict[str, Program] = {}
    folders = {program.folder for program in programs.values()}
    for name, program in programs.items():
        others = folders - {program.folder}  # bots may share a folder, but none looks into another's
        bound = replace(program, bind=(*program.bind, *conditions.bind))
        ready[name], wrong = backend.equip(bound, [*conditions.never, *others], list(conditions.among))
        problems += wrong
    problems = problems or backend.problems(list(ready.values()))
    if problems:
        raise SandboxError("\n".join(problems))
    return ready
