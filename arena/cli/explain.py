"""`arena explain`: where a bot lost its points, for its author."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

import click
import msgspec

import arena.faces
import arena.review
import arena.standings
import arena.store
from arena.cli.audiences import spoil_option
from arena.cli.completion import ContestFile, bots_of_file
from arena.cli.errors import tell
from arena.cli.reading import reading
from arena.layout import terminal_width
from arena.protocol import printable, printable_json

Form = Literal["text", "markdown", "html", "json"]


@click.command(
    epilog="""\b
Examples:
  arena explain quickstart.db greedy
  arena explain quickstart.db greedy --seconds 120 --html -o greedy.html
  arena explain after.db mine --before yesterday.db --json
"""
)
@click.argument("db", type=ContestFile())
@click.argument("bot", shell_complete=bots_of_file)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, max=86_400),
    default=20.0,
    show_default=True,
    help="So long is looked for decisions that cost points; 0: not at all.",
)
@click.option(
    "--playouts",
    type=click.IntRange(min=1, max=10**9),
    help="With so many play-outs instead, however long they take: the same answer on any machine.",
)
@click.option("--seed", default="explain", show_default=True, help="Another one plays out otherwise.")
@click.option("--before", type=ContestFile(), help="An earlier contest's file, in which the same bot played.")
@click.option("--format", type=click.Choice(["text", "markdown", "html", "json"]), default="text", show_default=True)
@click.option("--json", "format", flag_value="json", help="The same as --format json (docs/explain.schema.json).")
@click.option("--html", "format", flag_value="html", help="The same as --format html: one file, offline.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write this file, instead of printing it.")
@spoil_option
def explain(
    db: Path,
    bot: str,
    seconds: float,
    playouts: int | None,
    seed: str,
    before: Path | None,
    format: Form,
    output: Path | None,
    spoil: bool,
) -> None:
    """Say where BOT lost its points, and how to see it again.

    By seat, by opponent or partner, with the luck of the deals taken out; its faults, each with the line that shows it
    again; its slowest decisions; the decisions that cost most, by play-outs; and against whom it improved or fell since
    its version before. In a ladder BOT is the last version of that name, or a version: `NAME v1`.
    """
    if seconds and not playouts and sys.stderr.isatty():
        tell(f"looking for decisions that cost points, for {seconds:g} s at most")
    if db.exists() and arena.store.is_run(db):
        arena.faces.come_last(19)  # the games of a contest that is being played come first
    with ExitStack() as files:
        store = files.enter_context(reading(db))
        earlier = None if before is None else files.enter_context(reading(before))
        looking = arena.review.Looking(seconds=seconds, playouts=playouts, seed=seed)
        review = arena.review.review_of(store, bot, looking, db, spoil, earlier)
    text = _written(review, format)
    if output is None:
        click.echo(text, nl=False)
        return
    with arena.store.whole_file(output, over=True) as file:
        file.write(text.encode())
    click.echo(printable(str(output)))


def _written(review: arena.review.Review, format: Form) -> str:
    if format == "json":
        return printable_json(msgspec.json.format(msgspec.json.encode(review), indent=2).decode()) + "\n"
    if format == "html":
        parts = arena.review.review_parts(review, arena.faces.STYLE)
        return arena.faces.parts_page(f"{review.bot} in {review.contest}", parts)
    style = arena.standings.MARKDOWN if format == "markdown" else arena.standings.text_style(terminal_width())
    return arena.standings.written(arena.review.review_parts(review, style), style)
