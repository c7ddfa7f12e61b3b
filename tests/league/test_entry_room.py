"""What the versions of a bot may pile up beside a ladder's file."""

from __future__ import annotations

import os

import pytest

from arena.files.regular_file import MIB
from arena.league import entry_room
from arena.sandbox import Limits
from tests.contest.ladders import Ladder, ladder

__all__ = ["ladder"]


@pytest.fixture
def small(ladder: Ladder) -> Ladder:
    """One in which a bot's versions may take a MiB."""
    ladder.limits = Limits(versions_mb=1)
    ladder.start()
    return ladder


def large(ladder: Ladder, name: str, kib: int) -> None:
    (ladder.entries / name / "data").write_bytes(os.urandom(1024 * kib))


def copies(ladder: Ladder) -> list[str]:
    return sorted(os.listdir(ladder.root / "league.entries"))


def test_an_author_who_changes_his_bot_again_and_again_fills_his_own_room(small: Ladder) -> None:
    """What played before plays on, others change as they like, and no copy is made of what does not enter."""
    small.bot("a")
    small.bot("b")
    large(small, "a", 400)
    assert small.look() == ["a", "b"]
    large(small, "a", 400)
    assert small.look() == ["b", "a v2"]
    before = copies(small)
    large(small, "a", 400)
    assert small.look() == ["b", "a v2"]
    (said,) = (line for line in small.said if "cannot enter" in line)
    assert "with this one its versions would take 1.2 MiB in " in said
    assert "the limit is 1 MiB (limits.versions_mb): raise it, and run again" in said
    assert copies(small) == before
    small.bot("b", "two")
    assert small.look() == ["a v2", "b v2"]
    small.limits = Limits(versions_mb=2)
    small.start()
    assert small.look() == ["b v2", "a v3"]


def test_a_version_that_comes_back_needs_no_room(small: Ladder) -> None:
    small.bot("a")
    first, second = os.urandom(450 * 1024), os.urandom(450 * 1024)
    data = small.entries / "a" / "data"
    for content, playing in ((first, "a"), (second, "a v2"), (first, "a"), (second, "a v2")):
        data.write_bytes(content)
        small.start()
        assert small.look() == [playing]


def test_versions_that_never_played_count(small: Ladder) -> None:
    """Their copies lie there all the same; but they are not another bot's whose folder is called alike."""
    small.bot("a b")
    large(small, "a b", 400)
    small.bot("a_b")
    assert small.look() == ["a b", "a_b"]
    for name in ("a_b-" + 16 * "0", "a_b-" + 16 * "1", "a_b-more", "a_b"):
        folder = small.root / "league.entries" / name
        folder.mkdir()
        (folder / "data").write_bytes(bytes(400 * 1024))
    small.bot("a_b", "two")
    assert small.look() == ["a b", "a_b v2"]
    large(small, "a_b", 300)
    assert small.look() == ["a b", "a_b v2"]


def test_builds_of_all_versions_count(small: Ladder) -> None:
    """By the name of the bot that was built there."""
    small.bot("a_b")
    builds = small.root / "league.builds"
    for number, name in enumerate(("a_b", "a b")):
        folder = builds / f"a_b-{number:016}"
        folder.mkdir(parents=True)
        (folder / "bot").write_bytes(bytes(600 * 1024))
        folder.with_name(folder.name + ".built").write_text(name)
    assert small.look() == ["a_b"]
    large(small, "a_b", 500)
    assert small.look() == ["a_b"]
    assert "with this one its versions would take 1.1 MiB" in small.said[-1]


def test_the_last_of_the_disk_is_the_ladders(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody enters who would take its last GiB, or more than half of what is left where that is less."""
    ladder.bot("a")
    large(ladder, "a", 2048)
    monkeypatch.setattr(entry_room, "free", lambda folder: 3 * MIB)
    assert ladder.look() == []
    assert "3.0 MiB left, and the last of it is the ladder's own: make room there, and run again" in ladder.said[-1]
    monkeypatch.setattr(entry_room, "free", lambda folder: 10 * MIB)
    ladder.start()
    assert ladder.look() == ["a"]
