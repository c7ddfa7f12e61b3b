"""From a loaded configuration, or the facts of a store, to what workers and schedules need."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct

from arena.contest.config import Contest, hash_files
from arena.contest.formats import FormatName, round_of
from arena.contest.protect import logs_of
from arena.contest.schedule import Schedule
from arena.contest.seatings import Seatings
from arena.contest.store import StoreError
from arena.contest.worker import Setup
from arena.protocol import encode_body
from arena.sandbox import Program


def program_of(contest: Contest, name: str) -> Program:
    """How that bot is started."""
    bot = contest.bots[name]
    return Program(name, tuple(bot.argv()), str(bot.folder), bot.env)


def programs_of(contest: Contest) -> dict[str, Program]:
    """How each bot that needs no build is started, by name."""
    return {name: program_of(contest, name) for name, bot in contest.bots.items() if not bot.build}


def schedule_of(contest: Contest, seed: str, games: int | None = None) -> Schedule:
    """All games of the contest under a master seed, or the first so many."""
    return Schedule(
        list(contest.bots),
        contest.seats,
        contest.seatings,
        contest.deals,
        seed,
        games,
        contest.format,
        contest.line_ups,
    )


class _Plan(Struct):
    """What a fingerprint says of the schedule."""

    format: FormatName
    seats: int
    seatings: Seatings
    line_ups: int | None


class _Facts(Struct):
    contest: _Plan
    bots: list[str]


def group_size_of(facts: dict[str, Any]) -> int:
    """How many games a deal group of a stored contest has, from `Store.facts()`. Raises StoreError where these are
    not as this version of arena writes them."""
    try:
        stored = msgspec.convert(facts, _Facts)
        plan = stored.contest
        return round_of(plan.format, len(stored.bots), plan.seats, plan.seatings, plan.line_ups).group_size
    except (msgspec.ValidationError, ValueError) as problem:  # a key is missing, or says what cannot be
        raise StoreError(
            f"what the file says of its contest cannot be used: {problem}; "
            "another version of arena wrote it: use that version, or play the contest again in another file"
        ) from problem


def prepare(contest: Contest, db: Path, programs: dict[str, Program]) -> Setup:
    """What is the same for all games of the contest; the bots' stderr goes to a folder beside the store."""
    return Setup(
        game=contest.game,
        options=Raw(encode_body(contest.options)),
        time=contest.time,
        limits=contest.limits,
        policy=contest.faults,
        sandbox=contest.sandbox,
        keep=contest.restart == "never",
        ponder=contest.ponder == "on",
        programs=programs,
        hashes={name: hash_files(bot) for name, bot in contest.bots.items()},
        logs=str(logs_of(db).absolute()),
        core=None,
    )
