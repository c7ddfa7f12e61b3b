"""The author's side over HTTP: what it answers, and to whom; streams in memory, and small real bots."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import memory_stream_pair

from arena.relay import Address, answering
from arena.relay.answering import HttpLending
from arena.relay.asking import SESSION

HERE = Address("http", "127.0.0.1", 9000, "/mine")
BOT = """
import json, sys
for number, line in enumerate(sys.stdin):
    message = json.loads(line)
    if message["type"] == "crash":
        raise SystemExit(3)
    if "id" in message:
        for stray in message.get("strays", []):
            print(stray)
        print(json.dumps({"id": message["id"], "choice": number}), flush=True)
"""
Ask = Callable[..., Awaitable[tuple[int, bytes]]]


@asynccontextmanager
async def place(token: str | None = None, most: int = 8, bot: str = BOT) -> AsyncGenerator[Ask]:
    """A bot that is lent over HTTP; gives what asks there, each time on a connection of its own, and says what came
    back: status and body."""
    said: list[str] = []
    lending = HttpLending(HERE, token, (sys.executable, "-uc", bot), said.append, most)

    async def ask(
        message: object, session: str = "one", path: str = "/mine", method: str = "POST", **headers: str
    ) -> tuple[int, bytes]:
        body = message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n"
        fields = {"Host": "127.0.0.1:9000", SESSION: session, "Content-Length": str(len(body)), **headers}
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(
            f"{key}: {value}\r\n" for key, value in fields.items() if value
        )
        ours, theirs = memory_stream_pair()
        nursery.start_soon(lending._server.talk, theirs)
        await ours.send_all(head.encode() + b"Connection: close\r\n\r\n" + body)
        await ours.send_eof()
        heard = b""
        async for part in ours:
            heard += part
        head_back, _, answer = heard.partition(b"\r\n\r\n")
        return int(head_back.split(b" ")[1]), answer

    async with trio.open_nursery() as nursery:
        lending._nursery = nursery
        yield ask
        nursery.cancel_scope.cancel()


HELLO = {"type": "hello", "id": 0}


async def test_each_session_has_a_bot_of_its_own() -> None:
    """Which goes on from request to request, over whatever connections."""
    async with place() as ask:
        assert await ask(HELLO) == (200, b'{"id": 0, "choice": 0}\n')
        assert await ask({"type": "turn", "id": 1}) == (200, b'{"id": 1, "choice": 1}\n')
        assert await ask(HELLO, "two") == (200, b'{"id": 0, "choice": 0}\n')
        assert await ask({"type": "end"}) == (200, b"")
        assert await ask({"type": "turn", "id": 2}) == (200, b'{"id": 2, "choice": 3}\n')
        assert await ask({"type": "quit"}) == (200, b"")
        assert (await ask({"type": "turn", "id": 3}))[0] == 409
        assert await ask({"type": "turn", "id": 1}, "two") == (200, b'{"id": 1, "choice": 1}\n')


async def test_a_line_that_comes_twice_is_one() -> None:
    """As when the connection broke under the answer."""
    async with place() as ask:
        await ask(HELLO)
        first = await ask({"type": "turn", "id": 1})
        assert await ask({"type": "turn", "id": 1}) == first
        assert await ask({"type": "turn", "id": 2}) == (200, b'{"id": 2, "choice": 2}\n')


async def test_stray_lines_go_along_and_a_line_that_is_none_ends_it() -> None:
    """The referee counts the former, and says what is wrong with the latter; nobody waits for more."""
    async with place() as ask:
        await ask(HELLO)
        late = '{"id": 0, "choice": 9}'
        assert await ask({"type": "turn", "id": 1, "strays": [late]}) == (
            200,
            late.encode() + b'\n{"id": 1, "choice": 1}\n',
        )
        assert await ask({"type": "turn", "id": 2, "strays": ["thinking"]}) == (200, b"thinking\n")
        assert await ask({"type": "turn", "id": 3}) == (200, b'{"id": 2, "choice": 2}\n{"id": 3, "choice": 3}\n')


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"Authorization": "Bearer right-and-long-enough"}, 200),
        ({"Authorization": "Bearer right-and-long-enough", "Host": "bots.example.org"}, 200),
        ({"Authorization": "Bearer wrong-and-long-enough"}, 401),
        ({"Authorization": "right-and-long-enough"}, 401),
        ({"Authorization": "Bearer ü"}, 401),
        ({}, 401),
    ],
)
async def test_with_a_token_nobody_else_plays(said: dict[str, str], expected: int) -> None:
    """And under any name, as behind a proxy."""
    async with place("right-and-long-enough") as ask:
        assert (await ask(HELLO, **said))[0] == expected


async def test_without_one_no_page_in_a_browser_can_ask() -> None:
    """Not under another name that leads here, and not from another site."""
    async with place() as ask:
        assert (await ask(HELLO, Host="evil.example:9000"))[0] == 421
        assert (await ask(HELLO, Origin="http://evil.example"))[0] == 403
        assert (await ask(HELLO, Host="localhost:9000"))[0] == 200


@pytest.mark.parametrize(
    ("message", "how", "expected"),
    [
        (b"", {}, 400),
        (b"no JSON\n", {}, 400),
        (b"[]\n", {}, 400),
        (b'{"type":"hello","id":0}\n{"type":"turn","id":1}\n', {}, 400),
        (HELLO, {"session": ""}, 400),
        (HELLO, {"session": "x" * 65}, 400),
        (HELLO, {"path": "/other"}, 404),
        (HELLO, {"method": "PUT"}, 405),
        ({"type": "turn", "id": 1}, {}, 409),
        (b"x" * (answering.MOST_LINE + 1), {}, 413),
    ],
)
async def test_what_is_no_message_starts_nothing(message: object, how: dict[str, str], expected: int) -> None:
    async with place() as ask:
        assert (await ask(message, **how))[0] == expected
        assert (await ask({"type": "turn", "id": 1}))[0] == 409


async def test_a_bot_that_breaks_down_says_how() -> None:
    """To the contest, whose relay puts it into the verdict; a new session begins afresh."""
    async with place() as ask:
        await ask(HELLO)
        assert await ask({"type": "crash", "id": 1}) == (502, b"the bot exited with code 3\n")
        await trio.testing.wait_all_tasks_blocked()
        assert (await ask({"type": "turn", "id": 2}))[0] == 409
        assert (await ask(HELLO, "two"))[0] == 200


async def test_a_bot_that_cannot_be_started_is_told() -> None:
    async with place(bot="import no_such_module") as ask:
        assert await ask(HELLO) == (502, b"the bot exited with code 1\n")


async def test_a_bot_that_writes_without_an_end_is_stopped() -> None:
    async with place(bot="while True: print('x' * 100_000, end='')") as ask:
        status, said = await ask(HELLO)
        assert status == 502
        assert b"and nothing of it answers the request" in said


async def test_sessions_have_an_end_and_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are silent for long, as of a contest that was killed; not those that play."""
    async with place(most=1) as ask:
        await ask(HELLO)
        assert (await ask(HELLO, "two"))[0] == 503
        monkeypatch.setattr(answering, "SILENT_SECONDS", -1.0)
        assert (await ask(HELLO, "two"))[0] == 200
        assert (await ask({"type": "turn", "id": 1}))[0] == 409
