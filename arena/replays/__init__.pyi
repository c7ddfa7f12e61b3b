from .frames import FORMAT, Decision, Frame, Happened, Look, Made, Replay, Teller, Trouble, replay_for
from .story import tell_game

__all__ = [
    "FORMAT",
    "Decision",
    "Frame",
    "Happened",
    "Look",
    "Made",
    "Replay",
    "Teller",
    "Trouble",
    "replay_for",
    "tell_game",
]
