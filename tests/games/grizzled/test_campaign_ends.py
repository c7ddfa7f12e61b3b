"""How a chapter ends, how the campaign does, and how it is gone on with: scores, points, saves. Ruling 72, p.13."""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

import pytest
from msgspec import Struct

from arena.games import Deal, laws
from arena.games.grizzled import GAME, Options, Saved, State, View, campaign, new
from arena.games.grizzled.deck import trial_cards
from arena.games.grizzled.events import Banished, CampaignSaved, ChapterEnded, Defeat, GameOver
from arena.games.interface import TeamResult
from tests.games.grizzled.chapters import ALL, Kind, finish, lost, saved_in, take_all, won
from tests.games.grizzled.table import deck_of, do, legal, new_game, of_kind, shown, table, told

# How a chapter and how all of it ends


THIRTEEN = [
    ["night shell", "night mask", "night whistle", "snow shell", "snow mask"],
    ["snow whistle", "rain shell", "rain mask", "night snow"],
    ["snow rain", "night rain", "shell mask", "mask whistle"],
]
GONE = ["snow mask", "rain mask"]


@pytest.mark.parametrize("kind", ["single", "chapter"])
@pytest.mark.parametrize(
    ("more", "defeat", "score"),
    [
        ({"knocks": {0: ["wounded", "trauma night", "phobia mask"]}}, "four hard knocks", 3),
        (
            {"knocks": {0: ["wounded", "panicked", "selfish"], 1: ["frenzied"]}, "discarded": GONE},
            "four hard knocks",
            6,
        ),
        ({"reserve": ["night shell"] * 3, "discarded": GONE[:1]}, "monument", 1),
        ({"reserve": ["night shell"] * 3, "discarded": GONE, "knocks": {2: ["selfish"]}}, "monument", 3),
        ({"hands": THIRTEEN, "discarded": ["wounded"], "knocks": {1: ["selfish"]}}, "thirteen cards", 2),
    ],
)
def test_scores_of_defeats(kind: str, more: dict[str, Any], defeat: Defeat, score: float) -> None:
    """The cards that the team is rid of: those discarded and those attached."""
    options = Options(campaign="chapter", chapter=0) if kind == "chapter" else Options()
    state = table(3, trials=["rain whistle"], options=options, step="judge", **more)
    (over,) = of_kind(shown(state), GameOver)
    assert state.result == TeamResult(False, score)
    if kind == "single":
        assert over == GameOver(False, score, defeat)
    else:
        assert of_kind(shown(state), ChapterEnded) == [ChapterEnded(0, False, score, (), defeat)]
        assert over == GameOver(False, score)


@pytest.mark.parametrize("reserve", [0, 1, 24])
def test_scores_of_victories(reserve: int) -> None:
    """A hundred, so that it is above all defeats, and the cards in reserve."""
    left = deck_of(Options(), 3)[:reserve]
    state = table(3, reserve=left, success=True, discarded=["wounded"], step="judge")
    assert state.result == TeamResult(True, 100.0 + reserve)
    assert won(reserve, 0, "chapter").result == TeamResult(True, 100.0 + reserve)


ENDINGS = [
    (23, 0, 0, 23, "best"),
    (12, 0, 0, 12, "best"),
    (13, 1, 0, 12, "best"),
    (12, 0, 1, 11, "good"),
    (12, 7, 0, 5, "good"),
    (12, 7, 1, 4, "mixed"),
    (10, 13, 0, -3, "mixed"),
    (10, 13, 1, -4, "poor"),
    (5, 17, 0, -12, "poor"),
    (5, 17, 1, -13, "worst"),
    (0, 23, 8, -31, "worst"),
]


BANISHED = ("clumsy", "fearful", "fragile", "mute", "night mask", "night shell", "snow mask", "wounded")


Counts: TypeAlias = tuple[int, int, int]
"""Helping Hands earned and missed, cards banished."""


def at_the_end(earned: int, missed: int, banished: int, so_far: float = 0.0) -> State:
    """The last chapter is lost with nothing discarded."""
    saved = Saved(earned=ALL[:earned], missed=ALL[earned : earned + missed], banished=BANISHED[:banished])
    state = table(3, options=Options(campaign="whole", chapter=9, saved=saved))
    state.so_far = so_far
    finish(state, as_won=False)
    return state


@pytest.mark.parametrize(("earned", "missed", "banished", "points", "ending"), ENDINGS)
def test_ruling_72_endings(earned: int, missed: int, banished: int, points: int, ending: str) -> None:
    """Helping Hands earned, less those missed and the cards banished; the team wins with the good ending or better."""
    state = at_the_end(earned, missed, banished)
    (over,) = of_kind(shown(state), GameOver)
    assert (over.points, over.ending, over.defeat) == (points, ending, None)
    assert over.won == (ending in ("best", "good"))
    assert state.result == TeamResult(over.won, over.score)
    assert over.score == points + 31
    assert over.score >= 0


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (((12, 0, 1), 1587.0), ((12, 0, 0), 0.0)),
        (((0, 23, 8), 1587.0), ((0, 23, 7), 0.0)),
        (((12, 7, 0), 400.0), ((12, 7, 0), 401.0)),
        (((10, 13, 0), 0.0), ((10, 13, 0), 1.0)),
        (((12, 7, 1), 1587.0), ((12, 7, 0), 0.0)),
    ],
)
def test_the_score_orders_campaigns(worse: tuple[Counts, float], better: tuple[Counts, float]) -> None:
    """By points first, whatever the chapters were (1587 together at most: ten hundreds and 587 cards), then by them."""
    low, high = [at_the_end(*counts, so_far).result for counts, so_far in (worse, better)]
    assert low is not None
    assert high is not None
    assert low.score < high.score
    assert low.won <= high.won


def test_scores_of_chapters_are_added() -> None:
    """As the view tells; at equal points the chapter with more in reserve is the better one."""
    few, more = won(12), won(20)
    for state, score in ((few, 112.0), (more, 120.0)):
        take_all(state)
        told_to = state.view(0).campaign
        assert told_to is not None
        assert (told_to.chapter, told_to.so_far, told_to.won) == (2, score, None)


@pytest.mark.parametrize("as_won", [True, False])
def test_ruling_71_a_chapter_follows(as_won: bool) -> None:
    """The next one, also after a defeat; alone it is the whole game."""
    kinds: tuple[tuple[Kind, int], ...] = (("whole", 6), ("chapter", 5))
    for kind, chapter in kinds:
        state = won(6, 5, kind) if as_won else lost([["mute"]], 5, kind)
        while state.chapter == 5 and state.result is None:
            do(state, legal(state)[-1])
        assert state.chapter == chapter
        assert (state.result is None) == (kind == "whole")


def test_what_seats_see_between_chapters() -> None:
    """The offer, how many can be taken, how the chapter ended; nothing of it when the next one has begun."""
    state = won(6, 2)
    seen = state.view(2).campaign
    assert seen is not None
    assert (seen.chapter, seen.rewards, len(seen.offered), seen.won, seen.so_far) == (2, 2, 3, True, 106.0)
    take_all(state)
    seen = state.view(2).campaign
    assert seen is not None
    assert (seen.chapter, seen.rewards, seen.offered, seen.won) == (3, 0, (), None)
    assert (len(seen.earned), len(seen.missed)) == (2, 1)


# To go on from what was saved


def decide(state: State, rng: Random) -> None:
    state.apply({seat: rng.choice(state.legal(seat)) for seat in state.to_act()})


def sight(state: State, seat: int) -> tuple[View, Struct]:
    """All that a seat sees and remembers."""
    return state.view(seat), state.memory(seat)


def play_chapter(state: State, rng: Random, as_won: bool) -> tuple[list[Any], Saved]:
    """Some decisions at random, then the end that is wished for; all that the seats saw, and what was saved."""
    seen: list[Any] = []
    for number in range(60):
        if number == 30 and state.stage not in ("reward", "banish"):
            finish(state, as_won)
        else:
            decide(state, rng)
        kinds = [type(event) for event in shown(state)]
        end = kinds.index(CampaignSaved) + 1 if CampaignSaved in kinds else len(kinds)
        seen.append([told(state, seat)[:end] for seat in range(state.seats)])
        if CampaignSaved in kinds:
            return seen, saved_in(state)
        seen.append([sight(state, seat) for seat in range(state.seats)])
    raise AssertionError("a chapter that does not end")


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("number", [0, 2, 3])
def test_a_saved_chapter_is_the_same_chapter(seats: int, number: int) -> None:
    """With what was saved and the same deal, each chapter alone goes as it does within the whole campaign: the same
    cards, the same offers, the same events."""
    deal = Deal(f"saved {number}")
    whole = new(Options(campaign="whole", chapter=0), seats, deal)
    saved = Saved()
    for chapter in range(10):
        as_won = chapter == 0 or (chapter * 7 + number) % 3 > 0  # lost, boot camp could be played again
        alone = new(Options(campaign="chapter", chapter=chapter, saved=saved), seats, deal)
        assert [sight(alone, seat) for seat in range(seats)] == [sight(whole, seat) for seat in range(seats)]
        assert (alone.trials, alone.reserve, alone.order_deck, alone.recruit_deck) == (
            whole.trials,
            whole.reserve,
            whole.order_deck,
            whole.recruit_deck,
        )
        seen, left = play_chapter(alone, Random(chapter), as_won)
        in_whole, saved = play_chapter(whole, Random(chapter), as_won)
        assert (seen, left) == (in_whole, saved)
        assert alone.result is not None
    assert whole.result is not None
    assert len({*saved.earned, *saved.missed}) == 23


def test_used_helping_hands_are_known_to_be_used() -> None:
    """Those that were earned and are held by nobody were used: the view tells it as it does within the campaign."""
    saved = Saved(hands=((), (), ("lookout",)), earned=("hot coffee", "lookout"), missed=("casting vote",))
    state = new_game(Options(campaign="whole", chapter=2, saved=saved), 3, Deal("used"))
    assert state.view(0).helped == ("hot coffee",)


# At random, to the end


def all_cards(state: State) -> list[str]:
    """The Trial cards, wherever they lie, sorted."""
    found = [*state.trials, *state.reserve, *state.land, *state.discarded, *state.recruit_hand]
    found += [card for of in (*state.hands, *state.knocks) for card in of]
    return sorted([*found, *[landing.card for landing in state.landing]])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_campaigns(seats: int) -> None:
    """From boot camp to the last chapter: no card is lost, and nobody wins, but the score is no less than nothing."""
    for number in range(3):
        rng = Random(number)
        state = new_game(Options(campaign="whole", chapter=0), seats, Deal(f"campaign {number}"))
        ended, banished = [*of_kind(shown(state), ChapterEnded)], 0
        while state.to_act():
            assert all_cards(state) == sorted(trial_cards(state.set_up.stock))
            decide(state, rng)
            ended += of_kind(shown(state), ChapterEnded)
            banished += len(of_kind(shown(state), Banished))
        while ended[1].chapter == 0:  # boot camp was played again, and what came of it before does not count
            del ended[0]
        assert [event.chapter for event in ended] == [*range(10)]
        assert sorted(hand for event in ended for hand in event.offered) == [*ALL]
        (over,) = of_kind(shown(state), GameOver)
        assert over.points == len(state.earned) - len(state.missed) - banished
        assert over.points == 2 * len(state.earned) - 23 - banished
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.score >= 0
        assert outcome.score == pytest.approx(over.points + 31 + sum(event.score for event in ended) / 2000)


def test_a_banished_card_has_left_the_table() -> None:
    """The cards that are there at the end of a chapter that was lost are those that the next one can be made of."""
    ended = 0
    for number in range(12):
        rng = Random(number)
        state = new_game(Options(campaign="chapter", chapter=4), 3, Deal(f"left {number}"))
        while state.to_act():
            decide(state, rng)
        assert all_cards(state) == sorted(trial_cards(state.set_up.stock))
        assert len(all_cards(state)) == 66 - len(state.banished)
        ended += len(state.banished)
    assert ended > 6


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("chapter", [5, 7])
def test_no_seat_knows_more_than_it_may(chapter: int, seats: int) -> None:
    """Twin worlds within a chapter that is gone on with, to its end."""
    veterans = {2: 4, 3: 3, 4: 4}[seats]
    hands = tuple(ALL[i : i + 3] for i in range(0, 3 * veterans, 3))
    saved = Saved(hands=hands, earned=ALL[:12], banished=("night shell", "wounded"))
    options = Options(campaign="chapter", chapter=chapter, saved=saved)
    assert laws.check_twins(GAME, seats, 1, options=options) > 0
    assert laws.check_clone(GAME, seats, 1, options=options) > 0


def test_points_are_those_of_what_was_saved() -> None:
    """The function alone."""
    assert campaign.points(Saved(earned=ALL[:5], missed=ALL[5:7], banished=("mute",))) == 2
    assert campaign.points(Saved()) == 0
