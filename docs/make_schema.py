"""Writes docs/standings.schema.json: what `arena table DB --format json` prints, as a JSON Schema.

It is made from the types that are printed, so it cannot say anything else; run it again when they have changed.
"""

from __future__ import annotations

import json
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec

from arena.standings import Standings, TeamStandings

PATH = Path(__file__).parent / "standings.schema.json"


def schema() -> str:
    """The file's text."""
    (opponents, teams), definitions = msgspec.json.schema_components(
        (Standings, TeamStandings), ref_template="#/$defs/{name}"
    )
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Standings of a contest, as arena prints them",
        "description": "Of a game between opponents, or of a cooperative one. A figure that is not known is null.",
        "anyOf": [opponents, teams],
        "$defs": {name: _unindented(rule) for name, rule in definitions.items()},
    }
    return json.dumps(document, indent=2) + "\n"


def _unindented(rule: dict[str, Any]) -> dict[str, Any]:
    return rule | ({"description": cleandoc(rule["description"])} if "description" in rule else {})


if __name__ == "__main__":
    PATH.write_text(schema())
