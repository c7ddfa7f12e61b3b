from .cast import Cast
from .entrants import Entrants
from .opening import differing_from, opened, seated
from .roster import Given, Roster

__all__ = ["Cast", "Entrants", "Given", "Roster", "differing_from", "opened", "seated"]
