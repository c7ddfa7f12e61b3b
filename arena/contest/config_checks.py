"""Checks what a configuration says about the shape of its contest: seats, format, who is seeded, when it ends, anchors.

Here WRONG stands for what is not known because there is an error in it or in what it depends on. Errors that can be
known all the same are reported; those that depend on the unknown are not.
"""

from __future__ import annotations

import os
from os.path import isdir
from typing import Any

from arena.games import Game
from arena.pairing import COOPERATIVE, DEALS, FormatName, KnockOut, Schedule, Stage, Swiss, adaptive, round_of
from arena.store import Anchor
from arena.strict_yaml import WRONG, Place, Reader

FIXED = ("round-robin", "gauntlet")
"""The formats between opponents in which all games are known from the start."""
LADDER_LINE_UPS = 1_000_000
"""The line-ups for which there is room in one stage of a ladder, whatever bots come."""


def anchors(found: Anchor | list[Anchor] | None) -> tuple[Anchor, ...]:
    """All anchors of the file, in which a single one may stand without a list."""
    return () if found is None else (found,) if isinstance(found, Anchor) else tuple(found)


def check_names(reader: Reader, root: Place, bots: list[str]) -> None:
    """Check that whoever is named in other parts of the file is one of the bots, and is named once."""
    seeds, anchor = reader.written(root, "seeded"), reader.written(root, "anchor")
    fixed = [] if anchor is None else [anchor] if reader.is_mapping(anchor) else reader.items(anchor)
    for places, twice in (
        ([reader.written(one, "bot") for one in fixed], "is fixed twice: an anchor has one Elo"),
        ([] if seeds is None else reader.items(seeds), "is seeded twice"),
    ):
        before: list[str] = []
        for place in places:
            name = reader.known(place, str)
            if place is None or name is WRONG:
                continue
            if name not in bots:
                reader.wrong(place, f"no bot has the name {name!r} (bots: {', '.join(bots)})")
            elif name in before:
                reader.wrong(place, f"{name!r} {twice}")
            before.append(name)


def read_format(reader: Reader, root: Place, game: Game, asked: FormatName | None) -> Any:
    """The format; None if the numbers of seats and bots decide, WRONG for one that is for the other kind of games."""
    at = reader.at(root, "format")
    if not game.cooperative:
        if asked in COOPERATIVE:
            text = f"{asked} is for cooperative games, and in {game.name} every seat is for itself: play a round-robin"
            return reader.wrong(at, text)
        return asked or "round-robin"
    if asked is not None and asked not in COOPERATIVE:
        text = f"{game.name} is cooperative, all seats win or lose together, so a {asked} cannot rank its bots"
        return reader.wrong(at, f"{text}: choose cross-play or self-play")
    return asked


def read_seats(reader: Reader, root: Place, game: Game, asked: int | None, bots: Any, format: Any) -> Any:
    """The number of seats in a game of the contest, or WRONG."""
    allowed = ", ".join(map(str, game.seats))
    at, at_bots = reader.at(root, "seats"), reader.at(root, "bots")
    fits = asked is None or asked in game.seats
    if not fits:
        reader.wrong(at, f"{game.name} cannot be played with {asked} seats, only with {allowed}")
    grows = format == "ladder"  # its bots may come later
    if bots is WRONG or (format is WRONG and not game.cooperative):  # are they enough, and does it grow?
        return asked if fits and asked is not None else WRONG
    if bots == 0 and not grows:
        return reader.wrong(at_bots, "there is no bot: a contest needs one at least")
    if asked is None:
        fitting = [seats for seats in game.seats if seats <= bots or game.cooperative]
        if grows:  # two are found soonest
            return min(seats for seats in game.seats if seats >= 2)
        text = f"{bots} bots are too few: a game of {game.name} has {allowed} seats, each for another bot"
        return max(fitting) if fitting else reader.wrong(at_bots, text)
    if fits and asked > bots and not game.cooperative and not grows:
        text = f"{asked} seats need {asked} different bots, and there are {bots}: "
        return reader.wrong(at, text + "name more, where one command may have several names, or fewer seats")
    return asked if fits else WRONG


def fitting_format(reader: Reader, root: Place, game: Game, asked: FormatName | None, bots: Any, seats: Any) -> Any:
    """The format for so many bots and seats, or WRONG."""
    at = reader.at(root, "format")
    few_bots, few_seats = bots is not WRONG and bots < 2, seats is not WRONG and seats < 2
    if not game.cooperative:
        if few_seats and asked != "round-robin":
            return reader.wrong(at, f"a {asked} needs 2 seats: bots meet in it; raise seats, or play a round-robin")
        return asked
    if asked is None:
        if few_bots or few_seats:
            return "self-play"
        return WRONG if WRONG in (bots, seats) else "cross-play"
    if asked == "cross-play" and few_bots:
        reader.wrong(at, "cross-play needs 2 bots, and there is one: add another, or choose self-play")
    if asked == "cross-play" and few_seats:
        reader.wrong(at, "cross-play needs 2 seats, and there is one: raise seats, or choose self-play")
    return WRONG if asked == "cross-play" and (few_bots or few_seats) else asked


def check_shape(reader: Reader, root: Place, bots: Any, seats: Any, format: Any, found: dict[str, Any]) -> None:
    """Check everything that depends on the format; `bots` are their names, `found` is what could be read of the
    file.
    """
    belongs = {
        "seeded": ("gauntlet", "swiss", "knock-out"),
        "rounds": ("swiss",),
        "entries": ("ladder",),
        "line_ups": ("cross-play",),
    }
    for key, formats in belongs.items():
        if found.get(key) and format is not WRONG and format not in formats:
            reader.wrong(reader.at(root, key), f"{key} is for {' and '.join(formats)}: this is a {format}")
    if found.get("entries") and format == "ladder":
        at = reader.at(root, "entries")
        folder = os.path.abspath(at.file.parent / os.path.expanduser(found["entries"]))
        if not isdir(folder):
            reader.wrong(at, f"the folder {folder} does not exist: make it, empty, for the entries to come")
    alone = format == "ladder" and "entries" in found and not found["entries"]
    if alone and WRONG not in (bots, seats) and len(bots) < seats:
        text = f"a game takes {seats} bots, there are {len(bots)}, and without entries no others can come"
        reader.wrong(reader.at(root, "bots"), f"{text}: add bots, or name a folder of entries")
    if (stop := reader.written(root, "stop")) is not None:
        _check_stop(reader, stop, bots, seats, format)
    if WRONG not in (bots, seats, format):
        if adaptive(format):
            _check_stages(reader, root, bots, seats, format, found)
        elif "line_ups" in found and "seatings" in found and "seeded" in found:
            _check_plan(reader, root, bots, seats, format, found)


def _check_plan(
    reader: Reader, root: Place, bots: list[str], seats: int, format: FormatName, found: dict[str, Any]
) -> None:
    seatings = found["seatings"]
    # What belongs to another format, and a seed that is nobody, or twice, is told already.
    line_ups = found["line_ups"] if format == "cross-play" else None
    seeds = found["seeded"] if format == "gauntlet" else []
    if not set(seeds) <= set(bots) or len(set(seeds)) < len(seeds):
        return
    places = [bots.index(seed) for seed in seeds]
    try:
        round_of(format, len(bots), seats, seatings, line_ups, "", places)
    except ValueError as problem:
        reader.wrong(reader.at(root, "seeded" if format == "gauntlet" else "line_ups"), str(problem))
        return
    try:
        if "deals" in found:
            deals = found["deals"] or DEALS.get(format, 10)
            Schedule(bots, seats, seatings, deals, "", None, format, line_ups, seeds)
    except ValueError as problem:
        reader.wrong(reader.at(root, "deals"), str(problem))


def _check_stages(
    reader: Reader, root: Place, bots: list[str], seats: int, format: FormatName, found: dict[str, Any]
) -> None:
    """Check the stages of a format that looks at results: how many line-ups there will be is known, and that is all
    that counts.
    """
    order, deals, groups = range(len(bots)), found.get("deals") or DEALS[format], 0
    try:
        match format:
            case "swiss":
                if "rounds" in found:
                    groups = Swiss(len(bots), order, seats, found["rounds"], deals, group_size=1).most_games
            case "knock-out":
                groups = KnockOut(len(bots), order, seats, deals, group_size=1).most_games
            case "ladder":
                groups = LADDER_LINE_UPS * deals
    except ValueError as problem:
        reader.wrong(reader.at(root, "rounds"), str(problem))
    if groups and "deals" in found and "seatings" in found:
        schedule = Schedule(bots, seats, found["seatings"], deals, "", None, format)
        try:
            schedule.extend(Stage((tuple(range(seats)),), groups))
        except ValueError as problem:
            where = f"in a stage of {LADDER_LINE_UPS:,} line-ups " if format == "ladder" else ""
            reader.wrong(reader.at(root, "deals"), f"{where}{problem}")


def _check_stop(reader: Reader, stop: Place, bots: Any, seats: Any, format: Any) -> None:
    sprt, settled = (reader.written(stop, key) for key in ("sprt", "settled"))
    # None of them is asked for by null; what is wrong in itself is asked for.
    sprt, settled = (None if reader.known(rule, None) is None else rule for rule in (sprt, settled))
    if sprt is not None:
        _check_sprt(reader, sprt, bots, seats, format)
    if sprt is not None and settled is not None:
        text = "there is settled, too: choose one of them, so that it is clear what has ended the contest"
        reader.wrong(sprt, text)
    if settled is not None:
        first = reader.known(reader.written(settled, "first"), int)
        if format is not WRONG and format not in FIXED:
            reader.wrong(settled, f"settled is for round-robin and gauntlet: a {format} chooses who meets by itself")
        elif WRONG not in (first, bots) and first >= len(bots):
            text = f"first is {first}, and there are {len(bots)} bots: the last has nobody below it"
            reader.wrong(reader.at(settled, "first"), text)


def _check_sprt(reader: Reader, sprt: Place, bots: Any, seats: Any, format: Any) -> None:
    many = bots is not WRONG and len(bots) != 2
    larger = format in FIXED and seats is not WRONG and seats != 2
    other = format is not WRONG and format not in (*FIXED, "self-play")
    if many or larger or other:
        here = [f"{len(bots)} bots"] if bots is not WRONG else []
        here += [f"{seats} seats"] if seats is not WRONG else []
        here += [format] if format is not WRONG else []
        reader.wrong(
            sprt,
            f"an SPRT compares 2 bots in games of 2 seats, or in self-play; here are {', '.join(here)}: "
            "use settled, or leave the other bots out",
        )
