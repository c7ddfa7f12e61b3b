"""The filter of system calls around a jailed program: ways past its walls that namespaces and file permissions leave
open are closed here.

It looks at the arguments of a few calls first, and then asks for each call by its name whether it is allowed at all
(`arena.sandbox.system_calls`). None of it needs a privilege in the filter: the jail's starter sets "no new privileges"
anyway.
"""

from __future__ import annotations

import os
import socket
import termios
from collections.abc import Iterator, Mapping
from errno import EACCES, EAFNOSUPPORT, EINVAL, ENOMEM, ENOSYS, EPERM, EPROTONOSUPPORT
from functools import cache
from struct import Struct
from typing import Any

from arena.errors import WrongInput
from arena.sandbox.system_calls import ALLOWED, MEMORY_FILES, NOT_PERMITTED, PRETENDED

# The kernel looks at the lower half of these arguments and ignores the rest; so must the filter, or any bit set above
# would be a way around it.
_INT = 0xFFFF_FFFF

# CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. (NEWTIME is known to clone3 and unshare only.)
_CLONE_NEW = (0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000)

# Sockets that end inside the jail's own network, which has nobody else in it. All others are not bound to a network
# (vsock reaches the host and its other guests; some kinds of netlink tell all networks what happens to the machine) or
# load drivers that nobody needs, as do the protocols SCTP, DCCP, L2TP and UDP-Lite. The kernel knows 46 families.
_FAMILIES = {socket.AF_UNIX, socket.AF_INET, socket.AF_INET6}
_NO_FAMILIES = [family for family in range(64) if family not in _FAMILIES]
_NO_PROTOCOLS = (132, 33, 115, 136)

# fcntl: F_GETLK and F_OFD_GETLK tell of others' locks on files that can only be read; F_SETLEASE makes everybody wait
# who opens the file, for 45 seconds; F_NOTIFY tells who opens what; F_SET_RW_HINT and F_SET_FILE_RW_HINT leave a note
# on a file that can only be read.
_FCNTL = (5, 36, 1024, 1026, 1036, 1038)

# madvise: MADV_COLD and MADV_PAGEOUT undo what others have read; MADV_MERGEABLE finds out who has a page like this one.
_ADVICE = (20, 21, 12)

# prctl: PR_SCHED_CORE keeps everybody else from the other half of a core; PR_SET_MEMORY_MERGE is MADV_MERGEABLE for
# all pages.
_PRCTL = (62, 67)

# SCHED_FIFO, SCHED_RR and SCHED_DEADLINE, whatever flag comes with them: where whoever runs arena may go before all
# others (people who make music may), his bots may not. A priority below zero is the same on a smaller scale.
_BEFORE_ALL = (1, 2, 6)
_SIGN = 0x8000_0000

# Huge pages (MAP_HUGETLB, MFD_HUGETLB) come from a store of the machine's and are in no account of memory.
_HUGE = (("mmap", 3, 0x4_0000), ("mmap2", 3, 0x4_0000), ("memfd_create", 1, 0x4))

# personality(0), the normal one, and (-1), the question which it is, are harmless; the rest turns protections off.
# Of any other number some bit is set whose neighbour is not, taken in a circle.
_PERSONALITIES = [(1 << bit | 1 << (bit + 1) % 32, 1 << bit) for bit in range(32)]

# (call, number of the argument, mask, value, errno): denied where argument & mask == value; done in name only where
# the errno is 0.
_DENIED_ARGUMENTS = (
    *(("clone", 0, flag, flag, EPERM) for flag in _CLONE_NEW),
    *((call, 0, _INT, family, EAFNOSUPPORT) for call in ("socket", "socketpair") for family in _NO_FAMILIES),
    *(("socket", 2, _INT, protocol, EPROTONOSUPPORT) for protocol in _NO_PROTOCOLS),
    # Both put characters into the terminal, as if its owner had typed them.
    *(("ioctl", 1, _INT, request, EPERM) for request in (termios.TIOCSTI, termios.TIOCLINUX)),
    *((call, 1, _INT, command, EPERM) for call in ("fcntl", "fcntl64") for command in _FCNTL),
    *(("madvise", 2, _INT, advice, EINVAL) for advice in _ADVICE),
    *(("prctl", 0, _INT, option, EINVAL) for option in _PRCTL),
    *(("sched_setscheduler", 1, 0xFF, policy, EPERM) for policy in _BEFORE_ALL),
    ("setpriority", 2, _SIGN, _SIGN, EACCES),
    *((call, argument, flag, flag, ENOMEM) for call, argument, flag in _HUGE),
    *(("personality", 0, mask, value, EPERM) for mask, value in _PERSONALITIES),
    # Whoever signals his group thinks of one that he has made, `timeout` for instance, and would end the whole bot.
    ("kill", 0, _INT, 0, 0),
    ("msync", 2, 4, 4, 0),  # MS_SYNC waits for the disk, as fsync does
)

_INSTRUCTION = Struct("=HBBI")
_RETURN, _JUMP = 0x06, 0x05
_UNKNOWN = -1
_AS_A_TREE = 2


class NoSeccomp(WrongInput):
    """The filter cannot be made on this machine; the text says why and what to do."""


@cache
def filter_program(memory_files: bool) -> bytes:
    """The filter, compiled for this machine's processor, as `bwrap --seccomp FD` reads it: `struct sock_filter[]`.
    `memory_files` is whether files in memory may be made.

    Names that the library or the processor does not know are left out, and so not allowed. Calls of another
    architecture than the machine's own (32-bit x86, x32), whose numbers mean other things, kill the process with
    SIGSYS. Raises NoSeccomp when a library is missing.
    """
    lib = _library()
    names = lib.SyscallFilter(lib.ERRNO(ENOSYS))
    for name in (*_words(ALLOWED), *(MEMORY_FILES if memory_files else ())):
        _add(lib, names, lib.ALLOW, name)
    for name in _words(NOT_PERMITTED):
        _add(lib, names, lib.ERRNO(EPERM), name)
    for name in _words(PRETENDED):
        _add(lib, names, lib.ERRNO(0), name)
    arguments = lib.SyscallFilter(lib.ALLOW)
    for name, argument, mask, value, errno in _DENIED_ARGUMENTS:
        _add(lib, arguments, lib.ERRNO(errno), name, lib.Arg(argument, lib.MASKED_EQ, mask, value))
    return _joined(_compiled(lib, arguments), _compiled(lib, names), lib.ALLOW)


def _library() -> Any:
    try:
        import pyseccomp  # type: ignore[import-untyped]  # it loads libseccomp when it is imported
    except ImportError:
        raise NoSeccomp("the Python package `pyseccomp` is not installed: pip install pyseccomp") from None
    except (RuntimeError, OSError) as problem:
        raise NoSeccomp(
            f"the library libseccomp.so.2 cannot be loaded ({problem}). Debian, Ubuntu: apt install libseccomp2"
        ) from None
    return pyseccomp


def _words(groups: Mapping[str, str]) -> Iterator[str]:
    for names in groups.values():
        yield from names.split()


def _add(lib: Any, program: Any, action: int, name: str, *arguments: Any) -> None:
    if (number := lib.resolve_syscall(lib.Arch.NATIVE, name)) != _UNKNOWN:
        program.add_rule(action, number, *arguments)


def _joined(first: bytes, second: bytes, allow: int) -> bytes:
    """What the first allows is for the second to decide. The library mixes no rules for a call with and without
    arguments; the kernel would take two filters, each of which makes a jail's start longer."""
    code = list(_INSTRUCTION.iter_unpack(first))
    for at, (what, *_, value) in enumerate(code):
        if (what, value) == (_RETURN, allow):
            code[at] = (_JUMP, 0, 0, len(code) - at - 1)
    return b"".join(_INSTRUCTION.pack(*words) for words in code) + second


def _compiled(lib: Any, program: Any) -> bytes:
    program.set_attr(lib.Attr.ACT_BADARCH, lib.KILL_PROCESS)
    program.set_attr(lib.Attr.CTL_OPTIMIZE, _AS_A_TREE)
    with open(os.memfd_create("seccomp"), "w+b") as file:
        program.export_bpf(file)
        file.seek(0)
        return file.read()
