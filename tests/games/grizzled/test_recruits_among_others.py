"""The Recruit and the rest of the rules: 13, 18, 19, 32 to 35, 41 to 44, 53, 54, 56, 68, and Helping Hands."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.grizzled import Options
from arena.games.grizzled.deck import THREATS
from arena.games.grizzled.events import (
    MissionEnded,
    MoraleDropped,
    Played,
    RecruitLeft,
    Removed,
    ShedCard,
    Supported,
    TrapStopped,
)
from arena.games.grizzled.moves import DONE, WITHDRAW, Charm, Speech, Use, charm, pick, play, remove, shed, speech, use
from arena.games.grizzled.no_mans_land import luck
from arena.games.grizzled.pending import RECRUIT
from tests.games.grizzled.recruits_table import ALL, THREE, its_turn, same_world
from tests.games.grizzled.table import do, do_at_once, leave, legal, may_leave, moves_of, of_kind, shown, table


def test_ruling_18_the_mission_waits_for_it() -> None:
    """All veterans are out: it plays on, turn after turn, until it has withdrawn."""
    state = its_turn(THREE, withdrawn=ALL, hands=[["mute"]])
    do(state, play("night shell"))
    assert (state.active, state.stage, state.success) == (RECRUIT, "recruit", None)
    same_world(state)
    do(state, play("snow mask"))
    events = do(state, WITHDRAW)
    assert MissionEnded(True) in events
    assert (state.mission, state.tokens) == (3, 1)


def test_ruling_18_or_until_it_has_left() -> None:
    """Its last card ends it as well, after the benefit."""
    state = its_turn(["night shell"], withdrawn=ALL, hands=[["mute"]], used=[1])
    events = do(state, play("night shell"))
    assert (of_kind(events, MissionEnded), state.stage) == ([], "benefit")
    assert MissionEnded(True) in do(state, pick(1))


def test_ruling_18_its_withdrawal_is_not_enough() -> None:
    """The veterans play on without it."""
    state = table(hands=[["mute"], ["clumsy"]], recruit="albert", recruit_hand=THREE, recruit_inside=False)
    for veteran in (0, 1, 2):
        assert state.active == veteran
        leave(state)
    assert (state.active, state.success) == (3, None)
    assert MissionEnded(True) in leave(state)


def test_ruling_13_a_speech_does_not_reach_it() -> None:
    """Nobody discards a card of it, and it is not asked."""
    state = table(hands=[["mute"], ["night mask"]], recruit="albert", recruit_hand=THREE, speeches={0: 1})
    do(state, speech("night"))
    assert state.to_act() == (1, 2, 3)
    events = do_at_once(state, {1: shed("night mask"), 2: DONE, 3: DONE})
    assert (events, state.recruit_hand) == ([ShedCard(1, "night mask")], tuple(sorted(THREE)))


def test_ruling_32_fragile_does_not_hold_it() -> None:
    """Veterans with cards stay, the Recruit may go."""
    state = its_turn(THREE, knocks={1: ["fragile"]}, hands=[["mute"], ["clumsy"]])
    assert WITHDRAW in legal(state)
    do(state, WITHDRAW)
    assert may_leave(state) is False


def test_ruling_34_the_last_one_is_the_last_veteran() -> None:
    """A proud veteran with cards may go though the Recruit is still in; not with another veteran there."""
    proud = {0: ["prideful"]}
    alone = table(hands=[["mute"]], knocks=proud, withdrawn=[1, 2, 3], recruit="albert", recruit_hand=THREE)
    assert may_leave(alone) is None
    other = table(hands=[["mute"]], knocks=proud, withdrawn=[1, 2], recruit="albert", recruit_hand=THREE)
    assert may_leave(other) is False


def test_lead_from_the_front_looks_at_veterans() -> None:
    """The leader is held by another veteran in the mission, not by the Recruit."""
    leading: dict[str, Any] = {"hands": [["mute"]], "order": "lead from the front", "recruit": "albert"}
    assert may_leave(table(**leading, recruit_hand=THREE, withdrawn=[1, 2, 3])) is None
    assert may_leave(table(**leading, recruit_hand=THREE, withdrawn=[1, 2])) is False


@pytest.mark.parametrize(
    ("recruit", "hand", "won"),
    [(None, [], True), ("albert", ["night shell"], False), ("albert", THREE, False)],
)
def test_ruling_53_no_victory_while_one_is_in_play(recruit: str | None, hand: list[str], won: bool) -> None:
    """Withdrawn or not; the deck of those who never came does not matter."""
    state = table(
        recruit=recruit,
        recruit_hand=hand,
        recruit_inside=False,
        recruit_deck=["basile"],
        withdrawn=ALL,
        success=True,
        step="judge",
    )
    assert (state.result is not None and state.result.won) == won


def test_ruling_53_its_last_card_brings_peace() -> None:
    """It has left in the last mission: nothing stands in the way any more."""
    state = its_turn(["night shell"], "kleber", withdrawn=ALL, reserve=["mute", "clumsy"])
    do(state, play("night shell"))
    assert state.result is not None
    assert (state.result.won, state.result.score) == (True, 102.0)


def test_ruling_68_no_support() -> None:
    """Tiles skip it: that of its right neighbour reaches its left one, and nobody places any for it."""
    for after in ALL:
        state = table(
            recruit="albert",
            recruit_hand=THREE,
            recruit_after=after,
            recruit_inside=False,
            hands=[["mute"]],
            placed={after: "left 1"},
            tiles={after: ["left 1"]},
            used=ALL,
            withdrawn=ALL,
            success=True,
            step="reveal",
        )
        assert state.ready == [veteran == (after + 1) % 4 for veteran in ALL]


def test_ruling_68_two_tiles_past_it() -> None:
    """A double tile skips one veteran, not one veteran and the Recruit."""
    state = table(
        recruit="albert",
        recruit_hand=THREE,
        placed={2: "left 2"},
        tiles={2: ["left 2"]},
        hands=[["mute"]],
        withdrawn=ALL,
        success=True,
        step="reveal",
    )
    (event,) = of_kind(shown(state), Supported)
    assert event.winner == 0


@pytest.mark.parametrize(
    ("seats", "cards", "tokens", "drop"),
    [(4, 0, 5, 5), (4, 2, 0, 3), (4, 2, 2, 4), (4, 3, 5, 6), (4, 7, 1, 6), (2, 3, 5, 7), (2, 3, 3, 6), (3, 1, 1, 3)],
)
def test_ruling_54_tokens_count_for_the_drop(seats: int, cards: int, tokens: int, drop: int) -> None:
    """As cards in hands do, within the bounds; its own cards do not."""
    hand = ["mute", "clumsy", "selfish", "fragile", "fearful", "panicked", "wounded"][:cards]
    state = table(
        seats,
        hands=[hand],
        trials=["prideful"],
        recruit="sylvain",
        recruit_hand=[*THREE, "frenzied"],
        recruit_inside=False,
        tokens=tokens,
        withdrawn=range(3 if seats == 3 else 4),
        success=True,
        step="judge",
    )
    assert of_kind(shown(state), MoraleDropped) == [MoraleDropped(drop)]


@pytest.mark.parametrize("tokens", [0, 5])
def test_ruling_54_it_takes_its_tokens_with_it(tokens: int) -> None:
    """Whatever it had, it drops by three."""
    state = its_turn(["night shell"], "kleber", tokens=tokens, withdrawn=ALL, hands=[["mute"]])
    assert MoraleDropped(3) in do(state, play("night shell"))


TWELVE = ["night shell", "night mask", "night whistle", "snow shell", "snow mask", "snow whistle", "rain shell",
          "rain mask", "rain whistle", "mute", "clumsy", "selfish"]  # fmt: skip


@pytest.mark.parametrize("reading", ["step5", "always"])
@pytest.mark.parametrize(("more", "lost"), [([], False), (["fragile"], True)])
def test_ruling_56_its_cards_never_count(reading: Any, more: list[str], lost: bool) -> None:
    """Twelve in hands are not too many, with all its cards and tokens; thirteen are."""
    state = table(
        hands=[[], TWELVE, more],
        recruit="sylvain",
        recruit_hand=["wounded", "panicked", "frenzied", "fearful"],
        tokens=5,
        withdrawn=[1, 2, 3],
        options=Options(hand_limit_check=reading),
    )
    leave(state)
    assert state.result is None or lost
    if state.result is None:
        do(state, WITHDRAW)
    assert (state.result is not None) == lost


# Traps


def test_ruling_41_its_trap() -> None:
    """A Threat with a Trap from its hand brings the next card; that one's own Trap is ignored, and it was no turn."""
    state = its_turn(["night shell trap", "mute"], trials=["snow mask trap", "clumsy"])
    events = do(state, play("night shell trap"))
    assert events == [Played(RECRUIT, "night shell trap"), Played(RECRUIT, "snow mask trap", "trap")]
    assert (state.trials, state.recruit_hand, state.active) == (("clumsy",), ("mute",), 0)


@pytest.mark.parametrize("withdrawn", [[], [2]])
def test_ruling_41_a_hard_knock_from_its_trap(withdrawn: list[int]) -> None:
    """To the leader, even if withdrawn, in contrast to one from its hand (ruling 65)."""
    state = its_turn(["night shell trap", "mute"], trials=["wounded"], leader=2, withdrawn=withdrawn)
    assert (play("mute") in legal(state)) == (not withdrawn)
    assert do(state, play("night shell trap"))[1:] == [Played(RECRUIT, "wounded", "trap", 2)]
    assert state.knocks == [(), (), ("wounded",), ()]


@pytest.mark.parametrize(("withdrawn", "failed"), [([], True), ([2], False)])
def test_rulings_19_and_41_a_trauma_for_a_withdrawn_leader(withdrawn: list[int], failed: bool) -> None:
    """It counts only if its holder is in the mission."""
    state = its_turn(
        ["night shell trap", "mute"], trials=["trauma night"], land=["night mask"], leader=2, withdrawn=withdrawn
    )
    ended = of_kind(do(state, play("night shell trap")), MissionEnded)
    assert ended == ([MissionEnded(False, ("night",))] if failed else [])


def test_ruling_41_merry_christmas_from_its_trap() -> None:
    """The leader, withdrawn, takes a Hard Knock off, and the check waits for it (ruling 20)."""
    state = its_turn(
        ["night shell trap", "mute"],
        trials=["merry christmas"],
        land=["night mask"],
        knocks={1: ["trauma night"]},
        withdrawn=[0],
    )
    assert of_kind(do(state, play("night shell trap")), MissionEnded) == []
    assert (state.to_act(), legal(state)) == ((0,), (remove(1, "trauma night"),))
    same_world(state)
    assert do(state, remove(1, "trauma night")) == [Removed(1, "trauma night")]


def test_ruling_42_its_trap_with_an_empty_pile() -> None:
    """Nothing happens."""
    state = its_turn(["night shell trap", "mute"])
    assert do(state, play("night shell trap")) == [Played(RECRUIT, "night shell trap")]


def test_ruling_44_luck_stops_its_trap() -> None:
    """Once."""
    hand = ["night shell trap", "snow mask trap", "mute"]
    state = its_turn(hand, land=["rain luck"], trials=["clumsy"], withdrawn=ALL)
    assert do(state, play("night shell trap")) == [
        Played(RECRUIT, "night shell trap"),
        TrapStopped(RECRUIT, "rain luck"),
    ]
    assert luck(state) == ()
    assert Played(RECRUIT, "clumsy", "trap", 0) in do(state, play("snow mask trap"))


def test_an_aggressive_leader_does_not_make_it_aggressive() -> None:
    """The Threat is not from the holder's hand."""
    state = its_turn(["night shell", "mute"], knocks={0: ["aggressive"]}, trials=["clumsy"])
    assert do(state, play("night shell")) == [Played(RECRUIT, "night shell")]


def test_tyrannical_from_its_trap() -> None:
    """The withdrawn leader stays leader in the next mission (ruling 37)."""
    state = its_turn(["night shell trap", "mute"], trials=["tyrannical"], withdrawn=ALL, leader=1, hands=[["clumsy"]])
    do(state, play("night shell trap"), WITHDRAW)
    assert (state.stage, state.leader, state.knocks[1]) == ("intensity", 1, ("tyrannical",))


# Helping Hands at its turn


def test_sharp_eyes_at_its_trap() -> None:
    """The holder may stop it, as any Trap."""
    state = its_turn(["night shell trap", "mute"], trials=["clumsy"], helping={2: ["sharp eyes"]})
    do(state, play("night shell trap"))
    assert (state.stage, state.to_act(), state.view(0).pending.trap) == ("help", (2,), RECRUIT)
    same_world(state)
    do(state, use("sharp eyes"))
    assert (state.trials, state.active) == (("clumsy",), 0)


@pytest.mark.parametrize(("holder", "asked"), [(0, True), (1, False)])
def test_close_shave_from_its_hard_knock(holder: int, asked: bool) -> None:
    """The leader turns it away; for another holder it is not meant."""
    state = its_turn(["mute"], "basile", helping={holder: ["close shave"]}, knocks={1: ["clumsy"]})
    do(state, play("mute"))
    assert (state.stage == "help") == asked
    same_world(state)
    if asked:
        do(state, use("close shave"))
        assert (state.knocks[0], state.discarded, legal(state)) == ((), ("mute",), (remove(1, "clumsy"),))


def test_narrow_escape_from_its_last_card() -> None:
    """Before it leaves and its benefit comes; the mission goes on."""
    state = its_turn(["night shell"], land=["night mask", "night whistle"], helping={1: ["narrow escape"]}, used=[0])
    do(state, play("night shell"))
    assert (state.stage, state.recruit, legal(state)) == ("help", "albert", (use("narrow escape", "night shell"), DONE))
    same_world(state)
    assert RecruitLeft("albert") in do(state, use("narrow escape", "night shell"))
    do(state, pick(0))
    assert (state.success, state.active, state.land) == (None, 0, ("night mask", "night whistle"))


def test_it_does_not_bring_a_charm_back() -> None:
    """Its cards in No Man's Land are as all others: a charm discards them."""
    state = its_turn(["night shell", "mute"])
    do(state, play("night shell"), charm("night shell"))
    assert (state.land, state.ready[0]) == ((), False)


def test_leon_forbids_only_charms() -> None:
    """Speeches stay, and a Helping Hand beats all (ruling 35): it clears the land, and readies a charm."""
    state = table(
        hands=[["mute"]],
        recruit="leon",
        recruit_hand=THREE,
        land=["night mask"],
        helping={0: ["covering fire", "hot coffee"]},
        speeches={0: 1},
        used=[0],
    )
    assert len(moves_of(state, Speech)) == 6
    assert moves_of(state, Use) == [use("covering fire", "night mask"), use("hot coffee")]


def test_marcel_and_a_marching_song() -> None:
    """A Helping Hand beats all (ruling 35): only the Speech without a token is left; charms stay."""
    state = table(
        hands=[["mute"], ["night shell"]],
        recruit="marcel",
        recruit_hand=THREE[1:],
        helping={0: ["marching song"]},
        speeches={0: 1},
        land=["night mask"],
    )
    assert moves_of(state, Speech) == [speech(threat, "marching song") for threat in THREATS]
    assert moves_of(state, Charm) == [charm("night mask")]
    do(state, speech("night", "marching song"))
    assert do_at_once(state, {1: shed("night shell"), 2: DONE, 3: DONE}) == [ShedCard(1, "night shell")]
