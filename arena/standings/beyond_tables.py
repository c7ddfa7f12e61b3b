"""Tells who beats whom beyond Elo, in words and tables."""

from __future__ import annotations

from collections.abc import Iterable

from arena.standings.cross_tables import Cells, cross_parts, crossed
from arena.standings.parts import Named, Paragraph, Part, Table, Title
from arena.standings.printing import Style, number
from arena.standings.report import Pair, Standings

_NAMED = 3


def fit_note(standings: Standings, style: Style) -> Iterable[str]:
    """A paragraph if results are further from the ratings than luck allows; otherwise nothing."""
    off = [pair for pair in standings.pairs if pair.is_off and _beyond(pair) > 0]
    if not off:
        return
    off.sort(key=lambda pair: (-_beyond(pair) / (pair.beyond_expected_error_95 or 1.0), pair.bot, pair.opponent))
    named = "; ".join(
        f"{style.shown(pair.bot)} took {pair.score_percent_of_bot:.0f} % from {style.shown(pair.opponent)}, "
        f"{pair.expected_percent_of_bot:.0f} % expected"
        for pair in off[:_NAMED]
    )
    yield (
        f"Elo does not say all: in {len(off)} of {standings.beyond_elo.pairs} pairs results are further off the "
        f"ratings than luck allows (95 %, all pairs together): {named}{'; ...' if len(off) > _NAMED else ''}."
    )


def beyond_parts(standings: Standings, style: Style) -> Iterable[Part]:
    """What each bot took from each other beyond the ratings, and the ranking against the strongest mix."""
    found = standings.beyond_elo
    if found.pairs:
        yield Title("Beyond Elo", "beyond Elo")
        yield from _residual_table(standings, style)
    if found.against_strongest_mix:
        yield Title("Against the strongest mix", "strongest mix")
        yield Paragraph(
            "The mix of bots against which nobody takes more than half, and what each takes from it. Copies of a bot "
            "do not move the others here. +/-: half the 95 % interval, the mix taken for known."
        )
        rows = [
            (
                Named(row.bot),
                number(row.percent_against_mix, 1),
                number(row.percent_error_95, 1),
                _part(row.percent_of_mix),
            )
            for row in found.against_strongest_mix
        ]
        yield Table(("bot", "score\n%", "+/-", "of the\nmix %"), rows, "lrrr")


def _residual_table(standings: Standings, style: Style) -> Iterable[Part]:
    cells, bots = crossed(standings)

    def way(errors: bool) -> Cells:
        def cell(bot: str, opponent: str) -> str:
            pair = cells.get((bot, opponent))
            if pair is None or pair.beyond_expected_error_95 is None:
                return "" if bot == opponent else "-"
            error = f" ±{pair.beyond_expected_error_95:.0f}" if errors else ""
            return f"{round(_beyond(pair)):+d}{error}{'!' if pair.is_off else ''}"

        interval = ", with half its 95 % interval" if errors else ""
        said = (
            f"Cells: percent of the points that the row took from the column beyond what their ratings expect{interval}"
        )
        off = f"! is further off than luck allows in a table of {standings.beyond_elo.pairs} pairs."
        return Cells(f"{said}; {off}", cell, 9 if errors else len(bots))

    yield from cross_parts(bots, (way(errors=True), way(errors=False)), style)


def _beyond(pair: Pair) -> float:
    return 0.0 if pair.expected_percent_of_bot is None else pair.score_percent_of_bot - pair.expected_percent_of_bot


def _part(percent: float) -> str:
    return "-" if percent == 0 else f"{percent:.0f}" if percent >= 1 else "<1"
