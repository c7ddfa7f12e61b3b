"""The contest's side over a socket: whatever comes from one end goes to the other, as it is."""

from __future__ import annotations

import os
import select
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from arena.errors import Trouble
from arena.relay.address import Address
from arena.relay.token import CHALLENGE, MOST_LINE, Greeting
from arena.relay.words import asks, lost, unreachable

CONNECT_SECONDS = 5.0
"""The seconds in which a connection must be made; below the usual limit of a start, so that its words are heard."""
GREETING_SECONDS = 5.0
"""The seconds that a greeting may take."""
SEND_SECONDS = 10.0
"""The seconds in which the other end must take what it is sent."""
QUIET_SECONDS = 0.25
"""The seconds after which it is said that no answer has come, and twice as many each time after that: one that always
takes its time fills no log. The referee tells a bot's last words when it loses on time, and cannot see where this one
waits."""
LEAVE_SECONDS = 0.3
"""The seconds for the other end to end, once the contest has."""
MOST_LAST = 16
"""The most pieces that are read then."""
GONE_SECONDS = 20
"""About the seconds until one who has vanished without a word is taken to be gone."""
PIECE = 65_536
"""The most bytes that are handed on at once. Nothing more is kept, so no line is too long for this side: the referee
bounds them."""


class Ends(NamedTuple):
    """The descriptors at which the contest is: where it asks, and where it is answered."""

    asked: int
    answer: int

    def write(self, data: bytes) -> None:
        """Give the contest all of it. Raises ContestGone if it does not listen any more."""
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self.answer, left) :]
        except BrokenPipeError:
            raise ContestGone from None


class ContestGone(Trouble):
    """Nobody reads what the bot answers: there is nothing more to do, and nobody to be told."""


class Joined(NamedTuple):
    """A connection to a bot, `where` it is, and what has come from it already."""

    stream: socket.socket
    where: str
    heard: bytes = b""


def connected(address: Address, token: str | None) -> Joined:
    """Connect to a bot; with a token each end proves to the other that it knows it. Raises Trouble."""
    stream = connect(address)
    if token is None:
        return Joined(stream, str(address))
    greeting = Greeting(token, "connects")
    stream.settimeout(GREETING_SECONDS)
    try:
        while not greeting.done:
            if not (heard := stream.recv(MOST_LINE)):
                raise Trouble("closed the connection instead of a greeting")
            stream.sendall(greeting.feed(heard))
    except (OSError, Trouble) as problem:
        stream.close()
        if isinstance(problem, TimeoutError) and problem.errno is None:
            raise Trouble(f"{address} did not greet within {GREETING_SECONDS:.0f} s: it asks for no token") from None
        raise Trouble(lost(address, problem) if isinstance(problem, OSError) else f"{address} {problem}") from None
    return Joined(stream, str(address), greeting.rest)


def connect(address: Address) -> socket.socket:
    """A connection to there. Raises Trouble if there is none to be had."""
    try:
        stream = socket.create_connection((address.host, address.port), timeout=CONNECT_SECONDS)
    except OSError as problem:
        raise Trouble(unreachable(address, problem)) from None
    prepare(stream)
    return stream


class Adjustable(Protocol):
    """A socket of either library, of which something is set or asked."""

    def setsockopt(self, level: int, option: int, value: int, /) -> None: ...
    def getpeername(self) -> Any: ...


def peer_of(stream: Adjustable) -> str:
    """Who is at the other end, for people."""
    try:
        host, port = stream.getpeername()[:2]
    except OSError:
        return "somebody who has gone"
    return f"{host}:{port}"


def prepare(stream: Adjustable) -> None:
    """Send each line at once, and find out if the other end vanishes."""
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (
        (socket.TCP_KEEPIDLE, GONE_SECONDS // 2),
        (socket.TCP_KEEPINTVL, GONE_SECONDS // 4),
        (socket.TCP_KEEPCNT, 2),
        (socket.TCP_USER_TIMEOUT, GONE_SECONDS * 1000),
    ):
        stream.setsockopt(socket.IPPROTO_TCP, option, value)


def talk(joined: Joined, contest: Ends, say: Callable[[str], object]) -> None:
    """Hand on what either end says until the contest ends. Raises Trouble if the other end does so before."""
    try:
        _hand_on(joined, contest, say)
    except OSError as problem:
        raise Trouble(lost(joined.where, problem)) from None
    except ContestGone:
        pass
    finally:
        joined.stream.close()


def _hand_on(joined: Joined, contest: Ends, say: Callable[[str], object]) -> None:
    stream, where, heard = joined
    stream.settimeout(SEND_SECONDS)
    remote = stream.fileno()
    poll = select.poll()
    poll.register(contest.asked, select.POLLIN)
    poll.register(remote, select.POLLIN)
    contest.write(heard)
    awaits, greeted, quiet = False, bool(heard), QUIET_SECONDS
    while True:
        ready = dict(poll.poll(1000 * quiet if awaits else None))
        if not ready:
            say(f"{where} has sent nothing for {quiet} s")
            awaits, quiet = False, 2 * quiet
        if remote in ready:
            if not (heard := stream.recv(PIECE)):
                raise Trouble(f"{where} closed the connection")
            if not greeted and heard.startswith(CHALLENGE):
                raise Trouble(f"{where} asks for a token: --token FILE")
            contest.write(heard)
            awaits, greeted = False, True
        if contest.asked in ready:
            if not (sent := os.read(contest.asked, PIECE)):
                return _leave(stream)
            stream.sendall(sent)
            awaits = asks(sent)


def _leave(stream: socket.socket) -> None:
    """Let the other end read the last of it: closed with anything unread, the connection would be reset."""
    with suppress(OSError):
        stream.shutdown(socket.SHUT_WR)
        stream.settimeout(LEAVE_SECONDS)
        for _ in range(MOST_LAST):
            if not stream.recv(PIECE):
                return
