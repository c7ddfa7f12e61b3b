"""Standings as a value: everything that the tables print, in Structs whose JSON explains itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Literal, overload

import numpy as np
from msgspec import Struct

from arena.contest.bench import Settled
from arena.contest.ledger import Ledger
from arena.protocol.verdicts import VERDICTS, Verdict
from arena.referee.record import GameRecord
from arena.standings.figures import by_kind, known, ratio, rounded
from arena.standings.pairs import bot_points, pair_tallies, seat_points
from arena.standings.resources import Resources, stated
from arena.standings.results import Ranked, Results, reduce_ledger
from arena.standings.team_report import TeamStandings, rank_teams
from arena.statistics.arrays import Ints
from arena.statistics.bootstrap import FEWEST_GROUPS, RESAMPLES, Ratings, rate

MEAN_ELO = 1500.0


class Row(Struct, frozen=True, kw_only=True):
    """One bot. A figure that is not known is None.

    `games` counts rated games (a bot on two seats of one game counts twice); each ended for the bot in one of two
    ways: `played_out + forfeits == games`. `faults` counts by verdict, and has no zeros; not every fault forfeits.

    `benched` says why the bot was not scheduled any further, and is None for a bot that is in; the benched ones have no
    rank and come last. `unrated_games` counts the bot's finished games that are rated for nobody since a bot was
    benched (see `arena.contest.bench`); their faults are among `faults`.

    Every game gives each two seats of different bots one pair result, from which `score_percent` (a draw is half a
    point) and the rating come. `won_percent` counts only first places, shared ones split; for two seats it is the
    same. `elo_error_95` is half the width of the 95 % interval of `elo_of_bot` relative to the field's mean, or to the
    anchor. `likelihood_above_next` is that of this bot being stronger than the bot of the next row.
    """

    rank: int | None
    bot: str
    elo_of_bot: float | None
    elo_error_95: float | None
    games: int
    mean_place: float | None
    pair_wins: int
    pair_draws: int
    pair_losses: int
    score_percent: float | None
    won_percent: float | None
    likelihood_above_next: float | None
    benched: str | None
    unrated_games: int
    faults: dict[Verdict, int]
    forfeits: int
    played_out: int
    median_ms: float | None
    max_ms: float | None
    resources: Resources


class Pair(Struct, frozen=True, kw_only=True):
    """One bot against another, from the view of `bot`: a win is the better place in a game with both."""

    bot: str
    opponent: str
    games: int
    wins_of_bot: int
    draws: int
    losses_of_bot: int
    score_percent_of_bot: float


class Seat(Struct, frozen=True, kw_only=True):
    """What sitting on `seat` was worth in games with `seats` seats, whoever sat there.

    `elo_of_seat` comes from the same model as the bots' ratings, with the mean over the seats at 0. It is the seat's
    own where every bot sat on every seat equally often, as in complete deal groups.
    """

    seats: int
    seat: int
    games: int
    won_percent: float
    mean_place: float
    score_percent: float | None
    elo_of_seat: float | None
    elo_error_95: float | None


class Anchor(Struct, frozen=True):
    """The bot whose rating was fixed."""

    bot: str
    elo_of_bot: float


class Standings(Struct, frozen=True, kw_only=True):
    """Standings of a contest between opponents.

    Only finished games are rated, and of these not the `unrated_games`, in which a bot was benched or out already; they
    and `void_games` and `error_games` are game numbers.
    `pairs` holds every ordered pair of bots that met. `comparable` lists sets of bots that met, directly or through
    others: ratings mean nothing between two sets. `deal_groups_complete` counts the groups in which every game is
    there and finished. `anchor` is None if the mean of all rated bots is `mean_elo`. `median_ms` is from a histogram
    with buckets 5 % wide.
    """

    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]
    seats: tuple[Seat, ...]
    finished_games: int
    unrated_games: tuple[int, ...]
    void_games: tuple[int, ...]
    error_games: tuple[int, ...]
    deal_groups: int
    deal_groups_complete: int
    fewest_deal_groups_for_an_error: int
    resamples: int
    faults: dict[Verdict, int]
    forfeits: int
    bots_without_games: tuple[str, ...]
    comparable: tuple[tuple[str, ...], ...]
    anchor: Anchor | None
    mean_elo: float | None


@overload
def compute(
    games: Ledger | Iterable[GameRecord],
    bots: Iterable[str],
    anchor: Anchor | None = None,
    group_size: int | None = None,
    settle: Callable[[Ledger], Settled] | None = None,
    *,
    cooperative: Literal[False] = False,
) -> Standings: ...


@overload
def compute(
    games: Ledger | Iterable[GameRecord],
    bots: Iterable[str],
    anchor: Anchor | None = None,
    group_size: int | None = None,
    settle: Callable[[Ledger], Settled] | None = None,
    *,
    cooperative: Literal[True],
) -> TeamStandings: ...


@overload
def compute(
    games: Ledger | Iterable[GameRecord],
    bots: Iterable[str],
    anchor: Anchor | None = None,
    group_size: int | None = None,
    settle: Callable[[Ledger], Settled] | None = None,
    *,
    cooperative: bool,
) -> Standings | TeamStandings: ...


def compute(
    games: Ledger | Iterable[GameRecord],
    bots: Iterable[str],
    anchor: Anchor | None = None,
    group_size: int | None = None,
    settle: Callable[[Ledger], Settled] | None = None,
    *,
    cooperative: bool = False,
) -> Standings | TeamStandings:
    """Standings from a store's ledger, or from records, read once and in any order.

    `bots` are all bots of the contest, in any order; those without games are listed too. Without an anchor the mean of
    all rated bots is 1500; so it is, too, as long as the anchor has no pair result. `group_size` is how many games a
    deal group has (None: as many as the fullest). `cooperative` says whether the game is one. `settle` says
    which bots are benched (None: none), as `arena.contest.settled` does for a store.

    Raises ValueError for an anchor that is no bot of the contest, for any anchor in a cooperative one (it has no Elo),
    and as `reduce_ledger` does.
    """
    ledger = games if isinstance(games, Ledger) else Ledger.of(games)
    results = reduce_ledger(ledger, bots, group_size, cooperative, settle)
    if cooperative:
        if anchor is not None:
            raise ValueError(f"a cooperative game has no Elo, so {anchor.bot!r} cannot be its anchor")
        return rank_teams(results)
    return _rank_opponents(results, anchor)


def _rank_opponents(results: Results, anchor: Anchor | None) -> Standings:
    if anchor is not None and anchor.bot not in results.names:
        raise ValueError(f"the anchor {anchor.bot!r} is none of the bots: {', '.join(map(repr, results.names))}")
    points = bot_points(results)
    fixed = None
    if anchor is not None and points.groups_of_each()[results.names.index(anchor.bot)] > 0:
        fixed = (results.names.index(anchor.bot), anchor.elo_of_bot)
    ratings = rate(points, MEAN_ELO, fixed)
    order = sorted(range(len(results.names)), key=partial(_place, ratings, results))
    wins, draws = pair_tallies(results)
    rows = _rows(results, ratings, order, wins, draws)
    return Standings(
        rows=rows,
        pairs=_pairs(results, order, wins, draws),
        seats=tuple(seat for games in results.ranked for seat in _seats(games)),
        finished_games=results.finished,
        unrated_games=results.unrated,
        void_games=results.void,
        error_games=results.error,
        deal_groups=results.groups,
        deal_groups_complete=results.complete_groups,
        fewest_deal_groups_for_an_error=FEWEST_GROUPS,
        resamples=RESAMPLES,
        faults=by_kind({kind: sum(row.faults.get(kind, 0) for row in rows) for kind in VERDICTS}),
        forfeits=sum(row.forfeits for row in rows),
        bots_without_games=tuple(row.bot for row in rows if row.games == 0 and row.benched is None),
        comparable=tuple(tuple(results.names[bot] for bot in component) for component in ratings.components),
        anchor=anchor if fixed else None,
        mean_elo=None if fixed or not ratings.components else MEAN_ELO,
    )


def _place(ratings: Ratings, results: Results, bot: int) -> tuple[bool, bool, float, str]:
    """The order of rows: by rating, equal ratings by name, unrated bots after them, benched ones last."""
    elo = ratings.elo[bot]
    return (results.names[bot] in results.reasons, elo is None, -rounded(elo or 0.0), results.names[bot])


def _rows(results: Results, ratings: Ratings, order: Sequence[int], wins: Ints, draws: Ints) -> tuple[Row, ...]:
    size = len(results.names)
    seats, places, firsts = np.zeros(size), np.zeros(size), np.zeros(size)
    for games in results.ranked:
        who = games.bots.ravel()
        seats += np.bincount(who, minlength=size)
        places += np.bincount(who, games.places.ravel(), size)
        firsts += np.bincount(who, games.first_shares().ravel(), size)
    elos = [known(elo) for elo in ratings.elo]
    reasons = [results.reasons.get(name) for name in results.names]
    ranked = [elo for elo, benched in zip(elos, reasons, strict=True) if elo is not None and benched is None]
    rows = []
    for index, bot in enumerate(order):
        following = [other for other in order[index + 1 : index + 2] if not (reasons[bot] or reasons[other])]
        tally, elo = results.tallies[bot], elos[bot]
        won, drawn, lost = int(wins[bot].sum()), int(draws[bot].sum()), int(wins[:, bot].sum())
        rows.append(
            Row(
                # Equal ratings share the better rank: 1, 2, 2, 4.
                rank=None if elo is None or reasons[bot] else 1 + sum(other > elo for other in ranked),
                bot=results.names[bot],
                elo_of_bot=elo,
                elo_error_95=known(ratings.error[bot]),
                games=int(results.games[bot]),
                mean_place=ratio(places[bot], seats[bot]),
                pair_wins=won,
                pair_draws=drawn,
                pair_losses=lost,
                score_percent=_score(won, drawn, lost),
                won_percent=ratio(100 * firsts[bot], seats[bot]),
                likelihood_above_next=ratings.likelihood_above(bot, following[0]) if following else None,
                benched=reasons[bot],
                unrated_games=int(results.set_aside[bot]),
                faults=by_kind(tally.faults),
                forfeits=int(results.forfeits[bot]),
                played_out=int(results.games[bot] - results.forfeits[bot]),
                median_ms=known(tally.median_ms(), 3),
                max_ms=known(tally.max_ms, 3),
                resources=stated(tally.spent),
            )
        )
    return tuple(rows)


def _pairs(results: Results, order: Sequence[int], wins: Ints, draws: Ints) -> tuple[Pair, ...]:
    pairs = []
    for bot in order:
        for opponent in order:
            won, drawn = int(wins[bot, opponent]), int(draws[bot, opponent])
            lost = int(wins[opponent, bot])
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
                    )
                )
    return tuple(pairs)


def _seats(games: Ranked) -> list[Seat]:
    points = seat_points(games)
    ratings = rate(points, mean=0.0)
    matrix = points.matrix()
    first = games.first_shares()
    rows = []
    for seat in range(games.seats):
        taken, given = float(matrix[seat].sum()), float(matrix[:, seat].sum())
        rows.append(
            Seat(
                seats=games.seats,
                seat=seat,
                games=len(games.places),
                won_percent=rounded(100 * float(first[:, seat].mean())),
                mean_place=rounded(float(games.places[:, seat].mean())),
                score_percent=ratio(100 * taken, taken + given),
                elo_of_seat=known(ratings.elo[seat]),
                elo_error_95=known(ratings.error[seat]),
            )
        )
    return rows


def _score(wins: int, draws: int, losses: int) -> float | None:
    return ratio(100 * (wins + draws / 2), wins + draws + losses)
