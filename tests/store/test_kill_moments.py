"""A run is killed between any two things that it asks of its file: nothing is lost, and whoever comes next goes on."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.store.test_store import outside, rows

KILLED_EVERYWHERE = """
import os, shutil, signal, sqlite3, sys
from pathlib import Path
from arena.store import Store
from tests.facts import made_facts

folder, begun = Path(sys.argv[1]), sys.argv[2] == "begun"
first, second, third = sys.stdin.buffer.read().splitlines()
steps_left = 0

def step():
    global steps_left
    steps_left -= 1
    if steps_left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

def counting(call):
    def counted(*args, **kwargs):
        step()
        return call(*args, **kwargs)
    return counted

class Counting(sqlite3.Connection):
    execute, executemany = counting(sqlite3.Connection.execute), counting(sqlite3.Connection.executemany)
    rollback, close = counting(sqlite3.Connection.rollback), counting(sqlite3.Connection.close)

connect = sqlite3.connect
for name in "link", "unlink", "close":
    setattr(os, name, counting(getattr(os, name)))
sqlite3.connect = lambda *args, **kwargs: connect(*args, factory=Counting, **kwargs)

def opened(path):
    return Store.open(path, write=True, say=sys.exit) if path.exists() else Store.create(path, made_facts())

for kill in range(1, 1000):
    place = folder / str(kill)
    place.mkdir()
    path, stored = place / "c.db", place / "stored"
    if begun:
        with Store.create(path, made_facts()) as store:
            store.add([first])
    child = os.fork()
    if child == 0:
        steps_left = kill
        with opened(path) as store:
            store.add([second])
            stored.touch()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if path.exists():
        with Store.open(path, say=sys.exit) as store:  # nobody is told that anything is missing
            assert store.facts() == made_facts()
            numbers = [game.number for game in store.records()]
    else:
        numbers = []
    assert (0 in numbers) == begun and (1 in numbers or not stored.exists()), (kill, numbers)
    with opened(path) as store:
        store.add([third])
    with Store.open(path, say=sys.exit) as store:
        assert [game.number for game in store.records()] == [*numbers, 2] and store.damage() == store.check() == []
    left = [name for name in os.listdir(place) if ".new" not in name and name != "stored"]
    assert left == ["c.db"], (kill, left)
    if status == 0:
        print(kill)
        break
    shutil.rmtree(place)
"""


@pytest.mark.parametrize("begun", ["new", "begun"])
def test_a_kill_at_any_step_loses_no_game_and_keeps_nobody_from_going_on(tmp_path: Path, begun: str) -> None:
    """Of one that makes its file, and of one that goes on with it."""
    # In memory, where there is such a folder: what a kill leaves is the same, and nothing waits for a disk.
    with TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else tmp_path) as folder:
        result = outside(KILLED_EVERYWHERE, folder, begun, input=b"\n".join(rows(0, 1, 2)).decode())
    assert not result.stderr
    assert int(result.stdout) > 20
