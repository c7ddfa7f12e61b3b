from .checks import Observed, Subject, check_bot
from .rehearse import Finding, Rehearsal
from .rogues import Rogue, read_rogues, rogues_folder

__all__ = ["Finding", "Observed", "Rehearsal", "Rogue", "Subject", "check_bot", "read_rogues", "rogues_folder"]
