"""What a bot in a jail can see and do: it looks for itself, and tells."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from arena.sandbox import Limits, Program, StderrLog, fresh_user, sandbox_of
from arena.sandbox.bwrap import FIRST_UID, SPARE_PROCESSES
from arena.sandbox.process import spawn
from arena.sandbox.watch import WATCH
from tests.sandbox.conftest import NO_JAIL, Start, hear, limits, program

pytestmark = pytest.mark.skipif(bool(NO_JAIL), reason=NO_JAIL)

ROOT = os.geteuid() == 0

PROBE = r"""
import resource
from socket import create_connection, gethostname

def tried(what, *words):
    try: what(*words)
    except OSError as problem: return problem.errno
    return 0

def write(folder):
    os.close(os.open(folder + '/x', os.O_CREAT | os.O_WRONLY | os.O_EXCL))
    os.unlink(folder + '/x')

def unshare():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(0x10000000): raise OSError(ctypes.get_errno(), 'unshare')

def size(path):
    held = os.statvfs(path)
    return held.f_blocks * held.f_frsize

def lists(path): return sorted(os.listdir(path))

own = os.getcwd()
above = os.path.dirname(own)
folders = '/ /tmp /dev /dev/shm /usr /usr/bin /etc /proc /proc/sys/kernel /var /home /root /run'.split() + [own, above]
status = [line.split(':\t', 1) for line in open('/proc/self/status').read().splitlines() if ':\t' in line]
names = 'NPROC NOFILE CORE FSIZE DATA'.split()
limits = {name: resource.getrlimit(getattr(resource, 'RLIMIT_' + name)) for name in names}
say(json.dumps(dict(
    links=sorted(line.split(':')[0].strip() for line in open('/proc/net/dev') if ':' in line),
    out=tried(create_connection, ('192.0.2.1', 9), 5),
    pids=sorted(int(name) for name in lists('/proc') if name.isdigit()),
    pid=os.getpid(), ppid=os.getppid(), kill_first=tried(os.kill, 1, 9),
    writable=[path for path in folders if os.path.isdir(path) and not tried(write, path)],
    tmp=size('/tmp'), shm=size('/dev/shm'),
    root=lists('/'), etc=lists('/etc'), devices=lists('/dev'), beside=lists(above), own=lists(own),
    change=tried(os.utime, own + '/data'),
    env=dict(os.environ),
    fds=sorted(int(fd) for fd in lists('/proc/self/fd') if os.path.exists('/proc/self/fd/' + fd)),
    host=gethostname(), terminal=tried(os.open, '/dev/tty', os.O_RDWR),
    uids=os.getresuid(), gids=os.getresgid(), groups=os.getgroups(), status=dict(status),
    root_again=tried(os.setuid, 0), unshare=tried(unshare), limits=limits,
)))
"""


@pytest.fixture
async def seen(start: Start, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What it saw."""
    monkeypatch.setenv("ARENA_SECRET", "1")
    (folder / "data").write_text("own")
    (folder.parent / "secret").write_text("not its own")
    lines = hear(start("bwrap", PROBE, limits(disk_mb=8, processes=12), DEPTH="3", PYTHONPATH="/no/such"))
    assert lines
    found: dict[str, Any] = json.loads(lines[0])
    return found


async def test_what_it_sees_and_what_it_may(seen: dict[str, Any], folder: Path) -> None:
    """No network, nobody else, nothing to write to but two small folders, no rights, its limits: all that the
    documentation promises."""
    assert seen["links"] == ["lo"]
    assert seen["out"] == 101  # ENETUNREACH
    assert (seen["pids"], seen["pid"], seen["ppid"]) == ([1, 2], 2, 1)
    assert seen["kill_first"] in (0, 1)
    in_tmp = [path for path in seen["writable"] if path.startswith("/tmp/")]  # where the bot's folder is in there
    assert [path for path in seen["writable"] if path not in in_tmp] == ["/tmp", "/dev/shm"]
    assert str(folder) not in in_tmp
    assert (seen["tmp"], seen["shm"]) == (10 << 20, 16 << 20)
    assert (seen["own"], seen["beside"], seen["change"]) == (["data"], ["bot"], 30)  # EROFS
    assert {name for name in seen["etc"] if not name.startswith("java-")} <= {"alternatives", "ld.so.cache", "mono"}
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
    assert seen["root_again"] in (1, 22)  # EPERM; EINVAL where there is no root at all
    assert seen["unshare"] in (1, 28)  # EPERM, ENOSPC


async def test_its_limits_of_the_kernel(seen: dict[str, Any]) -> None:
    """Those that are watched are lower, so that a bot is told which it exceeded."""
    mib = 1 << 20
    expected = {"NPROC": 28, "NOFILE": 256, "CORE": 0, "FSIZE": 8 * mib, "DATA": 192 * mib}
    assert seen["limits"] == {name: [most, most] for name, most in expected.items()}


async def test_its_processes_are_bounded_apart_from_those_of_others(start: Start) -> None:
    """The kernel counts by user: each of two bots has its limit and its spare, however many the other has."""
    code = """
count = 0
try:
    while True: os.fork() or time.sleep(1000); count += 1
except OSError: say(count)
time.sleep(1000)
"""
    bots = [start("bwrap", "say('here'); input()" + code, limits(processes=20)) for _ in range(2)]
    for bot in bots:
        assert hear(bot) == ["here"]
        WATCH.remove(bot)  # it would end them at their limit
    for bot in bots:
        bot.send_now(b"\n")
        (count,) = hear(bot)
        # The main process is one; as an ordinary user so is the first of the namespace.
        assert int(count) in (20 + SPARE_PROCESSES - 1, 20 + SPARE_PROCESSES - 2)


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
    variables = {"PATH": str(folder), "LD_PRELOAD": evil, "ENV": evil, "BASH_ENV": evil}
    process = start("bwrap", "say('here'); os.system('setpriv')", **variables)
    first, second = hear(process, 2)
    assert first == "here"
    assert second.startswith("fake")
    assert second.split()[-1] != "0"


async def test_the_loader_complains_once_for_the_bot_and_not_for_its_starters(folder: Path, in_charge: None) -> None:
    """Each program that saw the variable would say so."""
    bot = Program("bot", ("/bin/true",), str(folder), {"LD_PRELOAD": "/no/such/library.so"})
    process = spawn(bot, sandbox_of("bwrap", Limits()))
    try:
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
        f"unix = socket.socket(socket.AF_UNIX); unix.bind('\\0arena{word}'); unix.listen()\n"
        "say('here'); time.sleep(1000)",
    )
    assert hear(first) == ["here"]
    second = start(
        "bwrap",
        f"""
def tried(what):
    try: what()
    except OSError as problem: return problem.errno
found = [os.path.exists(folder + '/{word}') for folder in ('/tmp', '/dev/shm')]
refused = [
    tried(lambda: socket.create_connection(('127.0.0.1', 9999), 5)),
    tried(lambda: socket.socket(socket.AF_UNIX).connect('\\0arena{word}')),
]
say(found + refused)
""",
    )
    assert hear(second) == ["[False, False, 111, 111]"]  # ECONNREFUSED


async def test_the_folder_is_seen_at_its_own_path_only(start: Start, folder: Path, tmp_path: Path) -> None:
    """A link in it that leads out leads nowhere."""
    (tmp_path / "secret").write_text("secret")
    (folder / "out").symlink_to(tmp_path / "secret")
    process = start("bwrap", "say(os.getcwd(), os.path.islink('out'), os.path.exists('out'))")
    assert hear(process) == [f"{folder} True False"]


async def test_what_is_bound_is_seen_and_not_written(folder: Path, tmp_path: Path, in_charge: None) -> None:
    """At its own path."""
    tables = tmp_path / "tables"
    tables.mkdir(mode=0o755)
    (tables / "endgames").write_text("mate in 3")
    code = f"""
say(open('{tables}/endgames').read())
try: open('{tables}/mine', 'w')
except OSError as problem: say(problem.errno)
"""
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
    run = partial(subprocess.run, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True)
    others = [run([sys.executable, "-c", code]).stdout.split() for _ in range(2)]
    users = {fresh_user() for _ in range(100)} | {int(user) for other in others for user in other}
    assert len(users) == 300
    assert all(FIRST_UID <= user < 1 << 31 for user in users)


async def test_a_bot_cannot_name_itself_into_the_status(start: Start) -> None:
    """What it writes to descriptors that it does not have reaches nobody."""
    code = """
for fd in range(3, 64):
    try: os.write(fd, b'{"exit-code": 0}\\n')
    except OSError: pass
os._exit(5)
"""
    process = start("bwrap", code)
    assert hear(process) == []
    assert await process.wait_exit(20)
    assert process.how_it_ended("output") == "exited with code 5"


@pytest.mark.parametrize("counted", [True, False])
async def test_files_in_memory_are_there_where_they_are_counted(
    start: Start, monkeypatch: pytest.MonkeyPatch, counted: bool
) -> None:
    """Without a control group nobody sees what no process maps of them; segments of System V are never there."""
    monkeypatch.setattr("arena.sandbox.bwrap.can_make_groups", lambda: counted)
    code = """
try: os.memfd_create('x'); say('made')
except OSError as problem: say(problem.errno)
say(ctypes.CDLL(None).shmget(0, ctypes.c_size_t(4096), 0o600))
"""
    assert hear(start("bwrap", code), 2) == ["made" if counted else "38", "-1"]  # ENOSYS
