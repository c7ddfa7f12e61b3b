from .following import Following
from .frames import FORMAT, Decision, Frame, Happened, Replay, Trouble, replay_for
from .story import tell_game

__all__ = ["FORMAT", "Decision", "Following", "Frame", "Happened", "Replay", "Trouble", "replay_for", "tell_game"]
