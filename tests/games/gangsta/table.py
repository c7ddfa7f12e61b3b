"""Positions to test the rules with: a table that is laid as the test says, and short ways to move on it.

A gangster is written by its card, with what it has learned and a star if it is Activated: `"mafia 2"`, `"mafia 2+L"`,
`"mafia 2*"`, `"mafia 2+L*"`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from arena.games import Deal
from arena.games.gangsta import AnyMove, Options, State, turns
from arena.games.gangsta.deck import CARDS, chapter_cards
from arena.games.gangsta.events import Activated, Displayed, TurnBegan
from arena.games.gangsta.moves import Perform
from arena.games.gangsta.position import Kept, Member, member


def table(
    *gangs: str | Sequence[str],
    chapter: int = 1,
    dollars: Sequence[int] = (),
    bank: Sequence[int] = (),
    heists: Sequence[str] = (),
    reserve: Sequence[str] = (),
    heist_pile: Sequence[str] | None = None,
    gangster_pile: Sequence[str] | None = None,
    snitches: Sequence[str] = (),
    active_resources: dict[int, str] | None = None,
    idle_resources: dict[int, str] | None = None,
    options: Options | None = None,
    active: int = 0,
    step: Callable[[State], None] = turns.begin,
) -> State:
    """The state at the first decision of the turn of `active`, or from another step on; its events lead there.

    Each gang begins with its boss. Everybody has 10 dollars if not said otherwise. The display is filled up to five
    each, and piles that are not given are all cards that are left over, in a fixed order (snitches, too, only if they
    are given: a test without them is not surprised by one).
    """
    state = State(options or Options(resources=bool(active_resources or idle_resources)), len(gangs), Deal("table"))
    state.chapter, state.turn, state.active = chapter, 10, active
    state.gangs = [gang(row) for row in gangs]
    state.dollars = list(dollars) or [10] * len(gangs)
    state.bank = list(bank) or [0] * len(gangs)
    for resources, is_active in ((active_resources, True), (idle_resources, False)):
        for seat, name in (resources or {}).items():
            card = CARDS.resources[name]
            state.resources[seat] = Kept(card.card, card.need, card.influence, is_active)

    taken = {one.card for members in state.gangs for one in members} | {*reserve, *(gangster_pile or ())}
    left = [card for card in CARDS.gangsters if card not in taken]
    shown = [*reserve, *left[: 5 - len(reserve)]]
    state.reserve = tuple([CARDS.gangsters[card] for card in shown])
    state.gangster_pile = tuple(left[5 - len(reserve) :] if gangster_pile is None else gangster_pile)

    state.snitches = tuple([CARDS.snitches[card] for card in snitches])
    used = {*heists, *(heist_pile or ()), *snitches}
    spare = [card for card in chapter_cards(chapter, False) if card not in used and card not in CARDS.snitches]
    state.heists = tuple([CARDS.heists[card] for card in [*heists, *spare[: 5 - len(heists)]]])
    state.heist_pile = tuple(spare[5 - len(heists) :] if heist_pile is None else heist_pile)

    state.go_to(step.__name__)
    state.advance()
    return state


def gang(cards: str | Sequence[str]) -> tuple[Member, ...]:
    """Members from their notation; a single text is a gang of one."""
    return tuple([one_of(card) for card in ([cards] if isinstance(cards, str) else cards)])


def one_of(text: str) -> Member:
    """A member from its notation."""
    card, _, learned = text.removesuffix("*").partition("+")
    return member(card, not text.endswith("*"), learned or None)


def written(members: Sequence[Member]) -> list[str]:
    """The notation of members."""
    return [one.card + (f"+{one.learned}" if one.learned else "") + ("" if one.available else "*") for one in members]


def do(state: State, *moves: AnyMove) -> list[Struct]:
    """Make these moves, each by the one seat that is to act; what everybody was shown."""
    shown: list[Struct] = []
    for move in moves:
        (seat,) = state.to_act()
        state.apply({seat: move})
        shown += [event.shown for event in state.events]
    return shown


def do_at_once(state: State, moves: dict[int, AnyMove]) -> list[Struct]:
    """Make the moves of several seats; what everybody was shown."""
    state.apply(moves)
    return [event.shown for event in state.events]


def legal(state: State) -> Sequence[AnyMove]:
    """The moves of the one seat that is to act."""
    (seat,) = state.to_act()
    return state.legal(seat)


def of_kind(shown: Sequence[Struct], kind: type[Any]) -> list[Any]:
    """Only the events of a kind."""
    return [event for event in shown if isinstance(event, kind)]


def shown(state: State) -> list[Struct]:
    """What everybody saw in the last step."""
    return [event.shown for event in state.events]


def gang_of(state: State, seat: int = 0) -> list[str]:
    """A gang in the notation of `table`."""
    return written(state.gangs[seat])


def sent(shown: Sequence[Struct]) -> list[tuple[str, str]]:
    """Who went to the heist, and the skills of each that were used."""
    return [(event.gangster, event.skills) for event in of_kind(shown, Activated)]


def kinds(shown: Sequence[Struct]) -> list[type[Struct]]:
    """What sort of thing happened, in order."""
    return [type(event) for event in shown]


def offered(state: State, heist: str) -> bool:
    """Whether the seat that is to act can perform it."""
    return Perform(heist) in legal(state)


def moves_of(state: State, kind: type[Struct]) -> list[AnyMove]:
    """The legal moves of a kind."""
    return [move for move in legal(state) if isinstance(move, kind)]


def displayed(events: Sequence[Struct]) -> list[str]:
    """The cards that came, in order."""
    return [event.card for event in of_kind(events, Displayed)]


def turns_begun(shown: Sequence[Struct]) -> list[tuple[int, int, bool]]:
    """Number, seat, and whether it is an extra one."""
    return [(event.turn, event.seat, event.extra) for event in of_kind(shown, TurnBegan)]
