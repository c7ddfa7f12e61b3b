"""Orders of the Day that last one mission, continued: the drop of morale, and what happens to cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from arena.games.grizzled.events import MoraleDropped, Played
from arena.games.grizzled.moves import (
    PLAY_BLIND,
    WITHDRAW,
    Order,
    Play,
    charm,
    pick,
    play,
    shed,
    speech,
    use,
)
from tests.games.grizzled.orders_table import ordered, same_world
from tests.games.grizzled.table import do, do_at_once, leave, legal, moves_of, of_kind, shown
from tests.games.grizzled.test_orders_effects import TWO, WITH_RECRUITS, after

# The drop of morale

HAND = ["night shell", "night mask", "night whistle", "snow shell", "snow mask", "snow whistle", "rain shell",
        "rain mask", "rain whistle", "night snow", "snow rain", "night rain"]  # fmt: skip


def drop(order: str | None, cards: int, seats: int = 4, success: bool = True, **more: Any) -> int:
    """How many cards it is at the end of the mission; the pile is not empty."""
    state = ordered(seats, order, hands=[HAND[:cards]], trials=["selfish"], success=success, step="reveal", **more)
    (event,) = of_kind(shown(state), MoraleDropped)
    assert isinstance(event.cards, int)
    return event.cards


@pytest.mark.parametrize(
    ("order", "drops"),
    [
        (None, {0: 3, 3: 3, 4: 4, 6: 6, 7: 6, 12: 6}),
        ("quiet sector", {0: 2, 3: 2, 4: 3, 6: 5, 7: 5, 12: 5}),
        ("sleepless", {0: 4, 3: 4, 4: 4, 5: 5, 6: 6, 7: 6}),
        ("no reprieve", {0: 3, 3: 3, 4: 4, 6: 6, 7: 7, 12: 12}),
        ("costly failure", {0: 3, 5: 5, 12: 6}),
    ],
)
def test_ruling_58_orders_that_touch_the_drop(order: str | None, drops: dict[int, int]) -> None:
    """One card fewer; at least four; no upper limit; a costly failure costs nothing after a success."""
    assert {cards: drop(order, cards) for cards in drops} == drops


def test_costly_failure() -> None:
    """Two more, beyond the limit, after a failure."""
    assert [drop("costly failure", cards, success=False) for cards in (0, 5, 12)] == [5, 7, 8]
    assert [drop("sleepless", cards, success=False) for cards in (0, 5, 12)] == [4, 5, 6]


def test_ruling_58_with_two_players() -> None:
    """The limit is seven, or none."""
    drops = [drop(order, 12, 2) for order in (None, "quiet sector", "sleepless", "no reprieve")]
    assert drops == [7, 6, 7, 12]


def test_ruling_38_with_an_order() -> None:
    """Demoralized adds its card after the limits; the Order prevails over its "at least four" (ruling 35)."""
    demoralized: dict[str, Any] = {"knocks": {1: ["demoralized"]}}
    assert [drop(None, cards, **demoralized) for cards in (0, 12)] == [4, 7]
    assert [drop("quiet sector", cards, **demoralized) for cards in (0, 12)] == [3, 6]
    assert drop("no reprieve", 12, **demoralized) == 13
    assert drop("costly failure", 0, success=False, **demoralized) == 6


def test_ruling_54_no_reprieve_counts_tokens_of_a_recruit() -> None:
    """Beyond six, too; its hand still does not count."""
    recruit: dict[str, Any] = {"recruit": "theo", "recruit_hand": ["mute"], "tokens": 4, "options": WITH_RECRUITS}
    assert (drop("no reprieve", 7, **recruit), drop("sleepless", 7, **recruit)) == (11, 6)


@pytest.mark.parametrize("order", ["quiet sector", "sleepless", "no reprieve"])
def test_the_drop_after_the_next_is_as_ever(order: str) -> None:
    """It is acted on once."""
    state = ordered(3, order, top=["cut off", "mail call"], success=True, step="reveal", hands=[["mute"]])
    do(state, Order("mail call", ("cut off",)))
    state.hands[0] = ("mute",)
    do(state, legal(state)[0], WITHDRAW, WITHDRAW)
    held = sum(map(len, state.hands))
    (event,) = of_kind(do(state, WITHDRAW), MoraleDropped)
    assert event.cards == min(6, max(3, held))


# Broken Spirits


def test_broken_spirits() -> None:
    """A Hard Knock that is attached moves the top card of the reserve to the top of the pile; a Threat does not."""
    more: dict[str, Any] = {
        "hands": [["mute", "night shell"]],
        "reserve": ["rain mask", "wounded"],
        "trials": ["clumsy"],
    }
    state = ordered(order="broken spirits", **more)
    assert do(state, play("mute")) == [Played(0, "mute"), MoraleDropped(1)]
    assert (state.trials, state.reserve) == (("rain mask", "clumsy"), ("wounded",))
    assert do(ordered(order="broken spirits", **more), play("night shell")) == [Played(0, "night shell")]
    assert do(ordered(order="sleepless", **more), play("mute")) == [Played(0, "mute")]


def test_broken_spirits_by_all_ways() -> None:
    """From a Trap, by clumsiness, from a Recruit."""
    state = ordered(order="broken spirits", hands=[["night shell trap"]], trials=["mute", "selfish"])
    assert of_kind(do(state, play("night shell trap")), MoraleDropped) == [MoraleDropped(1)]
    state = ordered(order="broken spirits", hands=[["night shell"]], trials=["mute"], knocks={0: ["clumsy"]})
    assert of_kind(leave(state), MoraleDropped) == [MoraleDropped(1)]
    state = ordered(
        order="broken spirits", recruit="theo", recruit_hand=["mute", "clumsy"], recruit_after=2, active=2,
        hands=[["night shell"]], options=WITH_RECRUITS,
    )  # fmt: skip
    leave(state)
    assert of_kind(do(state, play("mute")), MoraleDropped) == [MoraleDropped(1)]


def test_broken_spirits_where_nothing_is_attached() -> None:
    """Merry Christmas is not, nor is what a close shave turns away."""
    state = ordered(order="broken spirits", hands=[["merry christmas"]], knocks={0: ["mute"]})
    assert of_kind(do(state, play("merry christmas")), MoraleDropped) == []
    state = ordered(order="broken spirits", hands=[["mute"]], helping={0: ["close shave"]})
    assert of_kind(do(state, play("mute"), use("close shave")), MoraleDropped) == []


def test_broken_spirits_and_the_last_card_of_the_reserve() -> None:
    """With nothing left it does no more; the chapter is lost at the drop, unless peace comes before it (ruling 52)."""
    state = ordered(order="broken spirits", hands=[["mute", "selfish"]], reserve=["night shell"], withdrawn=[1, 2])
    do(state, play("mute"))
    assert (state.reserve, state.result) == ((), None)
    assert of_kind(do(state, play("selfish")), MoraleDropped) == []
    do(state, WITHDRAW)
    assert state.result is not None
    assert not state.result.won


# Nothing Forgotten


def test_nothing_forgotten_after_a_charm() -> None:
    """The Threat is shuffled into the pile, and all know that it is not in the reserve; without it it is discarded."""
    more: dict[str, Any] = {"hands": [["mute"]], "land": ["night mask"], "trials": ["clumsy", "selfish"]}
    state = ordered(order="nothing forgotten", **more)
    do(state, charm("night mask"))
    assert (sorted(state.trials), state.discarded) == (["clumsy", "night mask", "selfish"], ())
    assert state.memory(1).returned == ("night mask",)
    same_world(state)
    usual = ordered(order="sleepless", **more)
    do(usual, charm("night mask"))
    assert (usual.trials, usual.discarded) == (("clumsy", "selfish"), ("night mask",))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_forgotten_after_a_speech(seats: int) -> None:
    """All that was discarded on it, on a marching song as well."""
    for tokens, hand in ((1, None), (0, "marching song")):
        helping = {0: [hand]} if hand else {}
        hands = [[], [], ["night mask"], ["trauma night"]] if seats != 3 else [[], ["night mask"], ["trauma night"]]
        state = ordered(
            seats, "nothing forgotten", hands=hands, speeches={0: tokens}, trials=["clumsy"], helping=helping
        )
        do(state, speech("night", hand))
        while state.stage == "speech":
            same_world(state)
            do_at_once(state, {seat: state.legal(seat)[0] for seat in state.to_act()})
        assert (sorted(state.trials), state.discarded) == (["clumsy", "night mask", "trauma night"], ())
        same_world(state)


def test_nothing_forgotten_is_really_shuffled() -> None:
    """The card lies anywhere in the pile."""
    places = set()
    for seed in range(12):
        state = ordered(
            order="nothing forgotten",
            land=["night mask"],
            trials=["clumsy", "selfish"],
            seed=str(seed),
            hands=[["mute"]],
        )
        do(state, charm("night mask"))
        places.add(state.trials.index("night mask"))
    assert places == {0, 1, 2}


def test_nothing_forgotten_forgets_what_others_remove() -> None:
    """Covering fire and a Recruit's thanks discard as ever, and so does the mission's success."""
    state = ordered(order="nothing forgotten", land=["night mask"], hands=[["mute"]], helping={0: ["covering fire"]})
    do(state, use("covering fire", "night mask"))
    assert state.discarded == ("night mask",)
    state = ordered(
        order="nothing forgotten", recruit="octave", recruit_hand=["snow mask"], recruit_after=2, active=2,
        hands=[["mute"], ["rain mask"]], options=WITH_RECRUITS,
    )  # fmt: skip
    leave(state)
    do(state, play("snow mask"), pick(1), shed("rain mask"))
    assert state.discarded == ("rain mask",)
    state = after("nothing forgotten", land=["night mask"], hands=[[], TWO])
    assert "night mask" in state.discarded
    do(state, play("snow mask"), WITHDRAW, WITHDRAW, charm("snow mask"))
    assert "snow mask" in state.discarded


# Confusion


def test_confusion() -> None:
    """The first card of each veteran is picked at random, then it chooses; other actions are as ever."""
    state = ordered(order="confusion", hands=[TWO, TWO[:1], []], land=["night mask"], speeches={0: 1}, withdrawn=[2])
    assert legal(state) == (PLAY_BLIND, charm("night mask"), *map(speech, THREE_IN_ORDER), WITHDRAW)
    same_world(state)
    (played,) = of_kind(do(state, PLAY_BLIND), Played)
    assert played.card in TWO
    assert [*state.hands[0]] == [card for card in TWO if card != played.card]
    assert PLAY_BLIND in legal(state)
    do(state, PLAY_BLIND)
    assert moves_of(state, Play) == [play(card) for card in state.hands[0]]
    assert PLAY_BLIND not in legal(state)


THREE_IN_ORDER = ("night", "snow", "rain", "shell", "mask", "whistle")


def test_confusion_picks_any_card() -> None:
    """Each with the same chance: of two alike and one other, one of the two at two games of three."""
    picked: Counter[str] = Counter()
    for seed in range(300):
        state = ordered(order="confusion", hands=[["night shell", "night shell", "mute"]], seed=str(seed))
        (played,) = of_kind(do(state, PLAY_BLIND), Played)
        picked[played.card] += 1
    assert picked.keys() == {"night shell", "mute"}
    assert 160 < picked["night shell"] < 240


def test_confusion_without_cards_and_afterwards() -> None:
    """Nothing can be picked from an empty hand; without it, and in the next mission, nothing is blind."""
    assert PLAY_BLIND not in legal(ordered(order="confusion", hands=[[], TWO]))
    assert PLAY_BLIND not in legal(ordered(order="sleepless", hands=[TWO]))
    assert PLAY_BLIND not in legal(after("confusion", hands=[[], TWO]))


def test_confusion_springs_traps_like_any_card_from_a_hand() -> None:
    """It is played from the hand (ruling 41)."""
    state = ordered(order="confusion", hands=[["night shell trap"]], trials=["snow mask"])
    assert do(state, PLAY_BLIND) == [Played(0, "night shell trap"), Played(0, "snow mask", "trap")]
