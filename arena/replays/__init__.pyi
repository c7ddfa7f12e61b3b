from .frames import FORMAT, NOTHING_SAID, Decision, Frame, Happened, Replay, Trouble, replay_for
from .published import public_record
from .story import tell_game
from .words import Words, stderr_of

__all__ = [
    "FORMAT",
    "NOTHING_SAID",
    "Decision",
    "Frame",
    "Happened",
    "Replay",
    "Trouble",
    "Words",
    "public_record",
    "replay_for",
    "stderr_of",
    "tell_game",
]
