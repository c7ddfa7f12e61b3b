"""What a script needs to be seen of its interpreters, whatever strangers write into it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.sandbox.test_visible import Find, bot, find, home, link, put

__all__ = ["bot", "find", "home"]


@pytest.mark.parametrize(
    "line",
    [
        "#!{node}",
        "#! \t{node} --harmony",
        "#!/usr/bin/env node",
        "#!/usr/bin/env  node\t",
        "#!/usr/bin/env -S node --harmony",
        "#!/usr/bin/env -Snode",
        "#!/usr/bin/env -iS -u HOME A=1 node",
        "#!/usr/bin/env --split-string=node",
        "#!/usr/bin/env -S {node}",
    ],
)
def test_the_interpreter_of_a_script(find: Find, bot: Path, home: Path, line: str) -> None:
    """In every way in which a first line can name it."""
    put(home / "node" / "lib" / "file")
    node = put(home / "node" / "bin" / "node")
    script = put(bot / "bot", line.format(node=node) + "\ncode\n")
    assert find(script, path=f"{home}/node/bin:/usr/bin") == ((str(home / "node"),), [])


def test_env_in_a_command(find: Find, home: Path) -> None:
    """It is followed there, too."""
    node = put(home / "bin" / "node")
    assert find("env", "-S", "A=1 node", "bot.js", path=f"{home}/bin:/usr/bin") == ((node,), [])


def test_folders_of_the_path_are_relative_to_the_bot(find: Find, bot: Path) -> None:
    """The bot is started there."""
    put(bot / "tools" / "node")
    assert find(put(bot / "bot", "#!/usr/bin/env node\n"), PATH="tools") == ((), [])


def test_a_script_as_interpreter(find: Find, bot: Path, home: Path) -> None:
    """It has an interpreter of its own, which may lie anywhere where the organiser's script says so."""
    last = put(home / "c" / "tool")
    middle = put(home / "b" / "tool", f"#!{last}\n")
    first = put(home / "a" / "tool", f"#!{middle}\n")
    assert find(put(bot / "bot", f"#!{first}\n"), path=home / "a") == ((first, middle, last), [])


def test_scripts_that_start_each_other_come_to_an_end(find: Find, home: Path) -> None:
    """The kernel refuses them when the bot is started."""
    one, two = home / "one", home / "two"
    put(one, f"#!{two}\n")
    put(two, f"#!{one}\n")
    assert find(str(one), path=home) == ((str(one), str(two)), [])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("#!/usr/nowhere/python\n", "'/usr/nowhere/python', the interpreter in the first line of "),
        ("#!/usr/bin/python3\r\n", "'/usr/bin/python3\\r', the interpreter in the first line of "),
        ("#!python3\n", "'{folder}/python3', the interpreter in the first line of "),
        ("#!/usr/bin/env nobody\n", "'nobody', which /usr/bin/env has to start as the interpreter in the first line"),
        ("#!/usr/bin/env sh -e\n", "'sh -e', which /usr/bin/env has to start as "),
    ],
)
def test_an_interpreter_that_is_not_there(find: Find, bot: Path, line: str, told: str) -> None:
    """The text says what was looked for, and whose it is."""
    found, (problem,) = find(put(bot / "bot", line))
    assert found == ()
    assert problem.startswith(f"bot one: {told.format(folder=bot)}")


@pytest.mark.parametrize("target", ["loop", "nowhere"])
def test_links_that_lead_nowhere(find: Find, bot: Path, target: str) -> None:
    """In a circle, or to nothing."""
    found, (problem,) = find(link(bot / "loop", target))
    assert found == ()
    assert problem.startswith(f"bot one: '{bot}/loop', the program of its command, is no program")


@pytest.mark.parametrize("word", ["x" * 300, "/" + "x" * 300, "/" + "a/" * 3000, "\0", "/a\0b", "\udce9", "/\ud800"])
def test_strange_words(find: Find, word: str) -> None:
    """As a program they are not there; after it they are words like others."""
    assert len(find(word)[1]) == 1
    assert find("/usr/bin/env", "sh", word) == ((), [])


# What strangers may write.


def test_a_file_that_cannot_be_started_is_not_shown(find: Find, bot: Path, home: Path) -> None:
    """Else a bot could name any file as its interpreter and read it, even one of the organiser's PATH."""
    key = put(home / ".ssh" / "key", "secret", 0o600)
    put(bot / "venv" / "pyvenv.cfg", f"home = {home}/.ssh\n")
    link(bot / "venv" / "bin" / "key", put(bot / "python", f"#!{key}\n"))
    found, problems = find(str(bot / "venv" / "bin" / "key"), path=home / ".ssh")
    assert found == ()
    assert len(problems) == 2


def test_a_pipe_in_the_place_of_a_file_keeps_nobody_waiting(find: Find, bot: Path) -> None:
    """Neither as an interpreter nor as a configuration."""
    (bot / "venv").mkdir()
    os.mkfifo(bot / "venv" / "pyvenv.cfg")
    os.mkfifo(bot / "pipe", 0o755)
    script = put(bot / "venv" / "bin" / "bot", f"#!{bot}/pipe\n")
    assert [problem.split(",")[0] for problem in find(script)[1]] == [f"bot one: '{bot}/pipe'"]
