"""Toy games that leak in their events: beside one that passes, and in the set-up."""

from __future__ import annotations

from arena.games import Event
from arena.games.toys import COLOURS, LanternsMemory, LanternsState, Placed
from tests.games.breaches import Rolled, RolledInVain, RollsInVain, SpyingMemory


class RollsAndLeaks(RollsInVain):
    """Beside a roll in vain, of which nothing need be kept, everybody hears which lantern was covered."""

    def placing(self, placed: Placed) -> Event:
        return Event(placed)


class LeakySetUp(LanternsState):
    """When the lanterns have been dealt, everybody is told which comes next."""

    def __init__(self, hands: list[list[str]], box: list[str], table: list[Placed]) -> None:
        super().__init__(hands, box, table)
        self.events = [Event(Rolled(COLOURS.index(box[-1])))]


class LeakySetUpToOne(LeakySetUp):
    """Only seat 1 is told."""

    def __init__(self, hands: list[list[str]], box: list[str], table: list[Placed]) -> None:
        super().__init__(hands, box, table)
        (told,) = self.events
        self.events = [Event(Rolled(-1), {1: told.shown})]


class HonestSetUp(LanternsState):
    """What everybody is told for a moment and what the view says."""

    def __init__(self, hands: list[list[str]], box: list[str], table: list[Placed]) -> None:
        super().__init__(hands, box, table)
        self.events = [Event(RolledInVain(COLOURS.index(box[-1]))), Event(Rolled(len(box)))]


class KnowsFromTheSetUp(LanternsState):
    """Seat 0 remembers which lantern was on top at the beginning, though nobody told it."""

    def memory(self, seat: int) -> LanternsMemory:
        return SpyingMemory(super().memory(seat).covered, (self.box[-1],) if seat == 0 and not self.table else ())
