"""The files of a ladder's entries: read, copied, built, entered, over real folders and without a game."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.contest import StoreError
from arena.contest.bench import Benched
from arena.contest.bots import MAX_NAME
from arena.contest.entries import FACT, copies_of
from arena.contest.entry_files import QUIET, Unfit, hash_of, read_entry
from arena.contest.folders import copy
from arena.contest.protect import SandboxError
from arena.contest.stages import Stage
from arena.sandbox import Limits, sandbox_of
from tests.contest.ladders import Ladder, ladder

__all__ = ["ladder"]

NO_JAIL = "\n".join(sandbox_of("bwrap", Limits()).problems([]))


def test_dropping_changing_and_removing_a_file_adds_updates_and_retires_a_bot(ladder: Ladder) -> None:
    ladder.bot("b")
    ladder.bot("a")
    assert ladder.look() == ["a", "b"]
    hash = ladder.setup.hashes["a"]
    assert ladder.look() == ["a", "b"]
    ladder.write("a", {"command": "cat bot.txt", "dir": "a", "env": {"LEVEL": "2"}})
    assert ladder.look() == ["b", "a v2"]
    ladder.bot("a")
    assert ladder.look() == ["a", "b"]
    assert ladder.setup.hashes["a"] == hash
    (ladder.entries / "b.yaml").unlink()
    assert ladder.look() == ["a"]
    assert ladder.schedule.bots == ["a", "b", "a v2"]
    assert [line.replace(hash, "#").partition(" (")[0] for line in ladder.said] == [
        "entries: a",
        "entries: b",
        "entries: a v2",
        "entries: a",
        "entries: b retires",
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "bot.txt").write_text("second"),
        lambda folder: (folder / "helper.txt").write_text("also"),
        lambda folder: (folder / "bot.txt").chmod(0o755),
        lambda folder: (folder / "data").mkdir(),
    ],
)
def test_a_version_is_a_hash_of_all_that_is_in_its_folder(ladder: Ladder, change: Callable[[Path], object]) -> None:
    ladder.bot("a")
    ladder.look()
    change(ladder.entries / "a")
    assert ladder.look() == ["a v2"]
    assert ladder.setup.hashes["a v2"] == ladder.copy("a v2").name.removeprefix("a-")


def test_what_changes_when_nobody_has_changed_anything_is_no_new_version(ladder: Ladder) -> None:
    """Times, and what Python and git write."""
    ladder.bot("a")
    setup = (ladder.look(), ladder.setup)[1]
    os.utime(ladder.entries / "a" / "bot.txt", (1, 1))
    for name in ("__pycache__", ".git"):
        (ladder.entries / "a" / name).mkdir()
        (ladder.entries / "a" / name / "x").touch()
    ladder.bot("a")
    assert ladder.look() == ["a"]
    assert ladder.setup is setup


def test_a_file_outside_of_its_folder_that_the_command_names_counts(ladder: Ladder) -> None:
    ladder.bot("a")
    weights = ladder.root / "weights"
    weights.write_text("1")
    ladder.write("a", {"command": f"cat {weights}", "dir": "a"})
    assert ladder.look() == ["a"]
    weights.write_text("2")
    assert ladder.look() == ["a v2"]


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


def test_what_is_being_written_is_left_alone(ladder: Ladder) -> None:
    """A file, or its bot's, is taken once nothing has changed for a while; till then the old version plays."""
    ladder.bot("a")
    assert ladder.look(0.9 * QUIET) == []
    assert ladder.look() == ["a"]
    ladder.write("a", "command: [cat, ")
    assert ladder.look(0.9 * QUIET) == ["a"]
    ladder.bot("a", "second")
    assert ladder.look(0.9 * QUIET) == ["a"]
    assert len(ladder.said) == 1
    assert ladder.look() == ["a v2"]


def test_who_keeps_changing_is_told_once(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it has gone on for long, with the file that changes; and again after it had come to an end."""
    monkeypatch.setattr("arena.contest.entrants.PATIENCE", 0.5 * QUIET)
    ladder.bot("a")
    assert ladder.look(0.2 * QUIET) == []
    assert ladder.said == []
    told = f"a.yaml has just changed, and is read once nothing has for {QUIET:g} seconds"
    for seconds in (0.9, 0.92, 0.94):
        assert ladder.look(seconds * QUIET) == []
    assert ladder.said == [f"entries: a waits: {ladder.entries}/{told}"]
    assert ladder.look() == ["a"]
    ladder.bot("a", "second")
    assert ladder.look(0.2 * QUIET) == ladder.look(0.9 * QUIET) == ["a"]
    assert [line for line in ladder.said if line.endswith(told)] == ladder.said[::2]
    assert len(ladder.said) == 3


def test_a_folder_that_changes_while_it_is_copied_is_taken_later(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(source: Path, items: Any, target: Path) -> None:
        copy(source, items, target)
        (source / "bot.txt").write_text("second")

    ladder.bot("a")
    with monkeypatch.context() as patched:
        patched.setattr("arena.contest.entry_files.copy", meanwhile)
        assert ladder.look() == []
    assert ladder.look() == ["a"]
    assert (ladder.copy("a") / "bot.txt").read_text() == "second"
    assert [path.name for path in copies_of(ladder.store.path).iterdir()] == [ladder.copy("a").name]


def test_a_broken_file_is_told_once_and_hurts_nobody(ladder: Ladder) -> None:
    """With all its errors and their lines; told again when it is broken in another way, or again."""
    ladder.bot("good")
    ladder.bot("bad")
    ladder.look()
    del ladder.said[:]
    ladder.write("bad", "command: cat\ndri: bad\nenv: 3\n")
    for _ in range(3):
        assert ladder.look() == ["bad", "good"]
    (text,) = ladder.said
    assert "bad.yaml:2" in text
    assert "did you mean 'dir'?" in text
    assert "bad.yaml:3" in text
    ladder.write("bad", {"command": "catt", "dir": "bad"})
    ladder.look()
    assert "'catt' is not in any folder of the PATH" in ladder.said[1]
    ladder.bot("bad")
    assert ladder.look() == ["bad", "good"]
    ladder.write("bad", {"command": "catt", "dir": "bad"})
    ladder.look()
    assert ladder.said[2:] == ladder.said[1:2]


@pytest.mark.parametrize("where", [".", "..", "", None])
def test_a_bot_has_a_folder_of_its_own(ladder: Ladder, where: str | None) -> None:
    text = {"command": "cat"} | ({} if where is None else {"dir": where or str(ladder.entries)})
    with pytest.raises(Unfit, match="put the bot into a folder of its own"):
        read_entry(ladder.write("a", text))
    with pytest.raises(Unfit, match="put the bot into a folder of its own"):
        read_entry(ladder.write("a", "cat"))


def test_a_folder_may_be_named_by_a_link(ladder: Ladder) -> None:
    """What it leads to is copied, and what that holds is what makes a version; links inside stay links."""
    ladder.bot("a")
    (ladder.entries / "a" / "inner").symlink_to("bot.txt")
    (ladder.entries / "link").symlink_to("a")
    ladder.write("a", {"command": ["cat", str(ladder.entries / "link" / "bot.txt")], "dir": "link"})
    assert ladder.look() == ["a"]
    assert not ladder.copy("a").is_symlink()
    assert (ladder.copy("a") / "inner").is_symlink()
    assert ladder.setup.programs["a"].argv[1] == str(ladder.copy("a") / "bot.txt")
    (ladder.entries / "a" / "bot.txt").write_text("second")
    assert ladder.look() == ["a v2"]
    (entry,) = ladder.entrants.entries[1:]
    assert hash_of(entry, ladder.copy("a v2").parent) == entry.hash


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


def test_a_benched_version_that_is_back_is_told_so(ladder: Ladder) -> None:
    path = ladder.bot("a")
    ladder.look()
    text = path.read_text()
    path.unlink()
    ladder.look()
    path.write_text(text)
    ladder.benched["a"] = Benched("a", "failed to start in 3 games running", (0, 1, 2))
    ladder.look()
    assert ladder.said[-1].endswith(
        ") is back, but benched: failed to start in 3 games running: change it, and it is a new entry"
    )


def test_names_that_are_taken_are_refused(ladder: Ladder) -> None:
    ladder.bot("a")
    ladder.look()
    ladder.bot("a", "second")
    ladder.look()
    for name in ("A", "a v2", "x" * (MAX_NAME + 1)):
        ladder.bot(name)
    assert ladder.look() == ["a v2"]
    told = "\n".join(ladder.said)
    assert "A.yaml: the name is taken by the bot 'a'" in told
    assert "a v2.yaml: the name is taken by the bot 'a v2'" in told
    assert "a bot's name has 1 to 40 printable characters" in told


def test_hidden_files_and_others_are_no_entries(ladder: Ladder) -> None:
    for name in (".a.yaml", "a.yaml~", "a.yml", "README.md"):
        (ladder.entries / name).write_text("command: cat\n")
    assert ladder.look() == []
    assert ladder.said == []


def test_where_the_folder_cannot_be_read_everybody_plays_on(ladder: Ladder) -> None:
    ladder.bot("a")
    ladder.look()
    ladder.entries.rename(ladder.root / "elsewhere")
    assert ladder.look() == ladder.look() == ["a"]
    assert [line for line in ladder.said if "everybody plays on" in line] == ladder.said[1:]
    (ladder.root / "elsewhere").rename(ladder.entries)
    assert ladder.look() == ["a"]


def test_a_folder_that_is_too_large_is_not_copied(ladder: Ladder) -> None:
    ladder.bot("a")
    ladder.entrants._files._most_mb = 0
    assert ladder.look() == []
    assert "more than the 0 MiB of limits.build.disk_mb" in ladder.said[0]


def test_bots_of_the_configuration_are_entries_too(tmp_path: Path) -> None:
    """They come first, are read when a run starts, and may change or go between runs."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "b").touch()
    ladder = Ladder(tmp_path, b="one", a="two")
    ladder.bot("0")
    ladder.bot("a")
    assert ladder.look() == ["b", "a", "0"]
    assert "the name is taken by the bot 'a'" in "\n".join(ladder.said)
    (tmp_path / "one" / "b").write_text("new")
    assert ladder.look() == ["b", "a", "0"]
    del ladder.bots["a"]
    (ladder.entries / "a.yaml").unlink()
    ladder.start()
    assert ladder.look() == ["0", "b v2"]
    ladder.bots["lost"] = "nowhere"
    with pytest.raises(SandboxError, match=r"bot lost: its folder .*nowhere cannot be read"):
        ladder.start()
    ladder.store.close()


def test_the_contests_own_files_are_no_part_of_a_bot(tmp_path: Path) -> None:
    """A bot of the configuration may lie beside it."""
    (tmp_path / "b").touch()
    ladder = Ladder(tmp_path, b=".")
    ladder.look()
    hash = ladder.setup.hashes["b"]
    assert [path.name for path in ladder.copy("b").iterdir()] == ["b"]
    (tmp_path / "league.yaml").write_text("jobs: 2")
    ladder.bot("a")
    ladder.look()
    ladder.start()
    ladder.look()
    assert ladder.setup.hashes["b"] == hash
    ladder.store.close()


def test_a_bot_that_cannot_be_built_does_not_enter_and_its_old_version_plays_on(ladder: Ladder) -> None:
    """A build of a newcomer runs in a process of its own; the next look after its end takes it in."""
    ladder.bot("a")
    ladder.look()
    ladder.write("a", {"command": "./made", "dir": "a", "build": "sh -c 'echo no flour; exit 3'"})
    assert ladder.look() == ["a"]
    assert ladder.entrants._building is not None
    ladder.entrants._building[1]._process.wait()
    assert ladder.look() == ladder.look() == ["a"]
    assert "exited with code 3" in ladder.said[-1]
    assert ladder.said[-1].endswith("no flour")
    ladder.write("a", {"command": "./made", "dir": "a", "build": "sh -c 'cp /bin/cat made'"})
    assert ladder.look() == ["a"]
    ladder.entrants._building[1]._process.wait()
    assert ladder.look() == ["a v2"]
    assert ladder.setup.programs["a v2"].name == "a v2"
    assert Path(ladder.setup.programs["a v2"].argv[0]).is_file()
    ladder.start()
    assert ladder.look() == ["a v2"]
    assert "building" not in "".join(ladder.said)


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
    refused = [line for line in ladder.said if "would be able to read what is none of its own" in line]
    assert [line.split()[1] for line in refused] == ["spy", "thief"]
    assert (ladder.copy("good") / "bot.txt").stat().st_mode & 0o444 == 0o444
    (good,) = ladder.entrants.entries
    assert hash_of(good, ladder.copy("good").parent) == good.hash
    ladder.bot("good", "second")
    assert ladder.look() == ["good v2"]


def test_a_damaged_list_of_entries_is_named(tmp_path: Path, ladder: Ladder) -> None:
    ladder.store.set_fact(FACT, {"folder": 3})
    with pytest.raises(StoreError, match="what it says of its entries cannot be read"):
        ladder.start()


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


def test_what_a_killed_run_left_half_copied_is_removed(ladder: Ladder) -> None:
    """And nothing else: copies stay for ever."""
    copies = copies_of(ladder.store.path)
    (copies / ".1.new" / "deep").mkdir(parents=True)
    (copies / "old-0123").mkdir()
    ladder.bot("a")
    ladder.look()
    assert sorted(path.name for path in copies.iterdir()) == sorted([ladder.copy("a").name, "old-0123"])
