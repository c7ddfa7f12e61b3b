"""A knock-out whose bots leave it, or never start: who goes on in their place."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from arena.pairing.stages import PastStage
from tests.contest.staged import (
    by_luck,
    by_strength,
    check_legal,
    level,
    lucks,
    play,
    played,
    sizes,
)
from tests.pairing.test_knockout import NAMES, knock_out, places


def test_a_benched_bot_does_not_go_on() -> None:
    """Its opponent has a walkover, also when it was behind or level; where none is left the others go on without."""
    format = knock_out(4)
    stage = format.next([], range(4))
    assert stage is not None
    for result in (by_strength, level):
        past = [played(stage, result)]
        final = format.next(past, [1, 2, 3])
        if result is level:  # the other match still plays its tie-break
            assert final is not None
            assert final.line_ups == ((1, 2),)
            past.append(played(final, by_strength))
            final = format.next(past, [1, 2, 3])
        assert final is not None
        assert (final.line_ups, final.byes, final.title) == (((1, 3),), (), "final")
    past = [played(stage, by_strength)]
    assert "  d beats a by walkover: 0.0 : 8.0" in format.bracket(past, "abcd", [1, 2, 3])
    assert format.next(past, [0, 3]) is None
    assert places(format, past, [0, 3])[0] == 1
    assert "  b, c: nobody is left: 8.0 : 0.0" in format.bracket(past, "abcd", [0, 3])


def test_a_bot_that_is_benched_in_the_final_has_not_won_it() -> None:
    """The ranking knows it from those who still play."""
    format = knock_out(3, deals=1)
    past = play(format, 3, by_strength)
    assert places(format, past) == {0: 1, 1: 2, 2: 3}
    assert places(format, past, [1, 2]) == {1: 1, 0: 2, 2: 3}


def test_a_table_that_cannot_be_filled_takes_back_more_of_the_beaten() -> None:
    """Three of the four in a final of four are there: a fourth that was beaten comes back. Too few share the first."""
    format = knock_out(16, 4)
    past = [played(stage, by_strength) for stage in [format.next([], range(16))] if stage]
    line_ups = past[0].stage.line_ups
    without = [bot for bot in range(16) if bot not in line_ups[3]]
    final = format.next(past, without)
    assert final is not None
    assert set(final.line_ups[0]) >= {min(line_up) for line_up in line_ups[:3]}
    check_legal(final)
    two = [line_ups[0][0], line_ups[1][0]]
    assert format.next(past, two) is None
    ranked = places(format, past, two)
    assert [ranked[bot] for bot in two] == [1, 1]
    assert Counter(ranked.values()) == {1: 2, 3: 14}
    assert format.next(past, line_ups[0]) is None
    assert places(format, past, line_ups[0])[0] == 1


def test_who_does_not_start_is_last() -> None:
    """Bots whose build failed are not in the bracket, and it closes up."""
    format = knock_out(5)
    past: list[PastStage] = []
    while stage := format.next(past, [0, 1, 3, 4]):
        past.append(played(stage, by_strength))
    assert set(past[0].stage.line_ups) == {(0, 4), (1, 3)}
    assert format.ranking(past).rows[-1] == (5, 2, ("did not start",))


@given(sizes, lucks, st.data())
def test_bots_may_be_benched_at_any_time(size: tuple[int, int], luck: int, data: st.DataObject) -> None:
    """Every stage is legal and of bots that play, nobody comes in from nowhere, and it ends."""
    bots, seats = size
    format = knock_out(bots, seats, tie_breaks=2)
    playing = set(range(bots))
    inside = set(range(bots))
    past: list[PastStage] = []
    while (stage := format.next(past, sorted(playing))) is not None:
        check_legal(stage)
        here = {bot for line_up in stage.line_ups for bot in line_up} | set(stage.byes)
        assert here <= playing
        assert "tie-break" in stage.title or here <= inside
        inside = inside if "tie-break" in stage.title else here
        past.append(played(stage, by_luck(luck)))
        assert len(past) < 60
        playing -= data.draw(st.sets(st.sampled_from(sorted(playing)), max_size=2)) if playing else set()
    assert knock_out(bots, seats, tie_breaks=2).next(past, sorted(playing)) is None
    rows = format.ranking(past, sorted(playing)).rows
    assert sorted(bot for _, bot, _ in rows) == list(range(bots))
    if playing & inside and past:
        assert {bot for rank, bot, _ in rows if rank == 1} <= playing
    assert format.bracket(past, NAMES, sorted(playing)) if past else True
