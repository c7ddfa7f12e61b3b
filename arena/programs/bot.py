"""The bots of a configuration: read with all their errors, their programs found, their files hashed."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import unicodedata
from collections.abc import Mapping, Sequence

# Those of pathlib raise for words that are too long to be a file's name.
from os.path import exists, isdir, isfile
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arena.files import PYTHON, Looking, folder_leads_out, words_that_lead_out
from arena.sandbox import Program
from arena.strict_yaml import WRONG, Place, Reader

MAX_NAME = 40

_SCRIPTS = (".py", ".js", ".mjs", ".cjs", ".rb", ".pl", ".sh", ".lua", ".php", ".jar")
_INSTEAD = ("-c", "-m", "-e", "--eval", "-cp", "-classpath")  # what comes then is no such file


class Bot(Struct, frozen=True, kw_only=True):
    """How a bot is started.

    `command` are the words as written; `{python}` in them stands for the Python that runs the arena. `folder` is
    absolute, and `program` is the absolute path of the first word, found as a shell in that folder would find it.
    `own` is whether the folder was named as the bot's: what belongs to it depends on that, see `belongings`. `env` is
    added to the environment. `files` are further files of the bot. `build` are the words of a command that makes the
    bot in a copy of its folder; then a program of that folder need not be there before.
    """

    command: tuple[str, ...]
    folder: Path
    program: Path
    own: bool = True
    env: dict[str, str] = {}
    files: tuple[str, ...] = ()
    build: tuple[str, ...] = ()

    def argv(self) -> list[str]:
        """The command to start, in `folder`."""
        return [str(self.program), *(_with_python(word) for word in self.command[1:])]

    def started_as(self, name: str) -> Program:
        """The program that is started for the bot under that name."""
        return Program(name, tuple(self.argv()), str(self.folder), self.env)

    def build_argv(self) -> list[str]:
        """The command that builds the bot, in `folder`."""
        first, *rest = map(_with_python, self.build)
        program, _ = find_program(first, self.folder, self.env)
        return [str(program or first), *rest]


class Absent(NamedTuple):
    """A bot that plays only where its programs are, on a machine that does not have them; `why` names which."""

    why: str


class _Bot(Struct, kw_only=True):
    command: str | list[str]
    dir: str | None = None
    env: dict[str, str] = {}
    files: list[str] = []
    build: str | list[str] | None = None
    optional: bool = False


def read_bots(reader: Reader, at: Place) -> Any:
    """Read the bots by name: WRONG stands for those that cannot be started, and Absent for those whose programs are
    elsewhere. WRONG if there is no mapping at all."""
    entries = reader.entries(at)
    if entries is None:
        return WRONG
    alike: dict[str, str] = {}
    for name, place in entries.items():
        if problem := name_problem(name):
            reader.wrong(place, problem)
        other = alike.setdefault(looks(name), name)
        if other != name:
            reader.wrong(place, f"the names {other!r} and {name!r} are too much alike to be told apart")
    return {name: read_bot(reader, place) for name, place in entries.items()}


def name_problem(name: str) -> str | None:
    """Why no bot can have that name; None if one can."""
    if name.isprintable() and name == name.strip() and 1 <= len(name) <= MAX_NAME:
        return None
    return f"a bot's name has 1 to {MAX_NAME} printable characters and no blank at its ends, not {name!r}"


def looks(name: str) -> str:
    """A text that is equal for names that people would take for the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def read_bot(reader: Reader, at: Place) -> Any:
    """Read the bot that is written there: WRONG if it cannot be started, Absent if it need not be here. Each part is
    checked as far as what it depends on is known."""
    if reader.is_mapping(at):
        entry, at_command = reader.fields(at, _Bot), reader.at(at, "command")
    else:
        command, at_command = reader.convert(at, str | list[str]), at
        entry = {} if command is WRONG else msgspec.structs.asdict(_Bot(command=command))
    command, folder, env, files, build = (
        entry.get(name, WRONG) for name in ("command", "dir", "env", "files", "build")
    )
    at_build, at_env = reader.at(at, "build"), reader.at(at, "env")
    command, build = _words(reader, at_command, command), _words(reader, at_build, build)
    for name in () if env is WRONG else env:
        if not name or "=" in name:
            reader.wrong(at_env, f"{name!r} cannot be the name of an environment variable")
    folder = _folder(reader, reader.at(at, "dir"), folder)
    if reader.within is not None and _leads_out(reader, at, folder, (command, build), files):
        return WRONG
    if entry.get("optional") is True and (absent := _absent((build, command), folder, env)):
        return absent
    if build:
        _find(reader, at_build, build, folder, env)
    program = _find(reader, at_command, command, folder, env, to_be_built=bool(build))
    if WRONG not in (command, folder) and not build and (lost := _lost_script(command, folder)):
        reader.wrong(at_command, f"its file {lost!r} does not exist in {folder}")
    if WRONG not in (folder, files):
        files = _files(reader, reader.at(at, "files"), folder, files)
    if WRONG in (program, env, files, build):
        return WRONG
    bot = Bot(
        command=tuple(command),
        folder=folder,
        program=program,
        own=entry.get("dir") is not None or reader.within is not None,
        env=env,
        files=tuple(files),
        build=tuple(build),
    )
    for name, file in files_of(bot).items():
        if not os.access(file, os.R_OK):
            reader.wrong(at_command, f"{name!r} cannot be read: {file}")
    return bot


def _lost_script(command: Sequence[str], folder: Path) -> str | None:
    """The file that a command gives to an interpreter, if it is not there: a process that ends at once says less."""
    if "/" in command[0].replace(PYTHON, ""):
        return None  # a program of the bot's own, whose words mean what it likes
    for word in command[1:]:
        if word in _INSTEAD:
            return None
        if not word.startswith("-"):
            is_script = word.endswith(_SCRIPTS) and not any(letter.isspace() for letter in word)
            return word if is_script and not exists(folder / _with_python(word)) else None
    return None


def _absent(commands: tuple[Any, ...], folder: Any, env: Any) -> Absent | None:
    """Whether a program that is looked for in the PATH is not on this machine."""
    for words in commands if WRONG not in (folder, env) else ():
        if words and words is not WRONG and "/" not in words[0]:
            program, problem = find_program(words[0], folder, env)
            if program is None:
                return Absent(problem)
    return None


def _leads_out(reader: Reader, at: Place, folder: Any, commands: tuple[Any, ...], files: Any) -> bool:
    """Whether anything of a stranger's bot is outside of where it may be, or that is not known; it is reported."""
    if WRONG in (folder, files, *commands):
        return True
    assert reader.within is not None
    words = [word for command in commands for word in command]
    wrong = list(words_that_lead_out(folder, reader.within, words, files))
    for text in wrong:
        reader.wrong(at, text)
    return bool(wrong)


def _files(reader: Reader, at: Place, folder: Path, patterns: list[str]) -> Any:
    """The patterns, each of which has to stand for a file, or WRONG where that cannot be known."""
    look = Looking()
    for pattern in patterns:
        try:
            if not _matching(folder, pattern, look):
                reader.wrong(at, f"{pattern!r} fits no file in {folder}")
        except OSError as problem:
            return reader.wrong(at, f"{pattern!r} cannot be looked for: {problem.strerror}")
    return patterns


def _words(reader: Reader, at: Place, command: Any) -> Any:
    """The words of a command, at least one; none if there is no command; or WRONG."""
    if command is None or command is WRONG:
        return [] if command is None else WRONG
    try:
        words = shlex.split(command) if isinstance(command, str) else command
    except ValueError as problem:
        return reader.wrong(at, f"cannot be split into words as a shell would: {problem}")
    return words if words and words[0] else reader.wrong(at, "the command is empty")


def _folder(reader: Reader, at: Place, name: Any) -> Any:
    """An absolute path, or WRONG."""
    if name is WRONG:
        return WRONG
    folder = Path(os.path.abspath(at.file.parent / os.path.expanduser(name or ".")))
    if reader.within is not None and folder_leads_out(folder, reader.within):
        return reader.wrong(at, f"the folder {folder} is not in the bundle")
    what = "is not a folder" if exists(folder) else "does not exist"
    return folder if isdir(folder) else reader.wrong(at, f"the folder {folder} {what}")


def _find(reader: Reader, at: Place, words: Any, folder: Any, env: Any, to_be_built: bool = False) -> Any:
    """The program of a command, or WRONG; what is not known may be WRONG."""
    if WRONG in (words, folder) or (env is WRONG and "/" not in words[0]):
        return WRONG
    program, problem = find_program(words[0], folder, {} if env is WRONG else env, to_be_built)
    return reader.wrong(at, problem) if program is None else program


def find_program(word: str, folder: Path, env: Mapping[str, str], to_be_built: bool = False) -> tuple[Path | None, str]:
    """Where the first word of a command leads; or None, and why it leads nowhere. In the folder of a bot that is
    `to_be_built` it may lead to a file that is not there yet."""
    word = _with_python(word)
    if "/" not in word:
        search = env.get("PATH", os.environ.get("PATH", os.defpath))
        # Folders of the PATH that are relative are so to the bot's folder, where it is started.
        search = os.pathsep.join(str(folder / entry) for entry in search.split(os.pathsep))
        if found := shutil.which(word, path=search):
            return Path(found), ""
        hint = f"; the one in {folder} is written './{word}'" if isfile(folder / word) else ""
        return None, f"the program {word!r} is not in any folder of the PATH ({search}){hint}"
    path = Path(os.path.abspath(folder / word))
    if to_be_built and path.is_relative_to(folder):
        return path, ""
    if isfile(path) and os.access(path, os.X_OK):
        return path, ""
    if isfile(path):
        hint = "allow it with chmod +x, or name its interpreter first"
        return None, f"the program {word!r} in {folder} is {path}, which is not executable: {hint}"
    what = "is not a file" if exists(path) else "does not exist"
    return None, f"the program {word!r} in {folder} is {path}, which {what}"


def _with_python(word: str) -> str:
    return word.replace(PYTHON, sys.executable)


def relocated(bot: Bot, copied: Path, inside: str = ".") -> Bot:
    """The same bot, started in a copy of what belongs to it: words that are paths become paths in the copy. `inside` is
    where in the copy its folder is. Raises ValueError if its program cannot be found any more."""
    folder = Path(os.path.normpath(copied / inside))
    top = bot.folder
    for _ in () if inside == "." else Path(inside).parts:
        top = top.parent

    def new(word: str) -> str:
        path = os.path.normpath(word)
        if not path.startswith("/"):
            # Up and down again may lead through folders that the copy does not have.
            return path if ".." in word.split("/") and isfile(folder / path) else word
        inner = copied / os.path.relpath(path, top)
        return str(inner) if Path(path).is_relative_to(top) and (bot.own or exists(inner)) else word

    command = tuple(map(new, bot.command))
    if not bot.own and "/" in command[0] and not bot.build and not exists(folder / command[0]):
        command = (str(bot.program), *command[1:])  # a program of the machine that lies beside it, as in a venv
    program, problem = find_program(command[0], folder, bot.env, to_be_built=bool(bot.build))
    if program is None:
        raise ValueError(problem)
    return replace(bot, command=command, folder=folder, program=program, build=tuple(map(new, bot.build)))


def files_of(bot: Bot) -> dict[str, Path]:
    """The bot's own files, by the names that count for its hash. Raises OSError where there is too much to look
    through."""
    # A first word without "/" is looked up in the PATH: a file of that name in the folder has nothing to do with it.
    words = [word for line in (bot.command, bot.build) for i, word in enumerate(line) if i or "/" in word]
    named = {os.path.normpath(word): bot.folder / word for word in words if isfile(bot.folder / word)}
    look = Looking()
    for pattern in bot.files:
        named |= {os.path.relpath(file, bot.folder): file for file in _matching(bot.folder, pattern, look)}
    return named


def _matching(folder: Path, pattern: str, look: Looking) -> list[Path]:
    """The files that an entry of `files` stands for."""
    path = folder / pattern
    if isfile(path):
        return [path]  # also when its name looks like a pattern
    found = look.all_in(path) if isdir(path) else look.fitting(folder, pattern)
    return [file for file in found if isfile(file) and "__pycache__" not in file.parts]
