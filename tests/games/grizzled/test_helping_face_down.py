"""Ruling 70: Helping Hands that are drawn in a single game lie face down, for their player's eyes only (p.9, p.14)."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games import Deal, laws
from arena.games.grizzled import GAME, Options, State, new
from arena.games.grizzled.deck import HELPING_HANDS
from arena.games.grizzled.events import Began, HandUsed, Kept, MissionEnded, MoraleDropped, Played
from arena.games.grizzled.moves import DONE, Keep, play, use
from tests.games.grizzled.table import do, do_at_once, new_game, of_kind, shown, table, told
from tests.games.grizzled.test_helping_actions import same_world
from tests.planted import of_class

HIDDEN = Options(helping_hands=True)
THREE = {0: ["lookout"], 1: ["sharp eyes"], 2: ["like brothers"]}


def laid(**more: Any) -> State:
    """Three seats: an action, an event and a friendship."""
    return table(3, options=HIDDEN, **{"helping": THREE, **more})


def test_ruling_70_each_seat_sees_its_own_two_and_what_it_keeps() -> None:
    """Nobody learns what another draws, keeps or does not keep; but a friendship is played at once."""
    friendships = 0
    for number in range(30):
        before = new(HIDDEN, 3, Deal(str(number)))
        state = new_game(HIDDEN, 3, Deal(str(number)))
        pairs = state.offered
        for seat in range(3):
            (began,) = of_kind(told(before, seat), Began)
            mine = tuple([pair if seat == one else () for one, pair in enumerate(pairs)])
            assert began.offered == mine
            nulls = tuple([pair if seat == one else (None, None) for one, pair in enumerate(pairs)])
            assert state.view(seat).pending.offered == nulls
        assert of_kind(shown(before), Began)[0].offered == ()
        same_world(state)
        do_at_once(state, {seat: Keep(pair[0]) for seat, pair in enumerate(pairs)})
        for owner, (kept, other) in enumerate(pairs):
            open_one = HELPING_HANDS[kept].category == "friendship"
            friendships += open_one
            for seat in range(3):
                sees = seat == owner or open_one
                assert of_kind(told(state, seat), Kept)[owner] == Kept(owner, kept if sees else None)
                assert state.view(seat).veterans[owner].helping == ((HELPING_HANDS[kept] if sees else None),)
            assert state.memory(owner).set_aside == (other,)
        assert state.view(0).helped == ()
        same_world(state)
    assert friendships


def test_ruling_70_open_as_an_option() -> None:
    """Then all see all."""
    state = new_game(Options(helping_hands=True, open_helping_hands=True), 3, Deal("open"))
    do_at_once(state, {seat: Keep(pair[0]) for seat, pair in enumerate(state.offered)})
    assert state.view(0).veterans[2].helping[0] is not None
    assert len(state.view(1).helped) == 3
    with pytest.raises(ValueError, match="none without helping_hands"):
        Options(open_helping_hands=True)


def test_who_is_asked_does_not_tell_who_has_it() -> None:
    """When a Trap springs all with a face-down card are asked at once, whoever holds sharp eyes or nobody."""
    hands = [["night shell trap"], ["mute"], ["clumsy"]]
    for helping in (THREE, {0: ["lookout"], 1: ["hot coffee"]}):
        state = laid(hands=hands, trials=["wounded", "rain mask"], helping=helping)
        do(state, play("night shell trap"))
        assert (state.moment, state.to_act()) == ("sharp eyes", (0, 1))
        assert state.legal(0) == (DONE,)
        assert state.legal(1) == ((use("sharp eyes"), DONE) if helping is THREE else (DONE,))
        same_world(state)


def test_it_is_used_or_not() -> None:
    """By whoever has it; if nobody does the Trap springs."""
    state = laid(hands=[["night shell trap"], ["mute"]], trials=["rain mask", "wounded"])
    do(state, play("night shell trap"))
    other = state.clone()
    events = do_at_once(state, {0: DONE, 1: use("sharp eyes")})
    assert events == [HandUsed(1, "sharp eyes")]
    assert (state.trials, state.helped, state.active) == (("rain mask", "wounded"), ("sharp eyes",), 1)
    assert of_kind(do_at_once(other, {0: DONE, 1: DONE}), Played) == [Played(0, "rain mask", "trap")]
    assert (other.helping[1], other.active) == (("sharp eyes",), 1)


def test_what_was_used_is_not_asked_for_again() -> None:
    """All have seen it go. And where nobody has a card that lies face down nobody is asked."""
    hands = [["night shell trap"], ["snow mask trap"], ["mute"]]
    state = laid(hands=hands, trials=["wounded", "rain mask"])
    do(state, play("night shell trap"))
    do_at_once(state, {0: DONE, 1: use("sharp eyes")})
    assert of_kind(do(state, play("snow mask trap")), Played)[1:] == [Played(1, "wounded", "trap")]
    bare = laid(hands=hands, trials=["wounded", "rain mask"], helping={2: ["like brothers"]})
    assert of_kind(do(bare, play("night shell trap")), Played)[1:] == [Played(0, "wounded", "trap")]


def test_close_shave_asks_the_one_that_would_be_knocked() -> None:
    """Nobody else could use it."""
    state = laid(hands=[["mute"]], helping={0: ["hot coffee"], 1: ["close shave"]})
    do(state, play("mute"))
    assert (state.moment, state.to_act(), state.legal(0)) == ("close shave", (0,), (DONE,))
    assert do(state, DONE) == [Played(0, "mute")]


def test_with_two_seats_one_veteran_after_the_other() -> None:
    """Each with the hand that it looks at; who has answered is not asked again."""
    helping = {0: ["hot coffee"], 1: ["lookout"], 2: ["field dressing"], 3: ["letter from home"]}
    state = table(2, options=HIDDEN, helping=helping, trials=["mute"], success=True, step="drop_morale")
    assert (state.moment, state.asked) == ("letter from home", {0: 0, 1: 2})
    same_world(state)
    do_at_once(state, {0: DONE, 1: DONE})
    assert (state.asked, state.legal(0), state.legal(1)) == (
        {0: 1, 1: 3}, (DONE,), (use("letter from home"), DONE))  # fmt: skip
    same_world(state)
    events = do_at_once(state, {0: DONE, 1: use("letter from home")})
    assert of_kind(events, MoraleDropped)[0] == MoraleDropped(1)


def test_narrow_escape_and_the_failure_that_follows() -> None:
    """All say no: the mission fails as it would have."""
    land = ["night shell", "night mask"]
    state = laid(hands=[["night whistle"], ["mute"]], land=land, helping={0: ["lookout"], 1: ["narrow escape"]})
    do(state, play("night whistle"))
    assert (state.moment, state.to_act()) == ("narrow escape", (0, 1))
    same_world(state)
    saved = state.clone()
    do_at_once(saved, {0: DONE, 1: use("narrow escape", "night whistle")})
    assert (saved.stage, saved.success) == ("action", None)
    assert of_kind(do_at_once(state, {0: DONE, 1: DONE}), MissionEnded) == [MissionEnded(False, ("night",))]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_face_down_no_seat_knows_more_than_it_may(seats: int) -> None:
    """Twin worlds, from the choice on."""
    options = Options(helping_hands=True, veterans="dealt")
    assert laws.check_twins(GAME, seats, 3, options=options) > 0


class LeakyKeep(State):
    """Everybody hears what is kept."""

    def say(self, event: Any) -> None:
        told = [body for body in (event.private or {}).values() if isinstance(body, Kept)]
        super().say(type(event)(told[0]) if told else event)


class LeakyAsking(State):
    """Only the holder is asked."""

    def ask(self, stage: Any, choices: Any) -> None:
        mine = {veteran: ways for veteran, ways in choices.items() if len(ways) > 1}
        super().ask(stage, mine if stage == "help" and mine else choices)


@pytest.mark.parametrize("leaky", [LeakyKeep, LeakyAsking])
def test_a_planted_leak_is_found(leaky: type[State]) -> None:
    """By the twin law."""
    with pytest.raises(laws.BrokenLaw, match="twins"):
        laws.check_twins(
            of_class(GAME, leaky), 2, 20, event_share=1.0, options=Options(helping_hands=True, veterans="dealt")
        )
