"""`--resources`: what bots used of the machine, beside the standings."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import msgspec

from arena.referee import GameRecord
from arena.sandbox import Usage
from tests.cli.conftest import Arena
from tests.cli.test_show import game, keep
from tests.contest.contests import write_contest


def measured(number: int, off_ms: float) -> GameRecord:
    """A game whose seat 0 used the processor for so long while it waited two seconds for the others."""
    record = game(number)
    usage = Usage(on_ms=6, off_ms=off_ms, off_wall_ms=2000, memory_kib=4096, out_bytes=2048, source="cgroup")
    return msgspec.structs.replace(
        record, measured=msgspec.structs.replace(record.measured, usage=(usage, None, None), stray=(1, 0, 0))
    )


def test_the_table_has_them_for_whom_it_was_measured(arena: Arena) -> None:
    """D13: and below it who uses the processor while others are on turn."""
    keep(measured(0, 1500), measured(1, 500))
    text = arena("table", "c.db", "--resources").stdout
    assert "ann used 50 % CPU while not on turn" in text
    rows = csv.DictReader(io.StringIO(arena("table", "c.db", "--resources", "--format", "csv").stdout))
    assert {row["bot"]: row["resources_cpu_off_percent"] for row in rows} == {"ann": "50.0", "bob": "", "cyd": ""}
    assert "ms/decision" in arena("table", "c.db", "--resources", "--format", "markdown").stdout
    for words in ([], ["--format", "csv"]):
        assert "esources" not in arena("table", "c.db", *words).stdout
    rows_of_json = json.loads(arena("table", "c.db", "--format", "json").stdout)["rows"]
    assert {row["bot"]: row["resources"]["stray_lines"] for row in rows_of_json} == {"ann": 2, "bob": 0, "cyd": 0}


def test_a_run_ends_with_them(arena: Arena, tmp_path: Path, mark: str) -> None:
    write_contest(tmp_path, mark, {"a": "plays", "b": "plays"})
    assert "\nResources\n" in arena("run", "c.yaml", "--resources").stdout
