from .frames import FORMAT, Decision, Frame, Happened, Replay, Trouble, replay_for
from .published import public_record
from .story import tell_game

__all__ = [
    "FORMAT",
    "Decision",
    "Frame",
    "Happened",
    "Replay",
    "Trouble",
    "public_record",
    "replay_for",
    "tell_game",
]
