"""The planner of Gunrunners: the worlds in which it tries its moves follow the game's rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import json, to_builtins

from arena.games import Deal
from arena.games.gunrunners import Options, State, new
from bots.gunrunners.planner import Planner, World


def _told(value: object) -> Any:
    """As it arrives."""
    return json.decode(json.encode(value))


def _all_known(state: State) -> dict[str, Any]:
    """The memory of one who has seen every card on the table."""
    return {
        "probationary": [{"at": [at], "cards": [one.card]} for at, one in enumerate(state.trainees) if one],
        "undercover": [
            {"at": at, "pos": pos, "card": agent.card}
            for at, row in enumerate(state.rows)
            for pos, agent in row.undercover
        ],
        "discarded": _told(state.discards),
    }


def _numbers(table: State | World) -> list[object]:
    return [table.marker, table.stock, table.warehouse, table.crates, table.taken]


def _cards_of_state(state: State) -> list[object]:
    """Beside each location and in its row."""
    trainees = [one and (one.owner, one.card) for one in state.trainees]
    return [trainees, [[(one.owner, one.card, one.up, one.shown.active) for one in row.agents] for row in state.rows]]


def _cards_of_world(world: World) -> list[object]:
    """The same of a world."""
    trainees = [one and (one.owner, one.name) for one in world.trainees]
    return [trainees, [[(one.owner, one.name, one.up, one.active) for one in row] for row in world.rows]]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_its_worlds_follow_the_rules(seats: int) -> None:
    """Whole games at random: each move that needs no further decision leaves a world, in which all is known, as it
    leaves the table."""
    compared = set()
    options = Options()
    for game in range(6):
        random = Random(game)
        state = new(options, seats, Deal(f"worlds {game}"))
        while acting := state.to_act():
            (seat,) = acting
            planner = Planner({"seat": seat, "seats": seats, "options": _told(options), "seed": game})
            view = _told(state.view(seat))
            move = random.choice(state.legal(seat))
            setup = state.stage == "setup"
            memory = _all_known(state)
            roll = state.luck.audits[state.turn - 1]
            state.apply({seat: move})
            if setup or state.stage in ("power", "place", "arrange", "raid"):
                continue
            world = planner.imagine(view, memory, random)
            world.dice.append(roll)
            planner.tried(world, to_builtins(move), view["held"], 0)
            assert world.over == (state.stage == "over")
            if state.stage == "over":
                assert world.taken == state.taken
            else:
                assert state.die is not None
                world.dice.append(state.die)
                world.deliver()
                assert _numbers(world) == _numbers(state)
                assert _cards_of_world(world) == _cards_of_state(state)
            compared.add(to_builtins(move)["do"])
    assert compared >= {"train", "undercover", "decline", "move", "audit", "place", "arrange", "smuggle"}


def test_what_was_asked_twice_is_answered_alike() -> None:
    """It remembers nothing between two decisions, so that it can be the policy of a search."""
    options = Options()
    state = new(options, 3, Deal("twice"))
    planner = Planner({"seat": 0, "seats": 3, "options": _told(options), "seed": 1})
    asked: list[dict[str, Any]] = []
    while acting := state.to_act():
        (seat,) = acting
        legal = state.legal(seat)
        if seat == 0 and len(asked) < 4:
            asked.append(_told({"view": state.view(0), "memory": state.memory(0), "legal": legal}))
        state.apply({seat: legal[-1]})
    assert len({turn["view"]["turn"] for turn in asked}) == 4
    choices = [planner.choose(turn) for turn in asked]
    assert [planner.choose(turn) for turn in reversed(asked)] == choices[::-1]
