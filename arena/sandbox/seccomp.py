"""System calls that a jailed bot does not get: ways past its walls that namespaces and file permissions leave open.

Everything is allowed but what is named here. A list of what is allowed would be tighter, and would break another
runtime with every new kernel and C library; what this list must close is short, and has a reason beside each entry.
None of it needs a privilege in the filter: the jail's starter sets "no new privileges" anyway.
"""

from __future__ import annotations

import os
import socket
import termios
from errno import EAFNOSUPPORT, ENOSYS, EPERM
from functools import cache

_NOT_PERMITTED = (
    # Keyrings belong to a user, whatever the namespaces: a mailbox between bots, and between games.
    *("add_key", "keyctl", "request_key"),
    # Locks on files that several bots can read (the interpreter, its library) are a mailbox; so is hearing who opens
    # them. Locks within one program, sqlite's for instance, are made with fcntl, which is looked at below.
    *("flock", "inotify_init", "inotify_init1", "inotify_add_watch", "fanotify_init", "fanotify_mark"),
    # What of a shared file is in memory tells what others have read.
    "cachestat",
    # Into other processes: the jail's own first process among them.
    *("ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp", "pidfd_getfd"),
    # Large parts of the kernel that games have no use for, and where most of its holes were.
    *("bpf", "perf_event_open", "userfaultfd", "modify_ldt"),
    # A new namespace gives all privileges inside it, and with them more of the kernel to attack.
    *("unshare", "setns"),
    # Another view of the files.
    *("mount", "umount", "umount2", "pivot_root", "chroot", "name_to_handle_at", "open_by_handle_at"),
    # The machine as a whole. All need privileges that a bot has not; the filter does not rely on it.
    *("reboot", "kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module", "create_module"),
    *("swapon", "swapoff", "quotactl", "quotactl_fd", "acct", "syslog"),
)

# "This kernel has no such call" is what sends runtimes to the older way of doing the same.
_NOT_THERE = (
    # Its flags lie in memory, where no filter can look; the C library then takes clone, whose flags are an argument.
    "clone3",
    # It does the work of other calls past the filter.
    *("io_uring_setup", "io_uring_enter", "io_uring_register"),
    # Another view of the files, the new way.
    *("open_tree", "open_tree_attr", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr"),
)

# Done in name only: a bot stays on the processor core that it was given, and runtimes that pin threads go on.
_PRETENDED = ("sched_setaffinity", "setsid", "setpgid")

# The kernel looks at the lower half of these arguments and ignores the rest; so must the filter, or any bit set above
# would be a way around it.
_INT = 0xFFFF_FFFF

# CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. (NEWTIME is known to clone3 and unshare only.)
_CLONE_NEW = (0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000)

# Sockets that end inside the jail's own network, which has nobody else in it; netlink because listing the network's
# interfaces asks it. All others are not bound to a network (vsock reaches the host and its other guests) or load
# drivers that nobody needs. The kernel knows 46 families.
_FAMILIES = {socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK}
_NO_FAMILIES = [family for family in range(64) if family not in _FAMILIES]

# fcntl: F_GETLK and F_OFD_GETLK tell of others' locks on files that can only be read; F_SETLEASE makes everybody wait
# who opens the file, for 45 seconds; F_NOTIFY tells who opens what.
_FCNTL = (5, 36, 1024, 1026)

# personality(0), the normal one, and (-1), the question which it is, are harmless; the rest turns protections off.
# Of any other number some bit is set whose neighbour is not, taken in a circle.
_PERSONALITIES = [(1 << bit | 1 << (bit + 1) % 32, 1 << bit) for bit in range(32)]

# (call, number of the argument, mask, value, errno): denied where argument & mask == value.
_DENIED_ARGUMENTS = (
    *(("clone", 0, flag, flag, EPERM) for flag in _CLONE_NEW),
    *((call, 0, _INT, family, EAFNOSUPPORT) for call in ("socket", "socketpair") for family in _NO_FAMILIES),
    # Both put characters into the terminal, as if its owner had typed them.
    *(("ioctl", 1, _INT, request, EPERM) for request in (termios.TIOCSTI, termios.TIOCLINUX)),
    *(("fcntl", 1, _INT, command, EPERM) for command in _FCNTL),
    *(("personality", 0, mask, value, EPERM) for mask, value in _PERSONALITIES),
)

_UNKNOWN = -1


class NoSeccomp(Exception):
    """The filter cannot be made on this machine; the text says why and what to do."""


@cache
def filter_program() -> bytes:
    """The filter, compiled for this machine's processor, as `bwrap --seccomp FD` reads it: `struct sock_filter[]`.

    Names that the library or the processor does not know are left out. Calls of another architecture than the
    machine's own (32-bit x86, x32), whose numbers mean other things, kill the process with SIGSYS.
    Raises NoSeccomp when a library is missing.
    """
    try:
        import pyseccomp as lib  # type: ignore[import-untyped]  # it loads libseccomp when it is imported
    except ImportError:
        raise NoSeccomp("the Python package `pyseccomp` is not installed: pip install pyseccomp") from None
    except (RuntimeError, OSError) as problem:
        raise NoSeccomp(
            f"the library libseccomp.so.2 cannot be loaded ({problem}). Debian, Ubuntu: apt install libseccomp2"
        ) from None

    program = lib.SyscallFilter(lib.ALLOW)
    program.set_attr(lib.Attr.ACT_BADARCH, lib.KILL_PROCESS)
    for names, errno in ((_NOT_PERMITTED, EPERM), (_NOT_THERE, ENOSYS), (_PRETENDED, 0)):
        for name in names:
            if (number := lib.resolve_syscall(lib.Arch.NATIVE, name)) != _UNKNOWN:
                program.add_rule(lib.ERRNO(errno), number)
    for name, argument, mask, value, errno in _DENIED_ARGUMENTS:
        program.add_rule(lib.ERRNO(errno), name, lib.Arg(argument, lib.MASKED_EQ, mask, value))
    with open(os.memfd_create("seccomp"), "w+b") as file:
        program.export_bpf(file)
        file.seek(0)
        return file.read()
