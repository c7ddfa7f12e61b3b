"""Against whom a bot improved or fell since its version before, from all that the two took from the same opponents."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import NormalDist

from msgspec.structs import replace

from arena.review.figure import Figure
from arena.review.report import Progress, Since
from arena.standings import known, rounded


def progress_of(before: str, old: Mapping[str, tuple[int, Figure]], new: Mapping[str, tuple[int, Figure]]) -> Progress:
    """What changed for each other bot that both met; the two share no deals. Each is given how many games there were,
    and the share of the points, or of the games that were won."""
    common = sorted(old.keys() & new.keys())
    critical = NormalDist().inv_cdf(1 - 0.025 / max(len(common), 1))
    rows = []
    for name in common:
        (games_before, share_before), (games_now, share_now) = old[name], new[name]
        gained = share_now.less(share_before).times(100)
        assert share_before.value is not None  # there are games
        assert share_now.value is not None
        assert gained.value is not None
        row = Since(
            other=name,
            games_before=games_before,
            games_now=games_now,
            percent_before=rounded(100 * share_before.value),
            percent_now=rounded(100 * share_now.value),
            gained=rounded(gained.value),
            gained_error_95=known(gained.error_95),
            changed=None,
        )
        surprise = gained.deviate or 0.0
        said = "better" if surprise > critical else "worse" if surprise < -critical else None
        rows.append((surprise, replace(row, changed=said)))
    rows.sort(key=lambda row: (row[0], row[1].other))
    return Progress(
        before=before,
        rows=tuple(row for _, row in rows),
        only_before=tuple(sorted(old.keys() - new.keys())),
        only_now=tuple(sorted(new.keys() - old.keys())),
    )
