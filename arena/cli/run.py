"""`arena run`: play a contest, or go on with it, and print its standings."""

from __future__ import annotations

import secrets
from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from arena.cli.conditions import sandbox_option
from arena.cli.errors import INTERRUPTED, TROUBLE, tell, wrong_input
from arena.cli.formats import Format, format_option, print_standings, resources_option

if TYPE_CHECKING:
    from arena.contest import Contest, Schedule, Store
    from arena.sandbox import SandboxName
    from arena.standings import Standings, TeamStandings


@click.command(
    epilog="""\b
Example:
  arena run configs/quickstart.yaml
  arena run configs/quickstart.yaml --jobs 1 --db evening.db --format markdown
"""
)
@click.argument("config", type=click.Path(path_type=Path))
@click.option("--db", type=click.Path(path_type=Path), help="The contest's file.  [default: NAME.db here]")
@click.option("--jobs", type=click.IntRange(min=1), help="Games at once.  [default: as configured, else one a core]")
@click.option("--games", type=click.IntRange(min=1), help="Play only the first so many games of the schedule.")
@click.option("--force-new", is_flag=True, help="Begin anew in NAME-2.db (-3, ...) beside a file that is there.")
@click.option("--dry-run", is_flag=True, help="Print what would be played, and stop.")
@sandbox_option
@format_option
@resources_option
def run(
    config: Path,
    db: Path | None,
    jobs: int | None,
    games: int | None,
    force_new: bool,
    dry_run: bool,
    sandbox: SandboxName | None,
    format: Format,
    resources: bool,
) -> None:
    """Play the contest of a CONFIG file and print its standings.

    Run again, it goes on where it stopped: games that are in the file are not played twice. Interrupt once to stop
    after the running games, twice to stop at once.
    """
    from arena.contest import (
        UNPROTECTED,
        BuildError,
        ConfigErrors,
        Reporter,
        SandboxError,
        StoreError,
        build_for,
        load_contest,
        own_files,
        plan_builds,
        prepare,
        programs_of,
        protect,
        run_games,
        schedule_of,
        sources_of,
        usable_cores,
    )

    try:
        contest = load_contest(config)
    except ConfigErrors as problem:
        wrong_input(problem)
    contest = msgspec.structs.replace(contest, sandbox=sandbox or contest.sandbox)
    try:
        plan = schedule_of(contest, contest.seed or "drawn when the file is made", games)
    except ValueError as problem:
        wrong_input(f"--games: {problem}")
    if dry_run:
        click.echo("\n".join(plan.describe()))
        return
    path = db or Path(config.stem + ".db")
    if force_new:
        path = _free(path)
    own = own_files(config, path)
    try:
        never = [*own, *sources_of(contest)]
        programs = protect(contest.sandbox, contest.limits, contest.bind, programs_of(contest), never)
        builds = plan_builds(contest, contest.bots, path, own)
    except (SandboxError, BuildError) as problem:
        wrong_input(problem)
    try:
        store, seed = _open(path, contest)
    except StoreError as problem:
        wrong_input(problem)
    with store:
        try:
            built = build_for(store, contest, builds, own, tell)
        except (BuildError, StoreError) as problem:
            tell(problem)
            raise SystemExit(TROUBLE) from None
        except KeyboardInterrupt:
            raise SystemExit(INTERRUPTED) from None
        programs |= built.programs
        schedule = schedule_of(contest, seed, games)
        workers = jobs or contest.jobs or len(usable_cores())
        there = store.numbers()
        done = sum(number in there for number in range(len(schedule)))
        with Reporter(len(schedule), done) as reporter:
            reporter.say(_headline(contest, schedule, store, seed, workers, done))
            if contest.sandbox == "none":
                reporter.say(UNPROTECTED)
            end = run_games(prepare(contest, path, programs), schedule, store, workers, reporter)
        standings = print_standings(store, format, resources)
        trouble = store.count()
    if end == "interrupted":
        raise SystemExit(INTERRUPTED)
    if end == "failed" or built.failures or trouble.get("error") or trouble.get("void") or _bot_failed(standings):
        raise SystemExit(TROUBLE)


def _bot_failed(standings: Standings | TeamStandings) -> bool:
    """Whether a bot was benched, or failed to start in every one of its games, however few: its owner would want to
    know before the night."""
    return any(
        row.benched is not None or 0 < row.games + row.unrated_games <= row.faults.get("start-failure", 0)
        for row in standings.rows
    )


def _free(path: Path) -> Path:
    """The path itself where nothing is there, else the first of NAME-2, NAME-3, ... that is free."""
    number, free = 1, path
    while exists(free):
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


def _open(path: Path, contest: Contest) -> tuple[Store, str]:
    """The store and its master seed. Raises StoreError, or exits where the file holds another contest."""
    from arena.contest import Store, differences, fingerprint

    now, anchor = fingerprint(contest), msgspec.to_builtins(contest.anchor)
    if not exists(path):
        seed = contest.seed if contest.seed is not None else secrets.token_hex(8)
        facts: dict[str, Any] = {"contest": now, "seed": seed, "bots": list(contest.bots), "anchor": anchor}
        return Store.create(path, facts), seed
    store = Store.open(path, write=True)
    facts = store.facts()
    differing = differences(facts["contest"], now)
    if contest.seed is not None and contest.seed != facts["seed"]:
        differing.append(f"seed: {facts['seed']} in the file, {contest.seed} in the configuration")
    if differing:
        store.close()
        wrong_input(
            f"{path} holds another contest; what differs:\n  "
            + "\n  ".join(differing)
            + "\nGo back to the old configuration to go on with it, or begin beside it with --force-new."
        )
    if anchor != facts["anchor"]:
        store.set_fact("anchor", anchor)
    return store, facts["seed"]


def _headline(contest: Contest, schedule: Schedule, store: Store, seed: str, jobs: int, done: int) -> str:
    there = f", {done} there already" if done else ""
    return (
        f"{contest.game}: {len(contest.bots)} bots, {contest.seats} seats, {len(schedule)} games{there}; "
        f"sandbox {contest.sandbox}; {jobs} at a time; master seed {seed}; file {store.path}"
    )
