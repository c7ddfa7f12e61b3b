"""`arena play` with a person: at a pseudo-terminal, in a pipe, from a recorded decision on; and what is kept of it."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.contest import released
from arena.referee import GameRecord, verify
from arena.store import Store
from tests.cli.conftest import Arena
from tests.cli.test_duel import write

PROMPT = b"? for help)> "
BOT = "{python} -S bot.py low"
SECONDS = 60
"""After which one who waits for a word would wait for ever."""


class Sitter:
    """A person at a pseudo-terminal of 80 columns, who sees all that is written there in `seen`."""

    def __init__(self, *words: object) -> None:
        self.own, theirs = pty.openpty()
        command = [sys.executable, "-m", "arena", "play", *map(str, words)]
        environment = {**os.environ, "COLUMNS": "80", "PYTHONPATH": os.pathsep.join(sys.path)}
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)
        self.seen = b""

    def asked(self) -> bool:
        """Reads on until the next question; False where the game is over first."""
        before = len(self.seen)
        while PROMPT not in self.seen[before:]:
            assert select.select([self.own], [], [], SECONDS)[0], self.seen
            try:
                data = os.read(self.own, 1 << 16)
            except OSError:  # Linux says so of a terminal that nobody holds any more
                data = b""
            if not data:
                return False
            self.seen += data
        return True

    def type(self, words: str) -> None:
        os.write(self.own, words.encode())

    def end(self) -> int:
        """The exit status of the command, once it has come to its end."""
        while self.asked():
            self.type("1\n")
        return self.process.wait(SECONDS)


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, mark, {"low": "low", "high": "high"})


def kept(path: str, number: int = 0) -> GameRecord:
    with Store.open(Path(path)) as store:
        record = store.record(number)
        assert store.facts().people == ("person",)
    assert record is not None
    verify(record)
    return record


@pytest.mark.parametrize(
    ("game", "names"),
    [("gunrunners", "person, greedy"), ("gangsta", "person, greedy"), ("grizzled", "person, careful, careful 2")],
)
def test_a_person_plays_each_game_to_its_end(game: str, names: str, arena: Arena) -> None:
    """In a terminal of 80 columns; the game is kept as any other, and told again."""
    sitter = Sitter(game, "--seed", 1, "--db", "game.db")
    assert sitter.end() == 0
    text = sitter.seen.decode()
    assert not [line for line in text.split("\r\n") if len(line) > 80 and "`" not in line]
    assert "On the table:" in text
    record = kept("game.db")
    assert (record.status, record.faults) == ("finished", ())
    assert ", ".join(record.seating) == names
    assert len([seat for seat, _ in record.decisions if seat == 0]) == text.count(PROMPT.decode())
    assert "kept as game 0 of game.db: `arena show game.db 0` tells it" in text
    assert arena("verify", "game.db").exit_code == 0
    assert "person (seat 0): " in arena("show", "game.db", 0, "--seat", 0).stdout
    assert arena("watch", "game.db", 0).exit_code == 0


def test_the_end_of_the_input_is_how_one_resigns(arena: Arena) -> None:
    """Ctrl-D in a terminal. That is no crash, and the game is kept."""
    sitter = Sitter("bids", "--against", BOT, "--db", "game.db")
    assert sitter.asked()
    sitter.type("1\n")
    assert sitter.asked()
    sitter.type("nonsense\n")
    assert sitter.asked()
    assert b"No move has 'nonsense' in it" in sitter.seen
    sitter.type("\x04")
    assert sitter.end() == 0
    record = kept("game.db")
    assert (record.forfeited, [fault.verdict for fault in record.faults]) == ((0,), ["exited"])
    assert "person: exited: left the table" in sitter.seen.decode()
    assert "person: exited" in arena("games", "game.db").stdout


@pytest.mark.parametrize("close", ["interrupt", "hang up", "close"])
def test_a_window_that_is_closed_is_no_crash(close: str) -> None:
    """Nor is Ctrl-C: the person has resigned, and the game is kept."""
    sitter = Sitter("bids", "--against", BOT, "--db", "game.db")
    assert sitter.asked()
    if close == "close":
        os.close(sitter.own)
        assert sitter.process.wait(SECONDS) in (0, 130)
    else:
        sitter.process.send_signal(signal.SIGINT if close == "interrupt" else signal.SIGHUP)
        assert sitter.end() == 130
        assert b"Traceback" not in sitter.seen
    assert kept("game.db").forfeited == (0,)


def test_a_pipe_will_do(arena: Arena, tmp_path: Path) -> None:
    """What was typed stands in what is written, as it would in a terminal; and where it ends the person has left."""
    script = tmp_path / "answers"
    script.write_text("2\n1\n1\n")
    for give in ("file", "pipe"):
        with script.open() as file:
            result = subprocess.run(
                [sys.executable, "-m", "arena", "play", "bids", "--against", BOT, "--seed", "s", "--db", f"{give}.db"],
                stdin=file if give == "file" else None,
                input=None if give == "file" else "2\n1\n1\n",
                text=True,
                capture_output=True,
                timeout=SECONDS,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                check=False,
            )
        assert (result.returncode, result.stdout.count("? for help)> 1\n")) == (0, 2), result.stderr
        assert "1. " in result.stdout
    assert kept("file.db").decisions == kept("pipe.db").decisions


def test_nobody_is_rated_where_a_person_plays(arena: Arena) -> None:
    """A second game is the next of the same file, with other luck."""
    for _ in range(2):
        assert Sitter("bids", "--against", BOT).end() == 0
    first, second = kept("play-person-bot.db", 0), kept("play-person-bot.db", 1)
    assert first.deal != second.deal
    result = arena("table", "play-person-bot.db")
    assert result.exit_code == 2
    assert "nobody is rated where people play (person)" in result.stderr


def test_the_same_luck_again(arena: Arena) -> None:
    """By the deal that `show` tells."""
    assert Sitter("bids", "--against", BOT, "--db", "one.db").end() == 0
    deal = kept("one.db").deal
    assert f"deal {deal}" in arena("show", "one.db", 0).stdout
    assert Sitter("bids", "--against", BOT, "--deal", deal, "--db", "two.db").end() == 0
    assert kept("two.db").decisions == kept("one.db").decisions
    assert arena("verify", "two.db").exit_code == 0


def test_a_person_is_one_of_several_who_win_together(arena: Arena) -> None:
    """Or plays alone where the game lets one."""
    assert Sitter("lanterns", "--against", BOT, "--seats", 3, "--seat", 1, "--db", "three.db").end() == 0
    assert kept("three.db").seating == ("bot", "person", "search")
    assert Sitter("lanterns", "--seats", 1, "--db", "one.db").end() == 0
    assert kept("one.db").seating == ("person",)


def test_time_is_short_only_where_one_wishes() -> None:
    """One who is too late has lost, as a bot would."""
    sitter = Sitter("bids", "--against", BOT, "--time", "0.2", "--db", "game.db")
    assert sitter.asked()
    assert b" in 0.2 s, ? for help)> " in sitter.seen
    assert sitter.process.wait(SECONDS) == 0
    assert [fault.verdict for fault in kept("game.db").faults] == ["time"]


def test_a_seat_of_a_recorded_game_is_taken_over(arena: Arena) -> None:
    """The record is played up to there; then the person and bots go on, under the luck of that game."""
    assert arena("play", "--config", "c.yaml", "low", "high", "--db", "c.db").exit_code == 0
    with Store.open(Path("c.db")) as store:
        record = store.record(0)
        assert released(store).whole(0)
    assert record is not None
    at = 3
    seat = record.decisions[at][0]
    sitter = Sitter("--from", "c.db", 0, at, "--config", "c.yaml", "--db", "after.db")
    assert sitter.end() == 0
    after = kept("after.db")
    assert after.deal == record.deal
    assert after.decisions[:2] == record.decisions[:2]
    assert after.seating[seat] == "person"
    assert sitter.seen.count(b"decisions were made before") == 1
    assert after.measured.ms[:2] == (None, None)
    assert arena("verify", "after.db").exit_code == 0


def test_a_game_whose_deal_is_still_played_is_not_taken_over(arena: Arena) -> None:
    """Who plays on in it sees cards that others still hold; the organiser may."""
    assert arena("run", "c.yaml", "--games", 1).exit_code == 0
    with Store.open(Path("c.db")) as store:
        assert not released(store).whole(0)
    result = arena("play", "--from", "c.db", 0, 3)
    assert result.exit_code == 2
    assert "game 0 cannot be gone on from yet: games at its deal are still to be played" in result.stderr
    sitter = Sitter("--from", "c.db", 0, 3, "--spoil", "--against", BOT, "--db", "after.db")
    assert sitter.end() == 0
    assert not kept("after.db").faults


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["bids", "--seat", 5], "this game has the seats 0 to 1"),
        (["bids", "--against", BOT, "--against", BOT, "--seats", 2], "2 bots and a person are 3 seats, not 2"),
        (["bids", "--seats", 9], "bids cannot be played with 9 seats"),
        (["bids", "--against", "./nowhere"], "--against number 1: the program './nowhere'"),
        (["--config", "c.yaml", "--against", "hihg"], "there is no bot 'hihg' in c.yaml"),
        (["--from", "c.db", 7, 3], "there is no game 7 in c.db; it has 1 games"),
        (["--from", "c.db", 0, 99], "game 0 has the decisions 0 to 5, not 99"),
    ],
)
def test_what_cannot_be_played_is_told_and_makes_no_file(arena: Arena, words: list[object], said: str) -> None:
    """Before anybody is asked anything."""
    if "--from" in words:
        assert arena("play", "--config", "c.yaml", "low", "high", "--db", "c.db").exit_code == 0
    result = arena("play", *words, "--spoil")
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert [path.name for path in Path().glob("*.db")] == ["c.db"] * ("--from" in words)
