"""What the site offers to download, and how everything on it was computed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

import arena
from arena.contest import stored_pairer
from arena.faces.site.shell import Shell
from arena.protocol import printable


class Offered(NamedTuple):
    """A file to download; `size` is in bytes."""

    path: str
    what: str
    size: int


def downloads_page(shell: Shell, offered: Sequence[Offered], bundle: str, seal: str) -> bytes:
    """The page with the files to download. `bundle` is the path of the sealed bundle, and `seal` the hash that stands
    for all that is in it; both are empty if there is none."""
    return shell.render(
        "downloads.html",
        "downloads.html",
        "Downloads",
        offered=offered,
        bundle=bundle,
        seal=seal,
        over=shell.reading.over,
        file=printable(shell.reading.store.path.name),
    )


def how_page(shell: Shell) -> bytes:
    """The page on the contest's own rules, and on the rules by which tables are made."""
    reading = shell.reading
    return shell.render(
        "how.html",
        "how.html",
        "How it is made",
        rules=list(_rules(shell)),
        plan=[line.partition(": ")[::2] for line in _plan(shell)],
        seed=printable(reading.facts.seed) if reading.over else "",
        cooperative=reading.game.cooperative,
        version=arena.__version__,
        file=printable(reading.store.path.name),
    )


def _rules(shell: Shell) -> Iterator[tuple[str, str]]:
    """What the configuration says of games, a line each; never of how bots are started, or of any luck."""
    said = shell.reading.said
    yield "game", f"{shell.reading.game.title}, version {said.game_version} of its rules"
    yield "options", _words(said.options or {})
    yield "time", _words({key: value for key, value in (said.time or {}).items() if value is not None})
    yield "ponder", str(said.ponder)
    yield "sandbox", str(said.sandbox)
    yield "faults", _words(said.faults or {})


def _words(values: Any) -> str:
    if not isinstance(values, dict):
        return printable(str(values))
    words = [
        f"{key} {value if isinstance(value, str) else msgspec.json.encode(value).decode()}"
        for key, value in values.items()
    ]
    return printable(", ".join(words)) or "none of its own"


def _plan(shell: Shell) -> list[str]:
    pairer = stored_pairer(shell.reading.facts)
    lines = [*shell.reading.schedule.describe(), *(pairer.describe() if pairer else ())]
    # The file does not say how many games there shall be, where it is one stage.
    return [printable(line) for line in lines if not line.startswith(("deals:", "games:"))]
