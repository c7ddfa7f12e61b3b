"""The greedy bot and the planner of The Grizzled: decisions that the rules make right, and whole games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import json, to_builtins

from arena.games import Deal
from arena.games.grizzled import AnyMove, Options, State, new
from arena.games.grizzled.moves import DONE, WITHDRAW, Place, Play, Remove, Shed, Speech
from bots.grizzled.greedy import Greedy
from bots.grizzled.planner import Planner
from tests.games.grizzled.table import do, table

CAUTIOUS = Options(traps=False, luck=False)
"""No Trap disturbs what is laid out."""

BOTS = pytest.mark.parametrize("name", ["greedy", "planner"])


def _mind(name: str, state: State, seat: int, worlds: int) -> Greedy | Planner:
    start = {"seat": seat, "seats": state.seats, "options": to_builtins(state.options), "seed": seat}
    return Greedy(start) if name == "greedy" else Planner(start, worlds)


def _turn(state: State, seat: int) -> dict[str, Any]:
    """What matters of the message `turn`, as it arrives."""
    turn = {"view": state.view(seat), "memory": state.memory(seat), "legal": list(state.legal(seat))}
    decoded: dict[str, Any] = json.decode(json.encode(turn))
    return decoded


def _chosen(name: str, state: State, seat: int | None = None) -> AnyMove:
    """The move of the seat that is to act, or of one of those."""
    if seat is None:
        (seat,) = state.to_act()
    move: AnyMove = state.legal(seat)[_mind(name, state, seat, 40).choose(_turn(state, seat))]
    return move


@BOTS
def test_the_last_card_is_played(name: str) -> None:
    """With it the hands and the pile are empty, and to withdraw then is peace (ruling 53)."""
    state = table(hands=[["rain mask"]], land=["night shell"], withdrawn=[1, 2, 3], used=[0], options=CAUTIOUS)
    assert _chosen(name, state) == Play("rain mask")
    do(state, Play("rain mask"))
    assert _chosen(name, state) == WITHDRAW


@BOTS
@pytest.mark.parametrize("threat", ["night", "snow", "rain", "shell", "mask", "whistle"])
def test_never_a_third_threat_when_it_can_withdraw(name: str, threat: str) -> None:
    """Two of a kind lie there and the only card in hand shows it (ruling 19)."""
    card = f"{threat} shell" if threat in ("night", "snow", "rain") else f"night {threat}"
    state = table(hands=[["night snow rain shell mask whistle"]], land=[card, card], used=[0], options=CAUTIOUS)
    assert _chosen(name, state) == WITHDRAW


@BOTS
def test_no_fourth_bolt(name: str) -> None:
    """Three are attached, and the last to leave cannot be supported: a fourth would lose the game (ruling 24)."""
    state = table(
        hands=[["mute"]],
        knocks={0: ["clumsy", "selfish", "panicked"]},
        trials=["rain mask"] * 2,
        withdrawn=[1, 2, 3],
        used=[0],
        order="cut off",
        options=CAUTIOUS,
    )
    assert _chosen(name, state) == WITHDRAW


@BOTS
def test_who_may_not_withdraw_rather_fails_the_mission_than_the_game(name: str) -> None:
    """Prideful, so it stays while others do, with three bolts: a third shell fails the mission, a fourth bolt loses the
    game (ruling 24)."""
    hands = [["mute", "rain shell"], ["snow mask"]]
    knocks = {0: ["prideful", "selfish", "panicked"]}
    state = table(hands=hands, knocks=knocks, land=["night shell", "snow shell"], used=[0], options=CAUTIOUS)
    assert WITHDRAW not in state.legal(0)
    assert _chosen(name, state) == Play("rain shell")


def test_alone_the_hurt_leave_the_hand_to_the_others() -> None:
    """One player has one hand for three veterans; one with two bolts stays only if nobody inside has less."""
    hurt = {0: ["clumsy", "fragile"]}
    state = table(1, hands=[["rain mask"]], knocks=hurt, filling=False, options=CAUTIOUS)
    assert _chosen("greedy", state) == WITHDRAW
    for others in ({0: ["clumsy"]}, hurt | {1: ["wounded"], 2: ["hardheaded", "fearful"]}):
        state = table(1, hands=[["rain mask"]], knocks=others, filling=False, options=CAUTIOUS)
        assert _chosen("greedy", state) == Play("rain mask")


def test_who_is_kept_in_draws_no_more_than_fits() -> None:
    """Alone, with a hardheaded veteran inside: the hand is filled while no more than one threat is there twice."""
    for land, fills in ((["night shell"], True), (["night shell", "night shell"], False)):
        state = table(1, hands=[["snow mask"]], knocks={1: ["hardheaded"]}, land=land, trials=["rain mask"] * 2)
        do(state, Play("snow mask"))
        assert state.stage == "fill"
        assert (_chosen("greedy", state) != DONE) == fills


@BOTS
def test_a_speech_takes_what_cannot_be_played(name: str) -> None:
    """Two masks lie there: of two cards with night the one goes that shows a mask, too."""
    hands = [["night shell"], ["night mask", "night shell"]]
    state = table(hands=hands, land=["rain mask", "snow mask"], speeches={0: 1}, options=CAUTIOUS)
    do(state, Speech("night"))
    assert _chosen(name, state, 1) == Shed("night mask")


@BOTS
def test_who_is_hurt_most_is_supported(name: str) -> None:
    """The veteran on the right has three bolts: there the tile points, and Wounded is taken off (rulings 25 and 49)."""
    state = table(
        3,
        knocks={2: ["wounded", "mute"]},
        tiles={0: ["left 1", "right 1"], 1: ["left 1", "right 1"], 2: ["left 1", "right 1"]},
        trials=["rain mask"],
        options=CAUTIOUS,
    )
    do(state, WITHDRAW)
    assert _chosen(name, state) == Place("right 1")
    do(state, Place("right 1"))
    do(state, WITHDRAW)
    assert _chosen(name, state) == Place("left 1")
    do(state, Place("left 1"))
    do(state, WITHDRAW)
    do(state, Place("left 1"))
    assert state.stage == "support"
    assert _chosen(name, state) == Remove(2, "wounded")


def _play(name: str, options: Options, seats: int, bots: set[int]) -> State:
    """A game to its end; the other seats move at random."""
    state = new(options, seats, Deal("whole"))
    minds = {seat: _mind(name, state, seat, 1) for seat in bots}
    rng = Random("whole")
    while acting := state.to_act():
        moves = {}
        for seat in acting:
            legal = state.legal(seat)
            index = minds[seat].choose(_turn(state, seat)) if seat in minds else rng.randrange(len(legal))
            assert 0 <= index < len(legal)
            moves[seat] = legal[index]
        state.apply(moves)
    return state


SINGLE = [Options(), Options(trials="base"), Options(traps=False, luck=False)]
MODULES = [
    Options(hand_limit_check="always", speech_tokens="returned", advice=True),
    Options(orders="veteran", recruits=5, helping_hands=True),
    Options(campaign="whole", chapter=7),
]


@BOTS
@pytest.mark.parametrize("options", [*SINGLE, *MODULES], ids=range(len(SINGLE + MODULES)))
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_whole_games(name: str, options: Options, seats: int) -> None:
    """With its like and beside seats that move at random every answer is legal, and the same again."""
    if seats == 1 and options in MODULES:
        pytest.skip("one player plays single games without modules and advice only")
    team = _play(name, options, seats, set(range(seats)))
    first, second = [_play(name, options, seats, {seats - 1}) for _ in range(2)]
    assert team.outcome() is not None
    assert first.outcome() is not None
    assert (first.outcome(), first.discarded) == (second.outcome(), second.discarded)


def test_of_moves_it_does_not_know_it_takes_the_mild_ones() -> None:
    """To do no more, else the first: a later edition breaks nothing."""
    state = table(hands=[["night shell"]])
    for name in ("greedy", "planner"):
        turn = _turn(state, 0) | {"legal": [{"do": "sing"}, {"do": "dance"}]}
        turn["view"]["stage"] = "party"
        assert _mind(name, state, 0, 1).choose(turn) == 0
        turn["legal"] = [{"do": "sing"}, {"do": "done"}]
        assert _mind(name, state, 0, 1).choose(turn) == 1


def test_the_planner_wins_often() -> None:
    """A team of planners makes peace in every second game or more, in few worlds also."""
    won = 0
    for deal in range(6):
        state = new(Options(trials="base"), 3, Deal(f"peace {deal}"))
        minds = [_mind("planner", state, seat, 8) for seat in range(3)]
        while acting := state.to_act():
            state.apply({seat: state.legal(seat)[minds[seat].choose(_turn(state, seat))] for seat in acting})
        outcome = state.outcome()
        assert outcome is not None
        won += outcome.won
    assert won >= 3
