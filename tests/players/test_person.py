"""A seat with a person, and one that goes on from a record: no processes, and a clock that is not waited for."""

from __future__ import annotations

from typing import cast

import trio
from msgspec import Raw
from trio.testing import MockClock

from arena.games import PUBLIC
from arena.games.toys import LANTERNS
from arena.players import Left, PersonPlayer, Player, Question, Resumed
from arena.referee import FaultPolicy, GameRecord, verify
from arena.referee.game_loop import play
from arena.replays import replay_for
from tests.referee.helpers import ToldPlayer, fixture


class Sitter:
    """Implements `Host`: takes `seconds` for each of these answers, then leaves."""

    def __init__(self, *answers: int, seconds: float = 5) -> None:
        self.answers = list(answers)
        self.seconds = seconds

    async def choose(self, question: Question) -> int:
        await trio.sleep(self.seconds)
        if not self.answers:
            raise Left
        return self.answers.pop(0)


async def played(*players: object) -> GameRecord:
    record = await play(fixture(LANTERNS, len(players)), [cast(Player, one) for one in players], FaultPolicy())
    verify(record, LANTERNS)
    return record


async def test_a_person_thinks_as_long_as_it_takes(autojump_clock: MockClock) -> None:
    """And what it took is in the record."""
    record = await played(PersonPlayer(Sitter(1, 0, 1, seconds=3600)), ToldPlayer())
    assert record.faults == ()
    assert [choice for seat, choice in record.decisions if seat == 0] == [1, 0, 1]
    assert record.measured.ms[0] == 3_600_000


async def test_who_leaves_the_table_has_lost(autojump_clock: MockClock) -> None:
    """The game ends there: it is a fault like that of a bot that has gone, and no crash."""
    record = await played(PersonPlayer(Sitter(1)), ToldPlayer())
    assert (record.status, record.forfeited) == ("finished", (0,))
    assert [fault.verdict for fault in record.faults] == ["exited"]
    assert record.measured.texts == ("decision 2, seat 0: left the table",)


async def test_a_clock_is_there_only_where_one_was_asked_for(autojump_clock: MockClock) -> None:
    record = await played(PersonPlayer(Sitter(1, 0, 1, seconds=2), 1000), ToldPlayer())
    assert [fault.verdict for fault in record.faults] == ["time"]
    assert record.measured.texts == ("decision 0, seat 0: no move within the limit of 1000 ms",)
    assert record.measured.ms[0] == 1000
    assert not (await played(PersonPlayer(Sitter(1, 0, 1, seconds=2), 3000), ToldPlayer())).faults


async def test_a_seat_that_goes_on_makes_the_moves_of_the_record_first() -> None:
    """It is asked for the first time after them, and is told all that its seat saw until then, once."""
    whole = [ToldPlayer(1, 0, 1), ToldPlayer(0, 1, 0)]
    record = await played(*whole)
    own = [[choice for seat, choice in record.decisions if seat == at] for at in (0, 1)]
    again = [ToldPlayer(own[0][2]), ToldPlayer(own[1][2])]
    second = await played(*(Resumed(player, own[at][:2]) for at, player in enumerate(again)))
    assert second.decisions == record.decisions
    assert [len(player.questions) for player in again] == [1, 1]
    assert [player.news for player in again] == [player.news for player in whole]
    assert second.measured.ms[:4] == (None,) * 4


async def test_a_game_may_be_over_before_the_record_is() -> None:
    """Whoever sat there is told the rest with its end."""
    whole, again = ToldPlayer(1, 0, 1), ToldPlayer()
    record = await played(whole, ToldPlayer())
    choices = [choice for seat, choice in record.decisions if seat == 0]
    assert (await played(Resumed(again, choices), ToldPlayer())).decisions == record.decisions
    assert again.questions == []
    assert [bytes(event) for event in again.ends[0][0]] == whole.news
    assert all(type(event) is Raw for event in again.ends[0][0])
    assert replay_for(PUBLIC, record, LANTERNS).broken is None
