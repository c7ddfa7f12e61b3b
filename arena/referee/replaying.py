"""Plays a record again through the rules: the proof that it says what happened."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct

from arena.errors import WrongInput
from arena.games import Deal, Event, Game, Move, Ranking, State, TeamResult, find_game
from arena.referee.record import GameRecord


class Mismatch(WrongInput):
    """The record and the rules disagree; the text says at which decision and how."""


class Step:
    """One call of the rules: the moves that were made (none for the set-up) and what they made happen."""

    def __init__(self, state: State, moves: dict[int, Move], events: tuple[Event, ...], first: int) -> None:
        self.state = state
        """The state after the moves; it belongs to the replay, which goes on changing it."""
        self.moves = moves
        self.events = events
        self.first = first
        """The position of the first of these moves in `record.decisions`."""


class Follower:
    """Follows one game through the rules, as it is played or afterwards. Raises whatever the rules raise."""

    def __init__(self, game: Game, options: Struct, seats: int, deal: str) -> None:
        self._state = game.new(options, seats, Deal(deal))
        self._at = 0

    def set_up(self) -> Step:
        """Take the step before any decision."""
        return Step(self._state, {}, tuple(self._state.events), 0)

    def acting(self) -> tuple[int, ...]:
        """The seats that decide next; none when the game is over."""
        return self._state.to_act()

    def follow(self, made: Sequence[tuple[int, int]], substituted: Container[int]) -> Step:
        """Apply what all that were to act have decided, in the form of a record. Raises Mismatch if the rules say
        otherwise.
        """
        state, at = self._state, self._at
        acting = state.to_act()
        if not acting:
            raise Mismatch(f"decision {at}: the rules say that the game is over, the record goes on")
        if tuple(seat for seat, _ in made) != acting:
            raise Mismatch(f"decision {at}: the rules ask seats {acting}, the record has {made}")
        moves = {}
        for position, (seat, index) in enumerate(made, at):
            legal = state.legal(seat)
            if not 0 <= index < len(legal):
                raise Mismatch(f"decision {at}: seat {seat} chose {index}, but there are {len(legal)} legal moves")
            moves[seat] = legal[index]
            if position in substituted and moves[seat] != state.default(seat):
                raise Mismatch(f"decision {position}: moved by the referee for seat {seat}, but not the default move")
        state.apply(moves)
        self._at += len(made)
        return Step(state, moves, tuple(state.events), at)

    def follow_all(self, decisions: Sequence[tuple[int, int]], substituted: Iterable[int]) -> Iterator[Step]:
        """Some steps in a row, one after the other. Raises Mismatch where the rules say otherwise."""
        by_referee, at = frozenset(substituted), 0
        while at < len(decisions):
            made = decisions[at : at + max(1, len(self.acting()))]
            yield self.follow(made, by_referee)
            at += len(made)


def replay(record: GameRecord, game: Game | None = None) -> Iterator[Step]:
    """Yield the set-up, then every application of moves, in order. Raises Mismatch if the record cannot be followed."""
    game = game or find_game(record.game)
    if game.version != record.game_version:
        raise Mismatch(f"played with {game.name} version {record.game_version}, the rules here are {game.version}")
    options = msgspec.json.decode(record.options, type=game.options_type)
    follower = Follower(game, options, record.seats, record.deal)
    yield follower.set_up()
    yield from follower.follow_all(record.decisions, record.substituted)


def verify(record: GameRecord, game: Game | None = None) -> None:
    """Raises Mismatch unless the record replays to the outcome that it states.

    Seats that forfeited stand behind all others and are ranked by when they went, not by the rules; the others must
    stand in the rules' order, or share the first place where the game was stopped. A game that broke its own rules has
    nothing to be held against.
    """
    if record.status == "error":
        return
    *_, last = replay(record, game)
    if record.status != "finished":
        return
    found, stated = last.state.outcome(), record.outcome
    if found is None:
        # Only a fault of the last seats that were asked can have stopped it.
        if not record.forfeited or all(fault.decision < last.first for fault in record.faults):
            raise Mismatch("the record says finished, the rules say that the game goes on")
        if isinstance(stated, TeamResult):
            found = TeamResult(False, 0.0)
        else:
            found = Ranking((1,) * record.seats, (0.0,) * record.seats)
    if isinstance(found, TeamResult) or isinstance(stated, TeamResult):
        if found != stated:
            raise Mismatch(f"the rules give {found}, the record has {stated}")
        return
    if stated is None or len(stated.places) != record.seats or found.scores != stated.scores:
        raise Mismatch(f"the rules give {found}, the record has {stated}")
    stayed = [seat for seat in range(record.seats) if seat not in record.forfeited]
    if [stated.places[seat] for seat in stayed] != _order(found, stayed):
        raise Mismatch(f"the rules rank {found.places}, the record {stated.places}")
    # From the last to go to the first, places get no better, and none is as good as that of a seat that stayed.
    went = [stated.places[seat] for seat in reversed(record.forfeited)]
    if went != sorted(went) or (went and went[0] != len(stayed) + 1):
        raise Mismatch(f"seats {record.forfeited} forfeited in this order, the record ranks {stated.places}")


def _order(ranking: Ranking, seats: list[int]) -> list[int]:
    """The places of these seats among themselves."""
    places = [ranking.places[seat] for seat in seats]
    return [1 + sum(other < own for other in places) for own in places]
