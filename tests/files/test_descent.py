"""Folders whose owner attacks whoever reads them: between a look and its use anything may lie under the same name."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest

from arena.cluster.shipping import hash_folder, pack
from arena.files.descent import MOST_DEPTH, Changed, open_file, open_folder, walk
from arena.files.folders import copy, digest, give, keep_private, remove, seal
from tests.processes import descriptors

SECRET = "nobody's business"
ROOT = pytest.mark.skipif(os.getuid() != 0, reason="only root can make files of other users")
EVE, BOB = 60_001, 60_002


@contextmanager
def fed(pipe: Path) -> Iterator[None]:
    """Somebody writes into that pipe as soon as it is read: who must not read it is caught, and waits for nothing."""

    def write() -> None:
        with suppress(BrokenPipeError):
            pipe.write_text(SECRET)

    thread = Thread(target=write)
    thread.start()
    try:
        yield
    finally:
        fd = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # it goes on, where nobody else came
        thread.join()
        os.close(fd)


class Bot:
    """A bot's folder, and a private one beside it in which everything has the same names."""

    def __init__(self, root: Path) -> None:
        self.folder, self.private, self.target = root / "bot", root / "private", root / "copy"
        for folder, text in (self.folder, "my own"), (self.private, SECRET):
            (folder / "sub" / "deep").mkdir(parents=True)
            (folder / "sub" / "deep" / "data").write_text(text)
            (folder / "sub" / "file").write_text(text)
        self.items = list(walk(self.folder))

    def leaks(self) -> bool:
        """Whether anything of the private folder is in the copy."""
        files = [path for path in self.target.rglob("*") if path.is_file() and not path.is_symlink()]
        return any(SECRET in path.read_text() for path in files)


@pytest.fixture
def bot(tmp_path: Path) -> Bot:
    return Bot(tmp_path)


def to_link(bot: Bot, name: str) -> None:
    (bot.folder / name).rename(bot.folder.parent / "away")
    (bot.folder / name).symlink_to(bot.private / name)


def to_twin(bot: Bot, name: str) -> None:
    (bot.folder / name).rename(bot.folder.parent / "away")
    if (bot.private / name).is_dir():
        shutil.copytree(bot.private / name, bot.folder / name)
    else:
        shutil.copy2(bot.private / name, bot.folder / name)


def to_hard_link(bot: Bot, name: str) -> None:
    (bot.folder / name).unlink()
    os.link(bot.private / name, bot.folder / name)


def to_text(bot: Bot, name: str) -> None:
    """Of the same length, with the same times."""
    status = (bot.folder / name).stat()
    (bot.folder / name).write_text("my OWN")
    os.utime(bot.folder / name, ns=(status.st_atime_ns, status.st_mtime_ns))


def to_socket(bot: Bot, name: str) -> None:
    (bot.folder / name).unlink()
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(bot.folder / name))


def to_nothing(bot: Bot, name: str) -> None:
    remove(bot.folder / name)


FOLDERS = [(change, name) for change in (to_link, to_twin, to_nothing) for name in ("sub", "sub/deep")]
FILES = [(change, "sub/file") for change in (to_link, to_twin, to_hard_link, to_text, to_socket, to_nothing)]


@pytest.mark.parametrize(("change", "name"), FOLDERS + FILES)
def test_what_has_changed_since_it_was_looked_at_is_neither_copied_nor_digested(
    bot: Bot, change: Callable[[Bot, str], None], name: str
) -> None:
    """Whatever it has become, and wherever that leads; and nothing is left open."""
    change(bot, name)
    before = descriptors()
    with pytest.raises(Changed, match="has changed since it was looked at"):
        copy(bot.folder, bot.items, bot.target)
    assert not bot.leaks()
    with pytest.raises(Changed):
        digest(bot.folder, bot.items)
    assert descriptors() == before


def test_a_folder_that_is_another_one_by_now_is_not_copied(bot: Bot) -> None:
    """Its own name is its owner's as well."""
    bot.folder.rename(bot.folder.parent / "away")
    bot.folder.symlink_to(bot.private)
    with pytest.raises(Changed):
        copy(bot.folder, bot.items, bot.target)
    assert not bot.leaks()


def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(bot: Bot) -> None:
    pipe = bot.folder / "sub" / "file"
    pipe.unlink()
    os.mkfifo(pipe)
    for use in (lambda: copy(bot.folder, bot.items, bot.target), lambda: digest(bot.folder, bot.items)):
        with fed(pipe), pytest.raises(Changed):
            use()
    assert not bot.leaks()


def test_a_file_that_is_written_while_it_is_read_is_not_copied(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The half that was read before would belong to another file than the half after it."""
    read = os.read

    def slow(fd: int, most: int) -> bytes:
        piece = read(fd, most)
        (bot.folder / "sub" / "file").write_text("my OWN")
        return piece

    with monkeypatch.context() as patched:
        patched.setattr(os, "read", slow)
        with pytest.raises(Changed):
            copy(bot.folder, bot.items, bot.target)


@pytest.mark.parametrize("name", ["sub", "sub/file"])
def test_what_is_sent_to_other_machines_is_what_was_looked_at(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def walk_and_swap(*words: object) -> Iterator[object]:
        yield from bot.items
        to_link(bot, name)

    with monkeypatch.context() as patched:
        patched.setattr("arena.cluster.shipping.walk", walk_and_swap)
        for send in (pack, hash_folder):
            with pytest.raises(Changed):
                send(bot.folder)
            (bot.folder / name).unlink()
            (bot.folder.parent / "away").rename(bot.folder / name)


SWAP = """
import ctypes, os, sys
folder, private = sys.argv[1:]
os.symlink(os.path.join(private, "sub"), folder + ".link")
words = -100, os.fsencode(folder + ".link"), -100, os.fsencode(os.path.join(folder, "sub")), 2  # exchange the two
exchange = ctypes.CDLL(None).renameat2
print("begins", flush=True)
while not exchange(*words):
    pass
"""


@contextmanager
def swapping(folder: Path, private: Path) -> Iterator[None]:
    """Meanwhile another process exchanges `sub` in the folder for a link to the private one, and back, as fast as it
    can: each time in one step, so that there is always either."""
    with subprocess.Popen([sys.executable, "-c", SWAP, folder, private], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begins\n"
        try:
            yield
        finally:
            process.kill()


def test_in_a_race_nothing_private_ever_gets_into_a_copy(bot: Bot) -> None:
    """However often it is tried: the owner of a folder may try every second, for days."""
    with swapping(bot.folder, bot.private):
        for _ in range(300):
            with suppress(OSError):
                copy(bot.folder, list(walk(bot.folder)), bot.target)
            assert not bot.leaks()
            shutil.rmtree(bot.target, ignore_errors=True)


def test_a_walk_goes_round_what_changes_under_it(bot: Bot) -> None:
    """As a build does that is looked at while it runs: what has gone weighs nothing any more."""
    walking = walk(bot.folder)
    assert next(walking).name == "sub"
    to_link(bot, "sub")
    assert [item.name for item in walking] == []


def test_items_in_no_order_are_refused(bot: Bot) -> None:
    """What is not in a folder that was opened is not opened at all."""
    with pytest.raises(Changed):
        digest(bot.folder, bot.items[1:])
    (item,) = [item for item in bot.items if item.name == "sub"]
    for name in ("..", "../private", "/etc"):
        with pytest.raises(OSError):  # noqa: PT011 Changed, or there already
            copy(bot.folder, [item._replace(name=name)], bot.target / str(len(name)))


def test_links_are_copied_wherever_they_lead_and_followed_nowhere(bot: Bot) -> None:
    links = {"up": "../../private/sub/file", "whole": str(bot.private), "round": ".", "off": "nowhere"}
    for name, target in links.items():
        (bot.folder / name).symlink_to(target)
    copy(bot.folder, list(walk(bot.folder)), bot.target)
    assert {name: os.readlink(bot.target / name) for name in links} == links
    assert not bot.leaks()


def test_sealing_and_removing_follow_no_link(bot: Bot) -> None:
    """What a build has linked to keeps its permissions."""
    private = bot.private / "sub" / "file"
    private.chmod(0o600)
    bot.private.chmod(0o500)
    (bot.folder / "file").symlink_to(private)
    (bot.folder / "folder").symlink_to(bot.private)
    seal(bot.folder)
    remove(bot.folder / "folder")
    modes = private.stat().st_mode & 0o777, bot.private.stat().st_mode & 0o777
    bot.private.chmod(0o700)
    assert modes == (0o600, 0o500)
    assert not (bot.folder / "folder").is_symlink()


def test_names_in_a_folder_have_an_end(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.files.descent.MOST_NAMES", 1)
    with pytest.raises(OSError, match="more than 1 names in one folder"):
        list(walk(bot.folder))


def test_a_folder_is_kept_private_whoever_made_it(tmp_path: Path) -> None:
    for name in ("new", "old"):
        (tmp_path / "old").mkdir(mode=0o755, exist_ok=True)
        keep_private(tmp_path / name)
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o700


def of(user: int, *paths: Path) -> None:
    for path in paths:
        os.chown(path, user, user, follow_symlinks=False)


@ROOT
def test_a_folder_of_another_user_gives_away_what_he_may_read_and_no_more(bot: Bot) -> None:
    """As where he could make hard links to what is not his."""
    give(bot.folder, EVE)
    deep, data = bot.folder / "sub" / "deep", bot.folder / "sub" / "deep" / "data"
    data.chmod(0o640)
    assert len(list(walk(bot.folder))) == 4  # all are his own
    for user in (0, BOB):
        of(user, data)
        data.chmod(0o640)
        with pytest.raises(PermissionError, match=f"it is of user {user}, and user {EVE}, at whose word it is read"):
            list(walk(bot.folder))
        data.chmod(0o644)
        of(user, deep)
        deep.chmod(0o751)
        with pytest.raises(PermissionError, match="give it to him, or let everybody read it"):
            list(walk(bot.folder))
        deep.chmod(0o755)
        assert len(list(walk(bot.folder))) == 4
        of(EVE, deep)


@ROOT
def test_whose_a_file_is_cannot_change_after_it_was_looked_at(bot: Bot) -> None:
    """By another hard link it could be one of a folder that is not the stranger's."""
    of(EVE, bot.folder / "sub" / "file")
    with pytest.raises(Changed):
        copy(bot.folder, bot.items, bot.target)


@ROOT
@pytest.mark.parametrize("open_it", [open_folder, open_file])
def test_a_link_on_the_way_is_followed_if_its_maker_may_read_where_it_leads(
    tmp_path: Path, open_it: Callable[[Path], int]
) -> None:
    """Or if root has made it: one of a stranger could lead anywhere."""
    (tmp_path / "there").mkdir()
    end = tmp_path / "there" / "end"
    end.mkdir() if open_it is open_folder else end.touch()
    (tmp_path / "way").symlink_to("there")
    (tmp_path / "last").symlink_to(tmp_path / "way" / "end")
    for names, owner, opens in [
        ((), 0, True),
        (("way",), EVE, True),
        (("last",), EVE, True),
        (("way",), 0, False),
        (("last",), 0, False),
        (("last", "way"), BOB, False),
    ]:
        of(0, tmp_path / "way", tmp_path / "last")
        of(EVE, *(tmp_path / name for name in names))
        of(owner, end)
        if opens:
            os.close(open_it(tmp_path / "last"))
        else:
            with pytest.raises(PermissionError, match=f"it is of user {owner}, and user {EVE}, who has named it or"):
                open_it(tmp_path / "last")


@ROOT
def test_what_everybody_may_read_is_read_at_anybodys_word(tmp_path: Path) -> None:
    """Only where he gets there, too, and in a folder that is open only what is so itself."""
    with TemporaryDirectory() as made:
        top, file = Path(made), Path(made, "bot", "file")
        file.parent.mkdir(mode=0o755)
        file.touch(mode=0o644)
        for mode, told in (0o755, None), (0o700, f"user {EVE}, who has named it"):
            top.chmod(mode)
            for read in (lambda: list(walk(file.parent, owner=EVE)), lambda: os.close(open_file(file, EVE))):
                if told is None:
                    read()
                else:
                    with pytest.raises(PermissionError, match=told):
                        read()
        top.chmod(0o755)
        file.chmod(0o600)
        with pytest.raises(PermissionError, match=f"user {EVE}, at whose word it is read"):
            list(walk(file.parent, owner=EVE))
        with pytest.raises(PermissionError, match=f"user {EVE}, who has named it"):
            open_file(file, EVE)
        os.close(open_file(file, 0))


@ROOT
def test_whoever_names_a_folder_has_to_be_able_to_read_it(tmp_path: Path) -> None:
    of(EVE, tmp_path)
    assert list(walk(tmp_path, owner=EVE)) == list(walk(tmp_path, owner=0)) == []
    with pytest.raises(PermissionError, match=f"of user {EVE}, and user {BOB}, who has named it"):
        list(walk(tmp_path, owner=BOB))


def test_a_way_of_links_has_an_end(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    before = descriptors()
    with pytest.raises(OSError, match="Too many levels of symbolic links") as problem:
        open_folder(tmp_path / "a" / "x")
    assert problem.value.filename == str(tmp_path / "a" / "x")
    with pytest.raises(FileNotFoundError, match="nowhere"):
        open_folder(tmp_path / "nowhere")
    assert descriptors() == before


def test_a_folder_is_found_however_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "c").symlink_to("a/../a/./b/")
    monkeypatch.chdir(tmp_path)
    for name in ("a/b", "./a//b", "c", tmp_path / "c", "a/../c"):
        fd = open_folder(Path(name))
        assert os.path.samestat(os.fstat(fd), (tmp_path / "a" / "b").stat())
        os.close(fd)
    fd = open_folder(Path("/"))
    assert os.path.samestat(os.fstat(fd), Path("/").stat())
    os.close(fd)


def test_a_deep_folder_is_copied_with_as_many_descriptors_as_it_is_deep(tmp_path: Path) -> None:
    deep = tmp_path.joinpath("a", *["d"] * (MOST_DEPTH - 1))
    deep.mkdir(parents=True)
    (deep / "file").write_text("x")
    before = descriptors()
    copy(tmp_path / "a", list(walk(tmp_path / "a")), tmp_path / "b")
    assert (tmp_path / "b" / deep.relative_to(tmp_path / "a") / "file").read_text() == "x"
    assert descriptors() == before
