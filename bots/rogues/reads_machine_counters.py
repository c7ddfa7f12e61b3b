# verdict: none; in: bwrap; by: proc
"""Reads what the kernel counts for the whole machine, such as the threads in /proc/loadavg: its twin makes them more
or fewer. Met: containers that show the host's /proc."""

import os
import time

from _honest import answer, leak, messages

FILES = [
    *("loadavg", "stat", "meminfo", "vmstat", "uptime", "interrupts", "softirqs", "schedstat", "diskstats", "zoneinfo"),
    *("buddyinfo", "swaps", "modules", "pressure/cpu", "pressure/io", "pressure/memory", "fs/xfs/stat"),
    *("sys/fs/file-nr", "sys/fs/inode-nr", "sys/fs/dentry-state", "sys/fs/aio-nr"),
]


def read():
    found = {}
    for name in FILES:
        try:
            with open(f"/proc/{name}", "rb") as file:
                found[name] = file.read()
        except OSError:
            pass
    return found


for message in messages():
    if message["type"] == "turn":
        before = read()
        child = os.fork()
        if not child:
            held = [open(path, "rb") for path in [__file__] * 50]  # noqa: SIM115
            time.sleep(0.05)
            os._exit(len(held) - 50)
        os.waitpid(child, 0)
        changed = [name for name, text in read().items() if before.get(name) != text]
        if changed:
            leak(f"counters of the machine: {', '.join(changed)}")
    answer(message)
