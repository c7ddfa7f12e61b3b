"""Whoever changes who met whom is found out: a stage follows from the results before it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.contest import Store
from arena.contest.formats import FormatName
from arena.contest.stage_audit import odd_stages
from tests.contest.test_whole_contests import plan, play


def odd(db: Path) -> list[str]:
    with Store.open(db) as store:
        return list(odd_stages(store))


@pytest.mark.parametrize("format", ["swiss", "knock-out"])
@pytest.mark.parametrize("seats", [2, 3])
def test_the_stages_of_a_contest_follow_from_its_results(tmp_path: Path, format: FormatName, seats: int) -> None:
    """All of them, also in the middle of a stage."""
    play(tmp_path / "x.db", plan(format, seats), 9)
    assert odd(tmp_path / "x.db") == []
    play(tmp_path / "part.db", plan(format, seats), 9, games=25)
    assert odd(tmp_path / "part.db") == []


@pytest.mark.parametrize("format", ["swiss", "knock-out"])
def test_a_stage_that_somebody_changed_is_named(tmp_path: Path, format: FormatName) -> None:
    """A bye for another bot, or other opponents."""
    play(tmp_path / "x.db", plan(format), 5)
    with closing(sqlite3.connect(tmp_path / "x.db")) as db:
        (old,) = db.execute("SELECT value FROM stage WHERE number = 1").fetchone()
        db.execute("UPDATE stage SET value = ? WHERE number = 1", (old.replace(b'"deals":1', b'"deals":2'),))
        db.commit()
    (problem,) = odd(tmp_path / "x.db")
    assert problem.startswith("stage 1 (")
    assert problem.endswith("is not what the results before it make")


def test_a_contest_of_one_stage_has_none_to_look_at(tmp_path: Path) -> None:
    """Nor has a ladder, in which bots come and go."""
    for format in ("round-robin", "ladder"):
        play(tmp_path / f"{format}.db", plan(format), 4, games=12)
        assert odd(tmp_path / f"{format}.db") == []
