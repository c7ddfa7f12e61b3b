"""The five friendships, how one of two Helping Hands is kept, and games with all of them. Rulings 35, 69, 70."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from arena.games import Deal, laws
from arena.games.grizzled import GAME, Options, Saved, State, new
from arena.games.grizzled.deck import HELPING_HANDS
from arena.games.grizzled.events import Began, CharmReady, GameOver, Gave, Kept, MissionEnded, Spoke
from arena.games.grizzled.moves import DONE, WITHDRAW, AnyMove, Keep, Speech, give, play, shed, speech, use
from arena.games.grizzled.no_mans_land import threats
from tests.games.grizzled.table import do, do_at_once, legal, may_leave, moves_of, new_game, of_kind, shown, table, told
from tests.games.grizzled.test_helping_actions import same_world

TWO_NIGHTS = ["night shell", "night mask"]


# One of two, in a single game (p.14)


@pytest.mark.parametrize("seats", [3, 4])
def test_two_each_and_one_is_kept(seats: int) -> None:
    """All choose at once, before anything else; what is not kept is out of the game."""
    options = Options(helping_hands=True, open_helping_hands=True, orders="experienced")
    state = new_game(options, seats, Deal("two each"))
    pairs = state.offered
    assert state.view(0).pending.offered == pairs
    assert (state.stage, state.to_act()) == ("keep", tuple(range(seats)))
    began = new(options, seats, Deal("two each"))
    assert of_kind(shown(began), Began)[0].offered == pairs
    assert len({hand for pair in pairs for hand in pair}) == 2 * seats
    assert [state.legal(seat) for seat in range(seats)] == [tuple(map(Keep, pair)) for pair in pairs]
    same_world(state)
    do_at_once(state, {seat: Keep(pair[seat % 2]) for seat, pair in enumerate(pairs)})
    assert state.helping == [(pair[seat % 2],) for seat, pair in enumerate(pairs)]
    assert state.helped == tuple(sorted(pair[1 - seat % 2] for seat, pair in enumerate(pairs)))
    assert of_kind(shown(state), Kept) == [Kept(seat, pair[seat % 2]) for seat, pair in enumerate(pairs)]
    assert state.view(1).pending.offered == ()
    assert state.mission == 1


def test_two_each_with_two_seats() -> None:
    """Four veterans choose, each player for one after the other, knowing its first choice."""
    state = new_game(Options(helping_hands=True, open_helping_hands=True), 2, Deal("duo"))
    pairs = state.offered
    assert (len(pairs), state.asked) == (4, {0: 0, 1: 2})
    do_at_once(same_world(state), {0: Keep(pairs[0][0]), 1: Keep(pairs[2][1])})
    assert (state.stage, state.asked, state.offered) == ("keep", {0: 1, 1: 3}, ((), pairs[1], (), pairs[3]))
    do_at_once(same_world(state), {0: Keep(pairs[1][1]), 1: Keep(pairs[3][0])})
    assert state.helping == [(pairs[0][0],), (pairs[1][1],), (pairs[2][1],), (pairs[3][0],)]
    assert len(state.helped) == 4


def test_two_each_is_luck_of_the_deal() -> None:
    """Every Helping Hand is drawn sometimes, and the same deal draws the same."""
    drawn: Counter[str] = Counter()
    for number in range(40):
        state = new_game(Options(helping_hands=True), 4, Deal(f"luck {number}"))
        drawn.update([hand for pair in state.offered for hand in pair])
        assert state.offered == new_game(Options(helping_hands=True), 4, Deal(f"luck {number}")).offered
    assert drawn.keys() == HELPING_HANDS.keys()


def test_without_helping_hands() -> None:
    """Nobody has any, and nothing is asked."""
    state = new_game(Options(), 4, Deal("none"))
    assert (state.offered, state.helping, state.stage) == ((), [()] * 4, "action")


# Old comrades


@pytest.mark.parametrize(("holder", "ready"), [(None, False), (0, True), (2, False), (1, False)])
@pytest.mark.parametrize("success", [True, False])
def test_old_comrades(holder: int | None, ready: bool, success: bool) -> None:
    """When the left neighbour is supported the holder's charm turns; not when anybody else is, nor the holder."""
    helping = {} if holder is None else {holder: ["old comrades"]}
    state = table(4, hands=[["mute"]], placed={0: "left 1"}, tiles={0: ["left 1"]}, used=[0, 1, 2, 3], success=success,
                  withdrawn=range(4) if success else [0], helping=helping, step="reveal")  # fmt: skip
    assert state.ready == [ready, True, False, False]
    assert of_kind(shown(state), CharmReady) == [CharmReady(0)] * ready
    assert holder is None or state.helping[holder] == ("old comrades",)


def test_old_comrades_when_nobody_is_supported() -> None:
    """A tie turns no charm; a casting vote for the neighbour does."""
    tied = {"placed": {0: "left 1", 1: "left 1"}, "tiles": {0: ["left 1"], 1: ["left 1"]}, "used": [0, 1, 2, 3]}
    laid: dict[str, Any] = {**tied, "hands": [["mute"]], "success": True, "withdrawn": range(4)}
    assert table(4, **laid, helping={0: ["old comrades"]}, step="reveal").ready == [False] * 4
    state = table(4, **laid, helping={0: ["old comrades", "casting vote"]}, step="reveal")
    do(state, use("casting vote", None, 1))
    assert state.ready == [True, True, False, False]


def test_old_comrades_round_the_table() -> None:
    """The last one's neighbour is the first; with three seats as well."""
    state = table(3, hands=[["mute"]], placed={1: "right 1"}, tiles={1: ["right 1"]}, used=[0, 2], success=True,
                  withdrawn=range(3), helping={2: ["old comrades"]}, step="reveal")  # fmt: skip
    assert state.ready == [True, True, True]


def test_ruling_35_old_comrades_when_cut_off() -> None:
    """The neighbour has most tiles; that nobody gains from them is the Order's, and the friendship prevails."""
    state = table(4, hands=[["mute"]], placed={0: "left 1"}, tiles={0: ["left 1"]}, used=[0, 1], success=True,
                  withdrawn=range(4), order="cut off", helping={0: ["old comrades"]}, step="reveal")  # fmt: skip
    assert state.ready == [True, False, True, True]


# Like brothers


def begun(helping: dict[int, list[str]], hands: list[list[str]], seats: int = 4) -> State:
    """The cards of a mission have been dealt, each has one more from the pile."""
    pile = ["rain mask", "snow shell", "rain shell", "snow mask"][: len(hands)]
    state = table(seats, hands=hands, trials=pile, helping=helping, step="choose_intensity")
    (move,) = legal(state)
    do(state, move)
    return state


def test_like_brothers() -> None:
    """The holder may give its left neighbour a card before the first turn, in each mission."""
    state = begun({2: ["like brothers"]}, [["mute"], ["clumsy"], ["fragile"], ["selfish"]])
    assert (state.stage, state.to_act()) == ("give", (2,))
    assert legal(same_world(state)) == (give("fragile"), give("rain shell"), DONE)
    other = state.clone()
    assert do(state, give("fragile"))[-1] == Gave(2, 3)
    assert (state.hands[2], state.hands[3]) == (("rain shell",), ("fragile", "selfish", "snow mask"))
    assert (state.stage, state.active, state.helping[2], state.helped) == ("action", 0, ("like brothers",), ())
    same_world(state)
    do(other, DONE)
    assert (other.hands[2], other.hands[3]) == (("fragile", "rain shell"), ("selfish", "snow mask"))
    for _ in range(4):
        do(state, WITHDRAW)
    while state.stage == "intensity":
        do(state, legal(state)[0])
    assert (state.mission, state.stage, state.to_act()) == (3, "give", (2,))


def test_like_brothers_only_the_two_see_the_card() -> None:
    """The giver remembers where it is."""
    state = begun({2: ["like brothers"]}, [["mute"], ["clumsy"], ["fragile"], ["selfish"]])
    do(state, give("fragile"))
    assert [Gave(2, 3, "fragile") in told(state, seat) for seat in range(4)] == [False, False, True, True]
    held = [[(seen.veteran, seen.cards) for seen in state.memory(seat).hands] for seat in range(4)]
    assert held == [[], [], [(3, ("fragile",))], []]


def test_like_brothers_without_cards() -> None:
    """Nobody is asked."""
    state = table(3, hands=[["mute"]], trials=[], helping={2: ["like brothers"]}, step="deal_cards")
    assert (state.stage, state.active) == ("action", 0)


def test_like_brothers_with_two_seats() -> None:
    """The neighbour may be of the same player or of the other."""
    hands = [["mute"], ["clumsy"], ["fragile"], ["selfish"]]
    for holder, seat, sees in ((0, 0, [0]), (1, 0, [0, 1])):
        state = begun({holder: ["like brothers"]}, hands, 2)
        assert (state.to_act(), state.asked) == ((seat,), {seat: holder})
        do(same_world(state), legal(state)[0])
        assert [one for one in (0, 1) if any(getattr(event, "card", None) for event in told(state, one))] == sees
        same_world(state)


# Sworn word


def spoken(move: AnyMove, seats: int = 4, **more: Any) -> State:
    """The first gives a Speech against the night; its left neighbour has three cards for it, the next one two."""
    hands = [["mute"], ["night shell", "night mask", "trauma night"], ["night whistle", "night rain"]]
    laid: dict[str, Any] = {"helping": {0: ["sworn word", "marching song"]}, "speeches": {0: 1}}
    state = table(seats, hands=hands, **{**laid, **more})
    do(state, move)
    return state


@pytest.mark.parametrize("move", [speech("night"), Speech("night", "marching song")])
def test_sworn_word(move: Speech) -> None:
    """The neighbour may discard two cards, the others one; also when the holder sings."""
    state = spoken(move)
    assert state.to_act() == (1, 2, 3)
    do_at_once(same_world(state), {1: shed("night shell"), 2: shed("night rain"), 3: DONE})
    assert (state.stage, state.to_act()) == ("speech", (1,))
    assert legal(same_world(state)) == (shed("night mask"), shed("trauma night"), DONE)
    do(state, shed("trauma night"))
    assert (state.stage, state.to_act(), state.hands[1]) == ("action", (1,), ("night mask",))
    assert state.discarded == ("night rain", "night shell", "trauma night")
    assert "sworn word" in state.helping[0]


def test_sworn_word_one_or_none() -> None:
    """It may stop after one; who discards none is not asked again."""
    state = spoken(speech("night"))
    do_at_once(state, {1: shed("night shell"), 2: DONE, 3: DONE})
    do(state, DONE)
    assert (state.stage, state.discarded) == ("action", ("night shell",))
    state = spoken(speech("night"))
    do_at_once(state, {1: DONE, 2: DONE, 3: DONE})
    assert (state.stage, state.discarded) == ("action", ())


@pytest.mark.parametrize("helping", [{}, {1: ["sworn word"]}, {3: ["sworn word"]}])
def test_sworn_word_is_the_holders_speech(helping: dict[int, list[str]]) -> None:
    """Without it, with the neighbour's own, or with that of the one before, each discards one at most."""
    state = spoken(speech("night"), helping=helping)
    do_at_once(state, {1: shed("night shell"), 2: DONE, 3: DONE})
    assert (state.stage, state.to_act()) == ("action", (1,))


def test_sworn_word_and_a_withdrawn_neighbour() -> None:
    """It is no target of a Speech (ruling 17)."""
    state = spoken(speech("night"), withdrawn=[1])
    assert (state.to_act(), state.listeners) == ((2, 3), (2, 3))


def test_ruling_35_sworn_word_with_two_seats() -> None:
    """The neighbour of the same player is spoken to as well, and twice: the friendship beats ruling 80."""
    state = spoken(speech("night"), 2)
    assert (state.listeners, state.asked) == ((1, 1, 2, 3), {0: 1, 1: 2})
    do_at_once(same_world(state), {0: shed("night shell"), 1: shed("night whistle")})
    assert state.asked == {0: 1, 1: 3}
    do_at_once(same_world(state), {0: shed("night mask"), 1: DONE})
    assert (state.stage, state.discarded) == ("action", ("night mask", "night shell", "night whistle"))
    plain = spoken(speech("night"), 2, helping={})
    assert plain.listeners == (2, 3)


def test_sworn_word_second_card_under_nothing_forgotten() -> None:
    """Both are removed by the Speech: both are shuffled into the pile."""
    state = spoken(speech("night"), order="nothing forgotten")
    do_at_once(state, {1: shed("night shell"), 2: DONE, 3: DONE})
    do(state, shed("night mask"))
    assert (sorted(state.trials), state.discarded) == (["night mask", "night shell"], ())


# Same village


@pytest.mark.parametrize(
    ("helping", "withdrawn", "nights"),
    [
        ({0: ["same village"]}, [], 0),
        ({0: ["same village"]}, [1], 1),
        ({0: ["same village"]}, [2, 3], 0),
        ({3: ["same village"]}, [], 1),
        ({1: ["same village"]}, [], 1),
        ({}, [], 1),
        ({0: ["same village"]}, [0], 0),
        ({0: ["same village"]}, [0, 1], 0),
    ],
)
def test_same_village(helping: dict[int, list[str]], withdrawn: list[int], nights: int) -> None:
    """The holder's Trauma does not count while its left neighbour is in the mission; nobody else's is spared."""
    active = next(veteran for veteran in (2, 3, 0) if veteran not in withdrawn)
    state = table(4, knocks={0: ["trauma night"]}, helping=helping, withdrawn=withdrawn, active=active)
    assert threats(state)["night"] == nights
    assert state.view(2).threats["night"] == nights


def test_same_village_saves_the_mission() -> None:
    """The third night is none as long as the neighbour stays."""
    for helping, over in (({0: ["same village"]}, False), ({}, True)):
        state = table(4, hands=[["trauma night", "mute"]], land=TWO_NIGHTS, helping=helping)
        events = do(state, play("trauma night"))
        assert (MissionEnded(False, ("night",)) in events) is over
    assert may_leave(table(4, hands=[["mute"]], land=["night shell"], knocks={0: ["fearful", "trauma night"]},
                           helping={0: ["same village"]})) is None  # fmt: skip


def test_same_village_spares_only_one() -> None:
    """That which counts most; of two alike the one that came first. Another of the holder's counts."""
    knocks = {0: ["trauma rain", "phobia mask"]}
    for land, spared in (([], "rain"), (["rain shell"], "rain"), (["night mask"], "mask"), (["rain mask"], "rain")):
        state = table(4, knocks=knocks, land=land, helping={0: ["same village"]})
        plain = table(4, knocks=knocks, land=land)
        assert threats(plain)[spared] == threats(state)[spared] + 1
        assert sum(threats(plain).values()) == sum(threats(state).values()) + 1


def test_ruling_35_same_village_always_helps() -> None:
    """Night cannot fail the mission by the Order: it is the snow that is spared, whichever came first."""
    for knocks in (["trauma night", "trauma snow"], ["trauma snow", "trauma night"]):
        land = [*TWO_NIGHTS, "snow shell", "snow mask"]
        state = table(4, hands=[["mute"]], knocks={0: knocks}, land=land, order="moonlit ground",
                      helping={0: ["same village"]})  # fmt: skip
        do(state, play("mute"))
        assert (state.success, state.active) == (None, 1)


# Unbreakable


@pytest.mark.parametrize(
    ("veteran", "bolts", "lost"),
    [(0, 4, False), (0, 5, True), (1, 4, False), (1, 5, True), (2, 4, True), (3, 4, True), (2, 3, False)],
)
def test_unbreakable(veteran: int, bolts: int, lost: bool) -> None:
    """The holder and its left neighbour fall with five bolts, the others with four (ruling 24)."""
    knocks = ["wounded", "mute", "fragile", "selfish"][: bolts - 1]
    state = table(4, hands=[["clumsy"]], knocks={veteran: knocks}, success=True, withdrawn=range(4),
                  helping={0: ["unbreakable"]}, step="judge")  # fmt: skip
    assert (state.outcome() is not None) is lost
    assert [event.defeat for event in of_kind(shown(state), GameOver)] == ["four hard knocks"] * lost


def test_unbreakable_missing() -> None:
    """Without it four are enough."""
    state = table(4, hands=[["clumsy"]], knocks={0: ["wounded", "mute", "fragile"]}, success=True, withdrawn=range(4),
                  step="judge")  # fmt: skip
    assert state.outcome() is not None


# Together


@pytest.mark.parametrize("hand", ["old comrades", "like brothers", "sworn word", "same village", "unbreakable"])
def test_ruling_69_a_friendship_is_no_action(hand: str) -> None:
    """It works from the moment it is kept, is never used up, and all see it (ruling 70)."""
    state = table(3, hands=[["mute"], ["clumsy"]], helping={0: [hand]}, trials=["rain mask"])
    assert moves_of(state, Speech) == []
    assert {type(move).__name__ for move in legal(state)} == {"Play", "Withdraw"}
    assert all(state.view(seat).veterans[0].helping == (HELPING_HANDS[hand],) for seat in range(3))
    while state.mission == 2:
        state.apply({seat: state.default(seat) for seat in state.to_act()})
    assert (state.helping[0], state.helped) == ((hand,), ())
    assert Spoke not in map(type, shown(state))


def all_of_them(seats: int, turned: int = 0) -> Options:
    """The last chapter, and all 23 Helping Hands among the veterans."""
    names = sorted(HELPING_HANDS)
    count = 3 if seats == 3 else 4
    hands = tuple(tuple(names[(veteran + turned) % count :: count]) for veteran in range(count))
    return Options(campaign="chapter", chapter=9, saved=Saved(hands=hands, earned=tuple(names)))


def eager(legal: Sequence[AnyMove], rng: Random) -> AnyMove:
    """A Helping Hand if there is one, but not always; else rather a card than to withdraw."""
    helping = [move for move in legal if getattr(move, "hand", None) is not None]
    acting = [move for move in legal if move not in (WITHDRAW, DONE)]
    return rng.choice(helping if helping and rng.random() < 0.7 else acting or legal)


CHECKS = [laws.check_rules, laws.check_determinism, laws.check_clone, laws.check_illegal_moves, laws.check_twins]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_law(seats: int) -> None:
    """In a single game with one each, and where everybody has many."""
    for options in (Options(helping_hands=True, orders="veteran", recruits=5), all_of_them(seats)):
        for check in CHECKS:
            assert check(GAME, seats, 1, seed=5, options=options) > 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_helping_hand_is_used_and_can_be_imagined(seats: int) -> None:
    """Random games in which a Helping Hand is used wherever one can be: all single ones are, sooner or later."""
    single = {name for name, hand in HELPING_HANDS.items() if hand.category != "friendship"}
    events = {name for name, hand in HELPING_HANDS.items() if hand.category == "event"}
    used: set[str] = set()
    stages: set[str] = set()
    for number in range(40):
        if used == single:
            break
        rng = Random(number)
        state = new_game(all_of_them(seats, number), seats, Deal(f"used {number}"))
        while acting := state.to_act():
            if state.moment is not None or rng.random() < 0.05:
                same_world(state)
            stages |= {state.stage, state.moment or ""}
            state.apply({seat: eager(state.legal(seat), rng) for seat in acting})
        used |= {*state.helped}
    assert used == single
    assert {"second", "arrange", "give", "remove", "help", *events} <= stages
