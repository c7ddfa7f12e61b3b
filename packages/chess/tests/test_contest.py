"""Engines in a contest, from the configuration to PGN: with a made engine always, with real ones where they are."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.pgn
import pytest
import yaml
from arena.games import Deal
from arena.store import Store

from arena_chess import pgn

FAKE = Path(__file__).parent / "fake_engine.py"
NAMES = 'x "quoted" {brace}', "y"
TIME = {"start_ms": 30_000, "move_ms": None, "bank_ms": 60_000, "increment_ms": 100}
DECK = ["startpos moves e2e4 c7c5", "fen 4k3/8/8/8/8/8/4P3/4K2R b K - 0 7", "startpos"]


def arena(*words: object) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "arena", *map(str, words)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def contest(folder: Path, bots: dict[str, list[str]], **keys: object) -> Path:
    """A contest of these, under the seed 1, as a file in that folder."""
    base = {"game": "chess", "seed": "1", "jobs": 1, "time": TIME}
    (folder / "c.yaml").write_text(yaml.safe_dump(base | keys | {"bots": bots}, sort_keys=False))
    return folder / "c.yaml"


def fake(*sins: str) -> list[str]:
    return ["{python}", "-m", "arena_chess.uci", "--", "{python}", "fake_engine.py", *sins]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A contest of two that are the same, at three openings, and of one that answers nonsense."""
    folder = tmp_path_factory.mktemp("chess")
    shutil.copy(FAKE, folder)
    options = {"max_moves": 3, "resign": {"count": 2}}
    config = contest(folder, {NAMES[0]: fake(), NAMES[1]: fake()}, options=options, deals=3, deck=DECK)
    arena("run", config, "--db", folder / "c.db")
    return folder / "c.db"


@pytest.fixture(scope="module")
def games(played: Path) -> list[chess.pgn.Game]:
    out = played.with_suffix(".pgn")
    assert pgn.main([str(played), "-o", str(out)]) == 0
    return list(read(out.read_text()))


def read(text: str) -> Iterator[chess.pgn.Game]:
    file = io.StringIO(text)
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors
        yield game


def test_each_opening_is_played_once_with_both_colours(played: Path) -> None:
    with Store.open(played) as store:
        records = list(store.records())
    assert [record.status for record in records] == ["finished"] * 6
    assert not any(record.faults for record in records)
    cards = [Deal(record.deal).card for record in records]
    assert cards[::2] == cards[1::2]
    assert sorted(cards[::2]) == sorted(DECK)  # type: ignore[type-var]
    assert {(one.seating, two.seating[::-1]) for one, two in zip(records[::2], records[1::2], strict=True)} == {
        (NAMES, NAMES)
    }


def test_the_games_hold_before_whoever_checks_them(played: Path, tmp_path: Path) -> None:
    """Also as a bundle with the bots, which has the deck in its configuration."""
    bundle = tmp_path / "c.sealed.zip"
    arena("seal", played, "--with-bots", played.with_name("c.yaml"), "-o", bundle)
    assert "game 2, played anew: the same" in arena("verify", bundle, "--replay", 2, "--sandbox", "none")
    assert "6 games hold, 0 do not" in arena("verify", played)


def test_a_game_is_a_page_with_the_board(played: Path, tmp_path: Path) -> None:
    """Its modules can be joined, and are in it."""
    arena("watch", played, 0, "-o", tmp_path / "game.html")
    page = (tmp_path / "game.html").read_text()
    assert "call it level" in page
    assert ".chess .square" in page


def test_games_are_told_as_pgn(games: list[chess.pgn.Game]) -> None:
    """Names, round, opening, result, and why it ended."""
    assert len(games) == 6
    first = next(game for game in games if "FEN" in game.headers)
    assert [game.headers["Round"] for game in games] == ["0.1", "0.2", "1.1", "1.2", "2.1", "2.2"]
    assert [games[at].headers["White"] for at in (0, 1)] == list(NAMES)
    assert first.headers["FEN"] == "4k3/8/8/8/8/8/4P3/4K2R b K - 0 7"
    assert {game.headers["TimeControl"] for game in games} == {"60+0.1"}
    for game in games:
        board = game.end().board()
        assert int(game.headers["PlyCount"]) == len(board.move_stack)
        assert game.headers["Result"] == "1-0"
        assert game.headers["Termination"] == "adjudication"
        assert game.end().comment.endswith("White wins: adjudicated by what the players said.")


def test_moves_have_what_was_thought_the_time_and_the_clock(games: list[chess.pgn.Game]) -> None:
    """The opening's are marked."""
    (game, *_) = (game for game in games if game.headers["PlyCount"] == "6")
    nodes = list(game.mainline())
    assert [node.comment for node in nodes[:2]] == ["book", "book"]
    assert nodes[2].comment.startswith("+0.05/7 0.")
    clock = nodes[2].clock()
    assert clock is not None
    assert 50 < clock <= 60.1


def test_a_loss_by_a_fault_is_told_as_one(tmp_path: Path) -> None:
    """The referee's own move, which ends the game, was not played; what the bot says of it is kept with the game."""
    shutil.copy(FAKE, tmp_path)
    config = contest(tmp_path, {"a": fake(), "b": fake("illegal")}, options={"max_moves": 3}, deals=1, bench=None)
    subprocess.run(
        [sys.executable, "-m", "arena", "run", str(config), "--db", str(tmp_path / "c.db")],
        check=False,
        capture_output=True,
    )
    with Store.open(tmp_path / "c.db") as store:
        first, second = (game for game in pgn.games_of(store) if game is not None)
        (record, _) = store.records()
    log = (tmp_path / str(record.measured.logs[1])).read_text()
    assert "Fake 1.0 answers bestmove 'a1a1', which is not legal in " in log
    assert (first.headers["Result"], second.headers["Result"]) == ("1-0", "0-1")
    assert first.headers["Termination"] == "rules infraction"
    assert first.end().comment.endswith("Black loses by a fault: illegal")
    assert second.end().ply() == first.end().ply() - 1


def test_games_whose_deal_is_still_played_are_left_out(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """But for the organiser who says so."""
    config = played.with_name("c.yaml")
    half = tmp_path / "half.db"
    arena("run", config, "--db", half, "--games", 5)
    assert pgn.main([str(half)]) == 0
    told = capsys.readouterr()
    left_out = 5 - len(list(read(told.out)))
    assert left_out >= 1
    assert told.err.startswith(f"{left_out} games are left out")
    assert pgn.main([str(half), "--spoil"]) == 0
    assert len(list(read(capsys.readouterr().out))) == 5


def test_a_contest_of_another_game_is_no_chess(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert pgn.main([str(tmp_path / "none.db")]) == 2
    assert "there is no such file" in capsys.readouterr().err


STOCKFISH = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")


@pytest.mark.skipif(STOCKFISH is None, reason="stockfish is not installed (Debian: apt install stockfish)")
def test_a_real_engine_plays(tmp_path: Path) -> None:
    """By nodes and by the clock, in chess960, whose option it must be told of."""
    uci = ["{python}", "-m", "arena_chess.uci"]
    bots = {"nodes": [*uci, "--nodes", "50", "--", str(STOCKFISH)], "clock": [*uci, "--", str(STOCKFISH)]}
    time = {"start_ms": 60_000, "move_ms": None, "bank_ms": 5_000, "increment_ms": 0}
    options = {"variant": "chess960", "max_moves": 4}
    config = contest(tmp_path, bots, deals=1, seatings="fixed", time=time, options=options)
    arena("run", config, "--db", tmp_path / "c.db")
    table = json.loads(arena("table", tmp_path / "c.db", "--format", "json"))
    assert table["finished_games"] == 1
    assert not any(row["faults"] for row in table["rows"])
