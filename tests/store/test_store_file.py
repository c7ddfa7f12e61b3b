"""The file of a store: made once, opened by one writer, refused where it is something else or cannot be used."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pytest

from arena.contest.mending import repair
from arena.store import Store, StoreError
from arena.store.file import NameTaken, StoreFile
from tests.contest.tampering import tamper
from tests.facts import made_facts
from tests.store.test_store import outside, path, rows, store, there

__all__ = ["path", "store"]

WRITE = (
    "import sys; from pathlib import Path; from arena.store import Store, StoreError\n"
    "try:\n"
    "    with Store.open(Path(sys.argv[1]), write=True) as store: print('in')\n"
    "except StoreError as problem: print(problem)\n"
)


def test_a_second_writer_is_refused_and_readers_are_not(store: Store, path: Path) -> None:
    store.add(rows(0))
    with pytest.raises(StoreError, match=r"c\.db: another run is writing to it; wait .* --db"):
        Store.open(path, write=True)
    with Store.open(path) as reader:
        assert there(reader) == [0]
        store.add(rows(1))
        assert there(reader) == [0, 1]


def test_a_second_writer_in_another_process_is_refused_until_the_first_has_gone(path: Path) -> None:
    with Store.create(path, made_facts()):
        assert "another run, process" in outside(WRITE, path).stdout
    assert outside(WRITE, path).stdout == "in\n"


def test_the_lock_goes_with_a_process_that_is_killed(path: Path) -> None:
    """A kill leaves no lock behind, and all that was added is there."""
    code = (
        "import os, signal, sys; from pathlib import Path; from arena.store import Store\n"
        "from tests.facts import made_facts\n"
        "store = Store.create(Path(sys.argv[1]), made_facts()); store.add([sys.stdin.buffer.read()])\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    assert outside(code, path, input=rows(0)[0].decode()).returncode == -signal.SIGKILL
    with Store.open(path, write=True) as store:
        assert 0 in store.numbers()
        assert store.facts() == made_facts()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE fact SET value = x'7b'",
        "UPDATE fact SET value = x'22ff22'",
        "UPDATE fact SET value = 5",
        "INSERT INTO state VALUES (2, 1, 0, 0, 0, 0, 0)",
        "DELETE FROM state",
        "UPDATE state SET passed = 7",
        "UPDATE result SET heads = 5",
        "UPDATE result SET cells = 'text'",
        "UPDATE tally SET value = x'7b'",
        "UPDATE tally SET value = 3.5",
        "UPDATE game SET record = 7",
        "UPDATE game SET record = x'22ff22'",
        "INSERT INTO stage VALUES (0, 7, 0)",
    ],
)
def test_whatever_is_damaged_is_a_store_error(path: Path, damage: str) -> None:
    """Bytes that were overwritten may read as anything, also as another kind of value; their checksum is seen first,
    and where somebody made that fit, what is read."""
    with Store.create(path, made_facts({"seed": "s"})) as store:
        store.add(rows(0))

    def read() -> None:
        with Store.open(path) as store:
            store.facts()
            store.stages()
            store.numbers()
            store.ledger()
            list(store.records())

    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(damage)
    with pytest.raises(StoreError, match=r"c\.db: damaged: .*not what was written.*; `arena repair"):
        read()
    if "state" not in damage:
        tamper(path)
        with pytest.raises(StoreError, match=r"c\.db: damaged: .*cannot be read.*; `arena repair"):
            read()


def test_a_schema_whose_words_are_not_text_is_a_store_error(path: Path) -> None:
    """SQLite quotes them in what it says of them."""
    Store.create(path, made_facts()).close()
    path.write_bytes(path.read_bytes().replace(b"fact", b"f\x86ct"))
    with pytest.raises(StoreError, match=r"c\.db: damaged: .*`arena repair"), Store.open(path) as store:
        store.facts()


@pytest.mark.parametrize("write", [False, True])
def test_what_a_kill_leaves_half_done_is_taken_back_by_whoever_comes_first(path: Path, write: bool) -> None:
    """A change of the journal's kind, as a run makes it when it opens and closes the file, is no matter of the log."""
    with Store.create(path, made_facts({"seed": "s"})) as store:
        store.add(rows(0))
    code = (
        "import os, signal, sqlite3, sys\n"
        "db = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "db.execute('PRAGMA cache_size = 1'); db.execute('BEGIN IMMEDIATE')\n"
        "for number in range(1, 200): db.execute('INSERT INTO game VALUES (?, ?, ?, 0)', (number, 'x', bytes(5000)))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    assert outside(code, path).returncode == -signal.SIGKILL
    assert path.with_name("c.db-journal").exists()
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db, pytest.raises(sqlite3.OperationalError):
        db.execute("SELECT count(*) FROM game")
    with Store.open(path, write) as store:
        assert there(store) == [0]
        assert store.facts() == made_facts()
    assert os.listdir(path.parent) == ["c.db"]


@pytest.mark.parametrize("write", [False, True])
def test_what_is_no_contest_is_refused_with_its_path_and_left_as_it_is(path: Path, write: bool) -> None:
    """Another program's database is not even switched to another journal."""
    path.write_bytes(b"game: gunrunners\n" * 400)
    with pytest.raises(StoreError, match=r"c\.db: .*not a database"):
        Store.open(path, write)
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE game (number)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"c\.db: not a contest file, but a SQLite file of something else; give --db"):
        Store.open(path, write)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == ["c.db"]


ENDLESS = "WITH RECURSIVE more(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM more) SELECT n FROM more WHERE n < 0"


@pytest.mark.parametrize("write", [False, True])
@pytest.mark.parametrize(
    ("made", "said"),
    [
        (f"DROP TABLE stage; CREATE VIEW stage AS SELECT n AS number, n AS value FROM ({ENDLESS})", "view stage"),
        ('CREATE TRIGGER "x\ny" AFTER INSERT ON game BEGIN DELETE FROM game; END', "trigger x\\ny"),
        ("CREATE TABLE other (x, number INTEGER AS (1))", "table other"),
    ],
)
def test_a_file_that_would_do_more_than_hold_a_contest_is_refused(
    path: Path, write: bool, made: str, said: str
) -> None:
    """It may be a stranger's: before anything in it is asked for."""
    Store.create(path, made_facts()).close()
    with closing(sqlite3.connect(path)) as db:
        db.executescript(made)
    with pytest.raises(StoreError) as problem:
        Store.open(path, write)
    assert str(problem.value) == f"{path}: it has a {said}, as no contest's file has: nothing is read of it"


@pytest.mark.parametrize("write", [False, True])
def test_an_empty_file_is_no_contest(path: Path, write: bool) -> None:
    path.touch()
    with pytest.raises(StoreError, match=r"c\.db: is empty \(0 bytes\), and so no contest's file; remove it"):
        Store.open(path, write)
    assert path.read_bytes() == b""


@pytest.mark.parametrize("write", [False, True])
def test_a_file_of_a_newer_layout_is_refused_with_both_numbers(path: Path, write: bool) -> None:
    Store.create(path, made_facts()).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 9")
    with pytest.raises(StoreError, match=r"c\.db: .*a newer version of arena \(its layout is 9, here 4\); use"):
        Store.open(path, write)


@pytest.mark.parametrize("write", [False, True])
def test_a_missing_file_and_a_folder_are_told_apart(tmp_path: Path, write: bool) -> None:
    with pytest.raises(StoreError, match=r"none\.db: there is no such file \(`arena run` makes it\)"):
        Store.open(tmp_path / "none.db", write)
    with pytest.raises(StoreError, match=r"is not a file; name the contest's \.db file"):
        Store.open(tmp_path, write)
    with pytest.raises(StoreError, match="there is no such file"):
        Store.open(tmp_path / ("long" * 100), write)


def test_a_name_that_a_url_would_read_otherwise_is_a_name(tmp_path: Path) -> None:
    path = tmp_path / "a?mode=memory#%41 ü.db"
    with Store.create(path, made_facts({"seed": "s"})) as store:
        store.add(rows(0))
    with Store.open(path) as store:
        assert there(store) == [0]
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("write", [False, True])
def test_a_table_that_was_made_otherwise_is_refused(path: Path, write: bool) -> None:
    """A column that computes for ever is read by nobody."""
    Store.create(path, made_facts()).close()
    with closing(sqlite3.connect(path)) as db:
        db.executescript("DROP TABLE stage; CREATE TABLE stage (x, number INTEGER AS (1))")
    with pytest.raises(StoreError, match=r"c\.db: damaged: its table stage is not laid out as in a contest's file"):
        Store.open(path, write)


def test_create_never_replaces_a_file(path: Path) -> None:
    Store.create(path, made_facts({"seed": "s"})).close()
    with pytest.raises(StoreError, match=r"c\.db: exists already; give --db another file"):
        Store.create(path, made_facts({"seed": "t"}))
    with Store.open(path) as store:
        assert store.facts() == made_facts()
    assert os.listdir(path.parent) == ["c.db"]


@pytest.mark.parametrize("ending", ["-wal", "-journal"])
def test_what_a_killed_run_left_is_poured_into_no_other_contest(path: Path, ending: str) -> None:
    """Its file was moved or removed without it."""
    left = path.with_name(path.name + ending)
    left.write_bytes(b"games")
    with pytest.raises(
        StoreError, match=rf"c\.db{ending}: holds the last games of .* c\.db is not beside it any more; put"
    ):
        Store.create(path, made_facts({"seed": "s"}))
    assert os.listdir(path.parent) == [left.name]
    left.unlink()
    Store.create(path, made_facts({"seed": "s"})).close()


def killed_with(path: Path, *games: bytes) -> None:
    """A run of the file adds these games, and is killed: they are in its log."""
    code = (
        "import os, signal, sys; from pathlib import Path; from arena.store import Store\n"
        "from tests.facts import made_facts\n"
        "path = Path(sys.argv[1])\n"
        "store = Store.open(path, write=True) if path.exists() else Store.create(path, made_facts())\n"
        "store.add(sys.stdin.buffer.read().splitlines())\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    assert outside(code, path, input=b"\n".join(games).decode()).returncode == -signal.SIGKILL
    assert path.with_name(path.name + "-wal").stat().st_size


def test_a_file_that_was_moved_without_its_log_says_so(path: Path) -> None:
    """Whoever reads sees what is there, and hears that more was; a run does not play again what lies elsewhere."""
    killed_with(path, *rows(0))
    moved = path.with_name("d.db")
    path.rename(moved)
    said: list[str] = []
    with Store.open(moved, say=said.append) as store:
        assert there(store) == []
    assert len(said) == 1
    assert re.search(r"d\.db: was copied or moved without d\.db-wal, in .* its last games: put that beside it", said[0])
    with pytest.raises(StoreError, match=r"d\.db: was copied or moved without d\.db-wal, .*`arena repair"):
        Store.open(moved, write=True)
    path.with_name("c.db-wal").rename(path.with_name("d.db-wal"))
    with Store.open(moved, write=True, say=said.append) as store:
        assert there(store) == [0]
    assert len(said) == 1


def test_a_file_whose_log_is_lost_goes_on_once_somebody_has_said_so(path: Path) -> None:
    """As a copy that SQLite made of one to which a run was writing."""
    with Store.create(path, made_facts({"seed": "s"})) as store:
        store.add(rows(0))
        with closing(sqlite3.connect(path)) as db, closing(sqlite3.connect(path.with_name("d.db"))) as copy:
            db.backup(copy)
    path = path.with_name("d.db")
    with pytest.raises(StoreError, match="without"):
        Store.open(path, write=True)
    assert repair(path, pytest.fail).games == 1
    with Store.open(path, write=True, say=pytest.fail) as store:
        assert there(store) == [0]


@pytest.mark.parametrize("write", [False, True])
def test_the_log_of_another_contest_is_poured_into_none(path: Path, write: bool) -> None:
    """It had the same name, and only its file was replaced."""
    killed_with(path, *rows(0, 1))
    with Store.create(path.with_name("d.db"), made_facts({"seed": "t"})) as store:
        store.add(rows(7))
    whole = path.with_name("d.db").read_bytes()
    path.with_name("d.db").rename(path)
    with pytest.raises(
        StoreError, match=r"c\.db-wal: does not belong to c\.db beside it, .* put it beside .*, or remove"
    ):
        Store.open(path, write)
    assert path.read_bytes() == whole
    path.with_name("c.db-wal").unlink()
    with Store.open(path, write) as store:
        assert there(store) == [7]


@pytest.mark.parametrize("write", [False, True])
def test_a_log_without_its_file_is_told(path: Path, write: bool) -> None:
    killed_with(path, *rows(0))
    path.unlink()
    with pytest.raises(StoreError, match=r"c\.db: is not there, but c\.db-wal with its last games is: put it back"):
        Store.open(path, write)


def opened_by_nobody(path: Path, write: bool) -> str:
    """What somebody hears who may do nothing more than everybody, also where root runs the test."""
    for folder in path.parents:  # pytest makes them for the user alone
        if folder != path.parent and Path(gettempdir()) in folder.parents:
            folder.chmod(0o755)
    code = (
        "import os, sys; from pathlib import Path; from arena.store import Store, StoreError\n"
        "if os.geteuid() == 0: os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        f"try:\n  Store.open(Path(sys.argv[1]), {write})\n"
        "except StoreError as problem: print(problem)\n"
    )
    result = outside(code, path)
    assert not result.stderr
    return result.stdout


def test_a_log_in_a_folder_that_may_not_be_written_to_is_named_with_what_to_do(path: Path) -> None:
    """SQLite says only that it cannot open the file."""
    killed_with(path, *rows(0))
    path.with_name("c.db-shm").unlink()
    for file in path.parent.iterdir():
        file.chmod(0o644)
    path.parent.chmod(0o555)
    try:
        told = opened_by_nobody(path, write=False)
    finally:
        path.parent.chmod(0o755)
    said = (
        r"c\.db: a run that was killed, or is running, has its last games in c\.db-wal, and only who may write to the "
    )
    assert re.search(said + r"folder .* can read that: copy c\.db and c\.db-wal together into a", told)


def test_of_two_that_make_a_file_at_once_the_second_finds_the_run_of_the_first(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in the instant in which the first has given it its name, and does no more with it yet."""
    opened, found = StoreFile._opened, list[str]()

    def late(*args: Any) -> StoreFile:
        found.append(outside(WRITE, path).stdout)
        return opened(*args)

    monkeypatch.setattr(StoreFile, "_opened", late)
    with Store.create(path, made_facts({"seed": "s"})):
        pass
    assert len(found) == 1
    assert re.search(r"c\.db: another run, process \d+ \(.*\), is writing to it; wait for it, or give --db", found[0])
    with pytest.raises(NameTaken, match=r"c\.db: exists already"):
        Store.create(path, made_facts({"seed": "s"}))


def test_a_bundle_is_no_contests_file(path: Path) -> None:
    path.write_bytes(b"PK\3\4" + bytes(100))
    with pytest.raises(StoreError, match=r"c\.db: is a zip file, .*`arena verify` looks at a sealed bundle"):
        Store.open(path)


@pytest.mark.parametrize(("mode", "write", "may"), [(0o000, False, "read"), (0o444, True, "written to")])
def test_a_file_that_may_not_be_opened_says_so(path: Path, mode: int, write: bool, may: str) -> None:
    Store.create(path, made_facts()).close()
    path.parent.chmod(0o755)
    path.chmod(mode)
    assert opened_by_nobody(path, write).endswith(f"c.db: may not be {may}: Permission denied\n")


def test_a_link_that_leads_nowhere_is_named_so(path: Path) -> None:
    path.symlink_to("nowhere")
    with pytest.raises(StoreError, match=r"c\.db: is a link that leads nowhere"):
        Store.open(path)
    with pytest.raises(StoreError, match=r"c\.db: is a link that leads nowhere"):
        Store.create(path, made_facts())


def test_create_in_a_folder_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"no/c\.db: cannot be made: .*is its folder there"):
        Store.create(tmp_path / "no" / "c.db", made_facts())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_to_is_refused_for_writing_and_good_for_reading(path: Path) -> None:
    with Store.create(path, made_facts()) as store:
        store.add(rows(0))
    path.parent.chmod(0o555)
    try:
        with pytest.raises(StoreError, match=r"d\.db: cannot be made"):
            Store.create(path.with_name("d.db"), made_facts())
        with Store.open(path) as reader:
            assert there(reader) == [0]
    finally:
        path.parent.chmod(0o755)


def test_closing_while_somebody_reads_loses_nothing(path: Path) -> None:
    with Store.create(path, made_facts()) as store:
        store.add(rows(0, 1))
        reader = Store.open(path)
        games = reader.records()
        assert next(games).number == 0
    assert next(games).number == 1
    reader.close()
    with Store.open(path, write=True) as store:
        store.add(rows(2))
    with Store.open(path) as reader:
        assert there(reader) == [0, 1, 2]
    assert os.listdir(path.parent) == ["c.db"]


def test_what_a_kill_while_making_the_file_leaves_behind_does_no_harm(path: Path) -> None:
    """A draft and its journal lie about, even under the name that this process would use."""
    for name in (f"c.db.{os.getpid()}.new", f"c.db.{os.getpid()}.new-journal"):
        path.with_name(name).write_bytes(b"half a file" * 1000)
    with Store.create(path, made_facts({"seed": "s"})) as store:
        store.add(rows(0))
        assert store.facts() == made_facts()


def test_the_file_and_what_lies_beside_it_are_for_nobody_else(path: Path) -> None:
    """The master seed is in them, whatever the umask lets others see."""
    before = os.umask(0)
    try:
        with Store.create(path, made_facts({"seed": "s"})) as store:
            store.add(rows(0))
            modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.glob("c.db*")}
    finally:
        os.umask(before)
    assert modes["c.db"] == 0o600
    assert set(modes.values()) == {0o600}
