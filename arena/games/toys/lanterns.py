"""Lanterns: in turn, each seat puts down a lantern from its hand, alight or covered, and draws another.

At the end all are uncovered, and every colour must be there as often as there are seats. A whole game in one file, to
begin a new one from: it is cooperative, one seat moves at a time, and what lies covered only its owner remembers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from arena.games import BySeat, Deal, Event, Game, Seat, SeatNumber, TeamResult, require_legal

SEATS = (1, 2, 3, 4)
COLOURS = ("blue", "green", "red")
# Four seats use 4 * (2 + 3) of the 24 lanterns: the box is never empty.
HAND, ROUNDS, COPIES = 2, 3, 8


class LanternsOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of the game: there are none."""


class Light(Struct, frozen=True, tag="light"):
    """The move: put down a lantern of this colour alight."""

    colour: str


class Cover(Struct, frozen=True, tag="cover"):
    """The move: put down a lantern of this colour covered."""

    colour: str


class Placed(Struct, frozen=True, tag="placed"):
    """The event, and a lantern on the table: `colour` is "" where one may not see it."""

    seat: SeatNumber
    covered: bool
    colour: str


class Uncovered(Struct, frozen=True, tag="uncovered"):
    """The event at the end: the `colours` of all lanterns in the order in which they were put down."""

    colours: tuple[str, ...]


class LanternsView(Struct, frozen=True):
    """What a seat may look at: its own `hand`, the `table` with covered lanterns without their colour, and how many are
    left in the `box`."""

    seats: int
    hand: tuple[str, ...]
    table: tuple[Placed, ...]
    box: int


class LanternsPublic(Struct, frozen=True):
    """What anybody at the table may look at: what a seat sees, but of all `hands` only how many lanterns they hold."""

    hands: BySeat[int]
    table: tuple[Placed, ...]
    box: int


class LanternsMemory(Struct, frozen=True):
    """The colours of the seat's own covered lanterns, in the order in which they were put down."""

    covered: tuple[str, ...]


class LanternsState:
    """One position: the lanterns in each hand, those left in the box (the last is drawn next), and those on the table
    in the order in which they were put down, covered ones with their colour.

    What its methods promise is said in `arena.games.State`.
    """

    def __init__(self, hands: list[list[str]], box: list[str], table: list[Placed]) -> None:
        self.hands = hands
        self.box = box
        self.table = table
        self.events: Sequence[Event] = []

    def to_act(self) -> tuple[int, ...]:
        seats, turn = len(self.hands), len(self.table)
        return (turn % seats,) if turn < ROUNDS * seats else ()

    def legal(self, seat: int) -> Sequence[Light | Cover]:
        if seat not in self.to_act():
            return []
        return [kind(colour) for colour in sorted(set(self.hands[seat])) for kind in (Light, Cover)]

    def default(self, seat: int) -> Light | Cover:
        return self.legal(seat)[0]

    def view(self, seat: int) -> LanternsView:
        return LanternsView(len(self.hands), tuple(sorted(self.hands[seat])), self.shown(), len(self.box))

    def memory(self, seat: int) -> LanternsMemory:
        return LanternsMemory(tuple(one.colour for one in self.table if one.covered and one.seat == seat))

    def public(self) -> LanternsPublic:
        return LanternsPublic(tuple(map(len, self.hands)), self.shown(), len(self.box))

    def shown(self) -> tuple[Placed, ...]:
        """The table as everybody sees it: covered lanterns without their colour, until all are uncovered at the end."""
        return tuple(map(hidden, self.table)) if self.to_act() else tuple(self.table)

    def apply(self, moves: Mapping[int, Light | Cover]) -> None:
        require_legal(self, moves)
        ((seat, move),) = moves.items()
        self.hands[seat].remove(move.colour)
        self.hands[seat].append(self.box.pop())
        placed = Placed(seat, isinstance(move, Cover), move.colour)
        self.table.append(placed)
        last = [] if self.to_act() else [Event(Uncovered(tuple(one.colour for one in self.table)))]
        self.events = [self.placing(placed), *last]

    def placing(self, placed: Placed) -> Event:
        """The event of a lantern that was put down; if it is covered, only its owner is told the colour."""
        return Event(hidden(placed), {placed.seat: placed})

    def outcome(self) -> TeamResult | None:
        if self.to_act():
            return None
        rarest = min(sum(one.colour == colour for one in self.table) for colour in COLOURS)
        return TeamResult(rarest >= len(self.hands), float(rarest))

    def clone(self) -> Self:
        copy = type(self)([list(hand) for hand in self.hands], list(self.box), list(self.table))
        copy.events = list(self.events)
        return copy


def hidden(placed: Placed) -> Placed:
    """A lantern as it is seen by those who did not put it down."""
    return replace(placed, colour="") if placed.covered else placed


def new(options: LanternsOptions, seats: int, deal: Deal) -> LanternsState:
    """The position after the set-up: a hand for each seat, the rest in the box."""
    if seats not in SEATS:
        raise ValueError(f"Lanterns is for 1 to 4 seats, not {seats}")
    box = deal.stream("box").shuffled(COLOURS * COPIES)
    return LanternsState([[box.pop() for _ in range(HAND)] for _ in range(seats)], box, [])


def imagine(
    seat: int, view: LanternsView, memory: LanternsMemory, rng: Random, options: LanternsOptions
) -> LanternsState:
    """A position that the seat could be in: what it has not seen is dealt at random to hands, table and box."""
    known = Counter((*view.hand, *memory.covered, *(one.colour for one in view.table)))
    pile = list((Counter(COLOURS * COPIES) - known).elements())
    rng.shuffle(pile)
    mine = iter(memory.covered)
    table = [
        replace(one, colour=next(mine) if one.seat == seat else pile.pop()) if one.covered else one
        for one in view.table
    ]
    hands = [list(view.hand) if other == seat else [pile.pop() for _ in range(HAND)] for other in range(view.seats)]
    return LanternsState(hands, pile, table)


def tell(event: Placed | Uncovered) -> str:
    """An event as a sentence."""
    if isinstance(event, Uncovered):
        return f"All is uncovered: {', '.join(event.colours)}."
    return f"{Seat(event.seat)} puts down a {event.colour or 'covered'} lantern."


def tell_move(view: LanternsView, move: Light | Cover) -> str:
    """A move as a sentence."""
    return f"put down a {move.colour} lantern, {'covered' if isinstance(move, Cover) else 'alight'}"


LANTERNS: Final = Game(
    name="lanterns",
    title="Lanterns",
    version=1,
    seats=SEATS,
    cooperative=True,
    notes="",
    options_type=LanternsOptions,
    move_type=Light | Cover,
    view_type=LanternsView,
    memory_type=LanternsMemory,
    public_type=LanternsPublic,
    new=new,
    imagine=imagine,
    tell=tell,
    tell_move=tell_move,
)
