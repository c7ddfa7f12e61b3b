"""Two small games, whole in a file each: templates for a new game, and what tests play.

Copy the one that is more like yours, and change it bit by bit while `arena.games.laws` says what it breaks.

`bids`: all seats choose at once, and the view tells all that was ever shown. `lanterns`: cooperative, one seat at a
time, with cards face down that only their owner remembers. A game whose rulebook is a long line of steps is easier on
`arena.games.steps`; see `arena.games.gangsta.state`. The toys are no games of the box: no command lists them.
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
