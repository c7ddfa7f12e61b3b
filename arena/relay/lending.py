"""The author's side: a bot that plays by pipes is lent to contests elsewhere, over a socket or over HTTP.

Each connection, or each session over HTTP, has a process of the bot, as each process of a contest's bot has one there.
It is started once a contest says its first word, so that whoever only knocks starts nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress

import trio
from msgspec.structs import replace

from arena.errors import Trouble, WrongInput
from arena.faces import until_signal
from arena.protocol import printable
from arena.relay.address import Address
from arena.relay.answering import HttpLending
from arena.relay.awaiting import needs_token
from arena.relay.joined import CONNECT_SECONDS, GREETING_SECONDS, PIECE, peer_of, prepare
from arena.relay.own_bot import OwnBot, check_startable, running
from arena.relay.token import CHALLENGE, MOST_LINE, REFUSED, Greeting, Side
from arena.relay.words import unreachable

AGAIN_SECONDS = 0.5
"""The seconds after which it is tried again to reach a contest that does not wait."""
MOST_BOTS = 64
"""The most processes of the bot at once."""
MOST_GUESTS = 128
"""The most who have connected and said nothing yet; one more takes the place of the one who came first."""

Say = Callable[[str], object]


class _NotTaken(Exception):
    """The other end closed the connection before it said a word, as a contest does that has somebody already."""


def lend(address: Address, listen: bool, token: str | None, command: Sequence[str], say: Say) -> None:
    """Lend the bot that a command starts to whoever comes to an address with `listen`, else to the contest that waits
    there, until a signal ends it. `say` is told what the author should know. Raises WrongInput for what cannot be done
    with that address, and Trouble if the contest does not know the token."""
    check_startable(command)
    if listen:
        needs_token(address, token)
    if address.scheme == "https" and listen:
        raise WrongInput(
            f"{address}: a relay has no certificate: let it listen at http://127.0.0.1, behind what has one"
        )
    if address.scheme != "tcp" and not listen:
        raise WrongInput(f"{address}: over HTTP it is the contest that asks: add --listen, or connect to tcp://")
    lending = _Lending(address, token, command, say)
    trio.run(until_signal, lending.serve if listen else lending.seek)


class _Lending:
    def __init__(self, address: Address, token: str | None, command: Sequence[str], say: Say) -> None:
        self._address = address
        self._token = token
        self._command = command
        self._say = say
        self._room = trio.Semaphore(MOST_BOTS)
        self._guests: OrderedDict[object, trio.CancelScope] = OrderedDict()
        """Those who have come and said nothing yet, the first one first."""

    # -- where contests come

    async def serve(self) -> None:
        address = self._address
        try:
            listeners = await trio.open_tcp_listeners(address.port, host=address.host)
        except OSError as problem:
            raise WrongInput(f"{address}: cannot be listened at: {problem.strerror or problem}") from None
        here = replace(address, port=listeners[0].socket.getsockname()[1])
        self._say(f"lending {printable(' '.join(self._command))} to whoever comes to {here}, Ctrl-C ends it")
        if address.scheme == "http":
            await HttpLending(here, self._token, self._command, self._say, MOST_BOTS).serve(listeners)
        else:
            await trio.serve_listeners(self._guest, listeners)

    async def _guest(self, stream: trio.SocketStream) -> None:
        if len(self._guests) >= MOST_GUESTS:
            _, first = self._guests.popitem(last=False)
            first.cancel()
        scope = self._guests[stream] = trio.CancelScope()
        with scope:
            async with stream:
                await self._let_in(stream)
        self._guests.pop(stream, None)

    async def _let_in(self, stream: trio.SocketStream) -> None:
        try:
            word = await self._first_word(stream, "listens")
            self._guests.pop(stream, None)
            self._room.acquire_nowait()
        except (Trouble, _NotTaken) as problem:
            self._say(f"{peer_of(stream.socket)}: turned away: {problem}")
            if self._token is not None:
                with suppress(trio.BrokenResourceError):
                    await stream.send_all(REFUSED)
        except trio.WouldBlock:
            self._say(f"{peer_of(stream.socket)}: turned away: {MOST_BOTS} play already")
        else:
            await self._play(stream, word)

    # -- to where contests wait

    async def seek(self) -> None:
        self._say(f"lending {printable(' '.join(self._command))} to the contest at {self._address}, Ctrl-C ends it")
        problem: Trouble | None = None
        async with trio.open_nursery() as nursery:
            while problem is None:
                problem = await self._seek_one(nursery)
        raise Trouble(f"{self._address} {problem}")

    async def _seek_one(self, nursery: trio.Nursery) -> Trouble | None:
        """Connect until a contest takes the bot, which then plays in the nursery; what keeps it from that for good."""
        await self._room.acquire()
        async with AsyncExitStack() as undo:
            undo.callback(self._room.release)
            stream = await undo.enter_async_context(await self._reach())
            try:
                word = await self._first_word(stream, "connects")
            except Trouble as problem:
                return problem
            except _NotTaken:
                await trio.sleep(AGAIN_SECONDS)
                return None
            undo.pop_all()
        nursery.start_soon(self._play, stream, word)
        return None

    async def _reach(self) -> trio.SocketStream:
        """A connection to the contest, once it waits for one."""
        told = False
        while True:
            try:
                with trio.fail_after(CONNECT_SECONDS):
                    return await trio.open_tcp_stream(self._address.host, self._address.port)
            except (OSError, trio.TooSlowError) as problem:
                if not told:
                    # Of each address of that name that was tried, why it failed.
                    tried = problem.__cause__
                    why = tried.exceptions[-1] if isinstance(tried, ExceptionGroup) else problem
                    error = why if isinstance(why, OSError) else TimeoutError()
                    self._say(f"waiting: {unreachable(self._address, error)}")
                told = True
                await trio.sleep(AGAIN_SECONDS)

    # -- both

    async def _first_word(self, stream: trio.SocketStream, side: Side) -> bytes:
        """Greet, if there is a token, and wait until the contest speaks. Raises Trouble, and _NotTaken."""
        prepare(stream.socket)
        try:
            with trio.fail_after(GREETING_SECONDS):
                word = b"" if self._token is None else await self._greet(stream, Greeting(self._token, side))
                word = word or await stream.receive_some(PIECE)
        except (trio.TooSlowError, trio.BrokenResourceError):
            word = b""
        if not word:
            raise _NotTaken("it said nothing")
        if word.startswith(CHALLENGE):
            raise Trouble("asks for a token: --token FILE")
        return word

    async def _greet(self, stream: trio.SocketStream, greeting: Greeting) -> bytes:
        await stream.send_all(greeting.begin())
        while not greeting.done:
            if not (heard := await stream.receive_some(MOST_LINE)):
                raise _NotTaken("it went away")
            await stream.send_all(greeting.feed(heard))
        return greeting.rest

    async def _play(self, stream: trio.SocketStream, word: bytes) -> None:
        """Hand on what either end says until one of them ends; frees the room for another bot."""
        peer = peer_of(stream.socket)
        self._say(f"{peer}: a contest begins to play")
        try:
            async with stream, running(self._command) as bot, trio.open_nursery() as nursery:
                nursery.start_soon(_tell_all, stream, bot, word)
                with suppress(trio.BrokenResourceError):
                    async for part in bot.stdout:
                        await stream.send_all(part)
                self._say(f"{peer}: {await bot.end()}")
                nursery.cancel_scope.cancel()
        except* Trouble as problems:
            self._say(f"{peer}: {problems.exceptions[0]}")
        finally:
            self._room.release()


async def _tell_all(stream: trio.SocketStream, bot: OwnBot, word: bytes) -> None:
    """All that the contest says, until it says no more; a bot that has gone is told of elsewhere."""
    with suppress(Trouble, trio.BrokenResourceError):
        await bot.tell(word)
        async for part in stream:
            await bot.tell(part)
    await bot.stdin.aclose()
