"""Where points were lost: by seat, by opponent or partner, with the luck of the deals taken out.

What the bot took on a seat is held against what others took on that seat at the same deal: where the format has such
games, others in its very place, with the same bots on all other seats; else the bots of its own line-up, when they sat
there. The cards are the same in both.

Between two opponents who change seats, what one of them has more on a seat than the other had there is the same for
both seats: it says who is better, and not where. So whether a bot is weak on one seat beside its others is asked apart:
there what others lose by that seat is subtracted, at the same deals where others sat on all seats of them, and else in
games without the bot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from arena.review.figure import Figure, means
from arena.review.report import ByOpponent, ByPartner, BySeat
from arena.review.sat import Sat
from arena.standings import Pair, known, rounded
from arena.statistics import Bools, Floats, Ints

STAKE = 0.5
"""What a deal that was not seen may move between opponents: half a game."""


class Rows(NamedTuple):
    """What the bot took, a row for each of its seats in each game: `gained` is nan where nobody else's result can be
    held against it, `exact` whether that was somebody in its very place."""

    table: int
    game: Ints
    seat: Ints
    gained: Floats
    exact: Bools


def rows_of(tables: Sequence[Sat], bot: int, cooperative: bool) -> list[Rows]:
    """All that a review of this bot is made of, by table."""
    return [_rows(table, sat, bot, cooperative) for table, sat in enumerate(tables)]


def _rows(table: int, sat: Sat, bot: int, cooperative: bool) -> Rows:
    own = (sat.bots == bot) & sat.counts
    if not cooperative:
        own &= ((sat.bots == bot).sum(axis=1) == 1)[:, None]  # against itself it takes what it loses
    game, seat = np.nonzero(own)
    gained, exact = np.full(len(game), np.nan), np.zeros(len(game), dtype=np.bool_)
    for here in range(sat.seats):
        mine = np.flatnonzero(seat == here)
        at = game[mine]
        others = np.delete(sat.bots, here, axis=1)
        # Whoever plays with copies of itself alone is held against others that do.
        same = (others == sat.bots[:, [here]]).all(axis=1)
        place = np.where((same & cooperative)[:, None], -1, others)
        ways = [_mean_of_others(sat, here, bot, np.column_stack([sat.deal, place]))]
        if not cooperative:
            ways.append(_mean_of_others(sat, here, bot, sat.match[:, None]))
        measure = ways[0][at]
        exact[mine] = ~np.isnan(measure)
        for way in ways[1:]:
            measure = np.where(np.isnan(measure), way[at], measure)
        gained[mine] = sat.result[at, here] - measure
    return Rows(table, game, seat, gained, exact)


def _mean_of_others(sat: Sat, seat: int, bot: int, keys: Ints) -> Floats:
    """For each game the mean of what other bots took on the seat in games with the same key; nan where none did."""
    _, which = np.unique(keys, axis=0, return_inverse=True)
    which = which.ravel()
    others = (sat.bots[:, seat] != bot) & sat.counts[:, seat]
    size = int(which.max(initial=-1)) + 1
    count = np.bincount(which[others], minlength=size)
    total = np.bincount(which[others], sat.result[others, seat], size)
    mean: Floats = np.where(count > 0, total / np.maximum(count, 1), np.nan)[which]
    return mean


def by_seat(tables: Sequence[Sat], rows: Sequence[Rows], bot: int, cooperative: bool, stake: float) -> list[BySeat]:
    """A row for each seat of each number of seats."""
    return [
        row for sat, found in zip(tables, rows, strict=True) for row in _by_seat(sat, found, bot, cooperative, stake)
    ]


def _by_seat(sat: Sat, rows: Rows, bot: int, cooperative: bool, stake: float) -> Iterator[BySeat]:
    seats = sat.seats
    there = ~np.isnan(rows.gained)
    deal, result = sat.deal[rows.game], sat.result[rows.game, rows.seat]
    gained = means(deal[there], rows.seat[there], rows.gained[there], seats, stake)
    beside = [Figure()] * seats if cooperative else _beside(sat, rows, bot)
    unit = 1.0 if cooperative else 100.0
    critical = NormalDist().inv_cdf(1 - 0.05 / seats)
    for seat in range(seats):
        mine = rows.seat == seat
        if not mine.any():
            continue
        mean = float(result[mine].mean())
        more, apart = gained[seat].times(unit), beside[seat].times(unit)
        surprise = (more if cooperative else apart).deviate
        yield BySeat(
            seats=seats,
            seat=seat,
            games=int(mine.sum()),
            deals=len(np.unique(deal[mine])),
            percent=rounded(100 * (float(sat.won[rows.game[mine]].mean()) if cooperative else mean)),
            mean_score=rounded(mean, 4) if cooperative else None,
            gained=known(more.value, 4),
            gained_error_95=known(more.error_95, 4),
            beside_other_seats=known(apart.value, 4),
            beside_other_seats_error_95=known(apart.error_95, 4),
            weak=None if surprise is None or seats < 2 else surprise < -critical,
        )


def _beside(sat: Sat, rows: Rows, bot: int) -> list[Figure]:
    """By how much the bot is better on each seat, beside its others, than others are."""
    use = ~np.isnan(rows.gained)
    if sat.seats == 2:
        use &= rows.exact
    if not use.any():
        return _beside_field(sat, rows, bot) if sat.seats == 2 else [Figure()] * sat.seats
    game, seat, gained = rows.game[use], rows.seat[use], rows.gained[use]
    return _less_mean(sat, game, seat, gained)


def _less_mean(sat: Sat, game: Ints, seat: Ints, value: Floats) -> list[Figure]:
    """What each seat has more than the mean of all seats, in matches in which there is something of all of them."""
    _, match = np.unique(sat.match[game], return_inverse=True)
    match = match.ravel()
    size = int(match.max(initial=-1)) + 1
    of_seat = np.zeros((size, sat.seats))
    count = np.zeros((size, sat.seats))
    np.add.at(of_seat, (match, seat), value)
    np.add.at(count, (match, seat), 1)
    whole = (count > 0).all(axis=1)
    of_seat = of_seat[whole] / count[whole]
    of_seat -= of_seat.mean(axis=1, keepdims=True)
    deal = np.zeros(size, dtype=np.int64)
    deal[match] = sat.deal[game]
    kind = np.tile(np.arange(sat.seats), int(whole.sum()))
    return means(np.repeat(deal[whole], sat.seats), kind, of_seat.ravel(), sat.seats, STAKE)


def _beside_field(sat: Sat, rows: Rows, bot: int) -> list[Figure]:
    """The same of two seats, held against the games of others; luck of the deals is in it, as a part of its error."""
    own = _less_mean(sat, rows.game, rows.seat, sat.result[rows.game, rows.seat])
    game = np.flatnonzero((sat.bots != bot).all(axis=1))
    both = np.repeat(game, 2), np.tile(np.arange(2), len(game))
    field = means(sat.deal[both[0]], both[1], sat.result[both], 2, STAKE) if len(game) else [Figure()] * 2
    half = [Figure(None if one.value is None else one.value - 0.5, one.error_95, one.freedom) for one in field]
    return [mine.less(others) for mine, others in zip(own, half, strict=True)]


class Taken(NamedTuple):
    """What was taken from one opponent, or reached with one partner, by deal."""

    games: int
    deals: int
    share: Figure
    lost: float


def against(tables: Sequence[Sat], bot: int) -> dict[int, Taken]:
    """What the bot took from each opponent; a pair of seats of a game is a result of its own."""
    parts = [np.zeros((0, 2), dtype=np.int64)]
    values, weights, games = [np.zeros(0)], [np.zeros(0)], dict[int, int]()
    for sat in tables:
        for seat in range(sat.seats):
            for other in range(sat.seats):
                here = np.flatnonzero((sat.bots[:, seat] == bot) & (sat.bots[:, other] != bot))
                if other == seat or not len(here):
                    continue
                parts.append(np.column_stack([sat.deal[here], sat.bots[here, other]]))
                values.append(0.5 + 0.5 * np.sign(sat.places[here, other] - sat.places[here, seat]))
                weights.append(np.full(len(here), 1 / (sat.seats - 1)))
        for opponent in np.unique(sat.bots[(sat.bots == bot).any(axis=1)]).tolist():
            met = (sat.bots == bot).any(axis=1) & (sat.bots == opponent).any(axis=1)
            games[opponent] = games.get(opponent, 0) + int(met.sum())
    (deal, who), value, weight = np.concatenate(parts).T, np.concatenate(values), np.concatenate(weights)
    return _by_other(deal, who, value, STAKE, games, weight * (1 - value))


def together(tables: Sequence[Sat], rows: Sequence[Rows], bot: int, stake: float) -> dict[int, tuple[Taken, ...]]:
    """For each partner the games that were won, the scores, and what was gained on others in the same place; with
    itself those of the bot alone."""
    parts = [np.zeros((0, 2), dtype=np.int64)]
    values, games = [np.zeros((0, 3))], dict[int, int]()
    for sat, found in zip(tables, rows, strict=True):
        for seat in range(sat.seats):
            mine = found.seat == seat
            game, gained = found.game[mine], found.gained[mine]
            alone = (sat.bots[game] == bot).all(axis=1)
            for other in range(sat.seats):
                partner = sat.bots[game, other]
                use = alone & (other == seat) | (partner != bot)
                parts.append(np.column_stack([sat.deal[game[use]], partner[use]]))
                values.append(np.column_stack([sat.won[game[use]], sat.result[game[use], seat], gained[use]]))
        mine = np.zeros(len(sat.number), dtype=np.bool_)
        mine[found.game] = True
        alone = (sat.bots == bot).all(axis=1)
        for partner in np.unique(sat.bots[mine]).tolist():
            met = mine & (alone if partner == bot else (sat.bots == partner).any(axis=1))
            games[partner] = games.get(partner, 0) + int(met.sum())
    (deal, who), value = np.concatenate(parts).T, np.concatenate(values)
    won = _by_other(deal, who, value[:, 0], STAKE, games)
    score = _by_other(deal, who, value[:, 1], stake, games)
    there = ~np.isnan(value[:, 2])
    gained_on = _by_other(deal[there], who[there], value[there, 2], stake, games)
    nothing = Taken(0, 0, Figure(), 0.0)
    return {other: (won[other], score[other], gained_on.get(other, nothing)) for other in won}


def _by_other(
    deal: Ints, who: Ints, value: Floats, stake: float, games: Mapping[int, int], lost: Floats | None = None
) -> dict[int, Taken]:
    others, which = np.unique(who, return_inverse=True)
    which = which.ravel()
    shares = means(deal, which, value, len(others), stake) if len(others) else []
    total = np.bincount(which, lost, len(others)) if lost is not None else np.zeros(len(others))
    return {
        other: Taken(games.get(other, 0), len(np.unique(deal[which == at])), share, float(total[at]))
        for at, (other, share) in enumerate(zip(others.tolist(), shares, strict=True))
    }


def overall(tables: Sequence[Sat], rows: Sequence[Rows], cooperative: bool, stake: float) -> tuple[int, Figure, Figure]:
    """How many games count, the share of the points that the bot took (of the games that its team won), and in a team
    the mean score."""
    deals, values = [np.zeros(0, dtype=np.int64)], [np.zeros((0, 2))]
    count = 0
    for sat, found in zip(tables, rows, strict=True):
        first = np.unique(found.game, return_index=True)[1] if cooperative else np.arange(len(found.game))
        game, seat = found.game[first], found.seat[first]
        result = sat.result[game, seat]
        deals.append(sat.deal[game])
        values.append(np.column_stack([sat.won[game] if cooperative else result, result]))
        count += len(np.unique(game))
    deal, value = np.concatenate(deals), np.concatenate(values)
    if not len(deal):
        return 0, Figure(), Figure()
    alike = np.zeros(len(deal), dtype=np.int64)
    (share,) = means(deal, alike, value[:, 0], 1, STAKE, share=True)
    (score,) = means(deal, alike, value[:, 1], 1, stake)
    return count, share, score if cooperative else Figure()


def opponents(taken: Mapping[int, Taken], names: Sequence[str], pairs: Sequence[Pair]) -> list[ByOpponent]:
    """The table of opponents, those first that took most; `pairs` are those of the bot in the standings."""
    expected = {pair.opponent: pair for pair in pairs}
    total = sum(one.lost for one in taken.values())
    rows = []
    for other, one in taken.items():
        pair = expected.get(names[other])
        assert one.share.value is not None  # there are games
        rows.append(
            ByOpponent(
                opponent=names[other],
                games=one.games,
                deals=one.deals,
                percent=rounded(100 * one.share.value),
                error_95=known(one.share.times(100).error_95),
                expected_percent=pair.expected_percent_of_bot if pair else None,
                off=bool(pair and pair.is_off),
                lost=rounded(one.lost),
                percent_of_lost=rounded(100 * one.lost / total) if total else None,
            )
        )
    return sorted(rows, key=lambda row: (-row.lost, row.opponent))


def partners(found: Mapping[int, tuple[Taken, ...]], names: Sequence[str]) -> list[ByPartner]:
    """The table of partners, those first with whom most is lost beside what others reach with them."""
    critical = NormalDist().inv_cdf(1 - 0.05 / max(len(found), 1))
    rows = []
    for other, (won, score, gained) in found.items():
        assert won.share.value is not None  # there are games
        assert score.share.value is not None
        surprise = gained.share.deviate
        rows.append(
            ByPartner(
                partner=names[other],
                games=won.games,
                deals=won.deals,
                percent_won=rounded(100 * won.share.value),
                mean_score=rounded(score.share.value, 4),
                gained=known(gained.share.value, 4),
                gained_error_95=known(gained.share.error_95, 4),
                weak=None if surprise is None else surprise < -critical,
            )
        )
    return sorted(rows, key=lambda row: (row.gained is None, row.gained or 0.0, row.partner))
