"""Where two records of the same game part ways, in words. That a game is played anew: tests/cli/test_seal.py."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from arena.contest import load_contest
from arena.games import Ranking
from arena.referee import GameRecord, Measured, SeatFault
from arena.sealing.rerun import conditions, first_difference
from tests.contest.contests import write_contest
from tests.contest.recorded import recorded


@pytest.fixture
def record(tmp_path: Path, mark: str) -> GameRecord:
    return recorded(load_contest(write_contest(tmp_path, mark, {"ann": "plays", "bob": "plays"})), 0)


def test_clocks_and_conditions_make_no_difference_and_are_told_apart(record: GameRecord) -> None:
    other = replace(record, measured=Measured(lag_ms=5), hashes=("0", "1"), sandbox="bwrap", arena_version="9")
    assert first_difference(record, other) is None
    assert list(conditions(record, replace(record, measured=Measured()))) == []
    assert [line.split(" was ")[0] for line in conditions(record, other)] == [
        "the files of ann are others: their hash",
        "the files of bob are others: their hash",
        "sandbox",
        "arena_version",
    ]


def test_the_first_decision_that_differs_is_told_with_both_moves(record: GameRecord) -> None:
    decisions = list(record.decisions)
    for at in (3, 2):
        seat, index = decisions[at]
        decisions[at] = (seat, 0 if index else 1)
    said = first_difference(record, replace(record, decisions=tuple(decisions)))
    assert said is not None
    assert said.startswith('decision 2: seat 0 (ann) played {"card":')
    assert said.count('{"card":') == 2


def test_a_move_of_the_referee_is_told_with_the_fault(record: GameRecord) -> None:
    """Also where the bot would have made the same."""
    said = first_difference(
        record,
        replace(
            record,
            substituted=(1,),
            faults=(SeatFault(1, "time", 1),),
            measured=Measured(texts=("too late by 3 ms",)),
            decisions=(*record.decisions[:1], (1, 0), *record.decisions[2:]),
        ),
    )
    assert said is not None
    assert said.startswith("decision 1: seat 1 (bob) played ")
    assert said.endswith(" by the referee (time: too late by 3 ms)")


def test_a_game_that_ends_earlier_is_told_with_the_fault(record: GameRecord) -> None:
    shorter = replace(
        record,
        decisions=record.decisions[:4],
        faults=(SeatFault(0, "exited", 4),),
        measured=Measured(texts=("exit code 3",)),
    )
    said = first_difference(record, shorter)
    assert said == f"decision 4: the game had {len(record.decisions)} decisions, now 4 (exited: exit code 3)"


def test_an_outcome_that_differs_after_the_same_decisions_is_told(record: GameRecord) -> None:
    other = replace(record, outcome=Ranking((1, 1), (0.0, 0.0)))
    said = first_difference(record, other)
    assert said is not None
    assert said.startswith('outcome was {"kind":"ranking","places":[')
    assert said.endswith('is {"kind":"ranking","places":[1,1],"scores":[0.0,0.0]}')
