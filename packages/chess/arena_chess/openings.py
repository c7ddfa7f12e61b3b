"""Where games begin: positions and lines as cards of a deck, read from EPD, FEN and PGN, and a few of our own.

A card is what UCI's command `position` takes: `startpos moves e2e4 c7c5`, or `fen FEN`, or `fen FEN moves ...`.

Start, to have the openings of the box as a deck to change: python -m arena_chess.openings > openings.pgn
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

import chess
import chess.pgn

BOX: Final = {
    "Ruy Lopez": "e4 e5 Nf3 Nc6 Bb5",
    "Ruy Lopez, Berlin Defence": "e4 e5 Nf3 Nc6 Bb5 Nf6",
    "Italian Game": "e4 e5 Nf3 Nc6 Bc4 Bc5",
    "Two Knights Defence": "e4 e5 Nf3 Nc6 Bc4 Nf6",
    "Scotch Game": "e4 e5 Nf3 Nc6 d4 exd4 Nxd4",
    "Four Knights Game": "e4 e5 Nf3 Nc6 Nc3 Nf6",
    "Petrov's Defence": "e4 e5 Nf3 Nf6",
    "Philidor Defence": "e4 e5 Nf3 d6",
    "Vienna Game": "e4 e5 Nc3 Nf6",
    "King's Gambit accepted": "e4 e5 f4 exf4",
    "Sicilian, Najdorf": "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
    "Sicilian, Dragon": "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6",
    "Sicilian, Sveshnikov": "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5",
    "Sicilian, Taimanov": "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6",
    "Sicilian, Alapin": "e4 c5 c3 d5",
    "French, Winawer": "e4 e6 d4 d5 Nc3 Bb4",
    "French, Tarrasch": "e4 e6 d4 d5 Nd2 c5",
    "French, Advance": "e4 e6 d4 d5 e5 c5",
    "Caro-Kann, Classical": "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5",
    "Caro-Kann, Advance": "e4 c6 d4 d5 e5 Bf5",
    "Pirc Defence": "e4 d6 d4 Nf6 Nc3 g6",
    "Alekhine's Defence": "e4 Nf6 e5 Nd5",
    "Scandinavian Defence": "e4 d5 exd5 Qxd5 Nc3 Qa5",
    "Queen's Gambit declined": "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7",
    "Queen's Gambit accepted": "d4 d5 c4 dxc4 Nf3 Nf6",
    "Slav Defence": "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4",
    "Semi-Slav Defence": "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6",
    "Tarrasch Defence": "d4 d5 c4 e6 Nc3 c5",
    "King's Indian, Classical": "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5",
    "Grünfeld, Exchange": "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5",
    "Nimzo-Indian Defence": "d4 Nf6 c4 e6 Nc3 Bb4",
    "Queen's Indian Defence": "d4 Nf6 c4 e6 Nf3 b6",
    "Modern Benoni": "d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6",
    "Benko Gambit": "d4 Nf6 c4 c5 d5 b5",
    "Dutch, Leningrad": "d4 f5 g3 Nf6 Bg2 g6",
    "London System": "d4 d5 Bf4 Nf6",
    "Catalan Opening": "d4 Nf6 c4 e6 g3 d5",
    "English, Symmetrical": "c4 c5 Nf3 Nf6 Nc3 Nc6",
    "English, Four Knights": "c4 e5 Nc3 Nf6 Nf3 Nc6",
    "Réti Opening": "Nf3 d5 c4 e6",
}
"""Openings that are played everywhere, by name, in moves as people write them."""


class Opening(NamedTuple):
    """Where a game begins: the FEN before the first move, the moves of the opening in UCI, and the board after them."""

    start: str
    moves: tuple[str, ...]
    board: chess.Board


def begin(card: str, chess960: bool) -> Opening:
    """The position of a card. Raises ValueError for a text that is none, and for one in which nobody can move."""
    place, _, line = card.partition(" moves ")
    if place == "startpos":
        board = chess.Board(chess960=chess960)
    elif place.startswith("fen "):
        try:
            board = chess.Board(place.removeprefix("fen "), chess960=chess960)
        except ValueError as problem:
            raise ValueError(f"{place!r} has no FEN: {problem}") from None
    else:
        raise ValueError(f"an opening is `startpos` or `fen FEN`, and ` moves ` with moves of UCI, not {card[:80]!r}")
    if not board.is_valid():
        castling = "; other castling rights need `variant: chess960`" if not chess960 else ""
        raise ValueError(f"{board.fen()} is no position of chess: {board.status()!r}{castling}")
    start = board.fen()
    for number, word in enumerate(line.split(), 1):
        try:
            board.push_uci(word)
        except ValueError:
            raise ValueError(f"{word} is no legal move {number} of {card[:80]!r}") from None
    if not any(board.legal_moves):
        raise ValueError(f"the game is over at the end of {card[:80]!r}")
    return Opening(start, tuple(move.uci() for move in board.move_stack), board)


def cards_of(text: str) -> list[str]:
    """The cards in a deck's file: games of PGN, of which all moves of the main line are the opening, or a position a
    line as EPD or FEN. Raises ValueError, which names the line or the game."""
    return list(_of_pgn(text) if text.lstrip("\ufeff \t\r\n").startswith("[") else _of_lines(text))


def card_of_line(line: str) -> str:
    """The card of a position written as EPD or FEN. Raises ValueError."""
    words = line.split()
    if len(words) >= 6 and words[4].isdigit() and words[5].isdigit():
        board = chess.Board(" ".join(words[:6]), chess960=True)
    else:
        board = chess.Board(None, chess960=True)
        board.set_epd(line)
    # As it was written: `KQkq` is read by every engine, the letters of files only by those that know chess960.
    return f"fen {board.fen(shredder=False)}"


def card_of_game(game: chess.pgn.Game) -> str:
    """The card of the opening that is the whole of a game."""
    board = game.board()
    place = "startpos" if board.fen() == chess.STARTING_FEN else f"fen {board.fen()}"
    moves = " ".join(move.uci() for move in game.mainline_moves())
    return f"{place} moves {moves}" if moves else place


def of_the_box() -> list[str]:
    """The cards of the openings of the box, in order."""
    return [card_of_game(game) for game in _box()]


def chess960_card(number: int) -> str:
    """The card of a start position of chess960, by its number from 0 to 959."""
    return f"fen {chess.Board.from_chess960_pos(number).fen()}"


def _of_lines(text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        line = line.lstrip("\ufeff").strip()
        if line and not line.startswith("#"):
            try:
                yield card_of_line(line)
            except (ValueError, IndexError) as problem:
                raise ValueError(f"line {number} is no EPD or FEN: {problem}") from None


def _of_pgn(text: str) -> Iterator[str]:
    file = io.StringIO(text.lstrip("\ufeff"))
    number = 0
    while (game := chess.pgn.read_game(file)) is not None:
        number += 1
        if game.errors:
            raise ValueError(f"game {number}: {game.errors[0]}")
        yield card_of_game(game)


def _box() -> Iterator[chess.pgn.Game]:
    for name, line in BOX.items():
        board = chess.Board()
        for word in line.split():
            board.push_san(word)
        game = chess.pgn.Game.from_board(board)
        game.headers.update({"Event": name, "Result": "*"})
        yield game


def main() -> None:
    """Write the openings of the box as PGN, which a contest may name as its `deck`."""
    for game in _box():
        sys.stdout.write(f"{game}\n\n")


if __name__ == "__main__":
    main()
