"""`arena seal`: a whole contest in one file that shows whether anybody changed it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

import arena.contest
import arena.files
import arena.sealing
import arena.standings
import arena.store
from arena.cli.completion import ContestFile
from arena.cli.errors import tell
from arena.cli.formats import standings_of
from arena.cli.reading import reading
from arena.errors import WrongInput


@click.command(
    epilog="""\b
Examples:
  arena seal quickstart.db
  arena seal quickstart.db -o with-bots.zip --with-bots configs/quickstart.yaml
"""
)
@click.argument("db", type=ContestFile())
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The bundle.  [default: NAME.sealed.zip]")
@click.option(
    "--with-bots",
    "config",
    type=click.Path(path_type=Path),
    metavar="CONFIG",
    help="Also the bots' files, found by the contest's CONFIG, and of a ladder the copies of all versions.",
)
def seal(db: Path, output: Path | None, config: Path | None) -> None:
    """Put all of a contest's file DB into a sealed bundle: a zip file with its configuration, its seeds, the hashes of
    its bots, every record, chained by hash, and its standings.

    Prints the bundle's seal, a hash that stands for all that is in it: publish that, and nobody can change a game
    unseen. `arena verify` checks a bundle, and plays games of one with its bots anew. The same contest gives the same
    bytes.
    """
    apart = [*arena.store.own_files(config or db, db), *arena.store.copies_beside(db)]
    path = output or db.with_name(db.name.removesuffix(".db") + ".sealed.zip")
    # The file first: where it cannot be had, nothing is read.
    with arena.store.whole_file(path, over=False) as file, _at_rest(db), reading(db) as store:
        more = {}
        if config is not None:
            contest = arena.contest.load_contest(config)
            more = arena.sealing.pack(contest, store.facts(), arena.store.copies_of(db), apart)
        standings = arena.standings.render(standings_of(store), "json").encode()
        sealed = arena.sealing.write_bundle(file, store, standings, more)
        games = sum(store.count().values())
    click.echo(f"{path}: {games} games; seal {sealed}")
    try:
        with arena.sealing.Bundle.open(path):
            pass
    except arena.files.BundleError as problem:
        tell(f"whoever verifies it has to allow its size: {problem}")


@contextmanager
def _at_rest(db: Path) -> Iterator[None]:
    """While no run may write to a contest's file. Exits where one does."""
    try:
        lock = os.open(db, os.O_RDONLY)
    except (OSError, ValueError):
        yield  # the store says what is wrong with it
        return
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            raise WrongInput(f"{db}: a run is writing to it; seal it when that has ended") from None
        yield
    finally:
        os.close(lock)
