"""The small web server: what it answers, and to whom it answers nothing. Streams in memory, and trio's own clock where
time is in it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from http import HTTPStatus

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from arena.faces import Answer, Request, Route, Server
from arena.faces.http import HEAD_SECONDS, MOST_HEAD, MOST_REQUESTS, SEND_SECONDS

HOST = "127.0.0.1:8000"
GET = f"GET / HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
Talk = Callable[[bytes], Awaitable[bytes]]


class Place:
    """A server, and what it has said."""

    def __init__(self, most: int = 400) -> None:
        self.said: list[str] = []
        self.asked: list[Request] = []
        self.server = Server(self.find, [HOST, "localhost:8000"], self.said.append, most)

    def find(self, path: str) -> Route | None:
        routes = {"/": self.page, "/broken": self.broken, "/feed": self.feed, "/endless": self.endless}
        if path == "/do":
            return Route(self.page, takes=20)
        return Route(routes[path]) if path in routes else None

    async def page(self, request: Request) -> Answer:
        self.asked.append(request)
        return Answer(b"<p>here", "text/html; charset=utf-8")

    async def broken(self, request: Request) -> Answer:
        raise ValueError("a \x1b secret")

    async def feed(self, request: Request) -> Answer:
        return Answer(self.three(request.last_event), "text/event-stream")

    async def three(self, last: str) -> AsyncGenerator[bytes]:
        for number in range(3):
            yield f"{last}{number}\n".encode()

    async def endless(self, request: Request) -> Answer:
        return Answer(self.more(), "text/event-stream")

    async def more(self) -> AsyncGenerator[bytes]:
        while True:
            yield b"x" * 10_000
            await trio.lowlevel.checkpoint()

    async def say(self, said: bytes, ends: bool = True) -> bytes:
        """All that is answered to one who says this, and then nothing more."""
        async with trio.open_nursery() as nursery:
            ours, theirs = memory_stream_pair()
            nursery.start_soon(self.server.talk, theirs)
            nursery.start_soon(ours.send_all, said)
            heard = b""
            if ends:
                await trio.testing.wait_all_tasks_blocked()
                await ours.send_eof()
            async for part in ours:
                heard += part
            nursery.cancel_scope.cancel()
        return heard


@pytest.fixture
def place() -> Place:
    return Place()


def status(heard: bytes | bytearray) -> int:
    version, code, _ = heard.split(b" ", 2)
    assert version == b"HTTP/1.1"
    return int(code)


async def test_a_page_is_sent_with_what_keeps_it_in_its_place(place: Place) -> None:
    """Whatever is answered, nothing in it may run but what its policy names, and no other site may read it."""
    for asked in (GET, GET.replace(b"/ H", b"/nowhere H"), GET.replace(b"127.0.0.1", b"evil"), b"nonsense\r\n\r\n"):
        heard = await place.say(asked)
        head = heard.partition(b"\r\n\r\n")[0].lower()
        for expected in (
            b"content-security-policy: default-src 'none'",
            b"x-content-type-options: nosniff",
            b"cross-origin-resource-policy: same-origin",
            b"referrer-policy: no-referrer",
        ):
            assert expected in head, asked
    assert (await place.say(GET)).endswith(b"\r\n\r\n<p>here")


async def test_head_is_the_same_without_the_body(place: Place) -> None:
    """RFC 9110, 9.3.2: the same headers."""
    got, head = await place.say(GET), await place.say(GET.replace(b"GET", b"HEAD"))
    assert got == head + b"<p>here"


async def test_a_feed_has_no_end_for_head(place: Place) -> None:
    head = await place.say(GET.replace(b"GET / ", b"HEAD /endless "))
    assert status(head) == 200
    assert head.endswith(b"\r\n\r\n")


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1:8000", 200),
        ("LOCALHOST:8000", 200),
        ("evil.example:8000", 421),
        ("127.0.0.1", 421),
        ("127.0.0.1:8000.evil.example", 421),
        ("", 421),
        ("127.0.0.1:8000\r\nHost: evil", 400),
    ],
)
async def test_it_answers_to_its_own_names_alone(place: Place, host: str, expected: int) -> None:
    """A name that somebody leads to 127.0.0.1 is his, and so is every page that was loaded from there."""
    assert status(await place.say(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())) == expected


async def test_who_names_no_host_gets_nothing(place: Place) -> None:
    assert status(await place.say(b"GET / HTTP/1.1\r\n\r\n")) == 400
    assert status(await place.say(b"GET / HTTP/1.0\r\n\r\n")) == 421


@pytest.mark.parametrize(
    "path",
    [
        "/../etc/passwd",
        "/..",
        "/./",
        "/a/../",
        "/%2e%2e/",
        "/%2f",
        "/%00",
        "//",
        "/nowhere",
        "http://127.0.0.1:8000/",
        "*",
        "/\\..",
        "/caf\u00e9",
    ],
)
async def test_there_is_nothing_but_the_routes(place: Place, path: str) -> None:
    assert status(await place.say(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())) in (400, 404)
    assert not place.asked


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "QUERY"])
async def test_what_is_to_be_read_is_read_alone(place: Place, method: str) -> None:
    heard = await place.say(GET.replace(b"GET", method.encode()))
    assert status(heard) == 405
    assert b"\r\nAllow: GET, HEAD\r\n" in heard


async def test_what_is_to_be_written_takes_little_and_from_its_own_pages_alone(place: Place) -> None:
    """A page of another site can send a form anywhere; its browser says whose it is."""

    def post(body: bytes, *headers: str) -> bytes:
        lines = ["POST /do HTTP/1.1", f"Host: {HOST}", f"Content-Length: {len(body)}", *headers]
        return "\r\n".join([*lines, "", ""]).encode() + body

    assert status(await place.say(post(b"x" * 20))) == 200
    assert place.asked[-1].body == b"x" * 20
    assert status(await place.say(post(b"x", f"Origin: http://{HOST}"))) == 200
    for origin in ("http://evil", "null", f"https://{HOST}", ""):
        assert status(await place.say(post(b"x", f"Origin: {origin}"))) == 403
    assert status(await place.say(post(b"x" * 21))) == 413
    assert status(await place.say(GET.replace(b"GET / ", b"GET /do "))) == 405
    assert len(place.asked) == 2


async def test_a_body_has_a_bound_however_it_is_sent(place: Place) -> None:
    """Nobody waits for the end of one that is too long."""
    head = f"POST /do HTTP/1.1\r\nHost: {HOST}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    assert status(await place.say(head + b"15\r\n" + b"x" * 21 + b"\r\n", ends=False)) == 413
    announced = GET.replace(b"\r\n\r\n", b"\r\nContent-Length: 1000000000\r\n\r\nx")
    assert status(await place.say(announced, ends=False)) == 413


async def test_one_who_waits_to_be_asked_for_its_body_is_asked(place: Place) -> None:
    head = f"POST /do HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n".encode()
    ours, theirs = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(place.server.talk, theirs)
        await ours.send_all(head)
        assert (await ours.receive_some()).startswith(b"HTTP/1.1 100 ")
        await ours.send_all(b"x")
        assert (await ours.receive_some()).startswith(b"HTTP/1.1 200 ")
        await ours.aclose()


async def test_a_head_has_a_bound(place: Place) -> None:
    """Whether it is one long line, many lines, or one that does not end."""
    for endless in (
        b"GET /" + b"a" * MOST_HEAD,
        GET[:-2] + b"a: b\r\n" * MOST_HEAD,
        GET[:-2] + b"a: " + b"b" * MOST_HEAD,
    ):
        assert status(await place.say(endless, ends=False)) == 431


async def test_a_query_has_a_bound(place: Place) -> None:
    assert status(await place.say(GET.replace(b"/ ", b"/?a=1&b=%20x&a=2 "))) == 200
    assert place.asked[-1].query == {"a": "2", "b": " x"}
    assert status(await place.say(GET.replace(b"/ ", b"/?" + b"&".join([b"a=1"] * 17) + b" "))) == 400


async def test_several_requests_are_answered_in_order(place: Place) -> None:
    """Also those that are sent before the first is answered."""
    heard = await place.say(GET + GET.replace(b"/ ", b"/nowhere ") + GET)
    assert heard.count(b"HTTP/1.1 200") == 1
    assert heard.count(b"HTTP/1.1 404") == 1  # after which nothing more is heard
    assert (await place.say(GET * 5)).count(b"HTTP/1.1 200") == 5
    assert (await place.say(GET * (MOST_REQUESTS + 5))).count(b"HTTP/1.1 200") == MOST_REQUESTS


async def test_one_who_has_said_all_is_answered(place: Place) -> None:
    """Its half of the connection is closed when the answer is made."""
    ours, theirs = memory_stream_pair()
    await ours.send_all(GET)
    await ours.send_eof()
    await place.server.talk(theirs)
    assert status(await ours.receive_some()) == 200


async def test_a_page_that_is_known_is_not_sent_again(place: Place) -> None:
    heard = await place.say(GET)
    tag = heard.partition(b"ETag: ")[2].partition(b"\r\n")[0]
    again = await place.say(GET[:-2] + b"If-None-Match: " + tag + b"\r\n\r\n")
    assert status(again) == 304
    assert again.endswith(b"\r\n\r\n")


async def test_what_breaks_is_told_here_and_not_there(place: Place) -> None:
    heard = await place.say(GET.replace(b"/ ", b"/broken "))
    assert status(heard) == 500
    assert b"secret" not in heard
    assert "ValueError: a \\x1b secret" in place.said[0]
    assert status(await place.say(GET)) == 200


async def test_a_feed_ends_with_what_it_tells(place: Place, autojump_clock: MockClock) -> None:
    heard = await place.say(GET[:-2].replace(b"/ ", b"/feed ") + b"Last-Event-ID: 7-\r\n\r\n", ends=False)
    assert status(heard) == 200
    assert b"".join(heard.partition(b"\r\n\r\n")[2].split(b"\r\n")[1::2]) == b"7-0\n7-1\n7-2\n"


class Reader(trio.abc.HalfCloseableStream):
    """A connection on which one asks once, and takes in so many bytes of the answer, and no more."""

    def __init__(self, asks: bytes, takes: int) -> None:
        self.asks = asks
        self.takes = takes
        self.closed = False

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        asks, self.asks = self.asks, b""
        if not asks:
            await trio.sleep_forever()
        return asks

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self.takes -= len(data)
        if self.takes < 0:
            await trio.sleep_forever()

    async def wait_send_all_might_not_block(self) -> None:
        raise NotImplementedError

    async def send_eof(self) -> None:
        await trio.lowlevel.checkpoint()

    async def aclose(self) -> None:
        self.closed = True
        await trio.lowlevel.checkpoint()


async def test_one_who_does_not_read_is_cut_off(place: Place, autojump_clock: MockClock) -> None:
    reader = Reader(GET.replace(b"/ ", b"/endless "), 1_000_000)
    await place.server.talk(reader)
    assert reader.closed
    assert trio.current_time() == pytest.approx(SEND_SECONDS)
    assert not place.said


async def test_one_who_says_nothing_is_let_go(place: Place, autojump_clock: MockClock) -> None:
    reader = Reader(b"GET / HT", 0)
    await place.server.talk(reader)
    assert reader.closed
    assert trio.current_time() == pytest.approx(HEAD_SECONDS)


async def test_one_who_drips_its_request_is_let_go(place: Place, autojump_clock: MockClock) -> None:
    """The time is that of the whole request, however often a byte of it comes."""
    ours, theirs = memory_stream_pair()

    async def drip() -> None:
        for byte in GET:
            await trio.sleep(0.9)
            await ours.send_all(bytes([byte]))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(drip)
        await place.server.talk(theirs)
        assert trio.current_time() == pytest.approx(HEAD_SECONDS)
        nursery.cancel_scope.cancel()


async def test_a_reader_who_goes_is_seen_to_have_gone(place: Place) -> None:
    """Even if nothing is ever told any more: its place is free again."""
    gone = trio.Event()

    async def silent() -> AsyncGenerator[bytes]:
        try:
            yield b"first"
            await trio.sleep_forever()
        finally:
            gone.set()

    async def quiet(request: Request) -> Answer:
        return Answer(silent(), "text/event-stream")

    place.server.find = lambda path: Route(quiet)
    ours, theirs = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(place.server.talk, theirs)
        await ours.send_all(GET)
        while b"first" not in await ours.receive_some():
            pass
        await ours.aclose()
        await gone.wait()


async def test_where_it_is_crowded_the_silent_make_room() -> None:
    """Connections that say nothing keep nobody away; those that are being answered do."""
    place = Place(most=3)
    async with trio.open_nursery() as nursery:
        silent = []
        for _ in range(3):
            ours, theirs = memory_stream_pair()
            nursery.start_soon(place.server.talk, theirs)
            await trio.testing.wait_all_tasks_blocked()
            silent.append(ours)
        assert status(await place.say(GET)) == 200
        assert not await silent[0].receive_some()
        for _ in range(3):
            nursery.start_soon(place.server.talk, Reader(GET.replace(b"/ ", b"/endless "), 0))
        await trio.testing.wait_all_tasks_blocked()
        assert status(await place.say(GET)) == HTTPStatus.SERVICE_UNAVAILABLE
        nursery.cancel_scope.cancel()
