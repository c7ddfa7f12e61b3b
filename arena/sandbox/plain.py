"""The backends without a jail: none and rlimit."""

from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Sequence

from arena.files import MIB
from arena.sandbox.environ import check_startable, environment, tool
from arena.sandbox.interface import Command
from arena.sandbox.program import Limits, Program, SandboxName
from arena.sandbox.visible import missing

OPEN_FILES = 256
"""The most descriptors that one process of a bot may have open, with rlimit and bwrap."""

# The kernel holds each of its limits for every process apart and says nothing when it does. The one that is watched is
# lower, so that a bot is told what it did; this one is for what grows faster than anybody can watch.
SPARE = 2

MOST_LOCKED = 65536
"""The most bytes of memory that a process may keep from being moved to the disk; libraries for secrets ask for so
much."""

# What container runtimes leave to root, too. Without the rest a bot of root's cannot trace, read or write the memory of
# the referee, who has more rights than it; nor lift its limits, or take the processor from others.
_RIGHTS = (
    *("chown", "dac_override", "fowner", "fsetid", "mknod", "sys_chroot"),
    *("kill", "setgid", "setuid", "setpcap", "net_bind_service", "net_raw"),
)


class Unprotected:
    """Implements `Sandbox`: the bot is a process like any other, which ends when the referee does."""

    name: SandboxName = "none"

    def equip(self, program: Program, never: Sequence[str], among: Sequence[str] = ()) -> tuple[Program, list[str]]:
        return program, missing(program)  # it sees everything

    def problems(self, programs: Sequence[Program]) -> list[str]:
        return missing_tools(self.name, "setpriv")

    def command(self, program: Program) -> Command:
        check_startable(program)
        return Command((*_tied(), "--", *program.argv), program.folder, environment(program))


class Rlimits:
    """Implements `Sandbox`: no core dumps, no new rights, bounds for memory, files and their sizes.

    There is no bound for processes among these: the kernel would count all processes of the user.
    """

    name: SandboxName = "rlimit"

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    def equip(self, program: Program, never: Sequence[str], among: Sequence[str] = ()) -> tuple[Program, list[str]]:
        return program, missing(program)

    def problems(self, programs: Sequence[Program]) -> list[str]:
        if tools := missing_tools(self.name, "setpriv"):
            return tools
        argv = (*limited(self._limits), "/bin/sh", "-c", ":")
        tried = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True)
        if not tried.returncode:
            return []
        said = tried.stderr.decode(errors="replace").strip()
        return refused(self.name, self._limits) or [f'sandbox "{self.name}" cannot be set up here; sh said: {said}']

    def command(self, program: Program) -> Command:
        check_startable(program)
        guarded = (*_tied(), "--no-new-privs", "--", *limited(self._limits))
        return Command((*guarded, *program.argv), program.folder, environment(program))


def _tied() -> tuple[str, ...]:
    """The start of a command whose death is tied to the thread that forks it, which is the one of the event loop; as
    root, with few of root's rights."""
    words = (tool("setpriv"), "--pdeathsig", "KILL")
    if os.geteuid() != 0:
        return words
    return (*words, "--inh-caps=-all", "--bounding-set=" + ",".join(["-all", *(f"+{right}" for right in _RIGHTS)]))


def limited(limits: Limits, processes: int | None = None, pipes: str = "") -> tuple[str, ...]:
    """The words that come before a command to bound what each of its processes may take, and to lead its `pipes`.

    Memory is bounded as data: runtimes reserve far more address space than they ever use. Shells agree on all bounds
    but that of processes, which is -u or -p; whichever it is, without it nothing is started. If the machine runs out of
    memory, the kernel is to kill the command before anything else: the command asks for that itself, since whoever
    starts it may not reach it in a jail.
    """
    hard = resource.getrlimit(resource.RLIMIT_MEMLOCK)[1]
    locked = MOST_LOCKED if hard == resource.RLIM_INFINITY else min(hard, MOST_LOCKED)
    bounds = [
        "{ echo 1000 >/proc/self/oom_score_adj || :; } 2>/dev/null",
        "ulimit -c 0",
        f"ulimit -l {locked // 1024}",
        f"ulimit -n {OPEN_FILES}",
        f"ulimit -f {limits.disk_mb * MIB // 512}",
        f"ulimit -d {SPARE * limits.memory_mb * MIB // 1024}",
    ]
    if processes is not None:
        bounds.append(f"{{ ulimit -u {processes} 2>/dev/null || ulimit -p {processes}; }}")
    return ("/bin/sh", "-c", " && ".join([*bounds, f'exec "$@"{pipes}']), "sh")


def refused(sandbox: SandboxName, limits: Limits, spare_processes: int | None = None) -> list[str]:
    """A text for each limit that is above what the kernel lets this process have. Processes are bounded only if
    `spare_processes` is given, which is added to their limit."""
    bounds = [
        ("memory_mb", limits.memory_mb, resource.RLIMIT_DATA, "d", SPARE * MIB, 0),
        ("disk_mb", limits.disk_mb, resource.RLIMIT_FSIZE, "f", MIB, 0),
    ]
    if spare_processes is not None:
        bounds.append(("processes", limits.processes, resource.RLIMIT_NPROC, "u", 1, spare_processes))
    found = []
    for key, asked, number, letter, unit, spare in bounds:
        hard = resource.getrlimit(number)[1]
        highest = max(0, hard // unit - spare)
        if hard != resource.RLIM_INFINITY and asked > highest:
            found.append(
                f'limits.{key} is {asked}, and in sandbox "{sandbox}" this machine allows no more than {highest}: '
                f"lower it, or raise the hard limit of whoever starts the arena (`ulimit -H{letter}`)"
            )
    return found


def missing_tools(sandbox: SandboxName, *names: str) -> list[str]:
    """A text for each of these programs of the system that is not there."""
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
