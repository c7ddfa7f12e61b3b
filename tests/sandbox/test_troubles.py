"""The sandbox that was asked for is had, or it is told why not and what to do; never less than was asked for."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.sandbox import Limits, Program, sandbox_of
from arena.sandbox import bwrap as jails
from arena.sandbox.seccomp import NoSeccomp
from arena.sandbox.troubles import explain, folder_trouble
from tests.cli.conftest import Arena, arena
from tests.contest.contests import write_contest
from tests.processes import descriptors
from tests.sandbox.conftest import jailed

__all__ = ["arena"]

BOT = Program("x", ("./x",), "/bots/x", {})
NOBODY = Program("", ("/usr/bin/true",), "/usr", {})
ROOT = os.geteuid() == 0


# ---- what bubblewrap says, and what we say


@pytest.mark.parametrize(
    ("said", "cause", "remedy"),
    [
        (
            "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)",
            "allows no (more) user namespaces",
            "sysctl user.max_user_namespaces=",
        ),
        ("bwrap: setting up uid map: Permission denied", "AppArmor forbids", "profile for /usr/bin/bwrap"),
        ("bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted", "AppArmor forbids", "profile"),
        (
            "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged "
            "user namespaces.",
            "no user namespaces to ordinary users",
            "kernel.unprivileged_userns_clone=1",
        ),
        (
            "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
            "this container does not allow it",
            "--security-opt seccomp=unconfined --security-opt systempaths=unconfined",
        ),
        ("bwrap: Failed to make / slave: Operation not permitted", "this container does not allow it", "unmask=ALL"),
        ("bwrap: Unknown option --disable-userns", "too old", "0.8.0 or newer"),
    ],
)
@pytest.mark.parametrize("program", [BOT, NOBODY], ids=["bot", "nobody"])
def test_each_refusal_has_its_cause_and_its_remedy(said: str, cause: str, remedy: str, program: Program) -> None:
    """With what bubblewrap said, and with the way out; the machine's fault is no bot's."""
    text = explain(said + "\n", program)
    assert text.startswith('sandbox "bwrap" was asked for, but ')
    assert cause in text
    assert remedy in text
    assert "`--sandbox none`, or `sandbox: none` in the configuration" in text
    assert f"(bwrap said: {said})" in text
    assert "\n" not in text


def test_not_installed() -> None:
    """The remedy is one command."""
    text = explain("", None)
    assert "`bwrap` is not installed. Debian/Ubuntu: apt install bubblewrap. Or choose none (unprotected)" in text


def test_what_a_bot_is_to_see_cannot_be_read() -> None:
    """It is that bot's, with the path."""
    text = explain("bwrap: Can't find source path /bots/x: Permission denied", BOT)
    assert text.startswith("bot 'x': ")
    assert "/bots/x: Permission denied" in text


@pytest.mark.parametrize(("said", "told"), [("bwrap: quite another thing\n", "quite another thing"), ("", "nothing")])
def test_what_nobody_has_seen_yet_is_quoted(said: str, told: str) -> None:
    """Also when it is nothing."""
    text = explain(said, BOT)
    assert text.startswith("bot 'x': ")
    assert told in text
    assert explain(said, NOBODY).startswith("sandbox")


def test_a_folder_or_a_command_that_the_bots_user_cannot_use() -> None:
    """The folder first, with the command that opens it."""
    assert folder_trouble(BOT, 1879048192, True) == (
        "bot 'x': its folder /bots/x must be readable by other users (it runs as one of its own, such as 1879048192): "
        "chmod -R o+rX '/bots/x'"
    )
    assert "must be readable by this user" in folder_trouble(BOT, None, True)
    text = folder_trouble(BOT, None, False)
    assert "bot 'x': the command './x' is not found inside the sandbox" in text
    assert "`bind:`" in text


# ---- looked for on this machine


@pytest.fixture
def without_bwrap(search_path: Callable[[str], None], tmp_path: Path) -> None:
    """All of the machine's programs but that one."""
    folder = tmp_path / "path"
    folder.mkdir()
    for name in ("setpriv", "prlimit", "env", "sh", "git"):
        if found := shutil.which(name):
            (folder / name).symlink_to(found)
    search_path(str(folder))


def test_without_bubblewrap_its_remedy_is_all_that_is_said(without_bwrap: None) -> None:
    """However many bots there are."""
    assert sandbox_of("bwrap", Limits()).problems([BOT, BOT]) == [explain("", None)]


def test_without_the_filter_there_is_no_jail(
    monkeypatch: pytest.MonkeyPatch, search_path: Callable[[str], None], tmp_path: Path
) -> None:
    """It is part of what was asked for."""
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\n")
    fake.chmod(0o755)
    search_path(f"{tmp_path}{os.pathsep}{os.environ['PATH']}")

    def missing(memory_files: bool) -> bytes:
        raise NoSeccomp("pip install pyseccomp")

    monkeypatch.setattr(jails, "filter_program", missing)
    assert sandbox_of("bwrap", Limits()).problems([]) == ["pip install pyseccomp"]


@pytest.mark.parametrize("said", ["Unknown option --disable-userns", "setting up uid map: Permission denied"])
def test_a_bubblewrap_that_refuses_is_asked_once(search_path: Callable[[str], None], tmp_path: Path, said: str) -> None:
    """What it says is explained, and no bot is tried in it."""
    fake, tried = tmp_path / "bwrap", tmp_path / "tried"
    fake.write_text(f"#!/bin/sh\necho x >>'{tried}'\necho 'bwrap: {said}' >&2\nexit 1\n")
    fake.chmod(0o755)
    search_path(f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert sandbox_of("bwrap", Limits()).problems([BOT]) == [explain(f"bwrap: {said}", NOBODY)]
    assert tried.read_text() == "x\n"


@jailed
def test_a_good_bot_has_no_problems(tmp_path: Path) -> None:
    """And to look for them leaves nothing open."""
    before = descriptors()
    bot = Program("x", ("/bin/sh", "-c", "true"), str(tmp_path), {})
    tmp_path.chmod(0o755)
    assert sandbox_of("bwrap", Limits()).problems([bot]) == []
    assert descriptors() == before


@jailed
@pytest.mark.skipif(not ROOT, reason="an ordinary user's bots are that user")
def test_a_closed_folder_is_found_before_the_first_game(tmp_path: Path) -> None:
    """As root, whose bots are not root; what is closed above it does not matter."""
    folder = tmp_path / "bot"
    folder.mkdir()
    bot = Program("x", ("/bin/sh",), str(folder), {})
    tmp_path.chmod(0o700)
    folder.chmod(0o700)
    (problem,) = sandbox_of("bwrap", Limits()).problems([bot])
    assert problem.startswith(f"bot 'x': its folder {folder} must be readable by other users")
    assert f"chmod -R o+rX '{folder}'" in problem
    folder.chmod(0o755)
    assert sandbox_of("bwrap", Limits()).problems([bot]) == []


@jailed
@pytest.mark.skipif(ROOT, reason="root may read everything")
def test_a_closed_folder_of_an_ordinary_user(tmp_path: Path) -> None:
    """Whoever closed it."""
    folder = tmp_path / "bot"
    folder.mkdir()
    folder.chmod(0o000)
    (problem,) = sandbox_of("bwrap", Limits()).problems([Program("x", ("/bin/sh",), str(folder), {})])
    folder.chmod(0o755)
    assert str(folder) in problem
    assert "bot 'x'" in problem


@jailed
def test_a_program_that_is_not_in_the_jail(tmp_path: Path) -> None:
    """Its interpreter, say: nobody has bound it."""
    tmp_path.chmod(0o755)
    hidden = tmp_path / "hidden"
    folder = tmp_path / "bot"
    for made in (hidden, folder):
        made.mkdir(mode=0o755)
    program = hidden / "python"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (problem,) = sandbox_of("bwrap", Limits()).problems([Program("x", (str(program),), str(folder), {})])
    assert f"bot 'x': the command {str(program)!r} is not found inside the sandbox" in problem
    assert "`bind:`" in problem
    bound = Program("x", (str(program),), str(folder), {}, (str(hidden),))
    assert sandbox_of("bwrap", Limits()).problems([bound]) == []


@jailed
@pytest.mark.skipif(not ROOT, reason="an ordinary user's bots are that user")
def test_a_program_that_only_its_owner_may_execute(tmp_path: Path) -> None:
    """It is found, and yet it cannot be started."""
    tmp_path.chmod(0o755)
    program = tmp_path / "x"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o744)
    (problem,) = sandbox_of("bwrap", Limits()).problems([Program("x", ("./x",), str(tmp_path), {})])
    assert "the command './x' is not found inside the sandbox, or may not be executed there" in problem


# ---- at the command line


def test_a_contest_without_its_sandbox_is_not_played(
    arena: Arena, tmp_path: Path, mark: str, without_bwrap: None
) -> None:
    """Exit 2 before any game, the reason on stderr, no store, no worker, nothing less protected."""
    write_contest(tmp_path, mark, {"a": "plays", "b": "plays"})
    before = sorted(os.listdir(tmp_path))
    result = arena("run", "c.yaml", "--sandbox", "bwrap")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "apt install bubblewrap" in result.stderr
    assert "Traceback" not in result.stderr
    assert sorted(os.listdir(tmp_path)) == before


@jailed
def test_a_bot_beside_the_contests_own_files_is_refused(arena: Arena, tmp_path: Path, mark: str) -> None:
    """It could read the seeds."""
    write_contest(tmp_path, mark, {"a": "plays", "b": "plays"}, sandbox="bwrap")
    before = sorted(os.listdir(tmp_path))
    result = arena("run", "c.yaml")
    assert result.exit_code == 2
    assert "would be able to read what is none of its own" in result.stderr
    assert "c.yaml" in result.stderr
    assert sorted(os.listdir(tmp_path)) == before
