"""Between two chapters: rewards, banishing, what is kept and what is as new. Rulings 40, 71 and 72."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from arena.games import Deal
from arena.games.grizzled import Options, Saved, new
from arena.games.grizzled.events import Banished, Began, ChapterEnded, HandUsed, Kept
from arena.games.grizzled.moves import DONE, Banish, Take, Use
from arena.games.interface import TeamResult
from tests.games.grizzled.chapters import ALL, finish, lost, same_world, saved_in, take_all, won
from tests.games.grizzled.table import choose_veterans, deck_of, do, legal, moves_of, new_game, of_kind, shown, table

# Rewards


@pytest.mark.parametrize(
    ("chapter", "reserve", "rewards", "offered"),
    [
        (0, 24, 0, 0),
        (1, 0, 1, 3),
        (1, 1, 1, 3),
        (1, 5, 1, 3),
        (1, 6, 2, 3),
        (1, 11, 2, 3),
        (1, 12, 3, 3),
        (4, 24, 3, 3),
        (7, 40, 3, 3),
        (8, 5, 1, 2),
        (8, 6, 2, 2),
        (8, 12, 2, 2),
        (9, 24, 0, 0),
    ],
)
def test_how_many_rewards(chapter: int, reserve: int, rewards: int, offered: int) -> None:
    """One, and one more for every six cards left in reserve, at most those that are offered; the rest is missed."""
    state = won(reserve, chapter, "chapter")
    (ended,) = of_kind(shown(state), ChapterEnded)
    assert (ended.won, ended.chapter, len({*ended.offered})) == (True, chapter, offered)
    assert take_all(state) == rewards
    saved = saved_in(state)
    assert (len(saved.earned), len(saved.missed)) == (rewards, offered - rewards)
    assert sorted([*saved.earned, *saved.missed]) == sorted(ended.offered)
    assert state.result == TeamResult(True, 100.0 + reserve)


@pytest.mark.parametrize(("seats", "veterans"), [(2, 4), (3, 3), (4, 4)])
@pytest.mark.parametrize("leader", [0, 1, 2])
def test_the_leader_gives_them_to_whom_it_likes(seats: int, veterans: int, leader: int) -> None:
    """Any of those offered to any veteran (p.8, "freely"), one after the other, also all to one."""
    state = won(12, seats=seats, leader=leader)
    (ended,) = of_kind(shown(state), ChapterEnded)
    assert state.to_act() == (state.seat_of[leader],)
    assert {*legal(state)} == {Take(hand, veteran) for hand in ended.offered for veteran in range(veterans)}
    first, second, third = ended.offered
    assert do(state, Take(second, 1)) == [Kept(1, second)]
    assert {*legal(state)} == {Take(hand, one) for hand in (first, third) for one in range(veterans)}
    do(state, Take(third, 1), Take(first, 0))
    assert state.helping[:3] == [(first,), (second, third), ()]
    assert (state.chapter, state.earned, state.missed) == (2, tuple(sorted(ended.offered)), ())


def test_a_lost_chapter_earns_nothing() -> None:
    """All that was offered is missed, and nobody is asked about it."""
    state = lost([["mute"]], 3)
    (ended,) = of_kind(shown(state), ChapterEnded)
    assert (ended.won, ended.defeat, len(ended.offered)) == (False, "monument", 3)
    assert (state.stage, state.missed, state.earned) == ("banish", ended.offered, ())
    assert state.helping == [(), (), ()]


def test_what_is_offered_is_new() -> None:
    """No Helping Hand that was earned, used or missed before is offered again."""
    saved = Saved(hands=(ALL[:3], (), ()), earned=ALL[:10], missed=ALL[10:20])
    state = won(24, 8, saved=saved, helping={0: ALL[:3]})
    (ended,) = of_kind(shown(state), ChapterEnded)
    assert len(ended.offered) == 2
    assert {*ended.offered} <= {*ALL[20:]}


def test_as_many_are_offered_as_are_left() -> None:
    """The last one, when it was taken, leaves nothing to take."""
    state = won(24, 7, "chapter", saved=Saved(earned=ALL[:12], missed=ALL[12:22]))
    assert [move.hand for move in moves_of(state, Take)] == [ALL[22]] * 3
    assert take_all(state) == 1
    assert (len(saved_in(state).earned), len(saved_in(state).missed)) == (13, 10)
    seen = state.view(0).campaign
    assert seen is not None
    assert (seen.offered, seen.rewards) == ((), 0)


def test_the_offer_is_the_deal_s() -> None:
    """The same deal offers the same; another one or another chapter something else."""
    offers = [state.rewards_offered for state in (won(6), won(6), won(6, seed="other"), won(6, 2))]
    assert offers[0] == offers[1]
    assert len({*offers}) == 3


# Banishing


def test_ruling_71_each_is_asked_from_the_leader_on() -> None:
    """A card of the own hand or a Hard Knock of anybody, or none; whoever banishes none passes the question on."""
    knocks = {0: ["clumsy"], 2: ["wounded"]}
    hands = [["mute"], ["night shell", "night shell", "snow mask"], []]
    state = lost(hands, 4, leader=1, knocks=knocks)
    attached = {Banish("clumsy"), Banish("wounded")}
    assert (state.stage, state.to_act()) == ("banish", (1,))
    assert len(legal(state)) == 5
    assert {*legal(state)} == {Banish("night shell"), Banish("snow mask"), DONE} | attached
    assert state.default(1) == DONE
    do(state, DONE)
    assert state.to_act() == (2,)
    assert {*legal(state)} == {DONE} | attached
    do(state, DONE)
    assert state.to_act() == (0,)
    assert {*legal(state)} == {Banish("mute"), DONE} | attached
    do(state, DONE)
    assert (state.chapter, state.banished) == (5, ())


@pytest.mark.parametrize("passing", [0, 1, 2])
@pytest.mark.parametrize("card", ["snow mask", "wounded"])
def test_ruling_71_one_card_at_most(passing: int, card: str) -> None:
    """When one is banished nobody else is asked; all see which."""
    state = lost([["snow mask"]] * 2 + [["snow mask trap"]], 4, knocks={1: ["wounded"]})
    do(state, *[DONE] * passing)
    named = "snow mask trap" if (passing, card) == (2, "snow mask") else card
    events = do(state, Banish(named))
    assert events[0] == Banished(passing, named)
    assert (state.chapter, state.banished) == (5, (named,))
    assert saved_in(state).banished == (named,)
    (ended,) = of_kind(events, Began)
    assert ended.chapter == 5


@pytest.mark.parametrize("chapter", [0, 9])
def test_no_banishing_after_boot_camp_and_the_last_chapter(chapter: int) -> None:
    """The tutorial has no consequences; after the last it could only cost a point."""
    state = lost([["mute" if chapter else "wounded"]], chapter, "chapter")
    assert (state.stage, replace(saved_in(state), veterans=())) == ("over", Saved(hands=((), (), ())))
    assert state.result == TeamResult(False, 0.0)


def test_no_banishing_after_a_chapter_that_was_won() -> None:
    """Rulebook p.9: on losing one."""
    state = won(6)
    take_all(state)
    assert (state.chapter, state.banished) == (2, ())


@pytest.mark.parametrize(("card", "copies"), [("night shell", 3), ("wounded", 1), ("night shell trap", 1)])
def test_banished_cards_are_gone(card: str, copies: int) -> None:
    """One copy of that card, from all later chapters; the Trials pile is as large as ever, the reserve is smaller."""
    state = lost([[card]], 4)
    do(state, Banish(card))
    for chapter, pile, stock in ((5, 26, 66), (9, 32, 68)):
        options = Options(campaign="chapter", chapter=chapter, saved=saved_in(state))
        later = new(options, 3, Deal("later"))
        cards = [*later.trials, *later.reserve, *[one for hand in later.hands for one in hand]]
        assert Counter(cards)[card] == copies - 1
        assert (len(cards), len(later.reserve)) == (stock - 1, stock - 1 - pile)
    assert Counter([*state.trials, *state.reserve])[card] == copies - 1


def test_two_of_a_kind_can_be_banished() -> None:
    """One after each of two chapters."""
    saved = Saved(banished=("night shell", "night shell"))
    options = Options(campaign="chapter", chapter=3, saved=saved)
    assert Counter(deck_of(options, 3))["night shell"] == 1
    state = lost([["night shell"]], 3, saved=saved)
    do(state, Banish("night shell"))
    assert state.banished == ("night shell",) * 3
    assert "night shell" not in [*state.trials, *state.reserve]


def test_duo_is_asked_for_one_veteran_after_the_other() -> None:
    """Each with its own hand alone (ruling 81), all four of them."""
    hands = [["mute"], ["fearful"], ["snow mask"], ["night shell"]]
    state = lost(hands, 3, seats=2, leader=1)
    for veteran in (1, 2, 3, 0):
        assert state.to_act() == (veteran // 2,)
        assert [hand.veteran for hand in state.view(veteran // 2).hands] == [veteran]
        assert legal(state) == (Banish(hands[veteran][0]), DONE)
        do(state, DONE)
    assert state.chapter == 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_seat_sees_another_hand_between_chapters(seats: int) -> None:
    """At a reward, at each question whether one banishes, and after a card of a hidden hand was banished."""
    state = won(12, 1, "chapter", seats)
    same_world(state)
    do(state, legal(state)[0])
    same_world(state)
    hands = [["night shell", "night shell"], ["night shell", "snow mask"], ["clumsy"]]
    state = lost(hands, 4, "chapter", seats, knocks={0: ["wounded"]}, trials=["rain mask", "mute"])
    for card in ("wounded", "night shell"):
        same_world(state)
        banished = state.clone()
        do(banished, Banish(card))
        assert (banished.stage, banished.banished) == ("over", (card,))
        assert sum(map(len, (*banished.hands, *banished.knocks))) == sum(map(len, (*state.hands, *state.knocks))) - 1
        same_world(banished)
        do(state, DONE)
    do(state, Banish("clumsy"))
    same_world(state)


# What is kept, and what is as new


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ruling_40_all_but_the_helping_hands_is_as_new(seats: int) -> None:
    """Hard Knocks come off, charms are face up, tiles and Speech tokens are given out anew, and so on."""
    count = {2: 4, 3: 3, 4: 4}[seats]
    state = table(
        seats,
        hands=[["night shell"]] * 2,
        knocks={0: ["wounded", "mute"], 2: ["tyrannical"]},
        discarded=["snow mask"],
        tiles={1: ["left 1"] * 4},
        used=range(count),
        speeches={0: 2},
        supply=1,
        withdrawn=[0, 1],
        lasting=["endless night"],
        recruit="albert",
        recruit_hand=["rain mask"],
        tokens=3,
        helping={0: ["lookout"], 1: ["unbreakable", "sharp eyes"]},
        reserve=["prideful"],
        trials=["clumsy"],
        mission=4,
        success=False,
        options=Options(campaign="whole", chapter=3),
        step="drop_morale",
    )
    do(state, *[DONE] * count)
    choose_veterans(state)
    assert (state.chapter, state.mission, state.stage) == (4, 1, "order")
    assert state.knocks == state.hands == [()] * count
    assert (state.speeches, state.supply) == ([0] * count, 5)
    assert state.ready == [True] * count
    assert state.withdrawn == [False] * count
    assert all(len(tiles) == 3 and {*tiles} >= {"left 1", "right 1"} for tiles in state.tiles)
    assert (state.discarded, state.land, state.orders, state.recruit, state.tokens) == ((), (), (), None, 0)
    assert (len(state.trials), len(state.reserve), len(state.order_deck), len(state.recruit_deck)) == (26, 40, 12, 3)
    assert state.helping[:3] == [("lookout",), ("unbreakable", "sharp eyes"), ()]
    assert (state.earned, len(state.missed)) == ((), 3)


def test_helping_hands_are_kept_and_used_once() -> None:
    """What was earned in one chapter helps in a later one; used, it is gone from there on, but counts as earned."""
    hands = ("hot coffee", "unbreakable")
    saved = Saved(hands=(hands, (), ()), earned=hands)
    state = new_game(Options(campaign="whole", chapter=1, first=0, saved=saved), 3, Deal("coffee"))
    finish(state, as_won=False)
    do(state, DONE, DONE, DONE)
    assert (state.chapter, state.helping[0]) == (2, hands)
    choose_veterans(state)
    state.ready[0] = False
    while state.stage != "action":
        state.apply({seat: state.legal(seat)[0] for seat in state.to_act()})
    assert do(state, Use("hot coffee"))[0] == HandUsed(0, "hot coffee")
    assert (state.helping[0], state.ready[0]) == (("unbreakable",), True)
    finish(state, as_won=False)
    do(state, DONE, DONE, DONE)
    assert (state.chapter, state.helping[0]) == (3, ("unbreakable",))
    saved = replace(saved_in(state), veterans=())
    assert saved == Saved(hands=(("unbreakable",), (), ()), earned=hands, missed=state.missed)


def test_helping_hands_are_no_cards_in_hand() -> None:
    """With them alone a chapter is won (p.9), and they are not banished."""
    state = won(6, helping={0: ["lookout"]}, saved=Saved(hands=(("lookout",), (), ()), earned=("lookout",)))
    assert state.stage == "reward"
    state = lost([[]], 3, helping={0: ["lookout"]})
    assert legal(state) == (DONE,)
