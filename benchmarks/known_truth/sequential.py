"""How often the sequential test errs, how long it takes, and how long it has to."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from arena.statistics import FEWEST_GROUPS, MODELS, Floats, Length, Model, Sprt, expected_share
from benchmarks.known_truth.duel import SHARES, Duel
from benchmarks.known_truth.pages import Pool, Section, table

SEED = 2
ELO1 = 50
CAP = 20_000
_TRACE = 1e-12
DUELS = (
    Duel("wins and losses only"),
    Duel("luck of the deal, some draws", draw=50, luck=200),
    Duel("mostly draws, deals that suit one of them", draw=250, luck=150, taste=150),
    Duel("nine games in ten drawn", draw=500),
    Duel("49 games in 50 drawn", draw=800),
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


def least(test: Sprt, likely: Floats, elo: float) -> float | None:
    """How many deal groups any test needs, in the mean, that holds its errors whatever the distribution of shares is;
    None between the hypotheses. `likely`, of shape (5,), has the Elo `elo`, that of one of the hypotheses.

    A. Wald's bound: what the decisions tell of the two, by what a group tells, which is the divergence from the truth
    to that distribution of the other hypothesis that is nearest to it.
    """
    if elo not in (test.elo0, test.elo1):
        return None
    right, wrong = (test.beta, test.alpha) if elo == test.elo0 else (test.alpha, test.beta)
    told = (1 - wrong) * log((1 - wrong) / right) + wrong * log(wrong / (1 - right))
    other = test.elo1 if elo == test.elo0 else test.elo0
    likely = np.maximum(likely, _TRACE) / np.maximum(likely, _TRACE).sum()
    return told / float(likely @ np.log(test._tilt(SHARES, likely, other)))


def told(test: Sprt, likely: Floats) -> float:
    """The mean length of a logistic test that was told the variance of a group and takes it for given: a random walk
    with small steps."""
    low, high = expected_share(test.elo0), expected_share(test.elo1)
    mean = float(likely @ SHARES)
    deviation = sqrt(float(likely @ (SHARES - mean) ** 2))
    lower, upper = test.bounds
    step = (high - low) / deviation
    return Length(-lower / step, (upper - lower) / step, (mean - (low + high) / 2) / deviation).mean


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
        (
            test.model,
            duel.name,
            f"{elo:g}",
            _percent(decided.h0),
            _percent(decided.h1),
            round(decided.groups),
            *_bounds(test, duel, elo),
        )
        for test, duel, elo, decided in found
    ]
    most = max(wrong(elo, decided) for *_, elo, decided in found)
    headers = ("Elo", "duel", "truth", "H0 accepted %", "H1 accepted %", "deal groups", "least", "variance told")
    return Section(
        title="The sequential test of two bots",
        text=f"""
{runs:,} tests of each kind of elo0 = 0 against elo1 = {ELO1} with alpha = beta = 0.05, looked at after every deal group
of two mirrored games; seed {SEED}. The truth is exact: the strength was chosen so that the Elo, of the kind that is
tested, is the one of the column. Where the truth is 0, accepting H1 is the error that alpha limits; where it is {ELO1},
accepting H0 is that of beta. The most that was seen is {_percent(most)} %, with a standard error of half a point at
2,000 tests. The bounds are right where a single group says little; where it says more, it takes the ratio past the
bound, and the errors are fewer than allowed.

"Deal groups" is their mean number until the test ended. "Least" is what any test needs in the mean that keeps these
errors for all distributions of results alike (Wald's bound, with the divergence to the nearest distribution of the
other hypothesis). "Variance told" is the mean length of a test that was told how much the results of a deal group vary,
and takes them for a bell curve. Where most games are drawn it is shorter than the least: so many draws rule out {ELO1}
Elo by themselves only when somebody vouches that they will go on.

{table(headers, rows, "llrrrrrr")}

Nothing but draws: logistic Elo of 0 against 5 accepts H0 after {_draws_to_end("logistic")} deal groups, normalised
after {_draws_to_end("normalised"):,}. Winning one deal group in {1 / _rarest():,.0f} and losing none is 5 normalised
Elo, and brings so many draws with a probability of
{(1 - _rarest()) ** _draws_to_end("normalised"):.1%}: no test that keeps beta can end much sooner there.
""",
    )


def _bounds(test: Sprt, duel: Duel, elo: float) -> tuple[str, str]:
    likely = duel.shares(duel.strength(elo, test.model))
    needed = least(test, likely, elo)
    return "-" if needed is None else f"{needed:.0f}", f"{told(test, likely):.0f}" if test.model == "logistic" else "-"


def _rarest() -> float:
    """The part of deal groups won that is 5 normalised Elo where all others are drawn: there t is its root, about."""
    deviations = 5 * sqrt(2) / (800 / log(10))
    return deviations**2 / (1 + deviations**2)


def _draws_to_end(model: Model) -> int:
    """So many draws in a row end the test of 0 against 5."""
    test, low, high = Sprt(0, 5, model=model), 1, 100_000
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if test.decide({0.5: middle}) is None else (low, middle)
    return high


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
