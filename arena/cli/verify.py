"""`arena verify`: does what a contest's file or a sealed bundle says hold?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from os.path import exists
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

import arena.files
import arena.sealing
import arena.standings
import arena.store
from arena.cli.errors import TROUBLE, tell
from arena.cli.findings import Findings
from arena.cli.options import sandbox_option
from arena.errors import WrongInput
from arena.protocol import printable

if TYPE_CHECKING:
    from arena.sandbox import SandboxName
    from arena.sealing import Bundle
    from arena.store import Store


@click.command(
    epilog="""\b
Examples:
  arena verify quickstart.db
  arena verify quickstart.sealed.zip
  arena verify quickstart.sealed.zip --replay 17 --config configs/quickstart.yaml
  arena verify with-bots.zip --replay 17
"""
)
@click.argument("path", metavar="DB|BUNDLE", type=click.Path(path_type=Path))
@click.option("--replay", type=click.IntRange(min=0), metavar="GAME", help="Play only this game anew, with its bots.")
@click.option("--config", type=click.Path(path_type=Path), help="Where the bots for --replay are, if not in a bundle.")
@click.option(
    "--bind", multiple=True, metavar="PATH", help="A file or folder of yours that the bots of a bundle may read, too."
)
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=NUMBER",
    help="What bots of a bundle may use, as in a configuration: memory_mb=2048, move_ms=600000.  "
    "[default: no more than is usual there, and five minutes for an answer]",
)
@click.option(
    "--unpacked", type=click.IntRange(min=1), metavar="MIB", help="How large a bundle may be when it is unpacked."
)
@sandbox_option
def verify(
    path: Path,
    replay: int | None,
    config: Path | None,
    bind: tuple[str, ...],
    limits: tuple[str, ...],
    unpacked: int | None,
    sandbox: SandboxName | None,
) -> None:
    """Check all that a contest's file, or a sealed bundle of one, says.

    Every record is played again through the rules, and its deal, its seating and its bots' hashes have to be those of
    the contest. Of a bundle the chain of its records and its standings are checked, too. With --replay one game is
    played anew by its bots; deterministic ones do the same again, and of others the first decision that differs is
    told. A bundle with its bots needs no CONFIG; as they may be strangers', they run in bwrap unless --sandbox says
    otherwise, see nothing of yours but what --bind gives, and use no more than is usual or --limit allows. So do those
    of a ladder, whose commands are in the file. Exits with 1 when something does not hold.

    Prints a digest of all that must be equal in every run of the same contest between deterministic bots. Where that
    ended early, or a bot was benched, the games that were under way just then are in it, too.
    """
    if (replay is None) != (config is None) and not (config is None and arena.sealing.is_bundle(path)):
        raise click.UsageError("--replay GAME and --config CONFIG go together: a game is played anew with its bots")
    if (bind or limits) and (replay is None or config is not None):
        raise click.UsageError("--bind and --limit go with --replay GAME of a bundle that holds its bots")
    try:
        numbers = arena.sealing.numbers_of(limits)
    except ValueError as problem:
        raise WrongInput(f"--limit: {problem}") from None
    for name in bind:
        if not exists(name):
            raise WrongInput(f"--bind: {name} does not exist")
    allowance, found = arena.sealing.Allowance(bind=tuple(map(os.path.abspath, bind)), numbers=numbers), Findings()
    try:
        with _opened(path, found, unpacked) as (store, bundle):
            if replay is not None:
                must_hold = partial(found.must_be_none, path)
                difference = arena.sealing.play_with_bots(
                    store, path, bundle, replay, config, sandbox, allowance, found.add, must_hold, tell
                )
                if difference is None:
                    click.echo(f"game {replay}, played anew: the same, byte for byte")
                else:
                    found.add(f"game {replay}, played anew, differs: {difference}")
            else:
                if bundle is None:
                    _check_file(store, found)
                _check(store, found)
                if bundle is not None:
                    _check_standings(store, bundle, found)
    except arena.files.BundleError as problem:
        found.add(problem)
    found.count()
    if found.wrong:
        raise SystemExit(TROUBLE)


@contextmanager
def _opened(path: Path, found: Findings, most_mib: int | None) -> Iterator[tuple[Store, Bundle | None]]:
    """The store. A bundle is made a store again for a while, so that all the rest is the same for both."""
    if not arena.sealing.is_bundle(path):
        with arena.store.Store.open(path, say=tell) as store:
            yield store, None
        return
    with TemporaryDirectory(prefix="arena-verify-") as folder, arena.sealing.Bundle.open(path, most_mib) as bundle:
        by = bundle.manifest.sealed_by
        click.echo(printable(f"seal {bundle.seal}, by arena {by.arena}, Python {by.python}, {by.platform}"))
        before = found.wrong
        for problem in bundle.damage():
            found.add(problem)
        found.conclude("manifest", before)
        before, restored = found.wrong, Path(folder, "restored.db")
        bundle.restore(restored, found.add)
        found.conclude("chain of records", before)
        with arena.store.Store.open(restored) as store:
            yield store, bundle


def _check_file(store: Store, found: Findings) -> None:
    """Whether what is in the file is what was written to it."""
    before = found.wrong
    for what in store.damage():
        found.add(f"damaged: {what}")
    found.conclude("file, by its checksums", before)
    if found.wrong > before:
        tell(f"{store.path}: `arena repair` keeps it under another name and brings every whole game into a new file")


def _check(store: Store, found: Findings) -> None:
    before, games = found.wrong, arena.sealing.GamesCheck(store)
    found.add_all(games.problems)
    found.conclude("games, by the rules and the schedule", before)
    before = found.wrong
    found.add_all(store.check)
    found.conclude("results beside the records", before)
    _check_stages(store, found)
    click.echo(f"{games.good} games hold, {games.bad} do not; digest {games.digest}")


def _check_stages(store: Store, found: Findings) -> None:
    """Whether who met whom follows from the results before, where a format looks at them."""
    before = found.wrong
    try:
        if not store.stages():
            return
        found.add_all(partial(arena.sealing.odd_stages, store))
    except arena.store.StoreError as problem:
        found.add(problem)
    found.conclude("stages, by the format", before)


def _check_standings(store: Store, bundle: Bundle, found: Findings) -> None:
    before = found.wrong
    if told := arena.standings.not_as_sealed(store, bundle):
        found.add(told)
    found.conclude("standings", before)
