# verdict: none; in: bwrap; by: filter
"""Opens a line to the kernel on which it tells all networks what happens to the machine: a device, a queue, a disk.
Met: netlink, which is not one network but twenty, and most of them have had holes."""

import socket

from _honest import answer, leak, messages

NETLINK_KOBJECT_UEVENT = 15
for message in messages():
    if message["type"] == "turn":
        try:
            with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_KOBJECT_UEVENT) as line:
                line.bind((0, 1))
            leak("hears of the machine's devices")
        except OSError:
            pass
    answer(message)
