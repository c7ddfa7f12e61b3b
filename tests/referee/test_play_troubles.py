"""Rules that break and machines that stall are nobody's loss."""

from __future__ import annotations

import sys
from math import inf, nan
from typing import Any

import pytest

from arena.games import Event, Game, Ranking, TeamResult
from arena.games.toys import BIDS, LANTERNS, BidsState, Cover, LanternsState, Placed
from arena.players import MachineTrouble
from tests.planted import bids_of, lanterns_of
from tests.referee.helpers import LATE, ToldPlayer, told
from tests.referee.test_play import team


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
    record = await told(lanterns_of(breaking(method, after)), players)
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

    record = await told(bids_of(State), team(3))
    assert record.status == "error"
    assert record.measured.trouble.rstrip().endswith("Broken: for seat 0")
    assert "ExceptionGroup" not in record.measured.trouble


async def test_rules_that_exit_are_an_error_of_theirs() -> None:
    """They take neither the worker with them nor the command that plays the game."""

    class State(BidsState):
        def apply(self, moves: Any) -> None:
            sys.exit(3)

    record = await told(bids_of(State), team(2))
    assert (record.status, record.outcome) == ("error", None)
    assert record.measured.trouble.rstrip().endswith("SystemExit: 3")


async def test_a_default_that_is_not_legal_is_an_error_of_the_rules() -> None:
    """And no second loss of the seat's."""

    class State(LanternsState):
        def default(self, seat: int) -> Cover:
            return Cover("pink")

    record = await told(lanterns_of(State), team(2, LATE))
    assert (record.status, record.faults) == ("error", ())
    assert "ValueError: the default of seat 0, Cover(colour='pink'), is not among its" in record.measured.trouble


async def test_an_event_that_cannot_be_sent_is_an_error_of_the_rules() -> None:
    """Nobody hears half of it."""

    class State(LanternsState):
        def placing(self, placed: Placed) -> Event:
            return Event(object())  # type: ignore[arg-type]

    assert (await told(lanterns_of(State), team(2))).status == "error"


@pytest.mark.parametrize("outcome", [TeamResult(True, inf), Ranking((1, 2), (1.0, 0.0)), True, None])
async def test_a_team_result_that_no_table_can_take_is_an_error_of_the_rules(outcome: Any) -> None:
    """It is told at its game, not by whoever reads the record."""

    class State(LanternsState):
        def outcome(self) -> Any:
            return None if self.to_act() else outcome

    record = await told(lanterns_of(State), team(2))
    assert (record.status, record.outcome) == ("error", None)
    assert "ValueError: the outcome" in record.measured.trouble


@pytest.mark.parametrize(
    "outcome",
    [
        Ranking((1, 2), (1.0, nan)),
        Ranking((1, 2, 3), (1.0, 0.0, 0.0)),
        Ranking((1, 2), (1.0,)),
        Ranking((1, 3), (1.0, 0.0)),
        TeamResult(True, 1.0),
        (1, 2),
        None,
    ],
)
async def test_a_ranking_that_no_table_can_take_is_an_error_of_the_rules(outcome: Any) -> None:
    """No outcome at all is none either: it would look like a draw."""

    class State(BidsState):
        def outcome(self) -> Any:
            return None if self.to_act() else outcome

    record = await told(bids_of(State), team(2))
    assert (record.status, record.outcome) == ("error", None)
    assert "ValueError: the outcome" in record.measured.trouble


@pytest.mark.parametrize("when", ["start", "decision"])
@pytest.mark.parametrize("game", [BIDS, LANTERNS], ids=["bids", "lanterns"])
async def test_a_late_referee_makes_the_game_void(when: str, game: Game) -> None:
    """Nobody is charged, also not a seat that was asked at the same time; all are told that it is over."""
    late = MachineTrouble("the machine stalled")
    slow = ToldPlayer(late) if when == "decision" else ToldPlayer(start=late)
    players = [ToldPlayer(), slow]
    record = await told(game, players)
    assert (record.status, record.outcome, record.faults, record.forfeited) == ("void", None, (), ())
    assert record.measured.trouble == "the machine stalled"
    assert [player.ends[0][1] for player in players] == [None, None]
