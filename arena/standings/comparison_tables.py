"""Shows a comparison of two contests in a table."""

from __future__ import annotations

from collections.abc import Iterable

from arena.standings.comparison import Change, Comparison
from arena.standings.parts import Named, Paragraph, Part, Table, TableCell, Title
from arena.standings.printing import Style, Writer, number, written


def comparison_page(found: Comparison, style: Writer) -> str:
    """The table and what it rests on, as text that ends in a newline."""
    return written(_parts(found, style), style)


def _parts(found: Comparison, style: Style) -> Iterable[Part]:
    yield Title("What changed", "comparison")
    headers = ["bot", "matched\ngames", "%\nbefore", "%\nafter", "%\ngained", "+/-"]
    rated = any(change.elo_after is not None or change.elo_before is not None for change in found.changes)
    if rated:
        headers += ["Elo\nbefore", "Elo\nafter", "Elo\ngained", "+/-"]
    rows = [(*_points(change), *(_elo(change) if rated else ()), change.changed or "-") for change in found.changes]
    # What was gained is what was asked; from where it came goes first.
    weights = "043300" + ("6512" if rated else "") + "0"
    yield Table((*headers, "changed"), rows, "l" + "r" * (len(headers) - 1) + "l", weights)
    if found.not_matched:
        yield Paragraph(
            f"Nothing is matched: {found.not_matched}. So only ratings are compared, with both their errors."
        )
    else:
        yield Paragraph(
            f"Matched: {found.matched_games} games at {found.matched_groups} deals, with the same bots on the same "
            f"seats in both; {found.same_games} of them ended the same. %: share of the points in these, "
            "and what it gained, with half the 95 % interval from the spread between deals."
        )
    said = "changed: better or worse; with 95 % none of these is said of a bot that has not changed."
    if rated:
        said += " Elo: of each contest by itself, around the mean of the bots that both have; their errors together."
    yield Paragraph(said)
    for names, where in ((found.only_before, "first"), (found.only_after, "second")):
        if names:
            yield Paragraph(f"Only in the {where}: {', '.join(map(style.shown, names))}.")


def _points(change: Change) -> tuple[TableCell, ...]:
    return (
        Named(change.bot),
        number(change.games),
        number(change.percent_before, 1),
        number(change.percent_after, 1),
        _signed(change.percent_gained, 1),
        number(change.percent_error_95, 1),
    )


def _elo(change: Change) -> tuple[str, ...]:
    return (
        number(change.elo_before),
        number(change.elo_after),
        _signed(change.elo_gained, 0),
        number(change.elo_error_95),
    )


def _signed(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:+.{digits}f}"
