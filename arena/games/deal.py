"""All the luck of one game, as a value.

A `Deal` is nothing but a seed, and a card where somebody has chosen what the game begins with. Every piece of chance
is drawn from one of its named streams, so the luck of one thing (the deck of seat 2) never depends on how often another
was used (the die), on who sits where, or on what anybody decided: the same deal gives the same luck.

The numbers are defined here to the last bit and use no library generator, so that a record made today replays on any
later Python: stream `NAME` of seed `SEED` is the sequence of 8-byte big-endian words of
`BLAKE2b(key = SEED in UTF-8, data = NAME in UTF-8 + 0x00 + block number as 8 bytes)`, blocks 0, 1, 2, ...
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain, repeat
from operator import add, mod
from struct import unpack
from typing import TypeVar

T = TypeVar("T")

_WORD = 1 << 64
_WORDS = 8
"""The words of a block."""

CARD = " | "
"""What stands between the seed and the card of a deal, where it has one."""
MOST_CARD = 4096
"""The most bytes of a card."""


class Stream:
    """One endless sequence of random numbers; drawing from it changes no other stream."""

    def __init__(self, seed: str, name: str) -> None:
        self._named = blake2b(name.encode() + b"\0", key=seed.encode())
        self._blocks = 0
        """How many blocks have been made."""
        self._left: list[int] = []
        """Their words that nobody has taken yet."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely. Raises ValueError for n < 1."""
        if n < 1:
            raise ValueError(f"below() needs at least one number to choose from, not {n}")
        return self._below_each((n,), n)[0]

    def _below_each(self, numbers: Sequence[int], largest: int) -> list[int]:
        """`below(n)` of each n in turn: luck is drawn in bulk, since calls would cost more than the numbers."""
        words = self._words(len(numbers))
        # Words past the last full multiple of n would make small numbers likelier. They are among the last n.
        if words and max(words) >= _WORD - largest:
            more = chain(words, iter(lambda: self._words(1)[0], None))
            words = [next(word for word in more if word < _WORD - _WORD % n) for n in numbers]
        return [*map(mod, words, numbers)]

    def _words(self, count: int) -> list[int]:
        """The next words of the sequence."""
        if count > len(self._left):
            blocks = -(-(count - len(self._left)) // _WORDS)
            made = b"".join(map(self._block, range(self._blocks, self._blocks + blocks)))
            self._left += unpack(f">{_WORDS * blocks}Q", made)
            self._blocks += blocks
        words = self._left[:count]
        del self._left[:count]
        return words

    def _block(self, number: int) -> bytes:
        one = self._named.copy()
        one.update(number.to_bytes(8, "big"))
        return one.digest()

    def die(self, sides: int = 6) -> int:
        """One roll of a die: a whole number from 1 to `sides`."""
        return 1 + self.below(sides)

    def dice(self, count: int, sides: int = 6) -> tuple[int, ...]:
        """`count` rolls of a die, in the order in which they will be needed. Raises ValueError for less than one
        side.
        """
        if sides < 1:
            raise ValueError(f"a die has at least one side, not {sides}")
        return tuple(map(add, self._below_each([sides] * count, sides), repeat(1)))

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely. Raises ValueError when there are none."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """A new list of the same items, every order equally likely (Fisher and Yates, from the back)."""
        cards = list(items)
        size = len(cards)
        for i, j in enumerate(self._below_each(range(size, 1, -1), size), 1):
            cards[-i], cards[j] = cards[j], cards[-i]
        return cards


@dataclass(frozen=True)
class Deal:
    """The luck of one game.

    `text` is the seed, any text of at most 64 bytes. Where the contest has a deck of set-ups, ` | ` comes next, and
    then the `card`: the one that this deal begins with, as text of the game's own, at most 4096 bytes on one line.
    Raises ValueError for other texts.
    """

    text: str
    seed: str = field(init=False, repr=False, compare=False)
    """What all streams come from."""
    card: str | None = field(init=False, repr=False, compare=False)
    """The card that was drawn for it from the contest's deck; None without a deck: then all is luck."""

    def __post_init__(self) -> None:
        seed, mark, card = self.text.partition(CARD)
        if not 1 <= len(seed.encode()) <= 64:
            raise ValueError(f"a deal's seed is a text of 1 to 64 bytes, not {seed!r}")
        if mark and not (card.isprintable() and 1 <= len(card.encode()) <= MOST_CARD):
            raise ValueError(f"a deal's card is a line of 1 to {MOST_CARD} bytes, not {card[:100]!r}")
        # A frozen value is made ready once: a game asks for these more often than it draws.
        object.__setattr__(self, "seed", seed)
        object.__setattr__(self, "card", card if mark else None)

    def stream(self, *name: object) -> Stream:
        """The stream of that name: `deal.stream("deck", seat)`. The same name starts the same numbers again."""
        return Stream(self.seed, "/".join(map(str, name)))
