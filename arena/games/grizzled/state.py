"""A position, and the one line of steps that every mission is: `MISSION`, at the end.

A step is taken when the one before it is done. Either it needs no decision, then it happens at once, or it asks and is
made when the seats have answered. The steps are told where the rulebook tells them: `missions` begins and ends one,
`actions` are the turns in it, `support` is what comes of the tiles.

Seats and veterans are two things: with three or four seats each has one veteran, with two each has two (duo), and one
seat has three that share a hand (solo).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self, TypeAlias

from arena.games.deal import Deal
from arena.games.grizzled import actions, missions, support
from arena.games.grizzled.deck import (
    CHARMS,
    LEFT,
    RIGHT,
    SOLO_TILES,
    THREATS,
    TRIALS,
    Options,
    pile_size,
    speech_tokens,
    trial_cards,
)
from arena.games.grizzled.events import Began, Drew
from arena.games.grizzled.moves import DONE, WITHDRAW, AnyMove
from arena.games.grizzled.view import Memory, Stage, View, build_memory, build_view
from arena.games.interface import Event, IllegalMove, Move, TeamResult

Choices: TypeAlias = dict[int, tuple[AnyMove, ...]]
"""What each seat that must decide may do."""

VETERANS: Final = {1: 3, 2: 4, 3: 3, 4: 4}
"""By the number of seats."""


class State:
    """One position; see `arena.games.interface.State`. Lists are by veteran.

    What is in a list is immutable, so that a clone needs to copy no deeper than the lists.
    """

    def __init__(self, options: Options, seats: int, deal: Deal) -> None:
        """An empty table."""
        self.options = options
        self.seats = seats
        self.deal = deal
        self.veterans = range(VETERANS[seats])
        self.solo, self.duo = seats == 1, seats == 2

        self.stage: Stage = "intensity"
        self.at = 0
        self.choices: Choices = {}
        self.asked: dict[int, int] = {}
        self.result: TeamResult | None = None

        self.mission = 0
        self.intensity = 0
        self.leader = 0
        self.active = 0
        self.success = False
        self.luck_used = 0
        self.spoken: str | None = None
        self.listeners: tuple[int, ...] = ()
        self.gift: int | None = None
        self.supported: int | None = None
        self.removals = 0
        self.filling = False
        self.played = False
        self.shuffles = 0
        self.panics = 0

        self.trials: tuple[str, ...] = ()
        self.reserve: tuple[str, ...] = ()
        self.land: tuple[str, ...] = ()
        self.discarded: tuple[str, ...] = ()
        self.returned: tuple[str, ...] = ()
        self.supply = 0
        self.solo_tiles: tuple[str, ...] = ()
        self.names: tuple[str, ...] = ()
        self.charms: tuple[str, ...] = ()

        count = len(self.veterans)
        self.ready = [True] * count
        self.hands: list[tuple[str, ...]] = [()] * count
        self.seen: list[tuple[str, ...]] = [()] * count
        self.knocks: list[tuple[str, ...]] = [()] * count
        self.tiles: list[tuple[str, ...]] = [()] * count
        self.placed: list[str | None] = [None] * count
        self.withdrawn = [False] * count
        self.speeches = [0] * count

        self.events: list[Event] = []

    # -- what the referee asks

    def to_act(self) -> tuple[int, ...]:
        """The seats that must decide; () at the end."""
        return tuple(self.choices)

    def legal(self, seat: int) -> Sequence[AnyMove]:
        """Every move of the seat, in a fixed order; () for a seat that is not to act."""
        return self.choices.get(seat, ())

    def default(self, seat: int) -> AnyMove:
        """To withdraw where possible, else nothing more, else the first legal move."""
        moves = self.choices[seat]
        return next((move for move in (WITHDRAW, DONE) if move in moves), moves[0])

    def view(self, seat: int) -> View:
        """What the seat sees."""
        return build_view(self, seat)

    def memory(self, seat: int) -> Memory:
        """What the seat was shown and still holds."""
        return build_memory(self, seat)

    def outcome(self) -> TeamResult | None:
        """Peace or defeat, and a score; None before the end. See `missions.score`."""
        return self.result

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
                chosen[self.asked[seat]] = legal[legal.index(moves[seat])]
            except ValueError:
                raise IllegalMove(f"seat {seat} cannot {moves[seat]!r} now ({self.stage})") from None
        self.events = []
        self.choices, self.asked = {}, {}
        MISSION[self.at].make(self, chosen)
        self.advance()

    # -- the course of a mission

    def advance(self) -> None:
        """Take step after step until somebody is asked, or the game is over.

        A decision is asked for even if the hand leaves no choice: to skip it would tell what the hand holds.
        """
        while not self.choices and self.result is None:
            MISSION[self.at].take(self)

    def ask(self, stage: Stage, choices: Mapping[int, tuple[AnyMove, ...]]) -> None:
        """The step that is being taken needs a decision for each of these veterans, no two of them of one seat."""
        self.stage = stage
        self.asked = {self.seat_of(veteran): veteran for veteran in choices}
        self.choices = {self.seat_of(veteran): moves for veteran, moves in choices.items()}
        if self.duo:
            for veteran in choices:
                self.seen[veteran] = self.hands[veteran]

    def go_on(self) -> None:
        """The step that is being taken or made is done."""
        self.at += 1

    def go_to(self, step: Callable[[State], None]) -> None:
        """Leave out the steps before that one, or begin again with it."""
        self.at = _AT[step]

    def end(self, result: TeamResult) -> None:
        """Nobody is asked any more."""
        self.stage, self.choices, self.result = "over", {}, result

    def say(self, event: Event) -> None:
        """Add to what happened."""
        self.events.append(event)

    # -- seats, veterans and hands

    def seat_of(self, veteran: int) -> int:
        """Who decides for a veteran."""
        return 0 if self.solo else veteran // 2 if self.duo else veteran

    def hand_of(self, veteran: int) -> int:
        """Whose list entry its hand is: one player has one hand for all."""
        return 0 if self.solo else veteran

    def own(self, seat: int) -> list[int]:
        """The veterans of a seat."""
        return [veteran for veteran in self.veterans if self.seat_of(veteran) == seat]

    def open_hands(self, seat: int) -> list[int]:
        """Whose hands the seat may look at now."""
        if self.solo:
            return [0]
        if not self.duo or self.options.see_both_hands:
            return self.own(seat)
        return [self.asked[seat]] if seat in self.asked else []

    def clockwise(self, first: int) -> Iterator[int]:
        """All veterans in playing order."""
        count = len(self.veterans)
        return ((first + i) % count for i in range(count))

    def inside(self) -> list[int]:
        """The veterans that have not withdrawn."""
        return [veteran for veteran in self.veterans if not self.withdrawn[veteran]]

    def has(self, veteran: int, knock: str) -> bool:
        """Whether a Hard Knock is attached to it."""
        return knock in self.knocks[veteran]

    # -- what all steps use

    def threats(self) -> dict[str, int]:
        """The active threats with their numbers: in No Man's Land and on the veterans in the mission (ruling 19)."""
        counts = dict.fromkeys(THREATS, 0)
        for card in self.land:
            for threat in TRIALS[card].shows:
                counts[threat] += 1
        for veteran in self.veterans:
            if not self.withdrawn[veteran]:
                for knock in self.knocks[veteran]:
                    for threat in TRIALS[knock].shows:
                        counts[threat] += 1
        return counts

    def luck(self) -> int:
        """The Luck symbols in No Man's Land that have not stopped a Trap in this mission."""
        if not (self.options.luck and self.options.traps):
            return 0
        return sum([TRIALS[card].luck for card in self.land]) - self.luck_used

    def draw(self, veteran: int, count: int) -> None:
        """So many cards, or as many as there are, from the Trials pile to a hand."""
        drawn, self.trials = self.trials[:count], self.trials[count:]
        self.give(veteran, drawn)

    def give(self, veteran: int, cards: tuple[str, ...]) -> None:
        """Cards of the Trials pile come to a hand."""
        if not cards:
            return
        hand = self.hand_of(veteran)
        self.hands[hand] = tuple(sorted(self.hands[hand] + cards))
        # With two seats a hand is first seen on the veteran's turn.
        own = {} if self.duo else {self.seat_of(veteran): Drew(veteran, len(cards), tuple(sorted(cards)))}
        self.say(Event(Drew(veteran, len(cards)), own))

    def show(self, card: str) -> None:
        """A card that was hidden is seen by all."""
        if card in self.returned:
            self.returned = without(self.returned, card)

    def take_from_hand(self, veteran: int, card: str) -> None:
        """The card leaves the hand and is seen by all."""
        hand = self.hand_of(veteran)
        self.hands[hand] = without(self.hands[hand], card)
        if card in self.seen[hand]:
            self.seen[hand] = without(self.seen[hand], card)
        self.show(card)

    def discard(self, card: str) -> None:
        """Out of the game."""
        self.discarded = tuple(sorted((*self.discarded, card)))


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards but one of that name."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _never_asked(state: State, chosen: Mapping[int, Any]) -> None:
    raise AssertionError(f"nobody decides in step {state.at}")


class Step(NamedTuple):
    """`take` does what needs no decision and goes on, or asks; `make` is given what was chosen, by veteran."""

    take: Callable[[State], None]
    make: Callable[[State, Mapping[int, Any]], None] = _never_asked


MISSION: Final = (
    # how it begins; the first look at the threats is that of a turn, then it is the leader's turn
    Step(missions.choose_intensity, missions.intensity_chosen),
    Step(missions.deal_cards),
    # each turn, until all have withdrawn or three threats are alike
    Step(actions.act, actions.acted),
    Step(actions.listen, actions.listened),
    Step(actions.lose_tile, actions.tile_lost),
    Step(actions.place_tile, actions.tile_placed),
    Step(actions.leave),
    Step(actions.christmas, actions.christmas_given),
    Step(missions.check),
    Step(actions.fill, actions.filled),
    Step(actions.next_turn),
    # how it ends
    Step(support.reveal),
    Step(support.comfort, support.comforted),
    Step(missions.judge),
    Step(missions.hand_over),
)
"""The steps of a mission; after `hand_over` the next one begins."""

_AT: Final[dict[Callable[[State], None], int]] = {step.take: at for at, step in enumerate(MISSION)}

STEP_OF: Final[dict[Stage, int]] = {
    "intensity": _AT[missions.choose_intensity],
    "action": _AT[actions.act],
    "speech": _AT[actions.listen],
    "drop": _AT[actions.lose_tile],
    "place": _AT[actions.place_tile],
    "christmas": _AT[actions.christmas],
    "fill": _AT[actions.fill],
    "support": _AT[support.comfort],
    "over": _AT[missions.hand_over],
}
"""The step in which each decision is asked for."""

_LISTS = ("ready", "hands", "seen", "knocks", "tiles", "placed", "withdrawn", "speeches")


def set_up(options: Options, seats: int, deal: Deal) -> State:
    """The first decision of a game: veterans, tiles, piles and tokens, then the mission's steps run."""
    state = State(options, seats, deal)
    count = len(state.veterans)
    names = deal.stream("veterans").shuffled(CHARMS)[:count]
    state.names, state.charms = tuple(names), tuple([CHARMS[name] for name in names])
    cards = deal.stream("trials").shuffled(trial_cards(options, seats))
    size = pile_size(options)
    state.trials, state.reserve = tuple(cards[:size]), tuple(cards[size:])
    third: tuple[str, ...] = ()
    if state.solo:
        state.solo_tiles = SOLO_TILES
    else:
        third = support.third_tiles(deal, count)
        state.tiles = [tuple(sorted((LEFT, RIGHT, tile))) for tile in third]
        state.supply = speech_tokens(options, seats)
    leading = deal.stream("first").below(seats) if options.first is None else options.first
    state.leader = next(veteran for veteran in state.veterans if state.seat_of(veteran) == leading)
    state.say(Event(Began(state.names, third, state.leader)))
    state.advance()
    return state
