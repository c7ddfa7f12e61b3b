"""What a jailed bot cannot ask of the kernel, and that runtimes do not miss it."""

from __future__ import annotations

import ctypes.util
import json
import os
import platform
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import termios
from errno import EACCES, EAFNOSUPPORT, EINVAL, ENOMEM, ENOSYS, EPERM, EPROTONOSUPPORT
from functools import cache
from typing import Any

import pyseccomp as lib  # type: ignore[import-untyped]
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arena.sandbox import system_calls
from arena.sandbox.seccomp import NoSeccomp, filter_program
from arena.sandbox.system_calls import ALLOWED, NOT_PERMITTED, PRETENDED


def number(name: str) -> int:
    return int(lib.resolve_syscall(lib.Arch.NATIVE, name))


def words(groups: dict[str, str]) -> list[str]:
    return [name for names in groups.values() for name in names.split()]


NOT_THERE = """
    clone3 preadv2 pwritev2 mincore io_setup io_submit io_getevents io_pgetevents io_cancel io_destroy
    io_uring_setup io_uring_enter io_uring_register mbind set_mempolicy get_mempolicy set_mempolicy_home_node
    migrate_pages move_pages sched_setattr shmget shmat shmctl shmdt semget semop semctl semtimedop msgget msgsnd msgrcv
    msgctl mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr
    open_tree open_tree_attr move_mount fsopen fsconfig fsmount fspick mount_setattr statmount listmount
    sysfs ustat uselib nfsservctl vm86 vm86old lookup_dcookie memfd_secret remap_file_pages setxattr lsetxattr fsetxattr
    removexattr lremovexattr fremovexattr _sysctl get_kernel_syms query_module socketcall ipc
"""
BY_NAME = {
    name: errno
    for names, errno in ((words(NOT_PERMITTED), EPERM), (NOT_THERE.split(), ENOSYS), (words(PRETENDED), 0))
    for name in names
    if number(name) >= 0
}
ALL_ALLOWED = sorted(name for name in words(ALLOWED) if number(name) >= 0)
WORDS = st.integers(0, 2**64 - 1)
LOW = 2**32 - 1


@cache
def instructions(memory_files: bool) -> list[tuple[int, int, int, int]]:
    return list(struct.iter_unpack("=HBBI", filter_program(memory_files)))


def action(call: str | int, *arguments: int, arch: int | None = None, memory_files: bool = True) -> int:
    """What the kernel would do: the filter, run here instruction by instruction."""
    if isinstance(call, str):
        call = number(call)
    padded = (*arguments, 0, 0, 0, 0, 0, 0)[:6]
    data = struct.pack("=IIQ6Q", call, lib.system_arch() if arch is None else arch, 0, *padded)
    program = instructions(memory_files)
    at = a = 0
    while True:
        code, yes, no, k = program[at]
        at += 1
        match code:
            case 0x20:  # load a word
                a = struct.unpack_from("=I", data, k)[0]
            case 0x54:  # and
                a &= k
            case 0x05:  # jump
                at += k
            case 0x15:
                at += yes if a == k else no
            case 0x25:
                at += yes if a > k else no
            case 0x35:
                at += yes if a >= k else no
            case 0x45:
                at += yes if a & k else no
            case 0x06:  # return
                return int(k)
            case _:
                raise AssertionError(f"instruction {code:#x} at {at - 1}")


def denied(errno: int) -> int:
    return int(lib.ERRNO(errno))


@given(name=st.sampled_from(sorted(BY_NAME)), arguments=st.lists(WORDS, min_size=6, max_size=6))
def test_what_is_named_is_denied_whatever_its_arguments(name: str, arguments: list[int]) -> None:
    """With the errno of its group."""
    assert action(name, *arguments) == denied(BY_NAME[name])


@pytest.mark.parametrize("name", ALL_ALLOWED)
def test_what_is_allowed_is_allowed_with_harmless_arguments(name: str) -> None:
    """Sockets of the family 0, which does not exist, and signals to one's own group are not harmless."""
    family = {"socket": (1,), "socketpair": (1,), "kill": (1,)}.get(name, ())
    assert action(name, *family) == lib.ALLOW


def test_everything_else_does_not_exist() -> None:
    """Calls that the library does not know, and those that no kernel has yet, among them."""
    named = {number(name) for name in (*words(ALLOWED), *words(NOT_PERMITTED), *words(PRETENDED), "memfd_create")}
    for call in set(range(1000)) - named:
        assert action(call) == denied(ENOSYS), call


def test_every_call_is_named_once() -> None:
    """In one group, and every group has its reason."""
    names = words(ALLOWED) + words(NOT_PERMITTED) + words(PRETENDED) + list(system_calls.MEMORY_FILES)
    assert len(names) == len(set(names))
    assert not set(names) & set(NOT_THERE.split())
    assert all(re.fullmatch(r"[A-Z].{5,}", reason) for reason in (*ALLOWED, *NOT_PERMITTED, *PRETENDED))


def test_files_in_memory_are_there_only_where_they_are_counted() -> None:
    """Without a control group nobody would see what no process maps of them."""
    assert action("memfd_create", memory_files=True) == lib.ALLOW
    assert action("memfd_create", memory_files=False) == denied(ENOSYS)


@given(flags=WORDS)
@example(flags=0x3D0F00)  # a thread
@example(flags=0x1200011)  # a child
@example(flags=0x1000_0011)  # a user namespace
def test_clone_makes_no_namespaces(flags: int) -> None:
    """Any flag CLONE_NEW..., alone or among others, is refused; all else goes through."""
    assert action("clone", flags) == (denied(EPERM) if flags & 0x7E02_0000 else lib.ALLOW)


@pytest.mark.parametrize("call", ["socket", "socketpair"])
@given(family=WORDS | st.integers(0, 63), above=st.integers(0, 3))
@example(family=socket.AF_NETLINK, above=0)
def test_only_sockets_that_end_in_the_jail(call: str, family: int, above: int) -> None:
    """The kernel's 46 families but for three are refused; bits that the kernel ignores make no difference."""
    allowed = {socket.AF_UNIX, socket.AF_INET, socket.AF_INET6} | set(range(64, 2**16))
    family &= 2**16 - 1
    expected = lib.ALLOW if family in allowed else denied(EAFNOSUPPORT)
    assert action(call, family | above << 32, 1) == expected


@given(protocol=st.integers(0, 300), above=st.integers(0, 3))
def test_no_protocols_that_load_drivers(protocol: int, above: int) -> None:
    """SCTP, DCCP, L2TP, UDP-Lite."""
    expected = denied(EPROTONOSUPPORT) if protocol in (33, 115, 132, 136) else lib.ALLOW
    assert action("socket", socket.AF_INET, socket.SOCK_STREAM, above << 32 | protocol) == expected


@given(value=WORDS | st.integers(0, 31).map(lambda bit: 1 << bit) | st.integers(0, 31).map(lambda bit: LOW ^ 1 << bit))
@example(value=0)
@example(value=LOW)
@example(value=2**64 - 1)
def test_only_the_normal_personality(value: int) -> None:
    """It can be asked for and set to the normal one."""
    assert action("personality", value) == (lib.ALLOW if value & LOW in (0, LOW) else denied(EPERM))


@given(above=st.integers(0, LOW), command=st.integers(0, 2000), request=st.integers(0x5400, 0x54FF))
@example(above=1, command=1024, request=termios.TIOCSTI)
@example(above=0, command=5, request=termios.TIOCLINUX)
def test_a_few_requests_of_ioctl_and_fcntl(above: int, command: int, request: int) -> None:
    """Typing into the terminal, and looking at others' locks, leases and openings; upper bits change nothing."""
    typing = (termios.TIOCSTI, termios.TIOCLINUX)
    assert action("ioctl", 0, above << 32 | request) == (denied(EPERM) if request in typing else lib.ALLOW)
    looking = (5, 36, 1024, 1026, 1036, 1038)
    assert action("fcntl", 0, above << 32 | command) == (denied(EPERM) if command in looking else lib.ALLOW)


@given(above=st.integers(0, LOW), option=st.integers(0, 120))
def test_a_few_options_of_madvise_and_prctl(above: int, option: int) -> None:
    """Taking shared pages out of memory, looking for equal ones, keeping others from a core."""
    refused = denied(EINVAL)
    assert action("madvise", 0, 1, above << 32 | option) == (refused if option in (12, 20, 21) else lib.ALLOW)
    assert action("prctl", above << 32 | option) == (refused if option in (62, 67) else lib.ALLOW)


@given(above=st.integers(0, LOW), policy=st.integers(0, 7), reset=st.booleans(), priority=st.integers(-20, 19))
def test_nobody_goes_before_all_others(above: int, policy: int, reset: bool, priority: int) -> None:
    """Whatever whoever runs arena may do. Less than others is fine."""
    asked = above << 32 | reset << 30 | policy
    assert action("sched_setscheduler", 0, asked) == (denied(EPERM) if policy in (1, 2, 6) else lib.ALLOW)
    wanted = above << 32 | priority & LOW
    assert action("setpriority", 0, 0, wanted) == (denied(EACCES) if priority < 0 else lib.ALLOW)


@given(flags=WORDS)
@example(flags=0x4_0022)
@example(flags=0x22)
def test_no_huge_pages(flags: int) -> None:
    """They are in no account of memory."""
    assert action("mmap", 0, 1, 3, flags) == (denied(ENOMEM) if flags & 0x4_0000 else lib.ALLOW)
    assert action("memfd_create", 0, flags) == (denied(ENOMEM) if flags & 4 else lib.ALLOW)


@given(above=st.integers(0, LOW), pid=st.integers(-100, 100))
def test_a_group_of_its_own_is_signalled_in_name_only(above: int, pid: int) -> None:
    """It would be the whole jail's. Single processes, and all that there are, can be signalled."""
    assert action("kill", above << 32 | pid & LOW, 15) == (denied(0) if pid == 0 else lib.ALLOW)


def test_nobody_waits_for_the_disk() -> None:
    """Also not through a mapping of a file."""
    assert action("msync", 0, 1, 1) == lib.ALLOW
    assert action("msync", 0, 1, 4) == denied(0)


@given(call=st.integers(0, 600))
def test_other_architectures_are_no_way_around(call: int) -> None:
    """32-bit x86, x32 and ARM calls kill the process, on a machine that is something else."""
    for arch in {lib.Arch.X86, lib.Arch.ARM, lib.Arch.S390X} - {lib.system_arch()}:
        assert action(call, arch=arch) == lib.KILL_PROCESS
    if lib.system_arch() == lib.Arch.X86_64:
        assert action(call | 0x4000_0000) == lib.KILL_PROCESS


def test_without_the_package_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cause and remedy."""
    monkeypatch.setitem(sys.modules, "pyseccomp", None)
    with pytest.raises(NoSeccomp, match="pip install pyseccomp"):
        filter_program.__wrapped__(True)


def test_without_the_library_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cause and remedy."""
    found = ctypes.util.find_library("c")
    monkeypatch.setattr(ctypes.util, "find_library", lambda name: None if name == "seccomp" else found)
    monkeypatch.delitem(sys.modules, "pyseccomp")
    with pytest.raises(NoSeccomp, match=r"libseccomp\.so\.2 cannot be loaded .*apt install libseccomp2"):
        filter_program.__wrapped__(True)


# ---- the same in a real jail

needs_bwrap = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bwrap is not installed")
JAIL = [
    *("bwrap", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--die-with-parent", "--cap-drop", "ALL"),
    *("--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib"),
    *("--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev", "--perms", "1777", "--tmpfs", "/tmp"),
    *("--ro-bind-try", "/etc/alternatives", "/etc/alternatives", "--chdir", "/tmp"),
]
TRY_ALL = """
import ctypes, json, mmap, os, platform, resource, socket, sqlite3, subprocess, sys, threading
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.argtypes = [ctypes.c_long] * 7
def errno(number, *arguments):
    ctypes.set_errno(0)
    made = libc.syscall(number, *(*arguments, *[-1] * 6)[:6])
    return ctypes.get_errno() if made < 0 else 0
def ending(deed):
    child = os.fork()
    if not child:
        deed()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
def i386_getpid():
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(bytes.fromhex("b814000000 cd80 c3"))
    ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
said = {"denied": {name: errno(*call) for name, call in json.loads(sys.argv[1]).items()}, "works": []}
if platform.machine() == "x86_64":
    said["x32"] = ending(lambda: libc.syscall(0x40000000 | 39, 0, 0, 0, 0, 0, 0))
    said["i386"] = ending(i386_getpid)
thread = threading.Thread(target=said["works"].append, args=["thread"])
thread.start()
thread.join()
said["works"].append(subprocess.run(["echo", "subprocess"], stdout=subprocess.PIPE, text=True).stdout.strip())
one, two = socket.socketpair()
one.send(b"socketpair")
said["works"].append(two.recv(100).decode())
socket.socket(socket.AF_INET).bind(("127.0.0.1", 0))
os.write(os.memfd_create("x"), b"x")
with sqlite3.connect("/tmp/x.db") as base:
    base.execute("create table t (x)")
    said["works"].append(base.execute("select 'sqlite'").fetchone()[0])
cores = os.sched_getaffinity(0)
os.sched_setaffinity(0, {min(cores)})
said["cores"] = len(cores) - len(os.sched_getaffinity(0))
said["uid"] = os.getuid()
print(json.dumps(said))
"""


def run_jailed(*argv: str, before: tuple[str, ...] = (), options: tuple[str, ...] = ()) -> str:
    """What the program prints. It must end well."""
    fd = os.memfd_create("filter")
    try:
        os.write(fd, filter_program(True))
        os.lseek(fd, 0, os.SEEK_SET)
        line = [*before, *JAIL, *options, "--seccomp", str(fd), "--", *argv]
        done = subprocess.run(line, pass_fds=[fd], capture_output=True, text=True)
    finally:
        os.close(fd)
    assert done.returncode == 0, done.stderr
    return done.stdout


SETPRIV = ("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups")


@pytest.fixture(scope="module", params=["as we are", "user", "root, then a user"])
def tried(request: pytest.FixtureRequest) -> Any:
    """All calls tried in one jail, made by whoever runs the tests, by an ordinary user, and by root for one."""
    calls = {name: (number(name),) for name in BY_NAME} | {
        "clone": (number("clone"), 0x1000_0011),
        "vsock": (number("socket"), 40, 1, 0),
        "alg": (number("socket"), 38, 5, 0),
        "tiocsti": (number("ioctl"), 0, termios.TIOCSTI),
        "lease": (number("fcntl"), 0, 1024, 0),
        "netlink": (number("socket"), 16, 3, 0),
        "sctp": (number("socket"), 2, 1, 132),
        "persona": (number("personality"), 0x0040_0000),
        "page out": (number("madvise"), 0, 4096, 21),
        "own core": (number("prctl"), 62, 1, 0, 0),
        "huge": (number("mmap"), 0, 1 << 21, 3, 0x4_0022),
    }
    program = ("/usr/bin/python3", "-I", "-c", TRY_ALL, json.dumps(calls))
    if request.param == "as we are":
        return json.loads(run_jailed(*program))
    if os.getuid() != 0:
        pytest.skip("only root can be somebody else")
    if request.param == "user":
        return json.loads(run_jailed(*program, before=SETPRIV))
    caps = ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP")
    return json.loads(run_jailed(*SETPRIV, "--bounding-set=-all", "--no-new-privs", *program, options=caps))


@needs_bwrap
def test_a_jailed_program_is_refused_all_of_it(tried: Any) -> None:
    """The errno of each call, as the program sees it."""
    sockets = dict.fromkeys(("vsock", "alg", "netlink"), EAFNOSUPPORT) | {"sctp": EPROTONOSUPPORT}
    others = dict.fromkeys(("clone", "tiocsti", "lease", "persona"), EPERM)
    memory = {"page out": EINVAL, "own core": EINVAL, "huge": ENOMEM}
    assert tried["denied"] == BY_NAME | sockets | others | memory


@needs_bwrap
def test_a_jailed_program_can_work(tried: Any) -> None:
    """Threads, children, sockets, files in memory and locked ones; it stays on its cores and need not know."""
    assert tried["works"] == ["thread", "subprocess", "socketpair", "sqlite"]
    assert tried["cores"] == 0


@needs_bwrap
@pytest.mark.skipif(platform.machine() != "x86_64", reason="other machines have no such calls")
def test_a_jailed_program_dies_of_a_foreign_call(tried: Any) -> None:
    """SIGSYS; of a 32-bit one SIGSEGV where the kernel was built without them."""
    assert tried["x32"] == -signal.SIGSYS
    assert tried["i386"] in (-signal.SIGSYS, -signal.SIGSEGV)
