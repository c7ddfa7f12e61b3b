"""One game: who is asked and told what, and that no secret is sent."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio
from msgspec import Struct
from trio.testing import MockClock

from arena.games import Deal, find_game
from arena.games.gunrunners import State as GunrunnersState
from arena.games.gunrunners.position import draw_luck
from arena.games.toys import BIDS, LANTERNS, LanternsOptions, Placed, Uncovered
from arena.players import Answer, Question, TimeControl
from arena.players.process_player import ProcessPlayer
from arena.referee import FaultPolicy, verify
from arena.referee.game_loop import play
from arena.sandbox import Limits, Program
from tests.players.fake_process import FakeProcess, Reply
from tests.referee.helpers import Told, ToldPlayer, at_random, fixture, told

END, SUBSTITUTE = FaultPolicy(then="end"), FaultPolicy(then="substitute")


def team(seats: int, *answers: Told) -> list[ToldPlayer]:
    """Players of whom only the first has something of its own to say."""
    return [ToldPlayer(*answers), *(ToldPlayer() for _ in range(seats - 1))]


# A game without faults


async def test_a_finished_game_says_all_that_its_fixture_said() -> None:
    """And the outcome is the rules' own."""
    record = await told(BIDS, [ToldPlayer(2, 0, 0), ToldPlayer(0, 2, 1)])
    assert (record.number, record.group, record.game, record.game_version) == (4, 2, "bids", 1)
    assert (record.deal, record.seating, record.hashes) == ("a deal", ("bot 0", "bot 1"), ("hash 0", "hash 1"))
    assert bytes(record.options) == b'{"rounds":3,"double_last":false}'
    assert (record.status, record.faults, record.forfeited, record.substituted) == ("finished", (), (), ())
    assert record.decisions == ((0, 2), (1, 0), (0, 0), (1, 2), (0, 0), (1, 1))
    assert record.measured.ms == (4.0,) * 6
    assert record.measured.lag_ms == 0.5
    verify(record, BIDS)


async def test_every_seat_is_started_with_what_is_its_own() -> None:
    """Its seat and its seed; the deal is for the referee's side only."""
    players = team(3)
    await told(BIDS, players)
    assert [(s.seat, s.seats, s.seed, s.number) for p in players for s in p.starts] == [
        (0, 3, 10, 4),
        (1, 3, 11, 4),
        (2, 3, 12, 4),
    ]


async def test_a_seat_is_asked_with_its_own_view_and_legal_moves() -> None:
    """And told whether it is alone in it."""
    players = team(2)
    await told(LANTERNS, players)
    question = players[1].questions[0]
    state = LANTERNS.new(LanternsOptions(), 2, Deal("a deal"))
    state.apply({0: state.legal(0)[0]})
    assert (question.view, question.memory) == (state.view(1), state.memory(1))
    assert list(question.legal) == list(state.legal(1))
    assert question.alone


async def test_seats_that_act_at_once_are_asked_at_once(autojump_clock: MockClock) -> None:
    """Nobody waits for another, nobody is alone, and the decisions are recorded by seat whoever is first."""
    asked = []

    class Slow(ToldPlayer):
        async def decide(self, question: Question) -> Answer:
            seat = self.starts[0].seat
            asked.append((trio.current_time(), question.alone))
            await trio.sleep(3 - seat)
            return await super().decide(question)

    players = [Slow(1), Slow(2), Slow(3)]
    record = await told(BIDS, players)
    assert asked == [(time, False) for time in (0.0, 3.0, 6.0) for _ in players]
    assert record.decisions[:3] == ((0, 1), (1, 2), (2, 3))


async def test_only_who_has_no_answer_yet_is_waited_for(autojump_clock: MockClock) -> None:
    """Seats that act at once may be as quick as they like; each decision goes to its own seat."""

    class Quick(ToldPlayer):
        def decide(self, question: Question) -> Answer:  # type: ignore[override]
            self.questions.append(question)
            return Answer(2, 1.5)

    class Slow(ToldPlayer):
        async def decide(self, question: Question) -> Answer:
            await trio.sleep(1)
            return await super().decide(question)

    players = [Slow(1, 1, 1), Quick(), Slow(0, 0, 0)]
    record = await told(BIDS, players)
    assert record.decisions[:3] == ((0, 1), (1, 2), (2, 0))
    charged = {(seat, ms) for (seat, _), ms in zip(record.decisions, record.measured.ms, strict=True)}
    assert charged == {(0, 4.0), (1, 1.5), (2, 4.0)}
    assert trio.current_time() == max(len(slow.questions) for slow in (players[0], players[2]))


async def test_every_event_is_told_once_in_order_to_every_seat() -> None:
    """What happened since a seat's last message comes with its next one, what follows with the end; private bodies go
    to their seat only."""
    players = [ToldPlayer(1, 1, 1), ToldPlayer(), ToldPlayer(1)]  # 1 covers, 0 lights
    record = await told(LANTERNS, players)
    state = LANTERNS.new(LanternsOptions(), 3, Deal("a deal"))
    expected: list[list[bytes]] = [[], [], []]
    for seat, index in record.decisions:
        state.apply({seat: state.legal(seat)[index]})
        for event in state.events:
            for other in range(3):
                expected[other].append(json.dumps(_plain(event.seen_by(other)), separators=(",", ":")).encode())
    assert [player.news for player in players] == expected
    assert [len(question.events) for question in players[1].questions] == [1, 3, 3]
    assert b'{"type":"placed","seat":0,"covered":true,"colour":""}' in players[1].news
    assert b'"covered":true,"colour":""' not in b"".join(n for n in players[0].news if b'"seat":0' in n)


def _plain(body: Struct) -> dict[str, Any]:
    if isinstance(body, Placed):
        return {"type": "placed", "seat": body.seat, "covered": body.covered, "colour": body.colour}
    assert isinstance(body, Uncovered)
    return {"type": "uncovered", "colours": list(body.colours)}


async def test_what_all_see_is_encoded_once() -> None:
    """The very same bytes go to every seat."""
    players = team(3)
    await told(BIDS, players)
    first, *others = [player.questions[1].events[0] for player in players]
    assert all(other is first for other in others)


# Secrets


class MarkedState(GunrunnersState):
    """Keeps the names of all cards that were ever shown to everybody."""

    shown: str = ""

    def apply(self, moves: Mapping[int, Any]) -> None:
        super().apply(moves)
        self.shown += repr([event.shown for event in self.events])


class MarkedDeck:
    """Cards that can be told apart: `S1C07` is the card 7 of seat 1."""

    def __init__(self, seats: int) -> None:
        self._names = [f"S{seat}C{card:02}" for seat in range(seats) for card in range(13)]

    def values(self) -> dict[str, int]:
        return {"agent 1": 1} | {name: 1 + int(name[-1]) % 4 for name in self._names}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("policy", [END, SUBSTITUTE])
async def test_no_byte_that_is_sent_names_a_card_that_the_seat_may_not_know(
    autojump_clock: MockClock, tmp_path: Path, seats: int, policy: FaultPolicy
) -> None:
    """D60, D61: all that is ever written to a seat's pipe, from hello to the end of a game that a fault may stop, has
    only its own cards and those that were shown to all before."""
    states: list[MarkedState] = []
    read = [0] * seats

    def marked(options: Any, seats: int, deal: Deal) -> MarkedState:
        luck = draw_luck(options.deck, seats, 0, deal)
        piles = tuple(
            tuple(deal.stream("mark", seat).shuffled(f"S{seat}C{card:02}" for card in range(13)))
            for seat in range(seats)
        )
        states.append(MarkedState(MarkedDeck(seats), seats, luck._replace(piles=piles)))  # type: ignore[arg-type]
        return states[-1]

    game = dataclasses.replace(find_game("gunrunners"), new=marked)

    class Watched(FakeProcess):
        seat = 0

        def send_now(self, data: bytes) -> int:
            for name in re.findall(r"S\dC\d\d", data.decode()):
                read[self.seat] += 1
                assert name[1] == str(self.seat) or name in states[0].shown
            return super().send_now(data)

    rng = Random(seats)

    def any_move(bot: FakeProcess, message: dict[str, Any]) -> None:
        choice = rng.randrange(len(message["legal"]))
        bot.say(b'{"id": %d, "choice": %d}\n' % (message["id"], choice))

    def bad_move(bot: FakeProcess, message: dict[str, Any]) -> None:
        bot.say(b"sorry\n")

    players = []
    for seat in range(seats):
        turns: list[Reply] = [any_move] * 200
        if seat == 1:
            turns[7] = bad_move
        process = Watched(*turns)
        process.seat = seat
        program = Program(f"bot {seat}", ("bot",), ".", {})
        players.append(
            ProcessPlayer(program, TimeControl(), Limits(), tmp_path, lambda _, process=process: process)  # type: ignore[misc]
        )
    record = await play(fixture(game, seats), players, policy)
    assert (record.status, record.forfeited) == ("finished", (1,))
    assert min(read) > 20


async def test_a_game_of_random_moves_ends_and_replays() -> None:
    """Gunrunners, by function players, with every number of seats."""
    game = find_game("gunrunners")
    for seats in game.seats:
        record = await at_random(game, seats)
        assert (record.status, record.seats) == ("finished", seats)
        verify(record)
