"""What is told to many: kept once, read from anywhere, never waited for."""

from __future__ import annotations

from contextlib import aclosing

import pytest
import trio
from trio.testing import MockClock

from arena.faces import Feed
from arena.faces.sse import AT_ONCE, BEAT_SECONDS


async def heard(feed: Feed, last: str = "") -> list[tuple[str, str, str]]:
    """All that a reader gets until it ends: id, kind and data of each event."""
    text = ""
    async for piece in feed.read(last):
        text += piece.decode()
    blocks = [block.split("\n") for block in text.split("\n\n")]
    events = [dict(line.split(": ", 1) for line in block if line) for block in blocks]
    return [(event["id"], event["event"], event["data"]) for event in events if "id" in event]


def told(*data: str, keeps: int = 10_000) -> Feed:
    feed = Feed(keeps)
    for one in data:
        feed.tell("step", one.encode())
    feed.end()
    return feed


async def test_a_reader_hears_all_in_order() -> None:
    ids, kinds, data = zip(*await heard(told("1", "2", "3")), strict=True)
    assert (kinds, data) == (("step",) * 3, ("1", "2", "3"))
    assert len(set(ids)) == 3


async def test_one_who_comes_back_goes_on_from_there() -> None:
    feed = told("1", "2", "3")
    (first, *_), second, last = await heard(feed)
    assert await heard(feed, first) == [second, last]
    assert await heard(feed, last[0]) == []


@pytest.mark.parametrize(
    "last", ["", "x", "-", "abc-1", "{}-99", "{}--1", "{}-", "{}-1e3", "{}-" + "9" * 5000, "{}-\u0663"]
)
async def test_one_who_comes_back_with_anything_else_hears_all(last: str) -> None:
    """Also with what another feed has told, of this process or one before it."""
    feed = told("1", "2", "3")
    everything = await heard(feed)
    name = everything[0][0].split("-")[0]
    assert await heard(feed, last.format(name)) == everything
    assert await heard(told("1", "2", "3"), everything[-1][0]) != []


async def test_no_more_is_kept_than_was_said() -> None:
    feed = told(*map(str, range(1000)), keeps=500)
    data = [data for _, _, data in await heard(feed)]
    assert data == [*map(str, range(1000 - len(data), 1000))]
    assert 5 < len(data) < 20
    assert not feed.whole


async def test_one_longer_event_than_is_kept_is_told_all_the_same() -> None:
    assert [data for _, _, data in await heard(told("1", "2" * 900, keeps=500))] == ["2" * 900]


async def test_one_who_falls_behind_what_is_kept_is_cut_off() -> None:
    """And may come back to what is there then."""
    feed = Feed(2 * AT_ONCE)
    for _ in range(4):
        feed.tell("step", b"1" * (AT_ONCE // 2))
    reader = feed.read()
    await anext(reader)
    assert b"step" in await anext(reader)
    for _ in range(8):
        feed.tell("step", b"2" * (AT_ONCE // 2))
    with pytest.raises(StopAsyncIteration):
        await anext(reader)


async def test_readers_hear_at_once_what_is_told() -> None:
    feed = Feed(1000)
    got: list[str] = []

    async def read() -> None:
        async for piece in feed.read():
            got.append(piece.decode())

    async with trio.open_nursery() as nursery:
        for _ in range(100):
            nursery.start_soon(read)
        await trio.testing.wait_all_tasks_blocked()
        feed.tell("step", b"1")
        await trio.testing.wait_all_tasks_blocked()
        assert sum("data: 1" in piece for piece in got) == 100
        feed.end()


async def test_silence_is_told(autojump_clock: MockClock) -> None:
    feed = Feed(1000)
    async with aclosing(feed.read()) as reader:
        await anext(reader)
        assert await anext(reader) == b":\n\n"
    assert trio.current_time() == pytest.approx(BEAT_SECONDS)
