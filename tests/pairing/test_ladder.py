"""The ladder's matchmaking, over simulated players of known strengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import log
from random import Random

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.pairing.company import MOST_WORTH
from arena.pairing.ladder import BY_LOT, MOST, OFTEN, PLACED, Ladder, _believed, _worth
from arena.pairing.meetings import Known
from arena.pairing.seatings import seating, seating_count
from arena.pairing.stages import FIRST_RULE, Match, PastStage, Stage
from arena.statistics.bradley_terry import fit, information, share


def played(stage: Stage, strengths: Sequence[float], rng: Random) -> PastStage:
    """As many games as there are seats in each deal group, by the rating model itself."""
    matches = []
    for line_up in stage.line_ups:
        seats, games = range(len(line_up)), stage.deals * len(line_up)
        taken = [[0 for _ in seats] for _ in seats]
        for _ in range(games):
            form = [strengths[bot] - log(-log(rng.random())) for bot in line_up]
            for one, other in combinations(seats, 2):
                winner, loser = (one, other) if form[one] > form[other] else (other, one)
                taken[winner][loser] += 2
        matches.append(Match(line_up, games, tuple(map(tuple, taken))))
    return PastStage(stage, tuple(matches))


def league(
    strengths: Sequence[float], stages: int, seats: int = 2, seed: str = "league", past: Sequence[PastStage] = ()
) -> list[PastStage]:
    """So many further stages with all of them."""
    ladder, rng, after = Ladder(seats, 1, seed), Random(seed), list(past)
    for _ in range(stages):
        after.append(played(ladder.next(after, range(len(strengths))), strengths, rng))
    return after


def meetings(past: Sequence[PastStage], bots: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    met = np.zeros((bots, bots), dtype=np.int64)
    for line_up in (line_up for stage in past for line_up in stage.stage.line_ups):
        for one, other in combinations(line_up, 2):
            met[one, other] += 1
            met[other, one] += 1
    return met


OF_THE_FIRST_RULE = [
    ((3, 6), (0, 3), (1, 2), (4, 5)),
    ((5, 6), (2, 6), (0, 1), (3, 4)),
    ((0, 4), (0, 5), (2, 3), (1, 6)),
    ((0, 2), (0, 6), (1, 4), (3, 5)),
    ((0, 1), (0, 2), (4, 6), (3, 5)),
]


def spread(met: np.ndarray[tuple[int, int], np.dtype[np.int64]], bot: int) -> tuple[int, int]:
    """The fewest and the most meetings of a bot with one other."""
    others = np.delete(met[bot], bot)
    return int(others.min()), int(others.max())


@given(
    seats=st.integers(2, 4),
    bots=st.integers(3, 33),
    deals=st.integers(1, 3),
    leaving=st.integers(0, 2),
    seed=st.integers(0, 999),
)
@settings(max_examples=25, deadline=None)
def test_in_each_stage_everybody_plays_and_nobody_plays_himself(
    seats: int, bots: int, deals: int, leaving: int, seed: int
) -> None:
    """Also where bots come and go; in a field without newcomers only as many play twice as fill the last line-up."""
    rng = Random(seed)
    strengths = [rng.gauss(0, 1) for _ in range(bots)]
    ladder, past = Ladder(seats, deals, str(seed)), list[PastStage]()
    for turn in range(6):
        playing = sorted(rng.sample(range(bots), max(bots - leaving, seats - 1)))
        stage = ladder.next(past, playing)
        assert stage.deals == deals
        if len(playing) < seats:
            assert not stage.line_ups
            continue
        assert all(len(set(line_up)) == seats and list(line_up) == sorted(line_up) for line_up in stage.line_ups)
        count = Counter(bot for line_up in stage.line_ups for bot in line_up)
        assert sorted(count) == playing
        if turn == 0 or not leaving:
            assert len(stage.line_ups) == -(-len(playing) // seats)
            assert max(count.values()) <= 2
        past.append(played(stage, strengths, rng))


@pytest.mark.parametrize(("bots", "seats"), [(3, 2), (8, 2), (9, 3), (33, 4)])
def test_a_stage_depends_on_nothing_but_the_stages_before_who_plays_and_the_master_seed(bots: int, seats: int) -> None:
    """A fresh object makes the same stages as one that has seen them grow."""
    rng = Random(bots)
    strengths = [rng.gauss(0, 1) for _ in range(bots)]
    ladder, past = Ladder(seats, 1, "m"), list[PastStage]()
    for turn in range(8):
        playing = [bot for bot in range(bots) if turn < 4 or bot != 1]
        stage = ladder.next(past, playing)
        assert Ladder(seats, 1, "m").next(past, playing[::-1]) == stage
        assert ladder.next(past, playing) == stage
        past.append(played(stage, strengths, rng))
    others = [Ladder(seats, 1, str(seed)).next([], range(bots)) for seed in range(20)]
    assert len(set(others)) > 1


def test_an_object_that_is_shown_another_contest_begins_anew() -> None:
    one, other = league([0, 1, 2, 3], 5, seed="one"), league([3, 2, 1, 0], 5, seed="other")
    ladder = Ladder(2, 1, "m")
    assert ladder.next(one, range(4)).line_ups
    assert ladder.next(other, range(4)) == Ladder(2, 1, "m").next(other, range(4))
    assert ladder.next(other[:2], range(4)) == Ladder(2, 1, "m").next(other[:2], range(4))


def test_too_few_bots_wait_for_more() -> None:
    """A stage without line-ups, never the end of the ladder."""
    ladder = Ladder(3, 2, "m")
    assert ladder.next([], []) == Stage((), 2)
    assert ladder.next([], [4, 7]) == Stage((), 2)
    assert ladder.next([], [4, 7, 9]).line_ups == ((4, 7, 9),)
    assert ladder.ranking([]) is None


def test_eight_equals_meet_each_other_equally_often() -> None:
    """D49: 200 games of 8 bots; opponents' counts of a bot differ by at most 3, seats are the same for all."""
    past = league([0.0] * 8, 25)
    met = meetings(past, 8)
    assert all(most - fewest <= 3 for fewest, most in (spread(met, bot) for bot in range(8)))
    seats = Counter(
        (bot, seat)
        for stage in past
        for line_up in stage.stage.line_ups
        for index in range(seating_count("rotations", line_up))
        for seat, bot in enumerate(seating("rotations", line_up, index))
    )
    assert sum(seats.values()) == 2 * 200
    assert set(seats.values()) == {25}


@given(
    strengths=st.lists(st.floats(-6, 6), min_size=4, max_size=16),
    seed=st.integers(0, 99),
)
@settings(max_examples=15, deadline=None)
def test_no_pair_goes_on_for_ever_however_far_the_others_are(strengths: list[float], seed: int) -> None:
    """Of the line-ups of a bot, nobody is in more than `OFTEN` times its even part, or half-way from that to all."""
    bots = len(strengths) // 2 * 2
    met = meetings(league(strengths[:bots], 40, seed=str(seed)), bots)
    alike = 1 / (bots - 1)
    assert met.max() <= min(OFTEN * alike, (alike + 1) / 2) * 40 + 1
    assert ((met > 0).sum(axis=1) >= max((bots - 1) / OFTEN, 1) - 1e-9).all()


@given(bots=st.integers(2, 14), seats=st.integers(2, 4), deals=st.integers(1, 2), seed=st.integers(0, 999))
@settings(max_examples=25, deadline=None)
def test_no_bot_is_starved(bots: int, seats: int, deals: int, seed: int) -> None:
    """In each stage each bot has one line-up at least and `MOST` at most, and those that came together and stayed never
    differ by more than one, whoever comes and goes."""
    rng = Random(seed)
    strengths = [rng.gauss(0, 2) for _ in range(bots + 3 + seats)]
    ladder, past, line_ups = Ladder(seats, deals, str(seed)), list[PastStage](), Counter[int]()
    came = dict.fromkeys(range(bots + seats), 0)
    guest = len(strengths) - 1
    for turn in range(30):
        if turn in (12, 13, 20) and len(came) < guest:
            came[len(came)] = turn
        playing = [*came, guest][: None if rng.random() < 0.5 else -1]
        stage = ladder.next(past, playing)
        count = Counter(bot for line_up in stage.line_ups for bot in line_up)
        assert sorted(count) == playing
        assert max(count.values()) <= MOST
        line_ups += count
        for turned in set(came.values()):
            together = [line_ups[bot] for bot in came if came[bot] == turned]
            assert max(together) - min(together) <= 1
        past.append(played(stage, strengths, rng))


def test_a_meeting_is_worth_what_it_takes_from_the_variances_of_all() -> None:
    """Against the covariance made anew with the games in it, each as telling as the doubt of both leaves it."""
    rng = np.random.default_rng(3)
    for _ in range(5):
        points = rng.integers(0, 9, (7, 7)).astype(np.float64)
        np.fill_diagonal(points, 0)
        strengths = fit(points)
        before = information(points, strengths)
        known = Known(strengths, np.linalg.inv(before).astype(np.float64))
        middle, believed = np.eye(7) - 1 / 7, _believed(known)
        gains = np.zeros((7, 7))
        for one, other in combinations(range(7), 2):
            unit = np.eye(7)[one] - np.eye(7)[other]
            damped = 1 / np.sqrt(1 + np.pi / 8 * (unit @ known.covariance @ unit))
            expected = share(np.array((believed[one] - believed[other]) * damped))
            told = expected * (1 - expected)
            after = np.linalg.inv(before + 2 * damped * told * np.outer(unit, unit))
            gains[one, other] = gains[other, one] = np.trace(middle @ (known.covariance - after) @ middle)
        assert _worth(known, 2) == pytest.approx(gains / gains.max() * MOST_WORTH, abs=2)


def test_one_stage_in_some_is_drawn_by_lot() -> None:
    """What came of the games before it decides nothing, that they were played does; elsewhere it decides."""
    strengths = [1.5 * bot for bot in range(12)]
    past = league(strengths, 2 * BY_LOT)
    others = [played(stage.stage, strengths[::-1], Random(1)) for stage in past]
    alike = [
        Ladder(2, 1, "m").next(past[:turn], range(12)) == Ladder(2, 1, "m").next(others[:turn], range(12))
        for turn in range(1, 2 * BY_LOT)
    ]
    assert [turn for turn, same in enumerate(alike, 1) if same] == [BY_LOT - 1, 2 * BY_LOT - 1]


def test_strengths_are_believed_as_far_as_they_are_not_chance() -> None:
    """An unsure one is near the mean, sure ones are where they are, and the order of equally sure ones stays."""
    strengths = np.array([-2.0, -1.0, 1.0, 2.0])
    sure = _believed(Known(strengths, np.eye(4) * 1e-9))
    assert sure == pytest.approx(strengths)
    some = _believed(Known(strengths, np.eye(4)))
    assert (np.diff(some) > 0).all()
    assert np.abs(some).max() < 2
    assert np.abs(_believed(Known(strengths, np.eye(4) * 1e9))).max() < 1e-6


def test_who_is_unsure_tells_more_than_who_is_far() -> None:
    """An even and unsure meeting is worth more than a sure one, and that more than a foregone one."""
    strengths = np.array([0.0, 0.0, 0.0, 4.0])
    worth = _worth(Known(strengths, np.diag([0.5, 0.1, 0.1, 0.1])), 2)
    assert worth[0, 1] == worth[0, 2] > worth[1, 2] > worth[1, 3] > 0


def test_stages_of_the_first_rule_are_made_as_they_were() -> None:
    """Line-ups as the ladder made them before it had another rule; they are in files."""
    rng, ladder, past = Random(7), Ladder(2, 1, "m", FIRST_RULE), list[PastStage]()
    for _ in range(5):
        past.append(played(ladder.next(past, range(7)), [0.7 * bot for bot in range(7)], rng))
    assert [stage.stage.line_ups for stage in past] == OF_THE_FIRST_RULE
    assert all("rule" not in msgspec.json.decode(msgspec.json.encode(stage.stage)) for stage in past)


def test_near_ones_meet_more_often() -> None:
    bots = 12
    met = meetings(league([0.8 * bot for bot in range(bots)], 60), bots)
    distance = np.abs(np.subtract.outer(range(bots), range(bots)))
    by_distance = [met[distance == apart].mean() for apart in (1, 4, 10)]
    assert by_distance[0] > 1.5 * by_distance[1] > 1.5 * by_distance[2]


@pytest.mark.parametrize(("bots", "seats"), [(8, 2), (9, 3), (20, 4)])
def test_new_bots_play_first_and_more_until_they_have_caught_up(bots: int, seats: int) -> None:
    rng = Random(1)
    strengths = [rng.gauss(0, 1) for _ in range(bots + 2)]
    past = league(strengths[:bots], 2 * PLACED + 2, seats)
    ladder, new = Ladder(seats, 1, "league"), {bots: 0, bots + 1: 0}
    for _ in range(PLACED // MOST + 1):
        stage = ladder.next(past, range(bots + 2))
        count = Counter(bot for line_up in stage.line_ups for bot in line_up)
        waiting = {bot for bot, groups in new.items() if groups < PLACED}
        for bot in waiting:
            due = min(MOST, PLACED - new[bot])
            assert due <= count[bot] <= MOST + 1
            assert all(waiting & set(line_up) for line_up in stage.line_ups[:due])
        new = {bot: groups + count[bot] for bot, groups in new.items()}
        past.append(played(stage, strengths, rng))
    assert min(new.values()) >= PLACED
    count = Counter(bot for line_up in ladder.next(past, range(bots + 2)).line_ups for bot in line_up)
    assert max(count[bot] for bot in new) <= 2


def test_a_newcomer_is_near_its_place_once_it_is_not_new_any_more() -> None:
    """Within one place among bots that are 174 Elo apart, after `PLACED` deal groups."""
    field = [1.0 * bot for bot in range(9)]
    past = league(field, 40)
    for newcomer in (-1.0, 3.5, 9.0):
        strengths, grown = [*field, newcomer], past
        while sum(len(field) in line_up for stage in grown for line_up in stage.stage.line_ups) < PLACED:
            grown = league(strengths, 1, seed=str(newcomer), past=grown)
        points = np.zeros((10, 10))
        for match in (match for stage in grown for match in stage.matches):
            points[np.ix_(match.line_up, match.line_up)] += np.array(match.taken) / 2
        ratings = fit(points)
        above = int((ratings > ratings[-1]).sum())
        assert abs(above - sum(other > newcomer for other in field)) <= 1


def test_where_seats_are_over_the_least_sure_ones_fill_them() -> None:
    """A bot that has played less than the others, and is not new, plays twice."""
    field = [0.3 * bot for bot in range(6)]
    past = league([*field, 0.0], PLACED)
    past = [*past, *league(field, 3 * PLACED, seed="later", past=past)[len(past) :]]
    stage = Ladder(2, 1, "m").next(past, range(7))
    count = Counter(bot for line_up in stage.line_ups for bot in line_up)
    assert count == {bot: 1 + (bot == 6) for bot in range(7)}


def test_its_plan_is_told_in_words() -> None:
    lines = Ladder(3, 2, "m").describe()
    assert lines[0].startswith("stage: ")
    assert "a line-up of 3, at 2 deal groups" in lines[0]
