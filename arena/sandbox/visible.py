"""What the program of a bot needs to start and, inside a jail, to see: found before the first game.

A jail shows only what is bound into it, read-only and at its own path: a Python that is bound elsewhere loads the
library of another one. The rule by which the paths are found:

- Followed are the program of the command; of a script, the interpreter in its first line; of `env`, the program that
  it looks up in the PATH; of a virtual environment, the Python that it was made from; and so on from each of these. Of
  each the path itself counts and every path to which its links lead, those of its parent folders too.
- One that lies in P/bin, P/sbin or P/shims needs all of P, if P looks like an installation (venv, pyenv, nvm, conda, a
  folder of /opt). Any other is shown alone, which is enough for a program that brings all it needs.
- A folder that holds more than an installation (a home, /opt itself) or the contest's own files is never shown for
  that reason; the program in it is then shown alone.
- A stranger's script or venv may name any file as its interpreter: one that cannot be started is not shown.
- Shared libraries outside /usr are not looked for, since asking the loader can mean to run the program, nor is what a
  script starts in its later lines: `bind` is for these.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from glob import escape, glob
from typing import NamedTuple

import arena
from arena.sandbox.program import Program

_BIN_FOLDERS = ("bin", "sbin", "shims")
_PARTS_OF_INSTALLATIONS = ("pyvenv.cfg", "lib", "lib64", "libexec", "share", "versions")
# Where many things lie side by side, or the machine keeps its own.
_SHARED = ("/", "/home", "/root", "/opt", "/srv", "/var", "/etc", "/tmp", "/mnt", "/media", "/run")
_SHARED_IN_A_HOME = (".local", ".config")
_LINKS_INTO_USR = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
# Every jail has its own.
_OF_THE_JAIL = ("/dev", "/proc")
_EMPTY_IN_THE_JAIL = ("/", "/tmp")

_MOST_LINKS = 40  # as in the kernel
_MOST_SCRIPTS = 8  # more than the kernel follows: 5
_HEAD_OF_A_SCRIPT = 256  # bytes in which the kernel looks for the interpreter
_MOST_OF_A_CONFIG = 65_536  # bytes read of a pyvenv.cfg, which may be a stranger's


def installations(program: Program, shown: Sequence[str], never: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
    """What to bind beside `shown`, and what is wrong with the program, for people to read; [] when all is well.

    `shown` are absolute paths that the jail shows anyway: /usr, say; the bot's folder and its `bind` need not be among
    them. `never` are paths that no bot may see. What is to be bound comes in order, and nothing of it lies inside
    another or inside what is shown. A path that is a link is best shown as that link, since some programs look for
    their libraries where the links to them lead.
    """
    named = [path for path in program.bind if os.path.exists(path)]
    links = [link for link in _LINKS_INTO_USR if _inside(os.path.realpath(link), shown)]
    visible = [_clean(path) for path in (*shown, *links, program.folder, *named)]
    steps = list(_steps(program, program.argv, "the program of its command"))
    needed = list(_to_be_seen(steps, visible))
    bound = _outermost([_needed_for(path, never) for path in needed])
    lost = [path for path in program.bind if path not in named]
    problems = [f"{path}, named in bind, does not exist: create it, or correct the path" for path in lost]
    problems += _not_there(steps)
    problems += _bad_venvs(needed, never)
    problems += _hidden_words(program, visible + bound)
    problems += _indiscreet(visible + bound, never)
    return tuple(bound), [f"bot {program.name}: {problem}" for problem in problems]


def missing(program: Program) -> list[str]:
    """What is not there of all that the program of a command needs to start, wherever it runs; for people to read.

    That it is there itself is looked at by whoever starts it. Without its interpreter it would be said to be missing.
    """
    _, *others = _steps(program, program.argv, "the program of its command")
    steps = [step for step in others if step.sure]
    return [f"bot {program.name}: {problem}" for problem in _not_there(steps)]


# How a command becomes a running program.


class _Step(NamedTuple):
    """A program that is started on the way; `path` is a bare word when the PATH does not lead to it.

    Those that are not `sure` may not be needed, or be found elsewhere: the Python from which a venv was made, and what
    `env` starts when it has options or variables.
    """

    path: str
    role: str
    sure: bool = True


def _steps(program: Program, words: Sequence[str], role: str, depth: int = 0) -> Iterator[_Step]:
    """All programs that these words start, themselves or to get there."""
    path = _find(program, words[0])
    yield _Step(path, role)
    if not _can_start(path) or depth == _MOST_SCRIPTS:
        return
    if interpreter := _interpreter(path):
        # The kernel asks no PATH: without a slash, too, it is a file in the folder.
        interpreter = [os.path.join(program.folder, interpreter[0]), *interpreter[1:]]
        yield from _steps(program, [*interpreter, path], f"the interpreter in the first line of {path}", depth + 1)
    elif os.path.basename(path) == "env" and (rest := _after_env(words[1:])):
        for step in _steps(program, rest, f"which {path} has to start as {role}", depth + 1):
            yield step._replace(sure=step.sure and rest == [*words[1:]])
    for hop in _hops(path):
        if base := _base_of_venv(hop):
            for step in _steps(program, [base], f"from which the venv {_prefix(hop)} was made", depth + 1):
                yield step._replace(sure=False)


def _find(program: Program, word: str) -> str:
    if "/" in word:
        return _clean(os.path.join(program.folder, word))
    search = program.env.get("PATH", os.environ.get("PATH", os.defpath))
    # A relative folder of the PATH is so to the folder in which the bot is started.
    folders = [os.path.join(program.folder, entry) for entry in search.split(os.pathsep)]
    return shutil.which(word, path=os.pathsep.join(folders)) or word


def _can_start(path: str) -> bool:
    return os.path.isabs(path) and os.path.isfile(path) and os.access(path, os.X_OK)


def _interpreter(path: str) -> list[str]:
    """The words of a script's first line: an interpreter and, as one word, what follows it; [] if there are none."""
    with suppress(OSError), open(path, "rb") as file:
        head = file.read(_HEAD_OF_A_SCRIPT)
        if line := re.match(rb"#![ \t]*([^ \t\n\0]+)[ \t]*([^\n\0]*)", head):
            words = [line[1], line[2].rstrip(b" \t")]
            return [os.fsdecode(word) for word in words if word]
    return []


def _after_env(words: Sequence[str]) -> list[str]:
    """What `env` starts: its words without its own options and variables."""
    todo = list(words)
    while todo:
        word = todo.pop(0)
        if split := re.match(r"-[iv]*S|--split-string=?", word):
            text = word[split.end() :] or (todo.pop(0) if todo else "")
            todo = text.split() + todo
        elif word in ("-u", "--unset", "-C", "--chdir"):
            todo = todo[1:]
        elif not word.startswith("-") and "=" not in word:
            return [word, *todo]
    return []


def _base_of_venv(path: str) -> str | None:
    """The Python from which the venv of this program was made: nothing else of a venv of copies tells where it is."""
    config = os.path.join(_prefix(path), "pyvenv.cfg")
    if not os.path.isfile(config):  # to open a pipe would mean to wait
        return None
    with suppress(OSError), open(config, "rb") as file:
        text = file.read(_MOST_OF_A_CONFIG)
        if line := re.search(rb"^[ \t]*home[ \t]*=[ \t]*(/[^\r\n\0]*)", text, re.MULTILINE | re.IGNORECASE):
            home = _clean(os.fsdecode(line[1]).rstrip())
            same = [os.path.join(home, os.path.basename(name)) for name in (path, os.path.realpath(path))]
            others = sorted(glob(os.path.join(escape(home), "python*")))
            return next(filter(_can_start, same + others), os.path.join(home, "python3"))
    return None


# What has to be visible for that.


def _to_be_seen(steps: Iterable[_Step], visible: Sequence[str]) -> Iterator[str]:
    """What is not visible yet of what is started."""
    paths = [step.path for step in steps if _can_start(step.path)]
    seen = [hop for path in paths for hop in _hops(path, visible)]
    if sys.executable and paths[:1] == [_clean(sys.executable)]:
        # A bot may use the games of the arena that runs it; nothing else of the project is its business.
        assert arena.__file__
        seen.append(os.path.dirname(os.path.abspath(arena.__file__)))
    return (path for path in dict.fromkeys(seen) if not _inside(path, visible))


def _hops(path: str, visible: Sequence[str] = ()) -> Iterator[str]:
    """The path, and what becomes of it as its links are followed one after the other.

    What is `visible` is bound at its own path: links on the way there are none inside the jail.
    """
    for _ in range(_MOST_LINKS):
        yield path
        top = max((folder for folder in visible if _inside(path, [folder])), key=len, default="/")
        ends = [end for end, letter in enumerate(path + "/") if letter == "/" and end > len(top)]
        link = next((path[:end] for end in ends if os.path.islink(path[:end])), None)
        if link is None:
            return
        try:
            target = os.path.join(os.path.dirname(link), os.readlink(link))
        except OSError:  # some links of /proc may not be read
            return
        path = _clean(target + path[len(link) :])


def _prefix(path: str) -> str:
    return os.path.dirname(os.path.dirname(path))


def _needed_for(path: str, never: Sequence[str]) -> str:
    """The installation in which a program lies, or the program alone."""
    prefix = _prefix(path)
    in_bin = os.path.basename(os.path.dirname(path)) in _BIN_FOLDERS
    looks_like_one = any(os.path.exists(os.path.join(prefix, part)) for part in _PARTS_OF_INSTALLATIONS)
    return prefix if in_bin and looks_like_one and not _too_wide(prefix, never) else path


def _too_wide(folder: str, never: Sequence[str]) -> bool:
    """Whether to show this folder would show more than an installation."""
    real = os.path.realpath(folder)
    for path in (folder, real):
        if path in _SHARED or os.path.dirname(path) == "/home" or os.path.basename(path) in _SHARED_IN_A_HOME:
            return True
    return any(_inside(os.path.realpath(path), [real]) for path in (os.path.expanduser("~"), *never))


def _inside(path: str, folders: Iterable[str]) -> bool:
    return any(path == folder or path.startswith(folder.rstrip("/") + "/") for folder in folders)


def _outermost(paths: Iterable[str]) -> list[str]:
    alone = sorted(set(paths))
    return [path for path in alone if not _inside(path, [other for other in alone if other != path])]


def _clean(path: str) -> str:
    """Without `.`, `..` and doubled slashes; `normpath` keeps two at the beginning."""
    return "/" + os.path.normpath(path).lstrip("/")


# What is wrong.


def _not_there(steps: Iterable[_Step]) -> Iterator[str]:
    for path, role, _ in steps:
        # The kernel takes what an editor of Windows puts before the end of a line for a part of the name.
        crlf = "save the script with Unix line ends (LF)" if path.endswith("\r") else ""
        if not os.path.isabs(path):
            yield f"{path!r}, {role}, is in no folder of its PATH: {crlf or 'install it, or correct the name'}"
        elif not _can_start(path):
            remedy = crlf or "install it, or correct the path"
            yield f"{path!r}, {role}, is no program that can be started: {remedy}"


def _bad_venvs(needed: Iterable[str], never: Sequence[str]) -> Iterator[str]:
    """A venv's Python that is shown alone would start without the venv's packages, and nobody would know why."""
    for prefix in dict.fromkeys(_prefix(path) for path in needed if _base_of_venv(path)):
        if _too_wide(prefix, never):
            yield f"{prefix}, the venv of its Python, holds more than that: make a venv in a folder of its own"


def _hidden_words(program: Program, visible: Sequence[str]) -> Iterator[str]:
    for word in program.argv[1:]:
        path = _clean(os.path.join(program.folder, word))
        if path in _EMPTY_IN_THE_JAIL or _inside(path, _OF_THE_JAIL) or not os.path.exists(path):
            continue
        if hidden := [hop for hop in _hops(path, visible) if not _inside(hop, visible)]:
            path = word if word == hidden[0] else f"{word} ({hidden[0]})"
            remedy = "put it into its dir, or add it to bind"
            yield f"{path}, a word of its command, is not visible inside the sandbox: {remedy}"


def _indiscreet(visible: Iterable[str], never: Sequence[str]) -> Iterator[str]:
    """Links that lead out of what is shown lead nowhere inside a jail, so real paths are what counts."""
    real_never = {path: os.path.realpath(path) for path in never}
    for shown in dict.fromkeys(visible):
        real = os.path.realpath(shown)
        if files := [path for path, other in real_never.items() if _inside(other, [real]) or _inside(real, [other])]:
            why = f"would be able to read what is none of its own ({', '.join(files)}), as the sandbox shows it {shown}"
            yield f"it {why}: give it a dir of its own, or keep the files elsewhere"
