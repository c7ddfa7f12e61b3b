"""What is kept of a game: enough to play it again through the rules, and to say why anybody lost it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from arena.games import Outcome
from arena.protocol import Verdict
from arena.sandbox import Usage

Status = Literal[
    "finished",  # rated; every fault in it is a seat's own
    "void",  # the referee or the machine was late: nobody's loss, not rated
    "error",  # the rules raised an exception: nobody's loss, not rated
]


class SeatFault(Struct, frozen=True):
    """A fault of a seat, with its place in the game: `decision` counts the decisions of all seats before it."""

    seat: int
    verdict: Verdict
    decision: int


class Given(Struct, frozen=True):
    """The milliseconds of a decision's time that were not charged, since the machine took them: those in which the bot,
    and those in which the referee, could have run and had no processor."""

    decision: int
    bot_ms: float
    referee_ms: float


class Note(Struct, frozen=True):
    """What a bot said about one of its decisions."""

    decision: int
    text: str


class Said(Struct, frozen=True):
    """When a seat wrote to stderr: from `line` of its log on, counted from 0, after it had been asked for `decision`.
    That is -1 before the first, and the number of all decisions when the game was over."""

    seat: int
    decision: int
    line: int


class Measured(Struct, frozen=True, kw_only=True):
    """What may differ between two runs of the same game: clocks, and words that quote them.

    `ms[i]` is what decision i was charged, in milliseconds, the whole limit where no answer came within it; None where
    nobody was asked, or nothing could be measured. `given` has what of its time was not charged, of those decisions of
    which it was more than nothing. `texts[i]` explains `faults[i]` and begins with its decision. `stray[seat]` counts
    the lines that answered nothing. `logs[seat]` is the file with the seat's stderr (relative to the store), None where
    it wrote none, and `said` tells when it wrote what. `usage[seat]` is what the bot used of the machine, None where
    nobody measured. `lag_ms` is the most by which the referee itself was late, `attempts` how often the game was played
    until it was not void. `trouble` says why a game is void, or is the traceback of its error. `notes` are what bots
    said of their decisions. They and `said` are not written at all where there are none, as in records of before.
    """

    ms: tuple[float | None, ...] = ()
    given: tuple[Given, ...] = ()
    texts: tuple[str, ...] = ()
    stray: tuple[int, ...] = ()
    logs: tuple[str | None, ...] = ()
    usage: tuple[Usage | None, ...] = ()
    lag_ms: float = 0.0
    attempts: int = 1
    trouble: str = ""
    notes: tuple[Note, ...] | UnsetType = UNSET
    said: tuple[Said, ...] | UnsetType = UNSET


class GameRecord(Struct, frozen=True, kw_only=True):
    """One game. `seating[seat]` is the bot's name, `hashes[seat]` the hash of its files, and `sandbox` what the bots
    ran in.

    `decisions` are (seat, index into the legal moves) in the order in which they were applied; `substituted` are the
    positions in it of the moves that the referee made for a seat. `forfeited` are the seats that lost by their faults,
    in the order in which they went. `outcome` is None unless the game finished.
    """

    number: int
    group: int
    game: str
    game_version: int
    options: msgspec.Raw
    deal: str
    seating: tuple[str, ...]
    hashes: tuple[str, ...]
    status: Status
    outcome: Outcome | None
    decisions: tuple[tuple[int, int], ...]
    substituted: tuple[int, ...] = ()
    faults: tuple[SeatFault, ...] = ()
    forfeited: tuple[int, ...] = ()
    sandbox: str = "none"
    arena_version: str
    measured: Measured

    @property
    def seats(self) -> int:
        return len(self.seating)


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(GameRecord)


def encode_record(record: GameRecord) -> bytes:
    """The record as one line of JSON, without the newline."""
    return _encoder.encode(record)


def decode_record(line: bytes) -> GameRecord:
    """Read one line. Raises msgspec.ValidationError or DecodeError for anything that is not a record."""
    return _decoder.decode(line)


def lasting_bytes(record: GameRecord) -> bytes:
    """The record without what was measured: equal, byte for byte, in every run of deterministic bots."""
    fields: dict[str, Any] = {name: getattr(record, name) for name in record.__struct_fields__ if name != "measured"}
    return _encoder.encode(fields)
