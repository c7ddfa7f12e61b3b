"""The kernel's account of all that a bot started, and its hand on it."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.sandbox import cgroup
from arena.sandbox.cgroup import Cgroup, Mount, mounts, own_folder, own_groups
from tests.processes import wait_for

MIB = 1 << 20

# ---- where groups are

HYBRID = """\
23 1 254:0 / / rw,noatime - ext4 /dev/root rw
31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
34 31 0:31 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct
36 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
40 31 0:37 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,xattr,name=systemd
41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
"""
HYBRID_GROUPS = "4:memory:/jobs/17\n2:cpu,cpuacct:/\n1:name=systemd:/x:y\n0::/\n"
PURE = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate,memory_recursiveprot\n"
PURE_GROUPS = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/run-7.scope\n"


def test_a_hybrid_machine() -> None:
    """Version 1 by controller, several in one tree; version 2 under the empty name."""
    found = mounts(HYBRID)
    assert found["cpuacct"] == found["cpu"] == Mount("/", "/sys/fs/cgroup/cpu,cpuacct")
    assert found[""] == Mount("/", "/sys/fs/cgroup/unified")
    own = {"memory": "/jobs/17", "cpu": "/", "cpuacct": "/", "name=systemd": "/x:y", "": "/"}
    assert own_groups(HYBRID_GROUPS) == own
    top = Path("/sys/fs/cgroup/memory")
    assert own_folder("memory", HYBRID, HYBRID_GROUPS) == (top / "jobs/17", top)


def test_a_machine_with_version_2_alone() -> None:
    """One tree, no controller of version 1."""
    top = Path("/sys/fs/cgroup")
    assert own_folder("", PURE, PURE_GROUPS) == (top / PURE_GROUPS[4:-1], top)
    assert own_folder("memory", PURE, PURE_GROUPS) is None


@pytest.mark.parametrize(
    ("root", "group", "folder"),
    [
        ("/docker/ab", "/docker/ab", "/sys/fs/cgroup"),
        ("/docker/ab", "/docker/ab/job", "/sys/fs/cgroup/job"),
        ("/docker/ab", "/docker/abc", None),
        ("/docker/ab", "/", None),
        ("/", "/../other", None),
    ],
)
def test_a_container_sees_a_part_of_the_tree(root: str, group: str, folder: str | None) -> None:
    """A group outside of what is mounted has no folder."""
    found = own_folder("", PURE.replace(" / ", f" {root} ", 1), f"0::{group}\n")
    assert (found and str(found[0])) == folder


def test_the_first_of_several_mounts_counts() -> None:
    """Later ones are parts of it that somebody bound elsewhere."""
    later = PURE.replace("/sys/fs/cgroup", "/mnt/x").replace(" / ", " /part ", 1)
    assert mounts(PURE + later)[""] == Mount("/", "/sys/fs/cgroup")


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1))
def test_any_folder_name_is_understood(name: str) -> None:
    """The kernel writes spaces, ends of lines and backslashes as octal numbers."""
    written = re.sub(r"[ \t\n\\]", lambda found: f"\\{ord(found[0]):03o}", name)
    assert mounts(PURE.replace("/sys/fs/cgroup", f"/{written}"))[""].point == f"/{name}"


def test_memory_is_looked_for_beside_the_own_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Version 2: in the own group if it passes memory on, else beside it; at the top there is no beside."""
    own = tmp_path / "slice" / "own"
    own.mkdir(parents=True)
    mountinfo = PURE.replace("/sys/fs/cgroup", str(tmp_path))
    texts = {"/proc/self/mountinfo": mountinfo, "/proc/self/cgroup": "0::/slice/own\n"}
    read = cgroup._text
    monkeypatch.setattr(cgroup, "_text", lambda file: texts.get(str(file)) or read(file))
    assert cgroup._places.__wrapped__("") == ()  # nobody may be moved out of here
    for folder in (tmp_path, own.parent, own):
        (folder / "cgroup.procs").touch()
    assert cgroup._places.__wrapped__("") == (own, own.parent)
    (own.parent / "cgroup.subtree_control").write_text("cpu memory pids\n")
    assert cgroup._places.__wrapped__("") == (own.parent, own)
    texts["/proc/self/cgroup"] = "0::/\n"
    assert cgroup._places.__wrapped__("") == (tmp_path,)


def test_where_no_group_may_be_made_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ordinary user without delegation, or a system without groups."""
    monkeypatch.setattr(cgroup, "_places", lambda controller: ())
    assert Cgroup.make("bot", 64 * MIB) is None


# ---- real groups


@pytest.fixture
def group() -> Iterator[Cgroup]:
    made = Cgroup.make("a bot/1", 64 * MIB)
    if made is None:
        pytest.skip("no control group may be made here")
    yield made
    made.kill()
    made.remove()
    assert [entry for entry in made.entries if Path(entry).parent.exists()] == []


def start(group: Cgroup, program: str) -> subprocess.Popen[bytes]:
    """A Python program in the group, as a launcher does it."""
    enter = " && ".join(f"echo $$ > '{entry}'" for entry in group.entries)
    line = ["/bin/sh", "-c", f'{enter} && exec "$@"', "sh", sys.executable, "-I", "-S", "-c", program]
    return subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, bufsize=0)


def needs(group: Cgroup, part: str) -> None:
    if part not in group.parts:
        pytest.skip(f"no {part} in control groups here")


HIDES_ITS_TIME = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(4):
    if not os.fork():
        while time.process_time() < 0.1: pass
        os._exit(0)
try: os.wait()
except ChildProcessError: pass
print(time.process_time() + sum(os.times()[2:4]))
"""


def test_processor_time_of_children_that_nobody_waited_for_is_counted(group: Cgroup) -> None:
    """A bot that ignores SIGCHLD shows none of its children's time to the usual accounts."""
    needs(group, "cpu")
    assert group.cpu_s() == 0
    with start(group, HIDES_ITS_TIME) as process:
        assert float(process.communicate()[0]) < 0.4
    used = group.cpu_s()
    assert used is not None
    assert used >= 0.4


def test_more_memory_than_the_limit_is_death(group: Cgroup) -> None:
    """Of one process, and it is told from other deaths by the kernel's counter."""
    needs(group, "memory")
    with start(group, "x = bytearray(20 << 20); print(1, flush=True); y = b'x' * (100 << 20)") as process:
        assert process.communicate()[0] == b"1\n"
        assert process.returncode == -9
    assert group.out_of_memory()


def test_memory_under_the_limit_is_no_death(group: Cgroup) -> None:
    """Nor is another one's taken for it."""
    needs(group, "memory")
    program = "x = b'x' * (20 << 20); print(1, flush=True); import signal; signal.pause()"
    with start(group, program) as process:
        assert process.stdout is not None
        assert process.stdout.read(2) == b"1\n"
        group.kill()
    assert not group.out_of_memory()


COUNTS = "import os\nwhile True: os.write(1, b'x' * 1024)"


def test_the_frozen_stand_and_the_thawed_go_on(group: Cgroup) -> None:
    """Not one byte comes from a frozen bot; it goes on where it was."""
    needs(group, "freeze")
    with start(group, COUNTS) as process:
        assert process.stdout is not None
        out = process.stdout.fileno()
        for _ in range(3):
            assert select.select([out], [], [], 10)[0]
            group.freeze()
            used = group.cpu_s()
            os.set_blocking(out, False)
            while select.select([out], [], [], 0)[0]:
                os.read(out, 1 << 20)
            assert not select.select([out], [], [], 0.05)[0]
            assert group.cpu_s() == used
            group.thaw()
        assert select.select([out], [], [], 10)[0]
        group.freeze()
        group.kill()  # the frozen die too


DAEMONS = """
import os, signal
for _ in range(3):
    if not os.fork():
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True: signal.pause()
print(1, flush=True)
"""


def test_kill_leaves_nothing(group: Cgroup) -> None:
    """Not the daemons either, whose parent is long gone; then the group can go."""
    with start(group, DAEMONS) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"1\n"
        assert process.wait() == 0
        daemons = group.pids()
        assert len(daemons) == 3
        group.kill()
        group.remove()
        wait_for(lambda: all(_ended(pid) for pid in daemons))
    assert group.pids() == set()


def test_kill_without_the_kernels_help_leaves_nothing(group: Cgroup, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before Linux 5.14, and in groups of version 1 alone."""
    monkeypatch.setattr(group, "_write", lambda file, text: False)
    with start(group, DAEMONS) as process:
        assert process.wait() == 0
        group.kill()
        assert process.communicate()[0] == b"1\n"  # its end comes when the last of them has let go
    assert group.pids() == set()


def test_the_groups_of_a_killed_arena_are_removed(group: Cgroup) -> None:
    """With what runs in them, by whoever looks first; those of the living stay."""
    folders = [Path(entry).parent for entry in group.entries]
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as other:
        left = [folder.with_name(folder.name.replace(f"-{os.getpid()}-", f"-{other.pid}-")) for folder in folders]
        for folder in left:
            folder.mkdir()
        stale = Cgroup(left[0], None, left[-1])
        process = start(stale, DAEMONS)
        assert process.wait() == 0
        cgroup._sweep.__wrapped__()
        assert len(stale.pids()) == 3
    with process:
        cgroup._sweep.__wrapped__()
        assert process.communicate()[0] == b"1\n"
    assert [folder.exists() for folder in left] == [False] * len(left)
    assert [folder.exists() for folder in folders] == [True] * len(folders)


def _ended(pid: int) -> bool:
    """Gone, or dead and not yet collected by whoever inherited it."""
    text = cgroup._text(Path(f"/proc/{pid}/stat"))
    return not text or text.rpartition(")")[2].split()[0] in "ZX"
