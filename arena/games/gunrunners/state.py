"""A position and the course of a turn: set-up, phase 1 (delivery), phase 2 (sending an agent) and the turn's end.

Phase 3 is in `powers`, phase 4 and the end of the game in `busts`. Whatever needs no decision happens at once, so a
state always stands at a decision or at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, Self

from msgspec import Struct

from arena.games.deal import Deal
from arena.games.gunrunners import busts, powers
from arena.games.gunrunners.deck import PLAIN_ONE, QUARTERMASTER, Deck, Options
from arena.games.gunrunners.events import (
    Dealt,
    Delivered,
    Deployed,
    Trained,
    WarehouseOpened,
    WentUndercover,
)
from arena.games.gunrunners.knowledge import Knowledge, learned, revealed
from arena.games.gunrunners.moves import AnyMove, Deploy, GoUndercover, Raid, Train, trainings, undercovers
from arena.games.gunrunners.view import (
    Agent,
    Memory,
    PublicView,
    Stage,
    View,
    build_memory,
    build_public,
    build_view,
    face,
)
from arena.games.interface import Event, IllegalMove, Move, Ranking

CRATES = 100
"""All the cubes of the box; one of them is the bust marker."""
START_CRATES = 4
HAND = 5
WAREHOUSE_FULL = 5
TURNS_EACH = 13
SEATS = (2, 3, 4)


class Trainee(Struct, frozen=True):
    """A probationary agent: face down, left of a location."""

    owner: int
    card: str


class Fielded(NamedTuple):
    """A card in the row right of a location: as everybody sees it, what it is, and who knows that.

    `known` has a bit for each seat that knows the card of an undercover agent; 0 once it is face up.
    """

    shown: Agent
    card: str
    known: int

    @property
    def owner(self) -> int:
        return self.shown.owner

    @property
    def up(self) -> bool:
        """Face up; else it is an undercover agent."""
        return self.shown.card is not None


@cache
def face_up(owner: int, card: str, active: bool = False) -> Fielded:
    """A card that everybody can see; made once, as all of them are alike."""
    return Fielded(face(owner, card, active), card, 0)


class Luck(NamedTuple):
    """Everything in a game that is left to chance, drawn before it begins: each seat's shuffled draw pile, and for each
    turn the delivery die and the roll of an auditor used in it. All copies of a state share it."""

    first: int
    piles: tuple[tuple[str, ...], ...]
    dice: tuple[int, ...]
    audits: tuple[int, ...]


def draw_luck(deck: Deck, seats: int, first: int | None, deal: Deal) -> Luck:
    """The luck that a deal gives a table; the plain 1 of the set-up is not in the piles."""
    cards = deck.cards()
    cards.remove(PLAIN_ONE)
    turns = TURNS_EACH * seats
    return Luck(
        deal.stream("first").below(seats) if first is None else first,
        tuple(tuple(deal.stream("deck", seat).shuffled(cards)) for seat in range(seats)),
        deal.stream("die").dice(turns),
        deal.stream("audit").dice(turns),
    )


class State:
    """One position; see `arena.games.interface.State`. Lists are by seat or by location.

    What is in a list is immutable, so that a clone needs to copy no deeper than the lists.
    """

    def __init__(self, deck: Deck, seats: int, luck: Luck) -> None:
        locations = max(seats, 3)
        self.seats = seats
        self.locations = tuple(range(locations))
        self.values = deck.values()
        self.luck = luck

        self.stage: Stage = "setup"
        self.turn = 0
        self.active = luck.first
        self.chooser: int | None = luck.first
        self.special: str | None = None
        self.held: tuple[int, int] | None = None

        self.marker = 3 if seats == 2 else 0
        self.stock = CRATES - 1 - START_CRATES * locations
        self.warehouse = 0
        self.die: int | None = None
        self.discarded = 0

        self.crates = [START_CRATES] * locations
        self.trainees: list[Trainee | None] = [None] * locations
        self.rows: list[tuple[Fielded, ...]] = [()] * locations

        self.taken = [0] * seats
        self.hands: list[tuple[str, ...]] = [()] * seats
        self.drawn = [0] * seats
        self.discards: list[tuple[str, ...]] = [()] * seats
        self.known: list[Knowledge] = [()] * seats

        self.events: list[Event] = []
        self._legal: tuple[AnyMove, ...] | None = None

    # -- what the referee asks

    def to_act(self) -> tuple[int, ...]:
        """The seat that must decide; () at the end."""
        return () if self.chooser is None else (self.chooser,)

    def legal(self, seat: int) -> Sequence[AnyMove]:
        """Every move of the seat, in a fixed order; () for a seat that is not to act."""
        return self._moves() if seat == self.chooser else ()

    def default(self, seat: int) -> AnyMove:
        """Decline where possible; informant: to where it was; spy: as they were; else the first legal move."""
        moves = self.legal(seat)
        return moves[self.held[0]] if self.held is not None else moves[0]

    def view(self, seat: int) -> View:
        """What the seat sees."""
        return build_view(self, seat)

    def memory(self, seat: int) -> Memory:
        """What the seat was shown and still holds."""
        return build_memory(self, seat)

    def public(self) -> PublicView:
        """What anybody at the table sees."""
        return build_public(self)

    def outcome(self) -> Ranking | None:
        """Places by crates and the ties after them; None before the end."""
        return busts.ranking(self) if self.stage == "over" else None

    def clone(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        fields = twin.__dict__
        fields.update(self.__dict__)
        for name in _LISTS:
            fields[name] = fields[name].copy()
        return twin

    def apply(self, moves: Mapping[int, Move]) -> None:
        """Make the move of the seat that is to act, and all that follows from it without a decision."""
        seat = self.chooser
        if seat is None or len(moves) != 1 or seat not in moves:
            raise IllegalMove(f"moves of seats {sorted(moves)}, but to act: {list(self.to_act())}")
        legal = self._legal or self._moves()
        try:
            # The equal one from the list: it has the right types whoever made the other.
            move: Any = legal[legal.index(moves[seat])]
        except ValueError:
            raise IllegalMove(f"seat {seat} cannot {moves[seat]!r} now ({self.stage})") from None
        self.events = []
        self._legal = None
        match self.stage:
            case "turn":
                self._send(seat, move)
            case "setup":
                self._deploy(seat, move)
            case "raid":
                busts.bust(self, move.at)
                self.finish_turn()
            case _:
                if powers.use(self, seat, move):
                    self.finish_turn()

    def ask(self, stage: Stage, chooser: int, moves: tuple[AnyMove, ...] | None = None) -> None:
        """Stand at a decision of a seat; `moves` when they are known already."""
        self.stage, self.chooser, self._legal = stage, chooser, moves

    def say(self, event: Event) -> None:
        """Add to what happened."""
        self.events.append(event)

    def _moves(self) -> tuple[AnyMove, ...]:
        """The legal moves, found once for each decision."""
        if self._legal is None:
            match self.stage:
                case "turn":
                    self._legal = self._ways_to_send(self.active)
                case "setup":
                    self._legal = tuple(Deploy(at) for at, one in enumerate(self.trainees) if one is None)
                case "raid":
                    self._legal = tuple(Raid(at) for at in busts.due(self))
                case _:
                    self._legal = powers.moves(self)
        return self._legal

    # -- set-up

    def _deploy(self, seat: int, move: Deploy) -> None:
        self.trainees[move.at] = Trainee(seat, PLAIN_ONE)
        # Face down, but the rules say what it is: everybody knows it.
        self.known = [learned(knowledge, move.at, PLAIN_ONE) for knowledge in self.known]
        self.say(Event(Deployed(seat, move.at)))
        following = (seat + 1) % self.seats
        if following != self.luck.first:
            self.active = following
            self.ask("setup", following)
            return
        self.hands = [tuple(sorted(pile[:HAND])) for pile in self.luck.piles]
        self.drawn = [HAND] * self.seats
        self.say(Event(Dealt(), {owner: Dealt(hand) for owner, hand in enumerate(self.hands)}))
        self._begin_turn()

    # -- phase 1: delivery

    def _begin_turn(self) -> None:
        self.active = (self.luck.first + self.turn) % self.seats
        self.die = die = self.luck.dice[self.turn]
        self.turn += 1
        locations = len(self.crates)
        if self.warehouse >= WAREHOUSE_FULL:
            self.crates = [crates + 1 for crates in self.crates]
            self.warehouse -= locations
            self.say(Event(WarehouseOpened(self.warehouse)))
        new = min(1, self.stock)
        self.stock -= new
        if die <= locations:
            self.crates[die - 1] += new + self.warehouse
            self.say(Event(Delivered(self.active, die, die - 1, new, self.warehouse)))
            self.warehouse = 0
        else:
            self.warehouse += new
            self.say(Event(Delivered(self.active, die, None, new)))
        self.ask("turn", self.active)

    # -- phase 2: sending an agent

    def _ways_to_send(self, seat: int) -> tuple[AnyMove, ...]:
        hand, trainees = self.hands[seat], self.trainees
        if self.turn == 1 and None in trainees:  # two players: the empty place is filled
            return trainings(hand, (trainees.index(None),))
        everywhere = self.locations
        others = tuple([at for at, trainee in enumerate(trainees) if trainee and trainee.owner != seat])
        if len(hand) == 1 and self.drawn[seat] == len(self.luck.piles[seat]):  # the last card
            others = everywhere
        ways: tuple[AnyMove, ...] = trainings(hand, others or everywhere)
        return ways + undercovers(hand, everywhere) if self._may_go_undercover(seat) else ways

    def _may_go_undercover(self, seat: int) -> bool:
        """One undercover agent on the whole table, two with an active quartermaster."""
        out, limit = 0, 1
        for row in self.rows:
            for shown, _, _ in row:
                if shown.owner == seat:
                    if shown.card is None:
                        out += 1
                    elif shown.active:
                        limit = 2
        return out < limit

    def _send(self, seat: int, move: Train | GoUndercover) -> None:
        card, at = move.card, move.at
        if type(move) is GoUndercover:
            self.rows[at] += (Fielded(face(seat, None), card, 1 << seat),)
            drawn = self._play(seat, card)
            own = WentUndercover(seat, at, card, drawn)
            self.say(Event(WentUndercover(seat, at), {seat: own}))
            self.finish_turn()
            return
        trainee = self.trainees[at]
        owner, flipped = (None, None) if trainee is None else (trainee.owner, trainee.card)
        if owner is not None and flipped is not None:
            # A quartermaster raises its owner's limit only if an opponent has flipped it (ruling 15).
            self.rows[at] += (face_up(owner, flipped, flipped == QUARTERMASTER and owner != seat),)
            for viewer, knowledge in enumerate(self.known):
                for group in knowledge:
                    if at in group.at:  # seldom: most seats know few cards
                        self.known[viewer] = revealed(knowledge, at, flipped)
                        break
        self.trainees[at] = Trainee(seat, card)
        self.known[seat] = learned(self.known[seat], at, card)
        drawn = self._play(seat, card)
        shown = Trained(seat, at, owner, flipped)
        self.say(Event(shown, {seat: Trained(seat, at, owner, flipped, card, drawn)}))
        # A special agent that its own owner sends into the field has lost its power.
        if owner is None or flipped is None or owner == seat or not powers.offer(self, owner, flipped):
            self.finish_turn()

    def _play(self, seat: int, card: str) -> str | None:
        """Take a card out of the hand and draw the next one, which is returned (None: the pile is empty)."""
        hand = list(self.hands[seat])
        hand.remove(card)
        drawn, pile = self.drawn[seat], self.luck.piles[seat]
        new = None
        if drawn < len(pile):
            new = pile[drawn]
            self.drawn[seat] = drawn + 1
            hand.append(new)
            hand.sort()
        self.hands[seat] = tuple(hand)
        return new

    # -- the end of the turn

    def finish_turn(self) -> None:
        """Phase 4, and then the next turn or the end of the game; or the question which of two busts comes first."""
        due = busts.due(self)
        if len(due) > 1:
            self.ask("raid", self.active)
            return
        for at in due:
            busts.bust(self, at)
        if self.marker >= busts.LAST_SPACE:
            busts.end(self, "busts")
        elif any(self.hands):
            self._begin_turn()
        else:
            busts.last_busts(self)
            busts.end(self, "cards out")

    def discard(self, agents: Iterable[Fielded]) -> None:
        """Take cards out of the game."""
        for shown, card, _ in agents:
            pile = [*self.discards[shown.owner], card]
            pile.sort()
            self.discards[shown.owner] = tuple(pile)


def new(options: Options, seats: int, deal: Deal) -> State:
    """The first decision of the set-up. Raises ValueError for a number of seats or a first seat there is not."""
    if seats not in SEATS:
        raise ValueError(f"gunrunners is for 2, 3 or 4 seats, not {seats}")
    if options.first is not None and options.first >= seats:
        raise ValueError(f"first: there is no seat {options.first} at a table of {seats}; seats count from 0")
    return State(options.deck, seats, draw_luck(options.deck, seats, options.first, deal))


_LISTS = ("crates", "trainees", "rows", "taken", "hands", "drawn", "discards", "known")
