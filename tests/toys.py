"""Two whole games of a page each, for the tests and as examples for authors of games.

`Bids`: all seats choose at once, and the view tells all that was ever shown. `Lanterns`: cooperative, one
seat at a time, with cards face down that only their owner remembers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from arena.games import Deal, Event, IllegalMove, Move, Ranking, State, TeamResult

# Bids: all seats secretly choose a card, all are shown, the highest that nobody else chose scores a point.


class BidsOptions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`rounds`: 3 to 5; `double_last`: the last round scores two points."""

    rounds: int = 3
    double_last: bool = False

    def __post_init__(self) -> None:
        if not 3 <= self.rounds <= 5:
            raise ValueError(f"rounds must be 3 to 5, not {self.rounds}")


class Bid(Struct, frozen=True):
    card: int


class BidsShown(Struct, frozen=True):
    """`bids[seat]` of one round; `winner` is None where no card was alone."""

    bids: tuple[int, ...]
    winner: int | None


class BidsView(Struct, frozen=True):
    seats: int
    hand: tuple[int, ...]
    rounds: tuple[BidsShown, ...]


class BidsMemory(Struct, frozen=True):
    """Nothing: all that was ever shown is in the view."""


class BidsState:
    def __init__(self, options: BidsOptions, hands: list[list[int]], rounds: list[BidsShown]) -> None:
        self._options = options
        self._hands = hands
        self._rounds = rounds
        self.events: Sequence[Event] = []

    def to_act(self) -> tuple[int, ...]:
        over = len(self._rounds) == self._options.rounds
        return () if over else tuple(range(len(self._hands)))

    def legal(self, seat: int) -> list[Bid]:
        return [Bid(card) for card in sorted(set(self._hands[seat]))] if seat in self.to_act() else []

    def default(self, seat: int) -> Bid:
        return self.legal(seat)[0]

    def view(self, seat: int) -> BidsView:
        return BidsView(len(self._hands), tuple(sorted(self._hands[seat])), tuple(self._rounds))

    def memory(self, seat: int) -> BidsMemory:
        return BidsMemory()

    def apply(self, moves: Mapping[int, Bid]) -> None:
        _check(self, moves)
        bids = tuple(move.card for _, move in sorted(moves.items()))
        for hand, card in zip(self._hands, bids, strict=True):
            hand.remove(card)
        alone = [card for card, times in Counter(bids).items() if times == 1]
        self._rounds.append(BidsShown(bids, bids.index(max(alone)) if alone else None))
        self.events = [Event(self._rounds[-1])]

    def outcome(self) -> Ranking | None:
        if self.to_act():
            return None
        scores = [0.0] * len(self._hands)
        for number, shown in enumerate(self._rounds, start=1):
            if shown.winner is not None:
                last = number == self._options.rounds
                scores[shown.winner] += 2 if last and self._options.double_last else 1
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        return Ranking(places, tuple(scores))

    def clone(self) -> Self:
        copy = type(self)(self._options, [list(hand) for hand in self._hands], list(self._rounds))
        copy.events = list(self.events)
        return copy


class Bids:
    """`state_type` lets the tests plant a fault in the rules."""

    name = "bids"
    title = "Bids"
    version = 1
    seats: tuple[int, ...] = (2, 3, 4, 5)
    cooperative = False
    notes = ""
    options_type: type[Struct] = BidsOptions
    move_type: Any = Bid
    view_type: type[Struct] = BidsView
    memory_type: type[Struct] = BidsMemory

    def __init__(self, state_type: type[BidsState] = BidsState) -> None:
        self._state_type = state_type

    def new(self, options: BidsOptions, seats: int, deal: Deal) -> BidsState:
        if seats not in self.seats:
            raise ValueError(f"Bids is for 2 to 5 seats, not {seats}")
        cards = deal.stream("cards").shuffled(self._cards(seats))
        hands = [[cards.pop() for _ in range(options.rounds + 1)] for _ in range(seats)]
        return self._state_type(options, hands, [])

    def imagine(self, seat: int, view: BidsView, memory: BidsMemory, rng: Random, options: BidsOptions) -> BidsState:
        known = Counter(view.hand) + Counter(card for shown in view.rounds for card in shown.bids)
        pile = list((Counter(self._cards(view.seats)) - known).elements())
        rng.shuffle(pile)
        hands = [[pile.pop() for _ in view.hand] if s != seat else list(view.hand) for s in range(view.seats)]
        return self._state_type(options, hands, list(view.rounds))

    def tell(self, event: Struct) -> str:
        assert isinstance(event, BidsShown)
        scorer = "nobody" if event.winner is None else f"seat {event.winner}"
        return f"The bids are {', '.join(map(str, event.bids))}: {scorer} scores."

    def _cards(self, seats: int) -> list[int]:
        return [card for card in range(1, 9) for _ in range(seats)]


# Lanterns: in turn, each seat puts down a lantern from its hand, alight or covered, and draws another. At the
# end all are uncovered, and every colour must be there as often as there are seats.

COLOURS = ("blue", "green", "red")
# Four seats use 4 * (2 + 3) of the 24 lanterns: the box is never empty.
HAND, ROUNDS, COPIES = 2, 3, 8


class LanternsOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """None."""


class Light(Struct, frozen=True, tag="light"):
    colour: str


class Cover(Struct, frozen=True, tag="cover"):
    colour: str


class Placed(Struct, frozen=True, tag="placed"):
    """A lantern on the table; `colour` is "" where one may not see it."""

    seat: int
    covered: bool
    colour: str


class Uncovered(Struct, frozen=True, tag="uncovered"):
    colours: tuple[str, ...]


class LanternsView(Struct, frozen=True):
    """`table` has all covered lanterns without their colour; `box` counts those left to draw."""

    seats: int
    hand: tuple[str, ...]
    table: tuple[Placed, ...]
    box: int


class LanternsMemory(Struct, frozen=True):
    """The colours of the seat's own covered lanterns, in the order in which they were put down."""

    covered: tuple[str, ...]


class LanternsState:
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
        table = tuple(map(_hidden, self.table)) if self.to_act() else tuple(self.table)
        return LanternsView(len(self.hands), tuple(sorted(self.hands[seat])), table, len(self.box))

    def memory(self, seat: int) -> LanternsMemory:
        return LanternsMemory(tuple(one.colour for one in self.table if one.covered and one.seat == seat))

    def apply(self, moves: Mapping[int, Light | Cover]) -> None:
        _check(self, moves)
        ((seat, move),) = moves.items()
        self.hands[seat].remove(move.colour)
        self.hands[seat].append(self.box.pop())
        placed = Placed(seat, isinstance(move, Cover), move.colour)
        self.table.append(placed)
        last = [] if self.to_act() else [Event(Uncovered(tuple(one.colour for one in self.table)))]
        self.events = [self.placing(placed), *last]

    def placing(self, placed: Placed) -> Event:
        return Event(_hidden(placed), {placed.seat: placed})

    def outcome(self) -> TeamResult | None:
        if self.to_act():
            return None
        rarest = min(sum(one.colour == colour for one in self.table) for colour in COLOURS)
        return TeamResult(rarest >= len(self.hands), float(rarest))

    def clone(self) -> Self:
        copy = type(self)([list(hand) for hand in self.hands], list(self.box), list(self.table))
        copy.events = list(self.events)
        return copy


class Lanterns:
    """`state_type` lets the tests plant a fault in the rules."""

    name = "lanterns"
    title = "Lanterns"
    version = 1
    seats: tuple[int, ...] = (1, 2, 3, 4)
    cooperative = True
    notes = ""
    options_type: type[Struct] = LanternsOptions
    move_type: Any = Light | Cover
    view_type: type[Struct] = LanternsView
    memory_type: type[Struct] = LanternsMemory

    def __init__(self, state_type: type[LanternsState] = LanternsState) -> None:
        self._state_type = state_type

    def new(self, options: LanternsOptions, seats: int, deal: Deal) -> LanternsState:
        if seats not in self.seats:
            raise ValueError(f"Lanterns is for 1 to 4 seats, not {seats}")
        box = deal.stream("box").shuffled(COLOURS * COPIES)
        return self._state_type([[box.pop() for _ in range(HAND)] for _ in range(seats)], box, [])

    def imagine(
        self, seat: int, view: LanternsView, memory: LanternsMemory, rng: Random, options: LanternsOptions
    ) -> LanternsState:
        known = Counter((*view.hand, *memory.covered, *(one.colour for one in view.table)))
        pile = list((Counter(COLOURS * COPIES) - known).elements())
        rng.shuffle(pile)
        mine = iter(memory.covered)
        table = [
            replace(one, colour=next(mine) if one.seat == seat else pile.pop()) if one.covered else one
            for one in view.table
        ]
        hands = [list(view.hand) if other == seat else [pile.pop() for _ in range(HAND)] for other in range(view.seats)]
        return self._state_type(hands, pile, table)

    def tell(self, event: Struct) -> str:
        if isinstance(event, Uncovered):
            return f"All is uncovered: {', '.join(event.colours)}."
        assert isinstance(event, Placed)
        return f"Seat {event.seat} puts down a {event.colour or 'covered'} lantern."


def _hidden(placed: Placed) -> Placed:
    return replace(placed, colour="") if placed.covered else placed


def _check(state: State, moves: Mapping[int, Move]) -> None:
    if not moves or tuple(sorted(moves)) != state.to_act():
        raise IllegalMove(f"seats {state.to_act()} must move, not {tuple(moves)}")
    for seat, move in moves.items():
        if move not in state.legal(seat):
            raise IllegalMove(f"seat {seat} cannot make the move {move!r} now")
