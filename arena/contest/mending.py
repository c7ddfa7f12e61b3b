"""Makes a damaged contest's file whole again, as far as that is possible: no game that is still there is lost.

Every whole game goes into a new file, which gets the old one's name in the end; the old one is kept beside it. What
lies beside a contest's file and goes by its name (logs, copies, builds) belongs to the new one.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from os.path import lexists, realpath
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct

from arena.contest.plan import stored_pairer, stored_schedule
from arena.referee import decode_record
from arena.store import (
    Damaged,
    Say,
    State,
    Store,
    StoreError,
    Wreck,
    another_run,
    beside,
    check_kind,
    game_numbers,
    has_log,
    insert,
    read_facts,
)

_TOGETHER = 500  # games in a transaction
_NEEDED = {"contest", "seed", "bots", "anchors"}


class Repaired(Struct, frozen=True, kw_only=True):
    """What came of a repair. `damage` says what was wrong, in words, and is empty if the file stays as it is. `games`
    is how many the file has now, and `before` how many it had, None if that is no longer known. `lost` are the numbers
    of the games that are known to be lost, and `kept` is where the damaged file is now."""

    damage: list[str]
    games: int
    before: int | None = None
    lost: list[int] = []
    kept: Path | None = None


def repair(path: Path, say: Say) -> Repaired:
    """Make a file whole to which no run writes. `say` is told who is being waited for. Raises StoreError if it cannot
    be made whole, and then leaves it as it is."""
    with _alone(path):
        path = Path(realpath(path)) if path.is_symlink() else path
        damage, games = _damage(path, say)
        if not damage:
            if not has_log(path):
                _let_be(path)
            return Repaired(damage=[], games=games, before=games)
        draft = path.with_name(f"{path.name}.{os.getpid()}.new")
        draft.unlink(missing_ok=True)
        try:
            with Wreck(path) as wreck:
                found = _salvage(path, wreck, draft, damage)
            kept = _swap(path, draft)
        except OSError as problem:
            raise StoreError(f"{path}: cannot be repaired: {problem.strerror or problem}") from problem
        finally:
            for left in (draft, *beside(draft)):
                with suppress(OSError):
                    left.unlink(missing_ok=True)
        return msgspec.structs.replace(found, kept=kept)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """While no run may write to it. Raises StoreError where one does."""
    check_kind(path)
    try:
        lock = os.open(path, os.O_RDWR)
    except OSError as problem:
        raise StoreError(f"{path}: cannot be opened: {problem.strerror}") from problem
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise StoreError(f"{path}: {another_run(path)} is writing to it; repair it when that has ended") from None
    finally:
        os.close(lock)


def _damage(path: Path, say: Say) -> tuple[list[str], int]:
    """And how many games there are. Raises StoreError where it is no contest's file, or none of this version."""
    heard = list[str]()  # that its log is not beside it: whoever repairs it says that there is none
    try:
        with Store.open(path, say=heard.append) as store:
            store.patience.say = say
            damage = store.damage()
            return damage, 0 if damage else len(store.numbers())
    except Damaged as problem:
        return [problem.what], 0


def _let_be(path: Path) -> None:
    """Say in a whole file that no log belongs to it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        ((_, *values, _),) = db.execute("SELECT * FROM state")
        if not (state := State(*values)).folded:
            db.execute(insert("state", over=True), state._replace(folded=1).row)
            db.execute("PRAGMA journal_mode = DELETE")


def _salvage(path: Path, wreck: Wreck, draft: Path, damage: list[str]) -> Repaired:
    """A new file with all that is whole."""
    states = [State(*values) for _, *values in wreck.rows("state")]
    written = _written(path, wreck, states[-1].facts if states else len(_NEEDED))
    written.pop("over", None)  # the games that are lost are played again
    facts = read_facts(written)
    stages = _stages(wreck)
    adaptive = stored_pairer(facts) is not None
    # Games of a stage that is lost: which line-ups played them is not known any more.
    most = len(stored_schedule(facts, stages)) if adaptive else None
    there, known = set[int](), set[int]()
    for _, heads, _ in wreck.rows("result"):
        with suppress(ValueError, TypeError):
            known.update(game_numbers(heads).tolist())
    with Store.restored(draft, written) as store:
        if stages:
            store.add_stage(*stages)
        batch = list[bytes]()
        for number, _, line in wreck.rows("game"):
            if number in there or (most is not None and number >= most) or not _is_game(number, line):
                continue
            there.add(number)
            batch.append(line)
            if len(batch) == _TOGETHER:
                store.add(batch)
                batch = []
        store.add(batch)
    return Repaired(
        damage=damage, games=len(there), before=states[-1].games if states else None, lost=sorted(known - there)
    )


def _written(path: Path, wreck: Wreck, least: int) -> dict[str, Raw]:
    facts = dict[str, Raw]()
    for name, value in wreck.rows("fact"):
        with suppress(msgspec.MsgspecError, TypeError):
            msgspec.json.decode(value)
            facts[name] = Raw(value)
    if len(facts) < least or _NEEDED - facts.keys():
        missing = sorted(_NEEDED - facts.keys()) or ["a part"]
        games = len({number for number, *_ in wreck.rows("game")})
        what = "nothing of a contest is in it"
        if facts or games:
            what = (
                f"{', '.join(missing)} of what it says of its contest is not whole any more, and without that nobody "
            )
            what += f"can go on with the {games} whole games in it"
        raise StoreError(f"{path}: cannot be repaired, and stays as it is: {what}; begin anew in another file")
    return facts


def _stages(wreck: Wreck) -> list[bytes]:
    """The stages before the first that is lost: later ones have games by numbers that depend on it."""
    found: dict[int, bytes] = dict(wreck.rows("stage"))
    return [found[number] for number in range(next(at for at in count() if at not in found))]


def _is_game(number: int, line: Any) -> bool:
    try:
        return decode_record(line).number == number
    except (msgspec.MsgspecError, ValueError, TypeError):
        return False


def _swap(path: Path, draft: Path) -> Path:
    """The draft takes the name of the file, which gets another, with what belongs to it."""
    kept = next(name for name in _names(path) if not any(map(lexists, (name, *beside(name)))))
    # All has its new name before anything loses its old one; and no log ever lies beside the new file.
    for old, new in zip((path, *beside(path)), (kept, *beside(kept)), strict=True):
        with suppress(FileNotFoundError):
            os.link(old, new)
    for left in (*beside(path), path.with_name(path.name + "-shm")):
        left.unlink(missing_ok=True)
    draft.replace(path)
    return kept


def _names(path: Path) -> Iterator[Path]:
    yield path.with_stem(f"{path.stem}-damaged")
    for number in count(2):
        yield path.with_stem(f"{path.stem}-damaged-{number}")
