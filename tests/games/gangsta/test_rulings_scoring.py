"""Ruling 28: the final count."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arena.games import Ranking
from arena.games.gangsta import Options, scoring, turns
from arena.games.gangsta.events import (
    GameOver,
    Score,
)
from arena.games.gangsta.moves import DONE
from tests.games.gangsta.table import do, of_kind, table

NOBODY_FOR_WAR = ["cartel 1", "cartel 2", "cartel 3", "cartel 4", "cartel 5", "triads 1", "triads 4"]
"""Seven gangsters without a Mercenary."""


# The final count


def counted(
    *gangs: Sequence[str], dollars: Sequence[int], influence: Sequence[int], bank: Sequence[int] = ()
) -> tuple[list[Score], Ranking]:
    """The scores and places at the turn limit, seats having performed heists of so much influence."""
    state = table(*gangs, chapter=3, dollars=dollars, bank=bank, options=Options(turn_limit=10), step=turns.discard)
    state.influence = list(influence)
    (over,) = of_kind(do(state, DONE), GameOver)
    ranking = state.outcome()
    assert ranking is not None
    assert over.places == ranking.places
    assert list(ranking.scores) == [scoring.total(score) for score in over.scores]
    return list(over.scores), ranking


def test_ruling_28_where_influence_comes_from() -> None:
    """Heists stored, gangsters alive, 2 for the most money, 2 for the largest gang."""
    scores, ranking = counted(
        ["cartel boss", "cartel 5*", "bratva 7"],
        ["mafia boss", "mafia 1"],
        dollars=[3, 4],
        influence=[5, 7],
    )
    assert scores == [Score(5, 6, 0, 0, 2), Score(7, 1, 0, 2, 0)]
    assert ranking == Ranking((1, 2), (13, 10))


@pytest.mark.parametrize(
    ("dollars", "bank", "bonus"),
    [
        ((5, 5, 1), (0, 0, 0), [1, 1, 0]),
        ((5, 5, 5), (0, 0, 0), [1, 1, 1]),
        ((0, 0, 0), (0, 0, 0), [1, 1, 1]),
        ((5, 6, 1), (0, 0, 10), [0, 0, 2]),
        ((5, 1, 5), (0, 4, 0), [1, 1, 1]),
    ],
)
def test_ruling_28_most_money(dollars: tuple[int, ...], bank: tuple[int, ...], bonus: list[int]) -> None:
    """Ties get 1 each; money in the bank counts."""
    gangs = (["cartel boss"], ["mafia boss"], ["triads boss"])
    scores, _ = counted(*gangs, dollars=dollars, bank=bank, influence=[0, 0, 0])
    assert [score.money for score in scores] == bonus
    assert [score.majorities for score in scores] == [1, 1, 1]


def test_ruling_28_largest_gang() -> None:
    """Bosses count, and so do Activated gangsters; ties get 1 each."""
    gangs = [["cartel boss", "cartel 1"], ["mafia boss*", "cartel 2*"], ["triads boss"]]
    scores, _ = counted(*gangs, dollars=[1, 2, 3], influence=[0, 0, 0])
    assert [score.majorities for score in scores] == [1, 1, 0]
    gangs[2] += ["ghetto 1", "triads 1"]
    scores, _ = counted(*gangs, dollars=[1, 2, 3], influence=[0, 0, 0])
    assert [score.majorities for score in scores] == [0, 0, 2]


def test_ruling_28_bosses_and_lessons_are_worth_nothing() -> None:
    """A learned skill adds no influence to its gangster."""
    scores, _ = counted(["cartel boss", "cartel 1+M"], ["mafia boss"], dollars=[0, 1], influence=[0, 0])
    assert [score.gang for score in scores] == [1, 0]


def test_ruling_28_a_tie_goes_to_the_larger_gang() -> None:
    """Whatever the money; a tie in that too is shared."""
    # 3 + 1 for a tie of two gangs of 3, and 4 with all of the money.
    gangs = [
        ["cartel boss", "cartel 1", "cartel 2"],
        ["mafia boss", "mafia 1", "ghetto 1"],
        ["triads boss", "triads 1"],
    ]
    scores, ranking = counted(*gangs, dollars=[0, 0, 9], influence=[1, 1, 1])
    assert [scoring.total(score) for score in scores] == [4, 4, 4]
    assert ranking == Ranking((1, 1, 3), (4, 4, 4))
    _, ranking = counted(*gangs, dollars=[0, 0, 9], influence=[0, 1, 1])
    assert ranking == Ranking((3, 1, 2), (3, 4, 4))
