"""Ratings on the way: fitting all results again, against moving the ratings of those who just played."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.statistics import ELO, Floats, Games, Ints, joint_fit, pair_results
from benchmarks.known_truth.pages import Pool, Section, table

SEED = 6
PLAYERS = 20
GAMES = (100, 300, 1000, 3000, 10000)

# The constants of the method's authors: at first a strength is known to 25/3, the chance in a game is 25/6, and no game
# makes a variance smaller than a 10,000th of it.
_SIGMA = 25 / 3
_BETA = 25 / 6
_KAPPA = 1e-4


class Online:
    """Ratings that each game moves once: Bradley-Terry, full pairs, of R. C. Weng and C.-J. Lin ("A Bayesian
    approximation method for online ranking", Journal of Machine Learning Research 12, 2011). `runs` contests at once.
    """

    def __init__(self, runs: int, players: int) -> None:
        self._mean = np.zeros((runs, players))
        self._variance = np.full((runs, players), _SIGMA**2)

    def game(self, bots: Ints, places: Ints) -> None:
        """One game of each contest; shapes (runs, seats)."""
        mean = np.take_along_axis(self._mean, bots, axis=1)
        variance = np.take_along_axis(self._variance, bots, axis=1)
        c = np.sqrt(variance[:, :, None] + variance[:, None, :] + 2 * _BETA**2)
        expected = 1 / (1 + np.exp((mean[:, None, :] - mean[:, :, None]) / c))
        taken = 0.5 + np.sign(places[:, None, :] - places[:, :, None]) / 2
        others = ~np.eye(bots.shape[1], dtype=np.bool_)
        step = variance[:, :, None] / c * (taken - expected) * others
        gamma = np.sqrt(variance)[:, :, None] / c
        shrink = gamma * variance[:, :, None] / c**2 * expected * (1 - expected) * others
        np.put_along_axis(self._mean, bots, mean + step.sum(axis=2), axis=1)
        smaller = variance * np.maximum(1 - shrink.sum(axis=2), _KAPPA)
        np.put_along_axis(self._variance, bots, smaller, axis=1)

    @property
    def elo(self) -> Floats:
        elo: Floats = self._mean / (np.sqrt(2) * _BETA) * ELO
        return elo


@dataclass(frozen=True)
class Compared:
    """Root mean square distance to the truth, in Elo, after so many games."""

    seats: int
    games: int
    online: float
    refit: float


def measure(seats: int, runs: int) -> list[Compared]:
    """Contests of random tables between 20 players from -300 to 300 Elo; the model of both ratings is right."""
    rng = np.random.default_rng([SEED, seats])
    true = np.linspace(-300, 300, PLAYERS)
    last = GAMES[-1]
    bots = np.argsort(rng.random((last, runs, PLAYERS)), axis=2)[:, :, :seats]
    numbers = true[bots] + rng.gumbel(size=bots.shape) * ELO
    places = 1 + (numbers[..., None, :] > numbers[..., :, None]).sum(axis=-1)
    online, found = Online(runs, PLAYERS), []
    for played in range(1, last + 1):
        online.game(bots[played - 1], places[played - 1])
        if played in GAMES:
            refit = [
                joint_fit(pair_results(PLAYERS, [Games(np.arange(played), bots[:played, run], places[:played, run])]))
                for run in range(runs)
            ]
            found.append(
                Compared(
                    seats=seats,
                    games=played,
                    online=_distance(online.elo, true),
                    refit=_distance(np.array([fit.bots for fit in refit]) * ELO, true),
                )
            )
    return found


def section(scale: float, pool: Pool) -> Section:
    """The chapter of the document; 50 contests of each kind at scale 1."""
    runs = max(round(50 * scale), 2)
    found = [row for rows in pool.each(measure, [(2, runs), (4, runs)]) for row in rows]
    rows = [
        (row.seats, f"{row.games:,}", f"{row.online:.0f}", f"{row.refit:.0f}", f"{(row.online / row.refit) ** 2:.1f}")
        for row in found
    ]
    headers = ("seats", "games", "online, Elo", "joint fit, Elo", "games needed, times")
    return Section(
        title="Ratings on the way: the joint fit against an online rating",
        text=f"""
{runs} contests of each kind: {PLAYERS} bots from -300 to 300 Elo at tables drawn at random, seed {SEED}. How far
ratings are from the truth (root mean square, both around their mean) after so many games: the online rating moves those
who just played and forgets the game (Weng and Lin's Bradley-Terry, full pairs, with their constants); the joint fit
looks at all games again. The model of both is exactly right here. The last column is the square of the ratio: so many
times the games does the online rating need for what the fit makes of them. The fit is the better one nearly from the
start, and takes milliseconds; that is why the running ladder is refitted and has no online rating.

{table(headers, rows, "rrrrr")}
""",
    )


def _distance(elo: Floats, true: Floats) -> float:
    centred = elo - elo.mean(axis=1, keepdims=True)
    return float(np.sqrt(np.mean((centred - (true - true.mean())) ** 2)))
