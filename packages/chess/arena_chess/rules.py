"""Chess, and chess960, between programs: from an opening that the deal says, to an end by the rules or by agreement.

Nothing is hidden. Seat 0 is White, whoever moves first in the opening's last position. A draw by repetition, or by too
many moves without a capture or a move of a pawn, is made by the referee: nobody has to claim it. Where the options ask
for it a seat may say with its move that it thinks the game level, lost or won, and games that both think decided are
ended so (adjudication). The ends come in this order: checkmate and stalemate, draws by the rules, then what was said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple, Self

import chess
from arena.games import Deal, Event, Game, Ranking, Seat, require_legal

from arena_chess.openings import Opening, begin, cards_of, chess960_card, of_the_box
from arena_chess.structs import Memory, Options, Over, Play, Played, Resign, Says, View

SEATS: Final = (2,)
WHITE: Final = 0
"""The seat of White; the other is Black's, whoever moves first in a position."""


class Spoken(NamedTuple):
    """How long the seats have been saying what they say: see `View`."""

    level: int = 0
    lost: tuple[int, int] = (0, 0)
    won: tuple[int, int] = (0, 0)

    def after(self, seat: int, says: Says | None, quiet: bool) -> Spoken:
        """With one move more; `quiet` is whether it was no capture and no move of a pawn."""
        before = self.level if quiet else 0

        def row(counts: tuple[int, int], word: Says) -> tuple[int, int]:
            now = counts[seat] + 1 if says == word else 0
            return (now, counts[1]) if seat == 0 else (counts[0], now)

        return Spoken(before + 1 if says == "level" else 0, row(self.lost, "lost"), row(self.won, "won"))


_SILENT: Final = Spoken()


class Position:
    """One position, with all moves that led to it.

    What its methods promise is said in `arena.games.State`.
    """

    def __init__(self, options: Options, opening: Opening, made: Sequence[str] = (), spoken: Spoken = _SILENT) -> None:
        self.options = options
        self.start = opening.start
        self.opening = len(opening.moves)
        self.moves = [*opening.moves, *made]
        self.board = opening.board
        for uci in made:
            self.board.push_uci(uci)
        self.spoken = spoken
        self.events: Sequence[Event] = []
        self._legal: list[Play] = []
        self._over: Over | None = None
        self._look()

    def to_act(self) -> tuple[int, ...]:
        return () if self._over else (self._mover,)

    def legal(self, seat: int) -> Sequence[Play]:
        return self._legal if seat in self.to_act() else []

    def default(self, seat: int) -> Play:
        return self._legal[0]

    def view(self, seat: int) -> View:
        return self.public()

    def memory(self, seat: int) -> Memory:
        return _NOTHING

    def public(self) -> View:
        return View(self.board.fen(), self.start, tuple(self.moves), self.opening, *self.spoken)

    def apply(self, moves: Mapping[int, Play]) -> None:
        require_legal(self, moves)
        ((seat, move),) = moves.items()
        parsed = self.board.parse_uci(move.uci)
        played = Event(Played(seat, move.uci, self.board.san(parsed), move.says))
        self.board.push(parsed)
        self.moves.append(move.uci)
        self.spoken = self.spoken.after(seat, move.says, quiet=self.board.halfmove_clock > 0)
        self._look()
        self.events = [played, Event(self._over)] if self._over else [played]

    def outcome(self) -> Ranking | None:
        if self._over is None:
            return None
        if self._over.winner is None:
            return Ranking((1, 1), (0.5, 0.5))
        return Ranking((1, 2), (1.0, 0.0)) if self._over.winner == WHITE else Ranking((2, 1), (0.0, 1.0))

    def clone(self) -> Self:
        copy = object.__new__(type(self))
        copy.__dict__ |= self.__dict__
        copy.moves = list(self.moves)
        copy.board = self.board.copy()
        return copy

    @property
    def over(self) -> Over | None:
        """How the game has ended; None while it has not."""
        return self._over

    @property
    def _mover(self) -> int:
        return WHITE if self.board.turn == chess.WHITE else 1 - WHITE

    def _look(self) -> None:
        """Find the legal moves of this position, or how the game has ended with it."""
        sayings = self.options.sayings
        ucis = sorted([move.uci() for move in self.board.legal_moves])
        self._over = self._end(bool(ucis))
        self._legal = [] if self._over else [Play(uci, says) for uci in ucis for says in sayings]

    def _end(self, can_move: bool) -> Over | None:
        board, options = self.board, self.options
        last = 1 - self._mover
        if not can_move:
            return Over("checkmate", last) if board.is_check() else Over("stalemate", None)
        if board.halfmove_clock >= 2 * options.quiet_moves:
            return Over("quiet moves", None)
        if board.is_insufficient_material():
            return Over("insufficient material", None)
        if board.is_repetition(options.repetition):
            return Over("repetition", None)
        if options.resign and self._is_given_up(options.resign, last):
            return Over("adjudicated win", 1 - last)
        if (draw := options.draw) and self.spoken.level >= 2 * draw.count and board.fullmove_number > draw.number:
            return Over("adjudicated draw", None)
        if options.max_moves and len(self.moves) - self.opening >= 2 * options.max_moves:
            return Over("too many moves", None)
        return None

    def _is_given_up(self, resign: Resign, seat: int) -> bool:
        agreed = not resign.both or self.spoken.won[1 - seat] >= resign.count
        return agreed and self.spoken.lost[seat] >= resign.count


_NOTHING: Final = Memory()


def new(options: Options, seats: int, deal: Deal) -> Position:
    """The position after the opening: that of the deal's card, else one that is drawn."""
    if seats not in SEATS:
        raise ValueError(f"chess is for 2 seats, not {seats}")
    chess960 = options.variant == "chess960"
    card = deal.card
    if card is None:
        luck = deal.stream("opening")
        card = chess960_card(luck.below(960)) if chess960 else luck.choice(_BOX)
    position = Position(options, begin(card, chess960))
    if position.over:
        raise ValueError(f"the game is over at the end of {card[:80]!r}: {position.over.reason}")
    return position


_BOX: Final = of_the_box()


def imagine(seat: int, view: View, memory: Memory, rng: Random, options: Options) -> Position:
    """The one position that the seat can be in: nothing is hidden."""
    opening, made = view.moves[: view.opening], view.moves[view.opening :]
    card = f"fen {view.start}{' moves ' if opening else ''}{' '.join(opening)}"
    lost, won = view.lost, view.won
    spoken = Spoken(view.level, (lost[0], lost[1]), (won[0], won[1]))
    return Position(options, begin(card, options.variant == "chess960"), made, spoken)


def tell(event: Played | Over) -> str:
    """What happened, as a sentence."""
    if isinstance(event, Played):
        return f"{Seat(event.seat)} plays {event.san}{f', and calls it {event.says}' if event.says else ''}."
    if event.winner is None:
        return f"The game is a draw: {_WHY[event.reason]}."
    return f"{Seat(event.winner)} wins: {_WHY[event.reason]}."


_WHY: Final = {
    "checkmate": "checkmate",
    "stalemate": "stalemate",
    "insufficient material": "nobody has what a mate needs",
    "quiet moves": "too many moves without a capture or a pawn's move",
    "repetition": "the position was there before, too often",
    "adjudicated win": "adjudicated by what the players said",
    "adjudicated draw": "adjudicated by what the players said",
    "too many moves": "the game has taken as many moves as it may",
}


def tell_move(view: View, move: Play) -> str:
    """A move as a sentence."""
    # In chess960 mode both ways of writing castling are read.
    board = chess.Board(view.fen, chess960=True)
    said = f" and call it {move.says}" if move.says else ""
    return f"play {board.san(board.parse_uci(move.uci))}{said}"


GAME: Final = Game(
    name="chess",
    title="Chess",
    version=1,
    seats=SEATS,
    cooperative=False,
    notes="Standard chess and chess960, with openings from a deck, and adjudication by what the players say.",
    options_type=Options,
    move_type=Play,
    view_type=View,
    memory_type=Memory,
    public_type=View,
    new=new,
    imagine=imagine,
    tell=tell,
    tell_move=tell_move,
    deck=cards_of,
    drawing="arena_chess:drawing/board.js",
)
