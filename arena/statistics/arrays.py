"""Names for the arrays that the mathematics is written in, and a hash of whole numbers in them."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
AnyInts: TypeAlias = NDArray[np.integer[Any]]
"""Whole numbers in as few bytes as will do: a million games take 4 MB so, not 32. Values that might be unsigned are
never subtracted."""
Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
Hashes: TypeAlias = NDArray[np.uint64]


def mixed(numbers: Ints) -> Hashes:
    """A hash of 64 bits for each number: the finalizer of splitmix64 (G. L. Steele, D. Lea and C. H. Flood, OOPSLA
    2014).
    """
    hashes = numbers.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    hashes = (hashes ^ (hashes >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    hashes = (hashes ^ (hashes >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    found: Hashes = hashes ^ (hashes >> np.uint64(31))
    return found


def distinct(numbers: Ints) -> Ints:
    """Each once, ascending. What `np.unique` gives, which loads all of numpy's masked arrays for it."""
    ordered = np.sort(numbers)
    return ordered[np.flatnonzero(np.diff(ordered, prepend=ordered[:1] - 1))]


def quantile(numbers: Floats, share: float) -> float:
    """What this share of the numbers, of which there is one at least, does not exceed: in proportion between the two
    that are nearest. What `np.quantile` gives, which loads as much as `np.unique`."""
    place = share * (len(numbers) - 1)
    below = int(place)
    above = min(below + 1, len(numbers) - 1)
    ordered = np.partition(numbers, [below, above])
    return float(ordered[below] + (place - below) * (ordered[above] - ordered[below]))
