"""Plays one recorded game anew with its bots: do they do the same again?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from arena.contest import LocalWorkers
from arena.programs import run_stoppable
from arena.referee import Assignment, GameRecord, Mismatch, Setup, decode_record, lasting_bytes, replay
from arena.sandbox import children, kill_all, take_charge

_CONDITIONS = ("game_version", "hashes", "sandbox", "arena_version")


def play_anew(setup: Setup, record: GameRecord, seeds: tuple[int, ...]) -> GameRecord:
    """Play the same deal with the same options, seats and seeds. Raises OSError if no worker can be had or it dies, and
    KeyboardInterrupt if it is stopped."""
    setup = replace(setup, options=Raw(record.options))
    game = Assignment(
        number=record.number, group=record.group, deal=record.deal, seating=record.seating, bot_seeds=seeds
    )

    async def play() -> list[bytes] | None:
        hand = await LocalWorkers(1).hire(setup, 0, print)
        try:
            return await hand.play([game])
        finally:
            await hand.close()

    take_charge()  # so that the bots of a worker that dies become children of this process
    before = children(os.getpid())
    try:
        lines = run_stoppable(play)
    finally:
        kill_all(children(os.getpid()) - before)
    if not lines:
        raise OSError(f"game {record.number}: the worker that played it anew died")
    return decode_record(lines[0])


def conditions(old: GameRecord, new: GameRecord) -> Iterator[str]:
    """Which conditions differ between the two games, in words."""
    for name in _CONDITIONS:
        if name == "hashes":
            for bot, was, now in sorted(set(zip(old.seating, old.hashes, new.hashes, strict=True))):
                if was != now:
                    yield f"the files of {bot} are others: their hash was {was}, is {now}"
        elif (was := getattr(old, name)) != (now := getattr(new, name)):
            yield f"{name} was {was}, is {now}"


def first_difference(old: GameRecord, new: GameRecord) -> str | None:
    """The first difference between the two, in words; None if all that must be the same is the same, byte for byte,
    whatever the conditions were."""
    if lasting_bytes(old) == lasting_bytes(replace(new, **{name: getattr(old, name) for name in _CONDITIONS})):
        return None
    made = len(old.decisions), len(new.decisions)
    for at, (was, now) in enumerate(zip(old.decisions, new.decisions, strict=False)):
        if was != now or (at in old.substituted) != (at in new.substituted):
            seat = was[0]
            return f"decision {at}: seat {seat} ({old.seating[seat]}) played {_move(old, at)}, now {_move(new, at)}"
    if made[0] != made[1]:
        return f"decision {min(made)}: the game had {made[0]} decisions, now {made[1]}{_faults(new, min(made))}"
    names = [name for name in old.__struct_fields__ if name not in (*_CONDITIONS, "measured")]
    name = next(name for name in names if getattr(old, name) != getattr(new, name))
    return f"{name} was {_text(getattr(old, name))}, is {_text(getattr(new, name))}"


def _move(record: GameRecord, at: int) -> str:
    """A decision's move as JSON, where the rules can follow the record so far, and who made it."""
    seat, index = record.decisions[at]
    said = f"choice {index}"
    with suppress(Mismatch):
        for step in replay(record):
            if step.first <= at < step.first + len(step.moves):
                said = _text(step.moves[seat])
                break
    return said + (f" by the referee{_faults(record, at, seat)}" if at in record.substituted else "")


def _faults(record: GameRecord, at: int, seat: int | None = None) -> str:
    """What went wrong from that decision on, the first fault of all or of a seat."""
    for fault, text in zip(record.faults, record.measured.texts, strict=True):
        if fault.decision >= at and seat in (None, fault.seat):
            return f" ({fault.verdict}: {text})"
    return ""


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
