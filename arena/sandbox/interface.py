"""How a contest's bots are kept from hurting anything: one backend for all of them, behind this interface.

none      no protection; the limits are watched, and nothing of a bot is left when it is stopped
rlimit    guards against accidents: the kernel's own limits of a process come on top
bwrap     a jail of its own for each bot, for programs that nobody has read

What each promises is in SECURITY.md. There is no "the best that can be had": a contest that asks for a backend gets it,
or is not played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from arena.sandbox.program import Program, SandboxName


class Command(Struct, frozen=True):
    """What to start for a bot: `argv` in `folder` with the environment `env` and nothing else in it.

    `fds` are descriptors that the command inherits; whoever starts it closes them. A command that makes a process
    namespace tells about it on the pipe whose reading end is `status`, in JSON objects one a line: the namespace's
    first process as `child-pid`, and in the end the `exit-code`. It is given the bot's stdin and stdout as descriptors
    3 and 4, see `arena.sandbox.child`. `room` is the number of bytes that files in memory may take besides those in
    temporary folders.
    """

    argv: tuple[str, ...]
    folder: str
    env: dict[str, str]
    fds: tuple[int, ...] = ()
    status: int | None = None
    room: int = 0


class Sandbox(Protocol):
    """One way to keep bots from hurting anything; each of the three backends implements this."""

    @property
    def name(self) -> SandboxName: ...

    def equip(self, program: Program, never: Sequence[str], among: Sequence[str] = ()) -> tuple[Program, list[str]]:
        """Add to the program all that it must see to run. Returns the new program and what is wrong with it, in words
        for people.

        `never` are paths of the contest that no bot may see; of each folder in `among` the bot may see only its own
        folder in it."""

    def problems(self, programs: Sequence[Program]) -> list[str]:
        """What keeps this backend from being used here, or for one of these programs: texts, each with its cause and
        its remedy; [] if nothing does.
        """

    def command(self, program: Program) -> Command:
        """How that bot is started; ask anew for each start. Raises OSError."""
