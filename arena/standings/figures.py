"""Figures as standings state them: rounded far below any error, never -0, None if unknown."""

from __future__ import annotations

from collections.abc import Mapping

from arena.protocol import VERDICTS, Verdict


def rounded(value: float, digits: int = 2) -> float:
    """The value rounded, with 0 for -0."""
    return round(value, digits) + 0.0


def known(value: float | None, digits: int = 2) -> float | None:
    """The value rounded, or None."""
    return None if value is None else rounded(value, digits)


def ratio(part: float, whole: float, digits: int = 2) -> float | None:
    """The ratio rounded; None if `whole` is 0."""
    return rounded(float(part / whole), digits) if whole else None


def by_kind(faults: Mapping[Verdict, int]) -> dict[Verdict, int]:
    """The counts without zeros, in the order in which verdicts are documented, so that equal standings are equal
    bytes.
    """
    return {kind: faults[kind] for kind in VERDICTS if faults.get(kind)}
