"""How a command becomes a running program, and on whose word: what is followed before the first game.

Followed are the program of the command; of a script, the interpreter in its first line; of `env`, the program that it
looks up in the PATH; of a virtual environment, the Python that it was made from; and so on from each of these, along
all links on the way.

Whose word it is decides how far it leads. The words of a command, its PATH, and all that lies in the bot's own folder
or belongs to the user whose folder that is, are the author's: they lead to what the bot is shown anyway, and to what is
`known`, and nowhere else. Known are the programs in the folders of the PATH of whoever runs arena and the Python that
runs it, with the installations in which they lie and those to which their links lead. A file that lies anywhere else is
the organiser's, and where it leads further (a link of /usr/bin, a script of pipx), it may.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from glob import escape, glob
from typing import NamedTuple

from arena.files import read_head
from arena.sandbox.program import Program

_BIN_FOLDERS = ("bin", "sbin", "shims")
_PARTS_OF_INSTALLATIONS = ("pyvenv.cfg", "lib", "lib64", "libexec", "share", "versions")
# Where many things lie side by side, or the machine keeps its own.
_SHARED = ("/", "/home", "/root", "/opt", "/srv", "/var", "/etc", "/tmp", "/mnt", "/media", "/run")
_SHARED_IN_A_HOME = (".local", ".config")

_MOST_LINKS = 40  # as in the kernel
_MOST_SCRIPTS = 8  # more than the kernel follows: 5
_MOST_STEPS = 100  # of all together: a stranger's scripts, links and venvs may lead to each other in many ways
_HEAD_OF_A_SCRIPT = 256  # bytes in which the kernel looks for the interpreter
_MOST_OF_A_CONFIG = 65_536  # bytes read of a pyvenv.cfg, which may be a stranger's


class Hop(NamedTuple):
    """One path on the way, and the link that led to it; None for the path at which the way begins."""

    path: str
    link: str | None


class Step(NamedTuple):
    """A program that is started on the way; `path` is a bare word when the PATH does not lead to it.

    `shown` is what a jail has to show for it: each path on the way to it, or the installation around that. `barred` is
    the path at which the way ends because nobody but the bot's author says that it leads there. A step that is not
    `sure` may not be needed, or may be found elsewhere: the Python from which a venv was made, and what `env` starts
    when it has options or variables.
    """

    path: str
    role: str
    shown: tuple[str, ...] = ()
    barred: Hop | None = None
    sure: bool = True


class Ground:
    """Decides whose word counts for a bot that is shown the paths in `visible`; `never` are paths that no bot may
    see.
    """

    def __init__(self, program: Program, visible: Sequence[str], never: Sequence[str] = ()) -> None:
        self.visible = list(visible)
        self._never = never
        self._apart = [os.path.realpath(path) for path in never]
        self._own = (clean(program.folder), os.path.realpath(program.folder))
        self._author = author_of(program)

    def is_authors(self, path: str) -> bool:
        """Whether what lies at the path (a link itself, not its target) is the bot's author's."""
        if inside(path, self._own):
            return True
        with suppress(OSError, ValueError):
            return self._author is not None and os.lstat(path).st_uid == self._author
        return False

    def leads_to(self, path: str) -> bool:
        """Whether an author's word may lead to that path."""
        # What most bots are started with is found without a look at all programs.
        return inside(path, self.visible) or inside(path, self._near) or inside(path, self.known)

    @cached_property
    def known(self) -> list[str]:
        """The paths where the organiser's programs lie: installations, and single files."""
        starts = [sys.executable, str(getattr(sys, "_base_executable", ""))]
        for folder in self._folders:
            with suppress(OSError):
                starts += [os.path.join(folder, name) for name in os.listdir(folder)]
        venvs: set[str] = set()
        found = {place for start in filter(None, starts) for place in self._known_by(clean(start), venvs)}
        return outermost(found)

    @cached_property
    def _near(self) -> list[str]:
        """Of these the installations of the Python that runs the arena and around the folders of the PATH."""
        prefixes = [path for path in (sys.prefix, sys.base_prefix) if not too_wide(path, self._never)]
        programs = [os.path.join(folder, "any") for folder in self._folders]
        return [*prefixes, *(place for path in programs if (place := installation(path, self._never)) != path)]

    @cached_property
    def _folders(self) -> list[str]:
        """Those of the PATH of whoever runs the arena; a relative one is so to the bot's folder."""
        return [
            clean(folder) for folder in os.get_exec_path() if os.path.isabs(folder) and not self._is_strangers(folder)
        ]

    def _is_strangers(self, path: str) -> bool:
        """Whether it is the author's, or that of another bot, or of what no bot may see."""
        return self.is_authors(path) or inside(os.path.realpath(path), self._apart)

    def _known_by(self, start: str, venvs: set[str], depth: int = 0) -> Iterator[str]:
        for path, link in hops(start, self.visible):
            if self._is_strangers(start if link is None else os.path.dirname(link)) or self.is_authors(link or start):
                return
            if inside(path, self.visible):
                continue
            yield installation(path, self._never)
            prefix = prefix_of(path)
            if prefix not in venvs and depth < _MOST_SCRIPTS:
                venvs.add(prefix)
                if base := base_of_venv(path):
                    yield from self._known_by(base, venvs, depth + 1)

    def follow(self, path: str, trusted: bool) -> tuple[list[str], tuple[str, ...], Hop | None]:
        """Follow a path along its links as far as allowed. Returns the paths on the way, what is to be shown of them,
        and where the way is barred, if it is. `trusted` says that the organiser named the path."""
        way: list[str] = []
        shown: list[str] = []
        for hop in hops(path, self.visible):
            trusted = trusted if hop.link is None else not self.is_authors(hop.link)
            if not (trusted or self.leads_to(hop.path)):
                return way, (), hop
            way.append(hop.path)
            if not inside(hop.path, self.visible):
                whole = installation(hop.path, self._never)
                shown.append(whole if trusted or self.leads_to(whole) else hop.path)
        return way, tuple(shown), None


def steps(program: Program, ground: Ground) -> list[Step]:
    """All programs that a command starts, by itself or on the way; a program that is barred is not read."""
    return list(_steps(program, ground, program.argv, "the program of its command", False, set()))


def _steps(
    program: Program, ground: Ground, words: Sequence[str], role: str, trusted: bool, seen: set[object], depth: int = 0
) -> Iterator[Step]:
    path = _find(program, words[0])
    trusted = trusted and "/" in words[0]  # the PATH that leads to another may be the bot's own
    key = (path, *words[1:], trusted)
    if key in seen or len(seen) == _MOST_STEPS:
        return
    seen.add(key)
    way, shown, barred = ground.follow(path, trusted) if os.path.isabs(path) else ([], (), None)
    yield Step(path, role, shown, barred)
    if barred or not can_start(path) or depth == _MOST_SCRIPTS:
        return
    if interpreter := _interpreter(path):
        # The kernel asks no PATH: without a slash, too, it is a file in the folder.
        rest = [os.path.join(program.folder, interpreter[0]), *interpreter[1:], path]
        what = f"the interpreter in the first line of {path}"
        yield from _steps(program, ground, rest, what, not ground.is_authors(way[-1]), seen, depth + 1)
    elif os.path.basename(path) == "env" and (rest := _after_env(words[1:])):
        what = f"which {path} has to start as {role}"
        for step in _steps(program, ground, rest, what, trusted, seen, depth + 1):
            yield step._replace(sure=step.sure and rest == [*words[1:]])
    for hop in way:
        mine, config = ground.is_authors(hop), _config_of(hop)
        if mine and not ground.leads_to(config):  # of a folder in which many bots lie, say
            continue
        by_organiser = not mine and not ground.is_authors(config)
        if base := base_of_venv(hop, lambda home: by_organiser or ground.leads_to(home)):  # noqa: B023
            what = f"from which the venv {prefix_of(hop)} was made"
            for step in _steps(program, ground, [base], what, by_organiser, seen, depth + 1):
                yield step._replace(sure=False)


def author_of(program: Program) -> int | None:
    """The user to whom the bot's folder belongs, if that is neither root nor whoever runs arena; else None."""
    with suppress(OSError, ValueError):
        owner = os.stat(program.folder).st_uid
        return None if owner in (0, os.geteuid()) else owner
    return None


def _find(program: Program, word: str) -> str:
    if "/" in word:
        return clean(os.path.join(program.folder, word))
    search = program.env.get("PATH", os.environ.get("PATH", os.defpath))
    # A relative folder of the PATH is so to the folder in which the bot is started.
    folders = [os.path.join(program.folder, entry) for entry in search.split(os.pathsep)]
    found = shutil.which(word, path=os.pathsep.join(folders))
    return clean(found) if found else word


def can_start(path: str) -> bool:
    """Whether there is a program at this whole path."""
    return os.path.isabs(path) and os.path.isfile(path) and os.access(path, os.X_OK)


def _head(path: str, most: int) -> bytes:
    """The first so many bytes of a file, b"" where there are none to be had: whatever stands there, nobody waits."""
    with suppress(OSError, ValueError):
        return read_head(path, most)
    return b""


def _interpreter(path: str) -> list[str]:
    """The words of a script's first line: an interpreter and, as one word, what follows it; [] if there are none."""
    if line := re.match(rb"#![ \t]*([^ \t\n\0]+)[ \t]*([^\n\0]*)", _head(path, _HEAD_OF_A_SCRIPT)):
        words = [line[1], line[2].rstrip(b" \t")]
        return [os.fsdecode(word) for word in words if word]
    return []


def _after_env(words: Sequence[str]) -> list[str]:
    """What `env` starts: its words without its own options and variables."""
    todo = deque(words)
    while todo:
        word = todo.popleft()
        if split := re.match(r"-[iv]*S|--split-string=?", word):
            text = word[split.end() :] or (todo.popleft() if todo else "")
            todo.extendleft(reversed(text.split()))
        elif word in ("-u", "--unset", "-C", "--chdir"):
            if todo:
                todo.popleft()
        elif not word.startswith("-") and "=" not in word:
            return [word, *todo]
    return []


def _config_of(path: str) -> str:
    return os.path.join(prefix_of(path), "pyvenv.cfg")


def base_of_venv(path: str, may_look: Callable[[str], bool] = lambda folder: True) -> str | None:
    """The Python from which the venv of this program was made; nothing else in a venv of copies tells where it is. In a
    folder into which one may not look (`may_look`) it is taken to have the usual name."""
    text = _head(_config_of(path), _MOST_OF_A_CONFIG)
    if line := re.search(rb"^[ \t]*home[ \t]*=[ \t]*(/[^\r\n\0]*)", text, re.MULTILINE | re.IGNORECASE):
        home = clean(os.fsdecode(line[1]).rstrip())
        if not may_look(home):
            return os.path.join(home, "python3")
        same = [os.path.join(home, os.path.basename(name)) for name in (path, os.path.realpath(path))]
        others = sorted(glob(os.path.join(escape(home), "python*")))
        return next(filter(can_start, same + others), os.path.join(home, "python3"))
    return None


def hops(path: str, visible: Sequence[str] = ()) -> Iterator[Hop]:
    """Yield the path, and then what becomes of it as its links are followed one after the other.

    What is `visible` is shown in the jail at its own path, so that there are no links on the way to it.
    """
    via = None
    for _ in range(_MOST_LINKS):
        yield Hop(path, via)
        top = max((folder for folder in visible if inside(path, [folder])), key=len, default="/")
        ends = [end for end, letter in enumerate(path + "/") if letter == "/" and end > len(top)]
        link = next((path[:end] for end in ends if os.path.islink(path[:end])), None)
        if link is None:
            return
        try:
            target = os.path.join(os.path.dirname(link), os.readlink(link))
        except OSError:  # some links of /proc may not be read
            return
        path, via = clean(target + path[len(link) :]), link


# Installations, and folders in general.


def prefix_of(path: str) -> str:
    """The folder PREFIX of a program in PREFIX/bin."""
    return os.path.dirname(os.path.dirname(path))


def installation(path: str, never: Sequence[str]) -> str:
    """The folder of the installation in which a program lies, or the program alone."""
    prefix = prefix_of(path)
    in_bin = os.path.basename(os.path.dirname(path)) in _BIN_FOLDERS
    looks_like_one = any(os.path.exists(os.path.join(prefix, part)) for part in _PARTS_OF_INSTALLATIONS)
    return prefix if in_bin and looks_like_one and not too_wide(prefix, never) else path


def too_wide(folder: str, never: Sequence[str]) -> bool:
    """Whether to show this folder would show more than an installation."""
    real = os.path.realpath(folder)
    for path in (folder, real):
        if path in _SHARED or os.path.dirname(path) == "/home" or os.path.basename(path) in _SHARED_IN_A_HOME:
            return True
    return any(inside(os.path.realpath(path), [real]) for path in (os.path.expanduser("~"), *never))


def inside(path: str, folders: Iterable[str]) -> bool:
    """Whether the path is one of these folders or in one of them, as the names are written."""
    return any(path == folder or path.startswith(folder.rstrip("/") + "/") for folder in folders)


def outermost(paths: Iterable[str]) -> list[str]:
    """The paths in order, without those that lie in others."""
    kept: list[str] = []
    for path in sorted(set(paths), key=lambda path: path.split("/")):
        if not kept or not inside(path, kept[-1:]):
            kept.append(path)
    return sorted(kept)


def clean(path: str) -> str:
    """The path without `.`, `..` and doubled slashes. (`normpath` would keep two at the beginning.)"""
    return "/" + os.path.normpath(path).lstrip("/")
