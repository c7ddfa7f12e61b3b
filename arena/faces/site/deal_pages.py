"""Deal groups side by side: the same deal from every seating, so that skill and the luck of the deal are seen at a
glance.

Read across, a row is what a bot made of the deal from each seat; read down, a column is what a seat was worth, whoever
sat there. Where the rows differ more, the bots decided; where the columns do, the deal did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from markupsafe import Markup

from arena.faces.site.charts import share
from arena.faces.site.shell import GROUPS, FaultShown, Shell
from arena.games import TeamResult
from arena.protocol import printable
from arena.referee import GameRecord
from arena.statistics import Ints


@dataclass
class Square:
    """What came of one bot on one seat, in one game or several."""

    points: list[float] = field(default_factory=list)
    """The share of the points in each game, in percent: each seat that did worse counts one, each that did as well one
    half."""
    games: list[tuple[int, str | None, float, int, bool]] = field(default_factory=list)
    """Of each game the number, the address, the score, the place, and whether the seat forfeited."""

    @property
    def mean(self) -> float | None:
        return sum(self.points) / len(self.points) if self.points else None

    @property
    def shade(self) -> str:
        """One of five shades, for the eye; the figures say the same."""
        mean = self.mean
        return "" if mean is None else f"q{min(int(mean // 20), 4)}"


@dataclass
class Deal:
    """A deal group as it is shown: by `squares[bot][seat]` if opponents sat there, else by `teams`."""

    group: int
    seed: str | None
    awaited: bool
    seats: int
    bots: list[Markup]
    squares: list[list[Square]]
    of_bots: list[Square]
    of_seats: list[Square]
    bots_apart: float | None
    seats_apart: float | None
    teams: list[tuple[int, str | None, Markup, str, float | None]]
    faults: list[tuple[int, list[FaultShown]]]
    not_rated: list[tuple[int, str]]


def deals_index(shell: Shell) -> bytes:
    """The page that says what deal groups are, with a link to each."""
    groups = shell.reading.numbers_of_groups
    firsts = np.unique(groups // GROUPS)
    return shell.render(
        "deals_index.html",
        "deals.html",
        "Deals",
        pages=[_span(shell, groups, int(first)) for first in firsts],
        count=len(groups),
        cooperative=shell.reading.game.cooperative,
    )


def _span(shell: Shell, groups: Ints, page: int) -> tuple[str, int, int]:
    inside = groups[groups // GROUPS == page]
    return f"{shell.root}deals/{page}.html", int(inside[0]), int(inside[-1])


def deals_page(shell: Shell, page: int) -> bytes | None:
    """A page of deal groups; None if there are none on it."""
    groups = shell.reading.in_groups(page * GROUPS, (page + 1) * GROUPS)
    if not groups:
        return None
    deals = [
        _deal(shell, group, list(shell.reading.store.records([played.number for played in games])))
        for group, games in groups.items()
    ]
    first, last = min(groups), max(groups)
    pages = np.unique(shell.reading.numbers_of_groups // GROUPS)
    at = int(np.searchsorted(pages, page))
    return shell.render(
        "deals.html",
        f"deals/{page}.html",
        f"Deals {first} to {last}" if first < last else f"Deal {first}",
        deals=deals,
        before=int(pages[at - 1]) if at else None,
        after=int(pages[at + 1]) if at + 1 < len(pages) else None,
        cooperative=shell.reading.game.cooperative,
        share=share,
    )


def _deal(shell: Shell, group: int, records: Sequence[GameRecord]) -> Deal:
    names = list(dict.fromkeys(name for record in records for name in record.seating))
    place = {name: at for at, name in enumerate(sorted(names, key=lambda name: shell.reading.number_of[name]))}
    seats = max(record.seats for record in records)
    deal = Deal(
        group=group,
        seed=printable(records[0].deal) if shell.reading.released.whole(records[0].number) else None,
        awaited=not all(shell.reading.released.whole(record.number) for record in records),
        seats=seats,
        bots=[shell.linked.bot(name) for name in place],
        squares=[[Square() for _ in range(seats)] for _ in names],
        of_bots=[Square() for _ in names],
        of_seats=[Square() for _ in range(seats)],
        bots_apart=None,
        seats_apart=None,
        teams=[],
        faults=[],
        not_rated=[],
    )
    for record in records:
        _add(shell, deal, place, record)
    deal.teams.sort(key=lambda team: (-(team[4] or 0.0), team[0]))
    if all(square.points for row in deal.squares for square in row):  # else rows and columns are of different games
        deal.bots_apart, deal.seats_apart = _apart(deal.of_bots), _apart(deal.of_seats)
    faults = shell.faults_in(record for record in records if record.faults)
    deal.faults = sorted(faults.items())
    return deal


def _add(shell: Shell, deal: Deal, place: dict[str, int], record: GameRecord) -> None:
    number, outcome, page = record.number, record.outcome, shell.game(record.number)
    if record.status != "finished" or outcome is None:
        deal.not_rated.append((number, record.status))
    elif isinstance(outcome, TeamResult):
        line_up = Markup(", ").join(shell.linked.bot(name) for name in record.seating)
        result = f"{'won' if outcome.won else 'lost'}"
        deal.teams.append((number, page, line_up, result, outcome.score))
    else:
        for seat, name in enumerate(record.seating):
            points = 100 * taken(outcome.places[seat], outcome.places) / max(record.seats - 1, 1)
            square = deal.squares[place[name]][seat]
            square.games.append((number, page, outcome.scores[seat], outcome.places[seat], seat in record.forfeited))
            for one in (square, deal.of_bots[place[name]], deal.of_seats[seat]):
                one.points.append(points)


def taken(place: int, places: Sequence[int]) -> float:
    """The points of a seat in a game: one for each seat that did worse, half for each other that did as well."""
    found = Counter(places)
    return sum(count for other, count in found.items() if other > place) + (found[place] - 1) / 2


def _apart(squares: Sequence[Square]) -> float | None:
    """The difference between the least and the most of those with games, in percent of the points."""
    means = [mean for square in squares if (mean := square.mean) is not None]
    return max(means) - min(means) if len(means) > 1 else None
