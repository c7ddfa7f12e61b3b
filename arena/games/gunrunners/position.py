"""What lies on the table in Gunrunners, and the luck of a game.

Nothing here says what may be done: that is told by the files of rules, each of which changes a `Position`. In `state`
it becomes a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from arena.games.deal import Deal
from arena.games.gunrunners.deck import PLAIN_ONE, Deck
from arena.games.gunrunners.knowledge import Knowledge
from arena.games.gunrunners.moves import AnyMove
from arena.games.interface import Event, Ranking
from arena.games.seat_numbers import SeatNumber

CRATES = 100
"""All the cubes of the box but one, which is the bust marker."""
START_CRATES = 4
HAND = 5
WAREHOUSE_FULL = 5
TURNS_EACH = 13

Stage: TypeAlias = Literal["setup", "turn", "power", "place", "arrange", "raid", "over"]
"""Which decision is due. `setup`: where the first agent goes. `turn`: phase 2. `power`: whether and how to use a power.
`place`: where the informant puts the agent that it looked at. `arrange`: how the spy deals the agents out. `raid`:
which of two busts comes first. `over`: none, the game has ended."""


class Agent(Struct, frozen=True, omit_defaults=True):
    """A card in a location's row; `card` is null while it is face down (undercover).

    `active` is true for a face-up quartermaster whose power counts, absent otherwise.
    """

    owner: SeatNumber
    card: str | None
    active: bool = False


@cache
def face(owner: int, card: str, active: bool = False) -> Agent:
    """A face-up card as everybody sees it. Equal cards are one object, as rows have many of them."""
    return Agent(owner, card, active)


@cache
def back(owner: int) -> Agent:
    """A face-down card as everybody sees it. Those of one owner are one object, so that it can be recognised by
    identity.
    """
    return Agent(owner, None)


class Trainee(Struct, frozen=True):
    """A probationary agent: face down, left of a location."""

    owner: int
    card: str


class Fielded(Struct, frozen=True, gc=False):
    """A card in the row right of a location: what everybody sees of it, which card it is, and who knows that.

    `known` has a bit for each seat that knows the card of an undercover agent; it is 0 once the card is face up.
    """

    shown: Agent
    card: str
    known: int

    @property
    def owner(self) -> int:
        return self.shown.owner

    @property
    def up(self) -> bool:
        """Whether the card is face up; else it is an undercover agent."""
        return not self.known


class Row(Struct, frozen=True, gc=False):
    """The field right of a location: its `agents`, the card nearest to the location first; what everybody sees of them;
    and which of them are `undercover`, each with its place in the row."""

    agents: tuple[Fielded, ...] = ()
    shown: tuple[Agent, ...] = ()
    undercover: tuple[tuple[int, Fielded], ...] = ()


def row_of(agents: tuple[Fielded, ...]) -> Row:
    """The row of these cards, the nearest first."""
    shown = tuple([agent.shown for agent in agents])
    return Row(agents, shown, tuple([(pos, agent) for pos, agent in enumerate(agents) if not agent.up]))


@cache
def face_up(owner: int, card: str, active: bool = False) -> Fielded:
    """A card in a row that everybody can see. Equal cards are one object, so that they can be recognised by
    identity.
    """
    return Fielded(face(owner, card, active), card, 0)


class Luck(NamedTuple):
    """Everything in a game that is left to chance, drawn before it begins: each seat's shuffled draw pile, and for each
    turn the delivery die and the roll of an auditor used in it. All copies of a state share it."""

    first: int
    piles: tuple[tuple[str, ...], ...]
    dice: tuple[int, ...]
    audits: tuple[int, ...]


def draw_luck(deck: Deck, seats: int, first: int | None, deal: Deal) -> Luck:
    """The luck that a deal gives a table. The plain 1 that each seat puts out in the set-up is not in the piles."""
    cards = deck.cards()
    cards.remove(PLAIN_ONE)
    turns = TURNS_EACH * seats
    return Luck(
        deal.stream("first").below(seats) if first is None else first,
        tuple(tuple(deal.stream("deck", seat).shuffled(cards)) for seat in range(seats)),
        deal.stream("die").dice(turns),
        deal.stream("audit").dice(turns),
    )


class Position:
    """Everything that lies on the table; lists are by seat or by location, and what is in them is immutable, so that a
    clone need copy no deeper. What the fields that travel hold is said in `view.PublicView`, `view.Location` and
    `view.Player`."""

    lists = ("crates", "trainees", "rows", "taken", "hands", "drawn", "discards", "known")

    def __init__(self, deck: Deck, seats: int, luck: Luck) -> None:
        """The table before the first agent is out."""
        locations = max(seats, 3)
        self.seats = seats
        self.locations = tuple(range(locations))
        self.values = deck.values()
        self.luck = luck

        self.stage: Stage = "setup"
        self.turn = 0
        self.active = luck.first
        self.chooser: int | None = luck.first  # who must decide
        self.special: str | None = None
        self.held: tuple[int, int] | None = None

        self.marker = 3 if seats == 2 else 0
        self.stock = CRATES - 1 - START_CRATES * locations
        self.warehouse = 0
        self.die: int | None = None
        self.discarded = 0

        self.crates = [START_CRATES] * locations
        self.trainees: list[Trainee | None] = [None] * locations
        self.rows: list[Row] = [Row()] * locations

        self.taken = [0] * seats
        self.hands: list[tuple[str, ...]] = [()] * seats
        self.drawn = [0] * seats
        self.discards: list[tuple[str, ...]] = [()] * seats
        self.known: list[Knowledge] = [()] * seats

        self.events: list[Event] = []
        self.moves: tuple[AnyMove, ...] | None = None  # the legal ones, once they are known
        self.ranked: Ranking | None = None  # once the game has ended

    def to_act(self) -> tuple[int, ...]:
        """The seat that must decide; () at the end."""
        return () if self.chooser is None else (self.chooser,)

    def ask(self, stage: Stage, chooser: int, moves: tuple[AnyMove, ...] | None = None) -> None:
        """Stand at a decision of a seat; `moves` when they are known already."""
        self.stage, self.chooser, self.moves = stage, chooser, moves

    def end(self, ranked: Ranking) -> None:
        """End the game: nobody is asked any more."""
        self.stage, self.chooser, self.moves, self.ranked = "over", None, (), ranked

    def say(self, event: Event) -> None:
        """Add to what happened."""
        self.events.append(event)

    def join(self, at: int, agent: Fielded) -> None:
        """Put a card at the end of a row."""
        row = self.rows[at]
        undercover = (*row.undercover, (len(row.agents), agent)) if agent.known else row.undercover
        self.rows[at] = Row((*row.agents, agent), (*row.shown, agent.shown), undercover)

    def take(self, at: int, pos: int) -> Fielded:
        """Take a card out of its row; those behind it move up."""
        agents = self.rows[at].agents
        self.rows[at] = row_of(agents[:pos] + agents[pos + 1 :])
        return agents[pos]

    def discard(self, agents: Iterable[Fielded]) -> None:
        """Take cards out of the game."""
        for agent in agents:
            owner = agent.shown.owner
            self.discards[owner] = tuple(sorted((*self.discards[owner], agent.card)))
