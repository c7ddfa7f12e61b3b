"""A seat of a recorded game is asked again what it was asked then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from arena.games import Game
from arena.games.toys import BIDS, LANTERNS, BidsState
from arena.players import Question
from arena.protocol import Fault, encode_body
from arena.referee import Asked, FaultPolicy, GameRecord, Retelling, decode_record, encode_record
from tests.faces.games import BOX
from tests.planted import bids_of
from tests.referee.helpers import GONE, LATE, ToldPlayer, told


def body(question: Question) -> bytes:
    """All that is sent of it."""
    parts = (list(question.events), question.view, question.memory, list(question.legal), question.alone)
    return encode_body(parts)


def again(record: GameRecord, game: Game, seat: int) -> tuple[list[Asked], Retelling]:
    retelling = Retelling(decode_record(encode_record(record)), game, seat, 10 + seat)
    return list(retelling), retelling


def hold(record: GameRecord, game: Game, players: Sequence[ToldPlayer]) -> None:
    """Every player was asked what its seat is asked again, in the same bytes."""
    for seat, player in enumerate(players):
        asked, retelling = again(record, game, seat)
        assert [body(one.question) for one in asked] == [body(question) for question in player.questions]
        assert [retelling.start] == player.starts
        if not player.forfeits:
            assert retelling.ending() == list(player.ends[0][0])
        faults = {fault.decision: fault.verdict for fault in record.faults if fault.seat == seat}
        for one in asked:
            assert record.decisions[one.decision][0] == seat
            assert one.recorded == faults.get(one.decision, record.decisions[one.decision][1])


@pytest.mark.parametrize("game", [BIDS, LANTERNS, *BOX], ids=lambda game: game.name)
async def test_each_seat_is_told_the_same_again(game: Game) -> None:
    """Also where several act at once, and with every number of seats."""
    for seats in game.seats:
        players = [ToldPlayer() for _ in range(seats)]
        hold(await told(game, players), game, players)


async def test_faults_are_told_as_they_came() -> None:
    """Those that are forgiven, the one that is not, and what the others are told of the game that goes on."""
    players = [ToldPlayer(LATE, 0, LATE), ToldPlayer(0, GONE)]
    record = await told(BIDS, players, FaultPolicy(1, "substitute"))
    assert len(record.faults) == 3
    hold(record, BIDS, players)


async def test_who_did_not_start_was_asked_nothing() -> None:
    """Its game goes on without it."""
    players = [ToldPlayer(start=Fault("start-failure", "no")), ToldPlayer()]
    record = await told(BIDS, players, FaultPolicy(0, "substitute"))
    assert again(record, BIDS, 0)[0] == []
    hold(record, BIDS, players)


async def test_rules_that_broke_are_told_up_to_there() -> None:
    class Breaks(BidsState):
        def apply(self, moves: Mapping[int, Any]) -> None:
            if len(self.rounds) == 1:
                raise ZeroDivisionError("planted")
            super().apply(moves)

    game = bids_of(Breaks)
    players = [ToldPlayer(), ToldPlayer()]
    record = await told(game, players)
    assert record.status == "error"
    hold(record, game, players)
