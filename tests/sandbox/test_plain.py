"""The backends without a jail, and what every bot is told of its surroundings."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from errno import EACCES, ENOENT, EPERM
from pathlib import Path

import pytest

from arena.sandbox import Limits, Program, Sandbox, SandboxName, sandbox_of
from arena.sandbox.environ import check_startable, environment, tool
from tests.sandbox.conftest import EVERYWHERE, Start, hear, jailed

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


@plain
@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "#!/nowhere/python9",
            "'/nowhere/python9', the interpreter in the first line of {}, is no program that can be st",
        ),
        (
            "#!/bin/sh\r",
            "'/bin/sh\\r', the interpreter in the first line of {}, is no program that can be started: save",
        ),
        (
            "#!/usr/bin/env nobody",
            "'nobody', which /usr/bin/env has to start as the interpreter in the first line of {}, ",
        ),
        (
            "#!/usr/bin/env python3\r",
            "'python3\\r', which /usr/bin/env has to start as the interpreter in the first lin",
        ),
    ],
)
def test_an_interpreter_that_is_not_there_is_told(name: SandboxName, tmp_path: Path, line: str, told: str) -> None:
    """Before the first game, though the file itself can be started: by the kernel it could not."""
    script = tmp_path / "b.sh"
    script.write_text(f"{line}\ntrue\n")
    script.chmod(0o755)
    _, (problem,) = sandbox_of(name, Limits()).equip(bot(tmp_path, "./b.sh"), [])
    assert problem.startswith("bot bot: " + told.format(script))
    assert ("Unix line ends" in problem) == line.endswith("\r")


@plain
def test_what_may_not_be_needed_is_not_asked_for(name: SandboxName, tmp_path: Path) -> None:
    """What `env` finds in another folder, or PATH; the Python of a venv for a program that is none."""
    (tmp_path / "bin").mkdir()
    native = Path(shutil.copy("/bin/true", tmp_path / "bin" / "mine"))
    (tmp_path / "pyvenv.cfg").write_text("home = /nowhere/bin\n")
    for argv in (
        ("env", "-C", "bin", "./mine"),
        ("env", f"PATH={tmp_path}/bin", "mine"),
        (str(native), "/nowhere", "--depth", "3"),
    ):
        program = bot(tmp_path, *argv)
        assert sandbox_of(name, Limits()).equip(program, []) == (program, [])


@pytest.mark.parametrize("name", ["rlimit", pytest.param("bwrap", marks=jailed)])
@pytest.mark.parametrize(
    ("kind", "hard", "key", "most"),
    [
        ("NPROC", 5000, "processes", 4984),
        ("DATA", 9 << 30, "memory_mb", 4608),
        ("FSIZE", 7 << 30, "disk_mb", 7168),
    ],
)
def test_a_limit_that_this_machine_forbids_is_named(
    name: SandboxName, kind: str, hard: int, key: str, most: int
) -> None:
    """With the highest that there can be; in a sandbox that does not need it there is nothing to tell."""
    code = (
        f"import resource\nfrom arena.sandbox import Limits, sandbox_of\n"
        f"resource.setrlimit(resource.RLIMIT_{kind}, ({hard}, {hard}))\n"
        f"for more in (0, 1): print(*sandbox_of({name!r}, Limits({key}={most} + more)).problems([]), sep='|')\n"
    )
    # Whoever may raise hard limits has none.
    bound = ("setpriv", "--bounding-set=-sys_resource", "--inh-caps=-sys_resource") if os.geteuid() == 0 else ()
    words = [*bound, sys.executable, "-c", code]
    said = subprocess.run(words, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True).stdout
    fine, refused = said.splitlines()
    assert fine == ""
    if (name, key) == ("rlimit", "processes"):
        assert refused == ""
        return
    assert refused.startswith(
        f'limits.{key} is {most + 1}, and in sandbox "{name}" this machine allows no more than {most}: lower it'
    )
    assert "none" not in refused


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
    """The arena's own, not the bot's; and in the one that there is now, whatever was found before."""
    there = os.environ["PATH"]
    found = tool("env")
    assert found.endswith("/env")
    search_path(str(tmp_path))
    with pytest.raises(FileNotFoundError, match="env"):
        tool("env")
    (tmp_path / "env").symlink_to(found)
    assert tool("env") == str(tmp_path / "env")
    search_path(there)
    assert tool("env") == found


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


ROOT = os.geteuid() == 0
REACH = r"""
def tried(what):
    try: return what()
    except OSError as problem: return problem.errno
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.argtypes = [ctypes.c_long] * 7
def call(number, *words):
    ctypes.set_errno(0)
    return ctypes.get_errno() if libc.syscall(number, *words, *[0] * (6 - len(words))) < 0 else 0
here = ctypes.create_string_buffer(8)
one = (ctypes.c_ulong * 2)(ctypes.addressof(here), 8)
numbers = {'x86_64': (101, 310, 311), 'aarch64': (117, 270, 271)}[os.uname().machine]
parent = os.getppid()
say(json.dumps([
    tried(lambda: os.open(f'/proc/{parent}/mem', os.O_RDWR)),
    tried(lambda: open(f'/proc/{parent}/environ').read()),
    call(numbers[0], 0x4206, parent),
    call(numbers[1], parent, ctypes.addressof(one), 1, ctypes.addressof(one), 1),
    call(numbers[2], parent, ctypes.addressof(one), 1, ctypes.addressof(one), 1),
]))
say('CapEff' in open('/proc/self/status').read())
"""


@plain
async def test_no_bot_reaches_into_the_referee(start: Start, name: SandboxName) -> None:
    """Neither its memory nor its environment, nor as a debugger; also not a bot of root's, who may do nearly all."""
    first, _ = hear(start(name, REACH), 2)
    assert json.loads(first) == [EACCES, EACCES, EPERM, EPERM, EPERM]


@pytest.mark.skipif(not ROOT, reason="only root has rights to lose")
@plain
async def test_a_bot_of_roots_keeps_what_it_works_with(start: Start, name: SandboxName, folder: Path) -> None:
    """It may write and give away what belongs to others, and become them; not take the processor, or lift limits."""
    (folder / "theirs").write_text("x")
    os.chown(folder / "theirs", 1000, 1000)
    (folder / "theirs").chmod(0)
    code = """
def tried(what, *words):
    try: what(*words)
    except OSError as problem: return problem.errno
    return 0
say(tried(open, 'theirs', 'w'), tried(os.chown, 'theirs', 0, 0), tried(os.setpriority, 0, 0, -5))
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))
try: resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200)); say('lifted')
except ValueError: say('kept')
os.setuid(1000)
say(os.getuid())
"""
    assert hear(start(name, code), 3) == [f"0 0 {EACCES}", "kept", "1000"]


@pytest.mark.parametrize("name", ["rlimit", pytest.param("bwrap", marks=jailed)])
async def test_where_memory_runs_out_a_bot_goes_first(start: Start, name: SandboxName) -> None:
    """It, and what it starts, in a jail too; and not those that make the jail alone."""
    code = """
print(sys.stdin.readline(), end='', flush=True)
say(open('/proc/self/oom_score_adj').read().strip())
os.system('cat /proc/self/oom_score_adj')
"""
    process = start(name, code)
    process.send_now(b"well\n")
    assert hear(process, 3) == ["well", "1000", "1000"]


@jailed
async def test_a_jailed_bot_says_so_itself(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever starts the jail may be too late to reach what is in it."""
    monkeypatch.setattr("arena.sandbox.process.FIRST_TO_DIE", b"0")
    process = start("bwrap", "say(open('/proc/self/oom_score_adj').read().strip())")
    assert hear(process) == ["1000"]
