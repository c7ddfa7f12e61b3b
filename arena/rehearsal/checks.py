"""Checks whether one bot is legal and in time: plays games with it against random movers, and tells what they
showed.
"""

from __future__ import annotations

from collections import Counter
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from pathlib import Path

from msgspec import Struct

from arena.games import Game, Ranking
from arena.players import FunctionPlayer, Player, PlayerFactory, TimeControl, choose_at_random, program_players
from arena.programs import apart
from arena.referee import Assignment, FaultPolicy, GameMaker, GameRecord
from arena.sandbox import Limits, Program, SandboxName, take_charge

GAMES = 20


@dataclass
class Subject:
    """A bot and the conditions under which it is checked."""

    program: Program
    game: Game
    options: Struct
    seats: tuple[int, ...]
    control: TimeControl
    limits: Limits
    sandbox: SandboxName
    ponder: bool = True


@dataclass
class Observed:
    """What the games showed. Times are in milliseconds; those in `late` are the limits that were not kept."""

    times: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    texts: dict[str, list[str]] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)
    unrated: list[str] = field(default_factory=list)
    stray: int = 0
    stderr_games: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    peak_memory_kb: int = 0
    name: str | None = None
    notes: int = 0
    remark: str | None = None


async def check_bot(subject: Subject, logs: Path) -> Observed:
    """Play `GAMES` games in which the bot sits in every seat in turn, fewer if it does not start; what it writes to
    stderr goes to `logs`."""
    take_charge()  # so that what the bot starts is found and removed with it
    findings = Observed()
    own, *others = apart([subject.program.name, *(f"random {i}" for i in range(max(subject.seats)))])
    factories: dict[str, PlayerFactory] = {name: partial(FunctionPlayer, choose_at_random) for name in others}
    factories |= program_players(
        {own: subject.program}, subject.control, subject.limits, subject.sandbox, logs, ponder=subject.ponder
    )
    hashes = dict.fromkeys(factories, "")
    maker = GameMaker(
        subject.game, subject.options, FaultPolicy(0, "end"), factories, hashes, subject.sandbox, logs, attempts=1
    )
    try:
        for number in range(GAMES):
            seats = subject.seats[number % len(subject.seats)]
            seat = number // len(subject.seats) % seats
            game = Assignment(
                number=number,
                group=number,
                deal=f"check {number}",
                seating=tuple(own if i == seat else others[i] for i in range(seats)),
                bot_seeds=tuple(number * seats + i for i in range(seats)),
            )
            with redirect_stdout(StringIO()):  # what rules print is none of the report
                record = await maker.play(game)
            _learn(findings, maker.player(own), seat, record)
            if findings.faults["start-failure"] == 3:
                break  # it will not start the next time either
    finally:
        await maker.stop()
    return findings


def _learn(findings: Observed, bot: Player, seat: int, record: GameRecord) -> None:
    """Adds what the record of a game shows of the bot, which sat there."""
    measured = record.measured
    too_late = {fault.decision for fault in record.faults if fault.verdict == "time"}
    for i, ((who, _), ms) in enumerate(zip(record.decisions, measured.ms, strict=True)):
        if who == seat and ms is not None:
            (findings.late if i in too_late else findings.times).append(ms)
    findings.faults.update(fault.verdict for fault in record.faults)
    for fault, text in zip(record.faults, measured.texts, strict=True):
        findings.texts.setdefault(fault.verdict, []).append(f"game {record.number}: {text}")
    if record.status != "finished":
        last = measured.trouble.strip().splitlines()[-1]  # of a traceback: it is the game's author who needs the rest
        findings.unrated.append(f"game {record.number}: {record.status}: {last}")
    elif isinstance(record.outcome, Ranking):
        findings.endings[f"place {record.outcome.places[seat]}"] += 1
    elif record.outcome is not None:
        findings.endings["won" if record.outcome.won else "lost"] += 1
    findings.stray += measured.stray[seat]
    findings.stderr_games += measured.logs[seat] is not None
    usage = measured.usage[seat]
    findings.peak_memory_kb = max(findings.peak_memory_kb, usage.memory_kib if usage else 0)
    report = bot.report()
    findings.name = findings.name or report.name
    findings.notes += len(measured.notes or ())
    findings.remark = findings.remark or report.remark
