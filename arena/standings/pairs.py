"""Turns the results of games into the pair results of the rating model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from arena.standings.results import Results
from arena.statistics import Games, PairResults, pair_results


def results_of_pairs(results: Results) -> PairResults:
    """The pair results; bots are indices into `Results.names`, tables those of `Results.ranked`."""
    tables = [Games(games.group, games.bots, games.places) for games in results.ranked]
    return pair_results(len(results.names), tables)


def group_counts(results: PairResults) -> Mapping[tuple[int, int], list[tuple[int, tuple[int, ...]]]]:
    """How the deal groups of each ordered pair of bots that met went: of how many games they were, ascending, and for
    each such number the counts of groups by half points of the first bot, 0 to twice the games."""
    counts: dict[tuple[int, int], dict[int, list[int]]] = defaultdict(dict)
    for bot, opponent, games, half_points, groups in results.group_counts.tolist():
        counts[bot, opponent].setdefault(games, [0] * (2 * games + 1))[half_points] += groups
        counts[opponent, bot].setdefault(games, [0] * (2 * games + 1))[2 * games - half_points] += groups
    return {pair: [(games, tuple(row)) for games, row in sorted(found.items())] for pair, found in counts.items()}
