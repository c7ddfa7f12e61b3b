"""The files of a ladder's entries: read, copied, built, entered, over real folders and without a game."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.contest.bench import Benched
from arena.league.entry_files import QUIET, read_entry
from arena.programs.bot import MAX_NAME
from arena.programs.protection import SandboxError
from arena.programs.versions import Unfit, hash_of
from arena.store import StoreError
from tests.contest.ladders import Ladder, ladder
from tests.facts import plant

__all__ = ["ladder"]


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
    monkeypatch.setattr("arena.league.entrants.PATIENCE", 0.5 * QUIET)
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


def test_a_benched_version_that_is_back_is_told_so(ladder: Ladder) -> None:
    path = ladder.bot("a")
    ladder.look()
    text = path.read_text()
    path.unlink()
    ladder.look()
    path.write_text(text)
    ladder.benched["a"] = Benched("a", "failed to start in 3 games in a row", (0, 1, 2))
    ladder.look()
    assert ladder.said[-1].endswith(
        ") is back, but benched: failed to start in 3 games in a row: change it, and it is a new entry"
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


def test_a_name_makes_no_lines_of_its_own(ladder: Ladder) -> None:
    """Else a file could say in the log that somebody else has entered."""
    for text in ("command: [", "command: cat\ndir: nowhere\n", "command: cat bot.txt\ndir: .\n"):
        ladder.write("x\nentries: boss enters", text)
        assert ladder.look() == []
    assert ladder.said
    assert not [line for said in ladder.said for line in said.splitlines() if line.startswith("entries: boss")]


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


def test_a_damaged_list_of_entries_is_named(tmp_path: Path, ladder: Ladder) -> None:
    plant(ladder.store, "entries", {"folder": 3})
    with pytest.raises(StoreError, match=r"what the file says of its contest cannot be used: .*entries"):
        ladder.start()
