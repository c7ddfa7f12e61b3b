"""What interrupts the turns: new cards and the snitches among them, the end of a chapter. Rulings 19 to 27."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from arena.games.gangsta import gang, piles, scoring
from arena.games.gangsta.deck import CARDS, INFORMANT, MERCENARY, POLICE_STATION, Snitch
from arena.games.gangsta.events import (
    ChapterBegan,
    Displayed,
    GameOver,
    GangWar,
    OpportunityIncome,
    Snitched,
)
from arena.games.gangsta.moves import Eliminate, GiveUp, eliminate
from arena.games.gangsta.position import Position, mortal, symbols
from arena.games.interface import Event

LAST_CHAPTER = 3
LAST_SNITCH = 3
"""The snitch of chapter 3 that ends the game, counted from 1."""
POLICE_PRICE = 1
"""The most that a snitch costs the owner of an active police station."""


def lay_out(state: Position) -> None:
    """Set-up: lay out the reserve and the heists of chapter 1."""
    cards = state.deal.stream("gangsters").shuffled(CARDS.gangsters)
    state.reserve = tuple([CARDS.gangsters[card] for card in cards[: piles.DISPLAY]])
    state.gangster_pile = tuple(cards[piles.DISPLAY :])
    heists, state.heist_pile = _open_chapter(state)
    state.say(Event(ChapterBegan(state.chapter, heists, tuple(cards[: piles.DISPLAY]))))
    state.go_on()


def refill(state: Position) -> None:
    """Fill the gaps of the display, gangsters first; each snitch among the heists is resolved before the next card."""
    _refill_reserve(state)
    while not _snitches_end_it(state):
        card = piles.draw_heist(state) if len(state.heists) < piles.DISPLAY else None
        if card is None:
            state.go_to("jet")  # past the end of the chapter
            return
        if (snitch := CARDS.snitches.get(card)) is not None:
            if caught := _betray(state, snitch):
                ask_whom_to_give_up(state, caught)
                return
        else:
            state.heists += (CARDS.heists[card],)
            state.say(Event(Displayed(card)))
    end_game(state, "third snitch")


def _refill_reserve(state: Position) -> None:
    while len(state.reserve) < piles.DISPLAY and (card := piles.draw_gangster(state)):
        state.reserve += (CARDS.gangsters[card],)
        state.say(Event(Displayed(card)))


def _snitches_end_it(state: Position) -> bool:
    return state.chapter == LAST_CHAPTER and len(state.snitches) == LAST_SNITCH


def _betray(state: Position, snitch: Snitch) -> list[int]:
    """Each gang shows Informants or pays for the missing ones; the seats that cannot and have somebody to give up.

    Money in the bank pays, too, also in another's turn, after the loose money: a choice, as the rulebook lets it be
    moved in the own turn only but has a snitch take all that one has (ruling 30)."""
    state.snitches += (snitch,)
    paid, caught = [], []
    for seat, members in enumerate(state.gangs):
        short = max(0, snitch.informants - symbols(members).count(INFORMANT))
        if state.has_active(seat, POLICE_STATION):
            short = min(short, POLICE_PRICE)
        loose = min(short, state.dollars[seat])  # loose money first
        banked = min(short - loose, state.bank[seat])
        state.dollars[seat] -= loose
        state.bank[seat] -= banked
        paid.append(loose + banked)
        if paid[seat] < short and mortal(members):
            caught.append(seat)
    state.say(Event(Snitched(snitch.card, tuple(paid))))
    return caught


def ask_whom_to_give_up(state: Position, caught: Sequence[int]) -> None:
    """All seats that the snitch caught choose at once which gangster they give up."""
    state.ask("snitch", {seat: gang.ways_to_give_up(mortal(state.gangs[seat])) for seat in caught})


def gave_up_to_snitch(state: Position, chosen: Mapping[int, GiveUp]) -> None:
    """Take from those who were caught the gangsters that they chose, clockwise from the active player."""
    for seat in state.clockwise(state.active):
        if seat in chosen:
            gang.lose(state, seat, chosen[seat].gangster, "snitch")


def end_chapter(state: Position) -> None:
    """End a chapter with what belongs to it: opportunity income, the gang war, or the final count."""
    if state.chapter == 1:
        skills = [len(symbols(members)) for members in state.gangs]
        income = [max(skills) - own for own in skills]
        state.dollars = [have + more for have, more in zip(state.dollars, income, strict=True)]
        state.say(Event(OpportunityIncome(tuple(income))))
        state.go_on()
    elif state.chapter == LAST_CHAPTER:
        end_game(state, "gang of nine")
    else:
        _wage_war(state)


def _wage_war(state: Position) -> None:
    strength = [symbols(members).count(MERCENARY) for members in state.gangs]
    most = max(strength)
    winner = strength.index(most) if strength.count(most) == 1 else None
    state.say(Event(GangWar(tuple(strength), winner)))
    spared = state.options.war_tie == "others" and state.seats > 2
    losers = [seat for seat in range(state.seats) if seat != winner and not (spared and strength[seat] == most)]
    exposed = {seat: found for seat in losers if (found := mortal(state.gangs[seat]))}
    if not exposed:
        state.go_on()
    elif state.seats == 2 and winner is not None and most >= 2 * min(strength):
        (loser,) = losers
        state.ask("eliminate", {winner: tuple([eliminate(one.card) for one in exposed[loser]])})
    else:
        state.ask("war", {seat: gang.ways_to_give_up(found) for seat, found in exposed.items()})


def gave_up_in_war(state: Position, chosen: Mapping[int, GiveUp | Eliminate]) -> None:
    """Take the chosen gangsters from their gangs, clockwise from the left of the one who ended the chapter."""
    for seat in state.clockwise(state.active + 1):
        if seat in chosen:
            gangster = chosen[seat].gangster
            gang.lose(state, state.owner(gangster), gangster, "gang war")
    state.go_on()


def next_chapter(state: Position) -> None:
    """Refill the reserve; put the heists on display and their pile away, and lay out those of the new chapter."""
    _refill_reserve(state)
    state.chapter += 1
    state.snitches, state.discarded_heists, state.heist_seen_by = (), (), None
    heists, state.heist_pile = _open_chapter(state)
    state.say(Event(ChapterBegan(state.chapter, heists)))
    state.go_on()


def _open_chapter(state: Position) -> tuple[tuple[str, ...], tuple[str, ...]]:
    display, pile = piles.chapter_pile(state.deal, state.chapter, state.options)
    state.heists = tuple([CARDS.heists[card] for card in display])
    return tuple(display), tuple(pile)


def end_game(state: Position, reason: Literal["gang of nine", "third snitch", "turn limit"]) -> None:
    """End the game with the final count."""
    ranked = scoring.ranking(state)
    state.end(ranked)
    state.say(Event(GameOver(reason, scoring.count(state), ranked.places)))
