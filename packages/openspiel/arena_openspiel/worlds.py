"""Worlds that a seat could be in, made from nothing but what it is shown."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from arena.games import CannotImagine, Deal

from arena_openspiel.state import SpielState, Table
from arena_openspiel.structs import CHANCE, Act, SpielMemory, SpielView

EFFORT: Final = 5_000
"""How many actions are tried at most for one world. Where something is hidden, worlds are found by playing the game
again with other luck and other actions of others until it looks the same: that is for small games."""


class Astray(ValueError):
    """These acts cannot be done one after the other."""


def imagine(table: Table, seat: int, view: SpielView, memory: SpielMemory, rng: Random) -> SpielState:
    """A position that the seat could be in: the very same where nothing is hidden, but for the luck to come.

    Elsewhere chance is drawn anew, and others act at random, each of their actions as likely as another; the seat's own
    stay what they were. Raises CannotImagine.
    """
    deal = Deal(str(rng.random()))
    if not table.hidden:
        acts = [(act.seat, act.action or 0) for act in memory.acts]
        return SpielState(table, played(table, acts), deal, acts)
    effort = EFFORT
    while effort > 0:
        position = table.begin()
        acts = []
        if _played_again(position, acts, seat, memory.acts, rng) and _looks_so(table, position, seat, view):
            return SpielState(table, position, deal, acts)
        effort -= len(acts) + 1
    raise CannotImagine(
        f"of {EFFORT} actions that were tried none led to a position that fits what seat {seat} is shown of "
        f"{table.game.get_type().short_name}: this game is too big to be imagined so"
    )


def played(table: Table, acts: Sequence[tuple[int, int]], trusted: int = 0) -> Any:
    """OpenSpiel's position after those acts, of chance too. Raises Astray where one of them is not legal; the first
    `trusted` are."""
    position = table.begin()
    left = deque(acts)
    while left:
        sure = len(acts) - len(left) < trusted
        if position.is_simultaneous_node():
            legal = [position.legal_actions(seat) for seat in range(position.num_players())]
            position.apply_actions([_next(left, seat, one) if one else 0 for seat, one in enumerate(legal)])
        elif position.is_terminal():
            raise Astray("the game is over before the acts are")
        else:
            by = CHANCE if position.is_chance_node() else position.current_player()
            position.apply_action(left.popleft()[1] if sure else _next(left, by, position.legal_actions()))
    return position


def _next(left: deque[tuple[int, int]], seat: int, legal: Sequence[int]) -> int:
    if not left or left[0][0] != seat or left[0][1] not in legal:
        raise Astray(f"seat {seat} cannot act so: {left[0] if left else 'it does nothing'}")
    return left.popleft()[1]


def _played_again(position: Any, acts: list[tuple[int, int]], seat: int, seen: Sequence[Act], rng: Random) -> bool:
    """Plays with the luck of `rng` as far as `seen` goes, in which the actions of the seat itself are given; whether
    that can be. `acts` are what was done."""
    left = deque(seen)
    while not position.is_terminal():
        if position.is_chance_node():
            outcomes, chances = zip(*position.chance_outcomes(), strict=True)
            [action] = rng.choices(outcomes, chances)
            acts.append((CHANCE, action))
            position.apply_action(action)
        elif position.is_simultaneous_node():
            legal = [position.legal_actions(one) for one in range(position.num_players())]
            acting = [one for one, actions in enumerate(legal) if actions]
            if acting and not left:
                return True
            chosen = {one: _chosen(left, one, legal[one], seat, rng) for one in acting}
            if None in chosen.values():
                return False
            acts += [(one, action) for one, action in chosen.items() if action is not None]
            position.apply_actions([chosen.get(one) or 0 for one in range(len(legal))])
        elif not left:
            return True
        else:
            by = position.current_player()
            action = _chosen(left, by, position.legal_actions(), seat, rng)
            if action is None:
                return False
            acts.append((by, action))
            position.apply_action(action)
    return not left


def _chosen(left: deque[Act], by: int, legal: Sequence[int], seat: int, rng: Random) -> int | None:
    """What that seat does next; None if it was another's turn, or cannot do what it did."""
    if not left or left[0].seat != by:
        return None
    action = left.popleft().action
    if by != seat or action is None:
        return rng.choice(legal)
    return action if action in legal else None


def _looks_so(table: Table, position: Any, seat: int, view: SpielView) -> bool:
    state = SpielState(table, position, Deal("nothing is drawn"))
    return state.to_act() == view.to_act and table.look(position, seat) == view.text
