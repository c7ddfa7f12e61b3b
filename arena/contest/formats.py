"""What a contest plays again and again with new deals: the round of its format.

In a round every line-up of the format plays once from every different seating. The formats differ in two things only:
which line-ups there are, and whether each of them has a deal of its own or all play the same one. The same is right
for cooperative games, whose line-ups are compared by what they make of a deal; between opponents a deal is played out
among those who sit at it.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import gcd, isqrt
from typing import Literal, TypeAlias

from arena.contest.line_ups import AllOf, LineUp, LineUps, Listed, shape_of, shapes
from arena.contest.sample import MOST_SAMPLED, mixed_count, sample
from arena.contest.seatings import Seatings, seating, seating_count
from arena.contest.seeds import digest
from arena.games import Deal

FormatName: TypeAlias = Literal["round-robin", "self-play", "cross-play"]

FORMATS: dict[FormatName, str] = {
    "round-robin": "every set of different bots, for games between opponents",
    "self-play": "every bot with itself in all seats, for cooperative games",
    "cross-play": "self-play, and mixed line-ups of at least two different bots, for cooperative games",
}
"""What each of them is, for people."""


class Round:
    """The games of one round, which are counted from 0; bots are numbers, their places in the configuration.

    `line_ups` are all that play. With `same_deal` they form one deal group, else each is a group of its own; then all
    must have equally many seatings.
    """

    def __init__(self, line_ups: Sequence[LineUps], seatings: Seatings, same_deal: bool) -> None:
        self._kinds = [kind for kind in line_ups if kind.count]
        self._seatings = seatings
        # Line-ups of one shape have equally many seatings.
        self._games_each = [seating_count(seatings, kind.line_up(0)) for kind in self._kinds]
        self._starts: list[int] = []
        self.line_ups = self.games = 0
        for kind, games in zip(self._kinds, self._games_each, strict=True):
            self._starts.append(self.games)
            self.line_ups += kind.count
            self.games += kind.count * games
        self.same_deal = same_deal
        self.groups = 1 if same_deal else self.line_ups
        self.group_size = self.games // self.groups
        # Games that follow each other at the same deal are far apart in the list of line-ups: whoever has read a part
        # of them has read about as much of every bot. The seatings of one line-up are balanced as they come.
        self.stride = _stride(self.games) if same_deal else 1

    def seating(self, place: int) -> tuple[int, ...]:
        """Who sits in seats 0, 1, ... in the game at that place of the round."""
        place = place * self.stride % self.games
        at = bisect(self._starts, place) - 1
        which, index = divmod(place - self._starts[at], self._games_each[at])
        return seating(self._seatings, self._kinds[at].line_up(which), index)


def round_of(
    name: FormatName, bots: int, seats: int, seatings: Seatings, line_ups: int | None = None, master: str = ""
) -> Round:
    """The round of a format. `line_ups` asks for a sample of so many mixed line-ups, None for all; `master` decides
    which, but never how many games they play. Raises ValueError for numbers that give no round."""
    if line_ups is not None and name != "cross-play":
        raise ValueError(f"line_ups is for cross-play: in {name} every line-up plays")
    if name == "round-robin":
        if not 1 <= seats <= bots:
            raise ValueError(f"{seats} seats cannot be filled from {bots} bots, each at most once in a game")
        return Round([AllOf(bots, (1,) * seats)], seatings, same_deal=False)
    if not (seats >= 1 and bots >= 1):
        raise ValueError(f"{seats} seats cannot be filled from {bots} bots")
    alone = AllOf(bots, (seats,))
    if name == "self-play":
        return Round([alone], seatings, same_deal=True)
    if seats < 2 or bots < 2:
        raise ValueError(f"cross-play needs 2 seats and 2 bots at least, not {seats} and {bots}: there is self-play")
    return Round([alone, *_mixed(bots, seats, line_ups, master)], seatings, same_deal=True)


def _mixed(bots: int, seats: int, line_ups: int | None, master: str) -> Iterator[LineUps]:
    if line_ups is None or line_ups >= mixed_count(bots, seats):
        yield from (AllOf(bots, shape) for shape in shapes(seats) if len(shape) > 1)
        return
    if not 1 <= line_ups <= MOST_SAMPLED:
        raise ValueError(f"a sample has 1 to {MOST_SAMPLED:,} line_ups, not {line_ups:,}; without it all are played")
    who = Deal(digest("line-ups", master).hex()).stream("bots").shuffled(range(bots))
    chosen: list[LineUp] = [tuple(sorted(who[bot] for bot in line_up)) for line_up in sample(bots, seats, line_ups)]
    for _, alike in groupby(sorted(chosen, key=shape_of), shape_of):
        yield Listed(tuple(sorted(alike)))


def _stride(games: int) -> int:
    """A step around so many games that meets each of them once, and cuts the circle evenly wherever it stops: near
    the golden section, and prime to them."""
    step = max(1, (isqrt(5 * games * games) - games) // 2)
    while gcd(step, games) > 1:
        step += 1
    return step
