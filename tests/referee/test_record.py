"""Records: what is written is what is read, and what was measured is kept apart."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from arena.games import Ranking, TeamResult
from arena.games.toys import BIDS, LANTERNS
from arena.players import SeatReport
from arena.protocol import VERDICTS
from arena.referee import (
    FaultPolicy,
    GameRecord,
    Measured,
    SeatFault,
    decode_record,
    encode_record,
    lasting_bytes,
)
from tests.referee.helpers import LATE, ToldPlayer, at_random, told

SMALL = st.integers(0, 9)
FLOATS = st.floats(0, 1e6)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
RECORDS = st.builds(
    GameRecord,
    number=st.integers(0, 10**7),
    group=SMALL,
    game=TEXTS,
    game_version=SMALL,
    options=st.dictionaries(TEXTS, SMALL, max_size=2).map(lambda values: msgspec.Raw(msgspec.json.encode(values))),
    deal=TEXTS,
    seating=st.tuples(TEXTS, TEXTS),
    hashes=st.tuples(TEXTS, TEXTS),
    status=st.sampled_from(["finished", "void", "error"]),
    outcome=st.none()
    | st.builds(Ranking, st.tuples(SMALL, SMALL), st.tuples(FLOATS, FLOATS))
    | st.builds(TeamResult, st.booleans(), FLOATS),
    decisions=st.lists(st.tuples(SMALL, SMALL)).map(tuple),
    substituted=st.lists(SMALL).map(tuple),
    faults=st.lists(st.builds(SeatFault, SMALL, st.sampled_from(VERDICTS), SMALL)).map(tuple),
    forfeited=st.lists(SMALL).map(tuple),
    arena_version=TEXTS,
    measured=st.builds(
        Measured,
        ms=st.lists(st.none() | FLOATS).map(tuple),
        texts=st.lists(TEXTS).map(tuple),
        stray=st.tuples(SMALL, SMALL),
        logs=st.tuples(TEXTS | st.none(), TEXTS | st.none()),
        lag_ms=FLOATS,
        attempts=SMALL,
        trouble=TEXTS,
    ),
)


@settings(max_examples=40)
@given(RECORDS)
def test_a_record_is_one_line_and_comes_back_whole(record: GameRecord) -> None:
    """Any text and any numbers; options to the byte."""
    line = encode_record(record)
    assert b"\n" not in line
    again = decode_record(line)
    assert again == replace(record, options=again.options)
    assert bytes(again.options) == bytes(record.options)
    assert encode_record(again) == line


@settings(max_examples=25)
@given(RECORDS, RECORDS)
def test_what_lasts_does_not_depend_on_what_was_measured(record: GameRecord, other: GameRecord) -> None:
    """Only on all the rest."""
    assert lasting_bytes(replace(record, measured=other.measured)) == lasting_bytes(record)
    assert lasting_bytes(decode_record(encode_record(record))) == lasting_bytes(record)
    assert "measured" not in msgspec.json.decode(lasting_bytes(record))


@pytest.mark.parametrize("field", [name for name in GameRecord.__struct_fields__ if name != "measured"])
def test_every_other_field_lasts(field: str) -> None:
    """A change in any of them can be seen in the bytes."""
    record = GameRecord(
        number=1,
        group=0,
        game="bids",
        game_version=1,
        options=msgspec.Raw(b"{}"),
        deal="d",
        seating=("a", "b"),
        hashes=("x", "y"),
        status="void",
        outcome=None,
        decisions=(),
        arena_version="1",
        measured=Measured(),
    )
    changed = {
        "number": 2,
        "group": 1,
        "game": "lanterns",
        "game_version": 2,
        "options": msgspec.Raw(b'{"rounds":4}'),
        "deal": "e",
        "seating": ("b", "a"),
        "hashes": ("y", "x"),
        "status": "error",
        "outcome": TeamResult(False, 0.0),
        "decisions": ((0, 1),),
        "substituted": (0,),
        "faults": (SeatFault(0, "time", 0),),
        "forfeited": (0,),
        "sandbox": "bwrap",
        "arena_version": "2",
    }
    assert lasting_bytes(replace(record, **{field: changed[field]})) != lasting_bytes(record)


async def test_two_runs_of_the_same_game_last_as_the_same_bytes() -> None:
    """Whatever the clocks and the texts of the faults said."""
    assert lasting_bytes(await at_random(BIDS, 4)) == lasting_bytes(await at_random(BIDS, 4))
    assert lasting_bytes(await at_random(BIDS, 4)) != lasting_bytes(await at_random(BIDS, 4, deal="other"))
    records = []
    for waited in (20, 30):
        slow = ToldPlayer(0, replace(LATE, text=f"waited {waited} ms"))
        slow.ms, slow.reports = waited, SeatReport(stray=waited, lag_ms=waited)
        records.append(await told(LANTERNS, [ToldPlayer(), slow], FaultPolicy(allowed=1)))
    assert records[0] != records[1]
    assert lasting_bytes(records[0]) == lasting_bytes(records[1])


@pytest.mark.parametrize("line", [b"", b"{}", b"[1]", b'{"number":1', b"null"])
def test_what_is_no_record_is_refused(line: bytes) -> None:
    """With msgspec's own exceptions."""
    with pytest.raises(msgspec.DecodeError):
        decode_record(line)
