"""Recorded games to be looked at, and what lies packed in a page."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from typing import Any

import msgspec
import trio

from arena.games import Game, find_game, game_names
from arena.games.toys import BIDS, LANTERNS
from arena.players import FunctionPlayer, choose_at_random
from arena.referee import FaultPolicy, GameRecord, decode_record, encode_record
from arena.referee.game_loop import play
from tests.referee.helpers import Told, ToldPlayer, fixture

BOX = [find_game(name) for name in game_names()]
GAMES = [BIDS, LANTERNS, *BOX]


def recorded(
    game: Game, seats: int, names: tuple[str, ...] = (), deal: str = "a deal", options: Any = None
) -> GameRecord:
    """A game of random moves as it comes out of a store."""
    players = [FunctionPlayer(choose_at_random) for _ in range(seats)]
    return _stored(trio.run(play, fixture(game, seats, options, deal), players, FaultPolicy()), names)


def faulty(game: Game, *answers: Told, names: tuple[str, ...] = ()) -> GameRecord:
    """A game of two in which the second seat answers so; what it fails to do is done for it."""
    players = [ToldPlayer(), ToldPlayer(*answers)]
    return _stored(trio.run(play, fixture(game, 2), players, FaultPolicy(then="substitute")), names)


def _stored(record: GameRecord, names: tuple[str, ...]) -> GameRecord:
    record = msgspec.structs.replace(record, seating=names or record.seating)
    return decode_record(encode_record(record))


def unpacked(page: str) -> dict[str, Any]:
    """By audience what the page holds, as the viewer has it."""
    packed = re.findall(r'<script type="text/plain" data-told="(\w+)">([A-Za-z0-9+/=]*)</script>', page)
    return {whose: json.loads(gzip.decompress(b64decode(data))) for whose, data in packed}


def held(page: str) -> str:
    """All that is in a page, unpacked."""
    (printed,) = re.findall(r'<script type="text/plain" id="printed">([A-Za-z0-9+/=]*)</script>', page)
    told = [unpacked(page), json.loads(gzip.decompress(b64decode(printed)))]
    return page + json.dumps(told, ensure_ascii=False, separators=(",", ":"))
