"""Worlds that a seat could be in: what it knows stays, what it does not know can be anywhere; and default moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from msgspec import to_builtins

from arena.games import Deal, laws
from arena.games.grizzled import GAME, Options, Saved, State, imagine
from arena.games.grizzled.deck import ORDERS, RECRUITS, TRIALS, trial_cards
from arena.games.grizzled.moves import DONE, WITHDRAW, AnyMove, Arrange, Order, Place, Use, deal, give, play, speech
from tests.games.grizzled.chapters import lost, take_all, won
from tests.games.grizzled.table import deck_of, do, do_at_once, legal, moves_of, new_game, table


def worlds(state: State, seat: int, count: int = 60) -> Iterator[State]:
    """So many imagined states, each of which shows the seat what it sees."""
    view, memory = state.view(seat), state.memory(seat)
    for draw in range(count):
        twin = imagine(seat, view, memory, Random(draw), state.options)
        assert twin.to_act() == state.to_act()
        assert twin.legal(seat) == state.legal(seat)
        assert to_builtins(twin.view(seat)) == to_builtins(view)
        assert to_builtins(twin.memory(seat)) == to_builtins(memory)
        yield twin


def all_cards(state: State) -> list[str]:
    """The Trial cards, wherever they lie, sorted."""
    found = [*state.trials, *state.reserve, *state.land, *state.discarded, *state.recruit_hand]
    found += [card for of in (*state.hands, *state.knocks) for card in of]
    return sorted([*found, *[landing.card for landing in state.landing]])


# What is unknown


def test_unknown_cards_go_everywhere() -> None:
    """A card that this seat has not seen is in either other hand, anywhere in the pile and in the reserve."""
    hands = [["night shell", "mute"], ["clumsy", "wounded"], ["fearful", "selfish"]]
    state = table(
        3, hands=hands, land=["snow mask"], discarded=["rain mask"], trials=["prideful", "fragile", "listless"]
    )
    where: Counter[str] = Counter()
    for twin in worlds(state, 0, 400):
        assert (twin.hands[0], twin.land, twin.discarded) == (("mute", "night shell"), ("snow mask",), ("rain mask",))
        assert all_cards(twin) == all_cards(state)
        places = {"hand 1": twin.hands[1], "hand 2": twin.hands[2], "reserve": twin.reserve}
        places |= {f"pile {number}": (card,) for number, card in enumerate(twin.trials)}
        where.update(place for place, cards in places.items() if "demoralized" in cards)
    # 64 cards are not seen: two in each hand, three in the pile, 57 in reserve.
    assert sum(where.values()) == 400
    assert {*where} == {"hand 1", "hand 2", "pile 0", "pile 1", "pile 2", "reserve"}
    assert 330 <= where["reserve"] <= 380
    assert max(count for place, count in where.items() if place != "reserve") <= 40


def test_the_true_cards_leave_no_trace() -> None:
    """Two tables that the seat cannot tell apart are imagined alike."""
    one = table(3, hands=[["mute"], ["clumsy"], ["wounded"]], trials=["fearful", "selfish"])
    other = table(3, hands=[["mute"], ["selfish"], ["fearful"]], trials=["wounded", "clumsy"])
    for a, b in zip(worlds(one, 0, 20), worlds(other, 0, 20), strict=True):
        assert (a.hands, a.trials, a.reserve) == (b.hands, b.trials, b.reserve)
    assert one.trials != other.trials


def test_returned_cards_are_not_in_reserve() -> None:
    """Cards of a mission that failed are in the pile or, after the deal, in a hand (ruling 8); one that is seen again
    is where it is seen."""
    land = ["night shell trap", "night mask trap"]
    state = table(
        3,
        hands=[["night whistle trap", "mute"], ["clumsy"], []],
        land=land,
        trials=["wounded", "fearful"],
        withdrawn=[2],
    )
    do(state, play("night whistle trap"))
    assert (state.mission, state.stage) == (3, "intensity")
    do(state, deal(1))
    back = {*land, "night whistle trap"}
    assert {*state.returned} <= back
    places: set[int | str] = set()
    for seat in range(3):
        for twin in worlds(state, seat):
            assert not back & {*twin.reserve}
            assert all_cards(twin) == all_cards(state)
            places |= {veteran for veteran, hand in enumerate(twin.hands) if back & {*hand}}
            places |= {"pile"} if back & {*twin.trials} else set()
    assert places == {0, 1, 2, "pile"}


def test_a_returned_card_may_be_the_one_in_hand() -> None:
    """Who draws such a card knows no more of the others of its name; who does not knows that one is not in reserve."""
    state = table(3, hands=[["night shell"], ["mute"], []], trials=["wounded", "fearful"])
    state.returned = ("night shell",)
    others = {seat: {twin.reserve.count("night shell") for twin in worlds(state, seat, 100)} for seat in (0, 1)}
    assert max(others[0]) == 2  # there are three, and one is in this hand
    assert max(others[1]) == 2


@pytest.mark.parametrize("seat", [1, 2])
def test_face_down_tiles_are_any(seat: int) -> None:
    """Of the tiles that lie before that veteran; its own player knows which."""
    state = table(3, hands=[[], ["mute"]], tiles={0: ["left 1", "left 2", "right 1"]})
    do(state, WITHDRAW, Place("left 2"))
    assert {twin.placed[0] for twin in worlds(state, seat)} == {"left 1", "left 2", "right 1"}
    assert {twin.placed[0] for twin in worlds(state, 0)} == {"left 2"}


def test_cards_that_were_picked_are_any() -> None:
    """One of the cards that the other could hold; the own choice is remembered (ruling 15: unseen until all chose)."""
    hands = [["night shell", "mute"], ["clumsy"], ["wounded", "snow mask"]]
    state = table(2, hands=hands, order="empathy", step="deal_cards")
    assert state.stage == "give"
    do_at_once(state, {0: give("mute"), 1: give("snow mask")})
    assert state.to_act() == (0,)
    mine = {twin.picks[2] for twin in worlds(state, 1, 20)}
    others = {twin.picks[0] for twin in worlds(state, 1, 60)}
    assert mine == {"snow mask"}
    assert len(others) > 10
    assert {twin.picks[0] for twin in worlds(state, 0, 20)} == {"mute"}
    chosen = [(twin.picks[0], twin.hands[0]) for twin in worlds(state, 1, 20)]
    assert all(card in hand for card, hand in chosen)
    assert 0 < sum(card == hand[0] for card, hand in chosen) < 20


# What is known


def test_what_a_lookout_saw_stays_on_top() -> None:
    """In its order, for the one who looked; the others know of no card there."""
    hands = [["mute"], ["clumsy"], ["fearful"]]
    state = table(3, hands=hands, trials=["wounded", "snow mask", "selfish", "fragile"], helping={0: ["lookout"]})
    do(state, Use("lookout"))
    for twin in worlds(state, 0, 20):
        assert twin.trials[:3] == ("wounded", "snow mask", "selfish")
    assert len({twin.trials[0] for twin in worlds(state, 1)}) > 20
    do(state, Arrange(("selfish", "wounded", "snow mask")))
    assert {twin.trials[:3] for twin in worlds(state, 0, 20)} == {("selfish", "wounded", "snow mask")}
    assert len({twin.trials[3] for twin in worlds(state, 0)}) > 20


def test_morale_covers_what_was_known() -> None:
    """Unknown cards come on top of it; it stays where it is under them."""
    state = table(3, trials=["wounded", "snow mask", "selfish"], hands=[["mute"], [], []], helping={0: ["lookout"]})
    do(state, Use("lookout"), Arrange(("selfish", "wounded", "snow mask")))
    do(state, WITHDRAW, WITHDRAW, WITHDRAW)
    depth = len(state.trials) - 3
    assert state.memory(0).top[depth:] == state.trials[depth:]
    assert {*state.memory(0).top[:depth]} <= {None}
    for twin in worlds(state, 0, 20):
        assert twin.trials[depth:] == state.trials[depth:]


def test_a_card_that_was_given_stays_in_that_hand() -> None:
    """Giver and receiver know it to be there until it is seen to leave; a third seat does not."""
    state = table(
        3,
        hands=[["mute", "clumsy"], ["wounded", "night shell"], ["fearful"]],
        helping={0: ["fair swap"]},
    )
    do(state, Use("fair swap", None, 1))
    state.apply({0: give("mute"), 1: give("night shell")})
    assert all("mute" in twin.hands[1] for twin in worlds(state, 0, 20))
    assert all("night shell" in twin.hands[0] for twin in worlds(state, 1, 20))
    assert not all("mute" in twin.hands[1] for twin in worlds(state, 2, 20))
    do(state, play("mute"))
    assert state.memory(0).hands == ()


def test_duo_remembers_the_hand_that_it_laid_down() -> None:
    """Its other veteran's cards are as last seen; those of the other player can be any (ruling 81)."""
    hands = [["mute", "clumsy"], ["wounded", "night shell"], ["fearful"], ["selfish"]]
    state = table(2, hands=hands)
    assert [hand.veteran for hand in state.view(0).hands] == [0]
    do(state, play("mute"))
    assert [hand.veteran for hand in state.view(0).hands] == [1]
    for twin in worlds(state, 0, 20):
        assert (twin.hands[0], twin.hands[1]) == (("clumsy",), ("night shell", "wounded"))
    assert len({twin.hands[0] for twin in worlds(state, 1)}) > 20
    before = table(2, hands=hands)
    assert len({twin.hands[1] for twin in worlds(before, 0)}) > 20


def test_duo_with_both_hands_open() -> None:
    """Then both are known, at any time."""
    hands = [["mute"], ["wounded"], ["fearful"], ["selfish"]]
    state = table(2, hands=hands, options=Options(see_both_hands=True))
    for twin in worlds(state, 0, 20):
        assert twin.hands[:2] == [("mute",), ("wounded",)]
    for twin in worlds(state, 1, 20):
        assert twin.hands[2:] == [("fearful",), ("selfish",)]


def test_duo_remembers_that_a_hand_was_empty() -> None:
    """As it does any other."""
    state = table(2, hands=[["mute"], [], ["fearful"], ["selfish"]])
    do(state, play("mute"), WITHDRAW)
    assert [(seen.veteran, seen.cards) for seen in state.memory(0).hands] == [(0, ()), (1, ())]


# Orders and Recruits


def test_orders_to_come() -> None:
    """The leader knows which one went back; the rest are any that make up the deck, none that was in force."""
    options = Options(orders="beginner")
    state = new_game(options, 3, Deal("orders"))
    leader = state.leader
    move = moves_of(state, Order)[0]
    do(state, move)
    second: dict[int, set[str]] = {}
    for seat in range(3):
        for twin in worlds(state, seat):
            assert len({*twin.order_deck}) == 11
            assert move.order not in twin.order_deck
            kinds = Counter(ORDERS[order].difficulty for order in (*twin.order_deck, move.order))
            assert kinds == {"easy": 4, "normal": 8}
            second.setdefault(seat, set()).add(twin.order_deck[0])
    assert second.pop(leader) == {*move.back}
    for names in second.values():
        assert {ORDERS[order].difficulty for order in names} == {"easy", "normal"}


def test_recruits_to_come() -> None:
    """Any that were not in play."""
    options = Options(recruits=5)
    state = table(3, recruit="theo", recruit_hand=["mute"], recruit_deck=["albert", "basile"], options=options)
    state.recruits_gone = ("kleber", "urbain")
    seen = {name for twin in worlds(state, 0, 100) for name in twin.recruit_deck}
    assert seen == RECRUITS.keys() - {"theo", "kleber", "urbain"}
    for twin in worlds(state, 0, 5):
        assert (twin.recruit, twin.recruit_hand, len(twin.recruit_deck)) == ("theo", ("mute",), 2)


# The campaign


def test_a_chapter_is_imagined_with_its_cards() -> None:
    """None that comes later, and none that was banished."""
    saved = Saved(banished=("night shell", "wounded"))
    state = new_game(Options(campaign="chapter", chapter=3, saved=saved), 3, Deal("imagine"))
    for seat in range(3):
        for twin in worlds(state, seat, 20):
            cards = all_cards(twin)
            assert cards == sorted(trial_cards(state.set_up.stock))
            assert len(cards) == 50 - 2
            assert not {"wounded", "aggressive", "listless"} & {*cards}
            assert cards.count("night shell") == 2
            assert not any(TRIALS[card].trap or TRIALS[card].luck for card in cards)


def test_a_later_chapter_is_imagined_with_its_own() -> None:
    """Within the whole campaign: Traps, Luck and the piles of the chapter that is played."""
    state = won(12, 3)
    take_all(state)
    assert (state.chapter, state.options.chapter) == (4, 3)
    for seat in range(3):
        for twin in worlds(state, seat, 10):
            assert all_cards(twin) == sorted(trial_cards(state.set_up.stock))
            assert len(all_cards(twin)) == 66
            assert twin.set_up == state.set_up


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [Options(), Options(orders="veteran", recruits=5, helping_hands=True)])
def test_imagined_worlds_hold_all_cards(seats: int, options: Options) -> None:
    """At every decision of random games, for every seat."""
    for number in range(2):
        rng = Random(number)
        state = new_game(options, seats, Deal(f"imagine {number}"))
        while state.to_act():
            for seat in range(seats):
                for twin in worlds(state, seat, 1):
                    assert all_cards(twin) == deck_of(options, seats)
            state.apply({seat: rng.choice(state.legal(seat)) for seat in state.to_act()})


def test_one_player_knows_its_hand() -> None:
    """And nothing of the pile."""
    state = new_game(Options(), 1, Deal("alone"))
    piles = {twin.trials[0] for twin in worlds(state, 0)}
    assert all(twin.hands[0] == state.hands[0] for twin in worlds(state, 0, 5))
    assert len(piles) > 20
    assert laws.check_twins(GAME, 1, 2, options=state.options) > 0


# Default moves


TWO = ["night shell", "snow mask"]
LETTER = {0: ["letter from home"]}
DEFAULTS: list[tuple[State, AnyMove]] = [
    (table(3, hands=[TWO]), WITHDRAW),
    (table(3, hands=[TWO], helping={0: ["second wind"]}, speeches={0: 1}), WITHDRAW),
    (table(3, hands=[TWO], knocks={0: ["prideful"]}, speeches={0: 1}), play("night shell")),
    (table(3, recruit="jules", recruit_hand=TWO, active=-1), play("night shell")),
    (table(3, recruit="albert", recruit_hand=TWO, active=-1), WITHDRAW),
    (table(3, success=True, step="drop_morale", helping=LETTER, trials=["mute"]), DONE),
    (table(3, mission=2, trials=TWO * 2, step="choose_intensity"), deal(1)),
    (table(1, hands=[["wounded"]], trials=TWO, filling=True, withdrawn=[1]), WITHDRAW),
    (lost([TWO], 1), DONE),
]


@pytest.mark.parametrize(("state", "move"), DEFAULTS)
def test_default(state: State, move: AnyMove) -> None:
    """Withdraw where that is possible, else nothing more, else the first legal move."""
    (seat,) = state.to_act()
    assert state.default(seat) == move
    assert move in legal(state)


def test_default_after_the_action() -> None:
    """A tile is placed, the first; on a Speech nothing is discarded, and nothing is removed after Support."""
    state = table(3, hands=[[], ["night shell"], ["mute"]], tiles={0: ["left 1", "right 1"]}, speeches={1: 1})
    do(state, state.default(0))
    assert state.default(0) == Place("left 1")
    do(state, state.default(0), speech("night"))
    assert state.default(2) == DONE
    tiles = {0: ["left 1"]}
    state = table(3, knocks={1: ["mute"]}, tiles=tiles, placed={0: "left 1"}, success=True, step="reveal")
    assert state.default(1) == DONE
    reward = won(6, 3)
    assert reward.default(0) == legal(reward)[0]


def test_default_moves_end_a_game() -> None:
    """A table at which nobody says a word loses the chapter, and the whole campaign, in a few missions."""
    for options in (Options(), Options(campaign="whole", chapter=0)):
        state = new_game(options, 3, Deal("silent"))
        for _ in range(3000):
            if not (acting := state.to_act()):
                break
            state.apply({seat: state.default(seat) for seat in acting})
        assert state.result is not None
        assert not state.result.won
