"""Writes the JSON Schemas of what arena prints as JSON: the standings of a contest, the replay of a game, what a check
of a bot says, and where a bot lost its points.

They are made from the types that are printed, so they cannot say anything else; run it again when they have changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec

from arena.rehearsal import Checked
from arena.replays import Replay
from arena.review import Review
from arena.standings import Standings, TeamStandings

FOLDER = Path(__file__).parent
STANDINGS = FOLDER / "standings.schema.json"
REPLAY = FOLDER / "replay.schema.json"
CHECK = FOLDER / "check.schema.json"
REVIEW = FOLDER / "explain.schema.json"


def schemas() -> Iterator[tuple[Path, str]]:
    """The files and their texts."""
    (opponents, teams), definitions = _components(Standings, TeamStandings)
    yield (
        STANDINGS,
        _document(
            "Standings of a contest, as `arena table --format json` prints them",
            "Of a game between opponents, or of a cooperative one. A figure that is not known is null.",
            {"anyOf": [opponents, teams]},
            definitions,
        ),
    )
    (replay,), definitions = _components(Replay)
    yield (
        REPLAY,
        _document(
            "Replay of a game, as `arena show --format json` prints it",
            "Views, memories, moves and events are the game's own, as the bots of their audience got them.",
            replay,
            definitions,
        ),
    )
    (check,), definitions = _components(Checked)
    yield (
        CHECK,
        _document(
            "What a check of a bot says, as `arena check --json` prints it",
            "Times are milliseconds. A figure that is not known is null.",
            check,
            definitions,
        ),
    )
    (review,), definitions = _components(Review)
    yield (
        REVIEW,
        _document(
            "Where a bot lost its points, as `arena explain --json` prints it",
            "Times are milliseconds. A figure that is not known is null.",
            review,
            definitions,
        ),
    )


def _components(*types: type) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    return msgspec.json.schema_components(types, ref_template="#/$defs/{name}")


def _document(title: str, description: str, rule: dict[str, Any], definitions: dict[str, Any]) -> str:
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": description,
        **rule,
        "$defs": {name: _unindented(rule) for name, rule in definitions.items()},
    }
    return json.dumps(document, indent=2) + "\n"


def _unindented(rule: dict[str, Any]) -> dict[str, Any]:
    return rule | ({"description": cleandoc(rule["description"])} if "description" in rule else {})


if __name__ == "__main__":
    for path, text in schemas():
        path.write_text(text)
