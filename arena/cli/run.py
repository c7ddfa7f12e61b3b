"""`arena run`: play a contest, or go on with it, and print its standings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

import arena.contest
import arena.league
import arena.programs
import arena.standings
import arena.store
from arena.cli.errors import INTERRUPTED, TROUBLE, tell
from arena.cli.formats import Format, format_option, print_standings, resources_option
from arena.cli.opening import place_for, workers_for
from arena.cli.options import jobs_option, left_out, minutes_option, sandbox_option, seed_option
from arena.cli.plan import outlook, tell_time, trial_option, warnings
from arena.cli.saying import say
from arena.errors import WrongInput
from arena.layout import counted

if TYPE_CHECKING:
    from arena.contest import Contest
    from arena.pairing import Pairer, Schedule
    from arena.sandbox import SandboxName
    from arena.standings import Standings, TeamStandings
    from arena.store import Store


@click.command(
    epilog="""\b
Example:
  arena run configs/quickstart.yaml
  arena run configs/quickstart.yaml --jobs 1 --db evening.db --format markdown
"""
)
@click.argument("config", type=click.Path(path_type=Path))
@click.option("--db", type=click.Path(path_type=Path), help="The contest's file.  [default: NAME.db here]")
@jobs_option
@click.option("--games", type=click.IntRange(min=1), help="Play only the first so many games of the schedule.")
@minutes_option
@seed_option
@click.option("--force-new", is_flag=True, help="Begin anew in NAME-2.db (-3, ...) beside a file that is there.")
@click.option(
    "--dry-run",
    is_flag=True,
    help="Print what would be played, what it could find out and how long it would take, which files make each bot, "
    "and in bwrap which it would see; and stop. A few trial games are played for the time and thrown away.",
)
@trial_option
@click.option("--scheduler", metavar="ADDRESS", help="Play on the workers of this Dask scheduler (tcp://host:8786).")
@sandbox_option
@format_option
@resources_option
def run(
    config: Path,
    db: Path | None,
    jobs: int | None,
    games: int | None,
    minutes: float | None,
    seed: str | None,
    force_new: bool,
    dry_run: bool,
    trial: float,
    scheduler: str | None,
    sandbox: SandboxName | None,
    format: Format,
    resources: bool,
) -> None:
    """Play the contest of a CONFIG file and print its standings.

    Run again, it goes on where it stopped: games that are in the file are not played twice. Interrupt once to stop
    after the running games, twice to stop at once.
    """
    contest = arena.contest.load_contest(config)
    contest = msgspec.structs.replace(
        contest,
        sandbox=sandbox or contest.sandbox,
        seed=seed or contest.seed,
        jobs=jobs or contest.jobs,
        stop=msgspec.structs.replace(contest.stop, minutes=minutes or contest.stop.minutes),
    )
    drawn = contest.seed or "drawn when the file is made"
    try:
        plan = arena.contest.schedule_of(contest, drawn, games)
    except ValueError as problem:
        raise WrongInput(f"--games: {problem}") from None
    path = db or Path(config.stem + ".db")
    if dry_run:
        cast = arena.league.Cast(contest, config, path, tell)  # what could not be started is told here, too
        programs = cast.as_configured()
        pairer = arena.contest.plan_of(contest).pairer(list(contest.bots), drawn)
        for line in (*plan.describe(), *(pairer.describe() if pairer else ()), *contest.stop.describe()):
            say(line)
        for line in (*outlook(contest), *left_out(contest)):
            say(line)
        for line in cast.watched():
            say(line)
        for line in arena.contest.what_is_shown(programs) if contest.sandbox == "bwrap" else ():
            say(line)
        tell_time(contest, config, trial, games)
        return
    report = partial(print_standings, format=format, resources=resources)
    file = arena.store.free_path(path) if force_new else place_for(path, contest, config)
    end = play(contest, config, file, report, games, scheduler)
    if end:
        raise SystemExit(end)


def play(
    contest: Contest,
    config: Path,
    path: Path,
    report: Callable[[Store], Standings | TeamStandings],
    games: int | None = None,
    scheduler: str | None = None,
) -> int:
    """Plays a contest or goes on with it, and has `report` tell how it went, which hands its standings on. The exit
    status of `arena run`; exits at once where it cannot begin."""
    cast = arena.league.Cast(contest, config, path, tell)
    with (
        workers_for(contest, config, path, scheduler) as workforce,
        arena.league.opened(path, contest, cast, tell) as (store, seed),
    ):
        schedule = arena.contest.schedule_of(contest, seed, games, store.stages())
        pairer = arena.contest.plan_of(contest).pairer(schedule.bots, seed)
        with cast.ready(store, schedule) as setup:
            done = store.numbers().count(0, len(schedule))
            total = len(schedule) if pairer is None else _total(pairer, schedule, games)
            with arena.contest.Reporter(total, done, workforce.jobs) as reporter:
                reporter.say(_headline(contest, schedule, pairer, store, seed, workforce.jobs, done))
                for warning in (*left_out(contest), *arena.programs.unprotected(contest.sandbox), *warnings(contest)):
                    reporter.say(warning)
                stopping = arena.standings.stopping_of(contest, store)
                end = arena.contest.run_games(
                    setup, schedule, store, workforce, reporter, pairer, cast.entrants, stopping
                )
        standings = report(store)
        trouble = store.count()
    if end == "interrupted":
        return INTERRUPTED
    troubled = end == "failed" or cast.failures or trouble.get("error") or trouble.get("void")
    return TROUBLE if troubled or _bot_failed(standings) else 0


def _total(pairer: Pairer, schedule: Schedule, games: int | None) -> int | None:
    """The games in all, as far as is known before the first; None where there is no end."""
    if pairer.most_games is None:
        return games
    return min(max(len(schedule), pairer.least_games), games or pairer.most_games)


def _bot_failed(standings: Standings | TeamStandings) -> bool:
    """Whether a bot was benched, or failed to start in every one of its games, however few: its owner would want to
    know before the night."""
    return any(
        (row.benched is not None and not row.retired)
        or 0 < row.games + row.unrated_games <= row.faults.get("start-failure", 0)
        for row in standings.rows
    )


def _headline(
    contest: Contest, schedule: Schedule, pairer: Pairer | None, store: Store, seed: str, jobs: int, done: int
) -> str:
    games = counted(len(schedule), "game")
    if pairer is not None:
        most = pairer.most_games
        games = (
            "no end"
            if most is None
            else f"{pairer.least_games} to {most} games"
            if most > pairer.least_games
            else f"{most} games"
        )
    there = f", {done} there already" if done else ""
    return (
        f"{contest.game}: {contest.format}, {counted(len(schedule.bots), 'bot')}, {counted(contest.seats, 'seat')}, "
        f"{games}{there}; sandbox {contest.sandbox}; {jobs} at a time; master seed {seed}; file {store.path}"
    )
