"""What lies on the table in Gangsta!, and the few things that all rules do with it.

Nothing here says what may be done: that is told by the files of rules, each of which changes a `Position`. In `state`
it becomes a game, with the line of steps that the rules are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct

from arena.games.deal import Deal
from arena.games.gangsta.deck import CARDS, Gangster, Heist, Options, Resource, Snitch
from arena.games.interface import Ranking
from arena.games.seat_numbers import SeatNumber
from arena.games.steps import Choices, Stepwise

Stage: TypeAlias = Literal[
    "resource",
    "mobilise",
    "action",
    "activate",
    "learn",
    "hire",
    "rob",
    "assassinate",
    "victim",
    "divert",
    "hospital",
    "discard",
    "snitch",
    "war",
    "eliminate",
    "jet",
    "society",
    "again",
    "over",
]
"""Which decision is due: which resource to keep; whom to wake; the action; who is sent to the heist next; then the
rewards - who learns, who is recruited fast, who is robbed, whose gang is hit by the assassin, whom that gang gives up,
who is diverted; on passing - who leaves the hospital, what is put away; whom a gang gives up to a snitch or to the gang
war, or the winner's choice of it; whom the private jet or the secret society wakes; whether the turn is followed
by an extra one; none, the game is over."""


class Member(Struct, frozen=True, omit_defaults=True):
    """A gangster of a gang, the boss too. `skills` are all its symbols; `learned` is the one of them that it has from
    an apprenticeship, absent if there is none."""

    card: str
    family: str
    skills: str
    influence: int
    available: bool
    learned: str | None = None


class Kept(Struct, frozen=True):
    """A seat's resource: `active` once its gang has shown all the skills of `need`, and for good. `influence` is what
    it is worth at the end; in a view that of media is what it would be worth if the game ended now."""

    card: str
    need: str
    influence: int
    active: bool


class Job(Struct, frozen=True):
    """The heist that is, or in this turn was, performed: the skills still `missing`, the gangsters sent in their order,
    and the seats whose gangs they are of, ascending."""

    heist: Heist
    missing: str
    crew: tuple[str, ...]
    gangs: tuple[SeatNumber, ...]


@cache
def member(card: str, available: bool = True, learned: str | None = None) -> Member:
    """A boss or gangster in a gang. Equal ones are one object, as positions have many of them."""
    printed = CARDS.bosses.get(card) or CARDS.gangsters[card]
    influence = printed.influence if isinstance(printed, Gangster) else 0
    return Member(card, printed.family, printed.skills + (learned or ""), influence, available, learned)


class Position(Stepwise):
    """Everything that lies on the table; lists are by seat. What the fields that travel hold is said in
    `view.PublicView`, `view.Player` and `view.Memory`; of a pile the first card is the top one."""

    lists = ("dollars", "bank", "gangs", "performed", "influence", "resources", "hospitals", "offered", "unkept")

    def __init__(self, options: Options, seats: int, deal: Deal) -> None:
        """An empty table."""
        super().__init__()
        self.options = options
        self.seats = seats
        self.deal = deal

        self.stage: Stage = "resource"
        self.chapter = 1
        self.turn = 0
        self.active = 0
        self.extra = False
        self.job: Job | None = None
        self.target: int | None = None
        self.left = 0

        self.heists: tuple[Heist, ...] = ()
        self.reserve: tuple[Gangster, ...] = ()
        self.heist_pile: tuple[str, ...] = ()
        self.gangster_pile: tuple[str, ...] = ()
        self.heist_seen_by: int | None = None
        self.gangster_seen_by: int | None = None
        self.discarded_heists: tuple[Heist, ...] = ()
        self.discarded_gangsters: tuple[Gangster, ...] = ()
        self.reshuffled: tuple[str, ...] = ()
        self.snitches: tuple[Snitch, ...] = ()
        self.dead: tuple[str, ...] = ()
        self.lost: tuple[str, ...] = ()

        self.dollars = [0] * seats
        self.bank = [0] * seats
        self.gangs: list[tuple[Member, ...]] = [()] * seats
        self.performed: list[tuple[str, ...]] = [()] * seats
        self.influence = [0] * seats
        self.resources: list[Kept | None] = [None] * seats
        self.hospitals: list[tuple[Member, ...]] = [()] * seats
        self.offered: list[tuple[Resource, ...]] = [()] * seats
        self.unkept: list[str | None] = [None] * seats

        self.ranked: Ranking | None = None  # once the game has ended

    # -- the course of a turn

    def ask(self, stage: Stage, choices: Choices) -> None:
        """Ask for a decision in the step that is being taken."""
        self.stage, self.choices = stage, choices

    def end_action(self) -> None:
        """End the action: what was taken from the display is replaced next."""
        self.go_to("refill")

    def end(self, ranked: Ranking) -> None:
        """End the game: nobody is asked any more."""
        self.stage, self.choices, self.ranked = "over", {}, ranked

    # -- what all steps use

    def clockwise(self, first: int) -> Iterator[int]:
        """All seats in playing order, from `first` on."""
        return ((first + i) % self.seats for i in range(self.seats))

    def owner(self, gangster: str) -> int:
        """The seat in whose gang a gangster is. Raises LookupError if it is in none."""
        for seat, gang in enumerate(self.gangs):
            for one in gang:
                if one.card == gangster:
                    return seat
        raise LookupError(f"{gangster!r} is in no gang")

    def turn_to(self, seat: int, gangster: str, available: bool) -> None:
        """Make one gangster of a gang Available or Activated."""
        self.gangs[seat] = tuple(
            [member(one.card, available, one.learned) if one.card == gangster else one for one in self.gangs[seat]]
        )

    def wake_all(self, seat: int) -> None:
        """Make a whole gang Available."""
        self.gangs[seat] = tuple(
            [one if one.available else member(one.card, True, one.learned) for one in self.gangs[seat]]
        )

    def active_resource(self, seat: int) -> str | None:
        """The seat's resource, if it is active."""
        kept = self.resources[seat]
        return kept.card if kept is not None and kept.active else None

    def has_active(self, seat: int, resource: str) -> bool:
        """Whether that resource is the seat's, and active."""
        return self.active_resource(seat) == resource


def symbols(gang: Sequence[Member]) -> str:
    """All skills of a gang, learned ones too."""
    return "".join([one.skills for one in gang])


def symbols_available(gang: Iterable[Member]) -> str:
    """The skills of those gangsters that are Available; every gangster has at least one."""
    return "".join([one.skills for one in gang if one.available])


def mortal(gang: Sequence[Member]) -> list[Member]:
    """The gangsters that can be lost: all but the boss (ruling 41)."""
    return [one for one in gang if one.card not in CARDS.bosses]


def asleep(gang: Sequence[Member]) -> list[Member]:
    """The gangsters that are Activated."""
    return [one for one in gang if not one.available]
