"""`arena check`: what an author learns of a bot before a contest does."""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path

import msgspec
import pytest

from arena.box import in_the_box
from arena.rehearsal import Checked
from tests.cli.conftest import Arena
from tests.contest.contests import write_contest
from tests.processes import alive


def check(arena: Arena, habit: str, game: str = "bids") -> tuple[int, str]:
    """Exit code and report for the bot with that habit."""
    result = arena("check", "--game", game, "--", sys.executable, "-S", "bot.py", *habit.split())
    assert result.stderr == ""
    return result.exit_code, result.stdout


def test_a_good_bot_is_told_its_figures(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, {"a": "plays", "b": "plays"})
    before = sorted(os.listdir())
    code, out = check(arena, "plays")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == f"bot: {sys.executable} -S bot.py plays  (in {tmp_path})"
    assert lines[1] == "  calls itself     tester"
    found = re.fullmatch(r"  games            21 finished: (.*)", lines[2])  # one of them with another option
    assert found
    assert sum(int(count) for count in re.findall(r"(\d+) x place \d", found[1])) == 21
    assert re.fullmatch(r"  against random   \d+ of 20 first, score 0\.\d\d \u00b1 0\.\d\d", lines[3])
    assert re.fullmatch(
        r"  time a decision  median [\d.]+ ms, 90 % [\d.]+ ms, 99 % [\d.]+ ms, slowest [\d.]+ ms, "
        r"\d+% of the limit of 1000 ms",
        lines[4],
    )
    assert re.fullmatch(r"  peak memory      [1-9]\d* MiB, \d+% of the limit of 1024 MiB", lines[5])
    assert lines[6:8] == ["  stray lines      0", "  stderr           nothing"]
    assert re.fullmatch(
        r"  nasty but legal  a game of \d+ decisions, 4 legal moves, a request of \d\.\d KiB, 20 games in one process, "
        r"1 game with unusual options",
        lines[8],
    )
    assert lines[9:] == ["  no faults"]
    assert sorted(os.listdir()) == before


def test_a_bot_of_a_configuration_is_checked_under_its_rules(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, {"good": "plays", "slow": "silent"}, time={"move_ms": 30})
    assert arena("check", "c.yaml", "good").exit_code == 0
    result = arena("check", "c.yaml", "slow")
    assert result.exit_code == 1
    assert "  FAULTS           time 20\n" in result.stdout
    quantiles = ", ".join(f"{name} >= 30.0 ms" for name in ("median", "90 %", "99 %", "slowest"))
    assert f"  time a decision  {quantiles}, 100% of the limit of 30 ms\n" in result.stdout
    assert "      answer      nothing\n" in result.stdout
    assert result.stdout.endswith("    ... and 17 more such\n")
    assert "no answer within 30 ms" in result.stdout
    assert len(result.stdout.splitlines()) < 22


def test_a_bot_that_is_called_like_one_of_the_others_sits_on_its_own_seat_alone(
    arena: Arena, tmp_path: Path, mark: str
) -> None:
    """Whatever a bot is called, it is faulted once in each of the 20 games."""
    write_contest(tmp_path, mark, {"random 0": "crashes", "random 1": "plays"})
    result = arena("check", "c.yaml", "random 0")
    assert result.exit_code == 1
    assert result.stdout.startswith("random 0: ")
    assert "  FAULTS           exited 20\n" in result.stdout


def test_an_interrupt_ends_it_with_130_and_leaves_no_bot(
    arena: Arena, tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of the games, and without a word."""
    write_contest(tmp_path, mark, {"good": "plays", "b": "plays"})
    monkeypatch.setattr("arena.rehearsal.checks._learn", lambda *_: os.kill(os.getpid(), signal.SIGINT))
    result = arena("check", "c.yaml", "good")
    assert (result.exit_code, result.output) == (130, "")
    assert alive(mark) == set()


def test_a_crash_is_told_with_its_last_words(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, {"a": "plays", "b": "plays"})
    code, out = check(arena, "crashes 4")
    assert code == 1
    assert "  FAULTS           exited 1\n" in out
    assert re.search(
        r"    game 4: decision \d+, seat \d, request \d+: exited with code 1 .*I give up, seat 99, says \[", out
    )
    assert "  stderr           in 1 games\n" in out


def test_an_illegal_move_is_told(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, {"a": "plays", "b": "plays"})
    code, out = check(arena, "illegal")
    assert code == 1
    assert "  FAULTS           illegal 20\n" in out
    assert re.search(
        r"""^      answer      `\{"id": \d+, "move": \{"card": "SECRET"\}\}`
 +\^ here
      right       `\{"id": \d+, "choice": 0\}`: \w""",
        out,
        re.MULTILINE,
    )
    answer, mark = out[out.index("      answer") :].splitlines()[:2]
    assert answer[mark.index("^") :].startswith('{"card"')
    assert "nasty" not in out  # what is not yet legal is mended first


def test_other_deals_are_asked_for_by_a_seed_and_their_number(arena: Arena, tmp_path: Path, mark: str) -> None:
    """The same seed gives the same games; JSON says all that the text does."""
    write_contest(tmp_path, mark, {"a": "plays", "b": "plays"})

    def endings(*words: str) -> Checked:
        result = arena("check", "--game", "bids", "--json", *words, "--", sys.executable, "-S", "bot.py", "plays")
        assert result.exit_code == 0
        return msgspec.json.decode(result.stdout, type=Checked)

    one, again, other = endings("--games", "8"), endings("--games", "8"), endings("--games", "8", "--seed", "else")
    assert one.against == again.against
    assert one.against != other.against
    assert [against.finished for against in one.against] == [8]
    assert one.survived is not None
    assert one.survived.variants == ("double_last: true",)


def test_a_game_of_the_box_has_a_stronger_bot_to_climb_against(arena: Arena) -> None:
    """Each kind has its own line, the weakest first."""
    bot = in_the_box("bots") / "random_bot.py"
    result = arena("check", "--game", "gunrunners", "--games", "2", "--", sys.executable, "-S", bot)
    assert result.exit_code == 0
    against = re.findall(r"^  against (\w+) +\d of 2 first", result.stdout, re.MULTILINE)
    assert against == ["random", "greedy", "planner"]


def test_a_fault_that_no_ordinary_game_shows_is_found(arena: Arena, tmp_path: Path, mark: str) -> None:
    """One of a bot that no game with others has shown, but each that is told to it once more, whose seed is 0."""
    write_contest(tmp_path, mark, {"a": "plays", "b": "plays"})
    text = Path("bot.py").read_text()
    Path("bot.py").write_text(text.replace("rng.seed(message", 'message["seed"] or sys.exit(3); rng.seed(message'))
    code, out = check(arena, "plays")
    assert code == 1
    assert "    longest game, " in out
    assert "  FAULTS           start-failure 3\n" in out


def test_a_program_that_does_not_start_is_told_in_a_few_lines(arena: Arena) -> None:
    result = arena("check", "--game", "bids", "--", sys.executable, "-c", "pass")
    assert result.exit_code == 1
    assert "start-failure" in result.stdout
    assert "exited with code 0" in result.stdout
    assert "      answer      nothing\n" in result.stdout
    assert (
        '      right       `{"type": "ready", "id": 0, "protocol": 1, "name": "my bot"}`: it is ready\n'
        in result.stdout
    )
    assert len(result.stdout.splitlines()) < 16


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("./nowhere", "nowhere, which does not exist"),
        ("./..", "which is not a file"),
        ("bot.py", "the one in {} is written './bot.py'"),
        ("./bot.py", "which is not executable: allow it with chmod +x, or name its interpreter first"),
    ],
)
def test_a_program_that_is_none_is_told_before_the_first_game(
    arena: Arena, tmp_path: Path, mark: str, word: str, text: str
) -> None:
    """In the words of a configuration: the input is wrong, and no bot."""
    write_contest(tmp_path, mark, {"a": "plays", "b": "plays"})
    result = arena("check", "--game", "bids", "--", word)
    assert (result.exit_code, result.stdout) == (2, "")
    assert text.format(tmp_path) in result.stderr


def test_a_cooperative_game_is_counted_by_its_ends(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, {"a": "plays", "b": "plays"})
    habit = Path("bot.py").read_text().replace('message["view"]["hand"]', "0")
    Path("bot.py").write_text(habit)
    code, out = check(arena, "plays", "lanterns")
    assert code == 0
    found = re.search(r"games            40 finished: (.*)", out)
    assert found
    assert sum(int(count) for count in re.findall(r"(\d+) x (?:won|lost)", found[1])) == 40
    kinds = re.findall(r"^  with (\w+) +\d+ of 20 won, score ", out, re.MULTILINE)
    assert kinds == ["random", "itself"]


def test_broken_rules_are_not_the_bots_fault_and_exit_with_1(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, {"a": "plays", "b": "plays"})
    code, out = check(arena, "plays", "buggy")
    assert code == 1
    assert "  FAULTS           none of the bot\n" in out
    assert "ZeroDivisionError: planted in the rules" in out
    assert len(out.splitlines()) < 20


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--games", "0", "--game", "bids", "x"], "0 is not in the range"),
        ([], "give a contest's file and one of its bots"),
        (["c.yaml"], "give a contest's file and one of its bots"),
        (["c.yaml", "b", "c"], "give a contest's file and one of its bots"),
        (["--game", "bids"], "after --game comes the bot's command"),
        (["--game", "bid", "x"], "did you mean 'bids'?"),
        (["c.yaml", "eve"], "there is no bot 'eve' in c.yaml; it has a, b"),
        (["none.yaml", "a"], "none.yaml"),
    ],
)
def test_a_wrong_call_says_how_and_exits_with_2(
    arena: Arena, tmp_path: Path, mark: str, words: list[str], text: str
) -> None:
    write_contest(tmp_path, mark, {"a": "plays", "b": "plays"})
    result = arena("check", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert text in result.stderr
