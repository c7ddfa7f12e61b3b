"""`arena check`: is my bot legal, how near to its limits does it come, and does it survive a real game?"""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

import arena.contest
import arena.games
import arena.players
import arena.programs
import arena.referee
import arena.rehearsal
import arena.sandbox
from arena.cli.completion import files_and_bots, game_option
from arena.cli.errors import TROUBLE, tell
from arena.cli.options import none_of_that_name, sandbox_option
from arena.cli.saying import say
from arena.errors import WrongInput

if TYPE_CHECKING:
    from arena.rehearsal import Observed, Subject
    from arena.sandbox import SandboxName

MOST_TOLD = 3
"""Faults of a kind that are told in full: an author mends one after the other."""


@click.command(
    epilog="""\b
Examples:
  arena check configs/quickstart.yaml greedy
  arena check --game gunrunners -- python3 bots/random_bot.py
"""
)
@game_option("Check a COMMAND at this game, with default options and times.")
@click.argument("words", nargs=-1, metavar="CONFIG BOT | COMMAND...", shell_complete=files_and_bots)
@sandbox_option
def check(game: str | None, words: tuple[str, ...], sandbox: SandboxName | None) -> None:
    """Shake hands with a bot, play 20 games with it against random movers, and report how it fared.

    The bot is either BOT of a contest's CONFIG, under that contest's rules and limits, or a COMMAND. It sits in every
    seat in turn. Exits with 1 if it would be faulted in a contest.
    """
    if game is not None and not words:
        raise click.UsageError("after --game comes the bot's command: arena check --game gunrunners -- ./my_bot")
    if game is None and len(words) != 2:
        raise click.UsageError("give a contest's file and one of its bots, or --game G -- COMMAND...")

    with TemporaryDirectory(prefix="arena-check-") as scratch, ExitStack() as undo:
        if game is None:
            subject = _from_config(Path(words[0]), words[1], sandbox, Path(scratch), undo)
        else:
            subject = _from_command(game, words, sandbox or "none")
        findings = arena.programs.run_stoppable(partial(arena.rehearsal.check_bot, subject, Path(scratch)))
        _report(subject, findings)
    if findings.faults or findings.unrated:
        raise SystemExit(TROUBLE)


def _from_config(path: Path, name: str, sandbox: SandboxName | None, scratch: Path, undo: ExitStack) -> Subject:
    """`undo` lets its copy go."""
    contest = arena.contest.load_contest(path)
    if name not in contest.bots:
        raise WrongInput(none_of_that_name(contest, name, path))
    game = arena.games.find_game(contest.game)
    contest = replace(contest, sandbox=sandbox or contest.sandbox)
    programs = undo.enter_context(arena.contest.startable(contest, path, scratch / "check.db", [name], tell))
    if name not in programs:
        raise SystemExit(TROUBLE)
    return arena.rehearsal.Subject(
        programs[name],
        game,
        contest.options,
        (contest.seats,),
        contest.time,
        contest.limits,
        contest.sandbox,
        contest.ponders,
    )


def _from_command(name: str, words: tuple[str, ...], sandbox: SandboxName) -> Subject:
    game = arena.games.find_game(name)
    found, problem_text = arena.programs.find_program(words[0], Path.cwd(), {})
    if found is None:
        raise WrongInput(problem_text)
    program = arena.sandbox.Program(arena.programs.names_of([words])[0], words, str(Path.cwd()), {})
    program = arena.programs.protect(
        arena.programs.Conditions(sandbox, arena.sandbox.Limits()), {program.name: program}
    )[program.name]
    return arena.rehearsal.Subject(
        program, game, game.options_type(), game.seats, arena.players.TimeControl(), arena.sandbox.Limits(), sandbox
    )


def _report(subject: Subject, found: Observed) -> None:
    program, control = subject.program, subject.control
    say(f"{program.name}: {' '.join(program.argv)}  (in {program.folder})")
    say(f"  calls itself     {found.name[:60] if found.name else 'nothing'}")
    endings = ", ".join(f"{count} x {ending}" for ending, count in sorted(found.endings.items()))
    say(f"  games            {found.endings.total()} finished" + (f": {endings}" if endings else ""))
    if times := sorted([*found.times, *found.late]):
        median, slowest = times[len(times) // 2], times[-1]
        limit = control.move_ms
        share = f", {slowest / limit:.0%} of the limit of {limit} ms" if limit else ""
        least = [">= " if any(late <= time for late in found.late) else "" for time in (median, slowest)]
        say(f"  time a decision  median {least[0]}{median:.1f} ms, slowest {least[1]}{slowest:.1f} ms{share}")
    if found.peak_memory_kb:
        say(f"  peak memory      {found.peak_memory_kb / 1024:.0f} MiB")
    dropped = " (they answered nothing and were dropped)" if found.stray else ""
    say(f"  stray lines      {found.stray}{dropped}")
    say(f"  stderr           {f'in {found.stderr_games} games' if found.stderr_games else 'nothing'}")
    if found.notes:
        say(f"  notes            {found.notes}")
    if found.remark:
        say(f"  remark           {found.remark}")
    if found.faults or found.unrated:
        counts = ", ".join(f"{verdict} {count}" for verdict, count in sorted(found.faults.items()))
        say(f"  FAULTS           {counts or 'none of the bot'}")
        for texts in [*found.texts.values(), found.unrated]:
            for text in texts[:MOST_TOLD]:
                say(f"    {text}")
            if len(texts) > MOST_TOLD:
                say(f"    ... and {len(texts) - MOST_TOLD} more such")
    else:
        say("  no faults")
