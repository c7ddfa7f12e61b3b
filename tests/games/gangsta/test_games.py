"""What holds in every position of random games, with all combinations of the options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from arena.games import Deal, IllegalMove
from arena.games.gangsta import GAME, Options, State, new
from arena.games.gangsta.deck import CARDS, chapter_cards
from arena.games.gangsta.events import (
    Activated,
    Announced,
    Began,
    ChapterBegan,
    Discharged,
    Displayed,
    Diverted,
    GameOver,
    Lost,
    OpportunityIncome,
    Passed,
    Performed,
    Printed,
    Recruited,
    Reshuffled,
    Robbed,
    Snitched,
    Synchronised,
    Woke,
    WokeAll,
)
from arena.games.gangsta.gang import LESSONS
from arena.games.gangsta.moves import DONE, PASS

SEATS = st.sampled_from(GAME.seats)
SEEDS = st.integers(0, 10**6)
OPTIONS = st.builds(
    Options,
    families=st.booleans(),
    resources=st.booleans(),
    extra_heists=st.booleans(),
    pass_pays_two=st.booleans(),
    starting_money=st.booleans(),
    first=st.sampled_from([None, 0, 1]),
)
VARIANTS = [
    Options(families=families, resources=resources, extra_heists=extra, first=None)
    for families, resources, extra in product([False, True], repeat=3)
]
MOST_MOVES = 25
"""No seat has more to choose from in these games; in some thousands of others the most was 23 (whom to activate)."""


def positions(seats: int, seed: int, options: Options, luck: str = "") -> Iterator[State]:
    """All positions of a random game; the caller must not change them. `luck` is the deal's, if not the seed's."""
    rng = Random(seed)
    state = new(options, seats, Deal(luck or str(seed)))
    yield state
    while state.to_act():
        state.apply({seat: rng.choice(state.legal(seat)) for seat in state.to_act()})
        yield state


def shown(states: Iterable[State]) -> Iterator[tuple[State, list[Struct]]]:
    """Positions with what everybody saw since the one before."""
    for state in states:
        yield state, [event.shown for event in state.events]


def gangsters(state: State) -> list[str]:
    """All of them, wherever they are."""
    members = [one.card for rows in (state.gangs, state.hospitals) for row in rows for one in row]
    return [
        *(card for card in members if card in CARDS.gangsters),
        *(gangster.card for gangster in state.reserve + state.discarded_gangsters),
        *state.gangster_pile,
        *state.dead,
    ]


def heists(state: State) -> list[str]:
    """All heists and snitches of the chapter, wherever they are; those of the chapters before that were kept."""
    learned = [one.learned for rows in (state.gangs, state.hospitals) for row in rows for one in row if one.learned]
    return [
        *(heist.card for heist in state.heists + state.discarded_heists),
        *state.heist_pile,
        *(snitch.card for snitch in state.snitches),
        *(card for row in state.performed for card in row),
        *(LESSONS[skill] for skill in learned),
        *state.lost,
        *([state.job.heist.card] if state.job is not None and state.stage == "activate" else []),
    ]


# Cards and money


@settings(max_examples=60, deadline=None)
@given(SEATS, SEEDS, OPTIONS)
def test_every_card_is_somewhere_once(seats: int, seed: int, options: Options) -> None:
    """35 gangsters; of heists and snitches all of the chapter, none of a later one, of earlier ones what was kept."""
    for state in positions(seats, seed, options):
        if state.stage == "resource":
            continue
        assert sorted(gangsters(state)) == sorted(CARDS.gangsters)
        found = Counter(heists(state))
        assert max(found.values()) == 1
        for chapter in (1, 2, 3):
            cards = set(chapter_cards(chapter, options.extra_heists))
            if chapter == state.chapter:
                assert cards <= found.keys()
            elif chapter > state.chapter:
                assert not cards & found.keys()
        assert not any(card in CARDS.extra for card in found if not options.extra_heists)
        for seat, row in enumerate(state.gangs):
            assert row[0].card in CARDS.bosses
            assert not any(one.card in CARDS.bosses for one in row[1:])
            assert state.influence[seat] == sum([CARDS.heists[card].influence for card in state.performed[seat]])


@settings(max_examples=60, deadline=None)
@given(SEATS, SEEDS, OPTIONS)
def test_gaps_stay_open_only_if_there_is_no_card(seats: int, seed: int, options: Options) -> None:
    """Rulings 5 and 7: whoever chooses an action has five heists and five gangsters to choose from."""
    for state in positions(seats, seed, options):
        if state.stage == "action":
            assert len(state.heists) == 5 or not (state.heist_pile or state.discarded_heists)
            assert len(state.reserve) == 5 or not (state.gangster_pile or state.discarded_gangsters)


@settings(max_examples=60, deadline=None)
@given(SEATS, SEEDS, OPTIONS)
def test_events_account_for_all_money(seats: int, seed: int, options: Options) -> None:
    """It comes and goes as they say, and nobody ever owes any."""
    money: list[int] = []
    for state, events in shown(positions(seats, seed, options)):
        for event in events:
            match event:
                case Began(_, dollars):
                    money = list(dollars)
                case Printed(seat):
                    money[seat] += 1
                case Woke(seat, _, paid) | WokeAll(seat, paid) | Recruited(seat, _, paid):
                    money[seat] -= paid
                case Announced(seat, _, _, True):
                    money[seat] -= 1
                case Performed(seat, _, dollars, share, gangs):
                    money[seat] += dollars
                    for gang in gangs:
                        money[gang] += share
                case Robbed(seat, victim, dollars):
                    money[seat] += dollars
                    money[victim] -= dollars
                case Passed(seat, dollars):
                    money[seat] += dollars
                case Snitched(_, paid):
                    money = [have - less for have, less in zip(money, paid, strict=True)]
                case OpportunityIncome(dollars):
                    money = [have + more for have, more in zip(money, dollars, strict=True)]
            assert min(money) >= 0
        assert money == [loose + banked for loose, banked in zip(state.dollars, state.bank, strict=True)]
        assert min(*state.dollars, *state.bank) >= 0


@settings(max_examples=60, deadline=None)
@given(SEATS, SEEDS, OPTIONS)
def test_events_account_for_all_gangs(seats: int, seed: int, options: Options) -> None:
    """Who joins and leaves, who is Available: a client that listens needs no view."""
    gangs: list[dict[str, bool]] = []
    for state, events in shown(positions(seats, seed, options)):
        for event in events:
            match event:
                case Began(bosses):
                    gangs = [{boss: True} for boss in bosses]
                case Recruited(seat, gangster) | Discharged(seat, gangster):
                    assert gangster not in gangs[seat]
                    gangs[seat][gangster] = True
                case Woke(seat, gangster):
                    assert not gangs[seat][gangster]
                    gangs[seat][gangster] = True
                case Synchronised(seat):
                    assert not any(gangs[seat].values())
                    gangs[seat] = dict.fromkeys(gangs[seat], True)
                case WokeAll(seat):
                    gangs[seat] = dict.fromkeys(gangs[seat], True)
                case Activated(_, owner, gangster) | Diverted(_, owner, gangster):
                    assert gangs[owner][gangster]
                    gangs[owner][gangster] = False
                case Lost(seat, gangster):
                    del gangs[seat][gangster]
        assert gangs == [{one.card: one.available for one in row} for row in state.gangs]


@settings(max_examples=60, deadline=None)
@given(SEATS, SEEDS, OPTIONS)
def test_a_display_is_what_the_events_say(seats: int, seed: int, options: Options) -> None:
    """Cards come by `ChapterBegan` and `Displayed`, and no card comes twice in a chapter but from a new pile."""
    heists_seen: set[str] = set()
    new_pile = False
    for state, events in shown(positions(seats, seed, options)):
        for event in events:
            match event:
                case ChapterBegan(_, cards):
                    assert not heists_seen & set(cards)
                    heists_seen |= set(cards)
                    new_pile = False
                case Reshuffled("heists"):
                    new_pile = True
                case Displayed(card) if card in CARDS.heists:
                    assert new_pile or card not in heists_seen
                    heists_seen.add(card)
        assert {heist.card for heist in state.heists} <= heists_seen


# The course of games


@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: f"{o.families:d}{o.resources:d}{o.extra_heists:d}")
@pytest.mark.parametrize("seats", GAME.seats)
def test_games_end(seats: int, options: Options) -> None:
    """Far from the turn limit, through all chapters; moves are never none, few, and all different."""
    for seed in range(6):
        chapters, extra = [1], 0
        state = None
        for state in positions(seats, seed, options):
            assert bool(state.to_act()) == (state.outcome() is None) == (state.stage != "over")
            assert state.to_act() == tuple(sorted(state.to_act()))
            for seat in range(seats):
                legal = state.legal(seat)
                assert bool(legal) == (seat in state.to_act())
                assert len(set(legal)) == len(legal) <= MOST_MOVES
            # What can only be done in one way is not asked.
            assert not state.to_act() or max(len(state.legal(seat)) for seat in state.to_act()) > 1
            chapters += [state.chapter] if state.chapter != chapters[-1] else []
            extra += state.extra
        assert state is not None
        assert chapters == [1, 2, 3]
        assert state.turn < options.turn_limit / 2
        over = state.events[-1].shown
        assert isinstance(over, GameOver)
        if over.reason == "gang of nine":
            assert max(map(len, state.gangs)) == 9
        else:
            assert (over.reason, len(state.snitches)) == ("third snitch", 3)


@settings(max_examples=40, deadline=None)
@given(SEATS, SEEDS, OPTIONS)
def test_sizes_of_gangs(seats: int, seed: int, options: Options) -> None:
    """No gang ever has the size that ends the chapter while the chapter goes on, but for what the war left."""
    for state in positions(seats, seed, options):
        if state.stage not in ("war", "eliminate", "over"):
            assert max(map(len, state.gangs)) < {1: 4, 2: 7, 3: 9}[state.chapter]


def test_defaults_pass_and_decline() -> None:
    """A game in which nobody ever moves is passed on to the turn limit."""
    state = new(Options(resources=True), 3, Deal("idle"))
    while state.to_act():
        moves = {seat: state.default(seat) for seat in state.to_act()}
        assert state.stage == "resource" or set(moves.values()) <= {PASS, DONE}
        state.apply(moves)
    over = state.events[-1].shown
    assert isinstance(over, GameOver)
    assert (over.reason, state.turn, state.chapter) == ("turn limit", 400, 1)


def test_all_seats_that_are_to_act_must_move() -> None:
    """One of several alone, or one too many, is refused and changes nothing."""
    state = new(Options(resources=True), 3, Deal("together"))
    moves = {seat: state.legal(seat)[0] for seat in state.to_act()}
    before = [(state.view(seat), state.memory(seat)) for seat in range(3)]
    for wrong in ({0: moves[0]}, {**moves, 3: moves[0]}, {**moves, 1: moves[0]}, {}):
        with pytest.raises(IllegalMove):
            state.apply(wrong)
    assert [(state.view(seat), state.memory(seat)) for seat in range(3)] == before
    state.apply(moves)
    assert state.stage == "action"


# The luck of a deal


class Luck(Struct):
    """What a deal has in store, as far as a game has come to it."""

    bosses: tuple[str, ...]
    first: int
    offered: tuple[tuple[str, ...], ...]
    chapters: dict[int, tuple[list[str], tuple[str, ...]]]
    """Display and pile at the beginning of each."""
    gangsters: list[str]
    """In the order in which they came, the first pile only."""


def luck(seats: int, seed: int, options: Options, deal: str) -> Luck:
    """Of a deal in a random game on it."""
    found = Luck((), -1, (), {}, [])
    first_pile = True
    for state, events in shown(positions(seats, seed, options, deal)):
        if not found.bosses:
            found.bosses = tuple([row[0].card for row in state.gangs])
            found.first = state.active
            found.offered = tuple([tuple([one.card for one in cards]) for cards in state.offered])
        for event in events:
            match event:
                case ChapterBegan(chapter, _, reserve):
                    # Nothing is drawn before somebody has decided something.
                    found.chapters[chapter] = ([heist.card for heist in state.heists], state.heist_pile)
                    found.gangsters += reserve
                case Reshuffled("gangsters"):
                    first_pile = False
                case Displayed(card) if card in CARDS.gangsters and first_pile:
                    found.gangsters.append(card)
                case Recruited(_, card, _, True) if first_pile:
                    found.gangsters.append(card)
    return found


@settings(max_examples=25, deadline=None)
@given(SEATS, SEEDS, SEEDS, SEEDS, OPTIONS)
def test_the_same_deal_gives_the_same_luck(seats: int, seed: int, other: int, deal: int, options: Options) -> None:
    """Whatever is done: bosses, first seat, offers, the order of gangsters, each chapter's display and pile."""
    one, two = luck(seats, seed, options, f"deal {deal}"), luck(seats, other, options, f"deal {deal}")
    assert (one.bosses, one.first, one.offered) == (two.bosses, two.first, two.offered)
    assert one.chapters == two.chapters
    assert set(one.chapters) == {1, 2, 3}
    common = min(len(one.gangsters), len(two.gangsters))
    assert one.gangsters[:common] == two.gangsters[:common]
    assert common > 10


def test_another_deal_gives_other_luck() -> None:
    """Of two seeds."""
    one, two = [luck(4, 1, Options(resources=True), deal) for deal in ("a", "b")]
    assert one.bosses != two.bosses
    assert one.offered != two.offered
    assert one.gangsters[:5] != two.gangsters[:5]
    assert all(one.chapters[chapter] != two.chapters[chapter] for chapter in (1, 2, 3))


def test_variants_leave_the_luck_of_the_rest_alone() -> None:
    """With the same deal a table that plays with families has the same bosses, gangsters and heists."""
    plain, families = [luck(3, 1, options, "deal") for options in (Options(), Options(families=True))]
    assert plain.bosses == families.bosses
    assert plain.chapters == families.chapters


# Options that reach the game


@pytest.mark.parametrize("extra", [False, True])
def test_option_extra_heists(extra: bool) -> None:
    """33 heists and 3 snitches make chapter 2, or 30 and 3."""
    display, pile = luck(2, 1, Options(extra_heists=extra), "deal").chapters[2]
    assert len(display) + len(pile) == (36 if extra else 33)
    assert CARDS.extra.issubset({*display, *pile}) == extra


def test_option_resources() -> None:
    """Every seat chooses one of two before anything is laid out; without it nobody has any."""
    state = new(Options(resources=True), 4, Deal("deal"))
    assert (state.stage, state.to_act()) == ("resource", (0, 1, 2, 3))
    assert (state.heists, state.reserve) == ((), ())
    assert len({card.card for cards in state.offered for card in cards}) == 8
    assert new(Options(), 4, Deal("deal")).resources == [None] * 4


@pytest.mark.parametrize("limit", [1, 2, 7])
def test_option_turn_limit(limit: int) -> None:
    """The game is scored after so many turns of all seats together."""
    state = new(Options(turn_limit=limit), 3, Deal("deal"))
    passes = 0
    while state.to_act():
        passes += state.stage == "action"
        state.apply({seat: state.default(seat) for seat in state.to_act()})
    over = state.events[-1].shown
    assert isinstance(over, GameOver)
    assert (over.reason, state.turn, passes) == ("turn limit", limit, limit)
    assert state.outcome() is not None


def test_option_first() -> None:
    """A seat, or none: then the deal draws it, and the same for the same deal."""
    drawn = {seed: new(Options(first=None), 4, Deal(str(seed))).active for seed in range(40)}
    assert set(drawn.values()) == {0, 1, 2, 3}
    for first in range(4):
        assert new(Options(first=first), 4, Deal("deal")).active == first
