"""`arena plan`: what a contest could find out, and how long it would take, before it is played."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from math import isfinite, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING

import click
import msgspec

import arena.contest
import arena.games
import arena.rehearsal
import arena.standings
from arena.cli.errors import INTERRUPTED, TROUBLE, tell
from arena.cli.options import jobs_option, left_out, sandbox_option
from arena.cli.saying import say
from arena.protocol import printable

if TYPE_CHECKING:
    from arena.contest import Contest
    from arena.sandbox import SandboxName

_DEALS_ARE_NEW = "trial-"
_UNSURE = 0.2
"""No forecast is nearer than that: later line-ups and other hours of the machine differ."""

trial_option = click.option(
    "--trial",
    metavar="SECONDS",
    type=click.FloatRange(0, 3600),
    default=5.0,
    show_default=True,
    help="Seconds in which trial games begin, for the time of all; 0 plays none.",
)


@click.command(
    epilog="""\b
Examples:
  arena plan configs/quickstart.yaml
  arena plan configs/swiss.yaml --elo 50 --trial 0
"""
)
@click.argument("config", type=click.Path(path_type=Path))
@click.option(
    "--elo",
    type=click.FloatRange(1, 1000),
    default=20.0,
    show_default=True,
    help="The distance of bots that are to be told apart.",
)
@trial_option
@jobs_option
@sandbox_option
def plan(config: Path, elo: float, trial: float, jobs: int | None, sandbox: SandboxName | None) -> None:
    """Say what the contest of a CONFIG file could find out, and how long it would take.

    How many deals it takes to tell bots apart, how long a sequential test goes on, and whether a rule that ends the
    contest can do so at all. Then a few games are played for the time that they take: at deals of their own, in a file
    that is thrown away. A game that has begun is played to its end.
    """
    contest = arena.contest.load_contest(config)
    contest = msgspec.structs.replace(contest, sandbox=sandbox or contest.sandbox, jobs=jobs or contest.jobs)
    schedule = arena.contest.schedule_of(contest, "any")
    pairer = arena.contest.plan_of(contest).pairer(list(contest.bots), "any")
    for line in (*schedule.describe(), *(pairer.describe() if pairer else ()), *contest.stop.describe()):
        say(line)
    for line in (*left_out(contest), *outlook(contest, elo)):
        say(line)
    tell_time(contest, config, trial)


def tell_time(contest: Contest, config: Path, trial: float, games: int | None = None) -> None:
    """Print how long all games of the contest, or the first so many, would take, from trial games that begin within so
    many seconds; nothing if that is 0. Exits where they cannot be played."""
    if not isfinite(trial) or trial <= 0:
        return
    if contest.format == "ladder":
        say("time:  a ladder has no end")
        return
    seed = _DEALS_ARE_NEW + secrets.token_hex(8)
    pairer = arena.contest.plan_of(contest).pairer(list(contest.bots), seed)
    most = len(arena.contest.schedule_of(contest, seed, games)) if pairer is None else pairer.most_games or 0
    for line in _timed(contest, config, trial, seed, min(most, games or most), games):
        say(line)


def outlook(contest: Contest, elo: float = 20.0) -> Iterator[str]:
    """What the contest's plan could find out, without playing it."""
    return arena.standings.Outlook(
        arena.contest.plan_of(contest),
        arena.contest.schedule_of(contest, "any"),
        arena.games.find_game(contest.game).cooperative,
        elo,
    ).lines()


def warnings(contest: Contest) -> Iterator[str]:
    """A warning for each rule that cannot end the contest."""
    return arena.standings.Outlook(
        arena.contest.plan_of(contest),
        arena.contest.schedule_of(contest, "any"),
        arena.games.find_game(contest.game).cooperative,
        20.0,
    ).warnings()


def _timed(contest: Contest, config: Path, seconds: float, seed: str, most: int, games: int | None) -> Iterator[str]:
    """Trial games, the first `games` at most, and what they say of all `most`. Exits where they cannot be played."""
    trial = arena.rehearsal.play_trial(contest, config, seconds, seed, games, tell)
    if trial.end == "interrupted":
        raise SystemExit(INTERRUPTED)
    if trial.end == "failed" or not trial.answers:
        click.echo(trial.said, err=True, nl=False)
        raise SystemExit(TROUBLE)
    played, start, answers = len(trial.answers), trial.start, trial.answers
    took, whole = start + played * trial.each, most * trial.each
    unsure = _UNSURE
    if played > 1 and fmean(answers):
        unsure += 2 * stdev(answers) / fmean(answers) / sqrt(played)
    yield (
        f"time:  {played} trial games took {_duration(took)}, {trial.jobs} at a time: all {most:,} would take "
        f"about {_duration(start + whole)} ({_duration(start + whole / (1 + unsure))} to "
        f"{_duration(start + whole * (1 + unsure))})"
    )
    yield "       (a guess from the first line-ups; games differ, and so do hours of the machine)"
    troubles = ", ".join(f"{count} {status}" for status, count in trial.statuses.items() if status != "finished")
    if troubles:
        yield f"       of the trial games were {troubles}: see with `arena run --games {played}` what was wrong"
    if trial.faults:
        told = ", ".join(
            f"{printable(bot)}: {verdict} ({count})" for (bot, verdict), count in sorted(trial.faults.items())
        )
        yield f"       faults in trial games: {told}; `arena check` says what is wrong"


def _duration(seconds: float) -> str:
    """A time in the words that people use."""
    if seconds < 100:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 100 * 3600 else f"{seconds / 86400:.0f} days"
