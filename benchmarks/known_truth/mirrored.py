"""What mirrored deals are worth: the same number of games, each deal in every rotation or every game its own deal."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.known_truth.pages import Pool, Section, table
from benchmarks.known_truth.players import World, play, ratings, round_robin, truth

SEED = 5
DEALS = {2: 10, 4: 6}
LUCK = (0.0, 100.0, 200.0, 400.0)


@dataclass(frozen=True)
class Halves:
    """Half the width of the bots' intervals, in Elo, and the share of them that hold the truth."""

    half_width: float
    covered: float


def measure(world: World, deals: int, contests: int, mirrored: bool) -> Halves:
    bots = len(world.strengths)
    true = truth(world, SEED)[:bots]
    rng = np.random.default_rng([SEED, world.seats])
    widths, inside = np.zeros(bots), np.zeros(bots)
    for _ in range(contests):
        rated = ratings(world, play(world, round_robin(world, deals), rng, mirrored))
        errors = np.array([rated.error(bot) or 0.0 for bot in range(bots)])
        widths += errors
        inside += np.abs(rated.elo[:bots] - true) <= errors
    return Halves(half_width=float(widths.mean()) / contests, covered=float(inside.mean()) / contests)


def measure_all(contests: int, pool: Pool) -> list[tuple[World, Halves, Halves]]:
    """For each world: mirrored, and not."""
    strengths = tuple(np.linspace(-250, 250, 6).tolist())
    worlds = [World("", strengths, (0.0,) * seats, luck=luck) for seats in DEALS for luck in LUCK]
    cases = [(world, DEALS[world.seats], contests, mirrored) for world in worlds for mirrored in (True, False)]
    found = pool.each(measure, cases)
    return list(zip(worlds, found[::2], found[1::2], strict=True))


def section(scale: float, pool: Pool) -> Section:
    """The chapter of the document; 500 contests of each kind at scale 1."""
    contests = max(round(500 * scale), 1)
    rows = [
        (
            world.seats,
            f"{world.luck:g}",
            f"{apart.half_width:.0f}",
            f"{mirrored.half_width:.0f}",
            f"{mirrored.half_width / apart.half_width:.2f}",
            f"{(apart.half_width / mirrored.half_width) ** 2:.1f}",
            f"{100 * apart.covered:.0f}",
            f"{100 * mirrored.covered:.0f}",
        )
        for world, mirrored, apart in measure_all(contests, pool)
    ]
    headers = (
        "seats",
        "luck, Elo",
        "+/- own deals",
        "+/- mirrored",
        "ratio",
        "games, times",
        "own held %",
        "mirrored held %",
    )
    return Section(
        title="Mirrored deals on the same budget of games",
        text=f"""
{contests:,} contests of each kind between six bots from -250 to 250 Elo, {15 * DEALS[2] * 2} games with two seats and
{15 * DEALS[4] * 4} with four; seed {SEED}. Either every game has a deal of its own, or each deal is played in every
rotation. "Luck" is the standard deviation of what a deal gives a seat; the +/- is half the mean 95 % interval. The
square of the ratio says how many times the games would be needed without mirrored deals. The last two columns say how
often the intervals held the truth: the narrow ones are as honest.

{table(headers, rows, "rrrrrrrr")}
""",
    )
