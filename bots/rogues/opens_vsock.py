# verdict: none; in: bwrap; by: filter
"""Listens on a VM socket, which no network namespace divides: its twin could call. Met: isolate NEWS 2.6."""

import socket

from _honest import answer, leak, messages

for message in messages():
    if message["type"] == "turn":
        try:
            with socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM) as twin:
                twin.bind((socket.VMADDR_CID_ANY, socket.VMADDR_PORT_ANY))
                twin.listen()
            leak("listens on vsock")
        except OSError:
            pass
    answer(message)
