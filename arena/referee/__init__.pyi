from .fixture import FaultPolicy, Fixture
from .game_loop import play
from .making import GameMaker
from .record import GameRecord, Measured, SeatFault, Status, decode_record, encode_record, lasting_bytes
from .replaying import Mismatch, Step, replay, verify
from .telling import Sight, sights, told_to
from .worker_messages import Assignment, Setup

__all__ = [
    "Assignment",
    "FaultPolicy",
    "Fixture",
    "GameMaker",
    "GameRecord",
    "Measured",
    "Mismatch",
    "SeatFault",
    "Setup",
    "Sight",
    "Status",
    "Step",
    "decode_record",
    "encode_record",
    "lasting_bytes",
    "play",
    "replay",
    "sights",
    "told_to",
    "verify",
]
