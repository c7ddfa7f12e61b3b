"""What the configuration in a bundle may use when somebody plays a game of it anew: as much as he allows, field by
field.

It may be a stranger's, who would rather have all the memory of the machine, and hours for each move.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from arena.contest import Contest
from arena.players import TimeControl
from arena.protocol import printable
from arena.sandbox import BuildLimits, Limits

WAIT_MS = 300_000
"""The milliseconds that anything is waited for unless more is allowed: five minutes."""

_BUILD = "build."


class Allowance(Struct, frozen=True, kw_only=True):
    """What is allowed beyond the usual. `bind` are further paths that bots may read; `numbers` replace the usual
    bounds, by name: those of `limits` (memory_mb, build.memory_mb, ...) and of `time` (move_ms, ...)."""

    bind: tuple[str, ...] = ()
    numbers: dict[str, int] = {}


def usual() -> dict[str, int]:
    """All names with what is allowed if nobody says otherwise; for limits that is the default."""
    limits = {name: value for name, value in asdict(Limits()).items() if name != "build"}
    build = {_BUILD + name: value for name, value in asdict(BuildLimits()).items()}
    return limits | build | dict.fromkeys(TimeControl.__struct_fields__, WAIT_MS)


def numbers_of(words: Iterable[str]) -> dict[str, int]:
    """Read words like `memory_mb=2048`. Raises ValueError for a word that is not of that form."""
    found: dict[str, int] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if name not in (known := usual()):
            close = get_close_matches(name, known, 1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise ValueError(f"there is no limit {name!r}{hint} (limits: {', '.join(known)})")
        if not equals or not (text.isascii() and text.isdigit()) or len(text) > 18:
            raise ValueError(f"{word!r} is not {name}=NUMBER, a whole number in plain digits")
        kind: Any = BuildLimits if name.startswith(_BUILD) else TimeControl if name.endswith("_ms") else Limits
        others = {"bank_ms": 1} if name == "increment_ms" else {}
        try:
            msgspec.convert(others | {name.removeprefix(_BUILD): int(text)}, kind)
        except msgspec.ValidationError as problem:
            raise ValueError(f"{word!r} cannot be: {str(problem).partition(' - ')[0]}") from None
        found[name] = int(text)
    return found


def allowed(contest: Contest, allowance: Allowance) -> tuple[Contest, list[str]]:
    """The contest as far as it is allowed, and for each thing that is not as it was a line that says what would allow
    it."""
    most = usual() | allowance.numbers
    lines: list[str] = []
    build = _capped(contest.limits.build, "limits.build.", _BUILD, most, lines)
    limits = _capped(replace(contest.limits, build=build), "limits.", "", most, lines)
    time = _capped(contest.time, "time.", "", most, lines)
    if time.move_ms is None:  # a bank may grow without an end
        time = replace(time, move_ms=most["move_ms"])
        lines.append(f"time.move_ms was null, is {time.move_ms}: --limit move_ms=NUMBER allows more")
    lines += _not_bound(contest.bind, allowance.bind)
    return replace(contest, limits=limits, time=time, bind=allowance.bind), lines


def _capped(struct: Any, keys: str, prefix: str, most: Mapping[str, int], lines: list[str]) -> Any:
    for name, was in asdict(struct).items():
        if isinstance(was, int) and was > (limit := most[prefix + name]):
            lines.append(f"{keys}{name} was {was}, is {limit}: --limit {prefix}{name}={was} allows as much")
            struct = replace(struct, **{name: limit})
    return struct


def _not_bound(wishes: Sequence[str], given: Sequence[str]) -> list[str]:
    own = [path.rstrip("/") + "/" for path in map(os.path.abspath, given)]
    hidden = [printable(path) for path in wishes if not (path + "/").startswith(tuple(own))]
    if not hidden:
        return []
    more = f" and {len(hidden) - 5} more" if len(hidden) > 5 else ""
    return [
        f"bind was {', '.join(hidden[:5])}{more}, is nothing of that: what its bots may see of this machine is yours "
        f"to say (--bind {hidden[0]})"
    ]
