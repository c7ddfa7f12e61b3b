"""A contest of bots that are given by their commands, without a configuration file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from msgspec.structs import replace

from arena.contest.config import Contest, load_contest
from arena.errors import WrongInput
from arena.programs import names_of
from arena.strict_yaml import ConfigErrors


def contest_of(game: str, commands: Mapping[str, str], **keys: Any) -> Contest:
    """The contest of that game between commands that can be started here, under the default conditions except for these
    `keys` of a configuration. Its bots are named after their commands. Raises WrongInput with all that is wrong, which
    names the labels of the commands; these are all different."""
    bots = {f"bot{at}": {"command": command, "dir": str(Path.cwd())} for at, command in enumerate(commands.values())}
    with TemporaryDirectory(prefix="arena-commands-") as scratch:
        path = Path(scratch) / "contest.yaml"
        text = yaml.safe_dump({"game": game, **keys, "bots": bots}, allow_unicode=True, sort_keys=False)
        path.write_text(text, "utf-8", errors="surrogateescape")
        try:
            contest = load_contest(path)
        except ConfigErrors as problem:
            raise WrongInput(_as_given(problem, list(commands))) from None
    # What lies here is not theirs alone.
    bots_here = {name: replace(bot, own=False) for name, bot in contest.bots.items()}
    contest = replace(contest, bots=bots_here)
    return renamed(contest, list(contest.bots), names_of([bot.command for bot in contest.bots.values()]))


def renamed(contest: Contest, bots: Sequence[str], names: Sequence[str]) -> Contest:
    """The contest with only these of its bots, a bot perhaps twice, under the new names."""
    return replace(contest, bots={name: contest.bots[bot] for name, bot in zip(names, bots, strict=True)})


def _as_given(problem: ConfigErrors, labels: Sequence[str]) -> str:
    """What is wrong with commands and a game, without the file that nobody wrote."""
    words = {f"bots.bot{at}": f"{label}: " for at, label in enumerate(labels)} | {"game": "--game: "}
    return "\n".join(words.get(".".join(error.keys.split(".")[:2]), "") + error.text for error in problem.errors)
