"""Folders of strangers: what makes two of them the same, and that nothing in them does harm to who walks them."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.files.descent import MOST_DEPTH, walk
from arena.files.folders import copy, digest, remove, seal, weight


def fill(folder: Path) -> None:
    (folder / "src" / "deep").mkdir(parents=True)
    (folder / "src" / "main.c").write_text("int main;")
    (folder / "src" / "deep" / "run.sh").write_text("#!/bin/sh\n")
    (folder / "src" / "deep" / "run.sh").chmod(0o755)
    (folder / "link").symlink_to("src/main.c")
    (folder / "away").symlink_to("/nowhere")


def key(folder: Path, *more: object) -> str:
    return digest(folder, list(walk(folder, (), ("__pycache__", ".git"))), *more)


def shown(folder: Path) -> dict[str, tuple[int, str | None]]:
    """Modes and contents."""
    found: dict[str, tuple[int, str | None]] = {}
    for item in walk(folder):
        path = folder / item.name
        content = os.readlink(path) if item.is_link else path.read_text() if item.is_file else None
        found[item.name] = (stat.S_IMODE(item.mode), content)
    return found


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "src" / "main.c").write_text("int mien;"),
        lambda folder: (folder / "src" / "main.c").chmod(0o600),
        lambda folder: (folder / "src" / "main.c").rename(folder / "main.c"),
        lambda folder: (folder / "src" / "deep" / "more").mkdir(),
        lambda folder: (folder / "src" / "deep" / "run.sh").unlink(),
        lambda folder: ((folder / "link").unlink(), (folder / "link").symlink_to("src/deep")),
    ],
)
def test_whatever_changes_in_a_folder_changes_its_key(tmp_path: Path, change: Callable[[Path], object]) -> None:
    fill(tmp_path)
    before = key(tmp_path)
    change(tmp_path)
    assert key(tmp_path) != before


def test_what_nobody_has_changed_keeps_its_key(tmp_path: Path) -> None:
    """Times, what Python and git write, and pipes; and it is the same in another folder."""
    fill(tmp_path / "a")
    before = key(tmp_path / "a")
    for name in ("src/__pycache__", ".git"):
        (tmp_path / "a" / name).mkdir()
        (tmp_path / "a" / name / "file").touch()
    os.utime(tmp_path / "a" / "src" / "main.c", (1, 1))
    assert key(tmp_path / "a") == before
    fill(tmp_path / "b")
    assert key(tmp_path / "b") == before


def test_two_lists_of_words_have_two_keys() -> None:
    """However they are cut; also words that are not Unicode."""
    lists: list[list[str]] = [[], [""], ["a", "b"], ["a b"], ["ab"], ["a', 'b"], ["\udcff"], ["\\udcff"]]
    assert len({digest(Path(), [], words) for words in lists}) == len(lists)


def test_no_more_of_a_file_is_read_than_it_said(tmp_path: Path) -> None:
    """What says that it is empty may have no end, as files of the kernel's."""
    (tmp_path / "file").write_bytes(bytes(5000))
    (item,) = walk(tmp_path)
    digest(tmp_path, [item])
    with pytest.raises(OSError, match="longer than it says"):
        digest(tmp_path, [item._replace(size=4999)])
    os.truncate(tmp_path / "file", 1 << 40)
    assert weight(tmp_path) == 1 << 40


def test_a_copy_is_the_same_and_may_be_written(tmp_path: Path) -> None:
    """Links stay links, times stay; special rights and pipes do not."""
    source, target = tmp_path / "a", tmp_path / "made" / "b"
    fill(source)
    before = shown(source)
    (source / "src" / "main.c").chmod(0o4444)
    os.utime(source / "src" / "main.c", ns=(5, 123_456_789))
    os.mkfifo(source / "pipe")
    copy(source, list(walk(source)), target)
    assert shown(target) == before | {"src/main.c": (0o644, "int main;")}
    assert (target / "src" / "main.c").stat().st_mtime_ns == 123_456_789


def test_a_walk_leaves_out_what_it_is_told_and_goes_no_deeper_than_it_should(tmp_path: Path) -> None:
    fill(tmp_path)
    names = [item.name for item in walk(tmp_path, [tmp_path / "src" / "deep"], ["link"])]
    assert names == ["away", "src", "src/main.c"]
    (tmp_path / Path(*["d"] * (MOST_DEPTH + 1))).mkdir(parents=True)
    with pytest.raises(OSError, match=f"more than {MOST_DEPTH} folders inside each other"):
        weight(tmp_path)


def test_a_walk_begins_at_a_link_and_follows_none_inside(tmp_path: Path) -> None:
    """What is left out is so by whatever links it, or the folder, is named."""
    fill(tmp_path / "a")
    (tmp_path / "a" / "within").symlink_to("src")
    (tmp_path / "b").symlink_to("a")
    assert key(tmp_path / "b") == key(tmp_path / "a")
    assert [item.name for item in walk(tmp_path / "b") if item.name.startswith("within")] == ["within"]
    for folder, apart in (("a", "b"), ("b", "a"), ("b", "b")):
        names = [item.name for item in walk(tmp_path / folder, [tmp_path / apart / name for name in ("src", "link")])]
        assert names == ["away", "within"]


def test_a_folder_is_removed_however_deep_and_closed_it_is(tmp_path: Path) -> None:
    """Deeper than a path can be long."""
    fd = os.open(tmp_path, os.O_RDONLY)
    for _ in range(25):
        os.mkdir("d" * 200, dir_fd=fd)
        inner = os.open("d" * 200, os.O_RDONLY, dir_fd=fd)
        os.close(fd)
        fd = inner
    os.fchmod(fd, 0)
    os.close(fd)
    remove(tmp_path / ("d" * 200))
    remove(tmp_path / "never there")
    assert os.listdir(tmp_path) == []


def test_every_file_weighs_something(tmp_path: Path) -> None:
    """A million empty files fill a disk, too."""
    before = weight(tmp_path)
    for number in range(10):
        (tmp_path / str(number)).touch()
    (tmp_path / "big").write_bytes(bytes(100_000))
    assert before + 10 * 4096 + 100_000 <= weight(tmp_path) < before + 500_000


def test_a_sealed_folder_can_be_read_by_all_and_written_by_nobody(tmp_path: Path) -> None:
    fill(tmp_path / "a")
    (tmp_path / "a" / "src" / "main.c").chmod(0o4666)
    (tmp_path / "a" / "src" / "deep" / "run.sh").chmod(0o100)
    (tmp_path / "a" / "src" / "deep").chmod(0)
    os.mkfifo(tmp_path / "a" / "pipe")
    (tmp_path / "a").chmod(0o777)
    seal(tmp_path / "a")
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o755
    assert {name: mode for name, (mode, _) in shown(tmp_path / "a").items() if mode != 0o777} == {
        "src": 0o755,
        "src/deep": 0o755,
        "src/deep/run.sh": 0o755,
        "src/main.c": 0o644,
    }
