"""A person's table in a browser: the viewer of a game that is being played, whose legal moves can be chosen.

Frames go down as server-sent events, a choice comes up in one POST. Only this machine can ask, under an address that
nobody can guess: whoever knows it is the person. A page that is closed loses nothing, since it may be opened again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from http import HTTPStatus

import msgspec
import trio
from msgspec import Struct

from arena.faces.edition import organisers_edition, running_edition
from arena.faces.http import Answer, Refused, Request, Route, Server
from arena.faces.page import live_page, policy_of, watch_page
from arena.faces.sse import TYPE, Feed
from arena.games import Game
from arena.players import Left, Question
from arena.referee import Assignment, GameRecord
from arena.replays import Following, Frame

HOST = "127.0.0.1"
MOST_TOLD = 64 << 20
"""The most bytes of a game that are kept for a page that is opened anew."""
MOST_CHOICE = 1000
"""The most bytes of a choice."""
MOST_CONNECTIONS = 32
LAST_LOOK_SECONDS = 30.0
"""The seconds that a page has to fetch how the game ended, and as many again for one who reads it to load it once
more."""
_HTML = "text/html; charset=utf-8"
_encode = msgspec.json.Encoder().encode


class Chosen(Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends: the index of a legal move, at the decision with that number (decisions of the game count
    from 0)."""

    decision: int
    choice: int


_decoder = msgspec.json.Decoder(Chosen)


class BrowserTable:
    """Implements `Table`. `opened` is told the address once somebody can ask there; `say` is told what goes wrong
    there."""

    def __init__(
        self,
        game: Game,
        options: Struct,
        assignment: Assignment,
        seat: int,
        opened: Callable[[str], object],
        say: Callable[[str], object],
    ) -> None:
        self._game = game
        self._before = Following(
            seat,
            game,
            options,
            number=assignment.number,
            group=assignment.group,
            deal="",  # nothing is followed here, and whoever plays is not told
            names=assignment.seating,
        ).replay
        self._opened = opened
        self._say = say
        self.path = f"/{secrets.token_urlsafe(24)}/"
        """The path of the page; whoever knows it is taken for the person."""
        self._feed = Feed(MOST_TOLD)
        self._decided = 0
        self._legal: int | None = None
        """How many moves there are to choose from; None while nobody is asked."""
        self._send: trio.MemorySendChannel[int]
        self._receive: trio.MemoryReceiveChannel[int]
        self._send, self._receive = trio.open_memory_channel(1)
        self._left = trio.Event()
        self._record: GameRecord | None = None
        self._over = trio.Event()
        self._seen = trio.Event()
        self._feed.tell("begin", b"{}")

    # -- the game's side

    def told(self, frame: Frame) -> None:
        self._decided += len(frame.decisions)
        self._feed.tell("frame", _encode(frame))

    async def choose(self, question: Question) -> int:
        self._legal = len(question.legal)
        choice: int | None = None
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._wait_until_left, nursery.cancel_scope)
                choice = await self._receive.receive()
                nursery.cancel_scope.cancel()
        finally:
            self._legal = None
        if choice is None:
            raise Left
        return choice

    async def _wait_until_left(self, scope: trio.CancelScope) -> None:
        await self._left.wait()
        scope.cancel()

    def ended(self, record: GameRecord) -> None:
        self._record = record
        self._feed.tell("end", _encode({"status": record.status, "troubles": []}))
        self._feed.end()
        self._over.set()

    def leave(self) -> None:
        self._left.set()

    # -- the browser's side

    async def run(self) -> None:
        listeners = await trio.open_tcp_listeners(0, host=HOST)
        port = listeners[0].socket.getsockname()[1]
        hosts = [f"{HOST}:{port}", f"localhost:{port}"]
        server = Server(self.find, hosts, self._say, MOST_CONNECTIONS)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(server.serve, listeners)
            self._opened(f"http://{hosts[0]}{self.path}")
            await self._over.wait()
            if not self._left.is_set():
                await self._show_the_end()
            nursery.cancel_scope.cancel()

    async def _show_the_end(self) -> None:
        """Wait until a page has fetched the end, and has had the time to."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._wait_until_left, nursery.cancel_scope)
            with trio.move_on_after(LAST_LOOK_SECONDS):
                await self._seen.wait()
                await trio.sleep(1)
            nursery.cancel_scope.cancel()

    def find(self, path: str) -> Route | None:
        """The route under a path; None for anyone who does not know the address."""
        if not secrets.compare_digest(path[: len(self.path)], self.path):
            return None
        routes = {
            "": Route(self._page),
            "events": Route(self._events),
            "choose": Route(self._choose, takes=MOST_CHOICE),
        }
        return routes.get(path[len(self.path) :])

    async def _page(self, request: Request) -> Answer:
        if self._record is None:
            page = live_page(running_edition(self._before, self._game), "events", "choose").encode()
        else:
            page = watch_page(organisers_edition(self._record, self._game, None)).encode()
            self._seen.set()
        return Answer(page, _HTML, policy=policy_of(page))

    async def _events(self, request: Request) -> Answer:
        return Answer(self._feed.read(request.last_event), TYPE)

    async def _choose(self, request: Request) -> Answer:
        try:
            chosen = _decoder.decode(request.body)
        except msgspec.MsgspecError as problem:
            raise Refused(HTTPStatus.BAD_REQUEST, f"no choice: {problem}") from None
        if self._legal is None or chosen.decision != self._decided:
            raise Refused(HTTPStatus.CONFLICT, "this is not to be decided now")
        if not 0 <= chosen.choice < self._legal:
            raise Refused(
                HTTPStatus.BAD_REQUEST, f"there are {self._legal} legal moves, from 0, and no {chosen.choice}"
            )
        self._legal = None
        self._send.send_nowait(chosen.choice)
        return Answer(b"{}", "application/json")
