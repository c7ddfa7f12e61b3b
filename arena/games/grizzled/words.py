"""Events as sentences for people: seats are `seat N`, veterans are told by number and, at first, by name."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from arena.games.grizzled.events import (
    Began,
    CharmUsed,
    Drew,
    Dropped,
    GameOver,
    LeaderChanged,
    MissionBegan,
    MissionEnded,
    MoraleDropped,
    Played,
    Removed,
    ShedCard,
    Spoke,
    Supported,
    TrapStopped,
    Withdrew,
)


def tell(event: Struct) -> str:
    """One sentence on one event, saying what the event's body says and no more. Raises TypeError for another struct."""
    match event:
        case Began(veterans, tiles, leader):
            names = _list(f"veteran {i} is {name}" for i, name in enumerate(veterans))
            extra = f"; their third Support tiles: {_list(tiles)}" if tiles else ""
            return f"{names}{extra}; veteran {leader} leads"
        case MissionBegan(mission, leader, intensity, dealt):
            return (
                f"mission {mission} of intensity {intensity}, led by veteran {leader}: {_list(dealt)} cards are dealt"
            )
        case Drew(veteran, count, cards):
            return f"veteran {veteran} draws {_cards(count)}" + (f" ({_list(cards)})" if cards else "")
        case Played(veteran, card, drawn):
            how = {"trap": "a Trap makes", "clumsy": "clumsiness makes"}
            return f"{how[drawn]} veteran {veteran} play {card}" if drawn else f"veteran {veteran} plays {card}"
        case TrapStopped(veteran):
            return f"luck stops the Trap of veteran {veteran}"
        case CharmUsed(veteran, card):
            return f"veteran {veteran} uses the charm against {card}"
        case Spoke(veteran, threat):
            return f"veteran {veteran} gives a Speech against {threat}"
        case ShedCard(veteran, card):
            return f"veteran {veteran} discards {card}"
        case Withdrew(veteran, placed, tile):
            support = f", placing {tile or 'a Support tile'}" if placed else ", with no Support tile"
            return f"veteran {veteran} withdraws{support}"
        case Dropped(veteran, tile):
            return f"absent-minded veteran {veteran} loses the Support tile {tile}"
        case Removed(veteran, card):
            return f"veteran {veteran} is rid of {card}"
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
        case GameOver(won, score, defeat):
            return (
                f"peace, with a score of {score:g}"
                if won
                else f"the game is lost ({defeat}), with a score of {score:g}"
            )
        case _:
            raise TypeError(f"not an event of this game: {event!r}")


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _list(items: Iterable[object]) -> str:
    return ", ".join(map(str, items))
