"""Prepares a run: where it plays, and with which workers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

import arena.cluster
import arena.contest
import arena.league
import arena.store
from arena.cli.errors import INTERRUPTED, WRONG_INPUT, tell
from arena.protocol import printable

if TYPE_CHECKING:
    from arena.contest import Contest, Workforce


def place_for(path: Path, contest: Contest, config: Path) -> Path:
    """Where to play the contest whose file is asked to be `path`: there; or, where another contest is kept there and
    somebody sits at a terminal who wants it so, beside that. Exits where they do not."""
    differing = arena.league.differing_from(path, contest, config)
    if not differing or not _somebody_sits_there():
        return path  # without anybody, whoever opens it says what to do
    beside_it = arena.store.free_path(path)
    tell("\n  ".join([f"{path} holds another contest; what differs:", *differing]))
    try:
        wanted = click.confirm(f"Begin anew beside it, in {printable(str(beside_it))}?", default=True, err=True)
    except click.Abort:  # which click makes of Ctrl-C
        raise SystemExit(INTERRUPTED) from None
    if not wanted:
        raise SystemExit(WRONG_INPUT)
    return beside_it


def _somebody_sits_there() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


@contextmanager
def workers_for(contest: Contest, config: Path, db: Path, scheduler: str | None) -> Iterator[Workforce]:
    """Yields the workers of this machine, or of the Dask cluster of a scheduler. Exits if that cannot be reached."""
    if scheduler is None:
        yield arena.contest.LocalWorkers(contest.jobs or len(arena.contest.usable_cores()))
        return

    workforce = arena.cluster.ClusterWorkers(scheduler, contest, config, db)
    with closing(workforce):
        yield workforce
