"""What one number for each bot cannot say: results between two bots that Elo does not expect, and a ranking that copies
of a bot do not move.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from arena.standings.figures import known, rounded
from arena.standings.placing import Places
from arena.standings.report import AgainstMix, BeyondElo
from arena.standings.results import Results
from arena.statistics import Floats, Ratings, Residuals, residuals, strongest_mix

MOST_IN_A_MIX = 100
"""The most bots for which the strongest mix is worked out."""

_FEWEST = 3
_Z_975 = 1.959964


@dataclass(frozen=True)
class Fit:
    """How the results of each two bots fit their ratings."""

    _found: Residuals
    _at: dict[tuple[int, int], int]

    @classmethod
    def of(cls, ratings: Ratings) -> Fit:
        found = residuals(ratings.results, ratings.fit)
        pairs = zip(found.one.tolist(), found.other.tolist(), strict=True)
        return cls(found, {pair: index for index, pair in enumerate(pairs)})

    def expected(self, bot: int, opponent: int) -> float | None:
        """The percentage of the points that a bot is expected to take from another by their ratings; None if it is not
        known.
        """
        index = self._index(bot, opponent)
        share = float(self._found.expected[index])
        return rounded(100 * (share if bot < opponent else 1 - share))

    def error(self, bot: int, opponent: int) -> float | None:
        """Half the 95 % interval of what the bot took beyond what is expected; None if nothing is known."""
        error = float(self._found.error[self._index(bot, opponent)])
        return None if np.isnan(error) else rounded(100 * _Z_975 * error)

    def is_off(self, bot: int, opponent: int) -> bool:
        """Whether a result is further from what is expected than luck allows, all pairs looked at together."""
        return bool(self._found.off[self._index(bot, opponent)])

    def stated(self, results: Results, places: Places) -> BeyondElo:
        """All of this as a part of the standings, by the bots' names."""
        tested = int((~np.isnan(self._found.error)).sum())
        return BeyondElo(
            pairs=tested,
            pairs_off=int(self._found.off.sum()),
            critical=known(self._found.critical, 3) if tested else None,
            against_strongest_mix=self._against_mix(results, places),
        )

    def _against_mix(self, results: Results, places: Places) -> tuple[AgainstMix, ...]:
        """Of the first set of bots with a rank; () where they are few or many, or not all of them met."""
        bots = places.ranked(0)
        if not _FEWEST <= len(bots) <= MOST_IN_A_MIX or any(
            (min(one, other), max(one, other)) not in self._at for one in bots for other in bots if one != other
        ):
            return ()
        margin, variance = np.zeros((2, len(bots), len(bots)))
        for row, bot in enumerate(bots):
            for column, other in enumerate(bots):
                if bot < other:
                    index = self._at[bot, other]
                    games = int(self._found.games[index])
                    # As if they had drawn one more.
                    net = (float(self._found.taken[index]) - 0.5) * games / (games + 1)
                    margin[row, column], margin[column, row] = net, -net
                    variance[row, column] = variance[column, row] = float(self._found.alone[index]) ** 2
        mix = strongest_mix(margin)
        rows = [
            AgainstMix(
                bot=results.names[bot],
                percent_of_mix=rounded(100 * float(mix.parts[place])),
                percent_against_mix=rounded(100 * (0.5 + float(mix.scores[place]))),
                percent_error_95=_error(variance[place], mix.parts),
            )
            for place, bot in enumerate(bots)
        ]
        return tuple(sorted(rows, key=lambda row: (-row.percent_against_mix, -row.percent_of_mix, row.bot)))

    def _index(self, bot: int, opponent: int) -> int:
        return self._at[min(bot, opponent), max(bot, opponent)]


def _error(variances: Floats, mix: Floats) -> float | None:
    """Of what a bot takes from a mix that is taken for known; None where no error is known, or it is all of the mix."""
    variance = float(np.where(mix > 0, mix**2 * variances, 0.0).sum())
    return rounded(100 * _Z_975 * sqrt(variance)) if variance > 0 else None
