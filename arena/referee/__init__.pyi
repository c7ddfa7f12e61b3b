from .fixture import FaultPolicy, Fixture
from .game_loop import play
from .live import GameFiles, Heard, Listener
from .making import GameMaker
from .observing import Began, Decided, Ended, News, Observer, Told
from .record import GameRecord, Measured, SeatFault, Status, decode_record, encode_record, lasting_bytes
from .replaying import Follower, Mismatch, Step, replay, verify
from .retelling import Asked, Retelling
from .telling import Sight, sights, told_to
from .worker_messages import HAND_IN_EVERY, Assignment, Setup

__all__ = [
    "HAND_IN_EVERY",
    "Asked",
    "Assignment",
    "Began",
    "Decided",
    "Ended",
    "FaultPolicy",
    "Fixture",
    "Follower",
    "GameFiles",
    "GameMaker",
    "GameRecord",
    "Heard",
    "Listener",
    "Measured",
    "Mismatch",
    "News",
    "Observer",
    "Retelling",
    "SeatFault",
    "Setup",
    "Sight",
    "Status",
    "Step",
    "Told",
    "decode_record",
    "encode_record",
    "lasting_bytes",
    "play",
    "replay",
    "sights",
    "told_to",
    "verify",
]
