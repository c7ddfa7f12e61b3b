"""Events and moves as sentences for people: locations are counted from 1 as on the table, and as in the moves
beside it: `location 1 (at 0)`."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from arena.games.gunrunners.events import (
    AgentMoved,
    Arranged,
    Audited,
    Busted,
    Dealt,
    Declined,
    Delivered,
    Deployed,
    GameOver,
    HalfDiscarded,
    Looked,
    PutBack,
    Smuggled,
    SpecialDelivery,
    SpiedOut,
    Trained,
    WarehouseOpened,
    WentUndercover,
)
from arena.games.gunrunners.moves import (
    AnyMove,
    Arrange,
    Audit,
    Decline,
    Deploy,
    GoUndercover,
    Look,
    MoveAgent,
    Place,
    Raid,
    Smuggle,
    SpyOut,
    Train,
)
from arena.games.gunrunners.view import View
from arena.games.words import Seat


def tell(event: Struct) -> str:
    """One sentence on one event, which says what the event's body says and no more. Raises TypeError for any other
    struct.
    """
    match event:
        case Deployed(seat, at):
            return f"{Seat(seat)} puts out a probationary agent of value 1 at {_place(at)}"
        case Dealt(cards):
            return "every seat draws its hand" + (f" ({_list(cards)})" if cards else "")
        case WarehouseOpened(left):
            return f"the full Warehouse gives one crate to each location; {_crates(left)} left in it"
        case Delivered(seat, die, at, crates, stored):
            more = f" and {stored} from the Warehouse" if stored else ""
            to = "the Warehouse" if at is None else _place(at)
            return f"{Seat(seat)} rolls {die}: {_crates(crates)}{more} to {to}"
        case Trained(seat, at, owner, flipped, card, drawn):
            sent = f"sends {_whose(seat, owner)} {flipped} into the field and " if owner is not None else ""
            return f"{Seat(seat)} {sent}trains {_own(card)} at {_place(at)}{_draws(drawn)}"
        case WentUndercover(seat, at, card, drawn):
            return f"{Seat(seat)} puts {_own(card)} undercover at {_place(at)}{_draws(drawn)}"
        case Declined(seat, special):
            return f"{Seat(seat)} does not use its {special}"
        case AgentMoved(seat, owner, card, source, _, to):
            return f"{Seat(seat)}'s director moves {_whose(seat, owner)} {card} from {_place(source)} to {_place(to)}"
        case Audited(seat, at, _, owner, card, die, removed):
            result = "it is removed" if removed else "it stays"
            return f"{Seat(seat)}'s auditor rolls {die} against {_whose(seat, owner)} {card} at {_place(at)}: {result}"
        case Looked(seat, at, _, owner, card):
            saw = f" ({card})" if card else ""
            return f"{Seat(seat)}'s informant looks at {_whose(seat, owner)} undercover agent at {_place(at)}{saw}"
        case PutBack(seat, source, _, to):
            return f"{Seat(seat)} puts the agent from {_place(source)} back at the end of the row at {_place(to)}"
        case SpiedOut(seat, cards):
            saw = f" ({_list(cards)})" if cards else ""
            return f"{Seat(seat)}'s spy looks at all probationary agents{saw}"
        case Arranged(seat, owners, sources):
            came = f", from {_list(map(_place, sources))}" if sources else ""
            return f"{Seat(seat)} deals them out again, now of {_list(map(Seat, owners))}{came}"
        case Smuggled(seat, source, to):
            return f"{Seat(seat)}'s smuggler takes 2 crates from {_place(source)} to {_place(to)}"
        case Busted(at, row, revealed, totals, taken, left, marker):
            shares = [
                f"{Seat(seat)} with {total} takes {crates}"
                for seat, (total, crates) in enumerate(zip(totals, taken, strict=True))
                if total is not None
            ]
            number = f", marker on {marker}" if marker is not None else ""
            up = "; turned up: " + _list(f"{Seat(row[pos].owner)}'s {row[pos].card}" for pos in revealed)
            shown = up if revealed else ""
            return (
                f"bust at {_place(at)}{number}{shown}: {_list(shares) or 'nobody is there'}; {_crates(left)} left there"
            )
        case SpecialDelivery(crates):
            return f"special delivery: {_list(crates)} crates to the locations from the top"
        case HalfDiscarded(crates):
            return f"the cards are out: {_list(crates)} crates leave the locations from the top"
        case GameOver(reason, crates, places, cards):
            first = [str(Seat(seat)) for seat, place in enumerate(places) if place == 1]
            verb = "wins" if len(first) == 1 else "share the win"
            rest = _list(f"{Seat(seat)} has left {_list(of) or 'nothing'}" for seat, of in enumerate(cards) if of)
            tie = f"; of those with as many crates {rest}" if rest else ""
            return f"the game ends ({reason}): {' and '.join(first)} {verb} with {_crates(max(crates))}{tie}"
        case _:
            raise TypeError(f"not an event of this game: {event!r}")


def tell_move(view: View, move: AnyMove) -> str:
    """A legal move as one imperative, for the seat that sees this view and is to act."""
    match move:
        case Deploy(at):
            return f"put out a probationary agent of value 1 at {_place(at)}"
        case Train(card, at):
            owner = view.locations[at].probationary
            sent = f", sending out {_agents_of(view, owner)} agent" if owner is not None else ""
            return f"train {card} at {_place(at)}{sent}"
        case GoUndercover(card, at):
            return f"put {card} undercover at {_place(at)}"
        case Decline():
            return f"do not use the {view.special}"
        case MoveAgent(source, pos, to):
            return f"move {_in_row(view, source, pos)}, to {_place(to)}"
        case Audit(at, pos):
            return f"audit {_in_row(view, at, pos)}"
        case Look(at, pos):
            return f"look at {_in_row(view, at, pos)}"
        case Place(to):
            return f"put the agent back at the end of the row at {_place(to)}"
        case SpyOut():
            return "look at all probationary agents and deal them out again"
        case Arrange(sources):
            changes = [f"{_place(at)} gets that of {_place(of)}" for at, of in enumerate(sources) if of != at]
            return f"deal the agents out again: {_list(changes)}" if changes else "leave the agents as they are"
        case Smuggle(source, to):
            return f"take 2 crates from {_place(source)} to {_place(to)}"
        case Raid(at):
            return f"resolve the bust at {_place(at)} first"


def _in_row(view: View, at: int, pos: int) -> str:
    """A card that is in the field, and where: equal cards can lie there."""
    agent = view.locations[at].row[pos]
    return f"{_agents_of(view, agent.owner)} {agent.card or 'undercover agent'}, card {pos + 1} of {_place(at)}"


def _agents_of(view: View, owner: int) -> str:
    return "the own" if (owner,) == view.to_act else f"{Seat(owner)}'s"


def _place(at: int) -> str:
    return f"location {at + 1} (at {at})"


def _whose(seat: int, owner: int) -> str:
    return "its own" if owner == seat else f"{Seat(owner)}'s"


def _crates(count: int) -> str:
    return "1 crate" if count == 1 else f"{count} crates"


def _own(card: str | None) -> str:
    return f"its {card}" if card else "an agent"


def _draws(card: str | None) -> str:
    return f" and draws {card}" if card else ""


def _list(items: Iterable[object]) -> str:
    return ", ".join(map(str, items))
