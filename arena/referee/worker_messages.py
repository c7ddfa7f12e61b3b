"""What a worker is told: first what holds for all games, then some games after others."""

from __future__ import annotations

from msgspec import Raw, Struct

from arena.players import TimeControl
from arena.referee.fixture import FaultPolicy
from arena.sandbox import Limits, Program, SandboxName

HAND_IN_EVERY = 0.2
"""The seconds in which a worker plays games before it hands on their records. Each time wakes its parent, which has to
find its way back into the caches of a core on which games are played: of a short game that would take a tenth."""


class Setup(Struct, frozen=True, kw_only=True):
    """What is the same for all games. `core` is the processor core to run on, None to leave that to the system. `live`
    is the folder in which games are told to whoever listens, "" for none."""

    game: str
    options: Raw
    time: TimeControl
    limits: Limits
    policy: FaultPolicy
    sandbox: SandboxName
    keep: bool
    ponder: bool
    programs: dict[str, Program]
    hashes: dict[str, str]
    logs: str
    core: int | None
    live: str = ""


class Assignment(Struct, frozen=True, kw_only=True):
    """One game to play; of `unlogged` seats the stderr is not kept in a file."""

    number: int
    group: int
    deal: str
    seating: tuple[str, ...]
    bot_seeds: tuple[int, ...]
    unlogged: tuple[int, ...] = ()
