"""Makes what workers and schedules need, from a loaded configuration or from the facts of a store."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Raw, Struct

from arena.contest.config import Contest
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
from arena.programs import hash_bots
from arena.protocol import encode_body
from arena.referee import Setup
from arena.sandbox import Program
from arena.store import Facts, StoreError, live_of, logs_of, unusable


def programs_of(contest: Contest) -> dict[str, Program]:
    """The program of each bot that needs no build, by name."""
    return {name: bot.started_as(name) for name, bot in contest.bots.items() if not bot.build}


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

    def schedule(
        self, bots: Sequence[str], seed: str, deals: int, games: int | None = None, stages: Sequence[bytes] = ()
    ) -> Schedule:
        """The schedule of all games that are known under a master seed, or of the first `games`."""
        block = LOOKED_AT if self.sprt or self.settled else BLOCK
        schedule = Schedule(
            bots, self.seats, self.seatings, deals, seed, games, self.format, self.line_ups, self.seeded, block
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


def plan_of(contest: Contest) -> Plan:
    """The plan of a configuration."""
    return Plan(
        format=contest.format,
        seats=contest.seats,
        seatings=contest.seatings,
        line_ups=contest.line_ups,
        seeded=contest.seeded,
        rounds=contest.rounds,
        deals=contest.deals,
        sprt=contest.stop.sprt,
        settled=contest.stop.settled,
    )


def schedule_of(contest: Contest, seed: str, games: int | None = None, stages: Sequence[bytes] = ()) -> Schedule:
    """The schedule of all games of a contest that are known under a master seed, or of the first `games`."""
    return plan_of(contest).schedule(list(contest.bots), seed, contest.deals, games, stages)


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


def prepare(contest: Contest, db: Path, programs: dict[str, Program], hashes: dict[str, str] | None = None) -> Setup:
    """The part of the worker's set-up that is the same for all games of the contest; `hashes` are those of its bots, if
    they have been computed. The bots' stderr goes to a folder beside the store. Raises OSError."""
    return Setup(
        game=contest.game,
        options=Raw(encode_body(contest.options)),
        time=contest.time,
        limits=contest.limits,
        policy=contest.faults,
        sandbox=contest.sandbox,
        keep=contest.restart == "never",
        ponder=contest.ponders,
        programs=programs,
        hashes=hash_bots(contest.bots, (), contest.limits.build.disk_mb) if hashes is None else hashes,
        logs=str(logs_of(db).absolute()),
        core=None,
        live=str(live_of(db).absolute()),
    )
