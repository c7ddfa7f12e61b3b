"""What counts in No Man's Land: the active threats, three of which fail a mission (rulings 19 and 22), and the Luck
symbols (ruling 44)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from arena.games.grizzled.deck import ORDERS, RECRUITS, SAME_VILLAGE, SHOWS, THREATS, TRIALS
from arena.games.grizzled.position import Position

ALIKE = 3
"""The number of active threats of one kind that fails the mission."""
NONE_ACTIVE: Final = dict.fromkeys(THREATS, 0)
"""How often each threat is active when nothing shows any."""


def threats(state: Position) -> dict[str, int]:
    """The active threats with how often each is: in No Man's Land, from Orders, and on the veterans in the mission and
    a Recruit (ruling 19).
    """
    counts = NONE_ACTIVE.copy()
    for card in state.land:
        for threat in SHOWS[card]:
            counts[threat] += 1
    for veteran in state.veterans:
        if not state.withdrawn[veteran]:
            for knock in state.knocks[veteran]:
                for threat in SHOWS[knock]:
                    counts[threat] += 1
    for order in state.orders:
        if (added := ORDERS[order].adds) is not None:
            counts[added] += 1
    if state.recruit is not None and state.recruit_inside and (shown := RECRUITS[state.recruit].shows):
        counts[shown] += 1
    if any(state.helping) and (spared := _spared(state, counts)) is not None:
        counts[spared] -= 1
    return counts


def _spared(state: Position, counts: Mapping[str, int]) -> str | None:
    """Two from the same village: the threat of the one Trauma or Phobia of the holder that does not count. It is the
    one that helps most, which is that of the threat with most that no Order leaves out; the older one if two have as
    many."""
    pair = state.linked(SAME_VILLAGE)
    if pair is None or state.withdrawn[pair[0]] or state.withdrawn[pair[1]]:
        return None
    shown = [threat for knock in state.knocks[pair[0]] for threat in SHOWS[knock]]
    without = left_out(state)
    return max(shown, key=lambda threat: (threat not in without, counts[threat]), default=None)


def left_out(state: Position) -> list[str]:
    """The threats that Orders leave out of the failure check (ruling 22)."""
    return [threat for order in state.orders if (threat := ORDERS[order].ignores) is not None]


def alike(state: Position) -> tuple[str, ...]:
    """The threats that are active three times and that no Order leaves out: each of them fails the mission."""
    return tuple([
        threat for threat, count in threats(state).items() if count >= ALIKE and threat not in left_out(state)
    ])  # fmt: skip


def luck(state: Position) -> tuple[str, ...]:
    """The Luck cards in No Man's Land whose symbol has not stopped a Trap in this mission, the oldest first: that one
    is the next to do so (ruling 44). There is one of each."""
    if not state.set_up.luck:
        return ()
    return tuple([card for card in state.land if TRIALS[card].luck and card not in state.luck_used])
