from .entrants import Entrants, equipped
from .entry_files import EntryFiles, entry_paths, read_entry

__all__ = ["Entrants", "EntryFiles", "entry_paths", "equipped", "read_entry"]
