"""Where games begin: cards of decks, and what is drawn without one."""

from __future__ import annotations

import io

import chess
import chess.pgn
import pytest
from arena.games import Deal

from arena_chess.openings import BOX, begin, cards_of, chess960_card, main, of_the_box
from arena_chess.rules import GAME, Position
from arena_chess.structs import Options

SICILIAN = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq"


def new(deal: str, **options: object) -> Position:
    position = GAME.new(Options(**options), 2, Deal(deal))  # type: ignore[arg-type]
    assert isinstance(position, Position)
    return position


def test_a_deck_of_epd_and_fen_has_a_position_a_line() -> None:
    """Counters stand in a FEN, and in EPD as operations; names of positions do no harm."""
    lines = ['\ufeff{} - id "Sicilian";', "", "# a remark", "{} - 4 7", '{} - hmvc 3; fmvn 9; c0 "x y";']
    assert cards_of("\n".join(lines).replace("{}", SICILIAN)) == [
        f"fen {SICILIAN} - {counters}" for counters in ("0 1", "4 7", "3 9")
    ]


def test_a_deck_of_pgn_has_an_opening_a_game() -> None:
    """All moves of the main line; a game may begin from a position."""
    text = '[Event "a"]\n\n1. e4 {a remark} c5 (1... e5) 2. Nf3 *\n\n'
    text += f'[SetUp "1"]\n[FEN "{SICILIAN} - 0 2"]\n\n2. Nf3 d6 *\n'
    assert cards_of(text) == ["startpos moves e2e4 c7c5 g1f3", f"fen {SICILIAN} - 0 2 moves g1f3 d7d6"]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (f"{SICILIAN} -\nrnbq w - -\n", "line 2 is no EPD or FEN"),
        ("nonsense\n", "line 1 is no EPD or FEN"),
        ('[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. e5 *\n', "game 2: illegal san: 'e5'"),
    ],
)
def test_what_is_no_deck_is_named_by_its_line_or_game(text: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        cards_of(text)


@pytest.mark.parametrize(
    ("card", "named"),
    [
        ("e2e4", "an opening is `startpos` or `fen FEN`"),
        ("startpos moves e2e5", "e2e5 is no legal move 1 of"),
        ("startpos moves f2f3 e7e5 g2g4 d8h4", "the game is over at the end of"),
        ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "is no position of chess"),
        ("fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "the game is over at the end of .*: insufficient material"),
        ("fen x", "has no FEN"),
    ],
)
def test_a_card_that_begins_no_game_is_refused(card: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        new(f"any | {card}")


def test_both_colours_of_an_opening_are_one_deal() -> None:
    """The position does not depend on who sits where: the seats are the colours, and a deal group changes them."""
    position = new(f"any | fen {SICILIAN.replace(' w ', ' b ')} - 0 2")
    assert position.to_act() == (1,)
    assert position.view(0) == position.view(1) == position.public()
    assert (position.opening, position.moves) == (0, [])


def test_without_a_deck_an_opening_of_the_box_is_drawn() -> None:
    drawn = {tuple(new(str(number)).moves) for number in range(300)}
    assert len(drawn) > 30
    assert drawn <= {begin(card, False).moves for card in of_the_box()}
    assert new("same").moves == new("same").moves


def test_in_chess960_the_start_is_drawn() -> None:
    starts = {new(str(number), variant="chess960").start for number in range(40)}
    assert len(starts) > 30
    for start in starts:
        assert chess.Board(start, chess960=True).chess960_pos() is not None


def test_start_position_518_is_that_of_chess() -> None:
    """As R. Scharnagl has numbered them."""
    assert chess960_card(518) == f"fen {chess.STARTING_FEN}"


def test_in_chess960_the_king_takes_his_rook_to_castle() -> None:
    for variant, castling in ("chess960", "e1h1"), ("standard", "e1g1"):
        position = new("any | startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5", variant=variant)
        assert {move.uci for move in position.legal(0)} & {"e1h1", "e1g1"} == {castling}


def test_the_openings_of_the_box_are_written_as_a_deck(capsys: pytest.CaptureFixture[str]) -> None:
    main()
    written = capsys.readouterr().out
    assert cards_of(written) == of_the_box()
    assert len({*of_the_box()}) == len(BOX)
    game = chess.pgn.read_game(io.StringIO(written))
    assert game is not None
    assert game.headers["Event"] == "Ruy Lopez"
