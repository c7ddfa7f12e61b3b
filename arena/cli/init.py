"""`arena init`: a folder to begin with, with a contest and two bots, wherever arena is installed."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

import arena.files
import arena.games
from arena.box import in_the_box
from arena.cli.commanded import usual_seats
from arena.cli.completion import game_option
from arena.protocol import printable

if TYPE_CHECKING:
    from arena.games import Game

CONFIG = "arena.yaml"
DEALS = 50

_TEMPLATE = """\
# {title}: {how}.
#   arena run {config}
game: {game}
seats: {seats}
deals: {deals}
bots:
  mine:
    command: "{{python}} my_bot.py"   # {{python}} is the Python that runs arena; any other program will do
    dir: mine                       # where it is started; all files that it needs are there
"""
_OTHER = """\
  {name}:
    command: "{{python}} random_bot.py"
    dir: random
"""


@click.command(epilog="\b\nExample:\n  arena init\n  arena init league --game gangsta\n")
@click.argument("folder", type=click.Path(path_type=Path), default=".")
@game_option("The game that the two bots play.", default="gunrunners")
def init(folder: Path, game: str) -> None:
    """Write a contest and two bots into FOLDER, by default this one: a place to begin.

    Both bots are one readable file of Python and play every game: one draws lots, the other is yours to change. Nothing
    that is there is written over.
    """
    texts = _texts(arena.games.find_game(game))
    arena.files.write_new(folder, texts)
    cd = "" if folder.resolve() == Path.cwd() else f"  cd {printable(quote(str(folder)))}\n"
    click.echo(
        f"""\
Written into {printable(str(folder.resolve()))}:
  {CONFIG}             the contest: {game}, {DEALS} deals
  mine/my_bot.py         your bot: what it likes stands in its function `liking`
  random/random_bot.py   the one to beat: any legal move, each equally likely
  protocol.md            what a bot is told in each game, and may answer

Now:
{cd}  arena run {CONFIG}               plays, and prints the table
  arena table                        the table again
  arena show arena.db 0              a game in words, decision by decision
When you have changed your bot:
  arena check {CONFIG} mine        is it legal, and in time?
  arena run {CONFIG} --force-new   plays the contest anew, beside the old one"""
    )


def _texts(game: Game) -> dict[str, str]:
    """What is written, by the names of the files."""
    seats = usual_seats(game)
    how = "each deal is played from every seat, so that its luck is the same for all"
    if game.cooperative:
        how = "every team that these bots can form plays the same deals"
    config = _TEMPLATE.format(title=game.title, how=how, game=game.name, seats=seats, deals=DEALS, config=CONFIG)
    # Opponents sit in a game once each, and few games want more than two.
    others = 1 if game.cooperative else max(1, seats - 1)
    config += "".join(
        _OTHER.format(name=f"random {number}" if number > 1 else "random") for number in range(1, others + 1)
    )
    return {
        CONFIG: config,
        "mine/my_bot.py": in_the_box("bots/my_bot.py").read_text(encoding="utf-8"),
        "random/random_bot.py": in_the_box("bots/random_bot.py").read_text(encoding="utf-8"),
        "protocol.md": in_the_box("protocol.md").read_text(encoding="utf-8"),
    }
