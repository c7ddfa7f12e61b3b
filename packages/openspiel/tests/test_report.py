"""The report: it ends whatever a game does, keeps what is there, and says what was reached."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from arena.games.laws import Breach, Broken, Report, Tried
from click.testing import CliRunner
from msgspec import Raw

from arena_openspiel.found import Found, GameTried, Sight, Worlds
from arena_openspiel.report import found_by, in_order, main
from arena_openspiel.report_text import page
from arena_openspiel.trying import try_game


def test_a_trial_ends_with_its_time_but_plays_once_under_each_law() -> None:
    """With no time at all: one game, and each law once."""
    *_, found = try_game("tic_tac_toe", 1000, 1000, 0)
    assert (found.games, found.wanted) == (1, 1000)
    (sight,) = found.sights
    assert {tried.law: tried.games for tried in sight.tried} == dict.fromkeys(
        ("twins", "rules", "determinism", "clone", "illegal moves"), 1
    )


def test_a_trial_with_time_reaches_what_is_wanted() -> None:
    """Both sights of a game that has two, with each number of seats."""
    *_, found = try_game("kuhn_poker", 7, 2, 600)
    assert found.games == 7
    assert [sight.sight for sight in found.sights] == ["information state", "observation", "information state"]
    assert {(tried.law, tried.seats, tried.games) for tried in found.sights[1].tried} == {
        ("twins", 2, 2),
        ("twins", 3, 2),
    }
    assert found.imagines


def test_what_hides_nothing_has_one_sight() -> None:
    """Misere hides what its game does: tic-tac-toe nothing."""
    *_, found = try_game("misere", 1, 1, 0)
    assert len(found.sights) == 1


def _program(*lines: str) -> Sequence[str]:
    return [sys.executable, "-c", "\n".join(("import os, signal, sys", *lines))]


def test_a_process_that_a_game_ends_is_a_line_of_the_report() -> None:
    """What it had found stands; a line that it did not finish does not."""
    line = msgspec.json.encode(GameTried(name="x", games=3)).decode()
    wrote = f"print({line!r}, flush=True); sys.stdout.write('{{\"name\"'); sys.stdout.flush()"
    found = found_by(_program(wrote, "os.kill(os.getpid(), signal.SIGSEGV)"), "x", 60)
    assert (found.games, found.refused) == (3, "")
    assert found.cut == "its process was ended by signal 11, which is no doing of arena's"


def test_a_game_that_fails_at_once_is_refused_with_its_last_words() -> None:
    found = found_by(_program("sys.exit('CHECK failed')"), "x", 60)
    assert found.refused == "its process ended with status 1: CHECK failed, before one game of it was played"


def test_a_game_that_hangs_is_ended() -> None:
    found = found_by(_program("signal.pause()"), "x", 1)
    assert found.refused == "it was not done after 1 seconds, before one game of it was played"


def test_what_was_never_tried_comes_first_then_the_oldest() -> None:
    before = [GameTried(name="a", when="2026-02-01"), GameTried(name="b", when="2026-01-01")]
    assert in_order(["a", "b", "d", "c"], before) == ["c", "d", "b", "a"]


def _run(into: Path, *arguments: str) -> Found:
    command = ["--into", str(into), "--games", "3", "--law-games", "1", "--seconds", "100", *arguments]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0, done.output
    return msgspec.json.decode((into / "report.json").read_bytes(), type=Found)


def test_what_is_there_stays_until_its_game_is_tried_again(tmp_path: Path) -> None:
    first = _run(tmp_path, "--only", "matrix_pd")
    both = _run(tmp_path, "--only", "matrix_mp")
    assert [one.name for one in both.tried] == ["matrix_mp", "matrix_pd"]
    assert both.tried[1] == first.tried[0]
    text = (tmp_path / "REPORT.md").read_text("utf-8")
    assert "| matrix_mp | 2 | 3 | 1, 1, 1 |" in text
    old = msgspec.structs.replace(both, openspiel="1.0")
    (tmp_path / "report.json").write_bytes(msgspec.json.encode(old))
    assert [one.name for one in _run(tmp_path, "--only", "matrix_mp").tried] == ["matrix_mp"]


def test_a_name_that_openspiel_does_not_have_is_told() -> None:
    done = CliRunner().invoke(main, ["--only", "matrix_xy"])
    assert done.exit_code == 2
    assert "no game called matrix_xy" in done.output


def _case(decision: int) -> Report:
    breach = Breach(law="twins", game="x", seats=2, deal="d", decision=decision, what=f"at {decision}")
    broken = Broken(breach, 1, (f"seat 0: {decision}",), Raw(b"null"))
    return Report("x", "X", 1, Raw(b"null"), (), (Tried("twins", 2, 1, 5, 1, 2),), (broken,), None)


def test_of_many_games_the_smallest_case_is_kept() -> None:
    """With its own moves; what was counted is added up."""
    sight = Sight("struct", "changes").joined(_case(7)).joined(_case(3)).joined(_case(5))
    assert [(case.breach.decision, case.story) for case in sight.cases] == [(3, ("seat 0: 3",))]
    assert sight.tried == (Tried("twins", 2, 3, 15, 3, 6),)
    assert sight.broken == ["twins"]


@pytest.fixture
def shown() -> str:
    leaky = Sight("struct", "changes").joined(_case(3), Worlds("b(players=2)", 1, (5, 6), (6, 5)))
    fine = Sight("observation", "changes", (Tried("twins", 2, 4, 9, 0, 0),))
    games = (
        GameTried(name="a", wanted=1000, games=1000, seconds=2, seats=(2,), sights=(Sight("all", "changes"),)),
        GameTried(name="b", wanted=1000, games=312, seconds=20, seats=(2,), hidden=True, sights=(fine, leaky)),
        GameTried(name="c", wanted=1000, games=9, seconds=20, seats=(2,), cut="it was not done after 70 seconds"),
        GameTried(name="d", refused="it has | no numbers"),
    )
    return page(Found("2.0.2", games))


@pytest.mark.parametrize(
    "line",
    [
        "| registered in OpenSpiel | 4 |",
        "| load and were played | 3 |",
        "| ... to the end as often as was wanted, 1,000 times | 1 |",
        "| ... as often as the time allowed, 9 times at the least | 2 |",
        "| keep all laws, in 0 games of each and more, mostly 2 | 2 |",
        "| [break a law](#what-broke) | 1: b |",
        "| ... and tell a secret in one of their sights | 1: b |",
        "| a | 2 | 1,000 | 0, 0, 0 | all | other luck to come | holds | 0 | 0 | 0 |",
        "| b | 2 | 312 in 20 s | 0, 0, 0 | observation | changes | holds | 4 | 9 | 0 |",
        "|  | | |  | struct | changes | **twins** | 1 | 5 | 2 |",
        "| c* | 2 | 9 in 20 s | 0, 0, 0 | | | not tried | | | |",
        "| c | it was not done after 70 seconds |",
        "| d | it has / no numbers |",
        "    after: seat 0: 3",
        "For its authors: in `b(players=2)` the actions A and B, chance's too, leave player 1",
        "with the same `observation_string`, but `to_observation_struct` tells them apart.",
        "    A: 5 6",
        "    B: 6 5",
    ],
)
def test_the_page_says_what_was_reached(shown: str, line: str) -> None:
    assert line in shown.splitlines()
