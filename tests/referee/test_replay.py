"""A good record replays; one that was tampered with does not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from arena.games import Deal, Game, Ranking, TeamResult, find_game, game_names
from arena.games.toys import BIDS, LANTERNS, BidsState, LanternsOptions
from arena.referee import (
    FaultPolicy,
    GameRecord,
    Measured,
    Mismatch,
    SeatFault,
    decode_record,
    encode_record,
    replay,
    verify,
)
from tests.referee.helpers import GONE, ToldPlayer, at_random, told

SUBSTITUTE = FaultPolicy(then="substitute")


def refused(record: GameRecord, game: Game, text: str) -> None:
    """The record must not pass."""
    with pytest.raises(Mismatch, match=text):
        verify(record, game)


async def played(game: Game, seats: int = 3) -> GameRecord:
    """A good record, as it comes out of a store."""
    return decode_record(encode_record(await at_random(game, seats)))


async def test_good_records_pass() -> None:
    """Of both toys and of every registered game, which is found by its name."""
    for game in (BIDS, LANTERNS):
        verify(await played(game), game)
    for name in game_names():
        for seats in find_game(name).seats:
            verify(await played(find_game(name), seats))


async def test_a_replay_shows_every_step() -> None:
    """The set-up first; then the moves of each application, what they made happen, and where they stand."""
    record = await played(BIDS)
    steps = []
    for step in replay(record, BIDS):
        steps.append((step.first, sorted(step.moves), len(step.events)))
        assert isinstance(step.state, BidsState)
    assert steps == [(0, [], 0), (0, [0, 1, 2], 1), (3, [0, 1, 2], 1), (6, [0, 1, 2], 1)]


@pytest.mark.parametrize("game", [BIDS, LANTERNS], ids=["bids", "lanterns"])
async def test_a_record_that_was_cut_short_is_refused(game: Game) -> None:
    """By a whole application or by a part of one."""
    record = await played(game)
    refused(replace(record, decisions=record.decisions[:-3]), game, "the game goes on")
    refused(replace(record, decisions=()), game, "the game goes on")
    refused(replace(record, decisions=record.decisions[1:]), game, "decision 0: the rules ask seats")
    cut = replace(record, decisions=record.decisions[:-1])
    refused(cut, game, "the game goes on|decision 6: the rules ask seats")


@pytest.mark.parametrize("game", [BIDS, LANTERNS], ids=["bids", "lanterns"])
async def test_decisions_after_the_end_are_refused(game: Game) -> None:
    """And do not keep the replay busy for ever."""
    record = await played(game)
    longer = replace(record, decisions=(*record.decisions, (0, 0)))
    refused(longer, game, f"decision {len(record.decisions)}: the rules say that the game is over")


@pytest.mark.parametrize("game", [BIDS, LANTERNS], ids=["bids", "lanterns"])
@pytest.mark.parametrize("index", [-1, 99])
async def test_a_choice_that_is_not_there_is_refused(game: Game, index: int) -> None:
    """The text says at which decision."""
    record = await played(game)
    decisions = (*record.decisions[:4], (record.decisions[4][0], index), *record.decisions[5:])
    refused(replace(record, decisions=decisions), game, rf"decision \d: seat 1 chose {index}, but there are")


async def test_another_choice_is_refused_where_it_leads_elsewhere() -> None:
    """Every single change that alters the outcome is found, and one that does not is no lie about it."""
    record = await played(BIDS)
    found = 0
    for at, (seat, index) in enumerate(record.decisions):
        for other in range(4):
            decisions = (*record.decisions[:at], (seat, other), *record.decisions[at + 1 :])
            try:
                verify(replace(record, decisions=decisions), BIDS)
            except Mismatch:
                found += 1
                assert other != index
    assert found >= 5


@pytest.mark.parametrize("game", [BIDS, LANTERNS], ids=["bids", "lanterns"])
async def test_a_decision_of_another_seat_is_refused(game: Game) -> None:
    """The rules say whose turn it is."""
    record = await played(game)
    (first, index), *rest = record.decisions
    refused(replace(record, decisions=((first + 1, index), *rest)), game, "decision 0: the rules ask seats")
    shorter = replace(record, seating=record.seating[:2])
    with pytest.raises(Mismatch):
        verify(shorter, game)


@pytest.mark.parametrize(
    "outcome",
    [None, TeamResult(True, 1.0), Ranking((1, 1, 1), (9.0, 9.0, 9.0)), Ranking((1, 2), (0.0, 0.0))],
)
async def test_another_outcome_is_refused(outcome: Any) -> None:
    """Of any kind, for both kinds of games."""
    for game in (BIDS, LANTERNS):
        refused(replace(await played(game), outcome=outcome), game, "the rules give")


async def test_other_places_with_the_right_scores_are_refused() -> None:
    """Scores are for people, ratings use the places."""
    record = await played(BIDS)
    assert isinstance(record.outcome, Ranking)
    for places in [(1, 1, 1), (3, 2, 1), (2, 3, 4), (1, 2, 3), (3, 1, 2)]:
        if places != record.outcome.places:
            refused(replace(record, outcome=replace(record.outcome, places=places)), BIDS, "the rules rank")


async def test_another_version_of_the_rules_is_refused() -> None:
    """It could lead elsewhere: nothing is replayed."""
    refused(replace(await played(BIDS), game_version=2), BIDS, "played with bids version 2, the rules here are 1")


@pytest.mark.parametrize("policy", [FaultPolicy(), SUBSTITUTE], ids=["end", "substitute"])
async def test_what_forfeits_cost_is_verified_too(policy: FaultPolicy) -> None:
    """A seat that forfeited cannot be written up, one that stayed cannot be written down."""
    record = await told(BIDS, [ToldPlayer(), ToldPlayer(0, GONE), ToldPlayer()], policy)
    verify(record, BIDS)
    assert isinstance(record.outcome, Ranking)
    for places in [(3, 1, 1), (3, 1, 2), (1, 1, 1), (1, 1, 3), (2, 3, 2), (1, 2, 1)]:
        refused(replace(record, outcome=replace(record.outcome, places=places)), BIDS, "rank")


async def test_what_the_referee_moved_was_the_default_move() -> None:
    """A seat's own choice cannot be passed off as the referee's."""
    record = await played(LANTERNS)
    state = LANTERNS.new(LanternsOptions(), 3, Deal(record.deal))
    others = []
    for position, (seat, index) in enumerate(record.decisions):
        move = state.legal(seat)[index]
        if move != state.default(seat):
            others.append(position)
        state.apply({seat: move})
    assert others
    refused(replace(record, substituted=(others[-1],)), LANTERNS, f"decision {others[-1]}: moved by the referee")


async def test_the_order_of_forfeits_is_verified() -> None:
    """The first to go is not placed before the next."""
    players = [ToldPlayer(0, GONE), ToldPlayer(GONE), ToldPlayer()]
    record = await told(BIDS, players, SUBSTITUTE)
    assert isinstance(record.outcome, Ranking)
    assert record.outcome.places == (2, 3, 1)
    wrong = replace(record.outcome, places=(3, 2, 1))
    refused(replace(record, outcome=wrong), BIDS, r"seats \(1, 0\) forfeited in this order")


@pytest.mark.parametrize("game", [BIDS, LANTERNS], ids=["bids", "lanterns"])
async def test_a_game_that_a_forfeit_stopped_was_stopped_at_that_decision(game: Game) -> None:
    """A record cut short further, or played on without an end, is refused."""
    record = await told(game, [ToldPlayer(), ToldPlayer(0, GONE)])
    verify(record, game)
    refused(replace(record, faults=(SeatFault(1, "exited", 0),)), game, "the game goes on")
    refused(replace(record, outcome=None), game, "the rules give")
    refused(replace(record, forfeited=()), game, "the game goes on")


async def test_a_void_game_must_still_be_possible_and_a_broken_one_cannot_be_checked() -> None:
    """A void record has moves but no outcome; the rules that raised may raise again."""
    record = replace(await played(BIDS), status="void", outcome=None, decisions=())
    verify(record, BIDS)
    refused(replace(record, decisions=((1, 0),)), BIDS, "decision 0")
    verify(replace(record, status="error", decisions=((1, 0),), measured=Measured(trouble="boom")), BIDS)
