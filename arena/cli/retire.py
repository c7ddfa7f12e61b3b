"""`arena retire`: a bot plays no further in a contest, said from another terminal while it runs."""

from __future__ import annotations

from pathlib import Path

import click

import arena.contest
from arena.cli.completion import ContestFile, bots_of_file
from arena.cli.saying import say


@click.command(
    epilog="""\b
Examples:
  arena retire league.db mine
  arena retire swiss.db mine --why "its author has asked for it"
"""
)
@click.argument("db", type=ContestFile())
@click.argument("bot", shell_complete=bots_of_file)
@click.option("--why", default="", help="The reason, which the table will show.")
def retire(db: Path, bot: str, why: str) -> None:
    """Let BOT play no further in the contest of the file DB, for good, in any format and also while it runs.

    What it has played counts, and games that are under way are played to their end. Of those that were still to come a
    swiss and a knock-out take each for lost by BOT, other formats leave them out. In a ladder it is all versions of the
    bot, from the next stage on.
    """
    say(arena.contest.retire_bot(db, bot, why))
