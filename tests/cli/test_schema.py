"""The JSON Schemas in docs/ are what is printed as JSON.

A schema is made from the very types that are printed. So real output is held against these types: it is read as them,
which is strict about kinds and missing fields, and written again, which shows any field that they do not have. A few
rules of JSON Schema are then tried on the file itself; a whole validator would prove only that msgspec's schema is
msgspec's, which is its own tests' business.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.contest import load_contest
from arena.rehearsal import Checked
from arena.replays import Replay
from arena.review import Review
from arena.standings import Standings, TeamStandings, compute, render
from docs.make_schema import CHECK, REPLAY, REVIEW, STANDINGS, schemas
from tests.cli.conftest import Arena
from tests.contest.contests import write_contest
from tests.contest.recorded import record_contest
from tests.standings.helpers import cross_play

KINDS: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def fits(value: Any, rule: dict[str, Any], definitions: dict[str, Any]) -> bool:
    """What of JSON Schema the file uses for structure: references, alternatives, kinds, required and known fields."""
    if "$ref" in rule:
        return fits(value, definitions[rule["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in rule:
        return any(fits(value, one, definitions) for one in rule["anyOf"])
    if "type" in rule and (
        not isinstance(value, KINDS[rule["type"]]) or isinstance(value, bool) != (rule["type"] == "boolean")
    ):
        return False
    if isinstance(value, dict):
        known, rest = rule.get("properties", {}), rule.get("additionalProperties")
        if not set(rule.get("required", ())) <= value.keys() or (known and not value.keys() <= known.keys()):
            return False
        return all(fits(item, known.get(name) or rest or {}, definitions) for name, item in value.items())
    if isinstance(value, list):
        return all(fits(item, rule.get("items") or {}, definitions) for item in value)
    return True


def test_the_schemas_are_up_to_date() -> None:
    for path, text in schemas():
        assert path.read_text() == text, "run `python docs/make_schema.py` and read the difference"


def opponents(folder: Path, mark: str, arena: Arena) -> str:
    path = write_contest(folder, mark, {"ann": "plays", "bob": "plays"}, deals=6)
    record_contest(folder / "c.db", load_contest(path), 12)
    return arena("table", "c.db", "--format", "json").stdout


def teams(*_: object) -> str:
    names = ["ann", "bob", "cyd"]
    records = cross_play(names, 2, 6, lambda deal, seating: float(deal + len(set(seating))))
    return render(compute(records, names, cooperative=True), "json")


def game(folder: Path, mark: str, arena: Arena) -> str:
    path = write_contest(folder, mark, {"ann": "plays", "bob": "plays"}, deals=6)
    record_contest(folder / "c.db", load_contest(path), 12)
    return arena("show", "c.db", "3", "--format", "json").stdout


def checked(folder: Path, mark: str, arena: Arena) -> str:
    write_contest(folder, mark, {"ann": "plays", "bob": "plays"})
    words = ("--game", "bids", "--games", "2", "--json", "--", sys.executable, "-S", "bot.py", "illegal")
    return arena("check", *words).stdout


def explained(folder: Path, mark: str, arena: Arena) -> str:
    path = write_contest(folder, mark, {"ann": "plays", "bob": "plays"}, deals=6)
    record_contest(folder / "c.db", load_contest(path), 12)
    return arena("explain", "c.db", "ann", "--playouts", "1000", "--json").stdout


@pytest.mark.parametrize(
    ("make", "kind", "path", "rows"),
    [
        (opponents, Standings, STANDINGS, "rows"),
        (teams, TeamStandings, STANDINGS, "rows"),
        (game, Replay, REPLAY, "frames"),
        (checked, Checked, CHECK, "faults"),
        (explained, Review, REVIEW, "by_seat"),
    ],
)
def test_what_is_printed_is_what_the_schema_says(
    arena: Arena, tmp_path: Path, mark: str, make: Callable[..., str], kind: type[Any], path: Path, rows: str
) -> None:
    text = make(tmp_path, mark, arena)
    value, rule = json.loads(text), json.loads(path.read_text())
    assert json.loads(msgspec.json.encode(msgspec.json.decode(text, type=kind))) == value
    assert fits(value, rule, rule["$defs"])
    name = next(iter(value[rows][0]))
    assert not fits({**value, rows: [{**value[rows][0], name: 1.5}]}, rule, rule["$defs"])
    assert not fits({key: item for key, item in value.items() if key != rows}, rule, rule["$defs"])
    assert not fits({**value, "another": 1}, rule, rule["$defs"])
