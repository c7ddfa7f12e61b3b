"""Events as sentences for people: veterans are told by number and, at first, by name."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

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
from arena.games.grizzled.pending import RECRUIT
from arena.games.words import Seat


def tell(event: Struct) -> str:
    """One sentence on one event, saying what the event's body says and no more. Raises TypeError for another struct."""
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
