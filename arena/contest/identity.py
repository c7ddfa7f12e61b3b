"""What makes a contest the same contest, so that its store may be continued: its fingerprint, and how two of them
differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import asdict

from arena.contest.config import Contest
from arena.games import find_game
from arena.pairing import adaptive
from arena.programs import hash_bots
from arena.store import unusable

_SHOWN_WHOLE = 100
"""Two lists with more items together are not shown whole where they differ: a deck may have thousands."""

_MAY_CHANGE = ("logs_mb", "versions_mb")
"""Limits that may change: they bound what is kept, not what is played."""


def fingerprint(contest: Contest, hashes: Mapping[str, str] | None = None) -> Raw:
    """What must stay the same while a store is continued, as the fact `contest` of its file; `hashes` are those of its
    bots, if they have been computed. Raises OSError.

    It leaves out `jobs`, `anchor`, `stop.minutes`, `entries` and the limits of what is kept, which may change, and
    `seed`, as the store keeps the one that it began with. `deals` may be raised if a contest has one stage and no looks
    are planned for them, and a ladder's bots come and go.
    """
    if hashes is None and contest.format != "ladder":
        hashes = hash_bots(contest.bots, (), contest.limits.build.disk_mb)
    facts = {
        "game": contest.game,
        "game_version": find_game(contest.game).version,
        "options": contest.options,
        "format": contest.format,
        "line_ups": contest.line_ups,
        "seeded": contest.seeded,
        "rounds": contest.rounds,
        "deals": contest.deals if adaptive(contest.format) or contest.stop.settled else None,
        "seats": contest.seats,
        "seatings": contest.seatings,
        "restart": contest.restart,
        "time": contest.time,
        "ponder": "on" if contest.ponders else "off",
        "sandbox": contest.sandbox,
        "faults": contest.faults,
        "limits": {key: value for key, value in asdict(contest.limits).items() if key not in _MAY_CHANGE},
        "bench": contest.bench,
        "sprt": contest.stop.sprt,
        "settled": contest.stop.settled,
        # The cards themselves: who has nothing but the file can say of each game which deal it should have.
        "deck": contest.deck or None,
        # A list: its order is that of the schedule, and must outlive any writer that sorts keys.
        "bots": []
        if hashes is None or contest.format == "ladder"
        else [
            {"name": name, "command": bot.command, "env": bot.env, "files": hashes[name]}
            | ({"build": bot.build} if bot.build else {})
            for name, bot in contest.bots.items()
        ],
    }
    return Raw(msgspec.json.encode(facts))


def differences(before: Raw, now: Raw) -> list[str]:
    """What differs between two fingerprints, a line each; [] if a store of the one may be continued as the other.
    Another version of arena may have written them, so what this version does not know is compared, too. Raises
    StoreError if one is no fingerprint."""
    try:
        return _differences(*(msgspec.json.decode(side, type=dict[str, Any]) for side in (before, now)))
    except (msgspec.MsgspecError, KeyError, TypeError) as problem:
        raise unusable(f"contest: {problem!r}") from problem


def _differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    formats = [side.get("format") for side in (old, new)]
    if formats[0] != formats[1] and "ladder" in formats:
        # A ladder's fingerprint names no bots, for they come and go.
        rest = [{**side, "format": None, "bots": None} for side in (old, new)]
        return [f"the file is that of a {formats[0]}, and this is a {formats[1]}", *_changes("", *rest)]
    before, after = ({bot["name"]: bot for bot in side.get("bots", [])} for side in (old, new))
    lines = _changes("", {**old, "bots": None}, {**new, "bots": None})
    lines += [f"the bot {name!r} is gone" for name in before if name not in after]
    lines += [f"the bot {name!r} is new" for name in after if name not in before]
    if before.keys() == after.keys() and list(before) != list(after):
        lines.append(f"the bots were in the order {', '.join(before)}, now {', '.join(after)}")
    for name in [name for name in after if name in before]:
        was, now = before[name], after[name]
        lines += _changes(f"bots.{name}", {**was, "files": 0}, {**now, "files": 0})
        # The commands are in the hash, too: where one has changed, the hash says nothing more.
        same_words = was["command"] == now["command"] and was.get("build") == now.get("build")
        if same_words and was["files"] != now["files"]:
            lines.append(f"the files of the bot {name!r} have changed (hash was {was['files']}, is {now['files']})")
    return lines


def _changes(path: str, old: Any, new: Any) -> list[str]:
    if isinstance(old, dict) and isinstance(new, dict):
        lines = []
        for key in old | new:
            lines += _changes(f"{path}.{key}" if path else key, old.get(key), new.get(key))
        return lines
    if isinstance(old, list) and isinstance(new, list) and len(old) + len(new) > _SHOWN_WHOLE and old != new:
        at = next((at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), None)
        if at is None:
            return [f"{path} had {len(old)} items, has now {len(new)}"]
        return _changes(f"{path}[{at}]", old[at], new[at])
    shown = [msgspec.json.encode(value).decode() for value in (old, new)]
    return [] if old == new else [f"{path} was {shown[0]}, is now {shown[1]}"]
