"""Events and moves as sentences for people: veterans are told by number and, at first, by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from arena.games.grizzled.deck import CASTING_VOTE, CHARMS, HELPING_HANDS, ORDERS, RECRUITS, TRIALS
from arena.games.grizzled.events import (
    Advised,
    Arranged,
    Banished,
    Began,
    CampaignSaved,
    ChapterEnded,
    CharmReady,
    CharmUsed,
    Chose,
    Cleared,
    Drew,
    Dropped,
    GameOver,
    Gave,
    HandUsed,
    Kept,
    LeaderChanged,
    LookedAtPile,
    MissionBegan,
    MissionEnded,
    MoraleDropped,
    Ordered,
    OrderLeft,
    OrdersDrawn,
    OrdersRefused,
    Played,
    PutUnder,
    RecruitArrived,
    RecruitDrew,
    RecruitLeft,
    RecruitTokens,
    Removed,
    ShedCard,
    SpeechToken,
    Spoke,
    Supported,
    TrapStopped,
    TurnBegan,
    Withdrew,
)
from arena.games.grizzled.moves import (
    Advise,
    Again,
    AnyMove,
    Arrange,
    Banish,
    Cancel,
    Charm,
    Choose,
    Clear,
    Deal,
    Done,
    Drop,
    Fill,
    Give,
    Keep,
    Order,
    Pick,
    Place,
    Play,
    PlayBlind,
    Refuse,
    Remove,
    Shed,
    Speech,
    Stage,
    Take,
    Use,
    Withdraw,
)
from arena.games.grizzled.pending import RECRUIT
from arena.games.grizzled.view import View
from arena.games.words import Seat


def tell(event: Struct) -> str:
    """One sentence on one event, which says what the event's body says and no more. Raises TypeError for any other
    struct.
    """
    for kind in (_of_setup, _of_orders_and_recruits, _of_turns, _of_endings):
        if (sentence := kind(event)) is not None:
            return sentence
    raise TypeError(f"not an event of this game: {event!r}")


def _of_setup(event: Struct) -> str | None:
    match event:
        case Began(veterans, tiles, leader, chapter, offered):
            named = _list(f"veteran {i} is {name}" for i, name in enumerate(veterans))
            names = named or "each player chooses a veteran"
            begins = f"chapter {chapter} begins: " if chapter is not None else ""
            extra = f"; their third Support tiles: {_list(tiles)}" if tiles else ""
            hands = "; ".join(f"veteran {i} can keep {' or '.join(two)}" for i, two in enumerate(offered) if two)
            return f"{begins}{names}{extra}; veteran {leader} leads" + (f"; {hands}" if hands else "")
        case Chose(veteran, name):
            return f"veteran {veteran} is {name}"
        case Kept(veteran, hand):
            return f"veteran {veteran} has " + (f"the Helping Hand {hand}" if hand else "a Helping Hand, face down")
        case MissionBegan(mission, leader, intensity, dealt):
            return (
                f"mission {mission} of intensity {intensity}, led by veteran {leader}: {_list(dealt)} cards are dealt"
            )
        case Drew(veteran, count, cards):
            return f"veteran {veteran} draws {_cards(count)}" + _in_brackets(cards)
        case Gave(veteran, to, card):
            return f"veteran {veteran} gives {card or 'a card'} to veteran {to}"
        case LookedAtPile(veteran, cards):
            return f"veteran {veteran} looks at the top of the Trials pile" + _in_brackets(cards)
        case Arranged(veteran, cards):
            return f"veteran {veteran} puts cards on top of the Trials pile" + _in_brackets(cards)
        case PutUnder(cards):
            return f"{_cards(cards)} of the Trials pile {'goes' if cards == 1 else 'go'} under the reserve"
    return None


def _of_orders_and_recruits(event: Struct) -> str | None:
    match event:
        case OrdersDrawn(leader, count, orders):
            return f"veteran {leader} looks at {count} {'Order' if count == 1 else 'Orders'}" + _in_brackets(orders)
        case Ordered(order, back):
            return f"the Order of the Day is {order}" + (f"; back go {_list(back)}" if back else "")
        case OrdersRefused():
            return "the Orders are refused"
        case OrderLeft(order, veteran):
            return f"the Order {order} is over" + ("" if veteran is None else f", thanks to veteran {veteran}")
        case RecruitArrived(recruit, after, hand, tokens):
            morale = f", with {_tokens(tokens)}" if tokens else ""
            return f"the Recruit {recruit} arrives after veteran {after}{morale}" + _in_brackets(hand)
        case RecruitDrew(card):
            return f"the Recruit draws {card}"
        case RecruitTokens(tokens):
            return f"the Recruit has {_tokens(tokens)}"
        case RecruitLeft(recruit):
            return f"the Recruit {recruit} has played its last card and leaves"
    return None


def _of_turns(event: Struct) -> str | None:
    match event:
        case TurnBegan(turn, veteran, name, seat, inside, threats, trials, reserve):
            who = f"the Recruit {name}" if veteran == RECRUIT else f"veteran {veteran}, {name}"
            team = _list("the Recruit" if one == RECRUIT else one for one in inside)
            active = _list(f"{threat} {count}" for threat, count in threats.items()) or "nothing"
            return (
                f"turn {turn}: {who} ({Seat(seat)}); in the mission: {team}; active: {active}; "
                f"pile {trials}, reserve {reserve}"
            )
        case Played(veteran, card, drawn, knocked):
            why = {"trap": "a Trap makes", "clumsy": "clumsiness makes", "order": "the Order makes"}
            whom = "" if knocked is None else f", which goes to veteran {knocked}"
            who = _who(veteran)
            return (f"{why[drawn]} {who} play {card}" if drawn else f"{who} plays {card}") + whom
        case TrapStopped(veteran, luck):
            return f"{luck} stops the Trap of {_who(veteran)}"
        case CharmUsed(veteran, card):
            return f"veteran {veteran} uses the charm against {card}"
        case CharmReady(veteran):
            return f"the charm of veteran {veteran} is ready again"
        case Spoke(veteran, threat):
            return f"veteran {veteran} gives a Speech against {threat}"
        case SpeechToken(veteran):
            return f"veteran {veteran} gets a Speech token"
        case HandUsed(veteran, hand, card, other, to):
            on = f" on {card}" if card else ""
            with_whom = "" if other is None else f", veteran {other}" + ("" if to is None else f" to veteran {to}")
            return f"veteran {veteran} uses {hand}{on}{with_whom}"
        case ShedCard(veteran, card):
            return f"veteran {veteran} discards {card}"
        case Cleared(card):
            return f"{card} is discarded"
        case Withdrew(veteran, placed, tile):
            support = f", placing {tile or 'a Support tile'}" if placed else ", with no Support tile"
            return f"{_who(veteran)} withdraws" + ("" if veteran == RECRUIT else support)
        case Advised(veteran, whom):
            return f"veteran {veteran} would support veteran {whom}"
        case Dropped(veteran, tile):
            return f"absent-minded veteran {veteran} loses the Support tile {tile}"
        case Removed(veteran, card):
            return f"veteran {veteran} is rid of {card}"
    return None


def _of_endings(event: Struct) -> str | None:
    match event:
        case MissionEnded(success, threats):
            return "the mission succeeds" if success else f"the mission fails: three of {_list(threats)}"
        case Supported(placed, winner, drawn):
            shown = drawn or _list(f"veteran {i} {tile}" for i, tile in enumerate(placed) if tile is not None) or "none"
            return f"Support tiles: {shown}; " + (
                f"veteran {winner} is supported" if winner is not None else "nobody is"
            )
        case MoraleDropped(cards):
            return f"morale drops by {_cards(cards)}"
        case LeaderChanged(leader, speech):
            token = f"; veteran {speech} gets a Speech token" if speech is not None else ""
            return f"veteran {leader} leads{token}"
        case ChapterEnded(chapter, won, score, offered, defeat):
            hands = f"; Helping Hands that could be earned: {_list(offered)}" if offered else ""
            return f"chapter {chapter} is {_result(won, defeat)}, with a score of {score:g}{hands}"
        case Banished(veteran, card):
            return f"veteran {veteran} banishes {card}"
        case CampaignSaved(saved):
            held = "; ".join(f"veteran {i} holds {_list(hands)}" for i, hands in enumerate(saved.hands) if hands)
            return (
                f"the campaign so far: {len(saved.earned)} Helping Hands earned, {len(saved.missed)} missed, "
                f"{_cards(len(saved.banished))} banished" + (f"; {held}" if held else "")
            )
        case GameOver(won, score, defeat, ending, points):
            if ending is not None:
                return f"the campaign ends with {points} points, the {ending} ending, and a score of {score:g}"
            return f"the game is {_result(won, defeat)}, with a score of {score:g}"
    return None


def tell_move(view: View, move: AnyMove) -> str:
    """A legal move as one imperative, for a seat that sees this view."""
    if view.stage == "recruit":
        return f"let the Recruit {_action(view, move)}"
    return _between_actions(view, move) or _action(view, move)


def _action(view: View, move: AnyMove) -> str:
    """What a veteran, or the Recruit, can do on its turn."""
    match move:
        case Play(card):
            return f"take the Hard Knock {card}" if TRIALS[card].hard_knock else f"play {card}"
        case PlayBlind():
            return "play a card drawn at random from the hand"
        case Charm(card):
            return f"use the charm to discard {card}"
        case Speech(threat, hand):
            return f"give a Speech against {threat}" + (f" with the Helping Hand {hand}" if hand else "")
        case Withdraw():
            return "withdraw from the mission"
        case Cancel(order):
            price = ORDERS[order].until
            return f"end the Order {order}" + (f": {price}" if price else "")
        case Use(hand, None, None, None):
            return f"use the Helping Hand {hand} ({HELPING_HANDS[hand].text})"
        case Use(hand, card, veteran, to):
            on = f" on {card}" if card else ""
            how = "from" if to is not None else "for" if hand == CASTING_VOTE else "with"
            whom = f" {how} {_named(view, veteran)}" if veteran is not None else ""
            towards = f" to {_named(view, to)}" if to is not None else ""
            return f"use the Helping Hand {hand}{on}{whom}{towards}"
        case _:
            raise TypeError(f"not a move of this game: {move!r}")


def _between_actions(view: View, move: AnyMove) -> str | None:
    match move:
        case Done():
            return f"do without the {view.moment}" if view.stage == "help" else _WITHOUT.get(view.stage, "do no more")
        case Choose(name):
            return f"be {name}, with a charm against {CHARMS[name]}"
        case Keep(hand):
            return f"keep the Helping Hand {hand} ({HELPING_HANDS[hand].text})"
        case Order(order, back):
            rest = f"; back go {_list(back)}" if back else ""
            return f"take the Order {order} ({ORDERS[order].text}){rest}"
        case Refuse():
            return "refuse the Orders"
        case Deal(intensity):
            return f"deal {_cards(intensity)} to everybody"
        case Give(card):
            to = [gift.to for gift in view.pending.giving if gift.veteran in view.asked]
            return f"give {card}" + (f" to {_named(view, to[0])}" if len(to) == 1 else "")
        case Shed(card):
            return f"discard {card} from the hand"
        case Arrange(cards):
            return f"put back on the Trials pile, the top first: {_list(cards)}"
        case Pick(veteran):
            return _picked(view, _named(view, veteran))
        case Clear(card):
            return f"discard {card} from No Man's Land"
        case Remove(veteran, card):
            return f"take {card} off {_named(view, veteran)}"
        case Drop(tile):
            return f"lose the Support tile {tile}"
        case Advise(veteran):
            return f"say that {_named(view, veteran)} should be supported"
        case Place(tile):
            return f"place the Support tile {tile}"
        case Fill():
            return "fill the hand"
        case Take(hand, veteran):
            return f"earn the Helping Hand {hand} for {_named(view, veteran)} ({HELPING_HANDS[hand].text})"
        case Again():
            return "play boot camp again"
        case Banish(card):
            return f"banish {card}"
    return None


def _picked(view: View, veteran: str) -> str:
    if view.pending.thanks is None:
        return f"let {veteran} act first"
    if RECRUITS[view.pending.thanks].benefit == "hand":
        return f"let {veteran} discard a card"
    return f"turn up the charm of {veteran}"


_WITHOUT: Final[dict[Stage, str]] = {
    "speech": "discard nothing on the Speech",
    "cancel": "end no Order",
    "give": "give nothing",
    "remove": "take no Hard Knock off",
    "shed": "discard nothing",
    "fill": "do not fill the hand in this mission any more",
    "support": "take no more Hard Knocks off",
    "advise": "say nothing",
    "banish": "banish nothing",
    "again": "do not play boot camp again",
}
"""What `Done` means in each stage that can be left with it."""


def _named(view: View, veteran: int) -> str:
    name = view.veterans[veteran].name
    return f"veteran {veteran}" + (f" ({name})" if name else "")


def _who(veteran: int) -> str:
    return "the Recruit" if veteran == RECRUIT else f"veteran {veteran}"


def _result(won: bool, defeat: str | None) -> str:
    return "won" if won else "lost" + (f" ({defeat})" if defeat else "")


def _in_brackets(items: Iterable[str] | None) -> str:
    return f" ({_list(items)})" if items else ""


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _tokens(count: int) -> str:
    return f"{count} Morale {'token' if count == 1 else 'tokens'}"


def _list(items: Iterable[object]) -> str:
    return ", ".join(map(str, items))
