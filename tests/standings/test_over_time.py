"""Ratings in the course of a contest: its parts beside all of it, and the versions of a ladder's bots."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from msgspec.structs import replace

from arena.contest.bench import Benchings
from arena.referee.record import GameRecord
from arena.standings import compute, render
from arena.standings.over_time import over_time
from arena.standings.over_time_report import OverTime
from arena.standings.rounds import Rounds
from arena.store import Entry
from arena.store.ledger import Ledger
from tests.standings.helpers import make_record


def changing(groups: int = 240, bots: str = "abcd") -> list[GameRecord]:
    """Deal groups of two games between bots by turns; from the middle on, a takes three points of four, not one."""
    rng = np.random.default_rng(4)
    pairs = [(one, other) for one in bots for other in bots if one < other]
    records = []
    for group in range(groups):
        one, other = pairs[group % len(pairs)]
        chance = (0.25 if group < groups // 2 else 0.75) if one == "a" else 0.5
        for game in range(2):
            seating = (one, other) if game == 0 else (other, one)
            won = (rng.random() < chance) == (game == 0)
            records.append(make_record(2 * group + game, group, seating, (1, 2) if won else (2, 1)))
    return records


def course(records: list[GameRecord], bots: str = "abcd", entries: Sequence[Entry] = ()) -> OverTime:
    return over_time(Ledger.of(records), bots, list(bots), Benchings(), entries)


def test_a_bot_that_changes_is_seen_to_change() -> None:
    """Its parts differ by more than their intervals, and all of the contest is between; the others stay level."""
    found = course(changing())
    assert found.ends == (48, 96, 144, 192, 240)
    a, *others = found.courses
    low, high = a.parts[0], a.parts[-1]
    assert low.elo_of_bot is not None and high.elo_of_bot is not None and a.all.elo_of_bot is not None  # noqa: PT018
    assert low.elo_error_95 is not None and high.elo_error_95 is not None  # noqa: PT018
    assert low.elo_of_bot + low.elo_error_95 < a.all.elo_of_bot < high.elo_of_bot - high.elo_error_95
    assert sum(part.games for part in a.parts) == a.all.games == 240
    assert all(len(other.parts) == 5 for other in others)


def test_who_pauses_moves_nobody() -> None:
    """Without the strongest in the last part, the others are where the whole contest has them: not above it."""
    rng = np.random.default_rng(5)
    records = []
    for group in range(160):
        one, other = [("s", "a"), ("s", "b"), ("a", "b")][group % 3] if group < 80 else ("a", "b")
        won = rng.random() < (0.9 if one == "s" else 0.5)
        records.append(make_record(group, group, (one, other), (1, 2) if won else (2, 1)))
    found = {one.bot: one for one in course(records, "abs").courses}
    assert found["s"].parts[-1].elo_of_bot is None
    both = [found[bot] for bot in "ab"]
    last = sum(one.parts[-1].elo_of_bot or 0.0 for one in both)
    assert abs(last - sum(one.all.elo_of_bot or 0.0 for one in both)) < 0.1, "a mean of 1500 would be 250 above that"


def test_parts_are_whole_stages() -> None:
    """Of four stages, one much longer than the others, each part begins with a stage; they are numbered from 1."""
    stages = Rounds("stage", np.array([0, 20, 44, 200]))
    found = over_time(Ledger.of(changing()), "abcd", list("abcd"), Benchings(), rounds=stages)
    assert (found.unit, found.ends, found.last) == ("stage", (44, 200, 240), (2, 3, 4))
    text = render(replace(compute(changing(), "abcd"), over_time=found), "text")
    heads = text[text.index("Over time") :].splitlines()[3:8]
    assert [word for line in heads for word in line.split() if "stage" in word] == ["stages", "stage", "stage"]
    assert [word for line in heads for word in line.split() if word[0].isdigit()] == ["1-2", "3", "4"]
    assert len(found.courses[0].parts) == 3


def test_few_groups_have_no_parts_and_none_are_no_trouble() -> None:
    assert course(changing(30)).ends == (30,)
    assert course(changing(30)).courses[0].parts == ()
    assert course([]).ends == ()


def test_what_a_version_brought() -> None:
    """Each version has its rating, and a later one a step, with an interval; one that has not played has none."""
    renamed = [
        replace(record, seating=tuple("a v2" if bot == "a" and record.group >= 120 else bot for bot in record.seating))
        for record in changing()
    ]
    entries = [
        Entry(name=name, base="a", version=at, hash=f"{at}" * 16, since=since, folder="", copy="", command=())
        for at, (name, since) in enumerate([("a", 0), ("a v2", 40), ("a v3", 99)], 1)
    ]
    bots = ["a", "a v2", "a v3", "b", "c", "d"]
    found = over_time(Ledger.of(renamed), bots, bots, Benchings(), entries)
    first, second, third = found.versions
    assert (first.bot, first.before, first.elo_gained) == ("a", None, None)
    assert first.rating.elo_of_bot is not None
    assert second.rating.elo_of_bot is not None
    assert second.rating.elo_of_bot - first.rating.elo_of_bot == pytest.approx(second.elo_gained, abs=0.2)
    assert (second.bot, second.before, second.since_stage) == ("a v2", "a", 41)
    assert second.elo_gained is not None
    assert second.elo_error_95 is not None
    assert second.elo_gained - second.elo_error_95 > 0
    assert (third.bot, third.elo_gained) == ("a v3", None)


def test_the_page_has_a_column_for_each_part() -> None:
    """In text and Markdown; narrow enough for a terminal of 80."""
    page = replace(compute(changing(), "abcd"), over_time=course(changing()))
    text = render(page, "text")
    part = text[text.index("Over time") :]
    assert "193-240" in part
    assert "±" in part
    assert max(map(len, part.splitlines()[4:])) <= 80
    assert "## Over time" in render(page, "markdown")
