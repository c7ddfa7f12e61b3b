"""Two small games, whole in a file each: templates for a new game, and what tests play.

`bids`: all seats choose at once, and the view tells all that was ever shown. `lanterns`: cooperative, one seat at a
time, with cards face down that only their owner remembers. A game whose rulebook is a long line of steps is easier on
`arena.games.steps`; see Gangsta!'s `state`. No command lists the toys: they are no games of the box.
"""

from arena.games.toys.bids import BIDS, Bid, BidsMemory, BidsOptions, BidsPublic, BidsShown, BidsState, BidsView
from arena.games.toys.lanterns import (
    COLOURS,
    LANTERNS,
    Cover,
    LanternsMemory,
    LanternsOptions,
    LanternsPublic,
    LanternsState,
    LanternsView,
    Light,
    Placed,
    Uncovered,
)

__all__ = [
    "BIDS",
    "COLOURS",
    "LANTERNS",
    "Bid",
    "BidsMemory",
    "BidsOptions",
    "BidsPublic",
    "BidsShown",
    "BidsState",
    "BidsView",
    "Cover",
    "LanternsMemory",
    "LanternsOptions",
    "LanternsPublic",
    "LanternsState",
    "LanternsView",
    "Light",
    "Placed",
    "Uncovered",
]
