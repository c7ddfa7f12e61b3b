from .frames import FORMAT, Decision, Frame, Happened, Replay, Trouble, replay_for
from .public_record import PublicRecord, public_record
from .story import tell_game

__all__ = [
    "FORMAT",
    "Decision",
    "Frame",
    "Happened",
    "PublicRecord",
    "Replay",
    "Trouble",
    "public_record",
    "replay_for",
    "tell_game",
]
