from .entrants import Entrants, equipped
from .entry_files import EntryFiles, entry_paths, read_entry
from .roster import Given, Roster

__all__ = ["Entrants", "EntryFiles", "Given", "Roster", "entry_paths", "equipped", "read_entry"]
