"""How a mission under an Order of the Day begins (p.10 and p.14): intensity, and all that is before the leader's turn;
rulings 4, 6, 20, 60 and 61."""

from __future__ import annotations

import pytest

from arena.games import Deal
from arena.games.grizzled import Options
from arena.games.grizzled.deck import ORDERS
from arena.games.grizzled.events import Drew, MissionBegan, MissionEnded, Played, RecruitArrived
from arena.games.grizzled.moves import Order, deal
from tests.games.grizzled.orders_table import TRIALS, choosing
from tests.games.grizzled.table import do, legal, new_game, of_kind

LEAST = {
    "masks issued": (4, 3), "moonlit ground": (4, 3), "hard frost": (4, 3), "waterproof capes": (4, 3),
    "deep shelters": (4, 3), "steady nerves": (4, 3), "overreach": (2, 1), "barrage": (2, 2), "gas cloud": (2, 2),
    "endless assault": (2, 2), "cut off": (2, 2), "costly failure": (2, 2), "creeping fire": (2, 2),
}  # fmt: skip
"""The others have (3, 2): with three veterans, and with four."""


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mission", [1, 2])
@pytest.mark.parametrize("order", ORDERS)
def test_rulings_4_60_and_61_intensity(order: str, mission: int, seats: int) -> None:
    """The leader may exceed what the card says, never undercut it, also in the first mission.

    Two seats play as four.
    """
    state = choosing(order, seats=seats, mission=mission, leader=1, trials=["night shell"] * 3)
    least = LEAST.get(order, (3, 2))[seats != 3]
    assert (state.stage, state.asked) == ("intensity", {state.seat_of[1]: 1})
    assert legal(state)[0] == deal(least)
    many = ["snow mask"] * 2 + ["night shell"] * 3 + ["rain mask"] * 3 + ["snow whistle"] * 3 + ["night mask"] * 2
    plenty = choosing(order, seats=seats, mission=mission, trials=many + ["rain whistle"] * 2 + ["night whistle"] * 2)
    assert legal(plenty) == tuple(deal(count) for count in range(least, (5 if seats != 3 else 6) + 1))


def test_a_lasting_order_has_no_say_in_the_intensity() -> None:
    """Only the one of this mission."""
    state = choosing("cut off", lasting=["endless night"], trials=())
    assert legal(state) == (deal(2),)


@pytest.mark.parametrize("free", [False, True])
def test_ruling_4_free_intensity_is_for_games_without_orders(free: bool) -> None:
    """There it lets the leader deal more than three in the first mission; with an Order it always can."""
    state = new_game(Options(free_intensity=free, first=0), 3, Deal("a"))
    assert state.stage == ("intensity" if free else "action")
    if free:
        assert legal(state) == tuple(deal(count) for count in range(3, 11))
    options = Options(orders="beginner", free_intensity=free)
    assert choosing("cut off", mission=1, options=options, trials=["night shell"] * 3).stage == "intensity"


def test_ruling_6_how_a_mission_starts() -> None:
    """Order, intensity, deal, a frenzied veteran's two, the Recruit, what the Order plays, and the leader's turn."""
    state = choosing(
        "blind start",
        "cut off",
        trials=TRIALS,
        knocks={1: ["frenzied"]},
        recruit_deck=["theo"],
        options=Options(orders="experienced", recruits=1),
    )
    assert of_kind(do(state, Order("blind start", ("cut off",))), MissionBegan) == []
    events = do(state, deal(3))
    assert [type(event) for event in events] == [MissionBegan, Drew, Drew, Drew, Drew, RecruitArrived, Played]
    assert [event.count for event in of_kind(events, Drew)] == [3, 3, 3, 2]
    assert events[-2:] == [RecruitArrived("theo", 2, TRIALS[11:13], 2), Played(0, TRIALS[13], "order")]
    assert (state.stage, state.to_act()) == ("action", (0,))


def test_ruling_20_three_alike_as_an_order_starts() -> None:
    """Its shell, a Phobia and a Recruit who is one: the mission fails before the first turn."""
    options = Options(orders="experienced", recruits=1)
    pile = ["night mask"] * 2 + ["snow mask"] * 2 + ["rain mask"] * 2 + ["mute", "wounded"]
    state = choosing("barrage", trials=pile, recruit_deck=["fernand"], knocks={2: ["phobia shell"]}, options=options)
    events = do(state, deal(2))
    assert of_kind(events, MissionEnded) == [MissionEnded(False, ("shell",))]
    assert (state.mission, state.leader, state.orders) == (3, 1, ("barrage",))
    calm = choosing("barrage", trials=pile, recruit_deck=["fernand"], options=options)
    assert of_kind(do(calm, deal(2)), MissionEnded) == []
