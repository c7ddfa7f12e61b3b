"""Which bots play which deal from which seats: a pure function of the game's number, never a list.

A line-up is a set of as many bots as the game has seats, in the order in which the configuration lists them. A deal
group is one deal played by one line-up from every seating; its games are numbered one after the other. Every line-up
plays its first deal before any plays its second, so a contest may be made longer: old numbers keep their games.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import comb, factorial
from typing import Literal, TypeAlias

Seatings: TypeAlias = Literal["rotations", "permutations", "fixed"]

BLOCK = 128
"""Deal groups that are played side by side, seating by seating; see `Schedule.order`."""

_MOST_GAMES = 2**53  # numbers of games are written as JSON, where larger whole numbers are not exact everywhere


@dataclass(frozen=True)
class Pairing:
    """One game before it is played; `seating[seat]` is the bot's name."""

    number: int
    group: int
    deal: str
    seating: tuple[str, ...]


class Schedule:
    """All games of a contest: `deals` deal groups for each line-up, or of these the first `games` games only.

    `bots` are all names in the order of the configuration, `master` is the text of the master seed. Raises ValueError
    for numbers that give no schedule, and for more `games` than there are.
    """

    def __init__(
        self,
        bots: Sequence[str],
        seats: int,
        seatings: Seatings,
        deals: int,
        master: str,
        games: int | None = None,
    ) -> None:
        if not 1 <= seats <= len(bots):
            raise ValueError(f"{seats} seats cannot be filled from {len(bots)} bots, each at most once in a game")
        if len(set(bots)) < len(bots):
            raise ValueError("two bots have the same name")
        if deals < 1:
            raise ValueError(f"deals must be at least 1, not {deals}")
        self.bots = tuple(bots)
        self.seats = seats
        self.seatings: Seatings = seatings
        self.deals = deals
        self.master = master
        self.line_ups = comb(len(bots), seats)
        self.group_size = group_size(seatings, seats)
        self.full = deals * self.line_ups * self.group_size
        if self.full > _MOST_GAMES:
            raise ValueError(f"{self.full:,} games are too many: choose fewer deals, bots or seatings")
        if games is not None and not 1 <= games <= self.full:
            raise ValueError(f"games must be 1 to {self.full}, all that {deals} deals give, not {games}")
        self._games = self.full if games is None else games

    def __len__(self) -> int:
        return self._games

    @property
    def groups(self) -> int:
        """The number of deal groups; the last may be cut short by `games`."""
        return -(-self._games // self.group_size)

    def pairing(self, number: int) -> Pairing:
        """The game of that number, from 0. Raises IndexError for numbers that are not in the schedule."""
        if not 0 <= number < self._games:
            raise IndexError(f"game {number} is not one of the {self._games} games of the schedule, from 0")
        group, seating = divmod(number, self.group_size)
        line_up = [self.bots[i] for i in combination(len(self.bots), self.seats, group % self.line_ups)]
        if self.seatings == "permutations":
            order = permutation(self.seats, seating)
        else:
            order = [(seat + seating) % self.seats for seat in range(self.seats)]
        return Pairing(number, group, self.deal_seed(group), tuple(line_up[i] for i in order))

    def deal_seed(self, group: int) -> str:
        """The seed of a group's deal, 32 hex digits: it depends on the master seed and the group, nothing else."""
        return _digest("deal", self.master, group).hex()

    def bot_seed(self, number: int, seat: int) -> int:
        """A number from 0 to 2**53 - 1 for the random choices of the bot itself.

        A bot cannot compute its deal from it, unless the master seed is so short that it can be guessed by trying.
        """
        return int.from_bytes(_digest("bot", self.master, number, seat)[:7], "big") >> 3

    def order(self, done: Container[int] = ()) -> Iterator[int]:
        """The numbers of all games that are not in `done`, in the order in which they are to be played.

        A bot's process that lives for many games must not meet a deal again that it may remember, and is replaced
        before it would. So one game of each of `BLOCK` groups is played before the second game of any: processes then
        last for many games. Neighbouring line-ups, and neighbouring deals of a line-up, begin with different seatings:
        a table that is read half-way has every bot in every seat about equally often.
        """
        for block in range(0, self.groups, BLOCK):
            for turn in range(self.group_size):
                for group in range(block, min(block + BLOCK, self.groups)):
                    begin = sum(divmod(group, self.line_ups))
                    number = group * self.group_size + (turn + begin) % self.group_size
                    if number < self._games and number not in done:
                        yield number

    def describe(self) -> list[str]:
        """The plan in a few lines, for people."""
        each = {
            "rotations": "each bot plays each deal once from every seat",
            "permutations": "each deal is played in every order of the bots",
            "fixed": "each deal is played once, the bots seated in the order of the configuration",
        }[self.seatings]
        bots, cut = len(self.bots), self._games < self.full
        return [
            f"bots: {bots}, {self.seats} in a game: {_count(self.line_ups, 'line-up')}",
            f"seatings: {self.seatings}, {_count(self.group_size, 'game')} to a deal: {each}",
            f"deals: {self.deals} for each line-up: {_count(self.deals * self.line_ups, 'deal group')}",
            f"games: {self._games:,}" + (f", the first of {self.full:,}" if cut else ""),
        ]


def group_size(seatings: Seatings, seats: int) -> int:
    """The number of games in which a line-up plays a deal."""
    return {"rotations": seats, "permutations": factorial(seats), "fixed": 1}[seatings]


def combination(n: int, k: int, index: int) -> list[int]:
    """The k of the numbers 0 to n - 1 at that index, in the order of `itertools.combinations(range(n), k)`."""
    chosen: list[int] = []
    for number in range(n):
        if len(chosen) == k:
            break
        # All combinations that have this number next come before those that do without it.
        with_it = comb(n - number - 1, k - len(chosen) - 1)
        if index < with_it:
            chosen.append(number)
        else:
            index -= with_it
    return chosen


def permutation(n: int, index: int) -> list[int]:
    """The order of the numbers 0 to n - 1 at that index, in the order of `itertools.permutations(range(n))`."""
    left = list(range(n))
    order: list[int] = []
    for remaining in range(n - 1, -1, -1):
        position, index = divmod(index, factorial(remaining))
        order.append(left.pop(position))
    return order


def _digest(use: str, master: str, *numbers: int) -> bytes:
    # The numbers come first: they hold no colon, so no two different inputs make the same text.
    text = ":".join([*map(str, numbers), master])
    return blake2b(text.encode(), digest_size=16, person=f"arena {use}".encode()).digest()


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
