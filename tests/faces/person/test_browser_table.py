"""A person's table over HTTP, asked as a page would and as somebody else might: no browser and no socket."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, cast

import pytest
import trio
from trio.testing import memory_stream_pair, wait_all_tasks_blocked

from arena.faces import BrowserTable, Server
from arena.faces.person.sitting import Listening
from arena.games.toys import LANTERNS
from arena.players import FunctionPlayer, PersonPlayer, Player, PlayerFactory, choose_at_random
from arena.referee import Assignment, FaultPolicy, GameMaker, GameRecord, verify
from tests.faces.games import unpacked

HOST = "127.0.0.1:8000"
OPTIONS = LANTERNS.options_type()
GAME = Assignment(number=3, group=3, deal="SECRETDEAL", seating=("bot", "person"), bot_seeds=(1, 2))


class Game:
    """A game at a table, and what is said there."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.table = BrowserTable(LANTERNS, OPTIONS, GAME, 1, self.opened.append, self.opened.append)
        self.records: list[GameRecord] = []
        self._server = Server(self.table.find, [HOST], self.opened.append)

    async def ask(self, method: str, rest: str, body: str = "", **headers: str) -> tuple[int, str, str]:
        """Status, head and body of the answer to one request under the address of the table."""
        head = {"Host": HOST, "Content-Length": str(len(body)), "Connection": "close", **headers}
        lines = [f"{method} {self.table.path if rest[:1] != '/' else ''}{rest} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in head.items()]
        heard = b""
        async with trio.open_nursery() as nursery:
            ours, theirs = memory_stream_pair()
            nursery.start_soon(self._server.talk, theirs)
            await ours.send_all(("\r\n".join([*lines, "", body])).encode())
            await wait_all_tasks_blocked()
            await ours.send_eof()
            async for part in ours:
                heard += part
            nursery.cancel_scope.cancel()
        said, _, rest = heard.decode().partition("\r\n\r\n")
        return int(said.split()[1]), said, rest

    async def choose(self, decision: Any, choice: Any, **headers: str) -> tuple[int, str]:
        status, _, body = await self.ask(
            "POST", "choose", json.dumps({"decision": decision, "choice": choice}), **headers
        )
        await wait_all_tasks_blocked()
        return status, body

    async def frames(self) -> list[Any]:
        """All that the feed has told so far, by its events: begin, frame, end."""
        _, _, body = await self.ask("GET", "events")
        return [line.removeprefix("data: ") for line in body.splitlines() if line.startswith("data: ")]


@asynccontextmanager
async def playing() -> AsyncIterator[Game]:
    """A game that has come to the person's first decision, the second of the game."""
    game = Game()
    factories: dict[str, PlayerFactory] = {
        "bot": partial(FunctionPlayer, choose_at_random),
        "person": cast("Callable[[], Player]", partial(PersonPlayer, game.table)),
    }
    maker = GameMaker(
        LANTERNS, OPTIONS, FaultPolicy(), factories, {"bot": "", "person": ""}, "none", cast(Any, None), 1
    )

    async def play() -> None:
        record = await maker.play(GAME, Listening(game.table, LANTERNS, 1))
        game.table.ended(record)
        game.records.append(record)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play)
        await wait_all_tasks_blocked()
        yield game
        nursery.cancel_scope.cancel()


async def test_a_person_plays_by_what_the_page_sends() -> None:
    """Each choice once; and at the end the page has all of the game, as whoever sat there may see it now."""
    async with playing() as game:
        for decision in (1, 3, 5):
            assert not game.records
            assert await game.choose(decision, 0) == (200, "{}")
        (record,) = game.records
        verify(record, LANTERNS)
        assert [choice for seat, choice in record.decisions if seat == 1] == [0, 0, 0]
        assert not record.faults
        status, _, page = await game.ask("GET", "")
        assert status == 200
        assert set(unpacked(page)) == {"everything", "public", "0", "1"}


async def test_the_page_and_its_feed_hold_what_the_seat_may_know() -> None:
    """Nothing of the deal, nor of another's hand; frames are those of the seat's own replay."""
    async with playing() as game:
        status, head, page = await game.ask("GET", "")
        assert status == 200
        assert "connect-src 'self'" in head
        assert 'data-feed="events" data-choose="choose"' in page
        (whose,) = unpacked(page)
        begin, *frames = [json.loads(one) for one in await game.frames()]
        assert (whose, begin, len(frames)) == ("1", {}, 2)
        assert all(set(frame["seats"]) == {"1"} and frame["public"] is None for frame in frames)
        assert "SECRETDEAL" not in page + json.dumps([unpacked(page), frames])
        assert frames[-1]["acting"] == [1]
        assert len(frames[-1]["seats"]["1"]["words"]) == len(frames[-1]["seats"]["1"]["legal"])


@pytest.mark.parametrize(
    ("decision", "choice", "status"),
    [
        (0, 0, 409),
        (2, 0, 409),
        (1, -1, 400),
        (1, 99, 400),
        (1, "0", 400),
        (1, None, 400),
        ("1", 0, 400),
        (1, 1e99, 400),
    ],
)
async def test_what_is_no_choice_changes_nothing(decision: Any, choice: Any, status: int) -> None:
    """It is said what was wrong, and the person may choose again."""
    async with playing() as game:
        refused, why = await game.choose(decision, choice)
        assert refused == status
        assert why.strip()
        assert len(await game.frames()) == 3
        assert (await game.choose(1, 0))[0] == 200
        assert len(await game.frames()) == 5


async def test_a_choice_counts_once() -> None:
    """A second click, or a page that is open twice, comes too late."""
    async with playing() as game:
        assert (await game.choose(1, 0))[0] == 200
        assert (await game.choose(1, 1))[0] == 409


async def test_only_who_knows_the_address_sits_there() -> None:
    """Neither another path, nor another name, nor a page of another site, nor more than a choice."""
    async with playing() as game:
        for rest in ("/", "/choose", "/events", f"/{'x' * (len(game.table.path) - 2)}/", f"{game.table.path}other"):
            assert (await game.ask("GET", rest))[0] == 404
        assert (await game.ask("GET", "", Host="evil.example"))[0] == 421
        assert (await game.choose(1, 0, Origin="http://evil.example"))[0] == 403
        assert (await game.ask("GET", "choose"))[0] == 405
        assert (await game.ask("POST", ""))[0] == 405
        assert (await game.ask("POST", "choose", "x" * 2000))[0] == 413
        assert (await game.ask("POST", "choose", "[]"))[0] == 400
        assert len(await game.frames()) == 3


async def test_a_page_that_is_closed_may_be_opened_again_and_who_leaves_has_resigned() -> None:
    async with playing() as game:
        assert len(await game.frames()) == len(await game.frames()) == 3
        game.table.leave()
        await wait_all_tasks_blocked()
        (record,) = game.records
        assert (record.forfeited, record.measured.texts) == ((1,), ("decision 1, seat 1: left the table",))


async def test_it_listens_on_this_machine_alone_and_goes_when_the_end_was_seen(autojump_clock: object) -> None:
    """Or when nobody comes to see it."""
    async with playing() as game:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(game.table.run)
            while not game.opened:
                await trio.sleep(0.01)
            (address,) = game.opened
            assert address.startswith("http://127.0.0.1:")
            assert address.endswith(game.table.path)
            assert len(game.table.path) > 30
            game.table.leave()
        assert game.records
