from .following import Following
from .frames import (
    FORMAT,
    NOTHING_SAID,
    Decision,
    Frame,
    Happened,
    Look,
    Made,
    Replay,
    Teller,
    Telling,
    Trouble,
    replay_for,
)
from .public import PublicRecord, public_record
from .sayings import Saying, stderr_of
from .story import tell_game

__all__ = [
    "FORMAT",
    "NOTHING_SAID",
    "Decision",
    "Following",
    "Frame",
    "Happened",
    "Look",
    "Made",
    "PublicRecord",
    "Replay",
    "Saying",
    "Teller",
    "Telling",
    "Trouble",
    "public_record",
    "replay_for",
    "stderr_of",
    "tell_game",
]
