"""The rogues in `bots/rogues/`: bots that each break one rule, and what must become of each.

The first line of each says it, after the comment sign of its language:

    # verdict: output-limit; in: rlimit bwrap; says: bytes to stderr

The verdict is one of the protocol's, or `none` for one that plays its game to the end and has done no harm. `in` are
the sandboxes that guard against it (all, where it is left out); in the others it must not be tried. `by` is the one of
`WALLS` against one that must get no verdict there. `needs: cgroup` marks what only the kernel's account of a control
group shows. `says` is a part of the text that its author is told.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from arena.box import in_the_box
from arena.players import TimeControl
from arena.protocol import VERDICTS
from arena.sandbox import Limits, Program, SandboxName, can_make_groups

SANDBOXES: tuple[SandboxName, ...] = get_args(SandboxName)
"""All sandboxes, from the weakest to the strongest."""
INTERPRETERS = {".py": (sys.executable, "-S"), ".sh": ("sh",), ".js": ("node",)}
"""The interpreter of a rogue, by the ending of its file; files with a leading underscore are no rogues."""

WALLS = {
    "files": "its own few files",
    "sizes": "the sizes of /tmp and /dev/shm",
    "processes": "its own processes",
    "network": "its own network",
    "name": "its own host name",
    "proc": "what is covered of /proc",
    "filter": "the filter of system calls",
    "rights": "the rights that it has not",
    "memory": "the closed memory of the referee",
}
"""What a rogue runs against, by the name of that wall in its first line."""

_HEADER = re.compile(
    r"(?:#|//) verdict: ([a-z-]+)(?:; in: ([a-z ]+))?(?:; by: ([a-z]+))?(?:; needs: (cgroup))?(?:; says: (.+))?"
)

PATIENT = TimeControl(start_ms=60_000, move_ms=60_000)
"""The time control of all rogues that are not to be late: a slow machine must decide nothing."""
SMALL = {"memory_mb": 256, "processes": 64, "disk_mb": 16, "cpu_s": 60, "stderr_most_bytes": 1 << 20}
"""Limits that a rogue reaches soon; those of the contest are taken where they are lower."""
LITTLE_CPU_S = 1
SHORT_MOVE_MS = 500
SHORT_START_MS = 3_000


class Rogue(Struct, frozen=True):
    """One rogue. `verdict` is "none" if it must get none; `wall` is what keeps such a rogue from its aim, "" if there
    is nothing to keep it from."""

    path: Path
    verdict: str
    sandboxes: tuple[SandboxName, ...]
    wall: str
    needs_cgroup: bool
    says: str

    @property
    def name(self) -> str:
        return self.path.name

    def name_among(self, others: Sequence[str]) -> str:
        """The rogue's name at a table with these others, which may have any names."""
        name = self.name
        while name in others:
            name = f"rogue {name}"
        return name

    def program(self) -> Program:
        """The program that starts the rogue."""
        argv = (*INTERPRETERS[self.path.suffix], str(self.path))
        return Program(self.path.stem, argv, str(self.path.parent), {})

    def possible(self, sandbox: SandboxName) -> bool:
        """Whether the rogue can do its deed in that sandbox: one that is tried only in weaker sandboxes cannot."""
        return SANDBOXES.index(sandbox) <= SANDBOXES.index(self.sandboxes[-1])

    def obstacle(self, sandbox: SandboxName) -> str:
        """What keeps the rogue from being tried in that sandbox on this machine; "" if nothing does."""
        interpreter = INTERPRETERS[self.path.suffix][0]
        if sandbox not in self.sandboxes:
            return f"sandbox {sandbox} does not guard against it"
        if shutil.which(interpreter) is None:
            return f"there is no {interpreter} on this machine"
        if self.needs_cgroup and not can_make_groups():
            return "no control group can be made here, and nothing else shows it"
        return ""

    def control(self) -> TimeControl:
        """The time control under which the rogue plays."""
        if self.verdict == "time":
            return replace(PATIENT, move_ms=SHORT_MOVE_MS)
        late = self.says.startswith(("no answer", "is stdout flushed"))
        return replace(PATIENT, start_ms=SHORT_START_MS) if self.verdict == "start-failure" and late else PATIENT

    def limits(self, contest: Limits) -> Limits:
        """What the rogue may use in a contest with these limits."""
        small = {name: min(most, getattr(contest, name)) for name, most in SMALL.items()}
        if self.verdict == "cpu":
            small["cpu_s"] = LITTLE_CPU_S
        return replace(contest, **small)


def rogues_folder() -> Path:
    """The folder of the rogues, wherever arena is installed."""
    return in_the_box("bots") / "rogues"


def read_rogue(path: Path) -> Rogue:
    """Read one rogue. Raises ValueError for a first line that is not as described above."""
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    header = _HEADER.fullmatch(first)
    if header is None or header[1] not in (*VERDICTS, "none"):
        raise ValueError(f"{path} begins with {first!r}, which says no verdict")
    named = tuple(name for name in SANDBOXES if header[2] is None or name in header[2].split())
    if header[3] and header[3] not in WALLS:
        raise ValueError(f"{path} begins with {first!r}, and there is no wall {header[3]!r}: {', '.join(WALLS)}")
    return Rogue(path, header[1], named, header[3] or "", header[4] is not None, header[5] or "")


def read_rogues(folder: Path) -> list[Rogue]:
    """Read all rogues of a folder, sorted by name. Raises ValueError, and OSError if there are none."""
    paths = (path for path in folder.iterdir() if path.suffix in INTERPRETERS and not path.name.startswith("_"))
    return [read_rogue(path) for path in sorted(paths)]
