"""From a loaded configuration to what workers and schedules need."""

from __future__ import annotations

from pathlib import Path

from msgspec import Raw

from arena.contest.config import Contest, hash_files
from arena.contest.schedule import Schedule
from arena.contest.worker import Setup
from arena.players import Program
from arena.protocol import encode_body


def program_of(contest: Contest, name: str) -> Program:
    """How that bot is started."""
    bot = contest.bots[name]
    return Program(name, tuple(bot.argv()), str(bot.folder), bot.env)


def schedule_of(contest: Contest, seed: str, games: int | None = None) -> Schedule:
    """All games of the contest under a master seed, or the first so many."""
    return Schedule(list(contest.bots), contest.seats, contest.seatings, contest.deals, seed, games)


def prepare(contest: Contest, db: Path) -> Setup:
    """What is the same for all games of the contest; the bots' stderr goes to a folder beside the store."""
    return Setup(
        game=contest.game,
        options=Raw(encode_body(contest.options)),
        time=contest.time,
        limits=contest.limits,
        policy=contest.faults,
        keep=contest.restart == "never",
        programs={name: program_of(contest, name) for name in contest.bots},
        hashes={name: hash_files(bot) for name, bot in contest.bots.items()},
        logs=str(db.with_name(db.name.removesuffix(".db") + ".logs").absolute()),
        core=None,
    )
