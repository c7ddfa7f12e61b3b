from .frames import FORMAT, Decision, Frame, Happened, Look, Made, Replay, Teller, Trouble, replay_for
from .public import PublicRecord, public_record
from .story import tell_game

__all__ = [
    "FORMAT",
    "Decision",
    "Frame",
    "Happened",
    "Look",
    "Made",
    "PublicRecord",
    "Replay",
    "Teller",
    "Trouble",
    "public_record",
    "replay_for",
    "tell_game",
]
