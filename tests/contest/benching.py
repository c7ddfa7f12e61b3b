"""Contests with bots that fail, played without a game: in an order of their own, and as a store would keep them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, cast

from hypothesis import strategies as st
from msgspec.structs import replace

from arena.contest import Benchings, benchings_of
from arena.contest.bench import Benched, Roster
from arena.contest.config import Bench
from arena.contest.plan import LOOKED_AT
from arena.pairing import Schedule
from arena.pairing.formats import FormatName
from arena.pairing.schedule import BLOCK
from arena.protocol.verdicts import Verdict
from arena.referee import GameRecord
from arena.store import Facts, Store
from arena.store.ledger import Ledger
from tests.facts import made_facts
from tests.standings.helpers import make_record

Faults = Sequence[tuple[int, Verdict]]
Play = Callable[[int], GameRecord]
"""How each game ends, by number: the same whoever asks, as with deterministic bots."""


def facts_of(schedule: Schedule, bounds: Bench, builds: Mapping[str, Any] | None = None) -> Facts:
    """What the store of a contest with that schedule says."""
    plan: dict[str, Any] = {
        "format": schedule.format,
        "seats": schedule.seats,
        "seatings": schedule.seatings,
        "line_ups": None,
        "seeded": [],
        "rounds": None,
        "deals": None,
        "sprt": None,
        "settled": {} if schedule.block == LOOKED_AT else None,
        "bench": {"starts": bounds.starts, "games": bounds.games},
    }
    facts = {"contest": plan, "seed": schedule.master, "bots": list(schedule.bots)}
    return made_facts(facts if builds is None else facts | {"builds": builds})


class Shelf:
    """Stands for a store: games by number, and the facts."""

    def __init__(self, facts: Facts, games: Iterable[GameRecord]) -> None:
        self._facts, self.games = facts, {game.number: game for game in games}

    def facts(self) -> Facts:
        return self._facts

    def record(self, number: int) -> GameRecord | None:
        return self.games.get(number)

    def stages(self) -> list[bytes]:
        return []

    def settled(self) -> Benchings:
        return benchings_of(cast(Store, self), Ledger.of(self.games.values()))

    @property
    def rated(self) -> set[int]:
        return set(self.games) - self.settled().unrated


class Contest:
    """A contest whose games begin and end in an order that is drawn, `jobs` at a time, while as many others wait to
    begin. What it has played is in `games`."""

    def __init__(self, schedule: Schedule, bounds: Bench, play: Play) -> None:
        self.schedule, self.bounds, self.play = schedule, bounds, play
        self.games: dict[int, GameRecord] = {}
        self.benched: list[Benched] = []
        self.over = 0

    def run(self, jobs: int, rng: Random, most: int | None = None) -> None:
        """Until `most` games have ended; those that are under way then are lost, as in a kill."""
        self.benched, self.over = [], 0
        stored = Ledger.of(self.games.values())
        roster = Roster(self.schedule, self.bounds, {}, stored, self.benched.append)
        begin = self.schedule.whole_blocks(stored.numbers)
        roster.catch_up(begin)
        running: list[int] = []
        waiting: list[int] = []
        left = len(self.schedule) if most is None else most
        later = (n for n in self.schedule.order() if n >= begin)
        numbers = (n for n in later if roster.next(n) and n not in self.games)
        while left:
            while len(running) < jobs and (waiting := [*waiting, *islice(numbers, jobs - len(waiting))]):
                number = waiting.pop(rng.randrange(len(waiting)))
                running += [number] * roster.still(number)
            if not running:
                self.over = len(self.schedule)
                return
            number = running.pop(rng.randrange(len(running)))
            self.games[number] = self.play(number)
            roster.end(self.games[number])
            left -= 1

    @property
    def shelf(self) -> Shelf:
        return Shelf(replace(facts_of(self.schedule, self.bounds), over=self.over), self.games.values())


@st.composite
def contests(draw: st.DrawFn) -> tuple[Schedule, Bench, Play]:
    """Up to four bots, each with its share of games that it does not start or makes a fault in; some games are void."""
    format: FormatName = draw(st.sampled_from(["round-robin", "self-play", "cross-play"]))
    bots = "abcd"[: draw(st.integers(2, 4))]
    seats = draw(st.integers(2, 3 if format == "cross-play" else len(bots)))
    deals = draw(st.integers(1, 8))
    bounds = Bench(starts=draw(st.integers(1, 3) | st.none()), games=draw(st.integers(1, 4) | st.none()))
    shares = st.sampled_from([(0.0, 0.0), (0.9, 0.0), (0.0, 0.9), (0.3, 0.4), (1.0, 0.0)])
    fails = {bot: draw(shares) for bot in bots}
    salt = draw(st.integers(0, 1000))
    block = draw(st.sampled_from([LOOKED_AT, BLOCK]))
    schedule = Schedule(bots, seats, "rotations", deals, "m", format=format, block=block)

    def play(number: int) -> GameRecord:
        game, rng = schedule_to_play.pairing(number), Random(number * 1001 + salt)
        if rng.random() < 0.1:
            return make_record(number, game.group, game.seating, None, status=rng.choice(["void", "error"]))
        faults: list[tuple[int, Verdict]] = []
        for seat, bot in enumerate(game.seating):
            chance = rng.random()
            if chance < fails[bot][0]:
                faults.append((seat, "start-failure"))
            elif chance < sum(fails[bot]):
                faults.append((seat, "illegal"))
        return make_record(number, game.group, game.seating, [1] * seats, faults=faults)

    schedule_to_play = Schedule(bots, seats, "rotations", 2 * deals, "m", format=format)
    return schedule, bounds, play
