from .checks import Observed, Subject, check_bot
from .rehearse import Finding, Rehearsal
from .rogues import Rogue, read_rogues, rogues_folder
from .small import Small, quickest
from .trial import play_trial

__all__ = [
    "Finding",
    "Observed",
    "Rehearsal",
    "Rogue",
    "Small",
    "Subject",
    "check_bot",
    "play_trial",
    "quickest",
    "read_rogues",
    "rogues_folder",
]
