"""The sequential test over a contest's deal groups: the same in whatever order games end, and after a break."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import isfinite

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.contest.stops import SprtPlan
from arena.games import TeamResult
from arena.referee import GameRecord
from arena.referee.record import Status
from arena.standings.sprt_state import SprtRule, SprtState
from arena.statistics.sprt import Decision, Sprt, decision
from arena.store.ledger import Ledger
from tests.standings.helpers import figures, make_record

PLAN = SprtPlan(elo1=120)
BOTS = ("old", "new")

# What NEW makes of the two games of a group: 1 a win, 0 a draw, -1 a loss, None a game that stayed void.
ends = st.sampled_from([1, 1, 1, 0, -1, None])
contests = st.lists(st.tuples(ends, ends), max_size=40)


def records_of(groups: Sequence[Sequence[int | None]]) -> list[GameRecord]:
    records = []
    for group, results in enumerate(groups):
        for turn, result in enumerate(results):
            seating = BOTS if turn == 0 else BOTS[::-1]
            places = {1: (2, 1), 0: (1, 1), -1: (1, 2)}.get(result) if result is not None else None
            if places is not None and turn:
                places = places[::-1]
            status: Status = "void" if places is None else "finished"
            records.append(make_record(2 * group + turn, group, seating, places, status=status))
    return records


def rule(records: Sequence[GameRecord] = (), plan: SprtPlan = PLAN, cooperative: bool = False) -> SprtRule:
    return SprtRule(plan, BOTS, 2, cooperative, Ledger.of(records))


def one_by_one(
    groups: Sequence[Sequence[int | None]], plan: SprtPlan
) -> tuple[Counter[float | Fraction], Decision | None]:
    """The groups that are looked at by hand, and the decision."""
    test = Sprt(plan.elo0, plan.elo1, plan.alpha, plan.beta, plan.model, 2)
    counts: Counter[float | Fraction] = Counter()
    for results in groups:
        if None in results:
            continue
        counts[Fraction(sum(1 + (result or 0) for result in results), 4)] += 1
        if decided := decision(test.llr(counts), test.bounds, counts.total()):
            return counts, decided
    return counts, None


@pytest.mark.parametrize("model", ["normalised", "logistic"])
@settings(max_examples=40)
@given(groups=contests)
def test_groups_are_looked_at_one_by_one_in_their_order(
    model: str, groups: list[tuple[int | None, int | None]]
) -> None:
    """The first that reaches a bound decides, and no later one is counted; groups with a void game are no evidence."""
    plan = msgspec.structs.replace(PLAN, model=model)
    counts, decided = one_by_one(groups, plan)
    state = rule(records_of(groups), plan).state()
    assert state.decision == decided
    assert state.deal_groups == counts.total()
    assert {Fraction(share): number for share, number in state.counts.items() if number} == counts


@settings(max_examples=40)
@given(groups=contests, data=st.data())
def test_the_order_in_which_games_end_changes_nothing(
    groups: list[tuple[int | None, int | None]], data: st.DataObject
) -> None:
    """Nor how many are stored at once, nor a break anywhere, nor what is told again."""
    records = records_of(groups)
    whole = rule(records).state()
    shuffled = data.draw(st.permutations(records))
    there, left = shuffled[: (at := data.draw(st.integers(0, len(records))))], shuffled[at:]
    going = rule(there)
    while left:
        batch, left = left[: (size := data.draw(st.integers(1, 9)))], left[size:]
        said = going.heard(batch)
        assert (said is None) == (going.state().decision is None)
    assert going.state() == whole
    assert going.heard([]) == (str(whole) if whole.decision else None)


@settings(max_examples=40)
@given(groups=contests)
def test_from_the_other_side_it_is_the_other_way_round(groups: list[tuple[int | None, int | None]]) -> None:
    """D57: what is said is said of a bot by name; with the hypotheses turned round the test decides the opposite."""
    turned = [[None if result is None else -result for result in results] for results in groups]
    plan = SprtPlan(elo0=-60, elo1=60)
    state, other = rule(records_of(groups), plan).state(), rule(records_of(turned), plan).state()
    assert (state.bot, state.opponent) == ("new", "old")
    assert other.elo_of_bot == -state.elo_of_bot
    assert other.llr == -state.llr
    assert list(other.counts.values()) == list(state.counts.values())[::-1]
    assert {state.decision, other.decision} in ({None}, {"H0", "H1"})


@pytest.mark.parametrize("result", [1, -1, 0])
@pytest.mark.parametrize("groups", [1, 6, 728])
def test_nothing_is_infinite(result: int, groups: int) -> None:
    """D51: 6-0 and 0-728-0 in JSON, with the words for people."""
    state = rule(records_of([(result, result)] * groups)).state()
    value = msgspec.to_builtins(state)
    assert all(map(isfinite, figures(value)))
    assert msgspec.convert(value, SprtState) == state
    assert not {"nan", "inf"} & set(str(state).lower().replace("(", " ").split())
    many = {1: "H1", -1: "H0", 0: "H0"}
    assert state.decision in (None, many[result])
    assert state.decision == many[result] or groups < 728


@settings(max_examples=40)
@given(
    teams=st.lists(st.tuples(*[st.tuples(st.booleans(), st.integers(0, 3))] * 2), max_size=25),
)
def test_a_team_that_won_is_better_than_one_that_scored(teams: list[tuple[tuple[bool, int], tuple[bool, int]]]) -> None:
    """In a cooperative game a deal is one comparison, of the win first and then of the score."""
    records = [
        make_record(2 * group + side, group, (name, name, name), TeamResult(won, float(score)))
        for group, both in enumerate(teams)
        for side, (name, (won, score)) in enumerate(zip(BOTS, both, strict=True))
    ]
    state = rule(records, cooperative=True).state()
    looked_at = teams[: state.deal_groups]
    shares = Counter((1 + (new > old) - (new < old)) / 2 for old, new in looked_at)
    assert {float(share): number for share, number in state.counts.items()} == {0: 0, 0.5: 0, 1: 0} | shares
    assert state.decision is not None or len(looked_at) == len(teams)
