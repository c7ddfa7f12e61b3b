"""`arena watch`: a game of a contest's file as a page."""

from __future__ import annotations

import sqlite3
import webbrowser
from contextlib import closing
from pathlib import Path

import pytest

from arena.store import Store
from tests.cli.conftest import Arena
from tests.cli.test_show import game, keep
from tests.faces.games import unpacked
from tests.facts import plain, plant


@pytest.mark.parametrize(
    ("words", "name", "told"),
    [
        ([], "c-1.html", ["everything", "public", "0", "1", "2"]),
        (["--public"], "c-1-public.html", ["public"]),
        (["--seat", "2"], "c-1-seat2.html", ["2"]),
        (["--seat", "0", "-o", "mine.html"], "mine.html", ["0"]),
    ],
)
def test_a_page_holds_the_replays_of_those_whom_it_is_for(
    arena: Arena, words: list[str], name: str, told: list[str]
) -> None:
    """The organiser's those of all; its name says whose it is."""
    keep(game(0), game(1))
    result = arena("watch", "c.db", "1", *words)
    assert (result.exit_code, result.stdout) == (0, f"{name}\n")
    page = Path(name).read_text("utf-8")
    assert list(unpacked(page)) == told
    assert page.startswith("<!doctype html>")


def test_the_limit_of_a_decision_is_the_contests(arena: Arena) -> None:
    """Where its file knows it; a file that says nothing of it, or nonsense, is shown without."""
    path = keep(game(0))
    for time, limit in [({"move_ms": 70}, [70]), ({"move_ms": "long"}, []), (None, [])]:
        with Store.open(path, write=True) as store:
            facts = plain(store.facts().contest)
            plant(store, "contest", {**facts, "time": time})
        arena("watch", "c.db", "0", "--public")
        (told,) = unpacked(Path("c-0-public.html").read_text("utf-8")).values()
        assert told["limits_ms"][:1] == limit


def test_a_page_takes_the_place_of_one_and_never_of_a_contest(arena: Arena) -> None:
    path = keep(game(0))
    assert arena("watch", "c.db", "0").exit_code == arena("watch", "c.db", "0").exit_code == 0
    before = path.read_bytes()
    result = arena("watch", "c.db", "0", "-o", "c.db")
    assert result.exit_code == 2
    assert "c.db" in result.stderr
    assert path.read_bytes() == before
    assert arena("watch", "c.db", "0", "-o", "nowhere/page.html").exit_code == 2


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["7"], "there is no game 7"),
        (["0", "--seat", "3"], "game 0 has seats 0 to 2, not 3"),
        (["0", "--seat", "1", "--public"], "--public and --seat are two audiences"),
    ],
)
def test_what_is_not_there_is_named_and_no_file_is_written(arena: Arena, words: list[str], wrong: str) -> None:
    keep(game(0))
    result = arena("watch", "c.db", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert wrong in result.stderr
    assert not list(Path().glob("*.html*"))


def test_a_record_that_cannot_be_read_is_named(arena: Arena) -> None:
    keep(game(0))
    with closing(sqlite3.connect("c.db")) as db, db:
        db.execute("UPDATE game SET record = '{}'")
    result = arena("watch", "c.db", "0")
    assert result.exit_code == 2
    assert result.stderr.startswith("c.db: ")
    assert "the record of game 0" in result.stderr


@pytest.mark.parametrize("works", [True, False])
def test_it_is_opened_in_a_browser_if_asked(arena: Arena, monkeypatch: pytest.MonkeyPatch, works: bool) -> None:
    """By its whole address; where there is none the file is there all the same, and it says so."""
    asked: list[str] = []

    def opens(address: str) -> bool:
        asked.append(address)
        return works

    monkeypatch.setattr(webbrowser, "open", opens)
    keep(game(0))
    result = arena("watch", "c.db", "0", "--open")
    assert asked == [Path("c-0.html").resolve().as_uri()]
    assert Path("c-0.html").exists()
    assert result.exit_code == (0 if works else 1)
    assert ("no browser" in result.stderr) is not works
