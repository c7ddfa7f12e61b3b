"""The turn: mobilisation, one of the three actions, the end. Rulings 3 to 6, 13 and 40."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.gangsta import chapters, gang, heists, moves, resources
from arena.games.gangsta.deck import BLACK_MARKET, CARDS, HEADQUARTERS, LEADER
from arena.games.gangsta.events import Discarded, Passed, Synchronised, TurnBegan, Woke, WokeAll
from arena.games.gangsta.moves import Discard, Done, Pass, Perform, PlayAgain, Recruit, Wake, WakeAll
from arena.games.gangsta.position import Position, asleep, symbols_available
from arena.games.interface import Event

WAKE_PRICE = 1
HEADQUARTERS_PRICE = 1
BLACK_MARKET_INCOME = 2
LEAST_PASS_INCOME = 2
"""The dollars that a pass pays at least with the option `pass_pays_two`."""


def begin(state: Position) -> None:
    """Begin a turn: the resources' part of its start, synchronisation, and how many gangsters can be woken for free."""
    seat = state.active
    state.turn += 1
    state.say(Event(TurnBegan(state.turn, seat, state.dollars[seat] + state.bank[seat], state.extra)))
    resources.begin_turn(state, seat)
    available = symbols_available(state.gangs[seat])
    if not available:
        state.wake_all(seat)
        state.say(Event(Synchronised(seat)))
    # Leaders that wake now or in the mobilisation come too late to wake others.
    state.left = available.count(LEADER)
    state.go_on()


def mobilise(state: Position) -> None:
    """Ask which gangsters wake, one by one and any number: the first ones are free, each further one costs 1 dollar.

    Headquarters may pay at any point of the mobilisation, also after some were woken: the rulebook says only that 1
    dollar wakes them all (ruling 37).
    """
    seat = state.active
    sleeping, dollars = asleep(state.gangs[seat]), state.dollars[seat]
    ways: list[Wake | WakeAll] = []
    if state.left or dollars >= WAKE_PRICE:
        ways += [moves.wake(one.card) for one in sleeping]
    if sleeping and dollars >= HEADQUARTERS_PRICE and state.has_active(seat, HEADQUARTERS):
        ways.append(moves.WAKE_ALL)
    if ways:
        state.ask("mobilise", {seat: (*ways, moves.DONE)})
    else:
        mobilised(state)


def woke(state: Position, chosen: Mapping[int, Wake | WakeAll | Done]) -> None:
    """Wake a gangster, or the whole gang; more may follow until the seat is done."""
    ((seat, move),) = chosen.items()
    match move:
        case Wake(gangster):
            paid = 0 if state.left else WAKE_PRICE
            state.left -= not paid
            state.dollars[seat] -= paid
            state.turn_to(seat, gangster, available=True)
            state.say(Event(Woke(seat, gangster, paid)))
        case WakeAll():
            state.dollars[seat] -= HEADQUARTERS_PRICE
            state.wake_all(seat)
            state.say(Event(WokeAll(seat, HEADQUARTERS_PRICE)))
        case Done():
            mobilised(state)


def mobilised(state: Position) -> None:
    """End the mobilisation: what was left of the Leaders' orders is lost."""
    state.left = 0
    state.go_on()


def act(state: Position) -> None:
    """Ask the seat for one of the three actions; passing is always possible."""
    seat = state.active
    state.ask("action", {seat: (*gang.recruits(state, seat), *heists.ways_to_perform(state, seat), moves.PASS)})


def acted(state: Position, chosen: Mapping[int, Recruit | Perform | Pass]) -> None:
    """Recruit, perform a heist, or pass, as the seat has chosen."""
    ((seat, move),) = chosen.items()
    match move:
        case Recruit():
            state.end_action()
            gang.hire(state, seat, move)
        case Perform():
            heists.announce(state, seat, move)
            state.go_on()
        case Pass():
            _pass(state, seat)
            state.go_to("hospital")


def _pass(state: Position, seat: int) -> None:
    """1 dollar for each gangster that is a Leader, Available or not."""
    income = sum([LEADER in one.skills for one in state.gangs[seat]])
    if state.options.pass_pays_two:
        income = max(income, LEAST_PASS_INCOME)
    if state.has_active(seat, BLACK_MARKET):
        income += BLACK_MARKET_INCOME
    state.dollars[seat] += income
    state.say(Event(Passed(seat, income)))


def discard(state: Position) -> None:
    """Ask who has passed whether to put away a card of the display, which is then refilled."""
    cards = [heist.card for heist in state.heists] + [gangster.card for gangster in state.reserve]
    state.ask("discard", {state.active: (*map(moves.discard, cards), moves.DONE)})


def discarded(state: Position, chosen: Mapping[int, Discard | Done]) -> None:
    """Put the chosen card away; it may come back when its pile has run out."""
    ((seat, move),) = chosen.items()
    state.go_on()
    if isinstance(move, Discard):
        card = move.card
        if card in CARDS.heists:
            state.discarded_heists += (CARDS.heists[card],)
            state.heists = tuple([one for one in state.heists if one.card != card])
        else:
            state.discarded_gangsters += (CARDS.gangsters[card],)
            state.reserve = tuple([one for one in state.reserve if one.card != card])
        state.say(Event(Discarded(seat, card)))


def offer_again(state: Position) -> None:
    """Ask whether the seat plays again, if its heist says so (the rulebook has "pode", ruling 13), but not twice in a
    row.
    """
    again = not state.extra and state.job is not None and state.job.heist.play_again
    if again and state.turn < state.options.turn_limit:
        state.ask("again", {state.active: (moves.PLAY_AGAIN, moves.DONE)})
    else:
        close(state, again=False)


def chosen_again(state: Position, chosen: Mapping[int, PlayAgain | Done]) -> None:
    """End the turn, whether or not the same seat plays again."""
    (move,) = chosen.values()
    close(state, isinstance(move, PlayAgain))


def close(state: Position, again: bool) -> None:
    """End the turn. The next one is the following player's, or with `again` an extra one of the same."""
    seat = state.active
    resources.end_turn(state, seat)
    state.extra = again
    if not again:
        state.active = (seat + 1) % state.seats
    state.job = None
    if state.turn >= state.options.turn_limit:
        chapters.end_game(state, "turn limit")
    else:
        state.go_to("begin")
