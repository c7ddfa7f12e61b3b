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

from arena.contest.config_checks import (
    anchors,
    check_names,
    check_shape,
    fitting_format,
    read_format,
    read_seats,
)
from arena.contest.deck import read_deck
from arena.contest.stops import AtLeast1, Bench, Stop
from arena.games import Deal, Game, GameCannotLoad, UnknownGame, find_game
from arena.pairing import DEALS, FormatName, Seatings
from arena.players import TimeControl
from arena.programs import Absent, Bot, Conditions, read_bots
from arena.referee import FaultPolicy
from arena.sandbox import Limits, SandboxName
from arena.store import Anchor, copies_beside, own_files
from arena.strict_yaml import WRONG, ConfigErrors, Place, Reader

__all__ = ["Anchor", "Bench", "Bot", "ConfigErrors", "Contest", "load_contest"]

AtLeast0 = Annotated[int, Meta(ge=0)]
MOST_JOBS = 1024
"""The most games at once: each has a process of its own on this machine, and so have its bots."""


class Contest(Struct, frozen=True, kw_only=True):
    """Everything that the file says, defaults filled in.

    game      a name of `arena.games`
    options   of the game; default: its own defaults
    format    between opponents: round-robin (default), every set of different bots; gauntlet, `seeded` against the
              others, all at the same deals; swiss, knock-out and ladder, whose stages depend on results.
              For cooperative games, with all line-ups at the same deals: self-play, every bot with itself in all
              seats; cross-play, that and mixed line-ups, default where there are 2 seats and 2 bots
    line_ups  in cross-play, how many mixed line-ups: a balanced sample; None: all
    seeded    in a gauntlet, who plays the others; in swiss and knock-out the strongest, best first, who meet late; the
              others are drawn
    rounds    of swiss; None: as many as single out a winner
    entries   in a ladder, the folder whose files are further bots, also while it runs
    seats     in one game; default: as many as the game allows and the bots can fill, in cooperative games any number
    seed      text of the master seed, from which all luck comes; None: drawn at the first start
    deals     for each line-up of a stage; default 10, in swiss 2, in knock-out 3, in a ladder 1
    deck      set-ups of which each deal draws one, as lines of the game's own; the file names a file that the game can
              read, or has them in a list; (): all is drawn from the seed
    seatings  of a line-up at one deal: rotations (default), permutations, fixed
    jobs      games at the same time; None: the machine's choice
    restart   never: a bot's process is kept for many games; game: a new one for each
    ponder    off: a bot is frozen while it is not on turn; on: it may think then, with what of the processor nobody
              on turn needs; None: off in bwrap, where strangers play, else on
    sandbox   none, rlimit or bwrap: how its bots are kept from hurting anything, see `arena.sandbox`
    bind      files and folders that every bot may read, where the sandbox shows it only some
    faults    `then` is by default "end" between opponents on up to two seats, else "substitute"
    bench     when a bot that fails and fails is left out of further games
    stop      when it ends before its last game
    anchor    bots whose rating is fixed
    bots      by name, in the order of the file
    notes     what whoever wrote the file should know, a line each
    absent    bots that are `optional` in the file and whose programs this machine does not have, and which

    Names of bots have 1 to 40 printable characters, no blank at either end, and differ by more than upper and lower
    case or letters that look the same: people tell bots apart by them in tables and type them in commands.
    """

    game: str
    options: Any
    format: FormatName = "round-robin"
    line_ups: int | None = None
    seeded: tuple[str, ...] = ()
    rounds: int | None = None
    entries: str | None = None
    seats: int
    seed: str | None = None
    deals: int = 10
    deck: tuple[str, ...] = ()
    seatings: Seatings = "rotations"
    jobs: int | None = None
    restart: Literal["never", "game"] = "never"
    time: TimeControl = TimeControl()
    ponder: Literal["on", "off"] | None = None
    sandbox: SandboxName = "none"
    bind: tuple[str, ...] = ()
    faults: FaultPolicy
    limits: Limits = Limits()
    bench: Bench = Bench()
    stop: Stop = Stop()
    anchor: tuple[Anchor, ...] = ()
    bots: dict[str, Bot]
    notes: tuple[str, ...] = ()
    absent: dict[str, str] = {}

    def conditions(self, config: Path, db: Path) -> Conditions:
        """The conditions under which the contest's bots are started; `config` is its file, `db` its store."""
        return Conditions(self.sandbox, self.limits, self.bind, among=tuple(map(str, copies_beside(db)))).hiding(
            own_files(config, db)
        )

    @property
    def ponders(self) -> bool:
        """Whether a bot runs while it is not on turn. Where strangers play it does not, unless the configuration asks
        for it: what is frozen can take nothing from a bot on turn."""
        return self.sandbox != "bwrap" if self.ponder is None else self.ponder == "on"


class _Faults(Struct, kw_only=True):
    allowed: AtLeast0 = 0
    then: Literal["substitute", "end"] | None = None


_RENAMED = {"seeds": "seeded"}
"""Keys of earlier versions, with what they are called now."""


class _File(Struct, kw_only=True):
    """The file's keys; those of type Any depend on others and are read when these are known."""

    game: str
    options: Any = None
    format: FormatName | None = None
    line_ups: AtLeast1 | None = None
    seeded: list[str] = []
    rounds: AtLeast1 | None = None
    entries: str | None = None
    seats: AtLeast1 | None = None
    seed: Annotated[str, Meta(min_length=1)] | None = None
    deals: AtLeast1 | None = None
    deck: str | list[str] | None = None
    seatings: Seatings = "rotations"
    jobs: Annotated[int, Meta(ge=1, le=MOST_JOBS)] | None = None
    restart: Literal["never", "game"] = "never"
    time: TimeControl = TimeControl()
    ponder: Literal["on", "off"] | None = None
    sandbox: SandboxName = "none"
    bind: list[str] = []
    faults: _Faults = msgspec.field(default_factory=_Faults)
    limits: Limits = Limits()
    bench: Bench | None = Bench()
    stop: Stop = Stop()
    anchor: Anchor | list[Anchor] | None = None
    bots: Any


def load_contest(path: str | Path, within: Path | None = None) -> Contest:
    """Read the contest of a file, checked as far as it can be without a game. Raises ConfigErrors with all errors.

    With `within` the file may be a stranger's, and nothing that it names outside of that folder is looked at.
    """
    reader = Reader(within)
    root = reader.document(path)
    read = WRONG if root is None else _contest(reader, root)
    reader.finish()
    contest: Contest = read
    return contest


def _contest(reader: Reader, root: Place) -> Any:
    """The Contest, or WRONG. Whatever could be read is checked, so that all errors are found in one go."""
    reader.rename(root, _RENAMED)
    found = reader.fields(root, _File)
    game = _game(reader, reader.at(root, "game"), found["game"]) if "game" in found else WRONG
    bots = read_bots(reader, found["bots"]) if "bots" in found else WRONG
    absent: dict[str, str] = {}
    if bots is not WRONG:
        absent = {name: bot.why for name, bot in bots.items() if isinstance(bot, Absent)}
        bots = {name: bot for name, bot in bots.items() if name not in absent}
    names, count = (WRONG, WRONG) if bots is WRONG else (list(bots), len(bots))
    if names is not WRONG:
        check_names(reader, root, names)
    options = seats = WRONG
    format = found.get("format") or WRONG  # what it is by default depends on the game
    if game is not WRONG:
        if game.cooperative and found.get("anchor", WRONG):
            text = f"{game.name} is cooperative: its bots have no Elo that could be fixed"
            reader.wrong(reader.at(root, "anchor"), text)
        if "options" in found:
            asked = found["options"]
            options = game.options_type() if asked is None else reader.convert(asked, game.options_type)
        if "format" in found:
            format = read_format(reader, root, game, found["format"])
        if "seats" in found:
            seats = read_seats(reader, root, game, found["seats"], count, format)
        if WRONG not in (options, seats) and _begins(reader, root, game, options, seats) and "deck" in found:
            found["deck"] = read_deck(reader, reader.at(root, "deck"), found["deck"], game, options, seats)
        if format is not WRONG:
            format = fitting_format(reader, root, game, format, count, seats)
    if reader.within is not None and found.get("entries"):
        reader.wrong(reader.at(root, "entries"), "the bots of a bundle are all in it: no others come")
        return WRONG
    check_shape(reader, root, names, seats, format, found)
    if reader.errors:
        return WRONG
    # Partners should be able to finish a game that one of them spoils, and so should more than one opponent.
    goes_on = game.cooperative or seats > 2
    faults = FaultPolicy(
        allowed=found["faults"].allowed, then=found["faults"].then or ("substitute" if goes_on else "end")
    )
    bots = {name: bot for name, bot in bots.items() if bot is not WRONG}

    def absolute(path: str) -> str:
        return os.path.abspath(root.file.parent / os.path.expanduser(path))

    known = {
        "options": options,
        "format": format,
        "seeded": tuple(found["seeded"]),
        "entries": found["entries"] and absolute(found["entries"]),
        "seats": seats,
        "deck": tuple(found["deck"] or ()),
        "deals": found["deals"] or DEALS.get(format, 10),
        "faults": faults,
        "anchor": anchors(found["anchor"]),
        "bench": found["bench"] or Bench(starts=None, games=None),
        "bots": bots,
        "notes": tuple(reader.notes),
        "absent": absent,
        "bind": tuple(map(absolute, found["bind"])),
    }
    return Contest(**(found | known))


def _begins(reader: Reader, root: Place, game: Game, options: Any, seats: int) -> bool:
    """Whether a game can be set up so."""
    try:
        game.new(options, seats, Deal("check"))
        return True
    except Exception as problem:  # a plug-in may raise anything; its ValueErrors are meant to be read
        text = str(problem) if isinstance(problem, ValueError) else f"the game cannot begin: {problem!r}"
        reader.wrong(reader.at(root, "options"), text)
        return False


def _game(reader: Reader, at: Place, name: str) -> Any:
    try:
        return find_game(name)
    except (UnknownGame, GameCannotLoad) as problem:
        return reader.wrong(at, str(problem))
