"""What of /proc a jailed bot sees: its own processes, settings, and nothing that others change."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox import proc_masks
from arena.sandbox.proc_masks import SNAPSHOTS, covers, snapshots
from tests.sandbox.conftest import NO_JAIL, Start, hear

jailed = pytest.mark.skipif(bool(NO_JAIL), reason=NO_JAIL)

READ_ALL = """
def read():
    found = {}
    for folder, below, files in os.walk('/proc'):
        if folder == '/proc': below[:] = [name for name in below if not name.isdigit()]
        for name in files:
            path = folder + '/' + name
            try:
                if not os.path.islink(path): found[path] = open(path, 'rb').read(1 << 20)
            except OSError: pass
    return found
before = read()
say('here')
sys.stdin.readline()
after = read()
say(json.dumps([path for path in before if before[path] != after.get(path)]))
"""


@jailed
async def test_nothing_in_proc_changes_with_what_others_do(start: Start) -> None:
    """All its files are read, then other processes start, compute, read and write; nothing reads otherwise after it."""
    process = start("bwrap", READ_ALL)
    assert hear(process) == ["here"]
    forked = "[os.fork() or os._exit(len(os.listdir('/usr/bin')) and 0) for _ in range(50)]"
    work = f"import os; {forked}; [os.wait() for _ in range(50)]; sum(range(10**6))"
    subprocess.run(["python3", "-c", work], check=True)
    process.send_now(b"go\n")
    (changed,) = hear(process)
    assert json.loads(changed) == []


@jailed
async def test_what_runtimes_read_is_there(start: Start) -> None:
    """The processors, the memory, the load, as they once were: the same for every bot."""
    names = [name for name in SNAPSHOTS if f"/proc/{name}" in snapshots()]
    code = f"say(json.dumps({{name: open('/proc/' + name).read() for name in {names}}}))"
    (said,) = hear(start("bwrap", code))
    assert {f"/proc/{name}": text.encode() for name, text in json.loads(said).items()} == snapshots()
    assert b"MemTotal:" in snapshots()["/proc/meminfo"]


@jailed
async def test_what_is_covered_cannot_be_uncovered(start: Start) -> None:
    """Nor written to."""
    code = """
def tried(what, *words):
    try: what(*words)
    except OSError as problem: return problem.errno
    return 0
libc = ctypes.CDLL(None, use_errno=True)
covered = [path for path in ('/proc/fs', '/proc/sys/fs') if os.path.isdir(path)]
say([os.listdir(path) for path in covered if os.listdir(path)])
say([libc.umount2(path.encode(), 2) for path in covered] == [-1] * len(covered))
say([tried(os.open, path + '/x', os.O_CREAT | os.O_WRONLY) for path in covered].count(0))
"""
    assert hear(start("bwrap", code), 3) == ["[]", "True", "0"]


@pytest.fixture
def proc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Another kernel's."""
    monkeypatch.setattr(proc_masks, "PROC", str(tmp_path))
    covers.cache_clear()
    snapshots.cache_clear()
    yield tmp_path
    covers.cache_clear()
    snapshots.cache_clear()


def test_what_nobody_knows_is_covered(proc: Path) -> None:
    """A file by nothing, a folder by an empty one; not what is known, a process, a link, or for root only."""
    for name in (
        "version",
        "surprise",
        "secret",
        "meminfo",
        "sys/kernel/hostname",
        "sys/surprise/count",
        "news/of/all",
    ):
        (proc / name).parent.mkdir(parents=True, exist_ok=True)
        (proc / name).write_text(name)
    (proc / "12").mkdir()
    (proc / "secret").chmod(0o400)
    (proc / "link").symlink_to("12")
    empty = ("--perms", "0555", "--size", "4096", "--tmpfs")
    assert covers() == (
        *(*empty, f"{proc}/news"),
        *("--dev-bind", "/dev/null", f"{proc}/surprise"),
        *(*empty, f"{proc}/sys/surprise"),
    )
    assert snapshots() == {f"{proc}/meminfo": b"meminfo"}


def test_what_is_not_there_is_not_missed(proc: Path) -> None:
    """A kernel without settings, or a container that shows none."""
    assert covers() == ()
    assert snapshots() == {}
