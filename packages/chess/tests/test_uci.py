"""The bot that plays for an engine, as a program: arena's lines in and out, and the cause where none comes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from arena.games import Deal
from msgspec import to_builtins

from arena_chess.rules import GAME, Position
from arena_chess.structs import Draw, Options, Resign

ENGINE = [sys.executable, str(Path(__file__).parent / "fake_engine.py")]
SAID = Options(draw=Draw(), resign=Resign())
HELLO = {"type": "hello", "id": 0, "protocol": 1, "game": "chess", "game_version": 1}
QUIT = {"type": "quit"}


def start(options: Options, **time: int | None) -> dict[str, Any]:
    limits = {"start_ms": 5000, "move_ms": 5000, "bank_ms": None, "increment_ms": 0} | time
    return {"type": "start", "id": 1, "seat": 0, "seats": 2, "options": to_builtins(options), "time": limits, "seed": 1}


def turn(options: Options, card: str = "startpos", left_ms: int | None = None) -> dict[str, Any]:
    position = GAME.new(options, 2, Deal(f"any | {card}"))
    assert isinstance(position, Position)
    (seat,) = position.to_act()
    asked: dict[str, Any] = to_builtins({"view": position.view(seat), "legal": position.legal(seat)})
    return {"type": "turn", "id": 2, "events": [], "memory": {}, "last_ms": None, "left_ms": left_ms} | asked


def talk(
    *messages: dict[str, Any], engine: Sequence[str] = ENGINE, words: Sequence[str] = ()
) -> tuple[list[dict[str, Any]], str, int]:
    """What it answers to these, its stderr (with that of the engine) and its exit status."""
    done = subprocess.run(
        [sys.executable, "-m", "arena_chess.uci", *words, "--", *engine],
        input="".join(json.dumps(message) + "\n" for message in messages),
        capture_output=True,
        text=True,
        check=False,
        timeout=50,
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr, done.returncode


def heard(stderr: str) -> list[str]:
    return [line.removeprefix("heard ") for line in stderr.splitlines() if line.startswith("heard ")]


def test_a_game_is_played_by_the_engine() -> None:
    """Its options are set, each game begins anew, and what it thinks is said and noted."""
    level, lost = turn(SAID), turn(SAID, "startpos moves e2e4")
    words = ["--nodes", "50", "--option", "hash=8"]
    messages = [HELLO, start(SAID), level, {"type": "end", "events": []}, start(SAID), lost, QUIT]
    answers, stderr, status = talk(*messages, words=words)
    assert status == 0
    ready = {"type": "ready", "protocol": 1, "name": "Fake 1.0"}
    assert [answers[at] for at in (0, 1, 3)] == [{"id": 0} | ready, {"id": 1} | ready, {"id": 1} | ready]
    assert [answers[at] | {"choice": 0} for at in (2, 4)] == [
        {"id": 2, "choice": 0, "note": "+0.05/7"},
        {"id": 2, "choice": 0, "note": "-7.00/7"},
    ]
    assert level["legal"][answers[2]["choice"]] == {"uci": "a2a3", "says": "level"}
    assert lost["legal"][answers[4]["choice"]] == {"uci": "a7a5", "says": "lost"}
    game = ["setoption name UCI_Chess960 value false", "ucinewgame", "isready"]
    assert heard(stderr) == [
        *["uci", "setoption name Hash value 8"],
        *[*game, "position startpos", "go nodes 50"],
        *[*game, "position startpos moves e2e4", "go nodes 50", "quit"],
    ]


def test_the_bank_is_the_engines_clock() -> None:
    """What is kept back is --overhead."""
    messages = [HELLO, start(Options(), bank_ms=60_000, increment_ms=600, move_ms=None)]
    _, stderr, _ = talk(*messages, turn(Options(), left_ms=31_234), QUIT, words=["--overhead", "34"])
    assert heard(stderr)[-2] == "go wtime 31200 btime 31200 winc 600 binc 600"


def test_a_limit_for_one_move_stops_a_search_by_the_clock() -> None:
    messages = [HELLO, start(Options(), bank_ms=60_000, move_ms=300), turn(Options(), left_ms=60_000), QUIT]
    answers, stderr, _ = talk(*messages, engine=[*ENGINE, "slow"])
    assert heard(stderr)[-3:] == ["go wtime 59980 btime 59980 winc 0 binc 0", "stop", "quit"]
    assert answers[2]["choice"] == 0


def test_in_chess960_the_engine_is_told() -> None:
    options = Options(variant="chess960")
    card = "fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    answers, stderr, _ = talk(HELLO, start(options), turn(options, card), QUIT)
    assert "setoption name UCI_Chess960 value true" in heard(stderr)
    assert f"position {card}" in heard(stderr)
    assert "choice" in answers[2]


NO_LIMIT = start(Options(), move_ms=None)


@pytest.mark.parametrize(
    ("sin", "message", "cause"),
    [
        ("crash", turn(Options()), "has ended by the signal SIGABRT; the last it said: 'info string about to fail'"),
        ("long", turn(Options()), "writes a line of more than 1,048,576 bytes"),
        ("standard", start(Options(variant="chess960")), "Fake 1.0 has no option 'UCI_Chess960' (it has: Hash)"),
        ("", NO_LIMIT, "the contest sets no limit of time: give the engine --nodes, --movetime or --depth"),
    ],
)
def test_an_engine_that_fails_is_told_with_its_cause(sin: str, message: dict[str, Any], cause: str) -> None:
    """And the bot ends, as the engine has."""
    messages = [HELLO, message] if message["type"] == "start" else [HELLO, start(Options()), message]
    answers, stderr, status = talk(*messages, engine=[*ENGINE, *([sin] if sin else [])])
    assert cause in stderr.splitlines()[-1]
    assert len(answers) == len(messages) - 1
    assert status == 1


def test_an_engine_that_is_not_there_is_told() -> None:
    _, stderr, status = talk(HELLO, engine=["/nowhere/engine"])
    assert (stderr, status) == ("/nowhere/engine cannot be started: No such file or directory\n", 1)


def test_what_speaks_no_uci_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from arena_chess import uci

    monkeypatch.setattr(uci, "START_S", 0.3)
    monkeypatch.setattr("sys.stdin", [json.dumps(HELLO)])
    assert uci.main(["--", *ENGINE, "deaf"]) == 1
    assert capsys.readouterr().err.endswith("does not get ready: is it an engine that speaks UCI?\n")


def test_an_option_that_the_engine_has_not_is_told() -> None:
    _, stderr, status = talk(HELLO, words=["--option", "Hsh=8"])
    assert stderr.splitlines()[-1] == "Fake 1.0 has no option 'Hsh' (it has: Hash, UCI_Chess960)"
    assert status == 1


def test_an_illegal_move_goes_to_the_referee_as_it_is() -> None:
    """Whose verdict it is; the position is told beside it."""
    answers, stderr, status = talk(HELLO, start(Options()), turn(Options()), QUIT, engine=[*ENGINE, "illegal"])
    assert answers[2] == {"id": 2, "move": {"uci": "a1a1"}, "note": "+0.05/7"}
    assert (
        "Fake 1.0 answers bestmove 'a1a1', which is not legal in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" in stderr
    )
    assert status == 0


def test_an_engine_that_is_late_is_told_with_what_it_has_said() -> None:
    """The verdict is the referee's, which ends it then; until it does, the move is waited for."""
    answers, stderr, _ = talk(HELLO, start(Options(), move_ms=100), turn(Options()), QUIT, engine=[*ENGINE, "late"])
    (told,) = [line for line in stderr.splitlines() if line.startswith("Fake 1.0 has no move after 100 ms; ")]
    assert "the last it said: 'info depth 8 score cp 99 lowerbound" in told
    assert answers[2]["choice"] == 0
