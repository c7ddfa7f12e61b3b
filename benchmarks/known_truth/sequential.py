"""How often the sequential test errs, and how long it takes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.statistics.sprt import Sprt
from arena.statistics.student import FEWEST_GROUPS
from benchmarks.known_truth.duel import SHARES, Duel


@dataclass(frozen=True)
class Decided:
    """Shares of the tests that accepted H0 and H1, and the mean number of deal groups to the end (or to the cap)."""

    h0: float
    h1: float
    groups: float


def simulate(test: Sprt, duel: Duel, elo: float, runs: int, seed: int, cap: int) -> Decided:
    """Tests of two players whose true difference is `elo` in the sense of the test's model, looked at after every
    deal group; one that goes on for `cap` groups is given up."""
    rng = np.random.default_rng(seed)
    likely = duel.shares(duel.strength(elo, test.model))
    lower, upper = test.bounds
    counts = np.zeros((runs, len(SHARES)))
    running = np.arange(runs)
    ratio, groups = np.zeros(runs), np.full(runs, cap)
    for played in range(1, cap + 1):
        counts[running, rng.choice(len(SHARES), size=len(running), p=likely)] += 1
        if played < FEWEST_GROUPS:
            continue
        ratio[running] = test.llrs(SHARES, counts[running])
        over = (ratio[running] <= lower) | (ratio[running] >= upper)
        groups[running[over]] = played
        running = running[~over]
        if not len(running):
            break
    return Decided(h0=float(np.mean(ratio <= lower)), h1=float(np.mean(ratio >= upper)), groups=float(groups.mean()))
