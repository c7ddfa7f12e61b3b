"""How often "the first K are in order" is wrong when a contest stops, and how long it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from arena.statistics import Floats, Games, Ints, SettledOrder, Verdict
from benchmarks.known_truth.pages import Pool, Section, table
from benchmarks.known_truth.players import World, play, ratings, round_robin

SEED = 3
CAP = 600

_EQUAL = 1e-6


@dataclass(frozen=True)
class Stopped:
    """Shares of the contests that ended settled, and with any wrong claim; the mean number of deal groups."""

    settled: float
    wrong: float
    groups: float


def simulate(world: World, rule: SettledOrder, runs: int, seed: int) -> Stopped:
    """Contests of simulated players, rated by the project's own fit at every look.

    Who is stronger is known exactly, from the strengths, as long as nobody beats anybody in turn.
    """
    rng = np.random.default_rng(seed)
    true = np.array(world.strengths)
    deals = -(-rule.cap // len(world.line_ups))
    ends = []
    for _ in range(runs):
        games = play(world, round_robin(world, deals)[: rule.cap], rng)
        ends.append(_stop(rule, _looks(world, rule, games)))
    return _summary(ends, true)


def simulate_walks(true: Floats, covariance: Floats, rule: SettledOrder, runs: int, seed: int) -> Stopped:
    """The rule alone: estimates are true values plus a normal random walk, `covariance` that of one group's error."""
    rng = np.random.default_rng(seed)
    root = np.linalg.cholesky(covariance)
    steps = np.diff(rule.looks, prepend=0)
    freedom = np.full(len(true), 1e9)
    ends = []
    for _ in range(runs):
        noise = (rng.standard_normal((len(steps), len(true))) @ root.T * np.sqrt(steps)[:, None]).cumsum(axis=0)
        looks = (
            (
                groups,
                rule.look(true + walked / groups, deviates_of(true + walked / groups, covariance / groups), freedom),
            )
            for groups, walked in zip(rule.looks, noise, strict=True)
        )
        ends.append(_stop(rule, looks))
    return _summary(ends, true)


def balanced(players: int) -> Floats:
    """The covariance of players who all met each other equally often."""
    return np.eye(players)


def lopsided(players: int) -> Floats:
    """That of players of whom each played a quarter as often as the one before, down to a sixteenth."""
    variances: Floats = np.diag(4.0 ** (np.arange(players) % 3))
    return variances


def opposed(players: int) -> Floats:
    """That of players whose errors go together in pairs and against each other between pairs."""
    signs = np.where(np.arange(players) % 2, -1.0, 1.0)
    covariance: Floats = 0.1 * np.eye(players) + 0.9 * np.outer(signs, signs)
    return covariance


def _looks(world: World, rule: SettledOrder, games: Games) -> Iterator[tuple[int, Verdict]]:
    players = len(world.strengths)
    for groups in rule.looks:
        seen = _first(games, groups)
        rated = ratings(world, seen)
        yield groups, rule.look(rated.elo[:players], rated.deviates, rated.freedom[:players])


def deviates_of(estimates: Floats, covariance: Floats) -> Floats:
    """Shape (players, players): by how many standard errors the row is above the column."""
    own = np.diag(covariance)
    variance = own[:, None] + own - 2 * covariance + np.diag(own)
    deviates: Floats = (estimates[:, None] - estimates) / np.sqrt(variance)
    return deviates


def _first(games: Games, groups: int) -> Games:
    last = int(np.searchsorted(games.group, groups))
    return Games(games.group[:last], games.bots[:last], games.places[:last])


def _stop(rule: SettledOrder, looks: Iterator[tuple[int, Verdict]]) -> tuple[int, Verdict]:
    for groups, verdict in looks:
        if verdict.settled or groups == rule.cap:
            return groups, verdict
    raise AssertionError("the last look is at the cap")


def _wrong(verdict: Verdict, true: Floats) -> bool:
    """Whether any player of a claimed rank is not stronger than all below it."""
    order: Ints = np.array(verdict.order)
    return any(bool((true[order[rank + 1 :]] > true[order[rank]] - _EQUAL).any()) for rank in range(verdict.in_order))


def _summary(ends: list[tuple[int, Verdict]], true: Floats) -> Stopped:
    return Stopped(
        settled=sum(verdict.settled for _, verdict in ends) / len(ends),
        wrong=sum(_wrong(verdict, true) for _, verdict in ends) / len(ends),
        groups=sum(groups for groups, _ in ends) / len(ends),
    )


def worlds() -> Iterator[tuple[str, World, int]]:
    """Who plays, and how many ranks are asked for."""
    for seats in (2, 4):
        flat = (0.0,) * seats
        yield "all equal", World("", (0.0,) * 4, flat, luck=100), 4
        yield "the first two equal, others far below", World("", (250.0, 250.0, 0.0, -250.0, -500.0), flat, luck=100), 2
        yield "gaps of 30 Elo", World("", (45.0, 15.0, -15.0, -45.0), flat), 4
        yield "gaps of 100 Elo", World("", (150.0, 50.0, -50.0, -150.0), flat), 4
        yield "the first of four, 60 Elo ahead", World("", (60.0, 0.0, 0.0, 0.0), flat, draw=100), 1
    yield "two equal, the first seat wins 98 %", World("", (0.0, 0.0), (338.0, -338.0)), 1
    yield "the first two equal, others 600 below", World("", (600.0, 600.0, 0.0, 0.0), (0.0, 0.0)), 1


def walks() -> Iterator[tuple[str, tuple[float, ...], int]]:
    """Harder cases for the rule alone: true values in units of the error that one group leaves, and ranks."""
    yield "two equal", (0.0, 0.0), 2
    yield "six equal", (0.0,) * 6, 6
    yield "two equal pairs", (2.0, 2.0, 0.0, 0.0), 4
    yield "two pairs nearly equal", (2.0, 1.98, 0.02, 0.0), 4
    yield "six, all nearly equal", (0.1, 0.08, 0.06, 0.04, 0.02, 0.0), 6
    yield "the first of two equal, four far below", (2.0, 2.0, 0.0, 0.0, 0.0, 0.0), 1


COVARIANCES: dict[str, Callable[[int], Floats]] = {
    "balanced": balanced,
    "lopsided": lopsided,
    "opposed": opposed,
}


def measure_all(runs: int, pool: Pool) -> list[tuple[str, World, int, Stopped]]:
    """Whole contests, of all worlds."""
    cases = list(worlds())
    rules = [SettledOrder(ranks, CAP) for *_, ranks in cases]
    found = pool.each(simulate, [(case[1], rule, runs, SEED) for case, rule in zip(cases, rules, strict=True)])
    return [(*case, stopped) for case, stopped in zip(cases, found, strict=True)]


def measure_walks(runs: int, pool: Pool) -> list[tuple[str, str, Stopped]]:
    """The rule alone, for all covariances."""
    cases = [(name, kind, true, ranks) for name, true, ranks in walks() for kind in COVARIANCES]
    found = pool.each(
        simulate_walks,
        [
            (np.array(true), COVARIANCES[kind](len(true)), SettledOrder(ranks, CAP), runs, SEED)
            for _, kind, true, ranks in cases
        ],
    )
    return [(name, kind, stopped) for (name, kind, *_), stopped in zip(cases, found, strict=True)]


def section(scale: float, pool: Pool) -> Section:
    """The chapter of the document; 500 contests and 4,000 walks of each kind at scale 1."""
    runs, walked = max(round(500 * scale), 1), max(round(4000 * scale), 1)
    contests, alone = measure_all(runs, pool), measure_walks(walked, pool)
    rule = SettledOrder(1, CAP)
    looks = ", ".join(map(str, rule.looks[:4]))
    most = max(stopped.wrong for *_, stopped in contests)
    most_alone = max(stopped.wrong for *_, stopped in alone)
    rows = [
        (world.seats, name, ranks, *_figures(stopped), round(stopped.groups))
        for name, world, ranks, stopped in contests
    ]
    rows_alone = [(name, kind, *_figures(stopped)) for name, kind, stopped in alone]
    return Section(
        title="The first K are in order",
        text=f"""
{runs:,} contests of each kind, stopped as soon as the first K bots are in order at 95 %, at the latest after {CAP} deal
groups; seed {SEED}. There are {len(rule.looks)} looks, at {looks}, ... {rule.looks[-1]} groups, and two ratings
count as apart from {rule.critical:.2f} standard errors on. "Wrong" are contests that ended with any wrong claim, a
claim
about two equal bots included: {100 * most:.1f} % at most, of the 5 % that are allowed.

{table(("seats", "bots", "K", "settled %", "wrong %", "deal groups"), rows, "rlrrrr")}

The rule alone, {walked:,} contests of each kind: ratings are the truth plus a normal error, of players who all played
equally often (balanced), of whom some played 4 and 16 times as often as others (lopsided), and whose errors go
together for every second one and against each other else (opposed). True distances are in units of the error that one
deal group leaves. Two equal bots, with everybody else clearly apart, are the worst case: {100 * most_alone:.1f} %
is the
most that was seen. More bots, or more pairs that are nearly equal, make a wrong stop less likely and not more,
since all
pairs must be apart at the same look; that is why no price is paid for their number.

{table(("bots", "covariance", "settled %", "wrong %"), rows_alone, "llrr")}
""",
    )


def _figures(stopped: Stopped) -> tuple[str, str]:
    return f"{100 * stopped.settled:.1f}", f"{100 * stopped.wrong:.1f}"
