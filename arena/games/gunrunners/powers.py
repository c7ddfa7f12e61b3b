"""Phase 3: the powers of the special agents, used by the owner of the one that an opponent has just flipped.

The quartermaster is not here: its power is a higher limit in phase 2 and needs no decision.
"""

from __future__ import annotations

from arena.games.gunrunners.events import (
    AgentMoved,
    Arranged,
    Audited,
    Declined,
    Looked,
    PutBack,
    Smuggled,
    SpiedOut,
)
from arena.games.gunrunners.knowledge import exactly, mixed
from arena.games.gunrunners.moves import (
    AnyMove,
    Arrange,
    Audit,
    Decline,
    Look,
    MoveAgent,
    Place,
    Smuggle,
    SpyOut,
    arrangements,
    moves_away,
)
from arena.games.gunrunners.position import Fielded, Position, Trainee, row_of
from arena.games.interface import Event

LOAD = 2
"""The number of crates that a smuggler moves, neither fewer nor more (ruling 20)."""


def offer(state: Position, owner: int, special: str) -> bool:
    """Ask the owner of the agent just flipped whether to use its power. Returns False if it has none, or if the power
    could change nothing.
    """
    uses = _uses(state, special)
    if not uses:
        return False
    state.special = special
    state.ask("power", owner, (Decline(), *uses))
    return True


def moves(state: Position) -> tuple[AnyMove, ...]:
    """The moves of the seat that decides on a power."""
    match state.stage:
        case "place":
            return tuple(Place(to) for to in range(len(state.rows)))
        case "arrange":
            return _arrangements(state)
        case _:
            assert state.special is not None
            return (Decline(), *_uses(state, state.special))


def _uses(state: Position, special: str) -> list[AnyMove]:
    """What the power could be used for, besides declining it."""
    locations = range(len(state.rows))
    match special:
        case "director":
            count = len(state.rows)
            return [move for at, pos in _exposed(state) for move in moves_away(at, pos, count)]
        case "informant":
            return [Look(at, pos) for at, row in enumerate(state.rows) for pos, _ in row.undercover]
        case "auditor":
            return [Audit(at, pos) for at, pos in _exposed(state)]
        case "spy":
            return [SpyOut()]
        case "smuggler":
            full = [at for at in locations if state.crates[at] >= LOAD]
            return [Smuggle(at, to) for at in full for to in locations if to != at]
        case _:
            return []


def _exposed(state: Position) -> list[tuple[int, int]]:
    """The places (location, place in its row) of all face-up cards."""
    rows = enumerate(state.rows)
    return [(at, pos) for at, row in rows for pos, agent in enumerate(row.agents) if not agent.known]


def _arrangements(state: Position) -> tuple[AnyMove, ...]:
    """All ways to deal the probationary agents out, `as they were` first; equal cards of one owner are one way."""
    trainees = state.trainees
    ways: dict[tuple[Trainee | None, ...], AnyMove] = {}
    for way in arrangements(len(trainees)):
        ways.setdefault(tuple([trainees[source] for source in way.sources]), way)
    return tuple(ways.values())


def use(state: Position, seat: int, move: AnyMove) -> bool:
    """Carry out a decision on a power. Returns False if the seat has now seen cards and must still say where they
    go.
    """
    match move:
        case Decline():
            assert state.special is not None
            state.say(Event(Declined(seat, state.special)))
        case MoveAgent(source, pos, to):
            agent = state.take(source, pos)
            state.join(to, agent)
            state.say(Event(AgentMoved(seat, agent.owner, agent.card, source, pos, to)))
        case Audit(at, pos):
            agent = state.rows[at].agents[pos]
            die = state.luck.audits[state.turn - 1]
            removed = die >= state.values[agent.card]
            if removed:
                state.discard([state.take(at, pos)])
            state.say(Event(Audited(seat, at, pos, agent.owner, agent.card, die, removed)))
        case Look(at, pos):
            row = state.rows[at].agents
            agent = row[pos]
            # It stays in its row, known to the seat, until `Place` says where it goes.
            agent = Fielded(agent.shown, agent.card, agent.known | 1 << seat)
            state.rows[at] = row_of((*row[:pos], agent, *row[pos + 1 :]))
            state.held = (at, pos)
            looked = Looked(seat, at, pos, agent.owner, agent.card)
            state.say(Event(Looked(seat, at, pos, agent.owner), {seat: looked}))
            state.ask("place", seat)
            return False
        case Place(to):
            assert state.held is not None
            at, pos = state.held
            state.held = None
            state.join(to, state.take(at, pos))
            state.say(Event(PutBack(seat, at, pos, to)))
        case SpyOut():
            cards = tuple([trainee.card for trainee in state.trainees if trainee])
            state.known[seat] = tuple(exactly(at, card) for at, card in enumerate(cards))
            state.say(Event(SpiedOut(seat), {seat: SpiedOut(seat, cards)}))
            state.ask("arrange", seat)
            return False
        case Arrange(sources):
            _arrange(state, seat, sources)
        case Smuggle(source, to):
            state.crates[source] -= LOAD
            state.crates[to] += LOAD
            state.say(Event(Smuggled(seat, source, to)))
    state.special = None
    return True


def _arrange(state: Position, seat: int, sources: tuple[int, ...]) -> None:
    before = [trainee for trainee in state.trainees if trainee]
    after = [before[source] for source in sources]
    owners_before = [trainee.owner for trainee in before]
    owners = tuple([trainee.owner for trainee in after])
    state.trainees = list(after)
    state.known = [
        tuple(exactly(at, trainee.card) for at, trainee in enumerate(after))
        if viewer == seat
        else mixed(knowledge, owners_before, owners)
        for viewer, knowledge in enumerate(state.known)
    ]
    state.say(Event(Arranged(seat, owners), {seat: Arranged(seat, owners, sources)}))
