"""Bundles with their bots: whoever has nothing else plays any game anew, and nothing of a stranger's does harm."""

from __future__ import annotations

import io
import json
import os
import shutil
import stat
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile, ZipInfo

import pytest
import yaml

from arena.contest import load_contest
from arena.sandbox import Limits, sandbox_of
from arena.sealing.bundle import BOTS, CONFIG, MANIFEST, Bundle
from arena.sealing.unpacking import unpack_bots
from arena.store import Store
from arena.store.paths import copies_of
from tests.cli.conftest import Arena
from tests.contest.contests import BOT, MARK, write_contest
from tests.contest.recorded import record_contest

NO_JAIL = "\n".join(sandbox_of("bwrap", Limits()).problems([]))
SAME = "played anew: the same, byte for byte"
UNSAFE = ("--sandbox", "none")


def replayed(arena: Arena, bundle: str, game: int, *words: str) -> str:
    """The last line of what was said, when all is well."""
    result = arena("verify", bundle, "--replay", game, *words)
    assert result.exit_code == 0, result.stdout + result.stderr
    return result.stdout.splitlines()[-1]


@pytest.fixture
def ladder(arena: Arena, tmp_path: Path, mark: str) -> Path:
    """b.zip has a ladder of which nothing else is left; ann played in two versions, and has a program of her own. What
    plays is behind a link."""
    bots = {}
    for name in ("ann", "bob"):
        (tmp_path / name / "empty").mkdir(parents=True)
        (tmp_path / name / "real.py").write_text(BOT)
        (tmp_path / name / "bot.py").symlink_to("real.py")
        (tmp_path / name / "start").write_text(f'#!/bin/sh\nexec {shutil.which("python3")} -S "$@"\n')
        (tmp_path / name / "start").chmod(0o700)
        bots[name] = {"command": ["./start", str(tmp_path / name / "bot.py")], "dir": name, "env": {MARK: mark}}
    keys = {"game": "bids", "seats": 2, "format": "ladder", "seed": "s", "bots": bots}
    Path("l.yaml").write_text(yaml.safe_dump(keys))
    assert arena("run", "l.yaml", "--jobs", 1, "--games", 2).exit_code == 0
    (tmp_path / "ann" / "notes").write_text("")
    assert arena("run", "l.yaml", "--jobs", 1, "--games", 4).exit_code == 0
    return tmp_path


def only_the_bundle_is_left(folder: Path) -> None:
    for name in ("ann", "bob", "l.entries", "l.logs"):
        shutil.rmtree(folder / name, ignore_errors=True)
    for name in ("l.db", "l.yaml"):
        (folder / name).unlink()


def test_every_game_of_a_ladder_is_played_anew_from_its_bundle_alone(arena: Arena, ladder: Path) -> None:
    assert arena("seal", "l.db", "-o", "b.zip", "--with-bots", "l.yaml").exit_code == 0
    with Store.open(Path("l.db")) as store:
        assert {name for record in store.records() for name in record.seating} == {"ann", "bob", "ann v2"}
    only_the_bundle_is_left(ladder)
    for game in range(4):
        assert replayed(arena, "b.zip", game, *UNSAFE) == f"game {game}, {SAME}"
    result = arena("verify", "b.zip")
    assert result.exit_code == 0, result.stdout
    assert "stages, by the format: holds" in result.stdout


def test_the_configuration_of_a_sealed_ladder_plays_all_that_ever_entered(arena: Arena, ladder: Path) -> None:
    arena("seal", "l.db", "-o", "b.zip", "--with-bots", "l.yaml")
    only_the_bundle_is_left(ladder)
    with Bundle.open(Path("b.zip")) as opened:
        unpack_bots(opened, Path("there"))
    assert list(load_contest("there/contest.yaml").bots) == ["ann", "bob", "ann v2"]
    assert arena("run", "there/contest.yaml", "--jobs", 1, "--games", 4).exit_code == 0


def test_what_cannot_be_sealed_of_a_ladder_is_named_before_anything_is_written(
    arena: Arena, ladder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it at once: copies that were changed, links that lead out, copies that are gone; and what is too large."""

    def said() -> str:
        result = arena("seal", "l.db", "-o", "b.zip", "--with-bots", "l.yaml")
        assert (result.exit_code, result.stdout) == (2, "")
        assert not Path("b.zip").exists()
        return result.stderr

    with monkeypatch.context() as patched:
        patched.setattr("arena.sealing.packing.MOST_MIB", 0)
        assert said() == (
            "the bots' files have more than 0 MiB; the largest:\n  ann v2: 0.0 MiB\n  ann: 0.0 MiB\n  bob: 0.0 MiB\n"
        )
    (ladder / "bob" / "link").symlink_to("../bob/bot.py")
    assert arena("run", "l.yaml", "--jobs", 1, "--games", 6).exit_code == 0
    with Store.open(Path("l.db")) as store:
        one, _, two, _ = (copies_of(store.path) / entry.copy for entry in store.facts().entered)
    (one / "start").chmod(0o600)
    (two / "more").mkdir()
    first, ann, ann_2, bob_2 = said().splitlines()
    assert first == "not all that played can be sealed; what is wrong:"
    assert ann.startswith("  ann: the program './start' ")
    assert ann_2.startswith("  ann v2: its files have changed since it played (hash was ")
    assert bob_2.startswith(
        "  bob v2: its file link is a link to ../bob/bot.py, which may lead out of the bot's folder"
    )
    assert "put there what it leads to, for versions to come; or seal it without the bots" in bob_2
    shutil.rmtree(one)
    assert said().splitlines()[1] == f"  ann: the copy that it plays from is gone: {one}"


# Bundles by strangers


@pytest.fixture
def bundle(arena: Arena, tmp_path: Path, mark: str) -> Path:
    """Of three games, with its bots, which lie nowhere else."""
    (tmp_path / "mine").mkdir()
    record_contest(tmp_path / "c.db", load_contest(write_contest(tmp_path / "mine", mark, PAIR)), 3)
    assert arena("seal", "c.db", "-o", "b.zip", "--with-bots", "mine/c.yaml").exit_code == 0
    shutil.rmtree(tmp_path / "mine")
    return tmp_path / "b.zip"


PAIR = {"ann": "plays", "bob": "plays"}


def forge(bundle: Path, changes: Mapping[Any, bytes], honest: bool = True) -> None:
    """Writes it again with other members, by name or as `ZipInfo`, of which the manifest knows if it is `honest`."""
    with ZipFile(bundle) as file:
        members: dict[Any, bytes] = {name: file.read(name) for name in file.namelist()}
    members |= changes
    manifest = json.loads(members.pop(MANIFEST))
    for member, text in changes.items() if honest else ():
        name, kind = (member, "") if isinstance(member, str) else (member.filename, "link ")
        manifest["members"][name] = kind + sha256(text).hexdigest()
    content = io.BytesIO()
    with ZipFile(content, "w") as file:
        for member, text in members.items():
            file.writestr(member, text)
        file.writestr(MANIFEST, json.dumps(manifest))
    bundle.write_bytes(content.getvalue())


def link(name: str) -> ZipInfo:
    info = ZipInfo(name)
    info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    return info


def refused(arena: Arena, folder: Path) -> str:
    """What was found; no bot was started, and nothing lies outside of where it should."""
    before = sorted(os.listdir(folder))
    result = arena("verify", "b.zip", "--replay", 1, *UNSAFE)
    assert result.exit_code == 1, result.stdout + result.stderr
    assert "b.zip: " in result.stdout
    assert "played anew" not in result.stdout
    assert sorted(os.listdir(folder)) == before
    return result.stdout


def test_a_bundle_with_its_bots_needs_nothing_else(arena: Arena, bundle: Path) -> None:
    for game in range(3):
        assert replayed(arena, "b.zip", game, *UNSAFE) == f"game {game}, {SAME}"


@pytest.mark.skipif(bool(NO_JAIL), reason=NO_JAIL)
def test_bots_of_a_bundle_run_in_a_jail_unless_somebody_says_otherwise(arena: Arena, bundle: Path) -> None:
    result = arena("verify", "b.zip", "--replay", 2)
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, f"game 2, {SAME}"), result.stderr
    assert result.stderr == "not as it was: sandbox was none, is bwrap\n"


def test_where_there_is_no_jail_no_bot_of_a_bundle_is_started(
    arena: Arena, bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody has to say that they may run without."""
    monkeypatch.setenv("PATH", str(tmp_path))
    result = arena("verify", "b.zip", "--replay", 1)
    assert result.exit_code == 2
    assert "bwrap" in result.stderr
    assert "played anew" not in result.stdout


def test_a_bundle_without_its_bots_says_what_to_do(arena: Arena, bundle: Path) -> None:
    arena("seal", "c.db", "-o", "without.zip")
    result = arena("verify", "without.zip", "--replay", 1)
    assert result.exit_code == 2
    assert result.stderr == "without.zip was sealed without its bots: name the contest's file with --config\n"


def test_names_that_lead_out_are_refused(arena: Arena, bundle: Path, tmp_path: Path) -> None:
    names = [f"{BOTS}../../evil", f"{BOTS}../evil/", f"{BOTS}/evil", f"{BOTS}0-ann/./evil", str(tmp_path / "evil")]
    forge(bundle, dict.fromkeys(names, b""))
    said = refused(arena, tmp_path)
    for name in names:
        assert f"{name} is refused: a name that leads to somewhere else" in said


def test_links_that_lead_out_are_refused(arena: Arena, bundle: Path, tmp_path: Path) -> None:
    """Also where one leads to a folder into which another member would be written, or is none of the bots'."""
    for index, target in enumerate((str(tmp_path), "..", "../1-bob/bot.py")):
        name = f"{BOTS}0-ann/out{index}"
        forge(bundle, {link(name): target.encode()})
        assert f"{name} is refused: a link that may lead out of its bot's folder" in refused(arena, tmp_path)
        forge(bundle, {name: b""})
    forge(bundle, {link(f"{BOTS}0-ann/here"): b".", f"{BOTS}0-ann/here/evil": b""})
    assert "b.zip: its bots cannot be unpacked: " in refused(arena, tmp_path)
    forge(bundle, {link("evil"): b"contest.yaml"})
    assert "evil is refused: it is no file and no folder" in refused(arena, tmp_path)


def test_a_member_that_is_there_twice_is_refused(arena: Arena, bundle: Path, tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate name"), ZipFile(bundle, "a") as file:
        file.writestr(f"{BOTS}0-ann/bot.py", file.read(f"{BOTS}0-ann/bot.py"))
    assert f"{BOTS}0-ann/bot.py is there more than once" in refused(arena, tmp_path)


def test_a_file_that_is_to_be_a_folder_as_well_is_refused(arena: Arena, bundle: Path, tmp_path: Path) -> None:
    forge(bundle, {f"{BOTS}0-ann/x": b"", f"{BOTS}0-ann/x/y": b""})
    assert "b.zip: its bots cannot be unpacked: " in refused(arena, tmp_path)


def test_more_than_anybody_would_unpack_is_refused(
    arena: Arena, bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However little it takes in the bundle: what counts is what would be on the disk."""
    monkeypatch.setattr("arena.sealing.unpacking.MOST_MIB", 1)
    forge(bundle, {f"{BOTS}big": bytes(1_100_000)})
    assert "b.zip: its bots have more than 1 MiB and are not unpacked" in refused(arena, tmp_path)
    forge(bundle, {f"{BOTS}big": b""} | {f"{BOTS}{number}": b"" for number in range(300)})
    assert "b.zip: its bots have more than 1 MiB and are not unpacked" in refused(arena, tmp_path)


def test_bots_that_are_others_than_those_that_played_are_not_started(
    arena: Arena, bundle: Path, tmp_path: Path
) -> None:
    """Whether the manifest knows of it or not."""
    forge(bundle, {f"{BOTS}0-ann/bot.py": b"raise SystemExit"})
    assert "game 1: the files of bob in the bundle are others: their hash was " in refused(arena, tmp_path)
    forge(bundle, {f"{BOTS}0-ann/bot.py": b""}, honest=False)
    assert f"{BOTS}0-ann/bot.py was changed: it is not what the manifest says" in refused(arena, tmp_path)


def test_a_program_of_this_machine_that_is_another_is_told_as_such(arena: Arena, bundle: Path, tmp_path: Path) -> None:
    """The bundle is not to blame alone: a command may name /usr/bin/python3, which is in the bot's hash."""
    with ZipFile(bundle) as file:
        text = file.read(CONFIG)
    forge(bundle, {CONFIG: text.replace(b"- '{python}'", f"- {shutil.which('sh')}".encode(), 1)})
    said = f"game 1: the files of ann in the bundle, or {shutil.which('sh')} on this machine, are others: their hash"
    assert said in refused(arena, tmp_path)


def test_bots_outside_of_the_bundle_are_not_started(arena: Arena, bundle: Path, tmp_path: Path) -> None:
    with ZipFile(bundle) as file:
        text = file.read(CONFIG)
    (tmp_path / "bot.py").write_text(BOT)
    forge(bundle, {CONFIG: text.replace(b"dir: bots/0-ann", f"dir: {tmp_path}".encode())})
    assert f"bots.bob.dir: the folder {tmp_path} is not in the bundle" in refused(arena, tmp_path)
    forge(bundle, {CONFIG: b"game: ["})
    assert "b.zip: its bots cannot be used: " in refused(arena, tmp_path)
