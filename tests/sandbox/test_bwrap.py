"""What a bot in a jail can see and do: it looks for itself, and tells."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from arena.sandbox import Limits, Program, fresh_user, sandbox_of, spawn
from arena.sandbox.bwrap import FIRST_UID
from tests.sandbox.conftest import NO_JAIL, Start, hear, limits, program

pytestmark = pytest.mark.skipif(bool(NO_JAIL), reason=NO_JAIL)

ROOT = os.geteuid() == 0

PROBE = """
import os as o, socket as s
def tried(what):
    try: what()
    except OSError as problem: return problem.errno
    return 0
def write(path):
    def writing(): o.unlink(path) if o.close(o.open(path, o.O_CREAT | o.O_WRONLY | o.O_EXCL)) else o.unlink(path)
    return writing
def size(path): held = o.statvfs(path); return held.f_blocks * held.f_frsize
status = dict(line.split(':\\t', 1) for line in open('/proc/self/status').read().splitlines() if ':\\t' in line)
own = o.getcwd()
folders = ['/', '/tmp', '/dev', '/dev/shm', '/usr', '/usr/bin', '/etc', '/proc', '/proc/sys/kernel', own, o.path.dirname(own), '/var', '/home', '/root', '/run']
say(json.dumps(dict(
    links=sorted(name for _, name in s.if_nameindex()),
    out=tried(lambda: s.create_connection(('192.0.2.1', 9), timeout=5)),
    pids=sorted(int(name) for name in o.listdir('/proc') if name.isdigit()), pid=o.getpid(), ppid=o.getppid(),
    writable=[path for path in folders if o.path.isdir(path) and not tried(write(path + '/x'))],
    tmp=size('/tmp'), shm=size('/dev/shm'), root=sorted(o.listdir('/')), etc=sorted(o.listdir('/etc')), tmp_has=o.listdir('/tmp'),
    devices=sorted(o.listdir('/dev')),
    beside=sorted(o.listdir(o.path.dirname(own))), own=sorted(o.listdir(own)), change=tried(lambda: o.utime(own + '/data')),
    env=dict(o.environ), fds=sorted(int(fd) for fd in o.listdir('/proc/self/fd') if o.path.exists(f'/proc/self/fd/{fd}')),
    host=s.gethostname(), uids=o.getresuid(), gids=o.getresgid(), groups=o.getgroups(), status=status,
    root_again=tried(lambda: o.setuid(0)), unshare=tried(lambda: ctypes.CDLL(None, use_errno=True).unshare(0x10000000) and (_ for _ in ()).throw(OSError(ctypes.get_errno(), ''))),
    kill_all=tried(lambda: o.kill(1, 9)),
    limits={name: __import__('resource').getrlimit(getattr(__import__('resource'), 'RLIMIT_' + name)) for name in ('NPROC', 'NOFILE', 'CORE', 'FSIZE', 'DATA')},
    terminal=tried(lambda: o.open('/dev/tty', o.O_RDWR)),
)))
"""


@pytest.fixture
async def seen(start: Start, folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[dict[str, Any]]:
    """What it saw."""
    monkeypatch.setenv("ARENA_SECRET", "1")
    (folder / "data").write_text("own")
    (folder.parent / "secret").write_text("not its own")
    lines = hear(start("bwrap", PROBE, limits(disk_mb=8, processes=12), DEPTH="3", PYTHONPATH="/no/such"))
    assert lines
    yield json.loads(lines[0])


async def test_what_it_sees_and_what_it_may(seen: dict[str, Any], folder: Path) -> None:
    """No network, nobody else, nothing to write to but two small folders, no rights, its limits: all that the
    documentation promises."""
    assert seen["links"] == ["lo"]
    assert seen["out"] == 101  # ENETUNREACH
    assert (seen["pids"], seen["pid"], seen["ppid"]) == ([1, 2], 2, 1)
    assert seen["kill_all"] in (0, 1)
    assert seen["writable"] == ["/tmp", "/dev/shm"]
    assert seen["tmp_has"] == [] or str(folder).startswith("/tmp/")
    assert (seen["tmp"], seen["shm"]) == (10 << 20, 16 << 20)
    assert (seen["own"], seen["beside"], seen["change"]) == (["data"], ["bot"], 30)  # EROFS
    assert set(seen["etc"]) - {name for name in seen["etc"] if name.startswith("java-")} <= {"alternatives", "ld.so.cache"}
    assert not {"boot", "sys", "run", "var", "srv", "mnt"} & set(seen["root"])
    assert set(seen["devices"]) <= {
        *("console", "core", "fd", "full", "null", "ptmx", "pts", "random", "shm"),
        *("stderr", "stdin", "stdout", "tty", "urandom", "zero"),
    }
    assert seen["fds"] == [0, 1, 2]
    assert seen["host"] == "bot"
    assert seen["terminal"] != 0
    # The variables of Python and of the shell besides.
    expected = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": "/tmp", "DEPTH": "3", "PYTHONPATH": "/no/such"}
    assert {name: seen["env"][name] for name in seen["env"] if name not in ("PWD", "OLDPWD", "LC_CTYPE")} == expected


async def test_who_it_is(seen: dict[str, Any]) -> None:
    """Not root, for root somebody who is nobody else; without a right to become somebody."""
    assert len(set(seen["uids"])) == len(set(seen["gids"])) == 1
    (uid, *_), (gid, *_) = seen["uids"], seen["gids"]
    if ROOT:
        assert uid == gid >= FIRST_UID
        assert seen["groups"] == []
    else:
        assert (uid, gid) == (os.geteuid(), os.getegid())
    assert uid != 0
    status = seen["status"]
    assert {status[name].strip("0") for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")} == {""}
    if ROOT:
        assert status["CapBnd"].strip("0") == ""
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
    assert seen["root_again"] == 1  # EPERM
    assert seen["unshare"] in (1, 28)  # EPERM, ENOSPC


async def test_its_limits_of_the_kernel(seen: dict[str, Any]) -> None:
    """Those that are watched are lower, so that a bot is told which it exceeded."""
    mib = 1 << 20
    expected = {"NPROC": 28, "NOFILE": 256, "CORE": 0, "FSIZE": 8 * mib, "DATA": 192 * mib}
    assert seen["limits"] == {name: [most, most] for name, most in expected.items()}


async def test_its_processes_are_bounded_apart_from_those_of_others(start: Start) -> None:
    """Two bots at a time, each as many as its limit and its spare: the kernel counts by user."""
    code = """
count = 0
try:
    while True: os.fork() or time.sleep(1000); count += 1
except OSError: say(count)
time.sleep(1000)
"""
    # The watch would end them at their limit.
    bots = [start("bwrap", code.replace("while True", "for _ in range(100)"), limits(processes=2000)) for _ in range(2)]
    for bot in bots:
        bot.kill()
    held = limits(processes=20)
    bots = [start("bwrap", "say('here')\n" + code, held) for _ in range(2)]
    for bot in bots:
        assert hear(bot)[:1] == ["here"]
    for bot in bots:
        while not (bot.overrun() or bot.look(0.05)):
            pass


async def test_nothing_of_the_bots_variables_reaches_who_starts_it(
    start: Start, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search path with other programs under the names of the system's, a library to be loaded first: as root they
    would be run with root's rights."""
    for name in ("setpriv", "prlimit", "env", "sh", "bwrap", "python3"):
        fake = folder / name
        fake.write_text("#!/bin/sh\necho fake $0 $(/usr/bin/id -u); exit 9\n")
        fake.chmod(0o755)
    (folder / "evil.so").write_bytes(b"not a library: whoever loads it complains on stderr")
    evil = str(folder / "evil.so")
    process = start("bwrap", "say('here'); os.system('setpriv')", PATH=str(folder), LD_PRELOAD=evil, ENV=evil, BASH_ENV=evil)
    first, second = hear(process, 2)
    assert first == "here"
    assert second.startswith("fake")
    assert second.split()[-1] != "0"


async def test_the_loader_complains_once_for_the_bot_and_not_for_its_starters(folder: Path, in_charge: None) -> None:
    """Each program that saw the variable would say so."""
    bot = Program("bot", ("/bin/true",), str(folder), {"LD_PRELOAD": "/no/such/library.so"})
    process = spawn(bot, sandbox_of("bwrap", Limits()))
    try:
        from arena.sandbox import StderrLog

        log = StderrLog(10_000)
        process.begin_game(log)
        assert hear(process) == []
        assert await process.wait_exit(20)
        process.drain_stderr()
        # The program that sets the variables starts the bot, and nobody else.
        assert log.content().count(b"cannot be preloaded") == 1
    finally:
        process.kill()


async def test_two_bots_do_not_see_each_other(start: Start, folder: Path) -> None:
    """Neither its files in /tmp, its memory in /dev/shm, its port on the loopback, nor its name in /proc."""
    word = token_hex(8)
    first = start(
        "bwrap",
        f"open('/tmp/{word}', 'w'); open('/dev/shm/{word}', 'w')\n"
        "listener = socket.create_server(('127.0.0.1', 9999))\n"
        f"unix = socket.socket(socket.AF_UNIX); unix.bind('\\0{word}'); unix.listen()\nsay('here'); time.sleep(1000)",
    )
    assert hear(first) == ["here"]
    second = start(
        "bwrap",
        f"""
def tried(what):
    try: what()
    except OSError as problem: return problem.errno
say([os.path.exists('/tmp/{word}'), os.path.exists('/dev/shm/{word}'), tried(lambda: socket.create_connection(('127.0.0.1', 9999), 5)),
    tried(lambda: socket.socket(socket.AF_UNIX).connect('\\0{word}'))])
""",
    )
    assert hear(second) == ["[False, False, 111, 111]"]  # ECONNREFUSED


async def test_the_folder_is_seen_at_its_own_path_only(start: Start, folder: Path, tmp_path: Path) -> None:
    """A link in it that leads out leads nowhere."""
    (tmp_path / "secret").write_text("secret")
    (folder / "out").symlink_to(tmp_path / "secret")
    process = start("bwrap", "say(os.getcwd(), os.path.islink('out'), os.path.exists('out'))")
    assert hear(process) == [f"{folder} True False"]


async def test_what_is_bound_is_seen_and_not_written(start: Start, folder: Path, tmp_path: Path, in_charge: None) -> None:
    """At its own path."""
    tables = tmp_path / "tables"
    tables.mkdir(mode=0o755)
    (tables / "endgames").write_text("mate in 3")
    code = f"say(open('{tables}/endgames').read())\ntry: open('{tables}/mine', 'w')\nexcept OSError as problem: say(problem.errno)"
    bot = Program("bot", program("bwrap", folder, code).argv, str(folder), {}, (str(tables),))
    equipped, problems = sandbox_of("bwrap", Limits()).equip(bot, [])
    assert problems == []
    process = spawn(equipped, sandbox_of("bwrap", Limits()))
    try:
        assert hear(process, 2) == ["mate in 3", "30"]
    finally:
        process.kill()


def test_every_start_has_a_user_of_its_own() -> None:
    """In this process, and in another that starts bots at the same time."""
    code = "from arena.sandbox import fresh_user; print(*(fresh_user() for _ in range(100)))"
    import sys

    root = Path(__file__).parents[2]
    others = [
        subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True).stdout.split()
        for _ in range(2)
    ]
    users = {fresh_user() for _ in range(100)} | {int(user) for other in others for user in other}
    assert len(users) == 300
    assert all(FIRST_UID <= user < 1 << 31 for user in users)


async def test_a_bot_cannot_name_itself_into_the_status(start: Start) -> None:
    """What it writes to descriptors that it does not have reaches nobody."""
    code = "for fd in range(3, 64):\n    try: os.write(fd, b'{\"exit-code\": 0}\\n')\n    except OSError: pass\nos._exit(5)"
    process = start("bwrap", code)
    assert hear(process) == []
    assert await process.wait_exit(20)
    assert process.how_it_ended("output") == "exited with code 5"
