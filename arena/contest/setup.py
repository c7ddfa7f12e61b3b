"""Makes what workers and schedules need from a loaded configuration.

What a store says of its contest is in `plan`: who only looks at one loads nothing that reads a configuration.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Raw

from arena.contest.config import Contest
from arena.contest.plan import Plan
from arena.pairing import Schedule
from arena.programs import hash_bots
from arena.protocol import encode_body
from arena.referee import Setup
from arena.sandbox import Program
from arena.store import live_of, logs_of


def programs_of(contest: Contest) -> dict[str, Program]:
    """The program of each bot that needs no build, by name."""
    return {name: bot.started_as(name) for name, bot in contest.bots.items() if not bot.build}


def plan_of(contest: Contest) -> Plan:
    """The plan of a configuration."""
    return Plan(
        format=contest.format,
        seats=contest.seats,
        seatings=contest.seatings,
        line_ups=contest.line_ups,
        seeded=contest.seeded,
        rounds=contest.rounds,
        deals=contest.deals,
        sprt=contest.stop.sprt,
        settled=contest.stop.settled,
        deck=contest.deck or None,
    )


def schedule_of(contest: Contest, seed: str, games: int | None = None, stages: Sequence[bytes] = ()) -> Schedule:
    """The schedule of all games of a contest that are known under a master seed, or of the first `games`."""
    return plan_of(contest).schedule(list(contest.bots), seed, contest.deals, games, stages)


def prepare(contest: Contest, db: Path, programs: dict[str, Program], hashes: dict[str, str] | None = None) -> Setup:
    """The part of the worker's set-up that is the same for all games of the contest; `hashes` are those of its bots, if
    they have been computed. The bots' stderr goes to a folder beside the store. Raises OSError."""
    return Setup(
        game=contest.game,
        options=Raw(encode_body(contest.options)),
        time=contest.time,
        limits=contest.limits,
        policy=contest.faults,
        sandbox=contest.sandbox,
        keep=contest.restart == "never",
        ponder=contest.ponders,
        programs=programs,
        hashes=hash_bots(contest.bots, (), contest.limits.build.disk_mb) if hashes is None else hashes,
        logs=str(logs_of(db).absolute()),
        core=None,
        live=str(live_of(db).absolute()),
    )
