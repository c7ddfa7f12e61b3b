"""A game in words, from its record alone: the rules play it again and say what they did."""

from __future__ import annotations

import re
from collections.abc import Iterator
from os.path import exists
from pathlib import Path

import msgspec

from arena.games import Event, Game, Ranking
from arena.referee import GameRecord, Mismatch, Step, replay


def tell_game(record: GameRecord, game: Game, seat: int | None, folder: Path) -> Iterator[str]:
    """The lines of the story, for an onlooker who sees all (None) or as one seat saw it.

    `folder` is where the paths of stderr logs start from. A line holds what bots and rules said as they said it:
    whoever shows it makes it printable.
    """
    names = {str(i): f"{name} (seat {i})" for i, name in enumerate(record.seating)}

    def named(text: str) -> str:
        return re.sub(r"\bseat (\d+)\b", lambda found: names.get(found[1], found[0]), text)

    yield f"{game.title}, game {record.number} (deal group {record.group}, deal {record.deal})"
    yield "seats: " + ", ".join(f"{i} {name}" for i, name in enumerate(record.seating))
    faults = _faults(record, seat)
    try:
        for step in replay(record, game):
            for at in range(step.first, step.first + len(step.moves)):
                yield from map(named, faults.pop(at, ()))
            yield from map(named, _decisions(record, step, seat))
            yield from (f"    {named(line)}" for event in step.events for line in _event(game, event, seat))
    except Mismatch as problem:
        yield f"the record cannot be followed further: {problem}"
    except Exception as problem:  # a game that broke down in play breaks down here too, at the same place
        yield "the rules break down here" + (f": {problem!r}" if seat is None else "")
    for left in faults.values():  # of a bot that never made a decision, or at the decision that broke the rules
        yield from map(named, left)
    if record.status == "finished":
        yield named(_outcome(record))
    else:
        # To a seat nothing that could quote the others' moves.
        trouble = f": {record.measured.trouble.rstrip()}" if seat is None else ""
        yield from f"not rated ({record.status}){trouble}".split("\n")
    for i, log in enumerate(record.measured.logs):
        if log is not None and seat in (None, i):
            there = "" if exists(folder / log) else " (not there any more: was the contest's file moved without it?)"
            yield named(f"stderr of seat {i}: {folder / log}") + there


def _decisions(record: GameRecord, step: Step, seat: int | None) -> Iterator[str]:
    machine_ms = {given.decision: given.bot_ms + given.referee_ms for given in record.measured.given}
    for offset, (who, move) in enumerate(step.moves.items()):
        at = step.first + offset
        if seat in (None, who):
            ms = record.measured.ms[at] if at < len(record.measured.ms) else None
            how = "played for it by the referee" if at in record.substituted else f"{ms or 0:.1f} ms"
            if machine_ms.get(at, 0) >= 1:
                how += f", the machine took {machine_ms[at]:.1f} ms more"
            yield f"{at}. seat {who}: {msgspec.json.encode(move).decode()}  [{how}]"


def _event(game: Game, event: Event, seat: int | None) -> Iterator[str]:
    if seat is None and event.private:
        told: dict[str, list[str]] = {}
        for who, body in event.private.items():
            told.setdefault(game.tell(body), []).append(f"seat {who}")
        for text, seats in told.items():
            yield text + (f"  (told to {', '.join(seats)})" if len(event.private) > 1 else "")
    else:
        yield game.tell(event.seen_by(seat))


def _faults(record: GameRecord, seat: int | None) -> dict[int, list[str]]:
    """What went wrong, by the decision at which it did. Only a seat itself learns how: that may quote its moves."""
    last = {fault.seat: i for i, fault in enumerate(record.faults)}
    told: dict[int, list[str]] = {}
    for i, (fault, text) in enumerate(zip(record.faults, record.measured.texts, strict=True)):
        forfeit = " and loses by it" if fault.seat in record.forfeited and i == last[fault.seat] else ""
        how = f": {text.partition(': ')[2]}" if seat in (None, fault.seat) else ""
        told.setdefault(fault.decision, []).append(f"!! seat {fault.seat} is at fault{forfeit}: {fault.verdict}{how}")
    return told


def _outcome(record: GameRecord) -> str:
    outcome = record.outcome
    if isinstance(outcome, Ranking):
        order = sorted(range(record.seats), key=lambda seat: outcome.places[seat])
        return "outcome: " + ", ".join(
            f"{outcome.places[seat]}. seat {seat} with {outcome.scores[seat]:g}"
            + (" (forfeited)" if seat in record.forfeited else "")
            for seat in order
        )
    return f"outcome: {'won' if outcome and outcome.won else 'lost'}, score {outcome.score if outcome else 0:g}"
