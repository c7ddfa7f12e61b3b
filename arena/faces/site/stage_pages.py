"""Rounds, brackets and ladders: the stages of a format that looks at results, with their matches, and what is new."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from markupsafe import Markup

from arena.faces.site.deal_pages import taken
from arena.faces.site.reading import Played
from arena.faces.site.shell import Shell
from arena.standings import FormatRow, Standings

NEWEST = 30
"""The number of entries of a ladder that are shown as new."""


@dataclass
class Match:
    """A line-up in a stage: what each bot took of the points, in the games that are there. `on` are the bots that play
    in the next stage."""

    bots: tuple[int, ...]
    points: dict[int, float] = field(default_factory=dict)
    games: int = 0
    groups: set[int] = field(default_factory=set)
    on: frozenset[int] = frozenset()
    more: list[Match] = field(default_factory=list)
    """The tie-breaks of the match."""

    def ranked(self) -> list[int]:
        """The bots of the match: first those that go on, then by points."""
        return sorted(self.bots, key=lambda bot: (bot not in self.on, -self.points.get(bot, 0.0)))

    def said(self, bot: int) -> str:
        """The bot's points; those of each tie-break follow behind a comma."""
        return ", ".join(f"{one.points.get(bot, 0.0):.1f}" for one in (self, *self.more))


@dataclass
class Column:
    """A stage, or a round of a knock-out with its tie-breaks."""

    number: int
    title: str
    matches: list[Match]
    byes: tuple[int, ...]


def stages_index(shell: Shell) -> bytes:
    """The page of all stages; for a knock-out the bracket, for a ladder the entries that came last."""
    format = shell.reading.said.format
    stages = shell.reading.schedule.stages
    titles = {"knock-out": "Bracket", "swiss": "Rounds", "ladder": "Ladder"}
    lines = [(title, shell.linked.parts(parts, title)) for title, parts in shell.sections.get("format", [])]
    return shell.render(
        "stages.html",
        "stages.html",
        titles.get(format, "Stages"),
        columns=_rounds(shell) if format == "knock-out" else [],
        format=lines,
        new=_new(shell) if format == "ladder" else [],
        stages=[(number, stage.title or f"stage {number + 1}") for number, stage in enumerate(stages)][::-1],
    )


def stage_page(shell: Shell, number: int) -> bytes | None:
    """The matches of one stage; None where there is no such stage."""
    if not 0 <= number < len(shell.reading.schedule.stages):
        return None
    column = _column(shell, number)
    return shell.render(
        "stage.html",
        f"stages/{number}.html",
        column.title[:1].upper() + column.title[1:],
        column=column,
        number=number,
        last=len(shell.reading.schedule.stages) - 1,
    )


def _column(shell: Shell, number: int) -> Column:
    schedule = shell.reading.schedule
    stage, part = schedule.stages[number], schedule.parts[number]
    names = shell.reading.number_of
    place = [names[name] for name in schedule.bots]
    matches = {tuple(sorted(place[bot] for bot in line_up)): None for line_up in stage.line_ups}
    found = {bots: Match(bots) for bots in matches}
    aside = frozenset(shell.reading.standings.unrated_games)
    for played in shell.reading.between(part.first, part.end):
        if played.status == "finished" and played.number not in aside:
            _count(found, played)
    return Column(
        number, stage.title or f"stage {number + 1}", list(found.values()), tuple(place[bot] for bot in stage.byes)
    )


def _count(matches: dict[tuple[int, ...], Match], played: Played) -> None:
    match = matches.get(tuple(sorted(sat.bot for sat in played.sat)))
    if match is None:
        return
    match.games += 1
    match.groups.add(played.group)
    places = [sat.place for sat in played.sat]
    for sat in played.sat:
        match.points[sat.bot] = match.points.get(sat.bot, 0.0) + taken(sat.place, places)


def _rounds(shell: Shell) -> list[Column]:
    """Of a knock-out: a tie-break stands with the match that it decides."""
    columns: list[Column] = []
    for number in range(len(shell.reading.schedule.stages)):
        this = _column(shell, number)
        before = {match.bots: match for match in columns[-1].matches} if columns else {}
        if columns and all(match.bots in before for match in this.matches):
            for match in this.matches:
                before[match.bots].more.append(match)
        else:
            columns.append(this)
    for column, after in pairwise(columns):
        on = frozenset(bot for match in after.matches for bot in match.bots).union(after.byes)
        for match in column.matches:
            match.on = on & set(match.bots)
    first = [row.bot for row in _ranked(shell) if row.rank == 1]
    if columns and len(first) == 1:  # it has won
        for match in columns[-1].matches:
            match.on = frozenset({shell.reading.number_of[first[0]]} & set(match.bots))
    return columns


def _ranked(shell: Shell) -> Sequence[FormatRow]:
    standings = shell.reading.standings
    ranking = standings.by_format if isinstance(standings, Standings) else None
    return () if ranking is None else ranking.rows


def _new(shell: Shell) -> list[tuple[Markup, int, str, Sequence[str]]]:
    """The entries that came last: the bot, the stage since when it plays, its state, and its row of the table."""
    entries = shell.reading.facts.entered
    newest = sorted(entries, key=lambda entry: -entry.since)[:NEWEST]
    standings = shell.reading.standings
    rows = {row.bot: row for row in standings.rows} if isinstance(standings, Standings) else {}
    found: list[tuple[Markup, int, str, Sequence[str]]] = []
    for entry in newest:
        row = rows.get(entry.name)
        elo = "-" if row is None or row.elo_of_bot is None else f"{row.elo_of_bot:.0f}"
        error = "-" if row is None or row.elo_error_95 is None else f"{row.elo_error_95:.0f}"
        games = "0" if row is None else str(row.games)
        found.append((shell.linked.bot(entry.name), entry.since + 1, str(entry.state), (games, elo, error)))
    return found
