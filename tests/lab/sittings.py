"""Seats of recorded games, as the lab has them."""

from __future__ import annotations

from arena.games import Game
from arena.lab import Sitting
from arena.players import TimeControl
from arena.referee import GameRecord, decode_record, encode_record
from arena.sandbox import Limits


def sitting(record: GameRecord, game: Game, seat: int, control: TimeControl | None = None, seed: int = 0) -> Sitting:
    """As it comes out of a store; `tests.referee.helpers.fixture` gives seat n the seed 10 + n."""
    return Sitting(
        record=decode_record(encode_record(record)),
        game=game,
        seat=seat,
        seed=seed or 10 + seat,
        control=control or TimeControl(),
        limits=Limits(),
        ponder=True,
    )
