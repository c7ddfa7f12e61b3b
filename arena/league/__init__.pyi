from .entrants import Entrants, equipped
from .roster import Given, Roster

__all__ = ["Entrants", "Given", "Roster", "equipped"]
