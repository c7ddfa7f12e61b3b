"""`arena retire`: a bot plays no further in a contest, said from another terminal while it runs."""

from __future__ import annotations

from pathlib import Path

import click

import arena.contest
import arena.store
from arena.cli.completion import ContestFile, bots_of_file
from arena.cli.saying import say
from arena.errors import WrongInput


@click.command(
    epilog="""\b
Examples:
  arena retire league.db mine
  arena retire swiss.db mine --why "its author has asked for it"
"""
)
@click.argument("db", type=ContestFile())
@click.argument("bot", shell_complete=bots_of_file)
@click.option("--why", default="", help="What the table says of it.")
def retire(db: Path, bot: str, why: str) -> None:
    """Let BOT play no further in the contest of the file DB, for good, in any format and also while it runs.

    What it has played counts, and games that are under way are played to their end. Of those that were still to come a
    swiss and a knock-out take each for lost by BOT, other formats leave them out. In a ladder it is all versions of the
    bot, from the next stage on.
    """
    say(retired(db, bot, why))


def retired(db: Path, bot: str, why: str) -> str:
    """What was done. Exits where there is no such bot, or the file cannot be written."""
    why = " ".join(why.split())
    if len(why) > arena.contest.MOST_WORDS:
        raise WrongInput(f"--why has {len(why)} characters, and a table has room for {arena.contest.MOST_WORDS}")
    with arena.store.Store.open(db) as store:
        facts = store.facts()
    base = arena.contest.base_of(bot, facts)
    if base is None:
        there = ", ".join(facts.bots) or "none yet"
        raise WrongInput(f"there is no bot {bot!r} in {db}; there are: {there}")
    if base in facts.retired:
        return f"{base} {facts.retired[base]} before"
    arena.store.change_facts(db, arena.contest.retire(base, why))
    return f"{base} is retired: it plays no further games than those that are under way; `arena table {db}` says so"
