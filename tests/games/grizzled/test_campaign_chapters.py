"""The campaign's chapters: piles, cards, decks, and what is special in four of them. All numbers are literals."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from arena.games import Deal
from arena.games.grizzled import Options, State, new
from arena.games.grizzled.deck import CHAPTERS, ORDERS, TRIALS
from arena.games.grizzled.events import (
    Began,
    MoraleDropped,
    Ordered,
    OrdersDrawn,
    OrdersRefused,
    Played,
    Removed,
    TrapStopped,
)
from arena.games.grizzled.moves import DONE, REFUSE, Order, Use, deal, play, remove
from arena.games.grizzled.no_mans_land import threats
from tests.games.grizzled.chapters import same_world
from tests.games.grizzled.orders_table import TRIALS as SEVENTEEN
from tests.games.grizzled.table import deck_of, do, legal, moves_of, new_game, of_kind, shown, table, told

Deck = tuple[int, int, int] | None
BEGINNER, EXPERIENCED, VETERAN = (4, 8, 0), (4, 4, 4), (2, 4, 6)
PLANS: list[tuple[int, int, int, Deck, int, int]] = [
    # chapter, Trials, reserve, Orders, Recruits, Helping Hands offered
    (0, 15, 29, None, 0, 0),
    (1, 20, 24, None, 0, 3),
    (2, 20, 26, BEGINNER, 0, 3),
    (3, 22, 28, BEGINNER, 3, 3),
    (4, 26, 40, BEGINNER, 3, 3),
    (5, 26, 40, EXPERIENCED, 3, 3),
    (6, 28, 39, EXPERIENCED, 4, 3),
    (7, 28, 40, EXPERIENCED, 4, 3),
    (8, 30, 38, VETERAN, 5, 2),
    (9, 32, 36, VETERAN, 5, 0),
]
FIRST_KNOCKS = {
    "trauma night", "trauma snow", "trauma rain", "phobia shell", "phobia mask", "phobia whistle", "merry christmas",
    "wounded", "panicked", "selfish", "frenzied", "hardheaded", "prideful", "absent-minded",
}  # fmt: skip
LATER_KNOCKS = [
    (2, {"clumsy", "demoralized"}),
    (3, {"tyrannical", "mute", "fearful", "fragile"}),
    (4, {"aggressive"}),
    (6, {"superstitious"}),
    (7, {"listless"}),
]
TEN = range(10)
DROP = "drop_morale"


def options(chapter: int) -> Options:
    return Options(campaign="chapter", chapter=chapter)


def begin(chapter: int, seats: int = 3, seed: str = "chapter") -> State:
    return new_game(options(chapter), seats, Deal(f"{seed} {chapter}"))


# Set-up


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("chapter", "trials", "reserve", "deck", "recruits", "offered"), PLANS)
def test_set_up(seats: int, chapter: int, trials: int, reserve: int, deck: Deck, recruits: int, offered: int) -> None:
    """The sizes of the piles and the decks, before any card is dealt."""
    state = new(options(chapter), seats, Deal("set-up"))
    assert len(state.trials) + sum(map(len, state.hands)) == trials
    assert len(state.reserve) == reserve
    difficulties = Counter(ORDERS[order].difficulty for order in (*state.order_deck, *state.orders))
    assert tuple(difficulties[kind] for kind in ("easy", "normal", "hard")) == (deck or (0, 0, 0))
    assert len({*state.order_deck, *state.orders}) == (12 if deck else 0)
    assert len({*state.recruit_deck}) == len(state.recruit_deck) == recruits
    assert state.recruit is None
    assert CHAPTERS[chapter].offered == offered
    (began,) = of_kind(shown(new(options(chapter), seats, Deal("began"))), Began)
    assert began.chapter == chapter
    assert state.view(0).campaign is not None
    same_world(state)


@pytest.mark.parametrize("chapter", TEN)
def test_threats(chapter: int) -> None:
    """Thirty without a symbol from the beginning; nine Traps and six Luck symbols with Verdun (chapter 4)."""
    threats = [TRIALS[card] for card in deck_of(options(chapter), 3) if not TRIALS[card].hard_knock]
    plain = [card for card in threats if not card.trap and not card.luck]
    later = chapter >= 4
    assert (len(plain), sum(card.trap for card in threats), sum(card.luck for card in threats)) == (
        30,
        9 * later,
        6 * later,
    )
    assert Counter(card.card for card in plain)["night shell"] == 3


@pytest.mark.parametrize("chapter", TEN)
def test_hard_knocks(chapter: int) -> None:
    """Fourteen from the beginning; the others as their numbers have it, Aggressive with the Traps."""
    expected = {*FIRST_KNOCKS}.union(*[knocks for since, knocks in LATER_KNOCKS if since <= chapter])
    found = [card for card in deck_of(options(chapter), 4) if TRIALS[card].hard_knock]
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize(
    ("chapter", "name"),
    [
        (0, "Boot Camp"),
        (1, "Mobilisation (1914)"),
        (2, "First Winter (1914-15)"),
        (3, "New Faces (1915)"),
        (4, "Verdun (1916)"),
        (5, "The Somme (1916)"),
        (6, "The Ridge (1917)"),
        (7, "Refusals (1917)"),
        (8, "Last Offensives (1918)"),
        (9, "Armistice (1918)"),
    ],
)
def test_names(chapter: int, name: str) -> None:
    """Boot camp and nine chapters."""
    assert CHAPTERS[chapter].name == name
    assert len(CHAPTERS) == 10


def test_all_helping_hands_can_be_earned() -> None:
    """Seven times three and two: all 23."""
    assert sum(chapter.offered for chapter in CHAPTERS) == 23


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("chapter", [0, 1])
def test_ruling_4_without_orders_the_first_mission_is_of_three(chapter: int, seats: int) -> None:
    """All have three cards before the first decision; that is an action."""
    state = begin(chapter, seats)
    assert (state.stage, state.mission, [len(hand) for hand in state.hands]) == ("action", 1, [3] * len(state.hands))


@pytest.mark.parametrize("chapter", [2, 3, 4, 8, 9])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ruling_4_the_first_mission_is_of_three_whatever_its_order_says(chapter: int, seats: int) -> None:
    """p.5: in the first mission of a chapter the instructions say how many cards are dealt, in later ones the Order."""
    state = begin(chapter, seats)
    assert state.stage == "order"
    for move in moves_of(state, Order):
        one = state.clone()
        do(one, move)
        assert (one.stage, one.intensity) == (one.stage, 3)
        assert one.stage not in ("order", "intensity")
    later = options(chapter)
    pile = [card for card in SEVENTEEN if card in deck_of(later, seats)]
    order, other = "masks issued", "relief"  # 4 with three veterans, 3 with four
    second = table(seats, order_deck=[order, other], mission=2, trials=pile, options=later, step="draw_more_orders")
    do(second, Order(order, (other,)))
    assert legal(second)[0] == deal(ORDERS[order].least[0 if seats == 3 else 1])
    same_world(second)


def test_ruling_4_a_leader_may_deal_more_under_the_option() -> None:
    """From three on."""
    state = new_game(replace(options(4), free_intensity=True), 3, Deal("free"))
    do(state, moves_of(state, Order)[0])
    assert (state.stage, legal(state)[0]) == ("intensity", deal(3))


def test_the_same_deal_is_the_same_chapter() -> None:
    """And each chapter has its own luck."""
    one, again = begin(4), begin(4)
    assert (one.trials, one.reserve, one.order_deck, one.recruit_deck) == (
        again.trials,
        again.reserve,
        again.order_deck,
        again.recruit_deck,
    )
    fifth, sixth, eighth = [new_game(options(chapter), 3, Deal("chapter 4")) for chapter in (5, 7, 8)]
    assert one.trials != fifth.trials
    assert one.recruit_deck != fifth.recruit_deck
    assert {*fifth.order_deck, *fifth.orders} != {*sixth.order_deck}
    assert sixth.reserve != eighth.reserve
    assert len({new_game(options(chapter), 4, Deal("one deal")).leader for chapter in TEN}) > 1


# Traps and Luck


@pytest.mark.parametrize("chapter", [4, 9])
def test_traps_spring_since_verdun(chapter: int) -> None:
    """And a Luck symbol stops one (rulings 41 and 44)."""
    hands, trials = [["night shell trap"]], ["snow mask", "mute"]
    state = table(3, hands=hands, trials=trials, options=options(chapter))
    assert do(state, play("night shell trap")) == [Played(0, "night shell trap"), Played(0, "snow mask", "trap")]
    lucky = table(3, hands=hands, trials=trials, land=["rain luck"], options=options(chapter))
    assert do(lucky, play("night shell trap")) == [Played(0, "night shell trap"), TrapStopped(0, "rain luck")]


@pytest.mark.parametrize("chapter", [0, 1, 2, 3])
def test_no_symbols_before(chapter: int) -> None:
    """Neither cards with them nor rules for them."""
    state = begin(chapter)
    assert (state.set_up.traps, state.set_up.luck) == (False, False)


# Chapter 2: two at Christmas


@pytest.mark.parametrize(("chapter", "count"), [(1, 1), (2, 2), (3, 1), (9, 1)])
def test_merry_christmas_takes_two_off_in_the_first_winter(chapter: int, count: int) -> None:
    """It must (ruling 26); both at once or of two veterans, only in chapter 2."""
    knocks = {0: ["wounded"], 1: ["trauma night", "trauma snow"]}
    state = table(3, hands=[["merry christmas"], ["night mask"]], knocks=knocks, options=options(chapter))
    events = do(state, play("merry christmas"), remove(1, "trauma snow"))
    if count == 2:
        assert state.stage == "remove"
        assert legal(state) == (remove(0, "wounded"), remove(1, "trauma night"))
        same_world(state)
        events += do(state, remove(0, "wounded"))
    assert of_kind(events, Removed) == [Removed(1, "trauma snow"), Removed(0, "wounded")][:count]
    assert (state.stage, state.active) == ("action", 1)
    assert "merry christmas" in state.discarded


@pytest.mark.parametrize("knocks", [{}, {2: ["wounded"]}])
def test_the_second_one_if_there_is_one(knocks: dict[int, list[str]]) -> None:
    """With one Hard Knock it is that, with none nothing; then the game goes on."""
    state = table(3, hands=[["merry christmas"], ["night mask"]], knocks=knocks, options=options(2))
    do(state, play("merry christmas"), *[remove(2, "wounded")] * len(knocks))
    assert (state.stage, state.active, state.knocks) == ("action", 1, [(), (), ()])


# Chapter 5: a blind Order


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_order_of_the_somme_is_drawn_blind(seats: int) -> None:
    """One card, in force for all to see; the leader has no choice, and the intensity is in the instructions."""
    state = begin(5, seats)
    assert (state.stage not in ("order", "intensity"), state.intensity) == (True, 3)
    assert state.order is not None
    assert of_kind(shown(state), Ordered) == [Ordered(state.order)]
    assert of_kind(told(state, state.seat_of[state.leader]), OrdersDrawn) == []
    assert len(state.order_deck) == 11
    assert state.known_orders == [()] * seats
    same_world(state)


@pytest.mark.parametrize(("chapter", "mission", "count"), [(5, 1, 1), (5, 2, 2), (4, 1, 2), (6, 1, 2)])
def test_only_the_first_mission_and_only_there(chapter: int, mission: int, count: int) -> None:
    """From the second mission on there are two to choose from, as in other chapters."""
    deck = ["mail call", "relief", "sleepless"]
    state = table(3, order_deck=deck, mission=mission, options=options(chapter), step="draw_more_orders")
    if count == 1:
        assert (state.intensity, state.order, state.order_deck) == (3, "mail call", ("relief", "sleepless"))
    else:
        assert (state.stage, {move.order for move in moves_of(state, Order)}) == ("order", {"mail call", "relief"})


def test_ruling_35_a_friend_at_headquarters_sees_to_it() -> None:
    """His card lets the leader draw one more also when only one is drawn: in a conflict the Helping Hand prevails."""
    deck = ["mail call", "relief", "sleepless"]
    friend = {1: ["friend at headquarters"]}
    state = table(3, order_deck=deck, helping=friend, mission=1, options=options(5), step="draw_more_orders")
    assert (state.stage, state.to_act()) == ("help", (1,))
    same_world(state)
    blind = state.clone()
    do(blind, DONE)
    assert (blind.intensity, blind.order) == (3, "mail call")
    do(state, Use("friend at headquarters"))
    assert {move.order for move in moves_of(state, Order)} == {"mail call", "relief"}
    same_world(state)


# Chapter 6: at least four


@pytest.mark.parametrize(
    ("chapter", "cards", "drop"), [(6, 0, 4), (6, 3, 4), (6, 4, 4), (6, 5, 5), (6, 9, 6), (5, 0, 3), (7, 3, 3)]
)
def test_morale_drops_by_four_at_least_at_the_ridge(chapter: int, cards: int, drop: int) -> None:
    """Instead of three; the ceiling is as always (ruling 54)."""
    hand = [card for card in deck_of(options(chapter), 3) if card != "prideful"][:cards]
    state = table(3, hands=[hand], trials=["prideful"], options=options(chapter), step=DROP)
    assert of_kind(shown(state), MoraleDropped)[0] == MoraleDropped(drop)


def test_ruling_38_demoralized_comes_on_top() -> None:
    """Five at least, then."""
    state = table(3, knocks={0: ["demoralized"]}, trials=["mute"], options=options(6), step=DROP)
    assert of_kind(shown(state), MoraleDropped)[0] == MoraleDropped(5)


def test_ruling_35_a_letter_makes_it_less() -> None:
    """A Helping Hand beats the chapter: two cards less than four."""
    letter = {1: ["letter from home"]}
    state = table(3, helping=letter, trials=["mute"], options=options(6), step=DROP)
    same_world(state)
    assert of_kind(do(state, Use("letter from home")), MoraleDropped)[0] == MoraleDropped(2)


# Chapter 7: refusals


def refusal(chapter: int = 7, mission: int = 1, deck: tuple[str, ...] = ("mail call", "relief", "sleepless")) -> State:
    trials = ["night shell", "night mask", "snow mask", "rain mask", "mute", "clumsy"]
    return table(
        3, order_deck=deck, mission=mission, trials=trials, options=options(chapter), step="draw_more_orders", leader=1
    )


@pytest.mark.parametrize(("chapter", "mission", "may"), [(7, 1, True), (7, 2, True), (6, 1, False), (8, 2, False)])
def test_orders_can_be_refused_in_chapter_7(chapter: int, mission: int, may: bool) -> None:
    """In any of its missions."""
    state = refusal(chapter, mission)
    assert state.stage == "order"
    assert (REFUSE in legal(state)) is may


@pytest.mark.parametrize("mission", [1, 2])
def test_a_refusal(mission: int) -> None:
    """Both go back as they were, no Order is in force, and the leader chooses the intensity freely, from one on."""
    state = refusal(mission=mission)
    assert do(state, REFUSE) == [OrdersRefused()]
    assert (state.stage, state.order, state.orders) == ("intensity", None, ())
    assert state.order_deck == ("mail call", "relief", "sleepless")
    assert legal(state) == (deal(1), deal(2))
    assert [order.order for order in state.memory(1).orders] == ["mail call", "relief"]
    assert state.memory(0).orders == state.memory(2).orders == ()
    same_world(state)
    do(state, deal(1))
    assert [len(hand) for hand in state.hands] == [1, 1, 1]


def test_once_in_the_chapter() -> None:
    """The next leader draws the same two and must take one; what is left goes on."""
    state = refusal()
    do(state, REFUSE, deal(1))
    state.choices, state.asked = {}, {}
    state.go_to("hand_over")
    state.advance()
    assert (state.mission, state.leader, state.stage) == (2, 2, "order")
    assert {move.order for move in moves_of(state, Order)} == {"mail call", "relief"}
    assert REFUSE not in legal(state)
    same_world(state)
    do(state, Order("relief", ("mail call",)))
    assert state.orders == ("relief",)


def test_who_takes_an_order_can_refuse_later() -> None:
    """It is not lost by not being used."""
    state = refusal()
    do(state, Order("relief", ("mail call",)))
    state.choices, state.asked = {}, {}
    state.go_to("hand_over")
    state.advance()
    assert REFUSE in legal(state)


@pytest.mark.parametrize("deck", [("relief",), ()])
def test_the_last_order(deck: tuple[str, ...]) -> None:
    """It can be refused as well; where there is none there is nothing to refuse (ruling 7)."""
    state = refusal(mission=2, deck=deck)
    if deck:
        assert {*legal(state)} == {Order("relief", ()), REFUSE}
        same_world(state)
        do(state, REFUSE)
        assert state.order_deck == ("relief",)
    assert (state.stage, legal(state)) == ("intensity", (deal(1), deal(2)))


def test_lasting_orders_stay_in_force() -> None:
    """What is refused is what was drawn."""
    state = table(
        3, lasting=["endless night"], order_deck=["mail call", "relief"], options=options(7), step="draw_more_orders"
    )
    do(state, REFUSE)
    assert (state.orders, threats(state)["night"]) == (("endless night",), 1)


def test_a_default_does_not_refuse() -> None:
    """A seat that says nothing takes an Order, and does not use up the refusal of all."""
    state = refusal()
    assert isinstance(state.default(1), Order)
    assert DONE not in legal(state)
