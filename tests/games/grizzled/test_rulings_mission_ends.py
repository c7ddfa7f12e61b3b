"""Rulings 37 and 52 to 57: what comes after a mission, in strict order; the leader and the tyrant."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from arena.games.grizzled import Options
from arena.games.grizzled.events import GameOver, LeaderChanged, MissionEnded, MoraleDropped, Supported, Withdrew
from arena.games.grizzled.moves import deal, play, remove
from tests.games.grizzled.table import do, leave, of_kind, shown, table

TEN = ["night shell"] * 3 + ["snow whistle"] * 3 + ["rain mask"] * 3 + ["night mask"]
THIRTEEN = [*TEN, "night mask", "night whistle", "night whistle"]
FOUR_BOLTS = ["wounded", "mute", "clumsy"]
ALWAYS = Options(hand_limit_check="always")


def test_ruling_52_four_bolts_lose_with_peace_in_sight() -> None:
    """They are looked at before the victory."""
    state = table(3, knocks={0: FOUR_BOLTS}, success=True, step="judge")
    (over,) = of_kind(shown(state), GameOver)
    assert (over.won, over.defeat) == (False, "four hard knocks")


def test_ruling_52_victory_comes_before_the_drop() -> None:
    """One card of the Reserve would not bear a drop, but it need not."""
    state = table(3, reserve=["wounded"], success=True, step="judge")
    (over,) = of_kind(shown(state), GameOver)
    assert (over.won, over.score) == (True, 101.0)
    assert of_kind(shown(state), MoraleDropped) == []


def test_ruling_52_the_steps_in_their_order() -> None:
    """End, Support, drop, leader."""
    state = table(3, hands=[["snow mask"]], withdrawn=[1, 2], trials=["mute"])
    events = leave(state)
    assert [type(event) for event in events] == [Withdrew, MissionEnded, Supported, MoraleDropped, LeaderChanged]


@pytest.mark.parametrize(
    ("success", "trials", "hand", "won"),
    [
        (True, [], [], True),
        (True, ["mute"], [], False),
        (True, [], ["mute"], False),
        (False, [], [], False),
    ],
)
def test_ruling_53_victory(success: bool, trials: list[str], hand: list[str], won: bool) -> None:
    """A success, with no card in the pile and none in any hand."""
    state = table(3, hands=[[], [], hand], trials=trials, success=success, step="judge")
    assert (state.stage == "over") == won
    assert (state.outcome() is not None) == won


def test_ruling_53_played_to_the_end() -> None:
    """The last card played, the last veteran out: peace, although threats lie there twice."""
    state = table(3, hands=[["night mask"]], land=["night shell"], withdrawn=[1, 2])
    do(state, play("night mask"))
    (over,) = of_kind(leave(state), GameOver)
    assert (over.won, over.defeat) == (True, None)


def test_ruling_53_a_failed_last_mission_goes_on() -> None:
    """With no card in hands and pile the failure puts cards back into the pile."""
    state = table(3, hands=[["night mask"]], land=["night shell", "night whistle"], withdrawn=[1, 2])
    do(state, play("night mask"))
    assert (state.stage, len(state.trials)) == ("intensity", 3 + 3)


@pytest.mark.parametrize(("size", "lost"), [(1, True), (3, True), (4, True), (5, False)])
def test_ruling_55_an_empty_reserve_loses(size: int, lost: bool) -> None:
    """Also if it bore the drop exactly: four cards are in hands here."""
    reserve = ["wounded", "mute", "clumsy", "selfish", "panicked"][:size]
    state = table(3, hands=[TEN[:4]], reserve=reserve, step="judge")
    assert (state.stage == "over") == lost
    assert [over.defeat for over in of_kind(shown(state), GameOver)] == ["monument"] * lost
    assert len(state.trials) == min(size, 4)


@pytest.mark.parametrize(("hand", "lost"), [(THIRTEEN[:12], False), (THIRTEEN, True)])
def test_ruling_56_thirteen_cards_at_the_end(hand: list[str], lost: bool) -> None:
    """In all hands together, in step 5."""
    state = table(3, hands=[hand[:5], hand[5:9], hand[9:]], step="judge")
    assert (state.stage == "over") == lost
    assert [over.defeat for over in of_kind(shown(state), GameOver)] == ["thirteen cards"] * lost


def test_ruling_56_by_default_not_during_the_mission() -> None:
    """Sixteen cards dealt to four are borne until the end."""
    pile = [*THIRTEEN, "snow mask", "snow mask", "rain shell"]
    state = table(4, trials=pile, step="choose_intensity")
    do(state, deal(4))
    assert (state.stage, state.result) == ("action", None)


def test_ruling_56_always_loses_on_the_spot() -> None:
    """Under the other reading."""
    pile = [*THIRTEEN, "snow mask", "snow mask", "rain shell"]
    state = table(4, trials=pile, options=ALWAYS, step="choose_intensity")
    (over,) = of_kind(do(state.clone(), deal(4)), GameOver)
    assert (over.won, over.defeat) == (False, "thirteen cards")
    do(state, deal(3))
    assert state.stage == "action"


def test_ruling_56_always_counts_the_frenzied_cards() -> None:
    """Eleven dealt and two more are thirteen."""
    knocks = {1: ["frenzied"]}
    twelve = table(3, trials=THIRTEEN, options=ALWAYS, knocks=knocks, step="choose_intensity")
    do(twelve, deal(4))
    assert (twelve.stage, sum(map(len, twelve.hands))) == ("over", 13)


# The leader


def test_ruling_57_the_token_goes_left_and_a_speech_to_the_old_leader() -> None:
    """Round the table."""
    state = table(4, leader=3, step="hand_over")
    assert of_kind(shown(state), LeaderChanged) == [LeaderChanged(0, 3)]
    assert (state.to_act(), state.speeches, state.supply) == ((0,), [0, 0, 0, 1], 4)


def test_ruling_57_also_after_a_failure() -> None:
    """The leader hands over and gets a Speech token."""
    state = table(3, hands=[["night mask"], ["mute"]], land=["night shell", "night whistle"], leader=2)
    events = do(state, play("night mask"))
    assert of_kind(events, LeaderChanged) == [LeaderChanged(0, 2)]
    assert state.speeches == [0, 0, 1]


def test_ruling_57_no_token_left() -> None:
    """Then none is given."""
    state = table(3, supply=0, step="hand_over")
    assert of_kind(shown(state), LeaderChanged) == [LeaderChanged(1, None)]
    assert (state.speeches, state.supply) == ([0, 0, 0], 0)


def test_ruling_37_the_tyrant_leads_at_once() -> None:
    """But the turns go on as they were, and nobody gets a token."""
    state = table(4, hands=[["mute"], ["tyrannical", "snow mask"], ["clumsy"]], active=1)
    do(state, play("tyrannical"))
    assert (state.leader, state.active, state.speeches, state.supply) == (1, 2, [0] * 4, 5)


def test_ruling_37_while_attached_the_leader_stays() -> None:
    """Step 6 moves nothing and hands out nothing; also if the tyrant has withdrawn (ruling 27)."""
    state = table(4, knocks={1: ["tyrannical"]}, leader=1, withdrawn=range(4), step="hand_over")
    assert of_kind(shown(state), LeaderChanged) == []
    assert (state.stage, state.to_act(), state.speeches, state.supply) == ("intensity", (1,), [0] * 4, 5)


def test_ruling_37_a_tyrant_who_is_healed_hands_over() -> None:
    """Removed by the Support of the same mission: the ex-tyrant is the previous leader."""
    state = table(
        4,
        hands=[["snow mask"]],
        knocks={1: ["tyrannical"]},
        leader=1,
        tiles={0: ["left 1"]},
        placed={0: "left 1"},
        withdrawn=range(4),
        success=True,
        step="reveal",
    )
    events = do(state, remove(1, "tyrannical"))
    assert of_kind(events, LeaderChanged) == [LeaderChanged(2, 1)]
    assert state.speeches == [0, 1, 0, 0]


def test_ruling_37_a_tyrant_by_a_trap_or_by_clumsiness() -> None:
    """Drawn cards take effect, too: the clumsy veteran leads although it is out."""
    trapped = table(3, hands=[["night shell trap"], ["mute"]], trials=["tyrannical"], leader=2)
    do(trapped, play("night shell trap"))
    assert trapped.leader == 0
    clumsy = table(3, hands=[[], ["mute"]], knocks={0: ["clumsy"]}, trials=["tyrannical"], leader=2)
    leave(clumsy)
    assert (clumsy.leader, clumsy.withdrawn[0], clumsy.active) == (0, True, 1)


@pytest.mark.parametrize("reading", ["step5", "always"])
def test_ruling_55_a_reserve_that_is_emptied_in_the_mission(reading: Literal["step5", "always"]) -> None:
    """p.4 tests it "during a drop of morale", and so does step 5 of p.8, whose "as soon as" can be read as "always":
    here spirits are broken and the last card of the reserve goes."""
    options = Options(orders="experienced", reserve_check=reading)
    laid: dict[str, Any] = {"hands": [["fragile", "mute"], ["clumsy"]], "reserve": ["snow mask"], "options": options}
    state = table(3, order="broken spirits", trials=["selfish"], **laid)
    events = do(state, play("fragile"))
    assert (state.reserve, of_kind(events, MoraleDropped)) == ((), [MoraleDropped(1)])
    if reading == "step5":
        assert (state.stage, state.active) == ("action", 1)
    else:
        assert of_kind(events, GameOver)[0].defeat == "monument"
