"""How games end: by the Laws of Chess (FIDE, 2023), whose articles are named, and by what the seats say."""

from __future__ import annotations

import pytest
from arena.games import Deal, IllegalMove, Ranking

from arena_chess.rules import GAME, Position
from arena_chess.structs import Draw, Options, Over, Play, Resign, Says

WHITE_WINS, BLACK_WINS, DRAWN = Ranking((1, 2), (1.0, 0.0)), Ranking((2, 1), (0.0, 1.0)), Ranking((1, 1), (0.5, 0.5))
SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")
KINGS = "fen 4k3/8/8/8/8/8/8/4K2R w - - {quiet} 80"


def table(card: str, **options: object) -> Position:
    made = GAME.new(Options(**options), 2, Deal(f"any | {card}"))  # type: ignore[arg-type]
    assert isinstance(made, Position)
    return made


def play(position: Position, *moves: str, says: Says | None = None) -> Position:
    for uci in moves:
        (seat,) = position.to_act()
        position.apply({seat: Play(uci, says)})
    return position


def test_checkmate_wins() -> None:
    """Article 5.1.1."""
    over = play(table("startpos"), "f2f3", "e7e5", "g2g4", "d8h4")
    assert (over.over, over.outcome(), over.to_act()) == (Over("checkmate", 1), BLACK_WINS, ())
    assert [event.shown for event in over.events][1] == Over("checkmate", 1)


def test_stalemate_is_a_draw() -> None:
    """Article 5.2.1."""
    over = play(table("fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), "g6f7")
    assert (over.over, over.outcome()) == (Over("stalemate", None), DRAWN)


@pytest.mark.parametrize(
    ("fen", "move", "dead"),
    [
        ("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", True),
        ("4k3/8/8/8/8/8/4p3/3BK3 w - - 0 1", "d1e2", True),
        ("4k3/8/8/8/8/8/4p3/3NK3 w - - 0 1", "e1e2", True),
        ("4kb2/8/8/8/8/8/4p3/2B1K3 w - - 0 1", "e1e2", True),
        ("2b1k3/8/8/8/8/8/4p3/2B1K3 w - - 0 1", "e1e2", False),
        ("4k3/8/8/8/8/8/4p3/3RK3 w - - 0 1", "e1e2", False),
    ],
)
def test_a_position_in_which_nobody_can_mate_is_a_draw(fen: str, move: str, dead: bool) -> None:
    """Article 5.2.2. Bishops of one colour cannot, bishops of both can."""
    over = play(table(f"fen {fen}"), move).over
    assert over == (Over("insufficient material", None) if dead else None)


@pytest.mark.parametrize(("moves", "quiet"), [(50, 99), (75, 149)])
def test_moves_without_capture_or_pawn_are_counted_from_the_position(moves: int, quiet: int) -> None:
    """Articles 9.3 (50, on a claim) and 9.6.2 (75, without one)."""
    position = table(KINGS.format(quiet=quiet - 1), quiet_moves=moves)
    assert play(position, "h1h2").over is None
    assert play(position, "e8d8").over == Over("quiet moves", None)


def test_a_mate_with_the_last_quiet_move_wins() -> None:
    """Article 9.6.2: checkmate takes precedence."""
    over = play(table("fen k7/8/1K6/8/8/8/8/7R w - - 99 80"), "h1h8")
    assert over.outcome() == WHITE_WINS


@pytest.mark.parametrize("times", [3, 5])
def test_a_position_that_comes_again_is_a_draw(times: int) -> None:
    """Articles 9.2 (the third time, on a claim) and 9.6.1 (the fifth, without one)."""
    position = play(table("startpos", repetition=times), *SHUFFLE * (times - 2), *SHUFFLE[:3])
    assert position.over is None
    assert play(position, SHUFFLE[3]).over == Over("repetition", None)


def test_the_moves_of_an_opening_count_for_repetitions() -> None:
    position = table(f"startpos moves {' '.join(SHUFFLE)}")
    assert play(position, *SHUFFLE).over == Over("repetition", None)


def test_a_position_with_other_rights_to_castle_is_another() -> None:
    """Article 9.2.3.2."""
    position = table("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    there_and_back = ("h1h2", "e8d8", "h2h1", "d8e8")
    assert play(position, *there_and_back, *there_and_back).over is None
    assert play(position, there_and_back[0]).over == Over("repetition", None)


LEVEL = Draw(number=0, count=2, score=20)
QUIET = ("h1h2", "e8d8", "h2h1", "d8e8", "h1h3", "e8d8", "h3h1", "d8e8")


def test_what_both_call_level_for_long_is_a_draw() -> None:
    """So many moves of each seat, four in all."""
    position = play(table(KINGS.format(quiet=0), draw=LEVEL), *QUIET[:3], says="level")
    assert position.over is None
    assert (over := play(position, QUIET[3], says="level")).over == Over("adjudicated draw", None)
    assert over.outcome() == DRAWN


def test_a_move_that_is_not_called_level_begins_the_row_anew() -> None:
    position = play(table(KINGS.format(quiet=0), draw=LEVEL), *QUIET[:3], says="level")
    play(position, QUIET[3])
    assert play(position, *QUIET[4:7], says="level").over is None
    assert play(position, QUIET[7], says="level").over is not None


def test_a_capture_or_a_move_of_a_pawn_begins_the_row_anew() -> None:
    position = play(table("startpos", draw=LEVEL), "g1f3", "g8f6", "b1c3", "d7d5", says="level")
    assert position.spoken.level == 1
    assert play(position, "c3d5", says="level").spoken.level == 1
    assert play(position, "f6g8", "f3g1", says="level").over is None
    assert play(position, "g8f6", says="level").over == Over("adjudicated draw", None)


def test_a_draw_is_not_adjudicated_before_its_move() -> None:
    """After move 81 of the FEN, which Black ends."""
    position = table(KINGS.format(quiet=0), draw=Draw(number=81, count=1))
    assert play(position, *QUIET[:3], says="level").over is None
    assert play(position, QUIET[3], says="level").over == Over("adjudicated draw", None)


def test_what_a_seat_calls_lost_for_long_it_has_lost() -> None:
    """Its own moves in a row count; what the other says is nothing."""
    position = table(KINGS.format(quiet=0), resign=Resign(count=2))
    play(position, "h1h2", says="lost")
    play(position, "e8d8")
    play(position, "h2h1")
    play(position, "d8e8")
    play(position, "h1h3", says="lost")
    play(position, "e8d8")
    assert position.over is None
    assert play(position, "h3h1", says="lost").over == Over("adjudicated win", 1)
    assert position.outcome() == BLACK_WINS


def test_where_both_must_agree_the_winner_calls_it_won() -> None:
    """One move of the winner is missing at first."""
    position = table(KINGS.format(quiet=0), resign=Resign(count=2, both=True))
    for uci, says in zip(QUIET[:4], (None, "lost", "won", "lost"), strict=True):
        play(position, uci, says=says)  # type: ignore[arg-type]
    assert position.over is None
    play(position, QUIET[4], says="won")
    assert position.over is None
    assert play(position, QUIET[5], says="lost").over == Over("adjudicated win", 0)


def test_a_game_may_take_so_many_moves() -> None:
    """The opening's do not count."""
    position = play(table("startpos moves e2e4 e7e5", max_moves=1), "g1f3")
    assert position.over is None
    assert play(position, "g8f6").over == Over("too many moves", None)


def test_a_mate_is_more_than_what_anybody_says() -> None:
    position = table("fen k7/8/1K6/8/8/8/8/7R w - - 0 80", resign=Resign(count=1), max_moves=1)
    assert play(position, "h1h8", says="lost").outcome() == WHITE_WINS


def test_what_has_no_use_cannot_be_said() -> None:
    plain, draws = table("startpos"), table("startpos", draw=Draw())
    both = table("startpos", draw=Draw(), resign=Resign(both=True))
    assert [len(position.legal(0)) for position in (plain, draws, both)] == [20, 40, 80]
    assert plain.legal(1) == []
    with pytest.raises(IllegalMove):
        plain.apply({0: Play("e2e4", "level")})
    with pytest.raises(IllegalMove):
        plain.apply({0: Play("e2e5")})
    assert plain.moves == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"draw": {"count": 0}},
        {"draw": {"score": -1}},
        {"resign": {"count": 0}},
        {"resign": {"score": 0}},
        {"max_moves": 0},
        {"repetition": 4},
        {"quiet_moves": 100},
        {"draw": {"score": 600}, "resign": {"score": 600}},
    ],
)
def test_options_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    import msgspec

    with pytest.raises(msgspec.ValidationError, match=r"need|must"):
        msgspec.convert(wrong, Options)
