from .rehearse import Finding, Rehearsal
from .rogues import Rogue, read_rogues, rogues_folder

__all__ = ["Finding", "Rehearsal", "Rogue", "read_rogues", "rogues_folder"]
