"""Opens the file of a contest to be played into: makes it if it is not there, refuses it if it holds another
contest.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from os.path import exists
from pathlib import Path

from msgspec.structs import replace

from arena.contest import Contest, differences, fingerprint
from arena.errors import WrongInput
from arena.league.cast import Cast, hashes_now
from arena.store import LOOKED_THROUGH, Facts, NameTaken, Say, Store


def differing_from(path: Path, contest: Contest, config: Path) -> list[str]:
    """What keeps the contest from being played in that file; [] if there is no file, or it is the contest's own."""
    if not exists(path):
        return []
    with Store.open(path) as store:
        facts = store.facts()
    return _differing(facts, contest, hashes_now(contest, config, path, facts))


@contextmanager
def opened(path: Path, contest: Contest, cast: Cast, say: Say) -> Iterator[tuple[Store, str]]:
    """Yields the store, made if it is not there, and its master seed. `cast` are the contest's bots, and `say` is told
    what is being waited for. Raises StoreError if it cannot be used, also later if it turns out to be damaged, and
    WrongInput if it holds another contest."""
    store, seed = _open(path, contest, cast, say)
    with store:
        yield store, seed


def _open(path: Path, contest: Contest, cast: Cast, say: Say) -> tuple[Store, str]:
    if not exists(path):
        seed = contest.seed if contest.seed is not None else secrets.token_hex(8)
        facts = Facts(
            contest=fingerprint(contest, cast.hashes),
            seed=seed,
            bots=tuple(contest.bots),
            anchors=contest.anchor,
            beside=cast.beside,
        )
        with suppress(NameTaken):  # by a run that began at the same time, or has come and gone meanwhile
            return Store.create(path, facts, say=say), seed
    store = Store.open(path, write=True, say=say)
    with ExitStack() as undo:
        undo.callback(store.close)
        if (size := path.stat().st_size) > LOOKED_THROUGH:
            say(f"{path}: looking through its {size >> 20} MiB")
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
    lines = differences(facts.contest, fingerprint(contest, hashes))
    if contest.seed is not None and contest.seed != facts.seed:
        lines.append(f"seed: {facts.seed} in the file, {contest.seed} asked for")
    return lines
