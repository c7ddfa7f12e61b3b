"""Rulings 8 and 9 against brute force: who can be sent to a heist, and which heists are offered.

The rule as the rulebook tells it, over all orders and with counters, knows nothing of the engine. For more than the
suite has time for, call `compare` with any gangs, or with all of `essentially_different`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from arena.games.gangsta import AnyMove, State, turns
from arena.games.gangsta.deck import CARDS, SKILLS, Heist, still_missing
from arena.games.gangsta.events import Activated, Performed
from arena.games.gangsta.heists import ways_to_perform
from arena.games.gangsta.moves import Perform
from arena.games.gangsta.position import Member
from tests.games.gangsta.table import do, legal, of_kind, one_of, table

EVERYBODY = (*CARDS.bosses, *CARDS.gangsters)
CHAPTERS = {chapter: [card for card in cards if card in CARDS.heists] for chapter, cards in CARDS.chapters.items()}
CHAPTER_OF = {heist: chapter for chapter, heists in CHAPTERS.items() for heist in heists}

Crew = frozenset[str]
"""Those who took part, in whatever order."""


def compare(gang: Sequence[str], heist: str, others: Sequence[Sequence[str]] = ()) -> None:
    """Have the engine bring `heist` to an end in every way it allows; AssertionError if the rule says otherwise.

    `gang` is that of the performer and `others` those of the opponents, in the notation of the table; without `others`
    there is one opponent with nobody Available. All crews are compared, and whether the heist is offered at all.
    """
    opponents = others or [[next(card for card in EVERYBODY if card not in gang) + "*"]]
    state = table(gang, *opponents, chapter=CHAPTER_OF[heist], heists=[heist], step=turns.act)
    ruled = crews_by_rule(CARDS.heists[heist], state, 0)
    offered = Perform(heist) in legal(state)
    assert offered == bool(ruled), f"{heist} by {gang} and {others}: offered {offered}, by the rule {written(ruled)}"
    done = crews_of_engine(state, [Perform(heist)]) if offered else set()
    assert done == ruled, (
        f"{heist} by {gang} and {others}: the engine alone allows {written(done - ruled)}, "
        f"the rule alone {written(ruled - done)}"
    )


def written(crews: Collection[Crew]) -> list[list[str]]:
    """In a fixed order, to be read in a message."""
    return sorted(map(sorted, crews))


def crews_of_engine(state: State, moves: Sequence[AnyMove], crew: tuple[str, ...] = ()) -> set[Crew]:
    """Who has taken part once nothing is missing, along every branch of `Activate`."""
    found: set[Crew] = set()
    for move in moves:
        after = state.clone()
        shown = do(after, move)
        sent = (*crew, *[event.gangster for event in of_kind(shown, Activated)])
        found |= {frozenset(sent)} if of_kind(shown, Performed) else crews_of_engine(after, legal(after), sent)
    return found


def crews_by_rule(heist: Heist, state: State, seat: int) -> set[Crew]:
    """Rulings 8 and 9, over all orders of all Available gangsters: a crew is the part of an order that was needed."""
    awake = [[one for one in gang if one.available] for gang in state.gangs]
    own = awake[seat]
    willing = [*chain(*awake)] if heist.cooperation else own
    # Who has none of the skills can never go, and would only make more orders of the same.
    useful = [one for one in willing if set(one.skills) & set(heist.need)]
    found: set[Crew] = set()
    for order in permutations(useful):
        if order and order[0] in own and (crew := _walk(heist.need, order)):
            found.add(frozenset(crew))
    return found


def _walk(need: str, order: Sequence[Member]) -> list[str] | None:
    """Those who went before nothing was missing any more; None if somebody could not go, or something is missing."""
    missing, crew = Counter(need), []
    for one in order:
        used = Counter(one.skills) & missing
        if not used:
            return None
        missing -= used
        crew.append(one.card)
        if not missing:
            return crew
    return None


# -- one gang


def essentially_different(heist: str, size: int) -> Iterator[tuple[str, ...]]:
    """Gangs of `size` of all 40 cards, such that every other is like one of them.

    Alike are gangs whose gangsters have the same skills of those that the heist needs, no more of each than it needs:
    what is beyond is lost, so it changes neither what the rule allows nor, as `test_surplus_skills_change_nothing`
    says, what the engine does. Gangsters with none of the skills are left out: gangs with them are like smaller ones.
    """
    alike: dict[str, list[str]] = {}
    for card in EVERYBODY:
        if skills := _relevant(one_of(card).skills, CARDS.heists[heist].need):
            alike.setdefault(skills, []).append(card)
    for kinds in combinations_with_replacement(alike, size):
        gang = [card for kind, cards in alike.items() for card in cards[: kinds.count(kind)]]
        if len(gang) == size:  # there are so many of each kind
            yield tuple(gang)


@cache
def _relevant(skills: str, need: str) -> str:
    return "".join([skill * min(skills.count(skill), need.count(skill)) for skill in SKILLS])


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_surplus_skills_change_nothing(chapter: int) -> None:
    """Whoever has the same skills of those that are needed leaves the same missing: for every heist, at every time."""
    for heist in CHAPTERS[chapter]:
        need = CARDS.heists[heist].need
        for missing in {"".join(part) for size in range(len(need) + 1) for part in combinations(need, size)}:
            for card in EVERYBODY:
                skills = one_of(card).skills
                assert still_missing(missing, skills) == still_missing(missing, _relevant(skills, need))


CHOSEN = [
    # Pairs of the same symbols, one with more than the other.
    ("cartel boss", "cartel 3", "ghetto 1", "mafia 3", "triads 6"),
    ("ghetto boss", "triads 3", "bratva 7", "triads 2", "cartel 6"),
    ("mafia boss", "cartel 5", "bratva 6", "ghetto 2", "triads 1"),
    # All Leaders.
    ("triads boss", "cartel 2", "cartel 7", "bratva 6", "triads 5"),
    # Those with three skills: hardly anything is left for the next.
    ("bratva boss", "triads 6", "triads 7", "cartel 7", "bratva 6"),
    ("mafia boss", "cartel 6", "bratva 7", "triads 6", "ghetto 3"),
    # The five bosses.
    tuple(CARDS.bosses),
]


@pytest.mark.parametrize("gang", CHOSEN, ids=" ".join)
def test_crews_of_chosen_gangs(gang: tuple[str, ...]) -> None:
    """Exactly the crews for which some order works (ruling 8), for each heist of the box."""
    for heist in CARDS.heists:
        compare(gang, heist)


@pytest.mark.parametrize("heist", CHAPTERS[1])
def test_crews_of_all_gangs_of_up_to_three(heist: str) -> None:
    """Chapter 1, where gangs have no more before it ends: all there can be without learned skills."""
    for size in (1, 2, 3):
        for gang in essentially_different(heist, size):
            compare(gang, heist)


@st.composite
def gangs(draw: st.DrawFn, seats: int, most: int) -> list[list[str]]:
    """A gang for each seat with `most` at most Available in all; some have learned something, some are Activated."""
    cards = draw(st.lists(st.sampled_from(EVERYBODY), min_size=seats, max_size=seats + most, unique=True))
    dealt: list[list[str]] = [[] for _ in range(seats)]
    awake = 0
    for i, card in enumerate(cards):
        learned = draw(st.sampled_from(["", "", "", *[f"+{skill}" for skill in SKILLS]]))
        available = awake < most and draw(st.integers(0, 4)) > 0
        awake += available
        seat = i if i < seats else draw(st.integers(0, seats - 1))
        dealt[seat].append(card + learned + "*" * (not available))
    return dealt


@settings(max_examples=8, deadline=None)
@given(gangs(1, 5))
def test_crews_of_any_gang(gang: list[list[str]]) -> None:
    """With learned skills and Activated gangsters too, for each heist of the box."""
    for heist in CARDS.heists:
        compare(gang[0], heist)


# -- several gangs


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 4).flatmap(lambda seats: gangs(seats, 5)))
def test_crews_of_several_gangs(dealt: list[list[str]]) -> None:
    """Ruling 9: one of the own first, then own and others' in any order, nobody Activated; no others in solo heists."""
    own, *others = dealt
    for heist in CARDS.heists.values():
        if heist.cooperation or heist.need in ("M", "LL", "MSB", "MMB"):
            compare(own, heist.card, others)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 4).flatmap(lambda seats: gangs(seats, 5)), st.sampled_from(sorted(CHAPTERS)))
def test_heists_on_offer(dealt: list[list[str]], chapter: int) -> None:
    """To each seat just the heists of the display that some crew can bring to an end, solo or together."""
    state = table(*dealt, chapter=chapter, heists=CHAPTERS[chapter], step=turns.act)
    for seat in range(state.seats):
        offered = ways_to_perform(state, seat)
        assert offered == [Perform(heist.card) for heist in state.heists if crews_by_rule(heist, state, seat)]


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 4).flatmap(lambda seats: gangs(seats, 5)), st.sampled_from(sorted(CHAPTERS)))
def test_heists_on_offer_with_high_tech_equipment(dealt: list[list[str]], chapter: int) -> None:
    """As they are, and art thefts and hack attacks with each skill left out; with none at all if it was the only one
    (ruling 32)."""
    resources = {0: "high tech equipment", 1: "media"}
    state = table(*dealt, chapter=chapter, heists=CHAPTERS[chapter], active_resources=resources, step=turns.act)
    expected = {Perform(heist.card) for heist in state.heists if crews_by_rule(heist, state, 0)}
    for heist in state.heists:
        for skill in set(heist.need) if heist.kind in ("art theft", "hack attack") else ():
            rest = replace(heist, need=heist.need.replace(skill, "", 1))
            if not rest.need or crews_by_rule(rest, state, 0):
                expected.add(Perform(heist.card, skill))
    offered = ways_to_perform(state, 0)
    assert len(offered) == len(expected)
    assert set(offered) == expected


@pytest.mark.parametrize(
    ("awake", "needs"),
    [
        ("", set()),
        ("mafia boss", {"H", "LH"}),
        ("triads 6", {"B", "H", "SB", "SH", "BH"}),
        ("cartel 6", {"M", "MM", "MMI"}),
    ],
)
def test_activated_gangsters_cannot_take_part(awake: str, needs: set[str]) -> None:
    """With the whole gang Activated there is nothing to perform; each one that is awake brings its own."""
    gang = [card if card == awake else card + "*" for card in ("mafia boss", "triads 6", "cartel 6")]
    state = table(gang, ["ghetto boss", "triads 3"], heists=CHAPTERS[1], step=turns.act)
    assert {CARDS.heists[move.heist].need for move in ways_to_perform(state, 0)} == needs
