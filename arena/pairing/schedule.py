"""Which bots play which deal from which seats: a pure function of the game's number, never a list.

A contest is one stage after the other (see `arena.pairing.stages`), and a stage is one round after the other, each
with new deals (see `arena.pairing.formats`). The games of a deal group, which are those at one deal, are numbered one
after the other. Within a stage every line-up plays its first deal before any plays its second, so a contest of a
single stage may be made longer: old numbers keep their games.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Container, Iterator, Sequence

import numpy as np
from msgspec import Struct

from arena.games import CARD, Deal
from arena.pairing.formats import FORMATS, FormatName, Round, adaptive, round_of, round_of_stage
from arena.pairing.luck import digest
from arena.pairing.numbers import Numbers
from arena.pairing.sample import mixed_count
from arena.pairing.seatings import Seatings, seating_count
from arena.pairing.stages import Stage
from arena.statistics import Ints

BLOCK = 128
"""The number of deal groups that are played side by side, game by game; see `Part.order`."""

_MOST_GAMES = 2**53  # numbers of games are written as JSON, where larger whole numbers are not exact everywhere


class Pairing(Struct, frozen=True):
    """One game before it is played; `seating[seat]` is the name of the bot on that seat."""

    number: int
    group: int
    deal: str
    seating: tuple[str, ...]


class Part:
    """The games of one stage: `deals` rounds. Its games are numbered on from `first`, its deal groups from
    `first_group`.
    """

    def __init__(self, round: Round, deals: int, first: int, first_group: int, block: int) -> None:
        self.round = round
        self.first = first
        self.end = first + deals * round.games
        self.first_group = first_group
        self.end_group = first_group + deals * round.groups
        self._block = block

    def group(self, number: int) -> int:
        """The number of a game's deal group."""
        return self.first_group + (number - self.first) // self.round.group_size

    def seating(self, number: int) -> tuple[int, ...]:
        """The bots in seats 0, 1, ... of a game."""
        return self.round.seating((number - self.first) % self.round.games)

    def order(self, end: int, begin: int = 0) -> Iterator[int]:
        """The numbers of games below `end`, in the order in which they are to be played, without the blocks that lie
        before the game `begin`.

        A bot's process that lives for many games must not meet a deal again that it may remember, and is replaced
        before it would. So one game of each of a block of groups is played before the second game of any: processes
        then last for many games. Where several games are played at once, some of a block change places. Neighbouring
        groups, and neighbouring rounds, begin with different games of theirs: in a table that is read half-way every
        bot was in every seat about equally often.
        """
        size, end = self.round.group_size, min(end, self.end)
        groups = -(-max(end - self.first, 0) // size)
        passed = -(-max(0, begin - self.first) // self.block_games)
        for block in range(passed * self._block, groups, self._block):
            for turn in range(size):
                for group in range(block, min(block + self._block, groups)):
                    begin_at = sum(divmod(group, self.round.groups)) * self.round.stride
                    number = self.first + group * size + (turn + begin_at) % size
                    if number < end:
                        yield number

    @property
    def block_games(self) -> int:
        """The number of games in a whole block."""
        return self._block * self.round.group_size

    def turn(self, numbers: Ints) -> Ints:
        """When each of these games of the part is played, as numbers that ascend in the order of playing, from 0."""
        size = self.round.group_size
        group, place = np.divmod(numbers - self.first, size)
        begin_at = (group // self.round.groups + group % self.round.groups) * self.round.stride
        block, within = np.divmod(group, self._block)
        turns: Ints = (block * size + (place - begin_at) % size) * self._block + within
        return turns


class Schedule:
    """All games of a contest that are known: in a format of one stage `deals` rounds of it, in others what `extend`
    adds; but never more than the first `games`.

    `bots` are all names in the order of the configuration, `master` is the text of the master seed, `line_ups` is how
    many mixed line-ups cross-play samples, None for all, and `seeds` are the names of a gauntlet's seeds. `block` is
    made smaller where somebody looks at deal groups while they are played. `deck` are cards of which each deal group
    gets one, none twice before all are used up. Raises ValueError for numbers that give no schedule, and for more
    `games` than there are.
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
        seeds: Sequence[str] = (),
        block: int = BLOCK,
        deck: Sequence[str] = (),
    ) -> None:
        if len(set(bots)) < len(bots):
            raise ValueError("two bots have the same name")
        if deals < 1:
            raise ValueError(f"deals must be at least 1, not {deals}")
        self.bots = list(bots)
        self.seats = seats
        self.seatings: Seatings = seatings
        self.deals = deals
        self.master = master
        self.format: FormatName = format
        self.block = block
        self.deck = deck
        self._twice = len(set(deck)) < len(deck)
        self._drawn: tuple[int, list[str]] = (-1, [])
        """How often the deck was used up before, and its cards in the order in which they are drawn then."""
        self._most = games
        self.stages: list[Stage] = []
        """The stages that were added."""
        self._parts: list[Part] = []
        self._starts: list[int] = []
        self._turns_before: list[int] = []
        """For each part, the turns of all parts before it: these are whole blocks, so that they need not be counted."""
        if adaptive(format):
            self.group_size = seating_count(seatings, tuple(range(seats)))
            if games is not None and games < 1:
                raise ValueError(f"games must be at least 1, not {games}")
            return
        places = [self.bots.index(seed) for seed in seeds]
        round = round_of(format, len(bots), seats, seatings, line_ups, master, places)
        self._add(round, deals)
        self.group_size = round.group_size
        if games is not None and not 1 <= games <= self.full:
            raise ValueError(f"games must be 1 to {self.full}, all that {deals} deals give, not {games}")

    def extend(self, stage: Stage) -> Part:
        """Add the next stage of a format that looks at results; the bots in it have to be in `bots`."""
        self.stages.append(stage)
        return self._add(round_of_stage(stage, self.seatings), stage.deals)

    def _add(self, round: Round, deals: int) -> Part:
        last = self._parts[-1] if self._parts else None
        part = Part(round, deals, last.end if last else 0, last.end_group if last else 0, self.block)
        if part.end > _MOST_GAMES:
            raise ValueError(f"{part.end:,} games are too many: choose fewer deals, bots or seatings")
        turns = -(-(last.end - last.first) // last.block_games) * last.block_games if last else 0
        self._turns_before.append(self._turns_before[-1] + turns if last else 0)
        self._parts.append(part)
        self._starts.append(part.first)
        return part

    @property
    def full(self) -> int:
        """The number of all games that are known, also beyond the first `games`."""
        return self._parts[-1].end if self._parts else 0

    def __len__(self) -> int:
        return self.full if self._most is None else min(self.full, self._most)

    @property
    def ended(self) -> bool:
        """Whether there are as many games as were asked for, and no further stage is needed."""
        return self._most is not None and self.full >= self._most

    @property
    def parts(self) -> Sequence[Part]:
        """The stages, in order."""
        return self._parts

    @property
    def line_ups(self) -> int:
        """The number of line-ups of the first stage."""
        return self._parts[0].round.line_ups

    @property
    def groups(self) -> int:
        """The number of deal groups; `games` may cut the last one short."""
        if not len(self):
            return 0
        return self._part(len(self) - 1).group(len(self) - 1) + 1

    def pairing(self, number: int) -> Pairing:
        """The game of that number, from 0. Raises IndexError for numbers that are not in the schedule."""
        if not 0 <= number < len(self):
            raise IndexError(f"game {number} is not one of the {len(self)} games of the schedule, from 0")
        group = self._part(number).group(number)
        return Pairing(number, group, self.deal_seed(group), self.seating(number))

    def seating(self, number: int) -> tuple[str, ...]:
        """The names of the bots in seats 0, 1, ... of a game that is in the schedule."""
        return tuple(self.bots[bot] for bot in self._part(number).seating(number))

    def deal_mates(self, number: int) -> range:
        """The numbers of all games of the deal group of a known game, also of those beyond the first `games`."""
        part = self._part(number)
        size = part.round.group_size
        first = number - (number - part.first) % size
        return range(first, first + size)

    @property
    def cards_return(self) -> bool:
        """Whether a deal group may draw a card of the deck that another one has drawn: there are more groups than
        different cards, or nobody knows yet how many there will be."""
        groups = self.full // self.group_size
        return bool(self.deck) and (adaptive(self.format) or self._twice or groups > len(self.deck))

    def _part(self, number: int) -> Part:
        return self._parts[bisect(self._starts, number) - 1]

    def deal_seed(self, group: int) -> str:
        """The text of a group's deal, 32 hex digits and its card if there is a deck: it depends on the master seed, the
        group and the deck, nothing else."""
        seed = digest("deal", self.master, group).hex()
        return f"{seed}{CARD}{self._card(group)}" if self.deck else seed

    def _card(self, group: int) -> str:
        time, place = divmod(group, len(self.deck))
        if self._drawn[0] != time:
            luck = Deal(digest("deck", self.master, time).hex())
            self._drawn = time, luck.stream("cards").shuffled(self.deck)
        return self._drawn[1][place]

    def bot_seed(self, number: int, seat: int) -> int:
        """A number from 0 to 2**53 - 1 for the random choices of the bot itself.

        A bot cannot compute its deal from this number, unless the master seed is so short that it can be guessed by
        trying.
        """
        return int.from_bytes(digest("bot", self.master, number, seat)[:7], "big") >> 3

    def order(self, done: Container[int] = ()) -> Iterator[int]:
        """The numbers of all known games that are not in `done`, in the order in which they are to be played."""
        for part in self._parts:
            yield from (number for number in part.order(len(self)) if number not in done)

    def turns(self, numbers: Ints) -> Ints:
        """When each of these games is played, as numbers that ascend as `order` does."""
        turns = np.zeros(len(numbers), dtype=np.int64)
        which = np.searchsorted(self._starts, numbers, side="right") - 1
        for at in np.flatnonzero(np.bincount(which)).tolist():
            inside = which == at
            turns[inside] = self._turns_before[at] + self._parts[at].turn(numbers[inside])
        return turns

    def whole_blocks(self, there: Numbers, complete_below: int = 0) -> int:
        """The first game of the first block of which not all games are `there`; games below `complete_below` count as
        there."""
        missing = there.first_missing(complete_below)
        return len(self) if missing >= len(self) else self.begin_of_block(missing)

    def begin_of_block(self, number: int) -> int:
        """The first game of the block that a game is in."""
        part = self._part(number)
        return number - (number - part.first) % part.block_games

    def describe(self) -> list[str]:
        """The plan in a few lines of text; a format that looks at results says more, see `Pairer.describe`."""
        each = {
            "rotations": "each line-up plays each deal from every rotation, each of its bots in every seat",
            "permutations": "each line-up plays each deal in every order of its bots",
            "fixed": "each line-up plays each deal once, its bots in the order of the configuration",
        }[self.seatings]
        if adaptive(self.format):
            return [
                f"format: {self.format}: {FORMATS[self.format]}",
                f"bots: {len(self.bots)}, {self.seats} in a game",
                f"seatings: {self.seatings}, {_count(self.group_size, 'game')} to a deal: {each}",
                *([] if self._most is None else [f"games: at most {self._most:,}"]),
            ]
        whose = "the same for all" if self._parts[0].round.same_deal else "of its own"
        cut = f", the first of {self.full:,}" if len(self) < self.full else ""
        return [
            f"format: {self.format}: {FORMATS[self.format]}",
            f"bots: {len(self.bots)}, {self.seats} in a game: {_count(self.line_ups, 'line-up')}",
            *(self._company() if self.format == "cross-play" else []),
            f"seatings: {self.seatings}, {_count(self.group_size, 'game')} to a deal: {each}",
            f"deals: {self.deals} for each line-up, {whose}: {_count(self.full // self.group_size, 'deal group')}",
            *([f"deck: {_count(len(self.deck), 'card')}: {self._use()}"] if self.deck else []),
            f"games: {len(self):,}" + cut,
        ]

    def _use(self) -> str:
        """How often a card of the deck is drawn."""
        groups = self.full // self.group_size
        if groups <= len(self.deck):
            return "none is drawn twice"
        return f"each is drawn {groups / len(self.deck):.3g} times, as there are more deal groups"

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
