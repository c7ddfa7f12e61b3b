"""Until the first bots are in order, in contests in which some are benched: the others are put in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import msgspec
import pytest
from msgspec.structs import replace

from arena.contest import Plan
from arena.contest.run import Stopping, run_games
from arena.contest.stops import SettledPlan
from arena.referee import GameRecord, SeatFault
from arena.referee.worker_messages import Assignment
from arena.standings.of_store import rule_of
from arena.standings.settled_state import GROUPS_BEFORE, SettledRule, SettledState
from arena.store import Store
from tests.contest.fake_workers import FakeWorkers, PowerCut
from tests.contest.test_run import Log
from tests.contest.test_whole_contests import SETUP, plan
from tests.facts import made_facts

BOTS = ("bot3", "bot0", "bot6", "bot9")


class Workers(FakeWorkers):
    """A failing bot makes a fault in each of its games from a deal group on; a few games are void, or errors."""

    def __init__(self, jobs: int, games: int | None, failing: Sequence[str], since: int) -> None:
        super().__init__(jobs, games)
        self._failing, self._since = failing, since

    def record(self, assignment: Assignment) -> GameRecord:
        record, luck = super().record(assignment), Random(f"trouble {assignment.number}").random()
        if luck < 0.05:
            return replace(record, status="void" if luck < 0.03 else "error", outcome=None)
        seats = [seat for seat, bot in enumerate(record.seating) if bot in self._failing]
        late = assignment.group >= self._since
        return replace(record, faults=tuple(SeatFault(seat, "time", 0) for seat in seats if late))


End: TypeAlias = tuple[SettledState | None, set[int], list[str]]
"""What `arena table` says, which games there are, and what the run said of an order that is settled."""


@dataclass
class Contest:
    """Of bots of which some fail from a deal group on, with 400 deals at most. A break is after so many games."""

    failing: Sequence[str] = ()
    since: int = 0
    bots: Sequence[str] = BOTS
    plan: Plan = field(default_factory=lambda: plan("round-robin"))
    first: int | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    deals: int = 400

    def play(self, db: Path, jobs: int, breaks: Sequence[int] = ()) -> End:
        """A new contest, to its end."""
        about = msgspec.to_builtins(self.asked) | {"bench": {"starts": 3, "games": 4}}
        facts = {"contest": about, "seed": "s", "bots": list(self.bots), "anchors": []} | self.facts
        Store.create(db, made_facts(facts)).close()
        for games in breaks:
            with pytest.raises((PowerCut, BaseExceptionGroup)):
                self._run(db, jobs, games)
        return self.go_on(db, jobs)

    def go_on(self, db: Path, jobs: int) -> End:
        said = self._run(db, jobs, None)
        with Store.open(db) as store:
            ledger = store.ledger()
            return (
                rule(store).state(ledger),
                {n for n in range(ledger.end) if n in ledger},
                [text for text in said if text.startswith("settled")],
            )

    def least(self, state: SettledState) -> int:
        """So many games at least were played before that was known."""
        schedule = self.asked.schedule(list(self.bots), "s", state.deals)
        return sum(set(schedule.seating(game)) <= set(state.order) for game in range(len(schedule)))

    @property
    def asked(self) -> Plan:
        return replace(self.plan, settled=SettledPlan(first=self.first), deals=self.deals)

    def _run(self, db: Path, jobs: int, games: int | None) -> list[str]:
        log = Log()
        with Store.open(db, write=True) as store:
            schedule = self.asked.schedule(list(self.bots), "s", self.deals)
            workers = Workers(jobs, games, self.failing, self.since)
            assert run_games(SETUP, schedule, store, workers, log, stopping=Stopping(rule=rule(store))) == "finished"
        return log.said


def rule(store: Store) -> SettledRule:
    found = rule_of(store, store.ledger(), False)
    assert isinstance(found, SettledRule)
    return found


@pytest.mark.parametrize(
    ("contest", "order"),
    [
        (Contest(["bot0"], since=0), ["bot3", "bot6", "bot9"]),
        (Contest(["bot3", "bot6"], since=30), ["bot0", "bot9"]),
        (Contest(facts={"builds": {"bot0": {"text": "exit code 2"}}}, first=1), ["bot3"]),
        (
            Contest(["bot3"], since=10, bots=(*BOTS, "bot12"), plan=plan("round-robin", seats=3), first=2),
            ["bot0", "bot6"],
        ),
        (Contest(["bot3"], since=4, plan=plan("gauntlet"), first=1), ["bot0"]),
    ],
)
def test_the_others_are_settled_without_a_benched_bot(tmp_path: Path, contest: Contest, order: list[str]) -> None:
    """The same with one worker and with three, and after breaks, and the table says what the run said; before the cap.
    Void games and errors are no gaps."""
    state, _, said = contest.play(tmp_path / "one.db", 1)
    assert state is not None
    assert state.settled
    assert list(state.order[: state.in_order]) == order
    assert not set(state.order) & {*contest.failing, *(contest.facts.get("builds", ()))}
    assert state.deals < contest.deals
    assert said == [str(state)]
    half = contest.least(state) // 2
    for jobs, breaks in (1, [half, 7]), (3, [half]):
        there = contest.play(tmp_path / f"{jobs} {breaks}.db", jobs, breaks)
        assert (there[0], there[2]) == (state, said)


def test_a_contest_that_is_settled_stays_so(tmp_path: Path) -> None:
    """A further run plays nothing."""
    contest = Contest(["bot3"], since=50)
    state, games, said = contest.play(tmp_path / "x.db", 3)
    assert contest.go_on(tmp_path / "x.db", 2) == (state, games, said)


@pytest.mark.parametrize(
    "contest",
    [
        Contest(["bot3"], since=6, bots=["bot3", "bot0"]),
        Contest(["bot0"], since=0, plan=plan("gauntlet"), first=1),
        Contest(["bot3", "bot6"], since=20, plan=plan("round-robin", seats=3)),
    ],
)
def test_nobody_looks_when_nobody_is_left_to_play(tmp_path: Path, contest: Contest) -> None:
    """There is nothing new to see: what nobody has claimed by then, nobody claims."""
    state, _, said = contest.play(tmp_path / "x.db", 2)
    assert said == []
    assert state is None or (not state.settled and state.deals < contest.deals // 2)


def test_a_look_waits_until_who_is_left_has_met_enough_deals(tmp_path: Path) -> None:
    """Of four bots each plays three deal groups a round, of the two that are left each plays one."""
    contest = Contest(["bot3", "bot6"], since=0, bots=("bot3", "bot0", "bot6", "bot50"))
    state, _, _ = contest.play(tmp_path / "x.db", 2)
    assert state is not None
    assert state.settled
    assert state.deals >= GROUPS_BEFORE
