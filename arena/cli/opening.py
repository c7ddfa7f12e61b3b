"""What a run begins with: its file, its workers, what ends it early."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from arena.cli.errors import wrong_input

if TYPE_CHECKING:
    from arena.cli.cast import Cast
    from arena.contest import Contest, Store
    from arena.contest.run import Stopping, StopRule
    from arena.contest.workforce import Workforce


def free_path(path: Path) -> Path:
    """The path itself where nothing is there, else the first of NAME-2, NAME-3, ... that is free."""
    from arena.contest.store import beside

    number, free = 1, path
    while any(map(exists, (free, *beside(free)))):
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


@contextmanager
def opened(path: Path, contest: Contest, cast: Cast) -> Iterator[tuple[Store, str]]:
    """The store, made where it is not there, and its master seed; `cast` are its bots. Exits where it cannot
    be used, or holds another contest; later, too, where it turns out to be damaged. (What cannot be written the run
    tells itself.)"""
    from arena.contest import StoreError

    try:
        store, seed = _open(path, contest, cast)
        with store:
            yield store, seed
    except StoreError as problem:
        wrong_input(problem)


def _open(path: Path, contest: Contest, cast: Cast) -> tuple[Store, str]:
    from arena.contest import Store, differences, fingerprint

    now, anchors = fingerprint(contest, cast.hashes), msgspec.to_builtins(contest.anchor)
    if not exists(path):
        seed = contest.seed if contest.seed is not None else secrets.token_hex(8)
        facts: dict[str, Any] = {"contest": now, "seed": seed, "bots": list(contest.bots), "anchors": anchors}
        facts |= cast.facts
        return Store.create(path, facts), seed
    store = Store.open(path, write=True)
    with ExitStack() as undo:
        undo.callback(store.close)
        facts = store.facts()
        differing = differences(facts["contest"], now)
        if contest.seed is not None and contest.seed != facts["seed"]:
            differing.append(f"seed: {facts['seed']} in the file, {contest.seed} in the configuration")
        if differing:
            wrong_input(
                f"{path} holds another contest; what differs:\n  "
                + "\n  ".join(differing)
                + "\nGo back to the old configuration to go on with it, or begin beside it with --force-new; --dry-run "
                "says which files make each bot."
            )
        if list(anchors) != facts["anchors"]:
            store.set_fact("anchors", anchors)
        undo.pop_all()
    return store, facts["seed"]


@contextmanager
def workers_for(contest: Contest, config: Path, db: Path, scheduler: str | None) -> Iterator[Workforce]:
    """Those of this machine, or of the Dask cluster of a scheduler. Exits where that cannot be reached."""
    from arena.contest.workforce import LocalWorkers, usable_cores

    if scheduler is None:
        yield LocalWorkers(contest.jobs or len(usable_cores()))
        return
    from arena.contest.cluster import ClusterError, ClusterWorkers

    try:
        workforce = ClusterWorkers(scheduler, contest, config, db)
    except ClusterError as problem:
        wrong_input(problem)
    with closing(workforce):
        yield workforce


def stopping_of(contest: Contest, store: Store) -> Stopping:
    """What ends the contest before its last game."""
    from arena.contest.run import Stopping
    from arena.games import find_game
    from arena.standings.of_store import rule_of

    rule: StopRule | None = rule_of(store, store.ledger(), find_game(contest.game).cooperative)
    return Stopping(contest.stop.minutes, rule)
