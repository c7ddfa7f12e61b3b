"""What the ladder's pairing is worth; `python -m benchmarks.ladder_pairing` puts it in docs/contests/statistics.md.

Players of known strengths, drawn from a normal distribution, play ladders that differ in nothing but who meets whom: at
random, by the ladder's first rule, and by the one of now. One in ten of the bots comes when half of the games are over.
Each ladder is told how far its ratings are from the truth after the same number of games, and how far apart those were
who met. No process is started and no game is played, only results are drawn.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np

from arena.pairing import LADDER_RULES, Ladder, Match, PastStage, Stage
from arena.statistics import ELO, Floats, Games, Ints, joint_fit, pair_results
from benchmarks.known_truth.pages import Pool, Section, put, table
from benchmarks.known_truth.players import World, play

SEED = 7
GROUPS = 40  # deal groups of each bot, in the mean
CONTESTS = {20: 10, 60: 4, 200: 1}
SPREADS = (200, 400)
PAGE = Path(__file__).parents[1] / "docs" / "contests" / "statistics.md"
WAYS = ("at random", "the first rule", "now")


class AtRandom:
    """Stages in which everybody plays once, with company that is drawn by lot."""

    def __init__(self, seats: int, rng: np.random.Generator) -> None:
        self._seats = seats
        self._rng = rng

    def next(self, past: Sequence[PastStage], playing: Sequence[int]) -> Stage:
        bots = self._rng.permutation(playing)
        whole = np.concatenate([bots, bots[: -len(bots) % self._seats]]).reshape(-1, self._seats)
        return Stage(tuple(tuple(sorted(line_up)) for line_up in whole.tolist()), 1)


@dataclass(frozen=True)
class Found:
    """In Elo: root mean square distances to the truth, around both means, of all bots at the end, and of those that
    came in the middle when they have been there for a tenth of all games; the mean distance of two who met. `stretch`
    is how many times as far apart the ratings are as the truth (their slope on it). `wrong` are pairs in the wrong
    order, as a part of all; `seconds` those that the slowest stage took to make."""

    error: float
    stretch: float
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
    past, line_ups, parts = list[PastStage](), np.zeros((0, seats), dtype=np.int64), list[Games]()
    slowest, early = 0.0, 0.0
    while len(line_ups) < wanted:
        there = range(bots if 2 * len(line_ups) >= wanted else bots - bots // 10)
        before = time.process_time()
        stage = pairer.next(past, there)
        slowest = max(slowest, time.process_time() - before)
        # Nobody learns more than the others from the last stage.
        stage = Stage(stage.line_ups[: wanted - len(line_ups)], 1)
        games = play(world, np.array(stage.line_ups), rng)
        past.append(PastStage(stage, matches(stage, games)))
        parts.append(Games(games.group + len(line_ups), games.bots, games.places))
        line_ups = np.concatenate([line_ups, stage.line_ups])
        if not early and len(line_ups) >= 0.6 * wanted:
            early = _distance(_ratings(bots, parts), true, slice(bots - bots // 10, bots))
    elo, off = _ratings(bots, parts), true - true.mean()
    one, other = np.triu_indices(bots, 1)
    return Found(
        error=_distance(elo, true, slice(None)),
        stretch=float(elo @ off / (off @ off)),
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
@click.option("--to", "page", type=click.Path(path_type=Path), default=PAGE, help="The document to write.")
def main(scale: float, jobs: int, bots: Sequence[str], page: Path) -> None:
    """Simulate ladders and write into the document what each way of pairing makes of the same number of games."""
    before = sum(os.times()[:4])
    sizes = {size: max(round(CONTESTS[size] * scale), 2) for size in CONTESTS if not bots or str(size) in bots}
    rows = [row for size, runs in sizes.items() for row in _rows(size, runs, Pool(jobs))]
    words = [f"--bots {each}" for each in bots] + ([f"--scale {scale:g}"] if scale != 1 else [])
    how = " ".join(("python -m benchmarks.ladder_pairing", *words))
    seconds = sum(os.times()[:4]) - before
    put(page, {"ladder": section(sizes, rows)}, f"Made by `{how}` in {seconds:.0f} s of processor time.")


def _rows(size: int, runs: int, pool: Pool) -> Iterator[tuple[object, ...]]:
    """Those of the table for a field of this size."""
    for seats in (2, 4):
        for spread in SPREADS:
            asked = [(way, size, spread, seats, contest) for way in WAYS for contest in range(runs)]
            found = pool.each(measure, asked)
            by_way = [found[at * runs : (at + 1) * runs] for at in range(len(WAYS))]
            errors = [np.mean([each.error**2 for each in way]) for way in by_way]
            for way, name, error in zip(by_way, WAYS, errors, strict=True):
                yield (
                    seats,
                    size,
                    spread,
                    name,
                    f"{np.mean([each.distance for each in way]):.0f}",
                    f"{np.sqrt(error):.0f}",
                    f"{errors[0] / error:.2f}",
                    f"{np.sqrt(np.mean([each.newcomers**2 for each in way])):.0f}",
                    f"{100 * np.mean([each.wrong for each in way]):.1f}",
                    f"{np.mean([each.stretch for each in way]):.2f}",
                )


def section(sizes: Mapping[int, int], rows: Sequence[tuple[object, ...]]) -> Section:
    """The chapter of the document; `sizes` says how many ladders of each size there are."""
    ladders = ", ".join(f"{runs} of {size} bots" for size, runs in sizes.items())
    headers = (
        "seats", "bots", "spread", "pairing", "distance", "error", "games, times", "newcomers", "wrong order %",
        "stretch",
    )  # fmt: skip
    return Section(
        title="Who meets whom in a ladder",
        text=f"""
Ladders of bots whose strengths are drawn from a normal distribution of that spread ({ladders}), after {GROUPS} deal
groups of each bot in the mean; one bot in ten comes when half of the games are over; seed {SEED}. The same bots play
with company at random, by the ladder's first rule (which older files have) and by the one of now. In Elo: "distance" is
how far apart those were who met, in the mean; "error" how far ratings are from the truth at the end (root mean square,
both around their mean), and the square of its ratio to that at random says how many times the games chance would need;
"newcomers" the same of the late ones, when they have been there for a tenth of all games. "Wrong order" are pairs of
bots that the ratings have the wrong way round.

Near opponents say most of their own distance and least of how far the field reaches: what is sure at each step is
unsure from end to end, and ratings may lie further apart than the truth. "Stretch" is how many times as far; the error
has that in it, and it is why one stage in four is drawn by lot. A prior for the spread of the strengths would draw
ratings together, too. It is right for bots from one normal distribution and for no others, and would give equal results
at different numbers of games different ratings; so no table has one.

{table(headers, rows, "rrrlrrrrrr")}
""",
    )


if __name__ == "__main__":
    main()
