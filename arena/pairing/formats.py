"""The round that a contest plays again and again with new deals; its format says which line-ups are in it.

In a round every line-up plays once from every different seating. The formats differ in which line-ups there are, in
whether each of them has a deal of its own or all play the same one, and in whether they look at results. The same deal
is right where line-ups are compared by what they make of it, as in cooperative games and in a gauntlet; elsewhere a
deal is played out among those who sit at it.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import gcd, isqrt
from typing import Literal, TypeAlias

from arena.games import Deal
from arena.pairing.line_ups import Against, AllOf, LineUp, LineUps, Listed, shape_of, shapes
from arena.pairing.luck import digest
from arena.pairing.sample import MOST_SAMPLED, mixed_count, sample
from arena.pairing.seatings import Seatings, seating, seating_count
from arena.pairing.stages import Stage

FormatName: TypeAlias = Literal["round-robin", "gauntlet", "swiss", "knock-out", "ladder", "self-play", "cross-play"]

FORMATS: dict[FormatName, str] = {
    "round-robin": "every set of different bots, for games between opponents",
    "gauntlet": "each seed against every set of others, all at the same deals",
    "swiss": "a few rounds between bots of about equal score, nobody meets twice",
    "knock-out": "the winner of each match goes on, until one is left",
    "ladder": "a league without an end: bots come and go, near ones meet",
    "self-play": "every bot with itself in all seats, for cooperative games",
    "cross-play": "self-play, and mixed line-ups of at least two different bots, for cooperative games",
}
"""What each format is, in words for people."""

DEALS: dict[FormatName, int] = {"swiss": 2, "knock-out": 3, "ladder": 1}
"""How many deal groups each line-up of a stage plays if the configuration does not say; in the other formats it is
10."""

COOPERATIVE: tuple[FormatName, ...] = ("self-play", "cross-play")
"""The formats for cooperative games; the others are for games between opponents."""


def adaptive(name: FormatName) -> bool:
    """Whether a format looks at results, and has more than one stage."""
    return name in ("swiss", "knock-out", "ladder")


class Round:
    """The games of one round, numbered from 0; bots are numbers, their places in the configuration.

    `line_ups` are all that play. With `same_deal` they form one deal group; otherwise each is a group of its own, and
    all must have equally many seatings.
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
        if not self.games:
            raise ValueError("a round without line-ups has no games")
        self.same_deal = same_deal
        self.groups = 1 if same_deal else self.line_ups
        self.group_size = self.games // self.groups
        # Games that follow each other at the same deal are far apart in the list of line-ups: whoever has read a part
        # of them has read about as much of every bot. The seatings of one line-up are balanced as they come.
        self.stride = _stride(self.games) if same_deal else 1

    def seating(self, place: int) -> tuple[int, ...]:
        """The bots in seats 0, 1, ... in the game at that place of the round."""
        place = place * self.stride % self.games
        at = bisect(self._starts, place) - 1
        which, index = divmod(place - self._starts[at], self._games_each[at])
        return seating(self._seatings, self._kinds[at].line_up(which), index)


def round_of(
    name: FormatName,
    bots: int,
    seats: int,
    seatings: Seatings,
    line_ups: int | None = None,
    master: str = "",
    seeds: Sequence[int] = (),
) -> Round:
    """The round of a format that has one stage. `line_ups` asks for a sample of so many mixed line-ups, None for all;
    `master` decides which, but never how many games they play. `seeds` are the seeds of a gauntlet. Raises ValueError
    for numbers that give no round."""
    if line_ups is not None and name != "cross-play":
        raise ValueError(f"line_ups is for cross-play: in {name} every line-up plays")
    if name == "gauntlet":
        field = tuple(bot for bot in range(bots) if bot not in seeds)
        if not seeds or not 2 <= seats <= len(field) + 1:
            raise ValueError(
                f"a gauntlet needs 1 seed and, for games of {seats} seats, {max(seats, 2) - 1} others; "
                f"there are {len(seeds)} and {len(field)}"
            )
        return Round([Against(tuple(sorted(seeds)), field, seats)], seatings, same_deal=True)
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


def round_of_stage(stage: Stage, seatings: Seatings) -> Round:
    """The round of a stage that a format made from results; each of its line-ups has deals of its own."""
    return Round([Listed(stage.line_ups)], seatings, same_deal=False)


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
