"""What an earlier arena wrote is read as it was: bundles with their seals, a contest's file, its export and table.

They were made once and are never made anew: whoever changes what is written sees here what of it can still be read.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from zipfile import ZipFile

import pytest

from arena.sealing import Bundle, GamesCheck, record_line
from arena.standings import not_as_sealed, render, standings_of
from arena.store import Store

KEPT = Path(__file__).parent / "kept"
SEALS = {
    "gunrunners": "95a9a497f6f7c649c92082de71c736cefeefb6fb804047fe46cca6cfbeb88b4d",
    "gangsta": "ceac8b93c4994fc6023915cd4541fff4ba1bbe2ce78bf9a5dbc1494c02960d07",
    "grizzled": "0beae2bd8410eccc9f2ddaab7c807b3d475236ed7c611c7b2e6840329f920f3b",
}
BEFORE = {
    "gunrunners.before": "50100e83ae820c089bac2a10fa3e6cb2f830d639f92952b83a9d19dd1fbca2ca",
    "gangsta.before": "9595a821b01bd2d5dc4d01a58b4652be1a5e6e263d0a6e7ca82a473257d57a9f",
    "grizzled.before": "dec22b1c35811a1889b26326bf58d373e2f289db034f6afad78e532eab23471a",
}
"""Of the version before `arena` had rooms, and the key `seeds` another name. Its statistics were others, too."""


@pytest.mark.parametrize(("name", "seal"), [*SEALS.items(), *BEFORE.items()])
def test_a_bundle_holds_and_its_records_are_the_same_byte_for_byte(tmp_path: Path, name: str, seal: str) -> None:
    path, wrong = KEPT / f"{name}.sealed.zip", list[str]()
    with Bundle.open(path) as bundle:
        assert bundle.seal == seal
        assert [*bundle.damage()] == []
        bundle.restore(tmp_path / "c.db", wrong.append)
        with Store.open(tmp_path / "c.db") as store, ZipFile(path) as file:
            assert [*wrong, *GamesCheck(store).problems(), *store.check()] == []
            assert not_as_sealed(store, bundle) is None or name in BEFORE
            lines = file.read("records.jsonl").splitlines()
            assert all(record_line(record) in line for record, line in zip(store.records(), lines, strict=True))


def test_a_contests_file_is_read_and_says_the_same(tmp_path: Path) -> None:
    shutil.copy(KEPT / "ladder.db", tmp_path / "ladder.db")
    with Store.open(tmp_path / "ladder.db") as store:
        assert [*store.damage(), *store.check(), *GamesCheck(store).problems()] == []
        facts = store.facts()
        assert (facts.seed, facts.bots, [entry.base for entry in facts.entered]) == (
            "kept",
            ("first", "last"),
            ["first", "last"],
        )
        exported = b"".join(record_line(record) + b"\n" for record in store.records())
        assert exported == (KEPT / "ladder.jsonl").read_bytes()
        assert json.loads(render(standings_of(store), "json")) == json.loads((KEPT / "ladder.json").read_text())
