from .checked import Against, Checked, Survived, Times
from .checks import GAMES, SEED, Subject, check_bot
from .rehearse import Finding, Rehearsal
from .rogues import Rogue, read_rogues, rogues_folder
from .small import Small, quickest
from .trial import play_trial

__all__ = [
    "GAMES",
    "SEED",
    "Against",
    "Checked",
    "Finding",
    "Rehearsal",
    "Rogue",
    "Small",
    "Subject",
    "Survived",
    "Times",
    "check_bot",
    "play_trial",
    "quickest",
    "read_rogues",
    "rogues_folder",
]
