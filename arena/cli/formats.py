"""The formats that standings are printed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import click

import arena.standings
from arena.layout import terminal_width

if TYPE_CHECKING:
    from arena.standings import Standings, TeamStandings
    from arena.store import Store

# Named here too so that `--help` need not load numpy; a test holds them equal to `arena.standings.FORMATS`.
Format = Literal["text", "markdown", "csv", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)

format_option = click.option("--format", type=click.Choice(FORMATS), default="text", show_default=True)
resources_option = click.option(
    "--resources", is_flag=True, help="Also what each bot used: processor time on and off turn, memory, output."
)


details_option = click.option(
    "--details", is_flag=True, help="Also how sure it is: likelihoods, deal groups, luck of the deal, games needed."
)


over_time_option = click.option(
    "--over-time", "course", is_flag=True, help="Also ratings in parts of the contest, the last beside all; versions."
)


def print_standings(
    store: Store, format: Format, resources: bool, details: bool = False, course: bool = False
) -> Standings | TeamStandings:
    """Computes the standings of a store, prints them to stdout, and hands them on."""
    standings = standings_of(store, course)
    click.echo(arena.standings.render(standings, format, resources, details, terminal_width()))
    return standings


def standings_of(store: Store, course: bool = False) -> Standings | TeamStandings:
    """The standings of a store. Exits if its game is not installed."""
    return arena.standings.standings_of(store, course)
