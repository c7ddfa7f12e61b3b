"""Turns results into the standings of a contest between opponents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import TypeAlias

import numpy as np

from arena.protocol import VERDICTS
from arena.standings.beyond_elo import Fit
from arena.standings.claiming import Claiming
from arena.standings.figures import by_kind, known, ratio, rounded
from arena.standings.pairs import group_counts, results_of_pairs
from arena.standings.placing import OrderedBy, Places, places_of
from arena.standings.report import (
    Anchor,
    Anchored,
    Changed,
    Draws,
    GroupCounts,
    Likelihoods,
    Pair,
    Row,
    Seat,
    Standings,
    Variance,
)
from arena.standings.resources import stated
from arena.standings.results import Results
from arena.standings.rounds import ONE_BY_ONE, Rounds
from arena.statistics import (
    DOUBT,
    ESTABLISHED_GROUPS,
    FEWEST_GROUPS,
    NOTHING,
    Floats,
    Ints,
    Ratings,
    about,
    draws_between_equals,
    established,
    nu_of,
    one_sided,
    rate,
    reliability,
    separation,
    variance_components,
)

MEAN_ELO = 1500.0

_APART = 0.975

_Places: TypeAlias = tuple[Ints, Floats, Floats]
"""What `Ranked.places_of` returns."""


def rank_opponents(
    results: Results,
    anchors: Sequence[Anchor] = (),
    ordered_by: OrderedBy = "rating",
    rounds: Rounds = ONE_BY_ONE,
) -> Standings:
    """Standings from results; `anchors` without a pair result are left out for now. Whether bots changed on the way is
    looked for by the rounds or stages of `rounds`.

    Raises ValueError for an anchor that is no bot of the contest or named twice.
    """
    fixed = _fixed(results, anchors)
    ratings = rate(results_of_pairs(results), MEAN_ELO, fixed)
    measures = established(ratings)
    ratings = about(ratings, measures, MEAN_ELO)
    standing = places_of(results, ratings, measures, ordered_by)
    order, claiming, fit = standing.order, Claiming.of(ratings, standing), Fit.of(ratings)
    places = [games.places_of(len(results.names)) for games in results.ranked]
    rows = _rows(results, ratings, standing, claiming, places)
    wins, drawn = ratings.results.tallies()
    tables = range(len(results.ranked))
    return Standings(
        rows=rows,
        pairs=_pairs(results, ratings, order, fit),
        seats=tuple(seat for table in tables for seat in _seats(results, ratings, table, places[table])),
        draws=tuple(draws for table in tables if (draws := _draws(ratings, table))),
        variance=tuple(variance for table in tables if (variance := _variance(ratings, table))),
        ordered_by=ordered_by,
        reliability=_reliability(ratings, standing),
        likelihoods=_likelihoods(results, ratings, order),
        claimed=claiming.stated(results),
        beyond_elo=fit.stated(results, standing),
        finished_games=results.finished,
        unrated_games=results.unrated,
        void_games=results.void,
        error_games=results.error,
        deal_groups=results.groups,
        deal_groups_complete=results.complete_groups,
        fewest_deal_groups_for_an_error=FEWEST_GROUPS,
        fewest_deal_groups_for_a_rank=ESTABLISHED_GROUPS,
        doubt_in_a_likelihood=DOUBT,
        faults=by_kind({kind: sum(row.faults.get(kind, 0) for row in rows) for kind in VERDICTS}),
        forfeits=sum(row.forfeits for row in rows),
        bots_without_games=tuple(row.bot for row in rows if row.games == 0 and row.benched is None),
        comparable=tuple(_named(results, component) for component in ratings.components),
        one_sided=tuple(tuple(_named(results, bots) for bots in sets) for sets in one_sided(wins + drawn / 2)),
        changed=_changed(results, ratings, rounds),
        anchors=_anchored(results, ratings),
        mean_elo=None if ratings.anchors or not ratings.components else MEAN_ELO,
    )


def _named(results: Results, bots: Sequence[int]) -> tuple[str, ...]:
    return tuple(results.names[bot] for bot in bots)


def _fixed(results: Results, anchors: Sequence[Anchor]) -> Mapping[int, float]:
    for anchor in anchors:
        if anchor.bot not in results.names:
            raise ValueError(f"the anchor {anchor.bot!r} is none of the bots: {', '.join(map(repr, results.names))}")
        if sum(other.bot == anchor.bot for other in anchors) > 1:
            raise ValueError(f"the anchor {anchor.bot!r} is named twice: a bot can be fixed at one rating only")
    return {results.names.index(anchor.bot): anchor.elo_of_bot for anchor in anchors}


def _anchored(results: Results, ratings: Ratings) -> tuple[Anchored, ...]:
    fixed = ratings.anchors
    free = rate(ratings.results, MEAN_ELO) if len(fixed) > 1 else None
    rows = []
    for bot in sorted(fixed):
        found = free.from_mean_of(bot, sorted(fixed)) if free else None
        by_results = None if found is None else found[0] + sum(fixed.values()) / len(fixed)
        rows.append(
            Anchored(
                bot=results.names[bot],
                elo_of_bot=fixed[bot],
                elo_of_bot_by_results=known(by_results),
                elo_error_95=None if found is None else known(found[1]),
            )
        )
    return tuple(rows)


def _changed(results: Results, ratings: Ratings, rounds: Rounds) -> tuple[Changed, ...]:
    groups = results.numbers_of_groups
    stage = rounds.of(groups)
    return tuple(
        Changed(
            bot=results.names[change.bot],
            kind=change.kind,
            first=change.first + 1,
            last=change.last + 1,
            unit=rounds.unit,
            elo_gained=rounded(change.elo),
            elo_error_95=rounded(change.error),
            deal_groups=change.groups,
        )
        for change in ratings.changes(stage)
    )


def _rows(
    results: Results, ratings: Ratings, standing: Places, claiming: Claiming, places: Sequence[_Places]
) -> tuple[Row, ...]:
    size = len(results.names)
    wins, draws = ratings.results.tallies()
    likelihoods = ratings.likelihoods()
    sat, place, won_of = (sum((each[at].sum(axis=0) for each in places), np.zeros(size)) for at in range(3))
    elos = [known(ratings.rating(bot)) for bot in range(size)]
    reasons = [results.reasons.get(name) for name in results.names]
    rows = []
    for row, bot in enumerate(standing.order):
        following = standing.next(row)
        above = None if following is None else _likelihood(likelihoods[bot, following])
        apart = above is not None and not 1 - _APART < above < _APART
        separate = NOTHING if following is None else separation(ratings, bot, following, apart)
        per_group = results.games[bot] / max(int(ratings.results.groups_of_each[bot]), 1)
        low, high = ratings.interval(bot)
        best, worst = claiming.ranks(bot)
        tally, elo = results.tallies[bot], elos[bot]
        won, drawn, lost = int(wins[bot].sum()), int(draws[bot].sum()), int(wins[:, bot].sum())
        rows.append(
            Row(
                rank=standing.rank[bot],
                rank_best_95=best,
                rank_worst_95=worst,
                provisional=bot in standing.provisional,
                bot=results.names[bot],
                elo_of_bot=elo,
                elo_error_95=known(ratings.error(bot)),
                elo_low_95=known(low),
                elo_high_95=known(high),
                games=int(results.games[bot]),
                mean_place=ratio(place[bot], sat[bot]),
                pair_wins=won,
                pair_draws=drawn,
                pair_losses=lost,
                score_percent=_score(won, drawn, lost),
                won_percent=ratio(100 * won_of[bot], sat[bot]),
                likelihood_above_next=above,
                groups_to_separate_from_next=separate.seen,
                groups_to_separate_low_80=separate.low,
                groups_to_separate_high_80=separate.high,
                games_to_separate_from_next=None if separate.seen is None else ceil(separate.seen * per_group),
                benched=reasons[bot],
                retired=results.names[bot] in results.retired,
                unrated_games=int(results.set_aside[bot]),
                faults=by_kind(tally.faults),
                forfeits=int(results.forfeits[bot]),
                played_out=int(results.games[bot] - results.forfeits[bot]),
                median_ms=known(tally.median_ms(), 3),
                median_ms_is_least=tally.median_is_least,
                max_ms=known(tally.max_ms, 3),
                max_ms_is_least=tally.max_is_least,
                resources=stated(tally.spent),
            )
        )
    return tuple(rows)


def _reliability(ratings: Ratings, standing: Places) -> float | None:
    """The reliability of the ratings of those bots with a rank whose errors are known."""
    sets = [
        [bot for bot in standing.ranked(number) if ratings.error(bot) is not None]
        for number in range(len(ratings.components))
    ]
    return known(reliability(ratings.elo, ratings.covariance, sets))


def _likelihood(value: float) -> float | None:
    return None if np.isnan(value) else rounded(float(value), 4)


def _likelihoods(results: Results, ratings: Ratings, order: Sequence[int]) -> Likelihoods:
    rated = [bot for bot in order if ratings.known[bot]]
    table = ratings.likelihoods()[np.ix_(rated, rated)].tolist()
    return Likelihoods(_named(results, rated), tuple(tuple(map(_likelihood, row)) for row in table))


def _pairs(results: Results, ratings: Ratings, order: Sequence[int], fit: Fit) -> tuple[Pair, ...]:
    wins, draws = (table.tolist() for table in ratings.results.tallies())
    groups = group_counts(ratings.results)
    pairs = []
    for bot in order:
        for opponent in order:
            won, drawn, lost = wins[bot][opponent], draws[bot][opponent], wins[opponent][bot]
            score = _score(won, drawn, lost)
            if score is not None:
                pairs.append(
                    Pair(
                        bot=results.names[bot],
                        opponent=results.names[opponent],
                        games=won + drawn + lost,
                        wins_of_bot=won,
                        draws=drawn,
                        losses_of_bot=lost,
                        score_percent_of_bot=score,
                        expected_percent_of_bot=fit.expected(bot, opponent),
                        beyond_expected_error_95=fit.error(bot, opponent),
                        is_off=fit.is_off(bot, opponent),
                        deal_groups_by_half_points_of_bot=tuple(
                            GroupCounts(games=games, groups=counts) for games, counts in groups[bot, opponent]
                        ),
                    )
                )
    return tuple(pairs)


def _seats(results: Results, ratings: Ratings, table: int, places: _Places) -> list[Seat]:
    games, of_pairs = results.ranked[table], ratings.results
    _, place, won = (of_all.sum(axis=1) for of_all in places)
    rows = []
    for seat in range(games.seats):
        number = of_pairs.first_seat[table] + seat
        as_row, as_column = of_pairs.row_seat == number, of_pairs.column_seat == number
        met = float(of_pairs.met[as_row].sum() + of_pairs.met[as_column].sum())
        taken = float(of_pairs.taken[as_row].sum() + (of_pairs.met - of_pairs.taken)[as_column].sum())
        index = of_pairs.bots + number
        rows.append(
            Seat(
                seats=games.seats,
                seat=seat,
                games=len(games.places),
                won_percent=rounded(100 * float(won[seat]) / len(games.places)),
                mean_place=rounded(float(place[seat]) / len(games.places)),
                score_percent=ratio(100 * taken, met),
                elo_of_seat=known(ratings.rating(index)),
                elo_error_95=known(ratings.error(index)),
            )
        )
    return rows


def _draws(ratings: Ratings, table: int) -> Draws | None:
    """None where no two bots met in games with so many seats."""
    of_pairs, seats = ratings.results, ratings.results.tables[table].seats
    first = of_pairs.first_seat[table]
    here = (of_pairs.row_seat >= first) & (of_pairs.row_seat < first + seats) & (of_pairs.row != of_pairs.column)
    met, drawn = of_pairs.met[here], int(of_pairs.results[here, 1].sum())
    if not met.sum():
        return None
    between_equals = draws_between_equals(ratings.fit.expected[here], met, drawn)
    return Draws(
        seats=seats,
        pair_results=int(met.sum()),
        draws=drawn,
        percent=rounded(100 * drawn / int(met.sum())),
        percent_between_equals=rounded(100 * between_equals),
        davidson_nu=known(nu_of(between_equals), 4),
    )


def _variance(ratings: Ratings, table: int) -> Variance | None:
    parts = variance_components(ratings, table)
    if parts is None:
        return None
    return Variance(
        seats=ratings.results.tables[table].seats,
        strength_percent=rounded(100 * parts.strength / parts.total),
        seat_percent=rounded(100 * parts.seat / parts.total),
        deal_percent=None if parts.deal is None else rounded(100 * parts.deal / parts.total),
        other_percent=rounded(100 * parts.rest / parts.total),
    )


def _score(wins: int, draws: int, losses: int) -> float | None:
    return ratio(100 * (wins + draws / 2), wins + draws + losses)
