"""Tells a game in words, from its record alone: the rules play it again and say what they did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from os.path import exists
from pathlib import Path

import msgspec

from arena.games import EVERYTHING, Audience, Game, Part, Ranking
from arena.referee import GameRecord
from arena.replays.frames import NOTHING_SAID, Decision, Frame, Happened, Replay, Trouble, replay_for
from arena.replays.sayings import Saying


def tell_game(
    record: GameRecord, game: Game, audience: Audience, folder: Path, stderr: Mapping[int, str] = NOTHING_SAID
) -> Iterator[str]:
    """The lines of the story, as this audience saw the game.

    `folder` is where the paths of stderr logs start from, and `stderr` is what seats wrote there. A line holds the
    words of bots and rules as they said them: whoever shows it makes it printable.
    """
    told = replay_for(audience, record, game, stderr)
    deal = f", deal {told.deal}" if told.deal is not None else ""
    yield f"{told.title}, game {told.number} (deal group {told.group}{deal})"
    yield "seats: " + ", ".join(f"{seat} {name}" for seat, name in enumerate(told.names))
    for frame in told.frames:
        yield from _step(told, frame)
    if told.broken is not None:
        yield told.broken
    yield from (_trouble(told, trouble) for trouble in told.troubles)
    yield from _said(told, told.said)
    if told.status == "finished":
        yield _outcome(told)
    else:
        yield from f"not rated ({told.status}){f': {told.why}' if told.why is not None else ''}".split("\n")
    for seat, log in enumerate(record.measured.logs):
        if log is not None and audience in (seat, EVERYTHING):
            there = "" if exists(folder / log) else " (not there any more: was the contest's file moved without it?)"
            yield f"stderr of {_named(told, seat)}: {folder / log}{there}"


def _step(told: Replay, frame: Frame) -> Iterator[str]:
    yield from (_trouble(told, trouble) for trouble in frame.troubles)
    yield from (_decision(told, decision) for decision in frame.decisions if decision.move is not None)
    yield from _said(told, frame.said)
    # Of an event that somebody saw more of, one who sees everything reads that.
    at = 0
    while at < len(frame.events):
        versions = [frame.events[at]]
        while versions[-1].seats is not None:
            at += 1
            versions.append(frame.events[at])
        at += 1
        yield from (f"    {line}" for line in _event(told, versions))


def _said(told: Replay, said: Sequence[Saying]) -> Iterator[str]:
    """A line for each of theirs, which all say whose they are: a bot may write anything."""
    for one in said:
        for line in one.text.split("\n") if one.source == "stderr" else [one.text]:
            yield f"    {one.source} of {_named(told, one.seat)}: {line}"


def _event(told: Replay, versions: Sequence[Happened]) -> Iterator[str]:
    private = versions[:-1]
    several = sum(len(one.seats or ()) for one in private) > 1
    for one in private or versions:
        seats = ", ".join(_named(told, seat) for seat in one.seats or ())
        yield _sentence(told, one.words) + (f"  (told to {seats})" if several else "")


def _decision(told: Replay, decision: Decision) -> str:
    how = "" if decision.ms is None and decision.by_referee else f"{decision.ms or 0:.1f} ms"
    if decision.by_referee:
        how = f"played for it by the referee, after {how}" if how else "played for it by the referee"
    if decision.machine_ms is not None and decision.machine_ms >= 1:
        how += f", the machine took {decision.machine_ms:.1f} ms more"
    move = msgspec.json.encode(decision.move).decode()
    words = _sentence(told, decision.words or ())
    return f"{decision.number}. {_named(told, decision.seat)}: {words}  {move}  [{how}]"


def _trouble(told: Replay, trouble: Trouble) -> str:
    how = f": {trouble.text}" if trouble.text is not None else ""
    loses = " and loses by it" if trouble.loses else ""
    return f"!! {_named(told, trouble.seat)} is at fault{loses}: {trouble.verdict}{how}"


def _outcome(told: Replay) -> str:
    outcome = told.outcome
    if isinstance(outcome, Ranking):
        order = sorted(range(len(told.names)), key=lambda seat: outcome.places[seat])
        return "outcome: " + ", ".join(
            f"{outcome.places[seat]}. {_named(told, seat)} with {outcome.scores[seat]:g}"
            + (" (forfeited)" if seat in told.forfeited else "")
            for seat in order
        )
    return f"outcome: {'won' if outcome and outcome.won else 'lost'}, score {outcome.score if outcome else 0:g}"


def _named(told: Replay, seat: int) -> str:
    return f"{told.names[seat]} (seat {seat})"


def _sentence(told: Replay, words: Sequence[Part]) -> str:
    return "".join(part if isinstance(part, str) else _named(told, part) for part in words)
