"""A file that another process has locked is waited for, not for ever, and whoever waits says for whom."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.store import Store, StoreError
from arena.store import file as store_file
from arena.store.patience import Locked, holder
from tests.facts import made_facts
from tests.store.test_store import path, rows, there

__all__ = ["path"]

HOLD = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute(sys.argv[2]); db.execute(sys.argv[3]).fetchone()
print("held", flush=True)
sys.stdin.read()
"""
WRITES = "BEGIN IMMEDIATE", "SELECT count(*) FROM game"
KEEPS_OUT = "BEGIN EXCLUSIVE", "SELECT count(*) FROM game"
READS = "BEGIN", "SELECT count(*) FROM game"


@contextmanager
def held(path: Path, *how: str) -> Iterator[subprocess.Popen[str]]:
    """While another process, which is no run, has a transaction open; closing its input ends it."""
    command = [sys.executable, "-c", HOLD, str(path), *how]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process


class Told:
    """Hears who is waited for, and then lets that one go."""

    def __init__(self, who: subprocess.Popen[str]) -> None:
        self.who = who
        self.said: list[str] = []

    def __call__(self, text: str) -> None:
        self.said.append(text)
        self.who.communicate()

    def check(self) -> None:
        (said,) = self.said
        assert re.search(
            rf"c\.db: process {self.who.pid} \(\w.*\) has locked it; waiting for that, \d+ s at most", said
        )


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_file, "TRY", 0.01)


def test_a_game_waits_until_another_process_has_written(path: Path) -> None:
    with Store.create(path, made_facts()) as store:
        with held(path, *WRITES) as other:
            store.patience.say = told = Told(other)
            store.add(rows(0))
        told.check()
        assert there(store) == [0]


@pytest.mark.parametrize("write", [False, True])
def test_whoever_opens_a_file_waits_until_another_process_lets_him(path: Path, write: bool) -> None:
    Store.create(path, made_facts({"seed": "s"})).close()
    with held(path, *KEEPS_OUT) as other:
        told = Told(other)
        with Store.open(path, write, say=told) as store:
            assert store.facts() == made_facts()
    told.check()


def test_a_run_that_begins_waits_for_whoever_reads_the_whole_file(path: Path) -> None:
    """From a file at rest to one that is written beside others is a step that nobody may be watching."""
    Store.create(path, made_facts()).close()
    with held(path, *READS) as other:
        told = Told(other)
        with Store.open(path, write=True, say=told) as store:
            store.add(rows(0))
    told.check()


def test_whoever_reads_waits_as_well(path: Path) -> None:
    """Somebody has locked the file after it was opened."""
    with Store.create(path, made_facts({"seed": "s"})) as store:
        store.add(rows(0))
    with Store.open(path) as store, held(path, *KEEPS_OUT) as other:
        store.patience.say = told = Told(other)
        assert there(store) == [0]
    told.check()


def test_nobody_is_waited_for_for_ever(path: Path) -> None:
    """What was to be written is not, and can be later."""
    with Store.create(path, made_facts()) as store:
        with held(path, *WRITES) as other:
            store.patience.seconds = 0
            with pytest.raises(
                Locked, match=rf"c\.db: process {other.pid} \(.*\) has kept it locked for \d+ s; end th"
            ):
                store.add(rows(0))
            other.communicate()
        assert there(store) == []
        store.add(rows(0))
        assert there(store) == [0]


def test_who_waits_can_be_told_to_wait_no_longer(path: Path) -> None:
    """By a second interrupt, while a thread is waiting."""
    with Store.create(path, made_facts()) as store, held(path, *WRITES) as other, ThreadPoolExecutor(1) as pool:

        def hurry(text: str) -> None:
            store.patience.seconds = 0

        store.patience.say = hurry
        with pytest.raises(StoreError, match="has kept it locked"):
            pool.submit(store.add, rows(0)).result()
        other.communicate()


def test_what_cannot_be_found_out_is_another_process(path: Path) -> None:
    assert holder(path) == "another process"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE x (y)")
    assert holder(path) == "another process"
