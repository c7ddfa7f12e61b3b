"""Tells whether the rounds to come of a Swiss can still be paired without anybody meeting again.

In as many rounds as half the bots they always can, for every bot still has enough new opponents (G. A. Dirac, 1952).
With more rounds, one that is the best by itself can leave no pairing for the last ones. For these a list is kept of
rounds that can all still be played, at first those of a round-robin. The round that is wished for is granted if the
rounds after it can be listed anew; otherwise the best one of the list is played, and the rest of the list can still be
played. So nobody ever meets twice, up to a whole round-robin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from arena.games import Deal
from arena.pairing.luck import digest
from arena.pairing.matching import perfect

Round: TypeAlias = frozenset[tuple[int, int]]
"""A round: everybody is in one pair, with the lower number first."""

_TRIES = 8


def round_of(pairs: Iterable[Sequence[int]]) -> Round:
    """The round of these pairs, equal however the pairs are written."""
    return frozenset((min(pair), max(pair)) for pair in pairs)


class Foresight:
    """Looks ahead for the bots 0 to `size` - 1, an even number of them, that play `rounds` rounds, fewer than `size`.
    What it finds follows from the rounds that were played; an object keeps it, so that rounds may be asked for one
    after the other."""

    def __init__(self, size: int, rounds: int) -> None:
        self._size = size
        self._rounds = rounds
        self._begin()

    def _begin(self) -> None:
        size = self._size
        self._played: list[Round] = []
        self._unmet = [{other for other in range(size) if other != one} for one in range(size)]
        self._playable = _round_robin(size)
        self._left = self._rounds
        self._found: dict[Round, list[Round] | None] = {}

    def granted(self, past: Sequence[Round], wish: Round, regret: Callable[[Round], list[int]]) -> Round:
        """The round to play after the rounds `past`: the wish, if all rounds after it can be played; else the round of
        the list with the least regret. After rounds that would not have been granted nothing is foreseen, and every
        wish is granted."""
        if [*past[: len(self._played)]] != self._played:
            self._begin()
        for played in past[len(self._played) :]:
            self._play(played)
        if not self._playable or wish in self._playable or self._after(wish) is not None:
            return wish
        return min(self._playable, key=regret)

    def _play(self, played: Round) -> None:
        if played in self._playable:
            self._playable.remove(played)
        else:
            self._playable = self._after(played) or []
        self._played.append(played)
        self._left -= 1
        self._found.clear()
        for one, other in played:
            self._unmet[one].discard(other)
            self._unmet[other].discard(one)

    def _after(self, wish: Round) -> list[Round] | None:
        """Rounds for all that are left after that one; None where none were found, which does not say that there are
        none."""
        if wish not in self._found:
            self._found[wish] = self._search(wish)
        return self._found[wish]

    def _search(self, wish: Round) -> list[Round] | None:
        mates = dict(wish) | {other: one for one, other in wish}
        if any(mates[one] not in self._unmet[one] for one in range(self._size)):
            return None
        for attempt in range(_TRIES):
            luck = Deal(digest("foresight", "", self._size, self._left, attempt).hex()).stream("order")
            # Drawn by lot which edges come first: one list is as good as another, but not every beginning has an end.
            fresh = [luck.shuffled(sorted(self._unmet[one] - {mates[one]})) for one in range(self._size)]
            rounds: list[Round] = []
            while len(rounds) < self._left - 1 and (pairs := perfect(fresh)) is not None:
                rounds.append(round_of(pairs))
                for one, other in pairs:
                    fresh[one].remove(other)
                    fresh[other].remove(one)
            if len(rounds) == self._left - 1:
                return rounds
        return None


def _round_robin(size: int) -> list[Round]:
    """All meet all in size - 1 rounds: the last stays where it is, and the others go round (the circle method)."""
    turning, steps = size - 1, range(1, size // 2)
    return [
        round_of([(turn, turning), *(((turn + step) % turning, (turn - step) % turning) for step in steps)])
        for turn in range(turning)
    ]
