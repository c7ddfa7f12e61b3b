"""The comparison with fastchess: what it computes is what that prints, and it finds a difference where there is one."""

from __future__ import annotations

import pytest

from compare_with_peer import Played, Run, compare, elo_of, pentanomial

WON = Played("a", "b", "fen", ("e2e4", "e7e5"), "1-0", "normal")
DRAWN = Played("b", "a", "fen", ("e2e4", "c7c5"), "1/2-1/2", "adjudication")
RUN = Run([WON, DRAWN], [0, 0, 0, 1, 0], (0.0, 0.0, 0.0, 0.0), 1.0)


@pytest.mark.parametrize(
    ("counts", "printed"),
    [
        # What fastchess (74deac23) printed for games of Stockfish 15.1 with 1,000 nodes against 2,000.
        ([15, 1, 3, 0, 1], (-318.98, 244.27, -332.55, 107.67)),
        ([1, 1, 1, 0, 0], (-190.85, None, None, None)),
    ],
)
def test_elo_is_what_fastchess_prints(counts: list[int], printed: tuple[float | None, ...]) -> None:
    for computed, said in zip(elo_of(counts), printed, strict=True):
        assert said is None or computed == pytest.approx(said, abs=0.0051)


def test_pairs_of_games_are_counted_by_the_points_of_the_first() -> None:
    assert pentanomial([WON, DRAWN]) == [0, 0, 0, 1, 0]


def test_equal_runs_do_not_differ() -> None:
    assert compare(RUN, RUN._replace(seconds=9.0)) == []


@pytest.mark.parametrize(
    ("other", "named"),
    [
        (RUN._replace(games=[WON]), "arena has 2 games, fastchess 1"),
        (RUN._replace(games=[WON, DRAWN._replace(moves=("e2e4",))]), "game 1: moves is"),
        (
            RUN._replace(games=[WON._replace(termination="adjudication"), DRAWN]),
            "game 0: termination is normal in arena",
        ),
        (RUN._replace(pentanomial=[0, 0, 1, 0, 0]), "pentanomial counts are"),
        (RUN._replace(elo=(0.0, 0.0, 0.1, 0.0)), "Elo and its error"),
    ],
)
def test_a_difference_is_named(other: Run, named: str) -> None:
    (line,) = compare(RUN, other)
    assert line.startswith(named)
