"""Patterns of file names: what fits them, and that looking for it has an end."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from glob import glob
from os.path import isfile, normpath
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.files.patterns import Looking

FILES = ["a.py", "b.txt", ".hidden.py", "lib/a.py", "lib/deep/a.py", "lib/.off/a.py", "deep/deep/[q].py", "lib/b"]
PARTS = ["**", "*", "*.py", "lib", "deep", ".*", "?*", "[ab].*", "a.py", "..", ".", "**b", "[[]q].py", ""]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # So deep that no way up leads to what other tests are making.
    folder = tmp_path_factory.mktemp("patterns") / "up" / "to" / "this" / "bot"
    for name in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    return folder


@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=4), st.booleans())
def test_a_pattern_means_what_it_means_to_python(folder: Path, parts: list[str], whole: bool) -> None:
    pattern = "/".join(parts).lstrip("/")
    pattern = f"{folder}/{pattern}" if whole else pattern
    theirs = [os.path.join(folder, name) for name in glob(pattern, root_dir=folder, recursive=True)]
    ours = [str(path) for path in Looking().fitting(folder, pattern)] if pattern else []
    assert {normpath(name) for name in ours if isfile(name)} == {normpath(name) for name in theirs if isfile(name)}


def test_all_in_a_folder_is_hidden_files_too_and_links_to_files(folder: Path) -> None:
    assert sorted(str(path.relative_to(folder)) for path in Looking().all_in(folder)) == sorted(FILES)


def test_links_in_a_circle_are_not_gone_through(tmp_path: Path) -> None:
    """Two of them make more paths than there are atoms; who names one goes through it."""
    (tmp_path / "x.py").touch()
    for name in ("a", "b"):
        (tmp_path / name).symlink_to(".")
    assert [path.name for path in Looking().fitting(tmp_path, "**/*.py")] == ["x.py"]
    assert [path.name for path in Looking().all_in(tmp_path) if path.is_file()] == ["x.py"]
    assert [*Looking().fitting(tmp_path, "a/b/*.py")] == [tmp_path / "a" / "b" / "x.py"]


def test_all_patterns_of_a_bot_look_at_so_many_names_together(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.files.patterns.MOST_NAMES", 40)
    look = Looking()
    assert len([*look.fitting(folder, "**/*.py")]) == 4

    def go_on(names: Callable[[], Iterator[Path]]) -> None:
        for _ in range(100):
            assert [*names()]

    for names in (
        lambda: look.fitting(folder, "**/*.py"),
        lambda: Looking().fitting(folder, "/".join(50 * ["lib", ".."])),
        lambda: look.all_in(folder),
    ):
        with pytest.raises(OSError, match="more than 40 names have to be looked at"):
            go_on(names)
