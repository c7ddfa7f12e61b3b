"""Which games a worker is given at once, and what becomes of those that come back."""

from __future__ import annotations

from collections.abc import Iterator

from arena.contest.course import Pause
from arena.contest.handing_out import WORKER_TRIES, HandingOut
from arena.referee import Assignment


def game(number: int) -> Assignment:
    return Assignment(number=number, group=number, deal="", seating=("a", "b"), bot_seeds=(0, 0))


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


def handing_out(games: Games, jobs: int = 2) -> HandingOut:
    return HandingOut(jobs, games.next, lambda: games.left, game)


def numbers(taken: list[Assignment] | Pause | None) -> list[int]:
    assert isinstance(taken, list)
    return [assignment.number for assignment in taken]


def test_a_worker_gets_what_it_wants_while_there_is_enough() -> None:
    games = handing_out(Games(100))
    assert numbers(games.take(3)) == [0, 1, 2]
    assert numbers(games.take(1)) == [3]


def test_towards_the_end_each_gets_a_share_and_at_last_one_game() -> None:
    """No worker sits idle while another has more than a few that it has not begun."""
    games, sizes = handing_out(Games(24)), []
    while (taken := games.take(50)) is not None:
        sizes.append(len(numbers(taken)))
    assert sizes == [6, 4, 3, 2, 2, *[1] * 7]


def test_why_there_is_no_next_game_is_said_to_who_has_none() -> None:
    """Whoever has one plays it first, and the stage after it may begin meanwhile."""
    games = handing_out(Games(1, Pause.RESULT), jobs=1)
    assert numbers(games.take(9)) == [0]
    assert games.take(9) is Pause.RESULT
    assert games.take(9) is Pause.RESULT
    assert handing_out(Games(0)).take(9) is None


def test_games_that_were_not_begun_are_the_next_in_their_order() -> None:
    games = handing_out(Games(100))
    taken = games.take(5)
    assert isinstance(taken, list)
    games.put_back(taken[2:])
    assert numbers(games.take(4)) == [2, 3, 4, 5]


def test_a_game_that_may_have_killed_a_worker_is_alone_until_it_is_given_up() -> None:
    """The others that were on the same worker's hands are played again, and none of them is blamed."""
    games = handing_out(Games(100))
    taken = games.take(3)
    assert isinstance(taken, list)
    assert games.died(taken) == []
    for tries in range(2, WORKER_TRIES + 1):
        first = games.take(9)
        assert numbers(first) == [0]
        assert isinstance(first, list)
        assert games.died(first) == ([game(0)] if tries == WORKER_TRIES else [])
    assert [numbers(games.take(9)) for _ in range(2)] == [[1], [2]]
    assert numbers(games.take(3)) == [3, 4, 5]


def test_a_suspected_game_does_not_join_others() -> None:
    games = handing_out(Games(100))
    first, second = games.take(1), games.take(2)
    assert isinstance(first, list)
    assert isinstance(second, list)
    games.died(first)
    games.put_back(second)
    assert [numbers(games.take(9)) for _ in range(2)] == [[1, 2], [0]]
    assert numbers(games.take(2)) == [3, 4]
