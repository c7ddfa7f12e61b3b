"""The schedule: which bots play which deal from which seats."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from hashlib import sha256
from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.pairing.schedule import BLOCK, Schedule
from arena.pairing.seatings import Seatings

SEATINGS: tuple[Seatings, ...] = ("rotations", "permutations", "fixed")


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    bots = [f"bot{i}" for i in range(draw(st.integers(1, 6)))]
    seats = draw(st.integers(1, min(4, len(bots))))
    whole = Schedule(bots, seats, draw(st.sampled_from(SEATINGS)), draw(st.integers(1, 5)), draw(st.text()))
    games = draw(st.none() | st.integers(1, len(whole)))
    return Schedule(bots, seats, whole.seatings, whole.deals, whole.master, games)


def seats_of(schedule: Schedule, group: int) -> dict[str, Counter[int]]:
    seen: dict[str, Counter[int]] = {}
    for number in range(group * schedule.group_size, (group + 1) * schedule.group_size):
        for seat, bot in enumerate(schedule.pairing(number).seating):
            seen.setdefault(bot, Counter())[seat] += 1
    return seen


@given(schedules())
def test_every_game_is_played_once(schedule: Schedule) -> None:
    """The order is a permutation of all numbers, also when the last group is cut."""
    assert sorted(schedule.order()) == list(range(len(schedule)))


@given(schedules(), st.sets(st.integers(0, 200)))
def test_a_resumed_contest_plays_what_is_left_in_the_same_order(schedule: Schedule, done: set[int]) -> None:
    """What is done is left out; the rest keeps its order."""
    assert list(schedule.order(done)) == [number for number in schedule.order() if number not in done]


@given(schedules())
def test_pairings_are_distinct(schedule: Schedule) -> None:
    """No deal is played twice from the same seating."""
    pairings = [schedule.pairing(number) for number in range(len(schedule))]
    assert len({(p.deal, p.seating) for p in pairings}) == len(schedule)
    assert [p.number for p in pairings] == list(range(len(schedule)))


@given(schedules())
def test_a_game_has_distinct_bots(schedule: Schedule) -> None:
    """No bot plays against itself."""
    for number in range(len(schedule)):
        seating = schedule.pairing(number).seating
        assert len(set(seating)) == schedule.seats
        assert set(seating) <= set(schedule.bots)


@given(st.integers(1, 5), st.sampled_from(("rotations", "permutations")))
def test_every_bot_sits_equally_often_in_every_seat(seats: int, seatings: Seatings) -> None:
    """Within one deal group, the seat counts of all bots are equal."""
    schedule = Schedule("abcde", seats, seatings, 1, "m")
    for group in range(schedule.groups):
        counts = seats_of(schedule, group)
        assert len(counts) == seats
        for counted in counts.values():
            assert counted == dict.fromkeys(range(seats), schedule.group_size // seats)


def test_rotations_turn_one_way() -> None:
    """D45: in game r of a group, seat s holds the line-up's bot s + r."""
    schedule = Schedule(["winner", "loser", "other"], 3, "rotations", 1, "m")
    assert [schedule.pairing(n).seating for n in range(3)] == [
        ("winner", "loser", "other"),
        ("loser", "other", "winner"),
        ("other", "winner", "loser"),
    ]


def test_fixed_seatings_play_each_deal_once_in_listed_order() -> None:
    """With fixed seatings a group is one game."""
    schedule = Schedule("abc", 2, "fixed", 2, "m")
    assert ["".join(schedule.pairing(n).seating) for n in range(len(schedule))] == ["ab", "ac", "bc"] * 2


def test_ten_million_games_take_no_memory() -> None:
    """D14: neither the schedule nor its order keeps anything per game, and the first game is there at once."""
    schedule = Schedule([f"bot{i}" for i in range(50)], 4, "rotations", 11, "m")
    assert len(schedule) > 10_000_000
    tracemalloc.start()
    try:
        order = schedule.order()
        assert schedule.pairing(next(order)).number == 0
        for number in islice(order, 20_000):
            assert number < len(schedule)
        schedule.pairing(len(schedule) - 1)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 50_000


@pytest.mark.parametrize("games", [1, 2, 3, 65, 119, 120])
def test_games_cuts_to_exactly_that_number(games: int) -> None:
    """D44: one game is one game, whatever the seatings and the seed."""
    schedule = Schedule("abcd", 2, "rotations", 10, "0", games)
    assert len(schedule) == games == len(list(schedule.order()))


def test_master_seed_does_not_change_the_number_of_games() -> None:
    """D44: a seed changes the luck, never the plan."""
    plans = [Schedule("abc", 2, "rotations", 4, master).describe() for master in ("", "0", "x" * 500)]
    assert plans[0] == plans[1] == plans[2]


def test_every_group_has_its_own_deal() -> None:
    """D47: hundreds of groups, hundreds of deals; all games of a group share theirs."""
    schedule = Schedule("abc", 2, "rotations", 100, "m")
    deals = {schedule.pairing(n).group: schedule.pairing(n).deal for n in range(len(schedule))}
    assert len(deals) == len(set(deals.values())) == 300
    assert all(schedule.pairing(n).deal == deals[n // 2] for n in range(len(schedule)))
    assert all(len(deal) == 32 and set(deal) <= set("0123456789abcdef") for deal in deals.values())


def test_a_deal_depends_on_master_seed_and_group_alone() -> None:
    """D48: the seeds are these, on every machine and in every order of asking."""
    one, other = Schedule("ab", 2, "rotations", 9, "m"), Schedule("wxyz", 3, "fixed", 1, "m")
    assert one.pairing(4).deal == other.deal_seed(2) == "b34e501725d4375816631f9fbb31e5ec"
    assert Schedule("ab", 2, "rotations", 9, "n").deal_seed(2) != one.deal_seed(2)


def test_bots_have_seeds_of_their_own() -> None:
    """Each seat of each game has another seed, exact in any JSON reader, and none shows the deal's digits."""
    schedule = Schedule("abc", 3, "rotations", 50, "m")
    seeds = [schedule.bot_seed(number, seat) for number in range(len(schedule)) for seat in range(3)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**53 for seed in seeds)
    assert max(seeds) > 2**52
    assert not any(f"{schedule.bot_seed(g, 0):x}"[:8] in schedule.deal_seed(g) for g in range(50))


@given(schedules(), st.integers(1, 3))
def test_a_contest_can_be_made_longer(schedule: Schedule, more: int) -> None:
    """With more deals every old number is the same game as before."""
    longer = Schedule(schedule.bots, schedule.seats, schedule.seatings, schedule.deals + more, schedule.master)
    assert len(longer) > len(schedule)
    assert all(longer.pairing(n) == schedule.pairing(n) for n in range(len(schedule)))


def test_another_bot_makes_another_schedule() -> None:
    """A bot more is other line-ups under the same numbers: no store may be continued with it."""
    old, new = Schedule("abc", 2, "rotations", 2, "m"), Schedule("abcd", 2, "rotations", 2, "m")
    assert any(old.pairing(n) != new.pairing(n) for n in range(len(old)))


def test_a_deal_comes_round_again_only_after_a_block_of_others() -> None:
    """Between two seatings of a deal lie those of the block's other groups, so processes may live long."""
    schedule = Schedule("ab", 2, "rotations", 3 * BLOCK, "m")
    groups = [schedule.pairing(number).group for number in schedule.order()]
    for group in range(schedule.groups):
        first, second = (i for i, g in enumerate(groups) if g == group)
        assert second - first == BLOCK


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (4, 2), (4, 3), (4, 4), (6, 3)])
def test_seats_are_balanced_at_any_time(bots: int, seats: int) -> None:
    """Whenever a contest is looked at, no bot has sat in one seat much more often than in another (D49)."""
    schedule = Schedule([f"bot{i}" for i in range(bots)], seats, "rotations", 40, "m")
    counts: Counter[tuple[str, int]] = Counter()
    for number in schedule.order():
        counts.update((bot, seat) for seat, bot in enumerate(schedule.pairing(number).seating))
        for bot in schedule.bots:
            sat = [counts[bot, seat] for seat in range(seats)]
            assert max(sat) - min(sat) <= 2 * schedule.line_ups


def test_games_seeds_and_order_of_a_round_robin_are_these_for_ever() -> None:
    """A store that was begun long ago can be continued."""
    hashed = sha256()
    for bots, seats in [(2, 2), (4, 2), (4, 3), (5, 4), (6, 3), (1, 1)]:
        for seatings in SEATINGS:
            schedule = Schedule([f"bot{i}" for i in range(bots)], seats, seatings, 3, "pinned")
            for number in schedule.order():
                game = schedule.pairing(number)
                seeds = [schedule.bot_seed(number, seat) for seat in range(seats)]
                hashed.update(repr((game.number, game.group, game.deal, game.seating, seeds)).encode())
    assert hashed.hexdigest() == "8352e9975b714a5b0d47721d75c4a81f2b7e3513550b59fc3351c3d5abd1e162"


def test_line_ups_take_turns() -> None:
    """Every line-up has its first deal before any has its second."""
    schedule = Schedule("abcd", 3, "fixed", 2, "m")
    line_ups = [schedule.pairing(n).seating for n in range(len(schedule))]
    assert line_ups[:4] == line_ups[4:] == list(combinations("abcd", 3))


def test_the_plan_says_what_will_be_played() -> None:
    """D46: line-ups, seatings, deal groups and games are in the plan."""
    assert Schedule("abcd", 2, "rotations", 10, "m", 7).describe() == [
        "format: round-robin: every set of different bots, for games between opponents",
        "bots: 4, 2 in a game: 6 line-ups",
        "seatings: rotations, 2 games to a deal: each line-up plays each deal from every rotation, each of its bots in "
        "every seat",
        "deals: 10 for each line-up, of its own: 60 deal groups",
        "games: 7, the first of 120",
    ]
    assert Schedule("a", 1, "fixed", 1000, "m").describe()[1::3] == [
        "bots: 1, 1 in a game: 1 line-up",
        "games: 1,000",
    ]


@pytest.mark.parametrize(
    ("bots", "seats", "deals", "games", "named"),
    [
        ("a", 2, 1, None, "2 seats cannot be filled from 1 bots"),
        ("ab", 0, 1, None, "0 seats"),
        ("aa", 2, 1, None, "same name"),
        ("ab", 2, 0, None, "deals must be at least 1, not 0"),
        ("ab", 2, 10, 0, "games must be 1 to 20"),
        ("ab", 2, 10, 21, "games must be 1 to 20"),
        ("abcdefghij", 5, 2**50, None, "too many"),
    ],
)
def test_impossible_schedules_are_refused(bots: str, seats: int, deals: int, games: int | None, named: str) -> None:
    """The message names the number that is wrong."""
    with pytest.raises(ValueError, match=named):
        Schedule(bots, seats, "rotations", deals, "m", games)


@pytest.mark.parametrize("number", [-1, 20, 10**9])
def test_a_number_outside_the_schedule_is_no_game(number: int) -> None:
    """Negative numbers do not count from the end."""
    with pytest.raises(IndexError, match="not one of the 20 games"):
        Schedule("ab", 2, "rotations", 10, "m").pairing(number)


@given(st.integers(1, 12), st.integers(2, 4), st.sampled_from(SEATINGS), st.text())
def test_no_card_is_drawn_twice_before_all_are_used_up(cards: int, bots: int, seatings: Seatings, master: str) -> None:
    """All games of a deal group have the card of their deal, and the deck begins again in another order."""
    deck = [f"card {number}" for number in range(cards)]
    schedule = Schedule("abcd"[:bots], 2, seatings, 10, master, deck=deck)
    plain = Schedule("abcd"[:bots], 2, seatings, 10, master)
    drawn: dict[int, str] = {}
    for number in schedule.order():
        pairing = schedule.pairing(number)
        seed, _, card = pairing.deal.partition(" | ")
        assert seed == plain.pairing(number).deal
        assert drawn.setdefault(pairing.group, card) == card
    in_order = [drawn[group] for group in range(schedule.groups)]
    for begin in range(0, len(in_order), cards):
        part = in_order[begin : begin + cards]
        assert len({*part}) == len(part)
        assert {*part} <= {*deck}


def test_the_cards_of_a_deck_come_in_this_order_for_ever() -> None:
    schedule = Schedule("ab", 2, "rotations", 8, "m", deck="wxyz")
    assert "".join(schedule.deal_seed(group)[-1] for group in range(8)) == "zxywxyzw"


@pytest.mark.parametrize(("cards", "use"), [(80, "none is drawn twice"), (20, "each is drawn 3 times")])
def test_the_plan_says_how_a_deck_is_used(cards: int, use: str) -> None:
    lines = Schedule("abcd", 2, "rotations", 10, "m", deck=["x"] * cards).describe()
    (line,) = [line for line in lines if line.startswith("deck: ")]
    assert line.startswith(f"deck: {cards} cards: {use}")
