"""Bots into a bundle: nothing that whoever has the bundle alone would not find, and what that is is named."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from arena.contest import Contest, load_contest
from arena.files.archive import BundleError
from arena.league.entry_files import QUIET, EntryFiles
from arena.sealing.bundle import CONFIG
from arena.sealing.packing import pack
from arena.store import Entries
from tests.contest.recorded import facts_of

FOUND = ["{python} bot.py", "{python} ../common.py", "sh -c true", "/bin/sh bot.py", "/usr/bin/env sh bot.py"]
"""Wherever it is unpacked, as `HERE/mine`."""
LOST = ["{python} HERE/common.py", "{python} HERE/mine/../common.py", "HERE/sh bot.py", "HERE/linked bot.py"]
"""It is not, whole paths into other folders; HERE is where this machine has them."""
OWN = ["{python} HERE/mine/bot.py", "{python} bot.py HERE/mine", "HERE/mine/start"]
"""Whole paths into the bot's folder, which move with a ladder's copies."""


def contest_of(folder: Path, format: str, command: str, **more: Any) -> Contest:
    for name in ("common.py", "mine/bot.py", "mine/start"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    shutil.copy("/bin/sh", folder / "sh")
    (folder / "linked").symlink_to("/bin/sh")
    own = {"command": command.replace("HERE", str(folder)), "dir": "mine", **more}
    bots = {"ann": own, "bob": {"command": "{python} bot.py", "dir": "mine"}}
    (folder / "c.yaml").write_text(yaml.safe_dump({"game": "gunrunners", "seats": 2, "format": format, "bots": bots}))
    return load_contest(folder / "c.yaml")


def packed(contest: Contest, folder: Path) -> list[str]:
    """The names of the members; a ladder's bots have entered before."""
    facts = facts_of(contest)
    if contest.format == "ladder":
        files = EntryFiles(None, [], 10, now=lambda: 1e10 + QUIET)
        versions = [files.take(name, bot) for name, bot in contest.bots.items()]
        for version in versions:
            files.copy(version, folder / "copies", sealed=False)
        facts = replace(facts, entries=Entries(None, tuple(version.entry for version in versions)))
    return sorted(pack(contest, facts, folder / "copies"))


def refused(contest: Contest, folder: Path) -> str:
    with pytest.raises(BundleError) as problem:
        packed(contest, folder)
    first, line = str(problem.value).splitlines()
    assert first == "not all that played can be sealed; what is wrong:"
    assert line.endswith("play the contest with that; or seal it without the bots")
    return line


@pytest.mark.parametrize("command", FOUND)
def test_what_is_found_anywhere_is_packed(tmp_path: Path, command: str) -> None:
    """Programs of the system by their whole paths, too; their files are not: nobody would look for them there. All that
    is in a bot's folder is."""
    names = packed(contest_of(tmp_path, "round-robin", command), tmp_path)
    assert {name.rpartition("/")[2] for name in names} - {"common.py"} == {"", "bot.py", "start", "contest.yaml"}


@pytest.mark.parametrize("command", [*LOST, *OWN])
def test_a_whole_path_is_refused_with_its_bot(tmp_path: Path, command: str) -> None:
    """It would be a file of this machine, or none, to whoever has the bundle."""
    line = refused(contest_of(tmp_path, "round-robin", command), tmp_path)
    (word,) = [word for word in command.replace("HERE", str(tmp_path)).split() if word.startswith("/")]
    assert line.startswith(f"  ann: it names {word} by the whole path, ")


def test_a_way_through_folders_that_are_not_packed_is_refused(tmp_path: Path) -> None:
    """What is packed lies where the shortest way leads."""
    command = f"{{python}} ../../{tmp_path.name}/common.py"
    line = refused(contest_of(tmp_path, "round-robin", command), tmp_path)
    assert line.startswith(f"  ann: ../../{tmp_path.name}/common.py goes through folders that no bundle has: write ../")


def test_a_program_that_is_found_by_a_path_of_its_own_is_refused(tmp_path: Path) -> None:
    """A bundle's bot has the same PATH, and looks in vain."""
    line = refused(contest_of(tmp_path, "round-robin", "start", env={"PATH": ".:/usr/bin"}), tmp_path)
    assert line.startswith("  ann: its program is in its own folder, found by a PATH: write ./start, and play")


@pytest.mark.parametrize("command", LOST)
def test_a_ladder_refuses_whole_paths_into_other_folders(tmp_path: Path, command: str) -> None:
    line = refused(contest_of(tmp_path, "ladder", command), tmp_path)
    assert line.startswith(f"  ann: it names {tmp_path}/")


@pytest.mark.parametrize("command", OWN)
def test_whole_paths_into_its_own_folder_move_with_a_ladders_copy(tmp_path: Path, command: str) -> None:
    names = packed(contest_of(tmp_path, "ladder", command), tmp_path)
    assert [name.rpartition("/")[2] for name in names if "ann" in name] == ["", "bot.py", "start"]


def test_whole_paths_of_files_and_of_builds_are_refused_too(tmp_path: Path) -> None:
    """And all of a bot's at once."""
    more = {"files": [str(tmp_path / "common.py")], "build": ["sh", str(tmp_path / "mine" / "bot.py")]}
    line = refused(contest_of(tmp_path, "round-robin", "{python} bot.py", **more), tmp_path)
    assert line.startswith(f"  ann: it names {tmp_path}/mine/bot.py, {tmp_path}/common.py by the whole path, ")


def test_the_cards_of_a_deck_are_packed_and_not_the_name_of_its_file(tmp_path: Path) -> None:
    """Whoever has the bundle alone plays the same deals."""
    contest = replace(contest_of(tmp_path, "round-robin", "{python} bot.py"), deck=("first", "second: one"))
    config = pack(contest, facts_of(contest), tmp_path / "copies")[CONFIG]
    assert isinstance(config, bytes)
    assert yaml.safe_load(config)["deck"] == ["first", "second: one"]
