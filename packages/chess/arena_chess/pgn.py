"""Writes the games of a contest as PGN, with what engines thought and how long.

Start: python -m arena_chess.pgn CONTEST.db [-o GAMES.pgn] [--spoil]

Round 17.2 is the second game of deal group 17, so both games of an opening are found together. As everywhere in arena,
a game is told only when no other at its deal is still to be played, but with --spoil.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

import chess
import chess.pgn
import msgspec
from arena.contest import group_size_of, released, time_of
from arena.errors import ArenaError
from arena.games import Deal, Ranking
from arena.players import TimeControl
from arena.referee import GameRecord
from arena.store import Store, whole_file

from arena_chess.rules import GAME, Position, tell
from arena_chess.structs import Options

_TERMINATIONS: Final = {"time": "time forfeit", "illegal": "rules infraction", "malformed": "rules infraction"}
"""What PGN calls a seat's last fault; all other faults are `abandoned`."""
_COLUMNS: Final = 80
"""PGN asks for lines of at most so many characters."""
_BY_WORDS: Final = ("adjudicated win", "adjudicated draw", "too many moves")


def game_of(record: GameRecord, event: str, place: int, time: TimeControl | None) -> chess.pgn.Game:
    """A recorded game as python-chess has it; `place` counts the games of its deal group from 1."""
    options = msgspec.json.decode(record.options, type=Options)
    position = GAME.new(options, record.seats, Deal(record.deal))
    assert isinstance(position, Position)
    game = chess.pgn.Game()
    game.setup(chess.Board(position.start, chess960=options.variant == "chess960"))
    node: chess.pgn.GameNode = game
    for uci in position.moves:
        node = node.add_variation(node.board().parse_uci(uci), comment="book")
    notes = {note.decision: note.text for note in record.measured.notes or ()}
    clocks = [None if time is None else time.bank_ms] * record.seats
    decisions = record.decisions
    if record.forfeited and len(decisions) - 1 in record.substituted:
        decisions = decisions[:-1]  # which the referee made to end the game, and nobody played
    for number, ((seat, choice), ms) in enumerate(zip_longest(decisions, record.measured.ms[: len(decisions)])):
        move = position.legal(seat)[choice]
        position.apply({seat: move})
        node = node.add_variation(node.board().parse_uci(move.uci))
        spent = None if ms is None else f"{ms / 1000:.3f}s"
        node.comment = " ".join(filter(None, (notes.get(number), spent)))
        if number in record.substituted:
            node.comment = "the referee's move"
        left = clocks[seat]
        if left is not None and ms is not None and time is not None:
            clocks[seat] = left = int(max(0, left - ms) + time.increment_ms)
            node.set_clock(left / 1000)
    node.comment = "; ".join(filter(None, (node.comment, _end(record, position))))
    game.headers.clear()
    game.headers.update(_headers(record, event, place, time, options, position))
    return game


def _headers(
    record: GameRecord, event: str, place: int, time: TimeControl | None, options: Options, position: Position
) -> dict[str, str]:
    white, black = record.seating
    headers = {
        "Event": event,
        "Site": "?",
        "Date": "????.??.??",
        "Round": f"{record.group}.{place}",
        "White": white,
        "Black": black,
        "Result": _result(record),
        "Termination": _termination(record, position),
        "TimeControl": _time_control(time),
        "PlyCount": str(len(position.moves)),
    }
    if options.variant == "chess960":
        headers["Variant"] = "Chess960"
    if position.start != chess.STARTING_FEN:
        headers |= {"SetUp": "1", "FEN": position.start}
    return headers


def _result(record: GameRecord) -> str:
    if not isinstance(record.outcome, Ranking):
        return "*"
    white, black = record.outcome.places
    return "1/2-1/2" if white == black else "1-0" if white < black else "0-1"


def _termination(record: GameRecord, position: Position) -> str:
    if record.status != "finished":
        return "unterminated"
    if record.forfeited:
        return _TERMINATIONS.get(record.faults[-1].verdict, "abandoned")
    return "adjudication" if position.over and position.over.reason in _BY_WORDS else "normal"


def _end(record: GameRecord, position: Position) -> str:
    """Why the game ended, in words."""
    if record.status != "finished":
        return f"not rated ({record.status})"
    if record.forfeited:
        fault = record.faults[-1]
        return f"{'Black' if fault.seat else 'White'} loses by a fault: {fault.verdict}"
    assert position.over is not None
    sides = {0: "White", 1: "Black", None: ""}
    # The seat stands first in the rules' own sentence, if it stands there at all.
    text = tell(position.over)
    return text if position.over.winner is None else f"{sides[position.over.winner]} wins:{text.partition(':')[2]}"


def _time_control(time: TimeControl | None) -> str:
    """As PGN writes it: seconds, plus seconds for each move."""
    if time is None or time.bank_ms is None:
        return "-"
    increment = f"+{time.increment_ms / 1000:g}" if time.increment_ms else ""
    return f"{time.bank_ms / 1000:g}{increment}"


def games_of(store: Store, spoil: bool = False) -> Iterator[chess.pgn.Game | None]:
    """All games of a contest of chess in the order of their numbers; None for one that may not be told yet. Raises
    StoreError."""
    shown = None if spoil else released(store)
    facts = store.facts()
    time, size = time_of(facts), group_size_of(facts)
    for record in store.records():
        if shown is not None and not shown.whole(record.number):
            yield None
        else:
            yield game_of(record, store.path.stem, 1 + record.number % size, time)


def main(words: Sequence[str] | None = None) -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m arena_chess.pgn", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("db", type=Path, help="the contest's file")
    parser.add_argument("-o", "--output", type=Path, help="the file to write; default: stdout")
    parser.add_argument("--spoil", action="store_true", help="also where others at the same deal are to be played")
    asked = parser.parse_args(words)
    withheld = 0
    stdout: Any = nullcontext(sys.stdout.buffer)
    try:
        with Store.open(asked.db) as store:
            if (name := store.facts().of_contest(_Game).game) != GAME.name:
                print(f"{asked.db} is a contest of {name}, not of chess", file=sys.stderr)
                return 2
            with stdout if asked.output is None else whole_file(asked.output, over=True) as file:
                for game in games_of(store, asked.spoil):
                    withheld += game is None
                    if game is not None:
                        file.write(f"{game.accept(chess.pgn.StringExporter(columns=_COLUMNS))}\n\n".encode())
    except ArenaError as problem:
        print(problem, file=sys.stderr)
        return 2
    if withheld:
        print(f"{withheld} games are left out, as others at their deals are to be played; --spoil", file=sys.stderr)
    return 0


class _Game(msgspec.Struct):
    game: str


if __name__ == "__main__":
    sys.exit(main())
