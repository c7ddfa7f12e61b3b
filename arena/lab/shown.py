"""A fault with what was said before it, for its author."""

from __future__ import annotations

from msgspec import Struct

from arena.games import Game
from arena.lab.right import request_id, right_answer
from arena.protocol import Verdict, mistake_in

MOST_BYTES = 4096
"""Of a request or an answer that is shown with a fault."""
FORMED: frozenset[Verdict] = frozenset({"malformed", "illegal", "start-failure"})
"""Verdicts on what an answer says, so that it has a place where it goes wrong."""


class ShownFault(Struct, frozen=True, kw_only=True):
    """One fault. `where` names the game. `request` is the line that the bot was sent last, `answer` what it said to it,
    with bytes that are not ASCII as backslash escapes, both cut where they are long; `place` is the character of the
    answer at which it goes wrong. `right` would have been an answer, which says `means`."""

    where: str
    verdict: Verdict
    text: str
    request: str
    answer: str
    place: int | None
    right: str | None
    means: str | None


def shown_fault(where: str, verdict: Verdict, text: str, request: bytes, said: bytes, game: Game) -> ShownFault:
    """The fault of a bot that has said that since the request."""
    line, place = mistake_in(said, request_id(request)) or (said, None)
    right, means = right_answer(request, game) or (None, None)
    return ShownFault(
        where=where,
        verdict=verdict,
        text=text,
        request=_shown(request),
        answer=_shown(line),
        place=len(_shown(line[:place])) if place is not None and verdict in FORMED else None,
        right=right,
        means=means,
    )


def _shown(line: bytes) -> str:
    return line[:MOST_BYTES].decode("ascii", "backslashreplace").removesuffix("\n")
