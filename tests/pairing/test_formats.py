"""Self-play, cross-play and gauntlet: every line-up at the same deals, from every different seating."""

from __future__ import annotations

import tracemalloc
from collections import Counter, defaultdict
from itertools import combinations, combinations_with_replacement, islice, permutations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.pairing.formats import FormatName, Round, round_of
from arena.pairing.line_ups import Against
from arena.pairing.sample import MOST_SAMPLED, mixed_count
from arena.pairing.schedule import BLOCK, Schedule
from arena.pairing.seatings import Seatings

SEATINGS: tuple[Seatings, ...] = ("rotations", "permutations", "fixed")
NAMES = "abcdefghijklmnopqrst"


def cross_play(
    bots: int,
    seats: int,
    deals: int = 2,
    line_ups: int | None = None,
    seatings: Seatings = "rotations",
    master: str = "m",
    games: int | None = None,
) -> Schedule:
    return Schedule(NAMES[:bots], seats, seatings, deals, master, games, "cross-play", line_ups)


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    """Of both formats, whole."""
    seatings, deals, master = draw(st.sampled_from(SEATINGS)), draw(st.integers(1, 4)), draw(st.text())
    if draw(st.booleans()):
        bots, seats = draw(st.integers(1, 4)), draw(st.integers(1, 4))
        return Schedule(NAMES[:bots], seats, seatings, deals, master, None, "self-play")
    bots, seats = draw(st.integers(2, 4)), draw(st.integers(2, 4))
    line_ups = draw(st.none() | st.integers(1, mixed_count(bots, seats) + 2))
    return cross_play(bots, seats, deals, line_ups, seatings, master)


def by_deal(schedule: Schedule) -> dict[str, list[tuple[str, ...]]]:
    """The seatings in which each deal is played."""
    found = defaultdict(list)
    for number in range(len(schedule)):
        pairing = schedule.pairing(number)
        found[pairing.deal].append(pairing.seating)
    return found


@given(schedules())
def test_a_group_is_one_deal_played_by_every_line_up_from_every_seating(schedule: Schedule) -> None:
    """The same games at every deal, none of them twice, numbered group by group."""
    each = by_deal(schedule)
    first, *others = [sorted(seatings) for seatings in each.values()]
    assert len(others) == schedule.deals - 1
    assert all(other == first for other in others)
    assert len(set(first)) == len(first) == schedule.group_size
    for number in range(len(schedule)):
        pairing = schedule.pairing(number)
        assert (pairing.number, pairing.group) == (number, number // schedule.group_size)


@given(schedules())
def test_each_line_up_is_there_from_all_its_different_seatings(schedule: Schedule) -> None:
    """Rotations and permutations without repeats; fixed: the order of the configuration."""
    played = by_deal(schedule)[schedule.deal_seed(0)]
    line_ups = {tuple(sorted(seating)) for seating in played}
    assert len(line_ups) == schedule.line_ups
    expected = set()
    for line_up in line_ups:
        turns = {line_up[turn:] + line_up[:turn] for turn in range(schedule.seats)}
        expected |= {"rotations": turns, "permutations": set(permutations(line_up)), "fixed": {line_up}}[
            schedule.seatings
        ]
    assert set(played) == expected


@given(st.integers(1, 5), st.integers(1, 4), st.sampled_from(SEATINGS))
def test_self_play_is_one_game_of_every_bot_at_each_deal(bots: int, seats: int, seatings: Seatings) -> None:
    """However its bot is turned, a line-up of one bot has one seating."""
    schedule = Schedule(NAMES[:bots], seats, seatings, 3, "m", None, "self-play")
    assert (schedule.line_ups, schedule.group_size, len(schedule)) == (bots, bots, 3 * bots)
    for played in by_deal(schedule).values():
        assert sorted(played) == [(name,) * seats for name in NAMES[:bots]]


@given(st.integers(2, 5), st.integers(2, 4))
def test_cross_play_is_the_whole_matrix(bots: int, seats: int) -> None:
    """All multisets of bots, its diagonal included; asking for more mixed line-ups than there are gives all."""
    schedule = cross_play(bots, seats, 1, seatings="fixed")
    played = [schedule.pairing(number).seating for number in range(len(schedule))]
    assert sorted(played) == list(combinations_with_replacement(NAMES[:bots], seats))
    more = cross_play(bots, seats, 1, mixed_count(bots, seats), "fixed")
    assert [more.pairing(number) for number in range(len(more))] == [schedule.pairing(n) for n in range(len(schedule))]


@given(st.integers(2, 8), st.integers(2, 4), st.data())
def test_a_sample_is_balanced_and_has_the_diagonal(bots: int, seats: int, data: st.DataObject) -> None:
    """All self-play, as many mixed line-ups as asked for, seats that differ by at most one."""
    count = data.draw(st.integers(1, min(60, mixed_count(bots, seats))))
    schedule = cross_play(bots, seats, 1, count, "fixed", data.draw(st.text()))
    played = [schedule.pairing(number).seating for number in range(len(schedule))]
    mixed = [seating for seating in played if len(set(seating)) > 1]
    assert len(set(mixed)) == len(mixed) == count
    assert sorted(set(played) - set(mixed)) == [(name,) * seats for name in NAMES[:bots]]
    sat = Counter(bot for seating in mixed for bot in seating)
    assert max(sat[bot] for bot in NAMES[:bots]) - min(sat[bot] for bot in NAMES[:bots]) <= 1


def test_the_seed_draws_the_sample_and_not_its_size() -> None:
    """D44: who plays with whom is luck, how much is played is not, whatever shapes the line-ups have."""
    plans = [cross_play(3, 4, 1, 5, "permutations", master) for master in map(str, range(20))]
    assert len({tuple(plan.describe()) for plan in plans}) == 1
    assert len({frozenset(plan.pairing(n).seating for n in range(len(plan))) for plan in plans}) > 3
    again = cross_play(3, 4, 1, 5, "permutations", "7")
    assert all(again.pairing(n) == plans[7].pairing(n) for n in range(len(again)))


@given(schedules(), st.integers(1, 3))
def test_more_deals_keep_the_old_games(schedule: Schedule, more: int) -> None:
    """A contest can be made longer."""
    deals = schedule.deals + more
    longer = Schedule(schedule.bots, schedule.seats, schedule.seatings, deals, schedule.master, None, schedule.format)
    if longer.group_size == schedule.group_size:  # a sample is another contest than all
        assert all(longer.pairing(n) == schedule.pairing(n) for n in range(len(schedule)))
    assert len(longer) == deals * longer.group_size


@given(schedules(), st.data())
def test_every_game_is_played_once(schedule: Schedule, data: st.DataObject) -> None:
    """Whole, cut, and resumed."""
    assert sorted(schedule.order()) == list(range(len(schedule)))
    done = data.draw(st.sets(st.integers(0, len(schedule) - 1)))
    assert list(schedule.order(done)) == [number for number in schedule.order() if number not in done]
    games = data.draw(st.integers(1, len(schedule)))
    cut = Schedule("ab", 2, "rotations", 5, "m", min(games, 20), "cross-play")
    assert sorted(cut.order()) == list(range(min(games, 20)))


@given(schedules())
def test_between_two_games_of_a_deal_all_others_have_one(schedule: Schedule) -> None:
    """A bot's process meets as many different deals as there are before it must be replaced."""
    groups = [schedule.pairing(number).group for number in schedule.order()]
    assert schedule.groups == schedule.deals <= BLOCK
    for turn in range(schedule.group_size):
        assert sorted(groups[turn * schedule.deals : (turn + 1) * schedule.deals]) == list(range(schedule.deals))


@given(schedules())
def test_neighbouring_deals_begin_with_different_games(schedule: Schedule) -> None:
    """As far as a deal has different games."""
    first = [schedule.pairing(number).seating for number in islice(schedule.order(), schedule.deals)]
    assert len(set(first)) == min(schedule.deals, schedule.group_size)


@pytest.mark.parametrize(("bots", "seats", "line_ups"), [(4, 4, None), (5, 3, None), (12, 4, 60), (3, 2, None)])
def test_bots_and_seats_are_balanced_at_any_time(bots: int, seats: int, line_ups: int | None) -> None:
    """D49: whenever a contest is looked at, or wherever it is cut, each bot has had about its share of every seat."""
    schedule = cross_play(bots, seats, 7, line_ups)
    for order in (list(schedule.order()), list(range(len(schedule)))):
        sat: Counter[tuple[str, int]] = Counter()
        for games, number in enumerate(order, start=1):
            sat.update((bot, seat) for seat, bot in enumerate(schedule.pairing(number).seating))
            for bot in schedule.bots:
                for seat in range(seats):
                    assert abs(sat[bot, seat] - games / bots) <= 10


def test_millions_of_line_ups_take_no_memory() -> None:
    """D14: no list of line-ups, games or numbers is kept."""
    tracemalloc.start()
    try:
        schedule = Schedule([f"bot{i}" for i in range(100)], 4, "permutations", 10, "m", None, "cross-play")
        assert schedule.line_ups == comb(103, 4)
        assert len(schedule) == 10 * 100**4  # every way to fill four seats
        seen = {schedule.pairing(number).seating for number in islice(schedule.order(), 1_000)}
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(seen) == 1_000
    assert peak < 5_000_000


def test_every_way_to_fill_the_seats_is_played() -> None:
    """All permutations of all line-ups are all tuples of bots."""
    schedule = cross_play(3, 4, 1, seatings="permutations")
    assert len({schedule.pairing(number).seating for number in range(len(schedule))}) == len(schedule) == 3**4


def test_the_plan_says_what_will_be_played() -> None:
    """D46: format, line-ups of both kinds, games to a deal, deals, games, and how the seats are shared."""
    assert cross_play(4, 4, 10, games=700).describe() == [
        "format: cross-play: self-play, and mixed line-ups of at least two different bots, for cooperative games",
        "bots: 4, 4 in a game: 35 line-ups",
        "line-ups: 4 of self-play, 31 mixed, all that there are; each bot has 31 of the mixed ones' seats",
        "seatings: rotations, 128 games to a deal: each line-up plays each deal from every rotation, each of its bots "
        "in every seat",
        "deals: 10 for each line-up, the same for all: 10 deal groups",
        "games: 700, the first of 1,280",
    ]
    sampled = cross_play(7, 3, 2, 10).describe()
    assert "line-ups: 7 of self-play, 10 mixed, a balanced sample of 77; each bot has 4 or 5 of the mixed" in sampled[2]
    alone = Schedule("abc", 3, "fixed", 1, "m", None, "self-play").describe()
    assert alone[0] == "format: self-play: every bot with itself in all seats, for cooperative games"
    assert alone[-1] == "games: 3"


@pytest.mark.parametrize(
    ("name", "bots", "seats", "line_ups", "named"),
    [
        ("cross-play", 1, 3, None, "cross-play needs 2 seats and 2 bots at least, not 3 and 1"),
        ("cross-play", 3, 1, None, "cross-play needs 2 seats and 2 bots at least, not 1 and 3"),
        ("cross-play", 3, 3, 0, "a sample has 1 to 5,000 line_ups, not 0"),
        ("cross-play", 50, 4, MOST_SAMPLED + 1, "a sample has 1 to 5,000 line_ups, not 5,001"),
        ("self-play", 3, 3, 2, "line_ups is for cross-play: in self-play every line-up plays"),
        ("round-robin", 3, 3, 2, "line_ups is for cross-play: in round-robin every line-up plays"),
        ("self-play", 0, 3, None, "3 seats cannot be filled from 0 bots"),
        ("self-play", 3, 0, None, "0 seats cannot be filled from 3 bots"),
    ],
)
def test_impossible_rounds_are_refused(
    name: FormatName, bots: int, seats: int, line_ups: int | None, named: str
) -> None:
    """The message names the number that is wrong."""
    with pytest.raises(ValueError, match=named):
        round_of(name, bots, seats, "rotations", line_ups)


def test_pairs_are_in_the_sample_whoever_is_listed_first() -> None:
    """Which bots have a line-up more is drawn, not a matter of their place in the configuration."""
    mixed = Counter[str]()
    for master in map(str, range(60)):
        schedule = cross_play(4, 2, 1, 1, "fixed", master)
        (pair,) = (p.seating for p in map(schedule.pairing, range(5)) if len(set(p.seating)) > 1)
        mixed["".join(pair)] += 1
    assert set(mixed) == {"".join(pair) for pair in combinations("abcd", 2)}


@given(st.integers(1, 3), st.integers(1, 6), st.integers(2, 4), st.data())
def test_a_gauntlet_has_one_seed_in_every_line_up(seeds: int, field: int, seats: int, data: st.DataObject) -> None:
    """D46: no seed against a seed, no game without one, nothing missing and nothing twice: as brute force finds."""
    field = max(field, seats - 1)
    names = data.draw(st.permutations(range(seeds + field)))
    chosen, others = tuple(names[:seeds]), tuple(names[seeds:])
    kind = Against(chosen, others, seats)
    found = [kind.line_up(index) for index in range(kind.count)]
    expected = [who for who in combinations(range(seeds + field), seats) if len(set(who) & set(chosen)) == 1]
    assert sorted(found) == expected
    assert kind.count == len(expected)


@given(st.integers(1, 2), st.integers(2, 4), st.sampled_from(SEATINGS))
def test_a_gauntlet_plays_all_its_line_ups_at_the_same_deal(seeds: int, seats: int, seatings: Seatings) -> None:
    """One deal group holds every line-up from all its seatings, each once."""
    round = Round([Against(tuple(range(seeds)), tuple(range(seeds, 6)), seats)], seatings, same_deal=True)
    played = [round.seating(place) for place in range(round.games)]
    assert (round.groups, round.group_size) == (1, len(played))
    assert len(set(played)) == len(played)
    assert len({tuple(sorted(seating)) for seating in played}) == round.line_ups == seeds * comb(6 - seeds, seats - 1)
    sat = Counter((bot, seat) for seating in played for seat, bot in enumerate(seating))
    for bot in range(6):
        times = [sat[bot, seat] for seat in range(seats)]
        assert seatings == "fixed" or len(set(times)) == 1


def test_a_champion_against_three_rivals() -> None:
    """D46: only the champion's pairings, and nobody else meets."""
    round = round_of("gauntlet", 4, 2, "rotations", seeds=[2])
    assert sorted(round.seating(place) for place in range(round.games)) == [
        (0, 2),
        (1, 2),
        (2, 0),
        (2, 1),
        (2, 3),
        (3, 2),
    ]


def test_a_gauntlet_of_millions_takes_no_memory() -> None:
    """D14: more than 10^7 games at a deal, of which none is listed."""
    tracemalloc.start()
    try:
        round = round_of("gauntlet", 320, 4, "rotations", seeds=[7, 8])
        seen = {round.seating(place) for place in range(0, round.games, round.games // 500)}
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert round.games == 2 * comb(318, 3) * 4 > 10**7
    assert len(seen) >= 500
    assert all(len({7, 8}.intersection(seating)) == 1 for seating in seen)
    assert peak < 1_000_000


@pytest.mark.parametrize(
    ("seeds", "field", "seats", "named"),
    [
        ((0, 1), (1, 2), 2, "either a seed or in the field"),
        ((0, 0), (1, 2), 2, "either a seed or in the field"),
        ((), (1, 2), 2, "there are 0 seeds and 2 in the field"),
        ((0,), (1, 2), 4, "3 others of the field in a game, 1 at least: there are 1 seeds and 2 in the field"),
        ((0,), (1, 2), 1, "0 others of the field in a game, 1 at least"),
    ],
)
def test_impossible_gauntlets_are_refused(
    seeds: tuple[int, ...], field: tuple[int, ...], seats: int, named: str
) -> None:
    """With what is wrong."""
    with pytest.raises(ValueError, match=named):
        Against(seeds, field, seats)
