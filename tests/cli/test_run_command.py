"""`arena run`: plans, files, exit codes, and what goes where."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arena.cli import commands
from arena.cli import options as conditions
from arena.contest import Reporter
from arena.contest.config import MOST_JOBS
from arena.store import Store
from tests.cli.conftest import Arena
from tests.contest.contests import command, environment, lasting, write_contest
from tests.processes import wait_for
from tests.sandbox.conftest import jailed

PAIR = {"a": "plays", "b": "plays"}


def numbers(db: Path) -> list[int]:
    with Store.open(db) as store:
        return [record.number for record in store.records()]


def test_results_go_to_stdout_and_everything_else_to_stderr(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, PAIR)
    result = arena("run", "c.yaml", "--format", "json")
    assert result.exit_code == 0
    assert [row["games"] for row in json.loads(result.stdout)["rows"]] == [4, 4]
    first, *_, last = result.stderr.splitlines()
    assert first == "bids: round-robin, 2 bots, 2 seats, 4 games; " + first.partition("games; ")[2]
    assert first.endswith("at a time; master seed s; file c.db")
    assert last.startswith("4 of 4 games, 100 %")
    assert sorted(os.listdir()) == ["bot.py", "c.db", "c.yaml"]


def test_the_same_contest_again_plays_nothing_and_prints_the_same(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, PAIR)
    first = arena("run", "c.yaml")
    again = arena("run", "c.yaml")
    assert (again.exit_code, again.stdout) == (0, first.stdout)
    headline, warning, *_ = again.stderr.splitlines()
    assert re.fullmatch(r"bids: .* 4 games, 4 there already; sandbox none; .*", headline)
    assert warning.startswith("bots run unprotected (sandbox: none)")
    assert arena("table", "c.db").stdout == first.stdout


def test_one_game_is_one_game(arena: Arena, tmp_path: Path, mark: str) -> None:
    """D44: with a seed, too."""
    write_contest(tmp_path, mark, PAIR, seed="0")
    assert arena("run", "c.yaml", "--games", 1).exit_code == 0
    assert numbers(tmp_path / "c.db") == [0]
    arena("run", "c.yaml", "--games", 3)
    assert numbers(tmp_path / "c.db") == [0, 1, 2]


@pytest.mark.parametrize("more", [[], ["--dry-run"]])
def test_more_games_than_there_are_is_an_error_and_makes_no_file(
    arena: Arena, tmp_path: Path, mark: str, more: list[str]
) -> None:
    write_contest(tmp_path, mark, PAIR)
    result = arena("run", "c.yaml", "--games", 5, *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "--games: games must be 1 to 4, all that 2 deals give, not 5\n"
    assert not (tmp_path / "c.db").exists()


@pytest.mark.parametrize("words", [["--games", "0"], ["--jobs", "0"], ["--jobs", "many"], ["--games", "-1"]])
def test_senseless_numbers_are_refused(arena: Arena, tmp_path: Path, mark: str, words: Sequence[str]) -> None:
    """D64."""
    write_contest(tmp_path, mark, PAIR)
    assert arena("run", "c.yaml", *words).exit_code == 2
    assert not (tmp_path / "c.db").exists()


@pytest.mark.parametrize("more", [[], ["--dry-run"]])
def test_a_bot_without_its_interpreter_is_refused_before_the_first_game(
    arena: Arena, tmp_path: Path, more: list[str]
) -> None:
    """By a dry run, too, and whatever the sandbox; the machine would say that the bot itself is missing."""
    (tmp_path / "c.yaml").write_text("game: bids\nbots:\n  a: ./script\n  b: sh script\n")
    (tmp_path / "script").write_bytes(b"#!/bin/sh\r\n")
    (tmp_path / "script").chmod(0o755)
    result = arena("run", "c.yaml", *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "save the script with Unix line ends (LF)" in result.stderr
    assert not (tmp_path / "c.db").exists()


def test_a_dry_run_prints_the_plan_and_makes_nothing(arena: Arena, tmp_path: Path, mark: str) -> None:
    """D46."""
    write_contest(tmp_path, mark, PAIR | {"c": "plays"}, seed=None)
    before = sorted(os.listdir())
    result = arena("run", "c.yaml", "--dry-run", "--games", 5, "--trial", 100)  # seconds at most
    assert (result.exit_code, result.stderr) == (0, "")
    assert "bots: 3, 2 in a game: 3 line-ups\n" in result.stdout
    assert "games: 5, the first of 12\n" in result.stdout
    assert re.search(r"^time:  5 trial games took .*: all 5 would take about", result.stdout, re.MULTILINE)
    assert sorted(os.listdir()) == before


@jailed
@pytest.mark.parametrize("keys", ["", "format: ladder\n"])
def test_a_dry_run_lists_what_each_bot_would_see(arena: Arena, tmp_path: Path, keys: str) -> None:
    """A line for those that see the same; one that is built is told, too; what one may not see stops it."""
    names = ("a", "b", "c", "d")
    for folder in (*names, "tables"):
        (tmp_path / folder).mkdir()
    bots = "".join(f"  {name}: {{command: sh -c x, dir: {name}}}\n" for name in ("a", "b"))
    bots += '  c: {command: "{python} -c x", dir: c}\n  d: {command: ./d, dir: d, build: "true"}\n'
    head = f"game: bids\nseats: 2\nsandbox: bwrap\n{keys}"
    Path("c.yaml").write_text(f"{head}bind: [tables]\nbots:\n{bots}")
    result = arena("run", "c.yaml", "--dry-run", "--trial", 0)
    assert (result.exit_code, result.stderr) == (0, "")
    told = result.stdout.replace("\n      ", " ").splitlines()
    assert f"  a, b, d: {tmp_path}/tables" in told
    assert any(line.startswith("  c: ") and f"{tmp_path}/tables" in line for line in told)
    assert {f"  own folder of {name}: {tmp_path}/{name}" for name in names} <= {*told}
    Path("c.yaml").write_text(f"{head}bind: [.]\nbots:\n{bots}")
    result = arena("run", "c.yaml", "--dry-run", "--trial", 0)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "c.entries" in result.stderr


def test_all_errors_of_a_configuration_are_told_before_any_file_is_made(arena: Arena, tmp_path: Path) -> None:
    """D01, D62, D64."""
    Path("c.yaml").write_text("game: bids\ndeels: 3\ntime: {move_ms: -5}\nbots:\n  a: ./nowhere\n  b: ./nowhere\n")
    result = arena("run", "c.yaml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.search(r"c\.yaml:2.*deels.*deals", result.stderr)
    assert re.search(r"c\.yaml:3.*move_ms", result.stderr)
    assert re.search(rf"c\.yaml:5.*{re.escape(str(tmp_path))}/nowhere, which does not exist", result.stderr)
    assert os.listdir() == ["c.yaml"]


def test_a_seed_is_drawn_told_and_kept(arena: Arena, tmp_path: Path, mark: str) -> None:
    """D47."""
    write_contest(tmp_path, mark, PAIR, seed=None)
    seeds = []
    for words in (["--games", 2], [], ["--force-new", "--games", 1]):
        result = arena("run", "c.yaml", *words)
        assert result.exit_code == 0
        seeds += re.findall(r"master seed (\w+);", result.stderr)
    assert len(seeds) == 3
    assert seeds[0] == seeds[1] != seeds[2]
    with Store.open(tmp_path / "c.db") as store:
        assert store.facts().seed == seeds[0]
        assert len({record.deal for record in store.records()}) == 2
    write_contest(tmp_path, mark, PAIR, seed=seeds[0])
    arena("run", "c.yaml", "--db", "again.db")
    assert lasting(tmp_path / "again.db") == lasting(tmp_path / "c.db")


def test_force_new_begins_beside_the_files_that_are_there(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, PAIR)
    arena("run", "c.yaml", "--force-new", "--games", 1)
    arena("run", "c.yaml", "--force-new", "--games", 2)
    write_contest(tmp_path, mark, PAIR | {"c": "plays"})
    result = arena("run", "c.yaml", "--force-new", "--games", 3)
    assert "file c-3.db" in result.stderr
    assert [numbers(tmp_path / name) for name in ("c.db", "c-2.db", "c-3.db")] == [[0], [0, 1], [0, 1, 2]]


def test_force_new_leaves_alone_what_a_killed_run_left(arena: Arena, tmp_path: Path, mark: str) -> None:
    """Without its file it is of no use, but it may come back."""
    write_contest(tmp_path, mark, PAIR)
    (tmp_path / "c.db-wal").write_bytes(b"games")
    assert "c.db-wal: holds the last games" in arena("run", "c.yaml", "--games", 1).stderr
    assert "file c-2.db" in arena("run", "c.yaml", "--games", 1, "--force-new").stderr
    assert (tmp_path / "c.db-wal").read_bytes() == b"games"


def test_a_damaged_file_is_told_in_a_line(arena: Arena, tmp_path: Path, mark: str) -> None:
    """Whichever page it is; and it is let go of."""
    write_contest(tmp_path, mark, PAIR)
    arena("run", "c.yaml", "--games", 1)
    whole = (tmp_path / "c.db").read_bytes()
    page = int.from_bytes(whole[16:18])
    seen: list[str] = []
    for at in range(page, len(whole), page):
        (tmp_path / "c.db").write_bytes(whole[:at] + b"\xff" * page + whole[at + page :])
        result = arena("run", "c.yaml")
        assert (result.exit_code, result.stdout) == (2, ""), at
        seen.append(result.stderr)
    assert seen
    assert all(text.startswith("c.db: damaged: ") and "`arena repair c.db`" in text for text in seen)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--jobs", "1025"), "1025 is not in the range 1<=x<=1024"),
        (("--minutes", "nan"), "'nan' is no number of minutes"),
        (("--minutes", "inf"), "'inf' is no number of minutes"),
        (("--seed", ""), "it is empty; leave it out to have one drawn"),
        (("--seed", "\udcff"), r"'\xff' is not UTF-8"),
    ],
)
@pytest.mark.parametrize("command", [("run", "c.yaml"), ("duel", "--config", "c.yaml", "a", "b")], ids=["run", "duel"])
def test_options_that_are_no_use_are_told_first(
    arena: Arena, tmp_path: Path, mark: str, command: Sequence[str], words: Sequence[str], text: str
) -> None:
    """No file is made for them."""
    write_contest(tmp_path, mark, PAIR)
    result = arena(*command, *words)
    assert result.exit_code == 2
    assert text in result.stderr
    assert not list(tmp_path.glob("*.db"))


def test_there_is_one_bound_for_jobs() -> None:
    assert conditions.MOST_JOBS == MOST_JOBS


def test_whoever_sits_at_a_terminal_is_asked_before_a_changed_bot_begins_anew(
    arena: Arena, tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As for a duel; what is asked to be played in a file that fits is not asked about."""
    monkeypatch.setattr("arena.cli.opening._somebody_sits_there", lambda: True)
    write_contest(tmp_path, mark, PAIR)
    assert "Begin anew" not in arena("run", "c.yaml", "--games", 1).stderr + arena("run", "c.yaml", "--games", 1).stderr
    (tmp_path / "bot.py").write_text((tmp_path / "bot.py").read_text() + "# better")
    result = CliRunner().invoke(commands, ["run", "c.yaml", "--games", "1"], input="y\n")
    assert "Begin anew beside it, in c-2.db? [Y/n]" in result.stderr
    assert [numbers(tmp_path / name) for name in ("c.db", "c-2.db")] == [[0], [0]]


def test_another_contest_is_refused_with_all_that_differs(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, PAIR)
    arena("run", "c.yaml", "--games", 1)
    before = (tmp_path / "c.db").read_bytes()
    write_contest(tmp_path, mark, {"a": "plays", "d": "plays"}, time={"move_ms": 77}, seed="other")
    (tmp_path / "bot.py").write_text((tmp_path / "bot.py").read_text() + "# better")
    result = arena("run", "c.yaml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "c.db holds another contest" in result.stderr
    for text in ("time.move_ms was 1000, is now 77", "'b' is gone", "'d' is new", "'a' have changed", "seed: s in"):
        assert text in result.stderr
    assert "--force-new" in result.stderr
    assert numbers(tmp_path / "c.db") == [0]
    assert len(before) == len((tmp_path / "c.db").read_bytes())


def test_deals_jobs_and_anchor_may_change(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, PAIR, deals=1)
    arena("run", "c.yaml")
    write_contest(tmp_path, mark, PAIR, deals=3, jobs=1, anchor={"bot": "b", "elo": 2000})
    result = arena("run", "c.yaml", "--format", "json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["finished_games"] == 6
    assert {row["bot"]: row["elo_of_bot"] for row in found["rows"]}["b"] == 2000
    assert arena("table", "c.db", "--format", "json").stdout == result.stdout


def test_another_programs_file_is_refused_and_left_alone(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, PAIR)
    with closing(sqlite3.connect("c.db")) as db:
        db.execute("CREATE TABLE precious (thing)")
    before = (tmp_path / "c.db").read_bytes()
    result = arena("run", "c.yaml")
    assert result.exit_code == 2
    assert "c.db: not a contest file" in result.stderr
    assert (tmp_path / "c.db").read_bytes() == before


@pytest.mark.parametrize("db", [".", "no/where.db", "c.yaml", "x" * 300, ""])
def test_a_file_that_cannot_be_used_is_named(arena: Arena, tmp_path: Path, mark: str, db: str) -> None:
    write_contest(tmp_path, mark, PAIR)
    result = arena("run", "c.yaml", "--db", db)
    assert (result.exit_code, result.stdout) == (2, "")
    assert (db or ".") in result.stderr
    assert sorted(os.listdir()) == ["bot.py", "c.yaml"]


@pytest.mark.parametrize("config", ["missing.yaml", ".", "binary.yaml", "x" * 300])
def test_a_configuration_that_cannot_be_read_is_named(arena: Arena, tmp_path: Path, config: str) -> None:
    Path("binary.yaml").write_bytes(b"\xff\xfe\x00\x01")
    result = arena("run", config)
    assert (result.exit_code, result.stdout) == (2, "")
    assert config in result.stderr


def test_a_file_in_use_is_refused(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, PAIR)
    arena("run", "c.yaml", "--games", 1)
    with Store.open(tmp_path / "c.db", write=True):
        result = arena("run", "c.yaml")
    assert result.exit_code == 2
    assert "c.db: another run is writing to it" in result.stderr


def test_broken_rules_exit_with_1_and_say_which_game(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, PAIR, game="buggy", deals=4)
    result = arena("run", "c.yaml")
    assert result.exit_code == 1
    broken = re.findall(r"game (\d+) is not rated \(error\): ZeroDivisionError: planted in the rules", result.stderr)
    assert broken
    assert "Traceback" not in result.stderr
    story = arena("show", "c.db", broken[0]).stdout
    assert "the rules break down here: ZeroDivisionError('planted in the rules" in story
    assert "not rated (error): Traceback" in story
    assert arena("verify", "c.db").exit_code == 0
    assert arena("run", "c.yaml").exit_code == 1


def test_a_bot_that_never_starts_exits_with_1(arena: Arena, tmp_path: Path, mark: str) -> None:
    """D02, D05."""
    config = write_contest(tmp_path, mark, PAIR)
    config.write_text(config.read_text().replace("-S bot.py plays", "-S -c pass", 1))
    result = arena("run", "c.yaml", "--jobs", 1)
    assert result.exit_code == 1
    assert "bench: a failed to start in 3 games in a row (games 0, 3, 1): left out of the games" in result.stderr
    # There is nobody left to play with; a fourth game may have been begun before the third was stored.
    assert re.search(r"\n(3 of 3|4 of 4) games, 100 %", result.stderr)
    assert re.search(r"start-failure [34]\n", result.stdout)
    assert "a (benched)" in result.stdout
    assert "a failed to start in 3 games in a row, the last of them game 1: decision 0, seat" in result.stdout
    story = arena("show", "c.db", 0).stdout
    assert "at fault and loses by it: start-failure: not ready for the game: exited with code 0" in story


def test_a_bot_that_never_started_exits_with_1_in_a_contest_too_short_to_bench_it(
    arena: Arena, tmp_path: Path, mark: str
) -> None:
    """D05."""
    config = write_contest(tmp_path, mark, PAIR, deals=1)
    config.write_text(config.read_text().replace("-S bot.py plays", "-S -c pass", 1))
    result = arena("run", "c.yaml", "--format", "json")
    assert result.exit_code == 1
    assert "bench" not in result.stderr
    found = json.loads(result.stdout)
    assert [(row["games"], row["benched"], row["unrated_games"]) for row in found["rows"]] == [(2, None, 0)] * 2


def test_the_game_with_the_crash_is_found_with_its_stderr(arena: Arena, tmp_path: Path, mark: str) -> None:
    """D24: 50 games, one crash."""
    write_contest(tmp_path, mark, {"a": "plays", "shaky": "crashes 17"}, deals=25)
    assert arena("run", "c.yaml").exit_code == 0
    result = arena("games", "c.db", "--verdict", "any")
    assert result.stdout.endswith("1 games\n")
    row = result.stdout.splitlines()[2]
    assert row.split()[0] == "17"
    found = re.search(r"shaky: exited \(stderr in (.*?)\)", row)
    assert found
    assert (tmp_path / found[1]).read_text().startswith("I give up")
    assert sorted(os.listdir(tmp_path / "c.logs")) == [Path(found[1]).name]
    story = arena("show", "c.db", 17).stdout
    assert re.search(r"!! shaky \(seat \d\) is at fault and loses by it: exited: .*I give up, seat 99", story)
    assert f"stderr of shaky (seat {found[1][-5]}): {found[1]}" in story


def test_an_interrupt_exits_with_130_and_prints_the_standings_so_far(
    arena: Arena, tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_contest(tmp_path, mark, PAIR, deals=2000)
    stored = Reporter.stored

    def interrupt(reporter: Reporter, *counts: Any) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        stored(reporter, *counts)

    with monkeypatch.context() as patch:
        patch.setattr(Reporter, "stored", interrupt)
        result = arena("run", "c.yaml", "--jobs", 1, "--format", "json")
    assert result.exit_code == 130
    assert "stopping after the games that are running" in result.stderr
    assert json.loads(result.stdout)["finished_games"] == len(numbers(tmp_path / "c.db")) < 4000


def test_an_interrupt_before_the_first_game_leaves_a_table_without_games(
    tmp_path: Path, mark: str, plug_in: Path
) -> None:
    """In a process of its own: a bot that thinks for ever, and a termination in the middle of it."""
    config = write_contest(tmp_path, mark, {"a": "silent", "b": "plays"}, time={"move_ms": 3_600_000, "bank_ms": None})
    log = tmp_path / "err"
    with (
        log.open("w") as err,
        subprocess.Popen(
            command("run", config),
            cwd=tmp_path,
            env=environment(mark, plug_in),
            stdout=subprocess.PIPE,
            stderr=err,
            text=True,
        ) as process,
    ):
        wait_for(lambda: "master seed" in log.read_text(), process)
        process.terminate()
        out, _ = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in log.read_text() + out
    assert out == "" or "0 finished" in out  # there is none before the first worker was started
    assert numbers(tmp_path / "c.db") == []
