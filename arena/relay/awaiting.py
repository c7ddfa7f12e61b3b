"""The contest's side where the author is the one who connects: it listens until he has come, and his bot plays.

Several processes of one bot may wait at one port: the kernel gives each who comes to one of them. Anybody may come, so
whoever has to show that he knows the token gets little time and little room, and no one waits for him.
"""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from ipaddress import ip_address

from arena.errors import Trouble, WrongInput
from arena.relay.address import Address
from arena.relay.joined import GREETING_SECONDS, QUIET_SECONDS, Joined, peer_of, prepare
from arena.relay.token import MOST_LINE, REFUSED, Greeting
from arena.relay.words import no_network

MOST_CALLERS = 32
"""The most who are heard at once; one more takes the place of the one who came first."""


def needs_token(address: Address, token: str | None) -> None:
    """Raises WrongInput where everybody may come, and nobody would be asked who he is."""
    if token is None and not address.is_here:
        raise WrongInput(f"whoever reaches {address} could come in: give a --token FILE, or listen at 127.0.0.1")


def listening(address: Address) -> socket.socket:
    """A socket at which one can connect, beside other processes of this user that listen there, too. Raises
    WrongInput."""
    try:
        family = socket.AF_INET6 if ip_address(address.host).version == 6 else socket.AF_INET
    except ValueError:
        family = socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind((address.host, address.port))
        listener.listen(MOST_CALLERS)
        listener.setblocking(False)
    except OSError as problem:
        listener.close()
        why = problem.strerror or problem
        raise WrongInput(f"{address}: cannot be listened at: {why}{no_network()}") from None
    return listener


def await_author(address: Address, token: str | None, say: Callable[[str], object]) -> Joined:
    """Wait for the bot's author to connect, for as long as the contest lets this process live. Raises WrongInput."""
    needs_token(address, token)
    with listening(address) as listener, ExitStack() as others:
        place = address.place if address.port else "{}:{}".format(*listener.getsockname()[:2])
        waiting = _Waiting(listener, token, others)
        if (found := waiting.look(QUIET_SECONDS)) is None:
            how = f"arena relay tcp://THIS-MACHINE:{place.rpartition(':')[2]} -- COMMAND"
            say(f"waiting at {place} for the bot's author, who says: {how}{no_network()}")
        while found is None:
            found = waiting.look(None)
        caller, heard = found
        prepare(caller)
        return Joined(caller, f"{peer_of(caller)}, which came to {place},", heard)


class _Caller:
    """One who has connected, and until when he may show that he knows the token."""

    def __init__(self, stream: socket.socket, token: str) -> None:
        self.stream = stream
        self.until = time.monotonic() + GREETING_SECONDS
        self.greeting = Greeting(token, "listens")
        stream.setblocking(False)
        stream.send(self.greeting.begin())

    def hear(self) -> bool:
        """Whether he may still come in. All that he is told is less than any socket holds."""
        try:
            more = self.stream.recv(MOST_LINE)
            self.stream.send(self.greeting.feed(more))
        except Trouble:
            with suppress(OSError):
                self.stream.send(REFUSED)
            return False
        except OSError:
            return False
        return bool(more)


class _Waiting:
    """Whoever has connected so far; all are closed with `others`, but the one who may come in."""

    def __init__(self, listener: socket.socket, token: str | None, others: ExitStack) -> None:
        self._listener = listener
        self._token = token
        self._callers: dict[int, _Caller] = {}
        self._poll = select.poll()
        self._poll.register(listener, select.POLLIN)
        others.callback(self._close_all)

    def look(self, seconds: float | None) -> tuple[socket.socket, bytes] | None:
        """The one who may come in, with what he has said after his greeting; None if he is not there yet."""
        if self._callers:
            soonest = min(caller.until for caller in self._callers.values()) - time.monotonic()
            seconds = max(0.0, soonest if seconds is None else min(soonest, seconds))
        for fd, _ in self._poll.poll(None if seconds is None else 1000 * seconds):
            if fd == self._listener.fileno():
                if (stream := self._accept()) is not None:
                    return stream, b""
            elif (caller := self._callers.get(fd)) is not None:
                if not caller.hear():
                    self._dismiss(fd)
                elif caller.greeting.done:
                    self._poll.unregister(fd)
                    return self._callers.pop(fd).stream, caller.greeting.rest
        for fd in [fd for fd, caller in self._callers.items() if caller.until <= time.monotonic()]:
            self._dismiss(fd)
        return None

    def _accept(self) -> socket.socket | None:
        """The next one who has connected, if he need not show anything."""
        try:
            stream, _ = self._listener.accept()
        except OSError:  # another process has him, or he has gone
            return None
        if self._token is None:
            return stream
        if len(self._callers) >= MOST_CALLERS:
            self._dismiss(next(iter(self._callers)))
        try:
            self._callers[stream.fileno()] = _Caller(stream, self._token)
        except OSError:
            stream.close()
        else:
            self._poll.register(stream, select.POLLIN)
        return None

    def _dismiss(self, fd: int) -> None:
        self._poll.unregister(fd)
        self._callers.pop(fd).stream.close()

    def _close_all(self) -> None:
        for fd in list(self._callers):
            self._dismiss(fd)
