"""A few of all mixed line-ups, chosen so that no bot, and hardly any pair of bots, is in more of them than another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb
from operator import add

from arena.games import Deal
from arena.pairing.line_ups import LineUp

MOST_SAMPLED = 5_000
"""The most line-ups of a sample: they are chosen one after the other, and so many of a hundred bots take a second."""

_SEAT = 1 << 40
"""How much a seat weighs where bots are chosen by need. A meeting weighs 1, and all meetings together less than a
seat."""


def mixed_count(bots: int, seats: int) -> int:
    """The number of all line-ups of so many bots in which at least two are different."""
    return comb(bots + seats - 1, seats) - bots


@lru_cache(maxsize=4)
def sample(bots: int, seats: int, count: int) -> tuple[LineUp, ...]:
    """`count` different mixed line-ups, sorted; there must be as many, see `mixed_count`.

    The numbers of seats of any two bots in them differ by at most one, and pairs of bots meet about equally often.
    All bots of a line-up are different as long as there are enough such line-ups.

    Only these three numbers decide; whoever wants luck in it shuffles the bots. So no seed changes the shapes of the
    line-ups, nor how many games they play.
    """
    return _Choice(bots, seats, count).chosen()


class _Choice:
    def __init__(self, bots: int, seats: int, count: int) -> None:
        self._bots = range(bots)
        self._seats = seats
        self._count = count
        self._most = 1 if count <= comb(bots, seats) else seats
        """Seats that one bot may have in a line-up."""
        self._load = [0] * bots
        """The weight of each bot's seats in all line-ups taken."""
        self._met = [[0] * bots for _ in self._bots]
        """`met[a][b]`: how often a seat of a and a seat of b are in the same line-up. What a bot in the line-up adds to
        the weight of each other, and to its own: its seat, and half a seat more, for it should rather meet others."""
        for bot in self._bots:
            self._met[bot][bot] = _SEAT + _SEAT // 2
        self._taken: set[LineUp] = set()
        self._spent: set[LineUp] = {(bot,) * seats for bot in self._bots}
        """What cannot be had: line-ups that are taken or not mixed, and beginnings that lead to no other."""
        self._ties = Deal("line-ups").stream(bots, seats, count)

    def chosen(self) -> tuple[LineUp, ...]:
        for _ in range(self._count):
            line_up = self._best((), self._load)
            assert line_up is not None, "there are not as many line-ups"
            self._put(line_up, 1)
        self._level()
        return tuple(sorted(self._taken))

    def _best(self, begun: LineUp, weights: list[int]) -> LineUp | None:
        """The first free line-up with these bots in it, seat by seat with the lightest bot that may come next."""
        if len(begun) == self._seats:
            return begun
        for bot in self._lightest(weights):
            longer = tuple(sorted((*begun, bot)))
            if longer in self._spent or longer.count(bot) > self._most:
                continue
            found = self._best(longer, list(map(add, weights, self._met[bot])))
            if found is not None:
                return found
        self._spent.add(begun)
        return None

    def _lightest(self, weights: list[int]) -> Iterator[int]:
        """The bots by weight, ties as they are drawn."""
        left = dict(enumerate(weights))
        while left:  # nearly always the first will do: no need to sort them all
            least = min(left.values())
            bot = self._ties.choice([bot for bot, weight in left.items() if weight == least])
            del left[bot]
            yield bot

    def _put(self, line_up: LineUp, times: int) -> None:
        """Take a line-up (1), or give it back (-1)."""
        for these in (self._taken, self._spent):
            (these.add if times == 1 else these.remove)(line_up)
        for at, bot in enumerate(line_up):
            self._load[bot] += times * _SEAT
            for other in line_up[:at] + line_up[at + 1 :]:
                self._met[bot][other] += times

    def _level(self) -> None:
        """Where line-ups ran out, bots with too few seats take over some of those that got too many.

        There is always such a line-up. Look at those that are alike but for how the seats of the two bots are divided
        among them: if the poor one could take no seat more, then those taken would be the ones in which the rich one
        has fewest, and it would be the poor one. And every exchange brings two bots nearer to each other.
        """
        while max(self._load) - min(self._load) > _SEAT:
            rich, poor = self._load.index(max(self._load)), self._load.index(min(self._load))
            old, new = next(
                (line_up, other)
                for line_up in sorted(self._taken)
                if rich in line_up and line_up.count(poor) < self._most
                if (other := _replaced(line_up, rich, poor)) not in self._spent
            )
            self._put(old, -1)
            self._put(new, 1)


def _replaced(line_up: LineUp, bot: int, other: int) -> LineUp:
    at = line_up.index(bot)
    return tuple(sorted((*line_up[:at], other, *line_up[at + 1 :])))
