# verdict: none
"""Plays well while ten children watch as much as they can: a hundred thousand watches, which the kernel counts for each
user. Whoever else starts then, and finds none left, has not failed. Met: inotify, epoll, keys: limits of a user, whom
all bots share that have none of their own."""

import os
import select
import time
from contextlib import suppress

from _honest import answer, messages


def watch():
    pipes = [os.pipe() for _ in range(50)]
    for _ in range(100):
        watching = select.epoll()
        held.append(watching)
        for fds in pipes:
            for fd in fds:
                watching.register(fd)


held = []
for _ in range(10):
    if os.fork() == 0:
        with suppress(OSError):
            watch()
        time.sleep(1000)
        os._exit(0)
for message in messages():
    answer(message)
