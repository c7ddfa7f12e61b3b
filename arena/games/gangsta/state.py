"""A position, and the one line of steps that every turn is: `TURN`, at the end.

A step is taken when the one before it is done. Either it needs no decision, then it happens at once, or it asks one or
more seats and is made when they have answered. The steps are told where the rulebook tells them: the turn's in
`turns`, those of a heist in `heists`, what interrupts it (snitches, the end of a chapter) in `chapters`, and what the
resources variant adds in `resources`. So a state always stands at a decision or at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self, TypeAlias

from arena.games.deal import Deal
from arena.games.gangsta import chapters, heists, resources, scoring, turns
from arena.games.gangsta.deck import CARDS, Gangster, Heist, Options, Resource, Snitch
from arena.games.gangsta.events import Began
from arena.games.gangsta.moves import DONE, PASS, AnyMove
from arena.games.gangsta.view import Job, Kept, Member, Memory, Stage, View, build_memory, build_view, member
from arena.games.interface import Event, IllegalMove, Move, Ranking

Choices: TypeAlias = dict[int, tuple[AnyMove, ...]]
"""What each seat that must decide may do."""


class State:
    """One position; see `arena.games.interface.State`. Lists are by seat.

    What is in a list is immutable, so that a clone needs to copy no deeper than the lists.
    """

    def __init__(self, options: Options, seats: int, deal: Deal) -> None:
        """An empty table."""
        self.options = options
        self.seats = seats
        self.deal = deal

        self.stage: Stage = "resource"
        self.at = 0
        self.choices: Choices = {}
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

        self.events: list[Event] = []

    # -- what the referee asks

    def to_act(self) -> tuple[int, ...]:
        """The seats that must decide; () at the end."""
        return tuple(self.choices)

    def legal(self, seat: int) -> Sequence[AnyMove]:
        """Every move of the seat, in a fixed order; () for a seat that is not to act."""
        return self.choices.get(seat, ())

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

    def outcome(self) -> Ranking | None:
        """Places by influence; None before the end."""
        return scoring.ranking(self) if self.stage == "over" else None

    def clone(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        fields = twin.__dict__
        fields.update(self.__dict__)
        for name in _LISTS:
            fields[name] = fields[name].copy()
        return twin

    def apply(self, moves: Mapping[int, Move]) -> None:
        """Make the moves of all seats that are to act, and all that follows from them without a decision."""
        if not self.choices or moves.keys() != self.choices.keys():
            raise IllegalMove(f"moves of seats {sorted(moves)}, but to act: {list(self.to_act())}")
        chosen: dict[int, Any] = {}
        for seat, legal in self.choices.items():
            try:
                # The equal one from the list: it has the right types whoever made the other.
                chosen[seat] = legal[legal.index(moves[seat])]
            except ValueError:
                raise IllegalMove(f"seat {seat} cannot {moves[seat]!r} now ({self.stage})") from None
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

    def go_on(self) -> None:
        """The step that is being taken or made is done."""
        self.at += 1

    def go_to(self, step: Callable[[State], None]) -> None:
        """Leave out the steps before that one."""
        self.at = _AT[step]

    def end_action(self) -> None:
        """What was taken from the display is replaced next."""
        self.go_to(chapters.refill)

    def end(self) -> None:
        """Nobody is asked any more."""
        self.stage, self.choices = "over", {}

    def say(self, event: Event) -> None:
        """Add to what happened."""
        self.events.append(event)

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


def _never_asked(state: State, chosen: Mapping[int, Any]) -> None:
    raise AssertionError(f"nobody decides in step {state.at}")


class Step(NamedTuple):
    """`take` does what needs no decision and goes on, or asks; `make` is given what the seats that were asked chose."""

    take: Callable[[State], None]
    make: Callable[[State, Mapping[int, Any]], None] = _never_asked


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
    Step(turns.close),
)
"""The steps of the set-up, and those of a turn: after `close` comes `begin` again. A step may go to a later one."""

_AT: Final[dict[Callable[[State], None], int]] = {step.take: at for at, step in enumerate(TURN)}

STEP_OF: Final[dict[Stage, int]] = {
    "resource": _AT[resources.offer],
    "mobilise": _AT[turns.mobilise],
    "action": _AT[turns.act],
    "activate": _AT[heists.activate],
    "learn": _AT[heists.learn],
    "hire": _AT[heists.hire],
    "rob": _AT[heists.rob],
    "assassinate": _AT[heists.assassinate],
    "victim": _AT[heists.victim],
    "divert": _AT[heists.divert],
    "hospital": _AT[resources.hospital],
    "discard": _AT[turns.discard],
    "snitch": _AT[chapters.refill],
    "war": _AT[chapters.end_chapter],
    "eliminate": _AT[chapters.end_chapter],
    "jet": _AT[resources.jet],
    "society": _AT[resources.society],
    "over": _AT[turns.close],
}
"""The step in which each decision is asked for."""

_LISTS = ("dollars", "bank", "gangs", "performed", "influence", "resources", "hospitals", "offered", "unkept")


def set_up(options: Options, seats: int, deal: Deal) -> State:
    """The first decision of a game: bosses and money are dealt, then the turn's steps run."""
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
