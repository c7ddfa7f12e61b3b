"""Options and texts that several commands share."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.protocol import printable

if TYPE_CHECKING:
    from arena.contest import Contest

sandbox_option = click.option(
    "--sandbox",
    type=click.Choice(["none", "rlimit", "bwrap"]),
    help="How bots are kept from hurting anything; see SECURITY.md.  [default: as configured, else none]",
)


MOST_JOBS = 1024
"""The same as in `arena.contest.config`; to load that would take a quarter of a second for `--help`."""

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    help="How many games are played at once.  [default: as configured, else one a core]",
)


class _Minutes(click.FloatRange):
    """More than 0; and a number, which for click nan is as well."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        minutes = super().convert(value, param, ctx)
        if not isfinite(minutes):
            self.fail(f"{value!r} is no number of minutes", param, ctx)
        return minutes


def _seed(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value == "":
        raise click.BadParameter("it is empty; leave it out to have one drawn", ctx, param)
    try:
        (value or "").encode()
    except UnicodeEncodeError:
        raise click.BadParameter(f"'{printable(str(value))}' is not UTF-8", ctx, param) from None
    return value


minutes_option = click.option("--minutes", type=_Minutes(), help="Begin no game after so many minutes.")
seed_option = click.option("--seed", callback=_seed, help="The master seed.  [default: as configured, else drawn]")


def left_out(contest: Contest) -> list[str]:
    """A line for people for each bot that this machine has no program for, after the notes on the configuration."""
    absent = (f"{name} is left out, as its configuration allows: {why}" for name, why in contest.absent.items())
    return [*contest.notes, *absent]


def none_of_that_name(contest: Contest, name: str, path: Path) -> str:
    """The error for a user who has named a bot that is not in the contest."""
    if name in contest.absent:
        return f"{name} cannot play on this machine: {contest.absent[name]}"
    return f"there is no bot {name!r} in {path}; it has {', '.join(contest.bots)}"
