"""The sequential test of two bots: what its ratio is, when it decides, and how often it errs."""

from __future__ import annotations

from fractions import Fraction
from math import inf, log, nan

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arena.statistics.sprt import (
    MODELS,
    TRACE,
    Counts,
    Model,
    Sprt,
    _with_imagined,
    decision,
    difference,
    expected_share,
)
from benchmarks.known_truth.duel import SHARES, Duel, elo_of
from benchmarks.known_truth.sequential import least, simulate

PENTANOMIAL = [Fraction(quarter, 4) for quarter in range(5)]
COUNTS = st.lists(st.integers(0, 400), min_size=5, max_size=5).map(
    lambda numbers: dict(zip(PENTANOMIAL, numbers, strict=True))
)
ELOS = st.tuples(st.floats(-900, 900), st.floats(1, 100)).map(lambda pair: (pair[0], pair[0] + pair[1]))
MODEL = st.sampled_from(MODELS)


def test_usual_bounds() -> None:
    """The bounds of Wald for 5 % are the well-known +-2.94."""
    assert Sprt(alpha=0.05, beta=0.05).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt(alpha=0.01, beta=0.2).bounds == pytest.approx((log(0.2 / 0.99), log(0.8 / 0.01)))


def test_wins_and_losses_only_are_walds_own_test() -> None:
    """Where a group can only be won or lost nothing is generalised: the ratio is that of a coin."""
    test = Sprt(0, 100, model="logistic", games=1)
    strong = expected_share(100)
    expected = 40.5 * log(strong / 0.5) + 25.5 * log((1 - strong) / 0.5)
    assert test.llr({0: 25, 1: 40}) == pytest.approx(expected, abs=0.05)


@settings(max_examples=40)
@example(counts=dict(zip(PENTANOMIAL, (400, 0, 0, 0, 0), strict=True)), elos=(0.0, 100.0), model="logistic")
@given(counts=COUNTS, elos=ELOS, model=MODEL)
def test_likeliest_distribution(counts: Counts, elos: tuple[float, float], model: Model) -> None:
    """Each hypothesis is represented by a distribution of its Elo that no neighbour with the same Elo outdoes."""
    test = Sprt(*elos, model=model)
    weights = _with_imagined(SHARES, np.array(list(counts.values()), dtype=np.float64), TRACE)
    for elo in elos:
        best = weights / weights.sum() / test._tilt(SHARES, weights, elo)
        assert best.sum() == pytest.approx(1, abs=1e-8)
        assert elo_of(best, model) == pytest.approx(elo, rel=1e-6, abs=1e-4)
        if model == "logistic":
            for move in ([1, -2, 1, 0, 0], [0, 1, -2, 1, 0], [1, -1, 0, -1, 1]):
                for sign in (1e-6, -1e-6):
                    near = best + sign * np.array(move)
                    if (near[weights > 0] > 0).all() and (near >= 0).all():
                        seen = weights > 0
                        assert weights[seen] @ np.log(near[seen]) <= weights[seen] @ np.log(best[seen]) + 1e-6


@pytest.mark.parametrize(("model", "elo1"), [("logistic", 20.0), ("normalised", 20.0)])
def test_many_games_agree_with_the_bell_curve(model: Model, elo1: float) -> None:
    """For many groups and close hypotheses the ratio is N (s1 - s0) (2 mean - s0 - s1) / (2 variance)."""
    counts: Counts = dict(zip(PENTANOMIAL, (300, 2200, 4800, 2400, 350), strict=True))
    shares, numbers = SHARES, np.array(list(counts.values()))
    mean = numbers @ shares / numbers.sum()
    deviation = (numbers @ (shares - mean) ** 2 / numbers.sum()) ** 0.5
    seen, strong = mean - 0.5, expected_share(elo1) - 0.5
    if model == "normalised":
        seen, strong = seen / deviation, elo1 * log(10) / 800 * 2**0.5
        deviation = 1.0
    expected = numbers.sum() * strong * (2 * seen - strong) / 2 / deviation**2
    assert Sprt(0, elo1, model=model).llr(counts) == pytest.approx(expected, rel=0.02)


@settings(max_examples=40)
@given(counts=COUNTS, elos=ELOS, model=MODEL)
def test_swapped_sides(counts: Counts, elos: tuple[float, float], model: Model) -> None:
    """The same results seen by OLD speak as loudly for the opposite."""
    seen_by_old: Counts = {1 - share: number for share, number in counts.items()}
    own, opposite = Sprt(*elos, model=model), Sprt(-elos[1], -elos[0], model=model)
    assert opposite.llr(seen_by_old) == pytest.approx(-own.llr(counts), rel=1e-5, abs=1e-5)


@settings(max_examples=40)
@given(counts=COUNTS, elos=ELOS, model=MODEL)
def test_always_finite(counts: Counts, elos: tuple[float, float], model: Model) -> None:
    """D51: nothing is infinite or not a number, be the results empty, one-sided or extreme."""
    assert np.isfinite(Sprt(*elos, model=model).llr(counts))
    estimate = difference(counts, model)
    assert np.isfinite(estimate.elo)
    if sum(counts.values()) >= 5:
        assert estimate.low is not None
        assert estimate.high is not None
        assert -inf < estimate.low < estimate.elo < estimate.high < inf


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("counts", [{}, {1: 3}, {Fraction(1, 2): 4}, {0: 4}, {0.75: 1, 1: 3}])
def test_few_groups_decide_nothing(counts: Counts, model: Model) -> None:
    """However far apart the hypotheses are, less than five groups are no proof."""
    assert Sprt(-1000, 1000, model=model).decide(counts) is None


@pytest.mark.parametrize("model", MODELS)
def test_decisions(model: Model) -> None:
    """A landslide decides at once, a tie in the long run, an equal share of hopes not at all."""
    test = Sprt(0, 50, model=model)
    assert test.decide({1: 40, Fraction(1, 2): 10}) == "H1"
    assert test.decide({0: 40, Fraction(1, 2): 10}) == "H0"
    assert test.decide({0: 250, Fraction(1, 2): 500, 1: 250}) == "H0"
    assert test.decide({0: 2, Fraction(1, 2): 3, 1: 3}) is None
    assert decision(-5.0, test.bounds, 4) is None


def test_shares_may_be_written_in_any_way() -> None:
    """Fractions and floats are the same shares, and shares that nobody took change nothing."""
    test = Sprt()
    assert test.llr({Fraction(3, 4): 7, Fraction(1, 4): 2}) == test.llr({0.25: 2, 0.75: 7, 0.5: 0, Fraction(1): 0})


def test_normalised_elo_does_not_depend_on_the_size_of_groups() -> None:
    """Independent games, put together in twos, have the same normalised Elo as one by one."""
    single = np.array([0.3, 0.3, 0.4]) * 1e9
    double = np.convolve(single, single) / 1e9
    alone = difference({0: int(single[0]), 0.5: int(single[1]), 1: int(single[2])}, "normalised", games=1)
    in_twos = difference(dict(zip(PENTANOMIAL, map(int, double), strict=True)), "normalised", games=2)
    assert in_twos.elo == pytest.approx(alone.elo, rel=1e-6)


def test_both_kinds_of_elo_are_one_without_draws() -> None:
    """Near 0 and without draws, normalised and logistic Elo are the same number."""
    counts: Counts = {0: 495_000, 1: 505_000}
    logistic, normalised = (difference(counts, model, games=1) for model in MODELS)
    assert normalised.elo == pytest.approx(logistic.elo, rel=1e-3)
    assert normalised.high == pytest.approx(logistic.high, rel=1e-3)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"elo0": 5.0, "elo1": 0.0}, ["elo0 must be below elo1", "5", "swap"]),
        ({"elo0": 5.0, "elo1": 5.0}, ["elo0 must be below elo1"]),
        ({"elo0": nan}, ["elo0", "nan"]),
        ({"elo1": inf}, ["elo1", "inf", "1000"]),
        ({"alpha": 2.0, "beta": -1.0}, ["alpha", "2", "beta", "-1", "above 0 and below 1"]),
        ({"alpha": 0.5, "beta": 0.5}, ["alpha + beta must be below 1", "0.5 + 0.5"]),
        ({"model": "elo"}, ["model", "logistic or normalised", "'elo'"]),
        ({"games": 0}, ["games", "at least 1", "0"]),
        ({"elo0": 9.0, "alpha": 2.0, "games": 0}, ["elo0 must be below", "alpha is", "games are"]),
    ],
)
def test_parameters_that_make_no_test(wrong: dict[str, object], words: list[str]) -> None:
    """D64: everything that is wrong with the parameters is said at once, with the field and its value."""
    with pytest.raises(ValueError, match=r".+") as caught:
        Sprt(**wrong)  # type: ignore[arg-type]
    assert all(word in str(caught.value) for word in words)


@pytest.mark.parametrize(("counts", "words"), [({2: 1}, "divide points by games"), ({0.5: -1}, "cannot be -1")])
def test_counts_that_cannot_be(counts: Counts, words: str) -> None:
    """Points that were not divided by the games of the group are noticed."""
    with pytest.raises(ValueError, match=words):
        Sprt().llr(counts)


@pytest.mark.parametrize("model", MODELS)
def test_error_rates(model: Model) -> None:
    """Looked at after every group, the test errs no more often than it may, and a laxer one does err."""
    duel = Duel("", draw=50, luck=150, taste=100)
    for alpha, fewest in (0.05, 0.0), (0.3, 0.12):
        test = Sprt(0, 150, alpha, alpha, model)
        at_elo0 = simulate(test, duel, 0, runs=400, seed=1, cap=1000)
        at_elo1 = simulate(test, duel, 150, runs=400, seed=2, cap=1000)
        for right, wrong in (at_elo0.h0, at_elo0.h1), (at_elo1.h1, at_elo1.h0):
            assert fewest <= wrong <= alpha + 3 * (alpha * (1 - alpha) / 400) ** 0.5
            assert right + wrong == pytest.approx(1)


@pytest.mark.parametrize("model", MODELS)
def test_interval_covers(model: Model) -> None:
    """The estimate's 95 % interval holds the truth in about 95 % of all tests of a fixed length."""
    likely = Duel("", draw=50, luck=150).shares(70)
    truth = elo_of(likely, model)
    rng = np.random.default_rng(7)
    inside = 0
    for numbers in rng.multinomial(60, likely, size=1000).tolist():
        estimate = difference(dict(zip(PENTANOMIAL, numbers, strict=True)), model)
        assert estimate.low is not None
        assert estimate.high is not None
        inside += estimate.low <= truth <= estimate.high
    assert 930 <= inside <= 975


def test_draws_alone_end_a_test_when_they_prove_something() -> None:
    """0-728-0 leaves less than one win in 728: below 5 logistic Elo. In normalised Elo, 5 are one win in 2,415 and no
    loss, which bring nothing but draws with more than 5 % until some 7,200: there the test ends, and not before."""
    half = Fraction(1, 2)
    assert Sprt(0, 5, model="logistic").decide({half: 728}) == "H0"
    rare = np.array([0, 0, 2414, 0, 1]) / 2415
    assert elo_of(rare, "normalised") == pytest.approx(5, rel=0.01)
    test = Sprt(0, 5, model="normalised")
    enough = int(np.log(0.05) / np.log(rare[2]))
    assert test.decide({half: enough - 100}) is None
    assert test.decide({half: enough + 100}) == "H0"


@pytest.mark.parametrize("model", ["logistic", pytest.param("normalised", marks=pytest.mark.slow)])
def test_draws_do_not_make_a_test_long(model: Model) -> None:
    """Nine games in ten drawn: the test ends within a third of the least that any test can do with, its errors being
    what they may."""
    test, duel = Sprt(0, 100, model=model), Duel("", draw=500)
    low, high = (simulate(test, duel, elo, runs=200, seed=1, cap=1000) for elo in (0.0, 100.0))
    for elo, decided in (0.0, low), (100.0, high):
        shortest = least(test, duel.shares(duel.strength(elo, model)), elo)
        assert shortest is not None
        assert decided.groups < 1.33 * shortest + 2
    assert max(low.h1, high.h0) <= 0.05 + 3 * (0.05 * 0.95 / 200) ** 0.5
