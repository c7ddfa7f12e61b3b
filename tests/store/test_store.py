"""The store: games are in it whole or not at all, whatever is killed, full or damaged."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Raw
from msgspec.structs import replace

from arena.games import Ranking
from arena.referee import GameRecord, Measured, encode_record
from arena.store import FailedBuild, Store, StoreError
from arena.store.ledger import Ledger
from tests.contest.tampering import refit
from tests.facts import made_facts

ROOT = Path(__file__).parents[2]


def record(number: int, **fields: Any) -> GameRecord:
    game = GameRecord(
        number=number,
        group=number // 2,
        game="bids",
        game_version=1,
        options=Raw(b"{}"),
        deal=f"deal {number}",
        seating=("a", "b"),
        hashes=("", ""),
        status="finished",
        outcome=Ranking((1, 2), (2.0, 0.0)),
        decisions=((0, 0), (1, 0)),
        arena_version="0",
        measured=Measured(ms=(1.0, 2.0)),
    )
    return replace(game, **fields)


def rows(*numbers: int) -> list[bytes]:
    return [encode_record(record(number)) for number in numbers]


def there(store: Store) -> list[int]:
    return [game.number for game in store.records()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "c.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """A new contest file, open for writing."""
    with Store.create(path, made_facts({"seed": "s", "bots": ["a", "b"]})) as store:
        yield store


def outside(code: str, *args: object, input: str = "") -> subprocess.CompletedProcess[str]:
    """Python in another process, with this arena on its path."""
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, args)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        input=input,
        check=False,
    )


def test_facts_come_back_as_they_were_given(path: Path) -> None:
    facts = made_facts({"seed": "007", "bots": ["b", "a"], "contest": {"options": {"long": True}}})
    Store.create(path, facts).close()
    with Store.open(path) as store:
        assert store.facts() == facts


def test_a_changed_fact_stays_changed(path: Path, store: Store) -> None:
    store.change_facts(lambda facts: replace(facts, bots=("a", "b", "c")))
    with Store.open(path) as reader:
        assert reader.facts() == made_facts({"bots": ["a", "b", "c"]})


def test_a_fact_can_come_later(path: Path, store: Store) -> None:
    store.change_facts(lambda facts: replace(facts, builds={"a": FailedBuild("exit code 1")}))
    with Store.open(path) as reader:
        assert reader.facts() == made_facts({"bots": ["a", "b"], "builds": {"a": {"text": "exit code 1"}}})


def test_games_come_back_by_number_whatever_the_order_in_which_they_ended(store: Store) -> None:
    assert store.add(rows(5, 1)) == [record(5), record(1)]
    store.add(rows(3))
    assert there(store) == [1, 3, 5]
    assert list(store.records([5, 4, 1])) == [record(5), record(1)]
    assert store.record(3) == record(3)
    assert store.record(2) is None
    assert store.record(10**30) is None
    assert store.count() == {"finished": 3}


def test_numbers_are_those_that_are_there(store: Store) -> None:
    assert 0 not in store.numbers()
    store.add(rows(0, 4))
    numbers = store.numbers()
    assert [n for n in range(-2, 8) if n in numbers] == [0, 4]
    store.add(rows(6))
    assert 6 not in numbers


@pytest.mark.parametrize("batch", [rows(7, 7), rows(8, 1), rows(1)])
def test_a_batch_with_a_game_that_is_there_adds_nothing(store: Store, path: Path, batch: list[bytes]) -> None:
    """D41: a game is counted once, and no half of a batch stays."""
    store.add(rows(1))
    with pytest.raises(StoreError, match=r"c\.db: cannot be written: UNIQUE.*safe"):
        store.add(batch)
    assert there(store) == [1]
    store.add(rows(2))  # and it can still be written
    with Store.open(path) as reader:
        assert there(reader) == [1, 2]
        assert len(reader.ledger()) == 2
        assert reader.check() == []


def test_a_batch_that_breaks_off_adds_nothing(store: Store) -> None:
    def broken() -> Iterator[bytes]:
        yield from rows(1)
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        store.add(broken())
    assert there(store) == []
    store.add(rows(1))


def test_a_full_disk_refuses_the_games_and_keeps_those_before(path: Path) -> None:
    with Store.create(path, made_facts()) as store:
        store.add(rows(0, 1))
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(
            StoreError,
            match=r"c\.db: cannot be written: .* is full; the games before are safe; make room on the disk and run",
        ):
            store.add(rows(*range(2, 200)))
        assert there(store) == [0, 1]
    with Store.open(path, write=True) as store:
        assert there(store) == [0, 1]
        store.add(rows(2))
        assert there(store) == [0, 1, 2]


def test_what_is_no_record_is_not_stored(store: Store) -> None:
    unfinished = replace(record(1), outcome=None)
    for line in b'{"number": 1}', b"no", encode_record(unfinished):
        with pytest.raises(StoreError, match=r"c\.db: not the record of a game: .*; the games before are safe"):
            store.add([*rows(0), line])
    assert there(store) == []


def test_a_record_that_cannot_be_read_is_named(store: Store) -> None:
    store.add(rows(0, 1))
    store._connection.execute("UPDATE game SET record = ? WHERE number = 1", (b'{"number": 1}',))
    refit(store._connection)
    games = store.records()
    assert next(games) == record(0)
    with pytest.raises(StoreError, match=r"c\.db: damaged: the record of game 1 cannot be read"):
        next(games)
    with pytest.raises(StoreError, match="the record of game 1 cannot be read"):
        store.record(1)


def test_a_damaged_file_is_an_error_with_its_path(path: Path) -> None:
    with Store.create(path, made_facts({"seed": "s"})) as store:
        store.add(rows(*range(50)))
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    with pytest.raises(StoreError, match=r"c\.db: damaged: it cannot be (opened|read)"), Store.open(path) as store:
        there(store)


def test_what_is_kept_beside_the_records_is_what_they_say(store: Store) -> None:
    """However many games came at once, and in whatever order: rows and tallies are those of the records."""
    names = ["a", "b", "c"]
    games = [
        record(number, seating=(names[number % 3], names[number % 2]), group=number // 3, decisions=((0, 0),) * 2)
        for number in range(700)
    ]
    rng = Random(1)
    rng.shuffle(games)
    left = list(map(encode_record, games))
    while left:
        size = rng.choice([1, 2, 40])
        store.add(left[:size])
        del left[:size]
    assert store.ledger().differing(Ledger.of(games)) == []
    assert store.check() == []
    assert store.numbers().covers(0, 700)


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ("UPDATE tally SET value = '{}' WHERE name = 'b'", "the tally of b: the file says otherwise beside the record"),
        ("DELETE FROM game WHERE number = 1", "game 1: the file says otherwise beside the record"),
        ("UPDATE game SET status = 'void' WHERE number = 1", "game 1: kept under another number or status"),
        ("UPDATE game SET number = 9 WHERE number = 1", "game 9: kept under another number or status"),
        (
            "UPDATE game SET record = replace(record, '\"places\":[1,2]', '\"places\":[2,1]')",
            "game 0: the file says otherwise",
        ),
    ],
)
def test_what_does_not_agree_with_the_records_is_found(store: Store, damage: str, problem: str) -> None:
    store.add(rows(0, 1))
    assert store.check() == []
    store._connection.execute(damage)
    refit(store._connection)
    assert store.check()[0].startswith(problem)


@pytest.mark.parametrize("damage", ["UPDATE result SET heads = x'00'", "DELETE FROM tally", "DROP TABLE result"])
def test_damage_beside_the_records_is_an_error_with_its_path(store: Store, damage: str) -> None:
    store.add(rows(0, 1))
    store._connection.execute(damage)
    with pytest.raises(StoreError, match=r"c\.db: damaged: .*`arena repair"):
        store.ledger()


def test_stages_come_back_in_order(path: Path, store: Store) -> None:
    assert store.stages() == []
    for value in b"one", b"\x00two", b"one":
        store.add_stage(value)
    with Store.open(path) as reader:
        assert reader.stages() == [b"one", b"\x00two", b"one"]


def test_threads_may_add_and_read_at_the_same_time(store: Store) -> None:
    """The run stores games in one thread and makes stages in another."""
    with ThreadPoolExecutor(4) as pool:
        for number in range(20):
            done: list[Future[Any]] = [pool.submit(store.add, rows(number))]
            done += [pool.submit(store.ledger), pool.submit(store.add_stage, b"s")]
    for each in done:
        each.result()
    assert there(store) == list(range(20))
    assert len(store.stages()) == 20
    assert store.check() == []


BATCH = 5
ADDER = f"""
import sys
from pathlib import Path
from arena.store import Store
from tests.facts import made_facts
from arena.store import FailedBuild
line = sys.argv[2].encode()
with Store.open(Path(sys.argv[1]), write=True) as store:
    number = store.numbers().first_missing()
    while True:
        store.add([line.replace(b"NUMBER", str(n).encode()) for n in range(number, number + {BATCH})])
        number += {BATCH}
        print(number, flush=True)
"""


def test_a_kill_in_the_middle_of_adding_leaves_whole_batches(path: Path) -> None:
    """D40, D41, D43: what was reported is there, and nothing of a batch that was not finished."""
    Store.create(path, made_facts()).close()
    line = encode_record(record(0, deal="x" * 3000)).replace(b'"number":0', b'"number":NUMBER').decode()
    for round in range(4):
        with subprocess.Popen(
            [sys.executable, "-c", ADDER, path, line], cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as adder:
            assert adder.stdout is not None
            # The adder is somewhere in a later batch when it is killed: nobody waits for it.
            for _ in range(3 + round):
                adder.stdout.readline()
            adder.kill()
            reported = [int(line) for line in adder.stdout]
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            numbers = [number for (number,) in db.execute("SELECT number FROM game ORDER BY number")]
        assert numbers == list(range(len(numbers)))
        assert len(numbers) % BATCH == 0
        assert len(numbers) >= max(reported, default=0)
    with Store.open(path, write=True) as store:
        assert len(store.ledger()) == len(numbers)
        assert store.check() == []
    assert os.listdir(path.parent) == ["c.db"]
