"""What would have been an answer to a request."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from msgspec import Raw, Struct

from arena.games import Game, plain


class _Request(Struct):
    """Of a request what is needed to answer it."""

    type: str
    id: int
    view: Raw = Raw(b"null")
    legal: list[Raw] = []


def request_id(request: bytes) -> int:
    """The number of the request that this line is; -1 for a line that is none, such as one that was cut short."""
    with suppress(msgspec.MsgspecError):
        return msgspec.json.decode(request, type=_Request).id
    return -1


def right_answer(request: bytes, game: Game) -> tuple[str, str] | None:
    """An answer to the request that is right in form and legal, and in words what it says; None where the line is no
    request."""
    try:
        asked = msgspec.json.decode(request, type=_Request)
    except msgspec.MsgspecError:
        return None
    if asked.type != "turn":
        return f'{{"type": "ready", "id": {asked.id}, "protocol": 1, "name": "my bot"}}', "it is ready"
    move = msgspec.json.decode(asked.legal[0], type=game.move_type)
    view = msgspec.json.decode(asked.view, type=game.view_type)
    return f'{{"id": {asked.id}, "choice": 0}}', plain(game.tell_move(view, move))
