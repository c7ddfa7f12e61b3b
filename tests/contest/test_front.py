"""How far a contest is known without a gap, and who is out by then: the same however many games run at once."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.contest.bench import Benched, Roster
from arena.contest.config import Bench
from arena.contest.front import Front
from arena.pairing import Schedule
from arena.store.ledger import Ledger
from tests.contest.benching import Contest, Play, contests
from tests.standings.helpers import make_record


def ends_of(schedule: Schedule) -> list[int]:
    """After how many games a round is over."""
    games = schedule.parts[0].round.games
    return list(range(games, len(schedule) + 1, games))


def judged(front: Front, ledger: Ledger, end: int) -> tuple[dict[str, Benched], set[int]]:
    """All that a look may depend on: why each bot is out, and which of the first games are rated."""
    unrated = front.unrated(ledger)
    return dict(front.out), {number for number in range(end) if number in ledger and number not in unrated}


@settings(max_examples=50, deadline=None)
@given(contests(), st.integers(2, 8), st.randoms(use_true_random=False))
def test_it_is_the_same_with_any_number_of_workers(
    contest: tuple[Schedule, Bench, Play], jobs: int, rng: Random
) -> None:
    """After every round of a contest that is over, whichever games of benched bots were under way or are missing;
    after the last it is what is said of the contest."""
    one, many = Contest(*contest), Contest(*contest)
    one.run(1, rng)
    many.run(jobs, rng)
    schedule, bounds, _ = contest
    for end in ends_of(schedule):
        found = []
        for played in one, many:
            ledger = Ledger.of(played.games.values())
            front = Front(schedule, bounds, {}, ledger, end)
            assert front.hear()
            found.append(judged(front, ledger, end))
        assert found[0] == found[1]
    out, rated = found[0]
    assert list(out.values()) == one.benched
    assert rated == one.shelf.rated


@settings(max_examples=50, deadline=None)
@given(contests(), st.integers(1, 8), st.integers(0, 40), st.randoms(use_true_random=False))
def test_it_is_reached_when_all_games_on_the_way_are_there(
    contest: tuple[Schedule, Bench, Play], jobs: int, stored: int, rng: Random
) -> None:
    """Those that count, and not before; heard of game by game it says the same as read at once."""
    schedule, bounds, _ = contest
    played = Contest(*contest)
    played.run(jobs, rng)
    games, place = list(played.games.values()), {number: at for at, number in enumerate(schedule.order())}
    whole = Ledger.of(games)
    for end in ends_of(schedule):
        front = Front(schedule, bounds, {}, Ledger.of(games[:stored]), end)
        there, left = {game.number for game in games[:stored]}, iter(games[stored:])
        reached = front.hear()
        while not reached:
            game = next(left)
            there.add(game.number)
            reached = front.hear([game])
        last = max(place[number] for number in range(end))
        assert {number for number in played.shelf.rated if place[number] <= last} <= there
        read = Front(schedule, bounds, {}, whole, end)
        assert read.hear()
        assert judged(front, whole, end) == judged(read, whole, end)


@settings(max_examples=50, deadline=None)
@given(contests(), st.sampled_from([{}, {"b": "its build failed"}]), st.randoms(use_true_random=False))
def test_a_front_goes_on_from_another(contest: tuple[Schedule, Bench, Play], out: dict[str, str], rng: Random) -> None:
    """Which was reached, and whose gaps therefore are none; bots that never played leave none either."""
    schedule, bounds, play = contest
    roster = Roster(schedule, bounds, out, Ledger.of([]))
    games = []
    for number in schedule.order():
        if roster.next(number):
            games.append(play(number))
            roster.end(games[-1])
    ledger, known = Ledger.of(games), 0
    for end in ends_of(schedule):
        from_start, on = (Front(schedule, bounds, out, ledger, end, begin) for begin in (0, known))
        assert from_start.hear()
        assert on.hear()
        assert judged(from_start, ledger, end) == judged(on, ledger, end)
        known = end


def test_a_game_that_is_awaited_is_not_one_that_will_never_come() -> None:
    """Game 1 of a may be without a fault, and then game 4 is played. Where game 1 is void, games 0 and 3 bench it."""
    schedule = Schedule("abc", 2, "fixed", 2, "m")  # ab, ac, bc, and again
    games = [make_record(number, number, "ab", (2, 1), faults=[(0, "time")]) for number in (0, 3)]
    games += [make_record(number, number, "bc", (1, 2)) for number in (2, 5)]
    void = make_record(1, 1, "ac", None, status="void")
    for game, out in (void, {"a"}), (make_record(1, 1, "ac", (1, 2)), set[str]()):
        front = Front(schedule, Bench(games=2), {}, Ledger.of(games), 6)
        assert not front.hear()
        assert front.hear([game]) == bool(out)
        assert front.out.keys() == out
    front = Front(schedule, Bench(games=2), {}, Ledger.of([*games, void]), 6)
    assert front.hear()
    assert front.unrated(Ledger.of([*games, void])) == {0, 3}
