"""The server at a real port: what is answered there, and many who read a running game beside one who does not."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest
import trio

from arena.faces import http as http_module
from arena.faces.http import Answer, Request, Route, Server
from arena.faces.sse import TYPE, Feed
from tests.faces.served import ALL, Served

READERS = 100
EVENTS = 200


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served")) as served:
        yield served


def asked(served: Served, method: str, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of an answer."""
    talk = http.client.HTTPConnection(served.address.removeprefix("http://"))
    try:
        talk.request(method, path, headers=headers)
        answer = talk.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        talk.close()


def test_pages_are_got_and_their_heads(served: Served) -> None:
    """A head is that of the page, without it."""
    status, headers, page = asked(served, "GET", "/")
    assert (status, page[:15]) == (200, b"<!doctype html>")
    assert b"live.html" in page
    bare_status, bare, nothing = asked(served, "HEAD", "/")
    assert (bare_status, nothing) == (200, b"")
    assert {**bare, "Date": ""} == {**headers, "Date": ""}
    assert int(bare["Content-Length"]) == len(page)
    assert asked(served, "GET", "/", **{"If-None-Match": headers["ETag"]})[0] == 304


@pytest.mark.parametrize(
    ("method", "path", "host", "status"),
    [
        ("GET", "/", "evil.example", 421),
        ("GET", "/events", "localhost:1", 421),
        ("POST", "/", "", 405),
        ("GET", "/c.db", "", 404),
        ("GET", "/live/7", "", 404),
        ("GET", "/live/../c.db", "", 404),
    ],
)
def test_nobody_gets_anything_else(served: Served, method: str, path: str, host: str, status: int) -> None:
    """A page of another site whose name leads here least of all."""
    assert asked(served, method, path, **({"Host": host} if host else {}))[0] == status


def reader_of(served: Served, path: str) -> socket.socket:
    host, _, port = served.address.removeprefix("http://").partition(":")
    talk = socket.create_connection((host, int(port)), timeout=60)
    talk.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
    return talk


def events_in(talk: socket.socket) -> list[bytes]:
    """The kinds of all events that come until the end."""
    with talk, talk.makefile("rb") as file:
        return [line.removeprefix(b"event: ").strip() for line in file if line.startswith(b"event: ")]


def test_a_hundred_readers_hear_a_game_to_its_end(served: Served) -> None:
    """All the same, also those who come when it is under way."""
    served.begin(0)
    served.go_on(0, 5)
    news = reader_of(served, "/events")
    with news, news.makefile("rb") as told:
        while b"began" not in told.readline():
            pass
    early = [reader_of(served, "/live/0/events") for _ in range(READERS // 2)]
    served.go_on(0, 5)
    late = [reader_of(served, "/live/0/events") for _ in range(READERS // 2)]
    served.go_on(0, ALL)
    heard = {tuple(events_in(talk)) for talk in early + late}
    assert len(heard) == 1
    (kinds,) = heard
    assert (kinds[0], kinds[-1]) == (b"begin", b"end")
    assert len(kinds) > 20
    assert set(kinds[1:-1]) == {b"frame"}


async def test_one_who_does_not_read_is_cut_off_and_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever reads gets all of it meanwhile: much more than lies in the kernel's buffers for one who does not."""
    monkeypatch.setattr(http_module, "SEND_SECONDS", 2.0)
    feed, said = Feed(1 << 30), list[str]()
    event = b'"' + b"x" * (64 << 10) + b'"'

    async def follow(request: Request) -> Answer:
        return Answer(feed.read(), TYPE)

    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listeners[0].socket.getsockname()[1]
    server = Server(lambda path: Route(follow), [f"127.0.0.1:{port}"], said.append)
    got: list[int] = []

    async def reader() -> trio.SocketStream:
        stream = await trio.open_tcp_stream("127.0.0.1", port)
        await stream.send_all(f"GET /x HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        return stream

    async def read(stream: trio.SocketStream) -> None:
        size = 0
        async with stream:
            # One that is cut off may be told so by an end, or by a reset.
            with suppress(trio.BrokenResourceError):
                async for part in stream:
                    size += len(part)
        got.append(size)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(server.serve, listeners)
        slow = await reader()
        async with trio.open_nursery() as reading:
            for _ in range(10):
                reading.start_soon(read, await reader())
            for _ in range(EVENTS):
                feed.tell("frame", event)
            feed.end()
        # Those are done: each has had all of it. The other one was cut off, and gets what lay in the buffers.
        assert [size > EVENTS * len(event) for size in got] == [True] * 10
        while server._there:  # until it is cut off
            await trio.sleep(0.05)
        await read(slow)
        assert got[-1] < EVENTS * len(event)
        nursery.cancel_scope.cancel()
    assert said == []
