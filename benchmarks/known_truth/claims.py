"""How often a claim of a table is wrong, that one bot is stronger than another, and how wide intervals of ranks are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from arena.statistics import FEWEST_GROUPS, claims
from benchmarks.known_truth.pages import Pool, Section, table
from benchmarks.known_truth.players import World, play, ratings, round_robin

SEED = 8

_EQUAL = 1e-6


@dataclass(frozen=True)
class Claimed:
    """Shares of the contests with any false claim: of all bots at once, and of pairs looked at alone (at 97.5 % each);
    the mean number of ranks that a bot may have, and the share of true differences that were claimed."""

    world: World
    deals: int
    wrong: float
    wrong_alone: float
    ranks: float
    found: float


def worlds() -> Iterator[tuple[World, int]]:
    """What is simulated, and at how many deals for each line-up. Who is stronger is exact in all of them."""
    two, four = (0.0,) * 2, (0.0,) * 4
    yield World("20 equal bots", (0.0,) * 20, two), 2
    yield World("20 equal bots, luck of the deal", (0.0,) * 20, two, luck=200), 2
    yield World("20 equal bots, mostly draws", (0.0,) * 20, two, draw=800), 2
    yield World("20 equal bots, the first seat is worth 200", (0.0,) * 20, (100.0, -100.0), luck=100), 2
    yield World("20 equal bots, one deal for each pair", (0.0,) * 20, two), 1
    yield World("8 equal bots", (0.0,) * 8, two, luck=100), 5
    yield World("8 equal bots, few deals", (0.0,) * 8, two, luck=100), 1
    yield World("8 equal bots, tables of four", (0.0,) * 8, four, luck=100), 1
    yield World("10 equal bots above 10 far ones", (200.0,) * 10 + (-200.0,) * 10, two), 2
    yield World("gaps of 40 Elo", tuple(np.linspace(380, -380, 20).tolist()), two), 2
    yield World("gaps of 40 Elo, five times the deals", tuple(np.linspace(380, -380, 20).tolist()), two), 10


def measure(world: World, deals: int, contests: int) -> Claimed:
    """Simulate contests, every line-up at so many deals in every rotation, and hold what is claimed to the truth."""
    rng = np.random.default_rng([SEED, world.seats, deals, len(world.strengths)])
    true, bots = np.array(world.strengths), len(world.strengths)
    better = true[:, None] > true + _EQUAL
    wrong = alone = ranks = found = 0.0
    for _ in range(contests):
        rated = ratings(world, play(world, round_robin(world, deals), rng))
        known = rated.results.groups_of_each >= FEWEST_GROUPS
        said = claims(rated.deviates, rated.covariance[:bots, :bots], rated.freedom[:bots], known[:, None] & known)
        wrong += bool((said.stronger & ~better).any())
        alone += bool(((rated.likelihoods() >= 0.975) & ~better).any())
        for bot in range(bots):
            best, worst = said.ranks(bot, np.delete(np.arange(bots), bot))
            ranks += (worst - best + 1) / bots
        found += float((said.stronger & better).sum() / max(better.sum(), 1))
    return Claimed(world, deals, wrong / contests, alone / contests, ranks / contests, found / contests)


def section(scale: float, pool: Pool) -> Section:
    """The chapter of the document; 200 contests of each kind at scale 1."""
    contests = max(round(200 * scale), 1)
    rows = pool.each(measure, [(world, deals, contests) for world, deals in worlds()])
    cells = [
        (
            row.world.seats,
            row.world.name,
            len(row.world.line_ups) * row.deals,
            f"{100 * row.wrong:.1f}",
            f"{100 * row.wrong_alone:.1f}",
            f"{row.ranks:.1f}",
            f"{100 * row.found:.0f}" if row.found else "-",
        )
        for row in rows
    ]
    headers = ("seats", "bots", "deal groups", "wrong %", "wrong, pairs alone %", "ranks", "found %")
    worst, noise = max(row.wrong for row in rows), 100 * (0.05 * 0.95 / contests) ** 0.5
    return Section(
        title="What a table claims of all bots at once",
        text=f"""
{contests:,} contests of each kind; seed {SEED}. "Wrong" are contests in which any claim of a table is, that one bot is
stronger than another, a claim about two equal bots included: {100 * worst:.1f} % at most, of the 5 % that are allowed,
with a standard error of {noise:.1f} points. In those contests, and in no others, some interval of ranks leaves out a
rank that the bot truly has. "Pairs alone" are the contests in which some pair of bots looks 97.5 % sure the wrong
way, were each pair looked at as if there were no other. "Ranks" is how many ranks an interval has in the mean,
"found" the share of true differences that are claimed.

{table(headers, cells, "rlrrrrr")}
""",
    )
