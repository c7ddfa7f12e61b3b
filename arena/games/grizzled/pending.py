"""What an action has set off and what is still to be done: small values that lie on the table for all to see."""

from __future__ import annotations

from msgspec import Struct

from arena.games.grizzled.events import Drawn

RECRUIT = -1
"""The number of the Recruit, where a veteran has its own."""


class Landing(Struct, frozen=True, omit_defaults=True):
    """A Trial card on its way down: who plays it (-1: the Recruit), and why, if it came from the pile."""

    veteran: int
    card: str
    drawn: Drawn | None = None


class Removal(Struct, frozen=True):
    """`veteran` takes `count` Hard Knocks off the veteran `of`, or off any if that is null; `optional`: or fewer."""

    veteran: int
    of: int | None
    count: int
    optional: bool


class Gift(Struct, frozen=True):
    """`veteran` chooses a card, which goes to the hand of the veteran `to`; `optional`: it may choose none."""

    veteran: int
    to: int
    optional: bool


class Shedding(Struct, frozen=True):
    """`veteran` discards a card from the hand; `optional`: or none."""

    veteran: int
    optional: bool


class Pending(Struct, frozen=True, omit_defaults=True):
    """What an action has set off, under the names that the position has for it. What is at its default is not on the
    wire.

    `offered`: the Helping Hands that each veteran keeps one of, as far as this seat may see them, null for others.
    `helpers`: who is still to be asked for the Helping Hand of the moment. `openings`: what comes before the first turn
    of a mission. `landing`: Trial cards on their way down; `trap`: who is springing a Trap; `plays`: how many cards are
    still played on a second wind; `fresh`: the cards that went down in this action. `leaving`: the veteran that has
    just withdrawn and may meet the condition of an Order, or that may banish a card; `stumbling`: the clumsy one that
    has just withdrawn and is still to play the top Trial card. `removing`, `giving`, `shedding`: see there; `picked`
    are those who have chosen what they give. `looking`: how many top Trial cards are being arranged. `thanks`: the
    Recruit whose benefit is due. `spared`: the land of the failed mission will be discarded. `revealed`: the Support
    tiles of this mission, by veteran; `tied`: those with most of them, if there is more than one.
    """

    offered: tuple[tuple[str | None, ...], ...] = ()
    helpers: tuple[int, ...] = ()
    openings: tuple[str, ...] = ()
    landing: tuple[Landing, ...] = ()
    trap: int | None = None
    plays: int = 0
    fresh: tuple[str, ...] = ()
    leaving: int | None = None
    stumbling: int | None = None
    removing: tuple[Removal, ...] = ()
    giving: tuple[Gift, ...] = ()
    picked: tuple[int, ...] = ()
    shedding: tuple[Shedding, ...] = ()
    looking: int = 0
    thanks: str | None = None
    spared: bool = False
    revealed: tuple[str | None, ...] = ()
    tied: tuple[int, ...] = ()
