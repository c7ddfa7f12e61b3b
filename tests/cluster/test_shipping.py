"""Folders of bots, packed and unpacked, found again, and never taken for others."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import time
from pathlib import Path
from threading import Thread

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.cluster import shipping
from arena.cluster.shipping import (
    IN_USE,
    ShippingError,
    find,
    hash_folder,
    held,
    pack,
    settle,
    shipment,
    tidy_up,
    unpack,
)
from arena.sandbox import Program


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a program, a module in a closed folder, an empty folder, a link, and what is no part of a bot."""
    folder = tmp_path / "bot"
    for name in ("lib", "empty", "__pycache__", ".git"):
        (folder / name).mkdir(parents=True)
    (folder / "start").write_text("#!/bin/sh\n")
    (folder / "start").chmod(0o750)
    (folder / "lib" / "weights.bin").write_bytes(bytes(range(256)))
    (folder / "lib" / "weights.bin").chmod(0o400)
    (folder / "lib").chmod(0o555)
    (folder / "latest").symlink_to("lib/weights.bin")
    (folder / "__pycache__" / "x.pyc").write_text("")
    (folder / ".git" / "HEAD").write_text("")
    os.mkfifo(folder / "pipe")
    return folder


def listing(folder: Path) -> dict[str, tuple[int, bytes | str | None]]:
    """Of all in it: mode, and content or where it leads."""
    found: dict[str, tuple[int, bytes | str | None]] = {}
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        content = os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None
        found[str(path.relative_to(folder))] = mode, content
    return found


def test_what_arrives_is_what_was_sent(folder: Path, tmp_path: Path) -> None:
    """Contents, permissions and links; pipes, caches and repositories are left behind."""
    hash, packed = pack(folder)
    target = unpack(hash, packed, tmp_path / "cache")
    sent = {name: entry for name, entry in listing(folder).items() if name.split("/")[0] in ("start", "lib", "latest")}
    assert listing(target) == {**sent, "empty": listing(folder)["empty"]}
    assert hash == hash_folder(folder) == hash_folder(target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o755  # others may look into it: a jail's user is another one


names = st.text("ab.ü\udcff", min_size=1, max_size=4).filter(lambda name: name not in (".", ".."))


@given(st.dictionaries(names, st.binary(max_size=20), max_size=5), st.randoms(use_true_random=False))
def test_equal_folders_are_packed_to_equal_bytes(
    tmp_path_factory: pytest.TempPathFactory, files: dict[str, bytes], random: object
) -> None:
    """In whatever order they were made, and when."""
    first, second = tmp_path_factory.mktemp("first"), tmp_path_factory.mktemp("second")
    for name, content in files.items():
        (first / name).write_bytes(content)
    for name, content in reversed(files.items()):
        (second / name).write_bytes(content)
        os.utime(second / name, (0, 0))
    assert pack(first) == pack(second)
    assert hash_folder(unpack(*pack(first), tmp_path_factory.mktemp("cache"))) == hash_folder(second)


@pytest.mark.parametrize(
    "change",
    ["echo 1 >> start", "mv start begin", "chmod -x start", "ln -sfn start latest", "mkdir more", "rmdir empty"],
)
def test_whatever_is_changed_changes_the_hash(folder: Path, change: str) -> None:
    """Contents, names, what is executable, where links lead, even empty folders."""
    before = hash_folder(folder)
    assert os.system(f"cd {folder} && {change}") == 0
    assert hash_folder(folder) != before


def test_a_folder_is_found_where_it_is(folder: Path, tmp_path: Path) -> None:
    """An equal one at its own path is used there; else one in the cache, if it has not been changed since."""
    hash, packed = pack(folder)
    cache = tmp_path / "cache"
    assert find(folder, hash, cache) == folder
    folder.rename(tmp_path / "away")
    assert find(folder, hash, cache) is None
    copy = unpack(hash, packed, cache)
    assert find(folder, hash, cache) == copy
    folder.mkdir()  # another one, of the same name
    assert find(folder, hash, cache) == copy
    (copy / "notes").touch()
    assert find(folder, hash, cache) is None
    other = unpack(hash, packed, cache)
    assert other != copy
    assert find(folder, hash, cache) == other


def test_the_contests_own_files_are_no_part_of_a_bot(folder: Path) -> None:
    """They change while the bot stays the same."""
    before = pack(folder)
    (folder / "c.db").touch()
    assert pack(folder, [folder / "c.db"]) == before != pack(folder)


def test_many_may_unpack_at_once(folder: Path, tmp_path: Path) -> None:
    """There is one copy in the end, whole whenever anybody sees it, and no draft is left."""
    hash, packed = pack(folder)
    cache = tmp_path / "cache"
    found: list[Path] = []
    threads = [Thread(target=lambda: found.append(unpack(hash, packed, cache))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [found[0]] * 8
    assert list(cache.iterdir()) == [found[0]]


def test_what_was_changed_on_the_way_is_not_unpacked(folder: Path, tmp_path: Path) -> None:
    """Nor is anything of it left."""
    _, packed = pack(folder)
    with pytest.raises(ShippingError, match="did not arrive as it was sent"):
        unpack("0" * 32, packed, tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_a_folder_that_is_too_large_is_not_sent(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text says which, how much is allowed, and what to do."""
    monkeypatch.setattr(shipping, "MOST_MIB", 0)
    with pytest.raises(ShippingError, match=rf"^the folder {folder} has more than 0 MiB.*a dir of its own"):
        pack(folder)


def program(folder: Path, *argv: str) -> Program:
    return Program("x", argv, str(folder), {"PATH": "/usr/bin:/bin"})


def test_a_command_is_led_to_where_things_are(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths in the folder go to its copy, the Python of this arena to that one's, and programs of the system to where
    it has them."""
    copy = unpack(*pack(folder), tmp_path / "cache")
    ours = shipment(program(folder, sys.executable, f"{folder}/start", "start", "-x"), [])
    own = shipment(program(folder, f"{folder}/start", sys.executable), [])
    installed = shipment(program(folder, "/usr/bin/env", "sh"), ["/data"])
    assert ours is not None
    assert own is not None
    assert installed is not None
    assert installed.installed
    assert installed.program.bind == ("/data",)
    assert not own.installed
    monkeypatch.setattr(sys, "executable", "/bin/sh")
    assert settle(ours, copy) == (program(copy, "/bin/sh", f"{copy}/start", "start", "-x"), [])
    assert settle(own, copy) == (program(copy, f"{copy}/start", "/bin/sh"), [])
    monkeypatch.setattr(os, "access", lambda path, how: path != "/usr/bin/env" and path.startswith(("/bin", "/usr")))
    monkeypatch.setattr(shutil, "which", lambda word, path: f"/bin/{word}")
    moved, _ = settle(installed, copy)
    assert moved.argv == ("/bin/env", "sh")


def test_what_a_command_names_must_be_the_same(folder: Path, tmp_path: Path) -> None:
    """Also outside the folder, where nothing is sent from; and what is not there at all is not started."""
    (tmp_path / "shared.py").write_text("1")
    (folder / "out.py").symlink_to("../shared.py")
    words = ("/bin/sh", "../shared.py", "out.py", "latest", "lib", str(tmp_path / "shared.py"))
    sent = shipment(program(folder, *words), [])
    assert sent is not None
    copy = unpack(*pack(folder), tmp_path / "cache")
    _, problems = settle(sent, copy)
    assert [problem.split(",")[0] for problem in problems] == ["bot x: ../shared.py", "bot x: out.py"]
    (tmp_path / "shared.py").write_text("2")
    _, problems = settle(sent, folder)
    assert len(problems) == 3
    (copy / "start").unlink()
    started = shipment(program(folder, f"{folder}/start"), [])
    assert started is not None
    _, problems = settle(started, copy)
    assert any(problem.startswith(f"bot x cannot be started: {copy}/start: No such file") for problem in problems)


def test_a_bot_that_cannot_be_started_here_is_not_sent(folder: Path) -> None:
    """It could not be built, and is out of its contest."""
    assert shipment(program(folder, f"{folder}/not-built"), []) is None


# The cache


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """With three folders of 1 MiB, a, b and c, that were used one after the other, long ago."""
    for age, name in enumerate("cba", 1):
        source = tmp_path / name
        source.mkdir()
        (source / name).write_bytes(bytes(1024 * 1024))
        aged(unpack(*pack(source), tmp_path / "cache"), age)
    return tmp_path / "cache"


def aged(path: Path, age: int) -> Path:
    os.utime(path, (time.time() - age * 2 * IN_USE,) * 2)
    return path


def kept(cache: Path) -> str:
    return "".join(sorted(path.name for folder in cache.iterdir() for path in folder.iterdir()))


def place(cache: Path, name: str) -> Path:
    return next(folder for folder in cache.iterdir() if (folder / name).exists())


def test_of_a_cache_that_is_too_large_what_was_used_last_is_kept(cache: Path) -> None:
    tidy_up(cache, 4)
    assert kept(cache) == "abc"
    tidy_up(cache, 2.5)
    assert kept(cache) == "bc"
    tidy_up(cache, 0)
    assert list(cache.iterdir()) == []


def test_what_was_found_or_sent_just_now_is_kept(cache: Path, tmp_path: Path) -> None:
    """A contest's folders come one after the other, and are held when all are there."""
    b = place(cache, "b")
    (tmp_path / "b").rename(tmp_path / "away")
    assert find(tmp_path / "b", b.name.partition("-")[0], cache) == b
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "d").touch()
    unpack(*pack(tmp_path / "new"), cache)
    tidy_up(cache, 0)
    assert kept(cache) == "bd"


def test_what_is_held_is_kept_however_old_it_is(cache: Path) -> None:
    """By as many as like; afterwards it counts as used just now."""
    a = place(cache, "a")
    with held([a]), held([a, place(cache, "b")]):
        tidy_up(cache, 0)
        assert kept(cache) == "ab"
        aged(a, 9)
        tidy_up(cache, 0)
        assert kept(cache) == "ab"
    tidy_up(cache, 0)
    assert kept(cache) == "ab"
    with pytest.raises(FileNotFoundError), held([cache / "gone"]):
        pass


def test_drafts_of_who_was_killed_are_removed_and_those_of_others_are_not(cache: Path) -> None:
    """Even when there is room."""
    (cache / "draft-old").mkdir()
    aged(cache / "draft-old", 1)
    (cache / "draft-new").mkdir()
    tidy_up(cache)
    assert sorted(path.name for path in cache.iterdir() if path.name.startswith("draft")) == ["draft-new"]
    assert kept(cache) == "abc"


@pytest.mark.parametrize("name", ["../x", "lib/../../x", "..", "link/x", "/tmp/x"])
def test_nothing_is_unpacked_outside_of_its_folder(tmp_path: Path, name: str) -> None:
    """Whatever a name says, and whatever link it goes through."""
    cache = tmp_path / "cache"
    entries = [
        shipping.Entry(b"lib", stat.S_IFDIR | 0o755, b""),
        shipping.Entry(b"link", stat.S_IFLNK | 0o777, os.fsencode(tmp_path)),
        shipping.Entry(name.encode(), stat.S_IFREG | 0o644, b"planted"),
    ]
    with pytest.raises(OSError):  # noqa: PT011 each has its own
        unpack(shipping._hash(entries), msgspec.msgpack.encode(entries), cache)
    assert [path.name for path in tmp_path.iterdir()] == ["cache"]
    assert list(cache.iterdir()) == []
