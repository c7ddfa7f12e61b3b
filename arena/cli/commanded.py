"""A contest of bots that are given by their commands, without a file that says so."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

import arena.contest
import arena.games
import arena.programs
import arena.strict_yaml
from arena.cli.options import none_of_that_name
from arena.errors import WrongInput

if TYPE_CHECKING:
    from arena.contest import Contest
    from arena.games import Game
    from arena.strict_yaml import ConfigErrors

_MOST_BYTES = 200
"""Of a file's name, which may have 255 with all that is put behind it."""


def contest_of(game: str, commands: Mapping[str, str], **keys: Any) -> Contest:
    """The contest of that game between commands that start here, under the default conditions but for these `keys` of a
    configuration. Its bots are named as their commands say. Exits with all that is wrong, told of the labels of the
    commands, which are all different."""
    import yaml

    bots = {f"bot{at}": {"command": command, "dir": str(Path.cwd())} for at, command in enumerate(commands.values())}
    with TemporaryDirectory(prefix="arena-commands-") as scratch:
        path = Path(scratch) / "contest.yaml"
        text = yaml.safe_dump({"game": game, **keys, "bots": bots}, allow_unicode=True, sort_keys=False)
        path.write_text(text, "utf-8", errors="surrogateescape")
        try:
            contest = arena.contest.load_contest(path)
        except arena.strict_yaml.ConfigErrors as problem:
            raise WrongInput(_as_given(problem, list(commands))) from None
    # What lies here is not theirs alone.
    bots_here = {name: msgspec.structs.replace(bot, own=False) for name, bot in contest.bots.items()}
    contest = msgspec.structs.replace(contest, bots=bots_here)
    return renamed(contest, list(contest.bots), arena.programs.names_of([bot.command for bot in contest.bots.values()]))


def renamed(contest: Contest, bots: Sequence[str], names: Sequence[str]) -> Contest:
    """The contest with these of its bots alone, a bot perhaps twice, under these names."""
    return replace(contest, bots={name: contest.bots[bot] for name, bot in zip(names, bots, strict=True)})


def usual_seats(game: Game) -> int:
    """How many play where nobody says: two, or three who win together; as many as the game needs where it has no such
    table."""
    usual = 3 if game.cooperative else 2
    return usual if usual in game.seats else min(game.seats)


def as_configured(path: Path, bots: Sequence[str]) -> Contest:
    """The contest of that file between these of its bots, of which one may sit on several seats."""
    contest = arena.contest.load_contest(path)
    for name in bots:
        if name not in contest.bots:
            raise WrongInput(none_of_that_name(contest, name, path))
    return renamed(contest, bots, arena.programs.apart(bots))


def game_of(contest: Contest, of: str, seats: int) -> Contest:
    """One game of so many seats under that contest's conditions, which are `of` something for people. Exits where there
    is no such game."""
    game = arena.games.find_game(contest.game)
    if seats not in game.seats:
        raise WrongInput(
            f"{game.name} is played by {', '.join(map(str, game.seats))}, one on each seat, not by {seats}"
        )
    try:
        game.new(contest.options, seats, arena.games.Deal("check"))
    except ValueError as problem:
        raise WrongInput(
            f"the options of {of} are for a game of {contest.seats} seats, not of {seats}: {problem}"
        ) from None
    return replace(
        contest,
        format="round-robin",
        line_ups=None,
        seeded=(),
        rounds=None,
        entries=None,
        seats=seats,
        seatings="fixed",
        jobs=1,
        stop=arena.contest.Stop(),
        anchor=(),
    )


def file_of(names: Sequence[str], before: str = "") -> Path:
    """The file here that the bots of these names play into, where the user names none."""
    stem = before + "-".join(re.sub(r"[^\w.+]+", "_", name) for name in names)
    return Path(stem.encode()[:_MOST_BYTES].decode(errors="ignore") + ".db")


def _as_given(problem: ConfigErrors, labels: Sequence[str]) -> str:
    """What is wrong with commands and a game, without the file that nobody wrote."""
    words = {f"bots.bot{at}": f"{label}: " for at, label in enumerate(labels)} | {"game": "--game: "}
    return "\n".join(words.get(".".join(error.keys.split(".")[:2]), "") + error.text for error in problem.errors)
