"""Swiss: near-equal bots meet, nobody twice, byes are shared, and the ranking is exact and depends on no order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.pairing.foresight import Foresight, Round, round_of
from arena.pairing.matching import pairs
from arena.pairing.stages import Match, PastStage, Stage
from arena.pairing.swiss import Swiss
from arena.pairing.swiss_tables import tables
from tests.contest.staged import (
    GROUP,
    by_luck,
    by_strength,
    check_legal,
    games_in,
    level,
    lucks,
    match_of,
    meetings,
    play,
    played,
    renamed,
    sizes,
)


def swiss(bots: int, seats: int = 2, rounds: int | None = None, deals: int = 2) -> Swiss:
    return Swiss(bots, range(bots), seats, rounds, deals, GROUP)


def all_pairings(bots: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair an even number of bots, by brute force."""
    if not bots:
        yield []
        return
    first, *others = bots
    for other in others:
        rest = [bot for bot in others if bot != other]
        yield from ([(first, other), *more] for more in all_pairings(rest))


@given(sizes, lucks)
def test_every_contest_ends_after_its_rounds(size: tuple[int, int], luck: int) -> None:
    """All rounds are played, by as many bots as fill line-ups, in as many games as were promised."""
    bots, seats = size
    format = swiss(bots, seats)
    past = play(format, bots, by_luck(luck))
    assert len(past) == format.rounds
    assert all(len(stage.stage.line_ups) == bots // seats for stage in past)
    assert all(len(stage.stage.byes) == bots % seats for stage in past)
    assert format.least_games == games_in(past) == format.most_games
    assert [stage.stage.title for stage in past][-1] == f"round {format.rounds} of {format.rounds}"


@given(sizes, lucks, st.integers(1, 12))
def test_nobody_has_a_second_bye_before_all_others_had_one(size: tuple[int, int], luck: int, rounds: int) -> None:
    """However the matches end, and however many rounds there are."""
    bots, seats = size
    format = swiss(bots, seats, min(rounds, bots - 1) if seats == 2 else rounds)
    byes = Counter(dict.fromkeys(range(bots), 0))
    for stage in play(format, bots, by_luck(luck)):
        byes.update(stage.stage.byes)
        assert max(byes.values()) - min(byes.values()) <= 1


@given(st.integers(2, 9), lucks, st.data())
def test_two_meet_again_only_where_no_pairing_is_without(bots: int, luck: int, data: st.DataObject) -> None:
    """In every round as few repeats as brute force finds, over all that may have the bye."""
    format = swiss(bots, rounds=data.draw(st.integers(1, bots - 1 + bots % 2)))
    past = play(format, bots, by_luck(luck))
    byes = Counter(dict.fromkeys(range(bots), 0))
    for at, stage in enumerate(past):
        met = set(meetings(past[:at]))
        fewest = min(byes.values())
        fields = [
            [bot for bot in range(bots) if bot != out] for out in range(bots) if bots % 2 and byes[out] == fewest
        ] or [list(range(bots))]
        best = min(len(met.intersection(pairing)) for field in fields for pairing in all_pairings(field))
        assert len(met.intersection(stage.stage.line_ups)) == best
        byes.update(stage.stage.byes)


@given(st.sampled_from([*range(2, 12), 33]), lucks)
def test_the_rounds_of_a_plain_swiss_have_no_repeats(bots: int, luck: int) -> None:
    """As many rounds as single out a winner can always be paired without."""
    past = play(swiss(bots), bots, by_luck(luck))
    assert set(Counter(meetings(past)).values()) == {1}


@given(st.integers(1, 4), st.data())
def test_pairs_are_the_first_of_the_best(half: int, data: st.DataObject) -> None:
    """Of all pairings with the fewest repeats, that in which each in turn gets the dearest whom it can have."""
    everybody = range(2 * half)
    fresh = data.draw(st.sets(st.sampled_from(list(combinations(everybody, 2)))))
    wishes = [data.draw(st.permutations([other for other in everybody if other != v])) for v in everybody]
    known = [{other for other in everybody if (min(v, other), max(v, other)) in fresh} for v in everybody]

    def regret(pairing: list[tuple[int, int]]) -> tuple[int, list[int]]:
        return len(set(pairing) - fresh), [wishes[first].index(second) for first, second in pairing]

    assert regret(pairs(wishes, known)) == min(map(regret, all_pairings(everybody)))


@given(st.integers(3, 4), st.integers(2, 5), st.data())
def test_tables_hold_everybody_once(seats: int, count: int, data: st.DataObject) -> None:
    """Whoever has met whom, and whatever points there are."""
    bots = range(seats * count)
    points = sorted(data.draw(st.lists(st.integers(0, 4), min_size=len(bots), max_size=len(bots))), reverse=True)
    rng = Random(data.draw(lucks))
    met = {pair: rng.choice((0, 0, 1, 2)) for pair in combinations(bots, 2)}
    matrix = [[met.get((min(a, b), max(a, b)), 0) for b in bots] for a in bots]
    found = tables(points, matrix, seats)
    assert sorted(bot for table in found for bot in table) == list(bots)
    assert {len(table) for table in found} == {seats}


@given(lucks)
@settings(max_examples=20)
def test_larger_tables_hardly_ever_bring_two_together_again(luck: int) -> None:
    """33 bots, four seats, four rounds: nobody needs to meet twice, and nobody does."""
    past = play(swiss(33, 4, 4), 33, by_luck(luck))
    assert set(Counter(meetings(past)).values()) == {1}


def test_the_upper_half_meets_the_lower_at_first_and_then_equals_meet_equals() -> None:
    """The seeds order equal bots: the best do not meet each other at once."""
    past = play(swiss(8), 8, by_strength)
    first, second, third = ([set(line_up) for line_up in stage.stage.line_ups] for stage in past)
    assert first == [{0, 4}, {1, 5}, {2, 6}, {3, 7}]
    assert second == [{0, 2}, {1, 3}, {4, 6}, {5, 7}]
    assert third[0] == {0, 1}
    tables_of_four = play(swiss(16, 4), 16, by_strength)
    assert tables_of_four[0].stage.line_ups[0] == (0, 4, 8, 12)
    assert set(tables_of_four[1].stage.line_ups) >= {(0, 1, 2, 3), (12, 13, 14, 15)}


def test_a_bye_goes_to_the_lowest_who_had_fewest() -> None:
    """With equal points to the last seed, later to the lowest in the standing that had none."""
    byes = [stage.stage.byes for stage in play(swiss(5), 5, by_strength)]
    assert byes == [(4,), (3,), (2,)]
    assert [stage.stage.byes for stage in play(swiss(7, 4, 3), 7, level)] == [(4, 5, 6), (1, 2, 3), (0, 5, 6)]


@given(sizes, lucks)
def test_points_are_conserved(size: tuple[int, int], luck: int) -> None:
    """Every match gives out one point for any two in it, every bye what a won match gives."""
    bots, seats = size
    format = swiss(bots, seats)
    past = play(format, bots, by_luck(luck))
    total = sum(float(values[0]) for _, _, values in format.ranking(past).rows)
    assert total == format.rounds * (bots // seats * seats * (seats - 1) / 2 + bots % seats * (seats - 1))
    byes = sum(int(values[4]) for _, _, values in format.ranking(past).rows)
    assert byes == format.rounds * (bots % seats)


@pytest.mark.parametrize("bots", [3, 4, 5, 8, 33])
def test_the_strongest_wins_all(bots: int) -> None:
    """A bot that always wins is first, alone."""
    for seats in range(2, min(bots, 4) + 1):
        format = swiss(bots, seats)
        rows = format.ranking(play(format, bots, by_strength)).rows
        assert rows[0][:2] == (1, 0)
        assert rows[1][0] == 2
        assert float(rows[0][2][0]) == format.rounds * (seats - 1)


def test_the_figures_of_a_table_by_hand() -> None:
    """Four bots, two rounds: a beats c and b, b beats d, c and d are equal."""
    format = swiss(4, deals=1)
    past = [
        PastStage(Stage(((0, 2), (1, 3)), 1), (match_of((0, 2), [(1, 2)]), match_of((1, 3), [(1, 2)]))),
        PastStage(Stage(((0, 1), (2, 3)), 1), (match_of((0, 1), [(1, 2)]), match_of((2, 3), [(1, 1)]))),
    ]
    ranking = format.ranking(past)
    assert ranking.headers == ("points", "Buchholz", "Sonneborn-Berger", "wins", "byes")
    assert ranking.rows == (
        (1, 0, ("2.0", "1.5", "1.50", "2", "0")),
        (2, 1, ("1.0", "2.5", "0.50", "1", "0")),
        (3, 2, ("0.5", "2.5", "0.25", "0", "0")),
        (4, 3, ("0.5", "1.5", "0.25", "0", "0")),
    )


def test_a_bye_counts_points_and_nothing_else() -> None:
    """Of two with equal points the one that earned them is first."""
    past = [
        PastStage(Stage(((0, 1),), 1, (2,)), (match_of((0, 1), [(1, 2)]),)),
        PastStage(Stage(((0, 2),), 1, (1,)), (match_of((0, 2), [(1, 1)]),)),
    ]
    values = {bot: (rank, *texts) for rank, bot, texts in swiss(3, deals=1).ranking(past).rows}
    assert values == {
        0: (1, "1.5", "2.5", "1.75", "1", "0"),
        2: (2, "1.5", "1.5", "0.75", "0", "1"),
        1: (3, "1.0", "1.5", "0.00", "0", "1"),
    }


def test_a_match_is_decided_by_all_its_games() -> None:
    """One point for each opponent that took less in all, half for one that took as much; nothing rated is shared."""
    match = match_of((0, 1, 2), [(1, 2, 3), (2, 1, 3), (1, 2, 2)])
    values = {
        bot: texts[0] for _, bot, texts in swiss(3, 3).ranking([PastStage(Stage(((0, 1, 2),), 1), (match,))]).rows
    }
    assert values == {0: "2.0", 1: "1.0", 2: "0.0"}
    void = PastStage(Stage(((0, 1, 2),), 1), (Match((0, 1, 2), 0, ((0,) * 3,) * 3),))
    assert [row[::2] for row in swiss(3, 3).ranking([void]).rows] == [(1, ("1.0", "2.0", "1.00", "0", "0"))] * 3


def test_equal_bots_share_a_rank() -> None:
    """D50: equal in points and all tie-breaks is equal, and the next rank counts them all; seeds decide nothing."""
    for order in (range(4), range(3, -1, -1)):
        format = Swiss(4, order, 2, 2, 1, GROUP)
        assert [rank for rank, _, _ in format.ranking([]).rows] == [1] * 4
        assert [rank for rank, _, _ in format.ranking(play(format, 4, level)).rows] == [1] * 4
        stage = PastStage(Stage(((0, 1), (2, 3)), 1), (match_of((0, 1), [(1, 2)]), match_of((2, 3), [(1, 2)])))
        assert {bot: rank for rank, bot, _ in format.ranking([stage]).rows} == {0: 1, 2: 1, 1: 3, 3: 3}


@given(sizes, lucks, st.data())
def test_names_decide_nothing(size: tuple[int, int], luck: int, data: st.DataObject) -> None:
    """D53: with other numbers for the same bots in the same order of seeds, the same happens under these numbers."""
    bots, seats = size
    names = data.draw(st.permutations(range(bots)))
    format, other = swiss(bots, seats), Swiss(bots, names, seats, None, 2, GROUP)
    past = play(format, bots, by_luck(luck))
    again = renamed(past, names)
    for at, stage in enumerate(again):
        found = other.next(again[:at], range(bots))
        assert found is not None
        assert sorted(found.line_ups) == sorted(stage.stage.line_ups)
        assert (found.byes, found.deals, found.title) == (stage.stage.byes, stage.stage.deals, stage.stage.title)
    expected = [(rank, names[bot], texts) for rank, bot, texts in format.ranking(past).rows]
    assert list(other.ranking(again).rows) == expected


@given(sizes, lucks, st.data())
def test_the_past_alone_says_what_comes_next(size: tuple[int, int], luck: int, data: st.DataObject) -> None:
    """D42: a new object goes on from any round as the old one did."""
    bots, seats = size
    past = play(swiss(bots, seats), bots, by_luck(luck))
    at = data.draw(st.integers(0, len(past) - 1))
    assert swiss(bots, seats).next(past[:at], range(bots)) == past[at].stage
    assert swiss(bots, seats).next(past, range(bots)) is None


@given(sizes, lucks, st.data())
def test_benched_bots_are_not_paired_any_more(size: tuple[int, int], luck: int, data: st.DataObject) -> None:
    """The others go on as long as they can fill a line-up, and all stay in the ranking."""
    bots, seats = size
    format = swiss(bots, seats, None if seats == 2 else 4)
    playing = list(range(bots))
    past: list[PastStage] = []
    while (stage := format.next(past, playing)) is not None:
        check_legal(stage)
        assert sorted({bot for line_up in stage.line_ups for bot in line_up} | set(stage.byes)) == playing
        assert len(stage.byes) == len(playing) % seats
        past.append(played(stage, by_luck(luck)))
        gone = data.draw(st.sets(st.sampled_from(playing), max_size=2))
        playing = [bot for bot in playing if bot not in gone]
        if not playing:
            break
    assert len(past) == format.rounds or len(playing) < seats
    assert sorted(bot for _, bot, _ in format.ranking(past).rows) == list(range(bots))


@given(st.integers(2, 11), lucks)
def test_all_have_met_at_last(bots: int, luck: int) -> None:
    """As many rounds as can be played without repeats are a round-robin in the end, whatever order results gave it."""
    past = play(swiss(bots, rounds=bots - 1 + bots % 2), bots, by_luck(luck))
    assert Counter(meetings(past)) == Counter(dict.fromkeys(combinations(range(bots), 2), 1))


@given(st.integers(2, 14), lucks, st.data())
def test_nobody_meets_twice_in_however_many_rounds(bots: int, luck: int, data: st.DataObject) -> None:
    """The last rounds are thought of from the first on."""
    past = play(swiss(bots, rounds=data.draw(st.integers(1, bots - 1 + bots % 2))), bots, by_luck(luck))
    assert set(Counter(meetings(past)).values()) == {1}
    assert set(Counter(bot for stage in past for bot in stage.stage.byes).values()) <= {1}


def _others(wish: Round, round: Round) -> list[int]:
    return [len(round - wish)]


@given(st.integers(2, 5), lucks, st.data())
def test_foresight_grants_what_leaves_rounds_for_all(half: int, luck: int, data: st.DataObject) -> None:
    """Each wish that is granted can be followed by all rounds; one that is not is answered with the least regretted of
    those that can."""
    size, rng = 2 * half, Random(luck)
    rounds = data.draw(st.integers(1, size - 1))
    foresight, past = Foresight(size, rounds), list[Round]()
    for _ in range(rounds):
        met = set().union(*past)
        wish = round_of(rng.choice([p for p in all_pairings(range(size)) if met.isdisjoint(p)]))
        granted = foresight.granted(past, wish, partial(_others, wish))
        assert met.isdisjoint(granted)
        assert Foresight(size, rounds).granted(past, wish, partial(_others, wish)) == granted
        past.append(granted)


def test_foresight_says_nothing_after_rounds_of_another_making() -> None:
    """A contest that was begun without it goes on, round by round, as well as can be."""
    one, two = [(0, 1), (2, 4), (3, 5)], [(0, 2), (1, 4), (3, 5)]
    repeat = round_of([(0, 1), (2, 4), (3, 5)])
    assert Foresight(6, 5).granted([round_of(one), round_of(two)], repeat, lambda _: [0]) == repeat


def test_a_field_that_shrinks_meets_again_evenly() -> None:
    """Bots that have all met begin anew: the second time all meet before any two meet a third time."""
    format = swiss(8, rounds=7)
    past: list[PastStage] = []
    for _ in range(7):
        stage = format.next(past, range(4))
        assert stage is not None
        past.append(played(stage, level))
    counts = Counter(meetings(past))
    assert len(counts) == 6
    assert set(counts.values()) == {2, 3}


def test_rounds_are_enough_to_single_out_a_winner() -> None:
    """The logarithm of the bots to the base of the seats, rounded up; at least one."""
    assert [swiss(bots).rounds for bots in (2, 3, 4, 5, 8, 9, 33)] == [1, 2, 2, 3, 3, 4, 6]
    assert [swiss(bots, 4).rounds for bots in (4, 5, 16, 17, 33, 65)] == [1, 2, 2, 3, 3, 4]
    assert all(a <= b for a, b in pairwise(swiss(bots, 3).rounds for bots in range(3, 40)))


def test_the_plan_says_what_will_be_played() -> None:
    """Rounds, matches, byes, tie-breaks, seats and games."""
    assert swiss(9).describe() == [
        "rounds: 4, each among bots with about equal points; nobody meets anybody twice, unless bots are benched and "
        "too few are left",
        "matches: 4 in a round, each of 2 deal groups",
        "points: 1 for a match in which a bot takes more than its opponent, half for as much; games that are void "
        "count for nobody",
        "byes: 1 in a round, worth 1 point like a won match, to the lowest in the standing with the fewest",
        "tie-breaks: Buchholz (points of all opponents), Sonneborn-Berger (points of those beaten, half of those "
        "equalled), matches won; a bye counts in none of them; equal in all is an equal rank",
        "seats: in the 4 games of a deal group each bot of the line-up has each seat equally often",
        "games: 128, fewer if bots are benched",
    ]
    assert "byes: 3 in a round, worth 3 points like a won match, to the lowest in the standing with the fewest" in (
        swiss(7, 4).describe()
    )
    assert "byes: 0 in a round" in swiss(8, 4).describe()
    fixed = Swiss(4, range(4), 2, None, 1, 1).describe()
    assert "seats: fixed: the bots of a line-up sit in the order of the configuration" in fixed


@pytest.mark.parametrize(
    ("bots", "order", "seats", "rounds", "deals", "named"),
    [
        (3, (0, 1), 2, None, 1, "must name each of the 3 bots once"),
        (3, (0, 1, 1), 2, None, 1, "must name each of the 3 bots once"),
        (3, (0, 1, 2), 4, None, 1, "4 seats cannot be filled from 3 bots"),
        (3, (0, 1, 2), 1, None, 1, "1 seats cannot be filled from 3 bots"),
        (3, (0, 1, 2), 2, 0, 1, "at least 1 round, not 0"),
        (3, (0, 1, 2), 2, 4, 1, "3 bots can play 3 rounds in which none meets another twice, not 4"),
        (3, (0, 1, 2), 2, None, 0, "deals must be at least 1, not 0"),
    ],
)
def test_impossible_contests_are_refused(
    bots: int, order: tuple[int, ...], seats: int, rounds: int | None, deals: int, named: str
) -> None:
    """With what is wrong."""
    with pytest.raises(ValueError, match=named):
        Swiss(bots, order, seats, rounds, deals, GROUP)
