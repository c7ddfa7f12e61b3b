"""`arena export`: the records of a contest's file, for programs."""

from __future__ import annotations

import csv
import io
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

import arena.contest
import arena.games
import arena.protocol
import arena.replays
import arena.sealing
import arena.standings
import arena.store
from arena.cli.audiences import spoil_option
from arena.cli.completion import ContestFile
from arena.cli.errors import tell
from arena.cli.reading import reading
from arena.errors import WrongInput
from arena.layout import counted
from arena.protocol import printable

if TYPE_CHECKING:
    from arena.contest import Released
    from arena.referee import GameRecord

COLUMNS = (
    "game", "group", "deal", "seat", "bot", "hash", "status", "place", "won", "score", "forfeited", "faults",
    "decisions", "ms_total", "ms_max",
)  # fmt: skip


@click.command(
    epilog="""\b
Examples:
  arena export quickstart.db -o games.jsonl
  arena export quickstart.db --format csv --bot greedy --bot search
"""
)
@click.argument("db", type=ContestFile())
@click.option("--format", type=click.Choice(["jsonl", "csv"]), default="jsonl", show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write into this file.  [default: stdout]")
@click.option("--bot", "bots", multiple=True, help="Only games with this bot (several: with all of them).")
@spoil_option
def export(db: Path, format: str, output: Path | None, bots: tuple[str, ...], spoil: bool) -> None:
    """Print the games of a contest's file by number, also while it is being played.

    As JSON Lines: the whole record of a game on each. As CSV: a row for each seat of a game. Where games at the same
    deal are still to be played there is what the public may have, without deal, moves and words, but with --spoil. A
    FILE is written whole or not at all, and takes the place of one that is there, unless that is a contest's.
    """
    stdout = nullcontext(sys.stdout.buffer)
    # The file first: where it cannot be had, nothing is read.
    with stdout if output is None else arena.store.whole_file(output, over=True) as file, reading(db) as store:
        known = store.facts().bots
        for bot in bots:
            if bot not in known:
                raise WrongInput(f"there is no bot {bot!r} in {db}; it has {', '.join(map(printable, known))}")
        shown = _Shown(None if spoil else arena.contest.released(store))
        records = store.records(store.ledger().games_of(*bots).tolist() if bots else None)
        file.writelines(_json_lines(records, shown) if format == "jsonl" else _csv(records, shown))
    if shown.withheld:
        tell(
            f"{counted(shown.withheld, 'game')} without deal, moves and words, as games at the same deals are still to "
            "be played; --spoil tells everything, to the organiser"
        )


class _Shown:
    """Which games are shown whole, None for all, and how many were not."""

    def __init__(self, released: Released | None) -> None:
        self._released = released
        self.withheld = 0

    def whole(self, record: GameRecord) -> bool:
        whole = self._released is None or self._released.whole(record.number)
        self.withheld += not whole
        return whole


def _json_lines(records: Iterable[GameRecord], shown: _Shown) -> Iterator[bytes]:
    for record in records:
        if shown.whole(record):
            yield arena.sealing.record_line(record) + b"\n"
        else:
            line = msgspec.json.encode(arena.replays.public_record(record))
            yield arena.protocol.printable_json(line.decode()).encode() + b"\n"


def _csv(records: Iterable[GameRecord], shown: _Shown) -> Iterator[bytes]:
    cell = lru_cache(1000)(arena.standings.csv_text)  # of names and hashes, which come again and again
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for record in records:
        writer.writerows(_rows(record, cell(record.deal) if shown.whole(record) else None, cell))
        yield text.getvalue().encode()
        text.seek(0)
        text.truncate()
    yield text.getvalue().encode()  # the head, where there is no game


def _rows(record: GameRecord, deal: str | None, cell: Callable[[str], str]) -> Iterator[tuple[object, ...]]:
    """One for each seat; `deal` is None where it is not to be told. A cell is empty where there is nothing to be said:
    places in a game that did not finish or is cooperative, `won` in others, times of a seat that was never asked. A
    decision that was not made in time has its limit for its time."""
    outcome = record.outcome
    asked, times = Counter[int](), defaultdict[int, list[float]](list)
    for (seat, _), ms in zip_longest(record.decisions, record.measured.ms[: len(record.decisions)]):
        asked[seat] += 1
        if ms is not None:
            times[seat].append(ms)
    for seat, (bot, hash) in enumerate(zip(record.seating, record.hashes, strict=True)):
        place = won = score = None
        if isinstance(outcome, arena.games.Ranking):
            place, score = outcome.places[seat], outcome.scores[seat]
        elif outcome is not None:
            won, score = int(outcome.won), outcome.score
        yield (
            record.number,
            record.group,
            deal,
            seat,
            cell(bot),
            cell(hash),
            record.status,
            place,
            won,
            score,
            int(seat in record.forfeited),
            " ".join(fault.verdict for fault in record.faults if fault.seat == seat),
            asked[seat],
            round(sum(times[seat]), 3) if times[seat] else None,
            round(max(times[seat]), 3) if times[seat] else None,
        )
