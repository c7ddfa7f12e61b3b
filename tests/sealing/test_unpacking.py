"""Bots out of a bundle that may be a stranger's: as they were, into one folder, and nothing outside of it."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from zipfile import ZipFile

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from arena.contest import load_contest
from arena.files.archive import BundleError
from arena.sealing.bundle import CONFIG, Bundle, Content, Symlink
from arena.sealing.unpacking import leads_out, unpack_bots
from arena.store import Store
from tests.contest.contests import write_contest
from tests.contest.recorded import record_contest, sealed


@pytest.fixture
def store(tmp_path: Path, mark: str) -> Iterator[Store]:
    (tmp_path / "mine").mkdir()
    record_contest(
        tmp_path / "c.db", load_contest(write_contest(tmp_path / "mine", mark, {"ann": "plays", "bob": "plays"})), 0
    )
    with Store.open(tmp_path / "c.db") as store:
        yield store


def unpacked(store: Store, folder: Path, members: dict[str, Content]) -> Path:
    """The folder with what came of these members."""
    (folder / "b.zip").write_bytes(sealed(store, {CONFIG: b"game: x", **members}))
    rmtree(folder / "there", ignore_errors=True)
    with Bundle.open(folder / "b.zip") as bundle:
        assert bundle.has_bots
        assert unpack_bots(bundle, folder / "there") == folder / "there" / CONFIG
    return folder / "there"


def test_bots_are_unpacked_into_a_folder_of_their_own(store: Store, tmp_path: Path) -> None:
    """With what is executable; nobody but their owner may write there. Other members stay in the bundle."""
    (tmp_path / "start").write_text("#!/bin/sh\n")
    (tmp_path / "start").chmod(0o700)
    bots: dict[str, Content] = {"bots/a/": b"", "bots/a/start": tmp_path / "start", "bots/a/empty/": b""}
    there = unpacked(store, tmp_path, {**bots, "bots/a/none": b"", "x/y": b"z"})
    found = {str(path.relative_to(there)): path for path in there.rglob("*")}
    assert {name: path.stat().st_mode & 0o777 for name, path in found.items()} == {
        CONFIG: 0o644,
        "bots": 0o755,
        "bots/a": 0o755,
        "bots/a/start": 0o755,
        "bots/a/empty": 0o755,
        "bots/a/none": 0o644,
    }
    assert found["bots/a/start"].read_text() == "#!/bin/sh\n"


@pytest.mark.parametrize("name", ["bots/../../x", "bots/../x/", "bots//x", "bots/./x", "bots/../contest.yaml"])
def test_no_member_is_unpacked_to_anywhere_else(store: Store, tmp_path: Path, name: str) -> None:
    (tmp_path / "deep").mkdir()
    with pytest.raises(BundleError, match=re.escape(f"{name} is refused: a name that leads to somewhere else")):
        unpacked(store, tmp_path / "deep", {name: b""})
    assert [path.name for path in tmp_path.rglob("*") if path.name == "x"] == []


def test_links_stay_links(store: Store, tmp_path: Path) -> None:
    """As npm makes them for the programs of packages."""
    program = "bots/a/node_modules/p/cli.js"
    there = unpacked(store, tmp_path, {"bots/a/node_modules/.bin/p": Symlink("../p/cli.js"), program: b"go"})
    link = there / "bots/a/node_modules/.bin/p"
    assert (link.is_symlink(), link.readlink(), link.read_text()) == (True, Path("../p/cli.js"), "go")


@pytest.mark.parametrize("really", ["link", "file"])
def test_a_link_is_no_file_with_the_same_bytes(store: Store, tmp_path: Path, really: str) -> None:
    """What the one was, the other is not, whatever the zip file says of it."""
    (tmp_path / "b.zip").write_bytes(sealed(store, {"bots/a/l": Symlink("x") if really == "link" else b"x"}))
    with ZipFile(tmp_path / "b.zip") as file, ZipFile(tmp_path / "forged.zip", "w") as forged:
        for info in file.infolist():
            if info.filename == "bots/a/l":
                info.external_attr ^= (stat.S_IFLNK ^ stat.S_IFREG) << 16
            forged.writestr(info, file.read(info.filename))
    for name, problems in {"b": [], "forged": ["bots/a/l was changed: it is not what the manifest says"]}.items():
        with Bundle.open(tmp_path / f"{name}.zip") as bundle:
            assert list(bundle.damage()) == problems


@pytest.mark.parametrize(
    ("name", "target"), [("l", "x"), ("l", "./d/x"), ("l", "."), ("d/l", "../x"), ("d/e/l", "../../l/x")]
)
def test_a_link_inside(name: str, target: str) -> None:
    """Of the bot's own folder, whether there is anything or not."""
    assert not leads_out(f"bots/a/{name}", target)


@pytest.mark.parametrize(
    ("name", "target"),
    [
        *(("a/l", target) for target in ("..", "../a/x", "/etc", "/", "", "//x", "d/../../x", "x\0")),
        *(("a/d/l", target) for target in ("../../x", "../..", "../x/..", "./..", "/a")),
        ("l", "x"),
        ("l", "a/x"),
    ],
)
def test_a_link_that_may_lead_out(name: str, target: str) -> None:
    """To other bots, too; and by way of another link, behind which ".." is nobody knows what."""
    assert leads_out(f"bots/{name}", target)


def where(path: Path) -> Path | None:
    """What the kernel finds there; None for nothing, or where links go round and round."""
    try:
        fd = os.open(path, os.O_PATH)
    except OSError:
        return None
    try:
        return Path(os.readlink(f"/proc/self/fd/{fd}"))
    finally:
        os.close(fd)


NAMES = ("l", "m", "d/l", "d/m", "d/e/l", "l/m", "l/d")
FILES = ("f", "d/f", "d/e/f", "l/f")
targets = st.lists(st.sampled_from(["..", ".", "", "l", "m", "d", "e", "f"]), max_size=4).map("/".join)


@example({"l": ".", "l/m": ".."}, [])
@example({"l": "d", "d/m": "..", "m": "l/m/.."}, ["d/f"])
@given(st.dictionaries(st.sampled_from(NAMES), targets, max_size=4), st.lists(st.sampled_from(FILES), unique=True))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
def test_whatever_is_unpacked_is_inside(store: Store, tmp_path: Path, links: dict[str, str], files: list[str]) -> None:
    """Links of all kinds, and links to links: refused, or inside of their bot's folder wherever one follows them."""
    members: dict[str, Content] = {f"bots/a/{name}": Symlink(target) for name, target in links.items()}
    try:
        there = unpacked(store, tmp_path, members | {f"bots/a/{name}": b"" for name in files})
    except BundleError:
        there = tmp_path / "there"
    for name in links:
        end = where(there / "bots" / "a" / name)
        assert end is None or end.is_relative_to(there.resolve() / "bots" / "a")
    assert sorted(path.name for path in tmp_path.iterdir() if path.name not in ("c.db-shm", "c.db-wal")) == [
        "b.zip",
        "c.db",
        "mine",
        "there",
    ]
