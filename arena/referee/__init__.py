"""One game: rules x players -> record."""

from arena.referee.play import FaultPolicy, Fixture, play
from arena.referee.record import (
    GameRecord,
    Measured,
    SeatFault,
    Status,
    decode_record,
    encode_record,
    lasting_bytes,
)
from arena.referee.replay import Mismatch, Step, replay, verify

__all__ = [
    "FaultPolicy",
    "Fixture",
    "GameRecord",
    "Measured",
    "Mismatch",
    "SeatFault",
    "Status",
    "Step",
    "decode_record",
    "encode_record",
    "lasting_bytes",
    "play",
    "replay",
    "verify",
]
