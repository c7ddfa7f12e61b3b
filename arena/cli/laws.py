"""`arena laws`: does a game keep its promises, above all that of secrecy?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

import arena.games
import arena.workshop
from arena.cli.completion import games as games_here
from arena.cli.errors import TROUBLE, tell
from arena.cli.saying import say
from arena.errors import WrongInput
from arena.games import laws as the_laws
from arena.protocol import printable


@click.command(
    epilog="""\b
Examples:
  arena laws gunrunners
  arena laws my_game --games 100 --html laws.html
  arena laws my_game.rules:GAME --options '{"rounds": 5}'
"""
)
@click.argument("name", metavar="GAME", shell_complete=games_here)
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=20, show_default=True, help="For each law and table."
)
@click.option("--options", metavar="JSON", help="The game's own, as a configuration has them.  [default: its defaults]")
@click.option("--seats", type=int, multiple=True, help="A number of seats to try; may be repeated.  [default: all]")
@click.option("--html", type=click.Path(path_type=Path), help="Write the report as a page into this file, too.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON, and nothing else.")
def laws(name: str, games: int, options: str | None, seats: tuple[int, ...], html: Path | None, as_json: bool) -> None:
    """Try the laws that every game keeps on GAME, and report what broke and what was never seen.

    GAME is the name of one that `arena list` knows, or a place of Python as MODULE:GAME, also in this folder. Random
    games are played with every number of seats. The report has, of each law that broke, the smallest position, the
    first byte that differs, the place in the rules and what to change; and which moves, events and stages no game ever
    came to. Exits with 0 if all laws hold, 1 if something broke, 2 if there is no such game.
    """
    if ":" in name and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))  # as `python -m` has it
    game: Any = arena.games.offered(name)
    chosen = None if options is None else _chosen(game, options)
    heard = (lambda tried: None) if as_json else (lambda tried: say(arena.workshop.tried_line(tried)))
    if wrong := [number for number in seats if number not in getattr(game, "seats", seats)]:
        raise WrongInput(f"--seats: {name} is not for {wrong[0]} seats, but for {', '.join(map(str, game.seats))}")
    report = the_laws.report_on(game, games, options=chosen, tell=heard, seats=seats or None)
    if html is not None:
        try:
            html.write_text(arena.workshop.laws_page(report), encoding="utf-8")
        except OSError as problem:
            raise WrongInput(f"{html} cannot be written: {problem.strerror}") from None
    if as_json:
        click.echo(msgspec.json.encode({"holds": report.holds, **msgspec.structs.asdict(report)}))
    else:
        for line in arena.workshop.report_lines(report):
            say(line)
    if html is not None:
        tell(f"written: {printable(str(html))}")
    if not report.holds:
        raise SystemExit(TROUBLE)


def _chosen(game: object, options: str) -> object:
    """Those options of the game."""
    kind = getattr(game, "options_type", None)
    try:
        return msgspec.json.decode(options, type=kind)
    except (ValueError, TypeError) as problem:  # msgspec's, and a type that is none
        raise WrongInput(f"--options: {problem}") from None
