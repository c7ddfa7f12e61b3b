"""What a configuration says of its bots' programs, builds and folders: found, or told what is wrong before a game."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from arena.contest.config import load_contest
from arena.programs.bot import relocated
from tests.contest.test_config import Write, errors, program, write

__all__ = ["write"]


def test_a_missing_program_names_path_and_folder(write: Write, tmp_path: Path) -> None:
    """D01: refused before the first game, with the resolved path and the folder it was tried from."""
    (tmp_path / "sub").mkdir()
    assert errors(write("game: bids\nbots:\n  x: ./a\n  y:\n    dir: sub\n    command: bin/../bot --fast\n")) == [
        f"c.yaml:6: bots.y.command: the program 'bin/../bot' in {tmp_path}/sub is {tmp_path}/sub/bot, "
        "which does not exist"
    ]


def test_a_program_is_found_as_a_shell_would(write: Write, tmp_path: Path) -> None:
    """With a slash it is relative to the bot's folder; without one it is looked up in the PATH, the bot's own first."""
    program(tmp_path / "bin" / "tool")
    text = "game: bids\nbots:\n  x: sh -c true\n"
    text += "  y: {command: tool, env: {PATH: bin}}\n  z: {command: ../a, dir: bin}\n"
    found = load_contest(write(text)).bots
    assert found["x"].program.is_absolute()
    assert found["x"].program.name == "sh"
    assert found["y"].program == tmp_path / "bin" / "tool"
    assert found["z"].program == tmp_path / "a"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("a", "is not in any folder of the PATH (/nowhere); the one in {here} is written './a'"),
        ("zzz", "the program 'zzz' is not in any folder of the PATH (/nowhere)"),
        ("./plain", "is {here}/plain, which is not executable: allow it with chmod +x"),
        ("./sub", "is {here}/sub, which is not a file"),
        ("'{python} lost.py'", "its file 'lost.py' does not exist in {here}"),
        ("'{python} -S sub/bot.py --level 3'", "its file 'sub/bot.py' does not exist in {here}"),
        ("./a 'b", "cannot be split into words as a shell would: No closing quotation"),
        ("./" + "x" * 300, "does not exist"),
        ("{command: ./a, dir: " + "x" * 300 + "}", "does not exist"),
        ("''", "the command is empty"),
        ("[]", "the command is empty"),
        ("{dir: sub}", "the key 'command' is missing"),
        ("{command: ./a, dir: none}", "the folder {here}/none does not exist"),
        ("{command: ./a, dir: ~nobody-here}", "the folder {here}/~nobody-here does not exist"),
        ("{command: ./a, dir: plain}", "the folder {here}/plain is not a folder"),
        ("{command: ./a, files: ['*.py']}", "'*.py' fits no file in {here}"),
        ("{command: ./a, files: ['/*.py']}", "'/*.py' fits no file in {here}"),
        ("{command: ./a, env: {A=B: c}}", "'A=B' cannot be the name of an environment variable"),
    ],
)
def test_commands_that_cannot_start(
    write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, told: str
) -> None:
    """Each is refused at its line, with what to do."""
    monkeypatch.setenv("PATH", "/nowhere")
    program(tmp_path / "plain", 0o644)
    (tmp_path / "sub").mkdir()
    (error,) = errors(write(f"game: bids\nbots:\n  x: {command}\n  y: ./a\n  z: ./b\n"))
    assert error.startswith("c.yaml:3: bots.x")
    assert told.format(here=tmp_path) in error


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("{command: ./no, files: [no.py], env: {A=B: c}, build: ./none}", "files env build"),
        ("{command: ./no, dir: 7, build: ''}", "dir build"),
        ("{command: [[]], dir: none, env: {A: []}}", "command[0] dir env.A"),
        ("{command: ./no, files: 7, env: {A: []}}", "command files env.A"),
        ("{command: no, env: {PATH: []}}", "env.PATH"),
        ("{command: ./no, build: [./a, []]}", "build[1]"),
    ],
)
def test_all_that_is_wrong_with_a_bot_is_told(write: Write, bot: str, told: str) -> None:
    """D62: each part for itself, and nothing of what depends on a part that is wrong."""
    found = errors(write(f"game: bids\nbots:\n  x: {bot}\n  y: ./a\n"))
    assert all(error.startswith("c.yaml:3: bots.x") for error in found)
    keys = [error.split(": ")[1].removeprefix("bots.x.") for error in found]
    assert keys == sorted(told.split())


def test_a_mistyped_key_of_a_bot_is_all_that_is_told(write: Write) -> None:
    """What it would have built need not be there."""
    (error,) = errors(write("game: bids\nbots:\n  x: {command: ./no, buildd: ./a}\n  y: ./a\n"))
    assert error.startswith("c.yaml:3: bots.x: there is no key 'buildd'; did you mean 'build'?")


@pytest.mark.parametrize(
    ("build", "words"),
    [("make -j2 'my bot'", ("make", "-j2", "my bot")), ("['{python}', b c]", ("{python}", "b c")), ("null", ())],
)
def test_a_build_is_a_command(
    write: Write, monkeypatch: pytest.MonkeyPatch, build: str, words: tuple[str, ...]
) -> None:
    """As text or as words; none if it is not there."""
    program(Path("bin/make"))
    monkeypatch.setenv("PATH", str(Path("bin").absolute()))
    bot = load_contest(write(f"game: bids\nbots: {{x: {{command: ./a, build: {build}}}, y: ./b}}\n")).bots["x"]
    assert bot.build == words
    if words:
        assert bot.build_argv() == [str(Path("bin/make").absolute()) if "j2" in build else sys.executable, *words[1:]]


def test_what_is_to_be_built_need_not_be_there(write: Write, tmp_path: Path) -> None:
    """A program in the bot's own folder, and no other."""
    text = "game: bids\nbots:\n  x: {{command: {}, build: ./b}}\n  y: ./b\n"
    assert load_contest(write(text.format("out/../bot"))).bots["x"].program == tmp_path / "bot"
    for command in ("../bot", "/nowhere/bot", "bot-of-mine"):
        (error,) = errors(write(text.format(command)))
        assert error.startswith("c.yaml:3: bots.x.command: the program")


@pytest.mark.parametrize(
    ("build", "told"),
    [
        ("./none", "the program './none' in {here} is {here}/none, which does not exist"),
        ("compile-it", "the program 'compile-it' is not in any folder of the PATH"),
        ("''", "the command is empty"),
        ('"a \'b"', "cannot be split into words as a shell would: No closing quotation"),
    ],
)
def test_builds_that_cannot_start(write: Write, tmp_path: Path, build: str, told: str) -> None:
    """Each is refused at its line."""
    (error,) = errors(write(f"game: bids\nbots:\n  x:\n    command: ./a\n    build: {build}\n  y: ./b\n"))
    assert error.startswith("c.yaml:5: bots.x.build: " + told.format(here=tmp_path))


@pytest.mark.parametrize("slash", ["", "/"])
def test_folders_with_blanks(write: Write, tmp_path: Path, slash: str) -> None:
    """D05: `My Bots`, with and without a slash at the end."""
    program(tmp_path / "My Bots" / "my bot")
    text = f"game: bids\nbots:\n  x: {{command: \"'./my bot' -v\", dir: My Bots{slash}}}\n  y: ./a\n"
    bot = load_contest(write(text)).bots["x"]
    assert bot.argv() == [str(tmp_path / "My Bots" / "my bot"), "-v"]
    assert bot.folder == tmp_path / "My Bots"


def test_folders_are_relative_to_the_file_that_names_them(write: Write, tmp_path: Path) -> None:
    """Wherever the arena is started, and also for bots listed in another file."""
    program(tmp_path / "team" / "bot")
    Path("team/bots.yaml").write_text("x: ./bot\ny: {command: ./bot, dir: ..}\n")
    Path("team/bot.yaml").write_text("[./bot, 2]")
    write("game: bids\nbots: !file team/bots.yaml\n")
    (error,) = errors("c.yaml")
    assert error.startswith(f"team/bots.yaml:2: bots.y.command: the program './bot' in {tmp_path} is {tmp_path}/bot")
    write("game: bids\nbots: {x: !file team/bot.yaml, y: ./a}\n")
    os.chdir("/")
    assert load_contest(tmp_path / "c.yaml").bots["x"].folder == tmp_path / "team"


def test_a_bot_that_is_moved_takes_the_paths_of_its_own_folder_along(write: Write, tmp_path: Path) -> None:
    """And no others, however they are written."""
    program(tmp_path / "own" / "run")
    program(tmp_path / "new" / "run")
    (tmp_path / "common.py").touch()
    own = f"{tmp_path}/own"
    words = [f"{own}/run", own, f"{own}/./lib.py", f"{own}/../common.py", f"{own}er.py", "lib.py", f"--at={own}", "/"]
    bot = load_contest(write(f"game: bids\nbots:\n  x: {{command: {json.dumps(words)}, dir: own}}\n  y: sh\n")).bots[
        "x"
    ]
    moved = relocated(bot, tmp_path / "new")
    new = f"{tmp_path}/new"
    assert moved.command == (f"{new}/run", new, f"{new}/lib.py", *words[3:])
    assert (moved.folder, moved.program) == (tmp_path / "new", tmp_path / "new" / "run")


@pytest.mark.parametrize(
    "command", ["sh -c made.sh", "'{python} -m lost.py'", "./a lost.py", "sh a lost.py", "sh -c 'exec ./lost.sh'"]
)
def test_a_word_that_only_looks_like_a_file_is_none(write: Write, command: str) -> None:
    """Only what an interpreter is to run has to be there."""
    assert load_contest(write(f"game: bids\nbots:\n  x: {command}\n  y: ./b\n")).bots


def test_what_a_build_makes_need_not_be_there(write: Write) -> None:
    assert load_contest(write("game: bids\nbots: {x: {command: sh made.sh, build: ./a}, y: ./b}\n")).bots
