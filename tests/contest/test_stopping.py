"""What ends a contest before its last game: the time, or a rule that knows enough."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import msgspec
import pytest

from arena.contest import Plan, group_size_of
from arena.contest.run import End, Stopping, run_games
from arena.contest.stops import SettledPlan, SprtPlan
from arena.referee import GameRecord
from arena.standings.of_store import rule_of
from arena.standings.settled_state import SettledRule, SettledState
from arena.standings.sprt_state import SprtRule, SprtState
from arena.store import Store
from arena.store.ledger import Ledger
from tests.contest.fake_workers import FakeWorkers
from tests.contest.test_run import Log
from tests.contest.test_whole_contests import SETUP, plan
from tests.facts import made_facts

BOTS = ["bot1", "bot0"]  # the second is the stronger one


class Run:
    """Goes on with the contest of a file, with a new run each time."""

    def __init__(self, db: Path, plan: Plan, deals: int, bots: Sequence[str] = BOTS) -> None:
        self.db, self.plan, self.deals, self.bots = db, plan, deals, list(bots)
        self.log = Log()

    def play(self, jobs: int, stopping: Callable[[Store], Stopping]) -> End:
        facts = {"contest": msgspec.to_builtins(self.plan), "seed": "s", "bots": self.bots, "anchors": []}
        with Store.open(self.db, write=True) if self.db.exists() else Store.create(self.db, made_facts(facts)) as store:
            schedule = self.plan.schedule(self.bots, "s", self.deals)
            before = self.log.games
            workers = FakeWorkers(jobs, stored=lambda: self.log.games - before)
            return run_games(SETUP, schedule, store, workers, self.log, stopping=stopping(store))

    def games(self) -> int:
        with Store.open(self.db) as store:
            return len(store.ledger())


def settled_of(store: Store) -> SettledRule:
    rule = rule_of(store, store.ledger(), False)
    assert isinstance(rule, SettledRule)
    return rule


def sprt_of(store: Store, test: SprtPlan) -> SprtRule:
    return SprtRule(test, BOTS, group_size_of(store.facts()), False, store.ledger())


@pytest.mark.parametrize("test", [SprtPlan(elo1=80), SprtPlan(elo0=300, elo1=400, model="logistic")])
def test_the_test_decides_the_same_with_any_number_of_workers(tmp_path: Path, test: SprtPlan) -> None:
    """D52: looked at in the order of the deal groups; what was under way at the end decides nothing."""
    states: list[SprtState] = []
    for jobs in (1, 2, 7):
        run = Run(tmp_path / f"{jobs}.db", msgspec.structs.replace(plan("round-robin"), sprt=test), 2000)
        assert run.play(jobs, lambda store: Stopping(rule=sprt_of(store, test))) == "finished"
        with Store.open(run.db) as store:
            states.append(sprt_of(store, test).state())
        assert run.log.said[-1] == str(states[-1])
        assert 2 * states[-1].deal_groups <= run.games() < 4000
    assert states[0] == states[1] == states[2]
    assert states[0].decision == ("H1" if test.elo0 == 0 else "H0")
    assert sum(states[0].counts.values()) == states[0].deal_groups


def test_a_decided_test_stays_decided(tmp_path: Path) -> None:
    """Another run plays nothing, and says why."""
    test = SprtPlan(elo1=80)
    run = Run(tmp_path / "x.db", msgspec.structs.replace(plan("round-robin"), sprt=test), 2000)
    run.play(2, lambda store: Stopping(rule=sprt_of(store, test)))
    games = run.games()
    run.log.said.clear()
    assert run.play(2, lambda store: Stopping(rule=sprt_of(store, test))) == "finished"
    assert run.games() == games
    assert run.log.said[0].startswith("SPRT (normalised Elo, 0 against 80): bot0 is stronger than bot1: H1 is accepted")


@pytest.mark.parametrize("first", [1, None])
def test_an_order_is_settled_the_same_with_any_number_of_workers(tmp_path: Path, first: int | None) -> None:
    """Looked at after whole rounds; what was under way at the end changes nothing, and a further run plays nothing."""
    bots, deals = ["bot2", "bot0", "bot4"], 400
    order = msgspec.structs.replace(plan("round-robin"), settled=SettledPlan(first=first), deals=deals)
    states: list[SettledState | None] = []
    for jobs in (1, 5):
        run = Run(tmp_path / f"{jobs}.db", order, deals, bots)
        assert run.play(jobs, lambda store: Stopping(rule=settled_of(store))) == "finished"
        with Store.open(run.db) as store:
            states.append(settled_of(store).state(store.ledger()))
        assert run.log.said[-1] == str(states[-1])
        games = run.games()
        assert run.play(jobs, lambda store: Stopping(rule=settled_of(store))) == "finished"
        assert run.games() == games < 6 * deals
    assert states[0] == states[1]
    assert states[0] is not None
    assert states[0].settled
    assert states[0].order[0] == "bot0"
    assert states[0].in_order == (1 if first else 3)


def test_bots_that_are_equal_play_to_the_last_deal(tmp_path: Path) -> None:
    """And the last look says who was not told apart."""
    bots, deals = ["bot7a", "bot7b"], 60  # the same number, so the same skill
    order = msgspec.structs.replace(plan("round-robin"), settled=SettledPlan(), deals=deals)
    run = Run(tmp_path / "x.db", order, deals, bots)
    run.play(2, lambda store: Stopping(rule=settled_of(store)))
    assert run.games() == 2 * deals
    with Store.open(run.db) as store:
        state = settled_of(store).state(store.ledger())
    assert state is not None
    assert (state.settled, state.deals, state.look, state.in_order) == (False, deals, state.looks, 0)
    assert [set(pair) for pair in state.still_open] == [set(bots)]
    assert str(state).startswith("not settled at 95 % after 60 deals for each line-up")


def test_when_the_time_is_up_no_game_begins(tmp_path: Path) -> None:
    """What runs is finished, and another run goes on to the end."""
    run = Run(tmp_path / "x.db", plan("round-robin"), 1000)
    assert run.play(2, lambda store: Stopping(minutes=1e-5)) == "finished"
    assert run.games() < 2000
    assert run.log.said[-1] == "the time is up (1e-05 minutes); run again to go on"
    assert run.play(2, lambda store: Stopping()) == "finished"
    assert run.games() == 2000


def test_a_rule_hears_of_every_game_that_is_stored(tmp_path: Path) -> None:
    """Once each; and after its word no game begins."""
    heard: list[int] = []

    class After(Stopping):
        def heard(self, records: Sequence[GameRecord]) -> str | None:
            heard.extend(record.number for record in records)
            return "enough" if len(heard) >= 50 else None

        def retire(self, bots: Collection[str]) -> None:
            pass

    run = Run(tmp_path / "x.db", plan("round-robin"), 1000)
    run.play(3, lambda store: Stopping(rule=After()))
    assert sorted(heard) == sorted(set(heard))
    assert run.games() == len(heard) < 2000
    assert run.log.said == ["enough"]


def test_a_void_game_takes_its_deal_group_out_of_the_test() -> None:
    """What is left of the group is not mirrored, and so no evidence."""
    from tests.standings.helpers import duels, make_record

    records = duels("old", "new", "lw" * 3, per_group=2)
    rule = SprtRule(SprtPlan(), ("old", "new"), 2, False, Ledger.of(records))
    assert rule.state().counts == {"0": 0, "0.25": 0, "0.5": 3, "0.75": 0, "1": 0}
    void = [make_record(6, 3, ("old", "new"), None, status="void"), make_record(7, 3, ("new", "old"), (1, 2))]
    assert rule.heard(void) is None
    assert rule.state().deal_groups == 3
    rule.heard(duels("old", "new", "ll", first_group=4, per_group=2))
    assert rule.state().counts == {"0": 0, "0.25": 0, "0.5": 3, "0.75": 0, "1": 1}


def test_partners_are_compared_deal_by_deal() -> None:
    """In a cooperative game a deal is won by the team that won it, then by the one with the better score."""
    from arena.games import TeamResult
    from tests.standings.helpers import make_record

    ends = [
        ((False, 3.0), (True, 2.0)),
        ((True, 4.0), (True, 4.0)),
        ((True, 5.0), (True, 4.0)),
        ((False, 1.0), (False, 2.0)),
    ]
    records = [
        make_record(2 * group + side, group, (name,) * 3, TeamResult(*end))
        for group, both in enumerate(ends)
        for side, (name, end) in enumerate(zip(("old", "new"), both, strict=True))
    ]
    rule = SprtRule(SprtPlan(), ("old", "new"), 2, True, Ledger.of(records))
    assert rule.state().counts == {"0": 1, "0.5": 1, "1": 2}
