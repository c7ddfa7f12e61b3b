"""Authors who attack a ladder through their files: nothing of others gets into a copy, and nobody waits for them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from arena.files.descent import Changed, Item
from arena.files.folders import copy, digest
from arena.league.entry_files import MOST_BYTES, MOST_ERRORS, entry_paths, read_entry
from arena.programs.bot import Bot, files_of
from arena.programs.versions import Unfit, hash_bot
from arena.store.paths import copies_of
from tests.contest.ladders import Ladder, ladder
from tests.files.test_descent import EVE, ROOT, SECRET, fed, of, swapping

__all__ = ["ladder"]


@pytest.fixture
def private(ladder: Ladder) -> Path:
    """A folder that no bot may see, in which things have the names of those in the bot's own."""
    folder = ladder.root / "private"
    (folder / "sub" / "deep").mkdir(parents=True)
    (folder / "sub" / "file").write_text(SECRET)
    return folder


def with_a_part(ladder: Ladder, name: str = "a") -> Path:
    folder = ladder.bot(name).with_suffix("")
    (folder / "sub" / "deep").mkdir(parents=True)
    (folder / "sub" / "file").write_text("mine")
    return folder


def copied(ladder: Ladder) -> list[str]:
    """All that is in any copy."""
    copies = copies_of(ladder.store.path)
    return [path.read_text() for path in copies.rglob("*") if path.is_file() and not path.is_symlink()]


@pytest.mark.parametrize("name", ["sub", "sub/file"])
def test_who_swaps_for_a_link_and_back_while_he_is_copied_is_looked_at_again(
    ladder: Ladder, private: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Nothing of what the link leads to is in a copy, at any time; once the swapping has an end, the bot enters."""
    folder = with_a_part(ladder)

    def swapped(source: Path, items: Sequence[Item], target: Path, *loose: Any) -> None:
        (folder / name).rename(ladder.root / "away")
        (folder / name).symlink_to(private / name)
        try:
            copy(source, items, target)
        finally:
            (folder / name).unlink()
            (ladder.root / "away").rename(folder / name)

    with monkeypatch.context() as patched:
        patched.setattr("arena.programs.versions.copy", swapped)
        assert ladder.look() == []
        assert SECRET not in copied(ladder)
    assert ladder.look() == ["a"]
    assert sorted(copied(ladder)) == ["mine", "one"]
    assert len(ladder.said) == 1


def test_who_swaps_for_a_link_while_he_is_hashed_is_looked_at_again(
    ladder: Ladder, private: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = with_a_part(ladder)

    def swapped(*words: Any, **known: Any) -> str:
        (folder / "sub").rename(ladder.root / "away")
        (folder / "sub").symlink_to(private / "sub")
        try:
            return digest(*words, **known)
        finally:
            (folder / "sub").unlink()
            (ladder.root / "away").rename(folder / "sub")

    with monkeypatch.context() as patched:
        patched.setattr("arena.programs.versions.digest", swapped)
        assert ladder.look() == []
    assert ladder.said == []
    assert ladder.look() == ["a"]


def test_a_copy_whose_content_is_not_that_of_the_hash_does_not_play(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever way somebody found to bring it about."""
    ladder.bot("a")

    def other(source: Path, items: Sequence[Item], target: Path, *loose: Any) -> None:
        copy(source, items, target)
        (target / "bot.txt").write_text("another")

    with monkeypatch.context() as patched:
        patched.setattr("arena.programs.versions.copy", other)
        assert ladder.look() == []
    assert ladder.look() == ["a"]
    assert copied(ladder) == ["one"]


def test_who_swaps_as_fast_as_he_can_gets_nothing_into_a_copy(
    ladder: Ladder, private: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = with_a_part(ladder)
    for asks in ladder.entrants, ladder.entrants._files:
        monkeypatch.setattr(asks, "_now", lambda: time.time() + 3600)  # as if nobody had written for an hour
    with swapping(folder, private):
        for _ in range(30):
            ladder.look()
            assert SECRET not in copied(ladder)


def test_nobody_waits_for_a_pipe_that_was_a_file_when_it_was_looked_at(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot's file, in its folder and outside of it, and the file of its entry; and who has got one is told why."""
    folder = with_a_part(ladder)
    pipe = ladder.root / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setattr("arena.programs.bot.isfile", lambda path: True)
    monkeypatch.setattr(Path, "is_file", lambda path: True)
    bot = Bot(command=("cat", str(pipe)), folder=folder, program=Path("/bin/cat"))
    assert str(pipe) in files_of(bot)
    with fed(pipe), pytest.raises(OSError, match="it is not a file"):
        hash_bot(bot)
    with fed(pipe), pytest.raises(Unfit, match="it is not a file"):
        ladder.entrants._files.take("a", bot)
    with fed(pipe), pytest.raises(Unfit, match=r"pipe: cannot be read: it is not a file"):
        read_entry(pipe)


def test_an_entry_that_is_too_long_is_not_read(ladder: Ladder) -> None:
    """Its first bytes would do as an entry; it is longer than any memory."""
    ladder.bot("a")
    ladder.bot("b")
    os.truncate(ladder.entries / "a.yaml", 1 << 42)
    assert ladder.look() == ["b"]
    told = [line for line in ladder.said if "a.yaml" in line]
    assert len(told) == 1
    assert f"it has 4,398,046,511,104 bytes, more than {MOST_BYTES:,}: is it an entry?" in told[0]


def test_an_entry_stands_for_no_more_than_it_may_hold(ladder: Ladder) -> None:
    """However its aliases multiply what is in it, by number or by length."""
    ladder.bot("ok")
    laughs = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    laughs += [f"{here}: &{here} [{', '.join(10 * [f'*{there}'])}]" for there, here in pairwise("abcdefghi")]
    with pytest.raises(Unfit, match="more than 100,000 values once its aliases are written out"):
        read_entry(ladder.write("laughs", "\n".join(laughs)))
    long = f"command: [cat, &x {'x' * 5_000}, {', '.join(1000 * ['*x'])}]\ndir: ok\n"
    with pytest.raises(Unfit, match=f"more than {MOST_BYTES:,} characters once its aliases are written out"):
        read_entry(ladder.write("long", long))


def test_an_entry_includes_no_other_file(ladder: Ladder, private: Path) -> None:
    """It would be read as the arena's user, and its content be given to the bot."""
    ladder.bot("ok")
    text = f"command: cat bot.txt\ndir: ok\nenv: {{X: !file {private}/sub/file}}\n"
    with pytest.raises(Unfit, match="!file: no other file can be included here: write out what is in it") as problem:
        read_entry(ladder.write("a", text))
    assert SECRET not in str(problem.value)


def test_of_very_many_errors_people_are_told_the_first(ladder: Ladder) -> None:
    """As many wrong keys as fit in; and all of them are looked through in a moment."""
    wrong = "".join(f"command{number}: x\n" for number in range(1000))
    with pytest.raises(Unfit) as problem:
        read_entry(ladder.write("a", wrong))
    lines = str(problem.value).splitlines()
    assert len(lines) == MOST_ERRORS + 1
    assert lines[-1] == f"and {1001 - MOST_ERRORS} more errors"


def test_a_folder_with_too_many_names_lets_everybody_play_on(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder.bot("a")
    assert ladder.look() == ["a"]
    monkeypatch.setattr("arena.league.entry_files.MOST_NAMES", 3)
    for name in ("x", "y", "z"):
        (ladder.entries / name).touch()
    with pytest.raises(OSError, match="more than 3 names are in it"):
        entry_paths(ladder.entries)
    for _ in range(2):
        assert ladder.look() == ["a"]
    told = "more than 3 names are in it; everybody plays on"
    assert ladder.said[1:] == [f"entries: the folder {ladder.entries} cannot be read: {told}"]


def test_who_asks_for_all_files_of_the_machine_is_refused(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.files.patterns.MOST_NAMES", 100)
    ladder.bot("ok")
    for number in range(101):
        (ladder.root / str(number)).touch()
    ladder.write("a", {"command": "cat bot.txt", "dir": "ok", "files": [f"{ladder.root}/**/*.nothing"]})
    with pytest.raises(Unfit, match=r"nothing' cannot be looked for: more than 100 names have to be looked at"):
        read_entry(ladder.entries / "a.yaml")


def test_a_link_out_of_its_folder_stays_a_link_in_its_copy(ladder: Ladder, private: Path) -> None:
    """Up or by a whole path: it counts for the hash as where it leads, and is never followed."""
    folder = with_a_part(ladder)
    (folder / "up").symlink_to("../../private/sub/file")
    (folder / "whole").symlink_to(private)
    assert ladder.look() == ["a"]
    copied_to = ladder.copy("a")
    assert os.readlink(copied_to / "up") == "../../private/sub/file"
    assert os.readlink(copied_to / "whole") == str(private)
    assert sorted(copied(ladder)) == ["mine", "one"]
    (private / "sub" / "file").write_text("changed")
    assert ladder.look() == ["a"]


def test_copies_and_builds_are_closed_to_all_others(ladder: Ladder) -> None:
    """Also where they were made by an arena that left them open."""
    made = {end: ladder.root / f"league.{end}" for end in ("entries", "builds")}
    for folder in made.values():
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
    ladder.start()
    assert made["entries"].stat().st_mode & 0o777 == 0o700
    ladder.bot("a")
    ladder.write("b", {"command": "cat bot.txt", "dir": "../b", "build": "touch made"})
    (ladder.root / "b").mkdir()
    (ladder.root / "b" / "bot.txt").touch()
    made["entries"].chmod(0o755)
    while "b" not in ladder.look():
        pass
    assert [folder.stat().st_mode & 0o777 for folder in made.values()] == [0o700, 0o700]


@ROOT
def test_an_entry_of_another_user_names_a_folder_of_his(ladder: Ladder, private: Path) -> None:
    """Else he could enter anybody's, and read in the jail what he may not read himself."""
    folder = with_a_part(ladder)
    of(EVE, folder, *folder.rglob("*"), ladder.entries / "a.yaml")
    ladder.write("b", {"command": "cat sub/file", "dir": str(private)})
    of(EVE, ladder.entries / "b.yaml")
    assert ladder.look() == ["a"]
    (told,) = [line for line in ladder.said if "b.yaml" in line]
    assert f"it is of user 0, and user {EVE}, who has named it" in told
    assert SECRET not in copied(ladder)


@ROOT
def test_an_entry_of_another_user_names_no_file_that_he_may_not_read(ladder: Ladder, private: Path) -> None:
    """Not even its hash is told: what is short could be guessed."""
    folder = with_a_part(ladder)
    path = ladder.write("a", {"command": f"cat {private}/sub/file", "dir": "a"})
    of(EVE, folder, *folder.rglob("*"), path)
    assert ladder.look() == []
    assert f"it is of user 0, and user {EVE}, who has named it" in ladder.said[0]


@ROOT
def test_an_entry_that_is_a_link_leads_to_a_file_of_its_maker(ladder: Ladder, private: Path) -> None:
    """What is wrong with a file is told with words of it."""
    (ladder.entries / "a.yaml").symlink_to(private / "sub" / "file")
    of(EVE, ladder.entries / "a.yaml")
    assert ladder.look() == []
    assert f"user {EVE}, who has named it or made a link to it, may not be able to read it" in ladder.said[0]
    assert SECRET not in "".join(ladder.said)


@ROOT
@pytest.mark.parametrize(
    "plant",
    [
        lambda folder, private: os.link(private / "sub" / "file", folder / "sub" / "hard"),
        lambda folder, private: (private / "sub").rename(folder / "sub" / "moved"),
    ],
)
def test_in_a_folder_of_another_user_nothing_is_taken_that_he_may_not_read(
    ladder: Ladder, private: Path, plant: Callable[[Path, Path], object]
) -> None:
    folder = with_a_part(ladder)
    of(EVE, folder, *folder.rglob("*"))
    (private / "sub" / "file").chmod(0o600)
    plant(folder, private)
    assert ladder.look() == []
    assert f"it is of user 0, and user {EVE}, at whose word it is read, may not be able to" in ladder.said[0]


def test_what_has_changed_is_told_of_with_its_name(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it has gone on for long."""
    monkeypatch.setattr("arena.league.entrants.PATIENCE", 0)
    folder = with_a_part(ladder)

    def changed(*_: object, **__: object) -> None:
        raise Changed("sub/file")

    with monkeypatch.context() as patched:
        patched.setattr("arena.programs.versions.digest", changed)
        ladder.look()
    assert ladder.said == [f"entries: a waits: {folder}/sub/file changes while it is read"]
