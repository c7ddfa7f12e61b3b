"""One game: who is asked and told what, and what becomes of faults."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio
from msgspec import Struct
from trio.testing import MockClock

from arena.games import Deal, Event, Game, Ranking, TeamResult, find_game
from arena.games.gunrunners import State as GunrunnersState
from arena.games.gunrunners.state import draw_luck
from arena.players import MachineTrouble, ProcessPlayer, Question, TimeControl
from arena.protocol import VERDICTS, Fault
from arena.referee import FaultPolicy, SeatFault, play, verify
from arena.sandbox import Limits, Program
from tests.players.fake_process import FakeProcess, Reply
from tests.referee.helpers import GONE, LATE, WRONG, Answer, ToldPlayer, at_random, fixture, told
from tests.toys import (
    Bid,
    Bids,
    BidsOptions,
    BidsState,
    Cover,
    Lanterns,
    LanternsOptions,
    LanternsState,
    Placed,
    Uncovered,
)

END, SUBSTITUTE = FaultPolicy(then="end"), FaultPolicy(then="substitute")


def team(seats: int, *answers: Answer) -> list[ToldPlayer]:
    """Players of whom only the first has something of its own to say."""
    return [ToldPlayer(*answers), *(ToldPlayer() for _ in range(seats - 1))]


# A game without faults


async def test_a_finished_game_says_all_that_its_fixture_said() -> None:
    """And the outcome is the rules' own."""
    record = await told(Bids(), [ToldPlayer(2, 0, 0), ToldPlayer(0, 2, 1)])
    assert (record.number, record.group, record.game, record.game_version) == (4, 2, "bids", 1)
    assert (record.deal, record.seating, record.hashes) == ("a deal", ("bot 0", "bot 1"), ("hash 0", "hash 1"))
    assert bytes(record.options) == b'{"rounds":3,"double_last":false}'
    assert (record.status, record.faults, record.forfeited, record.substituted) == ("finished", (), (), ())
    assert record.decisions == ((0, 2), (1, 0), (0, 0), (1, 2), (0, 0), (1, 1))
    assert record.measured.ms == (4.0,) * 6
    assert record.measured.lag_ms == 0.5
    verify(record, Bids())


async def test_every_seat_is_started_with_what_is_its_own() -> None:
    """Its seat and its seed; the deal is for the referee's side only."""
    players = team(3)
    await told(Bids(), players)
    assert [(s.seat, s.seats, s.seed, s.number) for p in players for s in p.starts] == [
        (0, 3, 10, 4),
        (1, 3, 11, 4),
        (2, 3, 12, 4),
    ]


async def test_a_seat_is_asked_with_its_own_view_and_legal_moves() -> None:
    """And told whether it is alone in it."""
    players = team(2)
    await told(Lanterns(), players)
    question = players[1].questions[0]
    state = Lanterns().new(LanternsOptions(), 2, Deal("a deal"))
    state.apply({0: state.legal(0)[0]})
    assert (question.view, question.memory) == (state.view(1), state.memory(1))
    assert list(question.legal) == list(state.legal(1))
    assert question.alone


async def test_seats_that_act_at_once_are_asked_at_once(autojump_clock: MockClock) -> None:
    """Nobody waits for another, nobody is alone, and the decisions are recorded by seat whoever is first."""
    asked = []

    class Slow(ToldPlayer):
        async def decide(self, question: Question) -> int | Fault:
            seat = self.starts[0].seat
            asked.append((trio.current_time(), question.alone))
            await trio.sleep(3 - seat)
            return await super().decide(question)

    players = [Slow(1), Slow(2), Slow(3)]
    record = await told(Bids(), players)
    assert asked == [(time, False) for time in (0.0, 3.0, 6.0) for _ in players]
    assert record.decisions[:3] == ((0, 1), (1, 2), (2, 3))


async def test_every_event_is_told_once_in_order_to_every_seat() -> None:
    """What happened since a seat's last message comes with its next one, what follows with the end; private bodies go
    to their seat only."""
    players = [ToldPlayer(1, 1, 1), ToldPlayer(), ToldPlayer(1)]  # 1 covers, 0 lights
    record = await told(Lanterns(), players)
    state = Lanterns().new(LanternsOptions(), 3, Deal("a deal"))
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
    await told(Bids(), players)
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
    base = find_game("gunrunners")
    states: list[MarkedState] = []
    read = [0] * seats

    class Marked(type(base)):  # type: ignore[misc]
        def new(self, options: Any, seats: int, deal: Deal) -> MarkedState:
            luck = draw_luck(options.deck, seats, 0, deal)
            piles = tuple(
                tuple(deal.stream("mark", seat).shuffled(f"S{seat}C{card:02}" for card in range(13)))
                for seat in range(seats)
            )
            states.append(MarkedState(MarkedDeck(seats), seats, luck._replace(piles=piles)))  # type: ignore[arg-type]
            return states[-1]

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
    record = await play(fixture(Marked(), seats), players, policy)
    assert (record.status, record.forfeited) == ("finished", (1,))
    assert min(read) > 20


# Faults


@pytest.mark.parametrize("verdict", VERDICTS)
async def test_every_verdict_is_recorded_as_what_it_is(verdict: Any) -> None:
    """D33: with its seat, its place and its text; the other seat wins."""
    fault = Fault(verdict, "what was seen")
    players = [ToldPlayer(), ToldPlayer(0, fault)]
    record = await told(Bids(), players)
    assert record.faults == (SeatFault(1, verdict, 3),)
    assert record.measured.texts == ("decision 3, what was seen",)
    assert (record.status, record.forfeited) == ("finished", (1,))
    assert record.outcome == Ranking((1, 2), (0.0, 0.0))
    assert [(player.forfeits, len(player.ends)) for player in players] == [(0, 1), (1, 1)]


async def test_without_allowance_the_first_fault_ends_the_game_by_default() -> None:
    """The default move of the last round is in the record, so that it replays."""
    players = [ToldPlayer(0, LATE), ToldPlayer(0, 2)]
    record = await told(Bids(), players)
    assert record.decisions == ((0, 0), (1, 0), (0, 0), (1, 2))
    assert (record.substituted, record.measured.ms) == ((2,), (4.0, 4.0, None, 4.0))
    verify(record, Bids())


@pytest.mark.parametrize("allowed", [0, 1, 2])
async def test_faults_within_the_allowance_cost_a_default_move(allowed: int) -> None:
    """D36: then the policy, and never the same question again."""
    players = [ToldPlayer(LATE, WRONG, LATE), ToldPlayer()]
    record = await told(Bids(), players, FaultPolicy(allowed=allowed))
    assert [fault.decision for fault in record.faults] == [0, 2, 4][: allowed + 1]
    assert record.forfeited == (0,)
    assert len(players[0].questions) == allowed + 1
    verify(record, Bids())


async def test_an_allowance_is_each_seats_own() -> None:
    """One fault each of two seats is not two of one."""
    record = await told(Bids(), [ToldPlayer(LATE), ToldPlayer(0, WRONG)], FaultPolicy(allowed=1))
    assert (len(record.faults), record.forfeited, record.substituted) == (2, (), (0, 3))
    verify(record, Bids())


async def test_a_final_fault_is_not_forgiven() -> None:
    """There is nobody left to ask."""
    record = await told(Bids(), [ToldPlayer(GONE), ToldPlayer()], FaultPolicy(allowed=9))
    assert record.forfeited == (0,)


async def test_the_default_move_is_the_games_own() -> None:
    """Not simply the first legal one."""

    class Late(BidsState):
        def default(self, seat: int) -> Bid:
            return self.legal(seat)[-1]

    record = await told(Bids(Late), [ToldPlayer(LATE), ToldPlayer()])
    legal = Bids().new(BidsOptions(), 2, Deal("a deal")).legal(0)
    assert record.decisions[0] == (0, len(legal) - 1)


async def test_a_substituted_seat_is_played_to_the_end_and_is_last() -> None:
    """D37: the other two finish, and play decides between them."""
    players = [ToldPlayer(2, 0, 0), ToldPlayer(0, GONE), ToldPlayer()]
    record = await told(Bids(), players, SUBSTITUTE)
    assert len(record.decisions) == 9
    assert record.substituted == (4, 7)
    assert len(players[1].questions) == 2
    assert isinstance(record.outcome, Ranking)
    state = Bids().new(BidsOptions(), 3, Deal("a deal"))
    for at in range(0, 9, 3):
        state.apply({seat: state.legal(seat)[index] for seat, index in record.decisions[at : at + 3]})
    by_rules = state.outcome()
    assert by_rules is not None
    assert record.outcome.scores == by_rules.scores
    assert record.outcome.places[1] == 3
    first, _, third = by_rules.places
    assert (record.outcome.places[0] < record.outcome.places[2]) == (first < third)
    verify(record, Bids())


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
    answers: list[list[Answer]], policy: FaultPolicy, places: tuple[int, ...]
) -> None:
    """D34: seats that went in the same round tie, wherever they sit; those that stayed share the first place of a game
    that was stopped."""
    record = await told(Bids(), [ToldPlayer(*own) for own in answers], policy)
    assert isinstance(record.outcome, Ranking)
    assert record.outcome.places == places
    verify(record, Bids())


@pytest.mark.parametrize("policy", [END, SUBSTITUTE])
async def test_a_start_failure_is_a_loss_like_any_other(policy: FaultPolicy) -> None:
    """D39: the game is recorded; nothing is asked of the seat."""
    broken = ToldPlayer(start=Fault("start-failure", "no such program"))
    record = await told(Bids(), [ToldPlayer(), broken, ToldPlayer()], policy)
    assert record.faults == (SeatFault(1, "start-failure", 0),)
    assert isinstance(record.outcome, Ranking)
    assert record.outcome.places[1] == 3
    assert len(record.decisions) == (0 if policy is END else 9)
    assert (broken.questions, broken.forfeits, len(broken.ends)) == ([], 1, 1)
    verify(record, Bids())


@pytest.mark.parametrize("policy", [END, SUBSTITUTE])
async def test_when_nobody_can_start_nobody_wins(policy: FaultPolicy) -> None:
    """All tie, and no move is made."""
    failure = Fault("start-failure", "no such program")
    record = await told(Bids(), [ToldPlayer(start=failure), ToldPlayer(start=failure)], policy)
    assert (record.outcome, record.decisions) == (Ranking((1, 1), (0.0, 0.0)), ())
    assert record.forfeited == (0, 1)
    verify(record, Bids())


async def test_a_team_that_loses_a_seat_by_its_fault_has_lost() -> None:
    """A game of all together that is stopped has no other result; one that is played on has the rules' own."""
    record = await told(Lanterns(), team(2, 0, GONE))
    assert record.outcome == TeamResult(False, 0.0)
    verify(record, Lanterns())
    record = await told(Lanterns(), team(2, 0, GONE), SUBSTITUTE)
    assert isinstance(record.outcome, TeamResult)
    assert (len(record.decisions), record.substituted) == (6, (2, 4))
    verify(record, Lanterns())


async def test_a_fault_costs_the_others_nothing() -> None:
    """D35, D37: their view, their moves and what they are told are those of a game in which the move was made."""
    honest, faulty = [ToldPlayer(2), ToldPlayer()], [ToldPlayer(2), ToldPlayer(LATE)]
    await told(Bids(), honest)
    await told(Bids(), faulty, FaultPolicy(allowed=1))
    assert honest[0].questions == faulty[0].questions
    assert honest[0].news == faulty[0].news


# Rules that break, machines that stall


class Broken(RuntimeError):
    """A bug in the rules."""


def breaking(method: str, after: int = 0) -> type[LanternsState]:
    """A state that raises in one method, after so many good calls in a game."""

    class State(LanternsState):
        calls = 0

    def broken(self: State, *args: Any) -> Any:
        State.calls += 1
        if State.calls > after:
            raise Broken(f"in {method}")
        return getattr(LanternsState, method)(self, *args)

    setattr(State, method, broken)
    return State


@pytest.mark.parametrize(
    ("method", "after"),
    [("legal", 0), ("view", 2), ("memory", 2), ("apply", 3), ("to_act", 20), ("outcome", 0), ("__init__", 0)],
)
async def test_an_exception_in_the_rules_is_nobodys_loss(method: str, after: int) -> None:
    """The status says error, the trouble has the traceback, no seat is charged, and all are told that it is over."""
    players = team(2)
    record = await told(Lanterns(breaking(method, after)), players)
    assert (record.status, record.outcome, record.faults, record.forfeited) == ("error", None, (), ())
    assert record.measured.trouble.startswith("Traceback")
    assert f"in {method}" in record.measured.trouble
    assert [player.ends[0][1] for player in players] == [None, None]
    assert [player.forfeits for player in players] == [0, 0]


async def test_an_exception_in_a_view_of_several_at_once_is_one_error() -> None:
    """The traceback is of the rules, not of the machinery."""

    class State(BidsState):
        def view(self, seat: int) -> Any:
            raise Broken(f"for seat {seat}")

    record = await told(Bids(State), team(3))
    assert record.status == "error"
    assert record.measured.trouble.rstrip().endswith("Broken: for seat 0")
    assert "ExceptionGroup" not in record.measured.trouble


async def test_a_default_that_is_not_legal_is_an_error_of_the_rules() -> None:
    """And no second loss of the seat's."""

    class State(LanternsState):
        def default(self, seat: int) -> Cover:
            return Cover("pink")

    assert (await told(Lanterns(State), team(2, LATE))).status == "error"


async def test_an_event_that_cannot_be_sent_is_an_error_of_the_rules() -> None:
    """Nobody hears half of it."""

    class State(LanternsState):
        def placing(self, placed: Placed) -> Event:
            return Event(object())  # type: ignore[arg-type]

    assert (await told(Lanterns(State), team(2))).status == "error"


@pytest.mark.parametrize(
    "outcome",
    [
        Ranking((1, 2), (1.0, nan)),
        Ranking((1, 2, 3), (1.0, 0.0, 0.0)),
        Ranking((1, 2), (1.0,)),
        Ranking((1, 3), (1.0, 0.0)),
        TeamResult(True, inf),
    ],
)
async def test_an_outcome_that_no_table_can_take_is_an_error_of_the_rules(outcome: Ranking | TeamResult) -> None:
    """It is told at its game, not by whoever reads the record."""

    class State(LanternsState):
        def outcome(self) -> Any:
            return None if self.to_act() else outcome

    record = await told(Lanterns(State), team(2))
    assert (record.status, record.outcome) == ("error", None)
    assert "ValueError: the outcome" in record.measured.trouble


@pytest.mark.parametrize("when", ["start", "decision"])
@pytest.mark.parametrize("game", [Bids(), Lanterns()], ids=["bids", "lanterns"])
async def test_a_late_referee_makes_the_game_void(when: str, game: Game) -> None:
    """Nobody is charged, also not a seat that was asked at the same time; all are told that it is over."""
    late = MachineTrouble("the machine stalled")
    slow = ToldPlayer(late) if when == "decision" else ToldPlayer(start=late)
    players = [ToldPlayer(), slow]
    record = await told(game, players)
    assert (record.status, record.outcome, record.faults, record.forfeited) == ("void", None, (), ())
    assert record.measured.trouble == "the machine stalled"
    assert [player.ends[0][1] for player in players] == [None, None]


async def test_a_game_of_random_moves_ends_and_replays() -> None:
    """Gunrunners, by function players, with every number of seats."""
    game = find_game("gunrunners")
    for seats in game.seats:
        record = await at_random(game, seats)
        assert (record.status, record.seats) == ("finished", seats)
        verify(record)
