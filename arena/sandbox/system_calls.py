"""The system calls of a jailed program: what it may use, grouped by purpose, and what becomes of the rest.

What is not named here does not exist for it (ENOSYS), calls that are newer than this list among them: runtimes then do
the same in an older way. Left out on purpose, though honest programs know them:

- clone3: its flags lie in memory, where no filter can look; the C library then takes clone, whose flags are looked at;
- preadv2, pwritev2 (RWF_NOWAIT), mincore: they tell whether somebody has read a file that others read, too. The C
  library does the first two in the older way where no flags are asked for;
- io_setup and its like: contexts are counted for the whole machine, and one bot can take most of them;
- io_uring: it does the work of other calls past the filter;
- mbind, set_mempolicy, get_mempolicy, migrate_pages, move_pages: where memory lies is the machine's to say;
- sched_setattr: a longer slice makes whoever waits for the same core wait longer;
- shmget, semget, msgget, mq_open and their like: memory that no process maps, which nobody counts. Runtimes share
  memory through mmap and /dev/shm;
- open_tree, fsopen, move_mount, statmount, listmount and their like: another view of the files.
"""

from __future__ import annotations

ALLOWED = {
    "Reads and writes what is open": """
        read write readv writev pread64 pwrite64 preadv pwritev lseek _llseek sendfile sendfile64 splice tee vmsplice
        copy_file_range close close_range dup dup2 dup3 fcntl fcntl64 ioctl ftruncate ftruncate64 fallocate
    """,
    "Finds, makes and removes files; where, is a matter of what the jail shows, and of rights": """
        open openat openat2 creat stat stat64 lstat lstat64 fstat fstat64 newfstatat fstatat64 statx
        statfs statfs64 fstatfs fstatfs64 access faccessat faccessat2 readlink readlinkat getdents getdents64
        getcwd chdir fchdir mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat
        mknod mknodat truncate truncate64 chmod fchmod fchmodat fchmodat2 chown chown32 lchown lchown32 fchown fchown32
        fchownat utime utimes futimesat utimensat utimensat_time64 umask
        getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
    """,
    "Its own memory": """
        brk mmap mmap2 munmap mremap mprotect madvise msync mlock mlock2 munlock mlockall munlockall
        pkey_alloc pkey_free pkey_mprotect mseal map_shadow_stack
    """,
    "Programs, processes and threads of its own": """
        execve execveat fork vfork clone exit exit_group wait4 waitid waitpid
        getpid getppid gettid getpgid getpgrp getsid pidfd_open
        set_tid_address set_robust_list get_robust_list rseq membarrier restart_syscall
        futex futex_time64 futex_waitv futex_wait futex_wake futex_requeue
        prctl arch_prctl set_thread_area get_thread_area get_tls set_tls personality seccomp
        landlock_create_ruleset landlock_add_rule landlock_restrict_self
        cacheflush riscv_flush_icache riscv_hwprobe
    """,
    "How they share the processor, as far as they have a say": """
        sched_yield sched_getaffinity sched_getattr sched_getparam sched_setparam sched_getscheduler sched_setscheduler
        sched_get_priority_max sched_get_priority_min sched_rr_get_interval sched_rr_get_interval_time64 getcpu
        getpriority setpriority nice ioprio_get ioprio_set
    """,
    "What they use and may use": """
        getrlimit ugetrlimit setrlimit prlimit64 getrusage times sysinfo uname
    """,
    "Signals among them": """
        kill tkill tgkill pidfd_send_signal pause sigaltstack
        signal sigaction sigprocmask sigpending sigsuspend sigreturn
        rt_sigaction rt_sigprocmask rt_sigpending rt_sigsuspend rt_sigreturn rt_sigqueueinfo rt_tgsigqueueinfo
        rt_sigtimedwait rt_sigtimedwait_time64 signalfd signalfd4
    """,
    "Clocks and alarms": """
        time gettimeofday clock_gettime clock_gettime64 clock_getres clock_getres_time64
        nanosleep clock_nanosleep clock_nanosleep_time64 alarm getitimer setitimer
        timer_create timer_settime timer_settime64 timer_gettime timer_gettime64 timer_getoverrun timer_delete
        timerfd_create timerfd_settime timerfd_settime64 timerfd_gettime timerfd_gettime64
    """,
    "Pipes, and waiting for several things at once": """
        pipe pipe2 eventfd eventfd2 poll ppoll ppoll_time64 select _newselect pselect6 pselect6_time64
        epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2
    """,
    "Sockets, which end inside the jail": """
        socket socketpair bind listen accept accept4 connect shutdown getsockname getpeername
        getsockopt setsockopt send sendto sendmsg sendmmsg recv recvfrom recvmsg recvmmsg recvmmsg_time64
    """,
    "Who it is; the jail's starter becomes the bot's user in there": """
        getuid getuid32 geteuid geteuid32 getgid getgid32 getegid getegid32 getgroups getgroups32
        getresuid getresuid32 getresgid getresgid32 setuid setuid32 setgid setgid32 setreuid setreuid32
        setregid setregid32 setresuid setresuid32 setresgid setresgid32 setgroups setgroups32
        setfsuid setfsuid32 setfsgid setfsgid32 capget capset
    """,
    "Chance": "getrandom",
}
"""The system calls that are allowed, by their purpose."""

MEMORY_FILES = ("memfd_create",)
"""The calls that make files in memory without a name. Only the account of a control group sees what no process maps of
such files, so without one these calls are not allowed; runtimes then take /dev/shm, which has a size."""

NOT_PERMITTED = {
    "Keyrings belong to a user, whatever the namespaces: a mailbox between bots, and between games": """
        add_key keyctl request_key
    """,
    "To hear who opens a file that several bots can read is one, too": """
        inotify_init inotify_init1 inotify_add_watch fanotify_init fanotify_mark
    """,
    "What of a shared file is in memory tells what others have read": "cachestat",
    "Into other processes: the jail's own first process among them": """
        ptrace process_vm_readv process_vm_writev process_madvise process_mrelease kcmp pidfd_getfd
    """,
    "Large parts of the kernel that games have no use for, and where most of its holes were": """
        bpf perf_event_open userfaultfd modify_ldt
    """,
    "A new namespace gives all privileges inside it, and with them more of the kernel to attack": "unshare setns",
    "Another view of the files": """
        mount umount umount2 pivot_root chroot name_to_handle_at open_by_handle_at
    """,
    "The machine as a whole. All need privileges that a bot has not; the filter does not rely on it": """
        reboot kexec_load kexec_file_load init_module finit_module delete_module create_module
        swapon swapoff quotactl quotactl_fd acct syslog settimeofday clock_settime clock_settime64 stime
        adjtimex clock_adjtime clock_adjtime64 sethostname setdomainname vhangup iopl ioperm
    """,
}
"""Calls that are refused with EPERM, as runtimes that try them look for that answer; by the reason."""

PRETENDED = {
    "All of a jail is one process group, so that one signal stops it; and the machine may be shared by sessions": """
        setsid setpgid
    """,
    "A bot stays on the processor core that it was given, and runtimes that pin threads go on": "sched_setaffinity",
    "A lock on a file that several bots can read (the interpreter) is a mailbox; compilers want theirs": "flock",
    "Advice on what of a shared file is kept in memory undoes what others have read": """
        fadvise64 fadvise64_64 arm_fadvise64_64 readahead
    """,
    "Nothing in a jail outlives a power cut, and waiting for the machine's disk makes others wait": """
        fsync fdatasync sync syncfs sync_file_range sync_file_range2
    """,
}
"""Calls that do nothing and report success, by the reason. Locks within one program, sqlite's for instance, are made
with fcntl: those are real."""
