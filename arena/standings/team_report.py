"""Standings of a cooperative game as a value: what a bot is worth to strangers, and with whom it works."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
from msgspec import Struct

from arena.protocol import VERDICTS, Verdict
from arena.standings.figures import by_kind, known, ratio, rounded
from arena.standings.resources import Resources, stated
from arena.standings.results import Results, Teams
from arena.standings.spread import Spread, mean_spread, renumbered
from arena.standings.sprt_state import SprtState
from arena.standings.team_fit import Games, added, design
from arena.statistics import DOUBT, FEWEST_GROUPS, Bools, Floats, Ints

# Scores come in the game's own unit, which may be small.
_DIGITS = 4

RankedBy = Literal["points_added", "self_play_mean_score"]


class Played(Struct, frozen=True, kw_only=True):
    """How a bot's games of one kind went. A figure that is not known is None.

    A game counts once, on however many seats the bot sat. One in which the bot forfeited counts as lost, with score 0;
    one in which only others did does not count. `win_percent_low_95` and `win_percent_high_95` are the ends of the
    95 % interval, `mean_score_error_95` is half the width of that of `mean_score`.
    """

    games: int
    win_percent: float | None
    win_percent_low_95: float | None
    win_percent_high_95: float | None
    mean_score: float | None
    mean_score_error_95: float | None


class TeamRow(Struct, frozen=True, kw_only=True):
    """One bot. A figure that is not known is None.

    `points_added` is by how much a team of strangers scores more with this bot on one seat than with the average bot of
    the field there, `win_percent_added` the same for its chance to win, in percentage points; both are after the charge
    for forfeits (see `arena.standings.team_fit`), with half the width of their 95 % intervals.
    `likelihood_above_next` is that of this bot being truly above that of the next row in what ranks them.

    `games` counts seats in the games that count for the bot (on two seats of one game it has played two), `forfeits`
    those of them that it forfeited. `benched`, `retired` and
    `unrated_games` are as in `Row`.
    `faults` counts by verdict, in all finished games, and has no zeros; not every fault forfeits.
    """

    rank: int | None
    bot: str
    points_added: float | None
    points_added_error_95: float | None
    win_percent_added: float | None
    win_percent_added_error_95: float | None
    likelihood_above_next: float | None
    with_strangers: Played
    self_play: Played
    games: int
    benched: str | None
    retired: bool
    unrated_games: int
    faults: dict[Verdict, int]
    forfeits: int
    median_ms: float | None
    median_ms_is_least: bool
    max_ms: float | None
    max_ms_is_least: bool
    resources: Resources


class Cell(Struct, frozen=True, kw_only=True):
    """The games in which `bot` sat with `partner`; if both are the same, those that the bot played with itself alone.

    A game in which `bot` forfeited is lost here, with score 0; one in which only others did is left out. So the cell of
    a bot with a partner may differ from that of the partner with the bot.
    """

    bot: str
    partner: str
    games: int
    win_percent: float
    mean_score: float


class TeamStandings(Struct, frozen=True, kw_only=True):
    """Standings of a contest of a cooperative game.

    Only finished games are rated, and of these not the `unrated_games`, in which a bot was benched or out already; they
    and `void_games` and `error_games` are game numbers. Of the rated games those with strangers are those with at least
    two different bots, all others are self-play. `forfeited_games` counts the rated games in which a seat forfeited.

    Bots are ranked by `ranked_by`: points added, or the mean score of self-play where no game was with strangers.
    `comparable` lists the sets of bots that can be compared by it; if there are several, nobody has a rank.
    `not_comparable` are the bots that played with strangers, but whose part in it the line-ups do not tell.
    `cells` holds every ordered pair of bots with games, and each bot's self-play. `deal_groups_complete` counts the
    groups in which every game is there and finished. `median_ms` is from a histogram with buckets 5 % wide. A decision
    that was not made in time counts with its limit: where that matters a time is the least that it may be.
    """

    rows: tuple[TeamRow, ...]
    cells: tuple[Cell, ...]
    ranked_by: RankedBy
    finished_games: int
    unrated_games: tuple[int, ...]
    games_with_strangers: int
    self_play_games: int
    forfeited_games: int
    void_games: tuple[int, ...]
    error_games: tuple[int, ...]
    deal_groups: int
    deal_groups_complete: int
    fewest_deal_groups_for_an_error: int
    doubt_in_a_likelihood: float
    faults: dict[Verdict, int]
    forfeits: int
    bots_without_games: tuple[str, ...]
    comparable: tuple[tuple[str, ...], ...]
    not_comparable: tuple[str, ...]
    sprt: SprtState | None = None


@dataclass(frozen=True)
class _Table:
    """The games of a contest sorted by deal, and what each counts for: shapes (games, seats) and (games,).

    `first` marks one seat of each bot of a game. `won` and `score` are 0 where a seat forfeited.
    """

    size: int
    games: Games
    first: Bools
    mixed: Bools
    won: Floats
    score: Floats


def rank_teams(results: Results) -> TeamStandings:
    """The standings of the games in `results.teams`."""
    size, names = len(results.names), results.names
    table = _table(results.teams, size)
    clean = table.games.clean
    stake = _deviation(table.score[clean])
    mixed = _selected(table.games, table.mixed)
    plan = design(mixed, size)
    points = added(mixed, plan, table.score[table.mixed], np.inf, stake)
    chances = added(mixed, plan, table.won[table.mixed], 1.0, 0.5)
    strangers, alone = _played(table, table.mixed, stake), _played(table, ~table.mixed, stake)
    ranked_by: RankedBy = "points_added" if table.mixed.any() else "self_play_mean_score"
    measure, sets = points, plan.sets
    if ranked_by == "self_play_mean_score":
        measure = alone.score
        sets = [np.flatnonzero(measure.deals).tolist()] if measure.deals.any() else []
    reasons = [results.reasons.get(name) for name in names]
    order = sorted(range(size), key=partial(_place, measure, names, reasons))
    values = [known(measure.figure(bot), _DIGITS) for bot in range(size)]
    ranked = [value for value, benched in zip(values, reasons, strict=True) if value is not None and benched is None]
    taken = np.bincount(table.games.bots[table.games.answers], minlength=size + 1)
    rows = []
    for index, bot in enumerate(order):
        value, tally = values[bot], results.tallies[bot]
        following = [other for other in order[index + 1 : index + 2] if not (reasons[bot] or reasons[other])]
        chance, error = chances.figure(bot), chances.error(bot)
        rows.append(
            TeamRow(
                # Equal bots share the better rank: 1, 2, 2, 4.
                rank=None
                if value is None or reasons[bot] or len(sets) > 1
                else 1 + sum(other > value for other in ranked),
                bot=names[bot],
                points_added=known(points.figure(bot), _DIGITS),
                points_added_error_95=known(points.error(bot), _DIGITS),
                win_percent_added=None if chance is None else rounded(100 * chance),
                win_percent_added_error_95=None if error is None else rounded(100 * error),
                likelihood_above_next=_above(measure, sets, bot, following[0]) if following else None,
                with_strangers=strangers.of(bot),
                self_play=alone.of(bot),
                games=int(taken[bot]),
                benched=reasons[bot],
                retired=names[bot] in results.retired,
                unrated_games=int(results.set_aside[bot]),
                faults=by_kind(tally.faults),
                forfeits=int(results.forfeits[bot]),
                median_ms=known(tally.median_ms(), 3),
                median_ms_is_least=tally.median_is_least,
                max_ms=known(tally.max_ms, 3),
                max_ms_is_least=tally.max_is_least,
                resources=stated(tally.spent),
            )
        )
    strange = np.unique(mixed.bots[mixed.answers]).tolist()
    return TeamStandings(
        rows=tuple(rows),
        cells=_cells(table, names, order),
        ranked_by=ranked_by,
        finished_games=results.finished,
        unrated_games=results.unrated,
        games_with_strangers=int(table.mixed.sum()),
        self_play_games=int((~table.mixed).sum()),
        forfeited_games=int((~clean).sum()),
        void_games=results.void,
        error_games=results.error,
        deal_groups=results.groups,
        deal_groups_complete=results.complete_groups,
        fewest_deal_groups_for_an_error=FEWEST_GROUPS,
        doubt_in_a_likelihood=DOUBT,
        faults=by_kind({kind: sum(row.faults.get(kind, 0) for row in rows) for kind in VERDICTS}),
        forfeits=sum(row.forfeits for row in rows),
        bots_without_games=tuple(names[bot] for bot in order if results.games[bot] == 0 and reasons[bot] is None),
        comparable=tuple(tuple(names[bot] for bot in bots) for bots in sets),
        not_comparable=tuple(names[bot] for bot in strange if not points.deals[bot]),
    )


def _place(
    measure: Spread, names: tuple[str, ...], reasons: Sequence[str | None], bot: int
) -> tuple[bool, bool, float, str]:
    """The order of rows: by figure, equal figures by name, bots without one after them, benched ones last."""
    value = measure.figure(bot)
    return (reasons[bot] is not None, value is None, -rounded(value or 0.0, _DIGITS), names[bot])


def _above(measure: Spread, sets: list[list[int]], bot: int, other: int) -> float | None:
    comparable = len(sets) == 1 or any(bot in bots and other in bots for bots in sets)
    return measure.likelihood_above(bot, other) if comparable else None


def _table(teams: Teams, size: int) -> _Table:
    seated = teams.bots < size
    seats = seated.sum(axis=1)
    # A group may hold games of several numbers of seats: they are different deals.
    deal = teams.group * (teams.bots.shape[1] + 1) + seats
    order = np.argsort(deal, kind="stable")
    bots, forfeited, seated = teams.bots[order], teams.forfeited[order], seated[order]
    clean: Bools = np.logical_not(np.any(forfeited, axis=1))
    first, answers = seated.copy(), clean[:, None] & seated
    for seat, bot in enumerate(bots.T):
        first[:, seat] &= ~(bots[:, :seat] == bot[:, None]).any(axis=1)
        answers[:, seat] |= ((bots == bot[:, None]) & forfeited).any(axis=1)
    return _Table(
        size=size,
        games=Games(deal[order], bots, forfeited, answers),
        first=first,
        mixed=first.sum(axis=1) > 1,
        won=teams.won[order] * clean,
        score=teams.score[order] * clean,
    )


def _selected(games: Games, which: Bools) -> Games:
    return Games(renumbered(games.deal[which]), games.bots[which], games.forfeited[which], games.answers[which])


@dataclass(frozen=True)
class _Means:
    games: Ints
    won: Spread
    score: Spread

    def of(self, bot: int) -> Played:
        share, interval = self.won.figure(bot), self.won.share_interval(bot)
        return Played(
            games=int(self.games[bot]),
            win_percent=None if share is None else rounded(100 * share),
            win_percent_low_95=None if interval is None else rounded(100 * interval[0]),
            win_percent_high_95=None if interval is None else rounded(100 * interval[1]),
            mean_score=known(self.score.figure(bot), _DIGITS),
            mean_score_error_95=known(self.score.error(bot), _DIGITS),
        )


def _played(table: _Table, which: Bools, stake: float) -> _Means:
    """How the games went for each bot that they count for."""
    game, seat = np.nonzero(table.first & table.games.answers & which[:, None])
    bot = table.games.bots[game, seat]
    deal = renumbered(table.games.deal[game])
    return _Means(
        games=np.bincount(bot, minlength=table.size),
        won=mean_spread(deal, bot, table.won[game], table.size, 0.5),
        score=mean_spread(deal, bot, table.score[game], table.size, stake),
    )


def _cells(table: _Table, names: tuple[str, ...], order: list[int]) -> tuple[Cell, ...]:
    size, bots = table.size, table.games.bots
    games, won, score = (np.zeros((size + 1) ** 2) for _ in range(3))
    counts = table.first & table.games.answers

    def count(which: Bools, one: Ints, two: Ints) -> None:
        key = (one * (size + 1) + two)[which]
        for sums, values in (games, None), (won, table.won[which]), (score, table.score[which]):
            sums += np.bincount(key, values, len(sums))

    for seat, bot in enumerate(bots.T):
        count(counts[:, seat] & ~table.mixed, bot, bot)
        for other, partner in enumerate(bots.T):
            if other != seat:
                count(counts[:, seat] & table.first[:, other], bot, partner)
    cells = []
    for one in order:
        for two in order:
            key = one * (size + 1) + two
            win, mean = ratio(100 * won[key], games[key]), ratio(score[key], games[key], _DIGITS)
            if win is not None and mean is not None:
                cells.append(
                    Cell(bot=names[one], partner=names[two], games=int(games[key]), win_percent=win, mean_score=mean)
                )
    return tuple(cells)


def _deviation(scores: Floats) -> float:
    """The standard deviation; exactly 0 if all are equal."""
    return float(scores.std()) if len(scores) and scores.min() < scores.max() else 0.0
