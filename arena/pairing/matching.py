"""Pairs for a round in which as few as possible meet again, and the first in the standing choose first.

A greedy choice alone can leave two behind who have met already. So every choice is tried on a maximum matching of those
who are left (Edmonds, "Paths, trees, and flowers", 1965): it stands if the rest can still be paired as well as before.
One search for an augmenting path tells, and the whole takes no more than a few searches for each pair.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

_NOBODY = -1


def pairs(wishes: Sequence[Sequence[int]], fresh: Sequence[Collection[int]]) -> list[tuple[int, int]]:
    """Pair everybody, 0 to an odd number, with one other, so that as few pairs as possible are not fresh.

    `wishes[v]` are all with whom v may be paired, the dearest first, and `fresh[v]` those of them whom it has not met.
    Among all ways with so few repeats the one is taken that gives 0 the dearest partner, then 1, and so on. Only 0 may
    have less than all others among its wishes, if these are fresh.
    """
    everybody = range(len(wishes))
    left = set(everybody)
    mates = [_NOBODY] * len(wishes)
    repeats = _complete(mates, left, fresh, everybody) // 2
    chosen = []
    for first in everybody:
        if first not in left:
            continue
        for second in wishes[first]:
            repeat = second not in fresh[first]
            if second not in left or repeat > repeats:
                continue
            rest, trial = left - {first, second}, mates.copy()
            for gone in (first, second):
                if (mate := mates[gone]) != _NOBODY:
                    trial[gone] = trial[mate] = _NOBODY
            if _complete(trial, rest, fresh, sorted(rest)) // 2 <= repeats - repeat:
                left, mates, repeats = rest, trial, repeats - repeat
                chosen.append((first, second))
                break
    return chosen


def perfect(fresh: Sequence[Collection[int]]) -> list[tuple[int, int]] | None:
    """Pair everybody with one of its `fresh` others, the first of them where it makes no difference; None if that
    cannot be done."""
    everybody = range(len(fresh))
    mates = [_NOBODY] * len(fresh)
    if _complete(mates, set(everybody), fresh, everybody):
        return None
    return [(one, mates[one]) for one in everybody if one < mates[one]]


def _complete(mates: list[int], left: set[int], fresh: Sequence[Collection[int]], roots: Sequence[int]) -> int:
    """Make the matching a maximum one, in place; how many of those left stay alone.

    A root from which no augmenting path starts never gets one later, so each is tried once.
    """
    return sum(mates[root] == _NOBODY and not _augmented(root, mates, left, fresh) for root in roots)


def _augmented(root: int, mates: list[int], left: set[int], fresh: Sequence[Collection[int]]) -> bool:
    """Grow a tree of alternating paths from a lonely root; flip the first that ends at another who is alone."""
    before: dict[int, int] = {}
    """From whom a vertex at an odd distance was reached."""
    base = list(range(len(mates)))
    """The vertex that stands for each: all of an odd cycle (a blossom) act as one."""
    reached = {root}
    queue = [root]

    def ancestors(vertex: int) -> list[int]:
        found = [base[vertex]]
        while found[-1] != base[root]:
            found.append(base[before[mates[found[-1]]]])
        return found

    def shrink(vertex: int, child: int, top: int, blossom: set[int]) -> None:
        while base[vertex] != top:
            mate = mates[vertex]
            blossom |= {base[vertex], base[mate]}
            before[vertex] = child
            child, vertex = mate, before[mate]

    for vertex in queue:
        for other in fresh[vertex]:
            if other not in left or base[vertex] == base[other] or mates[vertex] == other:
                continue
            if other in reached:  # both at even distances: an odd cycle closes
                mine = set(ancestors(vertex))
                top = next(common for common in ancestors(other) if common in mine)
                blossom: set[int] = set()
                shrink(vertex, other, top, blossom)
                shrink(other, vertex, top, blossom)
                for each in sorted(left):
                    if base[each] in blossom:
                        base[each] = top
                        if each not in reached:
                            reached.add(each)
                            queue.append(each)
            elif other not in before:
                before[other] = vertex
                mate = mates[other]
                if mate == _NOBODY:
                    _flip(other, before, mates)
                    return True
                reached.add(mate)
                queue.append(mate)
    return False


def _flip(end: int, before: dict[int, int], mates: list[int]) -> None:
    while end != _NOBODY:
        vertex = before[end]
        after = mates[vertex]
        mates[end], mates[vertex] = vertex, end
        end = after
