"""`arena new-game`: a package to begin with, for whoever has a game."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import click

import arena.workshop
from arena.protocol import printable


@click.command(
    "new-game",
    epilog="""\b
Examples:
  arena new-game liars_dice
  arena new-game star_convoy -o games/star_convoy --cooperative --simultaneous
""",
)
@click.argument("name")
@click.option(
    "-o", "--output", "folder", type=click.Path(path_type=Path), help="Where.  [default: the folder NAME here]"
)
@click.option("--cooperative", is_flag=True, help="All seats win or lose together.")
@click.option("--simultaneous", is_flag=True, help="All seats choose at once, unseen by each other.")
def new_game(name: str, folder: Path | None, cooperative: bool, simultaneous: bool) -> None:
    """Write the package of a new game NAME, small and complete, to change bit by bit.

    It is a game with hidden cards that installs and plays as it stands: rules, tests, a drawing of the table, a chapter
    for authors of bots that is made from the rules, a bot and a contest. Nothing that is there is written over.
    """
    folder = folder or Path(name)
    written = arena.workshop.new_package(name, folder, cooperative, simultaneous)
    shown = {
        f"{name}/rules.py": "the rules: begin here, when all of it has run once",
        "docs/rulings.md": "what the rulebook says, one by one, each with a test in tests/",
        f"{name}/drawing/table.js": "the table in a page",
        f"docs/{name}.md": "the chapter for authors of bots, made by make.py",
        "bots/mine/my_bot.py": "a bot: what it likes stands in its function `liking`",
        "contest.yaml": "a contest of it and one that draws lots",
    }
    width = max(map(len, shown))
    lines = "\n".join(f"  {path:{width}}  {what}" for path, what in shown.items())
    click.echo(
        f"""\
Written into {printable(str(folder.resolve()))}, {len(written)} files, among them:
{lines}

Now:
  cd {printable(quote(str(folder)))}
  pip install -e '.[test]'      into the environment that arena is in
  arena laws {name}
  pytest
  arena play {name}
  arena run contest.yaml
README.md says how to make it your own game."""
    )
