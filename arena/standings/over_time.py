"""Tells how ratings went in the course of a contest: in each part of it beside all of it, and from version to version.

A part is a run of whole stages, or of whole rounds if the contest has a single stage; all bots are rated by its games
alone. A bot that played in a part is measured against the others that did, and the mean of these is put where the whole
contest has it: so a part in which the strong ones pause moves nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite

import numpy as np

from arena.contest import Benchings
from arena.standings.figures import known, rounded
from arena.standings.over_time_report import Course, OverTime, Point, VersionStep
from arena.standings.pairs import results_of_pairs
from arena.standings.ranking import MEAN_ELO
from arena.standings.results import reduce_ledger
from arena.standings.rounds import ONE_BY_ONE, Rounds
from arena.statistics import Floats, Ints, Ratings, about, established, part_starts, rate
from arena.store import Entry, Ledger

PARTS = 5
FEWEST_GROUPS = 20
"""The fewest deal groups of a part, in the mean over the parts: with fewer, no two parts could be told apart."""


def over_time(
    ledger: Ledger,
    bots: Iterable[str],
    rows: Sequence[str],
    settlement: Benchings,
    entries: Sequence[Entry] = (),
    rounds: Rounds = ONE_BY_ONE,
) -> OverTime:
    """The course of a contest between opponents; `rows` are its bots in order, `entries` the versions of a
    ladder's bots."""
    bots = list(bots)
    groups = np.unique(np.concatenate([np.zeros(0, np.int64), *(table.group for table in ledger.tables)]))
    stage = rounds.of(groups)
    starts = part_starts(stage, max(min(PARTS, len(groups) // FEWEST_GROUPS), 1)) if len(groups) else []
    firsts = groups[starts].tolist()
    ends = [*firsts[1:], int(groups[-1]) + 1] if firsts else []
    whole, games = _rated(ledger, bots, settlement)
    names = tuple(sorted({*bots, *ledger.names}))
    place = {name: index for index, name in enumerate(names)}
    found = []
    for first, end in zip(firsts, ends, strict=True):
        tables = tuple(table.part((table.group >= first) & (table.group < end)) for table in ledger.tables)
        rated, played = _rated(Ledger(ledger.names, ledger.tallies, tables, ledger.numbers), bots, settlement)
        found.append((_level(rated, whole), rated, played))
    courses = tuple(
        Course(
            bot=name,
            all=_point(whole, whole.elo, games, place[name]),
            parts=tuple(_point(rated, elo, played, place[name]) for elo, rated, played in found)
            if len(found) > 1
            else (),
        )
        for name in rows
    )
    return OverTime(
        unit=rounds.unit,
        ends=tuple(ends),
        last=tuple((stage[np.searchsorted(groups, ends) - 1] + 1).tolist()) if ends else (),
        courses=courses,
        versions=_versions(whole, games, place, entries),
    )


def _rated(ledger: Ledger, bots: Sequence[str], settlement: Benchings) -> tuple[Ratings, Ints]:
    results = reduce_ledger(ledger, bots, benched=lambda _: settlement)
    ratings = rate(results_of_pairs(results), MEAN_ELO)
    return about(ratings, established(ratings), MEAN_ELO), results.games


def _level(part: Ratings, whole: Ratings) -> Floats:
    """The ratings of a part, the mean of each of its sets where the whole contest has these bots."""
    elo = part.elo.copy()
    for component, measure in zip(part.components, established(part), strict=True):
        elo[component] += whole.elo[measure].mean() - part.elo[measure].mean()
    return elo


def _point(ratings: Ratings, elo: Floats, games: Ints, bot: int) -> Point:
    there = bool(ratings.known[bot]) and isfinite(elo[bot])
    return Point(
        games=int(games[bot]),
        elo_of_bot=rounded(float(elo[bot])) if there else None,
        elo_error_95=known(ratings.error(bot)) if there else None,
    )


def _versions(
    ratings: Ratings, games: Ints, place: dict[str, int], entries: Sequence[Entry]
) -> tuple[VersionStep, ...]:
    of_bot = dict[str, list[Entry]]()
    for entry in entries:
        if entry.name in place:
            of_bot.setdefault(entry.base, []).append(entry)
    steps = []
    for versions in of_bot.values():
        for before, entry in zip([None, *versions], versions, strict=False):
            if len(versions) == 1:
                continue
            step = None if before is None else ratings.from_mean_of(place[entry.name], [place[before.name]])
            steps.append(
                VersionStep(
                    bot=entry.name,
                    before=None if before is None else before.name,
                    since_stage=entry.since + 1,
                    rating=_point(ratings, ratings.elo, games, place[entry.name]),
                    elo_gained=None if step is None else rounded(step[0]),
                    elo_error_95=None if step is None else known(step[1]),
                )
            )
    return tuple(steps)
