"""Events and moves as sentences for people; skills are written out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import astuple

from arena.games.gangsta.deck import CARDS, INFORMANT
from arena.games.gangsta.events import (
    Activated,
    Announced,
    Began,
    ChapterBegan,
    ChapterEnded,
    Discarded,
    Discharged,
    Displayed,
    Diverted,
    GameOver,
    GangWar,
    Lost,
    Offered,
    OpportunityIncome,
    Passed,
    Peeked,
    Performed,
    Printed,
    Recruited,
    Reshuffled,
    ResourceActivated,
    Revealed,
    Robbed,
    Score,
    Snitched,
    Synchronised,
    Targeted,
    Taught,
    TurnBegan,
    Woke,
    WokeAll,
)
from arena.games.gangsta.moves import (
    Activate,
    AnyMove,
    Assassinate,
    Discard,
    Discharge,
    Divert,
    Done,
    Eliminate,
    GiveUp,
    Keep,
    Pass,
    Perform,
    PlayAgain,
    Recruit,
    Rob,
    Teach,
    Wake,
    WakeAll,
)
from arena.games.gangsta.position import Stage
from arena.games.gangsta.scoring import total
from arena.games.gangsta.view import View
from arena.games.words import Seat

SKILL_NAMES = {"L": "Leader", "M": "Mercenary", "I": "Informant", "S": "Sniper", "B": "Brawler", "H": "Hacker"}


def tell(event: Struct) -> str:
    """One sentence on one event, which says what the event's body says and no more. Raises TypeError for any other
    struct.
    """
    match event:
        case Began(bosses, dollars):
            return _by_seat([f"{_boss(boss)} and {money}$" for boss, money in zip(bosses, dollars, strict=True)], "has")
        case Offered(resources):
            return "every seat is offered two resources" + (f" ({_list(resources)})" if resources else "")
        case Revealed(resources, unkept):
            return _by_seat(resources, "keeps") + (f" ({unkept} was not kept)" if unkept else "")
        case ChapterBegan(chapter, heists, gangsters):
            reserve = f"; the reserve: {_list(map(_gangster, gangsters))}" if gangsters else ""
            return f"chapter {chapter} begins with {_list(map(_heist, heists))}{reserve}"
        case TurnBegan(turn, seat, dollars, extra):
            return f"turn {turn}: {Seat(seat)}" + (" plays again" if extra else "") + f", with {dollars}$"
        case Printed(seat):
            return f"{Seat(seat)} prints 1$"
        case Peeked(seat, pile, card):
            return f"{Seat(seat)} looks at the top of the pile of {pile}" + (f": {_card(card)}" if card else "")
        case Synchronised(seat):
            return f"{Seat(seat)}'s whole gang was Activated: synchronisation makes it Available"
        case Woke(seat, gangster, paid):
            return f"{Seat(seat)} makes {gangster} Available" + (f" for {paid}$" if paid else "")
        case WokeAll(seat, paid):
            return f"{Seat(seat)} makes its whole gang Available" + (f" for {paid}$" if paid else "")
        case Recruited(seat, gangster, paid, from_pile):
            where = " from the top of the pile" if from_pile else ""
            return f"{Seat(seat)} recruits {gangster} ({_skills(CARDS.gangsters[gangster].skills)}){where} for {paid}$"
        case ResourceActivated(seat, resource):
            return f"{Seat(seat)}'s {resource} becomes active"
        case Announced(seat, heist, drop, from_pile):
            where = " from the top of the pile, for 1$" if from_pile else ""
            without = f", without {_one(drop)}" if drop else ""
            return f"{Seat(seat)} begins {heist} (needs {_skills(CARDS.heists[heist].need)}){where}{without}"
        case Activated(seat, owner, gangster, skills):
            whose = "" if owner == seat else f"{Seat(owner)}'s "
            return f"{Seat(seat)} sends {whose}{gangster}: {_skills(skills)}"
        case Performed(seat, heist, dollars, shared, gangs):
            shares = f"; {_list(map(Seat, gangs))} get {shared}$ each" if gangs else ""
            return f"{Seat(seat)} has performed {heist}{_rewards(heist, dollars)}{shares}"
        case Taught(seat, gangster, skill):
            return f"{Seat(seat)}'s {gangster} learns to be {_one(skill)}"
        case Robbed(seat, victim, dollars):
            return f"{Seat(seat)} robs {Seat(victim)} of {dollars}$"
        case Targeted(seat, victim):
            return f"{Seat(seat)} sends an assassin to {Seat(victim)}"
        case Lost(seat, gangster, cause, hospital):
            return f"{Seat(seat)} loses {gangster} ({cause})" + (" to its hospital" if hospital else "")
        case Diverted(seat, owner, gangster):
            return f"{Seat(seat)} diverts {Seat(owner)}'s {gangster}"
        case Passed(seat, dollars):
            return f"{Seat(seat)} passes for {dollars}$"
        case Discharged(seat, gangster):
            return f"{Seat(seat)} takes {gangster} back from its hospital"
        case Discarded(seat, card):
            return f"{Seat(seat)} puts {_card(card)} away"
        case Displayed(card):
            return f"new on display: {_card(card)}"
        case Reshuffled(pile, cards):
            return f"the pile of {pile} has run out: the {cards} that were put away are shuffled"
        case Snitched(card, paid):
            demand = CARDS.snitches[card].informants
            payers = [f"{Seat(seat)} pays {money}$" for seat, money in enumerate(paid) if money]
            return f"a snitch turns up ({demand} Informants): " + (f"{_list(payers)}" if payers else "nobody pays")
        case ChapterEnded(chapter, seat):
            return f"chapter {chapter} ends with {Seat(seat)}'s new gangster"
        case OpportunityIncome(dollars):
            return f"opportunity income: {_by_seat([f'{money}$' for money in dollars], 'gets')}"
        case GangWar(mercenaries, winner):
            result = "nobody wins alone" if winner is None else f"{Seat(winner)} wins"
            return f"gang war, Mercenaries: {_by_seat(mercenaries, 'shows')}; {result}"
        case GameOver(reason, scores, places):
            first = [str(Seat(seat)) for seat, place in enumerate(places) if place == 1]
            verb = "wins" if len(first) == 1 else "share the win"
            best = max(map(total, scores))
            sums = _list(f"{Seat(seat)} {_score(score)}" for seat, score in enumerate(scores))
            return f"the game ends ({reason}): {' and '.join(first)} {verb} with {best} influence; {sums}"
        case _:
            raise TypeError(f"not an event of this game: {event!r}")


def tell_move(view: View, move: AnyMove) -> str:
    """A legal move as one imperative, for the seat that sees this view."""
    match move:
        case Keep(resource):
            card = CARDS.resources[resource]
            return f"keep the {resource} (active with {_skills(card.need)}; {card.influence} influence)"
        case Done():
            return _WITHOUT.get(view.stage, "choose nothing more")
        case Wake(gangster):
            price = " for 1$" if view.stage == "mobilise" and not view.left else ""
            return f"make {_in_gang(view, gangster)} Available{price}"
        case WakeAll():
            return "make the whole gang Available for 1$"
        case Recruit(gangster):
            drawn = all(gangster != one.card for one in view.gangsters)
            return f"recruit {_gangster(gangster)}" + (" from the top of the pile" if drawn else "")
        case Perform(heist, drop):
            drawn = all(heist != one.card for one in view.heists)
            where = " from the top of the pile, for 1$" if drawn else ""
            return f"begin {_heist(heist)}{where}" + (f", without {_one(drop)}" if drop else "")
        case Pass():
            return "pass, for the Leaders' income"
        case PlayAgain():
            return "take the extra turn"
        case Activate(gangster):
            return f"send {_in_gang(view, gangster)}"
        case Teach(gangster):
            learned = view.job.heist.learn if view.job else None
            return f"let {_in_gang(view, gangster)} learn" + (f" to be {_one(learned)}" if learned else "")
        case Rob(seat):
            theft = view.job.heist.theft if view.job else 0
            return f"rob {Seat(seat)} of {min(theft, view.players[seat].dollars)}$"
        case Assassinate(seat):
            return f"send the assassin to {Seat(seat)}"
        case GiveUp(gangster):
            return f"give up {_in_gang(view, gangster)}"
        case Eliminate(gangster):
            return f"eliminate {_in_gang(view, gangster)}"
        case Divert(gangster):
            return f"divert {_in_gang(view, gangster)}"
        case Discharge(gangster):
            return f"take {gangster} back from the hospital"
        case Discard(card):
            return f"put {_card(card)} away"


_WITHOUT: Final[dict[Stage, str]] = {
    "mobilise": "end the mobilisation",
    "learn": "let nobody learn",
    "hire": "recruit nobody",
    "rob": "rob nobody",
    "divert": "end the diversion",
    "hospital": "leave them in the hospital",
    "discard": "put nothing away",
    "jet": "make nobody Available",
    "society": "make nobody Available",
    "again": "take no extra turn",
}
"""What `Done` means in each stage that can be left with it."""


def _in_gang(view: View, gangster: str) -> str:
    """A gangster with its skills, those that it has learned too, and whose it is unless that seat is the only one that
    is asked."""
    for seat, player in enumerate(view.players):
        for one in player.gang:
            if one.card == gangster:
                whose = "" if seat in view.to_act else f"{Seat(seat)}'s "
                return f"{whose}{gangster} ({_skills(one.skills)})"
    return gangster


def _by_seat(what: Iterable[object], verb: str) -> str:
    return _list(f"{Seat(seat)} {verb} {item}" for seat, item in enumerate(what))


def _boss(card: str) -> str:
    return f"the {card} ({_skills(CARDS.bosses[card].skills)})"


def _gangster(card: str) -> str:
    gangster = CARDS.gangsters[card]
    return f"{card} ({_skills(gangster.skills)}, {gangster.cost}$)"


def _heist(card: str) -> str:
    heist = CARDS.heists[card]
    rewards = {
        f"{heist.dollars}$": heist.dollars,
        f"{heist.influence} influence": heist.influence,
        f"{heist.cooperation}$ each if shared": heist.cooperation,
        f"teaches {SKILL_NAMES.get(heist.learn or '')}": heist.learn,
        "fast recruitment": heist.recruit,
        f"theft of {heist.theft}$": heist.theft,
        "assassination": heist.assassination,
        f"diversion of {heist.diversion}": heist.diversion,
        "rally": heist.rally,
        "play again": heist.play_again,
    }
    return f"{card} (needs {_skills(heist.need)}; {_list(text for text, there in rewards.items() if there)})"


def _card(card: str) -> str:
    if card in CARDS.gangsters:
        return _gangster(card)
    return _heist(card) if card in CARDS.heists else f"a snitch ({CARDS.snitches[card].informants} Informants)"


def _rewards(card: str, dollars: int) -> str:
    heist = CARDS.heists[card]
    gains = [f"{dollars}$"] * (dollars > 0) + [f"{heist.influence} influence"] * (heist.influence > 0)
    return f" for {_list(gains)}" if gains else ""


def _score(score: Score) -> str:
    parts = zip(score.__struct_fields__, astuple(score), strict=True)
    return f"{total(score)} ({_list(f'{name} {points}' for name, points in parts if points)})"


def _one(skill: str) -> str:
    return f"{'an' if skill == INFORMANT else 'a'} {SKILL_NAMES[skill]}"


def _skills(skills: str) -> str:
    """Each skill once, with its number if there are more: `2 Mercenary + Sniper`."""
    counts = {skill: skills.count(skill) for skill in skills}
    return " + ".join(
        f"{count} {SKILL_NAMES[skill]}" if count > 1 else SKILL_NAMES[skill] for skill, count in counts.items()
    )


def _list(items: Iterable[object]) -> str:
    return ", ".join(map(str, items))
