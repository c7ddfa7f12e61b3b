"""Facts of contests for tests, made of plain values; and rows of a file that say what no contest would."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Raw

from arena.store import Facts, Store, read_facts
from arena.store.layout import insert, row

_LEAST: Mapping[str, Any] = {"contest": {}, "seed": "s", "bots": [], "anchors": []}


def made_facts(said: Mapping[str, Any] = _LEAST) -> Facts:
    """Facts that say this, and of the rest the least that facts can say."""
    return read_facts(written(said))


def written(said: Mapping[str, Any]) -> dict[str, Raw]:
    """The same as rows of a file, whatever they say."""
    return {name: raw(value) for name, value in {**_LEAST, **said}.items()}


def plant(store: Store, name: str, value: Any) -> None:
    """Writes a row of facts into an open file, whatever it says."""
    with store._writing() as db:
        db.execute(insert("fact", over=True), row("fact", name, msgspec.json.encode(value)))
        ((count,),) = db.execute("SELECT count(*) FROM fact")
        store._file.set_state(store._file.state()._replace(facts=count))


def raw(said: object) -> Raw:
    """A part of facts that says this."""
    return Raw(msgspec.json.encode(said))


def plain(raw: Raw) -> Any:
    """A part of facts in types of JSON."""
    return msgspec.json.decode(raw)
