"""`arena repair`: a damaged contest's file made whole again."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import click

import arena.contest
import arena.store
from arena.cli.completion import ContestFile
from arena.cli.errors import tell
from arena.cli.saying import say

MOST_TOLD = 10  # lines of what is damaged


@click.command(epilog="\b\nExample:\n  arena repair quickstart.db\n")
@click.argument("db", type=ContestFile())
def repair(db: Path) -> None:
    """Look through a contest's file DB, and make it whole again where it is damaged.

    Every game that is whole goes into a new file, which then has the name of the old one; that is kept beside it, as
    NAME-damaged.db. `arena run` plays the games again that are lost. A file that is not damaged stays as it is.
    """
    done = arena.contest.repair(db, tell)
    for what in islice(done.damage, MOST_TOLD):
        say(f"damaged: {what}")
    if len(done.damage) > MOST_TOLD:
        say(f"and {len(done.damage) - MOST_TOLD} more")
    if done.kept is None:
        say(f"{db}: nothing is damaged; it stays as it is, with {_games(done.games)}")
        return
    say(f"{done.kept}: the damaged file")
    before = f" of the {done.before} that it had" if done.before is not None else ""
    say(f"{db}: a new one, with {_games(done.games)}{before}")
    missing = max(len(done.lost), (done.before or 0) - done.games)
    if not missing and done.before is not None:
        say("no game is lost")
        return
    named = f": {arena.store.listed(done.lost)}" if done.lost else ""
    lost = f"{_games(missing)} to be played again{named}" if missing else "how many games are lost is not known"
    say(f"{lost}; `arena run` with the contest's configuration plays them")


def _games(number: int) -> str:
    return f"{number} game{'' if number == 1 else 's'}"
