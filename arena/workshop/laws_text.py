"""The report of the laws in lines for a terminal."""

from __future__ import annotations

from arena.games.laws import Broken, Coverage, Report, Tried


def tried_line(tried: Tried) -> str:
    """One law with one number of seats."""
    what = f"{tried.law}, {tried.seats} seats: "
    if tried.broken:
        return f"{what}BROKEN by {tried.broken} of {tried.games} games"
    return f"{what}holds at {tried.positions} positions of {tried.games} games"


def report_lines(report: Report) -> list[str]:
    """What broke, with the smallest case of each law, and what was seen; the laws that were tried are not repeated."""
    lines = [f"{report.game} is no proper game yet: {wrong}" for wrong in report.facts]
    for broken in report.broken:
        lines += ["", *_broken(broken)]
    if report.coverage is not None:
        lines += ["", *_coverage(report.coverage)]
    positions = sum(tried.positions for tried in report.tried)
    if report.holds:
        lines += ["", f"{report.game} keeps all laws, as far as {positions} positions can show it."]
    elif report.broken:
        laws = ", ".join(broken.breach.law for broken in report.broken)
        lines += ["", f"{report.game} breaks {len(report.broken)} of {_laws(report)} laws: {laws}."]
    return lines


def _laws(report: Report) -> int:
    return len({tried.law for tried in report.tried})


def _broken(broken: Broken) -> list[str]:
    lines = [
        f"The smallest of {broken.games} games that break a law:" if broken.games > 1 else "One game breaks a law:"
    ]
    lines += [f"  {line}" for line in broken.breach.text.splitlines()]
    if broken.story:
        lines += ["  the moves that lead there:", *(f"    {told}" for told in broken.story)]
    return [*lines, f"  the public sees there: {bytes(broken.public).decode()}"]


def _coverage(coverage: Coverage) -> list[str]:
    fewest, median, most = coverage.decisions
    endings = ", ".join(f"{ending} {times}" for ending, times in coverage.endings.items()) or "none"
    lines = [f"Seen in {coverage.games} random games of {fewest} to {most} decisions (median {median}):"]
    lines += [f"  endings: {endings}"]
    for seen in coverage.seen:
        if seen.what in ("moves", "events") or seen.what.endswith("stage"):
            lines.append(
                f"  {seen.what}: {', '.join(f'{name} {times}' for name, times in seen.times.items()) or 'none'}"
            )
    lines += [f"  NEVER SEEN {never}" for never in coverage.never]
    return lines
