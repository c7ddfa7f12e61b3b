"""What bots used of the machine: the sums, the table, and who is named for it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from arena.games import TeamResult
from arena.protocol.verdicts import Verdict
from arena.referee.record import GameRecord
from arena.sandbox import Source, Usage
from arena.standings import FORMATS, Format, Resources, compute, render
from tests.standings.helpers import make_record

BUSY = Usage(on_ms=5, off_ms=970, off_wall_ms=1000, memory_kib=2048, out_bytes=1024)
QUIET = Usage(on_ms=5, off_ms=1, off_wall_ms=1000, memory_kib=1024, out_bytes=512)


def used(
    number: int,
    seating: Sequence[str],
    usage: Sequence[Usage | None],
    *,
    stray: Sequence[int] = (),
    ms: Sequence[tuple[int, float | None]] = ((0, 1.0), (1, 1.0), (0, 1.0), (1, 1.0)),
    faults: Sequence[tuple[int, Verdict]] = (),
) -> GameRecord:
    """A game of two seats in which each made two decisions."""
    record = make_record(number, number, seating, [1, 2], ms=ms, faults=faults)
    measured = replace(record.measured, usage=tuple(usage), stray=tuple(stray))
    return replace(record, measured=measured)


def resources(records: Sequence[GameRecord]) -> dict[str, Resources]:
    return {row.bot: row.resources for row in compute(records, ["a", "b"]).rows}


def test_figures_are_sums_of_what_was_measured() -> None:
    """Times for each decision and game, memory the most of any game, output for each game, stray lines in all."""
    other = Usage(on_ms=35, off_ms=10, off_wall_ms=4000, memory_kib=512, out_bytes=3072)
    records = [
        used(0, ["a", "b"], [BUSY, QUIET], stray=[3, 0]),
        used(1, ["b", "a"], [QUIET, other], stray=[0, 4]),
    ]
    assert resources(records)["a"] == Resources(
        measured_games=2,
        cpu_on_ms_per_decision=10.0,
        cpu_off_ms_per_game=490.0,
        cpu_off_percent=19.6,
        peak_memory_mib=2.0,
        out_kib_per_game=2.0,
        stray_lines=7,
        measured_by="samples",
    )
    assert resources(records)["b"].cpu_on_ms_per_decision == 2.5


def test_a_bot_on_two_seats_has_used_both() -> None:
    """As it has played two games."""
    both = resources([used(0, ["a", "a"], [BUSY, QUIET], stray=[1, 2])])["a"]
    assert (both.measured_games, both.cpu_on_ms_per_decision, both.stray_lines) == (2, 2.5, 3)
    assert (both.peak_memory_mib, both.out_kib_per_game) == (2.0, 0.75)


def test_a_decision_that_ended_in_a_fault_took_time_too() -> None:
    """The moves that the referee made for a seat have no time of their own; a program that never started was not
    asked."""
    ms = [(0, 1.0), (0, None), (0, None)]
    late = used(0, ["a", "b"], [BUSY, QUIET], ms=ms, faults=[(0, "time"), (1, "start-failure")])
    assert resources([late])["a"].cpu_on_ms_per_decision == 2.5
    assert resources([late])["b"].cpu_on_ms_per_decision is None


def test_unmeasured_games_do_not_thin_the_figures() -> None:
    """Of a store that was begun before anybody measured, or of players that are no processes."""
    old = used(1, ["a", "b"], [], stray=[2, 0])
    function = used(2, ["a", "b"], [None, None])
    assert resources([used(0, ["a", "b"], [BUSY, None]), old, function])["a"] == Resources(
        measured_games=1,
        cpu_on_ms_per_decision=2.5,
        cpu_off_ms_per_game=970.0,
        cpu_off_percent=97.0,
        peak_memory_mib=2.0,
        out_kib_per_game=1.0,
        stray_lines=2,
        measured_by="samples",
    )


def test_where_nobody_measured_nothing_is_claimed() -> None:
    """Dashes in the table, nothing in CSV, null in JSON; the stray lines are known."""
    standings = compute([used(0, ["a", "b"], [None, None], stray=[5, 0])], ["a", "b"])
    text = render(standings, "text", resources=True)
    table = text.partition("\nResources\n")[2]
    assert [line.split() for line in table.splitlines()[4:6]] == [
        ["1", "a", "-", "-", "-", "-", "-", "5"],
        ["2", "b", "-", "-", "-", "-", "-", "0"],
    ]
    assert "Nobody measured" in table
    (first, _) = csv.DictReader(io.StringIO(render(standings, "csv", resources=True)))
    assert [first[name] for name in first if name.startswith("resources_")] == ["0", "", "", "", "", "", "5", ""]
    row = json.loads(render(standings, "json"))["rows"][0]["resources"]
    assert {name for name, value in row.items() if value is None} == {
        "cpu_on_ms_per_decision", "cpu_off_ms_per_game", "cpu_off_percent", "peak_memory_mib", "out_kib_per_game",
        "measured_by",
    }  # fmt: skip


@settings(max_examples=25)
@given(st.permutations(range(6)))
def test_the_order_of_games_changes_nothing(order: list[int]) -> None:
    """To the last bit, though times are fractions."""
    records = [used(n, ["a", "b"], [replace(BUSY, on_ms=0.1 * n, off_ms=0.7 / (n + 1)), QUIET]) for n in range(6)]
    assert resources([records[n] for n in order]) == resources(records)


def test_who_computes_while_not_on_turn_is_named_with_the_remedy() -> None:
    """D13: a bot that polls its input takes the processor from all others."""
    standings = compute([used(0, ["a", "b"], [BUSY, QUIET])], ["a", "b"])
    text = render(standings, "text", resources=True)
    assert "a used 97 % CPU while not on turn. `ponder: off` in the configuration" in text
    assert "b used" not in text


@pytest.mark.parametrize(("off_ms", "off_wall_ms"), [(200, 1000), (900, 999), (0, 0), (50, 0)])
def test_nobody_is_named_for_little_or_on_little_evidence(off_ms: float, off_wall_ms: float) -> None:
    """20 % is the limit; under a second of waiting in all, a share of it says nothing."""
    usage = replace(BUSY, off_ms=off_ms, off_wall_ms=off_wall_ms)
    standings = compute([used(0, ["a", "b"], [usage, QUIET])], ["a", "b"])
    assert "a used" not in render(standings, "text", resources=True)
    assert (standings.rows[0].resources.cpu_off_percent is None) == (off_wall_ms < 1000)


@pytest.mark.parametrize("source", get_args(Source))
def test_the_source_is_named_once(source: Source) -> None:
    usage = replace(QUIET, source=source)
    text = render(compute([used(0, ["a", "b"], [usage, usage])], ["a", "b"]), "text", resources=True)
    assert text.count("Processor times and memory") == text.count(f"({source})") == 1


def test_two_sources_are_called_mixed() -> None:
    """Whether one bot has both or each its own."""
    exact = replace(QUIET, source="cgroup")
    both = compute([used(0, ["a", "b"], [exact, exact]), used(1, ["a", "b"], [QUIET, QUIET])], ["a", "b"])
    assert {row.resources.measured_by for row in both.rows} == {"mixed"}
    each = compute([used(0, ["a", "b"], [exact, QUIET])], ["a", "b"])
    for standings in (both, each):
        text = render(standings, "text", resources=True)
        assert text.count("(cgroup) in some games") == 1


def test_only_those_who_ask_get_the_columns() -> None:
    """JSON has them always."""
    standings = compute([used(0, ["a", "b"], [BUSY, QUIET])], ["a", "b"])
    for form in FORMATS[:3]:
        assert "esources" not in render(standings, form)
        assert "esources" in render(standings, form, resources=True)
    assert render(standings, "json") == render(standings, "json", resources=True)


@pytest.mark.parametrize("form", FORMATS)
def test_teams_have_them_too(form: Format) -> None:
    """The same figures under the other kind of standings, self-play and empty ones included."""
    for seating in (["a", "b"], ["a", "a"]):
        record = replace(used(0, seating, [BUSY, BUSY]), outcome=TeamResult(True, 1.0))
        standings = compute([record], ["a", "b"], cooperative=True)
        text = render(standings, form, resources=True)
        assert "970.0" in text
    assert render(compute([], [], cooperative=True), form, resources=True)


def test_the_table_fits_a_screen_and_shows_no_name_raw() -> None:
    """120 characters with usual names; a name that is marked up is shown as it is."""
    records = [used(0, ["a-usual-name-1.2", "\x1b[1mbold"], [BUSY, BUSY])]
    for form in FORMATS[:2]:
        text = render(compute(records, []), form, resources=True)
        assert all(char.isprintable() or char == "\n" for char in text)
        assert text.count("\\x1b" if form == "text" else "\\\\x1b") > 2
    text = render(compute(records, []), "text", resources=True)
    assert max(map(len, text.splitlines())) <= 120
