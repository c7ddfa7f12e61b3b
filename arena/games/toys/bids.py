"""Bids: all seats secretly choose a card, all are shown, the highest that nobody else chose scores a point.

A whole game in one file, to begin a new one from. All seats decide at once, and the view tells all that was ever
shown, so that there is nothing to remember.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, Self

from msgspec import Struct

from arena.games import BySeat, Deal, Event, Game, Ranking, Seat, SeatNumber, require_legal

SEATS = (2, 3, 4, 5)
HIGHEST = 8
"""The cards are numbered from 1 to this; there are as many of each number as there are seats."""


class BidsOptions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`rounds`: 3 to 5; `double_last`: the last round scores two points."""

    rounds: int = 3
    double_last: bool = False

    def __post_init__(self) -> None:
        if not 3 <= self.rounds <= 5:
            raise ValueError(f"rounds must be 3 to 5, not {self.rounds}")


class Bid(Struct, frozen=True):
    """The move: play this card of the hand."""

    card: int


class BidsShown(Struct, frozen=True):
    """The event, and what the table shows of a round: the card of each seat in `bids`, and the seat that scores as
    `winner`, None where no card was alone."""

    bids: BySeat[int]
    winner: SeatNumber | None


class BidsView(Struct, frozen=True):
    """What a seat may look at: its own `hand`, sorted, and all `rounds` so far."""

    seats: int
    hand: tuple[int, ...]
    rounds: tuple[BidsShown, ...]


class BidsMemory(Struct, frozen=True):
    """Nothing: all that was ever shown is in the view."""


class BidsPublic(Struct, frozen=True):
    """What anybody at the table may look at: all `rounds` so far, and how many cards each seat holds in `hands`."""

    hands: BySeat[int]
    rounds: tuple[BidsShown, ...]


class BidsState:
    """One position: the cards that each seat still holds, and the rounds that were played.

    What its methods promise is said in `arena.games.State`.
    """

    def __init__(self, options: BidsOptions, hands: list[list[int]], rounds: list[BidsShown]) -> None:
        self.options = options
        self.hands = hands
        self.rounds = rounds
        self.events: Sequence[Event] = []

    def to_act(self) -> tuple[int, ...]:
        over = len(self.rounds) == self.options.rounds
        return () if over else tuple(range(len(self.hands)))

    def legal(self, seat: int) -> list[Bid]:
        return [Bid(card) for card in sorted(set(self.hands[seat]))] if seat in self.to_act() else []

    def default(self, seat: int) -> Bid:
        return self.legal(seat)[0]

    def view(self, seat: int) -> BidsView:
        return BidsView(len(self.hands), tuple(sorted(self.hands[seat])), tuple(self.rounds))

    def memory(self, seat: int) -> BidsMemory:
        return BidsMemory()

    def public(self) -> BidsPublic:
        return BidsPublic(tuple(map(len, self.hands)), tuple(self.rounds))

    def apply(self, moves: Mapping[int, Bid]) -> None:
        require_legal(self, moves)
        bids = tuple(move.card for _, move in sorted(moves.items()))
        for hand, card in zip(self.hands, bids, strict=True):
            hand.remove(card)
        alone = [card for card, times in Counter(bids).items() if times == 1]
        self.rounds.append(BidsShown(bids, bids.index(max(alone)) if alone else None))
        self.events = [Event(self.rounds[-1])]

    def outcome(self) -> Ranking | None:
        if self.to_act():
            return None
        scores = [0.0] * len(self.hands)
        for number, shown in enumerate(self.rounds, start=1):
            if shown.winner is not None:
                last = number == self.options.rounds
                scores[shown.winner] += 2 if last and self.options.double_last else 1
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        return Ranking(places, tuple(scores))

    def clone(self) -> Self:
        copy = type(self)(self.options, [list(hand) for hand in self.hands], list(self.rounds))
        copy.events = list(self.events)
        return copy


def new(options: BidsOptions, seats: int, deal: Deal) -> BidsState:
    """The position after the set-up: one card more for each seat than there are rounds."""
    if seats not in SEATS:
        raise ValueError(f"Bids is for 2 to 5 seats, not {seats}")
    cards = deal.stream("cards").shuffled(_cards(seats))
    hands = [[cards.pop() for _ in range(options.rounds + 1)] for _ in range(seats)]
    return BidsState(options, hands, [])


def imagine(seat: int, view: BidsView, memory: BidsMemory, rng: Random, options: BidsOptions) -> BidsState:
    """A position that the seat could be in: the cards that it has not seen are dealt to the others at random."""
    known = Counter(view.hand) + Counter(card for shown in view.rounds for card in shown.bids)
    pile = list((Counter(_cards(view.seats)) - known).elements())
    rng.shuffle(pile)
    hands = [list(view.hand) if s == seat else [pile.pop() for _ in view.hand] for s in range(view.seats)]
    return BidsState(options, hands, list(view.rounds))


def tell(event: BidsShown) -> str:
    """The one event of this game as a sentence."""
    scorer = "nobody" if event.winner is None else str(Seat(event.winner))
    return f"The bids are {', '.join(map(str, event.bids))}: {scorer} scores."


def tell_move(view: BidsView, move: Bid) -> str:
    """The move as a sentence."""
    return f"bid {move.card}"


def _cards(seats: int) -> list[int]:
    return [card for card in range(1, HIGHEST + 1) for _ in range(seats)]


BIDS: Final = Game(
    name="bids",
    title="Bids",
    version=1,
    seats=SEATS,
    cooperative=False,
    notes="",
    options_type=BidsOptions,
    move_type=Bid,
    view_type=BidsView,
    memory_type=BidsMemory,
    public_type=BidsPublic,
    new=new,
    imagine=imagine,
    tell=tell,
    tell_move=tell_move,
)
