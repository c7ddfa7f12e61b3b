# verdict: none; in: bwrap; by: network
"""Looks for an interface or a route that leads out. Nothing is sent.
Met: a bot that asks a stronger engine elsewhere."""

import socket

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        with open("/proc/self/net/dev") as file:
            names = {line.partition(":")[0].strip() for line in file if ":" in line} - {"lo"}
        if names:
            leak(f"the interfaces {sorted(names)}")
        for family, address in ((socket.AF_INET, "198.51.100.1"), (socket.AF_INET6, "2001:db8::1")):
            try:
                with socket.socket(family, socket.SOCK_DGRAM) as probe:
                    probe.connect((address, 9))  # only looks for a route
                leak(f"a route to {address}")
            except OSError:
                pass
    answer(message)
