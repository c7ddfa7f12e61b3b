"""The author's side over a socket, with bots that are real, small, and told apart by what they say."""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
import trio

from arena.errors import Trouble, WrongInput
from arena.relay import Address, lend, lending
from arena.relay.lending import _Lending
from arena.relay.token import REFUSED, Greeting

TOKEN = "a-secret-of-the-two"
ECHO = (sys.executable, "-uc", "import sys\nfor line in sys.stdin: print('heard', line, end='')")
HERE = Address("tcp", "127.0.0.1", 0)
Connect = Callable[[], Awaitable[trio.SocketStream]]


@asynccontextmanager
async def lent(said: list[str], token: str | None = None, *command: str) -> AsyncGenerator[Connect]:
    """A bot that is lent at a port of this machine; gives what connects to it. All of it ends with this."""
    at = trio.Event()

    def say(text: str) -> None:
        said.append(text)
        at.set()

    async with AsyncExitStack() as undo, trio.open_nursery() as nursery:
        nursery.start_soon(_Lending(HERE, token, command or ECHO, say).serve)
        await at.wait()
        found = re.search(r"comes to tcp://127.0.0.1:(\d+), Ctrl-C ends it", said[0])
        assert found is not None
        port = int(found[1])

        async def connect() -> trio.SocketStream:
            return await undo.enter_async_context(await trio.open_tcp_stream("127.0.0.1", port))

        yield connect
        nursery.cancel_scope.cancel()


async def heard(stream: trio.SocketStream, most: int = 10_000) -> bytes:
    """All that comes until the other end closes."""
    whole = b""
    async for part in stream:
        whole += part
        if len(whole) >= most:
            break
    return whole


async def test_each_connection_has_a_bot_of_its_own() -> None:
    """Which ends with it."""
    said: list[str] = []
    async with lent(said) as connect:
        first, second = await connect(), await connect()
        await first.send_all(b"one\n")
        await second.send_all(b"two\n")
        assert await heard(first, 10) == b"heard one\n"
        await first.send_eof()
        assert await heard(first) == b""
        await second.send_all(b"three\n")
        await second.send_eof()
        assert await heard(second) == b"heard two\nheard three\n"
    assert sum("a contest begins to play" in text for text in said) == 2
    assert sum("the bot exited with code 0" in text for text in said) == 2


async def test_who_says_nothing_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One who looks which ports are open, and one who stays and is silent."""
    monkeypatch.setattr(lending, "GREETING_SECONDS", 0.05)
    said: list[str] = []
    async with lent(said) as connect:
        gone, stays = await connect(), await connect()
        await gone.aclose()
        assert await heard(stays) == b""
    assert not [text for text in said if "begins" in text]
    assert [text for text in said if "turned away: it said nothing" in text]


async def test_one_who_does_not_know_the_token_starts_nothing() -> None:
    said: list[str] = []
    async with lent(said, TOKEN) as connect:
        stranger, rude, knows = [await connect() for _ in range(3)]
        guess = Greeting("another-secret-of-two", "connects")
        await stranger.send_all(guess.feed(await stranger.receive_some(1000)))
        assert await heard(stranger) == REFUSED
        await rude.receive_some(1000)
        await rude.send_all(b'{"type":"hello","id":0}\n')
        assert await heard(rude) == REFUSED
        assert not [text for text in said if "begins" in text]
        greeting = Greeting(TOKEN, "connects")
        while not greeting.done:
            await knows.send_all(greeting.feed(await knows.receive_some(1000)))
        await knows.send_all(b"hello\n")
        assert await heard(knows, 12) == b"heard hello\n"


async def test_a_bot_that_breaks_down_is_told_on_both_ends() -> None:
    said: list[str] = []
    async with lent(said, None, sys.executable, "-c", "input(); raise SystemExit(3)") as connect:
        stream = await connect()
        await stream.send_all(b"hello\n")
        assert await heard(stream) == b""
        await trio.testing.wait_all_tasks_blocked()
    assert "the bot exited with code 3" in said[-1]


async def test_there_is_an_end_to_how_many_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lending, "MOST_BOTS", 1)
    said: list[str] = []
    async with lent(said) as connect:
        first, second = await connect(), await connect()
        await first.send_all(b"one\n")
        assert await heard(first, 10) == b"heard one\n"
        await second.send_all(b"two\n")
        assert await heard(second) == b""
    assert [text for text in said if "turned away: 1 play already" in text]


class Contest:
    """Waits for a bot's author, as a contest's relays do. `problem` is what his relay ends with."""

    def __init__(self, listener: trio.SocketListener, undo: AsyncExitStack) -> None:
        self.problem = ""
        self.ended = trio.Event()
        self._listener = listener
        self._undo = undo

    async def accept(self) -> trio.SocketStream:
        return await self._undo.enter_async_context(await self._listener.accept())

    async def seek(self, token: str | None) -> None:
        address = Address("tcp", "127.0.0.1", self._listener.socket.getsockname()[1])
        try:
            await _Lending(address, token, ECHO, lambda text: None).seek()
        except Trouble as problem:
            self.problem = str(problem)
            self.ended.set()


@asynccontextmanager
async def sought(token: str | None = None) -> AsyncGenerator[Contest]:
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener, AsyncExitStack() as undo, trio.open_nursery() as nursery:
        contest = Contest(listener, undo)
        nursery.start_soon(contest.seek, token)
        yield contest
        nursery.cancel_scope.cancel()


async def test_it_comes_until_it_is_needed_and_again_for_the_next_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A contest's process that has somebody already closes the connection without a word."""
    monkeypatch.setattr(lending, "AGAIN_SECONDS", 0.0)
    async with sought() as contest:
        await (await contest.accept()).aclose()
        first = await contest.accept()
        await first.send_all(b"one\n")
        second = await contest.accept()
        await second.send_all(b"two\n")
        assert await heard(second, 10) == b"heard two\n"
        assert await heard(first, 10) == b"heard one\n"


async def test_the_contest_must_know_the_token() -> None:
    """Else anybody at that address could have the bot started; and whoever has another one is told so."""
    async with sought(TOKEN) as contest:
        stream = await contest.accept()
        greeting = Greeting(TOKEN, "listens")
        await stream.send_all(greeting.begin())
        while not greeting.done:
            await stream.send_all(greeting.feed(await stream.receive_some(1000)))
        await stream.send_all(b"hello\n")
        assert await heard(stream, 12) == b"heard hello\n"
    for word, problem in ((REFUSED, "does not know this token"), (b'{"type":"hello"}\n', "greets as none")):
        async with sought(TOKEN) as contest:
            stream = await contest.accept()
            await stream.send_all(Greeting(TOKEN, "listens").begin() + word)
            await contest.ended.wait()
            assert problem in contest.problem


async def test_a_contest_that_asks_for_a_token_says_so() -> None:
    async with sought() as contest:
        await (await contest.accept()).send_all(Greeting(TOKEN, "listens").begin())
        await contest.ended.wait()
        assert contest.problem.endswith("asks for a token: --token FILE")


async def test_a_contest_that_does_not_wait_yet_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said once."""
    monkeypatch.setattr(lending, "AGAIN_SECONDS", 0.0)
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listener.socket.getsockname()[1]
    await listener.aclose()
    said: list[str] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_Lending(Address("tcp", "127.0.0.1", port), None, ECHO, said.append).seek)
        while len(said) < 2:
            await trio.sleep(0)
        (listener,) = await trio.open_tcp_listeners(port, host="127.0.0.1")
        await (await listener.accept()).aclose()
        await listener.aclose()
        nursery.cancel_scope.cancel()
    assert said[1].startswith(f"waiting: tcp://127.0.0.1:{port} refused the connection: nobody listens there")
    assert len(said) == 2


@pytest.mark.parametrize(
    ("address", "listen", "command", "why"),
    [
        ("tcp://0.0.0.0:0", True, "cat", "give a --token FILE"),
        ("https://127.0.0.1:0/", True, "cat", "a relay has no certificate"),
        ("http://127.0.0.1:0/", False, "cat", "over HTTP it is the contest that asks"),
        ("tcp://127.0.0.1:0", True, "no-such-program", "no-such-program is no program that can be started here"),
    ],
)
def test_what_cannot_be_done_is_told_at_once(address: str, listen: bool, command: str, why: str) -> None:
    with pytest.raises(WrongInput, match=why):
        lend(Address.read(address), listen, None, [command], lambda text: None)
