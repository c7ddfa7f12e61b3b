"""How bots are started, common to several commands."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.errors import TROUBLE, tell, wrong_input

if TYPE_CHECKING:
    from arena.contest import Contest
    from arena.sandbox import Program

sandbox_option = click.option(
    "--sandbox",
    type=click.Choice(["none", "rlimit", "bwrap"]),
    help="How bots are kept from hurting anything; see SECURITY.md.  [default: as configured, else none]",
)


def startable(contest: Contest, config: Path, db: Path, names: Iterable[str]) -> dict[str, Program]:
    """The bots of these names in their sandbox, built beside `db` first where they have to be. Exits where that cannot
    be done."""
    from arena.contest import SandboxError, own_files, programs_of, protect
    from arena.contest.builds import BuildError, build_all, plan_builds, sources_of

    wanted, own = set(names), own_files(config, db)
    try:
        ready = {name: program for name, program in programs_of(contest).items() if name in wanted}
        programs = protect(contest.sandbox, contest.limits, contest.bind, ready, [*own, *sources_of(contest)])
        built = build_all(contest, plan_builds(contest, wanted, db, own), db, own, tell)
    except (SandboxError, BuildError) as problem:
        wrong_input(problem)
    if built.failures:
        raise SystemExit(TROUBLE)
    return programs | built.programs
