"""What is said in UCI, and what is heard, without an engine."""

from __future__ import annotations

import pytest

from arena_chess.dialogue import STARTPOS, Clock, Introduction, Limit, Score, Search, go_line, position_line, says


def heard(*lines: str) -> Search:
    search = Search()
    assert not any(search.hear(line) for line in lines)
    return search


def test_a_position_is_told_from_its_beginning() -> None:
    """An engine has to see repetitions."""
    assert position_line(STARTPOS, []) == "position startpos"
    assert position_line(STARTPOS, ["e2e4", "e7e5"]) == "position startpos moves e2e4 e7e5"
    assert position_line("8/8/8/8/8/8/8/8 w - - 0 1", ["a2a3"]) == "position fen 8/8/8/8/8/8/8/8 w - - 0 1 moves a2a3"


@pytest.mark.parametrize(
    ("limit", "clock", "line"),
    [
        (Limit(nodes=500), Clock(1000, 0, None, 20), "go nodes 500"),
        (Limit(depth=3, movetime=7), Clock(None, 0, None, 20), "go movetime 7 depth 3"),
        (Limit(), Clock(60_000, 600, None, 20), "go wtime 59980 btime 59980 winc 600 binc 600"),
        (Limit(), Clock(5, 0, None, 20), "go wtime 1 btime 1 winc 0 binc 0"),
        (Limit(), Clock(None, 0, 1000, 20), "go movetime 980"),
    ],
)
def test_a_search_follows_its_own_limit_or_the_clock(limit: Limit, clock: Clock, line: str) -> None:
    assert go_line(limit, clock) == line


def test_without_any_limit_nobody_would_ever_move() -> None:
    with pytest.raises(ValueError, match="give the engine --nodes"):
        go_line(Limit(), Clock(None, 0, None, 20))


def test_beside_a_clock_a_limit_for_one_move_is_kept_by_stopping() -> None:
    assert Clock(60_000, 0, 1000, 20).stop == 980
    assert Clock(60_000, 0, None, 20).stop is Clock(None, 0, 1000, 20).stop is None
    assert Clock(700, 0, 1000, 20).given == 700


def test_the_last_exact_score_of_the_best_move_counts() -> None:
    """As engine testers read it; what it says in a line of its own words, or within the moves, is none."""
    search = heard(
        "info depth 1 score cp 10 pv e2e4",
        "info depth 2 score cp 30 nodes 77 multipv 1 pv e2e4 cp 5",
        "info depth 2 score cp 90 multipv 2 pv d2d4",
        "info depth 3 score cp 500 lowerbound pv e2e4",
        "info string score cp 1",
        "info depth 4 currmove e2e4",
    )
    assert (search.score, search.depth, search.nodes, search.note) == (Score(30), 2, 77, "+0.30/2")


def test_a_bound_is_better_than_nothing() -> None:
    assert heard("info depth 3 score cp -50 upperbound pv e2e4").note == "-0.50/3"
    assert heard("info depth 3 nodes 7").note is None


@pytest.mark.parametrize(("mate", "note"), [(3, "+M3/9"), (-2, "-M2/9"), (0, "-M0/9")])
def test_a_mate_is_told_in_moves(mate: int, note: str) -> None:
    assert heard(f"info depth 9 score mate {mate}").note == note


@pytest.mark.parametrize(
    ("line", "best"), [("bestmove e2e4 ponder e7e5", "e2e4"), ("bestmove", ""), ("bestmove (none)", "(none)")]
)
def test_the_move_ends_a_search(line: str, best: str) -> None:
    search = Search()
    assert search.hear(line)
    assert search.best == best


def test_an_engine_introduces_itself() -> None:
    """Its options are set under the name that it gave, in whatever case they are asked for."""
    engine = Introduction()
    lines = ["Fake 1.0 by nobody", "id name Fake 1.0", "option name Use NNUE type check default true", "uciok"]
    assert [engine.hear(line) for line in lines] == [False, False, False, True]
    assert engine.setting("use nnue", "false") == "setoption name Use NNUE value false"
    with pytest.raises(ValueError, match=r"Fake 1.0 has no option 'Hash' \(it has: Use NNUE\)"):
        engine.setting("Hash", "64")


DRAW = {"number": 34, "count": 8, "score": 20}
RESIGN = {"count": 3, "score": 600, "both": False}


@pytest.mark.parametrize(
    ("score", "options", "said"),
    [
        (Score(20), {"draw": DRAW, "resign": RESIGN}, "level"),
        (Score(-20), {"draw": DRAW}, "level"),
        (Score(21), {"draw": DRAW, "resign": RESIGN}, None),
        (Score(-600), {"draw": DRAW, "resign": RESIGN}, "lost"),
        (Score(-599), {"draw": DRAW, "resign": RESIGN}, None),
        (Score(600), {"resign": RESIGN}, None),
        (Score(600), {"resign": RESIGN | {"both": True}}, "won"),
        (Score(1, mate=True), {"draw": DRAW, "resign": RESIGN | {"both": True}}, "won"),
        (Score(-9, mate=True), {"resign": RESIGN}, "lost"),
        (Score(0, mate=True), {"resign": RESIGN}, "lost"),
        (Score(0, mate=True), {"draw": DRAW}, None),
        (Score(0), {"draw": None, "resign": None}, None),
        (None, {"draw": DRAW, "resign": RESIGN}, None),
    ],
)
def test_a_score_is_said_in_the_words_of_the_rules(score: Score | None, options: dict[str, object], said: str) -> None:
    """With the thresholds of the options: at them it counts."""
    assert says(score, options) == said
