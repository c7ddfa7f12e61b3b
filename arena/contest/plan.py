"""What decides which games there are, and what of it a store's facts say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from arena.contest.stops import SettledPlan, SprtPlan
from arena.games import Deal
from arena.pairing import (
    BLOCK,
    FIRST_RULE,
    LADDER_RULES,
    FormatName,
    KnockOut,
    Ladder,
    Pairer,
    Schedule,
    Seatings,
    Stage,
    Swiss,
    adaptive,
    digest,
    seating_count,
)
from arena.players import TimeControl
from arena.store import Facts, StoreError, unusable

MOST_SEATS = 255
"""The most seats of a game. A bundle may state any number, and what follows from it has to be computed in a moment."""
LOOKED_AT = 16
"""How many deal groups are played side by side if a rule looks at each as soon as it is whole: soon enough for the
rule, and a bot's process still plays that many games."""


class Plan(Struct, frozen=True, kw_only=True):
    """What decides which games there are, whoever plays; taken from a configuration, or from what a store says of its
    own."""

    format: FormatName
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    seatings: Seatings
    line_ups: int | None
    seeded: tuple[str, ...]
    rounds: int | None
    deals: int | None
    sprt: SprtPlan | None
    settled: SettledPlan | None
    deck: tuple[str, ...] | None = None

    def schedule(
        self, bots: Sequence[str], seed: str, deals: int, games: int | None = None, stages: Sequence[bytes] = ()
    ) -> Schedule:
        """The schedule of all games that are known under a master seed, or of the first `games`."""
        block = LOOKED_AT if self.sprt or self.settled else BLOCK
        schedule = Schedule(
            bots,
            self.seats,
            self.seatings,
            deals,
            seed,
            games,
            self.format,
            self.line_ups,
            self.seeded,
            block,
            self.deck or (),
        )
        for stage in stages:
            schedule.extend(msgspec.json.decode(stage, type=Stage))
        return schedule

    def pairer(self, bots: Sequence[str], seed: str, rule: int | None = None) -> Pairer | None:
        """The object that makes the stages of a format that looks at results; None for a format of a single stage.
        `rule` is the rule of a stored stage, None for that of now; the result is also None if the format has no such
        rule. Raises ValueError for numbers that give no contest."""
        rules = LADDER_RULES if self.format == "ladder" else (FIRST_RULE,)
        if not adaptive(self.format) or rule not in (None, *rules):
            return None
        if self.deals is None:
            raise ValueError(f"a {self.format} has so many deals for each line-up of a stage, and none are named")
        order = self._seed_order(bots, seed)
        group_size = seating_count(self.seatings, tuple(range(self.seats)))
        match self.format:
            case "swiss":
                return Swiss(len(bots), order, self.seats, self.rounds, self.deals, group_size)
            case "knock-out":
                return KnockOut(len(bots), order, self.seats, self.deals, group_size)
        return Ladder(self.seats, self.deals, seed, rules[-1] if rule is None else rule)

    def _seed_order(self, bots: Sequence[str], seed: str) -> list[int]:
        """All bots, the strongest first: those that the configuration names, then the others as the master seed draws
        them."""
        places = {name: place for place, name in enumerate(bots)}
        if strangers := [name for name in self.seeded if name not in places]:
            raise ValueError(f"seeded are no bots: {strangers}")
        others = sorted(places.keys() - set(self.seeded))
        drawn = Deal(digest("order", seed).hex()).stream("bots").shuffled(others)
        return [places[name] for name in (*self.seeded, *drawn)]


def plan_of_facts(facts: Facts) -> Plan:
    """The plan of a stored contest. Raises StoreError if the file has none that this version of arena can use."""
    return facts.of_contest(Plan)


def stored_schedule(facts: Facts, stages: Sequence[bytes], games: int = 1) -> Schedule:
    """The schedule of a stored contest, from `Store.facts()` and `Store.stages()`. If it has one stage, it gets at
    least `games` games, for the file does not say how many it shall have. Raises StoreError if these are not as this
    version of arena writes them."""
    plan = plan_of_facts(facts)
    try:
        whole = plan.schedule(facts.bots, facts.seed, 1, None, stages)
        if stages or games <= len(whole) or adaptive(plan.format):
            return whole
        return plan.schedule(facts.bots, facts.seed, -(-games // len(whole)))
    except (msgspec.MsgspecError, ValueError) as problem:
        raise unusable(problem) from problem


def stored_pairer(facts: Facts, rule: int | None = None) -> Pairer | None:
    """The object that makes the stages of a stored contest, by that rule or the one of now; None if the contest has
    only one stage, or there is no such rule. Raises StoreError."""
    plan = plan_of_facts(facts)
    try:
        return plan.pairer(facts.bots, facts.seed, rule)
    except ValueError as problem:
        raise unusable(problem) from problem


class _Timed(Struct):
    time: TimeControl


def time_of(facts: Facts) -> TimeControl | None:
    """The time control of a stored contest; None if the file has none that this version of arena can use."""
    try:
        return facts.of_contest(_Timed).time
    except StoreError:
        return None


def group_size_of(facts: Facts) -> int:
    """The number of games in a deal group of a stored contest. Raises StoreError."""
    return stored_schedule(facts, ()).group_size
