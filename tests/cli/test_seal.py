"""`arena seal`, and `arena verify` of what it makes: a contest of three games, its bundle, a game anew."""

from __future__ import annotations

import errno
import io
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn
from zipfile import ZipFile

import pytest
import yaml

from arena.contest import load_contest
from arena.games import UnknownGame
from arena.referee import decode_record
from arena.store import Store
from tests.cli.conftest import Arena
from tests.contest.contests import lasting, write_contest
from tests.contest.recorded import record_contest

PAIR = {"ann": "plays", "bob": "plays"}


@pytest.fixture
def sealed(arena: Arena, tmp_path: Path, mark: str) -> Path:
    """A bundle of three games."""
    record_contest(tmp_path / "c.db", load_contest(write_contest(tmp_path, mark, PAIR, jobs=None)), 3)
    result = arena("seal", "c.db")
    assert result.exit_code == 0
    assert re.fullmatch(r"c\.sealed\.zip: 3 games; seal [0-9a-f]{64}\n", result.stdout)
    return tmp_path / "c.sealed.zip"


def change(bundle: Path, member: str, how: Callable[[bytes], bytes | None]) -> None:
    """Writes a bundle again with one member changed, or taken away."""
    with ZipFile(bundle) as file:
        members = {name: file.read(name) for name in file.namelist()}
    content = io.BytesIO()
    with ZipFile(content, "w") as file:
        for name, text in members.items():
            new = how(text) if name == member else text
            if new is not None:
                file.writestr(name, new)
    bundle.write_bytes(content.getvalue())


def test_a_bundle_holds_with_the_seal_that_was_printed(arena: Arena, sealed: Path) -> None:
    seal = arena("seal", "c.db", "-o", "again.zip").stdout.split()[-1]
    assert Path("again.zip").read_bytes() == sealed.read_bytes()
    result = arena("verify", sealed)
    assert result.exit_code == 0
    first, *holding, last, standings = result.stdout.splitlines()
    assert first.startswith(f"seal {seal}, by arena ")
    assert holding == [
        "manifest: holds",
        "chain of records: holds",
        "games, by the rules and the schedule: holds",
        "results beside the records: holds",
    ]
    assert last.startswith("3 games hold, 0 do not; digest ")
    assert last == arena("verify", "c.db").stdout.splitlines()[-1]
    assert standings == "standings: holds"


def test_a_game_that_is_not_here_is_no_fault_of_a_bundle(
    arena: Arena, sealed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wrong input, also where nothing but the standings asks for its rules."""

    def nowhere(*_: object) -> NoReturn:
        raise UnknownGame("there is no game 'nowhere'")

    monkeypatch.setattr("arena.standings.sealed.standings_of", nowhere)
    result = arena("verify", sealed)
    assert (result.exit_code, result.stderr) == (2, "there is no game 'nowhere'\n")
    assert "standings:" not in result.stdout


def test_standings_and_records_in_it_are_those_of_the_contest(arena: Arena, sealed: Path) -> None:
    with ZipFile(sealed) as file:
        assert file.read("standings.json").decode() + "\n" == arena("table", "c.db", "--format", "json").stdout
        lines = [json.loads(line) for line in file.read("records.jsonl").splitlines()]
    exported = arena("export", "c.db", "--spoil").stdout.splitlines()
    assert [line["record"] for line in lines] == [json.loads(line) for line in exported]


def test_a_score_that_was_changed_is_told_by_the_chain_the_rules_and_the_standings(arena: Arena, sealed: Path) -> None:
    def swapped(text: bytes) -> bytes:
        lines = text.splitlines(keepends=True)
        record = decode_record(json.dumps(json.loads(lines[1])["record"]).encode())
        places = json.dumps(list(getattr(record.outcome, "places"))).replace(" ", "").encode()  # noqa: B009
        other = b"[2,1]" if places != b"[2,1]" else b"[1,2]"
        lines[1] = lines[1].replace(b'"places":' + places, b'"places":' + other)
        return b"".join(lines)

    change(sealed, "records.jsonl", swapped)
    result = arena("verify", sealed)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[2].startswith("game 1: the chain breaks here, after game 0")
    assert "chain of records: DOES NOT HOLD" in lines
    assert any(line.startswith("game 1: the rules rank ") for line in lines)
    assert any(line.startswith("2 games hold, 1 do not; ") for line in lines)
    assert lines[-1] == "standings: DOES NOT HOLD"


def test_standings_that_were_changed_are_told(arena: Arena, sealed: Path) -> None:
    change(sealed, "standings.json", lambda text: text.replace(b"ann", b"eve"))
    result = arena("verify", sealed)
    assert result.exit_code == 1
    assert "standings.json was changed: it is not what the manifest says" in result.stdout
    assert "the standings, computed anew, are not those that were sealed, byte for byte" in result.stdout


@pytest.mark.parametrize(("member", "holds"), [("standings.json", "DOES NOT HOLD"), ("plan.jsonl", "holds")])
@pytest.mark.parametrize(("content", "said"), [(None, "is missing"), (b" " * 200_000, "has more than 100000 bytes")])
def test_whatever_cannot_be_read_all_else_is_looked_at(
    arena: Arena,
    sealed: Path,
    monkeypatch: pytest.MonkeyPatch,
    member: str,
    holds: str,
    content: bytes | None,
    said: str,
) -> None:
    """And the last word is about the standings. A format of one stage has them without a plan."""
    monkeypatch.setattr("arena.sealing.bundle.MOST_BYTES", 100_000)
    change(sealed, member, lambda text: content)
    result = arena("verify", sealed)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert f"{sealed}: {member} {said}" in lines
    assert lines[: lines.index("manifest: DOES NOT HOLD")].count(f"{sealed}: {member} {said}") < 2
    assert "results beside the records: holds" in lines
    assert lines[-1] == f"standings: {holds}"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"seed": "s"', b'"seed": "t"'),
        (b'"seats": 2', b'"seats": 3'),
        (b'"bots": [', b'"bots": [3, '),
        (b'"format": "round-robin"', b'"format": "swiss"'),
        (b'"anchors": []', b'"anchors": 5'),
    ],
)
def test_facts_that_were_changed_are_told_without_a_traceback(
    arena: Arena, sealed: Path, old: bytes, new: bytes
) -> None:
    change(sealed, "manifest.json", lambda text: text.replace(old, new, 1))
    result = arena("verify", sealed)
    assert result.exit_code == 1
    assert "DOES NOT HOLD" in result.stdout


def test_a_bundle_that_was_cut_is_told(arena: Arena, sealed: Path) -> None:
    sealed.write_bytes(sealed.read_bytes()[:-100])
    result = arena("verify", sealed)
    assert result.exit_code == 1
    assert "damaged, or cut short" in result.stdout


def test_a_bundle_is_not_written_over(arena: Arena, sealed: Path) -> None:
    result = arena("seal", "c.db")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("c.sealed.zip: exists already")


def test_a_contest_that_is_being_played_is_not_sealed(arena: Arena, sealed: Path) -> None:
    with Store.open(Path("c.db"), write=True):
        result = arena("seal", "c.db", "-o", "b.zip")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "c.db: a run is writing to it; seal it when that has ended\n"
    assert not Path("b.zip").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["missing.db"], "missing.db: there is no such file"),
        (["c.yaml"], "c.yaml: "),
        (["c.db", "-o", "missing/b.zip"], "missing/b.zip: cannot be written: No such file or directory; is its folder"),
        (["c.db", "-o", "c.db-wal"], "c.db-wal: belongs to a contest's file, and is never written over"),
        (["c.db", "-o", "b.zip", "--with-bots", "missing.yaml"], "missing.yaml"),
    ],
)
def test_what_cannot_be_sealed_is_named(arena: Arena, sealed: Path, words: list[str], said: str) -> None:
    before = sorted(os.listdir())
    result = arena("seal", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert sorted(os.listdir()) == before


def test_a_full_disk_is_trouble_of_the_machine(arena: Arena, sealed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(fd: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = arena("seal", "c.db", "-o", "b.zip")
    assert (result.exit_code, result.output) == (1, "b.zip: cannot be written: No space left on device\n")
    assert not Path("b.zip").exists()


def test_a_bundle_with_its_bots_plays_its_games_anew(arena: Arena, sealed: Path) -> None:
    """One game of it, and the whole contest."""
    assert arena("seal", "c.db", "-o", "b.zip", "--with-bots", "c.yaml").exit_code == 0
    with ZipFile("b.zip") as file:
        file.extractall("there")
    result = arena("verify", "b.zip", "--replay", 2, "--config", "there/contest.yaml")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "game 2, played anew: the same, byte for byte")
    assert arena("run", "there/contest.yaml", "--db", "there.db").exit_code == 0
    assert lasting(Path("there.db"))[:3] == lasting(Path("c.db"))


def test_a_bundle_that_is_larger_unpacked_than_is_usual_is_made_and_told(
    arena: Arena, sealed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever verifies it would have to say so."""
    monkeypatch.setattr("arena.files.archive.TIMES", 0)
    monkeypatch.setattr("arena.files.archive.LEAST_MIB", 0)
    result = arena("seal", "c.db", "-o", "large.zip")
    assert (result.exit_code, Path("large.zip").exists()) == (0, True)
    assert result.stderr.startswith("whoever verifies it has to allow its size: large.zip: it has 0.0 MiB and would ")
    assert arena("verify", "large.zip", "--unpacked", 1).exit_code == 0


def test_bots_of_more_files_than_anybody_would_list_are_not_sealed(
    arena: Arena, sealed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor could they be verified."""
    monkeypatch.setattr("arena.sealing.packing.MOST_LISTED", 100)
    result = arena("seal", "c.db", "-o", "b.zip", "--with-bots", "c.yaml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.match(r"the bots have \d files, and the list of them \d+ bytes, more than the 100 that ", result.stderr)


def test_bots_that_have_changed_are_not_sealed(arena: Arena, sealed: Path) -> None:
    Path("bot.py").write_text("pass")
    result = arena("seal", "c.db", "-o", "b.zip", "--with-bots", "c.yaml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the files of the bot 'ann' have changed" in result.stderr
    assert not Path("b.zip").exists()


def test_a_game_anew_by_other_bots_tells_them_and_the_first_decision_that_differs(
    arena: Arena, sealed: Path, tmp_path: Path, mark: str
) -> None:
    text = Path("bot.py").read_text()
    Path("bot.py").write_text(text.replace('rng.randrange(len(message["legal"]))', 'len(message["legal"]) - 1'))
    assert Path("bot.py").read_text() != text
    result = arena("verify", "c.db", "--replay", 1, "--config", "c.yaml")
    assert result.exit_code == 1
    assert "not as it was: the files of ann are others: their hash was " in result.stderr
    assert re.search(r"^game 1, played anew, differs: decision \d+: seat \d \((ann|bob)\) played ", result.stdout)


def test_a_game_anew_in_which_a_bot_fails_tells_how(arena: Arena, sealed: Path, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, {"ann": "plays", "bob": "crashes"})
    result = arena("verify", "c.db", "--replay", 0, "--config", "c.yaml")
    assert result.exit_code == 1
    assert re.search(
        r'differs: decision 1: seat 1 \(bob\) played \{"card":\d\}, now \{"card":1\} by the referee \(exited: .*code 1',
        result.stdout,
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--replay", "0"], "go together"),
        (["--config", "c.yaml"], "go together"),
        (["--replay", "9", "--config", "c.yaml"], "there is no game 9 here; there are 3 games"),
        (["--replay", "0", "--config", "missing.yaml"], "missing.yaml"),
        (["--replay", "0", "--config", "other.yaml"], "there is no bot 'ann', which played game 0"),
        (["--replay", "0", "--config", "game.yaml"], "game.yaml is a contest of loud"),
    ],
)
def test_a_game_that_cannot_be_played_anew_exits_with_2(
    arena: Arena, sealed: Path, tmp_path: Path, mark: str, words: list[str], said: str
) -> None:
    write_contest(tmp_path, mark, {"cyd": "plays", "dan": "plays"}, name="other.yaml")
    write_contest(tmp_path, mark, PAIR, name="game.yaml", game="loud")
    result = arena("verify", "c.db", *words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_the_configuration_in_a_bundle_is_plain(arena: Arena, sealed: Path) -> None:
    """Only what is not a default of no meaning, so that people can read it."""
    arena("seal", "c.db", "-o", "b.zip", "--with-bots", "c.yaml")
    with ZipFile("b.zip") as file:
        keys = yaml.safe_load(file.read("contest.yaml"))
    assert (keys["game"], keys["seed"], keys["deals"], list(keys["bots"])) == ("bids", "s", 2, ["ann", "bob"])
    assert not {"line_ups", "seeded", "rounds", "entries", "jobs", "anchor"} & keys.keys()
