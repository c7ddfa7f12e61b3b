"""A recorded game told to an audience: step by step as data, or in words."""

from arena.replays.frames import FORMAT, Decision, Frame, Happened, Replay, Trouble, replay_for
from arena.replays.story import tell_game

__all__ = [
    "FORMAT",
    "Decision",
    "Frame",
    "Happened",
    "Replay",
    "Trouble",
    "replay_for",
    "tell_game",
]
