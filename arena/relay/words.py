"""What both sides say to people, and what they must know of the messages that go through them."""

from __future__ import annotations

import socket
from contextlib import suppress
from errno import ETIMEDOUT
from pathlib import Path

import msgspec
from msgspec import Struct

from arena.protocol import printable

_NET = Path("/proc/self/net/dev")


class Message(Struct):
    """What matters here of a message: its `type`, and its `id`, which only those have that are to be answered."""

    type: str = ""
    id: int | None = None


_decode = msgspec.json.Decoder(Message).decode


def message(line: bytes) -> Message | None:
    """Look at one line; None if it is no message."""
    try:
        return _decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def asks(sent: bytes) -> bool:
    """Whether the last line of what was sent is to be answered; the end of a line that is longer than that counts as
    one that is."""
    last = message(sent[sent.rfind(b"\n", 0, -1) + 1 :])
    return last is None or last.id is not None


def unreachable(where: object, problem: OSError) -> str:
    """Say why nobody was reached there."""
    if isinstance(problem, ConnectionRefusedError):
        why = "refused the connection: nobody listens there"
    elif isinstance(problem, TimeoutError):
        why = "did not answer"
    elif isinstance(problem, socket.gaierror):
        why = f"cannot be found: {problem.strerror}"
    else:
        why = f"cannot be reached: {problem.strerror or problem}"
    return f"{where} {why}{no_network()}"


def lost(where: object, problem: OSError) -> str:
    """Say how a connection broke."""
    if problem.errno == ETIMEDOUT:
        return f"{where} is not there any more: nothing comes back from it"
    if isinstance(problem, TimeoutError):  # of ours, not of the kernel's
        return f"{where} does not read what it is sent"
    return f"{where} broke the connection off: {printable(problem.strerror or str(problem))}"


def no_network() -> str:
    """A remark for where there is no network, as in a jail; "" where there is."""
    with suppress(OSError):
        names = {line.partition(":")[0].strip() for line in _NET.read_text().splitlines()[2:]}
        if names <= {"lo"}:
            return "; no network here, as in the sandbox bwrap: a relay plays in `sandbox: rlimit` and `none`"
    return ""
