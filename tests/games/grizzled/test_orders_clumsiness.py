"""A clumsy veteran withdraws under an Order that has something for who withdraws.

The rulebook says only that in a conflict the Order prevails (p.10): so all that Orders have comes first, and the card
of the clumsy one, which comes after the withdrawal (ruling 28), is the last.
"""

from __future__ import annotations

import pytest

from arena.games.grizzled import AnyMove
from arena.games.grizzled.events import Drew, Gave, MissionEnded, Played
from arena.games.grizzled.moves import DONE, Cancel, remove
from tests.games.grizzled.orders_table import ordered, same_world
from tests.games.grizzled.table import do, leave, legal, of_kind

HELD = [["night shell", "mute"], ["snow mask"], ["rain whistle"]]


def test_barrage_and_clumsiness() -> None:
    """What the Order takes comes before what the Hard Knock does (p.10, ruling 35): its three cards are drawn first,
    and the next is the clumsy one's; with the Order gone that is no third shell (ruling 20)."""
    answers: tuple[tuple[AnyMove, Played, list[MissionEnded]], ...] = (
        (Cancel("barrage"), Played(0, "phobia shell", "clumsy"), []),
        (DONE, Played(0, "rain shell", "clumsy"), [MissionEnded(False, ("shell",))]),
    )
    for answer, played, ended in answers:
        state = ordered(
            lasting=["barrage"],
            hands=HELD,
            land=["snow shell"],
            trials=["rain shell", "tyrannical", "selfish", "phobia shell"],
            knocks={0: ["clumsy"]},
        )
        leave(state)
        same_world(state)
        events = do(state, answer)
        assert (of_kind(events, Played), of_kind(events, MissionEnded)) == ([played], ended)


def test_stragglers_and_clumsiness() -> None:
    """The Order's card goes to the hand first, the clumsy one plays the next (p.10, ruling 35)."""
    state = ordered(order="stragglers", hands=HELD, trials=["selfish", "rain shell"], knocks={0: ["clumsy"]})
    events = leave(state)
    assert events[1:] == [Drew(0, 1), Played(0, "rain shell", "clumsy")]
    assert "selfish" in state.hands[0]


def test_pass_it_along_and_clumsiness() -> None:
    """The card is given before the clumsy one plays the top of the pile (p.10, ruling 35)."""
    state = ordered(order="pass it along", hands=HELD, trials=["rain shell"], knocks={0: ["clumsy"]})
    leave(state)
    assert (state.stage, state.land) == ("give", ())
    same_world(state)
    gift, played = do(state, legal(state)[0])
    assert (gift, played) == (Gave(0, 1), Played(0, "rain shell", "clumsy"))


@pytest.mark.parametrize("drawn", ["wounded", "rain shell"])
def test_relief_and_clumsiness(drawn: str) -> None:
    """Relief comes with the withdrawal and clumsiness after it (rulings 28 and 35): the knock that the clumsy one is
    about to bring cannot be removed, but clumsiness itself can, and then nothing is played."""
    state = ordered(order="relief", hands=HELD, trials=[drawn, "selfish"], knocks={0: ["clumsy", "fragile"]})
    leave(state)
    assert (state.stage, legal(state)) == ("remove", (remove(0, "clumsy"), remove(0, "fragile"), DONE))
    same_world(state)
    saved = state.clone()
    assert of_kind(do(saved, remove(0, "clumsy")), Played) == []
    assert saved.trials == (drawn, "selfish")
    assert of_kind(do(state, remove(0, "fragile")), Played) == [Played(0, drawn, "clumsy")]
    assert state.stage == "action"
