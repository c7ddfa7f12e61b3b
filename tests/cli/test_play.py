"""`arena play`: one game, its story, and where it is kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena.games import find_game
from arena.store import Store
from tests.cli.conftest import Arena
from tests.cli.test_duel import BOT, write
from tests.facts import plain

LOW, HIGH, LATE = ("{python} -S bot.py " + habit for habit in ("low", "high", "late"))


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, mark: str) -> None:
    """bot.py, and c.yaml with two bots."""
    write(tmp_path, mark, {"low": "low", "high": "high"})


def test_a_game_between_commands_is_told_and_kept(arena: Arena) -> None:
    """The first sits on seat 0; `show` tells the same again."""
    result = arena("play", "bids", HIGH, LOW)
    assert result.exit_code == 0, result.stderr
    assert "seats: 0 bot high, 1 bot low" in result.stdout
    assert re.search(r"^outcome: 1\. bot \w+ \(seat \d\) with", result.stdout, re.MULTILINE)
    assert "kept as game 0 of play-bot_high-bot_low.db: `arena show play-bot_high-bot_low.db 0`" in result.stderr
    assert arena("show", "play-bot_high-bot_low.db", 0).stdout == result.stdout
    assert arena("verify", "play-bot_high-bot_low.db").exit_code == 0
    assert arena("table", "play-bot_high-bot_low.db").exit_code == 0


def test_once_more_is_the_next_deal(arena: Arena) -> None:
    """In the same file; another master seed has a file of its own."""
    words = ["play", "bids", LOW, HIGH]
    first, second = arena(*words), arena(*words)
    assert "game 0 (deal group 0," in first.stdout
    assert "game 1 (deal group 1," in second.stdout
    other = arena(*words, "--seed", "s")
    assert "kept as game 0 of play-bot_low-bot_high-2.db" in other.stderr
    again = arena(*words, "--seed", "s", "--db", "third.db")
    assert again.stdout.splitlines()[0] == other.stdout.splitlines()[0]


def test_changed_bots_begin_a_file_of_their_own(arena: Arena, tmp_path: Path) -> None:
    """Nobody is asked for a single game."""
    arena("play", "bids", LOW, HIGH)
    (tmp_path / "bot.py").write_text(BOT + "# changed\n")
    result = arena("play", "bids", LOW, HIGH)
    assert result.exit_code == 0
    assert "kept as game 0 of play-bot_low-bot_high-2.db" in result.stderr


def test_bots_of_a_configuration_play_under_its_conditions(arena: Arena) -> None:
    """One may sit on several seats."""
    result = arena("play", "--config", "c.yaml", "low", "high", "low", "--seat", 1)
    assert result.exit_code == 0, result.stderr
    assert "seats: 0 low, 1 high, 2 low 2" in result.stdout
    assert not re.search(r"^\d+\. low \(seat 0\): ", result.stdout, re.MULTILINE)
    with Store.open(Path("play-low-high-low_2.db")) as store:
        assert store.facts().seed == "s"


def test_partners_play_in_the_order_that_was_said(arena: Arena) -> None:
    """And one alone where the game has one seat."""
    for words in ([HIGH, LOW, LOW], [LOW]):
        result = arena("play", "lanterns", *words)
        assert result.exit_code == 0, result.stderr
        assert re.search(r"^outcome: (won|lost), score \d", result.stdout, re.MULTILINE)


def test_time_and_sandbox_are_as_asked(arena: Arena) -> None:
    arena("play", "bids", LOW, HIGH, "--move-ms", 4321, "--sandbox", "rlimit", "--db", "x.db")
    with Store.open(Path("x.db")) as store:
        contest = plain(store.facts().contest)
    assert (contest["time"]["move_ms"], contest["sandbox"]) == (4321, "rlimit")


def test_a_bot_that_gives_up_loses_and_one_that_does_not_start_is_trouble(arena: Arena) -> None:
    """The first is a game like others: its verdict is in the story."""
    result = arena("play", "bids", HIGH, LATE)
    assert result.exit_code == 0
    assert "bot late (seat 1) is at fault and loses by it: exited" in result.stdout
    broken = arena("play", "bids", HIGH, "{python} -c pass")
    assert broken.exit_code == 1
    assert "is at fault and loses by it: start-failure" in broken.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "give a GAME, or --config FILE, or --from DB GAME DECISION"),
        (["bids", LOW, HIGH, "--from", "x.db", "0", "1"], "give a GAME, or --config FILE, or --from DB GAME DECISION"),
        (["bids", LOW], "bids cannot be played with 1 seats"),
        (["bidz", LOW, "./nowhere"], "--game: there is no game 'bidz'"),
        (["bids", "./nowhere", LOW, ""], "BOT 0: the program './nowhere'"),
        (["bids", "./nowhere", LOW, ""], "BOT 2: the command is empty"),
        (["bids", LOW, HIGH, "--against", LOW], "are for a game with you in it: name no BOT"),
        (["--config", "c.yaml", "low", "hihg"], "there is no bot 'hihg' in c.yaml; it has high, low"),
        (["--config", "c.yaml", "low"], "bids is played by 2, 3"),
        (["--config", "c.yaml", "low", "high", "--seat", "2"], "these bots have the seats 0 to 1"),
    ],
)
def test_wrong_input_is_told_and_makes_no_file(arena: Arena, words: list[str], said: str) -> None:
    """Before the game."""
    assert 1 not in find_game("bids").seats
    result = arena("play", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert not list(Path().glob("*.db"))
