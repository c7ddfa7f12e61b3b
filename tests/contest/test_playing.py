"""Copies that bots play from while a contest runs: of all that belongs to them, by descriptor, closed to writing."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from arena.contest.config import Contest, load_contest
from arena.contest.playing import copied, take_all
from arena.files import folders
from arena.files.descent import Found
from arena.programs.bot import Bot
from arena.programs.protection import SandboxError
from arena.store.paths import playing_of
from tests.contest.test_config import Write, write
from tests.files.test_descent import fed

__all__ = ["write"]

TWO = "game: bids\nbots:\n  x: {command: sh one.sh, dir: own}\n  y: {command: sh two.sh, dir: own}\n"


def contest_of(write: Write, text: str = TWO) -> tuple[Contest, Path, Path]:
    """Its file and its store lie beside two folders with files."""
    for name in ("own/one.sh", "own/two.sh", "own/lib/part", "loose/three.sh", "loose/lib/part", "notes"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(name)
    path = Path(write(text)).absolute()
    return load_contest(path), path, path.with_name("c.db")


def names_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_bots_play_from_a_copy_that_nobody_can_write_to_and_that_goes(write: Write) -> None:
    """Those of one folder share it; a program may still be started there."""
    contest, config, db = contest_of(write)
    Path("own/one.sh").chmod(0o775)
    with copied(contest, take_all(contest, config, db), config, db) as playing:
        (folder,) = {bot.folder for bot in playing.bots.values()}
        assert folder.parent == playing_of(db)
        assert names_in(folder) == ["lib", "lib/part", "one.sh", "two.sh"]
        assert not any(path.stat().st_mode & 0o222 for path in (folder, *folder.rglob("*")))
        assert (folder / "one.sh").stat().st_mode & 0o111
        Path("own/lib/part").write_text("newer")
        assert (folder / "lib/part").read_text() == "own/lib/part"
    assert not playing_of(db).exists()


def test_what_a_killed_run_has_left_goes_and_nothing_else(write: Write) -> None:
    contest, config, db = contest_of(write)
    for name in ("own-0123456789abcdef", ".17.new", "mine"):
        (playing_of(db) / name).mkdir(parents=True)
    with copied(contest, take_all(contest, config, db), config, db):
        assert (playing_of(db) / "mine").exists()
        assert not (playing_of(db) / "own-0123456789abcdef").exists()
    assert os.listdir(playing_of(db)) == ["mine"]


@pytest.mark.parametrize(
    ("command", "watched"),
    [
        ("sh loose/three.sh", ["loose", "loose/lib", "loose/lib/part.sh", "loose/three.sh"]),
        ("HERE/loose/three.sh", ["loose", "loose/lib", "loose/lib/part.sh", "loose/three.sh"]),
        ("sh -x --data=loose/three.sh", ["loose", "loose/lib", "loose/lib/part.sh", "loose/three.sh"]),
        ("java -cp a.jar:loose/lib Bot", ["loose", "loose/lib", "loose/lib/part", "loose/lib/part.sh"]),
        ("java Bot", ["a", "b", "loose", "loose/lib", "loose/lib/part.sh", "loose/three.sh"]),
    ],
)
def test_a_bot_without_a_folder_is_what_lies_beside_its_files(write: Write, command: str, watched: list[str]) -> None:
    """Of the folder that its configuration is in nothing else: no other bot's own, nor what contests put there, nor
    what is hidden."""
    contest, config, db = contest_of(write, TWO + "  z: 'sh loose/three.sh'\n")
    for name in ("loose/.env", "c.logs/0", "c.db-wal", "loose/lib/part.sh"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("")
    words = command.replace("HERE", f"sh {Path.cwd()}").split()
    bot = Bot(command=tuple(words), folder=Path.cwd(), program=Path("/bin/sh"), own=False)
    contest.bots["z"] = bot
    version = take_all(contest, config, db)["z"]
    assert [item.name for item in version.items] == watched


def test_a_command_may_lead_out_of_the_folder(write: Write) -> None:
    """Its words lead to the same files in the copy, and its file is not another's."""
    contest_of(write)
    Path("configs").mkdir()
    Path("configs/c.yaml").write_text("game: bids\nbots: {x: sh ../loose/../loose/three.sh, y: sh ../own/one.sh}\n")
    config, db = Path("configs/c.yaml"), Path("configs/c.db")
    contest = load_contest(config)
    with copied(contest, take_all(contest, config, db), config, db) as playing:
        bot = playing.bots["x"]
        assert (bot.folder / bot.command[1]).read_text() == "loose/three.sh"
        assert (bot.folder / bot.command[1]).resolve().is_relative_to(playing_of(db))
        assert not (bot.folder / "../own").exists()


def test_a_program_in_a_hidden_folder_is_started_where_it_lies(write: Write) -> None:
    """A venv's Python, whose packages would be missed elsewhere."""
    contest_of(write)
    Path(".venv/bin").mkdir(parents=True)
    Path(".venv/bin/python").symlink_to("/bin/sh")
    contest, config, db = contest_of(write, "game: bids\nbots: {x: .venv/bin/python loose/three.sh, y: sh notes}\n")
    with copied(contest, take_all(contest, config, db), config, db) as playing:
        assert playing.bots["x"].argv()[0] == str(Path(".venv/bin/python").absolute())
        assert playing.bots["x"].folder.is_relative_to(playing_of(db))


def test_who_changes_a_file_before_it_is_copied_is_told(write: Write) -> None:
    """The hash has been told by then, and no other bot plays under it."""
    contest, config, db = contest_of(write)
    versions = take_all(contest, config, db)
    Path("own/lib/part").write_text("newer")
    with (
        pytest.raises(SandboxError, match="lib/part changes while it is copied: wait"),
        copied(contest, versions, config, db),
    ):
        pass
    assert not playing_of(db).exists()


def test_who_swaps_a_file_for_a_link_gets_nothing_of_others(write: Write) -> None:
    contest, config, db = contest_of(write)
    versions = take_all(contest, config, db)
    Path("own/lib/part").unlink()
    Path("own/lib/part").symlink_to("/etc/passwd")
    with pytest.raises(SandboxError, match="changes while it is copied"), copied(contest, versions, config, db):
        pass


def test_a_pipe_keeps_nobody_waiting(write: Write) -> None:
    """It is left behind, and so is a socket; a link stays one."""
    contest, config, db = contest_of(write)
    os.mkfifo("own/pipe")
    Path("own/link").symlink_to("/etc/passwd")
    with fed(Path("own/pipe")), copied(contest, take_all(contest, config, db), config, db) as playing:
        folder = playing.bots["x"].folder
        assert names_in(folder) == ["lib", "lib/part", "link", "one.sh", "two.sh"]
        assert os.readlink(folder / "link") == "/etc/passwd"
    assert stat.S_ISREG(os.stat("/etc/passwd").st_mode)


@pytest.mark.parametrize("own", [True, False])
def test_a_folder_without_an_end_is_refused_with_what_to_do(write: Write, own: bool) -> None:
    """A large repository, or a file that only says that it is large."""
    text = TWO if own else "game: bids\nbots: {x: sh own/one.sh, y: sh own/two.sh}\n"
    contest, config, db = contest_of(write, text)
    Path("own/sparse").touch()
    os.truncate("own/sparse", 200 << 30)
    what = f"its folder {Path.cwd()}/own" if own else f"what lies beside the files of its command ({Path.cwd()}/own)"
    with pytest.raises(SandboxError) as problem:
        take_all(contest, config, db)
    assert str(problem.value).splitlines()[0] == (
        f"bot x: {what}, which is copied, has more than the 1024 MiB of limits.build.disk_mb: give the bot a dir "
        "of its own, or raise the limit"
    )


def test_files_that_bots_share_are_read_once(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred bots may lie in one folder."""
    contest, config, db = contest_of(write)
    read: list[str] = []
    content = folders._content

    def counted(found: Found) -> str:
        read.append(found.item.name)
        return content(found)

    monkeypatch.setattr(folders, "_content", counted)
    take_all(contest, config, db)
    assert sorted(read) == ["lib/part", "one.sh", "two.sh"]


def test_a_bots_folder_may_not_be_where_copies_lie(write: Write) -> None:
    contest, config, db = contest_of(write)
    (playing_of(db) / "own").mkdir(parents=True)
    contest.bots["x"] = Bot(command=("sh", "x"), folder=playing_of(db) / "own", program=Path("/bin/sh"))
    with pytest.raises(SandboxError, match="which is the contest's own"):
        take_all(contest, config, db)


def test_what_is_being_written_beside_a_bot_keeps_nobody_waiting(write: Write) -> None:
    """A table, say, in the folder of its configuration; it is copied along if it can be: it may be a book."""
    contest, config, db = contest_of(write, "game: bids\nbots: {x: sh loose/three.sh, y: sh loose/three.sh 2}\n")
    Path("loose/book").write_text("moves")
    Path("loose/table").write_text("half")
    versions = take_all(contest, config, db)
    Path("loose/table").write_text("whole")
    with copied(contest, versions, config, db) as playing:
        folder = playing.bots["x"].folder
        found = [name for name in names_in(folder) if name.startswith("loose/") and "lib" not in name]
        assert found == ["loose/book", "loose/three.sh"]
    assert take_all(contest, config, db)["x"].entry.hash == versions["x"].entry.hash
