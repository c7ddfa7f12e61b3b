"""The report of the laws in lines for a terminal."""

from __future__ import annotations

from arena.games import laws
from arena.layout import counted


def tried_line(tried: laws.Tried) -> str:
    """One law with one number of seats."""
    what = f"{tried.law}, {counted(tried.seats, 'seat')}: "
    if tried.broken:
        return f"{what}BROKEN by {tried.broken} of {tried.games} games"
    missing = f"; no world could be imagined {tried.unimagined} times" if tried.unimagined else ""
    return f"{what}holds at {tried.positions} positions of {tried.games} games{missing}"


def report_lines(report: laws.Report) -> list[str]:
    """What broke, with the smallest case of each law, and what was seen; the laws that were tried are not repeated."""
    lines = [f"{report.game} is no proper game yet: {wrong}" for wrong in report.facts]
    for broken in report.broken:
        lines += ["", *_broken(broken, same_cause(report, broken))]
    if report.coverage is not None:
        lines += ["", *_coverage(report.coverage)]
    positions = sum(tried.positions for tried in report.tried)
    if report.holds:
        lines += ["", f"{report.game} keeps all laws, as far as {positions} positions can show it."]
        if any(tried.unimagined for tried in report.tried):
            lines.append("Where no world could be imagined, its secrets were not tried.")
    elif report.broken:
        names = ", ".join(broken.breach.law for broken in report.broken)
        lines += ["", f"{report.game} breaks {len(report.broken)} of {_laws(report)} laws: {names}."]
    return lines


def same_cause(report: laws.Report, broken: laws.Broken) -> str:
    """The first law of the report that broke at the same place with the same words; "" if that is this one."""
    cause = (broken.breach.what, broken.breach.place)
    first = next(one.breach.law for one in report.broken if (one.breach.what, one.breach.place) == cause)
    return "" if first == broken.breach.law else first


def _laws(report: laws.Report) -> int:
    return len({tried.law for tried in report.tried})


def _broken(broken: laws.Broken, first: str) -> list[str]:
    if first:
        return [f"The law of {broken.breach.law} breaks in the same way as that of {first}, in {broken.games} games."]
    lines = [
        f"The smallest of {broken.games} games that break a law:" if broken.games > 1 else "One game breaks a law:"
    ]
    lines += [f"  {line}" for line in broken.breach.text.splitlines()]
    if broken.story:
        lines += ["  the moves that lead there:", *(f"    {told}" for told in broken.story)]
    return [*lines, f"  the public sees there: {bytes(broken.public).decode()}"]


def _coverage(coverage: laws.Coverage) -> list[str]:
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
