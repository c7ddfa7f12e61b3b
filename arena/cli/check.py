"""`arena check`: is my bot legal, how near to its limits does it come, and does it survive a contest?"""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from functools import partial
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
import msgspec
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
from arena.cli.exchanges import say_fault
from arena.cli.options import none_of_that_name, sandbox_option
from arena.cli.saying import say
from arena.errors import WrongInput
from arena.layout import counted
from arena.protocol import printable_json

if TYPE_CHECKING:
    from arena.rehearsal import Against, Checked, Subject, Survived, Times
    from arena.sandbox import SandboxName

MOST_GAMES = 10_000
MOST_TOLD = 3
"""Faults of a kind that are told in full: an author mends one after the other."""


@click.command(
    epilog="""\b
Examples:
  arena check configs/quickstart.yaml greedy
  arena check --game gunrunners -- python3 bots/random_bot.py
  arena check --game gangsta --games 100 --seed two --json -- ./my_bot
"""
)
@game_option("Check a COMMAND at this game, with default options and times.")
@click.argument("words", nargs=-1, metavar="CONFIG BOT | COMMAND...", shell_complete=files_and_bots)
@click.option(
    "--games", "number", type=click.IntRange(1, MOST_GAMES), default=20, show_default=True, help="With each kind."
)
@click.option("--seed", default="check", show_default=True, help="Another one gives other deals.")
@click.option("--json", "as_json", is_flag=True, help="Print all of it as JSON (docs/check.schema.json).")
@sandbox_option
def check(
    game: str | None,
    words: tuple[str, ...],
    number: int,
    seed: str,
    as_json: bool,
    sandbox: SandboxName | None,
) -> None:
    """Play a bot with others of several kinds, then put it before what is nasty and legal, and report how it fared.

    The bot is either BOT of a contest's CONFIG, under that contest's rules and limits, or a COMMAND. It sits in every
    seat in turn, with random movers and with those of the bots in the box that are quick; in a cooperative game with
    copies of itself as well. Then come the longest of many games, the most legal moves, the biggest request, and for a
    COMMAND other options. Exits with 1 if it would be faulted in a contest.
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
        run = partial(arena.rehearsal.check_bot, subject, Path(scratch), number, seed)
        found = arena.programs.run_stoppable(run)
        if as_json:
            click.echo(printable_json(msgspec.json.encode(found).decode()))
        else:
            _report(subject, found)
    if not found.fine:
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
    game, limits = arena.games.find_game(name), arena.sandbox.Limits()
    (program,) = arena.programs.commanded([words], sandbox, limits)
    return arena.rehearsal.Subject(
        program, game, game.options_type(), game.seats, arena.players.TimeControl(), limits, sandbox, varied=True
    )


def _report(subject: Subject, found: Checked) -> None:
    program = subject.program
    say(f"{program.name}: {' '.join(program.argv)}  (in {program.folder})")
    say(f"  calls itself     {found.name[:60] if found.name else 'nothing'}")
    endings = ", ".join(f"{count} x {ending}" for ending, count in found.endings.items())
    say(f"  games            {sum(found.endings.values())} finished" + (f": {endings}" if endings else ""))
    for against in found.against:
        label = f"{'with' if subject.game.cooperative else 'against'} {against.kind}"
        say(f"  {label:<16} {_score(against, subject)}")
    if found.times is not None:
        say(f"  time a decision  {_quantiles(found.times)}")
    if found.memory_mib is not None:
        share = found.memory_mib / found.memory_limit_mib
        say(f"  peak memory      {found.memory_mib:.0f} MiB, {share:.0%} of the limit of {found.memory_limit_mib} MiB")
    dropped = " (they answered nothing and were dropped)" if found.stray else ""
    say(f"  stray lines      {found.stray}{dropped}")
    say(f"  stderr           {f'in {found.stderr} games' if found.stderr else 'nothing'}")
    if found.notes:
        say(f"  notes            {found.notes}")
    if found.remark:
        say(f"  remark           {found.remark}")
    if (survived := found.survived) is not None:
        say(f"  nasty but legal  {_survived(survived)}")
    if found.fine:
        say("  no faults")
    else:
        _faults(subject, found)


def _score(against: Against, subject: Subject) -> str:
    if against.score is None:
        return "no game finished"
    give = "" if not against.error else f" \u00b1 {2 * against.error:.2f}"
    firsts = f"{against.firsts} of {against.finished} {'won' if subject.game.cooperative else 'first'}"
    return f"{firsts}, score {against.score:.2f}{give}"


def _quantiles(times: Times) -> str:
    named = {"median": times.median, "90 %": times.p90, "99 %": times.p99, "slowest": times.slowest}
    limit = min(times.limit or inf, times.slowest) if times.least else inf
    parts = [f"{name} {'>= ' if ms >= limit else ''}{ms:.1f} ms" for name, ms in named.items()]
    if times.limit:
        parts.append(f"{times.slowest / times.limit:.0%} of the limit of {times.limit} ms")
    return ", ".join(parts)


def _survived(survived: Survived) -> str:
    parts = [
        f"a game of {survived.longest} decisions",
        f"{survived.widest} legal moves",
        f"a request of {survived.biggest / 1024:.1f} KiB",
        f"{counted(survived.kept, 'game')} in one process",
    ]
    if survived.variants:
        parts.append(f"{counted(len(survived.variants), 'game')} with unusual options")
    return ", ".join(parts)


def _faults(subject: Subject, found: Checked) -> None:
    """Those of each kind that come first, the very first with all that was said."""
    counts = Counter(fault.verdict for fault in found.faults)
    told = ", ".join(f"{verdict} {count}" for verdict, count in sorted(counts.items()))
    say(f"  FAULTS           {told or 'none of the bot'}")
    for verdict, count in counts.items():
        first, *more = [fault for fault in found.faults if fault.verdict == verdict][:MOST_TOLD]
        say(f"    {first.where}: {first.text}")
        say_fault(first, 6)
        for fault in more:
            say(f"    {fault.where}: {fault.text}")
        if count > MOST_TOLD:
            say(f"    ... and {count - MOST_TOLD} more such")
    for text in found.unrated[:MOST_TOLD]:
        say(f"    {text}")
    if len(found.unrated) > MOST_TOLD:
        say(f"    ... and {len(found.unrated) - MOST_TOLD} more such")
