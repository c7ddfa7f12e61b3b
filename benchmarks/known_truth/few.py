"""Intervals and claims where few games decide: seats or bots that win nearly always."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from arena.statistics import Floats
from benchmarks.known_truth.pages import Pool, Section, table
from benchmarks.known_truth.players import World, play, ratings, round_robin

SEED = 7
GROUPS = (5, 10, 30, 100, 300)
CLAIMED = 0.975
LEAST = 0.93
LONGER = 10
"""How many times as many contests there are of a kind in which the first were beyond what is promised."""

_EQUAL = 1e-6


@dataclass(frozen=True)
class Few:
    """What came of contests with `groups` deal groups, of `asked` at least.

    Shares of the intervals that held the truth, of all bots and of the worst covered; the share of contests and
    directions of a pair in which a bot was claimed to be stronger than one that is not weaker; the share of intervals
    with an open end; half the median width, in Elo, of those that have none."""

    world: World
    asked: int
    groups: int
    bots: float
    least: float
    wrong: float
    open: float
    half_width: float | None


def worlds() -> Iterator[World]:
    """Where results nearly separate bots or seats."""
    yield World("equal bots, the first seat wins 98 %", (0.0, 0.0), (338.0, -338.0))
    yield World("three equal bots, the first seat wins 98 %", (0.0,) * 3, (338.0, -338.0))
    yield World("a duel, 600 apart", (300.0, -300.0), (0.0, 0.0))
    yield World("a duel, 650 apart", (325.0, -325.0), (0.0, 0.0))
    yield World("a duel, 400 apart, the first seat wins 91 %", (200.0, -200.0), (200.0, -200.0))
    yield World("one of six 800 above", (800.0, 0.0, 0.0, 0.0, 0.0, 0.0), (0.0, 0.0))
    yield World("one of six 800 below", (-800.0, 0.0, 0.0, 0.0, 0.0, 0.0), (0.0, 0.0))
    yield World("three equal pairs, 500 apart", (500.0, 500.0, 0.0, 0.0, -500.0, -500.0), (0.0, 0.0))
    yield World("four seats, 600 apart, seats too", (600.0, 0.0, 0.0, -600.0), (300.0, 0.0, 0.0, -300.0))


def claims(likelihoods: Floats, true: Floats) -> int:
    """How many bots are claimed to be stronger than one that is not weaker."""
    return int(((likelihoods > CLAIMED) & (true[:, None] < true + _EQUAL)).sum())


def measure(world: World, groups: int, contests: int) -> Few:
    """Simulate contests, every line-up at equally many deals, at least so many groups in all."""
    true = np.array(world.strengths) - np.mean(world.strengths)
    bots, line_ups = len(true), len(world.line_ups)
    rng = np.random.default_rng([SEED, world.seats, groups])
    inside, wrong, ends, widths = np.zeros(bots), 0, 0, []
    for _ in range(contests):
        rated = ratings(world, play(world, round_robin(world, -(-groups // line_ups)), rng))
        for bot in range(bots):
            low, high = rated.interval(bot)
            inside[bot] += (low is None or low <= true[bot]) and (high is None or true[bot] <= high)
            ends += low is None or high is None
            if low is not None and high is not None:
                widths.append((high - low) / 2)
        wrong += claims(rated.likelihoods(), true)
    # Of each pair of equals two claims can be wrong, of the others one.
    chances = int((true[:, None] < true + _EQUAL).sum()) - bots
    return Few(
        world=world,
        asked=groups,
        groups=-(-groups // line_ups) * line_ups,
        bots=float(inside.mean()) / contests,
        least=float(inside.min()) / contests,
        wrong=wrong / contests / chances,
        open=ends / contests / bots,
        half_width=float(np.median(widths)) if widths else None,
    )


def section(scale: float, pool: Pool) -> Section:
    """The chapter of the document; 200 contests of each kind at scale 1."""
    contests = max(round(200 * scale), 1)
    found = pool.each(measure, [(world, groups, contests) for world in worlds() for groups in GROUPS])
    # Of so many cells some are beyond what is promised by chance.
    doubtful = [at for at, row in enumerate(found) if row.wrong > 1 - CLAIMED or row.least < LEAST]
    again = pool.each(measure, [(found[at].world, found[at].asked, LONGER * contests) for at in doubtful])
    for at, row in zip(doubtful, again, strict=True):
        found[at] = row
    rows = [
        (
            row.world.name + (" *" if at in doubtful else ""),
            row.groups,
            f"{100 * row.bots:.1f}",
            f"{100 * row.least:.1f}",
            f"{100 * row.wrong:.2f}",
            f"{100 * row.open:.0f}",
            "-" if row.half_width is None else f"{row.half_width:.0f}",
        )
        for at, row in enumerate(found)
    ]
    headers = ("world", "deal groups", "bots %", "worst bot %", "false claims %", "open ends %", "+/- Elo")
    least = min(row.least for row in found)
    wrong = max(row.wrong for row in found)
    noise = 100 * (0.05 * 0.95 / contests) ** 0.5
    return Section(
        title="Where few games decide",
        text=f"""
{contests:,} contests of each kind in which seats or bots win nearly always, so that of hundreds of games a handful
decides; seed {SEED}. The 95 % intervals of the worst bot hold the truth in {100 * least:.1f} % at least; a figure of
one bot is uncertain by {noise:.1f} percentage points (one standard error). Where these contests had a worst bot below
{LEAST:.0%} or more false claims than are allowed, the row (marked *) is of {LONGER * contests:,}. Where next to
nothing is decided, intervals are wider than 95 % asks for: results come in steps, and what is promised is promised at
the worst place between two of them. "False claims" are likelihoods above {CLAIMED:.1%} that a bot is stronger than one
that is not weaker, by pair and direction: {100 * wrong:.2f} % at most, where 2.5 % are allowed. An interval has an open
end after a clean sweep, and wherever results say nothing of how far apart two may be: if the first seat won every
game, one bot may be any far above the other, were the seat but worth still more.

{table(headers, rows, "lrrrrrr")}
""",
    )
