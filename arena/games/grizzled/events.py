"""What happens in a game, as it is told to the seats: `{"event": "played", "veteran": 0, "card": "night shell"}`.

A field that only some seats may see is absent from what the others get.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

Defeat = Literal["four hard knocks", "monument", "thirteen cards"]


class Began(Struct, frozen=True, omit_defaults=True, tag="began", tag_field="event"):
    """Set-up: the veterans by number, their third Support `tiles`, and the first leader."""

    veterans: tuple[str, ...]
    tiles: tuple[str, ...]
    leader: int


class MissionBegan(Struct, frozen=True, omit_defaults=True, tag="mission_began", tag_field="event"):
    """`dealt` cards by veteran (for one player all are dealt to the first)."""

    mission: int
    leader: int
    intensity: int
    dealt: tuple[int, ...]


class Drew(Struct, frozen=True, omit_defaults=True, tag="drew", tag_field="event"):
    """A hand got cards; only its player sees which."""

    veteran: int
    count: int
    cards: tuple[str, ...] | None = None


class Played(Struct, frozen=True, omit_defaults=True, tag="played", tag_field="event"):
    """A Threat went to No Man's Land or a Hard Knock to the veteran; `drawn` if it came from the pile."""

    veteran: int
    card: str
    drawn: Literal["trap", "clumsy"] | None = None


class TrapStopped(Struct, frozen=True, omit_defaults=True, tag="trap_stopped", tag_field="event"):
    """A Luck symbol has stopped a Trap."""

    veteran: int


class CharmUsed(Struct, frozen=True, omit_defaults=True, tag="charm_used", tag_field="event"):
    """A Threat was discarded from No Man's Land."""

    veteran: int
    card: str


class Spoke(Struct, frozen=True, omit_defaults=True, tag="spoke", tag_field="event"):
    """A Speech against a threat."""

    veteran: int
    threat: str


class ShedCard(Struct, frozen=True, omit_defaults=True, tag="shed", tag_field="event"):
    """A veteran discarded a card from the hand on a Speech; no event if it did not."""

    veteran: int
    card: str


class Withdrew(Struct, frozen=True, omit_defaults=True, tag="withdrew", tag_field="event"):
    """A veteran has left the mission; `placed` a Support tile, seen by its player only: `tile`."""

    veteran: int
    placed: bool
    tile: str | None = None


class Dropped(Struct, frozen=True, omit_defaults=True, tag="dropped", tag_field="event"):
    """Absent-minded: a Support tile is out of the game."""

    veteran: int
    tile: str


class Removed(Struct, frozen=True, omit_defaults=True, tag="removed", tag_field="event"):
    """A Hard Knock was taken off a veteran."""

    veteran: int
    card: str


class MissionEnded(Struct, frozen=True, omit_defaults=True, tag="mission_ended", tag_field="event"):
    """All have withdrawn, or three of these `threats` were active."""

    passing: ClassVar[bool] = True  # after a failure the last card is shuffled away with the others

    success: bool
    threats: tuple[str, ...] = ()


class Supported(Struct, frozen=True, omit_defaults=True, tag="supported", tag_field="event"):
    """The Support tiles `placed`, by veteran, and the veteran that is supported, null for nobody; for one player the
    `drawn` tile."""

    placed: tuple[str | None, ...]
    winner: int | None
    drawn: str | None = None


class MoraleDropped(Struct, frozen=True, omit_defaults=True, tag="morale_dropped", tag_field="event"):
    """So many cards went from the Morale Reserve to the Trials pile."""

    cards: int


class LeaderChanged(Struct, frozen=True, omit_defaults=True, tag="leader_changed", tag_field="event"):
    """`speech` is the veteran that got a Speech token, if any did."""

    leader: int
    speech: int | None = None


class GameOver(Struct, frozen=True, omit_defaults=True, tag="game_over", tag_field="event"):
    """Peace, or why not."""

    won: bool
    score: float
    defeat: Defeat | None = None
