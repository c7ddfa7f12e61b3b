"""A contest's site over HTTP: the pages that `arena pages` writes, and its games while they are played.

A process of its own, which opens the contest's file for reading alone. What it shows is what it has read of the file at
one moment; with a delay that moment is so long ago on every page, as it is in the feed.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Protocol

import msgspec
import trio
from msgspec import Raw, Struct

from arena.contest import stored_schedule
from arena.errors import ArenaError, Trouble, WrongInput
from arena.faces.ended_by_signals import until_signal
from arena.faces.http import Answer, Refused, Request, Route, Server
from arena.faces.live import KEPT_SECONDS, Live, Place, Running
from arena.faces.page import live_page, policy_of
from arena.faces.printing import unprinted
from arena.faces.site.live_pages import Listed
from arena.faces.site.reading import read
from arena.faces.site.site import Site
from arena.faces.sse import TYPE
from arena.games import find_game
from arena.pairing import Schedule
from arena.referee import Listener
from arena.sandbox import SandboxName
from arena.store import Facts, Store, is_run, live_of

LOOK_SECONDS = 0.5
"""The seconds between two looks whether the file has changed."""
READ_SECONDS = 5.0
"""The least seconds between two readings of the file; it is ten times as long as a reading takes if that is more, so
that it costs little beside a run."""
MOST_KEPT = 64 << 20
"""The most bytes of pages that are kept ready."""
MOST_READINGS = 60
"""The most readings that wait until they may be shown."""

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
}
_encode = msgspec.json.Encoder().encode


class Pages(Protocol):
    """The pages of a contest as its file was at one moment."""

    def page(self, path: str) -> bytes | None:
        """The page of that path; None if there is none. Raises StoreError."""

    def front(self, playing: int) -> bytes:
        """The front page, while so many games can be followed. Raises StoreError."""

    def live(self, games: Sequence[Listed], after: str) -> bytes:
        """The list of the games that can be followed, as it is after that event of the feed of all."""


Read = Callable[[Store], Pages]
"""Reads the file, and raises StoreError."""


class _Played(Struct):
    game: str
    options: Raw
    sandbox: SandboxName


class Contest:
    """What is played in a contest, as far as its file says by now."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.look()

    def look(self) -> None:
        """Look into the file once more. Raises StoreError, and UnknownGame or GameCannotLoad if its game is not
        installed."""
        self.facts: Facts = self._store.facts()
        self._stages = self._store.stages()
        self._schedule: Schedule = stored_schedule(self.facts, self._stages)
        played = self.facts.of_contest(_Played)
        self.sandbox = played.sandbox
        self.game = find_game(played.game)
        self._options = msgspec.json.decode(played.options, type=self.game.options_type)

    def place_of(self, number: int) -> Place | None:
        """What is played in a game; None if there is none of that number."""
        if number >= len(self._schedule):
            with suppress(Trouble, WrongInput):  # there cannot be so many
                self._schedule = stored_schedule(self.facts, self._stages, number + 1)
        if number >= len(self._schedule):
            return None
        return Place(self.game, self._options, self._schedule.pairing(number))


class Shown:
    """The pages that may be shown by now: those of the last reading that is older than the delay."""

    def __init__(self, delay: float) -> None:
        self._delay = delay
        self._waiting = deque[tuple[float, Pages]]()
        self._now: Pages | None = None
        self._made: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    def read(self, pages: Pages, age: float = 0.0) -> None:
        """Take in a reading: the file is so now, and has been for `age` seconds."""
        self._waiting.append((trio.current_time() + self._delay - age, pages))
        if len(self._waiting) > MOST_READINGS:
            del self._waiting[-2]  # those that are shown first stay

    @property
    def pages(self) -> Pages | None:
        """The pages; None before anything may be shown."""
        while self._waiting and self._waiting[0][0] <= trio.current_time():
            self._now = self._waiting.popleft()[1]
            self._made.clear()
            self._size = 0
        return self._now

    def made(self, path: str) -> bytes | None:
        """A page that was made before; None if it was not."""
        found = self._made.get(path)
        if found is not None:
            self._made.move_to_end(path)
        return found

    def keep(self, of: Pages, path: str, page: bytes) -> None:
        """Keep a page that was made, unless it is of a reading that is no longer shown."""
        if of is not self._now or path in self._made:
            return
        self._made[path] = page
        self._size += len(page)
        while self._size > MOST_KEPT:
            self._size -= len(self._made.popitem(last=False)[1])


class Routes:
    """Says which address gets which answer. `live` is None if nobody can hear of running games."""

    def __init__(self, shown: Shown, live: Live | None, alone: trio.CapacityLimiter) -> None:
        self._shown = shown
        self._live = live
        self._alone = alone

    def find(self, path: str) -> Route | None:
        """The route of a path."""
        if path in ("/", "/index.html"):
            return Route(self._front)
        if path == "/live.html":
            return Route(self._list)
        if path == "/events" and self._live is not None:
            return Route(self._events)
        if path.startswith("/live/"):
            return self._find_live(path.removeprefix("/live/"))
        kind = path.rpartition(".")[2]
        return Route(self._page) if kind in _TYPES else None

    def _find_live(self, rest: str) -> Route | None:
        digits, _, what = rest.partition("/")
        if self._live is None or not digits.isdecimal() or len(digits) > 15:
            return None
        number = int(digits)
        if what == "":
            return Route(lambda request: self._watch(number))
        running = self._live.games.get(number)
        if running is None or what != "events":
            return None
        return Route(lambda request: self._follow(running, request))

    def _playing(self) -> list[Listed]:
        return [] if self._live is None else [running.listed() for running in self._live.playing()]

    async def _front(self, request: Request) -> Answer:
        playing = len(self._playing())  # of which there are as many most of the time, so it is kept for each
        return await self._made(f"index.html {playing}", "html", lambda pages: pages.front(playing))

    async def _page(self, request: Request) -> Answer:
        path = request.path[1:]
        return await self._made(path, path.rpartition(".")[2], lambda pages: pages.page(path))

    async def _list(self, request: Request) -> Answer:
        pages = self._pages()
        after = "" if self._live is None else self._live.news.last
        page = pages.live(self._playing(), after)
        return Answer(page, _TYPES["html"], policy=policy_of(page))

    def _pages(self) -> Pages:
        pages = self._shown.pages
        if pages is None:
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, "there is nothing yet that may be shown; come back later")
        return pages

    async def _made(self, name: str, kind: str, make: Callable[[Pages], bytes | None]) -> Answer:
        """What was made under that name, else what is made now."""
        pages = self._pages()
        page = self._shown.made(name)
        if page is None:
            page = await trio.to_thread.run_sync(make, pages, limiter=self._alone)
            if page is None:
                raise Refused(HTTPStatus.NOT_FOUND, "there is no such page here")
            self._shown.keep(pages, name, page)
        if kind == "html":
            return Answer(page, _TYPES[kind], policy=policy_of(page))
        return Answer(page, _TYPES[kind])

    async def _events(self, request: Request) -> Answer:
        assert self._live is not None
        return Answer(self._live.news.read(request.last_event or request.query.get("after", "")), TYPE)

    async def _watch(self, number: int) -> Answer:
        """A game while it is played, and then where it is to be found: of one that is just over, as soon as it is."""
        assert self._live is not None
        path = f"games/{number}.html"
        with trio.move_on_after(KEPT_SECONDS):
            while (running := self._live.games.get(number)) is None or running.over:
                if await self._is_there(path):
                    raise Refused(HTTPStatus.SEE_OTHER, "it is over, and its page is there", ("Location", f"/{path}"))
                if running is None:
                    raise Refused(HTTPStatus.NOT_FOUND, "this game is not being played, nor is it over")
                await trio.sleep(LOOK_SECONDS)
        if running is None:
            raise Refused(HTTPStatus.NOT_FOUND, "this game is over, and cannot be shown")
        page = live_page(running.edition(), f"{number}/events").encode()
        return Answer(page, _TYPES["html"], policy=policy_of(page))

    async def _is_there(self, path: str) -> bool:
        try:
            await self._made(path, "html", lambda pages: pages.page(path))
        except Refused:
            return False
        return True

    async def _follow(self, running: Running, request: Request) -> Answer:
        return Answer(running.feed.read(request.last_event), TYPE)


class Serving:
    """Serves the contest of a file until it is cancelled. `hosts` are the names under which it may be asked. If the
    address is `public`, no bot of the contest may run outside of bwrap, since it could read there what others see."""

    def __init__(
        self,
        path: Path,
        read: Read,
        hosts: Sequence[str],
        delay: float,
        public: bool,
        say: Callable[[str], object],
    ) -> None:
        self._path = path
        self._read = read
        self._hosts = hosts
        self._delay = delay
        self._public = public
        self._say = say

    async def run(self, store: Store, listeners: Sequence[trio.abc.Listener[trio.SocketStream]]) -> None:
        """Serve the contest. Raises StoreError, WrongInput if it may not be served, and Trouble if that becomes so
        later."""
        alone = trio.CapacityLimiter(1)  # a reading, or a page: what they are made of is made once
        contest = await trio.to_thread.run_sync(Contest, store, limiter=alone)
        self.check(contest)
        shown = Shown(self._delay)
        listener = self._listener()
        try:
            live = None
            if listener is not None:

                async def place_of(number: int) -> Place | None:
                    found = contest.place_of(number)
                    if found is None:
                        await trio.to_thread.run_sync(contest.look, limiter=alone)
                        found = contest.place_of(number)
                    return found

                live = Live(listener, place_of, self._delay, self._say)
            routes = Routes(shown, live, alone)
            async with trio.open_nursery() as nursery:
                if live is not None:
                    nursery.start_soon(live.run)
                nursery.start_soon(Server(routes.find, self._hosts, self._say).serve, listeners)
                why = await self._keep_reading(store, contest, shown, alone)
                nursery.cancel_scope.cancel()
        finally:
            if listener is not None:
                listener.close()
        raise why

    def check(self, contest: Contest) -> None:
        """Raises WrongInput if the contest may not be served."""
        if self._exposed(contest):
            raise WrongInput(
                f"{self._path}: its bots are being run with sandbox {contest.sandbox}, so they can reach the network "
                "and could read what is told of running games; serve it on this machine alone, without "
                "--public-address, or play it in bwrap"
            )

    def _exposed(self, contest: Contest) -> bool:
        return self._public and contest.sandbox != "bwrap" and is_run(self._path)

    def _listener(self) -> Listener | None:
        try:
            return Listener(live_of(self._path.absolute()))
        except OSError as problem:
            self._say(f"games cannot be followed while they are played: {problem}")
            return None

    async def _keep_reading(
        self, store: Store, contest: Contest, shown: Shown, alone: trio.CapacityLimiter
    ) -> ArenaError:
        """As long as it can and may be served; returns why it no longer is."""
        age = _age(self._path)
        try:
            while True:
                began = trio.current_time()
                pages = await trio.to_thread.run_sync(self._read, store, limiter=alone)
                shown.read(pages, min(age, _age(self._path)))
                took, age = trio.current_time() - began, 0.0
                await trio.sleep(max(READ_SECONDS, 10 * took))
                while not await trio.to_thread.run_sync(store.changed, limiter=alone):
                    await trio.sleep(LOOK_SECONDS)
                    if self._exposed(contest):
                        run = "a run of it has begun outside of bwrap: its bots could read the site"
                        return Trouble(f"{self._path}: {run}")
        except ArenaError as problem:
            return problem


def _age(path: Path) -> float:
    """The seconds for which nobody has written to the file, nor into its log."""
    newest = 0.0
    for name in (path, path.with_name(path.name + "-wal")):
        with suppress(OSError):
            newest = max(newest, name.stat().st_mtime)
    return max(0.0, time.time() - newest)


def serve_site(
    store: Store,
    port: int,
    delay: float,
    address: str | None,
    names: Sequence[str],
    say: Callable[[str], object],
) -> None:
    """Serve a contest until it is interrupted, and say where: on this machine alone, or at another `address`. Raises
    StoreError, WrongInput if it cannot or may not be served, and Trouble if that becomes so later."""
    with unprinted():
        trio.run(_serve, store, port, delay, address, names, say)


async def _serve(
    store: Store,
    port: int,
    delay: float,
    address: str | None,
    names: Sequence[str],
    say: Callable[[str], object],
) -> None:
    host = address or "127.0.0.1"
    try:
        listeners = await trio.open_tcp_listeners(port, host=host)
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise WrongInput(f"{host}, port {port}: cannot be listened at: {why}; choose another --port") from problem
    port = listeners[0].socket.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    own = [f"{name}:{port}" for name in (shown, *(() if address else ("localhost",)))]
    if port == 80:
        own += [name.removesuffix(":80") for name in own]  # which browsers leave out
    serving = Serving(store.path, _read, [*own, *names], delay, address is not None, say)
    say(f"serving {store.path} at http://{own[0]}/, Ctrl-C ends it")
    try:
        await until_signal(partial(serving.run, store, listeners))
    finally:
        with trio.CancelScope(shield=True):
            for listener in listeners:
                await trio.aclose_forcefully(listener)


def _read(store: Store) -> Pages:
    return Site(read(store), served=True)
