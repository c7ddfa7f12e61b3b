"""How often the sequential test errs, and how long it takes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.statistics.sprt import MODELS, Sprt
from arena.statistics.student import FEWEST_GROUPS
from benchmarks.known_truth.duel import SHARES, Duel
from benchmarks.known_truth.pages import Pool, Section, table

SEED = 2
ELO1 = 50
CAP = 20_000
DUELS = (
    Duel("wins and losses only"),
    Duel("luck of the deal, some draws", draw=50, luck=200),
    Duel("mostly draws, deals that suit one of them", draw=250, luck=150, taste=150),
)


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


def rules() -> list[Sprt]:
    """The tests, one for each kind of Elo."""
    return [Sprt(0, ELO1, model=model) for model in MODELS]


def measure_all(runs: int, pool: Pool) -> list[tuple[Sprt, Duel, float, Decided]]:
    """Each test at its elo0, half-way, and at its elo1."""
    cases = [(test, duel, elo) for test in rules() for duel in DUELS for elo in (0.0, ELO1 / 2, float(ELO1))]
    found = pool.each(simulate, [(test, duel, elo, runs, SEED, CAP) for test, duel, elo in cases])
    return [(*case, decided) for case, decided in zip(cases, found, strict=True)]


def wrong(elo: float, decided: Decided) -> float:
    """The share of wrong decisions; none is wrong between the hypotheses."""
    return {0.0: decided.h1, float(ELO1): decided.h0}.get(elo, 0.0)


def section(scale: float, pool: Pool) -> Section:
    """The chapter of the document; 2,000 tests of each kind at scale 1."""
    runs = max(round(2000 * scale), 1)
    found = measure_all(runs, pool)
    rows = [
        (test.model, duel.name, f"{elo:g}", _percent(decided.h0), _percent(decided.h1), round(decided.groups))
        for test, duel, elo, decided in found
    ]
    most = max(wrong(elo, decided) for *_, elo, decided in found)
    headers = ("Elo", "duel", "truth", "H0 accepted %", "H1 accepted %", "deal groups")
    return Section(
        title="The sequential test of two bots",
        text=f"""
{runs:,} tests of each kind of elo0 = 0 against elo1 = {ELO1} with alpha = beta = 0.05, looked at after every deal
group of
two mirrored games; seed {SEED}. The truth is exact: the strength was chosen so that the Elo, of the kind that is
tested,
is the one of the column. Where the truth is 0, accepting H1 is the error that alpha limits; where it is {ELO1},
accepting
H0 is that of beta. The most that was seen is {_percent(most)} %, with a standard error of half a point at 2,000 tests.
"Deal groups" is their mean number until the test ended. The bounds are right where a single group says little; where it
says more, it takes the ratio past the bound, and the errors are fewer than allowed.

{table(headers, rows, "llrrrr")}
""",
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
