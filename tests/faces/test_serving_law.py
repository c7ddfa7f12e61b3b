"""The law of publishing, held against every byte that a server sends while a contest is played.

Game 0 is in the file, game 1 is played at the same deal from the other seats: what anybody sees of one tells of the
cards of the other.
"""

from __future__ import annotations

import base64
import gzip
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from math import inf
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trio
from msgspec.structs import replace
from trio.testing import MockClock, memory_stream_pair

from arena.contest import stored_schedule
from arena.faces import Server
from arena.faces.live import Live, Place
from arena.faces.serving import Contest, Routes, Shown, _read
from arena.faces.site.live_pages import Listed
from arena.games import EVERYTHING, PUBLIC, Game, find_game
from arena.games.toys import LanternsState
from arena.games.toys.lanterns import LanternsPublic
from arena.pairing import Pairing
from arena.protocol import encode_body
from arena.referee import Decided, FaultPolicy, Fixture, GameFiles, GameRecord, Listener, encode_record
from arena.referee.game_loop import play
from arena.replays import replay_for
from arena.store import Store, live_of
from tests.faces.games import GAMES, recorded
from tests.faces.test_edition import twins
from tests.faces.test_live import Slow
from tests.faces.test_serving import HTML, facts
from tests.planted import lanterns_of
from tests.referee.helpers import fixture

GAME = find_game("gunrunners")
_PACKED = re.compile(rb'<script type="text/plain"[^>]*>([A-Za-z0-9+/=]+)</script>')


def fixture_of(store: Store, number: int) -> Fixture:
    pairing = stored_schedule(store.facts(), store.stages()).pairing(number)
    return Fixture(
        number=number,
        group=pairing.group,
        game=GAME,
        options=GAME.options_type(),
        deal=pairing.deal,
        seating=pairing.seating,
        hashes=("", ""),
        bot_seeds=(0, 0),
    )


@pytest.fixture(autouse=True)
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a page is made in a thread every task waits, and the clock would jump to where games are forgotten."""

    async def here(make: Callable[..., Any], *given: Any, **how: Any) -> Any:
        await trio.lowlevel.checkpoint()
        return make(*given)

    monkeypatch.setattr(trio.to_thread, "run_sync", here)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.create(tmp_path / "c.db", facts()) as store:
        yield store


async def sent(server: Server, path: str, ends: bool = True) -> bytes:
    """All bytes that are sent for it, and what is packed in them, unpacked."""
    ours, theirs = memory_stream_pair()
    heard = b""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(server.talk, theirs)
        await ours.send_all(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        with trio.move_on_after(inf if ends else 1):
            async for part in ours:
                heard += part
        nursery.cancel_scope.cancel()
    assert heard.startswith(b"HTTP/1.1 200 "), (path, heard[:200])
    return heard + b"".join(gzip.decompress(base64.b64decode(packed)) for packed in _PACKED.findall(heard))


def secrets_of(record: GameRecord, game: Game) -> set[bytes]:
    """What only one who sees everything is told of a game: its deal, what each seat looked at, each legal move."""
    found = {record.deal.encode()}
    for frame in replay_for(EVERYTHING, record, game).frames:
        for look in frame.seats.values():
            found |= {encode_body(look.view), encode_body(look.memory)}
    return {secret for secret in found if len(secret) > 20}


async def test_nothing_that_is_sent_tells_of_what_is_still_to_be_played(
    store: Store, autojump_clock: MockClock
) -> None:
    """Pages, their data, downloads and both feeds; until the last game of the deal group is over."""
    first, second = fixture_of(store, 0), fixture_of(store, 1)
    assert first.deal == second.deal
    done = await play(first, [Slow(0.01), Slow(0.01)], FaultPolicy())
    store.add([encode_record(done)])
    listener, said = Listener(live_of(store.path)), list[str]()
    contest, shown = Contest(store), Shown(0.0)

    async def place_of(number: int):  # type: ignore[no-untyped-def]
        return contest.place_of(number)

    live = Live(listener, place_of, 0.0, said.append)
    server = Server(Routes(shown, live, trio.CapacityLimiter(1)).find, ["x"], said.append)
    records: list[GameRecord] = []

    async def plays() -> None:
        files = GameFiles(str(listener._path))
        records.append(await play(second, [Slow(1.0), Slow(1.0)], FaultPolicy(), files))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(live.run)
        nursery.start_soon(plays)
        await trio.sleep(6.5)
        pages = _read(store)
        shown.read(pages)
        paths = ["/", "/games/0.html", "/status.json", "/deals/0.html", "/games.html", "/bots/0.html", "/how.html"]
        paths += ["/cross.html", "/downloads/standings.json", "/downloads/standings.csv", "/live/1"]
        told = {path: await sent(server, path) for path in paths}
        told |= {path: await sent(server, path, ends=False) for path in ("/events", "/live/1/events")}
        while not records:
            await trio.sleep(1)
        await trio.sleep(2)
        nursery.cancel_scope.cancel()
    listener.close()
    assert said == []
    secrets = secrets_of(done, GAME) | secrets_of(records[0], GAME)
    assert len(secrets) > 20
    everything = b"".join(told.values())
    assert [secret for secret in secrets if secret in everything] == []
    # There is something in them: the very frames of the public, and no more.
    frames = replay_for(PUBLIC, records[0], GAME).frames
    assert encode_body(frames[3]) in told["/live/1/events"]
    assert encode_body(replay_for(PUBLIC, done, GAME).frames) in told["/games/0.html"]
    # Once the last game of the deal group is over it is all told: the test would have seen it.
    store.add([encode_record(records[0])])
    shown = Shown(0.0)
    shown.read(_read(store))
    server = Server(Routes(shown, None, trio.CapacityLimiter(1)).find, ["x"], said.append)
    whole = await sent(server, "/games/0.html")
    assert secrets_of(done, GAME) & {secret for secret in secrets if secret in whole}


async def test_a_game_that_was_stored_later_has_no_page(store: Store) -> None:
    """With a delay an earlier reading is shown: nothing that came after it leaves with it."""
    before = _read(store)
    record = await play(fixture_of(store, 0), [Slow(0.001), Slow(0.001)], FaultPolicy())
    store.add([encode_record(record)])
    assert before.page("games/0.html") is None
    assert _read(store).page("games/0.html") is not None


# ---- twin worlds


class OneGame:
    """Implements `Pages` where there is nothing to show but running games."""

    def page(self, path: str) -> bytes | None:
        return None

    def front(self, playing: int) -> bytes:
        return HTML + b"%d" % playing

    def live(self, games: Sequence[Listed], after: str) -> bytes:
        return HTML + encode_body(list(games)) + after.encode()


async def all_sent(folder: Path, record: GameRecord, game: Game) -> bytes:
    """All bytes that leave the server of a game that has come as far as the record says."""
    options = msgspec.json.decode(record.options, type=game.options_type)
    pairing = Pairing(record.number, record.group, record.deal, record.seating)

    async def place_of(number: int) -> Place:
        return Place(game, options, pairing)

    told = Decided(number=record.number, first=0, decisions=record.decisions, ms=record.measured.ms)
    news = iter([told])
    listener, files, said = Listener(folder), GameFiles(str(folder)), list[str]()
    live, shown = Live(listener, place_of, 0.0, said.append), Shown(0.0)
    shown.read(OneGame())
    server = Server(Routes(shown, live, trio.CapacityLimiter(1)).find, ["x"], said.append)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(live.run)
        files.began(replace(fixture(game, record.seats), number=record.number), lambda: next(news, None))
        files.waits()
        await trio.sleep(1)
        paths = [f"/live/{record.number}", f"/live/{record.number}/events", "/events", "/live.html", "/"]
        everything = [await sent(server, path, ends=path.count("events") == 0) for path in paths]
        nursery.cancel_scope.cancel()
    files.close()
    listener.close()
    assert said == []
    assert everything[1].count(b"event: frame") > 0
    return re.sub(rb"Date: [^\r]*", b"", b"\n".join(everything))


def sent_of(folder: Path, record: GameRecord, game: Game) -> bytes:
    return trio.run(all_sent, folder, record, game, clock=MockClock(autojump_threshold=0))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_sent_of_twin_worlds_are_equal_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    """Two running games that the public cannot tell apart: pages, lists and feeds are the same, to the byte."""
    monkeypatch.setattr(secrets, "token_hex", lambda size: "0" * 2 * size)  # a feed's name, which is chosen by lot
    record = recorded(game, 2)
    for number, (_, *worlds) in enumerate(twins(game, record)):
        one, other = [sent_of(tmp_path / f"{number}{i}", *world) for i, world in enumerate(worlds)]
        assert one == other


def test_a_leak_makes_what_is_sent_of_twin_worlds_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of rules that show the public what is in a hand."""
    monkeypatch.setattr(secrets, "token_hex", lambda size: "0" * 2 * size)

    class Leaking(LanternsState):
        def public(self) -> LanternsPublic:
            return replace(super().public(), box=hash(tuple(map(tuple, self.hands))))

    leaking = lanterns_of(Leaking)
    for number, (_, *worlds) in enumerate(twins(leaking, recorded(leaking, 2))):
        one, other = [sent_of(tmp_path / f"{number}{i}", *world) for i, world in enumerate(worlds)]
        if one != other:
            return
    raise AssertionError("nothing that is sent shows the leak")
