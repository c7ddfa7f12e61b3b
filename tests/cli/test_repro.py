"""`arena repro` and `arena ask`: a recorded game, put before bots at hand."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result
from msgspec.structs import replace

from arena.contest import load_contest
from arena.games.toys import LANTERNS
from arena.players import MachineTrouble
from arena.store import Store
from tests.cli.conftest import Arena
from tests.cli.test_spoilers import keep, named
from tests.contest.contests import BOT, write_contest
from tests.contest.recorded import record_contest
from tests.faces.games import recorded
from tests.referee.helpers import ToldPlayer

BY_HABIT = (sys.executable, "-S", "bot.py")


@pytest.fixture
def played(arena: Arena, tmp_path: Path, mark: str) -> Arena:
    """Two deals of Bids between bots that play."""
    record_contest(tmp_path / "c.db", load_contest(write_contest(tmp_path, mark, {"ann": "plays", "bob": "plays"})), 4)
    return arena


def repro(arena: Arena, *options: object, habit: str = "plays") -> Result:
    return arena("repro", "c.db", *options, "--", *BY_HABIT, *habit.split())


def test_the_same_bot_does_the_same(played: Arena) -> None:
    for game, seat in ((0, 0), (0, 1), (2, 0), (3, 1)):
        result = repro(played, game, "--seat", seat)
        assert (result.exit_code, result.stderr) == (0, "")
        name = ("ann", "bob")[(game + seat) % 2]
        assert result.stdout.splitlines() == [
            f"game {game} as {name} (seat {seat}) got it, to bot: {' '.join(BY_HABIT)} plays",
            "  as recorded      3 decisions",
            "  no difference",
        ]


def test_a_fault_is_seen_again_without_naming_its_seat(arena: Arena, tmp_path: Path, mark: str) -> None:
    """It is what is recorded; and a bot that plays on there does otherwise."""
    write_contest(tmp_path, mark, {"ann": "plays", "bob": "crashes 1"})
    assert arena("run", "c.yaml").exit_code in (0, 1)
    again = repro(arena, 1, habit="crashes 1")
    assert again.exit_code == 0
    assert "game 1 as bob (seat 0) got it" in again.stdout
    assert "  the same fault   decision 0, exited: seat 0, request 2: exited with code 1" in again.stdout
    assert "I give up, seat 99" in again.stdout
    mended = repro(arena, 1)
    assert mended.exit_code == 1
    assert "  OTHERWISE        decision 0\n    recorded    exited: decision 0, seat 0, request" in mended.stdout
    assert '    answer      `{"id": 2, "choice": ' in mended.stdout


def test_without_a_fault_the_seat_is_asked_for(played: Arena) -> None:
    result = repro(played, 0)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "in game 0 no seat was at fault: give one with --seat; its seats are 0 ann, 1 bob\n"


def test_where_it_does_otherwise_is_told_with_its_request(played: Arena) -> None:
    """A move that was none before, at the decision at which it comes."""
    Path("bot.py").write_text(BOT.replace('"choice": choice}', '"choice": choice + 7 * (message["id"] == 3)}'))
    result = repro(played, 0, "--seat", 1)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[1:3] == ["  as recorded      1 decision", "  OTHERWISE        decision 3"]
    assert lines[4].startswith("    now         illegal: seat 1, request 3: choice ")
    assert lines[5].startswith('    request     `{"type":"turn","id":3,')
    assert lines[6].startswith('    answer      `{"id": 3, "choice": ')
    assert lines[7].endswith("^ here")
    assert lines[6][lines[7].index("^")] in "789"
    assert lines[8].startswith('    right       `{"id": 3, "choice": 0}`: ')


def test_what_is_saved_shows_it_without_arena(played: Arena) -> None:
    """The lines are what the bot was sent: hello, start, three turns, end and quit."""
    result = repro(played, 0, "--seat", 0, "--save", "lines")
    assert result.stdout.endswith("  saved            lines: give it to the bot's command with <\n")
    lines = [json.loads(line) for line in Path("lines").read_text().splitlines()]
    assert [line["type"] for line in lines] == ["hello", "start", "turn", "turn", "turn", "end", "quit"]
    with open("lines") as file:
        said = subprocess.run([*BY_HABIT, "plays"], stdin=file, capture_output=True, text=True, check=True).stdout
    with Store.open(Path("c.db")) as store:
        record = store.record(0)
    assert record is not None
    choices = [json.loads(line)["choice"] for line in said.splitlines()[2:]]
    assert choices == [index for seat, index in record.decisions if seat == 0]


def test_it_stops_where_it_is_told(played: Arena) -> None:
    result = repro(played, 0, "--seat", 0, "--until", 2, "--save", "lines")
    assert "  as recorded      2 decisions\n" in result.stdout
    assert Path("lines").read_text().count('"type":"turn"') == 2
    wrong = repro(played, 0, "--seat", 0, "--until", 3)
    assert wrong.exit_code == 2
    assert wrong.stderr == "decision 3 of game 0 is none of seat 0, which made 0, 2, 4\n"
    assert repro(played, 0, "--seat", 0, "--interactive").exit_code == 2


def test_it_waits_for_a_debugger_and_counts_no_time(played: Arena) -> None:
    """Until a line comes; then the bot answers when it likes."""
    result = repro(played, 0, "--seat", 0, "--until", 2, "--interactive")
    assert result.exit_code == 0
    assert "waits for decision 2; nobody counts its time now\n" in result.stderr


def test_it_runs_as_the_contest_ran_its_bots(played: Arena, tmp_path: Path, mark: str) -> None:
    """In its sandbox, unless another is asked for: under the same limits, and no freer."""
    contest = load_contest(write_contest(tmp_path, mark, {"ann": "plays", "bob": "plays"}, sandbox="rlimit"))
    Path("c.db").unlink()
    record_contest(tmp_path / "c.db", contest, 4)
    assert "got it, to bot in rlimit: " in repro(played, 0, "--seat", 0).stdout
    assert "got it, to bot: " in repro(played, 0, "--seat", 0, "--sandbox", "none").stdout


@pytest.mark.parametrize("words", [("repro", "c.db", 0, "--seat", 0), ("ask", "c.db", 0, 2)])
def test_trouble_with_the_machine_is_no_difference(
    played: Arena, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...]
) -> None:
    """It says nothing of the bot, and so does the exit status: neither 0 nor 1."""

    def too_slow(*_: object, **__: object) -> ToldPlayer:
        return ToldPlayer(MachineTrouble("seat 0, request 2: the machine took 9 s"))

    for module in ("comparing", "asking"):
        monkeypatch.setattr(f"arena.lab.{module}.player_of", too_slow)
    result = played(*words, "--", *BY_HABIT, "plays")
    assert result.exit_code == 2
    assert "OTHERWISE" not in result.stdout
    assert result.stderr == (
        "nothing can be said of the bot, for the machine failed: seat 0, request 2: the machine took 9 s; "
        "try again, when less is going on\n"
    )


def test_bots_are_asked_side_by_side(played: Arena) -> None:
    result = played(
        "ask", "c.db", 0, 2, "--", *BY_HABIT, "plays", "--", *BY_HABIT, "illegal", "--", *BY_HABIT, "crashes"
    )
    assert result.exit_code == 1
    head, columns, _, recorded_row, same, *others = result.stdout.splitlines()
    assert head == "game 0, decision 2: ann (seat 0)"
    assert columns.split() == ["bot", "move", "choice", "ms", "note"]
    assert recorded_row.startswith("ann (recorded) ")
    assert recorded_row.split()[2:5] == same.split()[2:5]
    assert "at fault: illegal" in others[0]
    assert "at fault: exited" in others[1]
    assert any("is at fault at decision 0 already: exited: " in line for line in others)
    assert any("answered otherwise than recorded at 1 decision before" in line for line in others)


def test_one_bot_that_moves_there_is_fine(played: Arena) -> None:
    assert played("ask", "c.db", 0, 2, "--", *BY_HABIT, "plays").exit_code == 0


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["ask", "c.db", "0", "6", "--", "x"], "game 0 has decisions 0 to 5, not 6"),
        (["ask", "c.db", "9", "0", "--", "x"], "there is no game 9 in c.db; it has 4 games"),
        (["ask", "c.db", "0", "0", "--", "./x"], "x, which does not exist"),
        (["repro", "c.db", "0", "--seat", "2", "--", "x"], "game 0 has seats 0 to 1, not 2"),
        (["repro", "c.db", "0", "--seat", "1"], "Missing argument"),
    ],
)
def test_a_wrong_call_says_how(played: Arena, words: list[str], text: str) -> None:
    result = played(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert text in result.stderr


@pytest.mark.parametrize("words", [["repro", "c.db", "2", "--seat", "0"], ["ask", "c.db", "2", "0"]])
def test_what_is_still_to_be_played_is_told_to_no_bot(arena: Arena, words: list[str]) -> None:
    """A bot at hand would read another bot's cards in it; the organiser may."""
    keep(*(named(recorded(LANTERNS, 2), number) for number in range(3)))
    Path("bot.py").write_text(BOT.replace('message["view"]["hand"]', "0"))
    refused = arena(*words, "--", *BY_HABIT, "plays")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == (
        "game 2 cannot be shown as seat 0 saw it: game 3 at its deal is still to be played, where other bots hold the "
        "same cards; wait for that, or as the organiser --spoil\n"
    )
    assert arena(*words, "--spoil", "--", *BY_HABIT, "plays").stdout.startswith("game 2")
    over = [*words[:2], "1", *words[3:]]
    assert arena(*over, "--", *BY_HABIT, "plays").stdout.startswith("game 1")


def test_a_broken_record_is_no_difference(arena: Arena) -> None:
    """Rules that cannot follow it are named; the bot is at no fault."""
    record = named(recorded(LANTERNS, 2), 0)
    seat, _ = record.decisions[1]
    keep(replace(record, decisions=(record.decisions[0], (seat, 99), *record.decisions[2:])))
    Path("bot.py").write_text(BOT.replace('message["view"]["hand"]', "0"))
    result = arena("repro", "c.db", "0", "--seat", "0", "--spoil", "--", *BY_HABIT, "plays")
    assert result.exit_code == 2
    assert "chose 99" in result.stderr
