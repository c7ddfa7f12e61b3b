"""What a game is to the referee: facts (`Game`), a position (`State`), what was seen (`Event`), how it ended.

A game is pure rules: no input or output, no clock, no global random numbers. Everything that can go wrong in it from
the outside is an `IllegalMove`; any other exception is a bug in the game, which the referee charges to nobody.

Seats are numbered from 0 in playing order. Moves, views, memories and event bodies are frozen `msgspec.Struct`s: they
are what travels on the wire.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any, Final, Literal, Protocol, Self, TypeAlias

from msgspec import Struct

from arena.games.deal import Deal

Move: TypeAlias = Any
"""One choice of one seat: a frozen Struct of the game's own `move_type`."""


class IllegalMove(ValueError):
    """The one exception for a move that the rules forbid; the state is as it was before."""


class CannotImagine(ValueError):
    """A game's `imagine` found no world that fits what it was given; the message says why: a game can be too big."""


class Onlooker(Enum):
    """Who looks at a game without a seat in it."""

    PUBLIC = "public"
    """Sees what anybody standing at the table sees: no hand, and nothing that was shown to one seat alone."""
    EVERYTHING = "everything"
    """Sees all hands, and all that each seat was shown: for whoever looks at a game that is over."""


PUBLIC: Final = Onlooker.PUBLIC
EVERYTHING: Final = Onlooker.EVERYTHING

Audience: TypeAlias = int | Onlooker
"""To whom a game is told: a seat, the public, or one who sees everything."""

Viewer: TypeAlias = int | Literal[Onlooker.PUBLIC]
"""An audience that sees one side of everything: a seat, or the public."""


class Event(Struct, frozen=True, gc=False):
    """Something that happened, as each audience sees it.

    `shown` is what everybody sees, the public included. A seat in `private` sees its own body instead, for example
    the name of the card that it put down itself. What is in neither was seen by nobody.

    Whatever a body shows should be found again in the views and memories of those who saw it. A body type that shows
    what the rules let everybody see for a moment only (a roll of a die) says so with a class variable `passing = True`;
    that frees this body alone, no other of the same move.
    """

    shown: Struct
    private: Mapping[int, Struct] | None = None

    def seen_by(self, viewer: Viewer) -> Struct:
        """The one body that a seat, or the public, sees. (Whoever sees everything sees the bodies of all audiences.)"""
        if self.private is not None and viewer is not PUBLIC:
            return self.private.get(viewer, self.shown)
        return self.shown


class Ranking(Struct, frozen=True, tag="ranking", tag_field="kind"):
    """How a game between opponents ended.

    `places[seat]` is 1 for the winner; seats that tie share the better place (1, 2, 2, 4). `scores[seat]` is in the
    game's own unit and only for people to read: ratings use the places.
    """

    places: tuple[int, ...]
    scores: tuple[float, ...]


class TeamResult(Struct, frozen=True, tag="team", tag_field="kind"):
    """How a cooperative game ended: one result for all seats; a higher `score` is better, also among losses."""

    won: bool
    score: float


Outcome: TypeAlias = Ranking | TeamResult


class State(Protocol):
    """One position of one game, changed only by `apply`.

    Two states that differ only in what a seat cannot know must give that seat equal `to_act`, `legal`, `view`,
    `memory` and events, and the public an equal `public`; `arena.games.laws` holds every registered game to it.
    """

    @property
    def events(self) -> Sequence[Event]:
        """What the set-up or the last `apply` made happen, in order."""

    def to_act(self) -> tuple[int, ...]:
        """The seats that must move now, ascending; where several decide at once, none sees the others' choices. () at
        the end.
        """

    def legal(self, seat: int) -> Sequence[Move]:
        """Every move that this seat may make now, in a stable order; never empty for a seat that is to act."""

    def default(self, seat: int) -> Move:
        """The legal move that the referee makes for a seat that made none: the mildest one, never a gift to other
        seats.
        """

    def view(self, seat: int) -> Struct:
        """What the rules let this seat look at now."""

    def memory(self, seat: int) -> Struct:
        """What this seat was shown earlier and what of it still holds, so that a bot need not remember anything
        itself.
        """

    def public(self) -> Struct:
        """What anybody standing at the table may look at now; every seat may look at all of it, too."""

    def apply(self, moves: Mapping[int, Move]) -> None:
        """Make the moves of all seats of `to_act()` at once. Raises IllegalMove, and then changes nothing."""

    def outcome(self) -> Outcome | None:
        """The result once `to_act()` is empty, else None."""

    def clone(self) -> Self:
        """An independent copy: what is applied to one is not seen in the other."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game as one value: the facts about it, and the functions that begin a position and tell what happened."""

    name: str
    """The game's name in configurations and records: lower case, no spaces."""
    title: str
    version: int
    """The version of the rules. Raise it whenever the same deal and the same moves could lead elsewhere than before."""
    seats: tuple[int, ...]
    """The numbers of seats that the rules allow, ascending."""
    cooperative: bool
    notes: str
    """What a person should know of this edition in a line or two (a reconstruction, an open ruling); "" if nothing."""

    options_type: type[Any]
    """A Struct whose fields all have a default; wrong values raise ValueError or TypeError when it is made."""
    move_type: Any
    """The Struct of its moves, or a union of tagged Structs."""
    view_type: type[Any]
    """The Struct that `State.view` returns."""
    memory_type: type[Any]
    """The Struct that `State.memory` returns."""
    public_type: type[Any]
    """The Struct that `State.public` returns."""

    new: Callable[[Any, int, Deal], State]
    """`new(options, seats, deal)`: the position after the set-up. Raises ValueError for a number of seats that is not
    in `seats`, or options that do not fit it."""

    imagine: Callable[[int, Any, Any, Random, Any], State]
    """`imagine(seat, view, memory, rng, options)`: a full state that `seat`, having seen only `view` and `memory`,
    could be in.

    Every draw fits all that the seat knows; what it does not know is drawn at random. It is the only way in which
    a bot may look ahead, and the laws test secrecy with it. Raises CannotImagine where it finds none: nobody can look
    ahead there, and no secret was tried."""

    tell: Callable[[Any], str]
    """`tell(event)`: an event's body as one sentence for people. Seats in it are `arena.games.Seat`, put in by
    f-strings, so that whoever shows it can name them."""

    tell_move: Callable[[Any, Any], str]
    """`tell_move(view, move)`: a legal move as one short imperative, for the seat that sees this view and may make it:
    `train agent 3 at location 2`. Of all legal moves of the seat each has its own. Seats in it as in `tell`."""

    deck: Callable[[str], Sequence[str]] | None = None
    """`deck(text)`: the cards in the text of a deck's file, in order. A deck is a list of set-ups that an organiser
    chose (openings, maps, dealt hands): each deal of a contest draws one, and `new` finds it as `deal.card`, where it
    raises ValueError for one that it cannot read. Raises ValueError, which names the line, for a text that is no deck.
    None: the game has no decks, and is never given a card."""

    drawing: str | None = None
    """The module that draws the game's table in a page, as `package:path`, for example
    `arena.games.gunrunners:drawing/table.js`; a style sheet beside it has the same name with `.css`. None: the table is
    drawn by the form of its structs. `arena/faces/viewer/draw/drawing.js` says what such a module is."""

    printed: Callable[[Any], Any] | None = None
    """`printed(options)`: what is printed on the game's pieces, as plain data (what msgspec writes as JSON), for its
    drawing: the values of cards, by their names. It may depend on nothing but the options."""
