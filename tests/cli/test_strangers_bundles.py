"""A stranger's bundle gets nothing but what the verifier gives: no files, no more than is usual, room with an end."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import struct
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
import yaml

from arena.cli import findings
from arena.contest import load_contest
from arena.files import archive, confined
from arena.files.archive import BundleError
from arena.sealing.bundle import CONFIG, MANIFEST, RECORDS, Bundle
from tests.cli.conftest import Arena
from tests.cli.test_sealed_bots import NO_JAIL, SAME, UNSAFE, bundle, forge, ladder, link, refused
from tests.contest.contests import write_contest
from tests.contest.recorded import record_contest

__all__ = ["bundle", "ladder"]

jailed = pytest.mark.skipif(bool(NO_JAIL), reason=NO_JAIL)


def wish(bundle: Path, more: dict[str, Any], **bots: dict[str, Any]) -> None:
    """Writes it again with other keys in its configuration, and in its bots'."""
    with ZipFile(bundle) as file:
        text = yaml.safe_load(file.read(CONFIG))
    for name, keys in bots.items():
        text["bots"][name] |= keys
    forge(bundle, {CONFIG: yaml.safe_dump(text | more).encode()})


# What its configuration wants


def test_its_bind_is_the_verifiers_to_give(arena: Arena, bundle: Path, tmp_path: Path) -> None:
    """What it would like is told, and how to give it."""
    wish(bundle, {"bind": ["/etc", str(tmp_path), "/a\nb"]})
    result = arena("verify", "b.zip", "--replay", 1, *UNSAFE)
    assert result.exit_code == 0, result.output
    said = (
        f"not as it was: bind was /etc, {tmp_path}, /a\\nb, is nothing of that: what its bots may see of this machine"
    )
    assert result.stderr.startswith(f"{said} is yours to say (--bind /etc)\n")
    result = arena("verify", "b.zip", "--replay", 1, *UNSAFE, "--bind", "/etc", "--bind", tmp_path)
    assert result.stderr.startswith("not as it was: bind was /a\\nb, is nothing of that")
    result = arena("verify", "b.zip", "--replay", 1, *UNSAFE, "--bind", "nowhere")
    assert (result.exit_code, result.stderr) == (2, "--bind: nowhere does not exist\n")


@jailed
def test_its_bots_read_only_what_the_verifier_binds(arena: Arena, tmp_path: Path, mark: str) -> None:
    """In the jail itself, with a bot that plays only if it can read a file of the verifier's."""
    for folder in ("mine", "verifiers"):
        (tmp_path / folder).mkdir(mode=0o755)
    secret = tmp_path / "verifiers" / "secret"
    secret.write_text("")
    config = write_contest(tmp_path / "mine", mark, {"ann": "plays", "bob": "plays"}, bind=[str(secret.parent)])
    bot = tmp_path / "mine" / "bot.py"
    check = 'import os, sys\nif not os.path.exists(os.environ.get("SECRET", "/")): sys.exit(3)\n'
    bot.write_text(check + bot.read_text())
    keys = yaml.safe_load(config.read_text())
    keys["bots"]["ann"]["env"]["SECRET"] = str(secret)
    config.write_text(yaml.safe_dump(keys))
    record_contest(tmp_path / "c.db", load_contest(config), 2)
    assert arena("seal", "c.db", "-o", "b.zip", "--with-bots", config).exit_code == 0
    result = arena("verify", "b.zip", "--replay", 1)
    assert result.exit_code == 1, result.output
    assert f"not as it was: bind was {secret.parent}, is nothing of that" in result.stderr
    assert "game 1, played anew, differs: " in result.stdout
    result = arena("verify", "b.zip", "--replay", 1, "--bind", secret.parent)
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, f"game 1, {SAME}"), result.output


def test_its_limits_are_no_more_than_the_usual_or_what_the_verifier_allows(arena: Arena, bundle: Path) -> None:
    """Field by field, those of builds and of time, too; what is lower than the usual stays."""
    limits = {"memory_mb": 10**9, "processes": 60_000, "disk_mb": 7, "build": {"seconds": 10**9}}
    wish(bundle, {"limits": limits, "time": {"move_ms": 10**12, "start_ms": 10**12, "margin_ms": 10**12}})
    result = arena("verify", "b.zip", "--replay", 1, *UNSAFE, "--limit", "processes=100", "--limit", "move_ms=400000")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, f"game 1, {SAME}"), result.stderr
    assert result.stderr.splitlines() == [
        f"not as it was: {line}"
        for line in (
            "limits.build.seconds was 1000000000, is 300: --limit build.seconds=1000000000 allows as much",
            "limits.memory_mb was 1000000000, is 1024: --limit memory_mb=1000000000 allows as much",
            "limits.processes was 60000, is 100: --limit processes=60000 allows as much",
            "time.start_ms was 1000000000000, is 300000: --limit start_ms=1000000000000 allows as much",
            "time.move_ms was 1000000000000, is 400000: --limit move_ms=1000000000000 allows as much",
            "time.margin_ms was 1000000000000, is 300000: --limit margin_ms=1000000000000 allows as much",
        )
    ]


def test_no_answer_is_waited_for_without_an_end(arena: Arena, bundle: Path) -> None:
    """Where its configuration has no limit for one, also where it has a bank, which grows."""
    for time in ({"move_ms": None}, {"move_ms": None, "bank_ms": 1000, "increment_ms": 1000}):
        wish(bundle, {"time": time})
        result = arena("verify", "b.zip", "--replay", 1, *UNSAFE)
        said = "not as it was: time.move_ms was null, is 300000: --limit move_ms=NUMBER allows more\n"
        assert (result.exit_code, result.stderr) == (0, said)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("memory=1", "there is no limit 'memory'; did you mean 'memory_mb'? (limits: memory_mb, "),
        ("xyz", "there is no limit 'xyz' (limits: memory_mb, "),
        ("processes=60_000", "'processes=60_000' is not processes=NUMBER, a whole number in plain digits"),
        ("move_ms", "'move_ms' is not move_ms=NUMBER, a whole number in plain digits"),
        ("processes=99999999", "'processes=99999999' cannot be: Expected `int` <= 4194304"),
        ("build.seconds=0", "'build.seconds=0' cannot be: Expected `int` >= 1"),
    ],
)
def test_what_is_no_limit_is_refused_before_anything_is_read(arena: Arena, word: str, said: str) -> None:
    result = arena("verify", "there-is-none.zip", "--replay", 1, "--config", "c.yaml", "--sandbox", "none")
    assert result.exit_code == 2
    Path("b.zip").write_bytes(b"PK")
    result = arena("verify", "b.zip", "--replay", 1, "--limit", word)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"--limit: {said}")


@pytest.mark.parametrize("words", [["--limit", "memory_mb=1"], ["--bind", "/"]])
@pytest.mark.parametrize("more", [[], ["--replay", 1, "--config", "c.yaml"]])
def test_allowances_are_for_a_bundle_with_its_bots(
    arena: Arena, bundle: Path, words: list[Any], more: list[Any]
) -> None:
    """One's own configuration says all that itself."""
    result = arena("verify", "b.zip", *words, *more)
    assert result.exit_code == 2
    assert "--bind and --limit go with --replay GAME of a bundle that holds its bots" in result.stderr


# What it names


OUT = "leads out of the bundle"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"command": "/etc/shadow x"}, f"its command names '/etc/shadow', which {OUT}"),
        ({"command": "{python} bot.py SECRET"}, f"its command names 'SECRET', which {OUT}"),
        ({"command": "{python} bot.py ../../../x"}, f"its command names '../../../x', which {OUT}"),
        ({"command": "{python} bot.py d/../../../../x"}, f"its command names 'd/../../../../x', which {OUT}"),
        ({"command": "{python}/../../x"}, f"its command names '{{python}}/../../x', which {OUT}"),
        ({"command": "sh {python}/../../x"}, f"its command names '{{python}}/../../x', which {OUT}"),
        ({"build": "cat SECRET"}, f"its command names 'SECRET', which {OUT}"),
        ({"files": ["SECRET"]}, f"its files are 'SECRET', which {OUT}"),
        ({"files": ["../../../*"]}, f"its files are '../../../*', which {OUT}"),
        ({"files": ["*/../../../../*"]}, f"its files are '*/../../../../*', which {OUT}"),
        ({"dir": "/"}, "the folder / is not in the bundle"),
        ({"dir": "bots/../.."}, "is not in the bundle"),
        ({"dir": "~"}, "is not in the bundle"),
    ],
)
def test_nothing_that_is_not_in_it_is_looked_at(
    arena: Arena, bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keys: dict[str, Any], said: str
) -> None:
    """Neither read nor hashed; and the text is the same whether it is there or not."""
    secret = tmp_path / "secret"
    secret.write_text("")
    read: list[str] = []

    def looked_at(path: Any) -> bool:
        read.append(str(path))
        return os.path.isfile(path)

    monkeypatch.setattr("arena.programs.bot.isfile", looked_at)
    text = yaml.safe_load(yaml.safe_dump(keys).replace("SECRET", str(secret)))
    wish(bundle, {}, ann=text)
    assert said.replace("SECRET", str(secret)) in refused(arena, tmp_path)
    assert str(secret) not in read


def test_a_pattern_never_follows_links_to_folders(arena: Arena, bundle: Path, tmp_path: Path) -> None:
    """Two that lead back are more ways than anybody could go."""
    own = {link(f"bots/0-ann/{name}"): b"." for name in ("one", "two")}
    wish(bundle, {}, ann={"files": ["**/x"]})
    forge(bundle, own)
    assert "its files have a pattern, and one in its folder is a link to a folder" in refused(arena, tmp_path)


@pytest.mark.parametrize("name", ["/etc/shadow", "../../x", "bots/0-ann/bot.py"])
def test_its_configuration_names_no_other_file(arena: Arena, bundle: Path, tmp_path: Path, name: str) -> None:
    with ZipFile(bundle) as file:
        text = file.read(CONFIG)
    forge(bundle, {CONFIG: text + f"options: !file {name}\n".encode()})
    said = refused(arena, tmp_path)
    assert "!file: no other file can be included here: write out what is in it" in said


def test_its_configuration_names_no_folder_of_entries(arena: Arena, bundle: Path, tmp_path: Path) -> None:
    wish(bundle, {"format": "ladder", "entries": str(tmp_path)})
    assert "the bots of a bundle are all in it: no others come" in refused(arena, tmp_path)


@pytest.mark.parametrize("key", ["command", "build", "files"])
def test_entries_of_a_ladder_name_nothing_that_is_not_in_it(
    arena: Arena, ladder: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """Of these it is the facts in the manifest that say how they are started."""
    assert arena("seal", "l.db", "-o", "b.zip", "--with-bots", "l.yaml").exit_code == 0
    secret = ladder / "secret"
    secret.write_text("")
    with ZipFile("b.zip") as file:
        members = [(info, file.read(info)) for info in file.infolist()]
    with ZipFile("b.zip", "w") as file:
        for info, text in members:
            if info.filename == MANIFEST:
                manifest = json.loads(text)
                for entry in manifest["facts"]["entries"]["bots"]:
                    entry[key] = [*entry.get(key, []), str(secret)]
                text = json.dumps(manifest).encode()
            file.writestr(info, text)
    monkeypatch.setattr("arena.programs.versions.hash_whole", lambda *_: pytest.fail("a file was hashed"))
    result = arena("verify", "b.zip", "--replay", 1, *UNSAFE)
    assert result.exit_code == 1
    assert re.search(rf"its (command names|files are) '{re.escape(str(secret))}', which {OUT}", result.stdout)


def test_programs_of_the_system_may_be_named(tmp_path: Path) -> None:
    """They are everywhere; and what is in the bundle, by its whole path."""
    (tmp_path / "bots" / "a").mkdir(parents=True)
    words = ["/bin/sh", "/usr/bin/env", "{python}", "../common.py", "--x=../..", f"{tmp_path}/bots/a/x", "a/b", ""]
    assert [*confined.words_that_lead_out(tmp_path / "bots" / "a", tmp_path, words, ["lib/**/*.py", "../x"])] == []


# How much is in it


def bomb(path: Path, megabytes: int) -> None:
    """Of a few kilobytes, with one member of so many MB."""
    with ZipFile(path, "w", ZIP_DEFLATED) as file, file.open("big", "w") as member:
        for _ in range(megabytes):
            member.write(bytes(1_000_000))


def test_what_would_be_too_large_is_refused_before_anything_is_unpacked(arena: Arena, tmp_path: Path) -> None:
    """The text says what the bound is, and how to raise it."""
    bomb(tmp_path / "b.zip", 80)
    result = arena("verify", "b.zip")
    assert result.exit_code == 1
    said = (
        "b.zip: it has 0.1 MiB and would have 76 unpacked, more than 64 (50 times its size, and from 64 to 8192 MiB), "
        "so nothing of it is unpacked: if you trust it, say --unpacked 77\n"
    )
    assert result.stdout == said
    result = arena("verify", "b.zip", "--unpacked", 76)
    assert "more than 76 (--unpacked), so nothing of it is unpacked" in result.stdout
    assert arena("verify", "b.zip", "--unpacked", 77).stdout == "b.zip: manifest.json is missing\n"


def test_many_small_members_count_as_what_they_take_of_a_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a block at least."""
    monkeypatch.setattr(archive, "TIMES", 1)
    with ZipFile(tmp_path / "b.zip", "w") as file:
        for number in range(17_000):
            file.writestr(f"{number}", b"")
    with pytest.raises(BundleError, match="would have 66 unpacked"), Bundle.open(tmp_path / "b.zip"):
        pass


def test_a_member_that_says_less_than_it_has_is_damaged(arena: Arena, bundle: Path, tmp_path: Path) -> None:
    """No more of it is read than it says."""
    bomb(tmp_path / "big.zip", 80)
    data = (tmp_path / "big.zip").read_bytes()
    small = data.replace(struct.pack("<L", 80_000_000), struct.pack("<L", 1000))
    assert small != data
    (tmp_path / "b.zip").write_bytes(small)
    with archive.Archive.open(tmp_path / "b.zip") as opened:
        assert opened.unpacked < 10_000
        with pytest.raises(BundleError, match="big is damaged: "):
            opened.whole("big", 10**9)


def test_a_list_of_members_that_would_fill_the_memory_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many members it really has."""
    monkeypatch.setattr(archive, "MOST_LISTED", 10_000)
    with ZipFile(tmp_path / "b.zip", "w") as file:
        for number in range(300):
            file.writestr(f"{number}", b"")
    with pytest.raises(BundleError, match=r"its list of members has \d+ bytes, more than the 10000 that are"):  # noqa: SIM117
        with Bundle.open(tmp_path / "b.zip"):
            pass


def test_a_name_of_too_many_folders_is_refused(arena: Arena, bundle: Path, tmp_path: Path) -> None:
    """Whoever makes them goes into each other as deep."""
    forge(bundle, {f"bots/{'a/' * 1500}x": b""})
    assert "is refused: more than 200 folders in each other" in refused(arena, tmp_path)


def test_where_there_is_no_room_nothing_is_restored(
    arena: Arena, bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text says how much is wanted, and where."""
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1000))
    result = arena("verify", "b.zip")
    assert result.exit_code == 1
    assert re.search(
        r"b\.zip: to look at it takes up to \d+ MiB in \S+, where 0 are free: make room there, or set TMPDIR to a "
        "folder that has more",
        result.stdout,
    )


def test_a_restored_file_that_grows_past_all_reason_is_given_up(
    arena: Arena, bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Records may be made so that what is kept beside them is many times as large."""
    monkeypatch.setattr("arena.sealing.bundle.LEAST_MIB", 0)
    monkeypatch.setattr("arena.sealing.bundle.GROWTH", 0)
    monkeypatch.setattr("arena.sealing.bundle._TOGETHER", 1)
    result = arena("verify", "b.zip")
    assert result.exit_code == 1
    assert "b.zip: restored, its games take more than 0 MiB, though the whole bundle has 0 unpacked" in result.stdout


def test_a_bundle_that_is_wrong_without_end_is_told_to_an_end(
    arena: Arena, bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All the rest is counted."""
    monkeypatch.setattr(findings, "MOST_TOLD", 5)
    with ZipFile(bundle) as file:
        text = file.read(MANIFEST)
    changed = re.sub(rb'"finished": \d+', b'"finished": 1000', text)
    content = io.BytesIO()
    with ZipFile(bundle) as file, ZipFile(content, "w") as new:
        for name in file.namelist():
            new.writestr(name, changed if name == MANIFEST else b"\n" * 1000 if name == RECORDS else file.read(name))
    bundle.write_bytes(content.getvalue())
    result = arena("verify", "b.zip")
    assert result.exit_code == 1
    assert "more than 5 things are wrong; the others are counted only" in result.stdout
    assert re.search(r"\n10\d\d things are wrong\n$", result.stdout)
    assert len(result.stdout.splitlines()) < 25


def test_members_that_lie_on_each_other_are_counted_each(tmp_path: Path) -> None:
    """As in the bombs that name one piece of data many times."""
    content = io.BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as file:
        file.writestr("0", bytes(1_000_000))
        first = file.infolist()[0]
        for number in range(1, 80):
            info = ZipInfo(str(number))
            for name in ("header_offset", "compress_size", "file_size", "CRC", "compress_type"):
                setattr(info, name, getattr(first, name))
            file.filelist.append(info)
            file.NameToInfo[info.filename] = info
    (tmp_path / "b.zip").write_bytes(content.getvalue())
    with pytest.raises(BundleError, match="so nothing of it is unpacked"), Bundle.open(tmp_path / "b.zip"):
        pass
