"""`arena ask`: what would these bots do at one decision of a recorded game?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

import arena.lab
import arena.programs
from arena.cli.audiences import asked_seat, spoil_option
from arena.cli.completion import ContestFile
from arena.cli.errors import TROUBLE
from arena.cli.options import sandbox_option
from arena.cli.saying import say, say_table
from arena.errors import WrongInput
from arena.layout import counted
from arena.protocol import Fault

if TYPE_CHECKING:
    from arena.lab import Opinion, Sitting
    from arena.protocol import Verdict
    from arena.referee import Asked
    from arena.sandbox import SandboxName


@click.command(
    epilog="""\b
Example:
  arena ask quickstart.db 17 23 -- python3 my_bot.py -- ./yesterday
"""
)
@click.argument("db", type=ContestFile())
@click.argument("game", type=int)
@click.argument("decision", type=int)
@click.argument("words", nargs=-1, metavar="-- COMMAND... [-- COMMAND...]", required=True)
@spoil_option
@sandbox_option
def ask(db: Path, game: int, decision: int, words: tuple[str, ...], spoil: bool, sandbox: SandboxName | None) -> None:
    """Say what each bot would do at one DECISION of a recorded GAME, beside what was played there.

    Each COMMAND is told the game up to there as the seat of that decision was, whatever it answers before, under the
    limits of the contest. Exits with 1 if one of them is at fault there or before, and with 2 if nothing can be said of
    them, as where the machine failed.
    """
    commands = [tuple(part) for apart, part in groupby(words, lambda word: word == "--") if not apart]
    if not commands:
        raise click.UsageError("give a command behind --")
    asked = asked_seat(db, game, None, decision, spoil)
    sitting = arena.lab.sitting_of(asked.record, asked.facts, asked.stages, asked.seat)
    if decision not in sitting.decisions():
        raise WrongInput(f"decision {decision} of game {game} was made by the referee: nobody was asked for it")
    box = sandbox or sitting.sandbox
    programs = arena.programs.commanded(commands, box, sitting.limits)
    with TemporaryDirectory(prefix="arena-ask-") as logs:
        run = partial(arena.lab.ask_there, sitting, decision, programs, box, Path(logs))
        opinions = arena.programs.run_stoppable(run)
    name = sitting.record.seating[sitting.seat]
    say(f"game {game}, decision {decision}: {name} (seat {sitting.seat})")
    rows = [_played(sitting, decision), *(_row(sitting, opinion) for opinion in opinions)]
    say_table(["bot", "move", "choice", "ms", "note"], rows, "llrrl", "02001")
    for opinion in opinions:
        for remark in _remarks(opinion, decision):
            say(remark)
    if any(opinion.fed is None or isinstance(opinion.fed.answer.choice, Fault) for opinion in opinions):
        raise SystemExit(TROUBLE)


def _played(sitting: Sitting, decision: int) -> list[str]:
    record = sitting.record
    there = next(asked for asked in sitting.retelling() if asked.decision == decision)
    ms = record.measured.ms[decision] if decision < len(record.measured.ms) else None
    notes = [note.text for note in record.measured.notes or () if note.decision == decision]
    name = f"{record.seating[sitting.seat]} (recorded)"
    return [name, *_did(sitting, there, there.recorded), _ms(ms), " ".join(notes)]


def _row(sitting: Sitting, opinion: Opinion) -> list[str]:
    fed = opinion.fed
    if fed is None:
        return [opinion.program.name, "at fault", "", "", ""]
    choice = fed.answer.choice
    did = _did(sitting, fed.asked, choice.verdict if isinstance(choice, Fault) else choice)
    return [opinion.program.name, *did, _ms(fed.answer.ms), fed.answer.note or ""]


def _did(sitting: Sitting, asked: Asked, choice: int | Verdict) -> list[str]:
    """The move in words and its number, or the fault."""
    if isinstance(choice, int):
        return [arena.lab.move_words(sitting, asked, choice), str(choice)]
    return [f"at fault: {choice}", ""]


def _remarks(opinion: Opinion, decision: int) -> Iterator[str]:
    """What else is to be said of a bot."""
    name, fed = opinion.program.name, opinion.fed
    fault = opinion.fault if fed is None else fed.answer.choice
    if isinstance(fault, Fault):
        at = "" if fed is None or fed.asked.decision == decision else f" at decision {fed.asked.decision} already"
        yield f"{name} is at fault{at}: {fault.verdict}: {fault.text}"
    if opinion.otherwise:
        yield f"{name} answered otherwise than recorded at {counted(opinion.otherwise, 'decision')} before"


def _ms(ms: float | None) -> str:
    return "" if ms is None else f"{ms:.1f}"
