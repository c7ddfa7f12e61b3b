"""Which bots play which deal from which seats: a pure function of the game's number, never a list.

A contest is one round of its format after the other, each with new deals (see `arena.contest.formats`). The games of
a deal group, which are those at one deal, are numbered one after the other. Every line-up plays its first deal before
any plays its second, so a contest may be made longer: old numbers keep their games.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from arena.contest.formats import FORMATS, FormatName, round_of
from arena.contest.sample import mixed_count
from arena.contest.seatings import Seatings
from arena.contest.seeds import digest

BLOCK = 128
"""Deal groups that are played side by side, game by game; see `Schedule.order`."""

_MOST_GAMES = 2**53  # numbers of games are written as JSON, where larger whole numbers are not exact everywhere


@dataclass(frozen=True)
class Pairing:
    """One game before it is played; `seating[seat]` is the bot's name."""

    number: int
    group: int
    deal: str
    seating: tuple[str, ...]


class Schedule:
    """All games of a contest: `deals` rounds of its format, or of these the first `games` games only.

    `bots` are all names in the order of the configuration, `master` is the text of the master seed, and `line_ups` is
    how many mixed line-ups cross-play samples, None for all. Raises ValueError for numbers that give no schedule, and
    for more `games` than there are.
    """

    def __init__(
        self,
        bots: Sequence[str],
        seats: int,
        seatings: Seatings,
        deals: int,
        master: str,
        games: int | None = None,
        format: FormatName = "round-robin",
        line_ups: int | None = None,
    ) -> None:
        self._round = round_of(format, len(bots), seats, seatings, line_ups, master)
        if len(set(bots)) < len(bots):
            raise ValueError("two bots have the same name")
        if deals < 1:
            raise ValueError(f"deals must be at least 1, not {deals}")
        self.bots = tuple(bots)
        self.seats = seats
        self.seatings: Seatings = seatings
        self.deals = deals
        self.master = master
        self.format: FormatName = format
        self.line_ups = self._round.line_ups
        self.group_size = self._round.group_size
        self.full = deals * self._round.games
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
        group = number // self.group_size
        seating = self._round.seating(number % self._round.games)
        return Pairing(number, group, self.deal_seed(group), tuple(self.bots[bot] for bot in seating))

    def deal_seed(self, group: int) -> str:
        """The seed of a group's deal, 32 hex digits: it depends on the master seed and the group, nothing else."""
        return digest("deal", self.master, group).hex()

    def bot_seed(self, number: int, seat: int) -> int:
        """A number from 0 to 2**53 - 1 for the random choices of the bot itself.

        A bot cannot compute its deal from it, unless the master seed is so short that it can be guessed by trying.
        """
        return int.from_bytes(digest("bot", self.master, number, seat)[:7], "big") >> 3

    def order(self, done: Container[int] = ()) -> Iterator[int]:
        """The numbers of all games that are not in `done`, in the order in which they are to be played.

        A bot's process that lives for many games must not meet a deal again that it may remember, and is replaced
        before it would. So one game of each of `BLOCK` groups is played before the second game of any: processes then
        last for many games. Neighbouring groups, and neighbouring rounds, begin with different games of theirs: a
        table that is read half-way has every bot in every seat about equally often.
        """
        for block in range(0, self.groups, BLOCK):
            for turn in range(self.group_size):
                for group in range(block, min(block + BLOCK, self.groups)):
                    begin = sum(divmod(group, self._round.groups)) * self._round.stride
                    number = group * self.group_size + (turn + begin) % self.group_size
                    if number < self._games and number not in done:
                        yield number

    def describe(self) -> list[str]:
        """The plan in a few lines, for people."""
        each = {
            "rotations": "each line-up plays each deal from every rotation, each of its bots in every seat",
            "permutations": "each line-up plays each deal in every order of its bots",
            "fixed": "each line-up plays each deal once, its bots in the order of the configuration",
        }[self.seatings]
        whose = "the same for all" if self._round.same_deal else "of its own"
        return [
            f"format: {self.format}: {FORMATS[self.format]}",
            f"bots: {len(self.bots)}, {self.seats} in a game: {_count(self.line_ups, 'line-up')}",
            *(self._company() if self.format == "cross-play" else []),
            f"seatings: {self.seatings}, {_count(self.group_size, 'game')} to a deal: {each}",
            f"deals: {self.deals} for each line-up, {whose}: {_count(self.full // self.group_size, 'deal group')}",
            f"games: {self._games:,}" + (f", the first of {self.full:,}" if self._games < self.full else ""),
        ]

    def _company(self) -> list[str]:
        bots = len(self.bots)
        mixed, every = self.line_ups - bots, mixed_count(bots, self.seats)
        fewest, odd = divmod(mixed * self.seats, bots)
        return [
            f"line-ups: {bots:,} of self-play, {mixed:,} mixed"
            + (", all that there are" if mixed == every else f", a balanced sample of {every:,}")
            + f"; each bot has {f'{fewest:,} or {fewest + 1:,}' if odd else f'{fewest:,}'} of the mixed ones' seats"
        ]


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
