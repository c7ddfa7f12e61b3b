"""Phase 4: busts and special deliveries; the two ends of the game and who wins."""

from __future__ import annotations

from typing import Literal

from arena.games.gunrunners.events import Busted, GameOver, HalfDiscarded, SpecialDelivery
from arena.games.gunrunners.position import Fielded, Position, Row, face
from arena.games.interface import Event, Ranking

EXPOSED = 4
"""Face-up agents at one location that bring about a bust."""
LAST_SPACE = 7
"""The bust marker's last space: when it is there the game ends with the turn."""


def due(state: Position) -> list[int]:
    """The locations where a bust must be resolved.

    This is asked again after each bust, though the rules look only once: a bust changes no other location's row.
    """
    return [at for at, row in enumerate(state.rows) if len(row.agents) - len(row.undercover) >= EXPOSED]


def bust(state: Position, at: int) -> None:
    """Resolve one bust, from the step of the bust marker to the special delivery.

    That delivery goes to every other location, also to one that was bust earlier in this turn. This is a choice between
    two readings (ruling 24): the rulebook's text says "each region where there was no bust", its worked example "each
    of the other regions".
    """
    state.marker += 1
    _confiscate(state, at, state.marker)
    crates = [0] * len(state.rows)
    # The order counts when the stock runs out: this location, then the others from the top.
    for to in (at, *(to for to in range(len(state.rows)) if to != at)):
        crates[to] = min(2 if to == at else 1, state.stock)
        state.stock -= crates[to]
        state.crates[to] += crates[to]
    state.say(Event(SpecialDelivery(tuple(crates))))


def _confiscate(state: Position, at: int, marker: int | None) -> None:
    """Turn all cards up, share the crates out by the totals, discard the cards."""
    row = state.rows[at].agents
    totals: dict[int, int] = {}  # in the order of each player's card nearest to the location
    for agent in row:
        owner = agent.shown.owner
        totals[owner] = totals.get(owner, 0) + state.values[agent.card]
    taken: dict[int, int] = {}
    seats = range(state.seats)
    # The sort keeps the order of equal totals: ties go to the nearest card.
    for owner in sorted(totals, key=lambda owner: -totals[owner]):
        taken[owner] = (state.crates[at] + 1) // 2
        state.crates[at] -= taken[owner]
        state.taken[owner] += taken[owner]
    state.say(
        Event(
            Busted(
                at,
                tuple([face(agent.shown.owner, agent.card) for agent in row]),
                tuple([pos for pos, _ in state.rows[at].undercover]),
                tuple(map(totals.get, seats)),
                tuple(map(taken.get, seats)),
                state.crates[at],
                marker,
            )
        )
    )
    state.rows[at] = Row()
    state.discard(row)


def last_busts(state: Position) -> None:
    """End the game when the cards are out: half of the crates go, rounded up, and every location is bust; nothing is
    delivered.
    """
    halves = tuple((crates + 1) // 2 for crates in state.crates)
    state.crates = [crates - half for crates, half in zip(state.crates, halves, strict=True)]
    state.discarded += sum(halves)
    state.say(Event(HalfDiscarded(halves)))
    for at in range(len(state.rows)):
        _confiscate(state, at, None)


def end(state: Position, reason: Literal["busts", "cards out"]) -> None:
    """End the game, and say by which of the two ends and who has won."""
    ranked = ranking(state)
    state.end(ranked)
    state.say(Event(GameOver(reason, tuple(state.taken), ranked.places, _compared(state))))


def _compared(state: Position) -> tuple[tuple[str, ...], ...]:
    """The cards left of those who tie in crates, for all to see; () if nobody does (ruling 29)."""
    tied = [state.taken.count(crates) > 1 for crates in state.taken]
    return tuple(
        [tuple(sorted(remaining(state, seat))) if tied[seat] else () for seat in range(state.seats)] * any(tied)
    )


def ranking(state: Position) -> Ranking:
    """Rank the seats: most crates, then the highest total of the remaining cards, then the highest one of these, then
    shared.
    """
    keys = []
    for seat in range(state.seats):
        values = [state.values[card] for card in remaining(state, seat)]
        keys.append((state.taken[seat], sum(values), max(values, default=0)))
    return Ranking(tuple(1 + sum(other > key for other in keys) for key in keys), tuple(map(float, state.taken)))


def remaining(state: Position, seat: int) -> list[str]:
    """The cards that a player has in hand, in its pile and on both sides of all locations; discards do not count."""
    field: list[Fielded] = [agent for row in state.rows for agent in row.agents]
    return [
        *state.hands[seat],
        *state.luck.piles[seat][state.drawn[seat] :],
        *(trainee.card for trainee in state.trainees if trainee and trainee.owner == seat),
        *(agent.card for agent in field if agent.owner == seat),
    ]
