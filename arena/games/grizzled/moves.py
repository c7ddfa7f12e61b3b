"""The moves: what a player can decide, one step at a time. On the wire `{"do": "play", "card": "night shell"}`.

Veterans are numbered in playing order; with three and four seats a veteran's number is that of its seat.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct

from arena.games.grizzled.deck import THREATS

Stage: TypeAlias = Literal[
    "veteran", "first", "keep", "order", "intensity", "action", "recruit", "speech", "advise", "drop", "place",
    "cancel", "give", "arrange", "second", "remove", "shed", "benefit", "fill", "help", "support", "reward", "banish",
    "again", "over",
]  # fmt: skip
"""Which decision is due: who a veteran is; who acts first (one player); the Helping Hand that is kept; the Order; how
many cards are dealt; the action; the Recruit's, made by the leader; what is discarded on a Speech; whom others should
support; which Support tile an absent-minded veteran loses; which tile is placed; whether a veteran that has withdrawn
cancels an Order; which card is passed on; how the top of the Trials pile is arranged; the next card of a second wind;
which Hard Knock is taken off; which card is discarded thanks to a Recruit; its benefit; whether the hand is filled (one
player); whether the Helping Hand `moment` is used; which Hard Knocks the Support removes; who gets which reward; which
card is banished; whether boot camp is played again; none, the game is over."""


class Choose(Struct, frozen=True, tag="choose", tag_field="do"):
    """At the start of a chapter: be this Grizzled."""

    name: str


class Keep(Struct, frozen=True, tag="keep", tag_field="do"):
    """At the set-up: keep this one of two Helping Hands."""

    hand: str


class Order(Struct, frozen=True, tag="order", tag_field="do"):
    """The leader: take this Order of the Day, and put the others `back` on top of their deck, the top first."""

    order: str
    back: tuple[str, ...]


class Refuse(Struct, frozen=True, tag="refuse", tag_field="do"):
    """The leader, once in a certain chapter: take no Order; they go back as they were."""


class Deal(Struct, frozen=True, tag="deal", tag_field="do"):
    """The leader: deal so many cards to everybody in this mission."""

    intensity: int


class Play(Struct, frozen=True, tag="play", tag_field="do"):
    """Play this card from the hand: a Threat to No Man's Land, a Hard Knock to the veteran itself."""

    card: str


class PlayBlind(Struct, frozen=True, tag="play_blind", tag_field="do"):
    """Play a card from the hand that is drawn at random, as confusion has it."""


class Charm(Struct, frozen=True, tag="charm", tag_field="do"):
    """Use the Good Luck Charm: discard this Threat card from No Man's Land."""

    card: str


class Speech(Struct, frozen=True, omit_defaults=True, tag="speech", tag_field="do"):
    """Every other veteran in the mission may discard one card that shows this threat; it costs a Speech token, or the
    Helping Hand `hand`."""

    threat: str
    hand: str | None = None


class Withdraw(Struct, frozen=True, tag="withdraw", tag_field="do"):
    """Leave the mission; `Place` follows if there is a Support tile to place."""


class Use(Struct, frozen=True, omit_defaults=True, tag="use", tag_field="do"):
    """Use this Helping Hand, on this card, of or with this `veteran`; `to` is the veteran to which a Hard Knock is
    moved.
    """

    hand: str
    card: str | None = None
    veteran: int | None = None
    to: int | None = None


class Cancel(Struct, frozen=True, tag="cancel", tag_field="do"):
    """Pay the price that ends this Order."""

    order: str


class Give(Struct, frozen=True, tag="give", tag_field="do"):
    """Pass this card on."""

    card: str


class Shed(Struct, frozen=True, tag="shed", tag_field="do"):
    """Discard this card from the hand: on another's Speech, or thanks to a Recruit."""

    card: str


class Arrange(Struct, frozen=True, tag="arrange", tag_field="do"):
    """Put these cards back on the Trials pile, the top first."""

    cards: tuple[str, ...]


class Pick(Struct, frozen=True, tag="pick", tag_field="do"):
    """Name a veteran: it acts first (one player), its charm is turned face up, or it discards a card."""

    veteran: int


class Clear(Struct, frozen=True, tag="clear", tag_field="do"):
    """Discard this Threat card from No Man's Land."""

    card: str


class Done(Struct, frozen=True, tag="done", tag_field="do"):
    """Choose nothing, or nothing more."""


class Remove(Struct, frozen=True, tag="remove", tag_field="do"):
    """Take this Hard Knock off that veteran."""

    veteran: int
    card: str


class Drop(Struct, frozen=True, tag="drop", tag_field="do"):
    """Absent-minded: take this Support tile out of the game."""

    tile: str


class Advise(Struct, frozen=True, tag="advise", tag_field="do"):
    """Say for all to hear that this veteran should be supported."""

    veteran: int


class Place(Struct, frozen=True, tag="place", tag_field="do"):
    """Put this Support tile face down before the veteran that withdraws."""

    tile: str


class Fill(Struct, frozen=True, tag="fill", tag_field="do"):
    """For one player: draw up to three cards. Whoever declines once cannot do so again in this mission."""


class Take(Struct, frozen=True, tag="take", tag_field="do"):
    """The leader, after a chapter that was won: take this Helping Hand for that veteran."""

    hand: str
    veteran: int


class Again(Struct, frozen=True, tag="again", tag_field="do"):
    """After boot camp was lost: play it once more."""


class Banish(Struct, frozen=True, tag="banish", tag_field="do"):
    """After a chapter that was lost: take this Trial card of the own hand, or Hard Knock of any veteran, out of the
    campaign."""

    card: str


AnyMove: TypeAlias = (
    Choose | Keep | Order | Refuse | Deal | Play | PlayBlind | Charm | Speech | Withdraw | Use | Cancel | Give | Shed
    | Arrange | Pick | Clear | Done | Remove | Drop | Advise | Place | Fill | Take | Banish | Again
)  # fmt: skip

# Moves are made once and used again: positions ask for the same ones over and over.
DONE, WITHDRAW, FILL, PLAY_BLIND, REFUSE, AGAIN = Done(), Withdraw(), Fill(), PlayBlind(), Refuse(), Again()
choose = cache(Choose)
deal = cache(Deal)
play = cache(Play)
charm = cache(Charm)
speech = cache(Speech)
shed = cache(Shed)
remove = cache(Remove)
drop = cache(Drop)
place = cache(Place)
use = cache(Use)
give = cache(Give)
pick = cache(Pick)
advise = cache(Advise)
SPEECHES = tuple(map(speech, THREATS))
