"""Makes a program that can be started from the copy of an entry: builds it if it has to be built, and tries it in the
sandbox.

A build may take minutes. While games run it has a process of its own, which does the same as a run does before its
first game; what it has built is then found there.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from arena.contest import own_python
from arena.programs import (
    Bot,
    BuildError,
    BuildFailed,
    Conditions,
    SandboxError,
    bot_of,
    build_all,
    plan_builds,
    protect,
    stand_back,
)
from arena.sandbox import Program
from arena.store import Entry

MOST_WORDS = 10_000
"""The most characters of what went wrong that are passed on: they fit into a pipe that nobody reads yet."""

GRACE = 5.0
"""The seconds that the process of a build has to remove what it has started, once it was told to end."""


class BuildRequest(Struct, frozen=True, kw_only=True):
    """What to make ready, in types of JSON: an entry, the folder with its copy, the ladder's store, and the conditions
    under which it is started."""

    entry: Entry
    copies: str
    db: str
    conditions: Conditions


def make(order: BuildRequest, say: Callable[[str], object]) -> Program:
    """Make the entry ready. Returns its program, under the entry's base. Raises ValueError, OSError, BuildError and
    SandboxError, and KeyboardInterrupt if a build is stopped."""
    name, conditions, db, bot = order.entry.base, order.conditions, Path(order.db), _bot(order)
    if not order.entry.build:
        return protect(conditions, {name: bot.started_as(name)})[name]
    built = build_all(plan_builds({name: bot}, conditions, db), conditions, db, say)
    if name in built.failures:
        failure = built.failures[name]
        raise BuildFailed("\n  ".join([f"its build failed: {failure.text} (log in {failure.log})", *failure.last]))
    return built.programs[name]


def is_built(order: BuildRequest) -> bool:
    """Whether there is a build that can be used again."""
    try:
        (build,) = plan_builds({order.entry.base: _bot(order)}, order.conditions, Path(order.db))
        return build.stamp.exists()
    except (ValueError, OSError, BuildError):
        return False  # whoever makes it says why


def _bot(order: BuildRequest) -> Bot:
    """The entry's, in its copy. Raises ValueError where it cannot be started."""
    return bot_of(order.entry, Path(order.copies))


class Building:
    """Runs `make` in another process."""

    def __init__(self, order: BuildRequest) -> None:
        # In a session of its own: an interrupt from the keyboard reaches the run, which decides what it means.
        self._process = subprocess.Popen(
            own_python("from arena.league.entry_build import main; main()"),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        pipe, self._process.stdin = self._process.stdin, None
        assert pipe is not None
        with pipe:
            pipe.write(msgspec.json.encode(order))

    def problem(self) -> str | None:
        """None while it goes on; then what went wrong, "" if all is well."""
        if self._process.poll() is None:
            return None
        assert self._process.stderr is not None
        with self._process.stderr as pipe:
            said = pipe.read().decode(errors="replace").strip()
        if self._process.returncode == 0:
            return ""
        return said or f"the process that built it ended with {self._process.returncode}"

    def stop(self) -> None:
        """End the process, and the build with it, even if the process does not come to hear of that."""
        for _ in range(2):  # the second interrupts whatever keeps it, see `stoppable`
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.communicate(timeout=GRACE)
                return
        self._process.kill()
        self._process.communicate()


def main() -> None:
    """Run the building process: it reads a request from stdin, and writes what went wrong to stderr."""
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=BuildRequest)
    stand_back()  # games are being played
    try:
        make(order, lambda line: None)
    except (ValueError, OSError, SandboxError, BuildError) as problem:
        sys.exit(str(problem)[:MOST_WORDS])
    except KeyboardInterrupt:
        sys.exit("it was stopped")
