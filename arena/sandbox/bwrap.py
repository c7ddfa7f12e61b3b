"""The jail: bubblewrap makes a machine of its own for each bot, with nothing in it but what the bot needs.

Its root is built from a white list: the system's programs, the bot's own folder and its interpreter, all read-only and
at their own paths; its own /proc and /dev; /tmp and /dev/shm of a bounded size, gone with it. There is no network, no
other process, no shared memory or keyring of others. A filter refuses the system calls that reach around all this.
A build may write into its folder, which is in memory, too.

As an ordinary user it rests on a user namespace. As root there is none: bubblewrap mounts as root, and the bot is
started under a user of its own, who is nobody else on the machine. So folders need not be open to others on the way,
and two bots never share a user.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from fcntl import F_DUPFD_CLOEXEC, fcntl
from functools import cached_property
from glob import glob
from itertools import count
from typing import NamedTuple

from msgspec.structs import replace

from arena.files import MIB
from arena.sandbox.cgroup import can_make_groups
from arena.sandbox.child import BOT_IN, BOT_OUT, FIRST_FREE, high_pipe
from arena.sandbox.environ import check_startable, tool
from arena.sandbox.interface import Command
from arena.sandbox.plain import limited, missing_tools, refused
from arena.sandbox.proc_masks import covers, snapshots
from arena.sandbox.program import Limits, Program, SandboxName
from arena.sandbox.seccomp import NoSeccomp, filter_program
from arena.sandbox.troubles import explain, folder_trouble
from arena.sandbox.visible import installations

SYSTEM = ("/usr", "/etc/alternatives", "/etc/ld.so.cache", "/etc/mono", *sorted(glob("/etc/java-*")))
"""The files of the machine that every bot sees, beside the links into /usr. Java and Mono have their settings in
/etc."""
LINKS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
DEVICES = ("null", "zero", "urandom")
LINKED = (
    ("random", "urandom"),
    ("fd", "/proc/self/fd"),
    *((name, f"/proc/self/fd/{i}") for i, name in enumerate(("stdin", "stdout", "stderr"))),
)
HOME = "/tmp"
SHARED_MIB = 16
"""The size of /dev/shm in MiB."""
ROOM = 1.25
"""How many times as large as its limit /tmp is: a bot is told that it wrote too much before it finds its disk full."""
SPARE_PROCESSES = 16
"""By how many the kernel's own bound for processes is above the limit that the arena watches."""
FIRST_UID = 0x70000000
"""The first of the users that bots run as; no system gives away those from here to 2**31. The lower 28 bits are 16 of
the starter's pid and 12 that count."""


_numbers = count()


class Room(NamedTuple):
    """Where a program works that writes into its folder, that is, a build. Its files are in memory, `size` bytes of
    them, and lie over the folder above its own. Its own folder is empty there, and is filled from outside. If arena
    runs as root, the program runs as `user`, one from `fresh_user`; any other user can only run it as himself."""

    user: int
    size: int


class Bubblewrap:
    """Implements `Sandbox`; with a `room` it is for the one program that works in that room."""

    name: SandboxName = "bwrap"

    def __init__(self, limits: Limits, room: Room | None = None) -> None:
        self._limits = limits
        self._room = room
        self._root = os.geteuid() == 0

    def equip(self, program: Program, never: Sequence[str], among: Sequence[str] = ()) -> tuple[Program, list[str]]:
        found, problems = installations(program, SYSTEM, never, among)
        return replace(program, bind=(*program.bind, *found)), problems

    def problems(self, programs: Sequence[Program]) -> list[str]:
        if shutil.which("bwrap") is None:
            return [explain("", None)]
        missing = missing_tools(self.name, *(["setpriv"] if self._root else []))
        if missing:
            return missing
        try:
            filter_program(self._counted)
        except NoSeccomp as problem:
            return [str(problem)]
        nothing = Program("", ("/usr/bin/true",), "/usr", {})
        if failed := self._try(nothing, ("/usr/bin/true",)):
            return refused(self.name, self._limits, SPARE_PROCESSES) or [failed]
        found = []
        for program in programs:
            found_as = 'case "$1" in */*) [ -x "$1" ] ;; *) command -v "$1" >/dev/null ;; esac'
            look = f"[ -r . ] || exit 90; {found_as} || exit 91"
            inside = ("/bin/sh", "-c", look, "sh", program.argv[0])
            if (failed := self._try(program, inside)) and failed not in found:
                found.append(failed)
        return found

    def _try(self, program: Program, argv: tuple[str, ...]) -> str | None:
        """What keeps these words from being run in that program's jail."""
        command = self.command(replace(program, argv=argv))
        assert command.status is not None
        try:
            redirected = ["/bin/sh", "-c", f'exec "$@" {BOT_IN}<&0 {BOT_OUT}>&1', "sh", *command.argv]
            done = subprocess.run(
                redirected, env=command.env, pass_fds=command.fds, stdin=subprocess.DEVNULL, capture_output=True
            )
        finally:
            for fd in (*command.fds, command.status):
                os.close(fd)
        if done.returncode in (90, 91):
            uid = self._uid() if self._root else None
            return folder_trouble(program, uid, done.returncode == 90)
        return explain(done.stderr.decode(errors="replace"), program) if done.returncode else None

    def command(self, program: Program) -> Command:
        check_startable(program)
        fds: list[int] = []
        with ExitStack() as undo:

            def kept(fd: int) -> int:
                fds.append(fd)
                undo.callback(os.close, fd)
                return fd

            def readable(data: bytes) -> str:
                return str(kept(_readable(data)))

            # Those that cover what is in /proc come first: a mount is the dearer the more there are already.
            taken = [("--perms", "0444", "--ro-bind-data", readable(data), path) for path, data in snapshots().items()]
            rules = readable(filter_program(self._counted))
            status, status_inside = map(kept, high_pipe())
            proc = ("--proc", "/proc", *covers(), *(word for words in taken for word in words))
            reports = ("--json-status-fd", str(status_inside), "--seccomp", rules)
            argv = (tool("bwrap"), *self._jail(), *proc, *self._files(program), *reports, "--", *self._inside(program))
            undo.pop_all()
        fds.remove(status)
        # The starter's own folder is nobody's: the bot's may be closed to all but the bot.
        size = 0 if self._room is None else self._room.size
        return Command(argv, "/", {"PATH": os.defpath}, tuple(fds), status, size)

    @cached_property
    def _counted(self) -> bool:
        """Whether files in memory are seen by the account of a control group."""
        return can_make_groups()

    def _jail(self) -> tuple[str, ...]:
        spaces = ("--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try")
        ends = ("--new-session", "--die-with-parent", "--hostname", "bot", "--clearenv")
        if not self._root:
            return ("--unshare-user", "--disable-userns", *spaces, *ends, "--cap-drop", "ALL")
        kept = (word for right in ("SETUID", "SETGID", "SETPCAP") for word in ("--cap-add", f"CAP_{right}"))
        return (*spaces, *ends, "--cap-drop", "ALL", *kept)

    def _files(self, program: Program) -> tuple[str, ...]:
        words: list[str] = []
        made = {"/"}
        for path in filter(os.path.exists, SYSTEM):
            words += [*_parents(path, made), "--ro-bind", path, path]
        for name in LINKS:
            if os.path.islink(f"/{name}"):
                words += ["--symlink", os.readlink(f"/{name}"), f"/{name}"]
            elif os.path.isdir(f"/{name}"):
                words += ["--ro-bind", f"/{name}", f"/{name}"]
        # No terminals, which bubblewrap's own /dev would have.
        words += ["--perms", "0755", "--tmpfs", "/dev"]
        for name in DEVICES:
            words += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
        for name, path in LINKED:
            words += ["--symlink", path, f"/dev/{name}"]
        words += ["--perms", "1777", "--size", str(SHARED_MIB * MIB), "--tmpfs", "/dev/shm"]
        words += ["--perms", "1777", "--size", str(int(self._limits.disk_mb * ROOM * MIB)), "--tmpfs", "/tmp"]
        made |= {"/dev", "/proc", "/tmp"}
        for path in program.bind:
            # What is started through a link looks for its own place where the link leads.
            shown = ("--symlink", os.readlink(path)) if os.path.islink(path) else ("--ro-bind", path)
            words += [*_parents(path, made), *shown, path]
        own, above = program.folder, os.path.dirname(program.folder)
        if self._room is None:
            words += [*_parents(own, made), "--ro-bind", own, own]
        else:
            words += [*_parents(above, made), "--perms", "0755", "--size", str(self._room.size), "--tmpfs", above]
            words += ["--perms", "0755", "--dir", own]
        words += ["--chdir", own, "--remount-ro", "/dev", "--remount-ro", "/"]
        for name, value in (("PATH", os.environ.get("PATH", os.defpath)), ("LANG", "C.UTF-8"), ("HOME", HOME)):
            words += ["--setenv", name, value]
        return tuple(words)

    def _inside(self, program: Program) -> tuple[str, ...]:
        """What becomes the bot: it takes on its user, its limits, its pipes, and last its own variables, which can
        change what the programs before it do (LD_PRELOAD)."""
        words: tuple[str, ...] = ()
        if self._root:
            user = str(self._uid())
            words += (tool("setpriv"), "--reuid", user, "--regid", user, "--clear-groups")
            words += ("--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", "--")
        pipes = f" <&{BOT_IN} >&{BOT_OUT} {BOT_IN}<&- {BOT_OUT}>&-"
        words += limited(self._limits, self._limits.processes + SPARE_PROCESSES, pipes)
        if program.env:
            words += ("/usr/bin/env", "--", *(f"{name}={value}" for name, value in program.env.items()))
        return (*words, *program.argv)

    def _uid(self) -> int:
        return fresh_user() if self._room is None else self._room.user


def fresh_user() -> int:
    """A user whose id nobody else has. Each start gets another one, since the kernel bounds the processes of a user,
    wherever they are."""
    return FIRST_UID | (os.getpid() & 0xFFFF) << 12 | next(_numbers) & 0xFFF


def _parents(path: str, made: set[str]) -> list[str]:
    """Makes the folders above a path that the jail does not have yet; else they would be closed to the bot."""
    words: list[str] = []
    above = os.path.dirname(path)
    if above not in made:
        words += [*_parents(above, made), "--perms", "0755", "--dir", above]
        made.add(above)
    return words


def _readable(data: bytes) -> int:
    """A descriptor from which these bytes can be read."""
    fd = os.memfd_create("arena")
    try:
        with open(fd, "wb", closefd=False) as file:
            file.write(data)
        os.lseek(fd, 0, os.SEEK_SET)
        return fcntl(fd, F_DUPFD_CLOEXEC, FIRST_FREE)
    finally:
        os.close(fd)
