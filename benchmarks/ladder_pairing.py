"""What the ladder's pairing is worth: `python -m benchmarks.ladder_pairing`.

Players of known strengths, drawn from a normal distribution, play ladders that differ in nothing but who meets whom: at
random, by the ladder's first rule, and by the one of now. One in ten of the bots comes when half of the games are over.
Each ladder is told how far its ratings are from the truth after the same number of games, and how far apart those were
who met. No process is started and no game is played, only results are drawn.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import click
import numpy as np

from arena.contest.ladder import LADDER_RULES, Ladder
from arena.contest.stages import Match, Played, Stage
from arena.statistics.arrays import Floats, Ints
from arena.statistics.bradley_terry import ELO
from arena.statistics.joint_fit import joint_fit
from arena.statistics.pair_results import Games, pair_results
from benchmarks.known_truth.pages import Pool, table
from benchmarks.known_truth.players import World, play

SEED = 7
GROUPS = 40  # deal groups of each bot, in the mean
CONTESTS = {20: 100, 60: 40, 200: 12}
SPREADS = (200, 300, 400)
WAYS = ("at random", "the first rule", "now")


class AtRandom:
    """Stages in which everybody plays once, with company that is drawn by lot."""

    def __init__(self, seats: int, rng: np.random.Generator) -> None:
        self._seats = seats
        self._rng = rng

    def next(self, past: Sequence[Played], playing: Sequence[int]) -> Stage:
        bots = self._rng.permutation(playing)
        whole = np.concatenate([bots, bots[: -len(bots) % self._seats]]).reshape(-1, self._seats)
        return Stage(tuple(tuple(sorted(line_up)) for line_up in whole.tolist()), 1)


@dataclass(frozen=True)
class Found:
    """In Elo: root mean square distances to the truth, around both means, of all bots at the end, and of those that
    came in the middle when they have been there for a tenth of all games; the mean distance of two who met. `wrong` are
    pairs in the wrong order, as a part of all; `seconds` those that the slowest stage took to make."""

    error: float
    newcomers: float
    wrong: float
    distance: float
    seconds: float


def measure(way: str, bots: int, spread: float, seats: int, contest: int) -> Found:
    """One ladder. The players are the same for every way."""
    rng = np.random.default_rng([SEED, bots, int(spread), seats, contest])
    true = rng.standard_normal(bots) * spread
    world = World("ladder", tuple(true), (0.0,) * seats)
    rule = {"the first rule": LADDER_RULES[0], "now": LADDER_RULES[-1]}
    pairer = AtRandom(seats, rng) if way == "at random" else Ladder(seats, 1, str(contest), rule[way])
    wanted = bots * GROUPS // seats
    past, line_ups, parts = list[Played](), np.zeros((0, seats), dtype=np.int64), list[Games]()
    slowest, early = 0.0, 0.0
    while len(line_ups) < wanted:
        there = range(bots if 2 * len(line_ups) >= wanted else bots - bots // 10)
        before = time.process_time()
        stage = pairer.next(past, there)
        slowest = max(slowest, time.process_time() - before)
        # Nobody learns more than the others from the last stage.
        stage = Stage(stage.line_ups[: wanted - len(line_ups)], 1)
        games = play(world, np.array(stage.line_ups), rng)
        past.append(Played(stage, matches(stage, games)))
        parts.append(Games(games.group + len(line_ups), games.bots, games.places))
        line_ups = np.concatenate([line_ups, stage.line_ups])
        if not early and len(line_ups) >= 0.6 * wanted:
            early = _distance(_ratings(bots, parts), true, slice(bots - bots // 10, bots))
    elo = _ratings(bots, parts)
    one, other = np.triu_indices(bots, 1)
    return Found(
        error=_distance(elo, true, slice(None)),
        newcomers=early,
        wrong=float(np.mean((elo[one] - elo[other]) * (true[one] - true[other]) < 0)),
        distance=float(
            np.abs(true[line_ups[:, :, None]] - true[line_ups[:, None, :]]).sum() / line_ups.size / (seats - 1)
        ),
        seconds=slowest,
    )


def matches(stage: Stage, games: Games) -> tuple[Match, ...]:
    """What came of each line-up of a stage of one deal."""
    found = []
    size = len(games.places) // len(stage.line_ups)
    for at, line_up in enumerate(stage.line_ups):
        rows = slice(at * size, (at + 1) * size)
        seat = np.argsort(games.bots[rows], axis=1)  # of each bot of the line-up, which is sorted
        places = np.take_along_axis(games.places[rows], seat, axis=1)
        taken: Ints = (np.sign(places[:, None, :] - places[:, :, None]) + 1).sum(axis=0)
        np.fill_diagonal(taken, 0)
        found.append(Match(line_up, size, tuple(map(tuple, taken.tolist()))))
    return tuple(found)


def _ratings(bots: int, parts: Sequence[Games]) -> Floats:
    elo: Floats = joint_fit(pair_results(bots, parts)).bots * ELO
    return elo


def _distance(elo: Floats, true: Floats, whom: slice) -> float:
    error = (elo - elo.mean()) - (true - true.mean())
    return float(np.sqrt(np.mean(error[whom] ** 2)))


@click.command()
@click.option("--scale", default=1.0, show_default=True, help="Part of the contests.")
@click.option("--jobs", default=1, show_default=True, help="Processes side by side; the figures are the same.")
@click.option("--bots", multiple=True, type=click.Choice([str(each) for each in CONTESTS]), help="Of these sizes only.")
def main(scale: float, jobs: int, bots: Sequence[str]) -> None:
    """Simulate ladders and print what each way of pairing makes of the same number of games."""
    rows, pool = [], Pool(jobs)
    for size, contests in CONTESTS.items():
        if bots and str(size) not in bots:
            continue
        runs = max(round(contests * scale), 2)
        for seats in (2, 4):
            for spread in SPREADS:
                asked = [(way, size, spread, seats, contest) for way in WAYS for contest in range(runs)]
                found = pool.each(measure, asked)
                by_way = [found[at * runs : (at + 1) * runs] for at in range(len(WAYS))]
                errors = [np.mean([each.error**2 for each in way]) for way in by_way]
                for way, name, error in zip(by_way, WAYS, errors, strict=True):
                    rows.append(
                        (
                            seats,
                            size,
                            spread,
                            name,
                            f"{np.mean([each.distance for each in way]):.0f}",
                            f"{np.sqrt(error):.1f}",
                            f"{np.sqrt(np.mean([each.newcomers**2 for each in way])):.0f}",
                            f"{100 * np.mean([each.wrong for each in way]):.1f}",
                            f"{errors[0] / error:.2f}",
                            f"{max(each.seconds for each in way):.2f}",
                        )
                    )
                    click.echo(str(rows[-1]), err=True)
    headers = (
        "seats",
        "bots",
        "spread",
        "pairing",
        "distance",
        "error",
        "newcomers",
        "wrong order %",
        "games, times",
        "s",
    )
    click.echo(table(headers, rows, "rrrlrrrrrr"))


if __name__ == "__main__":
    main()
