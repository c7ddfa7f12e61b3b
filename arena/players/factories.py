"""Makes players of programs that run under the same conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from arena.players.clock import Clock
from arena.players.interface import PlayerFactory
from arena.players.neighbours import Neighbours
from arena.players.process import Process
from arena.players.process_player import ProcessPlayer
from arena.players.timecontrol import TimeControl
from arena.sandbox import Limits, Program, SandboxName, sandbox_of, spawn


def program_players(
    programs: Mapping[str, Program],
    control: TimeControl,
    limits: Limits,
    sandbox: SandboxName,
    logs: Path,
    *,
    keep: bool = True,
    ponder: bool = True,
    neighbours: Neighbours | None = None,
    clock: Callable[[TimeControl], Clock] = Clock,
    heard: Callable[[Process], Process] | None = None,
) -> dict[str, PlayerFactory]:
    """For each program, by its name, a factory that makes the player of one more seat. The programs share the processor
    with each other, and with whoever else has these `neighbours`; `heard` may put something around each process that
    hears what is said; the other arguments are those of `ProcessPlayer`."""
    spawned = partial(spawn, sandbox=sandbox_of(sandbox, limits), limits=limits)

    def start(program: Program) -> Process:
        return spawned(program) if heard is None else heard(spawned(program))

    beside = neighbours or Neighbours()
    return {
        name: partial(ProcessPlayer, program, control, limits, logs, start, keep, ponder, beside, clock)
        for name, program in programs.items()
    }
