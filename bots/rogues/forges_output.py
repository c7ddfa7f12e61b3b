# verdict: none; in: bwrap; by: processes
"""Opens the pipes of other processes, as if to write the opponent's move into its stdout. Met: with one user for all
bots and no jail, it could."""

import os

from _honest import answer, leak, messages

own = {os.readlink(f"/proc/self/fd/{fd}") for fd in (0, 1, 2)}


def foreign_pipes():
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            for fd in os.listdir(f"/proc/{pid}/fd"):
                path = f"/proc/{pid}/fd/{fd}"
                if "pipe:" in os.readlink(path) and os.readlink(path) not in own:
                    os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK))
                    yield path
        except OSError:
            pass  # not its own, or gone


for message in messages():
    if message["type"] == "turn":
        for path in foreign_pipes():
            leak(f"could write to {path}")
            break
    answer(message)
