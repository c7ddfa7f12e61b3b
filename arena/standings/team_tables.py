"""Shows the standings of a cooperative game: who adds what to strangers, how the games went, who works with whom."""

from __future__ import annotations

from collections.abc import Iterable

from arena.standings.cross_tables import Cells, cross_parts
from arena.standings.parts import Paragraph, Part, Table, TableCell, Title
from arena.standings.printing import Style, faults, likelihood, notes, number, time_ms, who
from arena.standings.team_report import Played, TeamStandings

# Up to this size the matrix shows a tenth of a point, larger ones whole points, to stay readable.
_FRACTIONS = 12

_PLAYED = ("won\n%", "95 %\ninterval", "mean\nscore", "+/-")
"""The headers of what `_played` shows after the number of games."""


def team_page(standings: TeamStandings, style: Style) -> Iterable[Part]:
    """The paragraphs and tables, in order."""
    yield Title("Standings", "standings")
    if standings.self_play_games and not standings.games_with_strangers:
        yield _self_play_table(standings)
        yield from map(Paragraph, _notes(standings, style))
        return
    yield _main_table(standings)
    yield from map(Paragraph, _notes(standings, style))
    yield Title("Games of each bot", "games of each")
    yield _games_table(standings)
    yield from map(Paragraph, _games_notes(standings))
    if standings.cells:
        yield Title("Row with column", "cross table")
        yield from _cross_tables(standings, style)


def _main_table(standings: TeamStandings) -> Table:
    headers = (
        "#", "bot", "points\nadded", "+/-", "win %\nadded", "+/-", "above\nnext", "ms\nmed", "ms\nmax", "faults",
    )  # fmt: skip
    rows: list[tuple[TableCell, ...]] = [
        (
            number(row.rank),
            who(row),
            _signed(row.points_added, 2),
            number(row.points_added_error_95, 2),
            _signed(row.win_percent_added, 1),
            number(row.win_percent_added_error_95, 1),
            likelihood(row.likelihood_above_next, standings.doubt_in_a_likelihood),
            time_ms(row.median_ms, row.median_ms_is_least),
            time_ms(row.max_ms, row.max_ms_is_least),
            faults(row),
        )
        for row in standings.rows
    ]
    return Table(headers, rows, "rlrrrrrrrl", "0000231540")


def _self_play_table(standings: TeamStandings) -> Table:
    """All that there is to say where every team was one bot."""
    headers = ("#", "bot", "games", *_PLAYED, "above\nnext", "ms\nmed", "ms\nmax", "faults")
    rows: list[tuple[TableCell, ...]] = [
        (
            number(row.rank),
            who(row),
            *_played(row.self_play),
            likelihood(row.likelihood_above_next, standings.doubt_in_a_likelihood),
            time_ms(row.median_ms, row.median_ms_is_least),
            time_ms(row.max_ms, row.max_ms_is_least),
            faults(row),
        )
        for row in standings.rows
    ]
    return Table(headers, rows, "rl" + "r" * 8 + "l", "00324001650")


def _games_table(standings: TeamStandings) -> Table:
    headers = ("#", "bot", "strangers:\ngames", *_PLAYED, "self-play:\ngames", *_PLAYED)
    rows: list[tuple[TableCell, ...]] = [
        (number(row.rank), who(row), *_played(row.with_strangers), *_played(row.self_play)) for row in standings.rows
    ]
    return Table(headers, rows, "rl" + "r" * 10, "003042130421")


def _played(played: Played) -> tuple[str, ...]:
    low, high = played.win_percent_low_95, played.win_percent_high_95
    return (
        number(played.games),
        number(played.win_percent, 1),
        "-" if low is None else f"{number(low)} to {number(high)}",
        number(played.mean_score, 2),
        number(played.mean_score_error_95, 2),
    )


def _cross_tables(standings: TeamStandings, style: Style) -> Iterable[Part]:
    cells = {(cell.bot, cell.partner): cell for cell in standings.cells}
    seen = {name for pair in cells for name in pair}
    bots = [row.bot for row in standings.rows if row.bot in seen]
    if len(bots) > style.largest:
        yield from cross_parts(bots, (), style)
        return
    yield Paragraph(
        "Cells: games in which both sat; on the diagonal a bot's self-play.\n"
        "A game that the row's bot forfeited is lost, with score 0; one that only others forfeited is left out, so row "
        "with column may differ from column with row."
    )

    def score(digits: int, most: int | None = None) -> Cells:
        return Cells(
            "Mean score:", lambda a, b: number(cells[a, b].mean_score, digits) if (a, b) in cells else "-", most
        )

    won = Cells("Won, in percent:", lambda a, b: number(cells[a, b].win_percent) if (a, b) in cells else "-")
    yield from cross_parts(bots, (won,), style)
    yield from cross_parts(bots, (score(1, _FRACTIONS), score(0)), style)


def _notes(standings: TeamStandings, style: Style) -> Iterable[str]:
    """What the main table does not say, one paragraph each."""
    few = standings.fewest_deal_groups_for_an_error
    if standings.games_with_strangers:
        yield (
            "points added: a team of strangers scores so much more with this bot on one seat than with the average "
            "bot of the field, on the same deals; what it forfeited is taken off.\n"
            "win % added: the same for the chance to win, in percentage points.\n"
            "+/-: half the 95 % interval, from the spread between deals; - is unknown, where a bot played on fewer "
            f"than {few} of them, or where no two scores differ.\n"
            "above next: likelihood that the bot truly adds more points than the one in the next row."
        )
        if not standings.comparable:
            yield "Not comparable: the line-ups played so far do not tell what any bot adds."
        elif standings.not_comparable:
            names = ", ".join(map(style.shown, standings.not_comparable))
            yield f"Not comparable: the line-ups played do not tell what these bots add: {names}."
        if len(standings.comparable) > 1:
            sets = "; ".join(", ".join(map(style.shown, names)) for names in standings.comparable)
            yield f"No ranks: no line-ups link these sets of bots, compare points only within one: {sets}."
    elif standings.self_play_games:
        yield (
            "Ranked by the mean score of self-play: every team was one bot. interval: the 95 % interval of won %; "
            "+/-: half that of the mean score, from the spread between deals; - is unknown.\n"
            "above next: likelihood that its true mean is above that of the bot in the next row."
        )
    yield from notes(standings, style)


def _games_notes(standings: TeamStandings) -> Iterable[str]:
    yield (
        f"strangers: the {standings.games_with_strangers} games with at least two different bots; "
        f"self-play: the {standings.self_play_games} with one bot on all seats.\n"
        "A game counts once for each bot in it. interval: the 95 % interval of won %; +/-: half that of the mean score."
    )
    if standings.forfeited_games:
        yield (
            f"Games forfeited by a seat: {standings.forfeited_games}. Such a game is lost, with score 0, for the bot "
            "that forfeited, and costs it in points added what its line-up was expected to score; it does not count "
            "for its partners."
        )


def _signed(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:+.{digits}f}"
