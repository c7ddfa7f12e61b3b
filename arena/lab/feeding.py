"""A recorded game fed to one player, message by message as its seat got it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from arena.errors import WrongInput
from arena.lab.sitting import Sitting
from arena.players import Answer, MachineTrouble, Player
from arena.protocol import Fault
from arena.referee import Asked


class Undecided(WrongInput):
    """The machine kept the game from being told to the end, so that nothing is known of the bot: neither that it did as
    recorded, nor that it did otherwise."""


@contextmanager
def undecided() -> Iterator[None]:
    """Tells trouble with the machine from what a bot did. Raises Undecided."""
    try:
        yield
    except MachineTrouble as problem:
        raise Undecided(
            f"nothing can be said of the bot, for the machine failed: {problem}; try again, when less is going on"
        ) from problem


class Fed(NamedTuple):
    """A question of the recorded game, and what the player says to it."""

    asked: Asked
    answer: Answer

    @property
    def same(self) -> bool:
        """Whether that is what was recorded: the same move, or a fault of the same kind."""
        choice = self.answer.choice
        return (choice.verdict if isinstance(choice, Fault) else choice) == self.asked.recorded


async def feed(
    sitting: Sitting,
    player: Player,
    hear: Callable[[Fed], bool],
    before: Callable[[Asked], Awaitable[object]] | None = None,
) -> Fault | None:
    """Puts the player on the seat. Whatever it answers, it is told what happened in the record; `before` is awaited
    before each question, and `hear`, which is told each answer, says whether to go on. Returns the fault that kept it
    from the game's start, if any. The player is stopped in the end. Raises Mismatch and MachineTrouble."""
    told = sitting.retelling()
    try:
        fault = await player.start(told.start)
        if fault is not None:
            return fault
        for asked in told:
            if before is not None:
                await before(asked)
            answer = await player.decide(asked.question)
            if not hear(Fed(asked, answer)):
                return None
            if isinstance(answer.choice, Fault) and answer.choice.final:
                await player.forfeit()
                return None
        await player.end(told.ending(), sitting.record.outcome)
        return None
    finally:
        await player.stop()
