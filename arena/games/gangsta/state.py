"""A position, and the one line of steps that every turn is: `TURN`.

See `arena.games.steps` for what a step is. The steps are told where the rulebook tells them: the turn's in `turns`,
those of a heist in `heists`, what interrupts it (snitches, the end of a chapter) in `chapters`, and what the
resources variant adds in `resources`. So a state always stands at a decision or at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from arena.games.deal import Deal
from arena.games.gangsta import chapters, heists, resources, scoring, turns
from arena.games.gangsta.deck import CARDS, Gangster, Heist, Options, Resource, Snitch
from arena.games.gangsta.events import Began
from arena.games.gangsta.moves import DONE, PASS, AnyMove
from arena.games.gangsta.view import (
    Job,
    Kept,
    Member,
    Memory,
    PublicView,
    Stage,
    View,
    build_memory,
    build_public,
    build_view,
    member,
)
from arena.games.interface import Event, Move, Ranking
from arena.games.steps import Choices, Step, Stepwise

SEATS: Final = (2, 3, 4)

TURN: Final = (
    # set-up
    Step(resources.offer, resources.keep),
    Step(chapters.lay_out),
    # each turn
    Step(turns.begin),
    Step(turns.mobilise, turns.woke),
    Step(turns.act, turns.acted),
    # a heist
    Step(heists.activate, heists.activated),
    Step(heists.learn, heists.learned),
    Step(heists.hire, heists.hired),
    Step(heists.rob, heists.robbed),
    Step(heists.assassinate, heists.targeted),
    Step(heists.victim, heists.gave_up),
    Step(heists.divert, heists.diverted),
    Step(heists.rally),
    # a pass
    Step(resources.hospital, resources.discharged),
    Step(turns.discard, turns.discarded),
    # after every action
    Step(chapters.refill, chapters.gave_up_to_snitch),
    # only when a chapter has ended
    Step(chapters.end_chapter, chapters.gave_up_in_war),
    Step(chapters.next_chapter),
    # the end of the turn
    Step(resources.jet, resources.woken),
    Step(resources.society, resources.woken),
    Step(turns.offer_again, turns.chosen_again),
)
"""The steps of the set-up, and those of a turn: after the last comes `begin` again. A step may go to a later one."""


class State(Stepwise):
    """One position; see `arena.games.interface.State`. Lists are by seat."""

    line = TURN
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
        self.discarded_heists: tuple[str, ...] = ()
        self.discarded_gangsters: tuple[str, ...] = ()
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

    # -- what the referee asks

    def default(self, seat: int) -> AnyMove:
        """Nothing more where possible, else to pass, else the first legal move."""
        moves = self.choices[seat]
        return next((move for move in (DONE, PASS) if move in moves), moves[0])

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
        """Places by influence; None before the end."""
        return scoring.ranking(self) if self.stage == "over" else None

    def apply(self, moves: Mapping[int, Move]) -> None:
        """Make the moves of all seats that are to act, and all that follows from them without a decision."""
        chosen = self.answers(moves)
        self.events = []
        self._make(chosen)
        self.advance()

    # -- the course of a turn

    def advance(self) -> None:
        """Take step after step until somebody has a choice, or the game is over."""
        while True:
            TURN[self.at].take(self)
            if self.stage == "over":
                return
            for moves in self.choices.values():
                if len(moves) > 1:
                    return
            if self.choices:  # what can only be done in one way is done
                self._make({seat: moves[0] for seat, moves in self.choices.items()})

    def ask(self, stage: Stage, choices: Choices) -> None:
        """The step that is being taken needs a decision."""
        self.stage, self.choices = stage, choices

    def end_action(self) -> None:
        """What was taken from the display is replaced next."""
        self.go_to(chapters.refill)

    def end(self) -> None:
        """Nobody is asked any more."""
        self.stage, self.choices = "over", {}

    def _make(self, chosen: dict[int, Any]) -> None:
        self.choices = {}
        TURN[self.at].make(self, chosen)

    # -- what all steps use

    def clockwise(self, first: int) -> Iterator[int]:
        """All seats in playing order."""
        return ((first + i) % self.seats for i in range(self.seats))

    def owner(self, gangster: str) -> int:
        """The seat in whose gang it is. Raises LookupError if it is in none."""
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

    def has_active(self, seat: int, resource: str) -> bool:
        """Whether that resource is the seat's, and active."""
        kept = self.resources[seat]
        return kept is not None and kept.active and kept.card == resource


def new(options: Options, seats: int, deal: Deal) -> State:
    """The first decision of a game: bosses and money are dealt, then the turn's steps run. Raises ValueError for a
    number of seats or a first seat there is not."""
    if seats not in SEATS:
        raise ValueError(f"gangsta is for 2, 3 or 4 seats, not {seats}")
    if options.first is not None and options.first >= seats:
        raise ValueError(f"first: there is no seat {options.first} at a table of {seats}; seats count from 0")
    state = State(options, seats, deal)
    state.active = deal.stream("first").below(seats) if options.first is None else options.first
    bosses = [CARDS.bosses[card] for card in deal.stream("bosses").shuffled(CARDS.bosses)[:seats]]
    state.gangs = [(member(boss.card),) for boss in bosses]
    state.dollars = [boss.dollars for boss in bosses]
    if options.starting_money:
        for later, seat in enumerate(state.clockwise(state.active)):
            state.dollars[seat] += later
    state.say(Event(Began(tuple([boss.card for boss in bosses]), tuple(state.dollars))))
    state.advance()
    return state
