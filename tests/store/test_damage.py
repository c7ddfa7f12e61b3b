"""Damage is seen, whatever it is, and repair brings every game that is whole into a new file."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest

from arena.contest.mending import repair
from arena.pairing.formats import FormatName
from arena.pairing.stages import Stage
from arena.referee import encode_record, lasting_bytes
from arena.store import Store, StoreError
from arena.store.layout import PAGE, Damaged
from tests.contest.test_whole_contests import plan, play
from tests.facts import made_facts, plant
from tests.store.test_store import outside, path, record, there

__all__ = ["path"]

GAMES = 60
FACTS = {
    "contest": json.loads(msgspec.json.encode(plan("round-robin"))),
    "seed": "s",
    "bots": ["a", "b"],
    "anchors": [],
}
Change = Callable[[bytes], bytes]


def long(number: int) -> bytes:
    """Every seventh record goes on in pages of its own."""
    return encode_record(record(number, deal=f"deal {number};" * (3000 if number % 7 == 3 else 1)))


def fill(path: Path) -> bytes:
    with Store.create(path, made_facts(FACTS)) as store:
        for first in range(0, GAMES, 10):
            store.add(map(long, range(first, first + 10)))
    return path.read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a file with sixty games."""
    return fill(tmp_path_factory.mktemp("whole") / "c.db")


def nobody(text: str) -> None:
    pytest.fail(f"nothing was to be said: {text}")


def flipped(what: bytes, by: int = 0) -> Change:
    """One bit of the byte that stands so far behind the first `what`."""

    def change(content: bytes) -> bytes:
        at = content.index(what) + by
        return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]

    return change


def first_page_of(table: str) -> Change:
    """Is a page of zeros."""

    def change(content: bytes) -> bytes:
        with closing(sqlite3.connect(":memory:")) as db:
            db.deserialize(content)
            ((page,),) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,))
        return content[: (page - 1) * PAGE] + bytes(PAGE) + content[page * PAGE :]

    return change


# What is said, and which games are lost. In a table of many pages the first one holds no row, only the way to them.
DAMAGE: dict[str, tuple[Change, str, set[int]]] = {
    "cut by a byte": (lambda whole: whole[:-1], r"it has \d+ bytes of \d+: its end was cut off", set()),
    "longer": (lambda whole: whole + b"more", r"it has \d+ bytes, and only \d+ are its own", set()),
    "a digit of a record": (flipped(b'"deal":"deal 16;"', 13), "the record of game 16 is not what was written", {16}),
    "a digit elsewhere": (flipped(b"deal 24;deal 24;", 5), "the record of game 24 is not what was written", {24}),
    "the number of pages": (flipped(b"SQLite format 3\0", 31), "", set()),
    "the kind of file": (flipped(b"aren"), "its header is not that of a contest's file", set()),
    "the first bytes": (flipped(b"SQLite format 3"), "its first bytes are not those of a database", set()),
    "a description": (flipped(b"heads BLOB"), "its table result is not laid out as in a contest's file", set()),
    "no way to the records": (first_page_of("game"), "of its records only 0 can be read", set()),
    "no results": (first_page_of("result"), "cannot be read", set()),
    "no tallies": (first_page_of("tally"), "cannot be read", set()),
    "no state": (first_page_of("state"), "", set()),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_damage_is_told_with_what_to_do_and_what_is_whole_is_brought_into_a_new_file(
    path: Path, whole: bytes, what: str
) -> None:
    """A game is lost only where it was damaged itself, whatever SQLite can no longer reach."""
    change, said, lost = DAMAGE[what]
    path.write_bytes(change(whole))
    with pytest.raises(Damaged, match=r"c\.db: .*`arena repair \S+c\.db`") as problem, Store.open(path) as store:
        store.look_through()
    assert re.search(said, problem.value.what)
    found = repair(path, nobody)
    expected = [number for number in range(GAMES) if number not in lost]
    if what == "cut by a byte":  # which was the last of a record or of nothing, as it lies
        expected = [number for number in expected if number not in found.lost]
        assert len(expected) >= GAMES - 1
    else:
        assert set(found.lost) == lost
    assert found.games == len(expected)
    assert found.before == (None if what == "no state" else GAMES)
    assert found.kept == path.with_name("c-damaged.db")
    assert found.kept.read_bytes() == change(whole)
    with Store.open(path, say=nobody) as store:
        assert store.damage() == store.check() == []
        assert store.facts() == made_facts(FACTS)
        assert there(store) == expected
        assert [encode_record(game) for game in store.records()] == list(map(long, expected))
    assert sorted(os.listdir(path.parent)) == ["c-damaged.db", "c.db"]


def seen(path: Path) -> bool:
    """Whether the damage is, with what to do about it."""
    try:
        with Store.open(path) as store:
            store.look_through()
    except StoreError as problem:
        return "`arena repair " in str(problem)
    return False


def repaired(path: Path) -> bool:
    """Whether it could be; else the damage is in what the file says of its contest."""
    try:
        return repair(path, nobody).kept is not None
    except StoreError as problem:
        if "of what it says of its contest is not whole any more" not in str(problem):
            raise
        return False


def test_no_damage_changes_what_is_read(path: Path, whole: bytes) -> None:
    """Bytes anywhere: what comes of it is an error that tells what to do, or all is as it was. Repair finds nothing
    that was not there, and what it makes holds."""
    games, rng = {number: long(number) for number in range(GAMES)}, Random(1)
    for _ in range(30):
        at = rng.randrange(len(whole))
        changed = bytearray(whole)
        changed[at] ^= 1 << rng.randrange(8)
        path.write_bytes(changed)
        if not seen(path):
            with Store.open(path) as store:
                assert {game.number: encode_record(game) for game in store.records()} == games, at
                assert (store.facts(), store.check()) == (made_facts(FACTS), []), at
        elif repaired(path):
            with Store.open(path) as store:
                found = {game.number: encode_record(game) for game in store.records()}
                assert found.items() <= games.items(), at
                assert len(found) >= GAMES - 1, at
                assert store.damage() == store.check() == [], at
            for file in path.parent.iterdir():
                file.unlink()
        else:
            assert path.read_bytes() == changed


def test_a_file_that_is_whole_stays_as_it_is(path: Path, whole: bytes) -> None:
    path.write_bytes(whole)
    found = repair(path, nobody)
    assert (found.damage, found.games, found.kept) == ([], GAMES, None)
    assert path.read_bytes() == whole
    assert os.listdir(path.parent) == ["c.db"]


def test_a_file_that_has_lost_what_it_says_of_its_contest_stays_as_it_is(path: Path, whole: bytes) -> None:
    """Nobody could go on with the games."""
    path.write_bytes(first_page_of("fact")(whole))
    with pytest.raises(
        StoreError, match=r"c\.db: cannot be repaired, and .*: anchors, bots, contest, seed of .* 60 who"
    ):
        repair(path, nobody)
    assert path.read_bytes() == first_page_of("fact")(whole)
    path.write_bytes(b"game: gunrunners\n" * 1000)
    with pytest.raises(StoreError, match=r"c\.db: cannot be repaired, .*: nothing of a contest is in it"):
        repair(path, nobody)
    assert os.listdir(path.parent) == ["c.db"]


def test_what_a_killed_run_left_in_the_log_is_brought_along(path: Path) -> None:
    """Its games are in no other place."""
    fill(path)
    code = (
        "import os, signal, sys; from pathlib import Path; from arena.store import Store\n"
        "store = Store.open(Path(sys.argv[1]), write=True); store.add([sys.stdin.buffer.read()])\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    assert outside(code, path, input=long(GAMES).decode()).returncode == -signal.SIGKILL
    with path.open("r+b") as file:
        file.write(b"damaged")
    found = repair(path, nobody)
    assert (found.games, found.lost) == (GAMES + 1, [])
    with Store.open(path, say=nobody) as store:
        assert there(store) == list(range(GAMES + 1))
    assert sorted(os.listdir(path.parent)) == ["c-damaged.db", "c-damaged.db-wal", "c.db"]


def test_a_file_to_which_a_run_writes_is_not_repaired(path: Path) -> None:
    fill(path)
    code = (
        "import sys; from pathlib import Path\n"
        "from arena.store import StoreError; from arena.contest.mending import repair\n"
        "try:\n  repair(Path(sys.argv[1]), print)\n"
        "except StoreError as problem: print(problem)\n"
    )
    with Store.open(path, write=True):
        assert re.search(r"c\.db: another run, process \d+ \(\w.*\), is writing to it; rep", outside(code, path).stdout)


def test_a_second_damaged_file_is_kept_beside_the_first(path: Path, whole: bytes) -> None:
    for name in "c-damaged.db", "c-damaged-2.db":
        path.write_bytes(whole + b"x")
        assert repair(path, nobody).kept == path.with_name(name)


def test_games_of_a_stage_that_is_lost_are_left_out(path: Path) -> None:
    """Nobody knows any more who played them: they have numbers that depend on the stages before."""
    stage = msgspec.json.encode(Stage(line_ups=((0, 1),), deals=1, title="a stage"))
    facts = FACTS | {"contest": msgspec.to_builtins(plan("swiss"))}
    with Store.create(path, made_facts(facts)) as store:
        store.add_stage(stage, stage, stage)
        store.add(map(long, range(6)))
    content = path.read_bytes()
    at = content.index(b"a stage", content.index(b"a stage") + 1)  # rows of a page are filled in from its end
    path.write_bytes(content[:at] + b"A" + content[at + 1 :])
    found = repair(path, nobody)
    with Store.open(path) as store:
        assert store.stages() == [stage]
        assert there(store) == [0, 1]
    assert found.lost == [2, 3, 4, 5]


def test_a_row_that_was_removed_leaves_nothing_to_be_found(path: Path) -> None:
    """Else an old word on a contest could be taken for what it says now."""
    with Store.create(path, made_facts(FACTS)) as store:
        for word in "first", "second" * 3000, "third":
            plant(store, "entries", {"word": word * 5})
    assert b"firstfirst" not in path.read_bytes()
    assert b"secondsecond" not in path.read_bytes()


def test_repair_of_a_full_disk_leaves_the_file_as_it_is(
    path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(store: Store, lines: object) -> None:
        raise StoreError("the disk is full")

    path.write_bytes(whole + b"x")
    monkeypatch.setattr(Store, "add", full)
    with pytest.raises(StoreError, match="the disk is full"):
        repair(path, nobody)
    assert path.read_bytes() == whole + b"x"
    assert os.listdir(path.parent) == ["c.db"]


def test_a_link_is_repaired_where_it_leads(path: Path, whole: bytes) -> None:
    (path.parent / "there").mkdir()
    (path.parent / "there" / "real.db").write_bytes(whole + b"x")
    path.symlink_to("there/real.db")
    repair(path, nobody)
    assert path.is_symlink()
    assert sorted(os.listdir(path.parent / "there")) == ["real-damaged.db", "real.db"]
    shutil.copy(path, path.parent / "copy.db")
    with Store.open(path.parent / "copy.db", say=nobody) as store:
        assert store.damage() == []


@pytest.mark.parametrize("format", ["swiss", "knock-out", "ladder"])
def test_a_contest_in_stages_goes_on_after_it_lost_games_of_an_early_one(tmp_path: Path, format: FormatName) -> None:
    """Stages that were made are kept: the games that are missing are played again, and all is as it was."""
    games = 60 if format == "ladder" else None
    for name in "whole.db", "c.db":
        play(tmp_path / name, plan(format), 6, games=games)
    content = (tmp_path / "c.db").read_bytes()
    for number in 0, 3:
        content = flipped(b'"number":%d,' % number, 3)(content)
    (tmp_path / "c.db").write_bytes(content)
    assert repair(tmp_path / "c.db", nobody).lost == [0, 3]
    play(tmp_path / "c.db", plan(format), 6, games=games)
    with Store.open(tmp_path / "whole.db") as store, Store.open(tmp_path / "c.db") as again:
        assert list(map(lasting_bytes, again.records())) == list(map(lasting_bytes, store.records()))
        assert again.stages() == store.stages()
        assert again.damage() == again.check() == []
