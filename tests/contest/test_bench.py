"""Bots that only fail: who is benched, by which games, and that it does not depend on how many games run at once."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterable
from itertools import islice
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from arena.contest import Benchings
from arena.contest.bench import HEAD, TAIL, Benched, Roster, rules_of
from arena.contest.config import Bench
from arena.pairing import Schedule
from arena.pairing.formats import FormatName
from arena.protocol import Verdict
from arena.store import StoreError
from arena.store.ledger import FAULT as AT_FAULT
from arena.store.ledger import NOT_STARTED, Ledger
from tests.contest.benching import Contest, Faults, Play, Shelf, contests, facts_of
from tests.facts import made_facts
from tests.standings.helpers import make_record


@settings(max_examples=100, deadline=None)
@given(contests(), st.integers(2, 8), st.randoms(use_true_random=False))
def test_how_many_games_run_at_once_changes_neither_who_is_benched_nor_what_counts(
    contest: tuple[Schedule, Bench, Play], jobs: int, rng: Random
) -> None:
    """More at once may play games of a bot that were under way when it was benched; these are rated for nobody."""
    one, many = Contest(*contest), Contest(*contest)
    one.run(1, rng)
    many.run(jobs, rng)
    assert many.benched == one.benched
    assert one.games.keys() <= many.games.keys()
    assert many.shelf.rated == one.shelf.rated
    assert many.shelf.settled().reasons == one.shelf.settled().reasons
    assert set(one.shelf.settled().reasons) == {benched.bot for benched in one.benched}


def test_a_game_that_is_left_out_before_it_begins_holds_up_nobodys_bench() -> None:
    """Its bot was retired while it waited; the bench looks at games in their order, and would wait for it for ever."""
    benched: list[Benched] = []
    schedule = Schedule(["gone", "bad", "good"], 2, "rotations", 4, "m")
    roster = Roster(schedule, Bench(starts=2, games=None), {}, Ledger.of(()), benched.append)
    order = [number for number in schedule.order() if roster.next(number)]
    roster.retired.add("gone")
    left = [number for number in order if roster.still(number)]
    assert [number for number in order if "gone" not in schedule.seating(number)] == left
    for number in left[:2]:
        bad = schedule.seating(number).index("bad")
        roster.end(make_record(number, 0, schedule.seating(number), [1, 1], faults=[(bad, "start-failure")]))
    assert [(each.bot, each.games) for each in benched] == [("bad", tuple(left[:2]))]
    assert not any(map(roster.still, left[2:]))


@settings(max_examples=100, deadline=None)
@given(contests(), st.integers(1, 6), st.integers(0, 30), st.randoms(use_true_random=False))
def test_a_run_that_was_killed_and_goes_on_benches_the_same(
    contest: tuple[Schedule, Bench, Play], jobs: int, most: int, rng: Random
) -> None:
    whole, killed = Contest(*contest), Contest(*contest)
    whole.run(1, rng)
    killed.run(jobs, rng, most)
    killed.run(jobs, rng)
    assert killed.benched == whole.benched
    assert killed.shelf.rated == whole.shelf.rated
    played = len(killed.games)
    killed.run(jobs, rng)
    assert len(killed.games) == played


@settings(max_examples=100, deadline=None)
@given(contests(), st.integers(1, 4), st.randoms(use_true_random=False))
def test_a_contest_that_is_made_longer_is_as_if_played_from_the_start(
    contest: tuple[Schedule, Bench, Play], jobs: int, rng: Random
) -> None:
    short, bounds, play = contest
    longer = Schedule(
        short.bots, short.seats, "rotations", 2 * short.deals, "m", format=short.format, block=short.block
    )
    grown, whole = Contest(short, bounds, play), Contest(longer, bounds, play)
    grown.run(jobs, rng)
    grown.schedule = longer
    grown.run(jobs, rng)
    whole.run(1, rng)
    assert grown.benched == whole.benched
    assert grown.shelf.rated == whole.shelf.rated


@settings(max_examples=100, deadline=None)
@given(contests(), st.integers(1, 4), st.randoms(use_true_random=False))
def test_nothing_before_the_bench_point_is_skipped(
    contest: tuple[Schedule, Bench, Play], jobs: int, rng: Random
) -> None:
    """Every game of bots that are in is played; so the others' schedule stays as balanced as it was."""
    played = Contest(*contest)
    played.run(jobs, rng)
    place = {number: i for i, number in enumerate(played.schedule.order())}
    since = {benched.bot: place[benched.games[-1]] for benched in played.benched}
    for number, i in place.items():
        bots = played.schedule.pairing(number).seating
        assert number in played.games or any(i > since.get(bot, i) for bot in bots)
    for number in played.shelf.settled().unrated:
        bots = played.schedule.pairing(number).seating
        streaks = [benched.games for benched in played.benched]
        assert any(number in games for games in streaks) or any(place[number] > since.get(bot, 10**9) for bot in bots)


@settings(max_examples=100, deadline=None)
@given(contests(), st.sampled_from([{}, {"b": "its build failed"}]), st.randoms(use_true_random=False))
def test_to_catch_up_is_to_judge_game_by_game(
    contest: tuple[Schedule, Bench, Play], out: dict[str, str], rng: Random
) -> None:
    """Stored games that are passed all at once bench the same bots by the same games, and leave the same streaks."""
    schedule, bounds, play = contest
    numbers = [number for number in schedule.order() if rng.random() < 0.9]
    stored, benched = Ledger.of(map(play, numbers)), (list[Benched](), list[Benched]())
    one, all_at_once = (Roster(schedule, bounds, out, stored, each.append) for each in benched)
    for number in numbers:
        one.next(number)
    all_at_once.catch_up(len(schedule))
    assert benched[0] == benched[1]
    assert one.unrated == all_at_once.unrated
    streaks = [
        {bot: games for bot, games in kept.items() if games and bot not in roster.out}
        for roster in (one, all_at_once)
        for kept in (roster._starts, roster._faults)
    ]
    assert streaks[:2] == streaks[2:]


def judged(ends: Iterable[Faults | None], bounds: Bench) -> list[Benched]:
    """Games between a and b on one deal after the other, void where None, as they are judged."""
    schedule, benched = Schedule("ab", 2, "fixed", 100, "m"), list[Benched]()
    roster = Roster(schedule, bounds, {}, Ledger.of([]), benched.append)
    for number, faults in enumerate(ends):
        if roster.next(number):
            over = ([1, 1], "finished") if faults is not None else (None, "void")
            roster.end(make_record(number, number, "ab", over[0], faults=faults or (), status=cast(Any, over[1])))
    return benched


START: Faults = [(0, "start-failure")]
FAULT: Faults = [(0, "time")]


@pytest.mark.parametrize(
    ("ends", "starts", "games", "what", "running"),
    [
        ([START] * 4, 3, 20, "failed to start in 3 games in a row", (0, 1, 2)),
        ([START, START, [], START, START, START], 3, 20, "failed to start in 3 games in a row", (3, 4, 5)),
        ([START, None, START, None, START], 3, 20, "failed to start in 3 games in a row", (0, 2, 4)),
        ([START, FAULT, START, FAULT], 3, 4, "made a fault in 4 games in a row", (0, 1, 2, 3)),
        ([FAULT, START, START], 2, 3, "failed to start in 2 games in a row", (1, 2)),
        ([[], START], 1, 20, "failed to start in a game", (1,)),
    ],
)
def test_the_rule(ends: list[Faults | None], starts: int, games: int, what: str, running: tuple[int, ...]) -> None:
    """D02, D38: a game without a fault begins the count anew, one that is void is as if it had not been."""
    assert judged(ends, Bench(starts=starts, games=games)) == [Benched("a", what, running)]


@pytest.mark.parametrize(
    ("ends", "bounds"),
    [
        ([START] * 50, Bench(starts=None, games=None)),
        ([START, START, FAULT] * 10, Bench(starts=3, games=None)),
        ([*[FAULT] * 19, []] * 3, Bench(starts=3, games=20)),
        ([None] * 50, Bench(starts=1, games=1)),
    ],
)
def test_bots_that_stay_in(ends: list[Faults | None], bounds: Bench) -> None:
    assert judged(ends, bounds) == []


def test_two_faults_of_a_game_are_one_game_of_faults() -> None:
    """Also where a bot sits on both seats, and one of them was not ready."""
    both = make_record(0, 0, "aa", [1, 1], faults=[(1, "start-failure"), (0, "time"), (0, "time")])
    once = make_record(1, 0, "bb", [1, 1], faults=[(1, "illegal")])
    stored = Ledger.of([both, once])
    assert [stored.get(number) for number in range(3)] == [{"a": NOT_STARTED}, {"b": AT_FAULT}, None]
    schedule, benched = Schedule("ab", 2, "fixed", 4, "m", format="self-play"), list[Benched]()
    bounds = Bench(starts=1, games=2)
    for number in range(2):
        Roster(schedule, bounds, {}, stored, benched.append).next(number)
    Roster(schedule, bounds, {}, stored, benched.append).catch_up(2)
    assert benched == [Benched("a", "failed to start in a game", (0,))] * 2


def test_games_wait_for_earlier_ones() -> None:
    """Three failures are no streak while a game between them is under way."""
    schedule, benched = Schedule("ab", 2, "fixed", 9, "m"), list[Benched]()
    roster = Roster(schedule, Bench(), {}, Ledger.of([]), benched.append)
    failed = [make_record(number, number, "ab", [2, 1], faults=START) for number in range(4)]
    assert all(roster.next(number) for number in range(5))
    for number in (0, 3, 2):
        roster.end(failed[number])
    assert not benched
    roster.end(failed[1])
    assert [games.games for games in benched] == [(0, 1, 2)]
    assert not roster.next(5)


def test_without_enough_bots_no_game_is_wanted() -> None:
    """Of a round-robin; a bot that is left alone plays on with itself where the format has that."""
    out = {"a": "its build failed", "b": "its build failed"}
    for format, wanted in ("round-robin", 0), ("self-play", 2), ("cross-play", 2):
        schedule = Schedule("abc", 2, "rotations", 2, "m", format=cast(FormatName, format))
        roster = Roster(schedule, Bench(), out, Ledger.of([]))
        assert sum(map(roster.next, schedule.order())) == wanted


def test_memory_does_not_grow_with_the_games() -> None:
    """D14: of ten million games some thousands are played, at far less than a byte of each."""
    schedule = Schedule([f"bot{i}" for i in range(50)], 4, "rotations", 11, "m")
    roster = Roster(schedule, Bench(), {}, Ledger.of([]))
    game = make_record(0, 0, [f"bot{i}" for i in range(4)], [1, 1, 1, 1])
    tracemalloc.start()
    try:
        for number in islice(schedule.order(), 5_000):
            assert roster.next(number)
            roster.end(make_record(number, 0, game.seating, [1, 1, 1, 1]))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 300_000


def test_the_reason_quotes_the_last_fault() -> None:
    """Both ends of it: a bot may say a lot on stderr, and says last what went wrong."""
    schedule = Schedule("ab", 2, "fixed", 9, "m")
    shelf = Shelf(facts_of(schedule, Bench(starts=2)), [])
    for number in range(3):
        words = (f"decision 0, seat 0 said {number}: " + "x" * 1000 + " | ImportError: helper", "seat 1 was late")
        record = make_record(number, number, "ab", [1, 1], faults=[*START, (1, "time")])
        shelf.games[number] = replace(record, measured=replace(record.measured, texts=words))
    found = shelf.settled()
    start = "failed to start in 2 games in a row, the last of them game 1: decision 0, seat 0 said 1: xxx"
    assert found.reasons.keys() == {"a"}
    assert found.reasons["a"].startswith(start)
    assert found.reasons["a"].endswith("x | ImportError: helper")
    assert len(found.reasons["a"]) <= HEAD + TAIL + 5 + len(start)
    assert found.unrated == {0, 1, 2}


def test_the_reason_quotes_nothing_of_a_deal_that_is_still_to_be_played() -> None:
    """Whoever reads the table, as text or JSON, might learn what the other seat holds there."""
    schedule = Schedule("ab", 2, "rotations", 9, "m")
    shelf = Shelf(facts_of(schedule, Bench(starts=2)), [])
    for number in range(3):
        pairing = schedule.pairing(number)
        seat = pairing.seating.index("a")
        faults: list[tuple[int, Verdict]] = [(seat, "start-failure")] if number else []
        record = make_record(number, pairing.group, pairing.seating, [1, 1], faults=faults)
        texts = ("decision 0, the hand of the Spy",) * len(faults)
        shelf.games[number] = replace(record, measured=replace(record.measured, texts=texts))
    reason = "failed to start in 2 games in a row, the last of them game 2"
    assert shelf.settled().reasons == {"a": reason}
    pairing = schedule.pairing(3)
    assert pairing.group == schedule.pairing(2).group
    shelf.games[3] = make_record(3, pairing.group, pairing.seating, [1, 1])
    assert shelf.settled().reasons == {"a": f"{reason}: decision 0, the hand of the Spy"}


def test_a_failed_build_is_a_reason_to_be_out_from_the_start() -> None:
    """Games that there are of such a bot count for nobody."""
    schedule = Schedule("abc", 2, "fixed", 2, "m")
    builds = {"b": {"text": "exit code 2", "log": "c.logs/b.build"}}
    facts = facts_of(schedule, Bench(starts=None, games=None), builds)
    games = [make_record(n, game.group, game.seating, [1, 1]) for n, game in enumerate(map(schedule.pairing, range(3)))]
    found = Shelf(facts, games).settled()
    assert found.reasons == {"b": "its build failed: exit code 2 (log in c.logs/b.build)"}
    assert found.unrated == {game.number for game in games if "b" in game.seating}
    assert Shelf(facts, []).settled() == Benchings(found.reasons)


def test_a_contest_that_says_nothing_of_it_benches_nobody() -> None:
    """As those do that were made before there was a bench."""
    for said in {}, {"contest": {"game": "bids"}, "bots": ["a"]}:
        facts = made_facts(said)
        assert rules_of(facts) == (Bench(starts=None, games=None), {})
        assert Shelf(facts, [make_record(0, 0, "ab", [1, 1], faults=START)]).settled() == Benchings()


@pytest.mark.parametrize("said", [{"contest": {"bench": {"starts": 0}}}, {"builds": {"a": 3}}])
def test_facts_of_another_version_are_refused(said: dict[str, Any]) -> None:
    with pytest.raises(StoreError, match=r"what the file says of its contest cannot be used: .*(bench|builds)"):
        rules_of(made_facts(said))
