"""Decides who is told what: the one place where what a game shows is handed to an audience.

Whatever tells somebody of a game asks here and tells nothing else: the referee its seats, a story its reader, a replay
its watcher. So there is one answer to what a seat, the public, or one who sees everything may know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Raw, Struct

from arena.games import EVERYTHING, PUBLIC, Audience, Event, State
from arena.players import Question
from arena.protocol import encode_body


class Telling:
    """What the seats of one game have not been told yet."""

    def __init__(self, seats: int) -> None:
        self._shown: list[Raw] = []
        """All that has happened, as everybody saw it, encoded once for all."""
        self._private: list[list[tuple[int, Raw]]] = [[] for _ in range(seats)]
        """What each seat saw otherwise, with the number of the event, since it was last told."""
        self._told = [0] * seats
        """How many events each seat has been told."""

    def hear(self, events: Sequence[Event]) -> None:
        """Note that these events have happened."""
        for event in events:
            if event.private:
                for seat, body in event.private.items():
                    self._private[seat].append((len(self._shown), Raw(encode_body(body))))
            self._shown.append(Raw(encode_body(event.shown)))

    def news(self, seat: int) -> list[Raw]:
        """What this seat saw happen since it was last told, oldest first."""
        told = self._told[seat]
        news = self._shown[told:]
        self._told[seat] = len(self._shown)
        if own := self._private[seat]:
            for number, body in own:
                news[number - told] = body
            self._private[seat] = []
        return news

    def question(self, state: State, seat: int, legal: Sequence[Any], alone: bool) -> Question:
        """Everything that a seat is told when it is asked."""
        return Question(self.news(seat), state.view(seat), state.memory(seat), legal, alone)


class Told(NamedTuple):
    """One body of an event: `seats` are those that see it, None stands for all others and the public."""

    seats: tuple[int, ...] | None
    body: Struct


def told_to(audience: Audience, event: Event) -> list[Told]:
    """What the audience sees of an event: one body; for one who sees everything, all bodies that there are."""
    if isinstance(audience, int):
        return [Told(None, event.seen_by(audience))]
    if audience is PUBLIC or not event.private:
        return [Told(None, event.shown)]
    by_body: dict[Struct, list[int]] = {}
    for seat, body in sorted(event.private.items()):
        by_body.setdefault(body, []).append(seat)
    return [Told(tuple(seats), body) for body, seats in by_body.items()] + [Told(None, event.shown)]


class Sight(Struct, frozen=True, omit_defaults=True):
    """What a seat can look at between two moves: its view, its memory, and its legal moves if it is to act. They are
    the structs of the game, as the seat's bot gets them."""

    view: Any
    memory: Any
    legal: tuple[Any, ...] = ()


def sights(audience: Audience, state: State, seats: int) -> Iterator[tuple[int, Sight]]:
    """What the audience can look at now of what single seats see: a seat sees its own, one who sees everything that of
    all seats, the public nothing."""
    acting = state.to_act()
    for seat in range(seats):
        if audience in (seat, EVERYTHING):
            legal = tuple(state.legal(seat)) if seat in acting else ()
            yield seat, Sight(state.view(seat), state.memory(seat), legal)
