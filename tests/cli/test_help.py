"""What every command says of itself, and that it is so."""

from __future__ import annotations

import ast
import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import arena as package
from arena import standings
from arena.cli import commands, formats
from arena.cli.on_demand import OnDemand
from tests.cli.conftest import Arena
from tests.contest.contests import ROOT

COMMANDS = sorted(commands.commands)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_summary_and_an_example_that_it_understands(arena: Arena, name: str) -> None:
    text = arena(name, "--help").stdout
    examples = re.findall(r"^ +arena (.+)$", text.partition("Example")[2], re.MULTILINE)
    assert examples
    for example in examples:
        first, *words = shlex.split(example)
        assert first == name
        commands.commands[first].make_context(first, words)  # raises for an option or a value that it does not know


def test_the_first_page_names_every_command_and_understands_its_examples(arena: Arena) -> None:
    text = arena("--help").stdout
    for name in COMMANDS:
        assert re.search(rf"^  {name} +\w", text, re.MULTILINE)
    for example in re.findall(r"^ +arena (.+)$", text, re.MULTILINE):
        first, *words = shlex.split(example)
        commands.commands[first].make_context(first, words)


def test_the_version_is_the_packages(arena: Arena) -> None:
    """And it says how it was built, which is what a report of its speed must know."""
    spec = importlib.util.find_spec("arena.referee.game_loop")
    assert spec is not None
    assert spec.origin is not None
    built = "plain Python" if spec.origin.endswith(".py") else "compiled"
    assert arena("--version").stdout == f"arena, version {package.__version__} ({built})\n"


def test_formats_are_those_of_the_standings() -> None:
    assert formats.FORMATS == standings.FORMATS
    assert get_args(formats.Format) == get_args(standings.Format)


@pytest.mark.parametrize("words", [["show", "c.db"], ["run"], ["table", "--format", "html", "c.db"], ["paly"]])
def test_a_wrong_call_exits_with_2_and_says_how(arena: Arena, words: list[str]) -> None:
    result = arena(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Usage: arena" in result.stderr
    assert "--help" in result.stderr


def test_help_loads_neither_numbers_nor_games() -> None:
    """It answers at once."""
    code = (
        "import sys; from arena.cli import commands; commands(['run', '--help'], standalone_mode=False); "
        "print(sorted({'numpy', 'yaml', 'sqlite3'} & set(sys.modules)), file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stderr == "[]\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_known_by_its_own_name_and_sentence(name: str) -> None:
    """What stands for it until it is loaded says the same of it, in a terminal of any width."""
    known = commands.commands[name]
    assert isinstance(known, OnDemand)
    command = known.load()
    assert (known.name, command.name) == (name, name)
    for width in range(20, 400):
        assert known.get_short_help_str(width) == command.get_short_help_str(width)


@pytest.mark.parametrize("words", ["--help", "--version", "run --help"])
def test_no_command_is_loaded_that_is_not_called(words: str) -> None:
    code = (
        f"import sys; from arena.cli import commands; commands({words.split()}, standalone_mode=False); "
        "print({'arena.cli.run', 'arena.cli.show', 'arena.cli.ladder'} & set(sys.modules), file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stderr == ("{'arena.cli.run'}\n" if "run" in words else "set()\n")


def test_commands_load_rooms_by_their_faces_and_nothing_in_a_function() -> None:
    """One mechanism makes all of it lazy: `import arena.contest` at the top. But for YAML, which is no room."""
    within = [
        f"{path.name}:{node.lineno}: {ast.unparse(node)}"
        for path in sorted((ROOT / "arena" / "cli").glob("*.py"))
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert not [line for line in within if not line.endswith(": import yaml")]


INTERRUPT = "interrupt = lambda *_, **__: os.kill(os.getpid(), signal.SIGINT)"
INSTEAD_OF_LIST = "from arena.cli.list_games import list_games; list_games.callback"


def run_arena(*words: str, before: str = "", streams: str = "") -> subprocess.CompletedProcess[str]:
    """With something done first in its process, and with its streams redirected as a shell does."""
    code = f"import os, signal, sys\nfrom arena.__main__ import main\n{before}\nmain()"
    command = ("sh", "-c", f'exec "$@" {streams}', "sh", sys.executable, "-c", code, *words)
    return subprocess.run(command, cwd=ROOT, input="", capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "where",
    ["import builtins; builtins.__import__ = interrupt", f"{INSTEAD_OF_LIST} = interrupt"],
    ids=["while it is loaded", "in a command"],
)
def test_an_interrupt_outside_of_the_games_exits_with_130(where: str) -> None:
    """As every other interrupt does, and without a traceback."""
    result = run_arena("list", before=f"{INTERRUPT}; {where}")
    assert (result.returncode, result.stderr) == (130, "")


@pytest.mark.parametrize("signal", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_whatever_ends_a_command_takes_its_temporary_folders_along(tmp_path: Path, signal: str) -> None:
    """As the end of a block, not of the process."""
    dies = f"import tempfile\ndef dies(**_):\n  with tempfile.TemporaryDirectory(dir={str(tmp_path)!r}):\n"
    dies += f"    os.kill(os.getpid(), signal.{signal})\n"
    result = run_arena("list", before=f"{dies}{INSTEAD_OF_LIST} = dies")
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", ["list", "--help", "run --help"])
def test_output_that_cannot_be_written_is_told_in_a_line(words: str) -> None:
    """It is trouble, and no traceback."""
    result = run_arena(*words.split(), streams="> /dev/full")
    assert (result.returncode, result.stderr) == (1, "the output cannot be written: No space left on device\n")


@pytest.mark.parametrize(
    ("streams", "closed"), [("<&-", {0}), (">&-", {1}), ("2>&-", {2}), ("<&- >&- 2>&-", {0, 1, 2})]
)
def test_closed_streams_lead_nowhere(streams: str, closed: set[int]) -> None:
    """No file that is opened later gets their numbers, to be read from or printed into."""
    nowhere = "sum(os.path.samestat(os.fstat(n), os.stat(os.devnull)) << n for n in range(3))"
    result = run_arena("list", before=f"{INSTEAD_OF_LIST} = lambda **_: sys.exit({nowhere})", streams=streams)
    assert result.returncode == sum(1 << number for number in closed)
