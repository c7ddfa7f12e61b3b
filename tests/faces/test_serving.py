"""The site of a contest over HTTP: its pages as of the moment that may be shown, and whom it is not served to."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from arena.errors import Trouble, WrongInput
from arena.faces import serving as serving_module
from arena.faces.http import Answer, Refused, Request
from arena.faces.serving import MOST_KEPT, MOST_READINGS, Contest, Pages, Routes, Serving, Shown
from arena.faces.site.live_pages import Listed
from arena.games import find_game
from arena.store import Store, live_of
from tests.facts import made_facts

HTML = b'<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;"><p>'


class Numbered:
    """Pages of a reading; counts how often each is made."""

    def __init__(self, number: int, size: int = 0) -> None:
        self.number = number
        self.size = size
        self.made: list[str] = []

    def page(self, path: str) -> bytes | None:
        self.made.append(path)
        if path.startswith("no"):
            return None
        return (HTML if path.endswith("html") else b"") + b"%s of %d" % (path.encode(), self.number) + bytes(self.size)

    def front(self, playing: int) -> bytes:
        self.made.append(f"front {playing}")
        return HTML + b"%d played" % playing

    def live(self, games: Sequence[Listed], after: str) -> bytes:
        return HTML + repr((games, after)).encode()


def facts(sandbox: str = "none", bots: tuple[str, ...] = ("a", "b")) -> Any:
    contest = {
        "game": "gunrunners",
        "options": {},
        "format": "round-robin",
        "seats": 2,
        "seatings": "rotations",
        "line_ups": None,
        "seeded": [],
        "rounds": None,
        "deals": None,
        "sprt": None,
        "settled": None,
        "sandbox": sandbox,
    }
    return made_facts({"contest": contest, "bots": list(bots), "seed": "s"})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.create(tmp_path / "c.db", facts()) as store:
        yield store


# ---- which reading is shown


async def test_what_is_shown_is_as_old_as_the_delay(autojump_clock: MockClock) -> None:
    shown, (first, second) = Shown(10.0), (Numbered(1), Numbered(2))
    shown.read(first)
    assert shown.pages is None
    await trio.sleep(9)
    shown.read(second)
    assert shown.pages is None
    await trio.sleep(1)
    assert shown.pages is first
    await trio.sleep(8)
    assert shown.pages is first
    await trio.sleep(1)
    assert shown.pages is second


async def test_without_a_delay_the_last_reading_is_shown(autojump_clock: MockClock) -> None:
    shown = Shown(0.0)
    for number in range(3):
        pages = Numbered(number)
        shown.read(pages)
        assert shown.pages is pages


async def test_what_nobody_has_written_to_for_long_is_shown_at_once(autojump_clock: MockClock) -> None:
    shown = Shown(10.0)
    shown.read(Numbered(1), age=9.0)
    assert shown.pages is None
    await trio.sleep(1)
    assert shown.pages is not None


async def test_few_readings_wait(autojump_clock: MockClock) -> None:
    """Of too many the last but one goes: what is shown gets older in steps, and never younger."""
    shown = Shown(1000.0)
    for number in range(3 * MOST_READINGS):
        shown.read(Numbered(number))
        await trio.sleep(1)
    assert len(shown._waiting) == MOST_READINGS
    await trio.sleep(1000 - 3 * MOST_READINGS)
    pages = shown.pages
    assert isinstance(pages, Numbered)
    assert pages.number == 0
    await trio.sleep(3 * MOST_READINGS)
    pages = shown.pages
    assert isinstance(pages, Numbered)
    assert pages.number == 3 * MOST_READINGS - 1


async def test_pages_that_were_made_are_kept_up_to_a_bound(autojump_clock: MockClock) -> None:
    """And no longer than their reading is shown."""
    shown, pages = Shown(0.0), Numbered(1)
    shown.read(pages)
    assert shown.pages is pages
    for number in range(10):
        shown.keep(pages, f"{number}.html", bytes(MOST_KEPT // 4))
    assert sum(len(page) for page in shown._made.values()) <= MOST_KEPT
    assert shown.made("9.html") is not None
    assert shown.made("0.html") is None
    shown.read(Numbered(2))
    assert shown.pages is not pages
    assert shown.made("9.html") is None
    shown.keep(pages, "late.html", b"made of the one before")
    assert shown.made("late.html") is None


# ---- what is answered


async def asked(pages: Pages | None, path: str) -> Answer:
    shown = Shown(0.0)
    if pages is not None:
        shown.read(pages)
    route = Routes(shown, None, trio.CapacityLimiter(1)).find(path)
    if route is None:
        raise Refused(HTTPStatus.NOT_FOUND, "")
    return await route.answer(Request("GET", path, {}))


async def test_a_page_is_made_when_it_is_asked_for_and_once() -> None:
    pages, shown = Numbered(1), Shown(0.0)
    shown.read(pages)
    routes = Routes(shown, None, trio.CapacityLimiter(1))
    for _ in range(3):
        for path in ("/", "/games/17.html"):
            route = routes.find(path)
            assert route is not None
            answer = await route.answer(Request("GET", path, {}))
            assert answer.policy == "default-src 'none'; frame-ancestors 'none'"
            assert answer.type == "text/html; charset=utf-8"
    assert pages.made == ["front 0", "games/17.html"]


@pytest.mark.parametrize(
    ("path", "type"),
    [
        ("/site.js", "text/javascript; charset=utf-8"),
        ("/site.css", "text/css; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
        ("/status.json", "application/json"),
        ("/downloads/standings.csv", "text/csv; charset=utf-8"),
    ],
)
async def test_other_files_are_what_they_say(path: str, type: str) -> None:
    answer = await asked(Numbered(1), path)
    assert answer.type == type
    assert answer.policy.startswith("default-src 'none'")


@pytest.mark.parametrize(
    "path", ["/no.html", "/c.db", "/games", "/events", "/live/1", "/live/1/events", "/live/", "/live/x"]
)
async def test_there_is_nothing_else(path: str) -> None:
    """No file of the folder, and without anybody to hear of running games no feed."""
    with pytest.raises(Refused) as refused:
        await asked(Numbered(1), path)
    assert refused.value.status == HTTPStatus.NOT_FOUND


async def test_before_anything_may_be_shown_it_says_so() -> None:
    with pytest.raises(Refused) as refused:
        await asked(None, "/")
    assert refused.value.status == HTTPStatus.SERVICE_UNAVAILABLE


# ---- what is played


def test_a_games_place_is_that_of_the_schedule(store: Store) -> None:
    """Also of games beyond those that the file has a schedule for: it does not say how many there will be."""
    contest = Contest(store)
    for number in (0, 1, 1001):
        place = contest.place_of(number)
        assert place is not None
        assert (place.game, place.pairing.number) == (find_game("gunrunners"), number)
        assert sorted(place.pairing.seating) == ["a", "b"]
    assert contest.place_of(10**16 - 1) is None


# ---- to whom


class Nobody(trio.abc.Listener[trio.SocketStream]):
    """Comes."""

    async def accept(self) -> trio.SocketStream:
        await trio.sleep_forever()
        raise AssertionError

    async def aclose(self) -> None:
        await trio.lowlevel.checkpoint()


def serving(path: Path, public: bool, said: list[str] | None = None) -> Serving:
    return Serving(path, lambda store: Numbered(1), ["x"], 0.0, public, (said if said is not None else []).append)


def test_another_address_is_refused_while_bots_could_read_it(store: Store) -> None:
    """The store is open for writing here, as it is while it is played."""
    contest = Contest(store)
    serving(store.path, public=False).check(contest)
    with pytest.raises(WrongInput, match="sandbox none, so they can reach the network"):
        serving(store.path, public=True).check(contest)
    contest.sandbox = "rlimit"
    with pytest.raises(WrongInput):
        serving(store.path, public=True).check(contest)
    contest.sandbox = "bwrap"
    serving(store.path, public=True).check(contest)


def test_another_address_is_fine_where_nobody_plays(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    Store.create(path, facts()).close()
    with Store.open(path) as reading:
        serving(path, public=True).check(Contest(reading))


async def test_it_ends_when_a_run_begins_that_could_read_it(
    store: Store, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody starts the contest while its site is open to all."""
    runs = iter([False, False, False, True])
    monkeypatch.setattr(serving_module, "is_run", lambda path: next(runs))
    with pytest.raises(Trouble, match="a run of it has begun outside of bwrap"):
        await serving(store.path, public=True).run(store, [Nobody()])
    assert not live_of(store.path).exists()


async def test_where_running_games_cannot_be_heard_it_says_so_and_serves(store: Store) -> None:
    live_of(store.path).mkdir(mode=0o755)
    live_of(store.path).chmod(0o755)
    said: list[str] = []
    with trio.move_on_after(0.1):
        await serving(store.path, public=False, said=said).run(store, [Nobody()])
    assert "games cannot be followed while they are played" in said[0]


def test_the_age_of_a_file_is_that_of_its_last_change(store: Store) -> None:
    for name in (store.path, *store.path.parent.glob("*-wal")):
        os.utime(name, (time.time() - 500,) * 2)
    assert 499 < serving_module._age(store.path) < 600
    store.set_facts(store.facts()) if hasattr(store, "set_facts") else os.utime(store.path)
    assert serving_module._age(store.path) < 100
