"""Whoever changes who met whom is found out: a stage follows from the results before it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.contest.run import run_games
from arena.pairing.formats import FormatName
from arena.pairing.ladder import LADDER_RULES
from arena.pairing.stages import FIRST_RULE, Stage
from arena.protocol.verdicts import Verdict
from arena.referee import decode_record, encode_record
from arena.referee.worker_messages import Assignment
from arena.sealing.stage_audit import odd_stages
from arena.store import Store
from tests.contest.fake_workers import FakeWorkers
from tests.contest.tampering import refit
from tests.contest.test_run import Log
from tests.contest.test_whole_contests import SETUP, plan, play
from tests.facts import made_facts
from tests.standings.helpers import make_record


def odd(db: Path) -> list[str]:
    with Store.open(db) as store:
        return list(odd_stages(store))


def change(db: Path, number: int, how: Callable[[dict[str, Any]], object]) -> None:
    """A stage that is stored, by hand."""
    with closing(sqlite3.connect(db)) as opened, opened:
        (old,) = opened.execute("SELECT value FROM stage WHERE number = ?", (number,)).fetchone()
        stage = json.loads(old)
        how(stage)
        opened.execute("UPDATE stage SET value = ? WHERE number = ?", (json.dumps(stage).encode(), number))
        refit(opened)


@pytest.mark.parametrize("format", ["swiss", "knock-out", "ladder"])
@pytest.mark.parametrize("seats", [2, 3])
def test_the_stages_of_a_contest_follow_from_its_results(tmp_path: Path, format: FormatName, seats: int) -> None:
    """All of them, also in the middle of a stage."""
    play(tmp_path / "x.db", plan(format, seats), 9, games=90 if format == "ladder" else None)
    assert odd(tmp_path / "x.db") == []
    play(tmp_path / "part.db", plan(format, seats), 9, games=25)
    assert odd(tmp_path / "part.db") == []


@pytest.mark.parametrize("format", ["swiss", "knock-out", "ladder"])
def test_a_stage_that_somebody_changed_is_named(tmp_path: Path, format: FormatName) -> None:
    """The first such, by its number."""
    play(tmp_path / "x.db", plan(format), 5, games=40 if format == "ladder" else None)
    for number in (2, 1):
        change(tmp_path / "x.db", number, lambda stage: stage.update(deals=2))
    (problem,) = odd(tmp_path / "x.db")
    assert problem.startswith("stage 1 (")
    assert problem.endswith("is not what the results before it make")


def exchanged(stage: dict[str, Any]) -> None:
    """Two bots of two line-ups sit in each other's place."""
    one, other = stage["line_ups"][0], next(each for each in stage["line_ups"] if not {*each} & {*stage["line_ups"][0]})
    one[0], other[0] = other[0], one[0]
    one.sort()
    other.sort()


@pytest.mark.parametrize(
    "how",
    [
        exchanged,
        lambda stage: stage["line_ups"].reverse(),
        lambda stage: stage["line_ups"].append([0, 1]),
        lambda stage: stage["line_ups"].append([0, 99]),
        lambda stage: stage["line_ups"].append([-1, 0]),
        lambda stage: stage.update(line_ups=[[0]]),
        lambda stage: stage.update(line_ups=[]),
        lambda stage: stage.update(byes=[1]),
        lambda stage: stage.update(title=3),
    ],
)
def test_who_met_whom_in_a_ladder_cannot_be_exchanged(tmp_path: Path, how: Callable[[dict[str, Any]], object]) -> None:
    play(tmp_path / "x.db", plan("ladder"), 8, games=200)
    change(tmp_path / "x.db", 17, how)
    (problem,) = odd(tmp_path / "x.db")
    assert problem.startswith("stage 17 ")


def test_a_ladder_of_the_first_rule_goes_on_and_holds(tmp_path: Path) -> None:
    """Its stages stay as they are, new ones are made by the rule of now, and each is held against its own."""
    names = [f"bot{number}" for number in range(7)]
    facts = {"contest": msgspec.to_builtins(plan("ladder")), "seed": "s", "bots": names, "anchors": []}
    with Store.create(tmp_path / "x.db", made_facts(facts)) as store:
        schedule = plan("ladder").schedule(names, "s", 1, 80)
        run_games(SETUP, schedule, store, FakeWorkers(2), Log(), plan("ladder").pairer(names, "s", FIRST_RULE))
        before = store.stages()
    assert not any(b"rule" in stage for stage in before)
    play(tmp_path / "x.db", plan("ladder"), 7, games=200)
    with Store.open(tmp_path / "x.db") as store:
        after = store.stages()
    assert after[: len(before)] == before
    assert {msgspec.json.decode(stage, type=Stage).rule for stage in after[len(before) :]} == {LADDER_RULES[-1]}
    assert odd(tmp_path / "x.db") == []


@pytest.mark.parametrize("rule", [FIRST_RULE, 0, 3, -1])
def test_a_stage_cannot_be_passed_off_as_one_of_another_rule(tmp_path: Path, rule: int) -> None:
    play(tmp_path / "x.db", plan("ladder"), 8, games=200)
    change(tmp_path / "x.db", 9, lambda stage: stage.update(rule=rule))
    (problem,) = odd(tmp_path / "x.db")
    assert problem.startswith("stage 9 (")


def test_a_format_of_one_rule_has_no_stages_of_another(tmp_path: Path) -> None:
    play(tmp_path / "x.db", plan("swiss"), 8)
    change(tmp_path / "x.db", 1, lambda stage: stage.update(rule=LADDER_RULES[-1]))
    (problem,) = odd(tmp_path / "x.db")
    assert problem.startswith("stage 1 (")
    assert problem.endswith(f"is by a rule that this version does not have, number {LADDER_RULES[-1]}")


class Failing(FakeWorkers):
    """From the seventh game on bot2 does not start."""

    async def play(self, assignment: Assignment) -> bytes:
        record = decode_record(await super().play(assignment))
        if "bot2" in record.seating and record.number >= 6:
            seat = record.seating.index("bot2")
            places = [2 if seat == 0 else 1, 1 if seat == 0 else 2]
            faults: list[tuple[int, Verdict]] = [(seat, "start-failure")]
            record = make_record(record.number, record.group, record.seating, places, faults=faults)
        return encode_record(record)


def test_a_ladder_in_which_a_bot_was_benched_holds(tmp_path: Path) -> None:
    """It is in no stage after that, and whoever puts it back into one is found out."""
    names = [f"bot{number}" for number in range(5)]
    contest = msgspec.to_builtins(plan("ladder")) | {"bench": {"starts": 2, "games": None}}
    facts = {"contest": contest, "seed": "s", "bots": names, "anchors": []}
    with Store.create(tmp_path / "x.db", made_facts(facts)) as store:
        schedule = plan("ladder").schedule(names, "s", 1, 80)
        run_games(SETUP, schedule, store, Failing(3), Log(), plan("ladder").pairer(names, "s"))
        stages = [msgspec.json.decode(stage, type=Stage) for stage in store.stages()]
    there = [number for number, stage in enumerate(stages) if any(2 in line_up for line_up in stage.line_ups)]
    assert there == list(range(there[-1] + 1))
    assert len(there) < len(stages) - 5
    assert odd(tmp_path / "x.db") == []
    change(tmp_path / "x.db", there[-1] + 3, lambda stage: stage["line_ups"][0].__setitem__(slice(None), [1, 2]))
    (problem,) = odd(tmp_path / "x.db")
    assert problem.startswith(f"stage {there[-1] + 3} ")


def test_a_contest_of_one_stage_has_none_to_look_at(tmp_path: Path) -> None:
    play(tmp_path / "x.db", plan("round-robin"), 4, games=12)
    assert odd(tmp_path / "x.db") == []
