"""`arena repro`: a recorded game, put before the bot at hand until it does otherwise."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
import trio

import arena.lab
import arena.programs
import arena.store
from arena.cli.audiences import asked_seat, spoil_option
from arena.cli.completion import ContestFile
from arena.cli.errors import TROUBLE, tell
from arena.cli.exchanges import say_exchange, say_fault
from arena.cli.options import sandbox_option
from arena.cli.saying import say
from arena.errors import WrongInput
from arena.layout import counted
from arena.protocol import Fault

if TYPE_CHECKING:
    from arena.lab import Compared, Sitting
    from arena.sandbox import SandboxName


@click.command(
    epilog="""\b
Examples:
  arena repro quickstart.db 17 -- python3 my_bot.py
  arena repro quickstart.db 17 --seat 1 --save game.jsonl -- ./my_bot
  arena repro quickstart.db 17 --seat 1 --until 23 --interactive -- ./my_bot
"""
)
@click.argument("db", type=ContestFile())
@click.argument("game", type=int)
@click.argument("words", nargs=-1, metavar="-- COMMAND...", required=True)
@click.option("--seat", type=int, help="As this seat got it.  [default: the only one that was at fault]")
@click.option("--until", type=int, metavar="DECISION", help="Go no further than this decision, as `show` counts them.")
@click.option(
    "--interactive", is_flag=True, help="Leave the bot waiting before that decision, for a debugger, until Enter."
)
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    help="Write all lines that the bot gets: `my_bot < FILE` shows it without arena.",
)
@spoil_option
@sandbox_option
def repro(
    db: Path,
    game: int,
    words: tuple[str, ...],
    seat: int | None,
    until: int | None,
    interactive: bool,
    save: Path | None,
    spoil: bool,
    sandbox: SandboxName | None,
) -> None:
    """Feed a recorded GAME to the bot at hand, and say where it first does otherwise.

    It gets message by message what its seat got, under the limits of the contest, until it answers otherwise than is
    recorded, crashes or is late. Exits with 0 if it did all as recorded, a fault too, with 1 if it did not, and with 2
    if nothing can be said of it, as where the machine failed.
    """
    if interactive and until is None:
        raise click.UsageError("--interactive waits before a decision: name it with --until DECISION")
    asked = asked_seat(db, game, seat, None, spoil)
    sitting = arena.lab.sitting_of(asked.record, asked.facts, asked.stages, asked.seat)
    if until is not None:
        _must_decide(sitting, until)
    box = sandbox or sitting.sandbox
    (program,) = arena.programs.commanded([words], box, sitting.limits)
    stop = None if until is None else arena.lab.Stop(until, partial(_wait, until) if interactive else None)
    name = sitting.record.seating[sitting.seat]
    jail = "" if box == "none" else f" in {box}"
    say(f"game {game} as {name} (seat {sitting.seat}) got it, to {program.name}{jail}: {' '.join(program.argv)}")
    sent: list[bytes] = []
    with TemporaryDirectory(prefix="arena-repro-") as logs:
        run = partial(arena.lab.compare, sitting, program, box, Path(logs), stop, sent.append)
        compared = arena.programs.run_stoppable(run)
    _report(sitting, compared)
    if save is not None:
        with arena.store.whole_file(save, over=True) as file:
            file.writelines(sent)
        say(f"  saved            {save}: give it to the bot's command with <")
    if not compared.as_recorded:
        raise SystemExit(TROUBLE)


def _must_decide(sitting: Sitting, decision: int) -> None:
    decisions = sitting.decisions()
    if decision not in decisions:
        raise WrongInput(
            f"decision {decision} of game {sitting.record.number} is none of seat {sitting.seat}, which made "
            f"{arena.store.listed(decisions) or 'none'}"
        )


async def _wait(decision: int, pid: int | None) -> None:
    tell(f"the bot, process {pid}, waits for decision {decision}; nobody counts its time now")
    tell("attach a debugger, then press Enter here: it is asked then")
    await trio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True)


def _report(sitting: Sitting, compared: Compared) -> None:
    last, fault = compared.last, compared.fault
    if fault is not None:
        say(f"  {'the same fault' if compared.as_recorded else 'NOT STARTED'}   {fault.verdict}: {fault.text}")
        _say_fault(sitting, compared, fault)
        return
    say(f"  as recorded      {counted(compared.same, 'decision')}")
    if compared.as_recorded:
        if last is not None and isinstance(last.answer.choice, Fault):
            choice = last.answer.choice
            say(f"  the same fault   decision {last.asked.decision}, {choice.verdict}: {choice.text}")
            _say_fault(sitting, compared, choice)
        else:
            say("  no difference")
        return
    if last is None:
        say("  OTHERWISE        it is ready, and start-failure was recorded")
        return
    say(f"  OTHERWISE        decision {last.asked.decision}")
    say(f"    recorded    {arena.lab.recorded_words(sitting, last.asked)}")
    say(f"    now         {arena.lab.answer_words(sitting, last.asked, last.answer.choice)}")
    if isinstance(last.answer.choice, Fault):
        _say_fault(sitting, compared, last.answer.choice)
    else:
        say_exchange(compared.request, compared.said, 4)


def _say_fault(sitting: Sitting, compared: Compared, fault: Fault) -> None:
    shown = arena.lab.shown_fault("", fault.verdict, fault.text, compared.request, compared.said, sitting.game)
    say_fault(shown, 4)
