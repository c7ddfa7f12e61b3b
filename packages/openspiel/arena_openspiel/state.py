"""One position of a game of OpenSpiel, as arena has positions. Chance is drawn as soon as it is due."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from arena.games import Deal, Event, Outcome, Ranking, TeamResult, require_legal

from arena_openspiel.sights import Look
from arena_openspiel.structs import CHANCE, Act, SpielActed, SpielMemory, SpielMove, SpielPublic, SpielView

_GRAIN: Final = 1 << 53
"""Chance is drawn in parts of this: no finer number is a double's."""


@dataclass(frozen=True)
class Table:
    """What stays the same all through one game."""

    game: Any
    """As pyspiel has it."""
    seats: int
    hidden: bool
    """Whether something is hidden."""
    team: bool
    look: Look
    public: Callable[[Any], str]
    beginning: Any
    """The position before anything was done; it is never changed."""

    def begin(self) -> Any:
        """A position before anything was done, to be changed. In some games a copy is had far sooner than a new one:
        gin rummy lists all melds for each."""
        return self.beginning.clone()


class SpielState:
    """A position: OpenSpiel's own, the deal that chance comes from, and all acts so far.

    `position` may be one that has begun, in which `acts` were done; it is changed. What the methods promise is said in
    `arena.games.State`.
    """

    def __init__(self, table: Table, position: Any, deal: Deal, acts: Sequence[tuple[int, int]] = ()) -> None:
        self.table = table
        self.position = position
        self.deal = deal
        self.acts = list(acts)
        self.chances = sum(seat == CHANCE for seat, _ in acts)
        self._to_act: tuple[int, ...] | None = None
        self._legal: dict[int, list[SpielMove]] = {}
        self._seen: dict[int | None, tuple[Act, ...]] = {}
        self.events: Sequence[Event] = self._draw()

    def to_act(self) -> tuple[int, ...]:
        if self._to_act is None:
            self._to_act = self._acting()
        return self._to_act

    def legal(self, seat: int) -> list[SpielMove]:
        if seat not in self.to_act():
            return []
        if seat not in self._legal:
            self._legal[seat] = self._moves(seat)
        return self._legal[seat]

    def default(self, seat: int) -> SpielMove:
        return self.legal(seat)[0]

    def view(self, seat: int) -> SpielView:
        return SpielView(self.table.seats, self.to_act(), self.table.look(self.position, seat))

    def memory(self, seat: int) -> SpielMemory:
        return SpielMemory(self._seen_by(seat))

    def public(self) -> SpielPublic:
        return SpielPublic(self.table.seats, self.to_act(), self.table.public(self.position), self._seen_by(None))

    def apply(self, moves: Mapping[int, SpielMove]) -> None:
        require_legal(self, moves)
        acting = self.to_act()
        if self.position.is_simultaneous_node():
            # One who has nothing to choose is asked for 0 by OpenSpiel, and by arena for nothing.
            self.position.apply_actions([moves[s].action if s in moves else 0 for s in range(self.table.seats)])
        else:
            self.position.apply_action(moves[acting[0]].action)
        for seat in acting:
            self._acted(seat, moves[seat].action)
        self._forget()
        self.events = [self._event(seat, moves[seat]) for seat in acting] + self._draw()

    def outcome(self) -> Outcome | None:
        if self.to_act():
            return None
        returns = [float(score) for score in self.position.returns()]
        if self.table.team:
            return TeamResult(won=returns[0] >= self.table.game.max_utility(), score=returns[0])
        places = tuple(1 + sum(other > score for other in returns) for score in returns)
        return Ranking(places, tuple(returns))

    def clone(self) -> Self:
        copy = type(self)(self.table, self.position.clone(), self.deal, self.acts)
        copy.events = list(self.events)
        copy._seen = dict(self._seen)
        return copy

    def _draw(self) -> list[Event]:
        """Chance, as long as it is due: the n-th time from its own stream of the deal, whatever was done before. Where
        nothing is hidden, all are told of it.
        """
        told: list[Event] = []
        while True:
            if self.position.is_chance_node():
                part = self.deal.stream("chance", self.chances).below(_GRAIN) / _GRAIN
                action = _outcome(self.position.chance_outcomes(), part)
                if not self.table.hidden:
                    told.append(Event(SpielActed(CHANCE, action, self._text(CHANCE, action))))
                self.position.apply_action(action)
                self._acted(CHANCE, action)
                self.chances += 1
            elif self.position.is_simultaneous_node() and not self.to_act():
                self.position.apply_actions([0] * self.table.seats)  # nobody has anything to choose
            else:
                return told
            self._forget()

    def _acting(self) -> tuple[int, ...]:
        if self.position.is_terminal():
            return ()
        if self.position.is_simultaneous_node():
            return tuple(seat for seat in range(self.table.seats) if self.position.legal_actions(seat))
        return (self.position.current_player(),)

    def _moves(self, seat: int) -> list[SpielMove]:
        actions = self.position.legal_actions(seat)
        texts = [self._text(seat, action) for action in actions]
        if len(set(texts)) < len(texts):
            texts = [f"{text} #{action}" for action, text in zip(actions, texts, strict=True)]
        return [SpielMove(action, text) for action, text in zip(actions, texts, strict=True)]

    def _text(self, seat: int, action: int) -> str:
        """OpenSpiel's words for what a seat, or chance, does, in one line."""
        return " ".join(str(self.position.action_to_string(seat, action)).split()) or f"#{action}"

    def _seen_by(self, seat: int | None) -> tuple[Act, ...]:
        """The acts as a seat, or the public, knows them. They are kept: a long game is asked for them often."""
        viewer = seat if self.table.hidden else None
        if viewer not in self._seen:
            shown = [act for by, action in self.acts for act in self._shown(by, action, viewer)]
            self._seen[viewer] = tuple(shown)
        return self._seen[viewer]

    def _shown(self, by: int, action: int, viewer: int | None) -> tuple[Act, ...]:
        """One act as a seat, or the public, knows it: nothing of hidden chance."""
        if not self.table.hidden:
            return (Act(by, action),)
        return () if by == CHANCE else (Act(by, action if by == viewer else None),)

    def _acted(self, by: int, action: int) -> None:
        self.acts.append((by, action))
        for viewer, seen in self._seen.items():
            self._seen[viewer] = seen + self._shown(by, action, viewer)

    def _event(self, seat: int, move: SpielMove) -> Event:
        known = SpielActed(seat, move.action, move.text)
        return Event(SpielActed(seat, None, None), {seat: known}) if self.table.hidden else Event(known)

    def _forget(self) -> None:
        self._to_act = None
        self._legal = {}


def _outcome(outcomes: Sequence[tuple[int, float]], part: float) -> int:
    """The outcome at that part, of 1, of all of them."""
    reached = 0.0
    for action, likely in outcomes:
        reached += likely
        if part < reached:
            return action
    return next(action for action, likely in reversed(outcomes) if likely > 0)  # the sum was rounded below 1
