"""Which number stands where: what was seen of a game, so that all that is sent fits into arrays of one size."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from arena.errors import WrongInput
from arena.games import Game, find_game

FORMAT = 1
"""Raised whenever the same layout would give other numbers than before."""


class NoLayout(WrongInput):
    """What was given is no layout, or one of other rules than those that are here."""


class Seen(Struct, omit_defaults=True):
    """What a survey saw at one place: the bounds of a number, the words, how long a list was. A place where nothing was
    ever seen is in no layout."""

    low: float | None = None
    high: float | None = None
    words: tuple[str, ...] = ()
    shortest: int | None = None
    longest: int | None = None


class Layout(Struct, frozen=True, kw_only=True):
    """The arrays of one game, with one number of seats and one set of options.

    It is made by `layout_of`, always the same for the same rules, and kept beside what was trained with it: whoever has
    it gets the same numbers of the same position. What was never seen has room, too: a number beyond the bounds counts
    as the bound, a word that is not among the words as the one word `other`.
    """

    format: int
    game: str
    game_version: int
    seats: int
    options: msgspec.Raw
    moves: int
    """How many legal moves there is room for."""
    together: bool
    """Whether at every decision that was seen all seats decided at once."""
    seen: dict[str, Seen]
    """By path; see `forms`."""

    @property
    def name(self) -> str:
        """Twelve letters that no other layout has."""
        return blake2b(self.encoded(), digest_size=6).hexdigest()

    def encoded(self) -> bytes:
        """The layout as JSON, to be written to a file."""
        return msgspec.json.encode(self)

    def rules(self) -> tuple[Game, Any]:
        """The game and its options. Raises NoLayout if the rules here are of another version."""
        game = find_game(self.game)
        self.fits(game)
        return game, self.options_of(game)

    def options_of(self, game: Game) -> Any:
        """The options as the game's own struct."""
        return msgspec.json.decode(self.options, type=game.options_type)

    def fits(self, game: Game) -> None:
        """Raises NoLayout unless it is one of this game, as it is here."""
        if (self.game, self.game_version) != (game.name, game.version):
            raise NoLayout(
                f"the layout is of {self.game} version {self.game_version}, and the rules here are {game.name} version "
                f"{game.version}: train anew, or install the version of arena that it was made with"
            )

    @staticmethod
    def decoded(data: bytes) -> Layout:
        """The layout in these bytes, as `encoded` made them. Raises NoLayout."""
        try:
            layout = msgspec.json.decode(data, type=Layout)
        except msgspec.MsgspecError as problem:
            raise NoLayout(f"this is no layout of arena.learn: {problem}") from None
        if layout.format != FORMAT:
            raise NoLayout(f"the layout has format {layout.format}, and this version of arena makes and reads {FORMAT}")
        return layout

    @staticmethod
    def read(path: Path) -> Layout:
        """The layout in a file. Raises NoLayout, or OSError."""
        return Layout.decoded(path.read_bytes())
