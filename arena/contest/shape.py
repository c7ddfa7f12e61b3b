"""What a configuration says of its contest's shape, checked: seats, format, who is seeded, when it ends, anchors."""

from __future__ import annotations

import os
from os.path import isdir
from typing import Any

from msgspec import Struct

from arena.contest.formats import COOPERATIVE, DEALS, FormatName, adaptive, round_of
from arena.contest.schedule import Schedule
from arena.contest.strict_yaml import Place, Reader
from arena.contest.swiss import Swiss
from arena.games import Game


class Anchor(Struct, frozen=True, kw_only=True):
    """A bot whose rating is fixed, so that ratings of several contests can be compared."""

    bot: str
    elo: float = 1500.0


def anchors(found: Anchor | list[Anchor] | None) -> tuple[Anchor, ...]:
    """All anchors of the file, where one may stand without its list."""
    return () if found is None else (found,) if isinstance(found, Anchor) else tuple(found)


def check_names(reader: Reader, root: Place, bots: list[str], found: dict[str, Any]) -> None:
    """Whether whoever is named elsewhere is one of the bots, and named once."""
    there = f"(bots: {', '.join(bots)})"
    fixed = found.get("anchor") or ()
    alone = isinstance(fixed, Anchor)
    names = [anchor.bot for anchor in anchors(fixed or None)]
    for number, name in enumerate(names):
        at = reader.at(root, "anchor", "bot") if alone else reader.at(root, "anchor")
        if name not in bots:
            reader.wrong(at, f"no bot has the name {name!r} {there}")
        elif name in names[:number]:
            reader.wrong(at, f"{name!r} is fixed twice: an anchor has one Elo")
    seeds = found.get("seeds", [])
    for number, name in enumerate(seeds):
        if name not in bots:
            reader.wrong(reader.at(root, "seeds"), f"no bot has the name {name!r} {there}")
        elif name in seeds[:number]:
            reader.wrong(reader.at(root, "seeds"), f"{name!r} is a seed twice")


def read_format(reader: Reader, root: Place, game: Game, asked: FormatName | None) -> Any:
    """The format, None where the numbers of seats and bots decide; WRONG for one of the other kind of games."""
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


def read_seats(reader: Reader, root: Place, game: Game, asked: int | None, bots: int, format: Any) -> Any:
    """The number of seats in a game, or WRONG."""
    allowed = ", ".join(map(str, game.seats))
    grows = format == "ladder"  # its bots may come later
    if bots == 0 and not grows:
        return reader.wrong(reader.at(root, "bots"), "there is no bot: a contest needs one at least")
    if asked is None:
        fitting = [seats for seats in game.seats if seats <= bots or game.cooperative]
        if grows:  # two are found soonest
            return min(seats for seats in game.seats if seats >= 2)
        text = f"{bots} bots are too few: a game of {game.name} has {allowed} seats, each for another bot"
        return max(fitting) if fitting else reader.wrong(reader.at(root, "bots"), text)
    at = reader.at(root, "seats")
    if asked not in game.seats:
        return reader.wrong(at, f"{game.name} cannot be played with {asked} seats, only with {allowed}")
    if asked > bots and not game.cooperative and not grows:
        return reader.wrong(at, f"{asked} seats need {asked} different bots, and there are {bots}")
    return asked


def fitting_format(reader: Reader, root: Place, game: Game, asked: FormatName | None, bots: int, seats: int) -> Any:
    """The format for so many bots and seats, or WRONG."""
    at = reader.at(root, "format")
    if game.cooperative:
        if asked is None:
            return "cross-play" if bots >= 2 and seats >= 2 else "self-play"
        if asked == "cross-play" and bots < 2:
            return reader.wrong(at, "cross-play needs 2 bots, and there is one: add another, or choose self-play")
        if asked == "cross-play" and seats < 2:
            return reader.wrong(at, "cross-play needs 2 seats, and there is one: raise seats, or choose self-play")
    elif seats < 2 and asked != "round-robin":
        return reader.wrong(at, f"a {asked} needs 2 seats: bots meet in it; raise seats, or play a round-robin")
    return asked


def check_shape(
    reader: Reader, root: Place, bots: list[str], seats: int, format: FormatName, found: dict[str, Any]
) -> None:
    """Everything that depends on the format."""
    belongs = {
        "seeds": ("gauntlet", "swiss", "knock-out"),
        "rounds": ("swiss",),
        "entries": ("ladder",),
    }
    for key, formats in belongs.items():
        if found.get(key) and format not in formats:
            reader.wrong(reader.at(root, key), f"{key} is for {' and '.join(formats)}: this is a {format}")
    if found.get("entries") and format == "ladder":
        at = reader.at(root, "entries")
        folder = os.path.abspath(at.file.parent / os.path.expanduser(found["entries"]))
        if not isdir(folder):
            reader.wrong(at, f"the folder {folder} does not exist: make it, empty, for the entries to come")
    if format == "swiss" and found.get("rounds"):
        try:
            Swiss(len(bots), range(len(bots)), seats, found["rounds"], deals=1, group_size=1)
        except ValueError as problem:
            reader.wrong(reader.at(root, "rounds"), str(problem))
    if "stop" in found:
        _check_stop(reader, root, bots, seats, format, found)
    if not adaptive(format) and "line_ups" in found and "seatings" in found and "seeds" in found:
        _check_plan(reader, root, bots, seats, format, found)


def _check_plan(
    reader: Reader, root: Place, bots: list[str], seats: int, format: FormatName, found: dict[str, Any]
) -> None:
    line_ups, seatings, seeds = found["line_ups"], found["seatings"], found["seeds"]
    if not set(seeds) <= set(bots) or len(set(seeds)) < len(seeds):
        return  # told already
    places = [bots.index(seed) for seed in seeds]
    try:
        round_of(format, len(bots), seats, seatings, line_ups, "", places)
    except ValueError as problem:
        reader.wrong(
            reader.at(root, "seeds" if format == "gauntlet" and line_ups is None else "line_ups"), str(problem)
        )
        return
    try:
        if "deals" in found:
            deals = found["deals"] or DEALS.get(format, 10)
            Schedule(bots, seats, seatings, deals, "", None, format, line_ups, seeds)
    except ValueError as problem:
        reader.wrong(reader.at(root, "deals"), str(problem))


def _check_stop(
    reader: Reader, root: Place, bots: list[str], seats: int, format: FormatName, found: dict[str, Any]
) -> None:
    stop = found["stop"]
    fixed = format in ("round-robin", "gauntlet")
    if stop.sprt is not None:
        at = reader.at(root, "stop", "sprt")
        if len(bots) != 2 or ((not fixed or seats != 2) and format != "self-play"):
            reader.wrong(
                at,
                f"an SPRT compares 2 bots in games of 2 seats, or in self-play; here are {len(bots)} bots, {seats} "
                f"seats, {format}: use settled, or leave the other bots out",
            )
        if stop.settled is not None:
            reader.wrong(
                at, "there is settled, too: choose one of them, so that it is clear what has ended the contest"
            )
    if stop.settled is not None:
        at = reader.at(root, "stop", "settled")
        if not fixed:
            reader.wrong(at, f"settled is for round-robin and gauntlet: a {format} chooses who meets by itself")
        elif stop.settled.first is not None and stop.settled.first >= len(bots):
            text = f"first is {stop.settled.first}, and there are {len(bots)} bots: the last has nobody below it"
            reader.wrong(reader.at(root, "stop", "settled", "first"), text)
