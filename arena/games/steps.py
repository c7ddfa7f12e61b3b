"""For games whose rulebook is a line of steps: a position always stands at one of them.

A step is taken when the one before it is done. If it needs no decision, it happens at once and the next step is taken.
Otherwise it asks, and is made when the seats have answered. So an interruption (a victim's choice in the middle of a
robbery) needs no stack: the position is the index of the step, and a full position can be imagined at any decision.

A game derives a class for what lies on its table from `Stepwise`, and from that class its state, which names the `line`
of steps. The steps are functions of the table, written in files that follow the rulebook. See `arena.games.gangsta`:
first `position`, then `state`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

from arena.games.interface import Event, IllegalMove, Move

__all__ = ["Choices", "Line", "Step", "Stepwise", "Take", "never_asked"]

Choices: TypeAlias = dict[int, tuple[Any, ...]]
"""The moves that each seat may choose from, for the seats that must decide."""

Take: TypeAlias = Callable[[Any], None]


def never_asked(state: Any, chosen: Mapping[int, Any]) -> None:
    """The second half of a step that asks nobody; it is never called."""
    raise AssertionError(f"nobody decides in step {state.at}")


@dataclass(frozen=True, slots=True)
class Step:
    """One step in two halves: `take` does what needs no decision and goes on, or asks; `make` is given what was
    chosen.
    """

    take: Take
    make: Callable[[Any, Mapping[int, Any]], None] = never_asked


class Line:
    """The steps of a game in their order; `places` is where each of them is, by its name, which is that of its `take`.
    Raises TypeError for two steps of one name."""

    def __init__(self, steps: tuple[Step, ...]) -> None:
        self.steps = steps
        names = [step.take.__name__ for step in steps]
        if twice := {name for name in names if names.count(name) > 1}:
            raise TypeError(f"a line has two steps of one name: {', '.join(sorted(twice))}")
        self.places = {name: at for at, name in enumerate(names)}


class Stepwise:
    """The base of a position that is a line of steps. A game's own class names its `line` of steps and its `lists`: the
    attributes that are lists, which a clone copies. What is in these lists must be immutable.
    """

    line = Line(())
    lists = tuple[str, ...]()

    def __init__(self) -> None:
        self.at = 0
        self.stage: Any = None
        self.choices: Choices = {}
        self.events: list[Event] = []

    def to_act(self) -> tuple[int, ...]:
        """The seats that must decide; () at the end."""
        return tuple(self.choices)

    def legal(self, seat: int) -> Sequence[Any]:
        """Every move of the seat, in a fixed order; () for a seat that is not to act."""
        return self.choices.get(seat, ())

    def clone(self) -> Self:
        """An independent copy."""
        twin = copy(self)
        for name in self.lists:
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def answers(self, moves: Mapping[int, Move]) -> dict[int, Any]:
        """The moves of all seats that are to act. Raises IllegalMove if one is not legal; then nothing has changed."""
        if not self.choices or moves.keys() != self.choices.keys():
            raise IllegalMove(f"moves of seats {sorted(moves)}, but to act: {list(self.to_act())}")
        chosen: dict[int, Any] = {}
        for seat, legal in self.choices.items():
            try:
                # The equal one from the list: it has the right types whoever made the other.
                chosen[seat] = legal[legal.index(moves[seat])]
            except ValueError:
                raise IllegalMove(f"seat {seat} cannot {moves[seat]!r} now ({self.stage})") from None
        return chosen

    def go_on(self) -> None:
        """Finish the step that is being taken or made; the next one follows."""
        self.at += 1

    def go_to(self, step: str) -> None:
        """Go on with the step of that name: the steps between are left out or, if it comes earlier, done again.

        A step is called by name, so that no file of rules has to import those that come after it.
        """
        self.at = self.line.places[step]

    def say(self, event: Event) -> None:
        """Add an event to what happened."""
        self.events.append(event)
