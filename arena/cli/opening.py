"""What a run begins with: its file, its workers, what ends it early."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

import arena.cluster
import arena.contest
import arena.games
import arena.standings
import arena.store
from arena.cli import reading
from arena.cli.bots import Cast, hashes_now
from arena.cli.errors import INTERRUPTED, WRONG_INPUT, tell
from arena.errors import WrongInput
from arena.protocol import printable

if TYPE_CHECKING:
    from arena.contest import Contest, Stopping, StopRule, Workforce
    from arena.store import Facts, Store


def free_path(path: Path) -> Path:
    """The path itself where nothing is there, else the first of NAME-2, NAME-3, ... that is free."""
    number, free = 1, path
    while any(map(exists, (free, *arena.store.beside(free)))):
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


def place_for(path: Path, contest: Contest, config: Path) -> Path:
    """Where to play the contest whose file is asked to be `path`: there; or, where another contest is kept there and
    somebody sits at a terminal who wants it so, beside that. Exits where they do not."""
    differing = differing_from(path, contest, config)
    if not differing or not _somebody_sits_there():
        return path  # without anybody, whoever opens it says what to do
    beside_it = free_path(path)
    tell("\n  ".join([f"{path} holds another contest; what differs:", *differing]))
    try:
        wanted = click.confirm(f"Begin anew beside it, in {printable(str(beside_it))}?", default=True, err=True)
    except click.Abort:  # which click makes of Ctrl-C
        raise SystemExit(INTERRUPTED) from None
    if not wanted:
        raise SystemExit(WRONG_INPUT)
    return beside_it


def differing_from(path: Path, contest: Contest, config: Path) -> list[str]:
    """What keeps the contest from being played in that file; nothing where there is none, or its own."""
    if not exists(path):
        return []
    with arena.store.Store.open(path) as store:
        facts = store.facts()
    return _differing(facts, contest, hashes_now(contest, config, path, facts))


def _somebody_sits_there() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


@contextmanager
def opened(path: Path, contest: Contest, cast: Cast) -> Iterator[tuple[Store, str]]:
    """The store, made where it is not there, and its master seed; `cast` are its bots. Exits where it cannot
    be used, or holds another contest; later, too, where it turns out to be damaged. (What cannot be written the run
    tells itself.)"""
    store, seed = _open(path, contest, cast)
    with store:
        yield store, seed


def _open(path: Path, contest: Contest, cast: Cast) -> tuple[Store, str]:
    if not exists(path):
        seed = contest.seed if contest.seed is not None else secrets.token_hex(8)
        facts = arena.store.Facts(
            contest=arena.contest.fingerprint(contest, cast.hashes),
            seed=seed,
            bots=tuple(contest.bots),
            anchors=contest.anchor,
            beside=cast.beside,
        )
        with suppress(arena.store.NameTaken):  # by a run that began at the same time, or has come and gone meanwhile
            return arena.store.Store.create(path, facts, say=tell), seed
    store = arena.store.Store.open(path, write=True, say=tell)
    with ExitStack() as undo:
        undo.callback(store.close)
        if (size := path.stat().st_size) > reading.AT_ONCE:
            tell(f"{path}: looking through its {size >> 20} MiB")
        store.look_through()
        facts = store.facts()
        if differing := _differing(facts, contest, cast.hashes):
            raise WrongInput(
                f"{path} holds another contest; what differs:\n  "
                + "\n  ".join(differing)
                + "\nGo back to the old configuration to go on with it, or begin beside it with --force-new; --dry-run "
                "says which files make each bot."
            )
        if contest.anchor != facts.anchors:
            store.change_facts(lambda facts: replace(facts, anchors=contest.anchor))
        undo.pop_all()
    return store, facts.seed


def _differing(facts: Facts, contest: Contest, hashes: Mapping[str, str]) -> list[str]:
    lines = arena.contest.differences(facts.contest, arena.contest.fingerprint(contest, hashes))
    if contest.seed is not None and contest.seed != facts.seed:
        lines.append(f"seed: {facts.seed} in the file, {contest.seed} asked for")
    return lines


@contextmanager
def workers_for(contest: Contest, config: Path, db: Path, scheduler: str | None) -> Iterator[Workforce]:
    """Those of this machine, or of the Dask cluster of a scheduler. Exits where that cannot be reached."""
    if scheduler is None:
        yield arena.contest.LocalWorkers(contest.jobs or len(arena.contest.usable_cores()))
        return

    workforce = arena.cluster.ClusterWorkers(scheduler, contest, config, db)
    with closing(workforce):
        yield workforce


def stopping_of(contest: Contest, store: Store) -> Stopping:
    """What ends the contest before its last game."""
    rule: StopRule | None = arena.standings.rule_of(
        store, store.ledger(), arena.games.find_game(contest.game).cooperative
    )
    return arena.contest.Stopping(contest.stop.minutes, rule)
