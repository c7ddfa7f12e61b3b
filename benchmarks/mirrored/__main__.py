"""What mirrored deals are worth in the games of the box.

`python -m benchmarks.mirrored` puts it in docs/contests/statistics.md.

Contests between bots of the box are played in many deal groups (`played`), and smaller ones are put together from their
games, with mirrored deals and without (`contests`). All go through `compute`, so the intervals are those that a user of
the project would get. How far the ratings really scatter from one such contest to the next is measured beside them, and
asks no interval.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import click
import numpy as np

from arena.statistics import Bools
from arena.store import Ledger
from benchmarks.known_truth.pages import Pool, Section, put, table
from benchmarks.mirrored.contests import Games, Pair, measure
from benchmarks.mirrored.played import SEED, SETTINGS, Setting, Split, play_all

PAGE = Path(__file__).parents[2] / "docs" / "contests" / "statistics.md"


@dataclass(frozen=True)
class Found:
    """Of one setting and split: contests of so many `games`, of all deals, and half as large ones of each half of the
    deals. `luck` is that of the deal, in percent."""

    setting: Setting
    split: Split
    games: int
    whole: Pair
    halves: tuple[Pair, Pair]
    luck: float | None


def compare(setting: Setting, ledger: Ledger) -> list[Found]:
    """Mirrored deals against each split of the setting, in the largest contests that there are deals for."""
    games = Games.of(setting, ledger)
    (stage,) = setting.schedule.parts
    found = []
    for split in setting.splits:
        deals = setting.deals // games.parts[split][0]

        def pair(deals: int, among: Bools, split: Split = split) -> Pair:
            return Pair(measure(games, "whole", deals, among), measure(games, split, deals, among))

        found.append(
            Found(
                setting=setting,
                split=split,
                games=deals * stage.round.games,
                whole=pair(deals, games.deal >= 0),
                halves=(pair(deals // 2, games.deal % 2 == 0), pair(deals // 2, games.deal % 2 == 1)),
                luck=games.luck_percent(),
            )
        )
    return found


def uncertainty(pairs: Sequence[tuple[float, float]]) -> float:
    """The standard error of a figure of all deals, from what it is in each half of them; over several settings."""
    return sqrt(np.mean(np.diff(pairs, axis=1) ** 2)) / 2


_APART: dict[Split, str] = {"line-ups": "line-up", "games": "game"}


def section(pool: Pool) -> Section:
    """The chapter of the document."""
    ledgers = [play_all(setting, pool) for setting in SETTINGS]
    found = pool.each(compare, list(zip(SETTINGS, ledgers, strict=True)))
    return tell([each for of_setting in found for each in of_setting], [len(ledger) for ledger in ledgers])


def tell(found: Sequence[Found], games: Sequence[int]) -> Section:
    """`games` is how many were played of each setting."""
    rows = [
        (
            each.setting.title,
            each.setting.seats,
            ", ".join(each.setting.names),
            each.games,
            _APART[each.split],
            "-" if each.luck is None else f"{each.luck:.0f}",
            _figure(each, each.whole.apart.interval),
            _figure(each, each.whole.mirrored.interval),
            f"{each.whole.intervals:.2f}",
            f"{each.whole.intervals**-2:.2f}",
            _figure(each, each.whole.apart.scatter),
            _figure(each, each.whole.mirrored.scatter),
            f"{each.whole.scatters:.2f}",
        )
        for each in found
    ]
    of_intervals = uncertainty([(one.intervals, other.intervals) for one, other in (each.halves for each in found)])
    of_scatters = uncertainty([(one.scatters, other.scatters) for one, other in (each.halves for each in found)])
    headers = (
        "game", "seats", "bots", "games", "own deal for each", "luck of the deal %",
        "+/- own", "+/- mirrored", "ratio", "games, times", "scatter own", "scatter mirrored", "ratio",
    )  # fmt: skip
    return Section(
        title="Mirrored deals in the games of the box",
        text=f"""
Games that were really played, {sum(games):,} in all, in deal groups; seed {SEED}. A percentage behind a bot says how
many of its decisions were made at random instead, so that several are near each other in strength; `search` had the
fewest play-outs that it can do with, about two for each candidate.

Out of the same games two kinds of contests are put together, with equally many games. Mirrored: whole deal groups. Own
deals: no two games, or no two line-ups, share one, and every line-up plays equally often from each of its seatings.
(The standings of The Grizzled compare line-ups inside of deal groups; with own deals, a round of all line-ups is taken
for a group.) "+/-" is half the mean 95 % interval in the standings of such a contest, in Elo, and for The Grizzled in
points added. The square of the ratio says how many times the games would be needed without mirrored deals.

"Scatter" trusts no interval: it is 1.96 times the standard deviation of a bot's rating between contests that have no
deal in common, measured in contests of a quarter of the games and halved. If the intervals are honest it is near the
+/-. The ratio of the +/- is uncertain by about {of_intervals:.2f} and that of scatters by {of_scatters:.2f} (one
standard error, from the two halves of the deals, over all rows).

The more alike two bots play, and the less they leave to chance, the more of their games is the luck of the deal. So
mirrored deals are worth most where it is hardest to tell, between two versions of one bot (the first row of a game for
two). Bots that play each in its own way soon make another game of the same deal, and the gain is small. Between
opponents it may be lost again where deals are few: mirrored, there are fewer groups, and few make intervals wider.

{table(headers, rows, "lrlrlrrrrrrrr")}
""",
    )


def _figure(found: Found, value: float) -> str:
    return f"{value:.1f}" if found.setting.cooperative else f"{value:.0f}"


@click.command()
@click.option("--jobs", default=1, show_default=True, help="Processes side by side; the figures are the same.")
@click.option("--to", "page", type=click.Path(path_type=Path), default=PAGE, help="The document to write.")
def main(jobs: int, page: Path) -> None:
    """Play, and write the chapter into the document; others stay as they are."""
    chapter = section(Pool(jobs))
    seconds = sum(os.times()[:4])
    put(page, {"games": chapter}, f"Made by `python -m benchmarks.mirrored` in {seconds:.0f} s of processor time.")


if __name__ == "__main__":
    main()
