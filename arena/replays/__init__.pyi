from .following import Following
from .frames import FORMAT, Decision, Frame, Happened, Look, Made, Replay, Teller, Telling, Trouble, replay_for
from .public import PublicRecord, public_record
from .story import tell_game

__all__ = [
    "FORMAT",
    "Decision",
    "Following",
    "Frame",
    "Happened",
    "Look",
    "Made",
    "PublicRecord",
    "Replay",
    "Teller",
    "Telling",
    "Trouble",
    "public_record",
    "replay_for",
    "tell_game",
]
