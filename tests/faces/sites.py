"""Contests in files whose sites are looked at: two or more bots that change seats, with games as they come."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from arena.contest import stored_schedule
from arena.faces import Site, read
from arena.protocol import Verdict
from arena.referee import GameRecord, SeatFault, encode_record
from arena.store import Facts, Store
from tests.faces.games import BOX, recorded
from tests.facts import made_facts

GAME = next(game for game in BOX if game.name == "gunrunners")
TEAM_GAME = next(game for game in BOX if game.name == "grizzled")


def facts_of(names: Sequence[str], game: str = GAME.name, format: str = "round-robin", **more: Any) -> Facts:
    contest: dict[str, object] = {"game": game, "game_version": 1, "format": format, "seats": 2}
    contest |= {"seatings": "rotations", "line_ups": None, "seeded": [], "rounds": None, "deals": None, "bench": {}}
    contest |= {
        "sprt": None,
        "settled": None,
        "time": {"move_ms": 1000},
        "options": {},
        "faults": {"allowed": 0},
        "sandbox": "none",
    }
    # What its bundle asks for.
    contest |= {"restart": "never", "ponder": "off", "bots": [{"name": name, "files": "0" * 16} for name in names]}
    return made_facts({"contest": contest, "bots": list(names), "seed": "the-master-seed"} | more)


def played(facts: Facts, numbers: Sequence[int], game: Any = GAME) -> Iterator[GameRecord]:
    """These games of the contest: one that was really played, on their seats, under their numbers."""
    schedule = stored_schedule(facts, (), max(numbers) + 1)
    model = recorded(game, 2)
    for number in numbers:
        pairing = schedule.pairing(number)
        record = replace(model, number=number, group=pairing.group, deal=pairing.deal, seating=pairing.seating)
        yield at_fault(record, "time") if number % 7 == 3 else record


def at_fault(record: GameRecord, verdict: Verdict) -> GameRecord:
    measured = replace(record.measured, texts=("decision 4: a word for the author alone",))
    return replace(record, faults=(SeatFault(0, verdict, 4),), measured=measured)


@contextmanager
def site_of(
    path: Path, facts: Facts, records: Sequence[GameRecord], stages: Sequence[bytes] = (), **how: Any
) -> Iterator[Site]:
    """The site of a file with these games."""
    with Store.create(path, facts) as store:
        for stage in stages:
            store.add_stage(stage)
        store.add(map(encode_record, records))
        yield Site(read(store), **how)


class Read(HTMLParser):
    """The elements of a page with their attributes, its text, and where its links lead."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    @property
    def links(self) -> list[str]:
        return [given[name] or "" for _, given in self.elements for name in ("href", "src") if name in given]


PATH = re.compile(r"[a-z]+(-[a-z]+)*(/\d+(-games-\d+)?|/[a-z.]+)?\.(html|css|js|svg|json|csv)")
