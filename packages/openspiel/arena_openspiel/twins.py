"""States that a seat cannot tell from a given one, made from the state itself: what the laws test secrecy with.

A bot must imagine worlds from what it is shown, which takes a search that only small games allow. Whoever has the state
can do with less: one piece of its luck or one hidden action is changed, everything after it is done again, and if the
seat is shown the same at the end, that is a twin.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import pyspiel
from arena.games import CannotImagine, Deal
from arena.games.laws import Twin

from arena_openspiel.found import Worlds
from arena_openspiel.sights import look
from arena_openspiel.state import SpielState
from arena_openspiel.structs import CHANCE
from arena_openspiel.worlds import Astray, played

TRIES: Final = 20
"""How many changes are tried for one twin."""

Acts = list[tuple[int, int]]


def changed(state: Any, seat: int, rng: Random) -> SpielState:
    """A twin of the state in which one thing was otherwise. The seat is shown the same by OpenSpiel's information
    state, or where there is none by its observation, and it did the same itself. Raises CannotImagine.
    """
    deal = Deal(str(rng.random()))
    if not state.table.hidden:
        return SpielState(state.table, state.position.clone(), deal, state.acts)
    knows = look(state.table.game, None)
    known = knows(state.position, seat)
    for _ in range(TRIES):
        try:
            acts, first = _change(state, seat, rng)
            position = played(state.table, acts, trusted=first)
        except (Astray, pyspiel.SpielError):
            continue
        if position.is_chance_node():
            continue
        twin = SpielState(state.table, position, deal, acts)
        same = twin.to_act() == state.to_act() and twin.memory(seat) == state.memory(seat)
        if same and knows(position, seat) == known:
            return twin
    raise CannotImagine(f"of {TRIES} changes none was hidden from seat {seat}")


def untried(state: Any, seat: int, rng: Random) -> SpielState:
    """No twin, for the laws that are not about secrets."""
    raise CannotImagine("nothing is to be found out by a twin")


class Remembered:
    """Makes twins as another does, and remembers the last of them."""

    def __init__(self, make: Twin) -> None:
        self.make = make
        self.worlds: Worlds | None = None
        """The last twin and what it is a twin of."""

    def __call__(self, state: Any, seat: int, rng: Random) -> Any:
        self.worlds = None
        twin: Any = self.make(state, seat, rng)
        # Now: a twin may be played on with.
        true, other = (tuple(one.position.history()) for one in (state, twin))
        self.worlds = Worlds(str(state.table.game), seat, true, other)
        return twin


def resampled(state: Any, seat: int, rng: Random) -> SpielState:
    """A twin by OpenSpiel's own `ResampleFromInfostate`. Raises CannotImagine where a game has none, or where it gives
    the very same world."""
    if not state.table.hidden:
        raise CannotImagine("nothing is hidden")
    try:
        position = state.position.resample_from_infostate(seat, rng.random)
    except pyspiel.SpielError as problem:
        raise CannotImagine(str(problem)) from None
    if position.history_str() == state.position.history_str():
        raise CannotImagine("it is the very same world")
    acts = [(_seat(act.player), act.action) for act in position.full_history()]
    return SpielState(state.table, position, Deal(str(rng.random())), acts)


def resamples(game: Any) -> bool:
    """Whether that game can be asked for it, as far as one random game shows."""
    rng = Random(0)
    state = game.new_initial_state()
    for _ in range(1000):
        if state.is_terminal() or state.is_simultaneous_node():
            return False
        if not state.is_chance_node():
            try:
                state.resample_from_infostate(state.current_player(), rng.random)
            except pyspiel.SpielError:
                return False
            return True
        state.apply_action(rng.choice(state.legal_actions()))
    return False


def _seat(player: int) -> int:
    return player if player >= 0 else CHANCE


def _change(state: SpielState, seat: int, rng: Random) -> tuple[Acts, int]:
    """The acts of the state with one of them otherwise, or two pieces of luck exchanged, and which is the first of
    these. Raises Astray."""
    acts = list(state.acts)
    open_to_change = [at for at, (by, _) in enumerate(acts) if by != seat]
    if not open_to_change:
        raise Astray("the seat did all itself")
    at = rng.choice(open_to_change)
    luck = [other for other in open_to_change if acts[other][0] == CHANCE]
    if acts[at][0] == CHANCE and len(luck) > 1 and rng.random() < 0.7:
        other = rng.choice(luck)
        (_, one), (_, two) = acts[at], acts[other]
        acts[at], acts[other] = (CHANCE, two), (CHANCE, one)
        return acts, min(at, other)
    by, action = acts[at]
    others = [one for one in _possible(state, acts, at) if one != action]
    if not others:
        raise Astray("nothing else could be done")
    acts[at] = (by, rng.choice(others))
    return acts, at


def _possible(state: SpielState, acts: Acts, at: int) -> Sequence[int]:
    """What could be done in place of that act."""
    # Of several who act at once the first acts of all are repeated: what one may do does not depend on the others.
    start = at
    while True:
        try:
            position = played(state.table, acts[:start], trusted=start)
        except Astray:
            start -= 1
            continue
        by = acts[at][0]
        return list(position.legal_actions() if by == CHANCE else position.legal_actions(by))
