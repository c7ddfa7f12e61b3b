"""In a real jail: what is found for a program to see is enough for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import arena
from arena.sandbox.program import Program
from arena.sandbox.visible import installations
from tests.sandbox.test_visible import SHOWN, bot, home, link, put

__all__ = ["bot", "home"]


def jailed(program: Program, shown: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run where nothing is visible but the system, the bot's folder and these paths."""
    words = ["bwrap", "--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev"]
    for name in ("bin", "lib", "lib64"):
        words += ["--symlink", f"usr/{name}", f"/{name}"]
    for path in (*shown, program.folder):
        words += ["--symlink", os.readlink(path), path] if os.path.islink(path) else ["--ro-bind", path, path]
    words += ["--chdir", program.folder, "--", *program.argv]
    return subprocess.run(words, env=program.env, stdin=subprocess.DEVNULL, capture_output=True, text=True)


@pytest.fixture
def can_jail(bot: Path) -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("bwrap is not installed")
    if jailed(Program("one", ("/usr/bin/true",), str(bot), {}), ()).returncode:
        pytest.skip("bwrap may not be used here")


@pytest.mark.usefixtures("can_jail")
@pytest.mark.parametrize(
    "kind", ["of the arena", "of a new venv", "of a venv of copies", "of a venv of its own", "of the system"]
)
def test_a_python_finds_its_own_library_in_a_jail(
    bot: Path, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It starts, and its prefixes are what they are outside; a venv is its organiser's, or lies in the bot's folder."""
    python = "/usr/bin/python3" if kind == "of the system" else sys.executable
    if "venv" in kind:
        how = "--copies" if "copies" in kind else "--symlinks"
        venv = (bot if "own" in kind else tmp_path) / "venv"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", how, venv], check=True)
        python = str(venv / "bin" / "python")
        if "own" not in kind:
            monkeypatch.setenv("PATH", f"{venv}/bin:/usr/bin:/bin")
    elif not os.path.exists(python):
        pytest.skip("there is none")
    put(bot / "bot.py", "import json, sys\nprint(json.__file__, sys.version, sys.prefix, sys.base_prefix)\n")
    program = Program("one", (python, "bot.py"), str(bot), {"PATH": "/usr/bin:/bin"})
    found, problems = installations(program, SHOWN, ())
    assert problems == []
    inside = jailed(program, found)
    outside = subprocess.check_output(program.argv, cwd=bot, env=program.env, text=True)
    assert (inside.stdout, inside.stderr) == (outside, "")


@pytest.mark.usefixtures("can_jail")
def test_a_program_that_looks_for_its_library_where_its_link_leads(
    bot: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Java does, and a Python that can be moved."""
    monkeypatch.setenv("PATH", f"{home}/bin:/usr/bin:/bin")
    put(home / "tool" / "lib" / "words", "found")
    put(home / "tool" / "bin" / "tool", '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/../lib/words"\n')
    program = Program("one", (link(home / "bin" / "tool", "../tool/bin/tool"),), str(bot), {"PATH": "/usr/bin:/bin"})
    found, _ = installations(program, SHOWN, ())
    inside = jailed(program, found)
    assert (inside.stdout, inside.stderr) == ("found", "")


@pytest.mark.usefixtures("can_jail")
def test_a_bot_can_import_the_arena_in_a_jail(bot: Path) -> None:
    """The package is there, and of the project nothing else."""
    put(bot / "bot.py", "import os, arena\nprint(*os.listdir(os.path.dirname(arena.__path__[0])))\n")
    project = str(Path(arena.__file__).parent.parent)
    program = Program("one", (sys.executable, "bot.py"), str(bot), {"PYTHONPATH": project})
    found, _ = installations(program, SHOWN, ())
    inside = jailed(program, found)
    assert inside.stderr == ""
    own = [Path(sys.prefix).relative_to(project).parts[0]] if sys.prefix.startswith(project + "/") else []
    assert sorted(inside.stdout.split()) == sorted(["arena", *own])
