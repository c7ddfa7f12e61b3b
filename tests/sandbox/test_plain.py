"""The backends without a jail, and what every bot is told of its surroundings."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from errno import EACCES, ENOENT
from pathlib import Path

import pytest

from arena.sandbox import Limits, Program, Sandbox, SandboxName, sandbox_of
from arena.sandbox.environment import check_startable, environment, tool
from tests.sandbox.conftest import EVERYWHERE, Start, hear

PLAIN: list[SandboxName] = ["none", "rlimit"]
plain = pytest.mark.parametrize("name", PLAIN)


def bot(folder: Path, *argv: str, **env: str) -> Program:
    return Program("bot", argv, str(folder), env)


@plain
def test_all_is_well_where_the_systems_programs_are(name: SandboxName) -> None:
    """And nothing has to be shown to a bot that sees everything."""
    sandbox: Sandbox = sandbox_of(name, Limits())
    program = Program("bot", ("/no/such",), "/", {})
    assert sandbox.name == name
    assert sandbox.problems([program]) == []
    assert sandbox.equip(program, ["/"]) == (program, [])


@pytest.mark.parametrize(("name", "needed"), [("none", ["setpriv"]), ("rlimit", ["setpriv"])])
def test_a_missing_tool_is_named_with_its_remedy(
    name: SandboxName, needed: list[str], search_path: Callable[[str], None], tmp_path: Path
) -> None:
    """Each of them."""
    search_path(str(tmp_path))
    problems = sandbox_of(name, Limits()).problems([])
    assert [problem.partition("the program `")[2].partition("`")[0] for problem in problems] == needed
    assert all(f'sandbox "{name}"' in problem and "apt install util-linux" in problem for problem in problems)
    with pytest.raises(FileNotFoundError):
        sandbox_of(name, Limits()).command(bot(tmp_path, sys.executable))


def test_only_a_few_variables_are_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets are not; what the configuration says comes on top."""
    monkeypatch.setattr(os, "environ", {"PATH": "/usr/bin", "HOME": "/home/x", "SECRET": "1", "LANG": "C"})
    program = Program("bot", ("x",), "/", {"LANG": "de_DE.UTF-8", "DEPTH": "3"})
    assert environment(program) == {"PATH": "/usr/bin", "HOME": "/home/x", "LANG": "de_DE.UTF-8", "DEPTH": "3"}


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    """The folder, the command in it or in the PATH, the right to execute it; before anything is started."""
    (tmp_path / "text").write_text("x")
    (tmp_path / "run").write_text("#!/bin/sh\n")
    (tmp_path / "run").chmod(0o755)
    (tmp_path / "folder").mkdir()
    for argv, number, missing in [
        (("./no",), ENOENT, "./no"),
        (("no-such-program",), ENOENT, "no-such-program"),
        (("./text",), EACCES, "./text"),
        (("./folder",), ENOENT, "./folder"),
    ]:
        with pytest.raises(OSError) as found:  # noqa: PT011
            check_startable(bot(tmp_path, *argv))
        assert (found.value.errno, found.value.filename) == (number, missing)
    with pytest.raises(FileNotFoundError) as gone:
        check_startable(bot(tmp_path / "gone", "./run"))
    assert gone.value.filename == str(tmp_path / "gone")
    check_startable(bot(tmp_path, "./run"))
    check_startable(bot(tmp_path, "run", PATH=str(tmp_path)))


def test_a_tool_is_found_in_the_path(search_path: Callable[[str], None], tmp_path: Path) -> None:
    """The arena's own, not the bot's."""
    assert tool("env").endswith("/env")
    search_path(str(tmp_path))
    with pytest.raises(FileNotFoundError, match="env"):
        tool("env")


@plain
def test_a_sandbox_refuses_new_rights(name: SandboxName, tmp_path: Path) -> None:
    """A program with more rights than its user gives them to no bot, where the kernel's own limits are asked for."""
    command = sandbox_of(name, Limits()).command(bot(tmp_path, "/bin/cat", "/proc/self/status"))
    status = subprocess.run(command.argv, env=command.env, capture_output=True, text=True, check=True).stdout
    assert ("NoNewPrivs:\t1" in status) == (name == "rlimit")


PROBE = """
own = '/proc/self/fd/'
fds = {fd: os.readlink(own + fd) for fd in os.listdir(own) if os.path.lexists(own + fd)}
ignored = [number for number in signal.valid_signals() if signal.getsignal(number) == signal.SIG_IGN]
ids = [os.getpid(), os.getpgid(0), os.getsid(0)]
say(json.dumps(dict(env=dict(os.environ), fds=fds, cwd=os.getcwd(), ids=ids, ignored=ignored)))
"""


@pytest.mark.parametrize("name", EVERYWHERE)
async def test_a_bot_has_three_pipes_and_no_terminal(start: Start, name: SandboxName, folder: Path) -> None:
    """Nothing else is open, no signal is ignored that is not by every Python, and it stands in its folder."""
    (line,) = hear(start(name, PROBE))
    seen = json.loads(line)
    assert sorted(seen["fds"]) == ["0", "1", "2"]
    assert all(target.startswith("pipe:") for target in seen["fds"].values())
    assert len(set(seen["fds"].values())) == 3
    assert seen["cwd"] == str(folder)
    assert set(seen["ignored"]) == {signal.SIGPIPE, signal.SIGXFSZ}  # what Python sets itself
    if name != "bwrap":
        assert len(set(seen["ids"])) == 1  # first of its session and of its group


@plain
async def test_its_environment_is_what_was_promised(
    start: Start, name: SandboxName, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the mark by which its orphans are found."""
    monkeypatch.setenv("ARENA_SECRET", "1")
    (line,) = hear(start(name, PROBE, DEPTH="3"))
    env = json.loads(line)["env"]
    allowed = {"PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "DEPTH", "ARENA_BOT"}
    # Python sets the language, and a shell where it stands.
    assert set(env) - {"LC_CTYPE", "PWD", "OLDPWD", "SHLVL", "_"} <= allowed
    assert env["DEPTH"] == "3"
