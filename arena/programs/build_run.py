"""Runs one build: in its place, with a clock and limits of its own; nothing of it is left when it has ended."""

from __future__ import annotations

import math
import os
from contextlib import suppress
from functools import partial
from pathlib import Path

import trio
from msgspec.structs import replace

from arena.programs.build_place import UNUSABLE, Place
from arena.programs.stoppable import run_stoppable
from arena.sandbox import BotProcess, Limits, Program, StderrLog, children, kill_all, spawn, take_charge

LOOK = 0.02
"""The seconds between two looks at what a build fills: a moment is enough to reserve a whole disk."""
LAST_LINES = 20
WELL = "exited with code 0"
WORD = b"\n"
SCRIPT = 'echo; read -r _ && cd -- "$1" && shift && exec "$@" 2>&1'
"""The shell script that becomes the build: it prints a line when it is there, waits for one, and then starts the build
in the folder that is there by then. All output of the build goes into one stream, so that it stays in order."""
FULL = "No space left on device"
NICEST = 19
SHARE_TRIES = 20  # a tenth of a second apart
PATIENCE = 10
"""How many times as long a build may take if it leaves the processor to others whenever they want it."""


def stand_back() -> None:
    """From now on, let the programs that this process starts have only the processor time that others leave."""
    os.nice(NICEST)


def run(program: Program, place: Place, limits: Limits, seconds: int, log: StderrLog) -> str | None:
    """Run the program in that place. Returns what went wrong, or None. Raises OSError, NoRoom, and KeyboardInterrupt if
    it is stopped."""
    program = replace(program, argv=("/bin/sh", "-c", SCRIPT, "sh", program.folder, *program.argv))
    take_charge()
    before = children(os.getpid())
    try:
        return run_stoppable(partial(_run, program, place, limits, seconds, log))
    finally:
        kill_all(children(os.getpid()) - before)


async def _run(program: Program, place: Place, limits: Limits, seconds: int, log: StderrLog) -> str | None:
    process = spawn(program, place.sandbox, limits)
    try:
        process.begin_game(log)  # where its stderr goes
        word = None
        with trio.move_on_after(seconds):
            word = await _first(process)
        if word == WORD:
            # In a thread, for it takes a while, and whoever interrupts must be heard.
            await trio.to_thread.run_sync(place.fill, process, abandon_on_cancel=True)
            await _share_as_this(process)
            with suppress(BrokenPipeError):  # how it ended is seen below
                process.send_now(WORD)
            process.close_stdin()
            return await _watch(process, place, limits, seconds, log)
        await process.wait_exit(0)
        return f"its sandbox could not be made: it {process.how_it_ended('output')}"
    finally:
        process.kill()


async def _first(process: BotProcess) -> bytes:
    """The first that it says."""
    while (data := process.look(0)) is None:
        await process.wait_readable()
    return data


async def _share_as_this(process: BotProcess) -> None:
    """Where each session has its own share of the processor, however nice its processes are, the build's gets that of
    this process. Of whoever is not root the kernel takes one such wish each tenth of a second, from all together."""
    wanted = str(os.nice(0))
    for pid in process.members():
        share = Path(f"/proc/{pid}/autogroup")
        for _ in range(SHARE_TRIES):
            try:
                if share.read_text().split()[-1] != wanted:
                    share.write_text(wanted)
                break
            except BlockingIOError:
                await trio.sleep(0.1)
            except OSError:  # there are no such shares, or the process has gone
                break


async def _watch(process: BotProcess, place: Place, limits: Limits, seconds: int, log: StderrLog) -> str | None:
    """Watch the build until it has ended, or has to be ended."""
    patience = PATIENCE if os.nice(0) == NICEST else 1
    end, ended = trio.current_time() + patience * seconds, False
    while not ended:
        if trio.current_time() >= end:
            limit = f"{patience} times the" if patience > 1 else "the"
            return f"it was stopped after {patience * seconds} s, {limit} limit of limits.build.seconds"
        with trio.move_on_at(min(end, trio.current_time() + LOOK)):
            await _hear(process, log)
            ended = True
        try:
            if too_much := place.exceeded(place.glance()):
                return too_much
        except OSError as problem:
            return f"{UNUSABLE}: {problem}"
    if overrun := process.overrun():
        return f"it {overrun[1]}"
    how = process.how_it_ended("output")
    if how == WELL:
        return None
    full = any(FULL in line for line in log.last_lines(LAST_LINES))
    return f"it {how}" + (f"; its disk is full at {limits.disk_mb} MiB (limits.build.disk_mb)" if full else "")


async def _hear(process: BotProcess, log: StderrLog) -> None:
    """Read what the build says until it has ended, whoever else holds its output."""
    while (data := process.look(0)) != b"":
        if data:
            log.feed(data)
            await trio.lowlevel.checkpoint()
        else:
            await process.wait_readable()
    await process.wait_exit(math.inf)
