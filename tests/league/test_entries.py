"""The list of a ladder's entries: what it becomes after each look, without files."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from arena.programs.bot import Bot, looks
from arena.programs.entries import bot_of, draft, settle, taken_by
from arena.store import Entries, Entry, StoreError, read_facts
from tests.facts import made_facts


def version(base: str, hash: str) -> Entry:
    return draft(base, Bot(command=("x",), folder=Path("/bots"), program=Path("/bin/x")), hash, f"{base}-{hash}")


def shown(entries: list[Entry]) -> list[str]:
    return [f"{entry.name} {entry.hash} {entry.state}" for entry in entries]


def test_a_new_version_is_a_new_entry_and_the_old_one_is_kept() -> None:
    one, _ = settle([], {"a": version("a", "1"), "b": version("b", "1")}, 0)
    two, changes = settle(one, {"a": version("a", "2"), "b": version("b", "1")}, 4)
    assert shown(two) == ["a 1 updated", "b 1 playing", "a v2 2 playing"]
    assert [(old.name, new.name, new.version, new.since) for old, new in changes.updated] == [("a", "a v2", 2, 4)]
    assert changes.lines({}) == ["a v2 (2) enters in place of a"]


def test_what_is_not_there_any_more_retires_and_what_is_not_known_plays_on() -> None:
    one, _ = settle([], {"a": version("a", "1"), "b": version("b", "1")}, 0)
    two, changes = settle(one, {"a": None}, 1)
    assert shown(two) == ["a 1 playing", "b 1 retired"]
    assert changes.lines({}) == ["b retires"]


def test_the_same_version_put_back_plays_on() -> None:
    """After it retired, and in place of a later one."""
    entries: list[Entry] = []
    for hash in ("1", "2", None, "1", "2", "3"):
        entries, changes = settle(entries, {} if hash is None else {"a": version("a", hash)}, 0)
    assert shown(entries) == ["a 1 updated", "a v2 2 updated", "a v3 3 playing"]
    entries, changes = settle(entries, {"a": version("a", "1")}, 0)
    assert shown(entries) == ["a 1 playing", "a v2 2 updated", "a v3 3 updated"]
    assert changes.lines({}) == ["a (1) is back"]
    benched = {"a": "failed to start in 3 games in a row", "a v2": "never minds"}
    assert changes.lines(benched) == [
        "a (1) is back, but benched: failed to start in 3 games in a row: change it, and it is a new entry"
    ]


def test_names_of_versions_are_short_and_never_those_of_others() -> None:
    entries, _ = settle([], {"a V2": version("a V2", "1"), "a": version("a", "1"), "x" * 40: version("x" * 40, "1")}, 0)
    entries, _ = settle(entries, {"a": version("a", "2"), "x" * 40: version("x" * 40, "2")}, 1)
    assert [entry.name for entry in entries[3:]] == ["a v3", "x" * 37 + " v2"]
    assert taken_by("A v3", entries, []) == "a v3"
    assert taken_by("a V2", entries, ["b", "B2"]) is None
    assert taken_by("b2", entries, ["b", "B2"]) == "B2"


@given(st.lists(st.dictionaries(st.sampled_from("abc"), st.sampled_from(["", "1", "2", "3"]), max_size=3), max_size=8))
def test_the_list_only_grows_and_a_base_plays_as_one_entry_at_most(looked: list[dict[str, str]]) -> None:
    """Whatever comes and goes; and a store keeps all of it."""
    entries: list[Entry] = []
    for stage, there in enumerate(looked):
        present = {base: version(base, hash) if hash else None for base, hash in there.items()}
        before = entries
        entries, changes = settle(before, present, stage)
        assert [entry.key for entry in entries[: len(before)]] == [entry.key for entry in before]
        assert [entry.name for entry in entries[: len(before)]] == [entry.name for entry in before]
        playing = {entry.base: entry.hash for entry in entries if entry.state == "playing"}
        assert sum(entry.state == "playing" for entry in entries) == len(playing)
        assert playing.keys() <= there.keys()
        assert all(playing[base] == hash for base, hash in there.items() if hash)
        assert bool(changes.lines({})) == (entries != before)
        assert settle(entries, present, stage + 1)[0] == entries
    assert len({entry.key for entry in entries}) == len({looks(entry.name) for entry in entries}) == len(entries)
    kept = Entries("/entries", tuple(entries))
    assert read_facts(replace(made_facts(), entries=kept).written()).entries == kept


def test_a_store_without_entries_has_none_and_a_damaged_one_says_so() -> None:
    assert made_facts().entries is None
    with pytest.raises(StoreError, match="bots"):
        made_facts({"entries": {"folder": None}})


def test_a_copy_is_needed_to_start_an_entry(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the copy that it plays from is gone"):
        bot_of(version("a", "1"), tmp_path)


@pytest.mark.parametrize("copy", ["", ".", "..", "../a-1", "/etc"])
def test_a_copy_is_never_anywhere_else(tmp_path: Path, copy: str) -> None:
    """Whatever a file says that came from strangers."""
    with pytest.raises(ValueError, match="is no name of a copy"):
        bot_of(replace(version("a", "1"), copy=copy), tmp_path)
