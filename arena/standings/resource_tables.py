"""Shows in a table what bots used of the machine, for a contest of any kind."""

from __future__ import annotations

from collections.abc import Iterable

from arena.standings.parts import Paragraph, Part, Table, Title
from arena.standings.printing import Style, number, who
from arena.standings.report import Standings
from arena.standings.resources import BUSY_PERCENT, MeasuredBy
from arena.standings.team_report import TeamStandings

_MEASURED_BY: dict[MeasuredBy, str] = {
    "cgroup": "are the kernel's own account of all processes of a bot (cgroup)",
    "samples": "come from looks at a bot's processes now and then (samples): what starts and ends in between is missed",
    "mixed": "come from the kernel's own account (cgroup) in some games, in others from looks at a bot's processes now "
    "and then (samples), which miss what starts and ends in between",
}


def resource_parts(standings: Standings | TeamStandings, style: Style) -> Iterable[Part]:
    """The paragraphs and the table, in order."""
    yield Title("Resources", "resources")
    headers = (
        "#", "bot", "cpu on\nms/decision", "cpu off\nms/game", "cpu off\n%", "peak\nMiB", "out\nKiB/game",
        "stray\nlines",
    )  # fmt: skip
    rows = [
        (
            number(row.rank),
            who(row),
            number(row.resources.cpu_on_ms_per_decision, 2),
            number(row.resources.cpu_off_ms_per_game, 1),
            number(row.resources.cpu_off_percent, 1),
            number(row.resources.peak_memory_mib, 1),
            number(row.resources.out_kib_per_game, 1),
            number(row.resources.stray_lines),
        )
        for row in standings.rows
    ]
    yield Table(headers, rows, "rlrrrrrr", "00142053")
    yield from map(Paragraph, _notes(standings, style))


def _notes(standings: Standings | TeamStandings, style: Style) -> Iterable[str]:
    sources = {row.resources.measured_by for row in standings.rows} - {None}
    if not sources:
        yield "Nobody measured what the bots of these games used. stray: lines that answered nothing, in all games."
        return
    yield (
        "cpu on: processor time for each decision, on turn. cpu off: that while not on turn, for each game, and in "
        "percent of the time not on turn; - is unknown. peak: the most memory that all processes of the bot held "
        "together in any game. out: written to stdout and stderr. stray: lines that answered nothing, in all games."
    )
    source = next(iter(sources)) if len(sources) == 1 else "mixed"
    assert source is not None
    yield f"Processor times and memory {_MEASURED_BY[source]}."
    for row in standings.rows:
        percent = row.resources.cpu_off_percent
        if percent is not None and percent > BUSY_PERCENT:
            yield (
                f"{style.shown(row.bot)} used {percent:.0f} % CPU while not on turn. "
                "`ponder: off` in the configuration stops bots between their turns."
            )
