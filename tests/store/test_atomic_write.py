"""A file that is there whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from arena.store import Store
from arena.store.atomic_write import NoPlace, WriteFailed, whole_file
from tests.facts import made_facts


def test_it_takes_its_name_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    with whole_file(path, over=True) as file:
        file.write(b"new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("over", [True, False])
def test_one_that_was_not_finished_leaves_nothing(tmp_path: Path, over: bool) -> None:
    with pytest.raises(ZeroDivisionError), whole_file(tmp_path / "a", over) as file:
        file.write(bytes(1 // 0))
    assert list(tmp_path.iterdir()) == []


def test_it_never_takes_the_place_of_another_where_it_may_not(tmp_path: Path) -> None:
    """Not of one that is there before it begins, nor of one that comes meanwhile."""
    path = tmp_path / "a"
    with pytest.raises(NoPlace, match="a: exists already"), whole_file(path, over=False):
        path.write_text("meanwhile")
    with pytest.raises(NoPlace, match="a: exists already"), whole_file(path, over=False):
        pytest.fail("it began")
    assert path.read_text() == "meanwhile"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
@pytest.mark.parametrize("linked", [True, False])
def test_it_never_takes_the_place_of_a_contest_or_of_what_belongs_to_one(
    tmp_path: Path, end: str, linked: bool
) -> None:
    """Whatever it is called: what is lost is every game."""
    path = tmp_path / f"c.db{end}"
    with Store.create(tmp_path / "c.db", made_facts({"bots": []})):
        pass
    before = (tmp_path / "c.db").read_bytes()
    if linked:
        path = tmp_path / "link"
        path.symlink_to(f"c.db{end}")
    there = sorted(tmp_path.iterdir())
    told = f"{path.name}: .* a contest's file, and is never written over"
    with pytest.raises(NoPlace, match=told), whole_file(path, over=True):
        pytest.fail("it began")
    assert sorted(tmp_path.iterdir()) == there
    assert (tmp_path / "c.db").read_bytes() == before


def test_other_files_with_such_names_are_written_over(tmp_path: Path) -> None:
    """Other programs' SQLite files, too: somebody has named them."""
    for name, content in {"a": b"SQLite format 3\0" + bytes(100), "a-wal": b"old"}.items():
        (tmp_path / name).write_bytes(content)
        with whole_file(tmp_path / name, over=True) as file:
            file.write(b"new")
        assert (tmp_path / name).read_bytes() == b"new"


def test_a_link_that_somebody_has_laid_under_the_name_of_the_draft_leads_nowhere(tmp_path: Path) -> None:
    """Others may write into the folder, too."""
    (tmp_path / "victim").write_bytes(b"mine")
    (tmp_path / f"a.{os.getpid()}.new").symlink_to("victim")
    with whole_file(tmp_path / "a", over=True) as file:
        file.write(b"new")
    assert (tmp_path / "victim").read_bytes() == b"mine"
    assert (tmp_path / "a").read_bytes() == b"new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "victim"]


def test_through_a_link_it_is_written_where_that_leads(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to("there/a")
    with whole_file(tmp_path / "link", over=True) as file:
        file.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there" / "a").read_bytes() == b"new"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("missing/a", "cannot be written: No such file or directory; is its folder there, and may you write to it?"),
        ("file/a", "cannot be written: Not a directory; is its folder there"),
        ("x" * 300, "cannot be written: File name too long; "),
        ("folder", "is there and is not a file"),
        ("pipe", "is there and is not a file"),
    ],
)
def test_where_no_file_can_be_made_is_told_before_it_begins(tmp_path: Path, name: str, said: str) -> None:
    """By the name that was given, not by that of a draft."""
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NoPlace) as problem, whole_file(tmp_path / name, over=True):
        pytest.fail("it began")
    assert str(problem.value).startswith(f"{tmp_path / name}: {said}")
    assert ".new" not in str(problem.value)


@pytest.mark.parametrize("over", [True, False])
def test_a_full_disk_is_told_by_the_name_that_was_given_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, over: bool
) -> None:
    def full(fd: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WriteFailed) as problem, whole_file(tmp_path / "a", over) as file:
        file.write(b"new")
    assert str(problem.value) == f"{tmp_path / 'a'}: cannot be written: No space left on device"
    assert list(tmp_path.iterdir()) == []
