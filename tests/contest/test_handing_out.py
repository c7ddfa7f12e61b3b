"""Which games a worker is given at once, and what becomes of those that come back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Set
from heapq import heappop, heappush
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from arena.contest.course import Pause
from arena.contest.handing_out import MOST_MET, WORKER_TRIES, HandingOut
from arena.pairing import Schedule, Seatings
from arena.referee import Assignment


def game(number: int, deal: str | None = None) -> Assignment:
    """At a deal of its own unless one is named."""
    return Assignment(
        number=number, group=number, deal=str(number) if deal is None else deal, seating=("a", "b"), bot_seeds=(0, 0)
    )


class Games:
    """So many games, and then for ever `end`."""

    def __init__(self, count: int, end: Pause | None = None) -> None:
        self.left = count
        self._numbers: Iterator[int] = iter(range(count))
        self._end = end

    def next(self) -> int | Pause | None:
        number = next(self._numbers, None)
        self.left -= number is not None
        return self._end if number is None else number


def handing_out(
    games: Games,
    jobs: int = 2,
    assignment: Callable[[int], Assignment] = game,
    now: Callable[[Assignment], Assignment | None] = lambda game: game,
) -> HandingOut:
    return HandingOut(jobs, games.next, lambda: games.left, assignment, now)


def numbers(taken: list[Assignment] | Pause | None) -> list[int]:
    assert isinstance(taken, list)
    return [assignment.number for assignment in taken]


def test_a_worker_gets_what_it_wants_while_there_is_enough() -> None:
    games = handing_out(Games(100))
    assert numbers(games.take(0, 3)) == [0, 1, 2]
    assert numbers(games.take(1, 1)) == [3]


def test_towards_the_end_each_gets_a_share_and_at_last_one_game() -> None:
    """No worker sits idle while another has more than a few that it has not begun; games that wait are shared, too."""
    for prepared in (0, 3, 50):
        games, sizes = handing_out(Games(24)), []
        while (taken := games.take(0, 50)) is not None:
            sizes.append(len(numbers(taken)))
            games.prepare(prepared)
        assert sizes == [6, 4, 3, 2, 2, *[1] * 7]


def test_why_there_is_no_next_game_is_said_to_who_has_none() -> None:
    """Whoever has one plays it first, and the stage after it may begin meanwhile."""
    games = handing_out(Games(1, Pause.RESULT), jobs=1)
    assert numbers(games.take(0, 9)) == [0]
    assert games.take(0, 9) is Pause.RESULT
    games.prepare(9)
    assert games.take(0, 9) is Pause.RESULT
    assert handing_out(Games(0)).take(0, 9) is None


def test_games_that_were_not_begun_are_the_next_in_their_order() -> None:
    games = handing_out(Games(100))
    taken = games.take(0, 5)
    assert isinstance(taken, list)
    games.put_back(taken[2:])
    assert numbers(games.take(1, 4)) == [2, 3, 4, 5]


def test_a_game_that_may_have_killed_a_worker_is_alone_until_it_is_given_up() -> None:
    """The others that were on the same worker's hands are played again, and none of them is blamed."""
    games = handing_out(Games(100))
    taken = games.take(0, 3)
    assert isinstance(taken, list)
    assert games.died(taken) == []
    for tries in range(2, WORKER_TRIES + 1):
        first = games.take(0, 9)
        assert numbers(first) == [0]
        assert isinstance(first, list)
        assert games.died(first) == ([game(0)] if tries == WORKER_TRIES else [])
    assert [numbers(games.take(0, 9)) for _ in range(2)] == [[1], [2]]
    assert numbers(games.take(0, 3)) == [3, 4, 5]


def test_a_suspected_game_does_not_join_others() -> None:
    games = handing_out(Games(100))
    first, second = games.take(0, 1), games.take(1, 2)
    assert isinstance(first, list)
    assert isinstance(second, list)
    games.died(first)
    games.put_back(second)
    assert [numbers(games.take(1, 4)) for _ in range(2)] == [[1, 2, 3], [0]]
    assert numbers(games.take(1, 2)) == [4, 5]


def test_a_game_that_is_no_longer_played_is_passed_over() -> None:
    """What is known when it is handed out counts, not what was known when it came to wait."""
    out = {3, 4, 5, 6, 7}
    games = handing_out(
        Games(20), now=lambda game: None if game.number in out else replace(game, unlogged=(game.number,))
    )
    games.prepare(8)
    taken = games.take(0, 2)
    out.add(9)
    assert isinstance(taken, list)
    assert taken == [replace(game(number), unlogged=(number,)) for number in (0, 1)]
    assert [numbers(games.take(0, 3)) for _ in range(2)] == [[2], [8, 10]]
    assert numbers(games.take(0, 2)) == [11, 12]


def test_nothing_waits_where_a_worker_wants_one_game_at_a_time() -> None:
    """An hour may go by until it is played."""
    games = Games(20)
    hands = handing_out(games)
    assert numbers(hands.take(0, 1)) == [0]
    hands.prepare(1)
    assert games.left == 19
    hands.prepare(3)
    assert games.left == 19 - 2 * 2 * 3


def test_a_worker_gets_games_at_deals_that_are_new_to_its_bots() -> None:
    """Two games at each of four deals, and then the next four: the second game goes to who has not played the first."""
    games = handing_out(Games(16), assignment=lambda number: game(number, str(number % 4 + number // 8 * 4)))
    games.prepare(8)
    assert numbers(games.take(0, 2)) == [0, 1]
    assert numbers(games.take(1, 2)) == [2, 3]
    assert numbers(games.take(0, 2)) == [6, 7]
    assert numbers(games.take(1, 2)) == [4, 5]


def test_where_no_deal_is_new_to_its_bots_a_worker_gets_the_next_games() -> None:
    games = handing_out(Games(16), jobs=1, assignment=lambda number: game(number, str(number % 4)))
    games.prepare(8)
    assert [numbers(games.take(0, 4)) for _ in range(3)] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]


def starts(jobs: int, wanted: int, seatings: Seatings, choice: bool) -> int:
    """How often a worker's bots are started anew in a schedule of 512 deals, played by workers that are about equally
    quick; with a `choice`, or in the order of the schedule."""
    schedule = Schedule(["a", "b", "c"], 3, seatings, 512, "seed")
    order = deque(schedule.order())

    def assignment(number: int) -> Assignment:
        return game(number, schedule.pairing(number).deal)

    hands = HandingOut(
        jobs, lambda: order.popleft() if order else None, lambda: len(order), assignment, lambda game: game
    )
    met: list[set[str]] = [set() for _ in range(jobs)]
    count = played = 0
    luck, ends = Random(1), [(0.0, place) for place in range(jobs)]
    while taken := hands.take((first := heappop(ends))[1], wanted):
        began, place = first
        assert isinstance(taken, list)
        if choice:
            hands.prepare(wanted)
        for each in taken:
            if each.deal in met[place]:
                met[place].clear()
                count += 1
            met[place].add(each.deal)
        played += len(taken)
        heappush(ends, (began + sum(luck.uniform(0.7, 1.3) for _ in taken), place))
    assert played == len(schedule)
    return count


@pytest.mark.parametrize("seatings", ["rotations", "permutations"])
@pytest.mark.parametrize("wanted", [5, 30, 64])
@pytest.mark.parametrize("jobs", [2, 4])
def test_with_a_choice_bots_are_started_anew_about_half_as_often(jobs: int, wanted: int, seatings: Seatings) -> None:
    """Or less often. One worker alone starts them anew whenever a block has been played once, and each of several does
    so as well, unless they share the games of each deal."""
    assert starts(jobs, wanted, seatings, True) <= 0.6 * starts(jobs, wanted, seatings, False)


@given(
    jobs=st.integers(1, 4),
    deals=st.integers(1, 9),
    asked=st.lists(st.tuples(st.integers(0, 3), st.integers(1, 9), st.integers(0, 3)), max_size=60),
    suspected=st.sets(st.integers(0, 59)),
)
def test_each_game_is_handed_out_once_whatever_comes_back(
    jobs: int, deals: int, asked: Iterable[tuple[int, int, int]], suspected: Set[int]
) -> None:
    """And `suspected` games, each of which costs a worker, are alone from then on."""
    games = handing_out(Games(60), jobs, lambda number: game(number, str(number % deals)))
    played: list[int] = []
    died: set[int] = set()
    turns = iter(asked)
    while True:
        place, wanted, begun = next(turns, (0, 64, 64))
        taken = games.take(place % jobs, wanted)
        if taken is None:
            break
        assert isinstance(taken, list)
        assert 1 <= len(taken) <= wanted
        assert len(taken) == 1 or died.isdisjoint(numbers(taken))
        games.prepare(wanted)
        if suspected and not died and not suspected.isdisjoint(numbers(taken)):
            died.update(numbers(taken))
            assert games.died(taken) == []
            continue
        games.put_back(taken[begun + 1 :])
        played += numbers(taken[: begun + 1])
    assert sorted(played) == list(range(60))


def test_what_is_kept_in_mind_has_an_end() -> None:
    """Also where each deal is played once, for ever."""
    games = handing_out(Games(20_000), jobs=1)
    while games.take(0, 64):
        assert len(games._met[0]) <= MOST_MET + 64
