"""The backends without a jail: none and rlimit."""

from __future__ import annotations

from collections.abc import Sequence

from arena.sandbox.environment import check_startable, environment, tool
from arena.sandbox.interface import Command
from arena.sandbox.program import MIB, Limits, Program, SandboxName

OPEN_FILES = 256
"""Descriptors that one process of a bot may have open, in rlimit and bwrap."""

# The kernel holds each of its limits for every process apart and says nothing when it does. The one that is watched is
# lower, so that a bot is told what it did; this one is for what grows faster than anybody can watch.
SPARE = 2


class Unprotected:
    """Implements `Sandbox`: a process like any other, which ends when the referee does."""

    name: SandboxName = "none"

    def equip(self, program: Program, never: Sequence[str]) -> tuple[Program, list[str]]:
        return program, []  # it sees everything

    def problems(self, programs: Sequence[Program]) -> list[str]:
        return missing_tools(self.name, "setpriv")

    def command(self, program: Program) -> Command:
        check_startable(program)
        # The bot's death is tied to the thread that forks it, which is the one of the event loop.
        argv = (tool("setpriv"), "--pdeathsig", "KILL", "--", *program.argv)
        return Command(argv, program.folder, environment(program))


class Rlimits:
    """Implements `Sandbox`: no core dumps, no new rights, bounds for memory, files and their sizes.

    There is no bound for processes among them: the kernel would count all of the user's own.
    """

    name: SandboxName = "rlimit"

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    def equip(self, program: Program, never: Sequence[str]) -> tuple[Program, list[str]]:
        return program, []

    def problems(self, programs: Sequence[Program]) -> list[str]:
        return missing_tools(self.name, "setpriv")

    def command(self, program: Program) -> Command:
        check_startable(program)
        guarded = (tool("setpriv"), "--pdeathsig", "KILL", "--no-new-privs", "--", *limited(self._limits))
        return Command((*guarded, *program.argv), program.folder, environment(program))


def limited(limits: Limits, processes: int | None = None, pipes: str = "") -> tuple[str, ...]:
    """The words that bound what each process of a command may take, and lead its `pipes`; the command follows them.

    Memory is bounded as data: runtimes reserve far more address space than they ever use. Shells agree on all bounds
    but that of processes, which is -u or -p; whichever it is, without it nothing is started.
    """
    bounds = [
        "ulimit -c 0",
        f"ulimit -n {OPEN_FILES}",
        f"ulimit -f {limits.disk_mb * MIB // 512}",
        f"ulimit -d {SPARE * limits.memory_mb * MIB // 1024}",
    ]
    if processes is not None:
        bounds.append(f"{{ ulimit -u {processes} 2>/dev/null || ulimit -p {processes}; }}")
    return ("/bin/sh", "-c", " && ".join([*bounds, f'exec "$@"{pipes}']), "sh")


def missing_tools(sandbox: SandboxName, *names: str) -> list[str]:
    """A text for each of the system's programs that is not there."""
    found = []
    for name in names:
        try:
            tool(name)
        except FileNotFoundError:
            found.append(
                f'sandbox "{sandbox}" was asked for, but the program `{name}`, of util-linux, is not installed. '
                "Debian/Ubuntu: apt install util-linux"
            )
    return found
