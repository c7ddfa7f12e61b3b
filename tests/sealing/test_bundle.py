"""The sealed bundle: the same contest gives the same bytes, and whatever is done to them is found and named."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import msgspec
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.contest import Contest, fingerprint, load_contest
from arena.files.archive import BundleError
from arena.files.members import is_link, is_program
from arena.sealing.audit import Audit
from arena.sealing.bundle import CONFIG, MANIFEST, PLAN, RECORDS, STANDINGS, Bundle, is_bundle, write_bundle
from arena.sealing.chain import chained
from arena.sealing.packing import pack
from arena.store import Store, StoreError
from tests.contest.contests import write_contest
from tests.contest.recorded import facts_of, record_contest, recorded, sealed
from tests.facts import made_facts

GAMES = 3


@pytest.fixture
def contest(tmp_path: Path, mark: str) -> Contest:
    return load_contest(write_contest(tmp_path, mark, {"ann": "plays", "bob": "plays"}))


@pytest.fixture
def store(tmp_path: Path, contest: Contest) -> Iterator[Store]:
    record_contest(tmp_path / "c.db", contest, GAMES)
    with Store.open(tmp_path / "c.db", write=True) as store:
        store.add_stage(b'{"line_ups":[[0,1]],"deals":1}')  # as a format has it that looks at results
        yield store


def members(content: bytes) -> dict[str, bytes]:
    with ZipFile(io.BytesIO(content)) as file:
        return {name: file.read(name) for name in file.namelist()}


def unpacked(content: bytes) -> dict[str, tuple[bytes, bool, bool]]:
    """What each member would be on a disk."""
    with ZipFile(io.BytesIO(content)) as file:
        return {info.filename: (file.read(info), is_link(info), is_program(info)) for info in file.infolist()}


def zipped(members: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with ZipFile(content, "w") as file:
        for name, text in members.items():
            file.writestr(name, text)
    return content.getvalue()


def problems(content: bytes) -> list[str]:
    """All that is found wrong in a bundle."""
    found: list[str] = []
    with TemporaryDirectory() as folder:
        path = Path(folder, "b.zip")
        path.write_bytes(content)
        try:
            with Bundle.open(path) as bundle:
                found += bundle.damage()
                bundle.restore(Path(folder, "restored.db"), found.append)
        except BundleError as problem:
            found.append(str(problem))
    return [text.replace(folder + "/", "") for text in found]


def test_the_same_contest_gives_the_same_bytes_and_seal(store: Store) -> None:
    files = io.BytesIO(), io.BytesIO()
    seals = [write_bundle(file, store, b"{}", {"bots/": b"", "x": b"y"}) for file in files]
    assert seals[0] == seals[1]
    assert files[0].getvalue() == files[1].getvalue()


def test_a_sound_bundle_restores_to_the_same_contest(store: Store, tmp_path: Path) -> None:
    content = sealed(store)
    assert problems(content) == []
    (tmp_path / "b.zip").write_bytes(content)
    with Bundle.open(tmp_path / "b.zip") as bundle:
        bundle.restore(tmp_path / "restored.db", pytest.fail)
        assert bundle.read(STANDINGS) == b'{"rows":[]}\n'
    with Store.open(tmp_path / "restored.db") as restored:
        assert restored.facts() == store.facts()
        assert restored.stages() == store.stages()
        assert list(restored.records()) == list(store.records())
        assert list(restored.check()) == []


def test_the_manifest_says_what_was_sealed_and_by_what(store: Store) -> None:
    content = members(sealed(store))
    manifest = json.loads(content[MANIFEST])
    assert made_facts(manifest["facts"]) == store.facts()
    assert manifest["sealed_by"].keys() == {"arena", "python", "platform"}
    assert {key: manifest["games"][key] for key in ("finished", "void", "error")} == {
        "finished": GAMES,
        "void": 0,
        "error": 0,
    }
    assert manifest["games"]["decisions"] == sum(len(record.decisions) for record in store.records())
    assert manifest["chain"] == json.loads(content[RECORDS].splitlines()[-1])["chain"]
    assert manifest["members"].keys() == {PLAN, STANDINGS}


Change = Callable[[list[bytes]], list[bytes]]


def altered(line: bytes) -> bytes:
    return line.replace(b'"attempts":1', b'"attempts":2')


def changed_score(lines: list[bytes]) -> list[bytes]:
    """Of game 1, its line's own hash made to fit, as whoever knows how would do it; the rest of the chain is left."""
    line = json.loads(lines[1])
    line["record"]["outcome"]["places"].reverse()
    del line["chain"]
    texts = [lines[0][76:-2], json.dumps(line, separators=(",", ":"))[1:-1].encode()]
    return [lines[0], [link.value + b"\n" for link in chained(texts)][1], lines[2]]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda lines: [lines[0], lines[1].replace(b'"attempts":1', b'"attempts":2'), lines[2]],
            "game 1: the chain breaks here",
        ),
        (lambda lines: [lines[1], lines[2]], "game 1: the chain breaks here, after no game"),
        (lambda lines: [lines[0], lines[2]], "game 2: the chain breaks here, after game 0"),
        (lambda lines: [lines[0], lines[1]], "the chain ends with game 1, and not as the manifest says"),
        (lambda lines: [], "the chain ends with no game, and not as the manifest says"),
        (lambda lines: [lines[0], lines[2], lines[1]], "game 2: the chain breaks here, after game 0"),
        (lambda lines: [lines[1], lines[0], lines[2]], "game 1: the chain breaks here, after no game"),
        (lambda lines: [lines[0], lines[0], lines[1], lines[2]], "game 0: the chain breaks here, after game 0"),
        (lambda lines: [*lines, lines[2]], "after game 2: b.zip: records.jsonl goes on after as many games"),
        (lambda lines: [lines[0], b"\n", lines[1], lines[2]], "after game 0: line 2 of records.jsonl is no game"),
        (lambda lines: [lines[0], lines[1][:-20]], "after game 0: line 2 of records.jsonl is no game"),
        (changed_score, "game 2: the chain breaks here, after game 1"),
    ],
)
def test_a_change_of_the_records_is_named_with_its_game(store: Store, change: Change, said: str) -> None:
    """The first thing that is told is the first game that is wrong."""
    content = members(sealed(store))
    lines = content[RECORDS].splitlines(keepends=True)
    before = b"".join(lines)
    content[RECORDS] = b"".join(change(lines))
    assert content[RECORDS] != before
    assert problems(zipped(content))[0].startswith(said)


def test_a_byte_that_was_flipped_in_a_record_is_named_with_its_game(store: Store) -> None:
    content = members(sealed(store))
    at = content[RECORDS].index(b'"deal":', content[RECORDS].index(b'"number":1')) + len('"deal":"')
    flipped = bytearray(content[RECORDS])
    flipped[at] ^= 1
    assert problems(zipped(content | {RECORDS: bytes(flipped)}))[0].startswith("game 1: the chain breaks here")


def test_a_chain_that_was_forged_as_a_whole_does_not_end_as_the_manifest_says(store: Store) -> None:
    content = members(sealed(store))
    texts = [altered(line)[76:-1] for line in content[RECORDS].splitlines()]
    content[RECORDS] = b"".join(link.value + b"\n" for link in chained(texts))
    assert problems(zipped(content)) == [
        "the chain ends with game 2, and not as the manifest says: the last games were changed or are gone"
    ]


def test_seeds_that_are_not_those_of_the_master_seed_are_named(store: Store) -> None:
    content = members(sealed(store))
    manifest = json.loads(content[MANIFEST])
    manifest["facts"]["seed"] = "another"
    found = problems(zipped(content | {MANIFEST: json.dumps(manifest).encode()}))
    assert found == [
        f"game {number}: the seeds of its bots are not those of the master seed" for number in range(GAMES)
    ]


def test_a_manifest_that_counts_otherwise_is_named(store: Store) -> None:
    content = members(sealed(store))
    manifest = json.loads(content[MANIFEST])
    manifest["games"]["decisions"] += 1
    (found,) = problems(zipped(content | {MANIFEST: json.dumps(manifest).encode()}))
    assert found.startswith("the manifest counts 3 finished, 0 void, 0 error, ")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({STANDINGS: b"{}"}, "standings.json was changed: it is not what the manifest says"),
        ({PLAN: b"{}\n"}, "plan.jsonl was changed: it is not what the manifest says"),
        ({"bots/mine.py": b"import os"}, "bots/mine.py was changed: it is not what the manifest says"),
        ({"bots/other.py": b""}, "bots/other.py is not in the manifest"),
        ({"bots/mine.py": None}, "b.zip: bots/mine.py is missing"),
        ({RECORDS: None}, "after no game: b.zip: records.jsonl is missing"),
        ({MANIFEST: None}, "b.zip: manifest.json is missing"),
        ({MANIFEST: b"{}"}, "b.zip: its manifest cannot be read: "),
    ],
)
def test_members_that_were_changed_added_or_lost_are_named(
    store: Store, change: dict[str, bytes | None], said: str
) -> None:
    content: dict[str, bytes | None] = {**members(sealed(store, {"bots/mine.py": b"pass"})), **change}
    assert problems(zipped({name: text for name, text in content.items() if text is not None}))[0].startswith(said)


def test_a_member_that_is_there_twice_is_named(store: Store) -> None:
    """Tools differ in which of the two they show."""
    content = io.BytesIO(sealed(store))
    with pytest.warns(UserWarning, match="Duplicate name"), ZipFile(content, "a") as file:
        file.writestr(STANDINGS, b"{}")
    assert "standings.json is there more than once" in problems(content.getvalue())


def test_a_bundle_of_another_version_is_named(store: Store) -> None:
    content = members(sealed(store))
    content[MANIFEST] = content[MANIFEST].replace(b'"version": 2', b'"version": 1', 1)
    assert problems(zipped(content)) == ["b.zip: written by another version of arena: use that version to verify it"]


@pytest.mark.parametrize("mode", [0o644, 0o755])
def test_whether_a_file_is_a_program_is_under_the_seal(store: Store, tmp_path: Path, mode: int) -> None:
    (tmp_path / "start").write_text("#!/bin/sh\n")
    (tmp_path / "start").chmod(mode)
    content = sealed(store, {"bots/a/": b"", "bots/a/start": tmp_path / "start"})
    assert problems(content) == []
    forged = io.BytesIO()
    with ZipFile(io.BytesIO(content)) as file, ZipFile(forged, "w") as other:
        for info in file.infolist():
            if info.filename == "bots/a/start":
                info.external_attr ^= 0o111 << 16
            other.writestr(info, file.read(info.filename))
    assert problems(forged.getvalue()) == ["bots/a/start was changed: it is not what the manifest says"]


STAGE = b'{"line_ups":[[0,1]],"deals":1}\n'


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (STAGE * (GAMES + 2), f"plan.jsonl has more than {GAMES + 1} stages, one for each game and the next"),
        (STAGE + b"[]\n", "line 2 of plan.jsonl is no stage: Expected `object`, got `array`"),
        (STAGE + b"\n", "line 2 of plan.jsonl is no stage: "),
        (b'{"line_ups":[],"deals":1}\n', "line 1 of plan.jsonl is a stage without a game"),
        (b'{"line_ups":[[0,1]],"deals":0}\n', "line 1 of plan.jsonl is a stage without a game"),
    ],
)
def test_a_plan_that_no_contest_can_have_is_damage_whatever_the_manifest_says(
    store: Store, plan: bytes, said: str
) -> None:
    content = members(sealed(store))
    manifest = json.loads(content[MANIFEST])
    manifest["members"][PLAN] = sha256(plan).hexdigest()
    (found,) = problems(zipped(content | {PLAN: plan, MANIFEST: json.dumps(manifest).encode()}))
    assert found.startswith(f"b.zip: {said}")


def test_of_stages_without_end_no_more_are_stored_than_games_can_have_come_from(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the manifest counts; and in one transaction."""
    monkeypatch.setattr("arena.sealing.bundle._SPARE", 2)
    calls: list[int] = []
    add = Store.add_stage

    def counted(self: Store, *stages: bytes) -> None:
        calls.append(len(stages))
        add(self, *stages)

    monkeypatch.setattr(Store, "add_stage", counted)
    content = members(sealed(store))
    manifest = json.loads(content[MANIFEST])
    manifest["games"]["finished"] = 10**9
    (tmp_path / "b.zip").write_bytes(zipped(content | {PLAN: STAGE * 99, MANIFEST: json.dumps(manifest).encode()}))
    with Bundle.open(tmp_path / "b.zip") as bundle:
        bundle.restore(tmp_path / "restored.db", lambda text: None)
    assert calls == [GAMES + 2]
    with Store.open(tmp_path / "restored.db") as restored:
        assert restored.stages() == [STAGE.strip()] * (GAMES + 2)


def test_a_bundle_that_was_cut_is_named_wherever_it_was_cut(store: Store) -> None:
    content = sealed(store)
    for end in range(0, len(content), 101):
        (found,) = problems(content[:end])
        assert found.startswith("b.zip: damaged, or cut short: ")


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_byte_that_was_flipped_anywhere_is_named_or_means_nothing(store: Store, data: st.DataObject) -> None:
    """What means nothing are times and the like that the zip format wants."""
    content = sealed(store)
    flipped = bytearray(content)
    flipped[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    assert problems(bytes(flipped)) or unpacked(bytes(flipped)) == unpacked(content)


def test_a_contest_whose_facts_are_of_another_version_is_not_sealed(tmp_path: Path, contest: Contest) -> None:
    with (
        Store.create(tmp_path / "old.db", made_facts({"contest": {}, "seed": "s", "bots": [], "anchors": []})) as store,
        pytest.raises(StoreError, match="cannot be used"),
    ):
        sealed(store)


@pytest.mark.parametrize(("start", "answer"), [(b"PK\x03\x04", True), (b"SQLite", False), (b"", False)])
def test_a_bundle_is_told_by_its_first_bytes(tmp_path: Path, start: bytes, answer: bool) -> None:
    (tmp_path / "file").write_bytes(start)
    assert is_bundle(tmp_path / "file") is answer
    assert is_bundle(tmp_path) is is_bundle(tmp_path / "missing") is False


def test_bots_are_packed_so_that_the_same_contest_can_be_played_with_them(tmp_path: Path, contest: Contest) -> None:
    """Files beside a bot's folder, too."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "run.sh").write_text("exec python3 ../bot.py")
    (tmp_path / "mine" / "run.sh").chmod(0o755)
    (tmp_path / "mine" / "lib").mkdir()
    (tmp_path / "mine" / "lib" / "a.txt").write_text("a")
    bots = {
        "bob": {"command": "{python} -S bot.py plays"},
        "a/../b": {"command": "./run.sh ../bot.py", "dir": "mine", "files": ["lib"], "env": {"LEVEL": "3"}},
    }
    keys = {"game": "bids", "seats": 2, "seed": "s", "stop": {"minutes": 5}, "anchor": {"bot": "bob"}, "bots": bots}
    (tmp_path / "two.yaml").write_text(yaml.safe_dump(keys, sort_keys=False))
    contest = load_contest(tmp_path / "two.yaml")
    before = fingerprint(contest)
    packed = pack(contest, facts_of(contest), tmp_path)
    with Store.create(tmp_path / "c.db", facts_of(contest)) as store:
        (tmp_path / "b.zip").write_bytes(sealed(store, packed))
    there = tmp_path / "elsewhere"
    with ZipFile(tmp_path / "b.zip") as file:
        file.extractall(there)
        for info in file.infolist():
            os.chmod(there / info.filename, info.external_attr >> 16)
    again = load_contest(there / CONFIG)
    assert fingerprint(again) == before
    assert again.seed == "s"
    assert (again.anchor, again.stop) == (contest.anchor, contest.stop)
    assert sorted(re.sub(r"^bots/", "", name) for name in packed if not name.endswith("/")) == [
        "0-bob/bot.py",
        "1-a____b/bot.py",
        "1-a____b/mine/lib/a.txt",
        "1-a____b/mine/run.sh",
        CONFIG,
    ]


def test_bots_that_have_changed_since_are_not_packed(tmp_path: Path, contest: Contest) -> None:
    facts = facts_of(contest)
    (tmp_path / "bot.py").write_text("pass")
    with pytest.raises(BundleError, match="the files of the bot 'ann' have changed"):
        pack(contest, facts, tmp_path)


CHANGES: dict[str, tuple[dict[str, object], str]] = {
    "group": ({"group": 7}, "its deal group is 7, in the schedule 0"),
    "deal": ({"deal": "x"}, "its deal is x, that of the schedule "),
    "seating": ({"seating": ("bob", "ann")}, "its seating is bob, ann, that of the schedule ann, bob"),
    "number": ({"number": 99}, "it is not in the schedule"),
    "game": ({"game": "loud"}, "it is loud 1, the contest is bids 1"),
    "options": ({"options": msgspec.Raw(b'{"rounds":9}')}, "its options are not those of the contest"),
    "sandbox": ({"sandbox": "bwrap"}, "its bots ran in sandbox bwrap, those of the contest in none"),
    "hashes": ({"hashes": ("0", "0")}, "the files of ann had the hash 0, in the contest it is "),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_record_that_is_not_as_its_contest_says_is_objected_to(contest: Contest, what: str) -> None:
    fields, said = CHANGES[what]
    record, audit = recorded(contest, 0), Audit(facts_of(contest), [], GAMES)
    assert list(audit.objections(record)) == []
    found = list(audit.objections(msgspec.structs.replace(record, **fields)))
    assert found[0].startswith(said)
