"""What the players of these tests are asked, and within what time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Raw
from msgspec.structs import replace

from arena.games import Deal
from arena.games.toys import BIDS, Cover, LanternsMemory, LanternsView, Light
from arena.players import GameStart, Question, TimeControl
from arena.players.process_player import ProcessPlayer
from arena.protocol import Fault
from arena.sandbox import Usage

START = GameStart(BIDS, 7, Deal("deal 1"), 2, 3, Raw(b'{"rounds":3}'), 99)
LEGAL = [Light("blue"), Cover("blue"), Light("red")]
QUESTION = Question([Raw(b'{"n":1}')], LanternsView(3, ("blue", "red"), (), 4), LanternsMemory(()), LEGAL, alone=True)
BIG = replace(QUESTION, events=[Raw(b'"%s"' % (b"x" * 200_000))])

CONTROL = TimeControl(start_ms=5000, move_ms=1000, send_ms=800, margin_ms=20)
UNLIMITED = TimeControl(move_ms=None)

Seat: TypeAlias = Callable[..., ProcessPlayer]
"""What the fixture `seat` gives."""


def used(player: ProcessPlayer) -> Usage:
    """What a seat reports that it has used, which it must."""
    usage = player.report().usage
    assert usage is not None
    return usage


async def faulty(player: ProcessPlayer, question: Question = QUESTION) -> Fault:
    """The fault that a decision must end with."""
    answer = (await player.decide(question)).choice
    assert isinstance(answer, Fault)
    return answer
