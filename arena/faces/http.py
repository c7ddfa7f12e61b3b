"""A small web server: routes that were made before anybody asked, and bounds on all that a stranger can send.

HTTP/1.1 as h11 has it, which is the protocol without any I/O, on trio; no framework, since a few routes need none, and
what is not there cannot be attacked. A page of another site may make a browser ask here: so the name that it asked for
is checked, nothing here may be read from there, and whoever changes something must come from one of our own pages.
"""

from __future__ import annotations

import re
import traceback
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing, suppress
from email.utils import formatdate
from hashlib import blake2b
from http import HTTPStatus
from socket import SO_SNDBUF, SOL_SOCKET
from urllib.parse import parse_qsl

import h11
import trio
from msgspec import Struct

from arena.protocol import printable_lines

MOST_CONNECTIONS = 400
"""The most connections at once. One more takes the place of the one that has been silent for longest; if none is silent
it is refused."""
MOST_HEAD = 16 << 10
"""The most bytes of a request before its body."""
MOST_QUERY = 16
"""The most fields in the part of an address behind `?`."""
HEAD_SECONDS = 10.0
"""The seconds that a request has to arrive, from its connection or from the answer before it; its body has as many
again."""
SEND_SECONDS = 10.0
"""The seconds that a reader has to take in what is sent at once, `SENT_AT_ONCE` of it."""
SENT_AT_ONCE = 64 << 10
MOST_REQUESTS = 1000
"""The most requests on one connection."""

NOTHING_ELSE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The policy of answers that are no page: nothing in them may run, and nothing may be asked for from them."""

_PATH = re.compile(rb"/[A-Za-z0-9._~/-]*\Z")
"""The form of our own paths, which have no other characters: there is nothing to unescape, and nothing that could mean
two things."""
_ALWAYS = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)


class Request(Struct, frozen=True):
    """What was asked for. `path` begins with a slash, and is one that some route said that it knows; of a field of the
    query that comes twice the last counts, as of a header. The names of `headers` are in small letters."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str] = {}
    body: bytes = b""

    @property
    def last_event(self) -> str:
        """What a reader of a feed was told last, "" for a new one."""
        return self.headers.get("last-event-id", "")


class Answer(Struct, frozen=True):
    """What is sent back: its bytes, or bytes as they come, until they end or the reader goes. `policy` says what a page
    may do. `fresh` is for how many seconds a browser may keep it without asking again."""

    body: bytes | AsyncGenerator[bytes]
    type: str = "text/plain; charset=utf-8"
    status: HTTPStatus = HTTPStatus.OK
    policy: str = NOTHING_ELSE
    fresh: int = 0


class Route(Struct, frozen=True):
    """Who answers. A route that is to be read answers GET, and HEAD without its body; with `takes` it is one that is to
    be written to instead, and answers POST with a body of so many bytes at most."""

    answer: Callable[[Request], Awaitable[Answer]]
    takes: int | None = None

    @property
    def methods(self) -> tuple[str, ...]:
        return ("GET", "HEAD") if self.takes is None else ("POST",)


Find = Callable[[str], Route | None]
"""Finds the route of a path; None if there is none."""


class Refused(Exception):
    """A request gets no better answer than this."""

    def __init__(self, status: HTTPStatus, why: str, *headers: tuple[str, str]) -> None:
        super().__init__(why)
        self.status = status
        self.why = why
        self.headers = headers


class Server:
    """Answers for `find` on any number of connections. `hosts` are the names under which it may be asked, with their
    ports, as browsers write them; None where its routes know themselves who may ask. `say` is told of what went wrong
    here."""

    def __init__(
        self, find: Find, hosts: Iterable[str] | None, say: Callable[[str], object], most: int = MOST_CONNECTIONS
    ) -> None:
        self.find = find
        self.hosts = None if hosts is None else frozenset(host.lower() for host in hosts)
        self.say = say
        self._most = most
        self._there = 0
        self._silent: OrderedDict[object, trio.CancelScope] = OrderedDict()
        """The connections from which a request is awaited, the longest first."""

    async def serve(self, listeners: Sequence[trio.abc.Listener[trio.SocketStream]]) -> None:
        """Serve until this is cancelled."""
        await trio.serve_listeners(self._accepted, list(listeners))

    async def _accepted(self, stream: trio.SocketStream) -> None:
        with suppress(OSError):  # it is gone already
            # What the kernel keeps for those who do not read is memory as well.
            stream.setsockopt(SOL_SOCKET, SO_SNDBUF, SENT_AT_ONCE)
        await self.talk(stream)

    async def talk(self, stream: trio.abc.HalfCloseableStream) -> None:
        """Talk to whoever is at the other end, until either has had enough. Never raises for what the other end
        does."""
        self._there += 1
        try:
            crowded = self._there > self._most
            if crowded and self._silent:
                _, longest = self._silent.popitem(last=False)
                longest.cancel()
                crowded = False
            await _Talk(self, stream).run(crowded)
        except* (trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError):
            pass
        except* Exception as problem:  # whatever it is, the others are served all the same
            self.say(printable_lines("".join(traceback.format_exception(problem))))
        finally:
            self._there -= 1
            await trio.aclose_forcefully(stream)

    async def await_from(self, who: object, what: Callable[[], Awaitable[h11.Event]]) -> h11.Event | None:
        """Wait for `what` for as long as a request may take. Returns its result; None if there is none in time, or
        another connection needs the place."""
        with trio.move_on_after(HEAD_SECONDS) as waiting:
            self._silent[who] = waiting
            try:
                return await what()
            finally:
                self._silent.pop(who, None)
        return None


class _Talk:
    """One connection."""

    def __init__(self, server: Server, stream: trio.abc.HalfCloseableStream) -> None:
        self._server = server
        self._stream = stream
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=MOST_HEAD)
        self._method = ""

    async def run(self, crowded: bool) -> None:
        try:
            if crowded:
                raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, "too many connections; come back later")
            for _ in range(MOST_REQUESTS):
                if not await self._one() or self._http.our_state is not h11.DONE:
                    break
                if self._http.their_state is not h11.DONE:
                    break
                self._http.start_next_cycle()
        except Refused as refused:
            await self._refuse(refused)
        except h11.RemoteProtocolError as problem:
            await self._refuse(Refused(HTTPStatus(problem.error_status_hint), str(problem)))

    async def _one(self) -> bool:
        """A request and its answer; whether there was one."""
        head = await self._server.await_from(self, self._next)
        if not isinstance(head, h11.Request):
            return False
        self._method = head.method.decode()
        route, request = self._read(head)
        body = b""
        with trio.fail_after(HEAD_SECONDS):
            while isinstance(event := await self._next(), h11.Data):
                body += event.data
                if len(body) > (route.takes or 0):
                    raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the body may have {route.takes or 0} bytes")
        try:
            answer = await route.answer(Request(self._method, *request, body))
        except Refused:
            raise
        except Exception:
            self._server.say(printable_lines(traceback.format_exc()))
            raise Refused(HTTPStatus.INTERNAL_SERVER_ERROR, "this went wrong here, and is told there") from None
        await self._answer(answer, _one_of(head, b"if-none-match"))
        return True

    def _read(self, head: h11.Request) -> tuple[Route, tuple[str, dict[str, str], dict[str, str]]]:
        """Who answers, and what was asked, in order of `Request`. Raises Refused."""
        host = _one_of(head, b"host").lower()
        if self._server.hosts is not None and host not in self._server.hosts:
            # A page of somebody else whose name leads here reads nothing of ours.
            raise Refused(HTTPStatus.MISDIRECTED_REQUEST, "nothing of that name is here")
        path, _, query = head.target.partition(b"?")
        found = None
        if _PATH.match(path) and not {b".", b".."} & set(path.split(b"/")):
            found = self._server.find(path.decode())
        if found is None:
            raise Refused(HTTPStatus.NOT_FOUND, "there is no such page here")
        if self._method not in found.methods:
            allowed = ", ".join(found.methods)
            raise Refused(HTTPStatus.METHOD_NOT_ALLOWED, f"only {allowed} may be asked for here", ("Allow", allowed))
        if found.takes is not None and _one_of(head, b"origin", f"http://{host}").lower() != f"http://{host}":
            raise Refused(HTTPStatus.FORBIDDEN, "a page of another site may change nothing here")
        try:
            fields = dict(parse_qsl(query.decode("ascii"), max_num_fields=MOST_QUERY))
        except ValueError:
            raise Refused(HTTPStatus.BAD_REQUEST, "what stands behind ? cannot be read") from None
        headers = {name.decode("ascii"): value.decode("latin-1") for name, value in head.headers}
        return found, (path.decode(), fields, headers)

    async def _answer(self, answer: Answer, known: str) -> None:
        headers = [
            ("Content-Type", answer.type),
            ("Content-Security-Policy", answer.policy),
            ("Cache-Control", f"private, max-age={answer.fresh}" if answer.fresh else "no-cache"),
        ]
        if not isinstance(answer.body, bytes):
            await self._begin(answer.status, headers)
            if self._method != "HEAD":
                await self._flow(answer.body)
            await self._send(h11.EndOfMessage())
            return
        tag = f'"{blake2b(answer.body, digest_size=12).hexdigest()}"'
        if answer.status == HTTPStatus.OK:
            headers.append(("ETag", tag))
            if tag == known:
                await self._begin(HTTPStatus.NOT_MODIFIED, headers)
                await self._send(h11.EndOfMessage())
                return
        await self._begin(answer.status, [*headers, ("Content-Length", str(len(answer.body)))])
        if self._method != "HEAD":
            for at in range(0, len(answer.body), SENT_AT_ONCE):
                await self._send(h11.Data(answer.body[at : at + SENT_AT_ONCE]))
        await self._send(h11.EndOfMessage())

    async def _begin(self, status: HTTPStatus, headers: Iterable[tuple[str, str]]) -> None:
        all = [("Date", formatdate(usegmt=True)), *headers, *_ALWAYS]
        await self._send(h11.Response(status_code=status, headers=all, reason=status.phrase))

    async def _flow(self, parts: AsyncGenerator[bytes]) -> None:
        """Send until the answer ends, or whoever reads it goes; one that says more instead of reading is taken to have
        gone, too."""
        async with trio.open_nursery() as nursery, aclosing(parts):
            nursery.start_soon(self._wait_until_gone, nursery.cancel_scope)
            async for part in parts:
                await self._send(h11.Data(part))
            nursery.cancel_scope.cancel()

    async def _wait_until_gone(self, scope: trio.CancelScope) -> None:
        await self._stream.receive_some(1)
        scope.cancel()

    async def _refuse(self, refused: Refused) -> None:
        """The last thing that is said on a connection."""
        if self._http.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            return  # in the middle of an answer
        body = f"{refused.why}\n".encode()
        headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Security-Policy", NOTHING_ELSE),
            ("Cache-Control", "no-store"),
            ("Content-Length", str(len(body))),
            ("Connection", "close"),
            *refused.headers,
        ]
        await self._begin(refused.status, headers)
        if self._method != "HEAD":
            await self._send(h11.Data(body))
        await self._send(h11.EndOfMessage())
        # One who is still sending would lose what was said to it if the connection were closed under it.
        await self._stream.send_eof()
        with trio.move_on_after(1):
            for _ in range(16):
                if not await self._stream.receive_some(SENT_AT_ONCE):
                    return

    async def _next(self) -> h11.Event:
        while True:
            event = self._http.next_event()
            if event is h11.NEED_DATA:
                if self._http.they_are_waiting_for_100_continue:
                    await self._send(h11.InformationalResponse(status_code=100, headers=[], reason="Continue"))
                self._http.receive_data(bytes(await self._stream.receive_some(MOST_HEAD)))
            else:
                assert isinstance(event, h11.Event)  # h11 is paused only once a whole request was read
                return event

    async def _send(self, event: h11.Event) -> None:
        data = self._http.send(event)
        if data:
            with trio.fail_after(SEND_SECONDS):
                await self._stream.send_all(data)


def _one_of(head: h11.Request, name: bytes, default: str = "") -> str:
    """The header of that name. Raises Refused where there are several."""
    found = [value for key, value in head.headers if key == name]
    if len(found) > 1:
        raise Refused(HTTPStatus.BAD_REQUEST, f"{name.decode()} is there {len(found)} times")
    return found[0].decode("latin-1") if found else default
