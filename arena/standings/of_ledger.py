"""Turns games into standings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, overload

from arena.contest import Benchings
from arena.referee import GameRecord
from arena.standings.ranking import rank_opponents
from arena.standings.report import Anchor, Standings
from arena.standings.results import reduce_ledger
from arena.standings.team_report import TeamStandings, rank_teams
from arena.store import Ledger


@overload
def compute(
    games: Ledger | Iterable[GameRecord],
    bots: Iterable[str],
    anchors: Anchor | Sequence[Anchor] | None = (),
    group_size: int | None = None,
    benched: Callable[[Ledger], Benchings] | None = None,
    *,
    cooperative: Literal[False] = False,
) -> Standings: ...


@overload
def compute(
    games: Ledger | Iterable[GameRecord],
    bots: Iterable[str],
    anchors: Anchor | Sequence[Anchor] | None = (),
    group_size: int | None = None,
    benched: Callable[[Ledger], Benchings] | None = None,
    *,
    cooperative: Literal[True],
) -> TeamStandings: ...


@overload
def compute(
    games: Ledger | Iterable[GameRecord],
    bots: Iterable[str],
    anchors: Anchor | Sequence[Anchor] | None = (),
    group_size: int | None = None,
    benched: Callable[[Ledger], Benchings] | None = None,
    *,
    cooperative: bool,
) -> Standings | TeamStandings: ...


def compute(
    games: Ledger | Iterable[GameRecord],
    bots: Iterable[str],
    anchors: Anchor | Sequence[Anchor] | None = (),
    group_size: int | None = None,
    benched: Callable[[Ledger], Benchings] | None = None,
    *,
    cooperative: bool = False,
) -> Standings | TeamStandings:
    """Standings from a store's ledger, or from records, read once and in any order.

    `bots` are all bots of the contest, in any order; those without games are listed too. Without `anchors` the mean of
    all rated bots is 1500; so it is, too, as long as no anchor has a pair result. `group_size` is how many games a
    deal group has (None: as many as the fullest). `cooperative` says whether the game is one. `benched` says
    which bots are benched (None: none), as `arena.contest.benchings_of` does for a store.

    Raises ValueError for an anchor that is no bot of the contest or named twice, for any anchor in a cooperative one
    (it has no Elo), and as `reduce_ledger` does.
    """
    ledger = games if isinstance(games, Ledger) else Ledger.of(games)
    results = reduce_ledger(ledger, bots, group_size, cooperative, benched)
    fixed = () if anchors is None else (anchors,) if isinstance(anchors, Anchor) else tuple(anchors)
    if cooperative:
        if fixed:
            raise ValueError(f"a cooperative game has no Elo, so {fixed[0].bot!r} cannot be its anchor")
        return rank_teams(results)
    return rank_opponents(results, fixed)
