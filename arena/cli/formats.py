"""The formats that standings are printed in."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal, get_args

import click

from arena.cli.errors import wrong_input

if TYPE_CHECKING:
    from arena.contest import Store
    from arena.standings import Standings, TeamStandings

# Named here too so that `--help` need not load numpy; a test holds them equal to `arena.standings.FORMATS`.
Format = Literal["text", "markdown", "csv", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)

format_option = click.option("--format", type=click.Choice(FORMATS), default="text", show_default=True)
resources_option = click.option(
    "--resources", is_flag=True, help="Also what each bot used: processor time on and off turn, memory, output."
)


def print_standings(store: Store, format: Format, resources: bool) -> Standings | TeamStandings:
    """Computes the standings of a store, prints them to stdout, and hands them on."""
    from arena.standings import render

    standings = standings_of(store)
    click.echo(render(standings, format, resources))
    return standings


def standings_of(store: Store) -> Standings | TeamStandings:
    """The standings of a store. Exits where its game is not there."""
    from arena.contest import group_size_of, settled
    from arena.games import GameCannotLoad, UnknownGame, find_game
    from arena.standings import Anchor, compute

    facts = store.facts()
    anchors = [Anchor(anchor["bot"], anchor["elo"]) for anchor in facts["anchors"]]
    try:
        cooperative = find_game(facts["contest"]["game"]).cooperative
    except (UnknownGame, GameCannotLoad) as problem:
        wrong_input(problem)
    return compute(
        store.ledger(),
        facts["bots"],
        anchors,
        group_size_of(facts),
        partial(settled, store),
        cooperative=cooperative,
    )
