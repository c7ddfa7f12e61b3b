"""Opens the file of a contest to be played into: makes it if it is not there, refuses it if it holds another
contest.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from os.path import exists
from pathlib import Path
from types import MappingProxyType

from msgspec.structs import replace

from arena.contest import Contest, differences, fingerprint
from arena.errors import WrongInput
from arena.league.cast import Cast, hashes_now
from arena.store import LOOKED_THROUGH, Facts, NameTaken, Say, Store

NOBODY: Mapping[int, str] = MappingProxyType({})
"""No people sit at the table."""


def seated(bots: Iterable[str], people: Mapping[int, str]) -> tuple[str, ...]:
    """The names by seat: people sit on the seats that are given for them, and bots on all others, in order."""
    names = list(bots)
    for seat, name in sorted(people.items()):
        names.insert(seat, name)
    return tuple(names)


def differing_from(path: Path, contest: Contest, config: Path, people: Mapping[int, str] = NOBODY) -> list[str]:
    """What keeps the contest from being played in that file, by its bots and `people` on these seats; [] if there is no
    file, or it is the contest's own."""
    if not exists(path):
        return []
    with Store.open(path) as store:
        facts = store.facts()
    return _differing(facts, contest, hashes_now(contest, config, path, facts), people)


@contextmanager
def opened(
    path: Path, contest: Contest, cast: Cast, say: Say, people: Mapping[int, str] = NOBODY
) -> Iterator[tuple[Store, str]]:
    """Yields the store, made if it is not there, and its master seed. `cast` are the contest's bots, `people` sit
    beside them on these seats, and `say` is told what is being waited for. Raises StoreError if it cannot be used, also
    later if it turns out to be damaged, and WrongInput if it holds another contest."""
    store, seed = _open(path, contest, cast, say, people)
    with store:
        yield store, seed


def _open(path: Path, contest: Contest, cast: Cast, say: Say, people: Mapping[int, str]) -> tuple[Store, str]:
    if not exists(path):
        seed = contest.seed if contest.seed is not None else secrets.token_hex(8)
        facts = Facts(
            contest=fingerprint(contest, cast.hashes),
            seed=seed,
            bots=seated(contest.bots, people),
            anchors=contest.anchor,
            beside=cast.beside,
            people=tuple(people.values()),
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
        if differing := _differing(facts, contest, cast.hashes, people):
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


def _differing(facts: Facts, contest: Contest, hashes: Mapping[str, str], people: Mapping[int, str]) -> list[str]:
    lines = differences(facts.contest, fingerprint(contest, hashes))
    if tuple(people.values()) != facts.people:
        lines.append(f"people in it: {', '.join(facts.people) or 'none'}, now {', '.join(people.values()) or 'none'}")
    elif people and seated(contest.bots, people) != facts.bots:
        lines.append(f"seats: {', '.join(facts.bots)}, now {', '.join(seated(contest.bots, people))}")
    if contest.seed is not None and contest.seed != facts.seed:
        lines.append(f"seed: {facts.seed} in the file, {contest.seed} asked for")
    return lines
