"""What happens in a game, as the seats are told it: `{"event": "played", "veteran": 0, "card": "night shell"}`.

A field that only some seats may see is absent from what the others are sent. Veteran -1 is the Recruit.
"""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from arena.games.grizzled.options import Saved

Defeat = Literal["four hard knocks", "monument", "thirteen cards"]
Drawn: TypeAlias = Literal["trap", "clumsy", "order"]
"""Why a card is played from the pile."""


class Began(Struct, frozen=True, omit_defaults=True, tag="began", tag_field="event"):
    """Set-up: the veterans by number (none if they are chosen now), their third Support `tiles`, and the first leader;
    the `chapter` of a campaign; the Helping Hands that each veteran can keep one of, as far as a seat may see them."""

    veterans: tuple[str, ...]
    tiles: tuple[str, ...]
    leader: int
    chapter: int | None = None
    offered: tuple[tuple[str, ...], ...] = ()


class Chose(Struct, frozen=True, omit_defaults=True, tag="chose", tag_field="event"):
    """A veteran plays as this Grizzled in this chapter."""

    veteran: int
    name: str


class Kept(Struct, frozen=True, omit_defaults=True, tag="kept", tag_field="event"):
    """A veteran holds this Helping Hand from now on; one that lies face down is seen by its player only."""

    veteran: int
    hand: str | None = None


class OrdersDrawn(Struct, frozen=True, omit_defaults=True, tag="orders_drawn", tag_field="event"):
    """The leader looks at so many Orders, and only it sees which."""

    leader: int
    count: int
    orders: tuple[str, ...] | None = None


class Ordered(Struct, frozen=True, omit_defaults=True, tag="ordered", tag_field="event"):
    """An Order is in force; the others went `back` on their deck, as only the leader knows."""

    order: str
    back: tuple[str, ...] | None = None


class OrdersRefused(Struct, frozen=True, omit_defaults=True, tag="orders_refused", tag_field="event"):
    """The leader took none of the Orders that it had drawn."""


class OrderLeft(Struct, frozen=True, omit_defaults=True, tag="order_left", tag_field="event"):
    """An Order is in force no more; `veteran` has ended it, null if its time was over."""

    order: str
    veteran: int | None = None


class MissionBegan(Struct, frozen=True, omit_defaults=True, tag="mission_began", tag_field="event"):
    """`dealt` cards by veteran (for one player all are dealt to the first)."""

    mission: int
    leader: int
    intensity: int
    dealt: tuple[int, ...]


class TurnBegan(Struct, frozen=True, omit_defaults=True, tag="turn_began", tag_field="event"):
    """The turn of a veteran, or of the Recruit (-1), for which a seat decides, and how it stands: who is in the
    mission, the threats that are active, and the cards in the pile and in the reserve."""

    turn: int
    veteran: int
    name: str
    seat: int
    inside: tuple[int, ...]
    threats: dict[str, int]
    trials: int
    reserve: int


class RecruitArrived(Struct, frozen=True, omit_defaults=True, tag="recruit_arrived", tag_field="event"):
    """A Recruit arrives: it sits `after` that veteran, and its hand lies open."""

    recruit: str
    after: int
    hand: tuple[str, ...]
    tokens: int


class RecruitDrew(Struct, frozen=True, omit_defaults=True, tag="recruit_drew", tag_field="event"):
    """The Recruit has drawn this card, which lies open."""

    card: str


class RecruitTokens(Struct, frozen=True, omit_defaults=True, tag="recruit_tokens", tag_field="event"):
    """The Recruit has so many Morale tokens now."""

    tokens: int


class RecruitLeft(Struct, frozen=True, omit_defaults=True, tag="recruit_left", tag_field="event"):
    """The Recruit has played its last card and leaves."""

    recruit: str


class Drew(Struct, frozen=True, omit_defaults=True, tag="drew", tag_field="event"):
    """A hand got cards; only its player sees which."""

    veteran: int
    count: int
    cards: tuple[str, ...] | None = None


class Gave(Struct, frozen=True, omit_defaults=True, tag="gave", tag_field="event"):
    """A card went from one hand to another; only these two players see which."""

    veteran: int
    to: int
    card: str | None = None


class Played(Struct, frozen=True, omit_defaults=True, tag="played", tag_field="event"):
    """A Threat went to No Man's Land or a Hard Knock to the veteran; `drawn` if it came from the pile, and `knocked` is
    the veteran that got the Hard Knock if it is another than who played it."""

    veteran: int
    card: str
    drawn: Drawn | None = None
    knocked: int | None = None


class TrapStopped(Struct, frozen=True, omit_defaults=True, tag="trap_stopped", tag_field="event"):
    """The symbol of the card `luck` in No Man's Land has stopped a Trap, and is used up for this mission."""

    veteran: int
    luck: str


class CharmUsed(Struct, frozen=True, omit_defaults=True, tag="charm_used", tag_field="event"):
    """A Threat was removed from No Man's Land."""

    veteran: int
    card: str


class CharmReady(Struct, frozen=True, omit_defaults=True, tag="charm_ready", tag_field="event"):
    """A charm was turned face up again, other than by Support."""

    veteran: int


class Spoke(Struct, frozen=True, omit_defaults=True, tag="spoke", tag_field="event"):
    """A veteran gave a Speech against a threat."""

    veteran: int
    threat: str


class SpeechToken(Struct, frozen=True, omit_defaults=True, tag="speech_token", tag_field="event"):
    """A veteran got a Speech token from the supply, other than at the change of the leader."""

    veteran: int


class HandUsed(Struct, frozen=True, omit_defaults=True, tag="hand_used", tag_field="event"):
    """A Helping Hand was used, on this card if all see it, of or with the `other` veteran, moved `to` a third."""

    veteran: int
    hand: str
    card: str | None = None
    other: int | None = None
    to: int | None = None


class LookedAtPile(Struct, frozen=True, omit_defaults=True, tag="looked_at_pile", tag_field="event"):
    """A veteran has looked at the top Trial cards; only its player sees which they are."""

    veteran: int
    cards: tuple[str, ...] | None = None


class Arranged(Struct, frozen=True, omit_defaults=True, tag="arranged", tag_field="event"):
    """Cards that a veteran had looked at went back on the Trials pile, or a card from its hand went there; only its
    player sees which lie on top now."""

    veteran: int
    cards: tuple[str, ...] | None = None


class PutUnder(Struct, frozen=True, omit_defaults=True, tag="put_under", tag_field="event"):
    """This many cards went from the top of the Trials pile under the Morale Reserve, unseen."""

    cards: int


class ShedCard(Struct, frozen=True, omit_defaults=True, tag="shed", tag_field="event"):
    """A veteran discarded a card from the hand; no event if it did not."""

    passing: ClassVar[bool] = True  # of two that discard at once, what lies there does not tell whose is which

    veteran: int
    card: str


class Cleared(Struct, frozen=True, omit_defaults=True, tag="cleared", tag_field="event"):
    """A Threat was discarded from No Man's Land, other than by a charm."""

    card: str


class Withdrew(Struct, frozen=True, omit_defaults=True, tag="withdrew", tag_field="event"):
    """A veteran has left the mission; `placed` a Support tile, seen by its player only: `tile`."""

    veteran: int
    placed: bool
    tile: str | None = None


class Advised(Struct, frozen=True, omit_defaults=True, tag="advised", tag_field="event"):
    """A veteran that withdraws has said whom the others should support."""

    veteran: int
    whom: int


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

    passing: ClassVar[bool] = True  # a selfish veteran's tile is shown and goes back among its own

    placed: tuple[str | None, ...]
    winner: int | None
    drawn: str | None = None


class MoraleDropped(Struct, frozen=True, omit_defaults=True, tag="morale_dropped", tag_field="event"):
    """This many cards went from the Morale Reserve to the Trials pile, at the end of a mission or for an Order."""

    cards: int


class LeaderChanged(Struct, frozen=True, omit_defaults=True, tag="leader_changed", tag_field="event"):
    """`speech` is the veteran that got a Speech token, if any did."""

    leader: int
    speech: int | None = None


class ChapterEnded(Struct, frozen=True, omit_defaults=True, tag="chapter_ended", tag_field="event"):
    """A chapter of the campaign is over; these Helping Hands could have been earned."""

    chapter: int
    won: bool
    score: float
    offered: tuple[str, ...]
    defeat: Defeat | None = None


class Banished(Struct, frozen=True, omit_defaults=True, tag="banished", tag_field="event"):
    """A card has left the campaign."""

    veteran: int
    card: str


class CampaignSaved(Struct, frozen=True, omit_defaults=True, tag="campaign_saved", tag_field="event"):
    """What is left when all rewards are taken: with it and the next chapter's number as options, a game goes on from
    here."""

    saved: Saved


class GameOver(Struct, frozen=True, omit_defaults=True, tag="game_over", tag_field="event"):
    """Peace, or why not; for a campaign how it ended and its `points`."""

    won: bool
    score: float
    defeat: Defeat | None = None
    ending: str | None = None
    points: int | None = None
