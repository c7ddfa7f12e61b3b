"""Plays the stages of a format without a game: what comes of a match is drawn, or follows from the bots' strengths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from random import Random
from typing import TypeAlias

from hypothesis import strategies as st

from arena.pairing.line_ups import LineUp
from arena.pairing.stages import Match, Pairer, PastStage, Stage

Result: TypeAlias = Callable[[LineUp, int], Match]
"""What comes of a line-up in so many games."""

SIZES = [(bots, seats) for bots, seats in product((3, 4, 5, 8, 33), (2, 3, 4)) if seats <= bots]
GROUP = 4
"""Games of a line-up at a deal."""

sizes = st.sampled_from(SIZES)
lucks = st.integers(0, 2**32)


def match_of(line_up: LineUp, games: Sequence[Sequence[int]]) -> Match:
    """The match with these games; each gives every bot of the line-up a place."""
    seats = range(len(line_up))
    taken = [
        [0 if i == j else sum(1 + (game[i] < game[j]) - (game[i] > game[j]) for game in games) for j in seats]
        for i in seats
    ]
    return Match(line_up, len(games), tuple(map(tuple, taken)))


def by_luck(luck: int, places: int = 3, void: float = 0.1) -> Result:
    """Any places, with ties; some games stay void, sometimes all. The same matches in whatever order they are asked."""

    def result(line_up: LineUp, games: int) -> Match:
        rng = Random(f"{luck} {line_up} {games}")
        rated = 0 if rng.random() < void else games - rng.randrange(2)
        return match_of(line_up, [[rng.randrange(places) for _ in line_up] for _ in range(rated)])

    return result


def by_strength(line_up: LineUp, games: int) -> Match:
    """The lower number always wins."""
    return match_of(line_up, [line_up] * games)


def level(line_up: LineUp, games: int) -> Match:
    """All are always equal."""
    return match_of(line_up, [[0] * len(line_up)] * games)


def played(stage: Stage, result: Result) -> PastStage:
    return PastStage(stage, tuple(result(line_up, stage.deals * GROUP) for line_up in stage.line_ups))


def play(pairer: Pairer, bots: int, result: Result) -> list[PastStage]:
    """All stages to the end, with every bot playing; checks that each is legal."""
    past: list[PastStage] = []
    while (stage := pairer.next(past, range(bots))) is not None:
        assert len(past) < 200, "it does not end"
        check_legal(stage)
        past.append(played(stage, result))
    return past


def check_legal(stage: Stage) -> None:
    """Sorted line-ups of equal size, nobody in two places."""
    assert stage.line_ups
    assert stage.deals >= 1
    assert len({len(line_up) for line_up in stage.line_ups}) == 1
    everywhere = [bot for line_up in stage.line_ups for bot in line_up] + list(stage.byes)
    assert len(set(everywhere)) == len(everywhere)
    assert all(list(line_up) == sorted(line_up) for line_up in stage.line_ups)


def games_in(past: Sequence[PastStage]) -> int:
    return sum(len(stage.stage.line_ups) * stage.stage.deals * GROUP for stage in past)


def meetings(past: Sequence[PastStage]) -> list[tuple[int, int]]:
    """Every two bots of every line-up, the lower first."""
    return [pair for stage in past for line_up in stage.stage.line_ups for pair in combinations(line_up, 2)]


def renamed(past: Sequence[PastStage], names: Sequence[int]) -> list[PastStage]:
    """The same contest in which bot `b` is called `names[b]`."""

    def match(old: Match) -> Match:
        order = sorted(range(len(old.line_up)), key=lambda place: names[old.line_up[place]])
        taken = tuple(tuple(old.taken[i][j] for j in order) for i in order)
        return Match(tuple(names[old.line_up[place]] for place in order), old.games, taken)

    found = []
    for stage, matches in ((each.stage, tuple(map(match, each.matches))) for each in past):
        byes = tuple(sorted(names[bot] for bot in stage.byes))
        line_ups = tuple(each.line_up for each in matches)
        found.append(PastStage(Stage(line_ups, stage.deals, byes, stage.title), matches))
    return found
