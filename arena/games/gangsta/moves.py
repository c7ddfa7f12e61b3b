"""The moves: what a player can decide, one step at a time. On the wire `{"do": "recruit", "gangster": "mafia 2"}`.

Gangsters and heists are named by their cards; there is one of each, so a name also says whose gangster it is.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from msgspec import Struct


class Keep(Struct, frozen=True, tag="keep", tag_field="do"):
    """Set-up of the resources variant: the one of the two offered cards to play with."""

    resource: str


class Done(Struct, frozen=True, tag="done", tag_field="do"):
    """Choose no more of what is optional: waking, learning, hiring, robbing, diverting, discharging, discarding, an
    extra turn.
    """


class Wake(Struct, frozen=True, tag="wake", tag_field="do"):
    """Make one of the own gangsters Available: mobilisation, private jet, secret society."""

    gangster: str


class WakeAll(Struct, frozen=True, tag="wake_all", tag_field="do"):
    """Headquarters: pay 1 dollar in the mobilisation to make the whole gang Available."""


class Recruit(Struct, frozen=True, tag="recruit", tag_field="do"):
    """Pay for a gangster of the reserve (or, informer network, the top of its pile): an action or a heist's reward."""

    gangster: str


class Perform(Struct, frozen=True, omit_defaults=True, tag="perform", tag_field="do"):
    """Announce a heist of the display (or, bikers gang, the top of its pile); `Activate` follows until nothing is
    missing. `drop`: the skill that the high tech equipment does without."""

    heist: str
    drop: str | None = None


class Pass(Struct, frozen=True, tag="pass", tag_field="do"):
    """Take the Leaders' income instead of acting."""


class PlayAgain(Struct, frozen=True, tag="play_again", tag_field="do"):
    """Take the extra turn that the heist of this turn has brought."""


class Activate(Struct, frozen=True, tag="activate", tag_field="do"):
    """Send a gangster to the heist. One of another gang can be sent only if the heist is cooperative and one of the
    seat's own went before.
    """

    gangster: str


class Teach(Struct, frozen=True, tag="teach", tag_field="do"):
    """Apprenticeship: put the heist under a gangster that took part in it."""

    gangster: str


class Rob(Struct, frozen=True, tag="rob", tag_field="do"):
    """Theft: choose the opponent that pays."""

    seat: int


class Assassinate(Struct, frozen=True, tag="assassinate", tag_field="do"):
    """Assassination: choose the opponent that must give up a gangster with exactly two skills."""

    seat: int


class GiveUp(Struct, frozen=True, tag="give_up", tag_field="do"):
    """Lose one of the seat's own gangsters: assassination, gang war, snitch."""

    gangster: str


class Eliminate(Struct, frozen=True, tag="eliminate", tag_field="do"):
    """Gang war between two seats, won by at least twice as many: choose the gangster that the loser loses."""

    gangster: str


class Divert(Struct, frozen=True, tag="divert", tag_field="do"):
    """Diversion: make an Available gangster of an opponent Activated."""

    gangster: str


class Discharge(Struct, frozen=True, tag="discharge", tag_field="do"):
    """Hospital, on passing: take a gangster that lies on it back, Available."""

    gangster: str


class Discard(Struct, frozen=True, tag="discard", tag_field="do"):
    """On passing: put away a heist of the display or a gangster of the reserve."""

    card: str


AnyMove: TypeAlias = (
    Keep
    | Done
    | Wake
    | WakeAll
    | Recruit
    | Perform
    | Pass
    | Activate
    | Teach
    | Rob
    | Assassinate
    | GiveUp
    | Eliminate
    | Divert
    | Discharge
    | Discard
    | PlayAgain
)

# Moves are made once and used again: positions ask for the same ones over and over.
DONE, WAKE_ALL, PASS, PLAY_AGAIN = Done(), WakeAll(), Pass(), PlayAgain()
wake = cache(Wake)
recruit = cache(Recruit)
perform = cache(Perform)
activate = cache(Activate)
teach = cache(Teach)
rob = cache(Rob)
assassinate = cache(Assassinate)
give_up = cache(GiveUp)
eliminate = cache(Eliminate)
divert = cache(Divert)
discharge = cache(Discharge)
discard = cache(Discard)
