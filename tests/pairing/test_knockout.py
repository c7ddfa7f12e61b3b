"""Knock-out: a bracket by seeds for two seats and more, tie-breaks, and a place for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.pairing.bracket import dealt, shape, shapes
from arena.pairing.knockout import KnockOut
from arena.pairing.line_ups import LineUp
from arena.pairing.stages import Match, PastStage, Stage
from tests.contest.staged import (
    GROUP,
    by_luck,
    by_strength,
    games_in,
    level,
    lucks,
    match_of,
    play,
    played,
    renamed,
    sizes,
)

NAMES = [f"bot{number}" for number in range(33)]


def knock_out(bots: int, seats: int = 2, deals: int = 2, tie_breaks: int = 5) -> KnockOut:
    return KnockOut(bots, range(bots), seats, deals, GROUP, tie_breaks)


def places(format: KnockOut, past: Sequence[PastStage], playing: Sequence[int] | None = None) -> dict[int, int]:
    """The rank of each bot."""
    return {bot: rank for rank, bot, _ in format.ranking(past, playing).rows}


def upset(line_up: LineUp, games: int) -> Match:
    """The higher number always wins."""
    return match_of(line_up, [[-bot for bot in line_up]] * games)


@given(sizes, lucks, st.integers(2, 4))
def test_every_contest_ends_with_one_winner(size: tuple[int, int], luck: int, places_in_game: int) -> None:
    """Whatever comes of the matches: one winner, all others out, and as many games as were promised."""
    bots, seats = size
    format = knock_out(bots, seats)
    past = play(format, bots, by_luck(luck, places_in_game))
    assert format.least_games <= games_in(past) <= format.most_games
    rows = format.ranking(past).rows
    assert sorted(bot for _, bot, _ in rows) == list(range(bots))
    assert [texts for rank, _, texts in rows if rank == 1] == [("winner",)]
    assert past[-1].stage.title.startswith("final")
    assert len(past[-1].stage.line_ups) == 1


@given(sizes, lucks)
def test_nobody_plays_on_after_being_beaten(size: tuple[int, int], luck: int) -> None:
    """With two seats a loser is out; with more as many come back as the plan says."""
    bots, seats = size
    past = play(knock_out(bots, seats, tie_breaks=0), bots, by_luck(luck))
    inside = set(range(bots))
    for stage, plan in zip(past, shapes(bots, seats), strict=True):
        assert {bot for line_up in stage.stage.line_ups for bot in line_up} | set(stage.stage.byes) == inside
        assert (len(inside), len(stage.stage.line_ups)) == (plan.bots, plan.matches)
        beaten = set[int]()
        for match in stage.matches:
            taken = [match.half_points(at) for at in range(seats)]
            beaten |= {bot for bot, mine in zip(match.line_up, taken, strict=True) if mine < max(taken)}
        following = past[past.index(stage) + 1 :]
        inside = {bot for line_up in following[0].stage.line_ups for bot in line_up} if following else set()
        inside |= set(following[0].stage.byes) if following else set()
        assert len(inside & beaten) <= plan.back


@given(st.integers(2, 4), st.integers(2, 300))
def test_the_plan_fits_for_any_numbers(seats: int, bots: int) -> None:
    """Every round fills its line-ups, puts somebody out, and leads to a final of one full line-up."""
    plan = list(shapes(bots, seats))
    if bots < seats:
        assert plan == []
        return
    for this, following in pairwise(plan):
        assert this.on == following.bots
        assert this.matches * seats + this.byes == this.bots
        assert seats <= this.on < this.bots
        assert 0 <= this.back <= max(0, seats - 2)
        assert this.title != "final"
    assert (plan[-1].bots, plan[-1].matches, plan[-1].on, plan[-1].title) == (seats, 1, 1, "final")
    if seats == 2:
        assert all(not this.byes and not this.back for this in plan[1:])
        assert sum(this.matches for this in plan) == bots - 1


def test_the_bracket_is_the_one_that_everybody_knows() -> None:
    """The best seeds meet last; where they always win, first meets last in every round, and the best rest."""
    past = play(knock_out(8), 8, by_strength)
    assert [set(stage.stage.line_ups) for stage in past] == [
        {(0, 7), (1, 6), (2, 5), (3, 4)},
        {(0, 3), (1, 2)},
        {(0, 1)},
    ]
    assert [stage.stage.title for stage in past] == ["quarter-finals", "semi-finals", "final"]
    past = play(knock_out(5), 5, by_strength)
    assert [(stage.stage.line_ups, stage.stage.byes) for stage in past] == [
        (((3, 4),), (0, 1, 2)),
        (((0, 3), (1, 2)), ()),
        (((0, 1),), ()),
    ]


def test_a_winner_takes_over_the_seed_of_the_beaten() -> None:
    """The bracket is fixed: who beats the first seed meets those whom the first seed would have met."""
    past = play(knock_out(8), 8, upset)
    assert set(past[0].stage.line_ups) == {(0, 7), (1, 6), (2, 5), (3, 4)}
    assert set(past[1].stage.line_ups) == {(4, 7), (5, 6)}
    assert past[2].stage.line_ups == ((6, 7),)


def test_larger_line_ups_are_dealt_to_and_fro() -> None:
    """Sixteen bots at four tables: the sums of the seeds are equal, and the four best meet in the final."""
    assert dealt(range(8), 4) == [[0, 7], [1, 6], [2, 5], [3, 4]]
    assert dealt(range(9), 3) == [[0, 5, 6], [1, 4, 7], [2, 3, 8]]
    past = play(knock_out(16, 4), 16, by_strength)
    assert {sum(line_up) for line_up in past[0].stage.line_ups} == {30}
    assert past[1].stage.line_ups == ((0, 1, 2, 3),)


def test_where_numbers_do_not_fit_the_best_of_the_beaten_come_back() -> None:
    """Two tables of four make a final with two winners and the two best seconds; five bots lose one only."""
    assert shape(5, 4).on == 4
    eight = knock_out(8, 4, deals=1)
    stage = eight.next([], range(8))
    assert stage is not None
    assert stage.line_ups == ((0, 3, 4, 7), (1, 2, 5, 6))
    # At the second table the second and the third are level, and both take more than the second of the first.
    first = match_of((0, 3, 4, 7), [(1, 2, 3, 4), (1, 3, 2, 4), (1, 2, 3, 4), (1, 4, 3, 2)])
    second = match_of((1, 2, 5, 6), [(1, 2, 2, 4)] * 4)
    final = eight.next([PastStage(stage, (first, second))], range(8))
    assert final is not None
    assert final.line_ups == ((0, 1, 2, 5),)
    assert "come back: the best of the beaten: 2 after the semi-finals" in eight.describe()


@pytest.mark.parametrize("bots", [3, 4, 5, 8, 33])
def test_the_strongest_wins(bots: int) -> None:
    """Wherever it is seeded; and where seeds are right, the second is in the final."""
    for seats in range(2, min(bots, 4) + 1):
        for order in (range(bots), range(bots - 1, -1, -1)):
            format = KnockOut(bots, order, seats, 1, GROUP)
            assert places(format, play(format, bots, by_strength))[0] == 1
        format = knock_out(bots, seats)
        assert places(format, play(format, bots, by_strength))[1] == 2


def test_places_are_those_of_the_round_reached() -> None:
    """Equal for all that went out in the same round; a final of more than two gives a place to each."""
    format = knock_out(8)
    ranking = format.ranking(play(format, 8, by_strength))
    assert [(rank, bot) for rank, bot, _ in ranking.rows] == [
        (1, 0),
        (2, 1),
        (3, 2),
        (3, 3),
        (5, 4),
        (5, 5),
        (5, 6),
        (5, 7),
    ]
    assert ranking.headers == ("reached",)
    assert [texts[0] for _, _, texts in ranking.rows][:4] == ["winner", "final", "semi-finals", "semi-finals"]
    tables = knock_out(8, 4)
    assert sorted(places(tables, play(tables, 8, by_strength)).values()) == [1, 2, 3, 4, 5, 5, 5, 5]
    final = [PastStage(Stage(((0, 1, 2),), 2), (match_of((0, 1, 2), [(2, 1, 2)]),))]
    assert places(knock_out(3, 3), final) == {1: 1, 0: 2, 2: 2}  # D50: level is the same rank


def test_while_it_lasts_those_still_in_share_the_first_rank() -> None:
    """Before the first game it is everybody, and so while tie-breaks are due."""
    format = knock_out(4)
    assert set(places(format, []).values()) == {1}
    stage = format.next([], range(4))
    assert stage is not None
    assert places(format, [played(stage, by_strength)]) == {0: 1, 1: 1, 2: 3, 3: 3}
    assert set(places(format, [played(stage, level)]).values()) == {1}


def test_a_level_match_plays_tie_breaks_one_deal_group_at_a_time() -> None:
    """Only those matches that are level, and no longer than they are."""
    format = knock_out(4, deals=3)
    first = format.next([], range(4))
    assert first is not None
    assert (first.line_ups, first.deals) == (((0, 3), (1, 2)), 3)
    past = [PastStage(first, (level((0, 3), 12), by_strength((1, 2), 12)))]
    tie_break = format.next(past, range(4))
    assert tie_break == Stage(((0, 3),), 1, (), "semi-finals, tie-break 1")
    past.append(played(tie_break, level))
    assert format.next(past, range(4)) == Stage(((0, 3),), 1, (), "semi-finals, tie-break 2")
    past.append(played(tie_break, upset))
    final = format.next(past, range(4))
    assert final == Stage(((1, 3),), 3, (), "final")
    assert format.bracket(past, "abcd") == [
        "semi-finals:",
        "  d beats a: 6.0 : 6.0, 2.0 : 2.0, 4.0 : 0.0",
        "  b beats c: 12.0 : 0.0",
        "final, to be played:",
        "  b - d",
    ]


@pytest.mark.parametrize("tie_breaks", [0, 1, 5])
def test_a_match_that_stays_level_goes_to_the_better_seed(tie_breaks: int) -> None:
    """After as many tie-breaks as were asked for: then the most games have been played."""
    for seats in (2, 3, 4):
        format = knock_out(8, seats, tie_breaks=tie_breaks)
        past = play(format, 8, level)
        assert games_in(past) == format.most_games
        assert places(format, past)[0] == 1
        assert any("by the better seed" in line for line in format.bracket(past, NAMES))
        void = play(format, 8, lambda line_up, _: match_of(line_up, []))
        assert places(format, void)[0] == 1


def test_a_tie_break_decides_only_between_those_that_are_level() -> None:
    """With more than two seats all play it, but who was behind stays behind."""
    format = knock_out(3, 3, deals=1)
    stage = Stage(((0, 1, 2),), 1, (), "final")
    past = [PastStage(stage, (match_of((0, 1, 2), [(1, 1, 3)]),))]
    assert format.next(past, range(3)) == Stage(((0, 1, 2),), 1, (), "final, tie-break 1")
    past.append(PastStage(stage, (match_of((0, 1, 2), [(3, 2, 1)]),)))
    assert format.next(past, range(3)) is None
    assert places(format, past) == {1: 1, 0: 2, 2: 3}


@given(sizes, lucks, st.data())
def test_names_decide_nothing(size: tuple[int, int], luck: int, data: st.DataObject) -> None:
    """D53: with other numbers for the same bots in the same order of seeds, the same happens under these numbers."""
    bots, seats = size
    names = data.draw(st.permutations(range(bots)))
    format, other = knock_out(bots, seats), KnockOut(bots, names, seats, 2, GROUP)
    past = play(format, bots, by_luck(luck))
    again = renamed(past, names)
    for at, stage in enumerate(again):
        found = other.next(again[:at], range(bots))
        assert found is not None
        assert sorted(found.line_ups) == sorted(stage.stage.line_ups)
        assert (found.byes, found.deals, found.title) == (stage.stage.byes, stage.stage.deals, stage.stage.title)
    expected = [(rank, names[bot], texts) for rank, bot, texts in format.ranking(past).rows]
    assert list(other.ranking(again).rows) == expected
    by_name = {names[bot]: NAMES[bot] for bot in range(bots)}
    assert other.bracket(again, [by_name[bot] for bot in range(bots)]) == format.bracket(past, NAMES)


@given(sizes, lucks, st.data())
def test_the_past_alone_says_what_comes_next(size: tuple[int, int], luck: int, data: st.DataObject) -> None:
    """D42: a new object goes on from any stage, in the middle of a round too, with the same bracket."""
    bots, seats = size
    past = play(knock_out(bots, seats), bots, by_luck(luck, 2))
    at = data.draw(st.integers(0, len(past) - 1))
    assert knock_out(bots, seats).next(past[:at], range(bots)) == past[at].stage
    assert knock_out(bots, seats).next(past, range(bots)) is None


def test_the_bracket_as_text() -> None:
    """Before the first game who meets whom, at the end the whole course; with more seats who came back."""
    format = knock_out(5, deals=1)
    assert format.bracket([], "abcde") == [
        "quarter-finals, to be played:",
        "  d - e",
        "  a has a bye",
        "  b has a bye",
        "  c has a bye",
    ]
    assert format.bracket(play(format, 5, by_strength), "abcde") == [
        "quarter-finals:",
        "  d beats e: 4.0 : 0.0",
        "  a has a bye",
        "  b has a bye",
        "  c has a bye",
        "semi-finals:",
        "  a beats d: 4.0 : 0.0",
        "  b beats c: 4.0 : 0.0",
        "final:",
        "  a beats b: 4.0 : 0.0",
    ]
    tables = knock_out(5, 4, deals=1)
    assert tables.bracket(play(tables, 5, by_strength), "abcde") == [
        "semi-finals:",
        "  b beats c, d, e: 12.0 : 8.0 : 4.0 : 0.0",
        "  a has a bye",
        "  c comes back",
        "  d comes back",
        "final:",
        "  a beats b, c, d: 12.0 : 8.0 : 4.0 : 0.0",
    ]
    undecided = [PastStage(Stage(((0, 1),), 1, (), "final"), (level((0, 1), 4),))]
    assert knock_out(2, deals=1).bracket(undecided, "ab") == [
        "final:",
        "  a, b play on: 2.0 : 2.0",
        "final, tie-break 1, to be played:",
        "  a - b",
    ]


def test_the_plan_says_what_will_be_played() -> None:
    """Rounds, matches, byes, tie-breaks, seats, and the least and the most games."""
    assert knock_out(33, 2, 3).describe() == [
        "rounds: 6: round of 33, round of 32, round of 16, quarter-finals, semi-finals, final",
        "matches: 32, each of 3 deal groups, all of which are played; who takes most goes on, and takes over the best "
        "seed of the line-up",
        "byes: 31 in the round of 33, for the best seeds",
        "tie-breaks: a match that is level plays at most 5 more deal groups, one at a time; where it stays level the "
        "better seed goes on",
        "seats: in the 4 games of a deal group each bot of the line-up has each seat equally often",
        "games: 384 without any tie-break to 1,024, fewer if bots are benched",
    ]


@pytest.mark.parametrize(
    ("bots", "order", "seats", "deals", "tie_breaks", "named"),
    [
        (3, (0, 2), 2, 1, 5, "must name each of the 3 bots once"),
        (3, (0, 1, 2), 4, 1, 5, "4 seats cannot be filled from 3 bots"),
        (3, (0, 1, 2), 2, 0, 5, "deals must be at least 1, not 0"),
        (3, (0, 1, 2), 2, 1, -1, "tie_breaks must be at least 0, not -1"),
    ],
)
def test_impossible_contests_are_refused(
    bots: int, order: tuple[int, ...], seats: int, deals: int, tie_breaks: int, named: str
) -> None:
    """With what is wrong."""
    with pytest.raises(ValueError, match=named):
        KnockOut(bots, order, seats, deals, GROUP, tie_breaks)
