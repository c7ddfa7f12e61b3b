from .frames import FORMAT, NOTHING_SAID, Decision, Frame, Happened, Look, Made, Replay, Teller, Trouble, replay_for
from .public import PublicRecord, public_record
from .sayings import Saying, stderr_of
from .story import tell_game

__all__ = [
    "FORMAT",
    "NOTHING_SAID",
    "Decision",
    "Frame",
    "Happened",
    "Look",
    "Made",
    "PublicRecord",
    "Replay",
    "Saying",
    "Teller",
    "Trouble",
    "public_record",
    "replay_for",
    "stderr_of",
    "tell_game",
]
