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
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from arena.contest.bots import Bot, hash_files, read_bots
from arena.contest.formats import FormatName, round_of
from arena.contest.schedule import Schedule
from arena.contest.seatings import Seatings
from arena.contest.strict_yaml import WRONG, ConfigErrors, Place, Reader
from arena.games import Deal, Game, GameCannotLoad, UnknownGame, find_game
from arena.players import TimeControl
from arena.referee import FaultPolicy
from arena.sandbox import Limits, SandboxName

__all__ = ["Anchor", "Bot", "ConfigErrors", "Contest", "load_contest"]
__all__ += ["differences", "fingerprint", "hash_files"]

AtLeast0 = Annotated[int, Meta(ge=0)]
AtLeast1 = Annotated[int, Meta(ge=1)]


class Anchor(Struct, frozen=True, kw_only=True):
    """The bot whose rating is fixed, so that ratings of several contests can be compared."""

    bot: str
    elo: float = 1500.0


class Bench(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a bot is not scheduled any further: after it failed to start in `starts` of its games running, or made a
    fault in `games` of them running; None is never."""

    starts: AtLeast1 | None = 3
    games: AtLeast1 | None = 20


class Contest(Struct, frozen=True, kw_only=True):
    """Everything that the file says, defaults filled in.

    game      a name of `arena.games`
    options   of the game; default: its own defaults
    format    round-robin: every set of different bots, each at deals of its own; default between opponents.
              For cooperative games, with all line-ups at the same deals: self-play, every bot with itself in all
              seats; cross-play, that and mixed line-ups, default where there are 2 seats and 2 bots
    line_ups  in cross-play, how many mixed line-ups: a balanced sample; None: all
    seats     in one game; default: as many as the game allows and the bots can fill, in cooperative games any number
    seed      text of the master seed, from which all luck comes; None: drawn at the first start
    deals     for each line-up, default 10
    seatings  of a line-up at one deal: rotations (default), permutations, fixed
    jobs      games at the same time; None: the machine's choice
    restart   never: a bot's process is kept for many games; game: a new one for each
    ponder    on: a bot may think on the others' turns; off: it is frozen while it is not on turn
    sandbox   none, rlimit or bwrap: how its bots are kept from hurting anything, see `arena.sandbox`
    bind      files and folders that every bot may read, where the sandbox shows it only some
    faults    `then` is by default "end" between opponents on up to two seats, else "substitute"
    bench     when a bot that fails and fails is left out of further games
    bots      by name, in the order of the file

    Names of bots have 1 to 40 printable characters, no blank at either end, and differ by more than upper and lower
    case or letters that look the same: people tell bots apart by them in tables and type them in commands.
    """

    game: str
    options: Any
    format: FormatName = "round-robin"
    line_ups: int | None = None
    seats: int
    seed: str | None = None
    deals: int = 10
    seatings: Seatings = "rotations"
    jobs: int | None = None
    restart: Literal["never", "game"] = "never"
    time: TimeControl = TimeControl()
    ponder: Literal["on", "off"] = "on"
    sandbox: SandboxName = "none"
    bind: tuple[str, ...] = ()
    faults: FaultPolicy
    limits: Limits = Limits()
    bench: Bench = Bench()
    anchor: Anchor | None = None
    bots: dict[str, Bot]


class _Faults(Struct, kw_only=True):
    allowed: AtLeast0 = 0
    then: Literal["substitute", "end"] | None = None


class _File(Struct, kw_only=True):
    """The file's keys; those of type Any depend on others and are read when these are known."""

    game: str
    options: Any = None
    format: FormatName | None = None
    line_ups: AtLeast1 | None = None
    seats: AtLeast1 | None = None
    seed: Annotated[str, Meta(min_length=1)] | None = None
    deals: AtLeast1 = 10
    seatings: Seatings = "rotations"
    jobs: AtLeast1 | None = None
    restart: Literal["never", "game"] = "never"
    time: TimeControl = TimeControl()
    ponder: Literal["on", "off"] = "on"
    sandbox: SandboxName = "none"
    bind: list[str] = []
    faults: _Faults = msgspec.field(default_factory=_Faults)
    limits: Limits = Limits()
    bench: Bench = Bench()
    anchor: Anchor | None = None
    bots: Any


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
    bots = read_bots(reader, found["bots"]) if "bots" in found else WRONG
    if bots is not WRONG and found.get("anchor") is not None and found["anchor"].bot not in bots:
        there = ", ".join(bots)
        at = reader.at(root, "anchor", "bot")
        reader.wrong(at, f"no bot has the name {found['anchor'].bot!r} (bots: {there})")
    if game is WRONG:
        return WRONG
    if game.cooperative and found.get("anchor") is not None:
        reader.wrong(reader.at(root, "anchor"), f"{game.name} is cooperative: its bots have no Elo that could be fixed")
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
    format = _format(reader, root, game, found["format"], len(bots), seats) if "format" in found else WRONG
    if format is not WRONG and "line_ups" in found and "seatings" in found:
        _check_plan(reader, root, list(bots), seats, format, found)
    if reader.errors:
        return WRONG
    # Partners should be able to finish a game that one of them spoils, and so should more than one opponent.
    goes_on = game.cooperative or seats > 2
    faults = FaultPolicy(
        allowed=found["faults"].allowed, then=found["faults"].then or ("substitute" if goes_on else "end")
    )
    bots = {name: bot for name, bot in bots.items() if bot is not WRONG}
    bind = tuple(os.path.abspath(root.file.parent / os.path.expanduser(path)) for path in found["bind"])
    known = {"options": options, "format": format, "seats": seats, "faults": faults, "bots": bots, "bind": bind}
    return Contest(**(found | known))


def _game(reader: Reader, at: Place, name: str) -> Any:
    try:
        return find_game(name)
    except (UnknownGame, GameCannotLoad) as problem:
        return reader.wrong(at, str(problem))


def _seats(reader: Reader, root: Place, game: Game, asked: int | None, bots: int) -> Any:
    allowed = ", ".join(map(str, game.seats))
    if bots == 0:
        return reader.wrong(reader.at(root, "bots"), "there is no bot: a contest needs one at least")
    if asked is None:
        fitting = [seats for seats in game.seats if seats <= bots or game.cooperative]
        text = f"{bots} bots are too few: a game of {game.name} has {allowed} seats, each for another bot"
        return max(fitting) if fitting else reader.wrong(reader.at(root, "bots"), text)
    at = reader.at(root, "seats")
    if asked not in game.seats:
        return reader.wrong(at, f"{game.name} cannot be played with {asked} seats, only with {allowed}")
    if asked > bots and not game.cooperative:
        return reader.wrong(at, f"{asked} seats need {asked} different bots, and there are {bots}")
    return asked


def _format(reader: Reader, root: Place, game: Game, asked: FormatName | None, bots: int, seats: int) -> Any:
    at = reader.at(root, "format")
    if not game.cooperative:
        if asked in (None, "round-robin"):
            return "round-robin"
        text = f"{asked} is for cooperative games, and in {game.name} every seat is for itself: play a round-robin"
        return reader.wrong(at, text)
    if asked == "round-robin":
        text = f"{game.name} is cooperative, all seats win or lose together, so a round-robin cannot rank its bots"
        return reader.wrong(at, f"{text}: choose cross-play or self-play")
    if asked is None:
        return "cross-play" if bots >= 2 and seats >= 2 else "self-play"
    if asked == "cross-play" and bots < 2:
        return reader.wrong(at, "cross-play needs 2 bots, and there is one: add another, or choose self-play")
    if asked == "cross-play" and seats < 2:
        return reader.wrong(at, "cross-play needs 2 seats, and there is one: raise seats, or choose self-play")
    return asked


def _check_plan(
    reader: Reader, root: Place, bots: list[str], seats: int, format: FormatName, found: dict[str, Any]
) -> None:
    line_ups, seatings = found["line_ups"], found["seatings"]
    try:
        round_of(format, len(bots), seats, seatings, line_ups)
    except ValueError as problem:
        reader.wrong(reader.at(root, "line_ups"), str(problem))
        return
    try:
        if "deals" in found:
            Schedule(bots, seats, seatings, found["deals"], "", None, format, line_ups)
    except ValueError as problem:
        reader.wrong(reader.at(root, "deals"), str(problem))


def fingerprint(contest: Contest) -> dict[str, Any]:
    """What must stay the same while a store is continued, in types of JSON.

    Not in it are `jobs`, `deals` and `anchor`, which may change, and `seed`, because the store keeps the one that
    it began with.
    """
    facts = {
        "game": contest.game,
        "game_version": find_game(contest.game).version,
        "options": contest.options,
        "format": contest.format,
        "line_ups": contest.line_ups,
        "seats": contest.seats,
        "seatings": contest.seatings,
        "restart": contest.restart,
        "time": contest.time,
        "ponder": contest.ponder,
        "sandbox": contest.sandbox,
        "faults": contest.faults,
        "limits": contest.limits,
        "bench": contest.bench,
        # A list: its order is that of the schedule, and must outlive any writer that sorts keys.
        "bots": [
            {"name": name, "command": bot.command, "env": bot.env, "files": hash_files(bot)}
            | ({"build": bot.build} if bot.build else {})
            for name, bot in contest.bots.items()
        ],
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(facts))
    return plain


def differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """What differs between two fingerprints, a line each; [] when a store of the old may be continued as the new."""
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
    shown = [msgspec.json.encode(value).decode() for value in (old, new)]
    return [] if old == new else [f"{path} was {shown[0]}, is now {shown[1]}"]
