"""The standings of a contest's file: everything that can be said of it."""

from __future__ import annotations

from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from arena.contest import benchings_of, group_size_of, plan_of_facts
from arena.errors import WrongInput
from arena.games import find_game
from arena.protocol import printable
from arena.standings.format_ranking import ranking_of
from arena.standings.over_time import over_time
from arena.standings.placing import OrderedBy
from arena.standings.ranking import rank_opponents
from arena.standings.report import Anchor, Standings
from arena.standings.results import reduce_ledger
from arena.standings.rounds import rounds_of
from arena.standings.settled_state import SettledRule
from arena.standings.sprt_state import SprtRule
from arena.standings.team_report import TeamStandings, rank_teams
from arena.store import Ledger, Store


class _Contest(Struct):
    game: str


class Unrated(WrongInput):
    """Nobody is rated in this file, since people played in it; the text names them."""


def standings_of(store: Store, course: bool = False) -> Standings | TeamStandings:
    """Ratings, the ranking by the format, and where the rule stands that ends the contest; no record is read.

    With `course` they include the course over time if the game is one between opponents, which takes about as long
    again. Raises StoreError, Unrated, and UnknownGame or GameCannotLoad if the game is not installed."""
    facts, ledger = store.facts(), store.ledger()
    if facts.people:
        who = ", ".join(map(printable, facts.people))
        raise Unrated(f"{store.path}: nobody is rated where people play ({who}): look at its games with `arena games`")
    cooperative = find_game(facts.of_contest(_Contest).game).cooperative
    results = reduce_ledger(ledger, facts.bots, group_size_of(facts), cooperative, partial(benchings_of, store))
    rule = rule_of(store, ledger, cooperative)
    sprt = rule.state() if isinstance(rule, SprtRule) else None
    if cooperative:
        return replace(rank_teams(results), sprt=sprt)
    anchors = [Anchor(anchor.bot, anchor.elo) for anchor in facts.anchors]
    # Of the bots of a ladder some have played much and some little, and it is looked at all the time.
    ordered_by: OrderedBy = "lower bound" if plan_of_facts(facts).format == "ladder" else "rating"
    rounds = rounds_of(facts, store.stages(), int(results.numbers_of_groups.max(initial=0)))
    standings = rank_opponents(results, anchors, ordered_by, rounds)
    if course:
        rows = [row.bot for row in standings.rows]
        out = benchings_of(store, ledger)
        found = over_time(ledger, facts.bots, rows, out, facts.entered, rounds)
        standings = replace(standings, over_time=found)
    return replace(
        standings,
        sprt=sprt,
        settled=rule.state(ledger) if isinstance(rule, SettledRule) else None,
        by_format=ranking_of(store, ledger),
    )


def rule_of(store: Store, ledger: Ledger, cooperative: bool) -> SprtRule | SettledRule | None:
    """The rule that ends a stored contest when enough is known, as it stands after its games; None if there is no such
    rule. Raises StoreError."""
    facts = store.facts()
    plan = plan_of_facts(facts)
    if plan.sprt is not None:
        return SprtRule(plan.sprt, facts.bots, group_size_of(facts), cooperative, ledger)
    if plan.settled is not None and plan.deals is not None:
        return SettledRule(plan.settled, plan.schedule(facts.bots, facts.seed, plan.deals), store)
    return None
