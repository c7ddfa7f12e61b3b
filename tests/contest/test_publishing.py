"""While a contest runs, a game is shown whole only when no game at its deal is to be played any more."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from arena.contest import Plan, Released, released, repair
from arena.contest.retired import retire
from arena.contest.run import Stopping, run_games
from arena.games import EVERYTHING, PUBLIC
from arena.pairing import Numbers, Schedule
from arena.pairing.formats import FormatName
from arena.referee import GameRecord
from arena.store import Store, change_facts
from tests.contest.fake_workers import PowerCut
from tests.contest.test_course import Counting, Workers
from tests.contest.test_whole_contests import OPPONENTS, SETUP, plan
from tests.facts import made_facts


def numbers(*found: int) -> Numbers:
    return Numbers(np.array(found, dtype=np.int64))


class Reader(Counting):
    """Looks at the file whenever games were stored: which are there, and which of them may be shown whole."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store
        self.looks: list[tuple[set[int], set[int]]] = []

    def stored(self, games: int, faults: int) -> None:
        super().stored(games, faults)
        self.look()

    def look(self) -> tuple[set[int], set[int]]:
        there = set(self.store.ledger().all_numbers().tolist())
        shown = released(self.store)
        whole = set(filter(shown.whole, there))
        for number in there:
            assert shown.audience(number) is (EVERYTHING if number in whole else PUBLIC)
            assert (shown.awaited(number) == []) == (number in whole)
            assert there.isdisjoint(shown.awaited(number))
        self.looks.append((there, whole))
        return self.looks[-1]


class Contest:
    """Of so many bots, in a file; each `run` goes on with it, and says what could be shown when it had ended."""

    def __init__(self, db: Path, plan: Plan, bots: int) -> None:
        self.db, self.plan, self.bots = db, plan, [f"bot{number}" for number in range(bots)]
        self.looks: list[tuple[set[int], set[int]]] = []

    def run(
        self, workers: Workers, deals: int = 3, games: int | None = None, stopping: Stopping | None = None
    ) -> tuple[set[int], set[int]]:
        contest = msgspec.to_builtins(self.plan) | {"game": "bids", "bench": {"starts": 2, "games": 20}}
        facts = made_facts({"contest": contest, "bots": self.bots, "seed": "s"})
        with Store.open(self.db, write=True) if self.db.exists() else Store.create(self.db, facts) as store:
            schedule = self.plan.schedule(self.bots, "s", deals, games, store.stages())
            workers.log = reader = Reader(store)
            try:
                run_games(SETUP, schedule, store, workers, reader, self.plan.pairer(self.bots, "s"), stopping=stopping)
            finally:
                last = reader.look()
                self.looks += reader.looks
            return last

    def check(self) -> None:
        """Of no game that was shown whole was there another one at its deal which came later."""
        with Store.open(self.db) as store:
            group_of = {record.number: record.group for record in store.records()}
        for there, whole in self.looks:
            later = {group_of[number] for number in group_of.keys() - there}
            assert later.isdisjoint(group_of[number] for number in whole)
        assert any(there > whole for there, whole in self.looks), "it never had to tell them apart"


def games_of(format: FormatName) -> int | None:
    return 60 if format == "ladder" else None


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("format", OPPONENTS)
def test_nothing_is_shown_whole_that_is_still_to_be_played(tmp_path: Path, format: FormatName, jobs: int) -> None:
    """In every format, with tie-breaks, through a power cut, games that stay void and a bot that is benched; and when
    it is over all games are."""
    contest = Contest(tmp_path / "c.db", plan(format), 5)

    def workers(cut: int | None = None) -> Workers:
        return Workers(jobs, bad=["bot3"], since=6, void=lambda number: number % 7 == 3, cut=cut)

    with pytest.raises((PowerCut, BaseExceptionGroup)):
        contest.run(workers(cut=9), games=games_of(format))
    there, whole = contest.run(workers(), games=games_of(format))
    contest.check()
    assert there == whole
    with Store.open(contest.db) as store:
        assert (store.facts().over or 0) >= max(there) + 1


@pytest.mark.parametrize("format", OPPONENTS)
def test_a_retired_bot_keeps_nothing_back(tmp_path: Path, format: FormatName) -> None:
    """Of the games that it does not play any more its opponents have played others at the same deals."""
    contest = Contest(tmp_path / "c.db", plan(format), 5)

    def gone(number: int) -> None:
        if number == 5:
            change_facts(contest.db, retire("bot1", "left"))

    there, whole = contest.run(Workers(2, at_game=gone), games=games_of(format))
    contest.check()
    assert there == whole


@pytest.mark.parametrize("format", ["round-robin", "ladder"])
def test_a_card_that_may_come_again_is_kept_back_to_the_end(tmp_path: Path, format: FormatName) -> None:
    """A deck of two cards for many more groups: whoever saw a game whole would know the card of one to come."""
    contest = Contest(tmp_path / "c.db", replace(plan(format), deck=("one", "two")), 3)
    there, whole = contest.run(Workers(2), games=games_of(format))
    assert all(not whole for there, whole in contest.looks[:-1] if there != contest.looks[-1][0])
    assert there == whole
    contest.check()


@pytest.mark.parametrize(("cards", "kept"), [(9, False), (8, True), (("one", "one", *"bcdefgh"), True)])
def test_a_deck_with_a_card_for_each_group_keeps_nothing_back(
    tmp_path: Path, cards: int | tuple[str, ...], kept: bool
) -> None:
    """Three pairs at three deals are nine groups; a card that stands twice in the deck is one that comes again."""
    deck = tuple(f"card{n}" for n in range(cards)) if isinstance(cards, int) else cards
    contest = Contest(tmp_path / "c.db", replace(plan("round-robin"), deck=deck), 3)
    there, _ = contest.run(Workers(1))
    early = any(whole for seen, whole in contest.looks if seen != there)
    assert early != kept


class Fires:
    """A rule that knows enough after so many games."""

    def __init__(self, games: int) -> None:
        self.games = games

    def heard(self, records: Sequence[GameRecord]) -> str | None:
        self.games -= len(records)
        return "enough" if self.games <= 0 else None

    def retire(self, bots: object) -> None:
        """Nothing hangs on them."""


def test_a_rule_that_has_fired_ends_the_wait_for_games_that_nobody_plays(tmp_path: Path) -> None:
    """In the middle of deal groups of six."""
    contest = Contest(tmp_path / "c.db", plan("round-robin", 3, "permutations"), 4)
    there, whole = contest.run(Workers(2), stopping=Stopping(rule=Fires(9)))
    assert {number // 6 for number in there if not there.issuperset(range(number // 6 * 6, number // 6 * 6 + 6))}
    assert whole == there
    contest.check()


def test_when_the_time_is_up_the_rest_is_still_to_be_played(tmp_path: Path) -> None:
    contest = Contest(tmp_path / "c.db", plan("round-robin"), 2)
    contest.run(Workers(1), games=3)
    there, whole = contest.run(Workers(1), stopping=Stopping(minutes=1e-9))
    with Store.open(contest.db) as store:
        assert (store.facts().over or 0) == 3
    assert whole <= there
    assert not {2, 3} <= there or {2, 3} <= whole


class Hurried(Workers):
    """They want all games that there are."""

    @property
    def together(self) -> int:
        return 64


def test_games_that_were_named_and_wait_when_the_time_is_up_are_still_to_be_played(tmp_path: Path) -> None:
    """The schedule has no others, and yet it is not over."""
    contest = Contest(tmp_path / "c.db", plan("round-robin"), 2)
    there, _ = contest.run(Hurried(1), stopping=Stopping(minutes=1e-9))
    assert 0 < len(there) < 6
    with Store.open(contest.db) as store:
        assert not store.facts().over
        assert {number for number in there if number ^ 1 in there} == set(filter(released(store).whole, there))
    contest.run(Workers(1))
    with Store.open(contest.db) as store:
        assert store.facts().over == 6


def test_the_first_games_of_a_schedule_may_cut_a_deal_group_which_another_run_fills(tmp_path: Path) -> None:
    contest = Contest(tmp_path / "c.db", plan("round-robin"), 3)
    there, whole = contest.run(Workers(1), games=5)
    assert (there, whole) == ({0, 1, 2, 3, 4}, {0, 1, 2, 3})
    there, whole = contest.run(Workers(1), games=6)
    assert whole == there == set(range(6))
    contest.check()


def test_what_was_over_is_not_when_a_game_of_it_is_played_after_all(tmp_path: Path) -> None:
    """The file says so before the game begins."""
    contest = Contest(tmp_path / "c.db", plan("round-robin"), 2)
    contest.run(Workers(1), deals=2, games=3)
    change_facts(contest.db, lambda facts: replace(facts, over=4))
    with Store.open(contest.db) as store:
        assert released(store).whole(2)
    seen = []

    def look(number: int) -> None:
        with Store.open(contest.db) as store:
            seen.append((number, released(store).whole(2), released(store).awaited(2)))

    contest.run(Workers(1, at_game=look), deals=2)
    assert seen == [(3, False, [3])]


def test_games_that_are_lost_with_a_part_of_the_file_are_played_again(tmp_path: Path) -> None:
    contest = Contest(tmp_path / "c.db", plan("round-robin"), 2)
    contest.run(Workers(1))
    with closing(sqlite3.connect(contest.db)) as db, db:
        db.execute("UPDATE game SET record = '{}' WHERE number = 3")
    assert repair(contest.db, lambda text: None).lost == [3]
    with Store.open(contest.db) as store:
        shown = released(store)
    assert [shown.whole(number) for number in range(6)] == [True, True, False, False, True, True]
    assert shown.awaited(2) == [3]


def test_a_game_that_nobody_knows_is_shown_to_nobody() -> None:
    """Nor one of a stage that was not there yet when somebody looked."""
    swiss = Schedule(["a", "b"], 2, "rotations", 1, "m", format="swiss")
    known = Released(Schedule(["a", "b"], 2, "rotations", 1, "m"), numbers(0, 1, 2))
    assert [known.whole(number) for number in (-1, 0, 1, 2, 3)] == [False, True, True, False, False]
    assert not Released(swiss, numbers(0, 1), complete_below=9, over=9).whole(0)
    assert Released(swiss, numbers(0, 1)).awaited(0) == [0]
