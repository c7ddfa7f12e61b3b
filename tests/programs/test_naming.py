"""How bots are called that were given by their commands."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arena.programs import names_of
from arena.programs.bot import looks, name_problem


@pytest.mark.parametrize(
    ("commands", "names"),
    [
        (["./greedy_v2"], ["greedy_v2"]),
        (["python3 old.py", "python3 new.py"], ["old", "new"]),
        (["{python} -S bots/mine.py", "/usr/bin/python3.12 theirs.py --depth 3"], ["mine", "theirs"]),
        (["sh run.sh", "node play.js", "java -jar judge.jar"], ["run", "play", "judge"]),
        (["java Old", "java New"], ["Old", "New"]),
        (["./bot.v2", "./bot.v3"], ["bot.v2", "bot.v3"]),
        (["./mine --depth 2", "./mine --depth 3"], ["mine --depth 2", "mine --depth 3"]),
        (["python3 old/bot.py", "python3 new/bot.py"], ["old/bot", "new/bot"]),
        (["a/old/bot", "b/old/bot"], ["a/old/bot", "b/old/bot"]),
        (["./mine", "./mine"], ["mine", "mine 2"]),
        (["./mine", "./MINE", "./mine"], ["mine", "MINE 2", "mine 3"]),
    ],
)
def test_a_bot_is_called_as_its_program(commands: list[str], names: list[str]) -> None:
    """Equal programs by what differs in their commands; the same command has a number."""
    assert names_of([command.split() for command in commands]) == names


def test_a_file_that_the_command_names_is_the_bot_before_its_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And before the program that only limits it, which lies elsewhere."""
    monkeypatch.chdir(tmp_path)
    for name in ("mine", "book.bin", "bot.py"):
        Path(name).touch()
    assert names_of([["./mine", "--book", "book.bin"]]) == ["mine"]
    assert names_of([["timeout", "9", "python3", "bot.py", "book.bin"]]) == ["bot"]


@pytest.mark.parametrize(
    "commands",
    [
        [["x" * 300, "a"], ["x" * 300, "b"]],
        [["\x1b[2J", "a"], ["\x1b[2J"]],
        [[" "], [" "], ["."], ["/"], ["-"], ["-x"]],
        [["python3"], ["python3", "-c", "print(1)"]],
        [["\udcff"], [os.fsdecode(b"\xfe")]],
    ],
)
def test_whatever_a_command_is_bots_may_be_called_so(commands: list[list[str]]) -> None:
    """No two look alike."""
    names = names_of(commands)
    assert [name_problem(name) for name in names] == [None] * len(commands)
    assert len(set(map(looks, names))) == len(commands)
