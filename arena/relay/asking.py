"""The contest's side over HTTP: each line is a POST, and the body of its answer is what the bot says.

HTTP/1.1 as h11 has it, which is the protocol without any I/O. Nothing is followed: an answer is one, or the end. A
server may close a connection on which nothing was said for a while, so a request whose connection turns out to be
closed is sent once more on a new one; whoever answers has to take the same line twice for one.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from secrets import token_hex
from typing import Protocol

import h11

from arena import __version__
from arena.errors import Trouble
from arena.protocol import printable
from arena.relay.address import Address
from arena.relay.joined import PIECE, QUIET_SECONDS, SEND_SECONDS, ContestGone, Ends, connect
from arena.relay.words import asks, lost

MOST_HEAD = 16 << 10
"""The most bytes of an answer before its body."""
MOST_INTERIM = 8
"""The most answers of the kind "go on" before the real one."""
MOST_SHOWN = 200
"""The most bytes that are shown of each part of an answer that is none."""
SESSION = "Arena-Session"
"""The header that tells the processes of a bot apart: the same in all requests of one, and another one in others."""
_FINE = (HTTPStatus.OK, HTTPStatus.NO_CONTENT)


class Stream(Protocol):
    """What is asked of a connection here; a socket is one, and so is one with TLS."""

    def sendall(self, data: bytes, /) -> object: ...
    def recv(self, most: int, /) -> bytes: ...
    def settimeout(self, seconds: float | None, /) -> object: ...
    def close(self) -> object: ...


class _Unanswered(Exception):
    """The connection was closed before anything of an answer had come."""


class Asking:
    """Asks the bot at an address, over as many connections as it takes, one after the other. `open` makes one; `say` is
    told what the bot's author should know."""

    def __init__(
        self,
        address: Address,
        token: str | None,
        say: Callable[[str], object],
        open: Callable[[Address], Stream] | None = None,
    ) -> None:
        self._address = address
        self._say = say
        self._open = open or open_stream
        self._stream: Stream | None = None
        self._http = h11.Connection(h11.CLIENT)
        self._begun = False
        """Whether anything of the answer to the last request has come."""
        self._quiet = QUIET_SECONDS
        self._headers = [
            ("Host", address.place),
            ("User-Agent", f"arena/{__version__}"),
            ("Accept-Encoding", "identity"),
            ("Content-Type", "application/json"),
            (SESSION, token_hex(16)),
        ]
        if token is not None:
            self._headers.append(("Authorization", f"Bearer {token}"))

    def talk(self, contest: Ends) -> None:
        """Hand on each line of the contest, and each answer, until it sends no more. Raises Trouble."""
        part = b""
        try:
            while data := os.read(contest.asked, PIECE):
                *lines, part = (part + data).split(b"\n")
                for line in lines:
                    self.ask(line + b"\n", contest.write)
        except ContestGone:
            pass
        finally:
            self._close()

    def ask(self, line: bytes, answer: Callable[[bytes], object]) -> None:
        """Send a line and give its answer to `answer`, piece by piece, with a newline at its end; what is said to a
        message that asks for nothing is dropped. Raises Trouble."""
        try:
            kept = self._stream is not None
            try:
                self._exchange(line, answer)
            except _Unanswered:
                self._close()
                if not kept:
                    raise
                self._exchange(line, answer)
        except _Unanswered:
            raise Trouble(f"{self._address} closed the connection without an answer") from None
        except OSError as problem:
            raise Trouble(lost(self._address, problem)) from None
        except h11.RemoteProtocolError as problem:
            raise Trouble(f"{self._address} does not speak HTTP as it should: {printable(str(problem))}") from None

    def _exchange(self, line: bytes, answer: Callable[[bytes], object]) -> None:
        if self._stream is None:
            self._stream = self._open(self._address)
            self._http = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_HEAD)
        self._begun = False
        self._send(self._stream, line)
        response, asked, last = self._response(), asks(line), b""
        while isinstance(event := self._next(), h11.Data):
            if asked and event.data:
                last = bytes(event.data)
                answer(last)
        if asked and not last:
            raise Trouble(f"{self._address} answered {_status(response)} without a word to a request")
        if asked and not last.endswith(b"\n"):
            answer(b"\n")
        if self._http.our_state is h11.DONE and self._http.their_state is h11.DONE:
            self._http.start_next_cycle()
        else:
            self._close()

    def _send(self, stream: Stream, line: bytes) -> None:
        length = ("Content-Length", str(len(line)))
        request = h11.Request(method="POST", target=self._address.path, headers=[*self._headers, length])
        parts = [self._http.send(part) for part in (request, h11.Data(line), h11.EndOfMessage())]
        stream.settimeout(SEND_SECONDS)
        try:
            stream.sendall(b"".join(filter(None, parts)))
        except (BrokenPipeError, ConnectionResetError):
            raise _Unanswered from None

    def _response(self) -> h11.Response:
        """The head of an answer that is one. Raises Trouble."""
        for _ in range(MOST_INTERIM):
            event = self._next()
            if isinstance(event, h11.Response):
                break
        else:
            raise Trouble(f"{self._address} said {MOST_INTERIM} times that it goes on, and never answered")
        headers = dict(event.headers)
        if event.status_code not in _FINE:
            said = f"{self._address} answered {_status(event)}"
            if b"location" in headers:
                elsewhere = printable(headers[b"location"][:MOST_SHOWN])
                raise Trouble(f"{said}: it points to {elsewhere}, and no relay follows it")
            words = self._words()
            raise Trouble(f"{said}: {words}" if words else said)
        if (encoding := headers.get(b"content-encoding", b"identity")) != b"identity":
            raise Trouble(f"{self._address} answers in the encoding {printable(encoding)}, for which it was not asked")
        return event

    def _words(self) -> str:
        """The beginning of what it says itself of an answer that is none."""
        with suppress(OSError, h11.RemoteProtocolError):
            event = self._http.next_event()
            if event is h11.NEED_DATA and self._stream is not None:
                self._http.receive_data(self._stream.recv(PIECE))
                event = self._http.next_event()
            if isinstance(event, h11.Data):
                return printable(bytes(event.data[:MOST_SHOWN]).strip())
        return ""

    def _next(self) -> h11.Event:
        """The next part of an answer. Raises _Unanswered where there is none."""
        while (event := self._http.next_event()) is h11.NEED_DATA:
            data = self._receive()
            if not data and not self._begun:
                raise _Unanswered
            self._begun = True
            self._http.receive_data(data)
        if not isinstance(event, h11.Event):
            raise Trouble(f"{self._address} wants to speak something else than HTTP")
        return event

    def _receive(self) -> bytes:
        assert self._stream is not None
        self._stream.settimeout(self._quiet)
        try:
            return self._stream.recv(PIECE)
        except ConnectionResetError:
            if self._begun:
                raise
            raise _Unanswered from None
        except TimeoutError as problem:
            if problem.errno is not None:
                raise
        self._say(f"{self._address} has sent nothing for {self._quiet} s")
        self._quiet *= 2
        self._stream.settimeout(None)  # for how long is for the bot's clock to say
        return self._stream.recv(PIECE)

    def _close(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None


def open_stream(address: Address) -> Stream:
    """A connection to there, with TLS for https. Raises Trouble."""
    stream = connect(address)
    if address.scheme == "http":
        return stream
    import ssl

    try:
        return ssl.create_default_context().wrap_socket(stream, server_hostname=address.host)
    except (OSError, ValueError) as problem:
        stream.close()
        raise Trouble(f"{address}: no TLS: {problem}") from None


def _status(response: h11.Response) -> str:
    return printable(f"{response.status_code} {response.reason[:MOST_SHOWN].decode('latin-1')}".strip())
