"""One game: rules x players -> record. It is played in `play`, or as one of many in a `worker`."""

from arena.referee.fixture import FaultPolicy, Fixture
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
    "replay",
    "verify",
]
