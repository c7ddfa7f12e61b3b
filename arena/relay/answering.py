"""The author's side over HTTP: each POST is a line for the bot, and what the bot says to it is the answer.

A session, named by a header, has a process of the bot of its own. HTTP knows no end of a session but the contest's last
word, so one that was not heard of for long makes room for a new one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from hmac import compare_digest
from http import HTTPStatus

import trio

from arena.errors import Trouble
from arena.faces import Answer, Refused, Request, Route, Server
from arena.protocol import printable
from arena.relay.address import Address
from arena.relay.asking import SESSION
from arena.relay.own_bot import OwnBot, running
from arena.relay.words import message

MOST_LINE = 4 << 20
"""The most bytes of a line of the contest's."""
MOST_NAME = 64
"""The most characters of the name of a session."""
SILENT_SECONDS = 60.0
"""The seconds after which a session may have to make room for another one."""


class _Session:
    """A process of the bot, what it was told last, and what it answered."""

    def __init__(self) -> None:
        self.scope = trio.CancelScope()
        self.turn = trio.Lock()
        self.bot: OwnBot | None = None
        self.ready = trio.Event()
        self.why = ""
        """Why there is no bot."""
        self.line = self.answer = b""
        self.heard = trio.current_time()


class HttpLending:
    """Answers contests over HTTP at `here`; `most` is how many sessions there may be."""

    def __init__(
        self, here: Address, token: str | None, command: Sequence[str], say: Callable[[str], object], most: int
    ) -> None:
        self._path = here.path.partition("?")[0]
        self._token = token
        self._command = command
        self._say = say
        self._most = most
        self._sessions: OrderedDict[str, _Session] = OrderedDict()
        self._nursery: trio.Nursery
        # Whoever knows a token is no page of a stranger's in the author's browser.
        names = None if token is not None else [here.place, f"localhost:{here.port}"]
        self._server = Server(self._find, names, say)

    async def serve(self, listeners: Sequence[trio.SocketListener]) -> None:
        """Serve until this is cancelled; then no bot is left."""
        async with trio.open_nursery() as self._nursery:
            await self._server.serve(listeners)

    async def talk(self, stream: trio.abc.HalfCloseableStream) -> None:
        """Serve one connection; then no bot is left."""
        async with trio.open_nursery() as self._nursery:
            await self._server.talk(stream)
            self._nursery.cancel_scope.cancel()

    def _find(self, path: str) -> Route | None:
        return Route(self._answer, takes=MOST_LINE) if path == self._path else None

    async def _answer(self, request: Request) -> Answer:
        said = request.headers.get("authorization", "")
        if self._token is not None and not compare_digest(said.encode(), f"Bearer {self._token}".encode()):
            raise Refused(HTTPStatus.UNAUTHORIZED, "this needs `Authorization: Bearer` and the right token")
        name, line = request.headers.get(SESSION.lower(), ""), request.body.strip(b"\r\n") + b"\n"
        told = message(line)
        if told is None or line.count(b"\n") != 1:
            raise Refused(HTTPStatus.BAD_REQUEST, "the body is to be one line, a message of the protocol")
        if not 0 < len(name) <= MOST_NAME:
            raise Refused(HTTPStatus.BAD_REQUEST, f"the header {SESSION} is to name the bot's process")
        if told.type == "hello" and name not in self._sessions:
            self._begin(name)
        if (session := self._sessions.get(name)) is None:
            raise Refused(HTTPStatus.CONFLICT, "there is no bot of that session, or there is none any more")
        session.heard = trio.current_time()
        self._sessions.move_to_end(name)
        async with session.turn:
            if line != session.line:
                session.answer = await self._ask(session, line, told.id)
                session.line = line
        if told.type == "quit":
            self._sessions.pop(name, None)
            session.scope.cancel()
        return Answer(session.answer, "application/json")

    async def _ask(self, session: _Session, line: bytes, id: int | None) -> bytes:
        await session.ready.wait()
        try:
            if session.bot is None:
                raise Trouble(session.why)
            await session.bot.tell(line)
            return b"" if id is None else await session.bot.answer(id)
        except Trouble as problem:
            session.scope.cancel()
            raise Refused(HTTPStatus.BAD_GATEWAY, str(problem)) from None

    def _begin(self, name: str) -> None:
        if len(self._sessions) >= self._most:
            first, oldest = next(iter(self._sessions.items()))
            if oldest.heard > trio.current_time() - SILENT_SECONDS:
                raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, f"{self._most} bots play here already")
            del self._sessions[first]
            oldest.scope.cancel()
        session = self._sessions[name] = _Session()
        self._nursery.start_soon(self._run, name, session)

    async def _run(self, name: str, session: _Session) -> None:
        """The life of a session's bot."""
        shown = printable(name)
        try:
            with session.scope:
                async with running(self._command) as session.bot:
                    self._say(f"session {shown}: a contest begins to play")
                    session.ready.set()
                    await trio.sleep_forever()
        except Trouble as problem:
            session.why = str(problem)
        self._say(f"session {shown}: {session.why or 'over'}")
        session.ready.set()
        if self._sessions.get(name) is session:
            del self._sessions[name]
