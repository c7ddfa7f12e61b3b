"""Reads a contest's deck: the set-ups of which each of its deals draws one."""

from __future__ import annotations

import os
from typing import Any

from arena.files import MIB, read_regular
from arena.games import CARD, Deal, Game
from arena.strict_yaml import WRONG, Place, Reader

MOST_FILE = 16 * MIB
"""The most bytes of a deck's file."""
MOST_CARDS = 20_000
MOST_BYTES = 2 * MIB
"""The most of a deck, as all of it is kept in the contest's file, for whoever checks its games."""


def read_deck(reader: Reader, at: Place, written: str | list[str] | None, game: Game, options: Any, seats: int) -> Any:
    """The cards of the file that is named there, or that are written there themselves; each begins a game with these
    options. None without a deck; WRONG, reported, for one that cannot be used."""
    if written is None:
        return None
    if game.deck is None:
        return reader.wrong(at, f"{game.name} has no decks: all its luck is drawn from the seed")
    cards: Any = written
    if isinstance(written, str):
        cards = _of_file(reader, at, written, game)
    if cards is WRONG:
        return WRONG
    if not cards:
        return reader.wrong(at, "a deck has at least one card")
    if len(cards) > MOST_CARDS or sum(len(card.encode()) for card in cards) > MOST_BYTES:
        return reader.wrong(
            at,
            f"its {len(cards):,} cards are too many: a deck has at most {MOST_CARDS:,}, and {MOST_BYTES // MIB} MiB. "
            "Take a sample of it, for example with shuf -n",
        )
    for number, card in enumerate(cards):
        try:
            game.new(options, seats, Deal(f"check{CARD}{card}"))
        except Exception as problem:  # a plug-in may raise anything; its ValueErrors are meant to be read
            text = str(problem) if isinstance(problem, ValueError) else f"the game cannot begin: {problem!r}"
            return reader.wrong(at, f"card {number + 1}: {text}")
    return cards


def _of_file(reader: Reader, at: Place, name: str, game: Game) -> Any:
    assert game.deck is not None
    if reader.within is not None:
        return reader.wrong(at, "a bundle has the cards of its deck in its configuration, and names no file")
    path = at.file.parent / os.path.expanduser(name)
    try:
        return game.deck(read_regular(path, MOST_FILE).decode())
    except OSError as problem:
        return reader.wrong(at, f"{path} cannot be read: {problem.strerror}")
    except UnicodeDecodeError as problem:
        return reader.wrong(at, f"{path} is no text in UTF-8: {problem.reason} at byte {problem.start}")
    except Exception as problem:  # a plug-in may raise anything; its ValueErrors are meant to be read
        text = str(problem) if isinstance(problem, ValueError) else f"its rules cannot read it: {problem!r}"
        return reader.wrong(at, f"{path}: {text}")
