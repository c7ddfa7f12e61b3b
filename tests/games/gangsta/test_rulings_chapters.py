"""Rulings 19 to 24: the ends of the chapters, opportunity income, the gang war."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games import Deal
from arena.games.gangsta import Options, State, chapters, turns
from arena.games.gangsta.deck import CARDS, chapter_cards
from arena.games.gangsta.events import (
    ChapterBegan,
    ChapterEnded,
    Displayed,
    GameOver,
    GangWar,
    Lost,
    OpportunityIncome,
    Snitched,
)
from arena.games.gangsta.moves import DONE, PASS, Activate, Discard, Eliminate, GiveUp, Perform, Recruit
from arena.games.gangsta.piles import chapter_pile
from tests.games.gangsta.table import do, do_at_once, gang_of, legal, of_kind, shown, table, turns_begun

NOBODY_FOR_WAR = ["cartel 1", "cartel 2", "cartel 3", "cartel 4", "cartel 5", "triads 1", "triads 4"]
"""Seven gangsters without a Mercenary."""


# The size of a gang


@pytest.mark.parametrize(("chapter", "size"), [(1, 4), (2, 7), (3, 9)])
def test_ruling_19_a_chapter_ends_with_a_gang_of_a_size(chapter: int, size: int) -> None:
    """The boss counts; one gangster less does not end it, and neither does another gang of that size less one."""
    own = ["ghetto boss", *NOBODY_FOR_WAR]
    for members in (own[: size - 2], own[: size - 1]):
        others = (["mafia boss"], ["triads boss"])
        state = table(members, *others, chapter=chapter, dollars=[2, 0, 0], reserve=["ghetto 1"])
        events = do(state, Recruit("ghetto 1"))
        ended = [ChapterEnded(chapter, 0)] if len(members) == size - 1 else []
        assert of_kind(events, ChapterEnded) == ended
        assert [over.reason for over in of_kind(events, GameOver)] == ["gang of nine"] * (chapter == 3) * len(ended)
        if state.to_act():
            assert (state.active, state.chapter) == (1, chapter + len(ended))


@pytest.mark.parametrize(
    ("chapter", "heist", "crew", "idle", "pile"),
    [
        (1, "inmate transfer 1b", ["mafia 3"], 1, ["casino 1a"]),
        (2, "inmate transfer 2a", ["bratva 4", "triads 2"], 3, ["snitch 2a"]),
        (3, "inmate transfer 3c", ["bratva 4", "ghetto 4"], 5, ["snitch 3a"]),
    ],
)
def test_ruling_19_fast_recruitment_ends_a_chapter_at_once(
    chapter: int, heist: str, crew: list[str], idle: int, pile: list[str]
) -> None:
    """The heist is performed, but its gap goes with the chapter: the snitch on top of the pile never turns up."""
    state = table(
        ["ghetto boss*", *crew, *(f"{card}*" for card in NOBODY_FOR_WAR[:idle])],
        ["bratva boss"],
        ["triads boss"],
        chapter=chapter,
        dollars=[0, 0, 0],
        heists=[heist],
        heist_pile=pile,
        reserve=["ghetto 1"],
        snitches=["snitch 3b", "snitch 3c"] if chapter == 3 else [],
        step=turns.act,
    )
    do(state, Perform(heist), *map(Activate, crew[1:]))
    assert state.stage == "hire"
    events = do(state, Recruit("ghetto 1"))
    assert of_kind(events, ChapterEnded) == [ChapterEnded(chapter, 0)]
    assert of_kind(events, Snitched) == []
    assert state.performed[0] == (heist,)
    if chapter < 3:
        assert (state.chapter, state.active, len(state.heists)) == (chapter + 1, 1, 5)
    else:
        assert [over.reason for over in of_kind(events, GameOver)] == ["gang of nine"]


def test_ruling_19_a_declined_fast_recruitment_ends_nothing() -> None:
    """The heist's gap is then refilled."""
    state = table(
        ["ghetto boss*", "mafia 3", "cartel 1*"],
        ["bratva boss"],
        heists=["inmate transfer 1b"],
        heist_pile=["casino 1a"],
        step=turns.act,
    )
    events = do(state, Perform("inmate transfer 1b"), DONE)
    assert of_kind(events, ChapterEnded) == []
    assert of_kind(events, Displayed) == [Displayed("casino 1a")]


def test_ruling_19_the_left_neighbour_begins() -> None:
    """Of the one who ended the chapter, round the end of the table."""
    state = table(
        ["ghetto boss"],
        ["mafia boss"],
        ["triads boss", "cartel 1", "cartel 2"],
        active=2,
        reserve=["ghetto 1"],
    )
    events = do(state, Recruit("ghetto 1"))
    assert turns_begun(events) == [(12, 0, False)]


def test_ruling_19_only_the_size_of_the_own_chapter_counts() -> None:
    """A gang that has more than four already does not end chapter 2, nor one of seven chapter 3."""
    for chapter, size in ((2, 5), (3, 7)):
        state = table(
            ["ghetto boss", *NOBODY_FOR_WAR[: size - 1]], ["mafia boss"], chapter=chapter, reserve=["ghetto 1"]
        )
        assert of_kind(do(state, Recruit("ghetto 1")), ChapterEnded) == []


# The end of chapter 1


def test_ruling_20_the_rulebooks_example() -> None:
    """8, 6 and 5 skills: the second gets 2 dollars, the third 3."""
    state = table(
        ["bratva boss", "bratva 1", "bratva 2", "bratva 3"],
        ["mafia boss", "mafia 2", "mafia 3"],
        ["cartel boss", "bratva 6"],
        dollars=[0, 1, 2],
        step=chapters.end_chapter,
    )
    assert of_kind(shown(state), OpportunityIncome) == [OpportunityIncome((0, 2, 3))]
    assert state.dollars == [0, 3, 5]


def test_ruling_20_learned_skills_and_bosses_count() -> None:
    """Available or not: 3 + 2 against 2 + 1."""
    state = table(["bratva boss*", "cartel 1+M*"], ["mafia boss", "cartel 2"], step=chapters.end_chapter)
    assert of_kind(shown(state), OpportunityIncome) == [OpportunityIncome((0, 1))]


def test_ruling_20_the_gangster_that_ends_the_chapter_counts() -> None:
    """It is there when the skills are counted."""
    state = table(
        ["bratva boss", "cartel 1", "cartel 2"], ["mafia boss"], ["ghetto boss", "ghetto 1"], reserve=["bratva 7"]
    )
    events = do(state, Recruit("bratva 7"))
    assert of_kind(events, OpportunityIncome) == [OpportunityIncome((0, 5, 4))]
    assert state.dollars == [2, 15, 14]


# The new chapter


@pytest.mark.parametrize("old", [1, 2])
def test_ruling_21_a_new_chapter(old: int) -> None:
    """The display, the pile and what was discarded of them go; the reserve and its pile stay."""
    state = table(["bratva boss*"], ["mafia boss"], chapter=old, step=turns.discard)
    do(state, Discard(state.heists[0].card))
    do(state, PASS, Discard("bratva 1"))
    reserve, pile, dollars = state.reserve, state.gangster_pile, list(state.dollars)
    state.go_to("next_chapter")
    state.advance()
    new = [heist.card for heist in state.heists]
    assert ChapterBegan(old + 1, tuple(new)) in shown(state)
    assert (state.chapter, state.discarded_heists, len(new)) == (old + 1, (), 5)
    assert sorted([*new, *state.heist_pile]) == sorted(chapter_cards(old + 1, False))
    assert not any(card in CARDS.snitches for card in new)
    assert (state.reserve, state.gangster_pile, state.dollars) == (reserve, pile, dollars)
    assert state.discarded_gangsters == (CARDS.gangsters["bratva 1"],)


@given(st.integers(0, 10**6), st.sampled_from([1, 2, 3]), st.booleans())
def test_ruling_21_snitches_are_put_aside(seed: int, chapter: int, extra: bool) -> None:
    """Five heists lie on display, all others and all snitches are in the pile."""
    display, pile = chapter_pile(Deal(str(seed)), chapter, Options(extra_heists=extra))
    assert len(display) == 5
    assert all(card in CARDS.heists for card in display)
    assert sorted(display + pile) == sorted(chapter_cards(chapter, extra))


def test_ruling_21_snitches_put_aside_are_shuffled_back() -> None:
    """They can lie anywhere: the first snitch of the pile is often near the top and often far from it."""
    first = []
    for seed in range(300):
        _, pile = chapter_pile(Deal(str(seed)), 3, Options())
        first.append(next(at for at, card in enumerate(pile) if card in CARDS.snitches))
    # Of 30 cards 5 are snitches: on top in one deal of six, below the first ten in one of nine.
    assert 25 <= first.count(0) <= 80
    assert 15 <= sum([at >= 10 for at in first]) <= 65


def test_ruling_21_snitches_put_aside_have_no_effect() -> None:
    """Nobody pays, and none is counted, whatever was drawn."""
    put_aside = 0
    for seed in range(20):
        top = Deal(str(seed)).stream("heists", 3).shuffled(chapter_cards(3, False))[:5]
        put_aside += any(card in CARDS.snitches for card in top)
        state = table(["cartel boss"], ["mafia boss"], chapter=2, dollars=[9, 9])
        state.deal = Deal(str(seed))
        state.go_to("next_chapter")
        state.advance()
        assert state.chapter == 3
        assert of_kind(shown(state), Snitched) == []
        assert (state.snitches, state.dollars) == ((), [9, 9])
    assert put_aside > 5


# The gang war


def war(*gangs: Sequence[str], active: int = 0, options: Options | None = None) -> State:
    """The end of chapter 2."""
    return table(*gangs, chapter=2, active=active, options=options, step=chapters.end_chapter)


def result(state: State) -> GangWar:
    """Who showed how many Mercenaries, and who won."""
    (event,) = of_kind(shown(state), GangWar)
    assert isinstance(event, GangWar)
    return event


def test_ruling_22_the_sole_highest_wins() -> None:
    """All Mercenaries count, of Activated gangsters, bosses and lessons too; every other gang chooses its loss."""
    state = war(
        ["ghetto boss*", "triads 3*", "cartel 1+M*"],
        ["mafia boss", "bratva 7", "mafia 1"],
        ["triads boss", "cartel 2", "cartel 3"],
    )
    assert result(state) == GangWar((4, 2, 0), 0)
    assert (state.stage, state.to_act()) == ("war", (1, 2))
    assert state.legal(1) == (GiveUp("bratva 7"), GiveUp("mafia 1"))
    assert state.legal(2) == (GiveUp("cartel 2"), GiveUp("cartel 3"))
    events = do_at_once(state, {1: GiveUp("mafia 1"), 2: GiveUp("cartel 3")})
    assert [gang_of(state, seat)[0] for seat in range(3)] == ["ghetto boss*", "mafia boss", "triads boss"]
    assert [len(gang_of(state, seat)) for seat in range(3)] == [3, 2, 2]
    assert (state.chapter, set(state.dead)) == (3, {"mafia 1", "cartel 3"})
    assert [(lost.seat, lost.cause) for lost in of_kind(events, Lost)] == [(1, "gang war"), (2, "gang war")]


def test_ruling_22_a_boss_alone_loses_nothing() -> None:
    """And is not asked; one gangster beside it is lost unasked."""
    state = war(["ghetto boss", "triads 3"], ["mafia boss"], ["triads boss", "cartel 2"])
    assert of_kind(shown(state), Lost) == [Lost(2, "cartel 2", "gang war")]
    assert [len(members) for members in state.gangs] == [2, 1, 1]
    assert state.chapter == 3


def test_ruling_22_what_was_learned_dies_too() -> None:
    """The lesson leaves the game with the gangster."""
    state = war(["ghetto boss", "triads 3"], ["mafia boss", "cartel 2+H", "mafia 1"], ["triads boss"])
    do(state, GiveUp("cartel 2"))
    assert gang_of(state, 1) == ["mafia boss", "mafia 1"]
    assert state.lost == ("armoured van 2a",)


@pytest.mark.parametrize(
    ("gangs", "mercenaries"),
    [
        (
            [
                ["mafia boss", "triads 3", "ghetto 4"],
                ["triads boss", "mafia 5", "bratva 1"],
                ["cartel boss", "cartel 2", "triads 1"],
            ],
            (2, 2, 0),
        ),
        (
            [
                ["mafia boss", "cartel 1", "ghetto 4"],
                ["triads boss", "mafia 1", "ghetto 5"],
                ["cartel boss", "cartel 2", "triads 1"],
            ],
            (0, 0, 0),
        ),
    ],
)
def test_ruling_23_a_tie_of_three_players(gangs: list[list[str]], mercenaries: tuple[int, ...]) -> None:
    """For most, be it with none at all: nobody wins and all lose one, those who tie and those below."""
    state = war(*gangs)
    assert result(state) == GangWar(mercenaries, None)
    assert state.to_act() == (0, 1, 2)
    do_at_once(state, {seat: GiveUp(members[1]) for seat, members in enumerate(gangs)})
    assert [gang_of(state, seat) for seat in range(3)] == [[boss, last] for boss, _, last in gangs]


def test_ruling_23_option_who_ties_for_most_loses_nobody() -> None:
    """The rulebook prints that all lose one among the rules for two: with more, those below may be meant alone."""
    gangs = [
        ["mafia boss", "triads 3", "ghetto 4"],
        ["triads boss", "mafia 5", "bratva 1"],
        ["cartel boss", "triads 1", "cartel 1"],
        ["bratva boss", "mafia 4", "mafia 1"],
    ]
    state = war(*gangs, options=Options(war_tie="others"))
    assert (result(state), state.to_act()) == (GangWar((2, 2, 0, 1), None), (2, 3))
    equal = war(*[["mafia boss", "cartel 1"], ["triads boss", "ghetto 1"], ["cartel boss", "mafia 1"]],
                options=Options(war_tie="others"))  # fmt: skip
    assert (result(equal), equal.chapter) == (GangWar((0, 0, 0), None), 3)
    two = war(["mafia boss", "cartel 1", "cartel 2"], ["triads boss", "ghetto 1", "mafia 1"],
              options=Options(war_tie="others"))  # fmt: skip
    assert two.to_act() == (0, 1)


def test_ruling_23_a_tie_of_four() -> None:
    """Two tie for most: nobody wins, all four lose one."""
    gangs = [
        ["mafia boss", "triads 3", "ghetto 4"],
        ["triads boss", "mafia 5", "bratva 1"],
        ["cartel boss", "triads 1", "cartel 1"],
        ["bratva boss", "mafia 4", "mafia 1"],
    ]
    state = war(*gangs)
    assert result(state) == GangWar((2, 2, 0, 1), None)
    assert state.to_act() == (0, 1, 2, 3)


@pytest.mark.parametrize(("seats", "most"), [(3, 2), (4, 5)])
def test_ruling_24_double_means_nothing_with_more_players(seats: int, most: int) -> None:
    """The losers choose themselves, however high the winner's number."""
    winner = ["ghetto boss", *["bratva 7", "cartel 6", "triads 3"][: most // 2]]
    losers = [["mafia boss", "cartel 1", "cartel 2"], ["triads boss", "ghetto 1", "mafia 1"]]
    losers.append(["cartel boss", "triads 1", "ghetto 4"])
    state = war(winner, *losers[: seats - 1])
    assert result(state).winner == 0
    assert (state.stage, state.to_act()) == ("war", tuple(range(1, seats)))


@pytest.mark.parametrize(
    ("winner", "loser", "picks"),
    [
        (["ghetto boss", "bratva 7", "triads 2"], ["mafia boss", "mafia 7", "mafia 4"], True),  # 4 against 2
        (["ghetto boss", "bratva 7"], ["mafia boss", "mafia 7", "mafia 4"], False),  # 3 against 2
        (["ghetto boss", "triads 3"], ["mafia boss", "mafia 7", "mafia 4"], False),  # 3 against 2
        (["bratva boss", "triads 3"], ["mafia boss", "mafia 7", "mafia 1"], True),  # 2 against 1
        (["ghetto boss"], ["mafia boss", "cartel 1", "cartel 2"], True),  # 1 against 0
        (["ghetto boss", "bratva 7"], ["mafia boss", "cartel 1", "cartel 2"], True),  # 3 against 0
        (["ghetto boss", "bratva 7", "triads 2"], ["mafia boss", "triads 3", "mafia 4"], False),  # 4 against 3
    ],
)
@pytest.mark.parametrize("swapped", [False, True])
def test_ruling_24_two_players(winner: list[str], loser: list[str], picks: bool, swapped: bool) -> None:
    """With at least double the winner picks the victim, never the boss; else the loser does; the winner loses none."""
    high, low = (1, 0) if swapped else (0, 1)
    state = war(*([loser, winner] if swapped else [winner, loser]))
    assert result(state).winner == high
    first, second = loser[1:]
    if picks:
        assert (state.stage, state.to_act()) == ("eliminate", (high,))
        assert legal(state) == (Eliminate(first), Eliminate(second))
        events = do(state, Eliminate(second))
    else:
        assert (state.stage, state.to_act()) == ("war", (low,))
        assert legal(state) == (GiveUp(first), GiveUp(second))
        events = do(state, GiveUp(second))
    assert of_kind(events, Lost) == [Lost(low, second, "gang war")]
    assert (gang_of(state, low), gang_of(state, high)) == ([loser[0], first], winner)
    assert state.chapter == 3


@pytest.mark.parametrize("mercenaries", [("cartel 1", "mafia 1"), ("triads 3", "cartel 6")])
def test_rulings_23_and_24_a_tie_of_two(mercenaries: tuple[str, str]) -> None:
    """Each loses one of its own choice, as the rulebook prints; 0 against 0 is a tie, and no double."""
    gangs = [["mafia boss", mercenaries[0], "ghetto 1"], ["triads boss", mercenaries[1], "cartel 2"]]
    state = war(*gangs)
    assert result(state).winner is None
    assert (state.stage, state.to_act()) == ("war", (0, 1))
    do_at_once(state, {0: GiveUp("ghetto 1"), 1: GiveUp(mercenaries[1])})
    assert [gang_of(state, seat) for seat in range(2)] == [gangs[0][:2], ["triads boss", "cartel 2"]]


def test_ruling_24_a_single_gangster_of_the_loser_is_no_choice() -> None:
    """Neither for a winner with double nor for the loser."""
    state = war(["ghetto boss", "triads 3"], ["mafia boss", "cartel 1"])
    assert of_kind(shown(state), Lost) == [Lost(1, "cartel 1", "gang war")]
    state = war(["ghetto boss", "triads 3"], ["mafia boss", "bratva 7"])
    assert result(state) == GangWar((3, 2), 0)
    assert of_kind(shown(state), Lost) == [Lost(1, "bratva 7", "gang war")]


@pytest.mark.parametrize(("cause", "order"), [(0, [1, 2, 3, 0]), (2, [3, 0, 1, 2]), (3, [0, 1, 2, 3])])
def test_ruling_24_order_of_losing(cause: int, order: list[int]) -> None:
    """All choose at once; the cards go clockwise from the left of the one who ended the chapter."""
    gangs = [
        ["mafia boss", "ghetto 4", "cartel 4"],
        ["triads boss", "cartel 5", "bratva 2"],
        ["cartel boss", "triads 1", "cartel 1"],
        ["bratva boss", "cartel 2", "mafia 1"],
    ]
    state = war(*gangs, active=cause)
    events = do_at_once(state, {seat: state.legal(seat)[seat % 2] for seat in (3, 1, 0, 2)})
    assert [lost.seat for lost in of_kind(events, Lost)] == order
    assert state.active == order[0]
