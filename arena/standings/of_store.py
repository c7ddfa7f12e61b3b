"""The standings of a contest's file: all that can be said of it."""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec.structs import replace

from arena.contest import Store, StoreError, group_size_of, settled
from arena.contest.ledger import Ledger
from arena.contest.stops import SprtPlan
from arena.games import find_game
from arena.standings.compute import compute
from arena.standings.format_ranking import ranking_of
from arena.standings.report import Anchor, Standings
from arena.standings.sprt_state import SprtRule
from arena.standings.team_report import TeamStandings


def standings_of(store: Store) -> Standings | TeamStandings:
    """Ratings, the ranking by the format, and where a sequential test stands; without reading a record. Raises
    StoreError, and UnknownGame or GameCannotLoad where its game is not there."""
    facts, ledger = store.facts(), store.ledger()
    cooperative = find_game(facts["contest"]["game"]).cooperative
    standings = compute(
        ledger,
        facts["bots"],
        [Anchor(anchor["bot"], anchor["elo"]) for anchor in facts["anchors"]],
        group_size_of(facts),
        partial(settled, store),
        cooperative=cooperative,
    )
    sprt = sprt_of(store, ledger, cooperative)
    state = sprt and sprt.state()
    if isinstance(standings, TeamStandings):
        return replace(standings, sprt=state)
    benched = {row.bot for row in standings.rows if row.benched is not None}
    return replace(standings, sprt=state, by_format=ranking_of(store, ledger, benched))


def sprt_of(store: Store, ledger: Ledger, cooperative: bool) -> SprtRule | None:
    """The sequential test of a stored contest after its games, None where it has none. Raises StoreError."""
    facts = store.facts()
    try:
        plan: SprtPlan | None = msgspec.convert(facts["contest"].get("sprt"), SprtPlan | None)
    except msgspec.ValidationError as problem:
        raise StoreError(f"{store.path}: what it says of its sequential test cannot be used: {problem}") from problem
    return None if plan is None else SprtRule(plan, facts["bots"], group_size_of(facts), cooperative, ledger)
