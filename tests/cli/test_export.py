"""`arena export`: every record, for programs."""

from __future__ import annotations

import csv
import errno
import io
import os
from pathlib import Path

import msgspec
import pytest

from arena.referee import GameRecord, decode_record
from arena.store import Store
from tests.cli.conftest import Arena
from tests.cli.test_show import Faulty, game, keep
from tests.facts import made_facts
from tests.protocol.test_escape import HOSTILE, steers


def kept() -> list[GameRecord]:
    """c.db with games of several kinds: a fault, a void one, a cooperative one."""
    records = [
        game(0),
        game(1, faulty=Faulty(1, "time")),
        game(2, faulty=Faulty(1, None)),
        game(3, "lanterns", 2),
        game(4, seats=2),
    ]
    keep(*records)
    return records


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_json_lines_are_the_records_by_number(arena: Arena) -> None:
    records = kept()
    result = arena("export", "c.db")
    assert (result.exit_code, result.stderr) == (0, "")
    assert [decode_record(line) for line in result.stdout_bytes.splitlines()] == records


def test_csv_has_a_row_for_each_seat(arena: Arena) -> None:
    records = kept()
    found = rows(arena("export", "c.db", "--format", "csv").stdout)
    seats = [(str(record.number), str(seat), name) for record in records for seat, name in enumerate(record.seating)]
    assert [(row["game"], row["seat"], row["bot"]) for row in found] == seats
    assert {row["deal"] for row in found if row["game"] == "3"} == {"deal 3"}


def test_csv_says_how_it_ended_for_each_seat(arena: Arena) -> None:
    records = kept()
    found = rows(arena("export", "c.db", "--format", "csv").stdout)
    by_game = {number: [row for row in found if row["game"] == str(number)] for number in range(5)}
    places = getattr(records[0].outcome, "places")  # noqa: B009  # of a Ranking
    assert [row["place"] for row in by_game[0]] == [str(place) for place in places]
    assert [row["won"] for row in by_game[0]] == ["", "", ""]
    assert [(row["faults"], row["forfeited"]) for row in by_game[1]] == [("", "0"), ("time", "1"), ("", "0")]
    assert {(row["status"], row["place"], row["won"], row["score"]) for row in by_game[2]} == {("void", "", "", "")}
    assert {row["won"] for row in by_game[3]} <= {"0", "1"}
    assert [row["place"] for row in by_game[3]] == ["", ""]


def test_csv_has_the_times_of_each_seat(arena: Arena) -> None:
    record = game(0)
    ms = tuple(float(position) for position in range(len(record.decisions)))
    record = msgspec.structs.replace(record, measured=msgspec.structs.replace(record.measured, ms=(None, *ms[1:])))
    keep(record)
    found = rows(arena("export", "c.db", "--format", "csv").stdout)
    for seat, row in enumerate(found):
        own = [at for at, (who, _) in enumerate(record.decisions) if who == seat]
        assert row["decisions"] == str(len(own))
        assert (float(row["ms_total"]), float(row["ms_max"])) == (sum(own), max(own))


@pytest.mark.parametrize("format", ["jsonl", "csv"])
def test_only_games_of_bots_that_are_named(arena: Arena, format: str) -> None:
    kept()
    words = ("export", "c.db", "--format", format, "--bot", "cyd", "--bot", "ann")
    lines = arena(*words).stdout.splitlines()
    assert len(lines) == (3 if format == "jsonl" else 1 + 9)


@pytest.mark.parametrize(("format", "head"), [("jsonl", 0), ("csv", 1)])
def test_a_contest_without_games_has_an_empty_export(arena: Arena, format: str, head: int) -> None:
    keep()
    result = arena("export", "c.db", "--format", format)
    assert (result.exit_code, len(result.stdout.splitlines())) == (0, head)


@pytest.mark.parametrize("format", ["jsonl", "csv"])
def test_a_file_has_what_stdout_has_and_takes_the_place_of_the_old(arena: Arena, format: str) -> None:
    kept()
    Path("out").write_text("old")
    result = arena("export", "c.db", "--format", format, "-o", "out")
    assert (result.exit_code, result.output) == (0, "")
    assert Path("out").read_bytes() == arena("export", "c.db", "--format", format).stdout_bytes
    assert sorted(os.listdir()) == ["c.db", "out"]


def test_a_file_that_cannot_be_written_is_named(arena: Arena) -> None:
    kept()
    result = arena("export", "c.db", "-o", "missing/out")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("missing/out: cannot be written: ")


@pytest.mark.parametrize("output", ["c.db", "./c.db", "link", "c.db-wal", "other.db"])
def test_no_contest_is_written_over(arena: Arena, output: str) -> None:
    """Neither that which is exported nor another, also while one is being played."""
    kept()
    Path("link").symlink_to("c.db")
    with Store.create(Path("other.db"), made_facts({"bots": []})), Store.open(Path("c.db"), write=True):
        before = {path.name: path.read_bytes() for path in Path().iterdir()}
        result = arena("export", "c.db", "-o", output)
        assert {path.name: path.read_bytes() for path in Path().iterdir()} == before
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"{Path(output)}: ")
    assert "a contest's file, and is never written over; give another file with -o" in result.stderr


def test_a_full_disk_is_trouble_of_the_machine(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    kept()

    def full(fd: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = arena("export", "c.db", "-o", "out")
    assert (result.exit_code, result.output) == (1, "out: cannot be written: No space left on device\n")
    assert sorted(os.listdir()) == ["c.db"]


def test_an_export_that_fails_leaves_the_old_file(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that cannot be read is met in its middle."""
    kept()
    Path("out").write_text("old")

    def broken(self: Store, number: int, line: bytes) -> GameRecord:
        return msgspec.json.decode(line[: -1 if number == 2 else None], type=GameRecord)

    monkeypatch.setattr(Store, "_decode", broken)
    with pytest.raises(msgspec.DecodeError):
        arena("export", "c.db", "-o", "out")
    assert Path("out").read_text() == "old"
    assert sorted(os.listdir()) == ["c.db", "out"]


@pytest.mark.parametrize("words", [["missing.db"], ["c.db", "--bot", "eve"]])
def test_wrong_input_exits_with_2_and_is_named(arena: Arena, words: list[str]) -> None:
    kept()
    result = arena("export", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words[-1] in result.stderr


@pytest.mark.parametrize("format", ["jsonl", "csv"])
def test_hostile_words_steer_no_terminal(arena: Arena, format: str) -> None:
    """Of bots in a file that came from elsewhere, and in what they said."""
    words = "\x1b[2J" + "".join(HOSTILE)
    record = msgspec.structs.replace(
        game(0, faulty=Faulty(1, "time")), seating=(words, "=1+1", "cyd"), deal=words, hashes=(words, "", "")
    )
    record = msgspec.structs.replace(record, measured=msgspec.structs.replace(record.measured, texts=(words,)))
    keep(record)
    result = arena("export", "c.db", "--format", format)
    assert not steers(result.stdout)
    if format == "jsonl":
        assert decode_record(result.stdout_bytes) == record
    else:
        assert rows(result.stdout)[1]["bot"] == "'=1+1"
