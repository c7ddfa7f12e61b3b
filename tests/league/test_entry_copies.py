"""The copies from which the entries of a ladder play: made, known again, lost, over real folders and without a game."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from arena.files.folders import copy
from arena.pairing.stages import Stage
from arena.programs.protection import SandboxError
from arena.programs.versions import hash_of
from arena.sandbox import Limits, sandbox_of
from arena.store.paths import copies_of
from tests.contest.ladders import Ladder, ladder

__all__ = ["ladder"]

NO_JAIL = "\n".join(sandbox_of("bwrap", Limits()).problems([]))


def test_an_entry_plays_from_a_copy_whatever_its_author_does(ladder: Ladder) -> None:
    """Also its words that are paths in its folder; and a run that goes on plays the same, with the original gone."""
    path = ladder.bot("a")
    ladder.write("a", {"command": ["cat", str(path.parent / "a" / "bot.txt")], "dir": "a"})
    ladder.look()
    copied = ladder.copy("a")
    assert copied.parent == copies_of(ladder.store.path)
    assert ladder.setup.programs["a"].argv[1] == str(copied / "bot.txt")
    shutil.rmtree(ladder.entries / "a")
    assert ladder.look() == ["a"]
    assert (copied / "bot.txt").read_text() == "one"
    ladder.start()
    assert ladder.look() == ["a"]
    assert ladder.copy("a") == copied
    assert len(ladder.said) == 1
    assert "the folder" in ladder.said[0]
    assert "does not exist" in ladder.said[0]


def test_a_stage_that_goes_on_is_played_by_those_who_began_it(ladder: Ladder) -> None:
    """They may have been updated or removed while nothing ran."""
    for name in ("a", "b"):
        ladder.bot(name)
    ladder.look()
    before, before_hash = ladder.setup.programs, ladder.setup.hashes["a"]
    ladder.stages.append(Stage(((0, 1),), 1))
    ladder.bot("a", "second")
    (ladder.entries / "b.yaml").unlink()
    ladder.start()
    assert ladder.setup.programs == before
    assert ladder.schedule.pairing(0).seating == ("a", "b")
    assert ladder.look() == ["a v2"]
    shutil.rmtree(ladder.root / "league.entries")
    with pytest.raises(SandboxError) as problem:
        ladder.start()
    (text,) = str(problem.value).splitlines()  # of b the very version is there
    assert text.startswith("bot a, in the stage that is to go on: the copy that it plays from is gone: ")
    assert f"; its author's folder {ladder.entries / 'a'} has another version now (" in text
    assert f"put the copy back from a backup, or the version {before_hash}" in text


def test_a_stage_goes_on_where_its_authors_still_have_what_was_lost(ladder: Ladder) -> None:
    """Also those whose file is gone; what is copied is the very version."""
    for name in ("a", "b"):
        ladder.bot(name)
    ladder.look()
    before = ladder.setup.programs
    ladder.stages.append(Stage(((0, 1),), 1))
    (ladder.entries / "b.yaml").unlink()
    shutil.rmtree(copies_of(ladder.store.path))
    ladder.start()
    assert ladder.setup.programs == before
    assert [hash_of(entry, ladder.copy("a").parent) == entry.hash for entry in ladder.entrants.entries] == [True, True]
    assert ladder.said == [
        f"entries: the copy of {name} was gone, and is made again of {ladder.entries / name}" for name in ("a", "b")
    ]
    shutil.rmtree(copies_of(ladder.store.path))
    shutil.rmtree(ladder.entries / "b")
    with pytest.raises(SandboxError, match=r"its author's folder .*/b cannot be used .* put the copy back"):
        ladder.start()


def test_a_copy_that_is_gone_is_made_again_from_the_same_version_and_missed_otherwise(ladder: Ladder) -> None:
    for name in ("a", "b"):
        ladder.bot(name)
    ladder.look()
    shutil.rmtree(copies_of(ladder.store.path))
    (ladder.entries / "b.yaml").write_text("")
    ladder.start()
    for _ in range(2):
        assert ladder.look() == ["a"]
    ladder.start()
    shutil.rmtree(ladder.entries / "a")
    (ladder.entries / "b.yaml").write_text("command: cat\ndir: b\n")
    assert ladder.look(0) == ["a"]
    missed = copies_of(ladder.store.path) / ladder.entrants.entries[1].copy
    told = [line for line in ladder.said if "b cannot play" in line]
    assert told == [f"entries: b cannot play: the copy that it plays from is gone: {missed}"]


def test_a_folder_that_changes_while_it_is_copied_is_taken_later(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(source: Path, items: Any, target: Path, *loose: Any) -> None:
        copy(source, items, target)
        (source / "bot.txt").write_text("second")

    ladder.bot("a")
    with monkeypatch.context() as patched:
        patched.setattr("arena.programs.versions.copy", meanwhile)
        assert ladder.look() == []
    assert ladder.look() == ["a"]
    assert (ladder.copy("a") / "bot.txt").read_text() == "second"
    assert [path.name for path in copies_of(ladder.store.path).iterdir()] == [ladder.copy("a").name]


def test_entries_and_their_copies_are_kept_apart(ladder: Ladder) -> None:
    """So are builds and logs; whatever link leads there."""
    for what, end in (("copies", "entries"), ("builds", "builds"), ("logs", "logs")):
        made = ladder.root / f"league.{end}"
        made.mkdir(exist_ok=True)
        ladder.entries = ladder.root / f"to-{what}"
        ladder.entries.symlink_to(made)
        with pytest.raises(
            SandboxError, match=f"entries: {ladder.entries} is where the {what} of bots go: name another"
        ):
            ladder.start()


def test_a_folder_that_is_too_large_is_not_copied(ladder: Ladder) -> None:
    ladder.bot("a")
    ladder.entrants._files._versions._most_mb = 0
    assert ladder.look() == []
    assert "more than the 0 MiB of limits.build.disk_mb" in ladder.said[0]


@pytest.mark.skipif(bool(NO_JAIL), reason=NO_JAIL)
def test_in_a_jail_no_copy_holds_what_its_bot_may_not_see(ladder: Ladder) -> None:
    """Results and seeds, another's folder; and what it may see, its copy, it can read whatever user it has."""
    ladder.sandbox = "bwrap"
    ladder.start()
    ladder.bot("good")
    (ladder.entries / "good" / "bot.txt").chmod(0o600)
    (ladder.entries / "good" / "part").mkdir()
    (ladder.root / "league.logs").mkdir()
    ladder.write("spy", {"command": "cat", "dir": "../league.logs"})
    ladder.write("thief", {"command": "cat", "dir": "good/part"})
    assert ladder.look() == ["good"]
    refused = [line for line in ladder.said if "the contest's own" in line or "none of its own" in line]
    assert ["spy" in refused[0], refused[1].split()[1]] == [True, "thief"]
    assert (ladder.copy("good") / "bot.txt").stat().st_mode & 0o444 == 0o444
    (good,) = ladder.entrants.entries
    assert hash_of(good, ladder.copy("good").parent) == good.hash
    ladder.bot("good", "second")
    assert ladder.look() == ["good v2"]


@pytest.mark.skipif(bool(NO_JAIL), reason=NO_JAIL)
@pytest.mark.parametrize("known", [False, True])
def test_a_link_that_leads_to_another_copy_only_from_its_own_is_refused(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    """Where its author keeps it, it may lead to what is anybody's, even to what the organiser's PATH names."""
    ladder.sandbox = "bwrap"
    ladder.start()
    ladder.bot("good")
    for part in ("bin/tool", "lib/secret"):
        (ladder.entries / "good" / part).parent.mkdir()
        (ladder.entries / "good" / part).write_text("#!/bin/sh\n")
        (ladder.entries / "good" / part).chmod(0o755)
    assert ladder.look() == ["good"]
    beside = ladder.entries / ladder.copy("good").name
    shutil.copytree(ladder.entries / "good", beside)
    if known:
        monkeypatch.setenv("PATH", f"{beside}/bin:{os.environ['PATH']}")
    ladder.bot("spy")
    (ladder.entries / "spy" / "start").symlink_to(f"../{beside.name}/bin/tool")
    ladder.write("spy", {"command": "./start", "dir": "spy"})
    assert ladder.look() == ["good"]
    told = ladder.copy("good") if known else beside
    assert any("spy" in line and f"{told}/bin/tool" in line and "bot's own word" in line for line in ladder.said)


def test_a_version_is_known_by_its_copy(ladder: Ladder) -> None:
    """Whatever permissions the original has, and however its command names its files."""
    path = ladder.bot("a").with_suffix("")
    (path / "run").write_text("#!/bin/sh\n")
    (path / "run").chmod(0o6711)
    (path / "secret").mkdir(mode=0o700)
    (path / "link").symlink_to("bot.txt")
    os.mkfifo(path / "pipe")
    (ladder.root / "weights").touch()
    ladder.write("a", {"command": ["./run", f"{path}/bot.txt", str(ladder.root / "weights")], "dir": "a"})
    assert ladder.look() == ["a"]
    (entry,), copies = ladder.entrants.entries, copies_of(ladder.store.path)
    shutil.rmtree(path)
    assert hash_of(entry, copies) == entry.hash
    (ladder.root / "weights").write_text("1")
    assert hash_of(entry, copies) != entry.hash
    (ladder.root / "weights").write_text("")
    (ladder.copy("a") / "run").chmod(0o644)
    with pytest.raises(ValueError, match="not executable"):
        hash_of(entry, copies)


def test_what_a_copy_could_not_reach_is_refused(ladder: Ladder) -> None:
    (ladder.root / "common.txt").touch()
    ladder.bot("a")
    ladder.write("a", {"command": "cat ../../common.txt", "dir": "a"})
    assert ladder.look() == []
    (said,) = ladder.said
    assert f"../../common.txt lies outside of its folder {ladder.entries / 'a'}, of which a copy plays" in said


def test_a_file_with_holes_is_as_large_as_it_is_long(ladder: Ladder) -> None:
    """It takes nothing of the disk, and whoever copied it would need for ever."""
    path = ladder.bot("a").with_suffix("")
    (path / "sparse").touch()
    os.truncate(path / "sparse", 200 << 30)
    assert ladder.look() == []
    assert "has more than the" in ladder.said[0]


def test_no_bot_lies_where_the_ladder_keeps_its_own(ladder: Ladder) -> None:
    """It would play from another's copy, or be copied into itself for ever."""
    ladder.bot("a")
    ladder.look()
    ladder.write("all", {"command": "cat bot.txt", "dir": "../league.entries"})
    ladder.write("thief", {"command": "cat bot.txt", "dir": str(ladder.copy("a"))})
    assert ladder.look() == ["a"]
    assert len([line for line in ladder.said if "the contest's own" in line]) == 2
    said = len(ladder.said)
    ladder.look()
    assert len(ladder.said) == said


def test_what_a_killed_run_left_half_copied_is_removed(ladder: Ladder) -> None:
    """And nothing else: copies stay for ever."""
    copies = copies_of(ladder.store.path)
    (copies / ".1.new" / "deep").mkdir(parents=True)
    (copies / "old-0123").mkdir()
    ladder.bot("a")
    ladder.look()
    assert sorted(path.name for path in copies.iterdir()) == sorted([ladder.copy("a").name, "old-0123"])
