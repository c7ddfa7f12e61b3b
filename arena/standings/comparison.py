"""Compares two contests: two runs, or a field before and after a release. It tells what changed for whom, and how sure
that is.

If both contests have the same game, options and master seed, a deal group has the same deal in both. Then a game of one
is matched with that of the other at the same deal with the same bots (by name) on the same seats: what a bot took in
the one less what it took in the other is free of the luck of the deal and of the opponents. Deal groups are the unit of
evidence there, too. What bots did not change plays the same games again, so only what changed is left.

Ratings are compared as well, matched or not: those of each contest around the mean of the bots that both have, with the
two errors together, as if nothing were matched. That is the only measure if the deals differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import sqrt
from statistics import NormalDist
from typing import Any, Literal

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict, replace

from arena.contest import benchings_of
from arena.games import find_game
from arena.standings.figures import known, rounded
from arena.standings.pairs import results_of_pairs
from arena.standings.ranking import MEAN_ELO
from arena.standings.results import reduce_ledger
from arena.standings.spread import deviate, mean_spread
from arena.statistics import Floats, Ints, Ratings, about, rate
from arena.store import Ledger, Store, Table

Changed = Literal["better", "worse"]


class Change(Struct, frozen=True, kw_only=True):
    """What changed for one bot that is in both contests.

    `percent_before` and `percent_after` are its share of the points in the `games` that are matched (in a cooperative
    game how many it won), and `percent_gained` is the difference, with half the width of its 95 % interval.
    `elo_gained` is the same for the ratings, around the mean of the bots that both have. None means unknown. `changed`
    says that the bot is better or worse: in at most 5 % of comparisons is any bot said to have changed that has not.
    """

    bot: str
    games: int
    percent_before: float | None
    percent_after: float | None
    percent_gained: float | None
    percent_error_95: float | None
    elo_before: float | None
    elo_after: float | None
    elo_gained: float | None
    elo_error_95: float | None
    changed: Changed | None


class Comparison(Struct, frozen=True, kw_only=True):
    """What changed, with the bots first that gained most. `matched_games` are compared at `matched_groups` deals; if
    there are none, `not_matched` says why. `same_games` of them ended the same for every seat."""

    changes: tuple[Change, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    matched_games: int
    matched_groups: int
    same_games: int
    not_matched: str | None


class _Matched(Struct, frozen=True):
    """Shapes (games, seats) but for `group`: who sat there, and what that seat took in either contest."""

    group: Ints
    bots: Ints
    before: Floats
    after: Floats


def compare(before: Store, after: Store) -> Comparison:
    """Compare the contests of two stores. Raises StoreError for a file that cannot be used, ValueError for contests
    that have nothing to compare, and UnknownGame or GameCannotLoad if the game is not installed."""
    facts = before.facts(), after.facts()
    contests = [each.of_contest(_Contest) for each in facts]
    games = [contest.game for contest in contests]
    if games[0] != games[1]:
        raise ValueError(f"{before.path} is of {games[0]} and {after.path} of {games[1]}: two games")
    names = [{*each.bots} for each in facts]
    common = sorted(names[0] & names[1])
    if not common:
        raise ValueError(f"no bot of {before.path} is in {after.path}: bots are known by their names")
    cooperative = find_game(games[0]).cooperative
    ledgers = before.ledger(), after.ledger()
    reason = _why_not([each.seed for each in facts], contests)
    matched = [] if reason else _matched(*ledgers, common, cooperative)
    gained = _gained(matched, len(common))
    stores = zip((before, after), ledgers, strict=True)
    ratings = None if cooperative else [_rated(store, ledger, common) for store, ledger in stores]
    changes = [_change(bot, name, gained, ratings) for bot, name in enumerate(common)]
    deviates = {change.bot: found for change, found in changes if found is not None}
    critical = NormalDist().inv_cdf(1 - 0.025 / max(len(deviates), 1))
    said = [
        _said(change, deviates.get(change.bot, 0.0), critical)
        for change, _ in sorted(changes, key=lambda each: (-(deviates.get(each[0].bot, 0.0)), each[0].bot))
    ]
    groups = [part.group for part in matched]
    same = sum(int((part.before == part.after).all(axis=1).sum()) for part in matched)
    total = sum(len(part.group) for part in matched)
    return Comparison(
        changes=tuple(said),
        only_before=tuple(sorted(names[0] - names[1])),
        only_after=tuple(sorted(names[1] - names[0])),
        matched_games=total,
        matched_groups=len(np.unique(np.concatenate(groups))) if groups else 0,
        same_games=same,
        not_matched=reason or (None if total else "no game has the same deal with the same bots on the same seats"),
    )


class _Contest(Struct):
    """What two contests must have in common to have games of the same deals."""

    game: str
    game_version: Any = None
    options: Any = None
    seats: Any = None
    format: Any = None
    line_ups: Any = None
    seeded: Any = None
    rounds: Any = None


def _why_not(seeds: Sequence[str], contests: Sequence[_Contest]) -> str | None:
    """Why no two games have the same deal."""
    if seeds[0] != seeds[1]:
        return "the master seeds differ, so all deals do: give the second contest the seed of the first"
    before, after = map(asdict, contests)
    differing = [key for key in before if before[key] != after[key]]
    return f"the contests differ in {', '.join(differing)}" if differing else None


def _matched(before: Ledger, after: Ledger, common: Sequence[str], cooperative: bool) -> list[_Matched]:
    """The games that are in both, by number of seats."""
    found = []
    for one in before.tables:
        for other in after.tables:
            if one.seats == other.seats:
                found.append(_match(_kept(before, one, common), _kept(after, other, common), cooperative))
    return [part for part in found if len(part.group)]


def _kept(ledger: Ledger, table: Table, common: Sequence[str]) -> tuple[Table, Ints]:
    """The finished games between bots of both contests, and their bots as indices into `common`."""
    place = {name: index for index, name in enumerate(common)}
    index = np.array([place.get(name, -1) for name in ledger.names], dtype=np.int64)
    bots = index[table.bots] if len(index) else np.zeros(table.bots.shape, dtype=np.int64)
    kept = np.flatnonzero(table.finished & (bots >= 0).all(axis=1))
    return table.part(kept), bots[kept]


def _match(one: tuple[Table, Ints], other: tuple[Table, Ints], cooperative: bool) -> _Matched:
    """Games with the same deal group and the same bots on the same seats; of several the first with the first, and so
    on, in the order of their numbers."""
    keys = [np.column_stack([table.group, bots]) for table, bots in (one, other)]
    _, which = np.unique(np.concatenate(keys), axis=0, return_inverse=True)
    first, second = _with_repeats(which.ravel()[: len(keys[0])]), _with_repeats(which.ravel()[len(keys[0]) :])
    _, here, there = np.intersect1d(first, second, assume_unique=True, return_indices=True)
    (before, bots), (after, _) = one, other
    return _Matched(
        group=before.group[here],
        bots=bots[here],
        before=taken(before, cooperative)[here],
        after=taken(after, cooperative)[there],
    )


def _with_repeats(keys: Ints) -> Ints:
    """Keys made different by how often each was there before."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=-1))
    repeat = np.empty(len(keys), dtype=np.int64)
    repeat[order] = np.arange(len(keys)) - np.repeat(starts, np.diff(starts, append=len(keys)))
    result: Ints = (keys << 24) + repeat
    return result


def taken(table: Table, cooperative: bool) -> Floats:
    """Shape (games, seats): the share of its pair results that a seat took, or whether its team won."""
    if cooperative or table.seats < 2:
        return np.repeat(table.won.astype(np.float64)[:, None], table.seats, axis=1)
    places = table.places.astype(np.int64)
    points = np.zeros(places.shape)
    for seat in range(table.seats):
        for other in range(table.seats):
            if seat != other:
                points[:, seat] += 0.5 + 0.5 * np.sign(places[:, other] - places[:, seat])
    return points / (table.seats - 1)


class _Gained(Struct, frozen=True):
    games: Ints
    before: Floats
    after: Floats
    gained: Floats
    error: list[float | None]
    deals: Ints


def _gained(matched: Sequence[_Matched], bots: int) -> _Gained:
    """What each bot took at the matched games, by bot."""
    nothing = np.zeros(0)
    deal = np.concatenate([nothing.astype(np.int64), *(np.repeat(part.group, part.bots.shape[1]) for part in matched)])
    who = np.concatenate([nothing.astype(np.int64), *(part.bots.ravel() for part in matched)])
    before, after = (
        np.concatenate([nothing, *(getattr(part, name).ravel() for part in matched)]) for name in ("before", "after")
    )
    order = np.argsort(deal, kind="stable")
    deal, who, before, after = deal[order], who[order], before[order], after[order]
    compact: Ints = np.cumsum(np.diff(deal, prepend=deal[:1]) > 0).astype(np.int64)
    found = mean_spread(compact, who, after - before, bots, 0.5)
    games = np.bincount(who, minlength=bots)
    return _Gained(
        games=games,
        before=np.bincount(who, before, bots) / np.maximum(games, 1),
        after=np.bincount(who, after, bots) / np.maximum(games, 1),
        gained=found.value,
        error=[found.error(bot) for bot in range(bots)],
        deals=found.deals,
    )


def _rated(store: Store, ledger: Ledger, common: Sequence[str]) -> tuple[Ratings, list[int]]:
    """The ratings of a contest around the mean of the common bots, and where these are in it."""
    results = reduce_ledger(ledger, store.facts().bots, benched=partial(benchings_of, store))
    ratings = rate(results_of_pairs(results), MEAN_ELO)
    places = [results.names.index(name) for name in common]
    measures = [[bot for bot in component if bot in places] or component for component in ratings.components]
    return about(ratings, measures, MEAN_ELO), places


def _change(
    bot: int, name: str, gained: _Gained, ratings: Sequence[tuple[Ratings, list[int]]] | None
) -> tuple[Change, float | None]:
    """What changed for a bot, and how many errors it is from nothing (as a normal deviate): at the matched games, else
    by the ratings."""
    there, error = bool(gained.games[bot]), gained.error[bot]
    elo: list[float | None] = [None, None]
    errors: list[float | None] = [None, None]
    freedom = 1.0
    if ratings is not None:
        elo = [rated.rating(places[bot]) for rated, places in ratings]
        errors = [rated.error(places[bot]) for rated, places in ratings]
        freedom = min(float(rated.freedom[places[bot]]) for rated, places in ratings)
    step = None if elo[0] is None or elo[1] is None else elo[1] - elo[0]
    both = None if errors[0] is None or errors[1] is None else sqrt(errors[0] ** 2 + errors[1] ** 2)
    surprise = None
    if there and error:
        surprise = deviate(float(gained.gained[bot]), error, float(gained.deals[bot] - 1))
    elif not there and step is not None and both:
        surprise = deviate(step, both, freedom)
    change = Change(
        bot=name,
        games=int(gained.games[bot]),
        percent_before=rounded(100 * float(gained.before[bot])) if there else None,
        percent_after=rounded(100 * float(gained.after[bot])) if there else None,
        percent_gained=rounded(100 * float(gained.gained[bot])) if there else None,
        percent_error_95=None if error is None else rounded(100 * error),
        elo_before=known(elo[0]),
        elo_after=known(elo[1]),
        elo_gained=known(step),
        elo_error_95=known(both),
        changed=None,
    )
    return change, surprise


def _said(change: Change, found: float, critical: float) -> Change:
    return replace(change, changed="better" if found > critical else "worse" if found < -critical else None)
