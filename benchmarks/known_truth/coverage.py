"""How often 95 % intervals hold the truth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.known_truth.pages import Pool, Section, table
from benchmarks.known_truth.players import World, play, ratings, round_robin, truth

SEED = 1
DEALS = {2: 10, 4: 6}
SHORT = 3


@dataclass(frozen=True)
class Covered:
    """Shares of the intervals that held the truth: of all bots, of the worst and of the best covered bot, of seats;
    the mean of half the width, in Elo."""

    world: World
    deals: int
    bots: float
    least: float
    most: float
    seats: float
    half_width: float


def worlds(seats: int) -> Iterator[tuple[World, int]]:
    """What is simulated, and at how many deals for each line-up."""
    deals = DEALS[seats]
    plain = World("the model is exactly right", tuple(np.linspace(-250, 250, 6).tolist()), (0.0,) * seats)
    better_seats = tuple(np.linspace(60, -60, seats).tolist())
    yield plain, deals
    yield replace(plain, name="an advantage of the first seats", advantages=better_seats), deals
    yield replace(plain, name="shared places", draw=150), deals
    yield replace(plain, name="luck of the deal, mirrored", luck=200), deals
    yield replace(plain, name="deals that suit some bots", taste=200), deals
    yield replace(plain, name="a triple that beats each other in turn", cycle=200), deals
    everything = replace(plain, name="all of that", advantages=better_seats, draw=100, luck=150, taste=100, cycle=150)
    yield everything, deals
    yield replace(everything, name=f"all of that, {SHORT} deals only"), SHORT


def measure(world: World, deals: int, contests: int) -> Covered:
    """Simulate contests, every line-up at so many deals in every rotation, and compare their ratings to the truth."""
    bots = len(world.strengths)
    true = truth(world, SEED)
    rng = np.random.default_rng([SEED, world.seats, deals])
    inside = np.zeros(len(true))
    half_width = 0.0
    for _ in range(contests):
        rated = ratings(world, play(world, round_robin(world, deals), rng))
        errors = np.array([rated.error(index) or 0.0 for index in range(len(true))])
        inside += np.abs(rated.elo - true) <= errors
        half_width += float(errors[:bots].mean())
    shares = inside / contests
    return Covered(
        world=world,
        deals=deals,
        bots=float(shares[:bots].mean()),
        least=float(shares[:bots].min()),
        most=float(shares[:bots].max()),
        seats=float(shares[bots:].mean()),
        half_width=half_width / contests,
    )


def measure_all(contests: int, pool: Pool) -> list[Covered]:
    """All worlds, for two seats and for four."""
    return pool.each(measure, [(world, deals, contests) for seats in DEALS for world, deals in worlds(seats)])


def section(scale: float, pool: Pool) -> Section:
    """The chapter of the document; 2,000 contests of each kind at scale 1."""
    contests = max(round(2000 * scale), 1)
    found = measure_all(contests, pool)
    rows = [
        (
            row.world.seats,
            row.world.name,
            len(row.world.line_ups) * row.deals,
            f"{100 * row.bots:.1f}",
            f"{100 * row.least:.1f}",
            f"{100 * row.most:.1f}",
            f"{100 * row.seats:.1f}",
            f"{row.half_width:.0f}",
        )
        for row in found
    ]
    headers = ("seats", "world", "deal groups", "bots %", "worst bot %", "best bot %", "seats %", "+/- Elo")
    least, most = min(row.bots for row in found), max(row.bots for row in found)
    noise = 100 * (0.05 * 0.95 / contests) ** 0.5
    return Section(
        title="Intervals hold the truth",
        text=f"""
{contests:,} contests of each kind between six bots from -250 to 250 Elo, every line-up at {DEALS[2]} deals (two seats)
or {DEALS[4]} (four), each deal in every rotation; seed {SEED}. The 95 % intervals of the standings hold the truth in
{100 * least:.1f} to {100 * most:.1f} % of all cases. "Bots" is the mean over the six, "seats" that of the
intervals of the
seats' advantages; a figure of one bot is uncertain by {noise:.1f} percentage points (one standard error). Where
the model
is exactly right, the truth is the strength that the bot was given. Elsewhere it is the rating that an endless contest
of this kind would end with, since no rating is right about rock, paper and scissors.

{table(headers, rows, "rlrrrrrr")}
""",
    )
