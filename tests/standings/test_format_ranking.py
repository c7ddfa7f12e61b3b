"""How a format itself ranks its bots: on every page, in the middle of a round, and with somebody benched."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from arena.standings import Standings, compute, render
from arena.standings.format_ranking import FormatRanking, ranking_of
from arena.store import Store
from tests.contest.test_course import Contest, Workers
from tests.contest.test_whole_contests import plan


def ranking(contest: Contest) -> FormatRanking:
    found = contest.ranking
    assert found is not None
    return found


def standings(contest: Contest) -> Standings:
    with Store.open(contest.db) as store:
        ledger = store.ledger()
        found = compute(ledger, store.facts().bots)
        assert isinstance(found, Standings)
        return msgspec.structs.replace(found, by_format=ranking_of(store, ledger))


def swiss(folder: Path, games: int | None = None, bad: Sequence[str] = (), bots: int = 7) -> Contest:
    """Rounds of three matches, each of two deal groups of two games; one of the seven has a bye."""
    contest = Contest(folder / "swiss.db", plan("swiss"), bots)
    contest.run(Workers(1, bad), games)
    return contest


def knock_out(folder: Path, games: int | None = None, bad: Sequence[str] = ()) -> Contest:
    contest = Contest(folder / "knock-out.db", plan("knock-out"), 6)
    contest.run(Workers(1, bad), games)
    return contest


def points(found: FormatRanking) -> dict[str, float]:
    return {row.bot: float(row.values[0]) for row in found.rows}


def test_a_round_counts_once_it_is_over(tmp_path: Path) -> None:
    """In the middle of the second the table is that of the first, though more games are there."""
    contest = swiss(tmp_path, 12)
    first = ranking(contest)
    assert sum(points(first).values()) == 4  # three matches and a bye
    assert len(contest.records) == 12
    contest.run(Workers(1), 18)
    assert ranking(contest) == first
    contest.run(Workers(1), 24)
    assert sum(points(ranking(contest)).values()) == 8
    contest.run(Workers(1))
    assert sum(points(ranking(contest)).values()) == 12


def test_before_the_first_round_is_over_all_are_equal(tmp_path: Path) -> None:
    """D50: each has rank 1, and nobody is left out."""
    for games in (1, 11):
        found = ranking(swiss(tmp_path, games))
        assert {(row.rank, row.values[0]) for row in found.rows} == {(1, "0.0")}
        assert {row.bot for row in found.rows} == {f"bot{number}" for number in range(7)}


def test_equal_in_everything_is_an_equal_rank(tmp_path: Path) -> None:
    """D50: a rank counts all who did better; the tie-breaks are columns of the table, in their order."""
    found = ranking(swiss(tmp_path, bots=33))
    assert found.columns == ("points", "Buchholz", "Sonneborn-Berger", "wins", "byes")
    keys = [tuple(map(float, row.values[:4])) for row in found.rows]
    assert keys == sorted(keys, reverse=True)
    for number, (row, key) in enumerate(zip(found.rows, keys, strict=True)):
        assert row.rank == 1 + sum(other > key for other in keys)
        assert row.rank <= number + 1
    assert any(before.rank == after.rank for before, after in pairwise(found.rows))


def test_a_benched_bot_stays_in_the_table(tmp_path: Path) -> None:
    """With the points that it has; its games that will never be played hold no round up."""
    contest = swiss(tmp_path, 24, ["bot2"])
    assert contest.benched() == ["bot2"]
    found = points(ranking(contest))
    assert found["bot2"] <= 1
    assert sum(found.values()) >= 4
    contest.run(Workers(1, ["bot2"]))
    assert set(points(ranking(contest))) == set(contest.bots)


def test_a_bracket_in_the_middle_of_a_round_says_what_is_to_be_played(tmp_path: Path) -> None:
    """And whoever is in it still shares the first rank."""
    contest = knock_out(tmp_path, 10)  # of the second round two of eight
    stages = contest.stages
    assert [stage.title for stage in stages] == ["quarter-finals", "semi-finals"]
    found = ranking(contest)
    assert [(row.rank, row.values) for row in found.rows] == [(1, ("still in",))] * 4 + [(5, ("quarter-finals",))] * 2
    assert found.bracket[0] == "quarter-finals:"
    assert found.bracket.count("semi-finals, to be played:") == 1
    to_come = found.bracket[found.bracket.index("semi-finals, to be played:") + 1 :]
    names = [[contest.bots[bot] for bot in line_up] for line_up in stages[1].line_ups]
    assert sorted(sorted(line.strip().split(" - ")) for line in to_come) == sorted(names)


def test_whoever_meets_a_benched_bot_wins_by_walkover(tmp_path: Path) -> None:
    """The bracket says so where the result does not."""
    contest = knock_out(tmp_path, bad=["bot0", "bot1", "bot2", "bot3", "bot4"])
    found = ranking(contest)
    assert (found.rows[0].rank, found.rows[0].bot, found.rows[0].values) == (1, "bot5", ("winner", ""))
    assert not any("to be played" in line for line in found.bracket)


@pytest.mark.parametrize("make", [swiss, knock_out])
def test_every_page_has_it_before_the_ratings(tmp_path: Path, make: Callable[..., Contest]) -> None:
    """Text and Markdown with a row for each bot, JSON with a value for each column; the CSV is that of the ratings."""
    contest = make(tmp_path, 14, ["bot2"])
    found, page = ranking(contest), standings(contest)
    text, markdown = render(page, "text"), render(page, "markdown")
    assert text.startswith(f"{found.title}\n\n#  bot")
    assert text.index(found.title) < text.index("Standings")
    assert markdown.startswith(f"## {found.title}\n")
    for row in found.rows:
        assert any(line.split()[:2] == [str(row.rank), row.bot] for line in text.splitlines())
        assert any(row.bot in line and row.values[0] in line for line in markdown.splitlines())
    assert all(line in text.splitlines() for line in found.bracket)
    value = json.loads(render(page, "json"))["by_format"]
    assert value == json.loads(msgspec.json.encode(found))
    assert list(value) == ["title", "columns", "rows", "bracket"]
    for entry in value["rows"]:
        assert list(entry) == ["rank", "bot", "values"]
        assert len(entry["values"]) == len(value["columns"])
    assert bool(value["bracket"]) == (found.title == "Knock-out")
    assert found.title not in render(page, "csv")


@pytest.mark.parametrize("format", ["ladder", "round-robin"])
def test_where_ratings_say_it_there_is_no_other_ranking(tmp_path: Path, format: str) -> None:
    contest = Contest(tmp_path / "x.db", plan("ladder" if format == "ladder" else "round-robin"), 4)
    contest.run(Workers(2), 10)
    assert contest.ranking is None
    assert json.loads(render(standings(contest), "json"))["by_format"] is None
