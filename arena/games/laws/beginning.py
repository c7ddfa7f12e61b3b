"""Secrecy before the first decision: what the events of a set-up may tell.

No position lies before a set-up, so no twin can be moved into it. But all its luck comes from the deal: with two cards
of one shuffle exchanged, or one number drawn otherwise, the set-up is made anew, and beside it stands a neighbour that
differs in one piece of luck.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from arena.games.deal import Deal, Stream
from arena.games.interface import State
from arena.games.laws.play import PASSING, Play, Sight, learned, only

NEIGHBOURS = 100
"""How many other set-ups are made for one deal."""

SHOWS_A_HAND = "leave it out of `public`, which anybody sees who stands at the table"
REMEMBERS_TOO_MUCH = "tell the seat of it in an event, or leave it out of `memory`, which only repeats what was shown"
TELLS_TOO_MUCH = "let those alone have it in their own body of the event (`private`) whose view or memory keeps it"
"""What an author can do about each kind of leak."""

T = TypeVar("T")


def check_beginning(play: Play) -> None:
    """Check the law before the first decision. A neighbour in which a seat sees and remembers the same must have told
    that seat the same events and must show the public the same; a neighbour with the same events and view must have
    given the seat the same memory.
    """
    counting = _BentDeal(play.deal)
    play.game.new(play.options, play.seats, counting)
    true = [learned(play.state, seat) for seat in range(play.seats)]
    rng = Random(f"{play.deal} neighbours")
    for _ in range(NEIGHBOURS if counting.drawn else 0):
        bent = _BentDeal(play.deal, rng, rng.randrange(counting.drawn))
        neighbour = play.game.new(play.options, play.seats, bent)
        for seat, seen in enumerate(true):
            _compare(play, seat, seen, neighbour)


def _compare(play: Play, seat: int, true: Sight, neighbour: State) -> None:
    seen = learned(neighbour, seat)
    if seen["view"] != true["view"]:
        return
    if seen["events"] == true["events"]:
        shown = f"in the set-up seat {seat} was shown the same by two deals, but its"
        play.same(only(true, "memory"), only(seen, "memory"), shown, REMEMBERS_TOO_MUCH)
    if seen["memory"] == true["memory"]:
        public = f"in the set-up the public is shown what seat {seat} does not know:"
        play.same(only(true, "public view"), only(seen, "public view"), public, SHOWS_A_HAND)
        told = f"in the set-up seat {seat} is told what its view and memory do not hold {PASSING}:"
        play.same({"events": true["kept"]}, {"events": seen["kept"]}, told, TELLS_TOO_MUCH, of="new")


@dataclass(frozen=True)
class _BentDeal(Deal):
    """The deal of that seed, but for the draw in which the random number `bend` is used: counted over all streams in
    the order in which they are drawn from. Without `rng` nothing is bent and the numbers are only counted: `drawn`."""

    rng: Random | None = None
    bend: int = -1
    _count: list[int] = field(default_factory=lambda: [0])

    @property
    def drawn(self) -> int:
        """The number of random numbers used so far."""
        return self._count[0]

    def bends(self, numbers: int) -> bool:
        """Whether the next draw, of that many numbers, is the one to be changed."""
        first = self.drawn
        self._count[0] += numbers
        return self.rng is not None and first <= self.bend < self.drawn

    def stream(self, *name: object) -> Stream:
        return _BentStream(self, "/".join(map(str, name)))


class _BentStream(Stream):
    def __init__(self, deal: _BentDeal, name: str) -> None:
        super().__init__(deal.seed, name)
        self._deal = deal
        self._plain = Stream(deal.seed, name)

    def below(self, n: int) -> int:
        number = self._plain.below(n)
        if not self._deal.bends(1) or n == 1:
            return number
        assert self._deal.rng is not None
        return (number + self._deal.rng.randrange(1, n)) % n

    def dice(self, count: int, sides: int = 6) -> tuple[int, ...]:
        return tuple([self.die(sides) for _ in range(count)])

    def shuffled(self, items: Iterable[T]) -> list[T]:
        cards = self._plain.shuffled(items)
        if self._deal.bends(max(0, len(cards) - 1)):
            assert self._deal.rng is not None
            i, j = self._deal.rng.sample(range(len(cards)), 2)
            cards[i], cards[j] = cards[j], cards[i]
        return cards
