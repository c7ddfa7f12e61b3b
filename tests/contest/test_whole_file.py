"""A file that is there whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.contest.whole_file import whole_file


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
    with pytest.raises(FileExistsError), whole_file(path, over=False):
        path.write_text("meanwhile")
    with pytest.raises(FileExistsError), whole_file(path, over=False):
        pytest.fail("it began")
    assert path.read_text() == "meanwhile"
    assert list(tmp_path.iterdir()) == [path]
