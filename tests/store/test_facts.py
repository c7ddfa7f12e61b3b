"""What a file says of its contest: read whole, refused with a sentence, changed without touching the rest."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from arena.store import Anchor, Entries, Entry, Facts, FailedBuild, Looked, Retired, Store, StoreError, read_facts
from tests.facts import made_facts, plant, raw, written

ENTRY = Entry(name="mine v2", base="mine", version=2, hash="0" * 16, folder="/mine", copy="mine-0", command=("cat",))
ALL = Facts(
    contest=raw({"game": "bids", "later": [1, None]}),
    seed="007",
    bots=("ann", "mine v2"),
    anchors=(Anchor(bot="ann", elo=1700.5),),
    beside={"ann": ("notes", "ann.py")},
    builds={"bob": FailedBuild("exit code 2", "c.logs/build-bob.log", ("no flour",))},
    entries=Entries("/entries", (ENTRY,)),
    looked=Looked(("/c.db",), ("ann",), {"fay": {"1" * 16: "never mind"}}),
    retired={"ann": Retired(why="it asked"), "mine": Retired(stage=0)},
    over=0,
    people=("ann",),
)


def rows(path: Path) -> dict[str, bytes]:
    """The facts as SQLite has them."""
    with closing(sqlite3.connect(path)) as db:
        return dict(db.execute("SELECT name, value FROM fact"))


@pytest.mark.parametrize("facts", [made_facts(), ALL, replace(ALL, builds={}, beside={}, entries=Entries(None, ()))])
def test_what_was_written_is_read(tmp_path: Path, facts: Facts) -> None:
    Store.create(tmp_path / "c.db", facts).close()
    with Store.open(tmp_path / "c.db") as store:
        assert store.facts() == facts


def test_what_a_contest_begins_with_is_not_written() -> None:
    """So a file of one that has neither builds nor entries has four facts, as it always had."""
    assert set(made_facts().written()) == {"contest", "seed", "bots", "anchors"}
    assert set(ALL.written()) == set(Facts.__struct_fields__)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("seed", ["t"], r"Expected `str`, got `array` - at `\$.seed`"),
        ("bots", "ann", r"at `\$.bots`"),
        ("bots", ["ann", 7], r"at `\$.bots\[1\]`"),
        ("anchors", [{"elo": 3}], r"missing required field `bot` - at `\$.anchors"),
        ("beside", {"ann": "notes"}, r"at `\$.beside"),
        ("builds", {"ann": 3}, r"at `\$.builds"),
        ("entries", {"folder": None}, r"missing required field `bots` - at `\$.entries`"),
        ("looked", [], r"at `\$.looked`"),
        ("retired", {"ann": {"stage": "x"}}, r"at `\$.retired"),
        ("over", True, r"at `\$.over`"),
        ("over", 1.5, r"at `\$.over`"),
    ],
)
def test_what_is_no_fact_is_refused_by_name(tmp_path: Path, name: str, value: Any, told: str) -> None:
    """A file may come from anybody, and from any version."""
    Store.restored(tmp_path / "c.db", written({name: value})).close()
    with (
        Store.open(tmp_path / "c.db") as store,
        pytest.raises(StoreError, match=rf"c\.db: what the file says of .* cannot be used: .*{told}.*; another"),
    ):
        store.facts()


@pytest.mark.parametrize("missing", ["contest", "seed", "bots", "anchors"])
def test_a_file_without_what_every_contest_has_is_refused(missing: str) -> None:
    said = made_facts().written()
    del said[missing]
    with pytest.raises(StoreError, match=f"missing required field `{missing}`"):
        read_facts(said)


def test_a_change_leaves_all_other_rows_as_they_were(tmp_path: Path) -> None:
    """Also those that another version of arena has written and this one does not know."""
    path = tmp_path / "c.db"
    with Store.create(path, ALL) as store:
        plant(store, "weather", {"rain": [1.0, "x"]})
        plant(store, "retired", {"ann": {"why": "it asked", "by": "whom?"}})
    before = rows(path)
    with Store.open(path, write=True) as store:
        store.change_facts(lambda facts: replace(facts, bots=(*facts.bots, "new")))
        assert store.facts().bots == ("ann", "mine v2", "new")
        assert store.damage() == []
        assert bytes(store.written_facts()["weather"]) == b'{"rain":[1.0,"x"]}'
    assert rows(path) == before | {"bots": b'["ann","mine v2","new"]'}


def test_facts_that_cannot_be_used_can_be_looked_through_all_the_same(tmp_path: Path) -> None:
    """They are what was written: `arena verify` says that the file is whole, and what it says is not."""
    with Store.restored(tmp_path / "c.db", written({"bots": 3})) as store:
        assert store.damage() == []


def test_a_key_of_the_contest_is_known_by_the_name_that_it_had_before() -> None:
    """And by today's alone where a file has both."""
    renamed = replace(ALL, contest=raw({"seeds": ["ann"]}))
    assert renamed.of_contest(dict[str, list[str]]) == {"seeded": ["ann"]}
    both = replace(ALL, contest=raw({"seeds": ["ann"], "seeded": ["bob"]}))
    assert both.of_contest(dict[str, list[str]]) == {"seeded": ["bob"]}
