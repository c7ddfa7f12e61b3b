"""A review in titles, sentences, tables and lines: the one source of its text, its Markdown and its page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arena.review.decisions import SLOWEST
from arena.review.report import FaultKind, Judged, Progress, Review, Slow, Swing, Times
from arena.standings import Lines, Named, Paragraph, Part, Style, Table, TableCell, Title, number

MOST_LINES = 5
"""Decisions that are told with their moves, and lines to be copied."""
MOST_ROWS = 40
"""Rows of a table of opponents or partners."""


def review_parts(review: Review, style: Style) -> Iterator[Part]:
    """Everything that the page says, in order."""
    yield Title(f"{style.shown(review.bot)} in {style.shown(review.contest)}", "review")
    yield Paragraph("\n".join(_head(review, style)))
    if review.by_seat:
        yield Title("By seat", "review")
        yield from _seats(review)
    if review.by_opponent:
        yield Title("By opponent", "review")
        yield from _opponents(review)
    if review.by_partner:
        yield Title("By partner", "review")
        yield from _partners(review)
    yield Title("Faults", "review")
    yield from _faults(review, style)
    yield Title("Times", "review")
    yield from _times(review.times, review.slowest)
    yield Title("Decisions that cost most", "review")
    if review.judged is None:
        yield Paragraph(f"Nothing: {style.shown(review.not_judged or '')}.")
    else:
        yield from _decisions(review.judged, review, style)
    yield Title("Since the version before", "review")
    if review.progress is None:
        yield Paragraph(f"Nothing: {style.shown(review.no_progress or '')}.")
    else:
        yield from _progress(review.progress, review, style)


def _head(review: Review, style: Style) -> Iterator[str]:
    standing = review.standing
    place = f"Rank {standing.rank} of {standing.bots}" if standing.rank else f"No rank among {standing.bots}"
    if standing.elo_of_bot is not None:
        place += f", Elo {number(standing.elo_of_bot)}{_plus_minus(standing.elo_error_95, 0)}"
    if standing.points_added is not None:
        place += (
            f", {standing.points_added:+.2f}{_plus_minus(standing.points_added_error_95, 2)} points added to a team"
        )
    yield f"{place}."
    if standing.out:
        yield f"It is out: {style.shown(standing.out)}."
    if not review.games:
        yield "It has played no game that counts here yet."
    else:
        low, high = review.percent_low_95, review.percent_high_95
        ends = "" if low is None else f" ({number(low, 1)} to {number(high, 1)})"
        share = f"{number(review.percent, 1)} %{ends}"
        if review.cooperative:
            score = f"{number(review.mean_score, 2)}{_plus_minus(review.mean_score_error_95, 2)}"
            yield f"Its teams won {share} of {_games(review.games)}, with a mean score of {score}."
        else:
            yield f"It took {share} of the points of {_games(review.games)}."
    if review.left_out:
        yield f"Left out: {_games(review.left_out)} at deals that are not yet played from all seats."
    if review.void or review.error:
        yield f"Rated for nobody: {_games(review.void)} void, {review.error} ended by an error of the rules."
    if not review.luck_out:
        yield "Each deal is played once, so that the luck of the deals is in all figures."
    yield (
        "+/-: half the 95 % interval, from the spread between deals, as the ends in brackets are; - is unknown, since "
        f"with fewer than {review.fewest_deals_for_an_error} deals there is too little to say."
    )


def _seats(review: Review) -> Iterator[Part]:
    several = len({row.seats for row in review.by_seat}) > 1
    if review.cooperative:
        headers = ["seats", "seat", "games", "deals", "won\n%", "mean\nscore", "gained", "+/-", ""]
        rows = [
            [
                str(row.seats),
                str(row.seat),
                str(row.games),
                str(row.deals),
                number(row.percent, 1),
                number(row.mean_score, 2),
                _signed(row.gained, 2),
                number(row.gained_error_95, 2),
                "weak" if row.weak else "",
            ]
            for row in review.by_seat
        ]
        weights, said = (
            "001210000",
            "gained: score beyond that of others in its place, with the same partners on the same seats.",
        )
    else:
        headers = ["seats", "seat", "games", "deals", "points\n%", "gained", "+/-", "beside\nothers", "+/-", ""]
        rows = [
            [
                str(row.seats),
                str(row.seat),
                str(row.games),
                str(row.deals),
                number(row.percent, 1),
                _signed(row.gained, 1),
                number(row.gained_error_95, 1),
                _signed(row.beside_other_seats, 1),
                number(row.beside_other_seats_error_95, 1),
                "weak" if row.weak else "",
            ]
            for row in review.by_seat
        ]
        weights = "0012000000"
        said = (
            "gained: percentage points beyond what others took on that seat from the same cards.\n"
            "beside others: how much better it is here beside its other seats, what the seat is worth taken off."
        )
    yield _table(headers, rows, weights, several)
    found = [row for row in review.by_seat if row.weak]
    if found:
        where = ", ".join(f"{row.seat} of {row.seats}" if several else str(row.seat) for row in found)
        said += f"\nweak: worse than luck explains on seat {where}; with 95 % no seat is called so that is not."
    elif all(row.weak is None for row in review.by_seat):
        said += "\nToo little is known, or nobody else sat in its place: whether it is weak on a seat cannot be told."
    else:
        said += "\nOn no seat is it weaker than luck explains."
    yield Paragraph(said)


def _table(headers: Sequence[str], rows: Sequence[Sequence[TableCell]], weights: str, several: bool) -> Table:
    """A table of seats; where there is one number of seats only, without it."""
    begin = 0 if several else 1
    align = "r" * (len(headers) - 1) + "l"
    return Table(headers[begin:], [row[begin:] for row in rows], align[begin:], weights[begin:])


def _opponents(review: Review) -> Iterator[Part]:
    rows: list[Sequence[TableCell]] = [
        (
            Named(row.opponent),
            str(row.games),
            str(row.deals),
            number(row.percent, 1),
            number(row.error_95, 1),
            number(row.expected_percent, 1) + (" !" if row.off else ""),
            number(row.lost, 1),
            number(row.percent_of_lost),
        )
        for row in review.by_opponent[:MOST_ROWS]
    ]
    headers = ("against", "games", "deals", "points\n%", "+/-", "expected\n%", "lost", "of all\nlost %")
    yield Table(headers, rows, "lrrrrrrr", "03400120")
    said = (
        "expected: by the ratings; ! is further off than luck allows.\n"
        "lost: points that it did not get; a game has one."
    )
    if any(row.games for row in review.by_opponent) and review.luck_out:
        said += "\nEach deal counts whole, from all seats, so the luck of the cards is out of these figures."
    yield Paragraph(said + _left_off(len(review.by_opponent)))


def _partners(review: Review) -> Iterator[Part]:
    rows: list[Sequence[TableCell]] = [
        (
            Named(row.partner, " (itself alone)" if row.partner == review.bot else ""),
            str(row.games),
            str(row.deals),
            number(row.percent_won, 1),
            number(row.mean_score, 2),
            _signed(row.gained, 2),
            number(row.gained_error_95, 2),
            "weak" if row.weak else "",
        )
        for row in review.by_partner[:MOST_ROWS]
    ]
    yield Table(("with", "games", "deals", "won\n%", "mean\nscore", "gained", "+/-", ""), rows, "lrrrrrrl", "02310000")
    yield Paragraph(
        "gained: score beyond that of others in its place, at the same deals with the same partners on the same seats; "
        "for the bot alone beyond other bots alone." + _left_off(len(review.by_partner))
    )


def _left_off(count: int) -> str:
    return f"\n{count - MOST_ROWS} more are in the JSON output." if count > MOST_ROWS else ""


def _faults(review: Review, style: Style) -> Iterator[Part]:
    if review.build_failed is not None:
        yield Paragraph("It could not be built:")
        yield Lines(tuple(review.build_failed.split("\n")))
    if not review.faults:
        yield Paragraph("None.")
        return
    rows = [
        [fault.verdict, str(fault.count), str(fault.forfeits), f"game {fault.game}, decision {fault.decision}"]
        for fault in review.faults
    ]
    yield Table(("fault", "times", "games\nlost", "soonest seen again"), rows, "lrrl", "0000")
    for fault in review.faults:
        yield Paragraph(f"{fault.verdict}: {style.shown(_excused(fault))}")
        if fault.repro is not None:
            yield Lines((fault.repro,))
    yield Paragraph(_about_commands(review))


def _excused(fault: FaultKind) -> str:
    return f"{fault.reason}." if fault.text is None else fault.text


def _about_commands(review: Review) -> str:
    if any((fault.repro or "").endswith("-- COMMAND") for fault in review.faults):
        return "COMMAND is how you start your bot: the contest's file does not say it, or not in one line."
    return "The bot's command is as the contest's file has it; where yours lies elsewhere, write how it starts there."


def _times(times: Times | None, slowest: Sequence[Slow]) -> Iterator[Part]:
    if times is None:
        yield Paragraph("No decision of it was measured.")
        return
    said = (
        f"{times.decisions} decisions, in milliseconds: median {times.median:.1f}, 90 % {times.p90:.1f}, 99 % "
        f"{times.p99:.1f}, slowest {times.slowest:.1f}."
    )
    if times.late:
        said += f" {times.late} of them were too late, and count with their limit."
    if times.nearest_percent is not None:
        said += f" The nearest came to {times.nearest_percent:.0f} % of its limit."
    yield Paragraph(said)
    rows = [
        (
            str(slow.game),
            str(slow.seat),
            str(slow.decision),
            (">=" if slow.late else "") + number(slow.ms, 1),
            number(slow.limit_ms),
            f"{100 * slow.ms / slow.limit_ms:.0f}" if slow.limit_ms else "-",
        )
        for slow in slowest[:SLOWEST]
    ]
    yield Table(("game", "seat", "decision", "ms", "limit", "%"), rows, "rrrrrr", "000000")


def _decisions(judged: Judged, review: Review, style: Style) -> Iterator[Part]:
    unit = "score of the team" if review.cooperative else "points of a game"
    told = [swing for swing in judged.swings if swing.said != "noise"]
    if not judged.swings:
        yield Paragraph(
            f"Too little to say: there were {judged.tries} play-outs of a move. Give more with --seconds or --playouts."
        )
    elif not told:
        yield Paragraph(
            "No decision that was looked at cost more than luck explains: by this judge there is nothing to accuse."
        )
    else:
        yield Table(
            ("game", "seat", "decision", "cost", "+/-", "seeing\nall", "+/-", ""),
            [_swing_row(swing) for swing in told],
            "rrrrrrrl",
            "01000230",
        )
        yield Paragraph(
            f"cost: in {unit}, over worlds that the seat could not tell from this one: what it could have known.\n"
            "seeing all: at this very deal, with all hands as they were.\n"
            "mistake: another move was better by what the seat could know.\n"
            "hindsight: it was better at this very deal, and whether the seat could have known that cannot be said."
        )
        for swing in told[:MOST_LINES]:
            yield Paragraph(
                f"game {swing.game}, decision {swing.decision}\nplayed: {style.shown(swing.played_words)}\n"
                f"better: {style.shown(swing.better_words)}"
            )
            yield Lines((swing.watch, swing.repro, swing.ask))
    yield Paragraph("\n".join(_about_judge(judged)))


def _swing_row(swing: Swing) -> Sequence[TableCell]:
    return (
        str(swing.game),
        str(swing.seat),
        str(swing.decision),
        _signed(swing.imagined.points, 2),
        number(swing.imagined.error_95, 2),
        _signed(swing.here.points, 2),
        number(swing.here.error_95, 2),
        swing.said,
    )


def _about_judge(judged: Judged) -> Iterator[str]:
    yield (
        f"The judge: from the position of each decision, games are played to their end with random moves of all seats, "
        f"after the move that was played and after others, with the same luck for all. Of {judged.lost_games} games in "
        f"which it lost points {judged.games} were looked at, those first at whose cards others took most more: "
        f"{judged.decisions} decisions. The last few were tried anew, {judged.tries} times here and as often in "
        "imagined worlds, and only that counts; with 95 % none of all that is said here is luck of the play-outs."
    )
    yield (
        "How weak it is: random movers do not know what a good player makes of a position, or refutes. Take its word "
        "for a place to look at, not for a proof."
    )
    again = "; it was cut short by the clock" if judged.cut_short else ""
    yield f"The same again: --playouts {judged.playouts} --seed {judged.seed}{again}."


def _progress(progress: Progress, review: Review, style: Style) -> Iterator[Part]:
    share = "won" if review.cooperative else "points"
    other = "with" if review.cooperative else "against"
    rows: list[Sequence[TableCell]] = [
        (
            Named(row.other),
            str(row.games_before),
            str(row.games_now),
            number(row.percent_before, 1),
            number(row.percent_now, 1),
            _signed(row.gained, 1),
            number(row.gained_error_95, 1),
            row.changed or "-",
        )
        for row in progress.rows[:MOST_ROWS]
    ]
    if not rows:
        yield Paragraph(f"{style.shown(progress.before)} met nobody whom this one met.")
        return
    headers = (other, "games\nbefore", "games\nnow", "% before", "% now", "gained", "+/-", "changed")
    yield Table(headers, rows, "lrrrrrrl", "04321000")
    yield Paragraph(
        f"Beside {style.shown(progress.before)}, in % of the {share}, at other deals.\n"
        "changed: better or worse, by more than luck in any row of the table (95 %)." + _left_off(len(progress.rows))
    )


def _games(count: int) -> str:
    return f"{count:,} game{'' if count == 1 else 's'}"


def _plus_minus(error: float | None, digits: int) -> str:
    return "" if error is None else f" +/- {error:.{digits}f}"


def _signed(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:+.{digits}f}"
