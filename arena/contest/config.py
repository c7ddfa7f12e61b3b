"""A contest's configuration: a YAML file, read strictly and checked as a whole before the first game.

`Contest` says what each key means. A small one:

    game: gunrunners
    deals: 100
    bots:
      greedy: "{python} greedy.py"
      mine:
        command: ./mine --depth 3
        dir: my bots
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import unicodedata
from glob import glob
from hashlib import file_digest, sha256

# Those of pathlib raise for words that are too long to be a file's name.
from os.path import exists, isdir, isfile
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from arena.contest.schedule import Schedule, Seatings
from arena.contest.strict_yaml import WRONG, ConfigErrors, Place, Reader
from arena.games import Deal, Game, GameCannotLoad, UnknownGame, find_game
from arena.players import Limits, TimeControl
from arena.referee import FaultPolicy

__all__ = ["Anchor", "Bot", "ConfigErrors", "Contest", "load_contest"]
__all__ += ["differences", "fingerprint", "hash_files"]

MAX_NAME = 40

AtLeast0 = Annotated[int, Meta(ge=0)]
AtLeast1 = Annotated[int, Meta(ge=1)]


class Anchor(Struct, frozen=True, kw_only=True):
    """The bot whose rating is fixed, so that ratings of several contests can be compared."""

    bot: str
    elo: float = 1500.0


class Bot(Struct, frozen=True, kw_only=True):
    """How a bot is started.

    `command` are the words as written; `{python}` in them stands for the Python that runs the arena. `folder` is
    absolute, and `program` is the absolute path of the first word, found as a shell in that folder would find it.
    `env` is added to the environment. `files` are further files of the bot, see `hash_files`.
    """

    command: tuple[str, ...]
    folder: Path
    program: Path
    env: dict[str, str] = {}
    files: tuple[str, ...] = ()

    def argv(self) -> list[str]:
        """What to start, in `folder`."""
        return [str(self.program), *(_with_python(word) for word in self.command[1:])]


class Contest(Struct, frozen=True, kw_only=True):
    """Everything that the file says, defaults filled in.

    game      a name of `arena.games`
    options   of the game; default: its own defaults
    seats     in one game; default: as many as the game allows and the bots can fill
    seed      text of the master seed, from which all luck comes; None: drawn at the first start
    deals     deal groups for each line-up, default 10
    seatings  of a line-up at one deal: rotations (default), permutations, fixed
    jobs      games at the same time; None: the machine's choice
    restart   never: a bot's process is kept for many games; game: a new one for each
    faults    `then` is by default "end" with up to two seats and "substitute" with more
    bots      by name, in the order of the file

    Names of bots have 1 to 40 printable characters, no blank at either end, and differ by more than upper and lower
    case or letters that look the same: people tell bots apart by them in tables and type them in commands.
    """

    game: str
    options: Any
    seats: int
    seed: str | None = None
    deals: int = 10
    seatings: Seatings = "rotations"
    jobs: int | None = None
    restart: Literal["never", "game"] = "never"
    time: TimeControl = TimeControl()
    faults: FaultPolicy
    limits: Limits = Limits()
    anchor: Anchor | None = None
    bots: dict[str, Bot]


class _Faults(Struct, kw_only=True):
    allowed: AtLeast0 = 0
    then: Literal["substitute", "end"] | None = None


class _File(Struct, kw_only=True):
    """The file's keys; those of type Any depend on others and are read when these are known."""

    game: str
    options: Any = None
    seats: AtLeast1 | None = None
    seed: Annotated[str, Meta(min_length=1)] | None = None
    deals: AtLeast1 = 10
    seatings: Seatings = "rotations"
    jobs: AtLeast1 | None = None
    restart: Literal["never", "game"] = "never"
    time: TimeControl = TimeControl()
    faults: _Faults = msgspec.field(default_factory=_Faults)
    limits: Limits = Limits()
    anchor: Anchor | None = None
    bots: Any


class _Bot(Struct, kw_only=True):
    command: str | list[str]
    dir: str = "."
    env: dict[str, str] = {}
    files: list[str] = []


def load_contest(path: str | Path) -> Contest:
    """The contest of a file, checked as far as it can be without a game. Raises ConfigErrors with all errors."""
    reader = Reader()
    root = reader.document(path)
    read = WRONG if root is None else _contest(reader, root)
    reader.finish()
    contest: Contest = read
    return contest


def _contest(reader: Reader, root: Place) -> Any:
    """The Contest, or WRONG. Whatever could be read is checked, so that all errors are found in one go."""
    found = reader.fields(root, _File)
    game = _game(reader, reader.at(root, "game"), found["game"]) if "game" in found else WRONG
    bots = _bots(reader, found["bots"]) if "bots" in found else WRONG
    if bots is not WRONG and found.get("anchor") is not None and found["anchor"].bot not in bots:
        there = ", ".join(bots)
        at = reader.at(root, "anchor", "bot")
        reader.wrong(at, f"no bot has the name {found['anchor'].bot!r} (bots: {there})")
    if game is WRONG:
        return WRONG
    options = game.options_type() if found["options"] is None else reader.convert(found["options"], game.options_type)
    seats = WRONG
    if bots is not WRONG and "seats" in found:
        seats = _seats(reader, root, game, found["seats"], len(bots))
    if seats is WRONG:
        return WRONG
    if options is not WRONG:
        try:
            game.new(options, seats, Deal("check"))
        except Exception as problem:  # a plug-in may raise anything; its ValueErrors are meant to be read
            text = str(problem) if isinstance(problem, ValueError) else f"the game cannot begin: {problem!r}"
            reader.wrong(reader.at(root, "options"), text)
    if {"deals", "seatings"} <= found.keys():
        try:
            Schedule(list(bots), seats, found["seatings"], found["deals"], "")
        except ValueError as problem:
            reader.wrong(reader.at(root, "deals"), str(problem))
    if reader.errors:
        return WRONG
    faults = FaultPolicy(
        allowed=found["faults"].allowed,
        then=found["faults"].then or ("end" if seats <= 2 else "substitute"),
    )
    bots = {name: bot for name, bot in bots.items() if bot is not WRONG}
    return Contest(**(found | {"options": options, "seats": seats, "faults": faults, "bots": bots}))


def _game(reader: Reader, at: Place, name: str) -> Any:
    try:
        return find_game(name)
    except (UnknownGame, GameCannotLoad) as problem:
        return reader.wrong(at, str(problem))


def _seats(reader: Reader, root: Place, game: Game, asked: int | None, bots: int) -> Any:
    allowed = ", ".join(map(str, game.seats))
    if asked is None:
        fitting = [seats for seats in game.seats if seats <= bots]
        text = f"{bots} bots are too few: a game of {game.name} has {allowed} seats, each for another bot"
        return max(fitting) if fitting else reader.wrong(reader.at(root, "bots"), text)
    at = reader.at(root, "seats")
    if asked not in game.seats:
        return reader.wrong(at, f"{game.name} cannot be played with {asked} seats, only with {allowed}")
    if asked > bots:
        return reader.wrong(at, f"{asked} seats need {asked} different bots, and there are {bots}")
    return asked


def _bots(reader: Reader, at: Place) -> Any:
    """The bots by name, WRONG for those that cannot be started; WRONG when there is no mapping at all."""
    entries = reader.entries(at)
    if entries is None:
        return WRONG
    alike: dict[str, str] = {}
    for name, place in entries.items():
        if not name.isprintable() or name != name.strip() or not 1 <= len(name) <= MAX_NAME:
            text = f"a bot's name has 1 to {MAX_NAME} printable characters and no blank at its ends"
            reader.wrong(place, f"{text}, not {name!r}")
        other = alike.setdefault(unicodedata.normalize("NFKC", name).casefold(), name)
        if other != name:
            reader.wrong(place, f"the names {other!r} and {name!r} are too much alike to be told apart")
    return {name: _bot(reader, place) for name, place in entries.items()}


def _bot(reader: Reader, at: Place) -> Any:
    if reader.is_mapping(at):
        entry, at_command = reader.convert(at, _Bot), reader.at(at, "command")
    else:
        command, at_command = reader.convert(at, str | list[str]), at
        entry = WRONG if command is WRONG else _Bot(command=command)
    if entry is WRONG:
        return WRONG
    try:
        words = shlex.split(entry.command) if isinstance(entry.command, str) else entry.command
    except ValueError as problem:
        return reader.wrong(at_command, f"cannot be split into words as a shell would: {problem}")
    for name in entry.env:
        if not name or "=" in name:
            reader.wrong(reader.at(at, "env"), f"{name!r} cannot be the name of an environment variable")
    at_dir = reader.at(at, "dir")
    folder = Path(os.path.abspath(at_dir.file.parent / os.path.expanduser(entry.dir)))
    if not isdir(folder):
        what = "is not a folder" if exists(folder) else "does not exist"
        return reader.wrong(at_dir, f"the folder {folder} {what}")
    if not words or not words[0]:
        return reader.wrong(at_command, "the command is empty")
    program, problem_text = _program(_with_python(words[0]), folder, entry.env)
    if program is None:
        return reader.wrong(at_command, problem_text)
    bot = Bot(command=tuple(words), folder=folder, program=program, env=entry.env, files=tuple(entry.files))
    for pattern in bot.files:
        if not _matching(folder, pattern):
            reader.wrong(reader.at(at, "files"), f"{pattern!r} fits no file in {folder}")
    for name, file in _files(bot).items():
        if not os.access(file, os.R_OK):
            reader.wrong(at_command, f"{name!r} cannot be read: {file}")
    return bot


def _program(word: str, folder: Path, env: dict[str, str]) -> tuple[Path | None, str]:
    """Where the first word of a command leads, or None and why it leads nowhere."""
    if "/" not in word:
        search = env.get("PATH", os.environ.get("PATH", os.defpath))
        # Folders of the PATH that are relative are so to the bot's folder, where it is started.
        search = os.pathsep.join(str(folder / entry) for entry in search.split(os.pathsep))
        if found := shutil.which(word, path=search):
            return Path(found), ""
        hint = f"; the one in {folder} is written './{word}'" if isfile(folder / word) else ""
        return None, f"the program {word!r} is not in any folder of the PATH ({search}){hint}"
    path = Path(os.path.abspath(folder / word))
    if isfile(path) and os.access(path, os.X_OK):
        return path, ""
    if isfile(path):
        hint = "allow it with chmod +x, or name its interpreter first"
        return None, f"the program {word!r} in {folder} is {path}, which is not executable: {hint}"
    what = "is not a file" if exists(path) else "does not exist"
    return None, f"the program {word!r} in {folder} is {path}, which {what}"


def _with_python(word: str) -> str:
    return word.replace("{python}", sys.executable)


def hash_files(bot: Bot) -> str:
    """16 hex digits that change when the bot does. Raises OSError for a file that cannot be read.

    In it are the words of the command as written and the bytes of every file that one of these words names, relative
    to the bot's folder or absolute. Programs found through the PATH and `{python}` count as words only: they are not
    the bot's own, and the hash is then the same on every machine. So bots may share a folder. What the command does
    not name, such as modules and data, is told by `files`: names, folders and patterns like `lib/**/*.py`, relative
    to the bot's folder; of a folder every file counts but those in `__pycache__`, which running the bot writes.
    """
    parts = [*bot.command]
    for name, file in sorted(_files(bot).items()):
        with file.open("rb") as opened:
            parts += [name, file_digest(opened, sha256).hexdigest()]
    # As JSON, so that no two different lists make the same bytes.
    return sha256(msgspec.json.encode(parts)).hexdigest()[:16]


def _files(bot: Bot) -> dict[str, Path]:
    first, *rest = bot.command
    # A first word without "/" is looked up in the PATH: a file of that name in the folder has nothing to do with it.
    words = [first, *rest] if "/" in first else rest
    named = {os.path.normpath(word): bot.folder / word for word in words if isfile(bot.folder / word)}
    for pattern in bot.files:
        named |= {os.path.relpath(file, bot.folder): file for file in _matching(bot.folder, pattern)}
    return named


def _matching(folder: Path, pattern: str) -> list[Path]:
    """The files that an entry of `files` stands for."""
    path = folder / pattern
    if isfile(path):
        return [path]  # also when its name looks like a pattern
    fitting = [folder / name for name in glob(pattern, root_dir=folder, recursive=True)]
    found = list(path.rglob("*")) if isdir(path) else fitting
    return [file for file in found if isfile(file) and "__pycache__" not in file.parts]


def fingerprint(contest: Contest) -> dict[str, Any]:
    """What must stay the same while a store is continued, in types of JSON.

    Not in it are `jobs`, `deals` and `anchor`, which may change, and `seed`, because the store keeps the one that
    it began with.
    """
    facts = {
        "game": contest.game,
        "game_version": find_game(contest.game).version,
        "options": contest.options,
        "seats": contest.seats,
        "seatings": contest.seatings,
        "restart": contest.restart,
        "time": contest.time,
        "faults": contest.faults,
        "limits": contest.limits,
        # A list: its order is that of the schedule, and must outlive any writer that sorts keys.
        "bots": [
            {"name": name, "command": bot.command, "env": bot.env, "files": hash_files(bot)}
            for name, bot in contest.bots.items()
        ],
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(facts))
    return plain


def differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """What differs between two fingerprints, a line each; [] when a store of the old may be continued as the new."""
    before, after = ({bot["name"]: bot for bot in side["bots"]} for side in (old, new))
    lines = _changes("", {**old, "bots": None}, {**new, "bots": None})
    lines += [f"the bot {name!r} is gone" for name in before if name not in after]
    lines += [f"the bot {name!r} is new" for name in after if name not in before]
    if before.keys() == after.keys() and list(before) != list(after):
        lines.append(f"the bots were in the order {', '.join(before)}, now {', '.join(after)}")
    for name in [name for name in after if name in before]:
        was, now = before[name], after[name]
        lines += _changes(f"bots.{name}", {**was, "files": 0}, {**now, "files": 0})
        # The command is in the hash, too: where it has changed, the hash says nothing more.
        if was["command"] == now["command"] and was["files"] != now["files"]:
            lines.append(f"the files of the bot {name!r} have changed (hash was {was['files']}, is {now['files']})")
    return lines


def _changes(path: str, old: Any, new: Any) -> list[str]:
    if isinstance(old, dict) and isinstance(new, dict):
        lines = []
        for key in old | new:
            lines += _changes(f"{path}.{key}" if path else key, old.get(key), new.get(key))
        return lines
    shown = [msgspec.json.encode(value).decode() for value in (old, new)]
    return [] if old == new else [f"{path} was {shown[0]}, is now {shown[1]}"]
