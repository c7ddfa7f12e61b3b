"""`arena kit`: a folder with a bot in one's own language, to begin with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from shlex import quote

import click

import arena.files
import arena.games
import arena.kits
from arena.cli.completion import game_option, languages
from arena.cli.saying import say, say_table
from arena.errors import WrongInput
from arena.protocol import printable


@click.command(epilog="\b\nExample:\n  arena kit\n  arena kit rust\n  arena kit python -o mine --game gangsta\n")
@click.argument("language", required=False, shell_complete=languages)
@click.option(
    "-o", "--output", "folder", type=click.Path(path_type=Path), metavar="FOLDER",
    help="Where it is written; by default a folder of the language's name.",
)  # fmt: skip
@game_option(
    "What the bot is to play: its moves and views are typed, where the language has types.", default="gunrunners"
)
def kit(language: str | None, folder: Path | None, game: str) -> None:
    """Write a bot in LANGUAGE that plays, with the place to think marked; without LANGUAGE, list the languages.

    Nothing that is there is written over. The list says what each language needs on a machine of Debian, whether it is
    here, and whether a game's moves and views have types in it.
    """
    kits = arena.kits.languages()
    if language is None:
        _list(kits)
        return
    if language not in kits:
        raise WrongInput(f"there is no kit for {printable(language)}: there are {', '.join(kits)}")
    folder = folder or Path(language)
    texts = arena.kits.texts_of(language, arena.games.find_game(game), folder.resolve().name)
    arena.files.write_new(folder, texts)
    say(f"Written into {folder.resolve()}: {', '.join(texts)}")
    click.echo(
        f"\nNow:\n  cd {printable(quote(str(folder)))}\n  cat README.md      how to build it, try it, and enter it"
    )
    if missing := kits[language].missing():
        say(f"This machine lacks something for {kits[language].title}: apt install {' '.join(missing)}")


def _list(kits: Mapping[str, arena.kits.Language]) -> None:
    """A line for each kit."""
    rows = [
        (
            name,
            "yes" if not language.missing() else "no",
            "yes" if language.types else "",
            " ".join(language.needs.values()),
        )
        for name, language in kits.items()
    ]
    say_table(("kit", "here", "typed", "needs, as packages of Debian"), rows, "llll", "0032")
    click.echo("\n`arena kit NAME` writes one.")
