"""What those share whose sin is done elsewhere: they are hostile ends of `arena relay`, on this machine."""

import json
import os
import socket
import sys
from contextlib import suppress


def relay_to(serve, scheme="http"):
    """Becomes a relay to a child, in which `serve` is called with each connection that comes, and with all that was
    said on it first."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    if os.fork():
        os.execv(sys.executable, [sys.executable, "-m", "arena", "relay", f"{scheme}://127.0.0.1:{port}"])
    for number in (0, 1, 2):
        os.close(number)
    while True:
        stream, _ = listener.accept()
        with stream, suppress(OSError):
            serve(stream, stream.recv(65_536))


def until_turn(stream, said):
    """Over a socket, is ready for each game until it is to decide."""
    while said:
        for line in said.splitlines():
            message = json.loads(line)
            if message["type"] == "turn":
                return
            if "id" in message:
                stream.sendall(b'{"type":"ready","id":%d}\n' % message["id"])
        said = stream.recv(65_536)
