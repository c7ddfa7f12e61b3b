"""Bots, rules and names that try to write to the terminal of whoever looks at them, through the real commands."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import yaml
from click.testing import Result

from arena.games import find_game, registry
from arena.referee import GameRecord
from arena.store import Store
from tests.cli.conftest import Arena
from tests.cli.test_show import game, keep
from tests.contest.contests import MARK
from tests.facts import plant
from tests.protocol.test_escape import HOSTILE, READABLE, steers

WORDS = "".join(HOSTILE)
ATTACK = f"\x1b[2J\r\u202e{WORDS}"

BOT = f'''
"""One bot with one sin: its first argument says which."""
import json, os, sys

sin = sys.argv[1]
words = {ATTACK!r}
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    os.write(2, (words + "{READABLE}\\n").encode() + bytes(range(256)) + b"\\n")
    if kind in ("hello", "start"):
        answer = {{"type": "ready", "id": message["id"], "name": words + "{READABLE}"}}
    elif kind != "turn" or sin == "exits":
        sys.exit(3)
    elif sin == "line":
        os.write(1, words.encode() + bytes(range(256)) + b"\\n")
    elif sin == "move":
        answer = {{"id": message["id"], "move": {{"card": words, words: 1}}}}
    elif sin == "key":
        answer = {{words: 1, "id": words}}
    elif sin == "type":
        answer = {{"id": message["id"], "type": words}}
    elif sin == "twice":
        os.write(1, (json.dumps(words).join(["{{", ":1,", ":2}}"]) + "\\n").encode())
    else:
        answer = {{"id": message["id"], "choice": 0}}
    os.write(1, json.dumps(answer, ensure_ascii=sin == "key").encode() + b"\\n")
'''
SINS = ("line", "move", "key", "type", "twice", "exits", "none")

PLUG_IN = f"""
from toy_plug_in import BidsState, bids, bids_of

def tell(event):
    return {ATTACK!r} + "\\n" + bids.tell(event)

def tell_move(view, move):
    return {ATTACK!r} + "\\n" + bids.tell_move(view, move)

class Chatty(BidsState):
    def apply(self, moves):
        print({ATTACK!r} + "{READABLE}")
        super().apply(moves)

class Curse(Exception):
    def __repr__(self):
        return {ATTACK!r}

class Cursed(BidsState):
    def apply(self, moves):
        super().apply(moves)
        if len(self.rounds) == 2:
            raise Curse({ATTACK!r})

hostile = dict(title={ATTACK!r}, notes={ATTACK!r}, tell=tell, tell_move=tell_move)
preaching = bids_of(BidsState, name="preaching", **hostile)
chatty, cursed = bids_of(Chatty, name="chatty", **hostile), bids_of(Cursed, name="cursed", **hostile)
"""
RULES = ("preaching", "chatty", "cursed")


@pytest.fixture
def rules(mark: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """`RULES`, whose events say hostile things; `chatty` prints, `cursed` breaks down."""
    folder = tmp_path / "rules"
    (folder / "hostile-1.dist-info").mkdir(parents=True)
    (folder / "hostile_rules.py").write_text(PLUG_IN)
    info = folder / "hostile-1.dist-info"
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hostile\nVersion: 1\n")
    offers = "".join(f"{name} = hostile_rules:{name}\n" for name in RULES)
    (info / "entry_points.txt").write_text(f"[arena.games]\n{offers}")
    monkeypatch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{os.environ['PYTHONPATH']}")
    monkeypatch.syspath_prepend(folder)
    registry._entries.cache_clear()
    find_game.cache_clear()
    yield
    sys.modules.pop("hostile_rules", None)


def assert_harmless(result: Result) -> None:
    assert result.output
    assert not steers(result.output)


def contest(folder: Path, mark: str, game: str = "bids", *, sins: tuple[str, ...]) -> None:
    """c.yaml: every bot against every other, once in each seat."""
    (folder / "bot.py").write_text(BOT)
    bots = {sin: {"command": f"{{python}} -S bot.py {sin}", "env": {MARK: mark}} for sin in sins}
    keys = {"game": game, "seats": 2, "deals": 1, "seed": "s", "jobs": 1, "bots": bots}
    (folder / "c.yaml").write_text(yaml.safe_dump(keys))


def records(path: Path) -> list[GameRecord]:
    with Store.open(path) as store:
        return list(store.records())


@pytest.mark.parametrize("sin", SINS)
def test_a_check_shows_nothing_raw(arena: Arena, mark: str, tmp_path: Path, sin: str) -> None:
    """The name that it gives itself, and its faults."""
    contest(tmp_path, mark, sins=(sin, "none") if sin != "none" else ("line", "none"))
    result = arena("check", "c.yaml", sin)
    assert_harmless(result)
    assert r"calls itself     \x1b[2J\r\u202e\x00\x07" in result.stdout


def test_a_contest_of_hostile_bots_shows_nothing_raw(arena: Arena, mark: str, tmp_path: Path) -> None:
    """In no command, no format and no file of stderr; and what is readable stays so."""
    contest(tmp_path, mark, sins=("line", "move", "exits", "none"))
    assert_harmless(arena("run", "c.yaml"))
    played = records(Path("c.db"))
    assert {"malformed", "illegal", "exited"} <= {fault.verdict for record in played for fault in record.faults}
    for form in ("text", "markdown", "csv", "json"):
        assert_harmless(arena("table", "c.db", "--format", form))
    assert_harmless(arena("games", "c.db"))
    assert_harmless(arena("verify", "c.db"))
    for record in played:
        assert_harmless(arena("show", "c.db", record.number))
        assert all(text.isprintable() for text in record.measured.texts)
    assert any(READABLE in text for record in played for text in record.measured.texts)
    logs = list(Path("c.logs").iterdir())
    assert len(logs) == 2 * len(played)
    for log in logs:
        text = log.read_text("utf-8")
        assert not steers(text)
        assert READABLE in text
        assert r"\x1b[2J\r\u202e" in text


def test_rules_that_say_hostile_things_show_nothing_raw(arena: Arena, mark: str, rules: None, tmp_path: Path) -> None:
    """Titles, events, exceptions with their tracebacks, and what they print."""
    for name in RULES:
        contest(tmp_path, mark, name, sins=("none", "nothing", "line"))
        assert_harmless(arena("run", "c.yaml", "--db", f"{name}.db"))
        assert_harmless(arena("games", f"{name}.db"))
        assert_harmless(arena("verify", f"{name}.db"))
        for record in records(Path(f"{name}.db")):
            for words in ([], ["--seat", "0"]):
                assert_harmless(arena("show", f"{name}.db", record.number, *words))
                assert_harmless(arena("watch", f"{name}.db", record.number, "-o", "page.html", *words))
                assert not steers(Path("page.html").read_text("utf-8"))
    assert {record.status for record in records(Path("cursed.db"))} == {"finished", "error"}
    logs = list(Path("chatty.logs").glob("*-game.log"))
    assert logs
    for log in logs:
        assert not steers(log.read_text("utf-8"))
        assert READABLE in log.read_text("utf-8")
    result = arena("check", "--game", "cursed", "--", sys.executable, "-S", "bot.py", "none")
    assert_harmless(result)
    assert "error: " in result.stdout


def test_a_record_that_breaks_the_rules_shows_nothing_raw(arena: Arena, rules: None) -> None:
    """Of a game that was played under other rules."""
    keep(msgspec.structs.replace(game(0), game="cursed"))
    result = arena("verify", "c.db")
    assert_harmless(result)
    assert r"game 0: the rules cannot play it: \x1b[2J" in result.stdout


def test_hostile_names_show_nothing_raw(arena: Arena) -> None:
    """Of bots in a file that came from elsewhere: a configuration does not take such names."""
    names = (f"\x1b[2J{WORDS}", "\u202eslow\u202c", "cyd\n1  cyd")
    keep(*(msgspec.structs.replace(game(number), seating=names) for number in range(2)))
    with Store.open(Path("c.db"), write=True) as store:
        plant(store, "bots", names)
    for form in ("text", "markdown", "csv", "json"):
        assert_harmless(arena("table", "c.db", "--format", form))
    for words in (["games", "c.db"], ["games", "c.db", "--bot", "eve"], ["show", "c.db", "0"], ["verify", "c.db"]):
        result = arena(*words)
        assert_harmless(result)
        assert "\n1  cyd" not in result.output
    value = json.loads(arena("table", "c.db", "--format", "json").stdout)
    assert set(names) <= {row["bot"] for row in value["rows"]}


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\u3000=1", "\uff1d1+1"])
def test_a_name_is_no_formula_of_a_spreadsheet(arena: Arena, name: str) -> None:
    """No cell begins with what would make it one, blanks before it or not."""
    keep(msgspec.structs.replace(game(0), seating=(name, "bob", "cyd")))
    rows = list(csv.DictReader(io.StringIO(arena("table", "c.db", "--format", "csv").stdout)))
    assert len(rows) == 4
    assert not any(row["bot"].strip()[0] in "=+-@\t\uff1d" for row in rows)
