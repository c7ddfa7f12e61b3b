"""Running games told to anybody: what the public sees, no sooner than was asked for, whoever dies."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import trio
from msgspec.structs import replace
from trio.testing import MockClock

from arena.faces.live import KEPT_SECONDS, LEAST_DELAY, LOOK_SECONDS, Live, Place
from arena.faces.sse import Feed
from arena.games import PUBLIC, Game
from arena.games.toys import BIDS, LANTERNS
from arena.pairing import Pairing
from arena.players import Answer, FunctionPlayer, Question, choose_at_random
from arena.protocol import encode_body
from arena.referee import Decided, FaultPolicy, Fixture, GameFiles, GameRecord, Listener
from arena.referee.game_loop import play
from arena.replays import replay_for
from tests.referee.helpers import ToldPlayer, fixture
from tests.referee.test_live import begin


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "c.live"


@pytest.fixture
def listener(folder: Path) -> Iterator[Listener]:
    listener = Listener(folder)
    yield listener
    listener.close()


@pytest.fixture
def files(folder: Path, listener: Listener) -> GameFiles:
    return GameFiles(str(folder))


def place_of(played: Fixture) -> Callable[[int], Awaitable[Place | None]]:
    async def place(number: int) -> Place | None:
        if number != played.number:
            return None
        return Place(played.game, played.options, Pairing(played.number, played.group, played.deal, played.seating))

    return place


def events(feed: Feed) -> list[tuple[str, Any]]:
    """What was told so far: kinds and data."""
    told = [event.decode().split("\n") for event in feed._told]
    return [(kind.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for _, kind, data, *_ in told]


class Slow(FunctionPlayer):
    """Takes so many seconds for each decision."""

    def __init__(self, seconds: float) -> None:
        super().__init__(choose_at_random)
        self.seconds = seconds

    async def decide(self, question: Question) -> Answer:
        await trio.sleep(self.seconds)
        return await super().decide(question)


async def played(
    listener: Listener, files: GameFiles, game: Game, seconds: float, delay: float = 0.0
) -> tuple[GameRecord, Live, list[tuple[float, int]]]:
    """A game of which each decision takes so long, and what was told of it: when the feed had how many frames."""
    one = fixture(game, 2)
    said: list[str] = []
    live = Live(listener, place_of(one), delay, said.append)
    seen: list[tuple[float, int]] = []

    async def look() -> None:
        while True:
            running = live.games.get(one.number)
            if running is not None:
                seen.append((trio.current_time(), sum(kind == "frame" for kind, _ in events(running.feed))))
            await trio.sleep(LOOK_SECONDS)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(live.run)
        nursery.start_soon(look)
        record = await play(one, [Slow(seconds), Slow(seconds)], FaultPolicy(), files)
        await trio.sleep(max(delay, LEAST_DELAY) + 1)
        nursery.cancel_scope.cancel()
    assert said == []
    return record, live, seen


@pytest.mark.parametrize("game", [BIDS, LANTERNS], ids=lambda game: game.name)
async def test_a_running_game_is_told_as_the_public_sees_it(
    listener: Listener, files: GameFiles, autojump_clock: MockClock, game: Game
) -> None:
    """The very frames of the public's replay, and no field more."""
    record, live, _ = await played(listener, files, game, 2.0)
    begin, *frames, end = events(live.games[4].feed)
    assert begin == ("begin", {"number": 4})
    assert end == ("end", {"status": "finished", "troubles": []})
    public = replay_for(PUBLIC, record, game)
    assert [frame for _, frame in frames] == json.loads(encode_body(public.frames))
    edition = live.games[4].edition()
    assert edition.first.deal is None
    assert edition.first.frames == ()


async def test_what_is_told_comes_while_the_game_is_played(
    listener: Listener, files: GameFiles, autojump_clock: MockClock
) -> None:
    record, live, seen = await played(listener, files, BIDS, 2.0)
    assert {count for _, count in seen} >= set(range(1, 1 + len(record.decisions) // 2))
    kinds = [kind for kind, _ in events(live.news)]
    assert kinds == ["began", *["moved"] * (len(seen and replay_for(PUBLIC, record, BIDS).frames) - 1), "ended"]


@pytest.mark.parametrize("delay", [0.0, 7.0, 60.0])
async def test_nothing_is_told_sooner_than_the_delay(
    listener: Listener, files: GameFiles, autojump_clock: MockClock, delay: float
) -> None:
    """Wherever it leaves: there is nothing of it in the feed, nor among the games, before that."""
    record, _, seen = await played(listener, files, BIDS, 2.0, delay)
    # The set-up comes at 0, and each step 2 s after the one before: both seats decide at once.
    for at, frames in seen:
        assert at >= delay
        assert frames <= 1 + (at - delay) // 2.0
    assert seen[-1][1] == 1 + len(record.decisions) // 2


async def test_a_game_that_is_over_at_once_is_not_played_again(
    listener: Listener, files: GameFiles, autojump_clock: MockClock
) -> None:
    """Nobody could follow it, and to play it again costs what it has cost."""
    _, live, seen = await played(listener, files, BIDS, 0.001)
    assert (live.games, seen, events(live.news)) == ({}, [], [])


async def test_a_void_game_begins_anew(listener: Listener, files: GameFiles, autojump_clock: MockClock) -> None:
    """Its readers are told to begin anew as well: another feed, of which they have heard nothing."""
    one = fixture(BIDS, 2)
    live = Live(listener, place_of(one), 0.0, print)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(live.run)
        begin(files, one)
        await trio.sleep(1)
        first = live.games[4]
        begin(files, one)
        await trio.sleep(1)
        second = live.games[4]
        assert second is not first
        assert events(first.feed)[-1][0] == "end"
        assert [part async for part in first.feed.read()] != []  # and it ends
        last = first.feed._told[-1].decode().split("\n")[0].removeprefix("id: ")
        assert second.feed._after(last) == 0
        nursery.cancel_scope.cancel()


async def test_a_game_whose_worker_died_is_over(
    folder: Path, listener: Listener, files: GameFiles, autojump_clock: MockClock
) -> None:
    one = fixture(BIDS, 2)
    live = Live(listener, place_of(one), 0.0, print)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(live.run)
        begin(files, one)
        await trio.sleep(1)
        assert [running.pairing.number for running in live.playing()] == [4]
        files.close()  # as the kernel would
        await trio.sleep(1)
        assert live.playing() == []
        assert 4 in live.games  # for those who come back for its end
        await trio.sleep(KEPT_SECONDS)
        assert live.games == {}
        nursery.cancel_scope.cancel()


async def test_who_comes_when_a_game_is_under_way_hears_all_of_it(
    folder: Path, listener: Listener, files: GameFiles, autojump_clock: MockClock
) -> None:
    """Also one who was killed and is back: the file is there as long as the game is played."""
    one = fixture(BIDS, 2)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, one, [Slow(2.0), Slow(2.0)], FaultPolicy(), files)
        await trio.sleep(3)
        again = Listener(folder)
        live = Live(again, place_of(one), 0.0, print)
        nursery.start_soon(live.run)
        await trio.sleep(0.8)
        assert [kind for kind, _ in events(live.games[4].feed)] == ["begin", "frame", "frame"]
        again.close()
        nursery.cancel_scope.cancel()


async def test_games_that_are_none_of_the_contests_are_not_told(
    listener: Listener, files: GameFiles, autojump_clock: MockClock
) -> None:
    live = Live(listener, place_of(fixture(BIDS, 2)), 0.0, print)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(live.run)
        begin(files, replace(fixture(BIDS, 2), number=5))
        await trio.sleep(1)
        assert live.games == {}
        nursery.cancel_scope.cancel()


async def test_a_game_that_cannot_be_followed_ends_alone(
    listener: Listener, files: GameFiles, autojump_clock: MockClock
) -> None:
    """Whatever stands in its file; what is said of it says nothing of what was told."""
    one, said = fixture(BIDS, 2), list[str]()
    live = Live(listener, place_of(replace(one, deal="another")), 0.0, said.append)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(live.run)
        begin(files, one)
        files._write(Decided(number=4, first=0))
        files._write(Decided(number=4, first=0, decisions=((0, 99), (1, 0)), ms=(1.0, 1.0)))
        await trio.sleep(1)
        assert events(live.games[4].feed)[-1][0] == "end"
        nursery.cancel_scope.cancel()
    assert len(said) == 1
    assert "game 4 cannot be followed further" in said[0]


# ---- the law


async def told_of(one: Fixture, listener: Listener, files: GameFiles, moves: list[int]) -> bytes:
    """All that leaves while a game is played by these choices, times apart."""
    live = Live(listener, place_of(one), 0.0, print)

    class Chooses(ToldPlayer):
        async def decide(self, question: Question) -> Answer:
            await trio.sleep(1)
            return Answer(min(moves[0], len(question.legal) - 1), 1.0)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(live.run)
        await play(one, [Chooses() for _ in one.seating], FaultPolicy(), files)
        await trio.sleep(2)
        nursery.cancel_scope.cancel()
    running = live.games[one.number]
    said = b"".join([*running.feed._told, *live.news._told, encode_body(running.edition())])
    return said.replace(running.feed._name.encode(), b"").replace(live.news._name.encode(), b"")


async def test_nothing_that_leaves_tells_the_deal(
    listener: Listener, files: GameFiles, autojump_clock: MockClock
) -> None:
    """The seed gives all luck of the deal group, and which move was chosen may be secret."""
    one = fixture(BIDS, 2, deal="the secret deal")
    said = await told_of(one, listener, files, [0])
    assert b"secret" not in said
    assert b'"choice":null' in said
    assert b'"choice":0' not in said
