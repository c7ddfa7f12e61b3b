"""Bots at fault: what it costs them, and nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games import Deal, Ranking, TeamResult
from arena.games.toys import BIDS, LANTERNS, Bid, BidsOptions, BidsState
from arena.players import Answer
from arena.protocol import VERDICTS, Fault
from arena.referee import FaultPolicy, SeatFault, verify
from tests.planted import bids_of
from tests.referee.helpers import GONE, LATE, WRONG, Told, ToldPlayer, told
from tests.referee.test_play import END, SUBSTITUTE, team


@pytest.mark.parametrize("verdict", VERDICTS)
async def test_every_verdict_is_recorded_as_what_it_is(verdict: Any) -> None:
    """D33: with its seat, its place and its text; the other seat wins."""
    fault = Fault(verdict, "what was seen")
    players = [ToldPlayer(), ToldPlayer(0, fault)]
    record = await told(BIDS, players)
    assert record.faults == (SeatFault(1, verdict, 3),)
    assert record.measured.texts == ("decision 3, what was seen",)
    assert (record.status, record.forfeited) == ("finished", (1,))
    assert record.outcome == Ranking((1, 2), (0.0, 0.0))
    assert [(player.forfeits, len(player.ends)) for player in players] == [(0, 1), (1, 1)]


async def test_without_allowance_the_first_fault_ends_the_game_by_default() -> None:
    """The default move of the last round is in the record, so that it replays."""
    players = [ToldPlayer(0, LATE), ToldPlayer(0, 2)]
    record = await told(BIDS, players)
    assert record.decisions == ((0, 0), (1, 0), (0, 0), (1, 2))
    assert (record.substituted, record.measured.ms) == ((2,), (4.0, 4.0, None, 4.0))
    verify(record, BIDS)


async def test_a_faulty_decision_has_its_time() -> None:
    """What the answer says that it took, at the least where it was not made in time; moves for a seat that is out have
    none."""
    late, wrong = Answer(LATE, 500.0), Answer(WRONG, 7.25)
    record = await told(BIDS, [ToldPlayer(wrong, late), ToldPlayer()], FaultPolicy(allowed=1, then="substitute"))
    assert [ms for (seat, _), ms in zip(record.decisions, record.measured.ms, strict=True) if seat == 0] == [
        7.25,
        500.0,
        None,
    ]


@pytest.mark.parametrize("allowed", [0, 1, 2])
async def test_faults_within_the_allowance_cost_a_default_move(allowed: int) -> None:
    """D36: then the policy, and never the same question again."""
    players = [ToldPlayer(LATE, WRONG, LATE), ToldPlayer()]
    record = await told(BIDS, players, FaultPolicy(allowed=allowed))
    assert [fault.decision for fault in record.faults] == [0, 2, 4][: allowed + 1]
    assert record.forfeited == (0,)
    assert len(players[0].questions) == allowed + 1
    verify(record, BIDS)


async def test_an_allowance_is_each_seats_own() -> None:
    """One fault each of two seats is not two of one."""
    record = await told(BIDS, [ToldPlayer(LATE), ToldPlayer(0, WRONG)], FaultPolicy(allowed=1))
    assert (len(record.faults), record.forfeited, record.substituted) == (2, (), (0, 3))
    verify(record, BIDS)


async def test_a_final_fault_is_not_forgiven() -> None:
    """There is nobody left to ask."""
    record = await told(BIDS, [ToldPlayer(GONE), ToldPlayer()], FaultPolicy(allowed=9))
    assert record.forfeited == (0,)


async def test_the_default_move_is_the_games_own() -> None:
    """Not simply the first legal one."""

    class Late(BidsState):
        def default(self, seat: int) -> Bid:
            return self.legal(seat)[-1]

    record = await told(bids_of(Late), [ToldPlayer(LATE), ToldPlayer()])
    legal = BIDS.new(BidsOptions(), 2, Deal("a deal")).legal(0)
    assert record.decisions[0] == (0, len(legal) - 1)


async def test_a_substituted_seat_is_played_to_the_end_and_is_last() -> None:
    """D37: the other two finish, and play decides between them."""
    players = [ToldPlayer(2, 0, 0), ToldPlayer(0, GONE), ToldPlayer()]
    record = await told(BIDS, players, SUBSTITUTE)
    assert len(record.decisions) == 9
    assert record.substituted == (4, 7)
    assert len(players[1].questions) == 2
    assert isinstance(record.outcome, Ranking)
    state = BIDS.new(BidsOptions(), 3, Deal("a deal"))
    for at in range(0, 9, 3):
        state.apply({seat: state.legal(seat)[index] for seat, index in record.decisions[at : at + 3]})
    by_rules = state.outcome()
    assert isinstance(by_rules, Ranking)
    assert record.outcome.scores == by_rules.scores
    assert record.outcome.places[1] == 3
    first, _, third = by_rules.places
    assert (record.outcome.places[0] < record.outcome.places[2]) == (first < third)
    verify(record, BIDS)


@pytest.mark.parametrize(
    ("answers", "policy", "places"),
    [
        ([[GONE], [], []], END, (3, 1, 1)),
        ([[GONE], [], [GONE]], END, (2, 1, 2)),
        ([[GONE], [GONE], [GONE]], END, (1, 1, 1)),
        ([[0, GONE], [0, 0, GONE], [GONE]], SUBSTITUTE, (2, 1, 3)),
        ([[0, GONE], [GONE], [GONE]], SUBSTITUTE, (1, 2, 2)),
        ([[GONE], [GONE], [GONE]], SUBSTITUTE, (1, 1, 1)),
    ],
)
async def test_the_first_to_go_is_the_very_last(
    answers: list[list[Told]], policy: FaultPolicy, places: tuple[int, ...]
) -> None:
    """D34: seats that went in the same round tie, wherever they sit; those that stayed share the first place of a game
    that was stopped."""
    record = await told(BIDS, [ToldPlayer(*own) for own in answers], policy)
    assert isinstance(record.outcome, Ranking)
    assert record.outcome.places == places
    verify(record, BIDS)


@pytest.mark.parametrize("policy", [END, SUBSTITUTE])
async def test_a_start_failure_is_a_loss_like_any_other(policy: FaultPolicy) -> None:
    """D39: the game is recorded; nothing is asked of the seat."""
    broken = ToldPlayer(start=Fault("start-failure", "no such program"))
    record = await told(BIDS, [ToldPlayer(), broken, ToldPlayer()], policy)
    assert record.faults == (SeatFault(1, "start-failure", 0),)
    assert isinstance(record.outcome, Ranking)
    assert record.outcome.places[1] == 3
    assert len(record.decisions) == (0 if policy is END else 9)
    assert (broken.questions, broken.forfeits, len(broken.ends)) == ([], 1, 1)
    verify(record, BIDS)


@pytest.mark.parametrize("policy", [END, SUBSTITUTE])
async def test_when_nobody_can_start_nobody_wins(policy: FaultPolicy) -> None:
    """All tie, and no move is made."""
    failure = Fault("start-failure", "no such program")
    record = await told(BIDS, [ToldPlayer(start=failure), ToldPlayer(start=failure)], policy)
    assert (record.outcome, record.decisions) == (Ranking((1, 1), (0.0, 0.0)), ())
    assert record.forfeited == (0, 1)
    verify(record, BIDS)


async def test_a_team_that_loses_a_seat_by_its_fault_has_lost() -> None:
    """A game of all together that is stopped has no other result; one that is played on has the rules' own."""
    record = await told(LANTERNS, team(2, 0, GONE))
    assert record.outcome == TeamResult(False, 0.0)
    verify(record, LANTERNS)
    record = await told(LANTERNS, team(2, 0, GONE), SUBSTITUTE)
    assert isinstance(record.outcome, TeamResult)
    assert (len(record.decisions), record.substituted) == (6, (2, 4))
    verify(record, LANTERNS)


async def test_a_fault_costs_the_others_nothing() -> None:
    """D35, D37: their view, their moves and what they are told are those of a game in which the move was made."""
    honest, faulty = [ToldPlayer(2), ToldPlayer()], [ToldPlayer(2), ToldPlayer(LATE)]
    await told(BIDS, honest)
    await told(BIDS, faulty, FaultPolicy(allowed=1))
    assert honest[0].questions == faulty[0].questions
    assert honest[0].news == faulty[0].news
