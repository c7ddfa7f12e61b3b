"""What the program of a bot needs to start and, inside a jail, to see: found before the first game.

A jail shows only what is bound into it, read-only and at its own path: a Python that is bound elsewhere loads the
library of another one. The rule by which the paths are found:

- What a command starts is followed as far as the organiser's word goes, see `arena.sandbox.interpreters`. Nothing that
  an author says widens what is shown: for what lies elsewhere there is `bind`, in the organiser's configuration.
- Of each program the path itself counts and every path to which its links lead, those of its parent folders too. One
  that lies in P/bin, P/sbin or P/shims needs all of P, if P looks like an installation (venv, pyenv, nvm, conda, a
  folder of /opt). Any other is shown alone, which is enough for a program that brings all it needs.
- A folder that holds more than an installation (a home, /opt itself) or the contest's own files is never shown for
  that reason; the program in it is then shown alone.
- A program that cannot be started is not shown.
- Shared libraries outside /usr are not looked for, since asking the loader can mean to run the program, nor is what a
  script starts in its later lines: `bind` is for these.
- Of all that is shown but the bot's own folder, no part of the path may be one that its author could exchange for a
  link to something else between this look and a start.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import arena
from arena.sandbox.exchange import who_exchanges
from arena.sandbox.interpreters import (
    Ground,
    Step,
    author_of,
    base_of_venv,
    can_start,
    clean,
    hops,
    inside,
    installation,
    outermost,
    prefix_of,
    steps,
    too_wide,
)
from arena.sandbox.program import Program

_LINKS_INTO_USR = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
# Every jail has its own.
_OF_THE_JAIL = ("/dev", "/proc")
_EMPTY_IN_THE_JAIL = ("/", "/tmp")


def installations(
    program: Program, shown: Sequence[str], never: Sequence[str], among: Sequence[str] = ()
) -> tuple[tuple[str, ...], list[str]]:
    """Find what to bind beside `shown`, and what is wrong with the program, in words for people; [] when all is well.

    `shown` are absolute paths that the jail shows anyway, such as /usr; the bot's folder and its `bind` need not be
    among them. `never` are paths that no bot may see, nor anything in them. The same holds for everything in the
    folders `among`, in which bots lie side by side, except this bot's own folder. The paths to bind come in order, and
    none of them lies inside another or inside what is shown. A path that is a link is best shown as that link, since
    some programs look for their libraries where the links to them lead.
    """
    never = [*never, *among]
    named = [path for path in program.bind if os.path.exists(path)]
    links = [link for link in _LINKS_INTO_USR if inside(os.path.realpath(link), shown)]
    visible = [clean(path) for path in (*shown, *links, program.folder, *named)]
    found = steps(program, Ground(program, visible, never))
    bound = outermost(path for path in _to_be_seen(found) if not inside(path, visible))
    lost = [path for path in program.bind if path not in named]
    problems = [f"{path}, named in bind, does not exist: create it, or correct the path" for path in lost]
    problems += _not_there(found)
    problems += _barred(found, never)
    problems += _bad_venvs(bound, never)
    problems += _hidden_words(program, visible + bound)
    problems += _indiscreet(visible + bound, never, _place_of(program, among))
    problems += _exchangeable(program, [*named, *bound])
    return tuple(bound), [f"bot {program.name}: {problem}" for problem in problems]


def missing(program: Program) -> list[str]:
    """What is missing of all that the program of a command needs to start, wherever it runs, in words for people.

    Whether the program itself is there is checked by whoever starts it. Without its interpreter, the system would say
    that the program itself is missing.
    """
    _, *others = steps(program, Ground(program, ["/"]))
    return [f"bot {program.name}: {problem}" for problem in _not_there(step for step in others if step.sure)]


def _to_be_seen(found: Sequence[Step]) -> Iterator[str]:
    for step in found:
        if can_start(step.path):
            yield from step.shown
    if sys.executable and found[0].path == clean(sys.executable) and can_start(found[0].path):
        # A bot may use the games of the arena that runs it; nothing else of the project is its business.
        assert arena.__file__
        yield os.path.dirname(os.path.abspath(arena.__file__))


class _Place(NamedTuple):
    """The bot's own folder, and the folder `among` whose others it lies, if there is one."""

    own: str
    among: tuple[str, ...]


def _place_of(program: Program, among: Sequence[str]) -> _Place:
    own = os.path.realpath(program.folder)
    return _Place(own, tuple(path for path in among if os.path.dirname(own) == os.path.realpath(path)))


# What is wrong.


def _not_there(found: Iterable[Step]) -> Iterator[str]:
    for path, role, _, barred, _ in found:
        # The kernel takes what an editor of Windows puts before the end of a line for a part of the name.
        crlf = "save the script with Unix line ends (LF)" if path.endswith("\r") else ""
        if not os.path.isabs(path):
            yield f"{path!r}, {role}, is in no folder of its PATH: {crlf or 'install it, or correct the name'}"
        elif barred is None and not can_start(path):
            remedy = crlf or "install it, or correct the path"
            yield f"{path!r}, {role}, is no program that can be started: {remedy}"


def _barred(found: Iterable[Step], never: Sequence[str]) -> Iterator[str]:
    """What only the bot's author says that it is needed."""
    for step in found:
        if step.barred is None:
            continue
        path, link = step.barred
        if step.path.endswith("\r"):
            yield f"{step.path!r}, {step.role}, is nowhere: save the script with Unix line ends (LF)"
            continue
        led = f", to which {link} leads," if link else ","
        what = (
            f"{step.path!r}, {step.role}" if path == step.path else f"{step.path!r}, {step.role}, is {path!r}{led} and"
        )
        yield (
            f"{what}{',' if path == step.path else ''} is not shown on a bot's own word: if it may see it, add "
            f"{installation(path, never)} to bind in the contest's configuration, or {os.path.dirname(path)} to the "
            "PATH of whoever runs arena"
        )


def _bad_venvs(bound: Iterable[str], never: Sequence[str]) -> Iterator[str]:
    """A venv's Python that is shown alone would start without the venv's packages, and nobody would know why."""
    for prefix in dict.fromkeys(prefix_of(path) for path in bound if base_of_venv(path)):
        if too_wide(prefix, never):
            yield f"{prefix}, the venv of its Python, holds more than that: make a venv in a folder of its own"


def _hidden_words(program: Program, visible: Sequence[str]) -> Iterator[str]:
    for word in program.argv[1:]:
        path = clean(os.path.join(program.folder, word))
        if path in _EMPTY_IN_THE_JAIL or inside(path, _OF_THE_JAIL) or not os.path.exists(path):
            continue
        if hidden := [hop.path for hop in hops(path, visible) if not inside(hop.path, visible)]:
            path = word if word == hidden[0] else f"{word} ({hidden[0]})"
            remedy = "put it into its dir, or add it to bind"
            yield f"{path}, a word of its command, is not visible inside the sandbox: {remedy}"


def _indiscreet(visible: Iterable[str], never: Sequence[str], place: _Place) -> Iterator[str]:
    """Links that lead out of what is shown lead nowhere inside a jail, so real paths are what counts."""
    real_never = {path: os.path.realpath(path) for path in never}
    for shown in dict.fromkeys(visible):
        real = os.path.realpath(shown)
        mine = place.among if inside(real, [place.own]) else ()
        if files := [
            path
            for path, other in real_never.items()
            if inside(other, [real]) or (inside(real, [other]) and path not in mine)
        ]:
            why = f"would be able to read what is none of its own ({', '.join(files)}), as the sandbox shows it {shown}"
            yield f"it {why}: give it a dir of its own, or keep the files elsewhere"


def _exchangeable(program: Program, paths: Iterable[str]) -> Iterator[str]:
    """Paths that would be something else when they are bound, if the author likes."""
    author = author_of(program)
    for path in paths if author is not None else ():
        assert author is not None
        for hop in hops(path):
            if where := who_exchanges(hop.path, author):
                yield (
                    f"{path}, which the sandbox shows it, is reached through {where}, where the owner of its folder "
                    f"(user {author}) could put a link to something else: keep it where only you may write"
                )
                break
