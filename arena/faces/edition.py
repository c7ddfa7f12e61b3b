"""Whose copy of a game a file is: the replays of one audience, or of all of them.

An edition for a seat or the public is made of that audience's replay and nothing else. What is not in a file cannot
leak from it, so it may be handed to whoever sat there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from arena.games import EVERYTHING, PUBLIC, Audience, Game, SeatFields, seat_fields
from arena.players import Clock, TimeControl
from arena.referee import GameRecord
from arena.replays import NOTHING_SAID, Replay, Trouble, replay_for


class StructSeats(Struct, frozen=True):
    """Which of a game's structs a field is in: what the public sees, a seat's view, or its memory."""

    public: SeatFields
    view: SeatFields
    memory: SeatFields


class Told(Struct, frozen=True):
    """A replay with what its audience knows of the clock: `limits_ms[n]` is the most that decision n could take, None
    where there was no limit or the audience is not told. `seat_fields` says of the game's structs which numbers in
    them are seats."""

    replay: Replay
    limits_ms: tuple[float | None, ...]
    seat_fields: StructSeats


class Edition(Struct, frozen=True):
    """A game for whoever holds the file. `told` has at least one audience's replay; the first is shown first."""

    told: tuple[Told, ...]
    drawing: str | None
    """The game's own drawing, as `Game.drawing` names it."""
    printed: Any
    """What is printed on the game's pieces, for its drawing; None where it says nothing of them."""

    @property
    def first(self) -> Replay:
        return self.told[0].replay


def edition_for(
    audience: Audience,
    record: GameRecord,
    game: Game,
    time: TimeControl | None,
    stderr: Mapping[int, str] = NOTHING_SAID,
) -> Edition:
    """The edition of one audience; `time` is the time control that the game was played with, None where it is not
    known, and `stderr` is what seats wrote there (`arena.replays.stderr_of`)."""
    return _edition((audience,), record, game, time, stderr)


def organisers_edition(
    record: GameRecord, game: Game, time: TimeControl | None, stderr: Mapping[int, str] = NOTHING_SAID
) -> Edition:
    """Everything, and beside it what the public and each seat were told of the game. What seats wrote to stderr is for
    the organiser alone: an edition for all who may see everything has none."""
    return _edition((EVERYTHING, PUBLIC, *range(record.seats)), record, game, time, stderr)


def published_edition(audience: Audience, record: GameRecord, game: Game, time: TimeControl | None) -> Edition:
    """The edition of an audience, or the organiser's, as it may lie where anybody comes by: without what explains its
    faults and breakdowns. That may quote the last that bots wrote to stderr, their commands, and paths of this machine,
    and so may anything that a bot has answered."""
    whole = audience is EVERYTHING
    edition = organisers_edition(record, game, time) if whole else edition_for(audience, record, game, time)
    return replace(edition, told=tuple(replace(told, replay=_unexplained(told.replay)) for told in edition.told))


def _unexplained(told: Replay) -> Replay:
    return replace(
        told,
        frames=tuple(
            replace(frame, troubles=_verdicts(frame.troubles)) if frame.troubles else frame for frame in told.frames
        ),
        troubles=_verdicts(told.troubles),
        broken=None if told.broken is None else told.broken.partition(": ")[0],
        why=None,
    )


def _verdicts(troubles: Iterable[Trouble]) -> tuple[Trouble, ...]:
    return tuple(replace(trouble, text=None) for trouble in troubles)


def _edition(
    audiences: Iterable[Audience],
    record: GameRecord,
    game: Game,
    time: TimeControl | None,
    stderr: Mapping[int, str],
) -> Edition:
    told = tuple(_told(audience, record, game, time, stderr) for audience in audiences)
    return Edition(told, game.drawing, _printed(record.options, game))


def running_edition(replay: Replay, game: Game) -> Edition:
    """The edition of a game that is being played."""
    return Edition((Told(replay, (), _seats_of(game)),), game.drawing, _printed(replay.options, game))


def _printed(options: Raw, game: Game) -> Any:
    """None, too, where the options are not this game's: the record cannot be followed then, and its replay says so."""
    if game.printed is None:
        return None
    try:
        return game.printed(msgspec.json.decode(options, type=game.options_type))
    except (ValueError, TypeError):
        return None


def _told(
    audience: Audience, record: GameRecord, game: Game, time: TimeControl | None, stderr: Mapping[int, str]
) -> Told:
    replay = replay_for(audience, record, game, stderr)
    return Told(replay, tuple(_limits(replay, time)) if time is not None else (), _seats_of(game))


def _seats_of(game: Game) -> StructSeats:
    return StructSeats(*map(seat_fields, (game.public_type, game.view_type, game.memory_type)))


def _limits(replay: Replay, time: TimeControl) -> list[float | None]:
    """Counted anew from the times that the audience is told: a seat knows no other seat's bank."""
    clocks = [Clock(time) for _ in replay.names]
    heard = replay.audience if isinstance(replay.audience, int) else None
    limits: list[float | None] = []
    for frame in replay.frames:
        late = {trouble.seat for trouble in frame.troubles if trouble.verdict == "time"}
        for decision in frame.decisions:
            clock = clocks[decision.seat]
            limits.append(clock.limit_ms if heard in (None, decision.seat) else None)
            if decision.seat in late:
                clock.exhaust()
            elif decision.ms is not None:
                clock.spend(decision.ms)
    return limits
